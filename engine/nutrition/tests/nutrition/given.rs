//! Foods and recipes for tests: only what matters is stated.

use std::collections::BTreeSet;

use domain::{
    food::{AllergenClass, FatSource, Food, Milligrams, Name, Portion},
    law::Valid,
    meal_plan::{Batch, MealItem},
    nutrient::{Nutrient, Nutrients},
    plan::ItemId,
    quantity::Amount,
    recipe::{Exclusion, ExclusionMatch, Ingredient, Quantity, Recipe},
    time::LocalDate,
};
use nutrition::{
    catalog::{Catalog, CatalogRecipe},
    convert::Measure,
    derive::derive,
    diary::PlannedSlot,
    foods::Foods,
    ingredient::Line,
};

/// A food of this key and English name with 100 kcal and nothing else in 100 g, without allergens.
pub(crate) fn food(id: &str, name: &str) -> Food {
    let mut food: Food = serde_json::from_str(domain::food::EXAMPLE).unwrap();
    food.id = id.parse().unwrap();
    food.name = Name { en: name.to_owned(), ru: None };
    food.aliases.clear();
    food.per_100g = amounts(&[(Nutrient::Calories, "100")]);
    for macro_nutrient in [Nutrient::Protein, Nutrient::Fat, Nutrient::Carbs] {
        food.per_100g.set(macro_nutrient, Some(Amount(0)));
    }
    food.portions.clear();
    food.allergens = Some(BTreeSet::new());
    food.fat_source = FatSource::None;
    food
}

/// The same food with other amounts.
pub(crate) fn with(mut food: Food, known: &[(Nutrient, &str)]) -> Food {
    for (nutrient, amount) in amounts(known).known() {
        food.per_100g.set(nutrient, Some(amount));
    }
    food
}

/// The same food with portions.
pub(crate) fn measured(mut food: Food, portions: &[(&str, i64)]) -> Food {
    let portion = |&(unit, mg): &(&str, i64)| Portion { unit: unit.parse().unwrap(), mg: Milligrams(mg) };
    food.portions = portions.iter().map(portion).collect();
    food
}

/// The same food with these classes.
pub(crate) fn of_classes(mut food: Food, classes: &[AllergenClass]) -> Food {
    food.allergens = Some(classes.iter().copied().collect());
    food
}

pub(crate) fn amounts(known: &[(Nutrient, &str)]) -> Nutrients {
    known.iter().map(|&(nutrient, amount)| (nutrient, Amount::parse(amount).unwrap())).collect()
}

pub(crate) fn valid(foods: impl IntoIterator<Item = Food>) -> Vec<Valid<Food>> {
    foods.into_iter().map(|food| Valid::new(food).unwrap()).collect()
}

/// So many grams of a food, which is also its text.
pub(crate) fn grams(food: &str, grams: u32) -> Ingredient {
    ingredient(food, Some(food), grams * 1000, Some("g"))
}

pub(crate) fn ingredient(text: &str, food: Option<&str>, thousandths: u32, unit: Option<&str>) -> Ingredient {
    Ingredient {
        text: text.to_owned(),
        quantity: Quantity::from_thousandths(thousandths),
        unit: unit.map(|unit| unit.parse().unwrap()),
        food_id: food.map(|food| food.parse().unwrap()),
        to_taste: thousandths == 0,
        optional: false,
    }
}

pub(crate) fn recipe(servings: u32, ingredients: Vec<Ingredient>) -> Recipe {
    let mut recipe: Recipe = serde_json::from_str(domain::recipe::EXAMPLE).unwrap();
    recipe.tags.clear();
    Recipe { servings, ingredients, ..recipe }
}

pub(crate) fn exclusion(term: &str, matching: ExclusionMatch) -> Exclusion {
    Exclusion { term: term.to_owned(), matching }
}

/// A recipe of this key with lines as people write them, made of these foods.
pub(crate) fn dish(id: &str, servings: u32, lines: &[&str], foods: &Foods<'_>) -> CatalogRecipe {
    let read = |line: &&str| Line::read(line).unwrap().ingredient(foods).ingredient;
    let mut recipe = recipe(servings, lines.iter().map(read).collect());
    recipe.id = id.parse().unwrap();
    recipe.name = Name { en: id.to_owned(), ru: None };
    recipe.reheats = None;
    let derived = derive(&recipe, foods, Catalog::allergen_terms(), Measure::Us);
    CatalogRecipe { recipe: Valid::new(recipe).unwrap(), derived, tags: BTreeSet::new() }
}

/// A serving of a recipe in a slot, at 08:00 in the first slot and two hours later in each further one.
pub(crate) fn planned(date: LocalDate, slot: u8, recipe: &str) -> PlannedSlot {
    let item = MealItem {
        date,
        slot,
        recipe_id: recipe.parse().unwrap(),
        recipe_revision: 1,
        servings_pct: 100,
        meal_time: format!("{:02}:00", 8 + 2 * slot).parse().unwrap(),
        pinned: false,
        batch: None,
    };
    PlannedSlot { id: ItemId::derive(&[&date.to_string(), &slot.to_string()]), item }
}

/// The same slot with more or less than a serving.
pub(crate) fn percent(mut slot: PlannedSlot, servings_pct: u32) -> PlannedSlot {
    slot.item.servings_pct = servings_pct;
    slot
}

/// The same slot as a serving of a batch.
pub(crate) fn from_batch(mut slot: PlannedSlot, cooked_on: LocalDate, servings: u8) -> PlannedSlot {
    slot.item.batch = Some(Batch { cooked_on, cooked_slot: 0, servings });
    slot
}

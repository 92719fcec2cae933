//! ND-3, ND-7, ND-8: what follows from the foods of a recipe, and whether the facts of a food agree.

use std::collections::BTreeSet;

use domain::{
    food::{AllergenClass, FatSource, Food, Milligrams},
    law::Valid,
    nutrient::Nutrient,
    quantity::Amount,
    recipe::{Derived, Ingredient, Recipe},
};
use nutrition::{
    catalog::Catalog,
    composition::energy_mismatch,
    convert::Measure,
    derive::{Gap, derive, weigh},
    diet::{Diet, diet_tags},
    foods::Foods,
};
use proptest::prelude::*;

use crate::given::{amounts, food, grams, ingredient, measured, of_classes, recipe, valid, with};

fn derived(recipe: &Recipe, shelf: &[Valid<Food>]) -> Derived {
    derive(recipe, &Foods::new(shelf), Catalog::allergen_terms(), Measure::Us)
}

fn shelf() -> Vec<Valid<Food>> {
    let oats = with(
        food("oats", "Oats"),
        &[(Nutrient::Calories, "389"), (Nutrient::Fat, "6.9"), (Nutrient::Iron, "4.7")],
    );
    let milk = with(food("milk", "Milk"), &[(Nutrient::Calories, "61"), (Nutrient::Fat, "3.3")]);
    let milk = of_classes(Food { fat_source: FatSource::Dairy, ..milk }, &[AllergenClass::Milk]);
    valid([Food { fat_source: FatSource::Other, ..oats }, milk, food("salt", "Salt")])
}

#[test]
fn nd_7_the_example_of_the_chapter() {
    let mystery = ingredient("mystery", None, 1000, Some("dollop"));
    let porridge = recipe(2, vec![grams("oats", 100), grams("milk", 200), mystery]);
    let derived = derived(&porridge, &shelf());
    assert_eq!(derived.nutrition.get(Nutrient::Calories), Some(Amount(255_500_000)));
    assert!(!derived.is_complete());
    assert_eq!(derived.unresolved, ["mystery"]);
    assert_eq!(derived.mg, Milligrams(150_000));
    assert!(Valid::new(derived.clone()).is_ok());
    assert!(derived.fat_sources.is_empty(), "of an incomplete recipe they are not known");
    assert_eq!(derived.allergens_unknown, ["mystery"]);
}

#[test]
fn nd_7_what_a_food_does_not_tell_is_not_zero() {
    let porridge =
        recipe(1, vec![grams("oats", 100), grams("milk", 200), ingredient("salt", Some("salt"), 0, None)]);
    let derived = derived(&porridge, &shelf());
    assert!(derived.is_complete());
    // 4.7 mg are known in a third of the mass.
    assert_eq!(derived.nutrition.get(Nutrient::Iron), Some(Amount(4_700_000)));
    assert_eq!(derived.known_share(Nutrient::Iron), 333);
    assert_eq!(derived.known_share(Nutrient::Calories), 1000);
    assert_eq!(derived.nutrition.get(Nutrient::Zinc), None);
    assert_eq!(derived.allergens, BTreeSet::from([AllergenClass::Milk]));
    // 6.9 of 13.5 g of fat.
    let sources: Vec<_> =
        derived.fat_sources.iter().map(|(source, share)| (source.as_str(), *share)).collect();
    assert_eq!(sources, [("dairy", 488), ("other", 511)]);
    assert!(Valid::new(derived).is_ok());
}

#[test]
fn nd_7_what_is_to_taste_has_no_nutrition_but_counts_for_allergens() {
    let butter = of_classes(food("butter", "Butter"), &[AllergenClass::Milk]);
    let foods = valid([food("rice", "Rice"), butter]);
    let plain = recipe(1, vec![grams("rice", 100), ingredient("butter", Some("butter"), 0, None)]);
    let derived = derived(&plain, &foods);
    assert_eq!(derived.nutrition.get(Nutrient::Calories), Some(Amount(100_000_000)));
    assert!(derived.is_complete() && derived.allergens.contains(&AllergenClass::Milk));
}

#[test]
fn nd_7_a_gap_says_what_is_missing() {
    let shelf = shelf();
    let gap = |ingredient: Ingredient| weigh(&ingredient, &Foods::new(&shelf), Measure::Us).unwrap_err();
    assert_eq!(gap(ingredient("mystery", None, 1000, None)), Gap::NoFood("mystery".into()));
    let unknown = gap(ingredient("oats", Some("oatz"), 1000, None));
    assert_eq!(unknown.to_string(), "oats: there is no food `oatz`, expected the key of one");
    assert!(matches!(gap(ingredient("oats", Some("oats"), 1000, Some("cup"))), Gap::NoConversion(_)));
}

#[test]
fn nd_7_sums_are_divided_once_at_the_end() {
    let thirds = with(food("thirds", "Thirds"), &[(Nutrient::Copper, "0.000001")]);
    let foods = valid([thirds]);
    // Each 50 g hold half of a millionth: rounded one by one they would be two.
    let pair = recipe(1, vec![grams("thirds", 50), grams("thirds", 50)]);
    assert_eq!(derived(&pair, &foods).nutrition.get(Nutrient::Copper), Some(Amount(1)));
}

fn menu() -> Vec<Valid<Food>> {
    let with_source = |id: &str, source| Food { fat_source: source, ..food(id, id) };
    valid([
        food("rice", "Rice"),
        food("honey", "Honey"),
        food("gelatin", "Gelatin, dry"),
        food("lettuce", "Lamb's lettuce"),
        Food { allergens: None, ..food("sauce", "House sauce") },
        of_classes(with_source("cheese", FatSource::Dairy), &[AllergenClass::Milk]),
        of_classes(with_source("egg", FatSource::Egg), &[AllergenClass::Egg]),
        of_classes(with_source("cod", FatSource::Fish), &[AllergenClass::Fish]),
        of_classes(food("shrimp", "Shrimp"), &[AllergenClass::Crustacean]),
        Food { fat_source: FatSource::Fish, ..food("crab", "Crab meat") },
        with_source("chicken", FatSource::Poultry),
        of_classes(food("bread", "Bread"), &[AllergenClass::Wheat, AllergenClass::Gluten]),
    ])
}

#[test]
fn nd_3_diet_tags_follow_from_the_foods() {
    let menu = menu();
    let tags = |foods: &[&str]| {
        let mut dish = recipe(1, foods.iter().map(|food| grams(food, 100)).collect());
        dish.tags = ["freezable", "vegan"].map(|tag| tag.parse().unwrap()).into();
        let found = diet_tags(&dish, &Foods::new(&menu), Catalog::allergen_terms());
        let tags: Vec<_> = found.tags.iter().map(ToString::to_string).collect();
        (tags.join(" "), found.contradicted)
    };
    let all = "dairy_free freezable gluten_free pescatarian vegan vegetarian";
    assert_eq!(tags(&["rice", "lettuce"]), (all.to_owned(), vec![]));
    let (of_cheese, contradicted) = tags(&["rice", "cheese"]);
    assert_eq!(of_cheese, "freezable gluten_free pescatarian vegetarian");
    assert_eq!((contradicted[0].diet, contradicted[0].ingredient.as_str()), (Diet::Vegan, "cheese"));
    assert_eq!(
        contradicted[0].to_string(),
        "the recipe is tagged vegan, but cheese is not; maybe take the tag away"
    );
    for (food, expected) in [
        ("honey", "dairy_free freezable gluten_free pescatarian vegetarian"),
        ("egg", "dairy_free freezable gluten_free pescatarian vegetarian"),
        ("gelatin", "dairy_free freezable gluten_free"),
        ("chicken", "dairy_free freezable gluten_free"),
        ("cod", "dairy_free freezable gluten_free pescatarian"),
        ("shrimp", "dairy_free freezable gluten_free pescatarian"),
        ("crab", "dairy_free freezable gluten_free pescatarian"),
        ("bread", "dairy_free freezable pescatarian vegan vegetarian"),
    ] {
        assert_eq!(tags(&["rice", food]).0, expected, "{food}");
    }
}

#[test]
fn nd_3_what_is_unknown_proves_no_diet_and_contradicts_none() {
    let menu = menu();
    let mut dish = recipe(1, vec![grams("rice", 100), grams("sauce", 10)]);
    dish.tags = BTreeSet::from(["vegan".parse().unwrap()]);
    let found = diet_tags(&dish, &Foods::new(&menu), Catalog::allergen_terms());
    let tags: Vec<_> = found.tags.iter().map(ToString::to_string).collect();
    assert_eq!((tags.join(" ").as_str(), found.contradicted.len()), ("pescatarian", 0));
    // The name shows soy, but it does not say that there is nothing else.
    dish.ingredients.push(ingredient("tofu from the market", None, 1000, None));
    assert!(diet_tags(&dish, &Foods::new(&menu), Catalog::allergen_terms()).tags.is_empty());
}

#[test]
fn nd_8_energy_far_from_its_parts_is_a_warning() {
    let of = |kcal: &str, fat: &str| {
        let facts = [(Nutrient::Calories, kcal), (Nutrient::Fat, fat)];
        energy_mismatch(&with(food("oil", "Oil"), &facts)).is_some()
    };
    assert!(!of("20", "0") && of("20.000001", "0"), "20 kcal may differ in any food");
    // 9 × 50 = 450 of 600 stated: exactly a quarter.
    assert!(!of("600", "50") && of("600.1", "50") && !of("360", "50") && of("359.9", "50"));
    let warning = energy_mismatch(&with(food("oil", "Oil"), &[(Nutrient::Calories, "900")])).unwrap();
    let json = serde_json::to_string(&warning).unwrap();
    assert_eq!(json, r#"{"code":"energy_mismatch","facts":{"computed":0,"food":"oil","stated":900}}"#);
}

#[test]
fn nd_7_the_recipes_of_the_catalogue_keep_the_law_of_what_is_derived() {
    for entry in Catalog::embedded().recipes() {
        assert!(Valid::new(entry.derived.clone()).is_ok(), "{}", entry.recipe.id);
    }
}

/// Ingredients of three foods, one of which does not know its iron.
fn parts() -> impl Strategy<Value = Vec<Ingredient>> {
    let part = (prop::sample::select(vec!["oats", "milk", "salt"]), 1u32..2000);
    prop::collection::vec(part.prop_map(|(food, mass)| grams(food, mass)), 1..12)
}

proptest! {
    #[test]
    fn nd_7_the_order_of_ingredients_does_not_matter(parts in parts(), servings in 1u32..10, seed in any::<prop::sample::Index>()) {
        let shelf = shelf();
        let straight = derived(&recipe(servings, parts.clone()), &shelf);
        let mut turned = parts;
        let middle = seed.index(turned.len());
        turned.rotate_left(middle);
        turned.reverse();
        prop_assert_eq!(derived(&recipe(servings, turned), &shelf), straight);
    }

    #[test]
    fn nd_7_nutrition_is_linear_in_servings(parts in parts(), servings in 1u32..10, times in 1u32..5) {
        let shelf = shelf();
        let once = derived(&recipe(servings, parts.clone()), &shelf);
        let many: Vec<_> = std::iter::repeat_n(parts.clone(), times as usize).flatten().collect();
        prop_assert_eq!(derived(&recipe(servings * times, many), &shelf), once.clone());
        let whole = derived(&recipe(1, parts), &shelf);
        for (nutrient, amount) in once.nutrition.known() {
            let all = whole.nutrition.get(nutrient).unwrap().0;
            prop_assert!((amount.0 * i64::from(servings) - all).abs() <= i64::from(servings));
        }
        prop_assert!(Valid::new(once).is_ok());
    }
}

#[test]
fn nd_7_portions_count_like_grams() {
    let egg = measured(with(food("egg", "Egg"), &[(Nutrient::Calories, "143")]), &[("piece", 50_000)]);
    let eggs = recipe(1, vec![ingredient("eggs", Some("egg"), 3000, None)]);
    let derived = derived(&eggs, &valid([egg]));
    assert_eq!(
        derived.nutrition,
        amounts(&[
            (Nutrient::Calories, "214.5"),
            (Nutrient::Protein, "0"),
            (Nutrient::Fat, "0"),
            (Nutrient::Carbs, "0")
        ])
    );
}

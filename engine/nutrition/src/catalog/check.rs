//! Whether a catalogue is rich enough to plan with (ND-13).

use domain::{nutrient::Nutrient, quantity::Amount, recipe::MealType, spec::SpecId};

use super::{
    Catalog, CatalogRecipe, FOODS,
    finding::{CatalogFinding, Place, Report},
};
use crate::diet::Diet;

const RULE: SpecId = SpecId::new("ND-13");

/// Foods of which everything is known, at least.
const KNOWN_FOODS: usize = 250;

/// What the foods of the product lack.
pub fn check_foods(catalog: &Catalog) -> Vec<CatalogFinding> {
    let mut report = Report::default();
    let place = Place::start(FOODS);
    let knows_all = |nutrition: &domain::nutrient::Nutrients| {
        Nutrient::ALL.iter().all(|&nutrient| nutrition.get(nutrient).is_some())
    };
    let known = catalog.foods.iter().filter(|food| knows_all(&food.per_100g)).count();
    let found = format_args!("{known} foods without unknown nutrients");
    report.require(
        known >= KNOWN_FOODS,
        &place,
        RULE,
        ("", ""),
        found,
        format_args!("{KNOWN_FOODS} or more"),
    );
    for food in &catalog.foods {
        let measured = !food.portions.is_empty() || food.density_mg_per_ml.is_some();
        let at = (food.id.as_str(), "portions");
        report.require(measured, &place, RULE, at, "nothing but grams", "a portion or a density");
        let translated = food.name.ru.is_some();
        report.require(translated, &place, RULE, (food.id.as_str(), "name"), "English alone", "Russian too");
        let knows_allergens = food.allergens.is_some();
        let at = (food.id.as_str(), "allergens");
        report.require(knows_allergens, &place, RULE, at, "unknown", "its classes, or none");
    }
    report.into_findings()
}

/// What a catalogue must have of each kind of recipe, at least.
struct Quota {
    kind: &'static str,
    least: usize,
    counts: fn(&CatalogRecipe) -> bool,
}

const QUOTAS: &[Quota] = &[
    Quota { kind: "recipes", least: 150, counts: |_| true },
    Quota { kind: "breakfasts", least: 25, counts: |entry| suits(entry, MealType::Breakfast) },
    Quota { kind: "lunches", least: 25, counts: |entry| suits(entry, MealType::Lunch) },
    Quota { kind: "dinners", least: 25, counts: |entry| suits(entry, MealType::Dinner) },
    Quota { kind: "snacks", least: 25, counts: |entry| suits(entry, MealType::Snack) },
    Quota { kind: "meals before a workout", least: 10, counts: |entry| suits(entry, MealType::PreWorkout) },
    Quota { kind: "meals after a workout", least: 10, counts: |entry| suits(entry, MealType::PostWorkout) },
    Quota { kind: "vegetarian recipes", least: 60, counts: |entry| keeps(entry, Diet::Vegetarian) },
    Quota { kind: "vegan recipes", least: 35, counts: |entry| keeps(entry, Diet::Vegan) },
    Quota { kind: "gluten-free recipes", least: 60, counts: |entry| keeps(entry, Diet::GlutenFree) },
    Quota { kind: "dairy-free recipes", least: 60, counts: |entry| keeps(entry, Diet::DairyFree) },
    Quota { kind: "recipes of at most 5 minutes", least: 30, counts: |entry| takes_at_most(entry, 5) },
    Quota { kind: "recipes of at most 15 minutes", least: 70, counts: |entry| takes_at_most(entry, 15) },
];

fn suits(entry: &CatalogRecipe, meal: MealType) -> bool {
    entry.recipe.meal_types.contains(&meal)
}

fn keeps(entry: &CatalogRecipe, diet: Diet) -> bool {
    entry.tags.iter().any(|tag| tag.as_str() == diet.as_str())
}

fn takes_at_most(entry: &CatalogRecipe, minutes: u32) -> bool {
    entry.recipe.cooking_time_minutes <= minutes
}

/// What the recipes of the product lack.
pub fn check_recipes(catalog: &Catalog) -> Vec<CatalogFinding> {
    let mut report = Report::default();
    let place = Place::start("recipes");
    for Quota { kind, least, counts } in QUOTAS {
        let count = catalog.recipes.iter().filter(|entry| counts(entry)).count();
        let found = format_args!("{count} {kind}");
        report.require(count >= *least, &place, RULE, ("", ""), found, format_args!("{least} or more"));
    }
    for CatalogRecipe { recipe, derived, .. } in &catalog.recipes {
        let key = recipe.id.as_str();
        let minutes = recipe.cooking_time_minutes;
        let at = (key, "cooking_time_minutes");
        report.require((2..=60).contains(&minutes), &place, RULE, at, minutes, "2..60");
        let kcal = derived.nutrition.get(Nutrient::Calories).unwrap_or_default();
        let fits = Amount(120 * Amount::UNIT) <= kcal && kcal <= Amount(900 * Amount::UNIT);
        let found = format_args!("{kcal} kcal in a serving");
        report.require(fits, &place, RULE, (key, "nutrition"), found, "120..900 kcal");
        let translated = recipe.name.ru.is_some() && recipe.steps.ru.len() == recipe.steps.en.len();
        let expected = "name and steps in both languages";
        report.require(translated, &place, RULE, (key, "steps"), "English alone", expected);
    }
    report.into_findings()
}

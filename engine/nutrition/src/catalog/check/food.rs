//! What foods must have to be planned, weighed and avoided with (ND-13).

use domain::{
    catalog::{Place, Rule},
    food::{AllergenClass, Food, KitchenVolume, Unit},
    nutrient::Nutrient,
};

use super::{
    super::{Catalog, FOODS, PORTIONS, report::Report},
    ND_13,
};
use crate::{allergen::food_names, text::Norm};

/// Foods of which everything is known, at least.
const KNOWN: usize = 250;

/// Enough foods are known in full; all of them can be measured, are called in both languages, and have the allergens
/// that their names tell of.
pub(super) fn foods(catalog: &Catalog, report: &mut Report) {
    let knows_all = |food: &Food| Nutrient::ALL.iter().all(|&nutrient| food.per_100g.get(nutrient).is_some());
    let known = catalog.foods.iter().filter(|food| knows_all(food)).count();
    let found = format_args!("{known} foods without unknown nutrients");
    let expected = format_args!("{KNOWN} or more");
    report.require(known >= KNOWN, &Place::file(FOODS), ND_13, ("", ""), found, expected);
    for food in &catalog.foods {
        let place = &catalog.places.foods[&food.id];
        let at = |field| (food.id.as_str(), field);
        let is_translated = food.name.ru.is_some();
        report.require(is_translated, place, ND_13, at("name_ru"), "nothing", "a Russian name");
        measures(food, report);
        allergens(food, catalog, place, report);
    }
}

/// A food can be measured without a scale, and in one way.
fn measures(food: &Food, report: &mut Report) {
    const ND_5: Rule = Rule::catalog("ND-5");
    let place = Place::file(PORTIONS);
    let key = food.id.as_str();
    let is_measured = !food.portions.is_empty() || food.density_mg_per_ml.is_some();
    report.require(is_measured, &place, ND_13, (key, ""), "nothing but grams", "a portion or a density");
    // A portion comes before the density, so that a US cup would be taken for a metric one.
    let has_cup = food.portions.iter().any(|portion| portion.unit == Unit::Volume(KitchenVolume::Cup));
    if let Some(density) = food.density_mg_per_ml {
        let found = format_args!("cup beside a density of {density}");
        report.require(!has_cup, &place, ND_5, (key, "unit"), found, "one of both");
    }
}

/// ND-10: what the names of a food show is in it.
fn allergens(food: &Food, catalog: &Catalog, place: &Place, report: &mut Report) {
    const ND_10: Rule = Rule::catalog("ND-10");
    let known = food.allergens.clone().unwrap_or_default();
    for name in food_names(food) {
        let shown = catalog.allergens.classes_in(&Norm::of(name)).unwrap_or_default();
        let missing: Vec<&str> = shown.difference(&known).copied().map(AllergenClass::as_str).collect();
        let found = format_args!("no {}, but it is called `{name}`", missing.join(", "));
        let at = (food.id.as_str(), "allergens");
        report.require(missing.is_empty(), place, ND_10, at, found, "the classes that its names show");
    }
}

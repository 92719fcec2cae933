//! What recipes must be like to be planned and printed (ND-13).

use std::collections::BTreeMap;

use domain::{
    catalog::{Place, Rule},
    nutrient::Nutrient,
    quantity::Amount,
    recipe::RecipeKey,
};

use super::{
    super::{Catalog, CatalogRecipe, recipe::MEASURE, report::Report},
    ND_13,
};
use crate::{composition::macro_energy, duplicate::Content, foods::Foods, text::Norm};

/// A recipe takes minutes, not hours; a serving is neither a bite nor a feast and its energy is that of its macros;
/// everything is said in both languages.
pub(super) fn recipes(catalog: &Catalog, report: &mut Report) {
    const ND_8: Rule = Rule::catalog("ND-8");
    for CatalogRecipe { recipe, derived, .. } in &catalog.recipes {
        let place = &catalog.places.recipes[&recipe.id];
        let at = |field| (recipe.id.as_str(), field);
        let minutes = recipe.cooking_time_minutes;
        report.require(
            (2..=60).contains(&minutes),
            place,
            ND_13,
            at("cooking_time_minutes"),
            minutes,
            "2..60",
        );
        let energy = derived.nutrition.get(Nutrient::Calories).unwrap_or_default();
        let fits = Amount(120 * Amount::UNIT) <= energy && energy <= Amount(900 * Amount::UNIT);
        let found = format_args!("{energy} kcal in a serving");
        report.require(fits, place, ND_13, at("ingredients"), found, "120..900 kcal");
        let computed = macro_energy(&derived.nutrition).unwrap_or_default();
        let found = format_args!("{energy} kcal in a serving with {computed} kcal of macros");
        let is_near = 10 * (energy.0 - computed.0).abs() <= energy.0;
        report.require(is_near, place, ND_8, at("ingredients"), found, "no more than 10 % between them");
        let is_named = recipe.name.ru.is_some();
        report.require(is_named, place, ND_13, at("name/ru"), "nothing", "a Russian name");
        let (en, ru) = (recipe.steps.en.len(), recipe.steps.ru.len());
        let found = format_args!("{en} steps in English, {ru} in Russian");
        report.require(en > 0 && en == ru, place, ND_13, at("steps"), found, "the same steps in both");
    }
}

/// Every recipe has names of its own, so that a person can tell them apart.
pub(super) fn names(catalog: &Catalog, report: &mut Report) {
    let mut owners: BTreeMap<Norm, &RecipeKey> = BTreeMap::new();
    for CatalogRecipe { recipe, .. } in &catalog.recipes {
        let names = [("name/en", Some(&recipe.name.en)), ("name/ru", recipe.name.ru.as_ref())];
        for (field, name) in names {
            let Some(name) = name else { continue };
            let owner = *owners.entry(Norm::of(name)).or_insert(&recipe.id);
            let (place, at) = (&catalog.places.recipes[&recipe.id], (recipe.id.as_str(), field));
            let found = format_args!("`{name}` is the name of {owner} too");
            report.require(*owner == recipe.id, place, ND_13, at, found, "a name of its own");
        }
    }
}

/// ND-14: no two recipes are the same dish.
pub(super) fn contents(catalog: &Catalog, report: &mut Report) {
    const ND_14: Rule = Rule::catalog("ND-14");
    let foods = Foods::new(&catalog.foods);
    let mut earlier: Vec<(&RecipeKey, Content)> = Vec::new();
    for CatalogRecipe { recipe, .. } in &catalog.recipes {
        let Some(content) = Content::of(recipe, &foods, MEASURE) else { continue };
        if let Some((same, _)) = earlier.iter().find(|(_, other)| content.is_same(other)) {
            let place: &Place = &catalog.places.recipes[&recipe.id];
            let found = format_args!("the foods and minutes of {same}");
            report.require(false, place, ND_14, (recipe.id.as_str(), "ingredients"), found, "another dish");
        }
        earlier.push((&recipe.id, content));
    }
}

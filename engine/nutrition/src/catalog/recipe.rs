//! Reads `recipes/*.yaml`: lists of recipes (ND-3).

use std::collections::BTreeMap;

use domain::{
    catalog::{Place, Rule},
    error::ErrorCode,
    law::Valid,
    recipe::{Recipe, RecipeKey},
};
use serde_json::Value;
use serde_saphyr::Spanned;

use super::{CatalogRecipe, report::Report};
use crate::{
    allergen::AllergenTerms,
    convert::Measure,
    derive::{Gap, derive, weigh},
    diet::diet_tags,
    foods::Foods,
};

const RULE: Rule = Rule::catalog("ND-3");
const TAGS: Rule = Rule::new(ErrorCode::TagContradicted, "ND-3");

/// What the spoons and cups of the catalogue's recipes hold.
pub(super) const MEASURE: Measure = Measure::Us;

/// The recipes by key, with what follows from their foods, and where they stand. All of them are complete (ND-13).
pub(super) fn read<'f>(
    files: impl Iterator<Item = &'f (&'f str, &'f str)>,
    foods: &Foods<'_>,
    terms: &AllergenTerms,
    report: &mut Report,
) -> BTreeMap<RecipeKey, (Place, CatalogRecipe)> {
    let mut recipes: BTreeMap<RecipeKey, (Place, CatalogRecipe)> = BTreeMap::new();
    for (file, text) in files {
        for (place, written) in entries(file, text, report) {
            let Some(recipe) = read_recipe(&place, written, report) else { continue };
            report_ingredients(&place, &recipe, foods, report);
            let diet = diet_tags(&recipe, foods, terms);
            for contradicted in &diet.contradicted {
                let expected = "tags that the foods prove";
                let at = (recipe.id.as_str(), "tags");
                report.require(false, &place, TAGS, at, contradicted, expected);
            }
            let entry =
                CatalogRecipe { derived: derive(&recipe, foods, terms, MEASURE), tags: diet.tags, recipe };
            let key = entry.recipe.id.clone();
            if let Some((first, _)) = recipes.insert(key.clone(), (place.clone(), entry)) {
                let found = format_args!("the entry at {first} has this key too");
                report.require(false, &place, RULE, (key.as_str(), "id"), found, "a key of its own");
            }
        }
    }
    recipes
}

/// The entries of a file with their lines.
fn entries(file: &str, text: &str, report: &mut Report) -> Vec<(Place, Value)> {
    match serde_saphyr::from_str::<Vec<Spanned<Value>>>(text) {
        Ok(list) => {
            let placed = |entry: Spanned<Value>| (Place::line(file, entry.referenced.line()), entry.value);
            list.into_iter().map(placed).collect()
        }
        Err(error) => {
            let place = Place { line: error.location().map(|at| at.line()), ..Place::file(file) };
            report.error(&place, RULE, ("", ""), error.without_snippet());
            Vec::new()
        }
    }
}

fn read_recipe(place: &Place, written: Value, report: &mut Report) -> Option<Valid<Recipe>> {
    let name = written.get("id").and_then(Value::as_str).unwrap_or("a recipe").to_owned();
    let recipe: Recipe = serde_json::from_value(written)
        .map_err(|error| report.error(place, RULE, (&name, ""), error))
        .ok()?;
    Valid::new(recipe).map_err(|invalid| report.breaches(place, &name, &invalid)).ok()
}

/// Every ingredient is a food of the catalogue in a unit that can be weighed; what is to taste needs the food alone.
fn report_ingredients(place: &Place, recipe: &Recipe, foods: &Foods<'_>, report: &mut Report) {
    for (index, ingredient) in recipe.ingredients.iter().enumerate() {
        let field = format!("ingredients/{index}");
        let at = (recipe.id.as_str(), field.as_str());
        let has_food = ingredient.food_id.as_ref().is_some_and(|key| foods.get(key).is_some());
        match weigh(ingredient, foods, MEASURE) {
            Ok(_) => {}
            Err(_) if ingredient.to_taste && has_food => {}
            Err(gap @ Gap::NoConversion(_)) => report.error(place, RULE, at, gap),
            Err(gap) => {
                let named = foods.resolve(&ingredient.text);
                let maybe = named.map_or(String::new(), |food| format!("; maybe `{}`", food.id));
                report.error(place, RULE, at, format_args!("{gap}{maybe}"));
            }
        }
    }
}

//! Recipes from a page with JSON-LD of schema.org, from such JSON alone, or as ND-3 writes them in JSON or YAML (MF-4).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::Valid,
    nutrient::Nutrients,
    recipe::{Recipe, RecipeKey},
    spec::SpecId,
};
use serde::Serialize;
use serde_json::Value;

use super::{
    duplicate::Contents,
    json_ld,
    key::Keys,
    plain, published,
    report::{Entry, Import, RULE, Stored},
};
use crate::{
    allergen::AllergenTerms,
    convert::{Measure, NoConversion},
    derive::{Gap, derive, weigh},
    diet::diet_tags,
    foods::{Foods, Unresolved},
    ingredient::{NotAnIngredient, settle},
    warning::{Warning, WarningCode},
};

/// What recipes are read with.
#[derive(Debug, Clone, Copy)]
pub struct Kitchen<'a> {
    /// What ingredients can be.
    pub foods: &'a Foods<'a>,
    /// By which words allergens are found.
    pub terms: &'a AllergenTerms,
    /// What spoons and cups hold.
    pub measure: Measure,
    /// The minutes of a recipe that does not state them, if the person gives some (ND-8).
    pub default_minutes: Option<u32>,
    /// The recipes that are there already.
    pub known: &'a [&'a Recipe],
}

/// A recipe with what its page says about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportedRecipe {
    /// The recipe; ingredients without food are unresolved and named in the report.
    pub recipe: Valid<Recipe>,
    /// What the page publishes about a serving; planning never counts with it unless the person says so.
    pub published: Nutrients,
}

impl Stored for ImportedRecipe {
    fn key(&self) -> &str {
        self.recipe.id.as_str()
    }

    const INVALID: ErrorCode = ErrorCode::InvalidRecipe;
}

/// A recipe as it was written, before it is compared with what is known.
pub(super) struct Written {
    pub(super) recipe: Recipe,
    /// Whether the source gave it its key; others are named here.
    pub(super) has_key: bool,
    pub(super) published: Nutrients,
}

/// Reads recipes from a text, which came from `address` if it was fetched.
///
/// Markup, JSON and YAML are told apart by the first letter. An ingredient that is not one known food, or that cannot
/// be weighed, is a warning with what it may be: the recipe is kept, but not planned until that is settled.
pub fn read(text: &str, address: Option<&str>, kitchen: &Kitchen<'_>) -> Import<ImportedRecipe> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let mut remarks: Vec<Entry<ImportedRecipe>> = Vec::new();
    let written: Vec<Entry<Written>> = if text.starts_with('<') {
        let (documents, broken) = json_ld::documents(text);
        remarks.extend(broken);
        numbered(documents.iter().flat_map(json_ld::recipes), |row, value| {
            json_ld::read(row, value, address, kitchen)
        })
    } else {
        match document(text) {
            Ok(document) => read_document(&document, address, kitchen),
            Err(error) => {
                remarks.push(Entry::unreadable(0, error, "a page, or a document in JSON or YAML"));
                Vec::new()
            }
        }
    };
    if written.is_empty() && remarks.iter().all(|remark| remark.errors.is_empty()) {
        remarks.push(Entry::unreadable(0, "no recipe", "a schema.org Recipe, or recipes in JSON or YAML"));
    }
    let given = written.iter().filter_map(|entry| entry.value.as_ref().filter(|written| written.has_key));
    let mut table = Table::new(kitchen, given.map(|written| written.recipe.id.clone()));
    remarks.into_iter().chain(written.into_iter().map(|entry| table.finish(entry))).collect()
}

fn document(text: &str) -> Result<Value, String> {
    if text.starts_with(['{', '[']) {
        serde_json::from_str(text).map_err(|error| error.to_string())
    } else {
        serde_saphyr::from_str(text).map_err(|error| error.without_snippet().to_string())
    }
}

/// Recipes of schema.org if there is one, else those of ND-3.
fn read_document(document: &Value, address: Option<&str>, kitchen: &Kitchen<'_>) -> Vec<Entry<Written>> {
    let of_schema = json_ld::recipes(document);
    if of_schema.is_empty() {
        return numbered(plain::recipes(document), |row, value| plain::read(row, value, kitchen));
    }
    numbered(of_schema, |row, value| json_ld::read(row, value, address, kitchen))
}

fn numbered<'v>(
    values: impl IntoIterator<Item = &'v Value>,
    read: impl Fn(u64, &Value) -> Entry<Written>,
) -> Vec<Entry<Written>> {
    (1..).zip(values).map(|(row, value)| read(row, value)).collect()
}

impl<T> Entry<T> {
    /// The minutes that are stated, else those that the person gives, else an error.
    pub(super) fn minutes(&mut self, pointer: &str, stated: Option<u32>, kitchen: &Kitchen<'_>) -> u32 {
        stated.or(kitchen.default_minutes).unwrap_or_else(|| {
            self.error(ErrorCode::MissingTime, RULE, pointer, "no time", "how long it takes, or a default");
            0
        })
    }

    /// The servings that are stated, else one, which is worth knowing.
    pub(super) fn servings(&mut self, pointer: &str, stated: Option<u32>) -> u32 {
        stated.unwrap_or_else(|| {
            self.notice(pointer, Warning::new(WarningCode::ServingsMissing));
            1
        })
    }

    /// Reports a line that is no ingredient.
    pub(super) fn ingredient_error(&mut self, pointer: &str, error: &NotAnIngredient) {
        let message = error.to_string();
        let (found, expected) = message.split_once(", expected ").unwrap_or((&message, "an ingredient"));
        self.error(ErrorCode::InvalidRecipe, SpecId::new("ND-6"), pointer, found, expected);
    }
}

/// Where recipes are finished, one after the other.
struct Table<'a> {
    kitchen: &'a Kitchen<'a>,
    keys: Keys<'a>,
    contents: Contents,
    /// As they were written, by name.
    earlier: BTreeMap<String, Vec<Recipe>>,
}

impl<'a> Table<'a> {
    /// A table on which no recipe gets one of the keys that others bring.
    fn new(kitchen: &'a Kitchen<'a>, given: impl Iterator<Item = RecipeKey>) -> Self {
        let mut contents = Contents::default();
        for recipe in kitchen.known {
            contents.add(recipe, kitchen.foods, kitchen.measure);
        }
        Self { kitchen, keys: Keys::new(kitchen.known, given), contents, earlier: BTreeMap::new() }
    }

    /// The recipe with its key, its foods and the tags that they prove, unless something is wrong with it.
    fn finish(&mut self, written: Entry<Written>) -> Entry<ImportedRecipe> {
        let Entry { row, name, value, errors, notices } = written;
        let mut entry = Entry { row, name, value: None, errors, notices };
        let Some(Written { mut recipe, has_key, published }) = value else { return entry };
        let namesakes = self.earlier.entry(recipe.name.en.clone()).or_default();
        if namesakes.contains(&recipe) {
            entry.notice("", Warning::new(WarningCode::LeftOut).fact("found", recipe.name.en));
            return entry;
        }
        namesakes.push(recipe.clone());
        resolve(&mut recipe, self.kitchen, &mut entry);
        let Kitchen { foods, terms, measure, .. } = *self.kitchen;
        let diet = diet_tags(&recipe, foods, terms);
        recipe.tags = diet.tags;
        for contradicted in diet.contradicted {
            let warning = Warning::new(WarningCode::TagContradicted).fact("tag", contradicted.diet.as_str());
            entry.notice("/tags", warning.fact("ingredient", contradicted.ingredient));
        }
        if !has_key {
            self.keys.name(&mut recipe);
        }
        match Valid::new(recipe) {
            Ok(recipe) if entry.errors.is_empty() => {
                let derived = derive(&recipe, foods, terms, measure);
                if let Some(warning) = published::compare(&published, &derived) {
                    entry.notice("/nutrition/calories", warning);
                }
                if let Some(other) = self.contents.find(&recipe, foods, measure) {
                    let warning = Warning::new(WarningCode::DuplicateRecipeContent);
                    entry.notice("", warning.fact("recipe", other.as_str()));
                }
                self.contents.add(&recipe, foods, measure);
                entry.value = Some(ImportedRecipe { recipe, published });
            }
            Ok(_) => {}
            Err(invalid) => entry.breaches(&invalid),
        }
        entry
    }
}

/// Finds the food of every ingredient that has none, and reports what is not one food or cannot be weighed.
fn resolve(recipe: &mut Recipe, kitchen: &Kitchen<'_>, entry: &mut Entry<ImportedRecipe>) {
    for (index, ingredient) in recipe.ingredients.iter_mut().enumerate() {
        let pointer = format!("/ingredients/{index}");
        if ingredient.food_id.is_none()
            && let Err(unresolved) = settle(ingredient, kitchen.foods)
        {
            entry.notice(&pointer, unresolved_food(unresolved));
            continue;
        }
        match weigh(ingredient, kitchen.foods, kitchen.measure) {
            Err(Gap::NoConversion(gap)) if !ingredient.to_taste => entry.notice(&pointer, no_conversion(gap)),
            Err(Gap::UnknownFood { food, .. }) => {
                let nearest = match kitchen.foods.resolve(&ingredient.text) {
                    Ok(named) => vec![named.id.clone()],
                    Err(Unresolved::Ambiguous { candidates, .. }) => candidates,
                    Err(Unresolved::Unknown { nearest, .. }) => nearest,
                };
                let unresolved = Unresolved::Unknown { name: food.to_string(), nearest };
                entry.notice(&pointer, unresolved_food(unresolved));
            }
            _ => {}
        }
    }
}

fn unresolved_food(unresolved: Unresolved) -> Warning {
    let texts = |keys: Vec<domain::food::FoodKey>| keys.iter().map(ToString::to_string).collect::<Vec<_>>();
    match unresolved {
        Unresolved::Ambiguous { name, candidates } => {
            Warning::new(WarningCode::AmbiguousFood).fact("name", name).fact("candidates", texts(candidates))
        }
        Unresolved::Unknown { name, nearest } => {
            let warning =
                Warning::new(WarningCode::UnknownFood).fact("name", name).fact("count", nearest.len());
            warning.fact("nearest", texts(nearest))
        }
    }
}

fn no_conversion(NoConversion { ingredient, unit, food, known_units }: NoConversion) -> Warning {
    let units: Vec<String> = known_units.iter().map(ToString::to_string).collect();
    let warning = Warning::new(WarningCode::NoConversion).fact("ingredient", ingredient).fact("unit", unit);
    warning.fact("food", food.to_string()).fact("known_units", units)
}

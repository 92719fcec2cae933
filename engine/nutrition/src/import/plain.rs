//! Recipes as ND-3 writes them, in JSON or YAML, with what a person may leave unsaid (MF-4).

use domain::{
    error::ErrorCode,
    nutrient::Nutrients,
    recipe::{Ingredient, Recipe},
    spec::SpecId,
};
use serde_json::{Map, Value, json};

use super::{
    recipe::{Kitchen, Written},
    report::Entry,
};
use crate::ingredient::Line;

const RULE: SpecId = SpecId::new("ND-3");

/// The recipes of a document: a list of them, a list under `recipes`, or one alone.
pub(super) fn recipes(document: &Value) -> Vec<&Value> {
    match document {
        Value::Array(list) => list.iter().collect(),
        Value::Object(fields) => match fields.get("recipes") {
            Some(Value::Array(list)) => list.iter().collect(),
            _ => vec![document],
        },
        _ => Vec::new(),
    }
}

/// Reads a recipe. It may leave out its key and source, give its name as a plain text, and its ingredients as lines
/// (ND-6).
pub(super) fn read(row: u64, value: &Value, kitchen: &Kitchen<'_>) -> Entry<Written> {
    let Value::Object(fields) = value else {
        let mut entry = Entry::new(row, "");
        entry.error(ErrorCode::InvalidRecipe, RULE, "", "something else", "a recipe with its fields");
        return entry;
    };
    let mut fields = fields.clone();
    let mut entry = Entry::new(row, name(&mut fields));
    let has_key = fields.contains_key("id");
    fields.entry("id").or_insert_with(|| json!("recipe"));
    fields.entry("source").or_insert_with(|| json!({ "kind": "user" }));
    if is_absent(&fields, "servings") {
        let servings = entry.servings("/servings", None);
        fields.insert("servings".to_owned(), servings.into());
    }
    if is_absent(&fields, "cooking_time_minutes") {
        let minutes = entry.minutes("/cooking_time_minutes", None, kitchen);
        fields.insert("cooking_time_minutes".to_owned(), minutes.into());
    }
    read_lines(&mut fields, kitchen, &mut entry);
    match serde_json::from_value::<Recipe>(Value::Object(fields)) {
        Ok(recipe) => {
            entry.value = Some(Written { recipe, has_key, published: Nutrients::UNKNOWN });
        }
        Err(error) => {
            let message = error.to_string();
            let (found, expected) =
                message.split_once(", expected ").unwrap_or((&message, "a recipe of ND-3"));
            entry.error(ErrorCode::InvalidRecipe, RULE, "", found, expected);
        }
    }
    entry
}

fn is_absent(fields: &Map<String, Value>, field: &str) -> bool {
    fields.get(field).is_none_or(Value::is_null)
}

/// What the recipe is called; a plain name is the English one.
fn name(fields: &mut Map<String, Value>) -> String {
    match fields.get_mut("name") {
        Some(Value::String(name)) => {
            let name = name.clone();
            fields.insert("name".to_owned(), json!({ "en": name }));
            name
        }
        Some(names) => names.get("en").and_then(Value::as_str).unwrap_or_default().to_owned(),
        None => String::new(),
    }
}

/// Takes ingredients that are written as lines apart.
fn read_lines(fields: &mut Map<String, Value>, kitchen: &Kitchen<'_>, entry: &mut Entry<Written>) {
    let Some(Value::Array(ingredients)) = fields.get_mut("ingredients") else { return };
    for (index, ingredient) in ingredients.iter_mut().enumerate() {
        let Value::String(text) = ingredient else { continue };
        match Line::read(text) {
            Ok(line) => *ingredient = written(&line.ingredient(kitchen.foods).ingredient),
            Err(error) => {
                entry.ingredient_error(&format!("/ingredients/{index}"), &error);
                *ingredient = json!({ "text": text, "quantity": 1 });
            }
        }
    }
}

fn written(ingredient: &Ingredient) -> Value {
    serde_json::to_value(ingredient).unwrap_or_default()
}

//! Recipes of schema.org as JSON-LD (MF-4).

use std::collections::BTreeSet;

use domain::{
    food::Name,
    nutrient::Nutrients,
    recipe::{Ingredient, Recipe, RecipeKey, RecipeSource, RecipeSourceKind, Steps, TagKey},
};
use serde_json::Value;

use super::{
    duration, html, published,
    recipe::{ImportedRecipe, Kitchen, Written},
    report::Entry,
};
use crate::{
    ingredient::Line,
    warning::{Warning, WarningCode},
};

/// The JSON-LD of a page, and remarks about scripts of it that are none.
pub(super) fn documents(page: &str) -> (Vec<Value>, Vec<Entry<ImportedRecipe>>) {
    let (mut documents, mut broken) = (Vec::new(), Vec::new());
    for (index, script) in html::json_ld_scripts(page).into_iter().enumerate() {
        match parse(script) {
            Ok(document) => documents.push(document),
            Err(error) => {
                let mut remark = Entry::new(0, "");
                let warning = Warning::new(WarningCode::LeftOut).fact("found", error.to_string());
                remark.notice(&format!("/script/{index}"), warning);
                broken.push(remark);
            }
        }
    }
    (documents, broken)
}

/// Reads a script as browsers and search engines do: without comment marks around it, and with line breaks inside of
/// texts. Some pages write entities even for the quotes.
fn parse(script: &str) -> serde_json::Result<Value> {
    let script = script.replace("<![CDATA[", "").replace("]]>", "");
    let start = script.find(['{', '[']).unwrap_or(0);
    let end = script.rfind(['}', ']']).map_or(script.len(), |end| end + 1);
    let json: String = script.get(start..end).unwrap_or_default().replace(char::is_control, " ");
    serde_json::from_str(&json).or_else(|error| match serde_json::from_str(&html::decode(&json)) {
        Ok(document) => Ok(document),
        Err(_) => Err(error),
    })
}

/// The recipes of a document, wherever it has them: alone, in a list, in a graph, or as the matter of a page.
pub(super) fn recipes(document: &Value) -> Vec<&Value> {
    const AROUND: [&str; 5] = ["@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item"];
    match document {
        Value::Array(list) => list.iter().flat_map(recipes).collect(),
        Value::Object(_) if is_recipe(document) => vec![document],
        Value::Object(fields) => {
            AROUND.iter().filter_map(|field| fields.get(*field)).flat_map(recipes).collect()
        }
        _ => Vec::new(),
    }
}

fn is_recipe(value: &Value) -> bool {
    let is_named = |kind: &Value| kind.as_str().is_some_and(|kind| last_part(kind) == "Recipe");
    match &value["@type"] {
        Value::Array(kinds) => kinds.iter().any(is_named),
        kind => is_named(kind),
    }
}

/// `VeganDiet` of `https://schema.org/VeganDiet` or `schema:VeganDiet`.
fn last_part(name: &str) -> &str {
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

/// Reads a recipe of a page with this address.
pub(super) fn read(row: u64, value: &Value, address: Option<&str>, kitchen: &Kitchen<'_>) -> Entry<Written> {
    let name = text(&value["name"]).unwrap_or_default();
    let mut entry = Entry::new(row, name.clone());
    let ingredients = ingredients(value, kitchen, &mut entry);
    let stated = stated_minutes(value, &mut entry);
    let minutes = match stated {
        Ok(stated) => entry.minutes("/totalTime", stated, kitchen),
        Err(Unreadable) => 0,
    };
    let servings = entry.servings("/recipeYield", first_integer(&value["recipeYield"]));
    let tags = tags(&value["suitableForDiet"], &mut entry);
    let published = published(value, &mut entry);
    let mut steps = Vec::new();
    add_steps(&value["recipeInstructions"], &mut steps);
    // Its own key is given when all recipes are known.
    let Ok(id) = RecipeKey::new("recipe") else { return entry };
    let recipe = Recipe {
        id,
        name: Name { en: name, ru: None },
        steps: Steps { en: steps, ru: Vec::new() },
        ingredients,
        servings,
        cooking_time_minutes: minutes,
        meal_types: BTreeSet::new(),
        tags,
        reheats: None,
        source: source(value, address),
    };
    entry.value = Some(Written { recipe, has_key: false, published });
    entry
}

/// A text without markup; of several the first.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(html::line(text)).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(list) => list.iter().find_map(text),
        Value::Object(fields) => {
            ["@value", "text", "name"].iter().find_map(|field| text(fields.get(*field)?))
        }
        _ => None,
    }
}

/// The ingredients that are given as a list, or as lines of one text; older pages have another name for them.
fn ingredients(value: &Value, kitchen: &Kitchen<'_>, entry: &mut Entry<Written>) -> Vec<Ingredient> {
    const FIELDS: [&str; 2] = ["recipeIngredient", "ingredients"];
    let Some(field) = FIELDS.into_iter().find(|field| !value[*field].is_null()) else { return Vec::new() };
    let lines: Vec<String> = match &value[field] {
        Value::Array(list) => list.iter().map(|line| text(line).unwrap_or_default()).collect(),
        Value::String(all) => html::lines(all),
        _ => Vec::new(),
    };
    let mut ingredients = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        match Line::read(line) {
            Ok(line) => ingredients.push(line.ingredient(kitchen.foods).ingredient),
            Err(error) => entry.ingredient_error(&format!("/{field}/{index}"), &error),
        }
    }
    ingredients
}

/// A time that is reported already.
struct Unreadable;

/// The total time, else preparation and cooking together. Programs write zero for what nobody filled in.
fn stated_minutes(value: &Value, entry: &mut Entry<Written>) -> Result<Option<u32>, Unreadable> {
    let mut read = |field: &str| {
        let Some(text) = text(&value[field]) else { return Ok(None) };
        if let Some(minutes) = duration::minutes(&text) {
            return Ok(Some(minutes).filter(|minutes| *minutes > 0));
        }
        let expected = "a duration of ISO 8601 like PT1H30M";
        entry.bad_value(&format!("/{field}"), format_args!("`{text}`"), expected);
        Err(Unreadable)
    };
    if let Some(total) = read("totalTime")? {
        return Ok(Some(total));
    }
    match (read("prepTime")?, read("cookTime")?) {
        (Some(preparation), Some(cooking)) => Ok(preparation.checked_add(cooking)),
        (preparation, cooking) => Ok(preparation.or(cooking)),
    }
}

/// The first integer of a text such as `serves 4-6`.
fn first_integer(value: &Value) -> Option<u32> {
    match value {
        Value::Array(list) => list.iter().find_map(first_integer),
        Value::Object(fields) => fields.get("value").and_then(first_integer),
        value => {
            let text = text(value)?;
            let digits = text.split(|sign: char| !sign.is_ascii_digit()).find(|digits| !digits.is_empty())?;
            digits.parse().ok()
        }
    }
}

/// `GlutenFreeDiet` as the tag `gluten_free`. Which of them the foods prove is decided later (ND-3).
fn tags(value: &Value, entry: &mut Entry<Written>) -> BTreeSet<TagKey> {
    let named: Vec<&Value> = match value {
        Value::Array(list) => list.iter().collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    };
    let mut tags = BTreeSet::new();
    for diet in named.into_iter().filter_map(text) {
        let word = last_part(&diet).trim_end_matches("Diet");
        let mut key = String::new();
        for letter in word.chars() {
            if letter.is_ascii_uppercase() && !key.is_empty() {
                key.push('_');
            }
            key.push(letter.to_ascii_lowercase());
        }
        if let Ok(tag) = TagKey::new(&key) {
            tags.insert(tag);
        } else {
            entry.notice("/suitableForDiet", Warning::new(WarningCode::LeftOut).fact("found", diet));
        }
    }
    tags
}

fn published(value: &Value, entry: &mut Entry<Written>) -> Nutrients {
    let (published, unread) = published::read(&value["nutrition"]);
    for (field, found) in unread {
        let warning = Warning::new(WarningCode::LeftOut).fact("found", found);
        entry.notice(&format!("/nutrition/{field}"), warning);
    }
    published
}

/// Where the recipe comes from: the address of the page, else the one that the recipe names.
fn source(value: &Value, address: Option<&str>) -> RecipeSource {
    let is_address = |text: &&str| text.starts_with("https://") || text.starts_with("http://");
    let named = ["url", "@id", "mainEntityOfPage"].into_iter().filter_map(|field| match &value[field] {
        Value::Object(fields) => fields.get("@id").and_then(Value::as_str),
        text => text.as_str(),
    });
    let reference = address.into_iter().chain(named).find(is_address).map(str::to_owned);
    let kind = if reference.is_some() { RecipeSourceKind::Import } else { RecipeSourceKind::User };
    RecipeSource { kind, reference, author: text(&value["author"]) }
}

/// The steps of a text, a list, a HowToStep or a HowToSection. The name of a section stands before its first step.
fn add_steps(value: &Value, steps: &mut Vec<String>) {
    match value {
        Value::String(all) => steps.extend(html::lines(all).iter().flat_map(|line| in_pieces(line))),
        Value::Array(list) => list.iter().for_each(|step| add_steps(step, steps)),
        Value::Object(fields) => {
            let text = fields.get("text").or_else(|| fields.get("name"));
            match fields.get("itemListElement") {
                None => add_steps(text.unwrap_or(&Value::Null), steps),
                Some(members) => {
                    let first = steps.len();
                    add_steps(members, steps);
                    if let (Some(title), Some(step)) =
                        (fields.get("name").and_then(self::text), steps.get_mut(first))
                    {
                        *step = format!("{title}: {step}");
                    }
                }
            }
        }
        _ => {}
    }
}

/// A long text in pieces that steps can hold, parted between sentences, else between words.
fn in_pieces(line: &str) -> Vec<String> {
    /// Characters of a step, with room for the name of its section.
    const MOST: usize = 1800;
    let (mut pieces, mut rest) = (Vec::new(), line);
    while let Some((most, _)) = rest.char_indices().nth(MOST) {
        let piece = &rest[..most];
        let end = piece.rfind(". ").map(|at| at + 1).or_else(|| piece.rfind(' ')).unwrap_or(most);
        pieces.push(rest[..end].trim().to_owned());
        rest = rest[end..].trim_start();
    }
    pieces.push(rest.to_owned());
    pieces
}

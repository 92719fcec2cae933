//! `/meals/pantry`: what is at home, so that it is not bought again, and what is left of meals (ML-6, ML-8).

use askama::Template;
use domain::{quantity::Amount, time::LocalDate};

use super::{
    diary::Names,
    plate::{short_day, whole},
};
use crate::{
    api::endpoint::Input,
    meal_reader::called,
    problem::Problem,
    reader::capital,
    service::eating::{log, shop, view},
    texts::text,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "meals/pantry.html")]
struct Page<'a> {
    at: &'a Visit,
    today: LocalDate,
    entries: Vec<Entry>,
    leftovers: Vec<Remains>,
    /// Of leftovers that are past their day.
    notes: Vec<String>,
    foods: Vec<String>,
}

struct Entry {
    key: String,
    name: String,
    amount: String,
    /// Until when it is good, and whether that day is over.
    expires: Option<(String, bool)>,
}

/// What is left of a meal.
struct Remains {
    id: String,
    recipe: String,
    name: String,
    servings: String,
    until: String,
}

/// The pantry.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let reader = at.reader();
    let names = Names::of(&at).await?;
    let pantry = shop::pantry(at.app(), &at.caller).await?;
    let entry = |one: &domain::meal_plan::PantryEntry| Entry {
        key: one.food_id.to_string(),
        name: capital(names.food(&one.food_id, &reader)),
        amount: reader.text_with("amount-g", [("quantity", whole(Amount(one.mg.0 * 1000)).into())]),
        expires: one.expires.map(|day| {
            let text = reader.text_with("meals-good-until", [("day", short_day(day, &reader).into())]);
            (text, day < at.today)
        }),
    };
    let (left, notes) = log::leftovers(at.app(), &at.caller).await?;
    let recipes = view::names(at.app(), &at.caller).await?;
    let remains = |one: &log::Left| {
        let leftover = &one.kept.leftover;
        let name = recipes.get(leftover.recipe_id.as_str());
        let servings = domain::quantity::Hundredths(leftover.servings_pct.into());
        Remains {
            id: one.id.to_string(),
            recipe: leftover.recipe_id.to_string(),
            name: name.map_or(leftover.recipe_id.as_str(), |name| called(name, at.lang())).to_owned(),
            servings: reader
                .text_with("web-meals-left-servings", [("count", reader.number(servings).into())]),
            until: reader.text_with("meals-good-until", [("day", short_day(leftover.until, &reader).into())]),
        }
    };
    let mut entries: Vec<Entry> = pantry.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.name.to_lowercase());
    html(&Page {
        today: at.today,
        entries,
        leftovers: left.iter().map(remains).collect(),
        notes: notes
            .iter()
            .map(|note| text(at.lang(), &format!("warning-{}", note.code), &note.facts))
            .collect(),
        foods: names.offered(&at),
        at: &at,
    })
}

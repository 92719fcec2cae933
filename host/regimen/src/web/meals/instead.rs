//! `/meals/day/{date}/{slot}/instead`: says what was eaten in place of a planned meal (ML-2).

use askama::Template;
use domain::time::{DateSpan, LocalDate};

use super::{
    diary::Names,
    plate::{day, meal_of},
    swap::At,
};
use crate::{
    api::endpoint::Input,
    meal_reader::called,
    problem::Problem,
    service::eating::{larder, no_meal, view},
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "meals/instead.html")]
struct Page<'a> {
    at: &'a Visit,
    date: LocalDate,
    slot: u8,
    place: String,
    planned: String,
    item: String,
    foods: Vec<String>,
    /// Key and name.
    recipes: Vec<(String, String)>,
}

/// What was eaten instead.
pub(super) async fn show(at: Visit, input: Input<At>) -> Result<Reply, Problem> {
    let At { date, slot } = input.path;
    let reader = at.reader();
    let shown = view::show(at.app(), &at.caller, DateSpan { from: date, to: date }).await?;
    let row = shown.plan.iter().find(|row| row.item.slot == slot);
    let row = row.ok_or_else(|| no_meal(date, slot))?;
    let recipes = larder::recipes(at.app(), &at.caller).await?;
    let recipes = recipes.iter().filter(|one| !one.archived);
    let mut recipes: Vec<(String, String)> = recipes
        .map(|one| (one.entry.id.to_string(), called(&one.entry.name, at.lang()).to_owned()))
        .collect();
    recipes.sort_by_key(|(_, name)| name.to_lowercase());
    let meal = meal_of(&at, date, slot).unwrap_or_else(|| row.item.meal_time.to_string());
    html(&Page {
        date,
        slot,
        place: format!("{}, {}", day(date, &reader), meal.to_lowercase()),
        planned: called(&row.name, at.lang()).to_owned(),
        item: row.item_id.to_string(),
        foods: Names::of(&at).await?.offered(&at),
        recipes,
        at: &at,
    })
}

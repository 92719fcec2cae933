//! `/meals/pantry`: what is at home, so that it is not bought again (ML-8).

use askama::Template;
use domain::{quantity::Amount, time::LocalDate};

use super::{
    diary::{Names, food_names},
    plate::{short_day, whole},
};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::capital,
    service::eating::shop,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "meals/pantry.html")]
struct Page<'a> {
    at: &'a Visit,
    today: LocalDate,
    entries: Vec<Entry>,
    foods: Vec<String>,
}

struct Entry {
    key: String,
    name: String,
    amount: String,
    /// Until when it is good, and whether that day is over.
    expires: Option<(String, bool)>,
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
    let mut entries: Vec<Entry> = pantry.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.name.to_lowercase());
    html(&Page { today: at.today, entries, foods: food_names(&at).await?, at: &at })
}

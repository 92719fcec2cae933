//! `/meals/shopping`: what to buy, by section of the shop; ticks work without a network (ML-8).

use askama::Template;
use domain::{
    food::{Milligrams, ShopSection},
    meal_plan::{PortionCount, ShoppingAmount, ShoppingLine},
    quantity::{Hundredths, div_half_up},
    time::{DateSpan, LocalDate, add_days},
};
use serde::Deserialize;

use super::plate::short_day;
use crate::{
    api::endpoint::{Input, Nothing},
    meal_reader::called,
    problem::Problem,
    reader::{Reader, capital},
    service::eating::{shop, view},
    web::{Reply, html, visit::Visit},
};

/// For which days.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Asked {
    from: Option<LocalDate>,
    to: Option<LocalDate>,
}

#[derive(Template)]
#[template(path = "meals/shopping.html")]
struct Page<'a> {
    at: &'a Visit,
    dates: DateSpan,
    span: String,
    /// When the page was made: what was ticked since is newer.
    made: i64,
    sections: Vec<(String, Vec<Line>)>,
    unknown: Vec<String>,
}

struct Line {
    /// As a tick names it.
    key: String,
    name: String,
    amount: String,
    is_checked: bool,
    is_stocked: bool,
}

/// The list.
pub(super) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let from = input.query.from.unwrap_or(at.today);
    let dates = DateSpan { from, to: input.query.to.unwrap_or(add_days(from, 6)) };
    let reader = at.reader();
    let list = shop::shopping(at.app(), &at.caller, dates).await?;
    let sections = list.lines.chunk_by(|one, other| one.section == other.section).map(|lines| {
        let mut shown: Vec<Line> = lines.iter().map(|line| Line::of(line, &reader)).collect();
        shown.sort_by_key(|line| line.name.to_lowercase());
        (section(lines[0].section, &reader), shown)
    });
    let names = view::names(at.app(), &at.caller).await?;
    let unknown = list
        .unknown_recipes
        .iter()
        .map(|key| names.get(key).map_or_else(|| key.clone(), |name| called(name, at.lang()).to_owned()));
    html(&Page {
        span: format!("{} – {}", short_day(dates.from, &reader), short_day(dates.to, &reader)),
        dates,
        made: at.app().now().millis(),
        sections: sections.collect(),
        unknown: unknown.collect(),
        at: &at,
    })
}

/// A section by its name; the terminal has it in capitals.
fn section(section: ShopSection, reader: &Reader<'_>) -> String {
    capital(&reader.word("shop_section", section).to_lowercase())
}

impl Line {
    fn of(line: &ShoppingLine, reader: &Reader<'_>) -> Self {
        let key = line.food_id.as_ref().map_or_else(|| line.name.en.clone(), ToString::to_string);
        Self {
            key,
            name: capital(called(&line.name, reader.locale())),
            amount: amount(line.amount.as_ref(), reader),
            is_checked: line.checked,
            is_stocked: line.stocked,
        }
    }
}

/// Portions and mass; without an amount it is to taste.
fn amount(amount: Option<&ShoppingAmount>, reader: &Reader<'_>) -> String {
    let Some(amount) = amount else { return reader.text("amount-to_taste") };
    let mass = mass(amount.mg, reader);
    match &amount.portions {
        Some(PortionCount { unit, count }) => {
            let portions = reader.text_with(&format!("amount-{unit}"), [("quantity", (*count).into())]);
            format!("{portions} ({mass})")
        }
        None => mass,
    }
}

/// Whole grams, from a kilogram on hundredths of a kilogram.
fn mass(Milligrams(mg): Milligrams, reader: &Reader<'_>) -> String {
    const GRAM: i64 = 1000;
    const KILOGRAM: i64 = 1_000_000;
    let (id, number) = match mg {
        ..KILOGRAM => ("amount-g", div_half_up(mg, GRAM).to_string()),
        _ => ("amount-kg", reader.number(Hundredths(div_half_up(mg, KILOGRAM / 100)))),
    };
    reader.text_with(id, [("quantity", number.into())])
}

//! `/meals/diary`: what was eaten besides the plan (ML-2).

use std::collections::BTreeMap;

use askama::Template;
use domain::{
    food::{FoodKey, Name},
    meal_plan::{DiaryEntry, Intake},
    nutrient::Nutrient,
    quantity::Amount,
    time::{DateSpan, LocalDate, add_days},
};

use super::plate::{day, whole};
use crate::{
    api::endpoint::Input,
    meal_reader::called,
    problem::Problem,
    reader::Reader,
    service::eating::{larder, log},
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "meals/diary.html")]
struct Page<'a> {
    at: &'a Visit,
    today: LocalDate,
    /// Each day with its entries by id, the last first.
    days: Vec<(String, Vec<(String, String)>)>,
    foods: Vec<String>,
}

/// The diary of the last two weeks.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let dates = DateSpan { from: add_days(at.today, -13), to: add_days(at.today, 1) };
    let mut entries = log::diary(at.app(), &at.caller, dates).await?;
    entries.sort_by_key(|noted| (std::cmp::Reverse(noted.entry.date), noted.entry.at));
    let (reader, names) = (at.reader(), Names::of(&at).await?);
    let days = entries.chunk_by(|one, other| one.entry.date == other.entry.date).map(|of_day| {
        let told = of_day.iter().map(|noted| (noted.id.to_string(), names.entry(&noted.entry, &reader)));
        (day(of_day[0].entry.date, &reader), told.collect())
    });
    html(&Page { today: at.today, days: days.collect(), foods: names.offered(&at), at: &at })
}

/// What foods are called, by key, and whether they are no longer offered.
pub(super) struct Names(BTreeMap<FoodKey, (Name, bool)>);

impl Names {
    pub(super) async fn of(at: &Visit) -> Result<Self, Problem> {
        larder::food_names(at.app(), &at.caller).await.map(Self)
    }

    /// Those that are offered, in the order of the reader's alphabet.
    pub(super) fn offered(&self, at: &Visit) -> Vec<String> {
        let offered = self.0.values().filter(|(_, archived)| !archived);
        let mut names: Vec<String> = offered.map(|(name, _)| called(name, at.lang()).to_owned()).collect();
        names.sort_by_cached_key(|name| name.to_lowercase());
        names.dedup();
        names
    }

    pub(super) fn food<'n>(&'n self, key: &'n FoodKey, reader: &Reader<'_>) -> &'n str {
        self.0.get(key).map_or(key.as_str(), |(name, _)| called(name, reader.locale()))
    }

    /// An entry of the diary in words: `banana, 120 g`.
    pub(super) fn entry(&self, entry: &DiaryEntry, reader: &Reader<'_>) -> String {
        match &entry.intake {
            Intake::Mass(food) => {
                let grams = whole(Amount(food.mg.0 * 1000));
                let amount = reader.text_with("amount-g", [("quantity", grams.into())]);
                format!("{}, {amount}", self.food(&food.food_id, reader))
            }
            Intake::Portion { food_id, unit, quantity } => {
                let amount = reader
                    .text_with(&format!("amount-{unit}"), [("quantity", reader.number(quantity).into())]);
                format!("{}, {amount}", self.food(food_id, reader))
            }
            Intake::Facts(facts) => {
                let known = facts.known().map(|(nutrient, amount): (Nutrient, Amount)| {
                    let amount = crate::meal_reader::amount(nutrient, amount, reader);
                    format!("{} {amount}", reader.word("nutrient", nutrient))
                });
                crate::reader::capital(&known.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

//! `/meals`: the meals of a week against what its days need (ML-1, ML-10).

use askama::Template;
use domain::{
    meal_plan::SlotState,
    time::{DateSpan, LocalDate, add_days, days_between},
};
use serde::Deserialize;

use super::{
    offer::{Offer, waiting},
    plate::{Against, Dish, day, short_day},
    who::Answers,
};
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    service::eating::view,
    web::{Reply, html, visit::Visit},
};

/// From which day on.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Asked {
    from: Option<LocalDate>,
}

#[derive(Template)]
#[template(path = "meals/week.html")]
struct Page<'a> {
    at: &'a Visit,
    /// What has to be asked first.
    answers: Option<Answers>,
    offers: Vec<Offer>,
    days: Vec<Day>,
    /// Days that nothing is planned for: the first, and how many.
    open: Option<(LocalDate, i64)>,
    is_empty: bool,
    can_replan: bool,
    adherence: Option<String>,
    before: LocalDate,
    after: LocalDate,
    stages: String,
}

struct Day {
    date: LocalDate,
    name: String,
    short: String,
    is_today: bool,
    dishes: Vec<Dish>,
    macros: Vec<Against>,
}

/// The week.
pub(super) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let from = input.query.from.unwrap_or(at.today);
    let dates = DateSpan { from, to: add_days(from, 6) };
    let reader = at.reader();
    let shown = view::show(at.app(), &at.caller, dates).await?;
    let offers = waiting(&at, &shown.plan).await?;
    let days = shown.summary.days.iter().map(|summary| {
        let date = summary.date;
        let rows = shown.plan.iter().filter(|row| row.item.date == date);
        Day {
            date,
            name: day(date, &reader),
            short: short_day(date, &reader),
            is_today: date == at.today,
            dishes: rows.map(|row| Dish::of(row, &at)).collect(),
            macros: Against::all(&summary.totals, date < at.today, &reader),
        }
    });
    let days: Vec<Day> = days.collect();
    let adherence = shown.summary.adherence.pct.map(|pct| {
        let facts = [
            ("eaten", shown.summary.adherence.eaten.into()),
            ("past", shown.summary.adherence.past.into()),
            ("percent", pct.into()),
        ];
        reader.text_with("meals-adherence", facts)
    });
    let is_ahead = |date: LocalDate| at.today <= date;
    let can_replan = shown.plan.iter().any(|row| is_ahead(row.item.date) && row.state == SlotState::Planned);
    let stages = ["A", "B", "C", "C-lp", "C-restricted", "C-full", "static"];
    let stages: serde_json::Map<String, serde_json::Value> =
        stages.into_iter().map(|stage| (stage.to_owned(), reader.word("stage", stage).into())).collect();
    html(&Page {
        answers: at.profile.nutrition.is_none().then(|| Answers::of(&at)),
        // One plan at a time waits for an answer.
        open: open(&days, at.today).filter(|_| !offers.iter().any(|offer| offer.is_plan)),
        is_empty: shown.plan.is_empty(),
        can_replan,
        adherence,
        before: add_days(from, -7),
        after: add_days(from, 7),
        stages: serde_json::Value::Object(stages).to_string(),
        offers,
        days,
        at: &at,
    })
}

/// The first run of days ahead that nothing is planned for.
fn open(days: &[Day], today: LocalDate) -> Option<(LocalDate, i64)> {
    let is_open = |day: &&Day| today <= day.date && day.dishes.is_empty();
    let first = days.iter().find(is_open)?.date;
    let end = days.iter().find(|day| first < day.date && !day.dishes.is_empty()).map(|day| day.date);
    let count = end.or(days.last().map(|day| add_days(day.date, 1))).map(|end| days_between(first, end));
    Some((first, count?))
}

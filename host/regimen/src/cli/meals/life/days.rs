//! `regimen meals show`: the days of a plan, what became of their meals, and what they hold (ML-10).

use domain::{
    food::Name,
    meal_plan::SlotState,
    nutrient::Nutrient,
    quantity::{Amount, div_half_up},
    reason::Fact,
    time::LocalDate,
};
use nutrition::{
    export::PlanRow,
    profile::week::weekday,
    summary::{DaySummary, Row},
};

use super::Dates;
use crate::{
    cli::{
        Ctx,
        page::section,
        table::{Column, Table, paragraph},
        words::Words,
    },
    meal_reader::called,
    problem::Problem,
    service::eating::view::{self, Days},
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen meals show                    today and the six days after
  regimen meals show --from yesterday --to yesterday
  regimen meals show --json | jq .summary.adherence";

pub(super) const EXPORT_EXAMPLES: &str = "\
Examples:
  regimen meals export --out meals.ics            for a calendar
  regimen meals export --format csv > plan.csv    for a spreadsheet
  regimen meals export --format list-csv          what to buy
  regimen meals export --out week.html            week and list, to print";

pub(super) fn run(dates: &Dates, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let days = ctx.for_athlete(&dates.who, async |app, caller| {
        let span = dates.find(app, caller).await?;
        view::show(app, caller, span).await
    })?;
    ctx.output.show(&days, |lang| page(&days, &Words::new(lang)))
}

fn page(days: &Days, words: &Words) -> String {
    if days.plan.is_empty() {
        return paragraph(&words.text("meals-none"), 0);
    }
    let adherence = days.summary.adherence.pct.map(|pct| {
        let facts = [
            ("eaten", days.summary.adherence.eaten.into()),
            ("past", days.summary.adherence.past.into()),
            ("percent", pct.into()),
        ];
        paragraph(&words.text_with("meals-adherence", facts), 0)
    });
    let waiting = words.text_with("meals-waiting", [("count", days.waiting.into())]);
    [
        meals(days, words),
        section(&words.text("meals-totals-eaten"), &totals(days, words)),
        adherence.map_or_else(String::new, |line| format!("\n{line}")),
        if days.waiting > 0 { paragraph(&waiting, 0) } else { String::new() },
    ]
    .concat()
}

/// The meals under their days, with what became of them.
fn meals(days: &Days, words: &Words) -> String {
    let mut table = headed(words);
    for of_day in days.plan.chunk_by(|one, other| one.item.date == other.item.date) {
        if let Some(first) = of_day.first() {
            table.heading(day(first.item.date, words).to_uppercase());
        }
        rows(of_day, &mut table, words);
    }
    table.to_string()
}

/// The meals of a day that is not named; nothing where nothing is planned.
pub(in crate::cli) fn meals_of_day(plan: &[PlanRow], words: &Words) -> String {
    if plan.is_empty() {
        return String::new();
    }
    let mut table = headed(words);
    rows(plan, &mut table, words);
    table.to_string()
}

/// Nothing, hour, meal, portion, energy, what became of it.
fn headed(words: &Words) -> Table<6> {
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Rest, Column::Left, Column::Right, Column::Left]);
    let [meal, kcal] = words.texts(["meals-column-meal", "meals-column-kcal"]);
    table.row([String::new(), String::new(), meal, String::new(), kcal, String::new()]);
    table
}

fn rows(of_day: &[PlanRow], table: &mut Table<6>, words: &Words) {
    for row in of_day {
        let kcal = row.macros.map(|macros| whole(macros.calories.0)).unwrap_or_default();
        let state = match row.state {
            SlotState::Planned if row.item.pinned => words.text("meals-pinned"),
            SlotState::Planned => String::new(),
            state => words.word("slot_state", state),
        };
        table.row([
            String::new(),
            row.item.meal_time.to_string(),
            name(&row.name, words).to_owned(),
            portion(row.item.servings_pct),
            kcal,
            state,
        ]);
        if let Some(batch) = row.item.batch
            && (batch.cooked_on, batch.cooked_slot) != (row.item.date, row.item.slot)
        {
            let at = day(batch.cooked_on, words);
            table.note(2, words.text_with("meals-pot", [("at", at.into())]));
        }
    }
}

/// Planned, eaten and needed, by day.
fn totals(days: &Days, words: &Words) -> String {
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Right, Column::Right, Column::Right, Column::Right]);
    table.row(words.texts([
        "",
        "",
        "meals-column-kcal",
        "meals-column-protein-g",
        "meals-column-fat-g",
        "meals-column-carbs-g",
    ]));
    for DaySummary { date, totals } in &days.summary.days {
        let cell = |nutrient: Nutrient| {
            let row = totals.rows.iter().find(|row| row.nutrient == nutrient);
            row.map(three).unwrap_or_default()
        };
        table.row([
            String::new(),
            short_day(*date, words),
            cell(Nutrient::Calories),
            cell(Nutrient::Protein),
            cell(Nutrient::Fat),
            cell(Nutrient::Carbs),
        ]);
    }
    table.to_string()
}

/// Planned, eaten and needed.
fn three(row: &Row) -> String {
    let shown = |amount: Option<Amount>| amount.map_or_else(|| "–".to_owned(), whole);
    let goal = row.goal.map(|goal| goal.target.0);
    let planned = row.planned.amount.map(|amount| amount.0);
    let eaten = row.eaten.amount.map(|amount| amount.0);
    format!("{} / {} / {}", shown(planned), shown(eaten), shown(goal))
}

/// What a recipe is called in the reader's language.
pub(super) fn name<'n>(name: &'n Name, words: &Words) -> &'n str {
    called(name, words.locale())
}

/// A day by its name and date.
pub(super) fn day(date: LocalDate, words: &Words) -> String {
    dated(date, "meals-date", "weekday", words)
}

/// A day in a narrow column.
pub(super) fn short_day(date: LocalDate, words: &Words) -> String {
    dated(date, "meals-date-short", "weekday_short", words)
}

fn dated(date: LocalDate, id: &str, weekdays: &str, words: &Words) -> String {
    let facts = [
        ("weekday", Fact::from(words.word(weekdays, weekday(date)))),
        ("month", words.word("month", date.month()).into()),
        ("day", date.day().to_string().into()),
    ];
    words.text_with(id, facts)
}

/// How much of a serving; nothing for a whole one.
pub(super) fn portion(percent: u32) -> String {
    if percent == 100 { String::new() } else { format!("{percent} %") }
}

pub(super) fn whole(amount: Amount) -> String {
    div_half_up(amount.0, Amount::UNIT).to_string()
}

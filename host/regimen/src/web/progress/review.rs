//! `/progress/review`: exercises that went back again and again, one click each (P-45, A-16).

use askama::Template;
use serde_json::json;
use training::quality::review::{COLUMNS, ReviewRow, StepBack};

use super::named;
use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::{
        overview::{self, Climb},
        review,
    },
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "progress/review.html")]
struct Page<'a> {
    at: &'a Visit,
    rows: Vec<Row>,
}

/// An exercise that waits for a word.
struct Row {
    key: Option<String>,
    name: String,
    /// Its steps back: the day, and what was done of what was asked.
    steps: Vec<(String, String)>,
    /// What a click on go on, and on stop, sends.
    go_on: String,
    stop: String,
}

/// The exercises of the athlete that are to be reviewed now.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let (rows, _) = review::export(at.app(), &at.caller).await?;
    let climbs = overview::climbs(at.app(), &at.caller).await?;
    let rows = rows.iter().map(|row| view(row, &climbs, &at)).collect();
    html(&Page { at: &at, rows })
}

fn view(row: &ReviewRow, climbs: &[Climb], at: &Visit) -> Row {
    let (key, name) = named(&row.exercise_key, climbs, at);
    let step = |step: &StepBack| (at.viewer().day(step.date), format!("{}/{}", step.actual, step.target));
    Row {
        key,
        name,
        steps: row.steps.iter().map(step).collect(),
        go_on: answer(row, true),
        stop: answer(row, false),
    }
}

/// The same file that a person would fill in, with one line.
fn answer(row: &ReviewRow, verified: bool) -> String {
    let [athlete, exercise, .., last] = COLUMNS;
    let csv = format!("{athlete},{exercise},{last}\n{},{},{verified}\n", row.athlete_id, row.exercise_key);
    json!({ "csv": csv }).to_string()
}

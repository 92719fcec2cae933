//! `/flow`: a session from the athlete's own words and data, as a file to take along and to bring back (L-1, L-36).

pub(super) mod draft;

use askama::Template;
use assistant::input::request::{Planner, Request};
use domain::session::Intent;
use serde::Deserialize;

use super::{Reply, html, today::long_date, visit::Visit};
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    reader::Reader,
    service::flow::{
        self,
        draft::{self as drafts, Draft},
        reading::{self, Reading},
    },
};

#[derive(Template)]
#[template(path = "flow.html")]
struct Page<'a> {
    at: &'a Visit,
    /// What was asked for before, to be changed.
    words: String,
    cardio: String,
    minutes: u32,
    sleep: String,
    battery: String,
    /// What it may be about: word, name, whether it was asked for.
    intents: Vec<(&'static str, String, bool)>,
    /// Where: name, whether it was asked for.
    places: Vec<(String, bool)>,
    /// Who may plan, if there is a choice: word, whether it is the usual one.
    planners: Vec<(&'static str, bool)>,
    drafts: Vec<Waiting>,
    readings: Vec<Line>,
}

/// A planned session that waits for an answer.
struct Waiting {
    id: String,
    day: String,
    names: String,
}

/// What a line would mean.
pub(super) struct Line {
    pub(super) key: String,
    pub(super) text: String,
    pub(super) meant: String,
}

impl Line {
    pub(super) fn all(readings: &[Reading], reader: &Reader<'_>) -> Vec<Self> {
        let line = |one: &Reading| Self {
            key: one.key.clone(),
            text: one.text.clone(),
            meant: reader.meant(&one.meant),
        };
        readings.iter().map(line).collect()
    }
}

/// A session that was planned before, to be planned again.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    again: Option<String>,
}

/// Where words become a session.
pub(super) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let before = match &input.query.again {
        Some(id) => drafts::show(at.app(), &at.caller, id).await?.asked.map(|asked| *asked),
        None => None,
    };
    let before = before.unwrap_or_default();
    let open = drafts::list(at.app(), &at.caller, false).await?;
    let readings = reading::list(at.app(), &at.caller, false).await?;
    let model = flow::status(at.app());
    let reader = at.reader();
    let figure = |figure: Option<u8>| figure.map(|figure| figure.to_string()).unwrap_or_default();
    let signals = before.recovery_signals.unwrap_or_default();
    let usual = before.planner.unwrap_or(model.planner);
    let planners = if model.configured { Planner::ALL } else { &[] };
    html(&Page {
        minutes: before.duration_minutes.unwrap_or(at.profile.session_minutes),
        sleep: figure(signals.sleep_score),
        battery: figure(signals.body_battery),
        intents: intents(&before, &reader),
        places: places(&at, &before),
        planners: planners.iter().map(|one| (one.as_str(), *one == usual)).collect(),
        drafts: open.iter().map(|one| waiting(one, &reader)).collect(),
        readings: Line::all(&readings, &reader),
        words: before.instructions_text.unwrap_or_default(),
        cardio: before.upcoming_cardio_text.unwrap_or_default(),
        at: &at,
    })
}

fn intents(before: &Request, reader: &Reader<'_>) -> Vec<(&'static str, String, bool)> {
    let all = Intent::ALL.iter().filter(|intent| **intent != Intent::BodyPart);
    all.map(|one| (one.as_str(), reader.word("intent", one), before.intent == Some(*one))).collect()
}

/// The athlete's own places; the first is the usual one.
fn places(at: &Visit, before: &Request) -> Vec<(String, bool)> {
    let names = at.profile.locations.iter().map(|place| place.name.clone());
    names.map(|name| (name.clone(), before.location.as_deref() == Some(&name))).collect()
}

fn waiting(draft: &Draft, reader: &Reader<'_>) -> Waiting {
    let names = draft.analyzer.exercise_plan.iter().filter(|one| one.slug != assistant::facts::item::WARMUP);
    let names: Vec<String> = names.map(|one| draft::name(&one.slug, &one.exercise, reader)).collect();
    Waiting {
        id: draft.workout_id.clone(),
        day: long_date(draft.workout.date, reader),
        names: names.join(", "),
    }
}

//! `/progress/decisions`: what was decided after each session, and why (A-15, P-44).

use askama::Template;
use domain::{
    progress::{LevelDecision, ProgressionEvent, ProgressionEventType},
    time::Instant,
};
use serde::Deserialize;

use super::named;
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    reader::capital,
    service::{
        figures::{self, EVENTS_PER_PAGE},
        overview::{self, Climb},
    },
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "progress/decisions.html")]
struct Page<'a> {
    at: &'a Visit,
    days: Vec<(String, Vec<EventView>)>,
    /// From where older ones follow.
    older: Option<String>,
}

/// Something that was decided, in words.
struct EventView {
    key: Option<String>,
    name: String,
    what: String,
    tone: &'static str,
    /// Why, and by which rule.
    reasons: Vec<(String, String)>,
}

/// Which part is looked at.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Asked {
    before: Option<Instant>,
}

/// Decisions, the newest first.
pub(in crate::web) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let asked = figures::Asked { before: input.query.before, ..figures::Asked::default() };
    let events = figures::events(at.app(), &at.caller, asked).await?;
    let climbs = overview::climbs(at.app(), &at.caller).await?;
    let is_full = i64::try_from(events.len()).is_ok_and(|count| count >= EVENTS_PER_PAGE);
    let older = events.last().filter(|_| is_full).map(|event| event.created_at.to_string());
    // What was only noted down decides nothing.
    let told: Vec<&ProgressionEvent> = events
        .iter()
        .filter(|event| event.decision != LevelDecision::None || !event.context.is_empty())
        .collect();
    let day = |event: &ProgressionEvent| event.created_at.local_date(&at.profile.zone);
    let days = told.chunk_by(|one, other| day(one) == day(other)).map(|events| {
        let views = events.iter().map(|event| view(event, &climbs, &at)).collect();
        (at.viewer().day(day(events[0])), views)
    });
    let days = days.collect();
    html(&Page { at: &at, days, older })
}

fn view(event: &ProgressionEvent, climbs: &[Climb], at: &Visit) -> EventView {
    let reader = at.reader();
    let (key, name) = match &event.exercise_key {
        Some(key) => named(key, climbs, at),
        None => (None, at.t("web-progress-all-exercises")),
    };
    let what = match event.event_type {
        ProgressionEventType::DecisionMade => at.word("decision", event.decision),
        kind => at.word("progression_event", kind),
    };
    let tone = match (event.event_type, event.decision) {
        (ProgressionEventType::RedFlag | ProgressionEventType::AlertTriggered, _) => "bad",
        (_, LevelDecision::Advance | LevelDecision::AdvanceRange) => "ok",
        (_, LevelDecision::Regress | LevelDecision::RegressRange) => "warn",
        _ => "",
    };
    let reason = |why: &domain::reason::Reason| {
        (capital(&reader.reason(why.code, why.spec, &why.facts)), why.spec.to_string())
    };
    EventView { key, name, what, tone, reasons: event.context.iter().map(reason).collect() }
}

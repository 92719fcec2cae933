//! `/sessions/{id}/summary`: what was reached, what was decided, and what is suggested (SG-1, SL-3).

use askama::Template;
use domain::{
    progress::LevelDecision,
    proposal::Proposal,
    session::{ExercisePerformance, PerformanceStatus, SessionId, SessionStatus},
};
use training::{
    progression::update::ProgressUpdate,
    records::{Record, TOLD},
};

use super::super::{
    Reply, html,
    shape::{Card, Meant, session_name},
    visit::Visit,
};
use crate::{
    api::endpoint::{ById, Input},
    problem::Problem,
    reader::Reader,
    service::{
        overview, proposals, session,
        session::{finish, model::ModelRunStatus},
    },
    texts::Locale,
};

#[derive(Template)]
#[template(path = "session/summary.html")]
struct Page<'a> {
    at: &'a Visit,
    id: SessionId,
    name: String,
    state: String,
    is_open: bool,
    exercises: Vec<Done>,
    sets: usize,
    /// Load times reps, in the reader's unit.
    volume: Option<String>,
    minutes: Option<i64>,
    records: Vec<(String, String)>,
    more_records: usize,
    decisions: Vec<Decision>,
    /// The version that landed, with its plan, so that it can be taken back.
    version: Option<(String, u32)>,
    cards: Vec<Card>,
    advice: Vec<String>,
    /// Whether a model has still to say something (AI-1).
    model_waits: bool,
}

struct Done {
    name: String,
    key: String,
    meant: String,
    was: String,
    is_skipped: bool,
}

struct Decision {
    name: String,
    word: String,
    comment: String,
}

pub(in crate::web) async fn show(at: Visit, input: Input<ById<SessionId>>) -> Result<Reply, Problem> {
    let id = input.path.id;
    let row = session::show(at.app(), &at.caller, id).await?;
    match row.session.status {
        SessionStatus::Planned => return Ok(Reply::See("/".to_owned())),
        SessionStatus::Active => return Ok(Reply::See(format!("/sessions/{id}"))),
        _ => {}
    }
    let finished = finish::outcome(at.app(), &at.caller, id).await?;
    let landed = proposals::landed(at.app(), &at.caller, &finished.proposals).await?;
    let records = overview::records_of_session(at.app(), &at.caller, id).await?;
    let reader = at.reader();
    let session = &finished.row.session;
    let name = |proposal: &Proposal| {
        let own = session.exercises.iter().find(|one| one.item_id == Some(proposal.target.item_id));
        own.map(|one| reader.name(&one.exercise_key).to_owned()).unwrap_or_default()
    };
    let performed = session.exercises.iter().flat_map(|one| &one.sets).filter(|set| set.is_performed());
    let volume: i64 =
        performed.clone().filter_map(|set| Some(set.load_g?.0.max(0) * i64::from(set.reps?))).sum();
    let advice = |one: &finish::ToldAdvice| crate::texts::find(at.lang(), &one.text, &one.facts);
    let minutes =
        session.started_at.zip(session.finished_at).map(|(from, to)| (to.millis() - from.millis()) / 60_000);
    let version = finished.told.version.zip(session.plan_id);
    let page = Page {
        id,
        name: session_name(session, &reader),
        state: reader.word("session_status", session.status),
        is_open: session.status == SessionStatus::Summary,
        exercises: session
            .exercises
            .iter()
            .zip(Meant::all(&session.exercises, &reader))
            .map(|(one, meant)| done(one, meant, &reader))
            .collect(),
        sets: performed.count(),
        volume: (volume > 0).then(|| reader.load(domain::quantity::Grams(volume / 1000 * 1000))),
        minutes,
        records: records.iter().take(TOLD).map(|record| record_line(record, &reader)).collect(),
        more_records: records.len().saturating_sub(TOLD),
        decisions: finished.told.updates.iter().filter_map(|one| decision(one, &reader)).collect(),
        version: version.map(|(version, plan)| (plan.to_string(), version)),
        cards: Card::with_undo(Card::all(&finished.proposals, &reader, name), &finished.proposals, &landed),
        advice: finished.told.advice.iter().filter_map(advice).collect(),
        model_waits: finished.told.model.is_some_and(|run| run.status == ModelRunStatus::Waiting),
        at: &at,
    };
    html(&page)
}

/// What was meant, and what was done: `60 kg × 10, 10, 8`.
fn done(one: &ExercisePerformance, meant: Meant, reader: &Reader<'_>) -> Done {
    let sets: Vec<_> = one.sets.iter().filter(|set| set.completed).cloned().collect();
    let mut parts = Vec::new();
    for run in sets.chunk_by(|a, b| a.load_g == b.load_g) {
        let amounts: Vec<String> = run.iter().map(|set| set.amount().unwrap_or(0).to_string()).collect();
        let load = run[0].load_g.filter(|load| load.0 != 0);
        let load = load.map_or_else(String::new, |load| format!("{} × ", reader.load(load)));
        parts.push(format!("{load}{}", amounts.join(", ")));
    }
    Done {
        name: meant.name,
        key: meant.key,
        meant: meant.line,
        was: parts.join("; "),
        is_skipped: one.status == PerformanceStatus::Skipped,
    }
}

fn decision(update: &ProgressUpdate, reader: &Reader<'_>) -> Option<Decision> {
    if update.decision == LevelDecision::None {
        return None;
    }
    let name =
        update.exercise.parse().map_or_else(|_| update.exercise.clone(), |key| reader.name(&key).to_owned());
    let comment = match reader.locale() {
        Locale::En => update.comments.en.clone(),
        Locale::Ru => update.comments.ru.clone(),
    };
    Some(Decision { name, word: reader.word("decision", update.decision), comment })
}

/// What a record is about, and its value in the reader's unit.
fn record_line(record: &Record, reader: &Reader<'_>) -> (String, String) {
    let name =
        record.exercise.parse().map_or_else(|_| record.exercise.clone(), |key| reader.name(&key).to_owned());
    (format!("{name}: {}", reader.record_kind(record)), reader.record(record.kind, record.value))
}

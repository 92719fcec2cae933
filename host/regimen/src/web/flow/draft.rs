//! `/flow/{key}`: a session that was planned from words: what was understood, what was cut, what is to be done, and the
//! answer to it (L-36).

use askama::Template;
use assistant::{
    document::workout::WorkoutSet,
    facts::item::WARMUP,
    input::{Understood, instructions::Ban},
    rules::Cut,
};
use domain::{
    exercise::ExerciseKey, proposal::ProposalState, quantity::MassUnit, reason::ReasonCode, voice::Voice,
};
use serde_json::json;

use super::{
    super::{Reply, html, today::long_date, visit::Visit},
    Line,
};
use crate::{
    api::endpoint::{ByKey, Input},
    problem::Problem,
    reader::Reader,
    service::flow::{
        self,
        draft::{self, Draft},
        plan, reading,
    },
};

#[derive(Template)]
#[template(path = "flow/draft.html")]
struct Page<'a> {
    at: &'a Visit,
    id: String,
    day: String,
    state: String,
    is_open: bool,
    /// Whether there is a session that it became.
    session: Option<String>,
    minutes: u32,
    planner: &'static str,
    fallback: Option<String>,
    note: Option<String>,
    exercises: Vec<Row>,
    understood: Vec<(String, String)>,
    warnings: Vec<String>,
    cuts: Vec<String>,
    readings: Vec<Line>,
    /// Lines that no rule understood, as a request to have them read; none without a model.
    unread: Option<String>,
}

/// An exercise with what is asked of it.
struct Row {
    name: String,
    /// The label of a superset.
    pair: Option<String>,
    tier: String,
    line: String,
    note: Option<String>,
}

/// A planned session.
pub(in crate::web) async fn show(at: Visit, input: Input<ByKey<String>>) -> Result<Reply, Problem> {
    let draft = draft::show(at.app(), &at.caller, &input.path.key).await?;
    // A request of another day may not be understood any more; then there is nothing to say about it.
    let understood = match &draft.asked {
        Some(asked) => plan::understood(at.app(), &at.caller, asked, at.lang()).await.ok(),
        None => None,
    };
    let readings = reading::list(at.app(), &at.caller, false).await?;
    let has_model = flow::status(at.app()).configured;
    let reader = at.reader();
    let voice = Voice::new(reader.locale());
    let of_these = |one: &reading::Reading| {
        let lines = understood.iter().flat_map(|one| &one.instructions.unparsed);
        lines.into_iter().any(|line| line.text == one.text)
    };
    let (here, _): (Vec<_>, Vec<_>) = readings.into_iter().partition(of_these);
    let open = understood.iter().flat_map(|one| &one.instructions.unparsed);
    let unread: Vec<&str> = open
        .map(|line| line.text.as_str())
        .filter(|text| !here.iter().any(|reading| reading.text == *text))
        .collect();
    let unread = (has_model && !unread.is_empty()).then(|| json!({ "instructions_text": unread.join("\n") }));
    let mut warnings: Vec<String> = Vec::new();
    for warning in draft.warnings.iter().map(|warning| voice.reason(warning)) {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    html(&Page {
        day: long_date(draft.workout.date, &reader),
        state: reader.word("proposal", draft.state),
        is_open: draft.state == ProposalState::Pending,
        session: draft.session_id.map(|id| id.to_string()),
        minutes: draft.analyzer.time_budget.estimated_minutes_total,
        planner: match draft.requested_planner.filter(|_| draft.fallback_reason.is_none()) {
            Some(asked) => asked.as_str(),
            None => draft.planner.as_str(),
        },
        fallback: draft.fallback_reason.map(|code| reader.word("model", code)),
        note: draft.workout.notes_to_user.clone(),
        exercises: rows(&draft, &reader),
        understood: understood.as_ref().map(|one| facts(one, &reader)).unwrap_or_default(),
        warnings,
        cuts: draft.cuts.iter().map(|one| cut(one, &reader)).collect(),
        readings: Line::all(&here, &reader),
        unread: unread.map(|unread| unread.to_string()),
        id: draft.workout_id,
        at: &at,
    })
}

/// What an exercise of a document is called where the reader is.
pub(super) fn name(slug: &str, written: &str, reader: &Reader<'_>) -> String {
    let known = slug.parse::<ExerciseKey>().ok().filter(|key| reader.exercise(key).is_some());
    known.map_or_else(|| written.to_owned(), |key| reader.name(&key).to_owned())
}

fn rows(draft: &Draft, reader: &Reader<'_>) -> Vec<Row> {
    let unit = reader.word("mass_unit", MassUnit::from(draft.workout.units));
    let row = |planned: &assistant::document::plan::PlannedExercise| {
        let all = draft.workout.sets.iter().filter(|set| set.exercise == planned.exercise);
        let (ramps, sets): (Vec<&WorkoutSet>, Vec<_>) =
            all.partition(|set| set.id.rsplit('-').next().is_some_and(|last| last.starts_with("WU")));
        let written = if planned.slug == WARMUP { reader.text("web-flow-warmup") } else { String::new() };
        Row {
            name: if written.is_empty() { name(&planned.slug, &planned.exercise, reader) } else { written },
            pair: planned.superset.clone(),
            tier: planned.tier.to_string(),
            line: line(&ramps, &sets, &unit, reader),
            note: sets.iter().find_map(|set| set.notes.clone()),
        }
    };
    draft.analyzer.exercise_plan.iter().map(row).collect()
}

/// `3 × 6-10 · 170 lbs · 3 in reserve · rest 180 s · 2 warm-ups`.
fn line(ramps: &[&WorkoutSet], sets: &[&WorkoutSet], unit: &str, reader: &Reader<'_>) -> String {
    let Some(first) = sets.first() else { return String::new() };
    let mut parts = Vec::new();
    if let Some(reps) = first.target_reps {
        let count = if sets.len() > 1 { format!("{} × ", sets.len()) } else { String::new() };
        let amount = reps.0.to_string();
        // Seconds have a word of their own where the reader is.
        parts.push(match amount.strip_suffix('s').filter(|_| reps.0.is_timed()) {
            Some(seconds) => format!("{count}{seconds} {}", reader.text("web-unit-s")),
            None => format!("{count}{amount}"),
        });
    }
    let mut loads: Vec<String> = sets
        .iter()
        .filter_map(|set| set.target_weight)
        .filter(|load| load.0.0 > 0)
        .map(|load| load.to_string())
        .collect();
    loads.dedup();
    if !loads.is_empty() {
        parts.push(format!("{} {unit}", loads.join(" / ")));
    }
    if let Some(rir) = first.rir {
        parts.push(reader.text_with("web-flow-reserve", [("count", i64::from(rir).into())]));
    }
    if first.rest_s > 0 {
        parts.push(reader.text_with("web-flow-rest", [("seconds", i64::from(first.rest_s).into())]));
    }
    if !ramps.is_empty() {
        parts.push(reader.text_with("web-flow-ramps", [("count", ramps.len().into())]));
    }
    parts.join(" · ")
}

/// What was understood, a label and a value each.
fn facts(understood: &Understood, reader: &Reader<'_>) -> Vec<(String, String)> {
    let wishes = &understood.instructions;
    let list = |values: Vec<String>| values.join(", ");
    let ban = |ban: &Ban| match ban {
        Ban::Exercise(key) => reader.name(key).to_owned(),
        Ban::Pattern(pattern) => reader.word("pattern", pattern),
        Ban::Equipment(equipment) => reader.word("equipment", equipment),
    };
    let signals = understood.recovery.map(|recovery| recovery.signals).unwrap_or_default();
    let figure = |figure: Option<u8>| figure.map(|figure| figure.to_string()).unwrap_or_default();
    let pain =
        |pain: &domain::wellbeing::Pain| format!("{} {}", reader.word("area", pain.area), pain.severity);
    let rows = [
        ("flow-place", understood.meta.location.clone()),
        ("flow-minutes", understood.meta.duration_minutes.to_string()),
        ("flow-goal", reader.word("web-goal", understood.meta.goal)),
        ("flow-intent", understood.intent.map(|intent| reader.word("intent", intent)).unwrap_or_default()),
        ("flow-bans", list(wishes.bans.iter().map(ban).collect())),
        ("flow-favorites", list(wishes.favorites.iter().map(|key| reader.name(key).to_owned()).collect())),
        ("flow-injuries", list(wishes.injuries.iter().map(pain).collect())),
        (
            "flow-minimum-sets",
            list(
                wishes
                    .minimum_sets
                    .iter()
                    .map(|one| format!("{} {}", reader.name(&one.exercise), one.sets))
                    .collect(),
            ),
        ),
        ("flow-sleep", figure(signals.sleep_score)),
        ("flow-battery", figure(signals.body_battery)),
        ("flow-cardio", list(understood.cardio.iter().map(|clause| clause.text.clone()).collect())),
    ];
    let said = rows.into_iter().filter(|(_, value)| !value.is_empty());
    said.map(|(id, value)| (reader.text(id), value)).collect()
}

fn cut(cut: &Cut, reader: &Reader<'_>) -> String {
    let why = reader.text(match cut.reason {
        ReasonCode::TimeBudget => "web-flow-cut-time",
        ReasonCode::Cap => "web-flow-cut-cap",
        // What is left out on a tired day, whoever said that it is one.
        _ => "web-flow-cut-fatigue",
    });
    let facts = [
        ("name", name(&cut.slug, &cut.slug, reader).into()),
        ("count", i64::from(cut.sets).into()),
        ("why", why.into()),
    ];
    reader.text_with("web-flow-cut", facts)
}

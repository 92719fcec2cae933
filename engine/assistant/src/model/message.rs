//! L-26: the two messages of a call: policy that is fixed per release, and data of the request.

use std::{collections::BTreeMap, fmt::Write};

use domain::{exercise::ExerciseKind, voice::Locale};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use training::{library::Place, load::estimate::Range, prescribe::goal::set_range};

use super::fence::{Nonce, fenced};
use crate::{
    document::{number::Number, plan::AnalyzerPlan, schema::Schema, workout::Workout},
    facts::Context,
    failure::Stage,
    input::{request::Request, text::clean},
};

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The policy.
    System,
    /// The data, and what is wrong with an answer.
    User,
    /// The model.
    Assistant,
    /// What the model looked up (AI-2).
    Tool,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
    /// What the model wants to look up, as it was written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<Value>,
    /// Which of them this is the answer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
}

impl Message {
    /// What somebody says.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into(), tool_calls: vec![], tool_call_id: None }
    }
}

/// The system message of a step.
pub const fn policy(stage: Stage) -> &'static str {
    match stage {
        Stage::Generator => include_str!("../../prompts/generator-system.md"),
        _ => include_str!("../../prompts/analyzer-system.md"),
    }
}

/// The system message of the notes that a model adds to a session of the rules (L-33).
pub const NOTES: &str = include_str!("../../prompts/notes-system.md");

/// `prompt_version`: the first 12 hexadecimal digits of the SHA-256 of a policy.
pub fn prompt_version(policy: &str) -> String {
    let digest = Sha256::digest(policy.as_bytes());
    digest.iter().take(6).fold(String::new(), |mut version, byte| {
        let _ = write!(version, "{byte:02x}");
        version
    })
}

/// The data of a request, part by part.
pub(super) struct Data {
    pub(super) text: String,
    pub(super) nonce: Nonce,
}

impl Data {
    /// A part that the program made.
    pub(super) fn value(&mut self, name: &str, value: &Value) {
        let _ = writeln!(self.text, "{name}: {value}\n");
    }

    /// A part that a person wrote: without controls, between fences.
    pub(super) fn words(&mut self, name: &'static str, words: &str) {
        let (words, _) = clean(name, words);
        if words.trim().is_empty() {
            return self.value(name, &Value::Null);
        }
        let _ = writeln!(self.text, "{name}:\n{}", fenced(name, &words, self.nonce));
    }
}

/// The messages of the first step.
pub fn analyzer(context: &Context<'_>, request: &Request, nonce: Nonce) -> Vec<Message> {
    let understood = &context.prepared.understood;
    let lines = |lines: &mut dyn Iterator<Item = &str>| lines.collect::<Vec<_>>().join("\n");
    let unparsed = lines(&mut understood.history.rejected.iter().map(|line| line.text.as_str()));
    let names =
        lines(&mut understood.activities.iter().map(|one| one.name.as_str()).filter(|name| !name.is_empty()));
    let mut data = Data { text: String::from("Data of the request.\n\n"), nonce };
    data.words("instructions_text", request.instructions_text.as_deref().unwrap_or_default());
    data.value("history_summary", &history(context));
    data.words("unparsed_history_lines", &unparsed);
    data.value("activities", &activities(context));
    data.words("activity_names", &names);
    data.words("upcoming_cardio_text", request.upcoming_cardio_text.as_deref().unwrap_or_default());
    data.value("recovery_signals", &json!(understood.recovery.map(|recovery| recovery.signals)));
    data.value("equipment_inventory", &json!(understood.equipment));
    data.value("meta", &json!(understood.meta));
    data.value("computed_facts", &facts(context));
    data.value("allowed_exercises", &exercises(context));
    let _ = write!(data.text, "Schema of the answer:\n{}", Schema::Analyzer.text());
    messages(Stage::Analyzer, data.text)
}

/// The messages of the second step.
pub fn generator(plan: &AnalyzerPlan, format: super::settings::WorkoutFormat) -> Vec<Message> {
    let plan = json!(plan);
    let schema = Schema::Workout.text();
    messages(
        Stage::Generator,
        format!("Format of the answer: {format}\n\nPlan:\n{plan}\n\nSchema of the answer:\n{schema}"),
    )
}

/// The messages of the notes on a session that the rules made (L-33).
pub fn notes(workout: &Workout, slugs: &BTreeMap<String, String>, locale: Locale) -> Vec<Message> {
    let (workout, slugs) = (json!(workout), json!(slugs));
    let content = format!("Language: {locale}\n\nWorkout:\n{workout}\n\nKeys of the exercises:\n{slugs}");
    opening(NOTES, content)
}

fn messages(stage: Stage, content: String) -> Vec<Message> {
    opening(policy(stage), content)
}

pub(super) fn opening(policy: &str, content: String) -> Vec<Message> {
    vec![Message::new(Role::System, policy), Message::new(Role::User, content)]
}

/// Exercises with a past of 90 days that are told about.
const MOST_EXERCISES: usize = 200;

/// Per exercise the best and the last three sessions; no name, birth date or id of the athlete.
fn history(context: &Context<'_>) -> Value {
    let library = context.library();
    let rows = (0..library.len()).filter_map(|place| {
        let mut tries = context.request.history.tries(place).peekable();
        tries.peek()?;
        let last: Vec<Value> = tries
            .take(3)
            .map(|(past, tried)| {
                let sets = tried.sets.iter().filter(|set| set.is_performed()).map(|set| {
                    json!({"load": shown(context, set.load_g), "amount": set.amount(), "rpe": set.rpe.map(|rpe| rpe.to_string())})
                });
                json!({"date": past.date, "sets": sets.collect::<Vec<_>>()})
            })
            .collect();
        let range = range(context, place);
        let best = context.evidence(place, range);
        Some(json!({
            "exercise": library.key(place), "recent_best": shown(context, best.recent_best), "last": last,
        }))
    });
    rows.take(MOST_EXERCISES).collect()
}

fn range(context: &Context<'_>, place: Place) -> Range {
    let exercise = context.library().exercise(place);
    set_range(exercise, exercise.is_main_lift_eligible, context.request.goal)
}

fn shown(context: &Context<'_>, load: Option<domain::quantity::Grams>) -> Option<Number> {
    load.map(|load| Number::of_load(load, context.unit()))
}

/// Names are free text and stand between fences.
fn activities(context: &Context<'_>) -> Value {
    let rows = context.prepared.understood.activities.iter();
    rows.map(|one| json!({"start": one.start, "sport": one.sport, "minutes": one.seconds / 60, "effort": one.effort})).collect()
}

fn facts(context: &Context<'_>) -> Value {
    let prepared = context.prepared;
    let [from_30, from_15] = context.request.tuning().general_warmup_s;
    let seconds = match prepared.meta().duration_minutes {
        30.. => from_30,
        15.. => from_15,
        _ => 0,
    };
    json!({
        "session_type": prepared.understood.intent, "fatigue_policy": prepared.policy, "id_seed": prepared.id_seed, "type_not_allowed": prepared.choice.dropped,
        "allow_failure": prepared.understood.allow_failure, "superset_policy": prepared.understood.superset_policy,
        "general_warmup_seconds": seconds, "pain": prepared.selection.fatigue_state.pain_flags,
    })
}

/// What may be chosen: key, name, code, equipment, seconds and loads.
fn exercises(context: &Context<'_>) -> Value {
    let request = &context.request;
    let library = context.library();
    let is_allowed = |place: &Place| {
        let traits = library.traits(*place);
        let hurts = traits.loaded.excluded_by(&request.pain, request.tuning().pain_exclude_from).is_some();
        let is_strength = traits.kind == ExerciseKind::Resistance;
        is_strength && request.is_at_hand[traits.needs] && !request.is_avoided[*place] && !hurts
    };
    let rows = (0..library.len()).filter(is_allowed).map(|place| {
        let exercise = library.exercise(place);
        let range = range(context, place);
        let figures = context.figures(place, range, exercise.is_main_lift_eligible, context.restraint());
        json!({
            "key": exercise.id, "name": exercise.name_en, "code": exercise.short_code,
            "equipment": context.prepared.inventory.carrier(exercise), "can_open_a_session": exercise.is_main_lift_eligible,
            "muscles": exercise.muscles.primary, "measure": exercise.measure, "range": [range.low, range.high],
            "seconds_per_set": exercise.time_per_set_s, "rest_s": training::prescribe::time::rest_s(exercise, false, range),
            "target_load": shown(context, figures.target), "load_cap": shown(context, figures.cap),
            "estimated": figures.is_estimated, "grid_step": grid_step(context, place),
        })
    });
    rows.collect()
}

/// How far apart the loads of an exercise are at its lightest.
fn grid_step(context: &Context<'_>, place: Place) -> Option<String> {
    let grid = context.grid(context.library().exercise(place))?;
    let [first, second, ..] = grid.steps() else { return None };
    Some(format!("{} {}", domain::quantity::Hundredths(second.0 - first.0), grid.unit()))
}

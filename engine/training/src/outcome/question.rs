//! What a model is told when it is asked for a second opinion (OU-9): the change, what was done before and after it, and
//! what the rules say. Loads are in the athlete's unit.

use domain::{
    change::{Change, Field, Value},
    exercise::Exercise,
    proposal::{Outcome, ProposalState},
    quantity::{Grams, MassUnit, Rpe},
    session::{ExercisePerformance, Session},
    time::LocalDate,
};
use serde::Serialize;

use super::{eligible, input::Answered, opinion::Doubt};
use crate::suggestion::draft::ask::{DatedSnapshot, Shown, Snapshot};

/// One doubt, as a model sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question<'a> {
    /// The name of the exercise.
    pub exercise: &'a str,
    /// The unit of all loads.
    pub unit: MassUnit,
    /// What was proposed.
    pub changes: Vec<ShownChange>,
    /// Whether the athlete accepted or rejected it.
    pub answer: ProposalState,
    /// What it was proposed after.
    pub before: Snapshot,
    /// What was done in the session in question.
    pub after: DatedSnapshot,
    /// How hard the session was as a whole, in tenths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_rpe_tenths: Option<i64>,
    /// How ready the athlete felt, 1 to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readiness: Option<u8>,
    /// What the rules say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleVerdict>,
    /// The athlete's own words. No part of the document: they are sent between fences, as data.
    #[serde(skip)]
    pub notes: &'a str,
}

/// One field that was to get another value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownChange {
    /// Which field.
    pub field: Field,
    /// The set in question among those of `after`; absent for the exercise as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_index: Option<usize>,
    /// What it was.
    pub old: ShownValue,
    /// What it was to be.
    pub new: ShownValue,
}

/// A value as the athlete reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ShownValue {
    /// A load.
    Load(Shown),
    /// Reps, seconds, a count.
    Number(i64),
    /// A mode or a type.
    Word(String),
}

/// The rules' verdict and how sure they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RuleVerdict {
    /// Their verdict.
    pub outcome: Outcome,
    /// 0..100.
    pub confidence: u8,
}

impl<'a> Question<'a> {
    /// What is asked about `answered` after `session`; nothing if the item is not in it.
    pub fn new(
        doubt: &Doubt,
        answered: &Answered,
        session: &'a Session,
        exercise: &'a Exercise,
        unit: MassUnit,
    ) -> Option<Self> {
        let done = eligible::performance(&answered.proposal, session)?;
        let shown = |change: &Change| ShownChange {
            field: change.field,
            set_index: place(change, done),
            old: value(change.field, &change.old, unit),
            new: value(change.field, &change.new, unit),
        };
        let date: LocalDate = session.local_date;
        Some(Self {
            exercise: &exercise.name_en,
            unit,
            changes: answered.proposal.changes.iter().map(shown).collect(),
            answer: answered.proposal.state,
            before: DatedSnapshot::new(date, &answered.basis, unit).done,
            after: DatedSnapshot::new(date, done, unit),
            session_rpe_tenths: session.session_rpe.map(Rpe::tenths),
            readiness: session.readiness,
            rules: doubt.rule.map(|(outcome, confidence)| RuleVerdict { outcome, confidence }),
            notes: &done.notes,
        })
    }
}

/// The place of the set among those that were completed.
fn place(change: &Change, done: &ExercisePerformance) -> Option<usize> {
    let wanted = change.target.set_id?;
    done.sets.iter().filter(|set| set.completed).position(|set| set.set_id == Some(wanted))
}

fn value(field: Field, value: &Value, unit: MassUnit) -> ShownValue {
    match value {
        Value::Number(grams) if field == Field::Load => ShownValue::Load(Shown(Grams(*grams).display(unit))),
        Value::Number(number) => ShownValue::Number(*number),
        other => ShownValue::Word(other.to_string()),
    }
}

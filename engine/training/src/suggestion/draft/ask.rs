//! What a model is told before it may suggest something: the input (AI-3) and the results of its two tools (AI-2).
//!
//! Loads are in the athlete's unit, as the model has to answer in it. Everything here is data for one exercise of one
//! athlete; no tool reads anything else.

use domain::{
    anatomy::Muscle,
    exercise::{Exercise, ExerciseKey},
    prescription::{Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetPrescription, SetType},
    quantity::{Grams, Hundredths, MassUnit},
    session::{ExercisePerformance, SetPerformance},
    time::LocalDate,
};
use serde::{Serialize, Serializer};

use crate::suggestion::history::{Best, ExerciseHistory, Trend};

/// A load as the athlete reads it; a number of at most two decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown(pub Hundredths);

impl Shown {
    fn of(load: Grams, unit: MassUnit) -> Self {
        Self(load.display(unit))
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Hundredths(hundredths) = self.0;
        if hundredths % 100 == 0 {
            return serializer.serialize_i64(hundredths / 100);
        }
        #[expect(clippy::cast_precision_loss, reason = "loads are far below 2^52 hundredths")]
        serializer.serialize_f64(hundredths as f64 / 100.0)
    }
}

/// What a model is asked with (AI-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelInput<'a> {
    /// The exercise.
    pub exercise_key: &'a ExerciseKey,
    /// Its name.
    pub name: &'a str,
    /// The muscle that it is for.
    pub primary_muscle: Muscle,
    /// The unit of all loads.
    pub unit: MassUnit,
    /// What the plan asks for now.
    pub prescription: Snapshot,
    /// What was done in the session that has just ended.
    pub performance: DatedSnapshot,
    /// The athlete's own words. No part of the document: they are sent between fences, as data.
    #[serde(skip)]
    pub notes: &'a str,
}

/// What is prescribed, or what was done of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Snapshot {
    /// How reps are meant.
    pub rep_policy: RepPolicy,
    /// How rests are meant.
    pub rest_policy: RestPolicy,
    /// The sets in their order.
    pub sets: Vec<SetSnapshot>,
}

/// A performance and its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DatedSnapshot {
    /// When it was done.
    pub date: LocalDate,
    /// The targets as they were and the sets as done.
    #[serde(flatten)]
    pub done: Snapshot,
}

/// One set as a model sees it; what is not known is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetSnapshot {
    /// By which the model names the set.
    pub index: usize,
    /// What kind of set.
    #[serde(rename = "type")]
    pub kind: SetType,
    /// The load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<Shown>,
    /// The reps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// Seconds of rest after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<u32>,
}

impl<'a> ModelInput<'a> {
    /// The input for an item that was performed on `date`.
    pub fn new(
        exercise: &'a Exercise,
        prescription: &Prescription,
        date: LocalDate,
        performance: &'a ExercisePerformance,
        unit: MassUnit,
    ) -> Self {
        Self {
            exercise_key: &exercise.id,
            name: &exercise.name_en,
            primary_muscle: exercise.lead_muscle(),
            unit,
            prescription: Snapshot {
                rep_policy: prescription.rep_policy,
                rest_policy: prescription.rest_policy,
                sets: (0..).zip(&prescription.sets).map(|(at, set)| prescribed(at, set, unit)).collect(),
            },
            performance: DatedSnapshot::new(date, performance, unit),
            notes: &performance.notes,
        }
    }
}

impl DatedSnapshot {
    /// What was done on `date`.
    pub fn new(date: LocalDate, performance: &ExercisePerformance, unit: MassUnit) -> Self {
        let frozen = performance.frozen.as_ref().map(|frozen| &frozen.prescription);
        let unset = RepPolicy { mode: RepMode::NotSet, ..RepPolicy::target(8) };
        let unknown = RestPolicy { mode: RestMode::Individual, seconds: 0 };
        let done = Snapshot {
            rep_policy: frozen.map_or(unset, |frozen| frozen.rep_policy),
            rest_policy: frozen.map_or(unknown, |frozen| frozen.rest_policy),
            sets: (0..)
                .zip(performance.sets.iter().filter(|set| set.completed))
                .map(|(at, set)| performed(at, set, unit))
                .collect(),
        };
        Self { date, done }
    }
}

fn prescribed(index: usize, set: &SetPrescription, unit: MassUnit) -> SetSnapshot {
    let load = set.load_g.map(|load| Shown::of(load, unit));
    SetSnapshot { index, kind: set.kind, load, reps: set.reps, rest: Some(set.rest_s) }
}

fn performed(index: usize, set: &SetPerformance, unit: MassUnit) -> SetSnapshot {
    let load = set.load_g.map(|load| Shown::of(load, unit));
    SetSnapshot { index, kind: set.kind, load, reps: set.reps, rest: set.rest_after_s }
}

/// The result of `get_exercise_history_context` (AI-2): the values of SG-11, zeros where there are none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the values of SG-11 by their names")]
pub struct HistoryContext {
    pub has_history: bool,
    pub sessions_total: u32,
    pub sessions_30_days: u32,
    pub best_e1rm: Shown,
    pub best_load: Shown,
    pub best_volume: u32,
    pub recent_top_load: Shown,
    pub recent_volume: u32,
    pub recent_sets: u32,
    pub recent_rest: u32,
    pub typical_reps_low: u32,
    pub typical_reps_high: u32,
    pub typical_sets: u32,
    pub typical_rest: u32,
    pub trend: Trend,
}

impl HistoryContext {
    /// What the tool answers.
    pub fn new(history: &ExerciseHistory, unit: MassUnit) -> Self {
        let shown = |load: Option<Grams>| load.map(|load| Shown::of(load, unit)).unwrap_or_default();
        let best = |best: Option<Best<Grams>>| shown(best.map(|best| best.value));
        let typical = history.typical_reps;
        Self {
            has_history: history.has_history(),
            sessions_total: history.sessions,
            sessions_30_days: history.sessions_30_days,
            best_e1rm: best(history.best_e1rm_g),
            best_load: best(history.best_load_g),
            best_volume: history.best_volume.map_or(0, |best| best.value),
            recent_top_load: shown(history.recent.top_load_g),
            recent_volume: history.recent.volume,
            recent_sets: history.recent.sets,
            recent_rest: history.recent.rest_s.unwrap_or(0),
            typical_reps_low: typical.map_or(0, |reps| reps.low),
            typical_reps_high: typical.map_or(0, |reps| reps.high),
            typical_sets: history.typical_sets.unwrap_or(0),
            typical_rest: history.typical_rest_s.unwrap_or(0),
            trend: history.trend,
        }
    }
}

/// The most performances that a model gets at once.
const MOST_PERFORMANCES: i64 = 5;

/// The result of `get_recent_exercise_performances` (AI-2): the newest first, as many as asked for, within 1..5.
pub fn recent_performances(
    performances: &[(LocalDate, &ExercisePerformance)],
    limit: i64,
    unit: MassUnit,
) -> Vec<DatedSnapshot> {
    let mut newest = performances.to_vec();
    newest.sort_by(|(one, left), (other, right)| other.cmp(one).then(left.id.cmp(&right.id)));
    let limit = usize::try_from(limit.clamp(1, MOST_PERFORMANCES)).unwrap_or(1);
    newest.into_iter().take(limit).map(|(date, done)| DatedSnapshot::new(date, done, unit)).collect()
}

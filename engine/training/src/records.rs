//! Personal records (P-54): every value that was better than all before it, worked out from all sessions.
//!
//! There is no stored best: a correction changes the sessions, and the records follow.

use std::collections::BTreeMap;

use domain::{
    exercise::{Exercise, Measure},
    progress::ProgressRecord,
    quantity::Grams,
    session::{PerformanceStatus, SessionId, SetPerformance},
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    load::{Sense, estimate::e1rm},
    progress_summary::standing,
};

vocabulary! {
    /// What was never better.
    pub enum RecordKind: "record" {
        /// Reps in one set.
        MaxReps = "max_reps",
        /// Seconds in one set.
        MaxSeconds = "max_seconds",
        /// Reps, seconds or meters in one session.
        MaxVolume = "max_volume",
        /// Grams in one set.
        MaxLoad = "max_load",
        /// Estimated 1RM in grams (SG-6).
        BestE1rm = "best_e1rm",
        /// Level of a ladder.
        HighestLevel = "highest_level",
    }
}

/// A value that was better than all before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The exercise's key; the ladder's for levels.
    pub exercise: String,
    /// Of which kind.
    pub kind: RecordKind,
    /// Reps, seconds, meters, grams or an ordinal.
    pub value: i64,
    /// The best before it; a first value has none and is a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub former: Option<i64>,
    /// The athlete's date.
    pub date: LocalDate,
    /// In which session.
    pub session_id: SessionId,
}

impl Record {
    /// Whether it is only the first value of its kind, which nobody is told of.
    pub const fn is_baseline(&self) -> bool {
        self.former.is_none()
    }
}

/// An exercise that was done in a session, archived sessions included.
#[derive(Debug, Clone, Copy)]
pub struct Performance<'a> {
    /// In which session.
    pub session_id: SessionId,
    /// When it was begun.
    pub started_at: Instant,
    /// The athlete's date.
    pub date: LocalDate,
    /// What was done.
    pub exercise: &'a Exercise,
    /// Its sets; only performed ones count.
    pub sets: &'a [SetPerformance],
    /// The athlete's weight then, if it is known.
    pub bodyweight: Option<Grams>,
    /// Whether it was a deload session.
    pub deload: bool,
}

/// All records from the first session on, oldest date first. Deload sessions make none.
///
/// `progress` are the records of items from which levels are read, oldest first by (started_at, id).
pub fn records(performances: &[Performance<'_>], progress: &[ProgressRecord]) -> Vec<Record> {
    let mut sorted: Vec<&Performance<'_>> = performances.iter().filter(|of| !of.deload).collect();
    sorted.sort_by(|one, other| {
        let key = |of: &Performance<'_>| (of.started_at, of.session_id);
        key(one).cmp(&key(other)).then_with(|| one.exercise.id.cmp(&other.exercise.id))
    });
    let mut table = Table::default();
    let same_session = |one: &&Performance<'_>, other: &&Performance<'_>| {
        one.session_id == other.session_id && one.exercise.id == other.exercise.id
    };
    for parts in sorted.chunk_by(same_session) {
        let first = parts[0];
        let mut values = BTreeMap::<RecordKind, i64>::new();
        for part in parts {
            part.add_to(&mut values);
        }
        for (kind, value) in values {
            table.enter(first.exercise.id.as_str(), kind, value, (first.date, first.session_id));
        }
    }
    for record in standing(progress) {
        let level = record.level_result.filter(|_| record.status == PerformanceStatus::Done);
        if let Some(level) = level {
            let place = (record.local_date, record.session_id);
            table.enter(&record.exercise_key, RecordKind::HighestLevel, i64::from(level), place);
        }
    }
    table.records.sort_by_key(|record| record.date);
    table.records
}

/// The best of each exercise and kind, in this order.
pub fn bests(records: &[Record]) -> Vec<&Record> {
    let mut bests = BTreeMap::<(&str, RecordKind), &Record>::new();
    for record in records {
        let best = bests.entry((&record.exercise, record.kind)).or_insert(record);
        if best.value < record.value {
            *best = record;
        }
    }
    bests.into_values().collect()
}

/// What the athlete is told after a session: its records, baselines left out.
pub fn announced(records: &[Record], session_id: SessionId) -> impl Iterator<Item = &Record> {
    records.iter().filter(move |record| record.session_id == session_id && !record.is_baseline())
}

/// What was best so far.
#[derive(Default)]
struct Table {
    bests: BTreeMap<(String, RecordKind), i64>,
    records: Vec<Record>,
}

impl Table {
    /// Enters a value if it is strictly better than the best.
    fn enter(&mut self, exercise: &str, kind: RecordKind, value: i64, place: (LocalDate, SessionId)) {
        let key = (exercise.to_owned(), kind);
        let former = self.bests.get(&key).copied();
        if value <= former.unwrap_or(0) {
            return;
        }
        self.bests.insert(key, value);
        let (date, session_id) = place;
        self.records.push(Record { exercise: exercise.to_owned(), kind, value, former, date, session_id });
    }
}

impl Performance<'_> {
    /// The values of one exercise in one session; the volume of several parts of it adds up.
    fn add_to(&self, values: &mut BTreeMap<RecordKind, i64>) {
        let mut best = |kind, value: i64| {
            let known = values.entry(kind).or_insert(value);
            *known = value.max(*known);
        };
        let mut volume = 0;
        for set in self.sets.iter().filter(|set| set.is_performed()) {
            let amount = set.amount().unwrap_or(0);
            volume += i64::from(amount);
            match self.exercise.measure {
                Measure::Reps => best(RecordKind::MaxReps, i64::from(amount)),
                Measure::Seconds => best(RecordKind::MaxSeconds, i64::from(amount)),
                Measure::Meters => {}
            }
            // More help is no record.
            let Some(load) = set.load_g.filter(|_| Sense::of(self.exercise) == Sense::Load) else { continue };
            best(RecordKind::MaxLoad, load.0);
            if let Some(Grams(estimate)) = e1rm(self.exercise, load, amount, self.bodyweight) {
                best(RecordKind::BestE1rm, estimate);
            }
        }
        *values.entry(RecordKind::MaxVolume).or_default() += volume;
    }
}

//! Personal records (P-54, A-22): every value that was better than all before it, worked out from all sessions.
//!
//! There is no stored best: a correction changes the sessions, and the records follow.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    exercise::{Exercise, Measure},
    progress::ProgressRecord,
    quantity::Grams,
    reason::Fact,
    session::{PerformanceStatus, SessionId, SetPerformance},
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    load::{Sense, estimate::e1rm},
    progress_summary::standing,
    strength::LOOSE_REPS,
};

/// the most reps that a load is kept for.
const MOST_REPS: u32 = 12;

/// so many records of a session are told, the rest is a count.
pub const TOLD: usize = 3;

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
        /// Grams for at least so many reps.
        RepMax = "rep_max",
        /// Grams of help in one set, of which less is better.
        LeastAssistance = "least_assistance",
    }
}

impl RecordKind {
    /// Whether a value is better than another one.
    const fn is_better(self, value: i64, former: i64) -> bool {
        match self {
            Self::LeastAssistance => value < former,
            _ => value > former,
        }
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
    /// For at least so many reps, 1..12, for `rep_max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
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

    /// Its value with its unit, as texts show it.
    pub fn fact(&self) -> Fact {
        match self.kind {
            RecordKind::MaxLoad | RecordKind::BestE1rm | RecordKind::RepMax | RecordKind::LeastAssistance => {
                Fact::load(Grams(self.value))
            }
            RecordKind::MaxReps
            | RecordKind::MaxSeconds
            | RecordKind::MaxVolume
            | RecordKind::HighestLevel => self.value.into(),
        }
    }

    /// How much better it is than what was best before it, in basis points of that.
    pub fn gain(&self) -> i64 {
        let former = self.former.unwrap_or(self.value);
        10_000 * (self.value - former).abs() / former.abs().max(1)
    }
}

/// What is compared with what: a kind, and for a rep maximum its reps.
type Key = (RecordKind, Option<u32>);

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
        let mut values = BTreeMap::<Key, i64>::new();
        for part in parts {
            part.add_to(&mut values);
        }
        for (key, value) in values {
            table.enter(first.exercise.id.as_str(), key, value, (first.date, first.session_id));
        }
    }
    for record in standing(progress) {
        let level = record.level_result.filter(|_| record.status == PerformanceStatus::Done);
        if let Some(level) = level {
            let place = (record.local_date, record.session_id);
            table.enter(&record.exercise_key, (RecordKind::HighestLevel, None), i64::from(level), place);
        }
    }
    table.records.sort_by_key(|record| record.date);
    table.records
}

/// The best of each exercise, kind and number of reps, in this order.
pub fn bests(records: &[Record]) -> Vec<&Record> {
    let mut bests = BTreeMap::<(&str, Key), &Record>::new();
    for record in records {
        let best = bests.entry((&record.exercise, (record.kind, record.reps))).or_insert(record);
        if record.kind.is_better(record.value, best.value) {
            *best = record;
        }
    }
    bests.into_values().collect()
}

/// the records of a session, baselines left out, the largest gain first; [`TOLD`] of them are told at once.
///
/// A load that was never lifted for fewer reps either is told once, with the most reps.
pub fn announced(records: &[Record], session_id: SessionId) -> Vec<&Record> {
    let own = || records.iter().filter(|record| record.session_id == session_id && !record.is_baseline());
    let is_told = |record: &&Record| {
        record.kind != RecordKind::RepMax
            || !own().any(|other| {
                let same = (&other.exercise, other.kind, other.value)
                    == (&record.exercise, record.kind, record.value);
                same && other.reps > record.reps
            })
    };
    let mut told: Vec<&Record> = own().filter(is_told).collect();
    told.sort_by_key(|record| (Reverse(record.gain()), record.exercise.as_str(), record.kind));
    told
}

/// the records that a correction or a deletion took away.
pub fn lost<'a>(before: &'a [Record], after: &[Record]) -> Vec<&'a Record> {
    let key = |record: &Record| (record.exercise.clone(), record.kind, record.reps, record.session_id);
    let kept: BTreeSet<_> = after.iter().map(key).collect();
    before.iter().filter(|record| !record.is_baseline() && !kept.contains(&key(record))).collect()
}

/// What was best so far.
#[derive(Default)]
struct Table {
    bests: BTreeMap<(String, Key), i64>,
    records: Vec<Record>,
}

impl Table {
    /// Enters a value if it is strictly better than the best.
    fn enter(&mut self, exercise: &str, key: Key, value: i64, place: (LocalDate, SessionId)) {
        let (exercise, (kind, reps)) = (exercise.to_owned(), key);
        let former = self.bests.get(&(exercise.clone(), key)).copied();
        if former.map_or(value <= 0, |former| !kind.is_better(value, former)) {
            return;
        }
        self.bests.insert((exercise.clone(), key), value);
        let (date, session_id) = place;
        self.records.push(Record { exercise, kind, reps, value, former, date, session_id });
    }
}

impl Performance<'_> {
    /// The values of one exercise in one session; the volume of several parts of it adds up.
    fn add_to(&self, values: &mut BTreeMap<Key, i64>) {
        let mut best = |kind: RecordKind, reps, value: i64| {
            let known = values.entry((kind, reps)).or_insert(value);
            if kind.is_better(value, *known) {
                *known = value;
            }
        };
        let sense = Sense::of(self.exercise);
        let mut volume = 0;
        for set in self.sets.iter().filter(|set| set.is_performed()) {
            let amount = set.amount().unwrap_or(0);
            volume += i64::from(amount);
            match self.exercise.measure {
                Measure::Reps => best(RecordKind::MaxReps, None, i64::from(amount)),
                Measure::Seconds => best(RecordKind::MaxSeconds, None, i64::from(amount)),
                Measure::Meters => {}
            }
            let Some(load) = set.load_g else { continue };
            if sense == Sense::Assistance {
                best(RecordKind::LeastAssistance, None, load.0);
                continue;
            }
            best(RecordKind::MaxLoad, None, load.0);
            // a set of five counts for one to five.
            for reps in (1..=MOST_REPS).take_while(|reps| *reps <= set.reps.unwrap_or(0)) {
                best(RecordKind::RepMax, Some(reps), load.0);
            }
            // an estimate from many reps is no best.
            let estimate = e1rm(self.exercise, load, amount, self.bodyweight);
            if let Some(Grams(estimate)) = estimate.filter(|_| amount <= LOOSE_REPS) {
                best(RecordKind::BestE1rm, None, estimate);
            }
        }
        *values.entry((RecordKind::MaxVolume, None)).or_default() += volume;
    }
}

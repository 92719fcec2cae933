//! The weekly review (P-45): exercises that went back three times in a row, for a person to look at.

use std::collections::BTreeMap;

use domain::{
    exercise::ExerciseKey,
    id::Id,
    person::Athlete,
    progress::ProgressRecord,
    quantity::Rpe,
    reason::ReasonCode,
    time::{Instant, LocalDate},
};
use serde::{Deserialize, Serialize};

use super::{QualityTuning, is_decided, is_regress};
use crate::{flag::Sign, progress_summary::standing};

pub use super::review_file::{COLUMNS, FaultyReview, read, write};

/// An exercise that went back again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewRow {
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise_key: String,
    /// What was performed last: what is suspended when the review says so.
    pub variation_key: ExerciseKey,
    /// The level after the last decision, for ladder items.
    pub level: Option<u32>,
    /// The steps back, oldest first.
    pub steps: Vec<StepBack>,
}

/// One step back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepBack {
    /// The athlete's date.
    pub date: LocalDate,
    /// T_f: what was asked.
    pub target: u32,
    /// A: what was done.
    pub actual: u32,
    /// Effort.
    pub rpe: Option<Rpe>,
    /// Why.
    pub reasons: Vec<ReasonCode>,
}

/// What a reviewer said of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whose exercise.
    pub athlete_id: Id<Athlete>,
    /// Which, as in the row.
    pub exercise_key: String,
    /// True: go on; false: suspend; nothing: ask again.
    pub verified: Option<bool>,
}

/// What the answers of a file lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Applied {
    /// Exercises whose count restarts now.
    pub restarted: Vec<(Id<Athlete>, String)>,
    /// Flags to raise, source reviewer.
    pub suspended: Vec<(Id<Athlete>, Sign)>,
    /// Answers on exercises that are not listed any more; nothing is done about them.
    pub unlisted: Vec<(Id<Athlete>, String)>,
}

/// The rows of one athlete, by exercise. `restarts` tells since when the count of an exercise runs anew.
///
/// `records` are the athlete's, oldest first by (started_at, id).
pub fn rows(
    records: &[ProgressRecord],
    restarts: &BTreeMap<String, Instant>,
    tuning: &QualityTuning,
) -> Vec<ReviewRow> {
    let mut decided = BTreeMap::<&str, Vec<&ProgressRecord>>::new();
    for record in standing(records).into_iter().filter(|record| is_decided(record)) {
        let restart = restarts.get(&record.exercise_key);
        if restart.is_none_or(|&at| at < record.created_at) {
            decided.entry(&record.exercise_key).or_default().push(record);
        }
    }
    let last = |records: Vec<&ProgressRecord>| {
        let from = records.len().checked_sub(tuning.review_regressions)?;
        row(&records[from..])
    };
    decided.into_values().filter_map(last).collect()
}

/// The row of records that all went back.
fn row(records: &[&ProgressRecord]) -> Option<ReviewRow> {
    let newest = records.last().filter(|_| records.iter().all(|record| is_regress(record.decision)))?;
    let step = |record: &&ProgressRecord| StepBack {
        date: record.local_date,
        target: record.volume_target,
        actual: record.volume_actual,
        rpe: record.rpe,
        reasons: record.reasons.clone(),
    };
    Some(ReviewRow {
        athlete_id: newest.athlete_id,
        exercise_key: newest.exercise_key.clone(),
        variation_key: newest.variation_key.clone(),
        level: newest.level_result,
        steps: records.iter().map(step).collect(),
    })
}

/// What the answers lead to, given the rows that are listed now.
pub fn apply(answers: &[Answer], rows: &[ReviewRow]) -> Applied {
    let mut applied = Applied::default();
    for Answer { athlete_id, exercise_key, verified } in answers {
        let key = (*athlete_id, exercise_key.clone());
        let row = rows.iter().find(|row| row.athlete_id == key.0 && row.exercise_key == key.1);
        match (row, verified) {
            (_, None) => {}
            (None, Some(_)) => applied.unlisted.push(key),
            (Some(_), Some(true)) => applied.restarted.push(key),
            (Some(row), Some(false)) => {
                let sign = Sign::suspension(Some(row.variation_key.clone()), 1);
                applied.suspended.push((*athlete_id, sign));
            }
        }
    }
    applied
}

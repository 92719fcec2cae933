//! Which records leave the table of current ones (P-23, P-24), and the means that are kept of the rest.

use std::collections::BTreeMap;

use domain::{
    id::Id,
    plan::ItemId,
    progress::ProgressRecord,
    session::PerformanceStatus,
    time::{DateSpan, LocalDate, add_days},
};

use super::QualityTuning;
use crate::progress_summary::standing;

/// The same day so many calendar months before, or the last day of that month if it has none.
pub fn months_before(date: LocalDate, months: u32) -> LocalDate {
    let month = i64::from(date.year()) * 12 + i64::from(date.month()) - 1 - i64::from(months);
    let first = i16::try_from(month.div_euclid(12)).ok().and_then(|year| {
        let month = i8::try_from(month.rem_euclid(12) + 1).ok()?;
        LocalDate::new(year, month, 1).ok()
    });
    let Some(first) = first else { return LocalDate::MIN };
    let day = date.day().min(first.days_in_month());
    add_days(first, i64::from(day) - 1)
}

/// Events before this date are deleted (P-44).
pub fn events_kept_from(today: LocalDate, tuning: &QualityTuning) -> LocalDate {
    months_before(today, tuning.event_months)
}

/// The records of one athlete that move to the archive, oldest first: those before the limit of age (P-23), then as
/// many more as are above the limit of rows (P-24). The newest ten of an item never move.
pub fn to_archive(
    records: &[ProgressRecord],
    today: LocalDate,
    tuning: &QualityTuning,
) -> Vec<Id<ProgressRecord>> {
    let limit = months_before(today, tuning.archive_months);
    let mut sorted: Vec<&ProgressRecord> = records.iter().collect();
    sorted.sort_by_key(|record| (record.local_date, record.created_at, record.id));
    let mut left = BTreeMap::<ItemId, usize>::new();
    for record in records {
        *left.entry(record.item_id).or_default() += 1;
    }
    let mut over = records.len().saturating_sub(tuning.archive_rows);
    let mut moved = Vec::new();
    for record in sorted {
        let is_due = record.local_date < limit || over > 0;
        let kept = left.entry(record.item_id).or_default();
        if is_due && *kept > tuning.archive_keep {
            *kept -= 1;
            over = over.saturating_sub(1);
            moved.push(record.id);
        }
    }
    moved
}

/// The means of an exercise over the last 28 days, as sums and counts (P-23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rolling {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise_key: String,
    /// Σ A over done records.
    pub volume: u64,
    /// How many they are; `rolling_volume` is the one divided by the other.
    pub records: u32,
    /// Σ RPE in tenths.
    pub rpe: u64,
    /// How many records have one; `rolling_rpe` is the one divided by the other.
    pub rpe_records: u32,
}

/// The rolling sums of every exercise that was done, by key.
pub fn rolling(records: &[ProgressRecord], today: LocalDate, tuning: &QualityTuning) -> Vec<Rolling> {
    let window = DateSpan { from: add_days(today, 1 - i64::from(tuning.rolling_days)), to: today };
    let mut sums = BTreeMap::<&str, Rolling>::new();
    let recent = standing(records)
        .into_iter()
        .filter(|record| record.status == PerformanceStatus::Done && window.contains(record.local_date));
    for record in recent {
        let key = record.exercise_key.as_str();
        let sum = sums.entry(key).or_insert_with(|| Rolling {
            exercise_key: key.to_owned(),
            volume: 0,
            records: 0,
            rpe: 0,
            rpe_records: 0,
        });
        sum.volume += u64::from(record.volume_actual);
        sum.records += 1;
        sum.rpe += record.rpe.map_or(0, |rpe| rpe.tenths().unsigned_abs());
        sum.rpe_records += u32::from(record.rpe.is_some());
    }
    sums.into_values().collect()
}

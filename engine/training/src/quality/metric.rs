//! The four metrics of the progression as a numerator over a denominator (P-42).

use std::collections::BTreeSet;

use domain::{
    id::Id,
    progress::{LevelDecision, ProgressRecord},
    session::PerformanceStatus,
    time::{DateSpan, LocalDate, add_days},
    vocabulary::vocabulary,
};

use super::{QualityTuning, is_decided, is_regress};
use crate::progress_summary::standing;

vocabulary! {
    /// What is measured.
    pub enum MetricType: "metric" {
        Accuracy = "progression_accuracy",
        RegressionRate = "progression_regression_rate",
        FatigueAlerts = "progression_fatigue_alerts",
        ManualOverrideRate = "progression_manual_override_rate",
    }
}

/// A measured share; its value is `numerator / denominator`, which is never made here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    /// What was measured.
    pub metric_type: MetricType,
    /// The last day of the window.
    pub report_date: LocalDate,
    /// How many days the window has.
    pub window_days: u32,
    /// How many are so.
    pub numerator: u32,
    /// Out of how many; at least 1.
    pub denominator: u32,
}

/// What the metrics are counted from: one athlete's, or those of a whole installation.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// Records of the window and before, oldest first by (started_at, id).
    pub records: &'a [ProgressRecord],
    /// Records whose decision a person edited within 24 hours, or undid.
    pub overridden: &'a BTreeSet<Id<ProgressRecord>>,
    /// The dates on which a fatigue flag was raised, or raised in severity; absent where the records are of one exercise,
    /// since fatigue is the athlete's (P-31).
    pub fatigue: Option<&'a [LocalDate]>,
}

/// The metrics of a date, those without anything to count left out.
pub fn metrics(evidence: &Evidence<'_>, report_date: LocalDate, tuning: &QualityTuning) -> Vec<Metric> {
    let records = standing(evidence.records);
    let row = |metric_type, window_days, (numerator, denominator): (usize, usize)| {
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let (numerator, denominator) = (count(numerator), count(denominator));
        (denominator > 0).then_some(Metric { metric_type, report_date, window_days, numerator, denominator })
    };
    let trailing = |days: u32| DateSpan { from: add_days(report_date, 1 - i64::from(days)), to: report_date };
    let QualityTuning { accuracy_days, regression_days, override_days, .. } = *tuning;
    let rows = [
        row(MetricType::Accuracy, accuracy_days, accuracy(&records, trailing(accuracy_days))),
        row(MetricType::RegressionRate, regression_days, regressions(&records, trailing(regression_days))),
        evidence
            .fatigue
            .and_then(|raised| row(MetricType::FatigueAlerts, 7, (fatigue_alerts(raised, report_date), 1))),
        row(
            MetricType::ManualOverrideRate,
            override_days,
            overrides(&records, evidence.overridden, trailing(override_days)),
        ),
    ];
    rows.into_iter().flatten().collect()
}

/// Advances that were followed by no step back, of those whose new target was tried.
fn accuracy(records: &[&ProgressRecord], window: DateSpan) -> (usize, usize) {
    let mut counts = (0, 0);
    for (index, record) in records.iter().enumerate() {
        if record.decision != LevelDecision::Advance || !window.contains(record.local_date) {
            continue;
        }
        let next = next_done(&records[index + 1..], record);
        if let Some(next) = next.filter(|next| is_at_new_target(next, record)) {
            counts.0 += usize::from(!is_regress(next.decision));
            counts.1 += 1;
        }
    }
    counts
}

/// The first record of the same item that was not skipped.
pub(super) fn next_done<'a>(
    later: &[&'a ProgressRecord],
    record: &ProgressRecord,
) -> Option<&'a ProgressRecord> {
    let mut of_item = later.iter().filter(|next| next.item_id == record.item_id);
    of_item.find(|next| next.status == PerformanceStatus::Done).copied()
}

/// Whether `next` ran on the target that the advance set: its level, or more volume where the level stayed.
fn is_at_new_target(next: &ProgressRecord, advance: &ProgressRecord) -> bool {
    let level = next.level_target == advance.level_result;
    let grown = advance.level_target != advance.level_result || next.volume_plan > advance.volume_plan;
    level && grown && !next.manual_override
}

/// Steps back, of all decisions on what was done.
fn regressions(records: &[&ProgressRecord], window: DateSpan) -> (usize, usize) {
    let decided = records.iter().filter(|record| is_decided(record) && window.contains(record.local_date));
    decided.fold((0, 0), |(back, all), record| (back + usize::from(is_regress(record.decision)), all + 1))
}

/// Fatigue flags raised from the Monday of the ISO week to the report date.
fn fatigue_alerts(raised: &[LocalDate], report_date: LocalDate) -> usize {
    let from = add_days(report_date, -i64::from(report_date.weekday().to_monday_zero_offset()));
    let week = DateSpan { from, to: report_date };
    raised.iter().filter(|&&date| week.contains(date)).count()
}

/// Decisions that a person took back, of all decisions.
fn overrides(
    records: &[&ProgressRecord],
    overridden: &BTreeSet<Id<ProgressRecord>>,
    window: DateSpan,
) -> (usize, usize) {
    let decided = records
        .iter()
        .filter(|record| record.decision != LevelDecision::None && window.contains(record.local_date));
    decided.fold((0, 0), |(taken_back, all), record| {
        (taken_back + usize::from(overridden.contains(&record.id)), all + 1)
    })
}

//! Alerts (P-43): too many steps back, or fatigue that grows from week to week.

use domain::{
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::{Instant, LocalDate, add_days},
    vocabulary::vocabulary,
};

use super::{
    QualityTuning,
    metric::{Metric, MetricType},
};

vocabulary! {
    /// What an alert is about.
    pub enum AlertKind: "alert" {
        Regression = "regression",
        Fatigue = "fatigue",
    }
}

/// An alert; its reason is the note to the athlete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    /// What it is about.
    pub kind: AlertKind,
    /// The note, with the numbers behind it.
    pub reason: Reason,
}

/// What alerts are judged by.
#[derive(Debug, Clone, Copy)]
pub struct Watch<'a> {
    /// When it is.
    pub now: Instant,
    /// The day that is reported.
    pub report_date: LocalDate,
    /// Rows of [`MetricType::RegressionRate`]; others are ignored.
    pub metrics: &'a [Metric],
    /// Fatigue flags of the week that is reported.
    pub fatigue_week: u32,
    /// Fatigue flags of the whole week before.
    pub fatigue_week_before: u32,
    /// Alerts given before, and when.
    pub given: &'a [(AlertKind, Instant)],
}

/// The alerts of a day, each kind at most once in seven days.
pub fn alerts(watch: &Watch<'_>, tuning: &QualityTuning) -> Vec<Alert> {
    let found = [
        (AlertKind::Regression, has_many_regressions(watch, tuning)),
        (AlertKind::Fatigue, has_growing_fatigue(watch, tuning)),
    ];
    let is_new = |kind| {
        let since = |at: Instant| watch.now.millis() - at.millis();
        watch.given.iter().all(|&(given, at)| given != kind || since(at) >= tuning.alert_days * 86_400_000)
    };
    let due = found.into_iter().filter(|&(kind, holds)| holds && is_new(kind));
    due.map(|(kind, _)| Alert { kind, reason: note(kind, watch) }).collect()
}

fn note(kind: AlertKind, watch: &Watch<'_>) -> Reason {
    let reason = Reason::new(ReasonCode::LoadExcessive, SpecId::new("P-43")).fact("alert", kind.as_str());
    match kind {
        AlertKind::Regression => match rate_of(watch, watch.report_date) {
            Some(rate) => reason.fact("regress", rate.numerator).fact("decisions", rate.denominator),
            None => reason,
        },
        AlertKind::Fatigue => {
            reason.fact("week", watch.fatigue_week).fact("before", watch.fatigue_week_before)
        }
    }
}

fn rate_of<'a>(watch: &Watch<'a>, date: LocalDate) -> Option<&'a Metric> {
    let is_rate = |row: &&Metric| row.metric_type == MetricType::RegressionRate && row.report_date == date;
    watch.metrics.iter().find(is_rate)
}

/// (a): above 25 % on three dates in a row, each with enough decisions.
fn has_many_regressions(watch: &Watch<'_>, tuning: &QualityTuning) -> bool {
    let mut dates =
        (0..i64::from(tuning.regression_alert_dates)).map(|back| add_days(watch.report_date, -back));
    dates.all(|date| {
        rate_of(watch, date).is_some_and(|rate| {
            let (regress, decisions) = (u64::from(rate.numerator), u64::from(rate.denominator));
            rate.denominator >= tuning.regression_alert_min
                && 100 * regress > u64::from(tuning.regression_alert_pct) * decisions
        })
    })
}

/// (b): more than 115 % of the week before, if that had enough.
fn has_growing_fatigue(watch: &Watch<'_>, tuning: &QualityTuning) -> bool {
    let (week, before) = (u64::from(watch.fatigue_week), u64::from(watch.fatigue_week_before));
    watch.fatigue_week_before >= tuning.fatigue_base
        && 100 * week > u64::from(tuning.fatigue_growth_pct) * before
}

//! The numbers by which decisions are watched, reviewed and kept (P-23, P-42..P-46, A-37).

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Windows, limits and shares of the quality rules. The defaults are those of the chapters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct QualityTuning {
    /// P-42: days of the accuracy of advances.
    pub accuracy_days: u32,
    /// P-42: days of the regression rate.
    pub regression_days: u32,
    /// P-42: days of the override rate.
    pub override_days: u32,
    /// P-43: percent above which the regression rate is too high.
    pub regression_alert_pct: u32,
    /// P-43: report dates in a row that have to be too high.
    pub regression_alert_dates: u32,
    /// P-43: fewest decisions of such a date.
    pub regression_alert_min: u32,
    /// P-43: percent of the week before that fatigue has to exceed.
    pub fatigue_growth_pct: u32,
    /// P-43: fewest fatigue flags of the week before.
    pub fatigue_base: u32,
    /// P-43: days within which an alert of one kind is not repeated.
    pub alert_days: i64,
    /// P-45: steps back in a row that are reviewed.
    pub review_regressions: usize,
    /// P-46: fewest advances whose outcome is known.
    pub gate_known: u32,
    /// P-46: percent of them that have to succeed.
    pub gate_accuracy_pct: u32,
    /// P-46: percent of the current overrides that a candidate may cause.
    pub gate_override_pct: u32,
    /// P-23: calendar months that records stay.
    pub archive_months: u32,
    /// P-23: newest records of an item that always stay.
    pub archive_keep: usize,
    /// P-24: records of an athlete that stay at most.
    pub archive_rows: usize,
    /// P-44: calendar months that events stay.
    pub event_months: u32,
    /// P-23: days of the rolling means.
    pub rolling_days: u32,
}

impl Default for QualityTuning {
    fn default() -> Self {
        Self {
            accuracy_days: 90,
            regression_days: 7,
            override_days: 28,
            regression_alert_pct: 25,
            regression_alert_dates: 3,
            regression_alert_min: 5,
            fatigue_growth_pct: 115,
            fatigue_base: 3,
            alert_days: 7,
            review_regressions: 3,
            gate_known: 20,
            gate_accuracy_pct: 70,
            gate_override_pct: 105,
            archive_months: 18,
            archive_keep: 10,
            archive_rows: 10_000,
            event_months: 6,
            rolling_days: 28,
        }
    }
}

/// GL-9.
impl Law for QualityTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        for (name, days) in [
            ("accuracy_days", self.accuracy_days),
            ("regression_days", self.regression_days),
            ("override_days", self.override_days),
            ("rolling_days", self.rolling_days),
        ] {
            check.range(CODE, name, days, 1, 366);
        }
        for (name, percent) in [
            ("regression_alert_pct", self.regression_alert_pct),
            ("gate_accuracy_pct", self.gate_accuracy_pct),
        ] {
            check.range(CODE, name, percent, 1, 100);
        }
        check.range(CODE, "fatigue_growth_pct", self.fatigue_growth_pct, 100, 1000);
        check.range(CODE, "gate_override_pct", self.gate_override_pct, 100, 1000);
        check.range(CODE, "regression_alert_dates", self.regression_alert_dates, 1, 30);
        check.range(CODE, "review_regressions", self.review_regressions, 1, 10);
        check.range(CODE, "archive_months", self.archive_months, 1, 240);
        check.range(CODE, "event_months", self.event_months, 1, 240);
        // P-3: decisions read the last ten records of an item.
        check.range(CODE, "archive_keep", self.archive_keep, 10, 1000);
        check.range(CODE, "archive_rows", self.archive_rows, self.archive_keep, 1_000_000);
    }
}

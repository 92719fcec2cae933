//! The numbers of the chapter plans, each with its rule.

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What can be set about plans (section 8 of the chapter).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlanTuning {
    /// OV-3: hours for which a manual edit wins.
    pub manual_hours: u32,
    /// OV-1: days for which an override guards its value.
    pub override_guard_days: u32,
    /// OV-7: days for which "leave it as it is" holds unless said otherwise.
    pub keep_days: u32,
    /// PR-10: days until an unanswered proposal ends.
    pub proposal_ttl_days: u32,
    /// CF-6: days until an unanswered conflict is settled for the person.
    pub conflict_ttl_days: u32,
}

impl Default for PlanTuning {
    fn default() -> Self {
        Self {
            manual_hours: 24,
            override_guard_days: 28,
            keep_days: 7,
            proposal_ttl_days: 28,
            conflict_ttl_days: 28,
        }
    }
}

impl PlanTuning {
    /// OV-3 in seconds.
    pub fn manual_seconds(&self) -> i64 {
        3600 * i64::from(self.manual_hours)
    }
}

/// Seconds of so many days.
pub(crate) fn days(days: u32) -> i64 {
    86_400 * i64::from(days)
}

/// The law of GL-9: numbers that make sense.
impl Law for PlanTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "manual_hours", self.manual_hours, 0, 24 * 28);
        check.range(CODE, "override_guard_days", self.override_guard_days, 1, 365);
        check.range(CODE, "keep_days", self.keep_days, 1, 60);
        check.range(CODE, "proposal_ttl_days", self.proposal_ttl_days, 1, 365);
        check.range(CODE, "conflict_ttl_days", self.conflict_ttl_days, 1, 365);
    }
}

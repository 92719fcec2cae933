//! D-27: the numbers of the conversation that may be varied, with their defaults.

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of the dialogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DialogTuning {
    /// Hundredths of likeness from which a name is offered.
    pub fuzzy_min: i64,
    /// Words before a mark in which a negator counts.
    pub negation_before: usize,
    /// Words after a mark in which one counts.
    pub negation_after: usize,
    /// Hours for which a question can be answered.
    pub question_hours: i64,
    /// Minutes for which the last thing spoken of is meant.
    pub focus_minutes: i64,
    /// Minutes in which the same report is asked about.
    pub duplicate_minutes: i64,
    /// Tenths of the best load above which a load is asked about.
    pub outlier_load: i64,
    /// Tenths of the best reps above which reps are asked about.
    pub outlier_reps: i64,
    /// Days back after which the day of a report is asked about.
    pub report_days: i64,
    /// Quiet hours: from and to.
    pub quiet: [u8; 2],
    /// Messages of our own a day.
    pub proactive_per_day: u32,
    /// Messages of an athlete a minute.
    pub minute_limit: u32,
    /// Messages of an athlete a day.
    pub day_limit: u32,
}

/// Names asked about more readily, and questions that wait for two days.
pub(crate) const EXAMPLE: &str = r#"{
  "fuzzy_min": 80,
  "question_hours": 48,
  "minute_limit": 30
}"#;

impl Default for DialogTuning {
    fn default() -> Self {
        Self {
            fuzzy_min: 75,
            negation_before: 2,
            negation_after: 3,
            question_hours: 24,
            focus_minutes: 30,
            duplicate_minutes: 10,
            outlier_load: 13,
            outlier_reps: 20,
            report_days: 14,
            quiet: [22, 8],
            proactive_per_day: 3,
            minute_limit: 20,
            day_limit: 1000,
        }
    }
}

/// The law of D-27.
impl Law for DialogTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "fuzzy_min", self.fuzzy_min, 50, 100);
        check.range(CODE, "negation_before", self.negation_before, 1, 5);
        check.range(CODE, "negation_after", self.negation_after, 0, 5);
        check.range(CODE, "question_hours", self.question_hours, 1, 168);
        check.range(CODE, "focus_minutes", self.focus_minutes, 1, 1440);
        check.range(CODE, "duplicate_minutes", self.duplicate_minutes, 0, 1440);
        check.range(CODE, "outlier_load", self.outlier_load, 10, 100);
        check.range(CODE, "outlier_reps", self.outlier_reps, 10, 100);
        check.range(CODE, "report_days", self.report_days, 0, 365);
        check.each("quiet", &self.quiet, |check, _, &hour| check.range(CODE, "", hour, 0, 23));
        check.range(CODE, "proactive_per_day", self.proactive_per_day, 0, 20);
        check.range(CODE, "minute_limit", self.minute_limit, 1, 600);
        check.range(CODE, "day_limit", self.day_limit, 1, 100_000);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::law::Valid;

    #[test]
    fn d_27_the_defaults_are_valid_and_what_is_out_of_range_is_not() {
        assert!(Valid::new(DialogTuning::default()).is_ok());
        let refused = Valid::new(DialogTuning { fuzzy_min: 20, quiet: [22, 24], ..DialogTuning::default() });
        let invalid = refused.unwrap_err();
        assert_eq!(invalid.to_string(), "fuzzy_min: 20, expected 50..100; quiet.1: 24, expected 0..23");
        assert!(invalid.findings().iter().all(|finding| finding.code == ErrorCode::InvalidTuning));
    }
}

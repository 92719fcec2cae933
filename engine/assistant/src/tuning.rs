//! Tuning of the flow: every number of the chapter that may be varied, with its default (L-40).

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of the session flow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FlowTuning {
    /// Days in which a recent best is looked for.
    pub best_days: i64,
    /// Days in which a repeat of a session type counts.
    pub repeat_days: i64,
    /// Days without training after which nothing is a repeat.
    pub rest_days: i64,
    /// What a repeat costs a session type, in hundredths of its score.
    pub repeat_penalty: i64,
    /// A sleep score below it is a point.
    pub sleep_low: u8,
    /// A body battery below it is a point.
    pub battery_low: u8,
    /// Tenths by which a week must exceed the mean of four for one point, and for two.
    pub load_ratio: [i64; 2],
    /// Effort of four weeks below which a ratio says nothing.
    pub load_base: i64,
    /// Effort from which one activity is hard.
    pub effort_hard: i64,
    /// Hours within which coming cardio counts.
    pub hard_hours: i64,
    /// Percent of a recent best by row of L-12: fresh, one point, one point of sleep or battery or two, more.
    pub caps: [i64; 4],
    /// Reps more in reserve by the same rows.
    pub shifts: [u32; 4],
    /// Fewer sessions in [`FlowTuning::best_days`] are a thin history.
    pub thin_sessions: usize,
    /// Percent of the time up to which accessories are tier B.
    pub tier_b_share: i64,
    /// Percent of the time that a plan may fill with tier C.
    pub overflow_pct: i64,
    /// Tenths of effort a minute: runs, swims, rides, walks and hikes, strength and yoga, others.
    pub effort: [i64; 6],
}

impl Default for FlowTuning {
    fn default() -> Self {
        Self {
            best_days: 90,
            repeat_days: 14,
            rest_days: 7,
            repeat_penalty: 10,
            sleep_low: 60,
            battery_low: 40,
            load_ratio: [13, 16],
            load_base: 80,
            effort_hard: 100,
            hard_hours: 48,
            caps: [105, 100, 95, 85],
            shifts: [0, 1, 1, 2],
            thin_sessions: 3,
            tier_b_share: 75,
            overflow_pct: 115,
            effort: [10, 9, 7, 3, 0, 5],
        }
    }
}

impl FlowTuning {
    /// L-6: tenths of effort a minute of a sport, by the provider's word.
    pub fn effort_tenths(&self, sport: &str) -> i64 {
        let row = match sport {
            "Run" | "TrailRun" => 0,
            "Swim" => 1,
            ride if ride.ends_with("Ride") => 2,
            "Walk" | "Hike" => 3,
            "WeightTraining" | "Workout" | "Yoga" => 4,
            _ => 5,
        };
        self.effort[row]
    }
}

/// The law of L-40.
impl Law for FlowTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "best_days", self.best_days, 7, 365);
        check.range(CODE, "repeat_days", self.repeat_days, 0, 90);
        check.range(CODE, "rest_days", self.rest_days, 1, 90);
        check.range(CODE, "repeat_penalty", self.repeat_penalty, 0, 100);
        check.range(CODE, "sleep_low", self.sleep_low, 0, 100);
        check.range(CODE, "battery_low", self.battery_low, 0, 100);
        let [one, two] = self.load_ratio;
        check.range(CODE, "load_ratio/0", one, 10, 50);
        check.range(CODE, "load_ratio/1", two, one, 50);
        check.range(CODE, "load_base", self.load_base, 0, 10_000);
        check.range(CODE, "effort_hard", self.effort_hard, 1, 1000);
        check.range(CODE, "hard_hours", self.hard_hours, 0, 168);
        check.each("caps", &self.caps, |check, _, &cap| check.range(CODE, "", cap, 80, 105));
        check.each("shifts", &self.shifts, |check, _, &shift| check.range(CODE, "", shift, 0, 2));
        check.range(CODE, "thin_sessions", self.thin_sessions, 0, 50);
        check.range(CODE, "tier_b_share", self.tier_b_share, 0, 100);
        check.range(CODE, "overflow_pct", self.overflow_pct, 100, 150);
        check.each("effort", &self.effort, |check, _, &factor| check.range(CODE, "", factor, 0, 50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::law::Valid;

    #[test]
    fn l_40_the_defaults_are_valid_and_what_is_out_of_range_is_not() {
        assert!(Valid::new(FlowTuning::default()).is_ok());
        let refused =
            Valid::new(FlowTuning { caps: [105, 100, 95, 70], rest_days: 0, ..FlowTuning::default() });
        let invalid = refused.unwrap_err();
        assert_eq!(invalid.to_string(), "rest_days: 0, expected 1..90; caps.3: 70, expected 80..105");
        assert!(invalid.findings().iter().all(|finding| finding.code == ErrorCode::InvalidTuning));
    }
}

//! Tuning of the suggestions: every number of the chapter, with the seed's value as default (suggestions.md, section 8).

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers behind the rules SR-0..SR-13 and their feedback.
///
/// The last three are settings of an athlete (SL-9), written here by the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SuggestionTuning {
    /// SG-2: how many performances before the current one are read.
    pub previous: usize,
    /// SR-1: reps above the range.
    pub overshoot_range: u32,
    /// SR-1: reps above the target.
    pub overshoot_target: u32,
    /// SR-1: percent of an increment.
    pub overshoot_pct: i64,
    /// SR-1..SR-3: how many sessions in a row.
    pub sessions: usize,
    /// SR-5: in how many of how many sessions.
    pub below_range: OutOf,
    /// SR-7: how many sessions in a row.
    pub drift_sessions: usize,
    /// SR-8: percent by which estimated maxima may differ and still be the same.
    pub plateau_pct: i64,
    /// SR-8, SR-9: seconds of rest more.
    pub rest_step_s: u32,
    /// SR-8, SR-9: the longest rest that a rule asks for.
    pub rest_most_s: u32,
    /// SR-9: seconds under the target that are short.
    pub rest_short_s: u32,
    /// SR-9: fewer reps than the set before that are a drop.
    pub reps_drop: u32,
    /// SR-11: percent of the heaviest working load from which a warm-up is none.
    pub warmup_pct: i64,
    /// SR-12: percent of the heaviest working load under which a working set is a warm-up.
    pub light_pct: i64,
    /// OU-10: what outcomes do to the next suggestions.
    pub feedback: FeedbackTuning,
    /// SG-16: whether equal working sets follow.
    pub apply_to_equal_sets: bool,
    /// TS-2: whether the style of a performance decides which sets count.
    pub style_aware: bool,
    /// TS-3: whether exercises have profiles of their own.
    pub progression_profiles: bool,
}

/// So many sessions out of the last so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutOf {
    /// At least so many.
    pub sessions: usize,
    /// Of the last so many.
    pub of: usize,
}

/// The numbers of OU-10 that change a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FeedbackTuning {
    /// Days for which an outcome counts.
    pub days: i64,
    /// Percent of an increment after two increases that were too much.
    pub smaller_pct: i64,
    /// Percent of an increment after two increases that were too easy.
    pub larger_pct: i64,
    /// Percent of the load that a larger step does not exceed.
    pub most_pct: i64,
    /// Sessions that an increase needs after two that were too much.
    pub sessions: usize,
    /// Equal samples that one more rep needs after two that were too much.
    pub samples: usize,
    /// Percent of an increment by which a load falls after a decrease that was not enough.
    pub decrease_pct: i64,
    /// Days for which a rule that does not help is silent.
    pub silent_days: i64,
}

impl Default for SuggestionTuning {
    fn default() -> Self {
        Self {
            previous: 3,
            overshoot_range: 4,
            overshoot_target: 5,
            overshoot_pct: 150,
            sessions: 2,
            below_range: OutOf { sessions: 2, of: 3 },
            drift_sessions: 3,
            plateau_pct: 2,
            rest_step_s: 15,
            rest_most_s: 600,
            rest_short_s: 15,
            reps_drop: 2,
            warmup_pct: 90,
            light_pct: 70,
            feedback: FeedbackTuning::default(),
            apply_to_equal_sets: true,
            style_aware: false,
            progression_profiles: false,
        }
    }
}

impl Default for FeedbackTuning {
    fn default() -> Self {
        Self {
            days: 180,
            smaller_pct: 50,
            larger_pct: 150,
            most_pct: 10,
            sessions: 3,
            samples: 3,
            decrease_pct: 200,
            silent_days: 28,
        }
    }
}

/// The law of the numbers: what a rule divides by or counts up to is there.
impl Law for SuggestionTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "previous", self.previous, 1, 3);
        for (field, sessions) in [
            ("sessions", self.sessions),
            ("drift_sessions", self.drift_sessions),
            ("below_range/sessions", self.below_range.sessions),
            ("below_range/of", self.below_range.of),
            ("feedback/sessions", self.feedback.sessions),
            ("feedback/samples", self.feedback.samples),
        ] {
            check.range(CODE, field, sessions, 1, self.previous + 1);
        }
        check.range(CODE, "rest_most_s", self.rest_most_s, 0, 900);
        for (field, percent) in [
            ("overshoot_pct", self.overshoot_pct),
            ("plateau_pct", self.plateau_pct),
            ("warmup_pct", self.warmup_pct),
            ("light_pct", self.light_pct),
            ("feedback/smaller_pct", self.feedback.smaller_pct),
            ("feedback/larger_pct", self.feedback.larger_pct),
            ("feedback/most_pct", self.feedback.most_pct),
            ("feedback/decrease_pct", self.feedback.decrease_pct),
        ] {
            check.range(CODE, field, percent, 1, 1000);
        }
        for (field, days) in
            [("feedback/days", self.feedback.days), ("feedback/silent_days", self.feedback.silent_days)]
        {
            check.range(CODE, field, days, 0, 3650);
        }
    }
}

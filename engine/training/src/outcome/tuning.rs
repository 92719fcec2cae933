//! Tuning of the outcome loop: the numbers of OU-2..OU-9 beside its table, with the chapter's values as default.

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers by which later sessions judge a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OutcomeTuning {
    /// OU-2: sessions of the item without an evaluation after which nothing more is expected.
    pub idle_sessions: u32,
    /// OU-2: days after the answer after which nothing more is expected.
    pub idle_days: i64,
    /// OU-3: evaluations for a change that is judged twice.
    pub required_long: u32,
    /// OU-3: evaluations for any other change.
    pub required_short: u32,
    /// OU-3: evaluations at most.
    pub required_most: u32,
    /// OU-4: the highest confidence when a change was followed in part.
    pub partial_most: u8,
    /// OU-5: increments beyond the new load that are more than following.
    pub beyond_steps: i64,
    /// OU-5: seconds of rest beyond the new rest that are more than following.
    pub beyond_rest_s: i64,
    /// OU-7: what the session as a whole does to confidence.
    pub context: ContextTuning,
    /// OU-8: the confidence of a first good or too easy evaluation that ends the matter.
    pub decisive: u8,
    /// OU-8: the net weight that decides.
    pub net: i64,
    /// OU-9: when a second opinion counts.
    pub opinion: OpinionTuning,
}

/// The factors of OU-7 in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContextTuning {
    /// RPE tenths from which a session was hard.
    pub hard_from: i64,
    /// What a hard session does.
    pub hard: Factors,
    /// RPE tenths up to which a session was light.
    pub light_to: i64,
    /// What a light session does.
    pub light: Factors,
    /// Readiness up to which the athlete was tired.
    pub tired_to: u8,
    /// What tiredness does.
    pub tired: Factors,
    /// Readiness from which the athlete was fresh.
    pub fresh_from: u8,
    /// What freshness does.
    pub fresh: Factors,
}

/// By how many percent a confidence is multiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Factors {
    /// Of a verdict that a change was too much or not enough.
    pub negative: i64,
    /// Of a verdict that it was good or too easy.
    pub positive: i64,
}

/// The confidences of OU-9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OpinionTuning {
    /// The rules' confidence from which nobody else is asked.
    pub sure: u8,
    /// The rules' confidence under which a moderate opinion is enough.
    pub unsure: u8,
    /// The confidence of a moderate opinion.
    pub moderate: u8,
    /// The confidence of an opinion that stands against any rule that may be doubted.
    pub strong: u8,
    /// By how much such an opinion must be above the rules'.
    pub margin: u8,
}

impl Default for OutcomeTuning {
    fn default() -> Self {
        Self {
            idle_sessions: 5,
            idle_days: 60,
            required_long: 2,
            required_short: 1,
            required_most: 3,
            partial_most: 65,
            beyond_steps: 2,
            beyond_rest_s: 30,
            context: ContextTuning::default(),
            decisive: 80,
            net: 75,
            opinion: OpinionTuning::default(),
        }
    }
}

impl Default for ContextTuning {
    fn default() -> Self {
        Self {
            hard_from: 90,
            hard: Factors { negative: 120, positive: 90 },
            light_to: 40,
            light: Factors { negative: 85, positive: 110 },
            tired_to: 2,
            tired: Factors { negative: 85, positive: 100 },
            fresh_from: 4,
            fresh: Factors { negative: 105, positive: 100 },
        }
    }
}

impl Default for OpinionTuning {
    fn default() -> Self {
        Self { sure: 85, unsure: 70, moderate: 75, strong: 85, margin: 5 }
    }
}

/// The law of the numbers: counts that can be reached, confidences and factors that make sense.
impl Law for OutcomeTuning {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidTuning;
        check.range(CODE, "idle_sessions", self.idle_sessions, 1, 100);
        check.range(CODE, "idle_days", self.idle_days, 1, 3650);
        check.range(CODE, "required_most", self.required_most, 1, 10);
        check.range(CODE, "required_long", self.required_long, 1, self.required_most);
        check.range(CODE, "required_short", self.required_short, 1, self.required_most);
        check.range(CODE, "beyond_steps", self.beyond_steps, 0, 100);
        check.range(CODE, "beyond_rest_s", self.beyond_rest_s, 0, 900);
        check.range(CODE, "net", self.net, 1, 600);
        for (field, confidence) in [
            ("partial_most", self.partial_most),
            ("decisive", self.decisive),
            ("opinion/sure", self.opinion.sure),
            ("opinion/unsure", self.opinion.unsure),
            ("opinion/moderate", self.opinion.moderate),
            ("opinion/strong", self.opinion.strong),
            ("opinion/margin", self.opinion.margin),
        ] {
            check.range(CODE, field, confidence, 0, 100);
        }
        let context = &self.context;
        for (field, factors) in [
            ("hard", context.hard),
            ("light", context.light),
            ("tired", context.tired),
            ("fresh", context.fresh),
        ] {
            check.within(format_args!("context/{field}"), |check| {
                check.range(CODE, "negative", factors.negative, 0, 1000);
                check.range(CODE, "positive", factors.positive, 0, 1000);
            });
        }
    }
}

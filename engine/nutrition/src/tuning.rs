//! Tuning of the meals: the numbers that a back-test may vary (MF-8). Tolerances, caps, windows and limits are none of
//! them.

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{problem::Budgets, target::tuning::TargetTuning};

/// The tunable numbers of meals, with the defaults of the chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MealTuning {
    /// NT-1..NT-7.
    pub targets: TargetTuning,
    /// MC-1, MD-5, MO-5, MO-6.
    pub score: ScoreTuning,
    /// MX-3, where the request says nothing.
    pub budgets: Budgets,
}

impl Law for MealTuning {
    fn check(&self, check: &mut Check) {
        check.within("targets", |check| self.targets.check(check));
        check.within("score", |check| self.score.check(check));
    }
}

/// Weights and factors of the score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScoreTuning {
    /// MC-1.
    pub weights: Weights,
    /// MD-5: before a workout.
    pub pre_workout_pct: Factors,
    /// MD-5: after a workout.
    pub post_workout_pct: Factors,
    /// MD-5: before a long gap.
    pub high_satiety_pct: Factors,
    /// MO-5: what a preferred tag adds, in tenths of a point.
    pub preferred_tag_tenths: u32,
    /// MO-6: what a recipe of the last three days loses, in tenths of a point.
    pub variety_penalty_tenths: u32,
}

impl Default for ScoreTuning {
    fn default() -> Self {
        Self {
            weights: Weights::default(),
            pre_workout_pct: Factors { calories: 100, protein: 80, carbs: 110, fat: 100 },
            post_workout_pct: Factors { calories: 110, protein: 120, carbs: 110, fat: 100 },
            high_satiety_pct: Factors { calories: 110, protein: 110, carbs: 100, fat: 110 },
            preferred_tag_tenths: 10,
            variety_penalty_tenths: 20,
        }
    }
}

/// The weights of MC-1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the parts of MC-1 by their names")]
pub struct Weights {
    pub nutrition: u32,
    pub micronutrients: u32,
    pub satiety: u32,
    pub balance: u32,
    pub schedule: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { nutrition: 40, micronutrients: 30, satiety: 15, balance: 15, schedule: 10 }
    }
}

/// What a context multiplies the even share by, in percent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the macros by their names")]
pub struct Factors {
    pub calories: u32,
    pub protein: u32,
    pub carbs: u32,
    pub fat: u32,
}

impl Law for ScoreTuning {
    fn check(&self, check: &mut Check) {
        let Weights { nutrition, micronutrients, satiety, balance, schedule } = self.weights;
        let weights = [nutrition, micronutrients, satiety, balance, schedule];
        for weight in weights {
            check.range(ErrorCode::InvalidTuning, "weights", weight, 0, 1000);
        }
        let some = weights.iter().any(|&weight| weight > 0);
        check.require(some, ErrorCode::InvalidTuning, "weights", "all 0", "at least one above 0");
        let contexts = [&self.pre_workout_pct, &self.post_workout_pct, &self.high_satiety_pct];
        for Factors { calories, protein, carbs, fat } in contexts {
            for factor in [calories, protein, carbs, fat] {
                check.range(ErrorCode::InvalidTuning, "factors", *factor, 50, 200);
            }
        }
        let points = [self.preferred_tag_tenths, self.variety_penalty_tenths];
        for tenths in points {
            check.range(ErrorCode::InvalidTuning, "points", tenths, 0, 1000);
        }
    }
}

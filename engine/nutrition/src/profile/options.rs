//! The options of an athlete (section 9 of the chapter), with the defaults of the app.

use domain::{
    error::ErrorCode,
    law::{Check, Law},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::{Options, Portions};

/// How plans are made for an athlete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlanOptions {
    /// MO-1: more or less than a serving where whole servings lead nowhere; null: whole servings only.
    pub portions: Option<Portions>,
    /// MO-2: whether the exact stage may cook once and serve several times.
    pub auto_batches: bool,
    /// MO-3: `slack` leaves the window of carbs unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carbs: Option<String>,
    /// MO-5: whether the usual time of a recipe speaks for it.
    pub prefer_meal_type: bool,
    /// MO-6: once in so many days outside workout slots, 2..7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variety_days: Option<u32>,
    /// MO-6: whether a recipe of the last three days scores less.
    pub variety_penalty: bool,
    /// MO-7: `deviation` or `variety`; prices of the catalogue are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polish: Option<String>,
    /// MO-8: further plans, at most 5.
    pub alternatives: u32,
    /// MV-4: whether floors bind a single day too.
    pub strict_single_day: bool,
}

/// ND-13: the portions that the catalogue is made for.
const PORTIONS: [u32; 4] = [75, 100, 125, 150];

/// MO-1: the portions that there are.
const PERCENTS: [u32; 6] = [50, 75, 100, 125, 150, 200];

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            portions: Some(Portions::AfterFailure(PORTIONS.to_vec())),
            auto_batches: false,
            carbs: None,
            prefer_meal_type: true,
            variety_days: Some(7),
            variety_penalty: true,
            polish: None,
            alternatives: 0,
            strict_single_day: false,
        }
    }
}

impl PlanOptions {
    /// The options of a problem, as far as they do not depend on its nutrients.
    pub(super) fn of_problem(&self) -> Options {
        Options {
            portions: self.portions.clone(),
            auto_batches: self.auto_batches,
            carbs: self.carbs.clone(),
            prefer_meal_type: self.prefer_meal_type,
            variety_days: self.variety_days,
            variety_penalty: self.variety_penalty,
            polish: self.polish.clone(),
            alternatives: self.alternatives,
            strict_single_day: self.strict_single_day,
            ..Options::default()
        }
    }
}

impl Law for PlanOptions {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::BadOption;
        let percents = match &self.portions {
            None => &vec![],
            Some(Portions::AfterFailure(percents)) => percents,
            Some(Portions::Mode { percents, mode }) => {
                let holds = ["after_failure", "always"].contains(&mode.as_str());
                check.require(holds, CODE, "portions/mode", mode, "after_failure or always");
                percents
            }
        };
        for percent in percents {
            let holds = PERCENTS.contains(percent);
            check.require(holds, CODE, "portions", percent, "some of 50, 75, 100, 125, 150, 200");
        }
        let has_whole = self.portions.is_none() || percents.contains(&100);
        check.require(has_whole, CODE, "portions", "no 100", "100 among them");
        let word = |check: &mut Check, field: &str, word: Option<&String>, words: &[&str]| {
            if let Some(word) = word {
                let holds = words.contains(&word.as_str());
                check.require(holds, CODE, field, word, words.join(" or "));
            }
        };
        word(check, "carbs", self.carbs.as_ref(), &["slack"]);
        word(check, "polish", self.polish.as_ref(), &["deviation", "variety"]);
        check.optional_range(CODE, "variety_days", self.variety_days, 2, 7);
        check.range(CODE, "alternatives", self.alternatives, 0, 5);
    }
}

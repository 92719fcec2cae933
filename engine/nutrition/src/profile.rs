//! The nutrition profile (NT-8): who eats, what for, when and what not, as one document.
//!
//! Five answers are enough: sex, birth date, height, weight and goal. Everything else has a default. [`plan_problem`]
//! makes of it the problem that the solver reads.
//!
//! Read in this order: this file, [`week`] (meals and training of a week), [`diet`](mod@diet), [`options`], `plan`
//! (the problem), `pool` (recipes as facts), `exclusion` (what may not be in them), `relax` (a small change, made).

pub mod diet;
mod exclusion;
pub mod options;
mod plan;
mod pool;
mod relax;
pub mod week;

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::{Check, Law},
    meal_plan::{DaySlots, PantryEntry, Supplement},
    nutrient::{Decimal, Demographic, Direction, Nutrient},
    quantity::Grams,
    recipe::Exclusion,
    time::LocalDate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    convert::Measure,
    target::{
        input::{Brought, LifeActivity, PlannedSession, Sex, TargetsInput, WeighIn, WeightGoal},
        micronutrient::NutrientChoice,
        tuning::TargetTuning,
    },
};
use diet::Diets;
use options::PlanOptions;
use week::{UsualStart, WeekSession};

pub use plan::{Planning, at_any_time, plan_problem, plan_targets};
pub use pool::{LeftOut, LeftOutWhy};

/// Who eats (NT-8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NutritionProfile {
    /// For the formulas.
    pub sex: Sex,
    /// Gives the age.
    pub birth_date: LocalDate,
    /// 1000..2500.
    pub height_mm: u32,
    /// 30 000..350 000; counts until there is a weigh-in.
    pub weight_g: Grams,
    /// What the weight shall do.
    pub goal: WeightGoal,
    /// The mean of the last seven days counts, else the last one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weigh_ins: Vec<WeighIn>,
    /// 1..3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pregnancy_trimester: Option<u8>,
    /// Whether she nurses a child.
    #[serde(default, skip_serializing_if = "is_off")]
    pub lactation: bool,
    /// Whose reference intakes count; absent: by sex, age, pregnancy and lactation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demographic: Option<Demographic>,
    /// How the day is spent apart from training.
    #[serde(default = "desk")]
    pub life_activity: LifeActivity,
    /// An expenditure in kcal that was accepted before (NT-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expenditure: Option<Decimal>,
    /// Percent of body weight a week; absent: the default of the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_pct: Option<Decimal>,
    /// Whether no day may exceed the calories by more than 5 %.
    #[serde(default, skip_serializing_if = "is_off")]
    pub deficit_mode: bool,
    /// Percent of energy moved between rest and training days, 0..20 (NT-5).
    #[serde(default)]
    pub day_split: u8,
    /// Numbers that win over derived ones.
    #[serde(default)]
    pub brought: Brought,
    /// Meals by weekday, 1 (Monday) to 7; a day that is not here has the usual four.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub week: BTreeMap<u8, DaySlots>,
    /// Meals of single dates, such as those of a journey; they win over the week.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dates: BTreeMap<LocalDate, DaySlots>,
    /// Training by weekday, for whoever has no training plan here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub training: BTreeMap<u8, Vec<WeekSession>>,
    /// When training starts in the morning and in the evening (MD-2).
    #[serde(default)]
    pub usual_start: UsualStart,
    /// Allergens or foods that are not tolerated; excluded by class (HC-1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allergies: Vec<String>,
    /// What is not wanted; a plain text excludes what it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dislikes: Vec<Exclusion>,
    /// What decides between equals (MT-1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub liked_foods: Vec<String>,
    /// Ways of eating that every meal must suit.
    #[serde(default, skip_serializing_if = "Diets::is_none")]
    pub diet: Diets,
    /// What differs from the reference intakes (NT-6).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub micronutrients: BTreeMap<Nutrient, NutrientChoice>,
    /// How plans are made.
    #[serde(default)]
    pub options: PlanOptions,
    /// Whether recipes with unresolved ingredients may be planned (ND-7).
    #[serde(default, skip_serializing_if = "is_off")]
    pub allow_incomplete: bool,
    /// What spoons and cups hold in recipes that the athlete brings (ND-5); absent: by language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// What is taken besides food (ML-7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplements: Vec<Supplement>,
    /// What is at home (ML-8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pantry: Vec<PantryEntry>,
}

const fn desk() -> LifeActivity {
    LifeActivity::Desk
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_off(flag: &bool) -> bool {
    !*flag
}

impl NutritionProfile {
    /// What targets are derived from on a day, with the sessions of the seven days that count.
    pub fn targets_input(&self, today: LocalDate, sessions: Vec<PlannedSession>) -> TargetsInput {
        let is_weighed = self.weigh_ins.iter().any(|weigh_in| weigh_in.date <= today);
        TargetsInput {
            today,
            sex: self.sex,
            birth_date: self.birth_date,
            height_mm: self.height_mm,
            weight_g: (!is_weighed).then_some(self.weight_g),
            weigh_ins: self.weigh_ins.clone(),
            pregnancy_trimester: self.pregnancy_trimester,
            lactation: self.lactation,
            life_activity: self.life_activity,
            sessions,
            expenditure: self.expenditure,
            goal: self.goal,
            rate_pct: self.rate_pct,
            deficit_mode: self.deficit_mode,
            day_split: self.day_split,
            brought: self.brought.clone(),
            demographic: self.demographic,
            micronutrients: self.micronutrients.clone(),
            tuning: TargetTuning::default(),
        }
    }
}

/// What does not depend on the day. Body, goal and brought numbers are checked by the law of [`TargetsInput`], whose
/// fields have the same names.
impl Law for NutritionProfile {
    fn check(&self, check: &mut Check) {
        check.within("week", |check| {
            for (&weekday, slots) in &self.week {
                check.within(weekday, |check| {
                    check.range(ErrorCode::BadValue, "", weekday, 1, 7);
                    slots.check(check);
                });
            }
        });
        check.within("dates", |check| {
            for (date, slots) in &self.dates {
                check.within(date, |check| slots.check(check));
            }
        });
        check.within("training", |check| {
            for (&weekday, sessions) in &self.training {
                check.within(weekday, |check| {
                    check.range(ErrorCode::BadValue, "", weekday, 1, 7);
                    for (index, session) in sessions.iter().enumerate() {
                        check.within(index, |check| session.check(check));
                    }
                });
            }
        });
        for (field, terms) in [("allergies", &self.allergies), ("liked_foods", &self.liked_foods)] {
            check.each(field, terms, |check, _, term| {
                check.length(ErrorCode::BadValue, "", term.trim(), 1, 120);
            });
        }
        check.each("dislikes", &self.dislikes, |check, _, entry| entry.check(check));
        check.within("micronutrients", |check| {
            for (nutrient, choice) in &self.micronutrients {
                // A range needs a second number, which a choice has not.
                let holds = choice.direction != Some(Direction::Range);
                let expected = "floor, ceiling or info";
                let field = format!("{nutrient}/direction");
                check.require(holds, ErrorCode::BadOption, &field, Direction::Range, expected);
            }
        });
        check.within("options", |check| self.options.check(check));
        check.each("supplements", &self.supplements, |check, _, supplement| supplement.check(check));
        check.each("pantry", &self.pantry, |check, _, entry| entry.check(check));
    }
}

/// A profile of someone who trains, avoids and prefers.
pub const EXAMPLE: &str = include_str!("../examples/nutrition-profile.json");

//! Targets: what an athlete needs each day, from body, training and goal (NT-1..NT-7).
//!
//! [`targets`] takes a [`TargetsInput`] and returns [`Targets`] with every step of the derivation. Numbers that the
//! athlete brings win field by field. Everything is exact until the end of its step; no float is involved.
//!
//! Read in this order: [`input`], `energy` (how many kcal), `macros` (of what), [`micronutrient`], [`adaptive`] (what
//! weight and intake say later), [`step`], [`tuning`].
//!
//! # What is not here
//!
//! * No training plan: the sessions of the next seven days are an input.
//! * No advice for people under 18: their numbers come from a coach.

pub mod adaptive;
mod energy;
pub mod input;
mod macros;
pub mod micronutrient;
pub mod step;
pub mod tuning;

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::{Check, Invalid, Valid},
    nutrient::{Decimal, Demographic},
    quantity::Amount,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{catalog::Catalog, ratio::Ratio, warning::Warning};
use input::TargetsInput;
use macros::Macros;
use micronutrient::NutrientTarget;
use step::{Step, StepName};

pub use energy::expenditure;

/// What an athlete needs each day, in the fields of a problem file (MF-1), and how it was derived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NutritionTargets")]
pub struct Targets {
    /// kcal.
    pub daily_calories: Decimal,
    /// Grams.
    pub daily_protein_g: Decimal,
    /// Fewest and most grams.
    pub daily_fat_g: [Decimal; 2],
    /// Grams.
    pub daily_carbs_g: Decimal,
    /// kcal that no day may exceed (HC-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_daily_calories: Option<Decimal>,
    /// What single days need instead (NT-5), by day; day 1 is today.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub day_targets: BTreeMap<u8, DayTarget>,
    /// Whose reference intakes the micronutrients are; absent for minors, who have none here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demographic: Option<Demographic>,
    /// In the order of the nutrients (NT-6).
    pub micronutrients: Vec<NutrientTarget>,
    /// How the numbers came about, in order.
    pub steps: Vec<Step>,
    /// What the athlete should know.
    pub warnings: Vec<Warning>,
}

/// What a training day or a rest day needs instead (NT-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DayKindTarget")]
pub struct DayTarget {
    /// kcal.
    pub daily_calories: Decimal,
    /// Grams.
    pub daily_carbs_g: Decimal,
    /// kcal that the day may not exceed, where there is a ceiling in deficit mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_daily_calories: Option<Decimal>,
}

/// What an athlete needs each day. The only refusal left for a valid input is that nothing remains for carbs.
pub fn targets(input: &Valid<TargetsInput>) -> Result<Targets, Invalid> {
    let mut sheet = Sheet::default();
    let calories = energy::calories(input, &mut sheet);
    let macros = Macros::of(input, calories, &mut sheet);
    let max_daily_calories = energy::ceiling(input, calories, &mut sheet);
    let day_targets = macros::day_targets(input, &macros, &mut sheet);
    let mut check = Check::default();
    let carbs = day_targets.values().map(|day| day.carbs).chain([macros.carbs]);
    if let Some(least) = carbs.min().filter(|least| *least < Ratio::ZERO) {
        let expected = "0 g or more; maybe more calories, or less protein and fat";
        let found = format_args!("{} g of carbs", least.amount());
        check.require(false, ErrorCode::NegativeCarbs, "", found, expected);
    }
    check.finish()?;
    let demographic = input.demographic();
    let decimal = |ratio: Ratio| Decimal(ratio.amount());
    let day_target = |(day, target): (u8, macros::Day)| {
        let max_daily_calories = target.ceiling.map(decimal);
        let (daily_calories, daily_carbs_g) = (decimal(target.calories), decimal(target.carbs));
        (day, DayTarget { daily_calories, daily_carbs_g, max_daily_calories })
    };
    Ok(Targets {
        daily_calories: decimal(macros.calories),
        daily_protein_g: decimal(macros.protein),
        daily_fat_g: [decimal(macros.fat_min), decimal(macros.fat_max)],
        daily_carbs_g: decimal(macros.carbs),
        max_daily_calories: max_daily_calories.map(decimal),
        day_targets: day_targets.into_iter().map(day_target).collect(),
        demographic,
        micronutrients: micronutrient::targets(
            Catalog::reference_intakes(),
            demographic,
            &input.micronutrients,
        ),
        steps: sheet.steps,
        warnings: sheet.warnings,
    })
}

/// Where the steps and warnings of a derivation are written down.
#[derive(Default)]
struct Sheet {
    steps: Vec<Step>,
    warnings: Vec<Warning>,
}

impl Sheet {
    /// Writes down a step with its numbers, rounded half up to hundredths.
    fn step<const N: usize>(&mut self, step: StepName, numbers: [(&'static str, Ratio); N]) {
        let hundredths = |number: Ratio| (number * Ratio::from(100_u32)).round() * (Amount::UNIT / 100);
        let numbers = numbers.map(|(name, number)| (name.into(), Decimal(Amount(hundredths(number)))));
        self.steps.push(Step { step, spec: step.spec(), numbers: numbers.into() });
    }
}

/// The input as people write it.
pub const INPUT_EXAMPLE: &str = include_str!("../examples/targets-input.json");
/// What follows from the example of the input.
pub const EXAMPLE: &str = include_str!("../examples/targets.json");

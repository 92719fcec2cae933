//! Goals: what a day needs of each nutrient, as a summary shows it (ML-10).

use std::collections::BTreeMap;

use domain::{
    nutrient::{Decimal, Direction, Nutrient},
    quantity::Amount,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ratio::Ratio,
    target::{Targets, micronutrient::NutrientTarget},
};

/// What is needed of one nutrient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NutrientGoal")]
pub struct Goal {
    /// Against what a share is counted; of fat the middle of its range.
    pub target: Decimal,
    /// The least that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<Decimal>,
    /// The most that is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Decimal>,
}

/// What a day needs, in the order of the nutrients.
pub type Goals = BTreeMap<Nutrient, Goal>;

/// The goals of the day of these targets, counted from 1; days that differ have their own (NT-5).
pub fn goals(targets: &Targets, day: u8) -> Goals {
    let own = targets.day_targets.get(&day);
    let calories = own.map_or(targets.daily_calories, |own| own.daily_calories);
    let carbs = own.map_or(targets.daily_carbs_g, |own| own.daily_carbs_g);
    let [Decimal(least), Decimal(most)] = targets.daily_fat_g;
    let middle = (Ratio::from(least) + Ratio::from(most)) / Ratio::from(2_u32);
    let fat =
        Goal { target: Decimal(middle.amount()), least: Some(Decimal(least)), most: Some(Decimal(most)) };
    let macros = [
        (Nutrient::Calories, near(calories)),
        (Nutrient::Protein, near(targets.daily_protein_g)),
        (Nutrient::Fat, fat),
        (Nutrient::Carbs, near(carbs)),
    ];
    let others = targets.micronutrients.iter().map(|target| (target.nutrient, asked(target)));
    macros.into_iter().chain(others).collect()
}

/// Within 10 % (MV-3).
fn near(target: Decimal) -> Goal {
    let Decimal(Amount(exact)) = target;
    let tenths = |tenths: i64| i128::from(exact) * i128::from(tenths);
    let least = Ratio::new(tenths(9), 10).ceil_to(1);
    let most = i64::try_from(tenths(11) / 10).unwrap_or(i64::MAX);
    Goal { target, least: Some(Decimal(Amount(least))), most: Some(Decimal(Amount(most))) }
}

/// What a direction asks for (MO-4).
fn asked(target: &NutrientTarget) -> Goal {
    let full = target.target;
    let part = Ratio::new(i128::from(full.0.0) * i128::from(target.fraction_milli), 1000).ceil_to(1);
    let (is_floor, is_ceiling) = match target.direction {
        Direction::Floor | Direction::Range => (true, false),
        Direction::Ceiling => (false, true),
        Direction::Info => (false, false),
    };
    Goal { target: full, least: is_floor.then_some(Decimal(Amount(part))), most: is_ceiling.then_some(full) }
}

/// The goals of several days together: of a nutrient only if every day has one.
pub(super) fn sum(days: &[Option<&Goals>]) -> Option<Goals> {
    let days: Vec<&Goals> = days.iter().copied().collect::<Option<_>>()?;
    let add = |one: Decimal, other: Decimal| Decimal(Amount(one.0.0 + other.0.0));
    let of = |&nutrient: &Nutrient| {
        let goals: Vec<Goal> = days.iter().map(|day| day.get(&nutrient).copied()).collect::<Option<_>>()?;
        let both = |one: Goal, other: Goal| Goal {
            target: add(one.target, other.target),
            least: one.least.zip(other.least).map(|(one, other)| add(one, other)),
            most: one.most.zip(other.most).map(|(one, other)| add(one, other)),
        };
        Some((nutrient, goals.into_iter().reduce(both)?))
    };
    Some(Nutrient::ALL.iter().filter_map(of).collect())
}

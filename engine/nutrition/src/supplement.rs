//! Supplements: what is taken besides food, for what it makes unnecessary and for what it makes too much (ML-7).

use std::collections::BTreeMap;

use domain::{
    meal_plan::Supplement,
    nutrient::{Decimal, Direction, Nutrient, Nutrients},
    quantity::Amount,
    time::LocalDate,
};

use crate::{ratio::Ratio, reference::Limits, target::micronutrient::NutrientTarget, warning::Warning};

/// What is taken on a day; unknown for what no supplement of that weekday holds.
pub fn taken(supplements: &[Supplement], date: LocalDate) -> Nutrients {
    let weekday = date.weekday().to_monday_one_offset().unsigned_abs();
    let mut sum = Nutrients::UNKNOWN;
    for supplement in supplements.iter().filter(|supplement| supplement.days.contains(&weekday)) {
        for (nutrient, amount) in supplement.amounts.known() {
            let before = sum.get(nutrient).unwrap_or_default();
            sum.set(nutrient, Some(Amount(before.0.saturating_add(amount.0))));
        }
    }
    sum
}

/// The targets that are left for food over some days.
///
/// A floor is lowered on each day by what is taken on it, at most to nothing: a large dose on one day does not stand
/// in for another. The result is the mean of the days, rounded up to a millionth; other targets stay.
pub fn lowered(
    targets: &[NutrientTarget],
    supplements: &[Supplement],
    dates: &[LocalDate],
) -> Vec<NutrientTarget> {
    let days: Vec<Nutrients> = dates.iter().map(|&date| taken(supplements, date)).collect();
    let Ok(count @ 1..) = i64::try_from(days.len()) else { return targets.to_vec() };
    let lower = |target: &NutrientTarget| {
        if target.direction != Direction::Floor {
            return *target;
        }
        let Decimal(Amount(full)) = target.target;
        let left = |day: &Nutrients| (full - day.get(target.nutrient).unwrap_or_default().0).max(0);
        let mean = Ratio::from(days.iter().map(left).sum::<i64>()) / Ratio::from(count);
        NutrientTarget { target: Decimal(Amount(mean.ceil_to(1))), ..*target }
    };
    targets.iter().map(lower).collect()
}

/// What the supplements of a day do to its limits (ND-12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitsLeft {
    /// What food may still hold, for the limits that count it.
    pub food: BTreeMap<Nutrient, Amount>,
    /// Limits that the supplements exceed without any food.
    pub warnings: Vec<Warning>,
}

/// What is left of the limits on a day. Limits of supplements do not bind food, the others are shared with it.
pub fn limits_left(limits: &Limits, supplements: &[Supplement], date: LocalDate) -> LimitsLeft {
    let taken = taken(supplements, date);
    let food = limits.of_food().map(|(nutrient, most)| {
        let left = most.0 - taken.get(nutrient).unwrap_or_default().0;
        (nutrient, Amount(left.max(0)))
    });
    LimitsLeft { food: food.collect(), warnings: limits.supplement_warnings(&taken) }
}

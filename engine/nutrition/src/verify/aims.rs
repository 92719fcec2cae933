//! What a problem asks of nutrients: floors, ceilings and ranges (MV-4, MO-4), and daily limits (ND-12).

use std::collections::{BTreeMap, BTreeSet};

use domain::nutrient::{Demographic, Direction, Nutrient};

use super::{
    facts::{Unreadable, micronutrient, number},
    half_up, up,
};
use crate::{
    problem::{Problem, UpperLimits, Written},
    reference,
};

/// What is asked of one nutrient, per day.
pub(super) struct Aim {
    pub(super) nutrient: Nutrient,
    /// A floor is exempt on a single day (MV-4), and it alone is listed as one.
    pub(super) floor: Option<Floor>,
    /// The most.
    pub(super) most: Option<i128>,
    pub(super) direction: Direction,
    /// Whether each day must keep it, not the horizon as a whole.
    pub(super) is_daily: bool,
    /// Whether it is only told.
    pub(super) is_advisory: bool,
}

/// The least: so many thousandths of a target.
pub(super) struct Floor {
    pub(super) target: i128,
    pub(super) fraction_milli: i128,
}

impl Floor {
    /// The least millionths that reach the floor over so many days: 1000 x total >= fraction x target x days.
    pub(super) const fn least(&self, days: i128) -> i128 {
        up(self.fraction_milli * self.target * days, 1000)
    }
}

/// What targets and options ask, in the order of the nutrients.
pub(super) fn read(problem: &Problem) -> Result<Vec<Aim>, Unreadable> {
    let targets = &problem.profile.micronutrient_targets;
    let names: BTreeSet<&String> = targets.keys().chain(problem.options.nutrients.keys()).collect();
    let mut aims = vec![];
    for name in names {
        aims.push(aim(problem, name, targets.get(name))?);
    }
    aims.sort_by_key(|aim| aim.nutrient);
    Ok(aims)
}

fn aim(problem: &Problem, name: &str, target: Option<&Written>) -> Result<Aim, Unreadable> {
    let pointer = format!("options/nutrients/{name}");
    let option = problem.options.nutrients.get(name).cloned().unwrap_or_default();
    let target = target.map(|target| number(&pointer, target)).transpose()?;
    let max = option.max.as_ref().map(|max| number(&pointer, max)).transpose()?;
    let direction = match &option.direction {
        None => Direction::Floor,
        Some(word) => word.parse().map_err(|_| Unreadable::new(&pointer, word, "a direction"))?,
    };
    let is_daily = match option.period.as_deref() {
        None | Some("horizon") => false,
        Some("day") => true,
        Some(other) => return Err(Unreadable::new(&pointer, other, "`day` or `horizon`")),
    };
    let fraction_milli = match option.fraction_milli {
        Some(own) => i128::from(own),
        None => common_fraction(problem)?,
    };
    let floor = target.map(|target| Floor { target, fraction_milli });
    let (floor, most) = match direction {
        Direction::Floor => (floor, None),
        Direction::Ceiling => (None, max.or(target)),
        Direction::Range if max.is_none() => {
            return Err(Unreadable::new(&pointer, "a range without `max`", "its `max`"));
        }
        Direction::Range => (floor, max),
        Direction::Info => (None, None),
    };
    let nutrient = micronutrient(&pointer, name)?;
    Ok(Aim { nutrient, floor, most, direction, is_daily, is_advisory: option.advisory })
}

/// The share of all floors that must be reached, in thousandths; further digits are rounded half up.
fn common_fraction(problem: &Problem) -> Result<i128, Unreadable> {
    let pointer = "profile/micronutrient_weekly_min_fraction";
    match &problem.profile.micronutrient_weekly_min_fraction {
        Some(fraction) => Ok(half_up(number(pointer, fraction)?, 1000)),
        None => Ok(1000),
    }
}

/// Most of a nutrient on one day, in millionths.
pub(super) type Limits = BTreeMap<Nutrient, i128>;

/// ND-12: the literal map of the problem, or the limits of a demographic that food counts against; then the
/// overrides. A form that no recipe states adds up to nothing and so is not enforced.
pub(super) fn limits(problem: &Problem) -> Result<Limits, Unreadable> {
    let mut limits = Limits::new();
    let demographic = match &problem.upper_limits {
        Some(UpperLimits::Unlimited) => None,
        Some(UpperLimits::Literal(map)) => {
            replace(&mut limits, "upper_limits", map)?;
            None
        }
        Some(UpperLimits::Demographic(name)) => Some(name),
        None => problem.profile.demographic.as_ref(),
    };
    if let Some(name) = demographic {
        let demographic: Demographic =
            name.parse().map_err(|_| Unreadable::new("upper_limits", name, "a demographic"))?;
        let of_food = reference::food_limits(demographic).into_iter();
        limits.extend(of_food.map(|(nutrient, most)| (nutrient, i128::from(most))));
    }
    replace(&mut limits, "upper_limits_overrides", &problem.profile.upper_limits_overrides)?;
    Ok(limits)
}

/// A number replaces a limit, null removes it.
fn replace(
    limits: &mut Limits,
    pointer: &str,
    written: &BTreeMap<String, Option<Written>>,
) -> Result<(), Unreadable> {
    for (name, most) in written {
        let nutrient = micronutrient(pointer, name)?;
        match most {
            Some(most) => limits.insert(nutrient, number(pointer, most)?),
            None => limits.remove(&nutrient),
        };
    }
    Ok(())
}

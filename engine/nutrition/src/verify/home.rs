//! ML-6: leftovers that are at home before the first day.

use super::{
    breach::{Breach, BreachCode, Report},
    meals::breach,
    plan::{Placed, Plan},
};
use crate::{
    leftover::Waiting,
    problem::{RecipeFacts, Where},
};

/// Minutes of warming up where the recipe does not say.
const MINUTES: u32 = 5;

/// What a serving from home takes.
pub(super) fn minutes(recipe: &RecipeFacts) -> u32 {
    recipe.reheats.map_or(MINUTES, |reheats| reheats.minutes)
}

/// Checks that every meal from home is in the plan, and that from no day on more is eaten than is good then.
pub(super) fn check(plan: &Plan<'_>, waiting: &[Waiting], leftovers: &[Where], report: &mut Report) {
    for place in leftovers {
        report.require(plan.recipe_at(*place).is_some(), || {
            Breach::new("ML-6", BreachCode::Unknown, "a leftover without a meal", "a meal").at(*place)
        });
    }
    for meal in plan.meals.iter().filter(|meal| meal.is_from_home) {
        let day = meal.place().day;
        let own = |other: &&Placed<'_>| other.is_from_home && other.recipe.id == meal.recipe.id;
        let later = plan.meals.iter().filter(own).filter(|other| day <= other.place().day);
        let eaten: u64 = later.map(|other| u64::from(other.percent)).sum();
        let known = waiting.iter().filter(|waiting| waiting.recipe_id == meal.recipe.id);
        let good = known.filter(|waiting| day <= waiting.until);
        let there: u64 = good.map(|waiting| u64::from(waiting.servings_pct)).sum();
        report.require(eaten <= there, || {
            let found = format!("{eaten} % of a serving from day {day} on");
            breach("ML-6", BreachCode::Above, meal, &found, &format!("{there} %, as much as is good"))
        });
    }
}

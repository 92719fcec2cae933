//! MO-2: servings that are cooked at once and eaten several times.

use std::collections::BTreeSet;

use super::{
    breach::{BreachCode, PLAN, Report},
    facts::Facts,
    meals::{breach, fits},
    plan::{Placed, Plan},
};
use crate::problem::{BatchFacts, Where};

/// The most servings of a batch.
const MOST_SERVINGS: u32 = 12;

/// Where the batch was cooked from which a meal comes: one that the person fixed, or one that the solver may choose.
pub(super) fn cooked_at(facts: &Facts<'_>, meal: &Placed<'_>) -> Option<Where> {
    match meal.slot.batch {
        Some(batch) => Some(batch.cook),
        None => meal.cooked.filter(|_| facts.problem.options.auto_batches),
    }
}

/// Checks the batches of the problem, then those that the result names.
pub(super) fn check(facts: &Facts<'_>, plan: &Plan<'_>, report: &mut Report) {
    for batch in &facts.problem.options.batches {
        fixed(facts, plan, batch, report);
    }
    if plan.part == PLAN {
        plan.meals.iter().for_each(|meal| mark(facts, meal, report));
    }
    let open = plan.meals.iter().filter(|meal| meal.slot.batch.is_none());
    let cooks: BTreeSet<Where> = open.filter_map(|meal| cooked_at(facts, meal)).collect();
    for cook in cooks {
        chosen(facts, plan, cook, report);
    }
}

/// A batch that the person fixed: its slots hold it, and what they ask for is possible.
fn fixed(facts: &Facts<'_>, plan: &Plan<'_>, batch: &BatchFacts, report: &mut Report) {
    let eaten = || plan.meals.iter().filter(|meal| batch.eat.contains(&meal.place()));
    for meal in eaten() {
        report.require(meal.recipe.id == batch.recipe_id, || {
            breach("MO-2", BreachCode::Differs, meal, "not of the batch", &batch.recipe_id)
        });
    }
    if plan.spares_fixed {
        return;
    }
    let servings: Vec<&Placed<'_>> = eaten().filter(|meal| meal.recipe.id == batch.recipe_id).collect();
    serve(&servings, batch.cook, batch.servings, report);
    // Whoever cooks without eating needs the time all the same.
    let (slot, recipe) = (facts.slot(batch.cook), facts.recipe(&batch.recipe_id));
    if let (Some(slot), Some(recipe), false) = (slot, recipe, batch.eat.contains(&batch.cook)) {
        fits(slot, &recipe.id, recipe.cooking_time_minutes, report);
    }
}

/// What a meal says of its batch.
fn mark(facts: &Facts<'_>, meal: &Placed<'_>, report: &mut Report) {
    let text = |cook: Option<Where>| match cook {
        Some(cook) => format!("a batch of day {}, slot {}", cook.day, cook.slot),
        None => "no batch".to_owned(),
    };
    if meal.slot.batch.is_some() || !facts.problem.options.auto_batches {
        let expected = meal.slot.batch.map(|batch| batch.cook);
        report.require(meal.cooked == expected, || {
            breach("MO-2", BreachCode::Differs, meal, &text(meal.cooked), &text(expected))
        });
    }
}

/// A batch that the solver chose: its recipe is cooked where it says, for that batch, and can be eaten again.
fn chosen(facts: &Facts<'_>, plan: &Plan<'_>, cook: Where, report: &mut Report) {
    let is_of = |meal: &&Placed<'_>| meal.slot.batch.is_none() && cooked_at(facts, meal) == Some(cook);
    let servings: Vec<&Placed<'_>> = plan.meals.iter().filter(is_of).collect();
    let is_cooked = servings.iter().any(|meal| meal.place() == cook);
    if let Some(first) = servings.first() {
        report.require(is_cooked, || {
            let found = format!("no serving on day {}, slot {}", cook.day, cook.slot);
            breach("MO-2", BreachCode::Missing, first, &found, "the first where the batch is cooked")
        });
    }
    for meal in &servings {
        let cooked = plan.recipe_at(cook).unwrap_or("nothing");
        report.require(cooked == meal.recipe.id, || {
            let found = format!("{cooked} on day {}, slot {}", cook.day, cook.slot);
            breach("MO-2", BreachCode::Differs, meal, &found, "the batch to be cooked there")
        });
        report.require(meal.recipe.reheats.is_some(), || {
            breach("MO-2", BreachCode::Missing, meal, "a recipe that does not reheat", "one that does")
        });
    }
    serve(&servings, cook, MOST_SERVINGS, report);
}

/// Servings are eaten after cooking and while they keep, each within the time of its slot, and no more than there are.
/// A recipe that says nothing of reheating keeps for no other day and takes its full time again.
fn serve(servings: &[&Placed<'_>], cook: Where, most: u32, report: &mut Report) {
    for meal in servings {
        let (place, minutes) = (meal.place(), meal.recipe.cooking_time_minutes);
        report.require(cook <= place, || {
            let expected = format!("after cooking on day {}, slot {}", cook.day, cook.slot);
            breach("MO-2", BreachCode::OutOfOrder, meal, "eaten before", &expected)
        });
        let (keeps, reheated) = meal.recipe.reheats.map_or((0, minutes), |it| (it.keeps_days, it.minutes));
        let age = place.day.saturating_sub(cook.day);
        report.require(age <= keeps, || {
            let (found, expected) = (format!("{age} days old"), format!("at most {keeps}"));
            breach("MO-2", BreachCode::BatchTooOld, meal, &found, &expected)
        });
        fits(meal.slot, &meal.recipe.id, if place == cook { minutes } else { reheated }, report);
    }
    if let Some(last) = servings.last() {
        let eaten: u64 = servings.iter().map(|meal| u64::from(meal.percent)).sum();
        let cooked = 100 * u64::from(most);
        report.require(eaten <= cooked, || {
            let (found, expected) = (format!("{eaten} % of a serving"), format!("{cooked} %"));
            breach("MO-2", BreachCode::Above, last, &found, &expected)
        });
    }
}

//! Verify: an independent check of a result against its problem (MV-6).
//!
//! It is written from the chapter a second time, in the plainest way, and shares nothing with the search but the
//! documents, the words of the domain, the terms of allergens and the table of limits. It keeps no running totals:
//! everything is counted from the finished plan. What the person pinned is checked like any meal (MV-2), and what is
//! liked is not read at all: no preference excuses a breach (HC-7).
//!
//! Read in this order: `breach` (what is said), `facts`, `aims` and `bounds` (what the problem asks), `plan` (what the
//! result holds), then the checks: `meals` (HC-1..HC-3, HC-6, HC-8, MO-1, MO-5..MO-7), `batches` (MO-2), `home` (ML-6),
//! `totals` (MV-3, MV-4, HC-4, HC-5, MO-3, MO-4, MO-7), `shown` (the numbers of MF-2, MV-5, MO-8) and `failure` (MX-7).

mod aims;
mod batches;
mod bounds;
mod breach;
mod facts;
mod failure;
mod home;
mod meals;
mod plan;
mod shown;
mod totals;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::breach::{Breach, BreachCode};
use self::{
    breach::Report,
    facts::{Facts, Unreadable},
    plan::Plan,
};
use crate::{
    leftover::Waiting,
    outcome::{Choice, MealResult, Status},
    problem::{Problem, Where},
};

/// What the check of a result found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// How many single checks were made.
    pub checks: u64,
    /// Everything that is broken, in order; empty for a good result.
    pub breaches: Vec<Breach>,
}

/// Checks a result against the problem that it answers.
///
/// A plan must keep every rule, its numbers must be those of its meals, and so must each alternative plan. Without a
/// plan, the best plan of the report must be complete and break exactly what it says.
pub fn verify(problem: &Problem, result: &MealResult) -> Verdict {
    let mut report = Report::default();
    let read = match result.status {
        Status::Found => found(problem, result, &mut report),
        Status::Infeasible | Status::Unknown => failure::no_plan(problem, result, &mut report),
        Status::Invalid => {
            failure::invalid(result, &mut report);
            Ok(())
        }
    };
    if let Err(unreadable) = read {
        report.unreadable(unreadable);
    }
    report.into_verdict()
}

/// Checks a plan after a swap or a re-plan (ML-3, ML-4): it must keep every rule of a plan, and the meals that it says come
/// from home must be there and good (ML-6).
///
/// The problem is that of the days that remain, with what is fixed as pins.
pub fn verify_changed(
    problem: &Problem,
    waiting: &[Waiting],
    plan: &[Choice],
    leftovers: &[Where],
) -> Verdict {
    let mut report = Report::default();
    if let Err(unreadable) = changed(problem, waiting, plan, leftovers, &mut report) {
        report.unreadable(unreadable);
    }
    report.into_verdict()
}

fn changed(
    problem: &Problem,
    waiting: &[Waiting],
    plan: &[Choice],
    leftovers: &[Where],
    report: &mut Report,
) -> Result<(), Unreadable> {
    let facts = Facts::read(problem)?;
    let plan = Plan::of_choices(&facts, "changed", plan, leftovers, report)?;
    check(&facts, &plan, report);
    home::check(&plan, waiting, leftovers, report);
    Ok(())
}

fn found(problem: &Problem, result: &MealResult, report: &mut Report) -> Result<(), Unreadable> {
    let facts = Facts::read(problem)?;
    let plan = Plan::of_meals(&facts, &result.plan, report)?;
    check(&facts, &plan, report);
    if plan.is_complete {
        shown::numbers(&facts, &plan, result, report);
    }
    let mut earlier = vec![plan];
    for (index, choices) in result.alternatives.iter().enumerate() {
        let part = format!("alternatives/{index}");
        let plan = Plan::of_choices(&facts, &part, choices, &[], report)?;
        check(&facts, &plan, report);
        shown::difference(&facts, &plan, &earlier, report);
        earlier.push(plan);
    }
    report.enter("alternatives");
    shown::alternative_count(&facts, result, report);
    Ok(())
}

/// Everything that a plan must keep.
fn check(facts: &Facts<'_>, plan: &Plan<'_>, report: &mut Report) {
    report.enter(&plan.part);
    meals::check(facts, plan, report);
    batches::check(facts, plan, report);
    if plan.is_complete {
        totals::check(facts, plan, report);
    }
}

/// `numerator / denominator`, rounded half up, for a positive denominator.
const fn half_up(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

/// `numerator / denominator`, rounded up, for a positive denominator.
const fn up(numerator: i128, denominator: i128) -> i128 {
    -(-numerator).div_euclid(denominator)
}

/// An example of the document.
pub const EXAMPLE: &str = include_str!("../examples/meal-breaches.json");

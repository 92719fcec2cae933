//! A result without a plan: nothing that looks like one, and a best plan that breaks exactly what it says (MX-7).

use domain::quantity::Amount;

use super::{
    batches,
    breach::{Breach, BreachCode, PLAN, Report},
    check,
    facts::{Facts, Unreadable},
    meals,
    plan::Plan,
    totals::{self, Broken, decimal},
};
use crate::{
    outcome::{
        MealResult,
        report::{self, Violation},
    },
    problem::Problem,
};

/// MV-1: an invalid problem has errors and no plan.
pub(super) fn invalid(result: &MealResult, report: &mut Report) {
    empty(result, report);
    report.enter("errors");
    report.require(!result.errors.is_empty(), || {
        Breach::new("MV-1", BreachCode::Missing, "no error", "what is wrong with the problem")
    });
}

/// MX-7: the best plan, if there is one, is complete, keeps what is never given up and breaks what it lists.
pub(super) fn no_plan(problem: &Problem, result: &MealResult, report: &mut Report) -> Result<(), Unreadable> {
    empty(result, report);
    let Some(report::Report { best_plan, best_plan_violations, .. }) = &result.report else { return Ok(()) };
    if best_plan.is_empty() {
        return Ok(());
    }
    let facts = Facts::read(problem)?;
    let mut plan = Plan::of_choices(&facts, "best_plan", best_plan, &[], report)?;
    if plan.is_complete {
        violations(&totals::broken(&facts, &plan), best_plan_violations, report);
        let mut strict = Report::default();
        check(&facts, &plan, &mut strict);
        // A plan is no answer if the stage that has it came after the end of the search (MX-2).
        let is_ended = result.termination.as_deref() == Some("TC-3");
        report.require(is_ended || !strict.is_clean(), || {
            Breach::new("MX-7", BreachCode::Differs, "a plan that breaks nothing", "the status found")
        });
    }
    plan.spares_fixed = true;
    meals::check(&facts, &plan, report);
    batches::check(&facts, &plan, report);
    Ok(())
}

fn empty(result: &MealResult, report: &mut Report) {
    report.enter(PLAN);
    let plans = usize::from(!result.plan.is_empty()) + result.alternatives.len();
    report.require(plans == 0, || {
        Breach::new("MF-2", BreachCode::Differs, format!("{plans} plans"), "none without the status found")
    });
}

/// What is broken is listed with its numbers, and nothing else is.
fn violations(broken: &[Broken], listed: &[Violation], report: &mut Report) {
    for broken in broken {
        let entry = listed.iter().find(|entry| is_about(entry, broken));
        let expected = text(broken);
        report.require(entry.is_some_and(|entry| is_exact(entry, broken)), || {
            let code = if entry.is_some() { BreachCode::Differs } else { BreachCode::Missing };
            let found = entry.map_or("nothing listed".to_owned(), listed_text);
            Breach::new("MX-7", code, found, expected).on(broken.bound.day)
        });
    }
    for (index, entry) in listed.iter().enumerate() {
        let is_first = !listed[..index]
            .iter()
            .any(|other| (&other.spec, other.day, &other.name) == (&entry.spec, entry.day, &entry.name));
        let is_true = broken.iter().any(|broken| is_about(entry, broken));
        report.require(is_first && is_true, || {
            Breach::new("MX-7", BreachCode::Unknown, listed_text(entry), "what the plan breaks, once")
                .on(entry.day)
        });
    }
}

fn is_about(entry: &Violation, Broken { bound, .. }: &Broken) -> bool {
    entry.spec == bound.spec && entry.day == bound.day && entry.name == bound.of.name()
}

/// The value, its distance and the end that it misses are right; so is the other end, if it is given.
fn is_exact(entry: &Violation, Broken { bound, value }: &Broken) -> bool {
    let (low, high) = (entry.low.map(|low| low.0), entry.high.map(|high| high.0));
    let is = |given: Option<Amount>, bound: Option<i128>, must: bool| match given {
        Some(given) => Some(given) == bound.map(decimal),
        None => !must,
    };
    let (shortfall, excess) = (bound.shortfall(*value), bound.excess(*value));
    let delta = shortfall.or(excess).unwrap_or_default();
    entry.value.0 == decimal(*value)
        && entry.delta.0 == decimal(delta)
        && is(low, bound.low, shortfall.is_some())
        && is(high, bound.high, excess.is_some())
}

fn text(Broken { bound, value }: &Broken) -> String {
    let (low, high) = (bound.low.map(decimal), bound.high.map(decimal));
    let delta = bound.shortfall(*value).or(bound.excess(*value)).map_or(Amount(0), decimal);
    said(bound.spec, bound.of.name(), decimal(*value), (low, high), delta)
}

fn listed_text(entry: &Violation) -> String {
    let ends = (entry.low.map(|low| low.0), entry.high.map(|high| high.0));
    said(&entry.spec, &entry.name, entry.value.0, ends, entry.delta.0)
}

fn said(
    spec: &str,
    name: &str,
    value: Amount,
    (low, high): (Option<Amount>, Option<Amount>),
    delta: Amount,
) -> String {
    let end = |end: Option<Amount>| end.map_or(String::new(), |end| end.to_string());
    format!("{spec} {name} {value} off {}..{} by {delta}", end(low), end(high))
}

//! What days and horizon hold against their bounds (MV-3, MV-4, HC-4, HC-5, MO-3, MO-4, MO-7).

use domain::quantity::Amount;

use super::{
    bounds::{self, Bound, Subject, UNIT},
    breach::{Breach, BreachCode, Report},
    facts::Facts,
    plan::Plan,
};

/// A total that a bound does not allow.
pub(super) struct Broken {
    pub(super) bound: Bound,
    pub(super) value: i128,
}

/// Checks every total of a complete plan.
pub(super) fn check(facts: &Facts<'_>, plan: &Plan<'_>, report: &mut Report) {
    for (bound, value) in valued(facts, plan) {
        let bounds = [
            (BreachCode::Below, bound.shortfall(value), bound.low),
            (BreachCode::Above, bound.excess(value), bound.high),
        ];
        for (code, missed, end) in bounds {
            report.require(missed.is_none(), || breach(&bound, code, value, end.unwrap_or_default()));
        }
    }
}

/// The bounds that a complete plan does not keep.
pub(super) fn broken(facts: &Facts<'_>, plan: &Plan<'_>) -> Vec<Broken> {
    let missed = |(bound, value): (Bound, i128)| {
        let is_missed = bound.shortfall(value).or(bound.excess(value)).is_some();
        is_missed.then_some(Broken { bound, value })
    };
    valued(facts, plan).into_iter().filter_map(missed).collect()
}

/// Every bound with what the plan holds of it.
fn valued(facts: &Facts<'_>, plan: &Plan<'_>) -> Vec<(Bound, i128)> {
    let horizon = plan.horizon();
    let total = |bound: &Bound| match bound.day {
        Some(number) => plan.days().find(|(day, _)| *day == number).map(|(_, total)| total),
        None => Some(&horizon),
    };
    let value = |bound: Bound| bound.value(total(&bound)?).map(|value| (bound, value));
    bounds::all(facts).into_iter().filter_map(value).collect()
}

fn breach(bound: &Bound, code: BreachCode, value: i128, end: i128) -> Breach {
    match bound.of {
        Subject::Nutrient(nutrient) => {
            Breach::new(bound.spec, code, decimal(value), decimal(end)).on(bound.day).of(nutrient)
        }
        Subject::Cost(currency) => {
            let found = format!("a cost of {} minor units of {}", value / UNIT, String::from(currency));
            Breach::new(bound.spec, code, found, end / UNIT).on(bound.day)
        }
    }
}

/// Millionths as people read them.
pub(super) fn decimal(millionths: i128) -> Amount {
    Amount(i64::try_from(millionths).unwrap_or(i64::MAX))
}

//! Validators of time: sets for which there is room, and the figures of the document (L-17).

use super::Case;
use crate::{
    facts::time::Spent,
    fault::{FaultCode, Faults},
};

/// Not more sets than the plan says there is room for; tier C does not count.
pub(super) fn set_count(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let sets = Spent::of(&case.known(), &case.plan.meta).sets_without_c();
    let room = i64::from(case.plan.time_budget.target_set_count);
    faults.require(sets <= room, code, "/exercise_plan", format_args!("at most {room} sets"), sets);
}

/// The session fits, with some overflow in tier C, and the figures are right: to a second, a set, a minute.
pub(super) fn over(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let minutes = case.plan.meta.duration_minutes;
    let spent = Spent::of(&case.known(), &case.plan.meta);
    let budget = 60 * i64::from(minutes);
    let without_c = spent.without_c_s();
    faults.require(
        without_c <= budget,
        code,
        "/exercise_plan",
        format_args!("at most {budget} s in W, A and B"),
        without_c,
    );
    let overflow = budget * case.context.prepared.tuning.overflow_pct / 100;
    let total = spent.total_s();
    faults.require(total <= overflow, code, "/exercise_plan", format_args!("at most {overflow} s"), total);
    let (wanted, found) = (spent.budget(minutes), case.plan.time_budget);
    for (name, wanted, found, tolerance) in [
        ("set_seconds_estimate", wanted.set_seconds_estimate, found.set_seconds_estimate, 1),
        ("target_set_count", wanted.target_set_count, found.target_set_count, 1),
        ("estimated_minutes_total", wanted.estimated_minutes_total, found.estimated_minutes_total, 0),
    ] {
        let holds = wanted.abs_diff(found) <= tolerance;
        faults.require(holds, code, format_args!("/time_budget/{name}"), wanted, found);
    }
}

//! SR-9: short rest, performance drop.
//!
//! In two sessions a set after a short rest had clearly fewer reps: the planned rest is not taken, or not enough.

use domain::{
    prescription::{RepPolicy, SetPrescription},
    reason::{Reason, ReasonCode},
    session::SetPerformance,
    spec::SpecId,
};

use super::{ALL_BUT_FIXED, Firing, LIKELY, Rule, evidence_of, more_rest};
use crate::suggestion::{
    context::ItemContext,
    evidence::Past,
    guard::{Guard, Miss},
    rest::interval_before,
};

pub(super) const RULE: Rule =
    Rule { spec: SpecId::new("SR-9"), modes: ALL_BUT_FIXED, confidence: LIKELY, check };

/// How many sessions in a row.
const SESSIONS: usize = 2;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let pasts = ctx.newest(SESSIONS)?;
    let mut drops = pasts.iter().map(|past| dropped_sets(ctx, past));
    let today = drops.next().unwrap_or_default();
    if today.is_empty() || drops.any(|earlier| earlier.is_empty()) {
        return Err(Miss::new(Guard::Rest));
    }
    let reason = Reason::new(ReasonCode::ShortRest, RULE.spec).fact("rest", today[0].rest);
    let sets: Vec<&SetPrescription> = today.iter().filter_map(|drop| ctx.planned(drop.before)).collect();
    more_rest(ctx, &sets, &reason, &evidence_of(pasts))
}

/// A rest that was short and did not do.
struct Drop<'a> {
    /// The set before it.
    before: &'a SetPerformance,
    /// Seconds taken.
    rest: u32,
}

fn dropped_sets<'a>(ctx: &ItemContext<'_>, past: &Past<'a>) -> Vec<Drop<'a>> {
    let floor = past.policy().and_then(RepPolicy::floor);
    let working: Vec<&SetPerformance> = past.working().collect();
    let pairs = working.windows(2).filter_map(|pair| {
        let interval = interval_before(past, pair[1])?;
        let is_short = interval.taken + ctx.tuning.rest_short_s < interval.target;
        let reps = pair[1].reps?;
        let fell = pair[0].reps.is_some_and(|earlier| reps + ctx.tuning.reps_drop <= earlier);
        let is_low = floor.is_some_and(|floor| reps < floor);
        (is_short && (fell || is_low)).then_some(Drop { before: interval.after, rest: interval.taken })
    });
    pairs.collect()
}

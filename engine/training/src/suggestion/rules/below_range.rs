//! SR-5: below range.
//!
//! Most of the last sessions, and today, below the range with the load of the plan: the load is too heavy.

use domain::{
    prescription::RepMode,
    quantity::Grams,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use super::{Firing, LOAD, Rule, SURE};
use crate::suggestion::{
    context::ItemContext,
    evidence::{Basis, Sample},
    guard::{Guard, Miss},
    load::{Loads, Toward},
    shift::Shift,
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-5"), modes: LOAD, confidence: SURE, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Range])?;
    let loads = ctx.require_loads()?;
    let wanted = ctx.pace.below_range;
    let sessions = ctx.window(Basis::Loads, (wanted.sessions, wanted.of))?;
    let below = sessions.iter().filter(|sample| is_below(loads, sample)).count();
    if !is_below(loads, &sessions[0]) || below < wanted.sessions {
        let reps: Vec<u32> = sessions[0].counted.iter().filter_map(|done| done.reps).collect();
        let miss = Miss::new(Guard::Reps).fact("reps", reps).fact("below", ctx.policy().low);
        return Err(miss.fact("have", below).fact("need", wanted.sessions));
    }
    let reason = Reason::new(ReasonCode::BelowRange, RULE.spec)
        .fact("low", ctx.policy().low)
        .fact("n", below)
        .fact("of", wanted.of);
    Shift { toward: Toward::Easier, percent: 100, reps: None, reason }.firing(ctx, &sessions)
}

/// Whether all counted sets were short of the range although the load was that of the plan.
fn is_below(loads: &Loads<'_>, sample: &Sample<'_>) -> bool {
    let Some(policy) = sample.past.policy().filter(|policy| policy.mode == RepMode::Range) else {
        return false;
    };
    let as_planned = |load: Grams, target: Grams| {
        (loads.effort(load) - loads.effort(target)).abs() <= loads.tolerance(target)
    };
    let is_short = sample.counted.iter().all(|done| {
        let load = match sample.past.target_load(done) {
            Some(target) => done.load_g.is_some_and(|load| as_planned(load, target)),
            None => true,
        };
        load && done.reps.is_some_and(|reps| reps < policy.low)
    });
    is_short && !sample.counted.is_empty()
}

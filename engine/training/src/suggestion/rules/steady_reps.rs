//! SR-4: steady reps.
//!
//! The same reps with the same load twice, inside the range: try one more.

use domain::{
    change::Field,
    prescription::{RepMode, SetPrescription, SetType},
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    session::SetPerformance,
    spec::SpecId,
};

use super::{Bundle, Firing, INCREASES, LIKELY, RANGE_AND_LOAD, Rule, change, each_set};
use crate::suggestion::{
    context::ItemContext,
    evidence::{Basis, Past, Sample},
    feedback::{Effect, Family},
    guard::{Guard, Miss},
};

pub(super) const RULE: Rule =
    Rule { spec: SpecId::new("SR-4"), modes: RANGE_AND_LOAD, confidence: LIKELY, check };

/// How many sessions are searched for samples.
const SEARCHED: usize = 3;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Range])?;
    ctx.require_silence(INCREASES)?;
    ctx.require_no_veto()?;
    let sessions = ctx.window(Basis::Loads, (1, SEARCHED))?;
    each_set(ctx, |set| steady(ctx, &sessions, set))
}

fn steady(ctx: &ItemContext<'_>, sessions: &[Sample<'_>], set: &SetPrescription) -> Result<Bundle, Miss> {
    let target = set.reps.filter(|_| set.kind == SetType::Working).ok_or(Miss::new(Guard::NoSets))?;
    let done = sessions.iter().map(|sample| (sample.past, sample.past.completed(set.set_id)));
    let with_reps = done.map(|(past, done)| (past, done.filter(|done| done.reps.is_some())));
    let mut samples: Vec<(&Past<'_>, &SetPerformance)> = Vec::new();
    for (past, done) in with_reps {
        match done {
            Some(done) if samples.len() < ctx.pace.samples => samples.push((past, done)),
            // Today must be one of them.
            None if samples.is_empty() => return Err(Miss::new(Guard::NoSets)),
            _ => (),
        }
    }
    if samples.len() < ctx.pace.samples {
        return Err(Miss::new(Guard::Sessions).fact("have", samples.len()).fact("need", ctx.pace.samples));
    }
    let (_, newest) = samples[0];
    let reps = newest.reps.unwrap_or_default();
    let policy = ctx.policy();
    let equal = samples.iter().all(|(_, done)| done.reps == newest.reps);
    if !equal || reps < policy.low.max(target) || policy.high <= reps {
        let made: Vec<u32> = samples.iter().filter_map(|(_, done)| done.reps).collect();
        let need = policy.low.max(target);
        return Err(Miss::new(Guard::Reps).fact("reps", made).fact("need", need).fact("below", policy.high));
    }
    for (past, done) in &samples {
        require_same_load(ctx, newest, done)?;
        ctx.require_full_load(past, done)?;
    }
    let new = policy.high.min(reps + 1);
    let mut reason = Reason::new(ReasonCode::SteadyReps, RULE.spec).fact("reps", reps);
    reason = match newest.load_g.filter(|load| *load != Grams::ZERO) {
        Some(load) => reason.fact("load", Fact::load(load)),
        None => reason.fact("unloaded", "yes"),
    };
    if ctx.pace.samples > 2 {
        reason = reason.fact("effect", Fact::word("effect", Effect::MoreSamples));
    }
    let changes = vec![change(ctx, Some(set.set_id), Field::Reps, i64::from(target), i64::from(new))];
    let evidence = samples.iter().map(|(past, _)| past.id).collect();
    Ok(Bundle::new(Family::RepsUp, Some(set.set_id), changes, reason, evidence))
}

/// Asks for loads within the tolerance of each other; no load at all is equal, too.
fn require_same_load(
    ctx: &ItemContext<'_>,
    one: &SetPerformance,
    other: &SetPerformance,
) -> Result<(), Miss> {
    let (one, other) = (one.load_g.unwrap_or_default(), other.load_g.unwrap_or_default());
    let same = match &ctx.loads {
        Some(loads) => (loads.effort(one) - loads.effort(other)).abs() <= loads.tolerance(one.max(other)),
        None => one == other,
    };
    let miss = || Miss::new(Guard::Load).fact("load", Fact::load(other)).fact("target", Fact::load(one));
    same.then_some(()).ok_or_else(miss)
}

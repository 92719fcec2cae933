//! SR-6: reduced weight to hit reps.
//!
//! Twice a lighter load than planned, and still no more reps than the least: the plan is too heavy.

use domain::{
    change::Field,
    prescription::{RepMode, RepPolicy, SetPrescription, SetType},
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    session::SetPerformance,
    spec::SpecId,
};

use super::{Bundle, Firing, LOAD, Rule, SURE, change, each_set, evidence};
use crate::suggestion::{
    context::ItemContext,
    evidence::Sample,
    feedback::Family,
    guard::{Guard, Miss},
    load::{Loads, Toward},
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-6"), modes: LOAD, confidence: SURE, check };

/// How many sessions in a row.
const SESSIONS: usize = 2;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Range, RepMode::Target])?;
    let loads = ctx.require_loads()?;
    let sessions = ctx.sessions(SESSIONS)?;
    each_set(ctx, |set| reduced(ctx, loads, &sessions, set))
}

fn reduced(
    ctx: &ItemContext<'_>,
    loads: &Loads<'_>,
    sessions: &[Sample<'_>],
    set: &SetPrescription,
) -> Result<Bundle, Miss> {
    let target = set.load_g.filter(|_| set.kind == SetType::Working).ok_or(Miss::new(Guard::NoLoad))?;
    let used: Result<Vec<_>, _> = sessions.iter().map(|sample| lighter(loads, sample, set)).collect();
    let used = used?;
    let masses: Vec<Grams> = used.iter().map(|(load, _)| *load).collect();
    let new = loads.matched(target, &masses, Toward::Easier).ok_or(Miss::new(Guard::AsPlanned))?;
    let (load, done) = used[0];
    let reason = Reason::new(ReasonCode::ReducedLoad, RULE.spec)
        .fact("load", Fact::load(load))
        .fact("reps", done.reps.unwrap_or_default());
    let changes = vec![change(ctx, Some(set.set_id), Field::Load, target, new)];
    Ok(Bundle {
        step_g: Some(Grams::from_display(loads.increment(target), loads.unit())),
        ..Bundle::new(Family::LoadDown, Some(set.set_id), changes, reason, evidence(sessions))
    })
}

/// What was done of the set, if it was lighter than its target and with no more than the fewest reps.
fn lighter<'a>(
    loads: &Loads<'_>,
    sample: &Sample<'a>,
    set: &SetPrescription,
) -> Result<(Grams, &'a SetPerformance), Miss> {
    let done = sample.past.completed(set.set_id).ok_or(Miss::new(Guard::NoSets))?;
    let (target, load) = sample.past.target_load(done).zip(done.load_g).ok_or(Miss::new(Guard::NoLoad))?;
    if loads.effort(load) >= loads.effort(target) - loads.tolerance(target) {
        return Err(Miss::new(Guard::Load).fact("load", Fact::load(load)).fact("target", Fact::load(target)));
    }
    let floor = sample.past.policy().and_then(RepPolicy::floor);
    let (reps, floor) = done.reps.zip(floor).ok_or(Miss::new(Guard::RepMode))?;
    if reps > floor {
        return Err(Miss::new(Guard::Reps).fact("reps", reps).fact("below", floor + 1));
    }
    Ok((load, done))
}

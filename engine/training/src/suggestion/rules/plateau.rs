//! SR-8: stagnation, more rest.
//!
//! The estimated maximum does not move over three sessions, and the athlete struggles: longer rests first.

use domain::{
    prescription::{RepMode, RepPolicy, SetPrescription},
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use super::{Firing, LIKELY, LOAD, Rule, evidence, more_rest};
use crate::{
    load::estimate::e1rm,
    suggestion::{
        context::ItemContext,
        evidence::{Basis, Sample},
        guard::{Guard, Miss},
    },
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-8"), modes: LOAD, confidence: LIKELY, check };

/// How many sessions are compared, and in how many of them the athlete struggles.
const SESSIONS: usize = 3;
const STRUGGLES: usize = 2;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Range, RepMode::Target])?;
    let sessions = ctx.window(Basis::Policy, (SESSIONS, SESSIONS))?;
    let estimates: Option<Vec<i64>> = sessions.iter().map(|sample| estimate(ctx, sample)).collect();
    let estimates = estimates.ok_or(Miss::new(Guard::Estimate))?;
    let oldest = estimates[SESSIONS - 1];
    let moves = |estimate: &i64| 100 * (estimate - oldest).abs() >= ctx.tuning.plateau_pct * oldest;
    if estimates[..SESSIONS - 1].iter().any(moves) {
        let shown = estimates.iter().map(|&estimate| Fact::load(Grams(estimate)));
        return Err(Miss::new(Guard::Estimate).fact("estimate", Fact::List(shown.collect())));
    }
    let struggles = sessions.iter().filter(|sample| is_struggle(sample)).count();
    if struggles < STRUGGLES {
        return Err(Miss::new(Guard::Reps).fact("have", struggles).fact("need", STRUGGLES));
    }
    let rested = |set: &&SetPrescription| {
        ctx.place(set.set_id).is_some_and(|place| ctx.item.prescription.effective_rest(place) > 0)
    };
    let sets: Vec<_> =
        sessions[0].counted.iter().filter_map(|done| ctx.planned(done)).filter(rested).collect();
    let reason = Reason::new(ReasonCode::Plateau, RULE.spec);
    more_rest(ctx, &sets, &reason, &evidence(&sessions))
}

/// The best estimated maximum of the completed working sets (SG-6), in grams.
fn estimate(ctx: &ItemContext<'_>, sample: &Sample<'_>) -> Option<i64> {
    let sets = sample.past.working();
    let estimates = sets.filter_map(|set| e1rm(ctx.exercise, set.load_g?, set.reps?, ctx.bodyweight));
    estimates.max().map(|Grams(grams)| grams)
}

/// Whether a counted set was below the floor, or none was clearly above it.
fn is_struggle(sample: &Sample<'_>) -> bool {
    let Some(floor) = sample.past.policy().and_then(RepPolicy::floor) else { return false };
    let mut reps = sample.counted.iter().filter_map(|done| done.reps);
    let (fewest, most) = (reps.clone().min(), reps.by_ref().max());
    fewest.is_some_and(|fewest| fewest < floor) || most.is_some_and(|most| most <= floor + 1)
}

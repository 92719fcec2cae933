//! SR-7: match actual weight.
//!
//! Three sessions in a row clearly heavier, or clearly lighter, than the plan: write down what is lifted anyway.

use domain::{
    change::Field,
    prescription::{SetPrescription, SetType},
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use super::{Bundle, Firing, INCREASES, LIKELY, LOAD, Rule, change, each_set, evidence};
use crate::suggestion::{
    context::ItemContext,
    evidence::Sample,
    feedback::Family,
    guard::{Guard, Miss},
    load::{Loads, Toward},
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-7"), modes: LOAD, confidence: LIKELY, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_silence(INCREASES)?;
    let loads = ctx.require_loads()?;
    let sessions = ctx.sessions(ctx.tuning.drift_sessions)?;
    each_set(ctx, |set| drifted(ctx, loads, &sessions, set))
}

fn drifted(
    ctx: &ItemContext<'_>,
    loads: &Loads<'_>,
    sessions: &[Sample<'_>],
    set: &SetPrescription,
) -> Result<Bundle, Miss> {
    let target = set.load_g.filter(|_| set.kind == SetType::Working).ok_or(Miss::new(Guard::NoLoad))?;
    let drift = loads.drift(target);
    let used: Option<Vec<(Grams, i64)>> = sessions
        .iter()
        .map(|sample| {
            let done = sample.past.completed(set.set_id)?;
            let (load, target) = done.load_g.zip(sample.past.target_load(done))?;
            Some((load, loads.effort(load) - loads.effort(target)))
        })
        .collect();
    let used = used.ok_or(Miss::new(Guard::NoSets))?;
    let toward = if used.iter().all(|(_, deviation)| *deviation > drift) {
        ctx.require_no_veto()?;
        Toward::Harder
    } else if used.iter().all(|(_, deviation)| *deviation < -drift) {
        Toward::Easier
    } else {
        let load = Fact::List(used.iter().map(|(load, _)| Fact::load(*load)).collect());
        return Err(Miss::new(Guard::Load).fact("load", load).fact("target", Fact::load(target)));
    };
    let masses: Vec<Grams> = used.iter().map(|(load, _)| *load).collect();
    let new = loads.matched(target, &masses, toward).ok_or(Miss::new(Guard::AsPlanned))?;
    let family = if toward == Toward::Harder { Family::LoadUp } else { Family::LoadDown };
    let reason = Reason::new(ReasonCode::ActualWeightDrift, RULE.spec).fact("load", Fact::load(new));
    let changes = vec![change(ctx, Some(set.set_id), Field::Load, target, new)];
    Ok(Bundle {
        step_g: Some(Grams::from_display(loads.increment(target), loads.unit())),
        ..Bundle::new(family, Some(set.set_id), changes, reason, evidence(sessions))
    })
}

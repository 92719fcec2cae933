//! SR-3: double progression at a rep target.
//!
//! Two sessions in a row with at least one rep more than the target: raise the load by one increment, keep the target.

use domain::{
    prescription::{RepMode, RepPolicy},
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use super::{Firing, LIKELY, LOAD, Rule, large_overshoot};
use crate::suggestion::{
    context::ItemContext,
    guard::Miss,
    load::Toward,
    shift::{Shift, require_reps},
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-3"), modes: LOAD, confidence: LIKELY, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Target])?;
    ctx.require_silence(&[large_overshoot::RULE.spec])?;
    ctx.require_no_veto()?;
    let sessions = ctx.sessions(ctx.pace.sessions)?;
    let above = |policy: &RepPolicy| (policy.mode == RepMode::Target).then_some(policy.target + 1);
    require_reps(ctx, &sessions, ctx.pace.one_near, above)?;
    let reason = Reason::new(ReasonCode::OverTargetTwice, RULE.spec).fact("target", ctx.policy().target);
    Shift { toward: Toward::Harder, percent: 100, reps: None, reason }.firing(ctx, &sessions)
}

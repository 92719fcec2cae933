//! SR-2: double progression in a rep range.
//!
//! Two sessions in a row at the top of the range mean that the load has become too light: raise it by one increment and
//! start again at the bottom of the range.

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

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-2"), modes: LOAD, confidence: LIKELY, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Range])?;
    ctx.require_silence(&[large_overshoot::RULE.spec])?;
    ctx.require_no_veto()?;
    let sessions = ctx.sessions(ctx.pace.sessions)?;
    let top = |policy: &RepPolicy| (policy.mode == RepMode::Range).then_some(policy.high);
    require_reps(ctx, &sessions, ctx.pace.one_near, top)?;
    let reason = Reason::new(ReasonCode::TopOfRangeTwice, RULE.spec).fact("high", ctx.policy().high);
    let reps = Some(ctx.policy().low);
    Shift { toward: Toward::Harder, percent: 100, reps, reason }.firing(ctx, &sessions)
}

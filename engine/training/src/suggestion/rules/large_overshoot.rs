//! SR-1: large overshoot.
//!
//! Two sessions in a row far above the range or the target: one increment would not be enough.

use domain::{
    prescription::RepMode,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use super::{Firing, LIKELY, LOAD, Rule};
use crate::suggestion::{
    context::ItemContext,
    evidence::meaning,
    feedback::Effect,
    guard::Miss,
    load::Toward,
    shift::{Shift, require_reps},
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SR-1"), modes: LOAD, confidence: LIKELY, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::Range, RepMode::Target])?;
    ctx.require_no_veto()?;
    let sessions = ctx.sessions(ctx.pace.sessions)?;
    let reps = require_reps(ctx, &sessions, false, |policy| ctx.pace.overshoot_from(policy))?;
    let (mode, low, top) = meaning(ctx.policy());
    let mut reason = Reason::new(ReasonCode::Overshoot, RULE.spec).fact("reps", reps).fact("bound", top);
    if let Some(effect @ Effect::SingleStep) = ctx.pace.rise {
        reason = reason.fact("effect", Fact::word("effect", effect));
    }
    let reps = (mode == RepMode::Range).then_some(low);
    let percent = ctx.pace.overshoot_pct;
    Shift { toward: Toward::Harder, percent, reps, reason }.firing(ctx, &sessions)
}

//! SR-13: set type mismatch.
//!
//! A set that was logged twice as another type than planned is of that type.

use domain::{
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use super::{ALL_BUT_FIXED, Firing, Rule, SURE, each_set};
use crate::suggestion::{
    context::ItemContext,
    feedback::Family,
    guard::{Guard, Miss},
    retype::{done_in_all, retyped},
};

pub(super) const RULE: Rule =
    Rule { spec: SpecId::new("SR-13"), modes: ALL_BUT_FIXED, confidence: SURE, check };

/// How many sessions in a row.
const SESSIONS: usize = 2;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let pasts = ctx.newest(SESSIONS)?;
    each_set(ctx, |set| {
        let done = done_in_all(pasts, set)?;
        let (_, newest) = done[0];
        let is_same = done.iter().all(|(_, done)| done.kind == newest.kind);
        if !is_same || newest.kind == set.kind {
            return Err(Miss::new(Guard::SetType));
        }
        let kind = Fact::word("set_type", newest.kind);
        let reason = Reason::new(ReasonCode::SetTypeMismatch, RULE.spec).fact("type", kind);
        Ok(retyped(ctx, set, newest.kind, Family::SetType, reason, pasts))
    })
}

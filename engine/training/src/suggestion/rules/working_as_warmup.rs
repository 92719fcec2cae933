//! SR-12: working set acting as warm-up.
//!
//! One of the first two sets that is much lighter than the heaviest, twice, is a warm-up.

use domain::{
    prescription::SetType,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use super::{ALL_BUT_FIXED, Firing, LIKELY, Rule, each_set};
use crate::suggestion::{
    context::ItemContext,
    feedback::Family,
    guard::{Guard, Miss},
    retype::{done_in_all, require_share, retyped},
};

pub(super) const RULE: Rule =
    Rule { spec: SpecId::new("SR-12"), modes: ALL_BUT_FIXED, confidence: LIKELY, check };

/// How many sessions in a row.
const SESSIONS: usize = 2;
/// How many sets at the start can be warm-ups.
const FIRST: u32 = 2;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let pasts = ctx.newest(SESSIONS)?;
    each_set(ctx, |set| {
        if set.kind != SetType::Working || set.index >= FIRST {
            return Err(Miss::new(Guard::SetType));
        }
        for done in done_in_all(pasts, set)? {
            require_share(ctx, done, ctx.tuning.light_pct, false)?;
        }
        let reason = Reason::new(ReasonCode::WorkingAsWarmup, RULE.spec);
        Ok(retyped(ctx, set, SetType::Warmup, Family::WorkingAsWarmup, reason, pasts))
    })
}

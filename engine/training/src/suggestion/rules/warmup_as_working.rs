//! SR-11: warm-up acting as working set.
//!
//! A warm-up that is nearly as heavy as the working sets, twice, is one of them.

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
    Rule { spec: SpecId::new("SR-11"), modes: ALL_BUT_FIXED, confidence: LIKELY, check };

/// How many sessions in a row.
const SESSIONS: usize = 2;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let pasts = ctx.newest(SESSIONS)?;
    each_set(ctx, |set| {
        if set.kind != SetType::Warmup {
            return Err(Miss::new(Guard::SetType));
        }
        for done in done_in_all(pasts, set)? {
            require_share(ctx, done, ctx.tuning.warmup_pct, true)?;
        }
        let reason = Reason::new(ReasonCode::WarmupAsWorking, RULE.spec);
        Ok(retyped(ctx, set, SetType::Working, Family::WarmupAsWorking, reason, pasts))
    })
}

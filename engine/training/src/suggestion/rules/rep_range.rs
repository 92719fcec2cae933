//! SR-0: rep range inference.
//!
//! An item without a rep policy takes the one that the athlete has mostly used for the exercise, or the range in which
//! most of the reps lie.

use domain::{
    change::Field,
    prescription::{RepMode, RepPolicy},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use super::{Bundle, Firing, LIKELY, RANGE_AND_LOAD, Rule, change, evidence_of};
use crate::suggestion::{
    context::ItemContext,
    evidence::meaning,
    feedback::Family,
    guard::{Guard, Miss},
};

pub(super) const RULE: Rule =
    Rule { spec: SpecId::new("SR-0"), modes: RANGE_AND_LOAD, confidence: LIKELY, check };

/// How many earlier performances are asked.
const EARLIER: usize = 3;

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    ctx.require_mode(&[RepMode::NotSet])?;
    let found = most_frequent(&ctx.input.earlier_policies).or_else(|| typical(ctx));
    let new = found.ok_or(Miss::new(Guard::NoPolicy))?;
    let old = ctx.policy();
    let mut changes = vec![change(ctx, None, Field::RepMode, old.mode.as_str(), new.mode.as_str())];
    let numbers: &[_] = match new.mode {
        RepMode::Range => &[(Field::RepLow, old.low, new.low), (Field::RepHigh, old.high, new.high)],
        RepMode::Target => &[(Field::RepTarget, old.target, new.target)],
        RepMode::NotSet | RepMode::UntilFailure => &[],
    };
    let differing = numbers.iter().filter(|(_, old, new)| old != new);
    changes
        .extend(differing.map(|&(field, old, new)| change(ctx, None, field, i64::from(old), i64::from(new))));
    let (mode, low, high) = meaning(&new);
    let reason = Reason::new(ReasonCode::RepRangeInferred, RULE.spec)
        .fact("mode", Fact::Text(mode.to_string()))
        .fact("low", low)
        .fact("high", high);
    let evidence = evidence_of(&ctx.pasts);
    let bundle = Bundle::new(Family::RepPolicy, None, changes, reason, evidence);
    Ok(Firing { bundles: vec![bundle], stuck: vec![] })
}

/// The explicit policy that occurs most often; of equally frequent ones the newest.
fn most_frequent(policies: &[RepPolicy]) -> Option<RepPolicy> {
    let explicit: Vec<_> =
        policies.iter().take(EARLIER).filter(|policy| policy.mode != RepMode::NotSet).collect();
    let count =
        |policy: &RepPolicy| explicit.iter().filter(|other| meaning(other) == meaning(policy)).count();
    // The newest stands first, and the last of equal maxima is taken.
    explicit.iter().rev().max_by_key(|policy| count(policy)).map(|policy| **policy)
}

fn typical(ctx: &ItemContext<'_>) -> Option<RepPolicy> {
    let reps = ctx.input.typical_reps.filter(|reps| 0 < reps.low && reps.low < reps.high)?;
    Some(RepPolicy::range(reps.low, reps.high))
}

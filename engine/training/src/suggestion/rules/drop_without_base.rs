//! SR-10: drop set without base.
//!
//! A drop set that nothing was dropped from is a working set.

use domain::{
    change::Field,
    prescription::{SetId, SetType},
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use super::{ALL_BUT_FIXED, Bundle, Firing, Rule, SURE, change};
use crate::suggestion::{
    context::ItemContext,
    feedback::Family,
    guard::{Guard, Miss},
};

pub(super) const RULE: Rule =
    Rule { spec: SpecId::new("SR-10"), modes: ALL_BUT_FIXED, confidence: SURE, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let today = ctx.current();
    let is_drop =
        |set: SetId| today.prescribed(set).is_some_and(|prescribed| prescribed.kind == SetType::Drop);
    let place = today.sets.iter().position(|done| done.completed && done.set_id.is_some_and(is_drop));
    let place = place.ok_or(Miss::new(Guard::SetType))?;
    let has_base = today.sets[..place].iter().any(|done| done.completed && done.kind == SetType::Working);
    let planned = ctx.planned(&today.sets[place]).filter(|set| set.kind == SetType::Drop && !has_base);
    let set = planned.ok_or(Miss::new(Guard::SetType))?;
    let (old, new) = (SetType::Drop.as_str(), SetType::Working.as_str());
    let changes = vec![change(ctx, Some(set.set_id), Field::SetType, old, new)];
    let reason = Reason::new(ReasonCode::DropWithoutBase, RULE.spec);
    let bundle = Bundle::new(Family::DropBase, Some(set.set_id), changes, reason, vec![today.id]);
    Ok(Firing { bundles: vec![bundle], stuck: vec![] })
}

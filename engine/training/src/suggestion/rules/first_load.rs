//! SG-14: the first load on record.
//!
//! A set whose load is not known yet takes the load with which it was first made: otherwise no rule could ever speak of
//! its load.

use domain::{
    change::{Field, Value},
    prescription::SetPrescription,
    quantity::Grams,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use super::{Bundle, Firing, LIKELY, LOAD, Rule, change, each_set};
use crate::suggestion::{
    context::ItemContext,
    feedback::Family,
    guard::{Guard, Miss},
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SG-14"), modes: LOAD, confidence: LIKELY, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let loads = ctx.require_loads()?;
    each_set(ctx, |set: &SetPrescription| {
        if set.load_g.is_some() {
            return Err(Miss::new(Guard::AsPlanned));
        }
        // The performances stand newest first.
        let first = ctx.pasts.iter().rev().find_map(|past| {
            let load = past.completed(set.set_id)?.load_g.filter(|load| *load > Grams::ZERO)?;
            Some((past.id, load))
        });
        let (evidence, used) = first.ok_or(Miss::new(Guard::NoLoad))?;
        let new = loads.first(used);
        let changes = vec![change(ctx, Some(set.set_id), Field::Load, Value::Nothing, new)];
        let reason = Reason::new(ReasonCode::FirstLoad, RULE.spec);
        Ok(Bundle::new(Family::FirstLoad, Some(set.set_id), changes, reason, vec![evidence]))
    })
}

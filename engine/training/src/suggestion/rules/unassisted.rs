//! SG-13: when an increase leaves no help, the exercise without help is offered.

use domain::{
    change::{Field, Value},
    exercise::LoadSemantics,
    plan::ProgressionMode,
    proposal::ProposalKind,
    reason::Reason,
    spec::SpecId,
};

use super::{Bundle, Firing, LIKELY, LOAD, Rule, change};
use crate::suggestion::{
    context::ItemContext,
    feedback::Family,
    guard::{Guard, Miss},
};

pub(super) const RULE: Rule = Rule { spec: SpecId::new("SG-13"), modes: LOAD, confidence: LIKELY, check };

fn check(ctx: &ItemContext<'_>) -> Result<Firing, Miss> {
    let free = ctx.unassisted.filter(|exercise| exercise.load_semantics == LoadSemantics::Bodyweight);
    let free = free.ok_or(Miss::new(Guard::NoLoad))?;
    let is_last = |bundle: &&Bundle| {
        bundle.changes.iter().any(|change| change.field == Field::Load && change.new == Value::Number(0))
    };
    let last = ctx.made.iter().map(|(_, bundle)| bundle).find(is_last).ok_or(Miss::new(Guard::Load))?;
    let changes = vec![
        change(ctx, None, Field::Exercise, ctx.exercise.id.as_str(), free.id.as_str()),
        change(
            ctx,
            None,
            Field::ProgressionMode,
            ctx.item.progression_mode.as_str(),
            ProgressionMode::Range.as_str(),
        ),
    ];
    let reason = Reason { spec: RULE.spec, ..last.reason.clone() };
    let bundle = Bundle {
        kind: ProposalKind::StructureChange,
        ..Bundle::new(Family::Unassisted, None, changes, reason, last.evidence.clone())
    };
    Ok(Firing { bundles: vec![bundle], stuck: vec![] })
}

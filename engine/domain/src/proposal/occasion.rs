//! Occasion: what all proposals of one trigger share, and the ids and keys that follow from it (AR-7, PR-7, PR-10).

use std::fmt::{self, Display};

use super::{Alternative, Consent, EngineName, Outcome, Proposal, ProposalId, ProposalKind, ProposalState};
use crate::{
    change::{self, Change, Direction, Field, Target},
    digest::half_sha256,
    id::{Id, TraceId},
    person::Athlete,
    plan::{PlanId, Trigger},
    quantity::Grams,
    reason::Reason,
    spec::SpecId,
    time::Instant,
};

/// The trigger behind a run of an engine, and for whose plan it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occasion {
    /// Whose plan.
    pub athlete_id: Id<Athlete>,
    /// Which plan.
    pub plan_id: PlanId,
    /// What set it off.
    pub trigger: Trigger,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When.
    pub at: Instant,
    /// Days until an unanswered proposal ends (PR-10).
    pub ttl_days: u32,
}

/// What an engine wants to change, before it is a [`Proposal`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Which item or set.
    pub target: Target,
    /// What it would change.
    pub kind: ProposalKind,
    /// Who wants it.
    pub engine: EngineName,
    /// By which rule.
    pub rule: SpecId,
    /// In which version of the rules.
    pub rule_version: &'static str,
    /// What it would change; that of the preselected alternative, if there are several and it changes something.
    pub changes: Vec<Change>,
    /// Other ways, or none.
    pub alternatives: Vec<Alternative>,
    /// Why.
    pub reason: Reason,
    /// Performances, records and check-ins behind it.
    pub evidence: Vec<uuid::Uuid>,
    /// 0..100.
    pub confidence: u8,
    /// Whether it waits for an answer.
    pub consent: Consent,
    /// The increment used.
    pub step_g: Option<Grams>,
    /// Whether more load is easier.
    pub assistance: bool,
}

impl Occasion {
    /// The proposal that a draft becomes: pending, with the ids and the key that follow from it.
    pub fn proposal(&self, draft: Draft) -> Proposal {
        let Draft { target, rule, changes, .. } = draft;
        let primary = change::primary(&changes);
        let field = primary.map_or(Field::Exercise, |change| change.field);
        let direction = primary.map_or(Direction::Neutral, |change| change.direction(draft.assistance));
        Proposal {
            id: self.proposal_id(rule, target, field),
            group_id: Id::named(format_args!("{}|{}|{rule}", self.trace_id.as_str(), target.item_id)),
            athlete_id: self.athlete_id,
            plan_id: self.plan_id,
            target,
            kind: draft.kind,
            engine: draft.engine,
            rule,
            rule_version: draft.rule_version.to_owned(),
            dedup_key: dedup_key(self.plan_id, target, field, direction),
            changes,
            alternatives: draft.alternatives,
            reason: draft.reason,
            evidence: draft.evidence,
            confidence: draft.confidence,
            consent: draft.consent,
            state: ProposalState::Pending,
            outcome: Outcome::Pending,
            step_g: draft.step_g,
            trigger: self.trigger.clone(),
            trace_id: self.trace_id.clone(),
            created_at: self.at,
            expires_at: self.at.plus_seconds(86_400 * i64::from(self.ttl_days)),
            decided_at: None,
        }
    }

    /// The id of the proposal that `rule` makes for `target`, known by the field that it changes first (AR-7).
    pub fn proposal_id(&self, rule: SpecId, target: Target, field: Field) -> ProposalId {
        let (trace, item, set) = (self.trace_id.as_str(), target.item_id, named_set(target));
        Id::named(format_args!("{trace}|{rule}|{item}|{set}|{field}"))
    }
}

/// What two proposals share that are about the same thing: the plan, the target, the field and the direction (PR-7).
pub fn dedup_key(plan_id: PlanId, target: Target, field: Field, direction: Direction) -> String {
    let (item, set) = (target.item_id, named_set(target));
    half_sha256(format_args!("{plan_id}|{item}|{set}|{field}|{direction}"))
}

/// The set of a target as it stands in ids and keys.
fn named_set(target: Target) -> impl fmt::Display {
    fmt::from_fn(move |f| match target.set_id {
        Some(set) => set.fmt(f),
        None => f.write_str("-"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr_7_the_key_has_32_digits_and_depends_on_plan_target_field_and_direction() {
        let plan = PlanId::derive(&["plan"]);
        let target = Target { item_id: Id::derive(&["item"]), set_id: None };
        let set = Target { set_id: Some(Id::derive(&["set"])), ..target };
        let key = |target, field, direction| dedup_key(plan, target, field, direction);
        let one = key(target, Field::Load, Direction::Harder);
        assert_eq!((one.len(), &one), (32, &key(target, Field::Load, Direction::Harder)));
        for other in [
            key(set, Field::Load, Direction::Harder),
            key(target, Field::Reps, Direction::Harder),
            key(target, Field::Load, Direction::Easier),
            dedup_key(PlanId::derive(&["other"]), target, Field::Load, Direction::Harder),
        ] {
            assert_ne!(one, other);
        }
    }
}

//! Bundle: changes that land together or not at all, and how they weigh against others (PR-1, AR-3).

use domain::{
    change::{self, Change, Direction, Field, FieldGroup, Target, Value},
    id::{Id, TraceId},
    plan::ItemId,
    progress::ProgressRecord,
    proposal::{EngineName, Proposal, ProposalId, ProposalKind},
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};

use crate::chain::Facts;

/// By whose will a bundle lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Will {
    /// A person's own edit.
    Manual,
    /// A proposal that a person accepted.
    Accepted,
    /// An engine's, with consent given in advance.
    Automatic,
}

/// Changes that land together or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The proposal behind it; a manual edit has none.
    pub proposal: Option<ProposalId>,
    /// By whose will.
    pub will: Will,
    /// What kind of proposal.
    pub kind: ProposalKind,
    /// Who wants it.
    pub engine: EngineName,
    /// By which rule.
    pub rule: SpecId,
    /// What it changes, at least one.
    pub changes: Vec<Change>,
    /// Why.
    pub reason: Reason,
    /// The record whose decision it follows.
    pub progress_id: Option<Id<ProgressRecord>>,
    /// The trace that names the sets it adds.
    pub seed: TraceId,
    /// When it was proposed or asked.
    pub created_at: Instant,
}

impl Bundle {
    /// The bundle of a proposal, with the changes of the alternative that was chosen.
    pub fn of(proposal: &Proposal, changes: &[Change], will: Will) -> Self {
        Self {
            proposal: Some(proposal.id),
            will,
            kind: proposal.kind,
            engine: proposal.engine,
            rule: proposal.rule,
            changes: changes.to_vec(),
            reason: proposal.reason.clone(),
            progress_id: None,
            seed: proposal.trace_id.clone(),
            created_at: proposal.created_at,
        }
    }

    /// The items it touches, each once, in their order.
    pub fn items(&self) -> Vec<ItemId> {
        let mut items: Vec<_> = self.changes.iter().map(|change| change.target.item_id).collect();
        items.sort_unstable();
        items.dedup();
        items
    }

    /// What it touches, by item and group, each once.
    pub fn groups(&self) -> Vec<(ItemId, FieldGroup)> {
        let pair = |change: &Change| (change.target.item_id, change.field.group());
        let mut groups: Vec<_> = self.changes.iter().map(pair).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// What it writes to.
    pub fn keys(&self) -> impl Iterator<Item = (Target, Field)> {
        self.changes.iter().map(|change| (change.target, change.field))
    }

    /// The change it is known by.
    pub fn primary(&self) -> Option<&Change> {
        change::primary(&self.changes)
    }

    /// Which way it goes as a whole: that of its primary change (PR-3).
    pub fn direction(&self, facts: &Facts) -> Direction {
        self.primary().map_or(Direction::Neutral, |change| direction(change, facts))
    }

    /// Which way it goes in one group of one item.
    pub fn direction_in(&self, item: ItemId, group: FieldGroup, facts: &Facts) -> Direction {
        let mine = |change: &&Change| change.target.item_id == item && change.field.group() == group;
        let primary = self.changes.iter().filter(mine).min_by_key(|change| change.field);
        primary.map_or(Direction::Neutral, |change| direction(change, facts))
    }

    /// Whether it eases training for a reason that must not wait (PR-7).
    pub fn is_safety(&self, facts: &Facts) -> bool {
        use ReasonCode::{
            BelowRange, Discomfort, Fatigue, Illness, MaxEffort, Pain, ReducedLoad, UnderVolume,
        };
        let grave = matches!(
            self.reason.code,
            BelowRange | ReducedLoad | Pain | Illness | UnderVolume | MaxEffort | Discomfort | Fatigue
        );
        let group = self.primary().map(|change| change.field.group());
        let eases = matches!(group, Some(FieldGroup::Load | FieldGroup::Volume));
        grave && eases && self.direction(facts) == Direction::Easier
    }

    /// Its place in the table of AR-3, 1 before all others.
    pub fn rank(&self, facts: &Facts) -> u8 {
        let Some(primary) = self.primary() else { return 9 };
        if self.will == Will::Manual {
            return 1;
        }
        if matches!(self.reason.code, ReasonCode::Pain | ReasonCode::Illness | ReasonCode::Suspended) {
            return 2;
        }
        let easier = direction(primary, facts) == Direction::Easier;
        match (primary.field, primary.field.group()) {
            (_, FieldGroup::Volume | FieldGroup::Load) if easier => 3,
            _ if matches!(self.kind, ProposalKind::LevelChange | ProposalKind::RangeChange) => 4,
            (Field::SetCount, _) => 7,
            (_, FieldGroup::Volume | FieldGroup::Load) => 5,
            (_, FieldGroup::SetType | FieldGroup::RepPolicy) => 6,
            (_, FieldGroup::Rest | FieldGroup::Effort) => 8,
            (_, FieldGroup::Structure | FieldGroup::Meal) => 9,
        }
    }

    /// How far the primary change goes, for ties (AR-3).
    pub fn size(&self) -> i64 {
        match self.primary().map(|change| (&change.old, &change.new)) {
            Some((Value::Number(old), Value::Number(new))) => (new - old).abs(),
            _ => 0,
        }
    }
}

/// Harder, easier or neutral, with the load turned around where more of it helps (PR-3).
pub fn direction(change: &Change, facts: &Facts) -> Direction {
    change.direction(facts.get(&change.target.item_id).is_some_and(|facts| facts.assistance))
}

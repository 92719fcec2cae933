//! Settling: what of all candidates, of the rules and of a model alike, is proposed in the end (SD, then SX).

use std::collections::BTreeSet;

use domain::{
    change::{self, Change, Direction, Field, FieldGroup, Target},
    plan::ItemId,
    proposal::{Outcome, Proposal, ProposalId, ProposalState},
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    conflict, dedup,
    input::{Limits, ManualEdit, StoredProposal},
};

/// What candidates are held against.
#[derive(Debug, Clone)]
pub struct Ledger<'a> {
    /// When the run is made.
    pub now: Instant,
    /// Earlier proposals.
    pub stored: &'a [StoredProposal],
    /// A person's own edits.
    pub edits: &'a [ManualEdit],
    /// How long both count.
    pub limits: Limits,
    /// Items whose load is help taken: less is harder.
    pub assisted: BTreeSet<ItemId>,
    /// Items that the run decides afresh.
    pub items: BTreeSet<ItemId>,
    /// The session whose report was corrected, if this is why the run is made.
    pub corrected: Option<String>,
}

impl Ledger<'_> {
    /// Whether a change asks more or less.
    pub fn direction(&self, change: &Change) -> Direction {
        change.direction(self.assisted.contains(&change.target.item_id))
    }

    /// Whether a proposal holds such a change.
    pub(super) fn has(&self, proposal: &Proposal, field: Field, direction: Direction) -> bool {
        proposal.changes.iter().any(|change| change.field == field && self.direction(change) == direction)
    }

    /// Whether nothing may hold a proposal back (PR-7, SD-3): it eases load or volume for a reason of safety.
    pub fn is_safety(&self, proposal: &Proposal) -> bool {
        use ReasonCode::{
            BelowRange, Discomfort, Fatigue, Illness, MaxEffort, Pain, ReducedLoad, UnderVolume,
        };
        let eases = change::primary(&proposal.changes).is_some_and(|change| {
            matches!(change.field.group(), FieldGroup::Load | FieldGroup::Volume)
                && self.direction(change) == Direction::Easier
        });
        let code = proposal.reason.code;
        let codes = [BelowRange, ReducedLoad, Pain, Illness, UnderVolume, MaxEffort, Discomfort, Fatigue];
        eases && codes.contains(&code)
    }
}

/// A candidate that was not proposed, and why (SG-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dropped {
    /// The rule that made it.
    pub rule: SpecId,
    /// Which item or set.
    pub target: Target,
    /// What it would have changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Why it was dropped.
    pub reason: Reason,
}

impl Dropped {
    pub(super) fn new(proposal: Proposal, reason: Reason) -> Self {
        Self { rule: proposal.rule, target: proposal.target, changes: proposal.changes, reason }
    }
}

/// A proposal that is kept for later, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deferred {
    /// The proposal, in state deferred; to be decided afresh after the next session (OV-6).
    pub proposal: Proposal,
    /// Why it waits.
    pub reason: Reason,
}

/// An older proposal that gives way (PR-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// Which.
    pub proposal_id: ProposalId,
    /// The state it takes, if it was undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ProposalState>,
    /// The outcome it takes, if it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// What became of the candidates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settled {
    /// Proposed.
    pub proposals: Vec<Proposal>,
    /// Kept for later.
    pub deferred: Vec<Deferred>,
    /// Older ones that give way.
    pub superseded: Vec<Closed>,
    /// Neither.
    pub dropped: Vec<Dropped>,
}

/// Deduplicates `candidates` against the ledger, then settles their conflicts with each other.
///
/// The candidates of the rules and of a model go through it together (AI-6); their order does not matter.
pub fn settle(mut candidates: Vec<Proposal>, ledger: &Ledger<'_>) -> Settled {
    candidates.sort_by_key(|proposal| proposal.id);
    let mut settled = dedup::dedup(candidates, ledger);
    let proposals = std::mem::take(&mut settled.proposals);
    conflict::resolve(proposals, ledger, &mut settled);
    settled
}

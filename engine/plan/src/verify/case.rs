//! What the rows of a plan hold, by number and id.

use std::{cmp::Ordering, collections::BTreeMap};

use domain::{
    change::{Change, FieldGroup, Value},
    dispute::Conflict,
    exercise::ExerciseKey,
    plan::{ItemId, ItemRow, PlanItem, PlanVersion, Planned, SourceClass, VersionSource, VersionStatus},
    proposal::{Decision, EngineName, Proposal, ProposalId, ProposalKind, ProposalState, Verdict},
    time::Instant,
};

use super::{Context, breach::Place, kept::Kept};
use crate::chain::{Chain, Entry};

/// A chain with what is known beside it, ready to be asked.
pub(super) struct Case<'a, I = PlanItem> {
    pub(super) chain: &'a Chain<I>,
    pub(super) context: &'a Context,
    numbers: BTreeMap<u32, &'a Entry<I>>,
    proposals: BTreeMap<ProposalId, &'a Proposal>,
}

/// The changes of one proposal in one item.
pub(super) struct Bundle<'a> {
    pub(super) proposal: &'a Proposal,
    pub(super) changes: Vec<&'a Change>,
}

impl<'a, I> Case<'a, I> {
    pub(super) fn new(chain: &'a Chain<I>, context: &'a Context) -> Self {
        let numbers = chain.versions.iter().map(|entry| (entry.version.number, entry)).collect();
        let proposals = chain.proposals.iter().map(|proposal| (proposal.id, proposal)).collect();
        Self { chain, context, numbers, proposals }
    }

    pub(super) fn version(&self, number: u32) -> Option<&'a Entry<I>> {
        self.numbers.get(&number).copied()
    }

    pub(super) fn proposal(&self, id: ProposalId) -> Option<&'a Proposal> {
        self.proposals.get(&id).copied()
    }

    /// The plan from which a version was made, empty for the first; [`None`] if its parent is not there.
    pub(super) fn base(&self, version: &PlanVersion<I>) -> Option<&'a [I]> {
        match version.parent {
            None => Some(&[]),
            Some(parent) => self.version(parent).map(|entry| &entry.version.effective[..]),
        }
    }

    /// The plan in force.
    pub(super) fn effective(&self) -> &'a [I] {
        let active = self.chain.versions.iter().find(|entry| entry.version.status == VersionStatus::Active);
        active.map_or(&[], |entry| &entry.version.effective)
    }

    /// The answers to a proposal, oldest first.
    pub(super) fn decisions(&self, id: ProposalId) -> impl Iterator<Item = &'a Decision> {
        self.chain.decisions.iter().filter(move |decision| decision.proposal_id == id)
    }

    /// The conflicts about a version.
    pub(super) fn conflicts(&self, number: u32) -> impl Iterator<Item = &'a Conflict> {
        self.chain.conflicts.iter().filter(move |conflict| conflict.auto_version == Some(number))
    }

    /// What a proposal changed in a version: the alternative that was accepted there. A version that never came into
    /// force holds what is proposed.
    pub(super) fn landed(&self, proposal: &'a Proposal, version: &PlanVersion<I>) -> Option<&'a [Change]> {
        if version.activated_at.is_none() {
            return Some(&proposal.changes);
        }
        let accepted = |decision: &&Decision| {
            decision.verdict == Verdict::Accepted && decision.version == Some(version.number)
        };
        self.decisions(proposal.id).find(accepted).map(|decision| chosen(proposal, decision))
    }

    /// The bundles behind a row; proposals that are not there or did not land in the version have none.
    pub(super) fn bundles(&self, entry: &'a Entry<I>, row: &'a ItemRow<I>) -> Vec<Bundle<'a>> {
        let proposals = row.proposals.iter().filter_map(|id| self.proposal(*id));
        let bundles = proposals.filter_map(|proposal| {
            let changes = self.landed(proposal, &entry.version)?.iter();
            let changes = changes.filter(|change| change.target.item_id == row.item_id).collect();
            Some(Bundle { proposal, changes })
        });
        bundles.collect()
    }

    /// Every row with its version.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'a Entry<I>, &'a ItemRow<I>)> {
        self.chain.versions.iter().flat_map(|entry| entry.rows.iter().map(move |row| (entry, row)))
    }

    /// Whether a change makes an item of this exercise harder (greater), easier (less) or neither, by PR-3.
    pub(super) fn direction(&self, change: &Change, exercise: Option<&ExerciseKey>) -> Ordering {
        let (Value::Number(old), Value::Number(new)) = (&change.old, &change.new) else {
            return Ordering::Equal;
        };
        let known = exercise.and_then(|key| self.context.exercises.get(key));
        match change.field.group() {
            FieldGroup::Load if known.is_some_and(|known| known.assistance) => old.cmp(new),
            FieldGroup::Volume | FieldGroup::Load | FieldGroup::RepPolicy | FieldGroup::Effort => {
                new.cmp(old)
            }
            FieldGroup::Rest => old.cmp(new),
            FieldGroup::SetType | FieldGroup::Structure | FieldGroup::Meal => Ordering::Equal,
        }
    }
}

impl<'a, I: Kept> Case<'a, I> {
    /// The exercise of an item in the plan from which something was proposed. What landed in the same instant came of
    /// the same trigger; an item that came with it had no other exercise before.
    pub(super) fn exercise_at(&self, id: ItemId, at: Instant) -> Option<&'a ExerciseKey> {
        let versions = self.chain.versions.iter().map(|entry| &entry.version);
        let landed: Vec<_> = versions.filter(|version| version.activated_at.is_some()).collect();
        let exercise = |version: &&'a PlanVersion<I>| item(&version.effective, id).and_then(Kept::exercise);
        let before = landed.iter().filter(|version| version.activated_at < Some(at));
        let before = before.max_by_key(|version| (version.activated_at, version.number));
        before.and_then(exercise).or_else(|| landed.iter().find_map(exercise))
    }
}

/// The changes of the alternative that was chosen, or of the proposal itself.
pub(super) fn chosen<'a>(proposal: &'a Proposal, decision: &Decision) -> &'a [Change] {
    let way = decision.alternative.and_then(|way| proposal.alternatives.get(usize::from(way)));
    way.map_or(&proposal.changes, |way| &way.changes)
}

/// The change by which a bundle is known: the first in the order of fields (PR-3).
pub(super) fn primary<'c>(changes: impl IntoIterator<Item = &'c Change>) -> Option<&'c Change> {
    changes.into_iter().min_by_key(|change| change.field)
}

/// The item with this id.
pub(super) fn item<I: Planned>(items: &[I], id: ItemId) -> Option<&I> {
    items.iter().find(|item| item.item_id() == id)
}

/// The place of a row.
pub(super) fn place<I>(entry: &Entry<I>, row: &ItemRow<I>) -> Place {
    Place::version(entry.version.number).item(row.item_id)
}

/// Whether a person made it, as PV-2 has it.
pub(super) fn is_manual<I>(version: &PlanVersion<I>) -> bool {
    version.source.class() == SourceClass::Manual
}

/// Whether an engine made it, as PV-2 has it.
pub(super) fn is_automatic<I>(version: &PlanVersion<I>) -> bool {
    version.source == VersionSource::Auto
}

/// Whether it still waits for an answer.
pub(super) fn is_open(proposal: &Proposal) -> bool {
    matches!(proposal.state, ProposalState::Pending | ProposalState::Deferred)
}

/// Whether it is a level decision: also one that became a question (OV-4), but not the difficulty (P-47).
pub(super) fn is_level(proposal: &Proposal) -> bool {
    match proposal.kind {
        ProposalKind::LevelChange | ProposalKind::RangeChange => true,
        ProposalKind::Conflict => proposal.engine == EngineName::LevelProgression,
        _ => false,
    }
}

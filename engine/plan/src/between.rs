//! What lies between two versions: the net difference of two effective plans, each part with what explains it (PV-6, PV-9).

use std::collections::BTreeSet;

use domain::{
    change::{Change, Field, Target, Value},
    plan::{ItemId, ItemRow, Planned, RowEvent},
    proposal::{Proposal, ProposalId},
    reason::Reason,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    chain::{Chain, Entry, item},
    item::Item,
};

/// One difference between two versions, with what explains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    /// The exercise.
    pub exercise: String,
    /// The version that made it.
    pub version: u32,
    /// What differs: the value of the one version, then that of the other. An item that only one of both has is one change
    /// of its exercise, from nothing or to nothing.
    pub changes: Vec<Change>,
    /// The proposals behind it.
    pub proposals: Vec<ProposalId>,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// What turns version `from` into version `to`, by item; nothing if one of both is not there.
///
/// What was changed and changed back on the way is no difference. A field that several versions touched is explained by
/// the newest of them.
pub fn between<I: Item>(chain: &Chain<I>, from: u32, to: u32) -> Option<Vec<Difference>> {
    let (before, after) = (&chain.version(from)?.version.effective, &chain.version(to)?.version.effective);
    let steps = steps(chain, from, to);
    let ids: BTreeSet<ItemId> = before.iter().chain(after).map(Planned::item_id).collect();
    let mut differences = Vec::new();
    for id in ids {
        let (old, new) = (item(before, id), item(after, id));
        let mut explained: Vec<(&Entry<I>, &ItemRow<I>, Vec<Change>)> = Vec::new();
        for change in changes(old, new) {
            let Some((entry, row)) = explain(&steps, &change) else { continue };
            match explained.iter_mut().find(|(known, ..)| known.version.number == entry.version.number) {
                Some((.., changes)) => changes.push(change),
                None => explained.push((entry, row, vec![change])),
            }
        }
        explained.sort_by_key(|(entry, ..)| entry.version.number);
        differences.extend(explained.into_iter().map(|(entry, row, changes)| {
            let behind = behind(chain, row, &changes);
            Difference {
                exercise: new.or(old).map(Item::name).unwrap_or_default(),
                version: entry.version.number,
                proposals: behind.iter().map(|proposal| proposal.id).collect(),
                reasons: why(entry, row, &behind),
                changes,
            }
        }));
    }
    Some(differences)
}

/// Why a version changed this item, and not why it changed others.
pub fn reasons<I: Item>(chain: &Chain<I>, entry: &Entry<I>, row: &ItemRow<I>) -> Vec<Reason> {
    why(entry, row, &behind(chain, row, &row.changes))
}

/// The versions that lead from where both have a common parent to each of them, the newest first. Versions that never came
/// into force lie beside the way.
fn steps<I: Item>(chain: &Chain<I>, from: u32, to: u32) -> Vec<&Entry<I>> {
    let way = |number: u32| -> Vec<&Entry<I>> {
        let first = chain.version(number);
        std::iter::successors(first, |entry| chain.version(entry.version.parent?)).collect()
    };
    let (one, other) = (way(from), way(to));
    let beside = |way: &[&Entry<I>], entry: &&Entry<I>| {
        way.iter().all(|known| known.version.number != entry.version.number)
    };
    let mut steps: Vec<&Entry<I>> = one.iter().copied().filter(|entry| beside(&other, entry)).collect();
    steps.extend(other.iter().copied().filter(|entry| beside(&one, entry)));
    steps.sort_by_key(|entry| std::cmp::Reverse(entry.version.number));
    steps
}

fn changes<I: Item>(old: Option<&I>, new: Option<&I>) -> Vec<Change> {
    let whole = |item: &I, old: Value, new: Value| {
        let target = Target { item_id: item.item_id(), set_id: None };
        vec![Change { target, field: Field::Exercise, old, new }]
    };
    match (old, new) {
        (Some(old), Some(new)) => old.diff(new),
        (Some(old), None) => whole(old, Value::Word(old.name()), Value::Nothing),
        (None, Some(new)) => whole(new, Value::Nothing, Value::Word(new.name())),
        (None, None) => vec![],
    }
}

/// The newest row that touched the field; else its group, else its item.
fn explain<'a, I: Item>(steps: &[&'a Entry<I>], change: &Change) -> Option<(&'a Entry<I>, &'a ItemRow<I>)> {
    let of_item = || {
        steps
            .iter()
            .flat_map(|entry| entry.rows.iter().map(move |row| (*entry, row)))
            .filter(|(_, row)| row.item_id == change.target.item_id)
    };
    let same = |one: &Change| one.target == change.target && one.field == change.field;
    let akin = |one: &Change| one.field.group() == change.field.group();
    let exact = of_item().find(|(_, row)| row.changes.is_empty() || row.changes.iter().any(same));
    exact.or_else(|| of_item().find(|(_, row)| row.changes.iter().any(akin))).or_else(|| of_item().next())
}

/// The proposals of a row that speak of these changes; all of them if none does by name.
fn behind<'a, I: Item>(chain: &'a Chain<I>, row: &ItemRow<I>, changes: &[Change]) -> Vec<&'a Proposal> {
    let own: Vec<&Proposal> = row.proposals.iter().filter_map(|id| chain.proposal(*id)).collect();
    let speaks = |proposal: &&&Proposal| {
        let mut named = proposal.changes.iter();
        named.any(|one| changes.iter().any(|other| one.target == other.target && one.field == other.field))
    };
    let speaking: Vec<&Proposal> = own.iter().filter(speaks).copied().collect();
    if speaking.is_empty() { own } else { speaking }
}

/// The reasons of the proposals; without one, those of the version that its summary names for the item (PV-9).
fn why<I>(entry: &Entry<I>, row: &ItemRow<I>, behind: &[&Proposal]) -> Vec<Reason> {
    let mut told: Vec<Reason> = Vec::new();
    let version = &entry.version;
    if behind.is_empty() || row.event_type == RowEvent::Compromise {
        let place = entry.rows.iter().position(|one| one.item_id == row.item_id);
        let line = place.and_then(|place| version.summary.get(place));
        told.extend(
            version.reasons.iter().filter(|one| line.is_some_and(|line| line.reason == one.code)).cloned(),
        );
    } else {
        for proposal in behind {
            if !told.contains(&proposal.reason) {
                told.push(proposal.reason.clone());
            }
        }
    }
    if told.is_empty() { version.reasons.clone() } else { told }
}

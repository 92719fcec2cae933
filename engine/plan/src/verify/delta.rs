//! Point 2: the plan of a version is that of its parent with the rows applied, and its hash is right (PV-6).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    digest::sha256,
    plan::{ItemId, PlanItem, VersionSource},
    prescription::SetId,
};

use super::{
    breach::{Place, Report},
    case::{Case, item, place},
    flat::canonical,
    kept::Kept,
};
use crate::chain::Entry;

pub(super) fn check<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    for entry in &case.chain.versions {
        document(entry, report);
        // A parent that is not there is named by the first point.
        if let Some(base) = case.base(&entry.version) {
            rows(entry, base, report);
            fold(entry, base, report);
        }
    }
}

/// The items stand in the order of their ids, and the hash is that of the document.
fn document<I: Kept>(entry: &Entry<I>, report: &mut Report) {
    let version = &entry.version;
    for pair in version.effective.windows(2) {
        let place = Place::version(version.number).item(pair[1].item_id());
        report.require(pair[0].item_id() < pair[1].item_id(), "PV-6", place, || {
            format!("stands after {}, expected items in the order of their ids, once each", pair[0].item_id())
        });
    }
    let document = serde_json::to_value(&version.effective).unwrap_or_default();
    let hash = sha256(canonical(&document).as_bytes());
    report.require(version.effective_hash == hash, "PV-6", Place::version(version.number), || {
        format!("hash {}, expected {hash}", version.effective_hash)
    });
}

/// Each row says truly what the item was and is; an item has one row, and only if it changed.
fn rows<I: Kept>(entry: &Entry<I>, base: &[I], report: &mut Report) {
    let mut seen = BTreeSet::new();
    for row in &entry.rows {
        let place = place(entry, row);
        report.require(seen.insert(row.item_id), "PV-6", place, || "two rows, expected one".to_owned());
        report.require(row.before.as_ref() == item(base, row.item_id), "PV-6", place, || {
            "`before` is not the item of the parent".to_owned()
        });
        report.require(row.before != row.after, "PV-6", place, || "a row, but nothing changed".to_owned());
        let of = [&row.before, &row.after].into_iter().flatten();
        report.require(of.into_iter().all(|item| item.item_id() == row.item_id), "PV-6", place, || {
            "the document of another item".to_owned()
        });
    }
}

/// effective(n) = effective(parent) with the rows of n applied.
fn fold<I: Kept>(entry: &Entry<I>, base: &[I], report: &mut Report) {
    let mut plan: BTreeMap<ItemId, &I> = base.iter().map(|item| (item.item_id(), item)).collect();
    for row in &entry.rows {
        match &row.after {
            Some(after) => plan.insert(row.item_id, after),
            None => plan.remove(&row.item_id),
        };
    }
    let effective: BTreeMap<ItemId, &I> =
        entry.version.effective.iter().map(|item| (item.item_id(), item)).collect();
    for id in plan.keys().chain(effective.keys()).collect::<BTreeSet<_>>() {
        let place = Place::version(entry.version.number).item(*id);
        report.require(plan.get(id) == effective.get(id), "PV-6", place, || {
            let parent = entry.version.parent.unwrap_or_default();
            format!("not what version {parent} and the rows make of it")
        });
    }
}

/// PV-3, PR-3: ids of items and sets are never used again, except by what brings the same thing back.
pub(super) fn reuse(case: &Case<'_>, report: &mut Report) {
    let (mut items, mut sets) = (BTreeSet::<ItemId>::new(), BTreeSet::<SetId>::new());
    for entry in case.chain.versions.iter().filter(|entry| entry.version.activated_at.is_some()) {
        let back = matches!(entry.version.source, VersionSource::Undo | VersionSource::Rollback);
        for row in &entry.rows {
            let place = place(entry, row);
            let ids = |item: &Option<PlanItem>| -> BTreeSet<SetId> {
                item.iter().flat_map(|item| &item.prescription.sets).map(|set| set.set_id).collect()
            };
            let new_sets = &ids(&row.after) - &ids(&row.before);
            let old_item = row.before.is_none() && items.contains(&row.item_id);
            report.require(back || !old_item, "PV-3", place, || {
                "the id of an item that was removed, expected a new one".to_owned()
            });
            for set in new_sets.intersection(&sets).filter(|_| !back && !old_item) {
                report.add("PR-3", place, format!("set {set} was used before, expected a new id"));
            }
        }
        items.extend(entry.version.effective.iter().map(|item| item.item_id));
        let all = entry.version.effective.iter().flat_map(|item| &item.prescription.sets);
        sets.extend(all.map(|set| set.set_id));
    }
}

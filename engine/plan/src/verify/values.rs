//! Point 7, second half: values in their ranges (PV-3, PV-4, ML-1), and loads that can be put together (SG-8).

use std::collections::BTreeSet;

use domain::{
    change::Field,
    grid::Grid,
    plan::{ItemId, ItemRow, VersionSource},
    prescription::SetId,
    proposal::EngineName,
    quantity::Grams,
    spec::SpecId,
};

use super::{
    breach::{Place, Report},
    case::{Bundle, Case, item, place},
    kept::Kept,
};
use crate::chain::Entry;

pub(super) fn check<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    for (entry, changed) in changed(case) {
        report.law(changed, Place::version(entry.version.number).item(changed.item_id()));
    }
    for entry in &case.chain.versions {
        let version = &entry.version;
        neighbors(&version.effective, case.base(version).unwrap_or_default(), version.number, report);
    }
}

/// Each set has an id of its own, and a load that there is.
pub(super) fn sets(case: &Case<'_>, report: &mut Report) {
    for (entry, changed) in changed(case) {
        let sets = &changed.prescription.sets;
        let ids: BTreeSet<SetId> = sets.iter().map(|set| set.set_id).collect();
        let place = Place::version(entry.version.number).item(changed.item_id);
        report.require(ids.len() == sets.len(), "PV-4", place, || "two sets with one id".to_owned());
    }
    for (entry, row) in case.rows() {
        loads(case, entry, row, report);
    }
}

/// The items that are not as they were in the parent, with the version that they changed in.
fn changed<'a, I: Kept>(case: &Case<'a, I>) -> impl Iterator<Item = (&'a Entry<I>, &'a I)> {
    case.chain.versions.iter().flat_map(|entry| {
        let base = case.base(&entry.version).unwrap_or_default();
        let items = entry.version.effective.iter();
        items.filter(move |now| item(base, now.item_id()) != Some(*now)).map(move |now| (entry, now))
    })
}

/// A slot is taken once (PV-3, ML-1), and an exercise rolls once. A clash is told of the version that made it.
fn neighbors<I: Kept>(items: &[I], base: &[I], number: u32, report: &mut Report) {
    let rolling = |item: &I| item.rolls().map(ToString::to_string);
    clashes(items, base, Kept::slot, |one, other| {
        let place = Place::version(number).item(other);
        report.add(I::SLOT, place, format!("the place of item {one}, expected another"));
    });
    clashes(items, base, rolling, |one, other| {
        let place = Place::version(number).item(other);
        report.add("PV-3", place, format!("the exercise of item {one}, expected another"));
    });
}

/// Tells of each two items that have the same, and did not in the parent.
fn clashes<I: Kept>(
    items: &[I],
    base: &[I],
    key: impl Fn(&I) -> Option<String>,
    mut tell: impl FnMut(ItemId, ItemId),
) {
    let pairs = |items: &[I]| -> BTreeSet<(ItemId, ItemId)> {
        let keyed: Vec<_> = items.iter().filter_map(|item| Some((key(item)?, item.item_id()))).collect();
        let pairs = keyed.iter().enumerate().flat_map(|(index, one)| {
            keyed[index + 1..].iter().filter(|other| other.0 == one.0).map(|other| (one.1, other.1))
        });
        pairs.collect()
    };
    for (one, other) in pairs(items).difference(&pairs(base)) {
        tell(*one, *other);
    }
}

/// SG-8: a load that an engine set can be put together, unless P-13 adds the first one or the set had it before. What
/// a person typed, imported or took back is kept as it is. The item may have become another exercise since, so that the
/// load is held against the one that it was proposed for.
fn loads(case: &Case<'_>, entry: &Entry, row: &ItemRow, report: &mut Report) {
    use VersionSource::{Accepted, Auto, Resolution};
    let Some(after) = &row.after else { return };
    if !matches!(entry.version.source, Auto | Accepted | Resolution) || row.before.is_none() {
        return;
    }
    let own = row.before.iter().flat_map(|item| &item.prescription.sets).map(|set| (set.set_id, set.load_g));
    let own: Vec<_> = own.collect();
    for set in &after.prescription.sets {
        let Some(load) = set.load_g else { continue };
        let former = own.iter().find(|(id, _)| *id == set.set_id);
        let copied = former.is_none() && own.iter().any(|(_, other)| *other == Some(load));
        let first = own.iter().all(|(_, load)| load.is_none_or(|load| load == Grams::ZERO));
        let kept = former.is_some_and(|(_, old)| *old == Some(load));
        // It is put together when it is proposed, whenever that is accepted.
        let proposed = case.bundles(entry, row).into_iter().find(|bundle| sets_load(bundle, set.set_id));
        let at = proposed.as_ref().map_or(entry.version.created_at, |bundle| bundle.proposal.created_at);
        let meant = proposed.filter(|bundle| !is_exchange(bundle));
        let meant = meant.and_then(|_| case.exercise_at(row.item_id, at)).unwrap_or(&after.exercise_key);
        let Some(known) = case.context.exercises.get(meant) else { continue };
        let Some(grid) = known.grid_at(at) else { continue };
        let unassisted = known.assistance && load == Grams::ZERO;
        let excused = kept
            || copied
            || unassisted
            || is_typed(case, entry, row, set.set_id, first)
            || had_before(case, entry, set.set_id, load);
        report.require(excused || grid.holds(load), "SG-8", place(entry, row), || {
            let near = nearest(grid, load);
            format!("{} g in set {} cannot be put together; the nearest is {near} g", load.0, set.set_id)
        });
    }
}

/// Whether a person proposed the load, or P-13 the first one of the item.
fn is_typed(case: &Case<'_>, entry: &Entry, row: &ItemRow, set: SetId, first: bool) -> bool {
    case.bundles(entry, row).iter().any(|bundle| {
        let person = matches!(bundle.proposal.engine, EngineName::User | EngineName::Coach);
        sets_load(bundle, set) && (person || (first && bundle.proposal.rule == SpecId::new("P-13")))
    })
}

fn sets_load(bundle: &Bundle<'_>, set: SetId) -> bool {
    bundle.changes.iter().any(|change| change.field == Field::Load && change.target.set_id == Some(set))
}

/// Whether a bundle makes another exercise of the item; its loads are those of that one.
fn is_exchange(bundle: &Bundle<'_>) -> bool {
    bundle.changes.iter().any(|change| matches!(change.field, Field::Variation | Field::Exercise))
}

/// Whether the set had this load in an earlier version.
fn had_before(case: &Case<'_>, entry: &Entry, set: SetId, load: Grams) -> bool {
    let earlier = case.chain.versions.iter().map(|earlier| &earlier.version);
    let earlier = earlier.filter(|earlier| earlier.number < entry.version.number);
    let mut sets = earlier.flat_map(|earlier| &earlier.effective).flat_map(|item| &item.prescription.sets);
    sets.any(|known| known.set_id == set && known.load_g == Some(load))
}

fn nearest(grid: &Grid, load: Grams) -> i64 {
    grid.nearest(load, domain::grid::Tie::Down).0
}

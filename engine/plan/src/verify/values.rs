//! Point 7, second half: values in their ranges (PV-3, PV-4), and loads that can be put together (SG-8).

use std::collections::BTreeSet;

use domain::{
    change::Field,
    grid::Grid,
    plan::{ItemId, ItemKind, ItemRow, PlanItem, VersionSource},
    prescription::SetId,
    proposal::EngineName,
    quantity::Grams,
    spec::SpecId,
};

use super::{
    breach::{Place, Report},
    case::{Bundle, Case, item, place},
};
use crate::chain::Entry;

pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    for entry in &case.chain.versions {
        let version = &entry.version;
        let base = case.base(version).unwrap_or_default();
        for changed in version.effective.iter().filter(|now| item(base, now.item_id) != Some(now)) {
            let place = Place::version(version.number).item(changed.item_id);
            report.law(changed, place);
            let sets = &changed.prescription.sets;
            let ids: BTreeSet<SetId> = sets.iter().map(|set| set.set_id).collect();
            report.require(ids.len() == sets.len(), "PV-4", place, || "two sets with one id".to_owned());
        }
        neighbors(&version.effective, base, version.number, report);
    }
    for (entry, row) in case.rows() {
        loads(case, entry, row, report);
    }
}

/// PV-3: a place in a slot is taken once, and an exercise rolls once. A clash is told of the version that made it.
fn neighbors(items: &[PlanItem], base: &[PlanItem], number: u32, report: &mut Report) {
    for (place, rule) in [(slot as fn(&PlanItem) -> Option<String>, "the place"), (rolling, "the exercise")] {
        let clashes = |items: &[PlanItem]| -> BTreeSet<(ItemId, ItemId)> {
            let keyed: Vec<_> = items.iter().filter_map(|item| Some((place(item)?, item.item_id))).collect();
            let pairs = keyed.iter().enumerate().flat_map(|(index, one)| {
                keyed[index + 1..].iter().filter(|other| other.0 == one.0).map(|other| (one.1, other.1))
            });
            pairs.collect()
        };
        for (one, other) in clashes(items).difference(&clashes(base)) {
            let place = Place::version(number).item(*other);
            report.add("PV-3", place, format!("{rule} of item {one}, expected another"));
        }
    }
}

/// The place of a slotted item.
fn slot(item: &PlanItem) -> Option<String> {
    let weekday = item.slot_weekday.map(|day| day.to_string());
    let day = weekday.or_else(|| item.slot_date.map(|date| date.to_string()))?;
    Some(format!("{day} {} {}", item.slot_time, item.order))
}

/// The exercise of a rolling item.
fn rolling(item: &PlanItem) -> Option<String> {
    (item.kind == ItemKind::Rolling).then(|| item.exercise_key.to_string())
}

/// SG-8: a load that an engine set can be put together, unless P-13 adds the first one or the set had it before. What
/// a person typed, imported or took back is kept as it is.
fn loads(case: &Case<'_>, entry: &Entry, row: &ItemRow, report: &mut Report) {
    use VersionSource::{Accepted, Auto, Resolution};
    let Some(context) = case.context.items.get(&row.item_id) else { return };
    let Some(after) = &row.after else { return };
    if !matches!(entry.version.source, Auto | Accepted | Resolution) || row.before.is_none() {
        return;
    }
    let own = row.before.iter().flat_map(|item| &item.prescription.sets).map(|set| (set.set_id, set.load_g));
    let own: Vec<_> = own.collect();
    for set in &after.prescription.sets {
        let Some(load) = set.load_g else { continue };
        let known = own.iter().find(|(id, _)| *id == set.set_id);
        let copied = known.is_none() && own.iter().any(|(_, other)| *other == Some(load));
        let first = own.iter().all(|(_, load)| load.is_none_or(|load| load == Grams::ZERO));
        let kept = known.is_some_and(|(_, old)| *old == Some(load));
        let unassisted = context.assistance && load == Grams::ZERO;
        let excused = kept
            || copied
            || unassisted
            || is_typed(case, entry, row, set.set_id, first)
            || had_before(case, entry, set.set_id, load);
        // It is put together when it is proposed, whenever that is accepted.
        let proposed = case.bundles(entry, row).into_iter().find(|bundle| sets_load(bundle, set.set_id));
        let at = proposed.map_or(entry.version.created_at, |bundle| bundle.proposal.created_at);
        let Some(grid) = context.grid_at(at) else { continue };
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

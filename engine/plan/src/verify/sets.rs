//! Point 3 for sets that come and go: they are covered by the set count (PR-3).
//!
//! The count of an item is that of its working sets: more of them are copies of the last one, fewer go from the end. A
//! set that goes or comes beside that has a count of its own, 1 or 0. A set of another type changes the number of
//! working sets too; that needs no change of its own, and a row may or may not name it.

use std::collections::BTreeSet;

use domain::{
    change::{Change, Field, Value},
    prescription::SetId,
};

use super::{
    breach::{Place, Report},
    case::Bundle,
    flat::{Difference, Flat},
};

/// Whether a change of a set count says what is true.
pub(super) fn is_true_count(found: &Difference, change: &Change) -> bool {
    if change.field != Field::SetCount {
        return false;
    }
    let counts = (&change.old, &change.new);
    match change.target.set_id {
        None => {
            let (old, new) = found.working;
            old != new && counts == (&Value::Number(old), &Value::Number(new))
        }
        Some(set) if found.came.contains(&set) => counts == (&Value::Number(0), &Value::Number(1)),
        Some(set) if found.went.contains(&set) => counts == (&Value::Number(1), &Value::Number(0)),
        Some(_) => false,
    }
}

/// The sets that came or went without a change that says so: neither the count of the item nor their own.
pub(super) fn unnamed(found: &Difference, changes: &[Change]) -> Vec<SetId> {
    let counts = changes.iter().filter(|change| is_true_count(found, change));
    let counted: BTreeSet<_> = counts.map(|change| change.target.set_id).collect();
    if counted.contains(&None) {
        return vec![];
    }
    let lone = found.came.iter().chain(&found.went).copied();
    lone.filter(|set| !counted.contains(&Some(*set))).collect()
}

/// Each set that came or went is covered by one change of the proposals, and what came is a copy with what the
/// proposals give it.
pub(super) fn explained(
    found: &Difference,
    (before, after): &(Flat, Flat),
    bundles: &[Bundle<'_>],
    place: Place,
    report: &mut Report,
) {
    let changes: Vec<&Change> = bundles.iter().flat_map(|bundle| &bundle.changes).copied().collect();
    let counts = |set: Option<SetId>, more: bool| {
        let of_set = changes.iter().filter(|change| {
            let grows =
                matches!((&change.old, &change.new), (Value::Number(old), Value::Number(new)) if old < new);
            change.field == Field::SetCount && change.target.set_id == set && grows == more
        });
        of_set.count()
    };
    for &set in &found.came {
        let by = counts(None, true) + counts(Some(set), true);
        report.require(by == 1, "PV-14", place, || {
            format!("set {set} came, explained by {by} changes of its proposals, expected one")
        });
        if let Some(field) = strange(set, before, after, &changes) {
            report.add(
                "PR-3",
                place,
                format!("{field} of the new set {set} is no copy and was not proposed"),
            );
        }
    }
    let last = trailing(before, found);
    for &set in &found.went {
        let by = counts(Some(set), false) + if last.contains(&set) { counts(None, false) } else { 0 };
        report.require(by == 1, "PV-14", place, || {
            format!("set {set} went, explained by {by} changes of its proposals, expected one")
        });
    }
}

/// The working sets at the end that went, up to the first that stayed.
fn trailing(before: &Flat, found: &Difference) -> Vec<SetId> {
    before.working_sets().rev().take_while(|set| found.went.contains(set)).collect()
}

/// A field of a new set whose value no working set had and no change gave.
fn strange(set: SetId, before: &Flat, after: &Flat, changes: &[&Change]) -> Option<Field> {
    let fields = [Field::Load, Field::Reps, Field::Seconds, Field::Meters, Field::Per, Field::Rest];
    fields.into_iter().find(|&field| {
        let value = after.value(Some(set), field);
        let given = changes
            .iter()
            .find(|change| change.target.set_id == Some(set) && change.field == field)
            .map(|change| change.new.clone());
        let copied = |flat: &Flat| {
            let mut others = flat.working_sets().filter(|other| *other != set);
            others.any(|other| flat.value(Some(other), field) == value)
        };
        match given {
            Some(given) => value != Some(given),
            None => !copied(before) && !copied(after),
        }
    })
}

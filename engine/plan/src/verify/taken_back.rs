//! Point 3 for what is taken back: a rollback takes the values of an earlier version, an undo inverts one (RB-2..RB-4).

use domain::{
    change::Change,
    plan::{ItemRow, PlanItem},
};

use super::{
    breach::{Place, Report},
    case::{Case, item, place},
    flat::place_of,
};
use crate::chain::Entry;

/// RB-2, RB-4: one earlier version holds every prescription that came back, or the whole plan.
pub(super) fn rollback(case: &Case<'_>, entry: &Entry, report: &mut Report) {
    let version = &entry.version;
    let earlier = case.chain.versions.iter().map(|earlier| &earlier.version);
    let mut earlier = earlier.filter(|earlier| earlier.number < version.number);
    let held = earlier.any(|earlier| {
        let whole = earlier.effective == version.effective;
        whole || entry.rows.iter().all(|row| is_from(row, item(&earlier.effective, row.item_id)))
    });
    report.require(held, "RB-2", Place::version(version.number), || {
        "no earlier version holds what came back".to_owned()
    });
}

/// Whether an item took prescription and difficulty of an earlier state, and nothing else. The variation belongs to
/// the level, so it may come back with it.
fn is_from(row: &ItemRow, earlier: Option<&PlanItem>) -> bool {
    let (Some(before), Some(after), Some(earlier)) = (&row.before, &row.after, earlier) else {
        return false;
    };
    let back = |exercise_key| PlanItem {
        prescription: earlier.prescription.clone(),
        difficulty: earlier.difficulty,
        exercise_key,
        ..before.clone()
    };
    *after == back(before.exercise_key.clone()) || *after == back(earlier.exercise_key.clone())
}

/// RB-3: the version that the trigger names, row by row the other way round.
pub(super) fn undo(case: &Case<'_>, entry: &Entry, report: &mut Report) {
    let version = &entry.version;
    let number = version.trigger.reference.parse().ok().filter(|number| *number < version.number);
    let Some(undone) = number.and_then(|number| case.version(number)) else {
        let named = &version.trigger.reference;
        let message = format!("undoes version `{named}`, expected the number of an earlier one");
        return report.add("RB-3", Place::version(version.number), message);
    };
    let number = undone.version.number;
    for row in &entry.rows {
        let first = undone.rows.iter().find(|first| first.item_id == row.item_id);
        let holds = first.is_some_and(|first| is_inverse(first, row));
        report.require(holds, "RB-3", place(entry, row), || {
            format!("not the changes of version {number} the other way round")
        });
    }
    for first in &undone.rows {
        let taken_back = entry.rows.iter().any(|row| row.item_id == first.item_id);
        report.require(taken_back, "RB-3", place(entry, first), || {
            format!("changed by version {number}, but not taken back")
        });
    }
}

fn is_inverse(first: &ItemRow, row: &ItemRow) -> bool {
    let is_back = |there: &Change, back: &Change| {
        (there.target, place_of(there.field)) == (back.target, place_of(back.field))
            && (&there.old, &there.new) == (&back.new, &back.old)
    };
    let all = row.changes.iter().all(|back| first.changes.iter().any(|there| is_back(there, back)));
    let whole =
        first.before.is_none() == row.after.is_none() && first.after.is_none() == row.before.is_none();
    whole && all && first.changes.len() == row.changes.len()
}

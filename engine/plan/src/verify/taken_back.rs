//! Point 3 for what is taken back: a rollback takes the values of an earlier version, an undo inverts one (RB-2..RB-4).

use domain::{change::Change, plan::ItemRow};

use super::{
    breach::{Place, Report},
    case::{Case, item, place},
    flat::place_of,
    kept::Kept,
};
use crate::chain::Entry;

/// RB-2, RB-4: one earlier version holds every prescription that came back, or the whole plan.
pub(super) fn rollback<I: Kept>(case: &Case<'_, I>, entry: &Entry<I>, report: &mut Report) {
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

fn is_from<I: Kept>(row: &ItemRow<I>, earlier: Option<&I>) -> bool {
    let (Some(before), Some(after), Some(earlier)) = (&row.before, &row.after, earlier) else {
        return false;
    };
    after.is_rolled_back(before, earlier)
}

/// RB-3: the version that the trigger names, row by row the other way round.
pub(super) fn undo<I: Kept>(case: &Case<'_, I>, entry: &Entry<I>, report: &mut Report) {
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

fn is_inverse<I>(first: &ItemRow<I>, row: &ItemRow<I>) -> bool {
    let is_back = |there: &Change, back: &Change| {
        (there.target, place_of(there.field)) == (back.target, place_of(back.field))
            && (&there.old, &there.new) == (&back.new, &back.old)
    };
    let all = row.changes.iter().all(|back| first.changes.iter().any(|there| is_back(there, back)));
    let whole =
        first.before.is_none() == row.after.is_none() && first.after.is_none() == row.before.is_none();
    whole && all && first.changes.len() == row.changes.len()
}

//! Points 5 and 6: engines leave alone what a person set in the last day or asked to keep, and what a flag protects
//! (OV-3, OV-7, AR-3).

use std::{cmp::Ordering, collections::BTreeSet};

use domain::{
    change::{Change, FieldGroup},
    dispute::{Override, OverrideScope, OverrideStatus},
    plan::ItemId,
    time::Instant,
};

use super::{
    breach::{Place, Report, Subject},
    case::{Case, is_automatic, is_manual, place, primary},
    flat::groups,
};
use crate::chain::Entry;

/// What a version touched, by item and group.
fn touched(entry: &Entry) -> BTreeSet<(ItemId, FieldGroup)> {
    let rows = entry.rows.iter().flat_map(|row| {
        let groups = groups(row.before.as_ref(), row.after.as_ref());
        groups.into_iter().map(|group| (row.item_id, group))
    });
    rows.collect()
}

/// Point 5: no automatic version changes what a manual one changed within 24 hours before (OV-3), nor what a person
/// asked to keep (OV-7). A version that waits for confirmation counts too: OV-3 comes before OV-4 (CF-3).
pub(super) fn manual_day(case: &Case<'_>, report: &mut Report) {
    let window = 3_600_000 * i64::from(case.context.manual_hours);
    let versions = &case.chain.versions;
    let edits: Vec<_> = versions
        .iter()
        .filter(|entry| is_manual(&entry.version) && entry.version.activated_at.is_some())
        .map(|entry| (&entry.version, touched(entry)))
        .collect();
    for entry in versions.iter().filter(|entry| is_automatic(&entry.version)) {
        let (number, at) = (entry.version.number, entry.version.created_at);
        let own = touched(entry);
        for (edit, theirs) in edits.iter().filter(|(edit, _)| edit.number < number) {
            let apart = (at.millis() - edit.created_at.millis()).abs();
            for (item, group) in own.intersection(theirs).filter(|_| apart <= window) {
                let message = format!(
                    "changes the {group} that version {} set by hand at {}",
                    edit.number, edit.created_at
                );
                report.add("OV-3", Place::version(number).item(*item), message);
            }
        }
        for kept in case.chain.overrides.iter().filter(|kept| is_kept(kept, at, number)) {
            if own.contains(&(kept.item_id, kept.group)) {
                let place = Place::version(number).item(kept.item_id).about(Subject::Override(kept.id));
                report.add("OV-7", place, format!("changes the {} that was to be left as it is", kept.group));
            }
        }
    }
}

/// Whether a value was to be kept at an instant. An override that was withdrawn, replaced or resolved does not say when.
fn is_kept(kept: &Override, at: Instant, number: u32) -> bool {
    let ran = matches!(kept.status, OverrideStatus::Active | OverrideStatus::Expired);
    let inside = kept.from <= at && kept.until.is_some_and(|until| at < until);
    let earlier = kept.version.is_some_and(|version| version < number);
    kept.scope == OverrideScope::Plan && ran && inside && earlier
}

/// Point 6: nothing automatic gets harder on an item that an active flag touches. A bundle goes the way of its primary
/// change: a step down the ladder may ask for more reps in fewer sets.
pub(super) fn flags(case: &Case<'_>, report: &mut Report) {
    for (entry, row) in case.rows().filter(|(entry, _)| is_automatic(&entry.version)) {
        let at = entry.version.created_at;
        // What it becomes is judged by what it is.
        let Some(item) = row.before.as_ref().or(row.after.as_ref()) else { continue };
        let touched = (row.item_id, item.exercise_key.clone());
        let active = case.context.flags.iter().find(|touching| {
            let flag = &touching.flag;
            let runs = flag.from <= at && flag.until.is_none_or(|until| at < until);
            runs && touching.items.contains(&touched)
        });
        let Some(active) = active else { continue };
        let mut bundles: Vec<Vec<&Change>> =
            case.bundles(entry, row).into_iter().map(|bundle| bundle.changes).collect();
        if bundles.is_empty() {
            bundles.push(row.changes.iter().collect());
        }
        for primary in bundles.into_iter().filter_map(primary) {
            let harder = case.direction(primary, Some(&item.exercise_key)) == Ordering::Greater;
            let place = place(entry, row).about(Subject::Flag(active.flag.id));
            report.require(!harder, "AR-3", place, || {
                let (field, kind) = (primary.field, active.flag.kind);
                format!("{field} {} to {} while {kind} is active", primary.old, primary.new)
            });
        }
    }
}

//! Overrides and conflicts: the laws of OV-1 and CF-1, and what they say of the versions they name.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::{Field, FieldGroup},
    dispute::{Conflict, ConflictStatus, Contested, OverrideStatus, Resolution},
    plan::{ItemRow, PlanItem, VersionStatus},
};

use super::{
    breach::{Place, Report, Subject},
    case::{Case, is_manual, is_open, place},
    flat::{Difference, groups},
};

pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    overrides(case, report);
    guarded(case, report);
    for conflict in &case.chain.conflicts {
        let place = Place::of(Subject::Conflict(conflict.id));
        report.law(conflict, place);
        sides(case, conflict, place, report);
        state(case, conflict, place, report);
    }
}

/// OV-1: an override guards a group that can be guarded, and only one is active for a target and group.
fn overrides(case: &Case<'_>, report: &mut Report) {
    let mut active = BTreeMap::new();
    for guard in &case.chain.overrides {
        let place = Place::of(Subject::Override(guard.id)).item(guard.item_id);
        report.law(guard, place);
        report.require(guard.field.group() == guard.group, "OV-1", place, || {
            format!("{} is no field of {}", guard.field, guard.group)
        });
        let version = guard.version.is_none_or(|number| case.version(number).is_some());
        report.require(version, "OV-1", place, || "made by a version that is not there".to_owned());
        let key = (guard.item_id, guard.set_id, guard.group, guard.scope);
        if guard.status == OverrideStatus::Active
            && let Some(first) = active.insert(key, guard.id)
        {
            report.add("OV-1", place, format!("active beside {first} on the same {}", guard.group));
        }
    }
}

/// OV-1: every manual change of volume, load, rest or rep policy made an override.
fn guarded(case: &Case<'_>, report: &mut Report) {
    for (entry, row) in case.rows().filter(|(entry, _)| is_manual(&entry.version)) {
        let number = entry.version.number;
        for group in numbers(row) {
            let made = case.chain.overrides.iter().any(|guard| {
                (guard.item_id, guard.group, guard.version) == (row.item_id, group, Some(number))
            });
            report
                .require(made, "OV-1", place(entry, row), || format!("the {group} was set, but no override"));
        }
    }
}

/// The groups of numbers that differ. Another exercise alone is structure (AR-5).
fn numbers(row: &ItemRow) -> BTreeSet<FieldGroup> {
    use FieldGroup::{Load, RepPolicy, Rest, Volume};
    let (Some(before), Some(after)) = (&row.before, &row.after) else { return BTreeSet::new() };
    let mut found = Difference::between(before, after);
    found.changes.retain(|change| change.field != Field::Variation);
    found.groups().into_iter().filter(|group| matches!(group, Volume | Load | Rest | RepPolicy)).collect()
}

/// CF-1, CF-2: both sides are there, and both touch what is contested.
fn sides(case: &Case<'_>, conflict: &Conflict, place: Place, report: &mut Report) {
    let manual = case.version(conflict.manual_version);
    report.require(manual.is_some(), "CF-1", place, || {
        format!("manual version {} is not there", conflict.manual_version)
    });
    for item in &conflict.items {
        let touched = manual.is_some_and(|entry| is_manual(&entry.version) && touches(&entry.rows, item));
        // OV-7: a value that a person asked to keep was not changed by any version.
        let kept = case.chain.overrides.iter().any(|guard| {
            let same = (guard.item_id, guard.group) == (item.item_id, item.group);
            same && guard.until.is_some() && guard.version == Some(conflict.manual_version)
        });
        report.require(touched || kept, "CF-2", place.item(item.item_id), || {
            format!("version {} set no {} by hand", conflict.manual_version, item.group)
        });
    }
    if let Some(number) = conflict.auto_version {
        let auto = case.version(number);
        report.require(auto.is_some(), "CF-1", place, || format!("automatic version {number} is not there"));
        for item in conflict.items.iter().filter(|item| auto.is_some_and(|auto| !touches(&auto.rows, item))) {
            let message = format!("version {number} does not touch the {}", item.group);
            report.add("CF-2", place.item(item.item_id), message);
        }
    }
    if let Some(id) = conflict.auto_proposal {
        report.require(case.proposal(id).is_some(), "CF-1", place, || format!("proposal {id} is not there"));
    }
    let people = conflict.resolution == Some(Resolution::LaterWins);
    let engine = conflict.auto_proposal.is_some();
    report.require(people != engine, "CF-1", place, || {
        "expected an automatic proposal, or two people of whom the later wins".to_owned()
    });
}

/// Whether rows touch what is contested. A set of another type is volume too: one working set more or less.
fn touches(rows: &[ItemRow], contested: &Contested) -> bool {
    rows.iter().filter(|row| row.item_id == contested.item_id).any(|row| {
        let (before, after) = (row.before.as_ref(), row.after.as_ref());
        let working = |item: Option<&PlanItem>| item.map(|item| item.prescription.working_sets().count());
        let counted = contested.group == FieldGroup::Volume && working(before) != working(after);
        counted || groups(before, after).contains(&contested.group)
    })
}

/// CF-1, CF-6: a conflict that waits has a version that waits and a question that can be answered.
fn state(case: &Case<'_>, conflict: &Conflict, place: Place, report: &mut Report) {
    if conflict.status != ConflictStatus::PendingConfirmation {
        return;
    }
    let version = conflict.auto_version.and_then(|number| case.version(number));
    let waits = version.is_some_and(|entry| entry.version.status == VersionStatus::PendingConfirmation);
    report.require(waits, "CF-1", place, || "it waits, but no version does".to_owned());
    let asked = conflict.auto_proposal.and_then(|id| case.proposal(id)).is_some_and(is_open);
    report.require(asked, "CF-6", place, || "it waits, but its question is closed".to_owned());
}

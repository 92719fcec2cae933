//! Point 1: one active version, numbers without gap, parents that were in force, statuses that PV-7 can reach.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    dispute::{ConflictStatus, Resolution},
    person::ActorKind,
    plan::{PlanDomain, PlanVersion, VersionSource, VersionStatus},
};

use super::{
    breach::{Place, Report},
    case::{Case, is_automatic, is_manual},
};

pub(super) fn check<I>(case: &Case<'_, I>, report: &mut Report) {
    report.law(&case.chain.plan, Place::default());
    numbers(case, report);
    active(case, report);
    succession(case, report);
    triggers(case, report);
    for entry in &case.chain.versions {
        let version = &entry.version;
        parent(case, version, report);
        status(case, version, report);
        maker(case, version, report);
    }
}

/// PV-2: 1, 2, 3 … without gaps, each once, in this plan.
fn numbers<I>(case: &Case<'_, I>, report: &mut Report) {
    let mut ids = BTreeSet::new();
    for (expected, entry) in (1..).zip(&case.chain.versions) {
        let version = &entry.version;
        let place = Place::version(version.number);
        report.require(version.number == expected, "PV-2", place, || {
            format!("number {} at place {expected}, expected 1, 2, 3 … without gaps", version.number)
        });
        report.require(ids.insert(version.id), "PV-2", place, || format!("the id {} twice", version.id));
        report.require(version.plan_id == case.chain.plan.id, "PV-2", place, || {
            format!("plan {}, expected {}", version.plan_id, case.chain.plan.id)
        });
        report.require(!version.reasons.is_empty(), "PV-2", place, || "no reason".to_owned());
        let date = version.created_at.local_date(&version.zone);
        report.require(version.local_date == date, "PV-2", place, || {
            format!("local date {}, expected {date}", version.local_date)
        });
        for row in &entry.rows {
            report.require(row.version_id == version.id, "PV-6", place.item(row.item_id), || {
                format!("a row of version {}", row.version_id)
            });
        }
    }
}

/// PV-7: exactly one version is active, and the plan names it (PV-1). A plan of meals has none before the first answer
/// (ML-1).
fn active<I>(case: &Case<'_, I>, report: &mut Report) {
    if case.chain.versions.is_empty() && !begins_with_version(case) {
        return;
    }
    let versions = case.chain.versions.iter().map(|entry| &entry.version);
    let active = versions.filter(|version| version.status == VersionStatus::Active);
    let active: Vec<u32> = active.map(|version| version.number).collect();
    let [one] = active[..] else {
        let place = active.get(1).map_or_else(Place::default, |second| Place::version(*second));
        return report.add("PV-7", place, format!("active versions {active:?}, expected exactly one"));
    };
    let named = case.chain.plan.active_version;
    report.require(named == one, "PV-1", Place::version(one), || {
        format!("the plan names version {named} as the active one")
    });
}

/// PV-7: versions are in force one after another, and each names the one that took its place.
fn succession<I>(case: &Case<'_, I>, report: &mut Report) {
    let versions = case.chain.versions.iter().map(|entry| &entry.version);
    let mut landed: Vec<_> = versions.filter(|version| version.activated_at.is_some()).collect();
    landed.sort_by_key(|version| (version.activated_at, version.number));
    for pair in landed.windows(2) {
        let [former, next] = [pair[0], pair[1]];
        let holds = former.superseded_by == Some(next.number) && former.status == VersionStatus::Superseded;
        report.require(holds, "PV-7", Place::version(former.number), || {
            let by = former.superseded_by.map_or_else(|| "nothing".to_owned(), |by| by.to_string());
            format!("{}, superseded by {by}, expected superseded by {}", former.status, next.number)
        });
    }
}

/// PV-8: one trigger makes one version, and at most one more that waits.
fn triggers<I>(case: &Case<'_, I>, report: &mut Report) {
    let mut traces: BTreeMap<(&str, bool), u32> = BTreeMap::new();
    for version in case.chain.versions.iter().map(|entry| &entry.version) {
        let at_once = version.activated_at == Some(version.created_at);
        if let Some(first) = traces.insert((version.trace_id.as_str(), at_once), version.number) {
            report.add(
                "PV-8",
                Place::version(version.number),
                format!("made by the trigger of version {first}, expected one version per trigger"),
            );
        }
    }
}

/// PV-2, PV-7: a parent is older, and was in force when the version was made.
fn parent<I>(case: &Case<'_, I>, version: &PlanVersion<I>, report: &mut Report) {
    let place = Place::version(version.number);
    let Some(number) = version.parent else {
        return report.require(version.number == 1, "PV-2", place, || "no parent".to_owned());
    };
    let older = 1 <= number && number < version.number;
    report.require(older, "PV-2", place, || format!("parent {number}, expected an earlier version"));
    let Some(parent) = case.version(number).map(|entry| &entry.version) else {
        return report.add("PV-2", place, format!("parent {number} is not there"));
    };
    let began = parent.activated_at.is_some_and(|at| at <= version.created_at);
    let successor = parent.superseded_by.and_then(|number| case.version(number));
    let ended = successor.and_then(|entry| entry.version.activated_at);
    let in_force = began && ended.is_none_or(|at| version.created_at <= at);
    report.require(!older || in_force, "PV-7", place, || {
        format!("parent {number} was not in force at {}", version.created_at)
    });
}

/// PV-7: what each status says about the way to it.
fn status<I>(case: &Case<'_, I>, version: &PlanVersion<I>, report: &mut Report) {
    let place = Place::version(version.number);
    let landed = version.activated_at.is_some();
    let mut require = |holds: bool, expected: &str| {
        let status = version.status;
        report.require(holds, "PV-7", place, || format!("{status}, expected {expected}"));
    };
    require(version.activated_at.is_none_or(|at| version.created_at <= at), "to be made before its time");
    let later = version.superseded_by.is_none_or(|by| version.number < by && case.version(by).is_some());
    require(later, "a later version in its place");
    let settled = |ways: &[Resolution]| {
        let mut resolutions = case.conflicts(version.number).filter_map(|conflict| conflict.resolution);
        is_automatic(version) && resolutions.any(|resolution| ways.contains(&resolution))
    };
    match version.status {
        // Landing is one transaction (PV-12): nothing is stored before it is decided.
        VersionStatus::Draft => require(false, "no draft to be stored"),
        VersionStatus::Active => {
            require(landed, "the instant of its activation");
            require(version.superseded_by.is_none(), "no version in its place");
        }
        VersionStatus::PendingConfirmation => {
            require(!landed, "no activation before it is confirmed");
            require(version.superseded_by.is_none(), "no version in its place");
            let open =
                case.conflicts(version.number).any(|c| c.status == ConflictStatus::PendingConfirmation);
            require(is_automatic(version) && open, "an automatic version with a conflict that waits");
        }
        VersionStatus::Superseded if landed => {
            require(version.superseded_by.is_some(), "the version that took its place");
        }
        VersionStatus::Superseded => {
            let ways = [Resolution::Auto, Resolution::Compromise];
            require(settled(&ways), "an activation, or a conflict settled for the engine or halfway");
        }
        VersionStatus::Rejected => {
            require(!landed, "no activation");
            require(version.superseded_by.is_none(), "no version in its place");
            require(settled(&[Resolution::Manual]), "a conflict settled for the person");
        }
    }
}

/// PV-10: the system makes what is automatic, a person the rest; PV-7: the first version has no other before it.
fn maker<I>(case: &Case<'_, I>, version: &PlanVersion<I>, report: &mut Report) {
    let place = Place::version(version.number);
    let system = version.actor.kind == ActorKind::System;
    let (source, actor) = (version.source, version.actor.kind);
    let by_person = is_manual(version) || source == VersionSource::Accepted;
    let holds = if is_automatic(version) { system } else { !by_person || !system };
    report.require(holds, "PV-10", place, || format!("a version of source {source} made by {actor}"));
    let first = matches!(source, VersionSource::Initial | VersionSource::Import);
    let must_be_first = begins_with_version(case) || first;
    report.require(!must_be_first || first == (version.number == 1), "PV-2", place, || {
        format!("source {source}, expected initial or import for version 1 and for no other")
    });
}

/// Whether the plan was made with its first version: meals are planned later, by an answer (ML-1).
fn begins_with_version<I>(case: &Case<'_, I>) -> bool {
    case.chain.plan.domain == PlanDomain::Training
}

//! Point 3: every difference between a version and its parent is explained by exactly one change of exactly one
//! accepted proposal, manual edit, rollback or undo.
//!
//! The changes of a row must name the differences, all and no others. Behind a row of an automatic, accepted or
//! resolving version stand its proposals: each difference is a change of one of them, each of their changes is there,
//! and their answers name the version. A manual edit is explained by its own changes, a rollback or undo by what it
//! takes back.

use std::collections::BTreeSet;

use domain::{
    change::{Change, Field, Value},
    plan::{ItemRow, RowEvent, TriggerKind, VersionSource},
    proposal::{Proposal, ProposalKind, ProposalState, Verdict},
};

use super::{
    breach::{Place, Report, Subject},
    case::{Bundle, Case, chosen, place},
    flat::{Difference, Flat, place_of},
    kept::Kept,
    sets, taken_back,
};
use crate::chain::Entry;

pub(super) fn check<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    for (entry, row) in case.rows() {
        event(entry, row, report);
        names(entry, row, report);
        let version = &entry.version;
        match version.source {
            VersionSource::Auto | VersionSource::Accepted | VersionSource::Resolution => {
                if is_adopted(case, entry, row) {
                    continue;
                }
                claims(case, entry, row, report);
                explained(case, entry, row, report);
            }
            _ => report.require(row.proposals.is_empty(), "PV-6", place(entry, row), || {
                format!("proposals behind a version of source {}", version.source)
            }),
        }
    }
    for entry in &case.chain.versions {
        match entry.version.source {
            VersionSource::Rollback => taken_back::rollback(case, entry, report),
            VersionSource::Undo => taken_back::undo(case, entry, report),
            _ => {}
        }
    }
    landed(case, report);
}

/// PV-6: the kind of a row fits what made its version.
fn event<I>(entry: &Entry<I>, row: &ItemRow<I>, report: &mut Report) {
    use RowEvent::{
        AcceptedProposal, AutoAdjustment, Compromise, Initial, ManualOverride, Rollback, Structure, Undo,
    };
    let allowed: &[RowEvent] = match entry.version.source {
        VersionSource::Initial | VersionSource::Import => &[Initial],
        VersionSource::Auto => &[AutoAdjustment, Structure],
        VersionSource::Accepted => &[AcceptedProposal, Structure],
        VersionSource::Manual => &[ManualOverride, Structure],
        VersionSource::Rollback => &[Rollback],
        VersionSource::Undo => &[Undo],
        VersionSource::Resolution => &[AcceptedProposal, Compromise, Structure],
    };
    report.require(allowed.contains(&row.event_type), "PV-6", place(entry, row), || {
        format!("a row {} in a version of source {}", row.event_type, entry.version.source)
    });
}

/// PV-6: the changes of a row name what differs, each field once, and nothing else.
fn names<I: Kept>(entry: &Entry<I>, row: &ItemRow<I>, report: &mut Report) {
    let place = place(entry, row);
    let (Some(before), Some(after)) = (&row.before, &row.after) else {
        return report.require(row.changes.is_empty(), "PV-6", place, || {
            "changes of an item that came or went as a whole".to_owned()
        });
    };
    let found = Difference::between(before, after);
    for nameless in &found.nameless {
        report.add("PV-14", place, format!("{nameless} differs, and no change can say so"));
    }
    let mut seen = BTreeSet::new();
    for change in &row.changes {
        let once = seen.insert((change.target, place_of(change.field)));
        report.require(once, "PR-2", place, || format!("{} is changed twice", change.field));
        let own = change.target.item_id == row.item_id;
        let real = found.changes.iter().any(|real| is_same(real, change));
        report.require(own && (real || sets::is_true_count(&found, change)), "PV-14", place, || {
            format!("{}, but that is not what differs", shown(change))
        });
    }
    for real in &found.changes {
        let named = row.changes.iter().any(|change| is_same(real, change));
        report.require(named, "PV-14", place, || format!("{}, but no change says so", shown(real)));
    }
    for set in sets::unnamed(&found, &row.changes) {
        report.add("PV-14", place, format!("set {set} came or went, but no change says so"));
    }
}

/// PV-3: an exercise of a saved session that the plan did not hold comes as a rolling item without being proposed.
fn is_adopted<I: Kept>(case: &Case<'_, I>, entry: &Entry<I>, row: &ItemRow<I>) -> bool {
    let base = case.base(&entry.version).unwrap_or_default();
    let new = row.after.as_ref().and_then(Kept::rolls);
    let is_new = new.is_some() && base.iter().all(|old| old.rolls() != new);
    let saved = entry.version.trigger.kind == TriggerKind::SessionSaved;
    saved && row.before.is_none() && is_new && row.proposals.is_empty()
}

/// PR-5, PR-9: the proposals of a row were accepted, in this version.
fn claims<I: Kept>(case: &Case<'_, I>, entry: &Entry<I>, row: &ItemRow<I>, report: &mut Report) {
    let place = place(entry, row);
    report.require(!row.proposals.is_empty(), "PV-14", place, || {
        "a change without a proposal, expected the one that was accepted".to_owned()
    });
    let once: BTreeSet<_> = row.proposals.iter().collect();
    report.require(once.len() == row.proposals.len(), "PV-6", place, || "a proposal twice".to_owned());
    for id in once {
        let place = place.about(Subject::Proposal(*id));
        let Some(proposal) = case.proposal(*id) else {
            report.add("PV-14", place, "a proposal that is not there");
            continue;
        };
        if entry.version.activated_at.is_none() {
            continue;
        }
        let taken = matches!(proposal.state, ProposalState::Accepted | ProposalState::Overridden);
        report.require(taken, "PV-14", place, || {
            format!("it is {}, expected accepted, or overridden later", proposal.state)
        });
        report.require(case.landed(proposal, &entry.version).is_some(), "PR-9", place, || {
            "no answer says that it was accepted in this version".to_owned()
        });
    }
}

/// Each difference is a change of exactly one proposal, and each change of a proposal is there (PR-1).
fn explained<I: Kept>(case: &Case<'_, I>, entry: &Entry<I>, row: &ItemRow<I>, report: &mut Report) {
    let place = place(entry, row);
    let bundles = case.bundles(entry, row);
    let (Some(before), Some(after)) = (&row.before, &row.after) else {
        return whole(row, &bundles, place, report);
    };
    let found = Difference::between(before, after);
    for real in &found.changes {
        let changes = bundles.iter().flat_map(|bundle| &bundle.changes);
        let by = changes.filter(|change| is_same(real, change) || leaves_ladder(real, change)).count();
        report.require(by == 1, "PV-14", place, || {
            format!("{} is explained by {by} changes of its proposals, expected one", shown(real))
        });
    }
    let flat = (Flat::of(before), Flat::of(after));
    sets::explained(&found, &flat, &bundles, place, report);
    for bundle in &bundles {
        let place = place.about(Subject::Proposal(bundle.proposal.id));
        for change in bundle.changes.iter().filter(|change| change.field != Field::SetCount) {
            let now = flat.1.value(change.target.set_id, change.field);
            report.require(now.as_ref() == Some(&change.new), "PR-1", place, || {
                let now = now.map_or_else(|| "gone".to_owned(), |value| value.to_string());
                format!("{} was accepted, but it is {now}", shown(change))
            });
        }
    }
}

/// An item that came or went as a whole is the one change of one proposal.
fn whole<I: Kept>(row: &ItemRow<I>, bundles: &[Bundle<'_>], place: Place, report: &mut Report) {
    let document = |value: &Value, item: Option<&I>| match (value, item) {
        // An item may be named by its exercise when it is taken out.
        (Value::Word(word), Some(item)) => word == item.name(),
        (Value::Nothing, None) => true,
        (given, Some(item)) => I::of_whole(given) == Some(item),
        _ => false,
    };
    let fits = |change: &&&Change| {
        change.field == I::WHOLE
            && document(&change.old, row.before.as_ref())
            && document(&change.new, row.after.as_ref())
    };
    let by = bundles.iter().flat_map(|bundle| &bundle.changes).filter(fits).count();
    report.require(by == 1, "PV-14", place, || {
        let what = if row.before.is_none() { "added" } else { "removed" };
        format!("{what}, explained by {by} changes of its proposals, expected one")
    });
}

/// PR-1, PR-8: what was accepted is in the version that the answer names, in every item that it changes.
fn landed<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    for decision in case.chain.decisions.iter().filter(|decision| decision.verdict == Verdict::Accepted) {
        let Some(proposal) = case.proposal(decision.proposal_id) else { continue };
        let changes = chosen(proposal, decision);
        if changes.is_empty() || !changes_plan(proposal) {
            continue;
        }
        let place = Place::of(Subject::Proposal(proposal.id));
        let Some(entry) = decision.version.and_then(|number| case.version(number)) else {
            report.add("PR-8", place, "accepted, but no version holds what it changes");
            continue;
        };
        let place = Place::version(entry.version.number).about(Subject::Proposal(proposal.id));
        let landed = entry.version.activated_at.is_some();
        report.require(landed, "PR-8", place, || "accepted in a version that never was in force".to_owned());
        for item in changes.iter().map(|change| change.target.item_id).collect::<BTreeSet<_>>() {
            let row = entry.rows.iter().find(|row| row.item_id == item);
            let named = row.is_some_and(|row| row.proposals.contains(&proposal.id));
            report.require(named, "PR-1", place.item(item), || {
                "accepted, but the version has no row of it".to_owned()
            });
        }
    }
}

/// Whether a proposal, once accepted, is a change of a plan at all: modifiers and predictions are none (AR-6, P-48), nor is
/// what changes the week around it.
fn changes_plan(proposal: &Proposal) -> bool {
    use ProposalKind::{MissPrediction, NutritionTarget, SessionDraft, SessionModifier};
    let of_week = |change: &Change| {
        matches!(change.field, Field::WeeklySessions | Field::SessionMinutes | Field::DeloadWeek)
    };
    !matches!(proposal.kind, SessionModifier | MissPrediction | SessionDraft | NutritionTarget)
        && !proposal.changes.iter().any(of_week)
}

fn is_same(one: &Change, other: &Change) -> bool {
    one.target == other.target
        && place_of(one.field) == place_of(other.field)
        && (&one.old, &one.new) == (&other.old, &other.new)
}

/// Whether a level is gone because its ladder is.
fn leaves_ladder(level: &Change, ladder: &Change) -> bool {
    level.target == ladder.target
        && (level.field, ladder.field) == (Field::Level, Field::Ladder)
        && (&level.new, &ladder.new) == (&Value::Nothing, &Value::Nothing)
}

fn shown(change: &Change) -> String {
    let set = change.target.set_id.map(|set| format!(" of set {set}")).unwrap_or_default();
    format!("{}{set}: {} to {}", change.field, change.old, change.new)
}

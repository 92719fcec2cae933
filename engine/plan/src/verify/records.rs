//! Point 4: every automatic row follows from a decision, and no hold has a row.
//!
//! PV-6 asks a record of *level decisions*: rows with a proposal of the level engine (level or range), or one that the
//! plan makes itself when reports are merged or corrected. Their record must say advance or regress, and the row must
//! go that way. Rules that run beside the decision (first loads and other prescription rules of SG and SR, the
//! difficulty of P-47, selection) may act on an item that is held, or on one that has no decision at all; their row may
//! name the record, and it must be there.
//!
//! Two rows may follow from a hold, or go another way than their record: of two reports on one day the later sets its
//! result from the common target (CF-4), and a correction takes the first decision back (P-4).

use std::cmp::Ordering;

use domain::{
    change::{Field, FieldGroup},
    exercise::ExerciseKey,
    plan::{ItemRow, PlanItem, RowEvent, TriggerKind},
    prescription::SetPrescription,
    progress::LevelDecision,
    proposal::EngineName,
    reason::ReasonCode,
};

use super::{
    breach::{Place, Report, Subject},
    case::{Case, is_automatic, is_level, place},
    flat::groups,
};
use crate::chain::Entry;

pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    for (entry, row) in case.rows() {
        let place = place(entry, row);
        let proposals = row.proposals.iter().filter_map(|id| case.proposal(*id));
        let decided = proposals.into_iter().any(|p| is_level(p) || p.engine == EngineName::System);
        let automatic = row.event_type == RowEvent::AutoAdjustment;
        let Some(id) = row.progress_id else {
            report.require(!(automatic && decided), "PV-6", place, || {
                "an automatic level decision without a record".to_owned()
            });
            continue;
        };
        let place = place.about(Subject::Record(id));
        let Some(&decision) = case.context.records.get(&id) else {
            report.add("PV-6", place, "a record that is not there");
            continue;
        };
        let hold = matches!(decision, LevelDecision::Hold | LevelDecision::HoldRange);
        if !(automatic && decided) {
            report.require(!hold || automatic, "PV-6", place, || format!("a row of a {decision}"));
            continue;
        }
        match redecided(case, entry, row) {
            None => explains(row, decision, place, report),
            Some(again) if hold => {
                let now = row.after.as_ref().map(volume);
                let held = again.targets.iter().any(|target| Some(volume(target)) == now);
                report.require(held, again.rule, place, || {
                    "the volume is not that of the target that was held".to_owned()
                });
            }
            Some(_) => {}
        }
    }
}

/// The decision of the record goes the way of the row.
fn explains(row: &ItemRow, decision: LevelDecision, place: Place, report: &mut Report) {
    use LevelDecision::{Advance, AdvanceRange, Hold, HoldRange, Regress, RegressRange};
    let expected: &[LevelDecision] = match way(row) {
        Ordering::Greater => &[Advance, AdvanceRange],
        Ordering::Less => &[Regress, RegressRange],
        Ordering::Equal => &[Advance, AdvanceRange, Regress, RegressRange],
    };
    report.require(expected.contains(&decision), "PV-6", place, || {
        if matches!(decision, Hold | HoldRange) {
            return format!("a row of a {decision}, expected none");
        }
        let way = match way(row) {
            Ordering::Greater => "harder",
            Ordering::Less => "easier",
            Ordering::Equal => "another",
        };
        format!("the decision {decision} does not explain why the item became {way}")
    });
}

/// Whether an item got harder (greater) or easier (less): by its level, else by its volume. The volume says nothing
/// when sets changed their type as well.
fn way(row: &ItemRow) -> Ordering {
    let (Some(before), Some(after)) = (&row.before, &row.after) else { return Ordering::Equal };
    let level = |item: &PlanItem| item.prescription.level_ref.as_ref().map(|level| level.ordinal);
    let ladder = |item: &PlanItem| item.prescription.level_ref.as_ref().map(|level| level.ladder_key.clone());
    let retyped = row.changes.iter().any(|change| change.field == Field::SetType);
    if ladder(before) != ladder(after) {
        return Ordering::Equal;
    }
    let volumes = after.prescription.volume().cmp(&before.prescription.volume());
    let volumes = if retyped { Ordering::Equal } else { volumes };
    level(after).cmp(&level(before)).then(volumes)
}

/// Another decision on the same item, on which a row rests.
struct Again<'a> {
    rule: &'static str,
    /// The item as it was before that decision.
    targets: Vec<&'a PlanItem>,
}

/// CF-4, P-4: the earlier reports of the same day with which a row says to be merged, or those that it corrects.
fn redecided<'a>(case: &Case<'a>, entry: &Entry, row: &ItemRow) -> Option<Again<'a>> {
    let version = &entry.version;
    let correction = version.trigger.kind == TriggerKind::ReportCorrection;
    let earlier = case.rows().filter(|(earlier, other)| {
        let first = &earlier.version;
        let landed = first.number < version.number && first.activated_at.is_some();
        if !landed || other.item_id != row.item_id {
            return false;
        }
        let same_report = first.trigger.reference == version.trigger.reference;
        let same_day = is_automatic(first)
            && first.local_date == version.local_date
            && first.trigger.kind == TriggerKind::SessionReport
            && groups(other.before.as_ref(), other.after.as_ref()).contains(&FieldGroup::Volume);
        if correction { same_report } else { same_day && !same_report }
    });
    let targets: Vec<_> = earlier.filter_map(|(_, other)| other.before.as_ref()).collect();
    let reasons = row.proposals.iter().filter_map(|id| case.proposal(*id)).map(|proposal| &proposal.reason);
    let merged = reasons.chain(&version.reasons).any(|reason| reason.code == ReasonCode::SameDayMerge);
    let rule = if correction { "P-4" } else { "CF-4" };
    (!targets.is_empty() && (correction || merged)).then_some(Again { rule, targets })
}

/// What a level decision sets: level, variation and the amount of each working set.
fn volume(item: &PlanItem) -> (Option<u32>, &ExerciseKey, Vec<Option<u32>>) {
    let prescription = &item.prescription;
    let level = prescription.level_ref.as_ref().map(|level| level.ordinal);
    (level, &item.exercise_key, prescription.working_sets().map(SetPrescription::amount).collect())
}

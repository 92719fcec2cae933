//! Points 1 to 3: versions, what they hold, and what explains it.

use domain::{
    change::{Change, Field},
    person::{Actor, ActorKind},
    plan::{ItemKind, RowEvent, SlotTime, VersionStatus},
    proposal::ProposalState,
};

use super::{
    super::Point::{Cover, Delta, Versions},
    caught, falsified, rewrite,
    story::{at, item_id},
    version,
};

#[test]
fn pv_14_1_exactly_one_version_is_active_and_the_plan_names_it() {
    caught(Versions, "PV-7", 9, |s| version(s, 5).version.status = VersionStatus::Active);
    caught(Versions, "PV-7", 0, |s| version(s, 9).version.status = VersionStatus::Superseded);
    caught(Versions, "PV-1", 9, |s| s.chain.plan.active_version = 8);
    caught(Versions, "PV-1", 0, |s| s.chain.plan.title.clear());
}

#[test]
fn pv_14_1_numbers_have_no_gap_and_parents_are_older_and_in_force() {
    caught(Versions, "PV-2", 4, |s| drop(s.chain.versions.remove(2)));
    caught(Versions, "PV-2", 4, |s| version(s, 4).version.parent = Some(4));
    caught(Versions, "PV-2", 4, |s| version(s, 4).version.parent = None);
    caught(Versions, "PV-2", 4, |s| version(s, 4).version.parent = Some(40));
    caught(Versions, "PV-7", 8, |s| version(s, 8).version.parent = Some(3));
    caught(Versions, "PV-2", 4, |s| version(s, 4).version.id = version(s, 3).version.id);
    caught(Versions, "PV-2", 4, |s| version(s, 4).version.reasons.clear());
    caught(Versions, "PV-6", 4, |s| version(s, 4).rows[0].version_id = version(s, 3).version.id);
}

#[test]
fn pv_14_1_statuses_are_reached_as_pv_7_says() {
    caught(Versions, "PV-7", 6, |s| version(s, 6).version.status = VersionStatus::PendingConfirmation);
    caught(Versions, "PV-7", 6, |s| version(s, 6).version.status = VersionStatus::Rejected);
    caught(Versions, "PV-7", 6, |s| version(s, 6).version.status = VersionStatus::Draft);
    caught(Versions, "PV-7", 5, |s| version(s, 5).version.superseded_by = None);
    caught(Versions, "PV-7", 5, |s| version(s, 5).version.superseded_by = Some(7));
    caught(Versions, "PV-7", 9, |s| version(s, 9).version.activated_at = None);
    caught(Versions, "PV-7", 9, |s| version(s, 9).version.activated_at = Some(at(1, 0)));
    // Never in force, and no conflict that would say why.
    caught(Versions, "PV-7", 5, |s| version(s, 5).version.activated_at = None);
}

#[test]
fn pv_14_1_one_trigger_makes_one_version_by_its_actor() {
    caught(Versions, "PV-8", 4, |s| {
        version(s, 4).version.trace_id = version(s, 3).version.trace_id.clone();
    });
    caught(Versions, "PV-10", 2, |s| {
        version(s, 2).version.actor = Actor { kind: ActorKind::Athlete, id: None };
    });
    caught(Versions, "PV-10", 4, |s| version(s, 4).version.actor = Actor::SYSTEM);
}

#[test]
fn pv_14_2_the_plan_is_the_parent_with_the_rows_and_has_its_hash() {
    caught(Delta, "PV-6", 4, |s| version(s, 4).version.effective_hash = "0".repeat(64));
    caught(Delta, "PV-6", 4, |s| version(s, 4).version.effective.swap(0, 1));
    caught(Delta, "PV-6", 4, |s| drop(version(s, 4).version.effective.pop()));
    caught(Delta, "PV-6", 4, |s| version(s, 4).rows.clear());
    caught(Delta, "PV-6", 4, |s| version(s, 4).version.effective[0].order = 7);
    caught(Delta, "PV-6", 4, |s| {
        let row = &mut version(s, 4).rows[0];
        row.before.iter_mut().for_each(|item| item.order = 7);
    });
    caught(Delta, "PV-6", 4, |s| {
        let again = version(s, 4).rows[0].clone();
        version(s, 4).rows.push(again);
    });
    caught(Delta, "PV-6", 4, |s| {
        let row = &mut version(s, 4).rows[0];
        row.after = row.before.clone();
    });
}

#[test]
fn pv_14_2_ids_are_never_used_again() {
    // The set that the advance of version 2 added comes back in version 9.
    caught(Delta, "PR-3", 9, |s| {
        let advanced = version(s, 2).rows[0].after.clone().unwrap();
        let old = advanced.prescription.sets.last().unwrap().set_id;
        rewrite(s, 9, |item| item.prescription.sets[0].set_id = old);
    });
    caught(Delta, "PV-3", 9, |s| {
        let gone = item_id("push_up");
        for entry in &mut s.chain.versions[3..] {
            entry.version.effective.retain(|item| item.item_id != gone);
        }
        version(s, 9).rows[0].item_id = gone;
    });
}

#[test]
fn pv_14_3_the_changes_of_a_row_name_what_differs_and_nothing_else() {
    caught(Cover, "PV-14", 4, |s| version(s, 4).rows[0].changes.clear());
    caught(Cover, "PV-14", 2, |s| version(s, 2).rows[0].changes.retain(|c| c.field != Field::SetCount));
    caught(Cover, "PV-14", 4, |s| version(s, 4).rows[0].changes[0].new = 140.into());
    caught(Cover, "PV-14", 4, |s| {
        let change = version(s, 4).rows[0].changes[0].clone();
        version(s, 4).rows[0].changes.push(Change { field: Field::Order, ..change });
    });
    caught(Cover, "PR-2", 4, |s| {
        let change = version(s, 4).rows[0].changes[0].clone();
        version(s, 4).rows[0].changes.push(change);
    });
    // What has no name cannot be changed at all.
    caught(Cover, "PV-14", 4, |s| rewrite(s, 4, |item| item.prescription.cues.push("elbows in".into())));
    caught(Cover, "PV-14", 4, |s| rewrite(s, 4, |item| item.kind = ItemKind::Auxiliary));
    caught(Cover, "PV-14", 4, |s| rewrite(s, 4, |item| item.prescription.sets.swap(0, 1)));
    caught(Cover, "PV-6", 4, |s| version(s, 4).rows[0].event_type = RowEvent::AutoAdjustment);
    caught(Cover, "PV-6", 9, |s| {
        let change = version(s, 4).rows[0].changes[0].clone();
        version(s, 9).rows[0].changes.push(change);
    });
}

#[test]
fn pv_14_3_each_difference_is_one_change_of_one_accepted_proposal() {
    caught(Cover, "PV-14", 2, |s| version(s, 2).rows[0].proposals.clear());
    caught(Cover, "PV-14", 2, |s| s.chain.proposals[0].state = ProposalState::Rejected);
    caught(Cover, "PV-14", 2, |s| drop(s.chain.proposals.remove(0)));
    caught(Cover, "PV-6", 4, |s| {
        version(s, 4).rows[0].proposals = version(s, 2).rows[0].proposals.clone();
    });
    // Another number than was proposed.
    caught(Cover, "PV-14", 3, |s| s.chain.proposals[1].changes[0].new = 65_000.into());
    caught(Cover, "PR-1", 3, |s| s.chain.proposals[1].changes[0].new = 65_000.into());
    // The same change proposed twice.
    caught(Cover, "PV-14", 3, |s| {
        s.chain.proposals[1].changes = s.chain.proposals[2].changes.clone();
    });
    // A set that came without being counted, and one that is no copy.
    caught(Cover, "PV-14", 2, |s| s.chain.proposals[0].changes.retain(|c| c.field != Field::SetCount));
    caught(Cover, "PR-3", 2, |s| {
        rewrite(s, 2, |item| item.prescription.sets[4].reps = Some(20));
    });
    // A set that went from the middle.
    caught(Cover, "PV-14", 5, |s| {
        let first = version(s, 4).version.effective[0].prescription.sets[4].clone();
        rewrite(s, 5, |item| item.prescription.sets[1] = first.clone());
    });
}

#[test]
fn pv_14_3_an_answer_and_its_version_name_each_other() {
    caught(Cover, "PR-9", 2, |s| s.chain.decisions[0].version = None);
    caught(Cover, "PR-8", 0, |s| s.chain.decisions[0].version = None);
    caught(Cover, "PR-1", 4, |s| s.chain.decisions[0].version = Some(4));
    // A modifier changes no plan, so that no version need hold it (AR-6).
    let free = falsified(|s| {
        let last = s.chain.proposals.len() - 1;
        s.chain.proposals[last].kind = domain::proposal::ProposalKind::SessionModifier;
    });
    assert_eq!(free, []);
}

#[test]
fn pv_14_3_what_is_taken_back_was_there_before() {
    caught(Cover, "RB-2", 7, |s| rewrite(s, 7, |item| item.prescription.rest_policy.seconds = 155));
    caught(Cover, "RB-2", 7, |s| rewrite(s, 7, |item| item.slot_time = SlotTime::Morning));
    caught(Cover, "RB-3", 8, |s| version(s, 8).version.trigger.reference = "40".into());
    caught(Cover, "RB-3", 8, |s| version(s, 8).version.trigger.reference = "5".into());
    caught(Cover, "RB-3", 8, |s| version(s, 8).rows[0].changes[0].new = 160.into());
    caught(Cover, "RB-3", 8, |s| version(s, 8).rows.clear());
}

#[test]
fn pv_14_3_only_a_new_rolling_exercise_comes_with_a_saved_session() {
    caught(Cover, "PV-14", 9, |s| rewrite(s, 9, |item| item.kind = ItemKind::Auxiliary));
    caught(Cover, "PV-14", 9, |s| {
        version(s, 9).version.trigger.kind = domain::plan::TriggerKind::SessionReport;
    });
}

//! Points 8 and 9, and what is said of overrides and conflicts.

use domain::{
    change::{Field, FieldGroup},
    dispute::{ConflictStatus, OverrideStatus, Resolution},
    id::{Id, TraceId},
    plan::{AuditAction, PlanStatus},
    progress::LevelDecision,
    proposal::{Outcome, Proposal, ProposalKind, ProposalState, Verdict},
    spec::SpecId,
};

use super::{
    super::Point::{Disputes, Duplicates, Trail},
    caught, falsified, rewrite,
    story::{REST, Story, at, item_id, set_id},
    version,
};
use crate::confirm::confirm;

/// The proposal that is still open.
fn open(story: &mut Story) -> &mut Proposal {
    let is_open = |p: &&mut Proposal| p.state == ProposalState::Pending;
    story.chain.proposals.iter_mut().find(is_open).unwrap()
}

#[test]
fn pv_14_8_every_state_has_its_answers() {
    caught(Trail, "PR-9", 0, |s| drop(s.chain.decisions.remove(0)));
    caught(Trail, "PR-9", 0, |s| open(s).state = ProposalState::Expired);
    caught(Trail, "PR-9", 0, |s| s.chain.decisions[0].verdict = Verdict::Rejected);
    caught(Trail, "PR-5", 0, |s| {
        let mut again = s.chain.decisions[0].clone();
        (again.id, again.verdict) = (Id::derive(&["again"]), Verdict::Rejected);
        s.chain.decisions.push(again);
    });
    caught(Trail, "PR-9", 0, |s| s.chain.decisions[0].proposal_id = Id::derive(&["nothing"]));
    caught(Trail, "PR-9", 0, |s| s.chain.decisions[0].alternative = Some(3));
    caught(Trail, "PR-9", 0, |s| s.chain.decisions[0].version = Some(40));
    caught(Trail, "PR-9", 0, |s| s.chain.decisions[1].id = s.chain.decisions[0].id);
    caught(Trail, "PR-1", 0, |s| s.chain.proposals[0].decided_at = None);
    caught(Trail, "PR-1", 0, |s| s.chain.proposals[0].changes.clear());
}

#[test]
fn pv_14_8_what_was_taken_back_is_told() {
    let take_back = |s: &mut Story| {
        let mut back = s.chain.decisions[0].clone();
        (back.id, back.verdict, back.version) = (Id::derive(&["back"]), Verdict::Overridden, None);
        s.chain.decisions.push(back);
        s.chain.proposals[0].state = ProposalState::Overridden;
    };
    caught(Trail, "RB-3", 0, take_back);
    // P-44: what was told long ago may be gone.
    let breaches = falsified(|s| {
        take_back(s);
        s.context.events_from = s.chain.decisions[0].at.plus_seconds(1);
    });
    assert!(breaches.iter().all(|breach| breach.rule.to_string() != "RB-3"), "{breaches:#?}");
}

#[test]
fn pv_14_8_nothing_open_waits_on_what_is_gone() {
    caught(Trail, "PR-10", 0, |s| open(s).target.item_id = item_id("gone"));
    caught(Trail, "PR-10", 0, |s| open(s).target.set_id = Some(set_id("gone", 0)));
    caught(Trail, "PR-10", 0, |s| open(s).changes[0].target.set_id = Some(set_id("gone", 0)));
    caught(Trail, "PV-1", 0, |s| s.chain.plan.status = PlanStatus::Archived);
}

#[test]
fn pv_14_8_every_trigger_left_a_line_or_an_event() {
    caught(Trail, "PV-10", 4, |s| {
        let trace = version(s, 4).version.trace_id.clone();
        s.chain.audit.retain(|line| line.trace_id != trace);
    });
    let other = || TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap();
    caught(Trail, "PV-10", 0, |s| s.chain.decisions[0].trace_id = other());
    caught(Trail, "PV-10", 0, |s| s.chain.conflicts[0].trace_id = other());
    for (number, action) in [(4, AuditAction::ManualEdit), (7, AuditAction::Rollback), (8, AuditAction::Undo)]
    {
        caught(Trail, "PV-11", number, |s| {
            let line = s.chain.audit.iter_mut().find(|line| line.action == action).unwrap();
            line.action = AuditAction::SettingsChanged;
        });
    }
    caught(Trail, "PV-11", 0, |s| s.chain.audit[0].reason.clear());
}

#[test]
fn pv_14_9_one_proposal_per_key_is_unresolved() {
    let twin = |s: &mut Story| {
        let mut twin = open(s).clone();
        twin.id = Id::derive(&["twin"]);
        s.chain.proposals.push(twin);
    };
    caught(Duplicates, "PR-7", 0, twin);
    caught(Duplicates, "PR-7", 0, |s| open(s).dedup_key = "0".repeat(32));
    // More load is easier where it assists, so that the keys of the loads are wrong.
    caught(Duplicates, "PR-7", 0, |s| {
        s.context.exercises.values_mut().for_each(|known| known.assistance = true);
    });
    // One that was accepted counts until its outcome is known, unless it is a level decision.
    let accepted = |kind: ProposalKind, outcome: Outcome| {
        let breaches = falsified(|s| {
            let mut twin = s.chain.proposals[1].clone();
            (twin.id, twin.kind, twin.outcome) = (Id::derive(&["twin"]), kind, outcome);
            s.chain.proposals.push(twin);
        });
        breaches.iter().filter(|breach| breach.check == Duplicates).count()
    };
    assert_eq!(accepted(ProposalKind::PrescriptionChange, Outcome::Pending), 1);
    assert_eq!(accepted(ProposalKind::PrescriptionChange, Outcome::Good), 0);
    assert_eq!(accepted(ProposalKind::LevelChange, Outcome::Pending), 0);
}

#[test]
fn pv_14_9_a_new_level_decision_supersedes_an_undecided_one() {
    let levels = |same_report: bool| {
        let breaches = falsified(|s| {
            open(s).kind = ProposalKind::LevelChange;
            let mut twin = open(s).clone();
            (twin.id, twin.dedup_key) = (Id::derive(&["twin"]), String::new());
            if !same_report {
                twin.trace_id = TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap();
            }
            s.chain.proposals.push(twin);
        });
        breaches.iter().filter(|breach| breach.message.contains("should supersede")).count()
    };
    assert_eq!((levels(false), levels(true)), (1, 0));
}

#[test]
fn ov_1_one_override_of_a_number_is_active() {
    caught(Disputes, "OV-1", 0, |s| {
        let mut twin = s.chain.overrides[0].clone();
        (twin.id, twin.status) = (Id::derive(&["twin"]), OverrideStatus::Active);
        s.chain.overrides.push(twin.clone());
        twin.id = Id::derive(&["another"]);
        s.chain.overrides.push(twin);
    });
    caught(Disputes, "OV-1", 0, |s| s.chain.overrides[0].group = FieldGroup::Structure);
    caught(Disputes, "OV-1", 0, |s| s.chain.overrides[0].group = FieldGroup::Load);
    caught(Disputes, "OV-1", 0, |s| s.chain.overrides[0].version = Some(40));
    caught(Disputes, "OV-1", 4, |s| s.chain.overrides.clear());
}

#[test]
fn cf_1_a_conflict_has_two_sides_and_an_end() {
    let asked = |s: &mut Story| s.chain.conflicts.iter().position(|c| c.auto_version == Some(6)).unwrap();
    caught(Disputes, "CF-1", 0, |s| s.chain.conflicts[0].resolution = None);
    caught(Disputes, "CF-1", 0, |s| s.chain.conflicts[0].items.clear());
    caught(Disputes, "CF-1", 0, |s| s.chain.conflicts[0].manual_version = 40);
    caught(Disputes, "CF-1", 0, |s| s.chain.conflicts[0].auto_version = Some(40));
    caught(Disputes, "CF-1", 0, |s| s.chain.conflicts[0].auto_proposal = Some(Id::derive(&["gone"])));
    caught(Disputes, "CF-1", 0, |s| s.chain.conflicts[0].resolution = Some(Resolution::LaterWins));
    caught(Disputes, "CF-2", 0, |s| s.chain.conflicts[0].manual_version = 3);
    caught(Disputes, "CF-2", 0, |s| {
        let asked = asked(s);
        s.chain.conflicts[asked].items[0].group = FieldGroup::Load;
    });
    for rule in ["CF-1", "CF-6"] {
        caught(Disputes, rule, 0, |s| {
            let asked = asked(s);
            let conflict = &mut s.chain.conflicts[asked];
            conflict.status = ConflictStatus::PendingConfirmation;
            (conflict.resolution, conflict.resolved_by, conflict.resolved_at) = (None, None, None);
        });
    }
}

#[test]
fn ov_5_a_compromise_is_halfway() {
    let mut story = Story::new();
    story.edit(at(1, 9), "bench_press", None, Field::RestAll, 150);
    let longer = story.change("bench_press", None, Field::RestAll, 165);
    let rest = story.proposal(REST, at(5, 18), vec![longer]);
    story.report(at(5, 18), vec![rest], &[("bench_press", LevelDecision::None, 2)]);
    story.act(at(6, 9), |chain, moment, world| confirm(chain, 3, Resolution::Compromise, moment, world));
    let rests = |story: &Story| story.item("bench_press").prescription.rest_policy.seconds;
    assert_eq!((rests(&story), story.breaches()), (155, vec![]));
    for wrong in [150, 160, 165] {
        rewrite(&mut story, 4, |item| item.prescription.rest_policy.seconds = wrong);
        assert!(story.breaches().iter().any(|breach| breach.rule == SpecId::new("OV-5")), "{wrong}");
    }
}

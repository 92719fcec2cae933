//! What the rules say about sessions, reports and answers, through the services and on both databases.

use domain::{
    change::{Field, Target, Value},
    dispute::OverrideScope,
    plan::{PlanStatus, TriggerKind, VersionSource},
    progress::ProgressionEventType,
    proposal::{ProposalState, Verdict},
    session::{SessionEventKind, SessionStatus},
};
use plan::{
    answer::{Answer, Reply},
    edit::{Edit, Wish},
};
use regimen::service::{
    figures, overview, planning,
    proposals::{self, Filter},
    session::{
        self,
        finish::{self, Ending},
        leave,
        start::{self, AtGate},
    },
    settings,
    workout::{self, Saving, Wanted},
};
use store::Records;
use training::progression::report::{Effort, ItemReport, Report, SetReport};

use super::{both::on_both, life::Life, person::Person};

/// A report of every item of a session with so many reps a set.
pub(super) fn report(session: &domain::session::Session, more: i64) -> Report {
    let items = session.exercises.iter().filter_map(|one| {
        let frozen = one.frozen.as_ref()?;
        let sets = frozen.prescription.working_sets().map(|set| SetReport {
            set_id: None,
            kind: set.kind,
            reps: set.reps.map(|reps| i64::from(reps) + more),
            seconds: set.seconds.map(|seconds| i64::from(seconds) + more),
            meters: set.meters.map(|meters| i64::from(meters) + more),
            load_g: set.load_g.or(Some(domain::quantity::Grams(20_000))),
            rpe: None,
            completed: true,
            rest_after_s: Some(90),
        });
        Some(ItemReport {
            item_id: one.item_id?,
            skipped: false,
            sets: sets.collect(),
            rpe: Some(Effort::Text("7".to_owned())),
            comfort: None,
            marks: vec![],
            notes: String::new(),
        })
    });
    Report { items: items.collect() }
}

#[test]
fn a_22_a_correction_takes_records_away_and_an_event_tells_it() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        person.train(0).await;
        person.advance_hours(72);
        let second = planned(&person).await;
        let ending = |more| Ending { report: Some(report(&second, more)), ..Ending::default() };
        finish::finish(app, caller, second.id, &ending(4)).await.unwrap();
        let news = overview::records_of_session(app, caller, second.id).await.unwrap();
        assert!(!news.is_empty(), "more reps than three days ago");
        let gains: Vec<i64> = news.iter().map(training::records::Record::gain).collect();
        assert!(gains.is_sorted_by(|one, other| one >= other), "{gains:?}");
        let lost = figures::Asked { kind: Some(ProgressionEventType::RecordLost), ..Default::default() };
        assert_eq!(figures::events(app, caller, lost).await.unwrap(), []);
        person.advance_hours(1);
        finish::finish(app, caller, second.id, &ending(-2)).await.unwrap();
        let left = overview::records_of_session(app, caller, second.id).await.unwrap();
        assert!(left.len() < news.len(), "{left:?}");
        let events = figures::events(app, caller, lost).await.unwrap();
        assert!(events.len() >= news.len() - left.len(), "{events:?}");
        assert!(events.iter().all(|event| event.context[0].facts.contains_key("value")), "{events:?}");
    });
}

pub(super) async fn planned(person: &Person) -> domain::session::Session {
    let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
    let saved = workout::plan_session(&person.app, &person.caller, &wanted, &Saving::default()).await;
    saved.unwrap().session
}

#[test]
fn p_4_a_report_of_a_planned_session_starts_and_finishes_it_and_repeating_it_changes_nothing() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = planned(&person).await;
        let ending = Ending { report: Some(report(&session, 1)), session_rpe: None };
        let first = finish::finish(app, caller, session.id, &ending).await.unwrap();
        assert_eq!(first.row.session.status, SessionStatus::Summary);
        assert!(first.row.session.started_at.is_some());
        person.advance_hours(1);
        let again = finish::finish(app, caller, session.id, &ending).await.unwrap();
        assert_eq!(again.told, first.told);
        let mut tx = app.store.read().await.unwrap();
        let records = tx.progress(caller.athlete, Records::OfSession(session.id)).await.unwrap();
        assert_eq!(records.len(), session.exercises.len());
        assert_eq!(tx.runs::<serde_json::Value>(caller.athlete, session.id).await.unwrap().len(), 1);
    });
}

#[test]
fn p_4_a_correction_within_48_hours_decides_again_and_keeps_the_first_record() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = planned(&person).await;
        let good = Ending { report: Some(report(&session, 3)), session_rpe: None };
        finish::finish(app, caller, session.id, &good).await.unwrap();
        person.advance_hours(5);
        let bad = Ending { report: Some(report(&session, 0)), session_rpe: None };
        let corrected = finish::finish(app, caller, session.id, &bad).await.unwrap();
        assert_eq!(corrected.row.session.status, SessionStatus::Summary);
        let mut tx = app.store.read().await.unwrap();
        let records = tx.progress(caller.athlete, Records::OfSession(session.id)).await.unwrap();
        assert_eq!(records.len(), 2 * session.exercises.len());
        let correcting = records.iter().filter(|row| row.record.corrects.is_some()).count();
        assert_eq!(correcting, session.exercises.len());
        assert_eq!(tx.runs::<serde_json::Value>(caller.athlete, session.id).await.unwrap().len(), 2);
    });
}

#[test]
fn p_4_nothing_of_a_refused_report_is_stored() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = planned(&person).await;
        let mut faulty = report(&session, 0);
        faulty.items[0].rpe = Some(Effort::Text("10.5".to_owned()));
        let ending = Ending { report: Some(faulty), session_rpe: None };
        let refused = finish::finish(app, caller, session.id, &ending).await.unwrap_err();
        assert_eq!(refused.code.name, "rpe_out_of_range");
        let stored = session::show(app, caller, session.id).await.unwrap();
        assert_eq!(stored.session, session);
        let empty = finish::finish(app, caller, session.id, &Ending::default()).await.unwrap_err();
        assert_eq!(empty.code.name, "empty_report");
        assert_eq!(session::show(app, caller, session.id).await.unwrap().session, session);
    });
}

#[test]
fn ep_5_saving_enters_the_exercises_in_one_version_and_saving_again_changes_nothing() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let wanted = Wanted { intent: Some("push".to_owned()), ..Wanted::default() };
        let proposed = workout::generate(app, caller, &wanted).await.unwrap();
        let saving = Saving { id: Some(app.id()), ..Saving::default() };
        let first = workout::save(app, caller, &proposed, &saving).await.unwrap();
        let again = workout::save(app, caller, &proposed, &saving).await.unwrap();
        assert_eq!(first, again);
        let versions = planning::versions(app, caller, None).await.unwrap();
        assert_eq!(versions.len(), 1);
        assert_eq!(versions[0].version.effective.len(), first.session.exercises.len());
        // Another session of the same kind finds its exercises in the plan.
        person.advance_hours(1);
        workout::save(app, caller, &proposed, &Saving { id: Some(app.id()), ..Saving::default() })
            .await
            .unwrap();
        assert_eq!(planning::versions(app, caller, None).await.unwrap().len(), 1);
        // An athlete who trains something else gets it added, as one version more (PV-3).
        let pull = Wanted { intent: Some("pull".to_owned()), ..Wanted::default() };
        workout::plan_session(app, caller, &pull, &Saving::default()).await.unwrap();
        let versions = planning::versions(app, caller, None).await.unwrap();
        assert_eq!(versions.len(), 2);
        assert_eq!(versions[1].version.trigger.kind, TriggerKind::SessionSaved);
        assert_eq!(versions[1].version.source, VersionSource::Auto);
    });
}

#[test]
fn ep_7_a_session_follows_a_template_and_an_unknown_one_is_named() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let wanted = Wanted { template_id: Some("full_body-gym".to_owned()), ..Wanted::default() };
        let proposed = workout::generate(app, caller, &wanted).await.unwrap();
        assert!(proposed.generated.workout.exercises.len() > 3);
        let unknown = Wanted { template_id: Some("my-own".to_owned()), ..Wanted::default() };
        let problem = workout::generate(app, caller, &unknown).await.unwrap_err();
        assert_eq!((problem.code.name, problem.code.status), ("unknown_template", 404));
    });
}

/// Sessions until something is asked; gives the last one, in its summary.
async fn train_until_asked(person: &Person) -> domain::session::Session {
    for _ in 0..12 {
        let row = person.begin(AtGate::AcceptAll).await;
        person.perform(&row, 5).await;
        person.advance_hours(1);
        let finished = person.finish(&row).await.unwrap();
        let asked = finished.proposals.iter().any(|proposal| proposal.state == ProposalState::Pending);
        if asked {
            return finished.row.session;
        }
        leave::leave(&person.app, &person.caller, row.session.id).await.unwrap();
        person.advance_hours(47);
    }
    panic!("twelve easy sessions, and nothing is suggested");
}

#[test]
fn sl_3_leaving_the_summary_puts_off_what_was_not_answered_and_the_gate_asks_again() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = train_until_asked(&person).await;
        // SL-1, SL-2: stored and shown at once.
        let filter = Filter { session: Some(session.id), ..Filter::default() };
        let pending = proposals::list(app, caller, filter).await.unwrap();
        assert!(pending.iter().all(|proposal| proposal.state == ProposalState::Pending));
        leave::leave(app, caller, session.id).await.unwrap();
        let put_off = proposals::list(app, caller, filter).await.unwrap();
        assert_eq!(put_off.len(), pending.len());
        assert!(put_off.iter().all(|proposal| proposal.state == ProposalState::Deferred));
        // SL-4, SL-5: they appear before the next session with the item, which waits for an answer.
        person.advance_hours(47);
        let next = planned(&person).await;
        let refused = start::start(app, caller, next.id, AtGate::Ask).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("gate_open", 409));
        assert!(!start::waiting(app, caller, next.id).await.unwrap().is_empty());
        // SL-6: who skips it says no to all, and the session starts.
        let started = start::start(app, caller, next.id, AtGate::Skip).await.unwrap();
        assert_eq!(started.session.status, SessionStatus::Active);
        let (proposal, _) = proposals::show(app, caller, put_off[0].id).await.unwrap();
        assert_eq!(proposal.state, ProposalState::Rejected);
    });
}

#[test]
fn pr_9_every_answer_is_kept_and_accepting_again_gives_the_first_result() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = train_until_asked(&person).await;
        let filter = Filter { session: Some(session.id), ..Filter::default() };
        let asked = proposals::list(app, caller, filter).await.unwrap();
        let accept = |id| Answer { proposal: id, reply: Reply::Accept { alternative: None } };
        let first = proposals::decide(app, caller, &[accept(asked[0].id)]).await.unwrap();
        person.advance_hours(1);
        let again = proposals::decide(app, caller, &[accept(asked[0].id)]).await.unwrap();
        assert_eq!(first[0].proposal.state, ProposalState::Accepted);
        assert_eq!(again[0].proposal, first[0].proposal);
        let reject = Answer { proposal: asked[0].id, reply: Reply::Reject { reason: None, note: None } };
        let refused = proposals::decide(app, caller, &[reject]).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("proposal_not_open", 409));
        let mut tx = app.store.read().await.unwrap();
        let decisions = tx.decisions(caller.athlete, &[asked[0].id]).await.unwrap();
        let verdicts: Vec<_> = decisions.iter().map(|decision| decision.verdict).collect();
        assert_eq!(verdicts, [Verdict::Accepted]);
    });
}

#[test]
fn pv_1_another_plan_archives_the_former_and_closes_what_it_asked() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = train_until_asked(&person).await;
        let former = planning::show(app, caller, None).await.unwrap();
        let items = former
            .items
            .iter()
            .take(2)
            .cloned()
            .map(|item| domain::plan::PlanItem { item_id: app.id(), ..item });
        let items = items.collect();
        planning::make(app, caller, "Spring", items, VersionSource::Initial).await.unwrap();
        let plans = planning::list(app, caller).await.unwrap();
        let statuses: Vec<_> = plans.iter().map(|plan| plan.status).collect();
        assert_eq!(statuses, [PlanStatus::Archived, PlanStatus::Active]);
        let mut tx = app.store.read().await.unwrap();
        let asked = tx.proposals_of_trigger(caller.athlete, &session.id.to_string()).await.unwrap();
        assert!(asked.iter().all(|proposal| !proposal.state.is_open()));
        drop(tx);
        let refused = planning::take_back(app, caller, Some(former.plan.id), 2).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("plan_archived", 409));
    });
}

#[test]
fn a_3_what_happened_to_a_session_is_kept_in_order() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let row = person.begin(AtGate::AcceptAll).await;
        person.perform(&row, 0).await;
        person.advance_hours(1);
        person.finish(&row).await.unwrap();
        let events = session::events(app, caller, row.session.id).await.unwrap();
        let mut kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
        kinds.dedup();
        assert!(
            kinds.starts_with(&[SessionEventKind::Generated])
                && kinds.ends_with(&[SessionEventKind::Finished]),
            "{kinds:?}"
        );
        for kind in [SessionEventKind::Started, SessionEventKind::SetLogged] {
            assert!(kinds.contains(&kind), "{kinds:?}");
        }
    });
}

#[test]
fn ov_8_an_edit_for_one_session_changes_that_session_alone() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = planned(&person).await;
        let item_id = session.exercises[0].item_id.unwrap();
        let before = planning::show(app, caller, None).await.unwrap();
        let wish =
            Wish { target: Target { item_id, set_id: None }, field: Field::SetCount, new: Value::Number(1) };
        let edit =
            Edit { wishes: vec![wish], scope: OverrideScope::Session, reason: "in a hurry".to_owned() };
        assert_eq!(planning::change(app, caller, None, &edit, None).await.unwrap(), None);
        let started = start::start(app, caller, session.id, AtGate::AcceptAll).await.unwrap();
        let frozen = started.session.exercises[0].frozen.as_ref().unwrap();
        assert_eq!(frozen.prescription.working_sets().count(), 1);
        assert_eq!(planning::show(app, caller, None).await.unwrap(), before);
        person.perform(&started, 4).await;
        person.advance_hours(1);
        person.finish(&started).await.unwrap();
        assert!(
            planning::overrides(app, caller)
                .await
                .unwrap()
                .iter()
                .all(|guard| { guard.status != domain::dispute::OverrideStatus::Active })
        );
    });
}

#[test]
fn p_16_a_skipped_session_is_a_record_of_every_item_and_a_report_replaces_it() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let session = planned(&person).await;
        let skipped = finish::skip(app, caller, session.id, "ill").await.unwrap();
        assert_eq!(skipped.row.session.status, SessionStatus::Skipped);
        let today = overview::day(app, caller, None).await.unwrap().date;
        let records = overview::progress(app, caller, today, today, None).await.unwrap();
        assert_eq!(records.len(), session.exercises.len());
        assert!(
            records.iter().all(|(_, record)| record.status == domain::session::PerformanceStatus::Skipped)
        );
        person.advance_hours(3);
        let ending = Ending { report: Some(report(&session, 0)), session_rpe: None };
        let done = finish::finish(app, caller, session.id, &ending).await.unwrap();
        assert_eq!(done.row.session.status, SessionStatus::Summary);
    });
}

#[test]
fn vo_3_weeks_of_training_build_up_and_the_fourth_is_easy() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        let mut weeks = Vec::new();
        for _ in 0..6 {
            let due = workout::generate(&anna.app, &anna.caller, &wanted).await.unwrap().generated;
            weeks.push((due.selection.week_in_block, due.workout.deload));
            let finished = anna.train(0).await;
            assert_eq!(finished.row.session.deload, due.workout.deload);
            anna.advance_hours(7 * 24 - 1);
        }
        assert_eq!(weeks, [(0, false), (1, false), (2, false), (3, true), (0, false), (1, false)]);
        // After two weeks without a session the block begins anew.
        anna.advance_hours(14 * 24);
        let due = workout::generate(&anna.app, &anna.caller, &wanted).await.unwrap().generated;
        assert_eq!((due.selection.week_in_block, due.workout.deload), (0, false));
    });
}

#[test]
fn sr_0_a_policy_that_is_missing_is_that_of_the_same_exercise_on_another_day() {
    on_both(async |fresh| {
        let life = Life::of(
            fresh.store().await,
            r#"[
                {"exercise": "bench_press", "sets": "3x10", "mode": "load", "load_g": 60000, "range": [6, 10], "weekday": 1},
                {"exercise": "bench_press", "sets": "3x5", "mode": "load", "load_g": 75000, "weekday": 4}
            ]"#,
        )
        .await;
        life.on(0, 0, 17).train(0).await;
        life.on(0, 3, 17).train(0).await;
        let inferred =
            proposals::list(&life.person.app, &life.person.caller, Filter::default()).await.unwrap();
        let [proposal] = &inferred[..] else { panic!("{inferred:#?}") };
        let told: Vec<_> = proposal.changes.iter().map(|change| (change.field, change.new.clone())).collect();
        let number = |field, new: i64| (field, Value::Number(new));
        let range = [number(Field::RepLow, 6), number(Field::RepHigh, 10)];
        assert_eq!(told, [vec![(Field::RepMode, Value::Word("range".to_owned()))], range.to_vec()].concat());
        assert_eq!(proposal.rule.to_string(), "SR-0");
    });
}

#[test]
fn sg_8_loads_of_the_past_are_checked_against_the_iron_of_then() {
    on_both(async |fresh| {
        let bench = r#"[{"exercise": "bench_press", "sets": "3x12", "mode": "load", "load_g": 60000, "range": [8, 12], "weekday": 1}]"#;
        let life = Life::of(fresh.store().await, bench).await;
        let (app, caller) = (&life.person.app, &life.person.caller);
        life.on(0, 0, 17).train(0).await;
        life.on(1, 0, 17).train(0).await;
        let asked = proposals::list(app, caller, Filter::default()).await.unwrap();
        // The small plates are sold before the answer.
        life.person.advance_hours(1);
        let garage = r#"{"name": "garage", "equipment": ["barbell", "plates"],
            "inventory": {"unit": "kg", "plates": [{"h": 2000, "pairs": 2}, {"h": 1000, "pairs": 1}]}}"#;
        settings::put_location(app, caller, serde_json::from_str(garage).unwrap(), true, None).await.unwrap();
        let yes =
            asked.iter().map(|one| Answer { proposal: one.id, reply: Reply::Accept { alternative: None } });
        proposals::decide(app, caller, &yes.collect::<Vec<_>>()).await.unwrap();
        let loads = life.item("bench_press").await.prescription.sets;
        assert_eq!(loads[0].load_g, Some(domain::quantity::Grams(62_500)));
        life.sound("plates that are no longer there").await;
        // From then on loads are of the iron that is left.
        life.on(2, 0, 17).train(4).await;
        life.on(3, 0, 17).train(4).await;
        let asked = proposals::list(app, caller, Filter::default()).await.unwrap();
        let load = asked.iter().flat_map(|one| &one.changes).find(|change| change.field == Field::Load);
        assert_eq!(load.map(|change| &change.new), Some(&Value::Number(80_000)), "{asked:#?}");
    });
}

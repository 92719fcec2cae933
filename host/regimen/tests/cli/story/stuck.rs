//! What would leave a person stuck later is refused at once, and a plan that gives way to another leaves nothing behind.

use domain::{
    anatomy::BodyArea,
    plan::{PlanItem, PlanStatus, VersionSource},
    session::{Session, SessionStatus},
    wellbeing::FlagKind,
};
use regimen::service::{
    doctor,
    jobs::{run::run_due, schedule::schedule},
    planning,
    session::{
        self, finish, leave, log,
        log::Logged,
        start::{self, AtGate},
    },
    wellbeing,
    workout::{
        Wanted,
        adapt::{self, Fitting},
    },
};
use store::SessionRow;
use training::flag::Sign;

use super::{
    both::on_both,
    person::{Person, sets},
    rules::planned,
};

#[test]
fn p_53_a_flag_that_cannot_be_is_refused_with_what_can() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let refused = async |sign: Sign| {
            let refused = wellbeing::set_flag(app, caller, sign).await.unwrap_err();
            (refused.code.name, refused.code.status, refused.validation[0].to_string())
        };
        let technique = |exercise: &str| Sign {
            kind: FlagKind::Technique,
            area: None,
            exercise: exercise.parse().ok(),
            severity: 1,
        };
        for severity in [0, 4, 9] {
            let said = refused(Sign::pain(Some(BodyArea::Knee), severity)).await;
            assert_eq!(said, ("invalid_flag", 422, format!("severity: {severity}, expected 1..3")));
        }
        let (code, status, said) = refused(technique("bench_pres")).await;
        assert_eq!((code, status), ("unknown_exercise", 422));
        assert!(said.ends_with("expected an exercise of the catalogue; maybe bench_press"), "{said}");
        assert_eq!(refused(technique("")).await.0, "invalid_flag");
        assert_eq!(refused(Sign { area: Some(BodyArea::Knee), ..Sign::fatigue() }).await.0, "invalid_flag");
        assert_eq!(wellbeing::flags(app, caller).await.unwrap(), []);
        // P-52: pain that names no place counts as everywhere.
        let nowhere = Sign { area: None, ..Sign::pain(None, 2) };
        let flags = wellbeing::set_flag(app, caller, nowhere).await.unwrap();
        assert_eq!((flags[0].area, flags[0].severity), (Some(BodyArea::Other), 2));
        wellbeing::set_flag(app, caller, technique("bench_press")).await.unwrap();
    });
}

#[test]
fn p_52_after_a_flag_of_the_highest_severity_sessions_are_still_planned() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let sign = Sign::pain(Some(BodyArea::Knee), 3);
        wellbeing::set_flag(&person.app, &person.caller, sign).await.unwrap();
        assert!(!planned(&person).await.exercises.is_empty());
    });
}

impl Person {
    /// Puts another plan in force, of the first two items of the one there is.
    async fn change_plan(&self) {
        let items = self.items().await.into_iter().take(2);
        let items = items.map(|item| PlanItem { item_id: self.app.id(), ..item }).collect();
        planning::make(&self.app, &self.caller, "Summer", items, VersionSource::Initial).await.unwrap();
    }

    async fn plans(&self) -> Vec<domain::plan::Plan> {
        planning::list(&self.app, &self.caller).await.unwrap()
    }

    async fn status_of(&self, session: &Session) -> Option<SessionStatus> {
        let row = session::show(&self.app, &self.caller, session.id).await;
        row.ok().map(|row| row.session.status)
    }

    async fn log_first_set(&self, row: &SessionRow) {
        let first = &row.session.exercises[0];
        let logged = Logged { performance_id: first.id, set: sets(first, 0).remove(0), at: None };
        assert_eq!(log::log(&self.app, &self.caller, row.session.id, &[logged]).await.unwrap(), 1);
    }

    async fn is_in_order(&self) {
        let found = doctor::findings(&self.app, &self.caller).await.unwrap();
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn pv_1_a_plan_of_nothing_is_refused_and_the_one_in_force_stays() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        planned(&person).await;
        let before = person.plans().await;
        let made = planning::make(&person.app, &person.caller, "Empty", vec![], VersionSource::Initial).await;
        let refused = made.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("invalid_plan", 422));
        assert_eq!(refused.validation[0].to_string(), "items: none, expected at least one item");
        assert_eq!(person.plans().await, before);
    });
}

#[test]
fn pv_1_another_plan_withdraws_what_the_former_still_meant_and_keeps_what_was_done() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let done = person.train(0).await.row.session;
        person.advance_hours(24);
        let skipped = planned(&person).await;
        finish::skip(&person.app, &person.caller, skipped.id, "ill").await.unwrap();
        let (open, other) = (planned(&person).await, planned(&person).await);
        person.change_plan().await;
        for gone in [open, other] {
            assert_eq!(person.status_of(&gone).await, None);
        }
        assert_eq!(person.status_of(&done).await, Some(SessionStatus::Done));
        assert_eq!(person.status_of(&skipped).await, Some(SessionStatus::Skipped));
        person.is_in_order().await;
        // The plan that is now in force goes on as ever.
        person.train(0).await;
        person.is_in_order().await;
    });
}

#[test]
fn ep_3_a_session_that_gave_way_to_another_leaves_nothing_behind() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let old = planned(&person).await;
        let shorter = Wanted { session_minutes: Some(30), ..Wanted::default() };
        let shorter = Fitting { wanted: Some(shorter), ..Fitting::default() };
        adapt::edit(&person.app, &person.caller, old.id, &shorter, None).await.unwrap();
        assert_eq!(person.status_of(&old).await, None);
        person.is_in_order().await;
    });
}

#[test]
fn pv_5_a_session_that_runs_while_the_plan_changes_is_finished_and_the_former_plan_stays() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let row = person.begin(AtGate::Skip).await;
        person.log_first_set(&row).await;
        person.change_plan().await;
        let former = person.plans().await.remove(0);
        assert_eq!(former.status, PlanStatus::Archived);
        person.advance_hours(1);
        let finished = person.finish(&row).await.unwrap();
        assert_eq!(finished.row.session.status, SessionStatus::Summary);
        assert_eq!(finished.row.session.exercises[0].sets.len(), 1);
        leave::leave(app, caller, row.session.id).await.unwrap();
        assert_eq!(person.status_of(&row.session).await, Some(SessionStatus::Done));
        assert_eq!(person.plans().await[0], former);
        person.is_in_order().await;
    });
}

#[test]
fn p_16_a_session_of_an_archived_plan_is_skipped_by_a_person_and_by_the_system() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let left = [planned(&person).await, planned(&person).await];
        person.change_plan().await;
        // As they were left before plans withdrew them.
        let mut tx = app.store.write().await.unwrap();
        for session in &left {
            tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
            tx.put_performances(session).await.unwrap();
        }
        tx.commit().await.unwrap();
        let plans = person.plans().await;
        let refused = start::start(app, caller, left[0].id, AtGate::Skip).await.unwrap_err();
        assert_eq!(refused.code.name, "plan_archived");
        finish::skip(app, caller, left[0].id, "moved on").await.unwrap();
        person.advance_hours(72);
        schedule(app).await.unwrap();
        let ran = run_due(app, app.uuid(), usize::MAX).await.unwrap();
        assert!(ran.iter().all(|ran| ran.error.is_none()), "{ran:?}");
        for session in &left {
            assert_eq!(person.status_of(session).await, Some(SessionStatus::Skipped));
        }
        assert_eq!(person.plans().await, plans);
        person.is_in_order().await;
    });
}

#[test]
fn gl_8_a_session_with_a_set_is_finished_and_not_skipped() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let row = person.begin(AtGate::Skip).await;
        person.log_first_set(&row).await;
        let before = session::show(app, caller, row.session.id).await.unwrap();
        let refused = finish::skip(app, caller, row.session.id, "no time").await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("sets_logged", 409));
        assert_eq!(session::show(app, caller, row.session.id).await.unwrap(), before);
        person.finish(&row).await.unwrap();
        // One that was begun and in which nothing was done is skipped as ever (PV-5).
        person.advance_hours(24);
        let row = person.begin(AtGate::Skip).await;
        finish::skip(app, caller, row.session.id, "no time").await.unwrap();
        assert_eq!(person.status_of(&row.session).await, Some(SessionStatus::Skipped));
    });
}

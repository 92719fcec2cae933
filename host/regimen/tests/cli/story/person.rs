//! Somebody who trains: a clock, a store, and a way to lift.

use domain::{
    exercise::TrainingAge,
    id::Id,
    plan::PlanItem,
    quantity::MassUnit,
    session::{ExercisePerformance, SessionStatus, SetPerformance},
    time::Zone,
};
use regimen::{
    problem::Problem,
    service::{
        account::{self, Account, AccountRole, NewAccount},
        app::{App, Caller},
        doctor, planning,
        profile::{Language, Profile},
        session::{
            finish::{self, Ending, Finished},
            leave,
            log::{self, Logged},
            start::{self, AtGate},
        },
        workout::{self, Saving, Wanted},
    },
};
use store::{SessionRow, Store};
use training::prescribe::goal::Goal;

/// One athlete with everything that is needed to act for them.
pub(crate) struct Person {
    pub(crate) app: App,
    pub(crate) caller: Caller,
}

impl Person {
    /// An athlete who signs up on a Monday morning in Berlin.
    pub(crate) async fn new(store: Store) -> Self {
        let app = App::scripted(store, "2026-03-02T07:00:00Z".parse().unwrap(), 1);
        let anna = newcomer("anna", profile("Europe/Berlin"));
        let (_, caller) = account::create(&app, anna).await.unwrap();
        Self { app, caller: caller.unwrap() }
    }

    pub(crate) fn advance_hours(&self, hours: i64) {
        self.app.set_now(self.app.now().plus_seconds(3600 * hours));
    }

    /// Plans the session that is due and starts it.
    pub(crate) async fn begin(&self, at_gate: AtGate) -> SessionRow {
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        let planned = workout::plan_session(&self.app, &self.caller, &wanted, &Saving::default()).await;
        let id = planned.unwrap().session.id;
        start::start(&self.app, &self.caller, id, at_gate).await.unwrap()
    }

    /// Does every set as it is frozen, with some reps more, and logs them one by one.
    pub(crate) async fn perform(&self, row: &SessionRow, more: u32) {
        for exercise in &row.session.exercises {
            for set in sets(exercise, more) {
                let logged = Logged { performance_id: exercise.id, set, at: None };
                let new = log::log(&self.app, &self.caller, row.session.id, &[logged]).await.unwrap();
                assert_eq!(new, 1);
            }
        }
    }

    pub(crate) async fn finish(&self, row: &SessionRow) -> Result<Finished, Problem> {
        finish::finish(&self.app, &self.caller, row.session.id, &Ending::default()).await
    }

    /// A whole session: planned, gate answered, done, reported, left.
    pub(crate) async fn train(&self, more: u32) -> Finished {
        let row = self.begin(AtGate::AcceptAll).await;
        self.perform(&row, more).await;
        self.advance_hours(1);
        let finished = self.finish(&row).await.unwrap();
        let left = leave::leave(&self.app, &self.caller, row.session.id).await.unwrap();
        assert_eq!(left.session.status, SessionStatus::Done);
        finished
    }

    /// The checkers find nothing (PV-14, P-56, SG-17, GL-8).
    pub(super) async fn sound(&self, step: &str) {
        let found = doctor::findings(&self.app, &self.caller).await.unwrap();
        assert!(found.is_empty(), "after {step}, {}: {found:#?}", self.app.now());
    }

    pub(crate) async fn items(&self) -> Vec<PlanItem> {
        planning::show(&self.app, &self.caller, None).await.unwrap().items
    }
}

/// Somebody who has trained for a while and lives there.
pub(crate) fn profile(zone: &str) -> Profile {
    let zone = Zone::new(zone).unwrap();
    Profile::new(TrainingAge::Intermediate, Goal::Hypertrophy, MassUnit::Kg, zone)
}

pub(crate) fn newcomer(login: &str, profile: Profile) -> NewAccount {
    NewAccount {
        login: login.to_owned(),
        account: Account {
            display_name: login.to_owned(),
            password: None,
            roles: [AccountRole::Athlete].into(),
            locale: Language::En,
            last_seen_day: None,
            deleted_at: None,
        },
        profile: Some(profile),
    }
}

/// The sets of an exercise as they are frozen, each with some more.
pub(crate) fn sets(exercise: &ExercisePerformance, more: u32) -> Vec<SetPerformance> {
    let frozen = exercise.frozen.as_ref().unwrap();
    let done = frozen.prescription.sets.iter().map(|set| SetPerformance {
        id: Id::derive(&["done", &exercise.id.to_string(), &set.set_id.to_string()]),
        set_id: Some(set.set_id),
        index: set.index,
        kind: set.kind,
        reps: set.reps.map(|reps| reps + more),
        seconds: set.seconds.map(|seconds| seconds + more),
        meters: set.meters.map(|meters| meters + more),
        load_g: set.load_g.or(Some(domain::quantity::Grams(20_000))),
        completed: true,
        rest_after_s: Some(90),
        rpe: domain::quantity::Rpe::new(70).ok(),
    });
    done.collect()
}

//! An athlete who trains through the services, three times a week.

use domain::{
    exercise::{ExerciseKey, TrainingAge},
    quantity::{Grams, MassUnit, Rpe},
    session::{ExercisePerformance, SetPerformance},
    time::{Instant, Zone},
};
use regimen::{
    problem::Problem,
    service::{
        account::{self, Account, AccountRole, NewAccount},
        app::{App, Caller, Place},
        profile::{Language, Profile},
        session::{
            finish::{self, Ending},
            leave,
            log::{self, Logged},
            start::{self, AtGate},
        },
        workout::{self, Saving, Wanted},
    },
};
use store::SessionRow;
use training::prescribe::goal::Goal;

/// The exercises of every session: the limit of finishing one is for six.
pub(crate) const EXERCISES: usize = 6;

/// The session that says how many there are; which ones they are is chosen anew each time.
const TEMPLATE: &str = "full_body-gym";

/// The first day of every life.
const BEGIN: i64 = 1_600_000_000_000;

/// Who trains.
pub(crate) struct Trainee {
    pub(crate) app: App,
    pub(crate) caller: Caller,
}

impl Trainee {
    /// A new athlete on a database; the seed makes the ids.
    pub(crate) async fn new(place: &Place, seed: u64) -> Result<Self, Problem> {
        Self::starting(place, seed, Instant::from_millis(BEGIN).unwrap_or(Instant::EPOCH)).await
    }

    /// The same, whose life begins at this instant.
    pub(crate) async fn starting(place: &Place, seed: u64, now: Instant) -> Result<Self, Problem> {
        let app = App::open_scripted(place, now, seed).await?;
        let caller = sign_up(&app, &format!("trainee-{seed}")).await?;
        Ok(Self { app, caller })
    }

    /// A session is planned and started; the gate says yes to everything.
    pub(crate) async fn begin(&self) -> Result<SessionRow, Problem> {
        self.begin_with(None).await
    }

    /// The same with this exercise among the others.
    pub(crate) async fn begin_with(&self, exercise: Option<&ExerciseKey>) -> Result<SessionRow, Problem> {
        let wanted = Wanted {
            pinned_exercise_ids: exercise.iter().map(ToString::to_string).collect(),
            template_id: Some(TEMPLATE.to_owned()),
            auto_fill_unpinned: true,
            session_minutes: Some(120),
            ..Wanted::default()
        };
        let row = workout::plan_session(&self.app, &self.caller, &wanted, &Saving::default()).await?;
        let found = row.session.exercises.len();
        if found != EXERCISES {
            return Err(Problem::defect(&format!("a session of {found} exercises instead of {EXERCISES}")));
        }
        start::start(&self.app, &self.caller, row.session.id, AtGate::AcceptAll).await
    }

    /// The sets of an exercise as they are frozen, one rep more on some days.
    pub(crate) fn sets(&self, exercise: &ExercisePerformance, more: u32) -> Vec<Logged> {
        let Some(frozen) = &exercise.frozen else { return vec![] };
        let sets = frozen.prescription.sets.iter().map(|set| Logged {
            performance_id: exercise.id,
            set: SetPerformance {
                id: self.app.id(),
                set_id: Some(set.set_id),
                index: set.index,
                kind: set.kind,
                reps: set.reps.map(|reps| reps + more),
                seconds: set.seconds.map(|seconds| seconds + more),
                meters: set.meters.map(|meters| meters + more),
                load_g: set.load_g.or(Some(Grams(20_000))),
                completed: true,
                rest_after_s: Some(90),
                rpe: Rpe::new(75).ok(),
            },
            at: None,
        });
        sets.collect()
    }

    /// Logs every set; gives how many there were.
    pub(crate) async fn perform(&self, row: &SessionRow, more: u32) -> Result<usize, Problem> {
        let sets: Vec<Logged> = row.session.exercises.iter().flat_map(|one| self.sets(one, more)).collect();
        log::log(&self.app, &self.caller, row.session.id, &sets).await
    }

    /// Logs every set, and of this exercise as many as are wanted; gives how many it had.
    pub(crate) async fn perform_many(
        &self,
        row: &SessionRow,
        exercise: &ExerciseKey,
        wanted: usize,
    ) -> Result<usize, Problem> {
        self.perform(row, 0).await?;
        let Some(one) = row.session.exercises.iter().find(|one| one.exercise_key == *exercise) else {
            return Ok(0);
        };
        let done = self.sets(one, 0);
        let Some(last) = done.last() else { return Ok(0) };
        let more = (done.len()..wanted).map(|index| {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            Logged {
                set: SetPerformance { id: self.app.id(), set_id: None, index, ..last.set.clone() },
                ..last.clone()
            }
        });
        log::log(&self.app, &self.caller, row.session.id, &more.collect::<Vec<_>>()).await?;
        Ok(done.len().max(wanted))
    }

    /// Reports the session.
    pub(crate) async fn finish(&self, row: &SessionRow) -> Result<(), Problem> {
        self.advance_hours(1);
        let ending = Ending::default();
        Box::pin(finish::finish(&self.app, &self.caller, row.session.id, &ending)).await.map(drop)
    }

    /// Leaves it and rests until the next.
    pub(crate) async fn rest(&self, row: &SessionRow) -> Result<(), Problem> {
        leave::leave(&self.app, &self.caller, row.session.id).await?;
        self.advance_hours(55);
        Ok(())
    }

    /// A whole session; gives the number of its sets.
    pub(crate) async fn train(&self, number: u32) -> Result<usize, Problem> {
        let row = self.begin().await?;
        let sets = self.perform(&row, number % 3).await?;
        self.finish(&row).await?;
        self.rest(&row).await?;
        Ok(sets)
    }

    fn advance_hours(&self, hours: i64) {
        self.app.set_now(self.app.now().plus_seconds(3600 * hours));
    }
}

/// A new account with its athlete.
pub(crate) async fn sign_up(app: &App, login: &str) -> Result<Caller, Problem> {
    let mut profile = Profile::new(TrainingAge::Intermediate, Goal::Hypertrophy, MassUnit::Kg, Zone::UTC);
    profile.days_per_week = 3;
    let account = Account {
        display_name: login.to_owned(),
        password: None,
        roles: [AccountRole::Athlete].into(),
        locale: Language::En,
        last_seen_day: None,
        deleted_at: None,
    };
    let new = NewAccount { login: login.to_owned(), account, profile: Some(profile) };
    let (_, caller) = account::create(app, new).await?;
    caller.ok_or_else(|| Problem::defect("an athlete without a caller"))
}

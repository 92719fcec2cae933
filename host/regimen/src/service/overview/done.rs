//! What was done: the sessions of an athlete by exercise, with their records (SG-11, P-54).

use std::collections::BTreeMap;

use domain::{
    exercise::{Exercise, ExerciseKey},
    ladder::Ladder,
    plan::{PlanDomain, PlanItem},
    progress::ProgressRecord,
    quantity::Grams,
    session::{ExercisePerformance, PerformanceStatus, Session, SessionStatus},
    time::LocalDate,
};
use store::{Records, Which};
use training::{
    catalog::Catalog,
    load::estimate::e1rm,
    records::{self, Performance, Record},
    suggestion::history::ExerciseHistory,
};

use super::{Climb, History, PastDay, Trained};
use crate::{
    problem::Problem,
    service::app::{Work, not_found},
};

impl Work<'_> {
    /// Every exercise that was ever done, the newest first.
    pub(in crate::service) async fn trained(&mut self) -> Result<Vec<Trained>, Problem> {
        let (catalog, weight) = (self.catalog().await?, self.body_weight().await?);
        let ever = Which::Between(LocalDate::MIN, LocalDate::MAX);
        let rows = self.tx.sessions(self.athlete.id, ever).await?;
        let done: Vec<&Session> = rows.iter().map(|row| &row.session).filter(|one| is_done(one)).collect();
        Ok(trained_in(&done, &catalog, weight))
    }

    /// Every personal record, oldest first; of one exercise, or of all.
    pub(in crate::service) async fn records(
        &mut self,
        key: Option<&ExerciseKey>,
    ) -> Result<Vec<Record>, Problem> {
        let athlete = self.id();
        let which =
            key.map_or(Which::Between(LocalDate::MIN, LocalDate::MAX), |key| Which::With(key.as_str()));
        let rows = self.tx.sessions(athlete, which).await?;
        let sessions: Vec<Session> = rows.into_iter().map(|row| row.session).filter(is_done).collect();
        let catalog = self.catalog().await?;
        let weight = self.body_weight().await?;
        self.records_in(&sessions.iter().collect::<Vec<_>>(), &catalog, key, weight).await
    }

    /// Sessions with an exercise that there is, oldest first.
    pub(super) async fn sessions_with(
        &mut self,
        key: &ExerciseKey,
        catalog: &Catalog,
    ) -> Result<Vec<Session>, Problem> {
        catalog.get(key).ok_or_else(|| not_found("exercise", key))?;
        let rows = self.tx.sessions(self.athlete.id, Which::With(key.as_str())).await?;
        Ok(rows.into_iter().map(|row| row.session).collect())
    }

    /// What was done of an exercise in these sessions.
    pub(super) fn history(
        &self,
        key: &ExerciseKey,
        catalog: &Catalog,
        sessions: &[Session],
        weight: Option<Grams>,
    ) -> Result<History, Problem> {
        let exercise = catalog.get(key).ok_or_else(|| not_found("exercise", key))?;
        let known = ExerciseHistory::of(exercise, sessions, weight, self.today());
        let done = sessions.iter().rev().filter(|session| is_done(session));
        let days = done.flat_map(|session| {
            let own = session.exercises.iter().enumerate().filter(|(_, one)| one.exercise_key == *key);
            own.filter_map(|one| past_day(session, one, exercise, weight))
        });
        Ok(History { exercise: key.clone(), known, days: days.collect() })
    }

    /// The ladders that the plan in force climbs, in its order.
    pub(super) async fn climbs(&mut self, catalog: &Catalog) -> Result<Vec<Climb>, Problem> {
        let Some(plan) = self.active_plan(PlanDomain::Training).await? else { return Ok(Vec::new()) };
        let mut items = self.tx.effective::<PlanItem>(self.athlete.id, plan.id).await?;
        items.sort_by_key(training::suggestion::display::plan_order);
        let climbs = items.into_iter().filter_map(|item| {
            let level = item.prescription.level_ref?;
            let ladder = Ladder::clone(catalog.ladder(&level.ladder_key)?);
            Some(Climb { exercise: item.exercise_key, ordinal: level.ordinal, ladder })
        });
        Ok(climbs.collect())
    }

    /// The records that these sessions hold, all of them done.
    pub(in crate::service) async fn records_in(
        &mut self,
        sessions: &[&Session],
        catalog: &Catalog,
        key: Option<&ExerciseKey>,
        weight: Option<Grams>,
    ) -> Result<Vec<Record>, Problem> {
        let performances = performances_in(sessions, catalog, key, weight);
        let rows = self.tx.progress(self.athlete.id, Records::Levels).await?;
        let progress: Vec<ProgressRecord> = rows.into_iter().map(|row| row.record).collect();
        let mut found = records::records(&performances, &progress);
        let ladders = catalog.ladders();
        let trains = |record: &Record, key: &ExerciseKey| {
            let ladder = ladders.iter().find(|ladder| ladder.key.as_str() == record.exercise);
            record.exercise == key.as_str()
                || ladder.is_some_and(|ladder| ladder.levels.iter().any(|level| level.variation == *key))
        };
        found.retain(|record| key.is_none_or(|key| trains(record, key)));
        Ok(found)
    }
}

/// What was done in these sessions: of one exercise, or of all.
pub(in crate::service) fn performances_in<'a>(
    sessions: &[&'a Session],
    catalog: &'a Catalog,
    key: Option<&ExerciseKey>,
    bodyweight: Option<Grams>,
) -> Vec<Performance<'a>> {
    let in_session = |session: &&'a Session| {
        let session: &'a Session = session;
        let wanted = session.exercises.iter().filter(|one| key.is_none_or(|key| one.exercise_key == *key));
        let performances = wanted.filter_map(|one| {
            Some(Performance {
                session_id: session.id,
                started_at: session.started_at?,
                date: session.local_date,
                exercise: catalog.get(&one.exercise_key)?,
                sets: &one.sets,
                bodyweight,
                deload: session.deload,
            })
        });
        performances.collect::<Vec<_>>()
    };
    sessions.iter().flat_map(in_session).collect()
}

/// What these sessions hold of each exercise, the newest first.
pub(super) fn trained_in(done: &[&Session], catalog: &Catalog, weight: Option<Grams>) -> Vec<Trained> {
    let mut trained = BTreeMap::<&ExerciseKey, Trained>::new();
    for session in done {
        for (position, one) in session.exercises.iter().enumerate() {
            let Some(exercise) = catalog.get(&one.exercise_key) else { continue };
            let Some(day) = past_day(session, (position, one), exercise, weight) else { continue };
            let (exercise, is_main) = (exercise.id.clone(), exercise.is_main_lift_eligible);
            let new = || Trained { exercise, is_main, days: Vec::new() };
            trained.entry(&one.exercise_key).or_insert_with(new).days.push(day);
        }
    }
    let mut exercises: Vec<Trained> = trained.into_values().collect();
    exercises.sort_by_key(|one| std::cmp::Reverse(one.days.last().map(|day| day.date)));
    exercises
}

/// What was done of an exercise in a session, unless it was skipped.
fn past_day(
    session: &Session,
    (position, one): (usize, &ExercisePerformance),
    exercise: &Exercise,
    weight: Option<Grams>,
) -> Option<PastDay> {
    let performed = || one.sets.iter().filter(|set| set.is_performed());
    let estimates = performed().filter_map(|set| e1rm(exercise, set.load_g?, set.reps?, weight));
    (one.status == PerformanceStatus::Done).then(|| PastDay {
        date: session.local_date,
        session_id: session.id,
        sets: performed().filter_map(|set| Some((set.load_g.map(|load| load.0), set.amount()?))).collect(),
        rpe: one.effort().map(domain::quantity::Rpe::tenths),
        e1rm_g: estimates.map(|load| load.0).max(),
        within: (session.started_at, position),
    })
}

/// Whether what was done in it counts.
pub(in crate::service) fn is_done(session: &Session) -> bool {
    matches!(session.status, SessionStatus::Done | SessionStatus::Summary)
}

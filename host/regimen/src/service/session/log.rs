//! Sets as they come: one by one, out of order, again, or all at once after a day without reception (GL-5, GL-6).

use domain::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::{Invalid, Valid},
    reason::Fact,
    session::{
        ExercisePerformance, PerformanceStatus, SessionEventKind, SessionId, SessionStatus, SetPerformance,
    },
    time::Instant,
};
use store::{LoggedSet, SessionRow};

use super::{event, wrong_state};
use crate::{
    problem::Problem,
    service::act::Act,
    service::app::{App, Caller, not_found},
};

/// A set that a device logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// The exercise of the session.
    pub performance_id: Id<ExercisePerformance>,
    /// What was done.
    pub set: SetPerformance,
    /// When, by the clock of the device.
    pub at: Option<Instant>,
}

/// Logs sets of a running session. What is known already has no second effect; says how many were new.
pub async fn log(app: &App, caller: &Caller, session: SessionId, sets: &[Logged]) -> Result<usize, Problem> {
    let mut work = app.write(caller, Act::SetsLogged).await?;
    let mut ids: Vec<_> = sets.iter().map(|one| one.performance_id).collect();
    ids.dedup();
    let found = work.tx.exercises_to_log(caller.athlete, session, &ids).await?;
    let (status, exercises) = found.ok_or_else(|| not_found("session", session))?;
    let mut logged = Vec::with_capacity(sets.len());
    for one in sets {
        let at = one.at.unwrap_or(work.now);
        work.check_instant("at", at)?;
        let performance = exercises.iter().find(|known| known.id == one.performance_id);
        let performance = performance.ok_or_else(|| not_found("exercise", one.performance_id))?;
        Valid::new(ExercisePerformance { sets: vec![one.set.clone()], ..performance.clone() })?;
        logged.push(LoggedSet { performance_id: one.performance_id, set: one.set.clone(), at });
    }
    let new = work.tx.log_sets(caller.athlete, &logged).await?;
    // A device may repeat what it said at any time; what is new needs a session that runs.
    if new > 0 && status != SessionStatus::Active {
        return Err(wrong_state(status, SessionStatus::Active));
    }
    if new > 0 {
        let facts = [("sets", Fact::from(new))];
        let logged = event(&work, session, SessionEventKind::SetLogged, facts);
        work.tx.add_session_events(&[logged]).await?;
        work.commit().await?;
    }
    Ok(new)
}

/// Adds an exercise that was not planned to a running session.
pub async fn add_exercise(
    app: &App,
    caller: &Caller,
    session: SessionId,
    id: Id<ExercisePerformance>,
    exercise: &ExerciseKey,
) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::SessionChanged).await?;
    let mut row = work.session(session).await?;
    if row.session.exercises.iter().any(|known| known.id == id) {
        return Ok(row);
    }
    if row.session.status != SessionStatus::Active {
        return Err(wrong_state(row.session.status, SessionStatus::Active));
    }
    if work.catalog().await?.get(exercise).is_none() {
        let expected = "an exercise of the catalogue";
        return Err(Invalid::of(ErrorCode::UnknownExercise, "exercise", exercise, expected).into());
    }
    row.session.exercises.push(ExercisePerformance {
        id,
        item_id: None,
        exercise_key: exercise.clone(),
        frozen: None,
        status: PerformanceStatus::Done,
        rpe: None,
        comfort: None,
        marks: vec![],
        notes: String::new(),
        sets: vec![],
    });
    work.put_session(&mut row).await?;
    let facts = [("exercise", Fact::from(exercise.as_str()))];
    let added = event(&work, session, SessionEventKind::Added, facts);
    work.tx.add_session_events(&[added]).await?;
    work.commit().await?;
    Ok(row)
}

//! Sets as they are typed: logged one after another, or by their place (P-4, SL-5).

use domain::{
    error::ErrorCode,
    id::Id,
    law::Invalid,
    session::{ExercisePerformance, SessionId, SetPerformance},
};

use super::{
    Done,
    which::{Fit, Which, find},
    words,
};
use crate::{
    cli::find::find_done,
    problem::Problem,
    service::{
        app::{App, Caller},
        overview::{self, Ground},
        session::{
            self as service,
            log::{self, Logged},
        },
    },
};

/// Logs sets of an exercise of the running session, after those that it has.
pub(super) async fn log(
    exercise: &str,
    sets: &[String],
    app: &App,
    caller: &Caller,
    ground: &Ground,
) -> Result<Done, Problem> {
    let (id, performance) = running(exercise, app, caller, ground).await?;
    let mut logged = Vec::new();
    for (offset, text) in sets.iter().enumerate() {
        let place = performance.sets.len() + offset;
        let set = words::set(text, &performance, place, ground.profile.units)?;
        let set = SetPerformance { id: Id::from_uuid(app.uuid()), ..set };
        logged.push(Logged { performance_id: performance.id, set, at: None });
    }
    log::log(app, caller, id, &logged).await?;
    Ok(Done::Session(service::show(app, caller, id).await?.session))
}

/// Adds an exercise that was not planned to the running session (PV-3).
pub(super) async fn add(
    exercise: &str,
    app: &App,
    caller: &Caller,
    ground: &Ground,
) -> Result<Done, Problem> {
    let id = find(&Which::default(), Fit::Running, app, caller).await?;
    let session = service::show(app, caller, id).await?.session;
    let key = find_done(exercise, &ground.catalog, &overview::done(app, caller).await?)?;
    if session.exercises.iter().any(|one| one.exercise_key == key) {
        let expected = "an exercise that is not in the session yet";
        return Err(Invalid::of(ErrorCode::InvalidSession, "exercise", key, expected).into());
    }
    let added = log::add_exercise(app, caller, id, Id::from_uuid(app.uuid()), &key).await?;
    Ok(Done::Session(added.session))
}

/// Logs one set by its place; where one stands there, it is corrected.
pub(super) async fn put(
    exercise: &str,
    number: usize,
    text: &str,
    app: &App,
    caller: &Caller,
    ground: &Ground,
) -> Result<Done, Problem> {
    let (id, performance) = running(exercise, app, caller, ground).await?;
    let next = performance.sets.len() + 1;
    let Some(place) = number.checked_sub(1).filter(|place| *place < next) else {
        return Err(Invalid::of(ErrorCode::InvalidSetTarget, "set", number, format!("1..{next}")).into());
    };
    let known = performance.sets.get(place);
    let place = known.map_or(place, |known| usize::try_from(known.index).unwrap_or(place));
    let typed = words::set(text, &performance, place, ground.profile.units)?;
    let set = SetPerformance {
        id: known.map_or_else(|| Id::from_uuid(app.uuid()), |known| known.id),
        rest_after_s: known.and_then(|known| known.rest_after_s),
        ..typed
    };
    log::log(app, caller, id, &[Logged { performance_id: performance.id, set, at: None }]).await?;
    Ok(Done::Session(service::show(app, caller, id).await?.session))
}

/// The exercise of the session that runs.
async fn running(
    exercise: &str,
    app: &App,
    caller: &Caller,
    ground: &Ground,
) -> Result<(SessionId, ExercisePerformance), Problem> {
    let id = find(&Which::default(), Fit::Running, app, caller).await?;
    let session = service::show(app, caller, id).await?.session;
    Ok((id, words::exercise(&session, exercise, &ground.catalog)?.clone()))
}

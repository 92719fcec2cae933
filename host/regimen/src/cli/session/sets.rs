//! Sets as they are typed: logged one after another, or by their place (P-4, SL-5).

use domain::{
    error::ErrorCode,
    id::Id,
    law::Invalid,
    session::{ExercisePerformance, SessionId, SetPerformance},
};

use super::{Done, Which, find, is_running, words};
use crate::{
    problem::Problem,
    service::{
        app::{App, Caller},
        profile::Profile,
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
    profile: &Profile,
) -> Result<Done, Problem> {
    let (id, performance) = running(exercise, app, caller).await?;
    let mut logged = Vec::new();
    for (offset, text) in sets.iter().enumerate() {
        let place = performance.sets.len() + offset;
        let set = words::set(text, &performance, place, profile.units)?;
        let set = SetPerformance { id: Id::from_uuid(app.uuid()), ..set };
        logged.push(Logged { performance_id: performance.id, set, at: None });
    }
    log::log(app, caller, id, &logged).await?;
    Ok(Done::Session(service::show(app, caller, id).await?.session))
}

/// Logs one set by its place; where one stands there, it is corrected.
pub(super) async fn put(
    exercise: &str,
    number: usize,
    text: &str,
    app: &App,
    caller: &Caller,
    profile: &Profile,
) -> Result<Done, Problem> {
    let (id, performance) = running(exercise, app, caller).await?;
    let next = performance.sets.len() + 1;
    let Some(place) = number.checked_sub(1).filter(|place| *place < next) else {
        return Err(Invalid::of(ErrorCode::InvalidSetTarget, "set", number, format!("1..{next}")).into());
    };
    let known = performance.sets.get(place);
    let place = known.map_or(place, |known| usize::try_from(known.index).unwrap_or(place));
    let typed = words::set(text, &performance, place, profile.units)?;
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
) -> Result<(SessionId, ExercisePerformance), Problem> {
    let id = find(&Which::default(), app, caller, is_running).await?;
    let session = service::show(app, caller, id).await?.session;
    Ok((id, words::exercise(&session, exercise)?.clone()))
}

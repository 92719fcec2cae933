//! What is new at Strava, once a day for everybody who is connected (L-37).

use domain::time::Instant;
use store::Overdue;

use super::{Done, Due, count};
use crate::{
    problem::{Problem, STRAVA_NOT_CONNECTED, STRAVA_PAUSED, STRAVA_RECONNECT},
    service::{
        app::{App, not_found},
        strava::sync,
    },
};

/// A day, but for the time that looking for it takes.
const SECONDS: i64 = 20 * 3600;

pub(super) fn overdue(now: Instant) -> Overdue {
    Overdue::Connections(now.minus_seconds(SECONDS))
}

/// Strava is asked before the transaction of the job begins; what it says is kept at once, and would be the same again.
pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let athlete = due.athlete.ok_or_else(|| not_found("athlete", "all"))?;
    let brought = match (&app.outside.strava, sync::bring(app, athlete).await) {
        // A server that has no Strava leaves it to those that have.
        (Err(_), _) => None,
        (Ok(_), Ok(brought)) => Some(brought),
        // The athlete is told by the connection itself, and tomorrow is another day.
        (Ok(_), Err(problem)) if is_told(&problem) => None,
        (Ok(_), Err(problem)) => return Err(problem),
    };
    let brought = brought.unwrap_or_default();
    let counts = [("activities_new", count(brought.new)), ("activities_changed", count(brought.changed))];
    Ok(Done::new(due.work(app).await?.tx, counts))
}

fn is_told(problem: &Problem) -> bool {
    [STRAVA_NOT_CONNECTED, STRAVA_PAUSED, STRAVA_RECONNECT].iter().any(|code| code.name == problem.code.name)
}

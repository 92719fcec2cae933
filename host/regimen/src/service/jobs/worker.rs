//! The loop of a server: look for what is due, run it, wait.

use std::time::Duration;

use domain::time::Instant;
use tokio::sync::watch;

use super::{run::run_due, schedule::schedule};
use crate::service::app::App;

/// How often it looks for what is due; P-23 asks for every hour.
const LOOK_SECONDS: i64 = 900;

/// How long it waits when there is nothing to do.
const TICK: Duration = Duration::from_secs(15);

/// Runs jobs until it is told to stop, or nobody is left to tell it; the job in hand is finished first.
///
/// A database that does not answer is asked again after a while: the queue forgets nothing.
pub async fn work(app: &App, mut stop: watch::Receiver<bool>) {
    let worker = app.uuid();
    let mut looked: Option<Instant> = None;
    while !*stop.borrow() {
        let now = app.now();
        let is_time = looked.is_none_or(|at| now.seconds_since(at) >= LOOK_SECONDS);
        if is_time && schedule(app).await.is_ok() {
            looked = Some(now);
            if let Some(capture) = app.planners.llm.as_ref().and_then(|llm| llm.capture.as_ref()) {
                capture.prune(now);
            }
        }
        if run_due(app, worker, 1).await.is_ok_and(|ran| !ran.is_empty()) {
            continue;
        }
        tokio::select! {
            told = stop.changed() => if told.is_err() { return },
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

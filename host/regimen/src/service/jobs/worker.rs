//! The loops of a server: look for what is due, run it, wait. What has to wait for somebody else's server has a loop of its
//! own, so that a slow model holds up no archive and no review.

use std::time::Duration;

use store::Names;
use tokio::sync::watch;

use super::{
    OUTWARD,
    run::run,
    schedule::{interval, look},
};
use crate::service::app::App;

/// How long it waits when there is nothing to do.
const TICK: Duration = Duration::from_secs(15);

/// Runs jobs until it is told to stop, or nobody is left to tell it; the job in hand is finished first.
///
/// A database that does not answer is asked again after a while: the queue forgets nothing.
pub async fn work(app: &App, stop: watch::Receiver<bool>) {
    tokio::join!(lane(app, Names::Without(OUTWARD), stop.clone()), lane(app, Names::Only(OUTWARD), stop));
}

/// Takes jobs of these names. Who takes most of them also sees to what is due.
async fn lane(app: &App, names: Names<'_>, mut stop: watch::Receiver<bool>) {
    let worker = app.uuid();
    let is_first = matches!(names, Names::Without(_));
    let mut looked = None;
    while !*stop.borrow() {
        let now = app.now();
        let is_time = is_first && looked != Some(interval(now));
        if is_time && look(app).await.is_ok() {
            looked = Some(interval(now));
            if let Some(capture) = app.planners.llm.as_ref().and_then(|llm| llm.capture.as_ref()) {
                capture.prune(now);
            }
        }
        if run(app, worker, 1, names).await.is_ok_and(|ran| !ran.is_empty()) {
            continue;
        }
        tokio::select! {
            told = stop.changed() => if told.is_err() { return },
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

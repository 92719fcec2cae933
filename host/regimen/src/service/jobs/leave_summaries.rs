//! SL-3: a summary that nobody leaves is left by the system, 12 hours after the session.

use domain::{
    session::SessionStatus,
    time::{Instant, add_days},
};
use store::Overdue;

use super::{Done, Due};
use crate::{problem::Problem, service::app::App};

/// SL-3: how long a summary stays open.
const OPEN_SECONDS: i64 = 12 * 3600;

pub(super) fn overdue(now: Instant) -> Overdue {
    Overdue::Summaries(now.minus_seconds(OPEN_SECONDS))
}

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let (athlete, by) = (work.id(), add_days(work.today(), 1));
    let mut left = 0;
    for id in work.tx.sessions_with_status(athlete, SessionStatus::Summary, by).await? {
        let mut row = work.session(id).await?;
        let finished = row.session.finished_at;
        if finished.is_some_and(|at| work.now.seconds_since(at) >= OPEN_SECONDS) {
            work.trace_id = app.trace();
            work.leave(&mut row).await?;
            left += 1;
        }
    }
    Ok(Done::new(work.tx, [("summaries", left)]))
}

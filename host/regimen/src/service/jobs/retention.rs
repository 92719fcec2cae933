//! What is removed when it is old: events of sessions and figures after 24 months, jobs after 30 days, answers after 48
//! hours, and who has left and not come back in a week (A-2, A-3, GL-5, AC-12).

use domain::time::{Instant, Zone};
use training::quality::archive::months_before;

use super::{Done, Due};
use crate::{
    problem::Problem,
    service::{app::App, athlete::delete_left},
};

/// calendar months.
const MONTHS: u32 = 24;

/// How long one can look up what a job did.
const JOB_DAYS: i64 = 30;

/// GL-5: how long a repeated request gets the same answer.
const ANSWER_HOURS: i64 = 48;

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut tx = app.store.write().await?;
    let now = app.now();
    let oldest = months_before(due.date, MONTHS);
    let start = Zone::UTC.start_of(oldest).unwrap_or(Instant::EPOCH);
    let counts = [
        ("people", delete_left(app, &mut tx).await?),
        ("session_events", tx.remove_session_events_before(start).await?),
        ("figures", tx.remove_metrics_before(oldest).await?),
        ("jobs", tx.remove_jobs_before(now.minus_seconds(JOB_DAYS * 86_400)).await?),
        ("credentials", tx.remove_ended_credentials(now).await?),
        ("answers", tx.remove_answers_before(now.minus_seconds(ANSWER_HOURS * 3600)).await?),
    ];
    Ok(Done::new(tx, counts))
}

//! What is removed when it is old: events of sessions and figures after 24 months, jobs after 30 days, answers after 48
//! hours, messages after 7 days and what was said in them after 30, and who has left and not come back in a week (A-2, A-3, GL-5, D-24, AC-12).

use domain::time::{Instant, Zone};
use store::{Shelf, Tx};
use training::quality::archive::months_before;

use super::{Done, Due};
use crate::{
    problem::Problem,
    service::{
        app::App,
        athlete::delete_left,
        dialog::{Context, context::TURN_DAYS},
    },
};

/// calendar months.
const MONTHS: u32 = 24;

/// How long one can look up what a job did.
const JOB_DAYS: i64 = 30;

/// GL-5: how long a repeated request gets the same answer.
const ANSWER_HOURS: i64 = 48;

/// D-3, D-24: how long a message that comes again gets the same answer.
const MESSAGE_DAYS: i64 = 7;

/// How many conversations are trimmed at once; the rest is done the next day.
const CONVERSATIONS: i64 = 1000;

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
        ("messages", tx.remove_dialog_answers_before(now.minus_seconds(MESSAGE_DAYS * 86_400)).await?),
        ("turns", trim_turns(&mut tx, now).await?),
        ("answers", tx.remove_answers_before(now.minus_seconds(ANSWER_HOURS * 3600)).await?),
    ];
    Ok(Done::new(tx, counts))
}

/// D-24: what was said is forgotten after thirty days.
async fn trim_turns(tx: &mut Tx, now: Instant) -> Result<u64, Problem> {
    let before = now.minus_seconds(TURN_DAYS * 86_400);
    let old = tx.old_dialogs::<Context>(before, CONVERSATIONS).await?;
    let mut count = 0;
    for (athlete, mut entry) in old {
        let turns = entry.value.turns.len();
        entry.value.trim(now);
        entry.revision += 1;
        count += turns - entry.value.turns.len();
        tx.put_entries(Shelf::DialogContext, athlete, &[entry]).await?;
    }
    Ok(u64::try_from(count).unwrap_or(0))
}

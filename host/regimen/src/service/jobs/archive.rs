//! P-23: old records go to the archive, then rolling sums and weeks are worked out anew and expired events removed
//! (P-24, P-44).

use domain::{progress::ProgressRecord, time::LocalDate};
use store::{ProgressRow, Records, RollingRow};
use training::quality::{
    QualityTuning,
    archive::{Rolling, events_kept_from, rolling, to_archive},
};

use super::{Done, Due, count};
use crate::{problem::Problem, service::app::App};

/// No transaction moves more records.
const MOST_ROWS: usize = 1000;

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let tuning = QualityTuning::default();
    let mut work = due.work(app).await?;
    let athlete = work.id();
    let live = work.tx.progress(athlete, Records::Live).await?;
    let records: Vec<ProgressRecord> = live.into_iter().map(|ProgressRow { record, .. }| record).collect();
    let moving = to_archive(&records, due.date, &tuning);
    // Where a worker stops in between, the next one finds fewer records to move.
    let mut chunks: Vec<_> = moving.chunks(MOST_ROWS).collect();
    let last = chunks.pop().unwrap_or_default();
    for chunk in chunks {
        work.tx.archive_progress(athlete, chunk, app.now()).await?;
        work.commit().await?;
        work = due.work(app).await?;
    }
    work.tx.archive_progress(athlete, last, app.now()).await?;
    let sums: Vec<_> =
        rolling(&records, due.date, &tuning).into_iter().map(|sum| row(sum, due.date)).collect();
    work.tx.replace_rolling(athlete, &sums).await?;
    let weeks = work.keep_muscle_weeks(due.date).await?;
    let kept_from = work.zone().start_of(events_kept_from(due.date, &tuning));
    let removed = match kept_from {
        Some(kept_from) => work.tx.remove_events_before(athlete, kept_from).await?,
        None => 0,
    };
    let counts = [
        ("archived", count(moving.len())),
        ("rolling", count(sums.len())),
        ("muscle_weeks", count(weeks)),
        ("events_removed", removed),
    ];
    Ok(Done::new(work.tx, counts))
}

fn row(sum: Rolling, to_date: LocalDate) -> RollingRow {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    RollingRow {
        exercise_key: sum.exercise_key,
        to_date,
        volume: (number(sum.volume), sum.records.into()),
        rpe: (number(sum.rpe), sum.rpe_records.into()),
    }
}

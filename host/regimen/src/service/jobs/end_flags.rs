//! Flags that end because nothing happened: fatigue after quiet days, pain that was tried out (P-31, P-52, P-53).

use domain::time::Instant;
use store::Overdue;
use training::flag::{self, FlagTuning};

use super::{Done, Due, count};
use crate::{problem::Problem, service::app::App};

pub(super) fn overdue(now: Instant) -> Overdue {
    let tuning = FlagTuning::default();
    Overdue::Flags(now.minus_seconds(86_400 * tuning.quiet_days.min(tuning.pain_days)))
}

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let before = work.active_flags().await?;
    work.update_flags(&flag::Event::Time).await?;
    let after = work.active_flags().await?;
    let ended = before.iter().filter(|flag| !after.iter().any(|other| other.id == flag.id)).count();
    Ok(Done::new(work.tx, [("flags", count(ended))]))
}

//! P-22, A-17: each Monday, the report of the week that is over.

use super::{Done, Due};
use crate::{
    problem::Problem,
    service::{app::App, report::IsoWeek},
};

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let is_new = work.keep_weekly(IsoWeek::of(due.date).plus(-1), false).await?;
    Ok(Done::new(work.tx, [("reports", u64::from(is_new))]))
}

//! P-22: each Monday the report of the week that is over, on the first of a month that of the last one.

use super::{Done, Due};
use crate::{
    problem::Problem,
    service::{
        app::App,
        report::{ReportKind, ReportPeriod},
    },
};

pub(super) async fn run(app: &App, due: &Due, kind: ReportKind) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let is_new = work.keep_report(ReportPeriod::of(kind, due.date).plus(-1), false).await?;
    Ok(Done::new(work.tx, [("reports", u64::from(is_new))]))
}

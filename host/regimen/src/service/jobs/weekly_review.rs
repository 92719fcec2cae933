//! P-45: each Monday, the exercises that went back three times in a row, kept for a person to look at.

use store::ReportRow;

use super::{Done, Due, count};
use crate::{
    problem::Problem,
    service::{app::App, review::REVIEW},
};

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let (athlete, rows) = (work.id(), work.review_rows().await?);
    let listed = count(rows.len());
    let report = ReportRow { period: due.date.to_string(), revision: 1, created_at: work.now, report: rows };
    work.tx.add_report(athlete, REVIEW, &report).await?;
    Ok(Done::new(work.tx, [("exercises", listed)]))
}

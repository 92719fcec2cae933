//! ML-2: a meal that nobody spoke of until the end of the next day counts as missed.

use domain::plan::PlanDomain;

use super::{Done, Due, count};
use crate::{problem::Problem, service::app::App};

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let is_planned =
        work.active_plan(PlanDomain::Nutrition).await?.is_some() && work.profile().nutrition.is_some();
    let missed = if is_planned { work.mark_missed().await? } else { 0 };
    Ok(Done::new(work.tx, [("missed", count(missed))]))
}

//! What ends by itself in plans: proposals that nobody answers, old overrides, conflicts that nobody settles (PR-10,
//! OV-1, CF-6).

use domain::{
    meal_plan::PlannedMeal,
    plan::{PlanDomain, PlanItem},
    time::Instant,
};
use plan::{chain::Facts, expiry};
use store::Overdue;

use super::{Done, Due, count};
use crate::{
    problem::Problem,
    service::{
        app::{App, Work},
        ledger::{Span, TUNING, world},
    },
};

pub(super) fn overdue(now: Instant) -> Overdue {
    let days = TUNING.override_guard_days.min(TUNING.conflict_ttl_days);
    Overdue::Offers(now, now.minus_seconds(86_400 * i64::from(days)))
}

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let training = of_training(&mut work).await?;
    let meals = of_meals(&mut work).await?;
    let [proposals, overrides, conflicts] = [0, 1, 2].map(|kind| training[kind] + meals[kind]);
    let counts = [("proposals", proposals), ("overrides", overrides), ("conflicts", conflicts)];
    Ok(Done::new(work.tx, counts))
}

async fn of_training(work: &mut Work<'_>) -> Result<[u64; 3], Problem> {
    let Some(plan) = work.active_plan(PlanDomain::Training).await? else { return Ok([0; 3]) };
    let chain = work.chain::<PlanItem>(plan, Span::Recent("")).await?;
    let (flags, catalog) = (work.flags().await?, work.catalog().await?);
    let facts = work.facts(chain.effective(), &flags, &catalog);
    let landing = expiry::expire(&chain, &work.moment(), world(&facts))?;
    work.land(&landing).await?;
    Ok([landing.proposals.len(), landing.overrides.len(), landing.conflicts.len()].map(count))
}

async fn of_meals(work: &mut Work<'_>) -> Result<[u64; 3], Problem> {
    let Some(plan) = work.active_plan(PlanDomain::Nutrition).await? else { return Ok([0; 3]) };
    let chain = work.chain::<PlannedMeal>(plan, Span::Recent("")).await?;
    let facts = Facts::new();
    let landing = expiry::expire(&chain, &work.moment(), world(&facts))?;
    work.land(&landing).await?;
    Ok([landing.proposals.len(), landing.overrides.len(), landing.conflicts.len()].map(count))
}

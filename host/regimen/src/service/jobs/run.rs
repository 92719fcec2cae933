//! Taking jobs from the queue: a lease while one runs, back-off when it fails, and a list of those that failed too often.

use std::{convert::Infallible, time::Duration};

use domain::{id::Id, person::Athlete};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Claim, JobRow, Names};
use uuid::Uuid;

use super::{Counts, Done, Due, Job, find, schedule::ask};
use crate::{
    problem::Problem,
    service::{app::App, profile::Profile},
};

/// For how long a job is its worker's without a sign of life.
const LEASE_SECONDS: i64 = 90;

/// How often a worker gives one.
const BEAT: Duration = Duration::from_secs(20);

/// A job that failed so often is dead, until a person lets it begin anew.
pub const MOST_ATTEMPTS: i64 = 10;

/// The first pause after a failure, and the longest.
const PAUSE_SECONDS: (i64, i64) = (60, 6 * 3600);

/// One run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ran {
    /// The id of the job.
    pub id: Uuid,
    /// What was to be done.
    pub name: String,
    /// For whom; absent for the installation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub athlete: Option<Id<Athlete>>,
    /// For which day, hour or occasion.
    pub period: String,
    /// What it did.
    pub counts: Counts,
    /// Why it did nothing: it failed and is tried again, or is another worker's by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Runs jobs that are due, one after another, at most so many.
pub async fn run_due(app: &App, worker: Uuid, limit: usize) -> Result<Vec<Ran>, Problem> {
    run(app, worker, limit, Names::All).await
}

/// Runs a job now, for everybody whom it is for, whether it is due or not.
pub async fn run_now(app: &App, name: &str) -> Result<Vec<Ran>, Problem> {
    let job = find(name)?;
    ask(app, job).await?;
    run(app, app.uuid(), usize::MAX, Names::Only(&[job.name])).await
}

pub(super) async fn run(
    app: &App,
    worker: Uuid,
    limit: usize,
    names: Names<'_>,
) -> Result<Vec<Ran>, Problem> {
    let mut ran = Vec::new();
    while ran.len() < limit {
        let Some(row) = claim(app, worker, names).await? else { break };
        ran.push(one(app, worker, row).await?);
    }
    Ok(ran)
}

async fn claim(app: &App, worker: Uuid, names: Names<'_>) -> Result<Option<JobRow>, Problem> {
    let now = app.now();
    let lease_until = now.plus_seconds(LEASE_SECONDS);
    let mut tx = app.store.write().await?;
    let claim = Claim { worker, now, lease_until, most_attempts: MOST_ATTEMPTS, names };
    let row = tx.claim_job(&claim).await?;
    tx.commit().await?;
    Ok(row)
}

/// Runs a job that was taken, and says in the queue what became of it.
async fn one(app: &App, worker: Uuid, row: JobRow) -> Result<Ran, Problem> {
    let ran = |counts, error| Ran {
        id: row.id,
        name: row.name.clone(),
        athlete: row.athlete,
        period: row.period.clone(),
        counts,
        error,
    };
    if is_orphan(app, &row).await? {
        return Ok(ran(Counts::new(), None));
    }
    let done = match find(&row.name) {
        Ok(job) => finish(app, worker, &row, job).await,
        Err(unknown) => Err(unknown),
    };
    let problem = match done {
        Ok(counts) => return Ok(ran(counts, None)),
        Err(problem) => problem,
    };
    let error: String = problem.to_string().chars().take(500).collect();
    let again = (row.attempts < MOST_ATTEMPTS).then(|| app.now().plus_seconds(pause(row.attempts)));
    let mut tx = app.store.write().await?;
    app.counted.failed(&row.name);
    tx.fail_job(row.id, worker, again, &error).await?;
    tx.commit().await?;
    Ok(ran(Counts::new(), Some(error)))
}

/// Does the job. Its writes and the mark that it is done are one transaction, which is dropped if the job is another
/// worker's by now.
async fn finish(app: &App, worker: Uuid, row: &JobRow, job: &Job) -> Result<Counts, Problem> {
    let due = Due::of(row, app.now());
    let Done { mut tx, counts } = kept(app, worker, row.id, (job.run)(app, &due)).await?;
    let report = serde_json::to_value(&counts).unwrap_or_default();
    if !tx.finish_job(row.id, worker, app.now(), report).await? {
        return Ok(Counts::new());
    }
    tx.commit().await?;
    Ok(counts)
}

/// A job for somebody who is gone goes with them.
async fn is_orphan(app: &App, row: &JobRow) -> Result<bool, Problem> {
    let Some(athlete) = row.athlete else { return Ok(false) };
    if app.store.read().await?.athlete::<Profile>(athlete).await?.is_some() {
        return Ok(false);
    }
    let mut tx = app.store.write().await?;
    tx.remove_job(row.id).await?;
    tx.commit().await?;
    Ok(true)
}

/// Does something while the lease of a job is kept.
async fn kept<T>(app: &App, worker: Uuid, id: Uuid, doing: impl Future<Output = T>) -> T {
    tokio::select! {
        done = doing => done,
        never = beat(app, worker, id) => match never {},
    }
}

/// Gives a sign of life again and again. One that cannot be given is no reason to stop: who lost the lease finds out in
/// the end.
async fn beat(app: &App, worker: Uuid, id: Uuid) -> Infallible {
    loop {
        tokio::time::sleep(BEAT).await;
        let Ok(mut tx) = app.store.write().await else { continue };
        let until = app.now().plus_seconds(LEASE_SECONDS);
        if tx.extend_lease(id, worker, until).await.is_ok() {
            let _ = tx.commit().await;
        }
    }
}

/// How many seconds a job waits after so many attempts: twice as long each time.
fn pause(attempts: i64) -> i64 {
    let (first, longest) = PAUSE_SECONDS;
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(20);
    (first << doublings).min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pause_is_twice_as_long_up_to_six_hours() {
        assert_eq!([1, 2, 3, 8, 9, 10, 1000].map(pause), [60, 120, 240, 7680, 15_360, 21_600, 21_600]);
    }
}

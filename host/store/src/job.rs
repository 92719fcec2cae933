//! Jobs: work that is done once, whoever does it, and what became of it.
//!
//! A job is added under a unique key, in the transaction that finds it due. A worker takes it under a lease; whoever
//! holds the lease may say that it is done or failed. A lease that ended is anybody's. Jobs are the installation's, not
//! an athlete's.

use domain::{
    id::Id,
    person::Athlete,
    session::SessionId,
    time::{Instant, LocalDate},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{FromRow, types::Json};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Cell, Table, document, instant, value},
    tx::{Tx, on, run},
};

const JOBS: Table = Table {
    name: "jobs",
    key: 1,
    columns: &["unique_key", "id", "name", "athlete_id", "period", "due_at", "state", "attempts", "body"],
};

/// What a job is for; two of the same are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: Uuid,
    /// What is to be done.
    pub name: String,
    /// For whom; absent for the installation.
    pub athlete: Option<Id<Athlete>>,
    /// For which day, hour or occasion.
    pub period: String,
    /// Not before.
    pub due_at: Instant,
}

impl NewJob {
    /// One job for one name, athlete and period.
    fn unique_key(&self) -> String {
        let whose = self.athlete.map_or_else(|| "all".to_owned(), |athlete| athlete.to_string());
        format!("{}/{whose}/{}", self.name, self.period)
    }
}

/// A job as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRow {
    /// Its id.
    pub id: Uuid,
    /// What is to be done.
    pub name: String,
    /// For whom; absent for the installation.
    pub athlete: Option<Id<Athlete>>,
    /// For which day, hour or occasion.
    pub period: String,
    /// Not before; later after each failure.
    pub due_at: Instant,
    /// `waiting`, `running`, `done` or `dead`.
    pub state: String,
    /// How often it was taken.
    pub attempts: i64,
    /// When it was done.
    pub finished_at: Option<Instant>,
    /// What it did, or why it failed.
    pub notes: JobNotes,
}

/// What a job did, or why it failed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobNotes {
    /// What it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Value>,
    /// Why it failed the last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How the jobs of one name stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, FromRow)]
pub struct JobTally {
    /// The name.
    pub name: String,
    /// How many wait.
    pub waiting: i64,
    /// How many run.
    pub running: i64,
    /// How many failed too often.
    pub dead: i64,
    /// When one was done last, in milliseconds.
    pub last_success: Option<i64>,
}

/// Who takes jobs, when, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Who.
    pub worker: Uuid,
    /// When.
    pub now: Instant,
    /// Until when nobody else takes them.
    pub lease_until: Instant,
    /// A job that was taken so often and never ended is dead.
    pub most_attempts: i64,
    /// Which.
    pub names: Names<'a>,
}

/// Which jobs a worker takes, by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names<'a> {
    /// Any.
    All,
    /// These alone.
    Only(&'a [&'a str]),
    /// All but these.
    Without(&'a [&'a str]),
}

impl Names<'_> {
    /// The names between bars, nothing for any, and whether a name has to be among them.
    fn asked(self) -> (String, bool) {
        match self {
            Self::All => (String::new(), true),
            Self::Only(names) => (format!("|{}|", names.join("|")), true),
            Self::Without(names) => (format!("|{}|", names.join("|")), false),
        }
    }
}

/// What the program has to end for athletes some day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overdue {
    /// Summaries of sessions that were finished by then (SL-3).
    Summaries(Instant),
    /// Sessions to come of this day or earlier (P-16).
    Sessions(LocalDate),
    /// Proposals that end by the first instant; overrides and conflicts of the second or earlier (PR-10, OV-1, CF-6).
    Offers(Instant, Instant),
    /// Flags that have been in force since then or longer (P-31, P-52).
    Flags(Instant),
    /// Connections by which nothing came since then (L-37).
    Connections(Instant),
}

#[derive(FromRow)]
struct Columns {
    id: Uuid,
    name: String,
    athlete_id: Option<Uuid>,
    period: String,
    due_at: i64,
    state: String,
    attempts: i64,
    finished_at: Option<i64>,
    body: Body,
}

fn job(row: Columns) -> Result<JobRow, StoreError> {
    Ok(JobRow {
        id: row.id,
        name: row.name,
        athlete: row.athlete_id.map(Id::from_uuid),
        period: row.period,
        due_at: instant(row.due_at),
        state: row.state,
        attempts: row.attempts,
        finished_at: row.finished_at.map(instant),
        notes: value(JOBS.name, &row.body.0)?,
    })
}

impl Tx {
    /// Adds jobs that wait; those that are there already, done or not, stay. Says how many are new.
    pub async fn enqueue(&mut self, jobs: &[NewJob]) -> Result<u64, StoreError> {
        let row = |job: &NewJob| {
            let ids: [Cell; 4] = [
                job.unique_key().as_str().into(),
                job.id.into(),
                job.name.as_str().into(),
                job.athlete.into(),
            ];
            let rest = [job.period.as_str().into(), job.due_at.into(), "waiting".into(), 0_i64.into()];
            Ok(ids.into_iter().chain(rest).chain([document(&JOBS, &JobNotes::default())?]).collect())
        };
        let rows = jobs.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add_new(&JOBS, rows).await
    }

    /// Adds a job that was done already, by somebody else than a worker; says whether it is new.
    pub async fn note_job(&mut self, job: &NewJob, report: Value) -> Result<bool, StoreError> {
        const SQL: &str = "update jobs set state = 'done', finished_at = $1, body = $2 where id = $3";
        self.enqueue(std::slice::from_ref(job)).await?;
        let notes = Json(JobNotes { report: Some(report), error: None });
        Ok(run!(self, sqlx::query(SQL).bind(job.due_at.millis()).bind(notes).bind(job.id))? > 0)
    }

    /// The newest jobs of a name that were done.
    pub async fn jobs_done(&mut self, name: &str, most: u32) -> Result<Vec<JobRow>, StoreError> {
        const SQL: &str = "select id, name, athlete_id, period, due_at, state, attempts, finished_at, body
                           from jobs where name = $1 and state = 'done' order by finished_at desc, id limit $2";
        let rows: Vec<Columns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(name.to_owned()).bind(i64::from(most)).fetch_all(conn))?;
        rows.into_iter().map(job).collect()
    }

    /// Takes the job that has been due for the longest time; nobody else gets it while the lease lasts.
    pub async fn claim_job(&mut self, claim: &Claim<'_>) -> Result<Option<JobRow>, StoreError> {
        self.bury(claim).await?;
        let row = self.claim_one(claim).await?;
        row.map(job).transpose()
    }

    /// A job that ended no run of so many, not even by a failure, takes its worker with it.
    async fn bury(&mut self, claim: &Claim<'_>) -> Result<(), StoreError> {
        const SQL: &str = "update jobs set state = 'dead', worker = null, lease_until = null
                           where state = 'running' and lease_until <= $1 and attempts >= $2";
        run!(self, sqlx::query(SQL).bind(claim.now.millis()).bind(claim.most_attempts))?;
        Ok(())
    }

    /// Keeps a job for longer; says whether it is still the worker's.
    pub async fn extend_lease(&mut self, id: Uuid, worker: Uuid, until: Instant) -> Result<bool, StoreError> {
        const SQL: &str =
            "update jobs set lease_until = $1 where id = $2 and worker = $3 and state = 'running'";
        Ok(run!(self, sqlx::query(SQL).bind(until.millis()).bind(id).bind(worker))? > 0)
    }

    /// Says that a job is done, in the transaction of what it did; false if it is another worker's by now.
    pub async fn finish_job(
        &mut self,
        id: Uuid,
        worker: Uuid,
        at: Instant,
        report: Value,
    ) -> Result<bool, StoreError> {
        const SQL: &str =
            "update jobs set state = 'done', finished_at = $1, worker = null, lease_until = null,
                           body = $2 where id = $3 and worker = $4 and state = 'running'";
        let notes = Json(JobNotes { report: Some(report), error: None });
        let done = run!(self, sqlx::query(SQL).bind(at.millis()).bind(notes).bind(id).bind(worker))?;
        Ok(done > 0)
    }

    /// Says that a job failed: it waits until `again`, or is dead without one.
    pub async fn fail_job(
        &mut self,
        id: Uuid,
        worker: Uuid,
        again: Option<Instant>,
        error: &str,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update jobs set state = $1, due_at = coalesce($2, due_at), worker = null,
                           lease_until = null, body = $3 where id = $4 and worker = $5 and state = 'running'";
        let state = if again.is_some() { "waiting" } else { "dead" };
        let notes = Json(JobNotes { report: None, error: Some(error.to_owned()) });
        let failed = run!(
            self,
            sqlx::query(SQL).bind(state).bind(again.map(Instant::millis)).bind(notes).bind(id).bind(worker)
        )?;
        Ok(failed > 0)
    }

    /// Lets a dead job begin anew; says whether there was one.
    pub async fn retry_job(&mut self, id: Uuid, now: Instant) -> Result<bool, StoreError> {
        const SQL: &str =
            "update jobs set state = 'waiting', attempts = 0, due_at = $1 where id = $2 and state = 'dead'";
        Ok(run!(self, sqlx::query(SQL).bind(now.millis()).bind(id))? > 0)
    }

    /// Removes a job, for somebody who is gone.
    pub async fn remove_job(&mut self, id: Uuid) -> Result<(), StoreError> {
        run!(self, sqlx::query("delete from jobs where id = $1").bind(id))?;
        Ok(())
    }

    /// How the jobs stand, by name.
    pub async fn job_tallies(&mut self) -> Result<Vec<JobTally>, StoreError> {
        const SQL: &str = "select name, sum(case when state = 'waiting' then 1 else 0 end) as waiting,
                sum(case when state = 'running' then 1 else 0 end) as running,
                sum(case when state = 'dead' then 1 else 0 end) as dead, max(finished_at) as last_success
             from jobs group by name order by name";
        Ok(on!(self, conn => sqlx::query_as(SQL).fetch_all(conn))?)
    }

    /// The jobs that failed too often, oldest first.
    pub async fn dead_jobs(&mut self) -> Result<Vec<JobRow>, StoreError> {
        const SQL: &str = "select id, name, athlete_id, period, due_at, state, attempts, finished_at, body
                           from jobs where state = 'dead' order by due_at, id";
        let rows: Vec<Columns> = on!(self, conn => sqlx::query_as(SQL).fetch_all(conn))?;
        rows.into_iter().map(job).collect()
    }

    /// Whether a job of this name waits or runs for an athlete.
    pub async fn has_open_job(&mut self, name: &str, athlete: Id<Athlete>) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from jobs
                           where athlete_id = $1 and name = $2 and state in ('waiting', 'running')";
        let open: i64 = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(name.to_owned()).fetch_one(conn))?;
        Ok(open > 0)
    }

    /// Removes jobs that were done before an instant; says how many.
    pub async fn remove_jobs_before(&mut self, before: Instant) -> Result<u64, StoreError> {
        const SQL: &str = "delete from jobs where state = 'done' and finished_at < $1";
        Ok(run!(self, sqlx::query(SQL).bind(before.millis()))?)
    }

    /// Removes answers that were given before an instant; says how many (GL-5).
    pub async fn remove_answers_before(&mut self, before: Instant) -> Result<u64, StoreError> {
        Ok(run!(self, sqlx::query("delete from answers where at < $1").bind(before.millis()))?)
    }

    /// The athletes for whom something is overdue, by id: for the scheduler, which looks at everybody.
    pub async fn athletes_overdue(&mut self, what: Overdue) -> Result<Vec<Id<Athlete>>, StoreError> {
        const SUMMARIES: &str = "select distinct athlete_id from training_sessions
                                 where status = 'summary' and finished_at <= $1 order by athlete_id";
        const SESSIONS: &str = "select distinct athlete_id from training_sessions
                                where status = 'planned' and local_date <= $1 order by athlete_id";
        const OFFERS: &str = "select athlete_id from proposals
                 where state in ('pending', 'deferred') and body ->> 'expires_at' <= $1
             union select athlete_id from overrides
                 where status = 'active' and (from_at <= $2 or body ->> 'until' <= $1)
             union select athlete_id from plan_version_conflicts
                 where status = 'pending_confirmation' and local_date <= $3
             order by athlete_id";
        const FLAGS: &str = "select distinct athlete_id from flags
                             where until_at is null and from_at <= $1 order by athlete_id";
        const CONNECTIONS: &str = "select distinct athlete_id from connections
                                   where state = 'connected' and (synced_at is null or synced_at <= $1)
                                   order by athlete_id";
        let ids: Vec<Uuid> = match what {
            Overdue::Summaries(by) => {
                on!(self, conn => sqlx::query_scalar(SUMMARIES).bind(by.millis()).fetch_all(conn))?
            }
            Overdue::Sessions(date) => {
                on!(self, conn => sqlx::query_scalar(SESSIONS).bind(date.to_string()).fetch_all(conn))?
            }
            Overdue::Offers(now, by) => {
                let date = by.local_date(&domain::time::Zone::UTC);
                on!(self, conn => sqlx::query_scalar(OFFERS)
                    .bind(now.to_string()).bind(by.millis()).bind(date.to_string()).fetch_all(conn))?
            }
            Overdue::Flags(since) => {
                on!(self, conn => sqlx::query_scalar(FLAGS).bind(since.millis()).fetch_all(conn))?
            }
            Overdue::Connections(by) => {
                on!(self, conn => sqlx::query_scalar(CONNECTIONS).bind(by.millis()).fetch_all(conn))?
            }
        };
        Ok(ids.into_iter().map(Id::from_uuid).collect())
    }

    /// The sessions of an athlete with a status, of this day or earlier, oldest first.
    pub async fn sessions_with_status(
        &mut self,
        athlete: Id<Athlete>,
        status: domain::session::SessionStatus,
        by: LocalDate,
    ) -> Result<Vec<SessionId>, StoreError> {
        const SQL: &str = "select id from training_sessions
                           where athlete_id = $1 and status = $2 and local_date <= $3 order by local_date, id";
        let ids: Vec<Uuid> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(status.as_str()).bind(by.to_string()).fetch_all(conn))?;
        Ok(ids.into_iter().map(Id::from_uuid).collect())
    }

    async fn claim_one(&mut self, claim: &Claim<'_>) -> Result<Option<Columns>, StoreError> {
        const SQLITE: &str =
            "update jobs set state = 'running', worker = $1, lease_until = $2, attempts = attempts + 1
             where id = (select id from jobs
                         where (state = 'waiting' and due_at <= $3 or state = 'running' and lease_until <= $3)
                           and ($4 = '' or ($4 like '%|' || name || '|%') = $5)
                         order by due_at, id limit 1)
             returning id, name, athlete_id, period, due_at, state, attempts, finished_at, body";
        // Others take other jobs meanwhile, and wait for none.
        const POSTGRES: &str =
            "update jobs set state = 'running', worker = $1, lease_until = $2, attempts = attempts + 1
             where id = (select id from jobs
                         where (state = 'waiting' and due_at <= $3 or state = 'running' and lease_until <= $3)
                           and ($4 = '' or ($4 like '%|' || name || '|%') = $5)
                         order by due_at, id limit 1 for update skip locked)
             returning id, name, athlete_id, period, due_at, state, attempts, finished_at, body";
        let (lease, now) = (claim.lease_until.millis(), claim.now.millis());
        let (names, among) = claim.names.asked();
        Ok(match self {
            Self::Sqlite(tx) => {
                let query =
                    sqlx::query_as(SQLITE).bind(claim.worker).bind(lease).bind(now).bind(names).bind(among);
                query.fetch_optional(&mut **tx).await?
            }
            Self::Postgres(tx) => {
                let query =
                    sqlx::query_as(POSTGRES).bind(claim.worker).bind(lease).bind(now).bind(names).bind(among);
                query.fetch_optional(&mut **tx).await?
            }
        })
    }
}

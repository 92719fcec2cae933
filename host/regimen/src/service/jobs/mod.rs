//! What the program does by itself, at its time and once: archive, expiry, missed sessions, activities,
//! figures, alerts, reviews.
//!
//! [`schedule`] finds what is due and puts it in the queue, [`run`] takes jobs from it, [`worker`] does both for as long
//! as a server runs. The queue is in the database, so several servers share it. A job hands back its transaction
//! unfinished: what it wrote and the mark that it is done become lasting together, or not at all. That is why no run is
//! lost or doubled, wherever a worker stops.
//!
//! A new job is a file with a `run`, and a row in [`JOBS`].

mod alerts;
mod archive;
mod end_flags;
mod expire;
mod leave_summaries;
mod metrics;
pub(super) mod metrics_all;
mod miss_model;
mod missed_meals;
mod model_outcomes;
mod model_suggestions;
mod reports;
mod retention;
pub mod run;
pub mod schedule;
mod skip_missed;
mod sync_activities;
mod weekly_review;
pub mod worker;

use std::{collections::BTreeMap, pin::Pin};

use domain::{
    id::Id,
    person::Athlete,
    session::SessionId,
    spec::SpecId,
    time::{Instant, LocalDate, Zone},
};
use jiff::civil::Weekday;
use schemars::JsonSchema;
use serde::Serialize;
pub use store::JobTally;
use store::{JobRow, NewJob, Tx};
use training::quality::QualityTuning;
use uuid::Uuid;

use self::schedule::{Every, When};
use super::{
    app::{App, Work, not_found},
    report::{READY_HOUR, ReportKind},
};
use crate::problem::{Problem, UNKNOWN_JOB};

/// Everything that the program does by itself.
pub const JOBS: &[Job] = &[
    Job {
        name: ARCHIVE,
        spec: SpecId::new("P-23"),
        when: When::Weekly(Weekday::Sunday, 23),
        run: |app, due| Box::pin(archive::run(app, due)),
    },
    Job {
        name: "expire",
        spec: SpecId::new("PR-10"),
        when: When::Overdue(Every::Hour, expire::overdue),
        run: |app, due| Box::pin(expire::run(app, due)),
    },
    Job {
        name: "end_flags",
        spec: SpecId::new("P-53"),
        when: When::Overdue(Every::Day, end_flags::overdue),
        run: |app, due| Box::pin(end_flags::run(app, due)),
    },
    Job {
        name: "leave_summaries",
        spec: SpecId::new("SL-3"),
        when: When::Overdue(Every::Hour, leave_summaries::overdue),
        run: |app, due| Box::pin(leave_summaries::run(app, due)),
    },
    Job {
        name: "skip_missed",
        spec: SpecId::new("P-16"),
        when: When::Overdue(Every::Hour, skip_missed::overdue),
        run: |app, due| Box::pin(skip_missed::run(app, due)),
    },
    Job {
        name: ACTIVITIES,
        spec: SpecId::new("L-37"),
        when: When::Overdue(Every::Day, sync_activities::overdue),
        run: |app, due| Box::pin(sync_activities::run(app, due)),
    },
    Job {
        name: "missed_meals",
        spec: SpecId::new("ML-2"),
        when: When::Daily(2),
        run: |app, due| Box::pin(missed_meals::run(app, due)),
    },
    Job {
        name: "metrics_daily",
        spec: SpecId::new("A-2"),
        when: When::Daily(3),
        run: |app, due| Box::pin(metrics::run(app, due)),
    },
    Job {
        name: ALERTS,
        spec: SpecId::new("P-43"),
        when: When::Asked,
        run: |app, due| Box::pin(alerts::run(app, due)),
    },
    Job {
        name: SUGGESTIONS,
        spec: SpecId::new("AI-1"),
        when: When::Asked,
        run: |app, due| Box::pin(model_suggestions::run(app, due)),
    },
    Job {
        name: OUTCOMES,
        spec: SpecId::new("OU-9"),
        when: When::Asked,
        run: |app, due| Box::pin(model_outcomes::run(app, due)),
    },
    Job {
        name: "metrics_all",
        spec: SpecId::new("A-2"),
        when: When::Installation { hour: 3, minute: 30 },
        run: |app, due| Box::pin(metrics_all::run(app, due)),
    },
    Job {
        name: "miss_model",
        spec: SpecId::new("P-48"),
        // In the last zone the archive of Sunday (P-23) is due on Monday at 11:00.
        when: When::InstallationWeekly(Weekday::Monday, 12),
        run: |app, due| Box::pin(miss_model::run(app, due)),
    },
    Job {
        name: "weekly_review",
        spec: SpecId::new("P-45"),
        when: When::Weekly(Weekday::Monday, 6),
        run: |app, due| Box::pin(weekly_review::run(app, due)),
    },
    Job {
        name: "weekly_report",
        spec: SpecId::new("A-17"),
        when: When::Weekly(Weekday::Monday, READY_HOUR),
        run: |app, due| Box::pin(reports::run(app, due, ReportKind::Weekly)),
    },
    Job {
        name: "monthly_report",
        spec: SpecId::new("A-18"),
        when: When::Monthly(READY_HOUR),
        run: |app, due| Box::pin(reports::run(app, due, ReportKind::Monthly)),
    },
    Job {
        name: "retention",
        spec: SpecId::new("A-3"),
        when: When::Installation { hour: 4, minute: 0 },
        run: |app, due| Box::pin(retention::run(app, due)),
    },
];

pub(crate) const ARCHIVE: &str = "archive_progress";
const ALERTS: &str = "alerts";
const SUGGESTIONS: &str = "model_suggestions";
const OUTCOMES: &str = "model_outcomes";
const ACTIVITIES: &str = "sync_activities";

/// Jobs that wait for somebody else's server; no other job waits for them.
const OUTWARD: &[&str] = &[SUGGESTIONS, OUTCOMES, ACTIVITIES];

/// Something that the program does by itself.
#[derive(Debug)]
pub struct Job {
    /// Its name in the queue and on the command line.
    pub name: &'static str,
    /// The rule that asks for it.
    pub spec: SpecId,
    /// When it is due.
    pub when: When,
    run: for<'a> fn(&'a App, &'a Due) -> Running<'a>,
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Done, Problem>> + Send + 'a>>;

/// What one run is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// For whom; absent for the installation.
    pub athlete: Option<Id<Athlete>>,
    /// The athlete's day on which it was due, however late it runs; the day in UTC for the installation.
    pub date: LocalDate,
    /// What else its period says: the session of what is asked for by a report.
    pub occasion: String,
}

impl Due {
    fn of(row: &JobRow, now: Instant) -> Self {
        // Every period begins with its day.
        let date = row.period.get(..10).and_then(|date| date.parse().ok());
        let occasion = row.period.get(10..).unwrap_or_default().trim().to_owned();
        Self { athlete: row.athlete, date: date.unwrap_or_else(|| now.local_date(&Zone::UTC)), occasion }
    }

    /// Begins the transaction of a job for one athlete.
    async fn work<'a>(&self, app: &'a App) -> Result<Work<'a>, Problem> {
        let athlete = self.athlete.ok_or_else(|| not_found("athlete", "all"))?;
        app.work(athlete).await
    }
}

/// What a job did, and the transaction in which it did it: whoever runs the job commits it with the mark that it is done.
#[derive(Debug)]
pub struct Done {
    tx: Tx,
    counts: Counts,
}

impl Done {
    fn new<const N: usize>(tx: Tx, counts: [(&'static str, u64); N]) -> Self {
        Self { tx, counts: counts.into_iter().filter(|(_, count)| *count > 0).collect() }
    }
}

/// How much a job did, by what; nothing is left out.
pub type Counts = BTreeMap<&'static str, u64>;

/// A count of things.
fn count(things: usize) -> u64 {
    u64::try_from(things).unwrap_or(u64::MAX)
}

/// How the jobs of one name stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "JobStanding")]
pub struct Standing {
    /// The name.
    pub name: &'static str,
    /// The rule that asks for it.
    pub spec: SpecId,
    /// When it is due next for anybody; absent for what happens when something is overdue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Instant>,
    /// When it was done last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_success: Option<Instant>,
    /// How many wait.
    pub waiting: i64,
    /// How many run.
    pub running: i64,
    /// How many failed too often.
    pub dead: i64,
}

/// How all jobs stand, and those that failed too often.
pub async fn list(app: &App) -> Result<(Vec<Standing>, Vec<JobRow>), Problem> {
    let zones = schedule::zones(app).await?;
    let mut tx = app.store.read().await?;
    let tallies = tx.job_tallies().await?;
    let standing = |job: &Job| {
        let tally = tallies.iter().find(|tally| tally.name == job.name);
        let JobTally { waiting, running, dead, last_success, .. } = tally.cloned().unwrap_or_default();
        let next = zones.iter().filter_map(|zone| job.when.next(zone, app.now())).min();
        let last_success = last_success.and_then(Instant::from_millis);
        Standing { name: job.name, spec: job.spec, next, last_success, waiting, running, dead }
    };
    Ok((JOBS.iter().map(standing).collect(), tx.dead_jobs().await?))
}

/// How the jobs stand, by name.
pub async fn tallies(app: &App) -> Result<Vec<store::JobTally>, Problem> {
    Ok(app.store.read().await?.job_tallies().await?)
}

/// Lets a job that failed too often begin anew.
pub async fn retry(app: &App, id: Uuid) -> Result<(), Problem> {
    let mut tx = app.store.write().await?;
    if !tx.retry_job(id, app.now()).await? {
        return Err(not_found("job", id));
    }
    Ok(tx.commit().await?)
}

/// The job with this name.
pub fn find(name: &str) -> Result<&'static Job, Problem> {
    let known = JOBS.iter().map(|job| job.name);
    let problem = || {
        let nearest = domain::vocabulary::nearest(name, known.clone());
        Problem::new(UNKNOWN_JOB)
            .fact("found", name)
            .fact("allowed", known.clone().collect::<Vec<_>>())
            .maybe_fact("nearest", nearest)
    };
    JOBS.iter().find(|job| job.name == name).ok_or_else(problem)
}

/// P-24: after a report, too many records send for the archive at once, in the transaction of the report; says whether
/// they did, so that the athlete is told.
pub async fn after_report(work: &mut Work<'_>) -> Result<bool, Problem> {
    let (athlete, most) = (work.id(), QualityTuning::default().archive_rows);
    let kept = work.tx.progress_count(athlete).await?;
    let is_much = usize::try_from(kept).is_ok_and(|kept| kept > most);
    if !is_much || work.tx.has_open_job(ARCHIVE, athlete).await? {
        return Ok(false);
    }
    let job = work.job(ARCHIVE, format!("{} {}", work.today(), work.trace_id.as_str()));
    Ok(work.tx.enqueue(&[job]).await? > 0)
}

/// AI-1: after a report the model is asked by a job, in the transaction of the report, so that nobody waits for it and
/// nothing is forgotten; says whether it will be.
pub async fn ask_model(work: &mut Work<'_>, session: SessionId, run: u32) -> Result<bool, Problem> {
    if !work.app.planners.suggestions {
        return Ok(false);
    }
    let job = work.job(SUGGESTIONS, format!("{} {session} {run}", work.today()));
    Ok(work.tx.enqueue(&[job]).await? > 0)
}

/// OU-9: after a report with doubts a job asks the model for its opinion, in the transaction of the report.
pub async fn ask_opinion(work: &mut Work<'_>, session: SessionId, run: u32) -> Result<(), Problem> {
    let job = work.job(OUTCOMES, format!("{} {session} {run}", work.today()));
    work.tx.enqueue(&[job]).await?;
    Ok(())
}

impl Work<'_> {
    /// A job for this athlete, due now.
    fn job(&self, name: &str, period: String) -> NewJob {
        let (id, athlete) = (self.app.uuid(), Some(self.id()));
        NewJob { id, name: name.to_owned(), athlete, period, due_at: self.now }
    }
}

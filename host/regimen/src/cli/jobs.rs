//! `regimen jobs`: what the program does by itself, when, and what became of it.

use std::collections::BTreeMap;

use domain::time::Instant;
use serde_json::json;
use uuid::Uuid;

use super::{
    Ctx,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::jobs::{
        self, Standing,
        run::{Ran, run_due, run_now},
        schedule::schedule,
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen jobs                     see how each job stands
  regimen jobs run --due           do everything that is due
  regimen jobs run metrics_daily   do one thing now, for everybody
  regimen jobs retry ID            let a dead job begin anew

  A server does what is due by itself; without one, run `regimen jobs run --due`
  every hour.";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen jobs list
  regimen jobs list --json | jq '.dead[].error'";

const RUN_EXAMPLES: &str = "\
Examples:
  regimen jobs run --due
  regimen jobs run archive_progress
  regimen jobs run metrics_daily --json

  The exit status is 1 if a job failed; it is tried again by itself.";

const RETRY_EXAMPLES: &str = "\
Examples:
  regimen jobs retry 0198c0de-0000-7000-8000-000000000001";

const ARCHIVE_EXAMPLES: &str = "\
Examples:
  regimen jobs archive    the same as `regimen jobs run archive_progress`";

/// See and run what the program does by itself: archive, expiry, figures, alerts
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Show each job: when it is due next, when it was done last, what waits
    #[command(after_help = LIST_EXAMPLES)]
    List,
    /// Run a job now for everybody, or everything that is due
    #[command(after_help = RUN_EXAMPLES)]
    Run {
        /// Name of the job
        #[arg(value_name = "NAME", required_unless_present = "due")]
        name: Option<String>,
        /// Run what is due, and nothing else
        #[arg(long, conflicts_with = "name")]
        due: bool,
    },
    /// Let a job that failed too often begin anew
    #[command(after_help = RETRY_EXAMPLES)]
    Retry {
        /// Its id, as listed
        #[arg(value_name = "ID")]
        id: Uuid,
    },
    /// Move old records to the archive now
    #[command(after_help = ARCHIVE_EXAMPLES)]
    Archive,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let ran = match args.verb.as_ref().unwrap_or(&Verb::List) {
        Verb::List => return list(ctx),
        Verb::Retry { id } => {
            ctx.on_store(async |app| jobs::retry(app, *id).await)?;
            ctx.output.show(&json!({ "id": id, "state": "waiting" }), |lang| {
                paragraph(&Words::new(lang).text("jobs-retried"), 0)
            })?;
            return Ok(Exit::Done);
        }
        Verb::Archive => ctx.on_store(async |app| run_now(app, jobs::ARCHIVE).await)?,
        Verb::Run { name: Some(name), .. } => ctx.on_store(async |app| run_now(app, name).await)?,
        Verb::Run { name: None, .. } => ctx.on_store(async |app| {
            schedule(app).await?;
            run_due(app, app.uuid(), usize::MAX).await
        })?,
    };
    ctx.output.show(&ran, |lang| done(&ran, &Words::new(lang)))?;
    Ok(if ran.iter().any(|ran| ran.error.is_some()) { Exit::Failure } else { Exit::Done })
}

fn list(ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (jobs, dead) = ctx.on_store(async |app| jobs::list(app).await)?;
    let dead: Vec<_> = dead
        .into_iter()
        .map(|job| json!({ "id": job.id, "name": job.name, "period": job.period, "error": job.notes.error }))
        .collect();
    let page = json!({ "jobs": jobs, "dead": dead });
    ctx.output.show(&page, |lang| {
        let words = Words::new(lang);
        let mut text = standings(&jobs, &words);
        if !dead.is_empty() {
            text = [text, words.text("jobs-dead")].join("\n") + "\n";
        }
        for job in &dead {
            let word = |name: &str| job[name].as_str().unwrap_or_default().to_owned();
            text += &paragraph(&format!("{} {} {}", word("id"), word("name"), word("period")), 2);
            text += &paragraph(&word("error"), 4);
        }
        text
    })?;
    Ok(Exit::Done)
}

fn standings(jobs: &[Standing], words: &Words) -> String {
    let right = Column::Right;
    let mut table = Table::new([Column::Left, Column::Left, Column::Left, right, right, right]);
    table.row(words.texts([
        "jobs-column-name",
        "jobs-column-next",
        "jobs-column-last",
        "jobs-column-waiting",
        "jobs-column-running",
        "jobs-column-dead",
    ]));
    for job in jobs {
        let next = job.next.map_or_else(|| words.text("jobs-when-needed"), minute);
        let last = job.last_success.map_or_else(|| "–".to_owned(), minute);
        let counts = [job.waiting, job.running, job.dead].map(|count| count.to_string());
        let [waiting, running, dead] = counts;
        table.row([job.name.to_owned(), next, last, waiting, running, dead]);
    }
    table.to_string()
}

/// An instant to the minute.
fn minute(at: Instant) -> String {
    let text = at.to_string();
    text.get(..16).map_or_else(|| text.clone(), |minute| format!("{minute}Z"))
}

/// What was done, added up by job, and every failure.
fn done(ran: &[Ran], words: &Words) -> String {
    if ran.is_empty() {
        return paragraph(&words.text("jobs-nothing"), 0);
    }
    let mut by_name = BTreeMap::<&str, Vec<&Ran>>::new();
    for one in ran {
        by_name.entry(&one.name).or_default().push(one);
    }
    let mut text = String::new();
    for (name, runs) in by_name {
        let facts = [("name", name.into()), ("count", runs.len().into())];
        text += &paragraph(&words.text_with("jobs-ran", facts), 0);
        let mut counts = BTreeMap::<&str, u64>::new();
        for (what, count) in runs.iter().flat_map(|one| &one.counts) {
            *counts.entry(what).or_default() += count;
        }
        for (what, count) in counts {
            text += &paragraph(&format!("{}: {count}", words.word("job_count", what)), 2);
        }
        for error in runs.iter().filter_map(|one| one.error.as_deref()) {
            text += &paragraph(&words.text_with("jobs-failed", [("error", error.into())]), 2);
        }
    }
    text
}

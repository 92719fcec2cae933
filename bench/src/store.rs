//! What use cases cost on either database: logging a set, finishing a session, looking at the day.
//!
//! Read in this order: [`life`] (an athlete who trains through the services), [`fill`] (a thousand of them),
//! [`measure`] (what is timed), [`crate::processor`] and [`statements`] (what is counted), [`report`].

pub(crate) mod fill;
pub(crate) mod life;
mod measure;
mod report;
mod statements;

use std::{io::Write, path::Path};

use clap::{Args, Subcommand};
use regimen::service::app::Place;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::Failure;

/// What is asked of the benchmark.
#[derive(Debug, Subcommand)]
pub(crate) enum Asked {
    /// Fills a database of PostgreSQL with athletes who have trained for a year
    Fill(Filling),
    /// Measures on new databases: SQLite on a disk and in memory, and PostgreSQL if REGIMEN_TEST_POSTGRES names a server
    Run(Running),
}

/// A database and how full it gets.
#[derive(Debug, Args)]
pub(crate) struct Filling {
    /// Where, as postgres://user@host/name
    #[arg(long)]
    database_url: String,
    #[command(flatten)]
    size: Size,
}

/// How full a database gets.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Size {
    /// How many athletes
    #[arg(long, default_value_t = 1000)]
    pub(crate) athletes: u32,
    /// How many sessions of each
    #[arg(long, default_value_t = 150)]
    pub(crate) sessions: u32,
}

/// How much is measured, and how it is shown.
#[derive(Debug, Args)]
pub(crate) struct Running {
    #[command(flatten)]
    size: Size,
    /// Sets of the athlete whose sessions are measured
    #[arg(long, default_value_t = 10_000)]
    history: usize,
    /// Prints the page that is kept of a run
    #[arg(long)]
    report: bool,
}

/// Fills or measures; says whether every limit was kept.
pub(crate) fn run(asked: &Asked, out: &mut impl Write) -> Result<bool, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match asked {
        Asked::Fill(filling) => {
            let place = Place::Postgres(filling.database_url.clone());
            let filled = runtime.block_on(fill::fill(&place, filling.size))?;
            writeln!(out, "{filled}")?;
            Ok(true)
        }
        Asked::Run(running) => {
            crate::require_release_build()?;
            let measured = runtime.block_on(measure_all(running))?;
            if running.report {
                write!(out, "{}", report::page(&measured, &crate::machine::describe()))?;
            } else {
                write!(out, "{}", report::table(&measured))?;
            }
            Ok(measured.is_kept())
        }
    }
}

/// Every database in turn.
async fn measure_all(asked: &Running) -> Result<measure::Measured, Failure> {
    statements::listen();
    let mut measured = measure::Measured {
        calibration_us: 1e6 * crate::calibration::median().as_secs_f64(),
        load: crate::processor::load(),
        history: asked.history,
        others: (asked.size.athletes, asked.size.sessions),
        ..Default::default()
    };
    let folders = [("SQLite, FULL sync", std::env::temp_dir()), ("SQLite, in memory", "/dev/shm".into())];
    for (name, folder) in folders {
        if !Path::new(&folder).is_dir() {
            continue;
        }
        let folder = tempfile::tempdir_in(folder)?;
        let place = Place::Sqlite(folder.path().join("regimen.db"));
        measured.rows.extend(Box::pin(measure::database(name, &place, asked.history, None)).await?);
    }
    if let Ok(server) = std::env::var("REGIMEN_TEST_POSTGRES") {
        let name = format!("bench_{}", std::process::id());
        let mut connection = PgConnection::connect(&server).await?;
        let create = format!("create database {name} template template0");
        sqlx::query(AssertSqlSafe(create)).execute(&mut connection).await?;
        let base = server.rsplit_once('/').map_or(server.as_str(), |(base, _)| base);
        let place = Place::Postgres(format!("{base}/{name}"));
        let rows = Box::pin(measure::database("PostgreSQL", &place, asked.history, Some(asked.size))).await;
        if rows.is_ok() {
            measured.plans = Box::pin(measure::query_plans(&place)).await?;
            measured.filled = fill::sizes(&place).await?;
        }
        let remove = format!("drop database {name} with (force)");
        sqlx::query(AssertSqlSafe(remove)).execute(&mut connection).await?;
        measured.rows.extend(rows?);
    }
    Ok(measured)
}

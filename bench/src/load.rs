//! What a server carries: requests per second of processor time, how long they take, and what it does when there are
//! more than it can answer.
//!
//! A real `regimen serve` on loopback, on a PostgreSQL with a thousand athletes; the generator runs beside it. Read in
//! this order: [`place`] (the athletes and their server), [`line`](mod@line) (one connection), [`drive`] (how requests
//! are sent), [`report`].

mod drive;
mod line;
mod place;
mod report;

use std::{io::Write, path::PathBuf, time::Duration};

use clap::Args;

use crate::Failure;

/// What is asked of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// The program to serve with, as `cargo build --release` makes it
    #[arg(long, default_value = "target/release/regimen")]
    program: PathBuf,
    /// A server of PostgreSQL where a database may be made, as postgres://user@host/name
    #[arg(long, env = "REGIMEN_TEST_POSTGRES")]
    server: String,
    /// How many athletes
    #[arg(long, default_value_t = 1000)]
    athletes: u32,
    /// How many sessions of each
    #[arg(long, default_value_t = 150)]
    sessions: u32,
    /// Sets of the athlete whose history is asked for
    #[arg(long, default_value_t = 10_000)]
    history: usize,
    /// Seconds for each call
    #[arg(long, default_value_t = 8)]
    seconds: u64,
    /// Prints the page that is kept of a run
    #[arg(long)]
    report: bool,
}

/// Measures; says whether the server shed what it could not answer, and recovered.
pub(crate) fn run(asked: &Asked, out: &mut impl Write) -> Result<bool, Failure> {
    crate::require_release_build()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let place = place::Place::make(asked).await?;
        let measured = Box::pin(drive::all(&place, Duration::from_secs(asked.seconds))).await;
        place.remove().await?;
        let measured = measured?;
        if asked.report {
            write!(out, "{}", report::page(&measured, &crate::machine::describe()))?;
        } else {
            write!(out, "{}", report::table(&measured))?;
        }
        Ok(measured.is_kept())
    })
}

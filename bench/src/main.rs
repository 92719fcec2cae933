//! Benchmarks of the engines: what a call costs in time and memory, and what the better searches gain.
//!
//! Times are shown in microseconds and as ratios to a [`calibration`] loop that runs in the same process, so that
//! figures of two machines can be compared. Only release builds measure.
//!
//! Read in this order: [`cost`] (how functions are measured), [`calibration`], [`training`] (what is measured of the
//! training engine), [`machine`] (where it ran).

mod calibration;
mod cost;
mod machine;
mod training;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use ::training::request::Refusal;
use clap::{Args, Parser, Subcommand};
use domain::session::Intent;
use thiserror::Error;

/// Measures the engines of regimen.
#[derive(Debug, Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    engine: Engine,
}

#[derive(Debug, Subcommand)]
enum Engine {
    /// Measures the planning of a training session (VF-7)
    Training(Training),
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
struct Training {
    #[command(flatten)]
    show: Show,
    #[command(subcommand)]
    what: Option<What>,
}

/// How the result is shown; as a table if nothing is said.
#[derive(Debug, Clone, Copy, Args)]
#[group(multiple = false)]
struct Show {
    /// Prints the figures as JSON
    #[arg(long)]
    json: bool,
    /// Prints the page of bench/reports
    #[arg(long)]
    report: bool,
    /// Prints one line and exits with 1 if the ratio is above the limit of VF-7
    #[arg(long)]
    gate: bool,
}

#[derive(Debug, Clone, Copy, Subcommand)]
enum What {
    /// Compares the objective of the beam search with that of the greedy one (SO-11)
    Beam,
}

/// Why there are no figures.
#[derive(Debug, Error)]
enum Failure {
    #[error("a debug build says nothing about speed; maybe add --release")]
    DebugBuild,
    #[error("the engine refused a {intent} session: {refusal:?}")]
    Refused { intent: Intent, refusal: Box<Refusal> },
    #[error("the engine did not search for a {intent} session; maybe it no longer reads Tuning.search")]
    NoSearch { intent: Intent },
    #[error("the result could not be written: {0}")]
    Output(#[from] io::Error),
    #[error("the figures could not be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

fn main() -> ExitCode {
    let Engine::Training(asked) = Cli::parse().engine;
    match run(&asked, &mut io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Measures and shows; says whether every limit was kept.
fn run(asked: &Training, out: &mut impl Write) -> Result<bool, Failure> {
    if cfg!(debug_assertions) {
        return Err(Failure::DebugBuild);
    }
    if let Some(What::Beam) = asked.what {
        let compared = training::beam::compare()?;
        write!(out, "{}", training::beam::table(&compared))?;
        return Ok(true);
    }
    if asked.show.gate {
        let gate = training::gate()?;
        writeln!(out, "{gate}")?;
        return Ok(gate.is_kept());
    }
    let measured = training::measure()?;
    if asked.show.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&measured)?)?;
    } else if asked.show.report {
        let compared = training::beam::compare()?;
        write!(out, "{}", training::report::page(&measured, &compared, &machine::describe()))?;
    } else {
        write!(out, "{}", training::report::tables(&measured))?;
    }
    Ok(true)
}

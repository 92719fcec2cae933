//! Benchmarks of the engines, the store and the pages: what a call costs in time and memory, and what the better searches gain.
//!
//! Times are shown in microseconds and as ratios to a [`calibration`] loop that runs in the same process, so that
//! figures of two machines can be compared. Only release builds measure.
//!
//! Read in this order: [`cost`] (how functions are measured), [`calibration`], [`training`] (what is measured of the
//! training engine), [`progress`] (what learning from a report costs), [`meals`] (which problems the nutrition engine
//! solves, and how fast), [`store`] (what use cases cost on either database), [`web`] (what pages cost), [`load`] (what a
//! server carries), [`flow`] (what a plan from words costs), [`dialog`] (what a message costs), [`processor`] (what the kernel counts), [`machine`] (where it
//! ran), [`table`].

mod calibration;
mod cost;
mod dialog;
mod flow;
mod load;
mod machine;
mod meals;
mod processor;
mod progress;
mod store;
mod table;
mod training;
mod web;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use ::training::request::Refusal;
use clap::{Args, Parser, Subcommand};
use domain::session::Intent;
use thiserror::Error;

/// Measures the engines, the store and the pages of regimen.
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
    /// Measures the decisions on reports and the suggestions after them
    ///
    /// With --gate, exits with 1 if the cost grows with the history.
    Progress(Show),
    /// Measures the planning of meals, alone and against other solvers (MB-3, MB-4)
    ///
    /// Exits with 1 if fewer instances are solved than MB-3 demands.
    Meals(meals::Asked),
    /// Measures use cases on SQLite and PostgreSQL, on an empty and on a filled database
    #[command(subcommand)]
    Store(store::Asked),
    /// Measures the planning of sessions from words and data (L-25)
    ///
    /// With --gate, exits with 1 if a plan breaks a rule or takes too long.
    Flow(Show),
    /// Measures the handling of messages of the conversation (D-21)
    ///
    /// With --gate, exits with 1 if a message takes too long.
    Dialog(Show),
    /// Measures a server on PostgreSQL: requests per CPU-second, and what it does when there are too many
    ///
    /// Exits with 1 if a request fails, or too many are not shed.
    Load(load::Asked),
    /// Measures the pages of the web app for the demo athlete
    ///
    /// With --gate, exits with 1 if a page or the first one's bytes are above their limit.
    Web(Show),
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
    /// Prints the page that is kept of a run
    #[arg(long)]
    report: bool,
    /// Prints one line and exits with 1 if a limit is not kept
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
    #[error(transparent)]
    NoSuchInstance(#[from] meals::NoSuchInstance),
    #[error("no cell has all of that; maybe a single day was asked for floors, which it does not have")]
    NoCell,
    #[error("another program could not be run: {0}")]
    Command(io::Error),
    #[error("the result could not be written: {0}")]
    Output(#[from] io::Error),
    #[error("the problem or the figures are no JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a generated problem is not valid: {0}")]
    Invalid(#[from] domain::law::Invalid),
    #[error("a use case was refused: {0}")]
    UseCase(#[from] regimen::problem::Problem),
    #[error("the database refused: {0}")]
    Database(#[from] sqlx::Error),
}

fn main() -> ExitCode {
    let out = &mut io::stdout().lock();
    let is_kept = match Cli::parse().engine {
        Engine::Training(asked) => run_training(&asked, out),
        Engine::Progress(show) => run_progress(show, out),
        Engine::Meals(asked) => meals::run(&asked, out),
        Engine::Store(asked) => store::run(&asked, out),
        Engine::Load(asked) => load::run(&asked, out),
        Engine::Flow(show) => run_flow(show, out),
        Engine::Dialog(show) => run_dialog(show, out),
        Engine::Web(show) => run_web(show, out),
    };
    match is_kept {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Refuses to measure what says nothing.
fn require_release_build() -> Result<(), Failure> {
    if cfg!(debug_assertions) { Err(Failure::DebugBuild) } else { Ok(()) }
}

/// Measures plans from words and data; says whether all are valid and quick enough.
fn run_flow(show: Show, out: &mut impl Write) -> Result<bool, Failure> {
    require_release_build()?;
    let measured = flow::measure()?;
    if show.report {
        write!(out, "{}", flow::page(&measured, &machine::describe()))?;
    } else {
        write!(out, "{}", flow::table(&measured))?;
    }
    Ok(measured.is_kept())
}

/// Measures messages; says whether they are quick enough.
fn run_dialog(show: Show, out: &mut impl Write) -> Result<bool, Failure> {
    require_release_build()?;
    let measured = dialog::measure()?;
    if show.report {
        write!(out, "{}", dialog::page(&measured, &machine::describe()))?;
    } else {
        write!(out, "{}", dialog::table(&measured))?;
    }
    Ok(!show.gate || measured.is_kept())
}

/// Measures pages; says whether every limit was kept.
fn run_web(show: Show, out: &mut impl Write) -> Result<bool, Failure> {
    require_release_build()?;
    let measured = web::measure()?;
    if show.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&measured)?)?;
    } else if show.report {
        write!(out, "{}", web::page(&measured, &machine::describe()))?;
    } else {
        write!(out, "{}", web::tables(&measured))?;
    }
    Ok(!show.gate || web::is_kept(&measured))
}

/// Measures decisions and suggestions; says whether their cost stays the same however long the history is.
fn run_progress(show: Show, out: &mut impl Write) -> Result<bool, Failure> {
    require_release_build()?;
    let measured = progress::measure()?;
    if show.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&measured)?)?;
    } else if show.report {
        write!(out, "{}", progress::page(&measured, &machine::describe()))?;
    } else {
        write!(out, "{}", progress::table(&measured))?;
    }
    Ok(!show.gate || progress::is_kept(&measured))
}

/// Measures and shows; says whether every limit was kept.
fn run_training(asked: &Training, out: &mut impl Write) -> Result<bool, Failure> {
    require_release_build()?;
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

//! Which meal problems the nutrition engine solves, how fast, and how other solvers fare on the same ones (MB).
//!
//! Read in this order: [`generator`] and [`instance`] (the problems), [`cell`] (how they are grouped), [`solver`] and
//! [`program`] (who solves them), [`check`](mod@check) (whether a plan is one), [`measure`](mod@measure) and [`memory`],
//! [`goal`] (the figures to reach), [`report`].

mod cell;
mod check;
mod generator;
mod goal;
mod instance;
mod measure;
mod memory;
mod program;
mod report;
mod solver;

use std::{io::Write, time::Duration};

use clap::{Args, Subcommand, value_parser};
use serde::Serialize;

pub(crate) use self::instance::NoSuchInstance;
use self::{
    cell::Filter,
    instance::{Instance, Level},
    measure::{Row, measure},
    program::Program,
    solver::Baseline,
};
use crate::{Failure, Show, machine, require_release_build};

/// What of the meals is measured.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Asked {
    #[command(flatten)]
    show: Show,
    /// Which cells are run, such as n50,n200,D7,T3,s1: on each axis those named, or all
    #[arg(long, value_name = "FILTER")]
    cells: Option<Filter>,
    /// Another program to compare with, its arguments separated by blanks: it reads a problem file on standard input
    /// and prints status and plan of a result
    #[arg(long, value_name = "CMD")]
    baseline_cmd: Option<Program>,
    /// Seconds that the mixed-integer program over all recipes may take for one instance, by each solver (MB-4)
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    milp_limit: u64,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Prints the problem file of an instance (MB-1, MB-2)
    Gen(Named),
    /// Solves the problem on standard input and prints the megabytes that this took
    #[command(name = memory::VERB, hide = true)]
    Peak,
}

/// An instance by its name.
#[derive(Debug, Args)]
struct Named {
    /// Recipes in the pool
    #[arg(value_name = "N", value_parser = value_parser!(u32).range(1..=99_999))]
    recipes: u32,
    /// Where the random numbers start; seed 3 has workouts
    #[arg(value_name = "SEED")]
    seed: u64,
    /// Days of the plan
    #[arg(value_name = "D", value_parser = value_parser!(u32).range(1..=7))]
    days: u32,
    /// How much of the micronutrients is asked for
    #[arg(value_name = "LEVEL")]
    level: Level,
}

/// All figures of one run.
#[derive(Debug, Serialize)]
struct Measured {
    /// Where it ran, and on which commit.
    machine: String,
    rows: Vec<Row>,
}

/// Does what is asked; says whether no solved count is below MB-3.
pub(crate) fn run(asked: &Asked, out: &mut impl Write) -> Result<bool, Failure> {
    match &asked.what {
        Some(What::Gen(named)) => {
            let instance = Instance::new(named.recipes, named.seed, named.days, named.level)?;
            writeln!(out, "{}", instance.document())?;
            return Ok(true);
        }
        Some(What::Peak) => {
            if let Some(megabytes) = memory::solve_here()? {
                writeln!(out, "{megabytes}")?;
            }
            return Ok(true);
        }
        None => require_release_build()?,
    }
    let filter = asked.cells.clone().unwrap_or_default();
    if asked.show.gate {
        let rows = measure(&filter, &[])?;
        writeln!(out, "{}", goal::verdict(&rows))?;
        return Ok(goal::is_solved(&rows));
    }
    let command = asked.baseline_cmd.as_ref();
    let mut baselines = vec![Baseline::Plain, Baseline::MilpFull(Duration::from_secs(asked.milp_limit))];
    #[cfg(feature = "highs")]
    baselines.push(Baseline::Highs(Duration::from_secs(asked.milp_limit)));
    baselines.extend(command.cloned().map(Baseline::Command));
    let measured = Measured { machine: machine::describe(), rows: measure(&filter, &baselines)? };
    if asked.show.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&measured)?)?;
    } else if asked.show.report {
        write!(out, "{}", report::page(&measured, command))?;
    } else {
        write!(out, "{}", report::tables(&measured.rows))?;
    }
    Ok(goal::is_solved(&measured.rows))
}

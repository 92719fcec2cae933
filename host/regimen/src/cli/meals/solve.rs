//! `regimen meals solve`: a problem file in, a result document or its page out (MF-1, MF-2).

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::builder::PossibleValuesParser;
use nutrition::{
    outcome::{MealResult, Status},
    problem::{Policy, Problem as MealProblem},
    solve::Stages,
};
use serde_json::json;

use super::{exit, result_page, sorted, verified, watch::Watcher};
use crate::{
    cli::{Ctx, Output, document::Source, number::whole, words::Words},
    meal_reader::MealReader,
    problem::{Exit, Problem, document::refusal},
    service::meals as service,
    texts::{facts, text},
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen schema meal-problem --example > p.json    start from an example
  regimen meals solve p.json                        read the plan
  regimen meals solve p.json --why                  with reasons for each meal
  regimen meals solve p.json --format json > r.json keep it
  regimen meals solve - --stage A < p.json          the plain search alone

Result:
  The JSON has its keys sorted and no times in it: equal problems give equal
  bytes. Status 0 found, 2 invalid, 3 proved that there is none, 4 budget
  exhausted.";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Problem file to read, or - for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// How to print the result; without it text, or json if --json is given
    #[arg(long, value_parser = PossibleValuesParser::new(["json", "text"]))]
    format: Option<String>,
    /// Formulas of the score: those of the chapter, or the literal ones
    #[arg(long, value_parser = PossibleValuesParser::new(["default", "compat"]))]
    policy: Option<String>,
    /// How far to go: the plain search (A), repair (AB), the exact search (ABC)
    #[arg(long, default_value = "ABC", value_parser = PossibleValuesParser::new(["A", "AB", "ABC"]))]
    stage: String,
    #[command(flatten)]
    effort: Effort,
}

/// How long a solve may take, and what is told about it.
#[derive(Debug, clap::Args)]
pub(super) struct Effort {
    /// Stop after so many milliseconds with the best plan so far
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..))]
    max_millis: Option<u64>,
    /// Print how long reading and solving took to standard error
    #[arg(long)]
    timing: bool,
    /// Say why each meal was chosen
    #[arg(long)]
    pub(super) why: bool,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    if let Some(format) = &args.format {
        ctx.output.json = format == "json";
    }
    let started = Instant::now();
    let source = Source::of(&args.path);
    let text = source.text()?;
    let mut problem = match read(&text) {
        Ok(problem) => problem,
        Err(refusal) => return refuse(source.refuse(refusal), ctx),
    };
    if let Some(policy) = &args.policy {
        problem.policy = if policy == "compat" { Policy::Compat } else { Policy::Default };
    }
    let stages = match args.stage.as_str() {
        "A" => Stages::A,
        "AB" => Stages::Ab,
        _ => Stages::Abc,
    };
    let result = args.effort.solve(&problem, stages, started.elapsed(), &mut ctx.output)?;
    if result.status == Status::Invalid && !ctx.output.json {
        return Err(source.refuse(service::refusal(&problem, &result)));
    }
    let document = sorted(&result)?;
    ctx.output.show(&document, |lang| {
        result_page(&result, &MealReader::new(Words::new(lang), &problem), args.effort.why)
    })?;
    Ok(exit(result.status))
}

/// Reads a problem file; unknown fields are told with their paths, all at once (MF-1).
fn read(text: &str) -> Result<MealProblem, Problem> {
    serde_json::from_str(text)
        .map_err(|error| service::unknown_fields(text).unwrap_or_else(|| refusal(&error, "meal-problem")))
}

/// A file that is no problem: a result document with its errors, or a message (MF-2).
fn refuse(problem: Problem, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    if !ctx.output.json {
        return Err(problem);
    }
    let document = sorted(&service::refused(&problem))?;
    ctx.output.show(&document, |_| String::new())?;
    Ok(problem.code.exit)
}

impl Effort {
    /// Solves while somebody may watch.
    pub(super) fn solve(
        &self,
        problem: &MealProblem,
        stages: Stages,
        read: Duration,
        output: &mut Output<'_>,
    ) -> Result<MealResult, Problem> {
        let mut watcher = Watcher::new(output, self.max_millis);
        let mut result = service::solve(problem, stages, &mut watcher);
        let solved = watcher.finish(&mut result);
        if self.timing {
            let millis = |duration: Duration| format!("{:.1}", duration.as_secs_f64() * 1000.0);
            let times = [("read", millis(read).into()), ("solved", millis(solved).into())];
            let shown =
                json!({ "read_ms": read.as_secs_f64() * 1000.0, "solve_ms": solved.as_secs_f64() * 1000.0 });
            output.note(&shown, |lang| text(lang, "meals-timing", &facts(times)));
        }
        verified(result)
    }
}

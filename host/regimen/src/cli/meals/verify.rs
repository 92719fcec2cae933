//! `regimen meals verify`: what the independent check says about a result (MV-6), as lines.

use std::path::PathBuf;

use nutrition::{problem::Problem as MealProblem, verify::Verdict};

use super::result::Printed;
use crate::{
    cli::{Ctx, document::Source, table::paragraph, words::Words},
    problem::{Exit, Problem},
    service::meals as service,
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen meals solve p.json --json > r.json
  regimen meals verify p.json r.json && echo sound";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Problem file that was solved
    #[arg(value_name = "FILE")]
    problem: PathBuf,
    /// Result of it, as `meals solve --json` or `meals plan --json` prints it
    #[arg(value_name = "RESULT")]
    result: PathBuf,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let problem: MealProblem = Source::of(&args.problem).read("meal-problem")?;
    let Printed { result, .. } = Printed::read(&Source::of(&args.result))?;
    let verdict = service::verify(&problem, &result);
    ctx.output.show(&verdict, |lang| page(&verdict, &Words::new(lang)))?;
    Ok(if verdict.breaches.is_empty() { Exit::Done } else { Exit::Failure })
}

/// One line for each rule that is broken, or the good news.
fn page(verdict: &Verdict, words: &Words) -> String {
    let checks = i64::try_from(verdict.checks).unwrap_or(i64::MAX);
    let facts = [("count", verdict.breaches.len().into()), ("checks", checks.into())];
    let lines = verdict.breaches.iter().map(|breach| paragraph(&breach.to_string(), 2));
    format!("{}\n{}", words.text_with("meals-verify", facts), lines.collect::<String>())
}

//! `regimen meals`: the meals of a person on the store, and the nutrition engine as a function, a document in and a
//! document out (GL-10, MF-6).

mod failure;
mod floors;
mod life;
mod menu;
mod plan;
mod result;
mod shopping;
mod solve;
mod targets;
#[cfg(test)]
mod tests;
mod verify;
mod watch;
mod why;

use std::path::PathBuf;

use nutrition::{
    outcome::{MealResult, Status},
    target::input::TargetsInput,
};
use serde::Serialize;
use serde_json::Value;

pub(super) use self::life::{meals_of_day, recipe_key, settled};
use super::{Ctx, document::Source, on_store::Who, output::failed, words::Words};
use crate::{
    meal_reader::MealReader,
    problem::{Exit, Problem},
    service::{eating::setting, meals as service},
};

const EXAMPLES: &str = "\
Examples:
  regimen nutrition setup --sex female --born 1994-05-17 --height 168 \\
      --weight 62 --goal maintain                  say who eats, once
  regimen meals plan --yes                         plan the meals of a week
  regimen meals                                    what is planned and eaten
  regimen meals done today breakfast               say what became of it
  regimen meals shopping                           what to buy
  regimen meals plan --profile me.yaml             plan without stored data
  regimen schema meal-problem --example > p.json   start from an example
  regimen meals solve p.json                       plan meals from own recipes
  regimen meals targets me.json                    see what a day needs, and why

Documents:
  Given a document, `plan`, `solve`, `targets`, `shopping` and `verify` use no
  stored data: the same call always gives the same answer.";

const TARGETS_EXAMPLES: &str = "\
Examples:
  regimen schema targets-input --example > me.json
  regimen meals targets
  regimen meals targets me.json
  regimen meals targets me.json --json | jq .daily_calories";

/// Plan meals: what to eat, when, how much of it, and why
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Plan the meals of some days for a person, from the recipes of the catalogue
    #[command(after_help = plan::EXAMPLES)]
    Plan(plan::Args),
    /// Find a plan for a problem file, or say why there is none
    #[command(after_help = solve::EXAMPLES)]
    Solve(solve::Args),
    /// Derive what a person needs each day, step by step
    #[command(after_help = TARGETS_EXAMPLES)]
    Targets {
        /// Document to read, or - for standard input; without it, what you need is shown
        #[arg(value_name = "INPUT")]
        path: Option<PathBuf>,
        #[command(flatten)]
        who: Who,
    },
    /// List what to buy for a plan, by section of the shop
    #[command(after_help = shopping::EXAMPLES)]
    Shopping(shopping::Args),
    /// Check a result against its problem, independently
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::Args),
    #[command(flatten)]
    Life(life::Life),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    // GL-10: a noun alone shows.
    let Some(verb) = &args.verb else { return life::show(&args.who, ctx) };
    match verb {
        Verb::Plan(args) => plan::run(args, ctx),
        Verb::Solve(args) => solve::run(args, ctx),
        Verb::Shopping(args) => shopping::run(args, ctx),
        Verb::Verify(args) => verify::run(args, ctx),
        Verb::Life(life) => life::run(life, ctx),
        Verb::Targets { path, who } => {
            let targets = match path {
                Some(path) => {
                    let input: TargetsInput = Source::of(path).read("targets-input")?;
                    service::targets(input)?
                }
                None => ctx.for_athlete(who, async |app, caller| setting::targets(app, caller).await)?.1,
            };
            ctx.output.show(&targets, |lang| targets::page(&targets, &Words::new(lang)))?;
            Ok(Exit::Done)
        }
    }
}

/// MF-2: what the exit status says about a result.
const fn exit(status: Status) -> Exit {
    match status {
        Status::Found => Exit::Done,
        Status::Infeasible => Exit::No,
        Status::Unknown => Exit::Exhausted,
        Status::Invalid => Exit::BadInput,
    }
}

/// A result as a page: the plan, or why there is none.
fn result_page(result: &MealResult, page: &MealReader<'_>, with_why: bool) -> String {
    match result.status {
        Status::Found => menu::page(result, page, with_why),
        _ => failure::page(result, page),
    }
}

/// MV-6: a plan that does not pass the independent check is a defect and never shown.
fn verified(result: MealResult) -> Result<MealResult, Problem> {
    match &result.verify {
        Some(verdict) if !verdict.ok => Err(Problem::defect("nutrition::verify")),
        _ => Ok(result),
    }
}

/// MF-2: a document with its keys sorted.
fn sorted(document: &impl Serialize) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(document).map_err(|error| failed("other", &error))?;
    value.sort_all_objects();
    Ok(value)
}

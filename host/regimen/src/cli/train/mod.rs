//! `regimen train`: the training engine as a function, a document in and a document out (GL-10).

mod select;
mod session;
mod simulate;
mod substitute;
mod verify;
pub(super) mod volume;
pub(super) mod week;

use std::path::PathBuf;

use training::{
    catalog::Catalog,
    document::{substitution::SubstitutionInput, week::WeekInput},
    input::SelectionInput,
    output::Generated,
};

pub(super) use self::{
    select::parts,
    session::{NAME, rows},
};
use super::{Ctx, document::Source, page::Reader};
use crate::{
    problem::{Exit, Problem},
    service::training as service,
    texts::Locale,
};

const EXAMPLES: &str = "\
Examples:
  regimen schema selection-input --example > me.json    start from an example
  regimen train session me.json                         plan the session
  regimen train session me.json --json > plan.json      keep it
  regimen train select me.json                          see scores and reasons
  regimen train session - < me.json                     read standard input

Documents:
  These commands use no stored data: everything is in the document, `now`
  included, so the same document always gives the same answer.";

const SELECT_EXAMPLES: &str = "\
Examples:
  regimen train select me.json
  regimen train select me.json --json | jq .rationale

  Put \"explain\": true into the document to see also what was not taken.";

const SESSION_EXAMPLES: &str = "\
Examples:
  regimen train session me.json
  regimen train session me.json --lang ru
  regimen train session - --json < me.json > plan.json";

const SUBSTITUTE_EXAMPLES: &str = "\
Examples:
  regimen schema substitution-input --example > swap.json
  regimen train substitute swap.json";

const WEEK_EXAMPLES: &str = "\
Examples:
  regimen schema week-input --example > week.json
  regimen train week week.json";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  regimen train simulate --schedule ppl2
  regimen train simulate --schedule fb3 --weeks 4 --age beginner --minutes 45
  regimen train simulate --schedule ul2 --seed 7 --json | jq .weeks";

const VERIFY_EXAMPLES: &str = "\
Examples:
  regimen train session me.json --json > plan.json
  regimen train verify me.json plan.json && echo sound";

/// Plan training from a document: exercises, sets, loads, rests, and why
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, subcommand_required = true,
          arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Select exercises and show their scores and reasons
    #[command(after_help = SELECT_EXAMPLES)]
    Select(Source),
    /// Plan a whole session: sets, reps, loads, effort, rests, and why
    #[command(after_help = SESSION_EXAMPLES)]
    Session(Source),
    /// Find what can stand in for an exercise
    #[command(after_help = SUBSTITUTE_EXAMPLES)]
    Substitute(Source),
    /// Judge a week of training and say what would help most
    #[command(after_help = WEEK_EXAMPLES)]
    Week(Source),
    /// Let a perfectly compliant athlete train for weeks
    #[command(after_help = SIMULATE_EXAMPLES)]
    Simulate(simulate::Args),
    /// Check a planned session against all rules, independently
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify {
        #[command(flatten)]
        input: Source,
        /// Session that was planned from it, as `train session --json` prints it
        #[arg(value_name = "OUTPUT")]
        output: PathBuf,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match &args.verb {
        Verb::Select(source) => {
            let input: SelectionInput = source.read("selection-input")?;
            let catalog = service::catalog_of(input.exercise_library.as_deref())?;
            let selected = service::select(&input, &catalog)?;
            ctx.output
                .show(&selected, |lang| select::page(&selected, &Reader::of(lang, &input, &catalog)))?;
        }
        Verb::Session(source) => {
            let input: SelectionInput = source.read("selection-input")?;
            let catalog = service::catalog_of(input.exercise_library.as_deref())?;
            let planned = service::session(&input, &catalog)?;
            ctx.output.show(&planned, |lang| {
                session::page(&planned, input.session_minutes, &Reader::of(lang, &input, &catalog))
            })?;
        }
        Verb::Substitute(source) => {
            let input: SubstitutionInput = source.read("substitution-input")?;
            let found = service::substitute(&input)?;
            ctx.output.show(&found, |lang| substitute::page(&found, &shipped(lang)))?;
        }
        Verb::Week(source) => {
            let input: WeekInput = source.read("week-input")?;
            let catalog = service::catalog_of(input.exercise_library.as_deref())?;
            let judged = service::week(&input, &catalog)?;
            ctx.output.show(&judged, |lang| week::page(&judged, &Reader::new(lang, &catalog)))?;
        }
        Verb::Simulate(args) => {
            let simulation = args.simulation();
            let report = service::simulate(&simulation)?;
            ctx.output.show(&report, |lang| simulate::page(&report, &simulation, &shipped(lang)))?;
        }
        Verb::Verify { input, output } => {
            let input: SelectionInput = input.read("selection-input")?;
            let planned: Generated = Source::of(output).read("workout")?;
            let breaches = service::verify(&input, &planned)?;
            ctx.output.show(&breaches, |lang| verify::page(&breaches, &shipped(lang)))?;
            return Ok(if breaches.is_empty() { Exit::Done } else { Exit::Failure });
        }
    }
    Ok(Exit::Done)
}

/// A page about the exercises of the product.
fn shipped(lang: Locale) -> Reader<'static> {
    Reader::new(lang, Catalog::embedded())
}

/// A planned session as a page, for who shows one that was made from what is stored.
pub(super) fn session_page(
    generated: &::training::output::Generated,
    budget: u32,
    page: &Reader<'_>,
) -> String {
    session::page(generated, budget, page)
}

/// What can stand in for an exercise, as a page.
pub(super) fn swap_page(
    found: &::training::document::substitution::SubstitutionOutput,
    page: &Reader<'_>,
) -> String {
    substitute::page(found, page)
}

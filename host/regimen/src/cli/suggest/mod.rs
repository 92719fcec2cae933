//! `regimen suggest`: what finished sessions say about the prescription, a document in and a document out (GL-10).

mod outcome;
mod run;

use domain::voice::Voice;
use training::{catalog::Catalog, outcome::input::OutcomeInput, suggestion::SuggestInput};

use super::{Ctx, document::Source, page::Reader};
use crate::{
    problem::{Exit, Problem},
    service::training as service,
};

const EXAMPLES: &str = "\
Examples:
  regimen schema suggest-input --example > session.json    start from an example
  regimen suggest run session.json                         see the suggestions
  regimen schema outcome-input --example > later.json
  regimen suggest outcome later.json                       see how they went";

const RUN_EXAMPLES: &str = "\
Examples:
  regimen suggest run session.json
  regimen suggest run session.json --lang ru
  regimen suggest run - --json < session.json | jq .explained

  With --json, `explained` says for every rule whether it fired or what it missed.";

const OUTCOME_EXAMPLES: &str = "\
Examples:
  regimen suggest outcome later.json
  regimen suggest outcome - --json < later.json | jq .feedback";

/// Suggest changes of loads, reps and rests after a session, and judge them later
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, subcommand_required = true,
          arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Run all rules on a finished session
    #[command(after_help = RUN_EXAMPLES)]
    Run(Source),
    /// Judge answered suggestions by later sessions
    #[command(after_help = OUTCOME_EXAMPLES)]
    Outcome(Source),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match &args.verb {
        Verb::Run(source) => {
            let input: SuggestInput = source.read("suggest-input")?;
            let found = service::suggest(&input)?;
            ctx.output.show(&found, |lang| {
                let voice = Voice { unit: input.unit, ..Voice::new(lang) };
                run::page(&input, &found, &Reader::with(voice, Catalog::embedded()))
            })?;
        }
        Verb::Outcome(source) => {
            let input: OutcomeInput = source.read("outcome-input")?;
            let judged = service::outcome(&input)?;
            ctx.output.show(&judged, |lang| {
                outcome::page(&input, &judged, &Reader::new(lang, Catalog::embedded()))
            })?;
        }
    }
    Ok(Exit::Done)
}

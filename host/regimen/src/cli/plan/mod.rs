//! `regimen plan`: how a plan changes, a document in and a document out (GL-10).

mod replay;

use domain::{law::Valid, quantity::MassUnit, voice::Voice};
use plan::replay::Replay;
use training::catalog::Catalog;

use super::{Ctx, document::Source, page::Page};
use crate::{
    problem::{Exit, Problem},
    service::plan as service,
};

const EXAMPLES: &str = "\
Examples:
  regimen schema plan-replay --example > events.json    start from an example
  regimen plan replay events.json                       see the versions";

const REPLAY_EXAMPLES: &str = "\
Examples:
  regimen plan replay events.json
  regimen plan replay events.json --lang ru
  regimen plan replay - --json < events.json | jq .events

  An event that is refused is named and changes nothing; the others still count.
  The exit status is 1 if there is one.";

/// Follow a plan through its versions: what changed, why, and who wanted it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, subcommand_required = true,
          arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Fold a list of events into versions, with differences and reasons
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(Source),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let Verb::Replay(source) = &args.verb;
    let document: Replay = source.read("plan-replay")?;
    let zone = document.zone.clone();
    let document = Valid::new(document)?;
    let replayed = service::replay(&document, MassUnit::Kg)?;
    let history = replayed.document();
    ctx.output.show(&history, |lang| {
        let voice = Voice { locale: lang, unit: MassUnit::Kg, zone: zone.clone() };
        replay::page(&history, &replayed, &Page::with(voice, Catalog::embedded()))
    })?;
    let refused = history.events.iter().any(|event| event.refused.is_some());
    Ok(if refused { Exit::Failure } else { Exit::Done })
}

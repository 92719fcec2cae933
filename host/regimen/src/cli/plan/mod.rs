//! `regimen plan`: what the plan asks for, how it came to be, and how it changes; `plan replay` needs no store (GL-10).

mod page;
mod replay;
mod stored;
mod trail;

use domain::{law::Valid, quantity::MassUnit, voice::Voice};
use plan::replay::Replay;
use training::catalog::Catalog;

use super::{Ctx, document::Source, on_store::Who, page::Reader};
use crate::{
    problem::{Exit, Problem},
    service::plan as service,
};

const EXAMPLES: &str = "\
Examples:
  regimen plan                                          what the plan asks for now
  regimen plan versions                                 how it came to be, and why
  regimen plan edit bench_press load 62.5               change it by hand
  regimen plan rollback monday                          as it was before
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
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

/// Everything that followed from one trigger: versions, decisions and lines of the audit
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  regimen trace 01J0000000000000000000TEST")]
pub(super) struct TraceArgs {
    #[command(flatten)]
    who: Who,
    /// Its trace id, as `regimen plan audit --json` tells it
    id: String,
}

pub(super) fn trace(args: &TraceArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    stored::run(&stored::Verb::Trace { id: args.id.clone() }, &args.who, ctx)
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Fold a list of events into versions, with differences and reasons
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(Source),
    #[command(flatten)]
    Stored(stored::Verb),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let source = match &args.verb {
        None => return stored::run(&stored::Verb::Show { id: None }, &args.who, ctx),
        Some(Verb::Stored(verb)) => return stored::run(verb, &args.who, ctx),
        Some(Verb::Replay(source)) => source,
    };
    let document: Replay = source.read("plan-replay")?;
    let zone = document.zone.clone();
    let document = Valid::new(document)?;
    let replayed = service::replay(&document, MassUnit::Kg)?;
    let history = replayed.document();
    ctx.output.show(&history, |lang| {
        let voice = Voice { locale: lang, unit: MassUnit::Kg, zone: zone.clone() };
        replay::page(&history, &replayed, &Reader::with(voice, Catalog::embedded()))
    })?;
    let refused = history.events.iter().any(|event| event.refused.is_some());
    Ok(if refused { Exit::Failure } else { Exit::Done })
}

//! `regimen block`: weeks that build up, and the easy week after them (VO-3, RX-7).

use domain::voice::Locale;

use super::{Ctx, number::whole, on_store::Who, words::Words};
use crate::{
    problem::Problem,
    service::template::{self, Block},
};

const EXAMPLES: &str = "\
Examples:
  regimen block                      which block this week is in
  regimen block start --weeks 4      start one with this week
  regimen block deload               make this week an easy one";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen block show --json";

const START_EXAMPLES: &str = "\
Examples:
  regimen block start
  regimen block start --weeks 5";

const DELOAD_EXAMPLES: &str = "\
Examples:
  regimen block deload
  regimen block deload --off         take it back";

/// Show or start a block of weeks, or make this week an easy one
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
    /// Show the block that this week is in
    #[command(after_help = SHOW_EXAMPLES)]
    Show,
    /// Start a block with this week
    #[command(after_help = START_EXAMPLES)]
    Start {
        /// Weeks that build up, 1 to 8; an easy one follows [default: 3]
        #[arg(long, value_parser = whole(Block::WEEKS))]
        weeks: Option<u32>,
    },
    /// Make this week an easy one; a new block starts with the next
    #[command(after_help = DELOAD_EXAMPLES)]
    Deload {
        /// Take it back
        #[arg(long)]
        off: bool,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let who = &args.who;
    let block = match &args.verb {
        None | Some(Verb::Show) => {
            ctx.for_athlete(who, async |app, caller| template::block(app, caller).await)?
        }
        Some(Verb::Start { weeks }) => {
            Some(ctx.for_athlete(who, async |app, caller| template::start_block(app, caller, *weeks).await)?)
        }
        Some(Verb::Deload { off }) => {
            Some(ctx.for_athlete(who, async |app, caller| template::deload_now(app, caller, !off).await)?)
        }
    };
    ctx.output.show(&block, |lang| page(block, lang))
}

fn page(block: Option<Block>, lang: Locale) -> String {
    let words = Words::new(lang);
    let Some(block) = block else { return format!("{}\n", words.text("block-none")) };
    let facts = [("date", block.start_date.to_string().into()), ("weeks", i64::from(block.weeks).into())];
    let deload = if block.deload_now { format!("{}\n", words.text("block-deload")) } else { String::new() };
    format!("{}\n{deload}", words.text_with("block-since", facts))
}

//! `regimen events`: what happened to the progression, newest first (P-44, A-15).

use domain::{
    progress::{ProgressionEvent, ProgressionEventType},
    time::{Instant, LocalDate},
    vocabulary::UnknownWord,
};

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::figures::{self, Asked},
};

const EXAMPLES: &str = "\
Examples:
  regimen events                              the last hundred
  regimen events --exercise push_up_ladder
  regimen events --kind alert_triggered
  regimen events --from 2026-02-01 --to 2026-02-28

  Kinds: decision_made, decision_overridden, alert_triggered, red_flag,
  record_lost. Events are kept for half a year.";

/// Show what happened to the progression: decisions, overrides, alerts
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// Only events of this exercise or ladder
    #[arg(long, value_name = "KEY")]
    exercise: Option<String>,
    /// Only events of this kind
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<ProgressionEventType>,
    /// Only events of this trace: what one trigger brought about
    #[arg(long, value_name = "TRACE")]
    trace: Option<String>,
    /// First day
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
    /// Only events before this instant: the next page
    #[arg(long, value_name = "INSTANT")]
    before: Option<Instant>,
}

fn kind(word: &str) -> Result<ProgressionEventType, UnknownWord> {
    word.parse()
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let asked = Asked {
        exercise: args.exercise.as_deref(),
        kind: args.kind,
        trace: args.trace.as_deref(),
        days: (args.from, args.to),
        before: args.before,
    };
    let events = ctx.for_athlete(&args.who, async |app, caller| figures::events(app, caller, asked).await)?;
    ctx.output.show(&events, |lang| page(&events, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(events: &[ProgressionEvent], words: &Words) -> String {
    if events.is_empty() {
        return paragraph(&words.text("events-none"), 0);
    }
    // Keys are as long as they are; what happened is words, which can be broken.
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for event in events {
        let exercise = event.exercise_key.clone().unwrap_or_default();
        table.row([
            event.created_at.to_string(),
            exercise,
            words.word("progression_event", event.event_type),
        ]);
        for reason in &event.context {
            table.note(1, words.reason(reason));
        }
    }
    table.to_string()
}

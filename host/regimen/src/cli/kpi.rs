//! `regimen kpi`: whether sessions are taken as they are, done, and worth it (A-4..A-10, A-35).

use domain::{
    session::{Intent, SelectionMode},
    time::LocalDate,
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
    service::kpi::{self, Kpis},
};

const EXAMPLES: &str = "\
Examples:
  regimen kpi                              the last four weeks
  regimen kpi --mode INTENT --intent push
  regimen kpi --from 2026-01-01 --to 2026-03-31 --json

  Modes: AUTO, MANUAL, BONUS, INTENT. A figure with nothing to count is left
  out; the count says how many it is of.";

/// Show whether planned sessions are taken as they are, done, and worth it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// First day; four weeks before the last if not given
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day; today if not given
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
    /// Only sessions whose exercises were chosen so
    #[arg(long, value_name = "MODE", value_parser = mode)]
    mode: Option<SelectionMode>,
    /// Only sessions that are about this
    #[arg(long, value_name = "INTENT", value_parser = intent)]
    intent: Option<Intent>,
}

fn mode(word: &str) -> Result<SelectionMode, UnknownWord> {
    word.parse()
}

fn intent(word: &str) -> Result<Intent, UnknownWord> {
    word.parse()
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (days, dims) = ((args.from, args.to), (args.mode, args.intent));
    let kpis = ctx.for_athlete(&args.who, async |app, caller| kpi::kpis(app, caller, days, dims).await)?;
    ctx.output.show(&kpis, |lang| page(&kpis, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(kpis: &Kpis, words: &Words) -> String {
    if kpis.kpis.is_empty() {
        return paragraph(&words.text("kpi-none"), 0);
    }
    let mut table = Table::new([Column::Rest, Column::Right, Column::Right]);
    table.row(words.texts(["kpi-column-name", "metrics-column-count", "metrics-column-value"]));
    for one in &kpis.kpis {
        let count = format!("{}/{}", one.numerator, one.n);
        table.row([words.word("kpi", one.name), count, words.number(&one.value)]);
    }
    let mut text = table.to_string();
    for (reason, count) in &kpis.substitution_reasons {
        let said = words.text_with(
            "kpi-substituted",
            [("reason", words.word("substitution_reason", reason).into()), ("count", (*count).into())],
        );
        text += &paragraph(&said, 0);
    }
    text
}

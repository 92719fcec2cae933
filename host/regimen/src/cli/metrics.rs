//! `regimen metrics`: the figures of days, with the counts behind them.

use domain::time::LocalDate;
use serde_json::Value;

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::figures::{self, Figure},
};

const EXAMPLES: &str = "\
Examples:
  regimen metrics                                    the newest day
  regimen metrics --type kpi_completion_rate --from 2026-03-01
  regimen metrics --json | jq '.[] | [.metric_type, .value]'

  Days without figures are counted by `regimen jobs run metrics_daily`.";

/// Show the figures of days: how decisions, suggestions and sessions turned out
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// Only figures of this type
    #[arg(long = "type", value_name = "TYPE")]
    metric_type: Option<String>,
    /// First day; the newest one that was counted if not given
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day; today if not given
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let days = (args.from, args.to);
    let figures = ctx.for_athlete(&args.who, async |app, caller| {
        figures::list(app, caller, args.metric_type.as_deref(), days).await
    })?;
    ctx.output.show(&figures, |lang| page(&figures, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(figures: &[Figure], words: &Words) -> String {
    if figures.is_empty() {
        return paragraph(&words.text("metrics-none"), 0);
    }
    let right = Column::Right;
    let mut table = Table::new([Column::Left, Column::Left, right, right, right]);
    table.row(words.texts([
        "metrics-column-date",
        "metrics-column-type",
        "metrics-column-days",
        "metrics-column-count",
        "metrics-column-value",
    ]));
    for figure in figures {
        table.row([
            figure.report_date.to_string(),
            figure.metric_type.clone(),
            figure.window_days.to_string(),
            format!("{}/{}", figure.numerator, figure.denominator),
            words.number(&figure.value),
        ]);
        table.note(1, narrowed(&figure.dims));
    }
    table.to_string()
}

/// What a figure is narrowed to: `intent push, mode AUTO`.
fn narrowed(dims: &Value) -> String {
    let parts = dims.as_object().into_iter().flatten();
    let parts = parts.map(|(name, word)| format!("{name} {}", word.as_str().unwrap_or_default()));
    parts.collect::<Vec<_>>().join(", ")
}

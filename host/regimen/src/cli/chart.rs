//! `regimen chart`: how training goes, as a table, as points or as a picture (P-50, A-21, A-35).

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use super::{
    Ctx,
    find::find_done,
    on_store::Who,
    output::write_failed,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    gallery::{self, ChartView, Wanted},
    problem::Problem,
    service::{
        charts::{self, ChartName, Span},
        overview,
    },
    viewer::Viewer,
};

const EXAMPLES: &str = "\
Examples:
  regimen chart                                 which there are
  regimen chart adherence                       as a table
  regimen chart strength --exercise back_squat
  regimen chart volume --span year --json       as points
  regimen chart levels --out levels.svg         as a picture

  Charts: volume, levels, effort, decisions, strength, adherence,
  muscle_volume, body_weight, calendar.";

/// Show a chart: volume, levels, effort, decisions, strength, adherence, ...
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// Its name; without one the charts are listed
    name: Option<String>,
    /// Only this exercise or ladder: its key, or a part of its name
    #[arg(long, value_name = "KEY")]
    exercise: Option<String>,
    /// How far back: weeks of a quarter, or months of a year
    #[arg(long, value_parser = PossibleValuesParser::new(Span::WORDS), default_value = "quarter")]
    span: String,
    /// Write the picture to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let Some(name) = &args.name else {
        return ctx.output.show(&ChartName::WORDS, |lang| listed(&Words::new(lang)));
    };
    let name = ChartName::named(name)?;
    let (facts, ground, done) = ctx.for_athlete(&args.who, async |app, caller| {
        let ground = overview::ground(app, caller).await?;
        Ok((charts::facts(app, caller, name).await?, ground, overview::done(app, caller).await?))
    })?;
    let is_ladder = |key: &str| ground.catalog.ladders().iter().any(|ladder| ladder.key.as_str() == key);
    let exercise = match &args.exercise {
        Some(text) if !is_ladder(text) => Some(find_done(text, &ground.catalog, &done)?.to_string()),
        other => other.clone(),
    };
    let wanted = Wanted { exercise, span: args.span.parse().ok() };
    let viewer = Viewer::of(&ground, ctx.output.lang);
    let chart = gallery::draw(&facts, &wanted, &viewer);
    let view = ChartView::of(name, &*chart);
    if let Some(file) = &args.out {
        let shown = file.display().to_string();
        std::fs::write(file, chart.document()).map_err(|error| write_failed(&shown, &error))?;
        return ctx.output.show(&view, |_| {
            paragraph(&viewer.text_with("chart-written", [("file", shown.as_str().into())]), 0)
        });
    }
    ctx.output.show(&view, |_| page(&view))
}

/// GL-10: a noun alone lists: each chart with what it shows.
fn listed(words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Rest]);
    for name in ChartName::WORDS {
        table.row([(*name).to_owned(), words.word("chart-about", name)]);
    }
    format!("{table}\n{}", paragraph(&words.text("chart-next"), 0))
}

/// The title, and the table or the sentence that stands in for it.
fn page(view: &ChartView) -> String {
    let head = format!("{}\n{}\n", view.title, paragraph(&view.description, 0));
    if let Some(empty) = &view.empty {
        return format!("{head}{}", paragraph(empty, 0));
    }
    let mut table = Table::new([Column::Left, Column::Rest]);
    let (first, names) = view.table.head.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
    table.row([first.to_uppercase(), if let [only] = names { only.to_uppercase() } else { String::new() }]);
    for row in &view.table.rows {
        let Some((first, values)) = row.split_first() else { continue };
        let told = names.iter().zip(values).filter(|(_, value)| !value.is_empty());
        let told = told.map(
            |(name, value)| {
                if names.len() == 1 { value.clone() } else { format!("{name} {value}") }
            },
        );
        table.row([first.clone(), told.collect::<Vec<_>>().join(", ")]);
    }
    format!("{head}{table}")
}

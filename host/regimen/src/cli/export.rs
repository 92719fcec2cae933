//! `regimen export`: tables for a spreadsheet.

use std::path::PathBuf;

use domain::{time::LocalDate, vocabulary::UnknownWord};

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::export::{self, ExportFile, Written},
};

const EXAMPLES: &str = "\
Examples:
  regimen export csv --out tables
  regimen export csv --only sessions,sets --from 2026-01-01";

const CSV_EXAMPLES: &str = "\
Examples:
  regimen export csv --out tables                    every table
  regimen export csv --only sets,records             some, into this folder
  regimen export csv --for anna --from 2026-01-01    of one's athlete

  Tables: sessions, sets, progress, decisions, plan_versions, events, metrics,
  records, flags, checkins, body, conflicts, meals, review. Files of the same
  name are replaced.";

/// Write tables for a spreadsheet
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, arg_required_else_help = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Write tables as CSV, a file each
    #[command(after_help = CSV_EXAMPLES)]
    Csv(CsvArgs),
}

#[derive(Debug, clap::Args)]
struct CsvArgs {
    /// First day; the first of all if not given
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day; the last of all if not given
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
    /// Only these tables
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = file)]
    only: Vec<ExportFile>,
    /// Folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

fn file(word: &str) -> Result<ExportFile, UnknownWord> {
    word.parse()
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let Verb::Csv(csv) = &args.verb;
    let files = if csv.only.is_empty() { ExportFile::ALL } else { &csv.only };
    let days = (csv.from, csv.to);
    let written = ctx.for_athlete(&args.who, async |app, caller| {
        let mut written = Vec::new();
        for &file in files {
            written.push(export::write(app, caller, file, days, &csv.out).await?);
        }
        Ok(written)
    })?;
    ctx.output.show(&written, |lang| page(&written, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(written: &[Written], words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Right]);
    table.row(words.texts(["export-column-file", "export-column-rows"]));
    for one in written {
        table.row([one.file.display().to_string(), one.rows.to_string()]);
    }
    table.to_string()
}

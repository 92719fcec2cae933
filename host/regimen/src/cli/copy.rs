//! `regimen copy`: from one database to another, counted on both sides (GL-8).

use super::{
    Ctx,
    backup::{count, watched},
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::maintenance::{self, Kept},
};

const EXAMPLES: &str = "\
Examples:
  regimen copy --from ~/.local/share/regimen --to postgres://regimen@localhost/regimen
  regimen copy --from postgres://regimen@localhost/regimen --to sqlite:/srv/regimen/regimen.db";

/// How much of a SHA-256 is shown to people; it is whole with --json.
const SHOWN: usize = 16;

/// Copy everything to another database, and compare what arrived
///
/// The place to copy to must be empty. It takes everything as it is at one moment; stop the program
/// first if nothing shall be missing that is written meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Where it is: a folder, sqlite:PATH or postgres://…
    #[arg(long, value_name = "URL")]
    from: String,
    /// Where it shall be: a folder, sqlite:PATH or postgres://…
    #[arg(long, value_name = "URL")]
    to: String,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (from, to) = (maintenance::place(&args.from), maintenance::place(&args.to));
    let kept = watched(&mut ctx.output, async |watch| maintenance::copy(&from, &to, watch).await)?;
    ctx.output.show(&kept, |lang| page(&kept, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(kept: &Kept, words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Right, Column::Left]);
    table.row(words.texts(["copy-column-table", "copy-column-rows", "copy-column-sum"]));
    for sum in kept.tables.iter().filter(|sum| sum.rows > 0) {
        let start: String = sum.sha256.chars().take(SHOWN).collect();
        table.row([sum.table.clone(), sum.rows.to_string(), start]);
    }
    let rows = [("rows", count(kept.rows).into()), ("schema", kept.schema.into())];
    format!("{table}\n{}\n", words.text_with("copy-done", rows))
}

//! `regimen copy`: from one database to another, counted on both sides (GL-8).

use super::{
    Ctx,
    backup::{count, watched},
    table::{Column, Table},
    usage,
    words::Words,
};
use crate::{
    config::place,
    problem::{Exit, PLACE_NOT_EMPTY, Problem},
    service::{
        app::Place,
        maintenance::{self, Kept},
    },
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
    let (from, to) = (place_of("--from", &args.from)?, place_of("--to", &args.to)?);
    let kept = watched(&mut ctx.output, async |watch| maintenance::copy(&from, &to, watch).await);
    let kept = kept.map_err(|problem| {
        // Everywhere else the place is that of the settings.
        if problem.code == PLACE_NOT_EMPTY { problem.fact("option", "to") } else { problem }
    })?;
    ctx.output.show(&kept, |lang| page(&kept, &Words::new(lang)))?;
    Ok(Exit::Done)
}

/// clap would repeat the value in its refusal, and with it a password.
fn place_of(option: &str, text: &str) -> Result<Place, Problem> {
    place::place(text).ok_or_else(|| usage::no_place(option, text))
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

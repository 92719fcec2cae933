//! `regimen backup`: everything in one file (GL-8).

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{Ctx, Output, output::runtime, words::Words};
use crate::{
    problem::{Exit, Problem},
    service::{
        app::{App, torn_at},
        maintenance::{self, Kept, Progress},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen backup regimen-2026-03-02.dump         keep everything in one file
  regimen backup /mnt/nas/regimen.dump --json    see what was counted";

/// How often the message changes.
const PACE: Duration = Duration::from_millis(200);

/// Write everything into one file, while the program goes on
///
/// The file can be restored into SQLite and PostgreSQL and by newer versions, and shows whether it
/// was changed. It holds the hashes of passwords and everything that people have told: keep it as
/// safe as the database.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// New file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let place = ctx.place()?;
    let kept = watched(&mut ctx.output, async |watch| {
        let app = App::open_existing(&place).await?;
        let kept = maintenance::backup(&app, &args.file, watch).await;
        app.close().await;
        kept.map_err(|problem| torn_at(&place, problem))
    })?;
    ctx.output.show(&kept, |lang| page("backup-done", &kept, args.file.display(), &Words::new(lang)))?;
    Ok(Exit::Done)
}

/// Runs a job over many rows, and shows how many are done.
pub(super) fn watched<T>(
    output: &mut Output<'_>,
    job: impl AsyncFnOnce(&mut dyn FnMut(Progress)) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let words = Words::new(output.lang);
    let mut shown = Instant::now();
    let mut watch = |progress: Progress| {
        if shown.elapsed() >= PACE {
            shown = Instant::now();
            let facts = [("done", count(progress.done).into()), ("total", count(progress.total).into())];
            output.progress(&words.text_with("rows-progress", facts));
        }
    };
    let done = runtime()?.block_on(job(&mut watch));
    output.progress("");
    done
}

/// What was written or read, in a sentence.
pub(super) fn page(text: &str, kept: &Kept, file: impl std::fmt::Display, words: &Words) -> String {
    let facts = [
        ("rows", count(kept.rows).into()),
        ("schema", kept.schema.into()),
        ("file", file.to_string().into()),
    ];
    super::table::paragraph(&words.text_with(text, facts), 0)
}

/// A number of rows as a fact has it.
pub(super) fn count(rows: u64) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

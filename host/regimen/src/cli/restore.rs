//! `regimen restore`: a backup into an empty place (GL-8).

use std::path::PathBuf;

use super::{
    Ctx,
    backup::{page, watched},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::maintenance,
};

const EXAMPLES: &str = "\
Examples:
  regimen restore regimen.dump --data new        look at a backup in a folder of its own
  regimen restore regimen.dump --database-url postgres://regimen@localhost/regimen";

/// Put a backup into an empty place
///
/// Nothing is overwritten: a place with rows in it is refused. A file that is not whole or was
/// changed is refused before anything is made. A backup of an older version is brought up to date.
/// Stop what uses the place first.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Backup to read
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let place = ctx.place()?;
    let kept = watched(&mut ctx.output, async |watch| maintenance::restore(&place, &args.file, watch).await)?;
    ctx.output.show(&kept, |lang| page("restore-done", &kept, args.file.display(), &Words::new(lang)))?;
    Ok(Exit::Done)
}

//! `regimen completions SHELL`: a script that completes commands.

use clap_complete::Shell;

use super::{Ctx, NAME, command};
use crate::problem::Problem;

const EXAMPLES: &str = "\
Examples:
  bash, as a line of ~/.bashrc:
    source <(regimen completions bash)
  zsh, into a folder that is in $fpath:
    regimen completions zsh > ~/.zfunc/_regimen
  fish:
    regimen completions fish > ~/.config/fish/completions/regimen.fish";

/// Print a script that completes commands and options in your shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Shell to write the script for
    shell: Shell,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), NAME, &mut script);
    ctx.output.raw(&String::from_utf8_lossy(&script))
}

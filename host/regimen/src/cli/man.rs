//! `regimen man DIR`: the manual pages, one per command.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::Command;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};
use serde_json::json;

use super::{Ctx, NAME, VERSION, command, heading, output::write_failed};
use crate::{
    problem::Problem,
    texts::{facts, text},
};

const EXAMPLES: &str = "\
Examples:
  regimen man ~/.local/share/man/man1    install them for the current user
  regimen man pages                      write them to the folder `pages`
  man pages/regimen.1                    read the first one";

/// Write the manual pages, one for each command, to a folder
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Folder to write to; made if it does not exist
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let dir = &args.dir;
    fs::create_dir_all(dir).map_err(|error| write_failed(&dir.display().to_string(), &error))?;
    let mut root = command().disable_help_subcommand(true);
    root.build();
    let mut pages = Vec::new();
    write(&root, dir, &mut pages)?;

    let names: Vec<String> = pages.iter().map(|page| page.display().to_string()).collect();
    let shown = json!({ "dir": dir.display().to_string(), "count": names.len(), "pages": names });
    ctx.output.show(&shown, |lang| {
        let first = names.first().cloned().unwrap_or_default();
        let dir = dir.display().to_string();
        let facts = facts([("dir", dir.into()), ("count", names.len().into()), ("first", first.into())]);
        format!("{}\n{}\n", text(lang, "man-written", &facts), text(lang, "man-hint", &facts))
    })
}

/// Writes the page of a command, then those of its subcommands.
fn write(command: &Command, dir: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Problem> {
    let man = Man::new(command.clone()).source(format!("{NAME} {VERSION}"));
    let path = dir.join(man.get_filename());
    page(&man, command)
        .and_then(|page| fs::write(&path, page))
        .map_err(|error| write_failed(&path.display().to_string(), &error))?;
    pages.push(path);
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .try_for_each(|sub| write(sub, dir, pages))
}

fn page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(after) = command.get_after_help() {
        sections(&after.to_string()).to_writer(&mut page)?;
    }
    Ok(page)
}

/// What stands after the options of the help; lines below a heading keep their breaks.
fn sections(after: &str) -> Roff {
    let mut roff = Roff::new();
    for line in after.lines() {
        if let Some(heading) = heading(line) {
            roff.control("SH", [heading.to_uppercase().as_str()]);
            roff.control("nf", []);
        } else {
            roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
    }
    roff.control("fi", []);
    roff
}

//! What a person types where nobody shall see it, or so that it is meant: passwords and confirmations.
//!
//! On a terminal it is asked for; elsewhere a file or an option says it. There is no default.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use super::{Ctx, document::Source};
use crate::{
    problem::{NO_PASSWORD, Problem},
    texts::{Facts, text},
};

/// Where a new password comes from.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct NewPassword {
    /// Read the password from FILE, or - for standard input; else it is asked for
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
}

impl NewPassword {
    /// Whether a file was named.
    pub(super) const fn is_given(&self) -> bool {
        self.password_file.is_some()
    }

    /// The password, typed twice if it is typed.
    pub(super) fn read(&self, ctx: &Ctx<'_>) -> Result<String, Problem> {
        if let Some(file) = &self.password_file {
            return from_file(file);
        }
        let first = ask(ctx, "ask-password")?;
        if first == ask(ctx, "ask-password-again")? { Ok(first) } else { Err(none("differ")) }
    }
}

/// A password that exists: from a file, else asked for once.
pub(super) fn known(file: Option<&Path>, ctx: &Ctx<'_>) -> Result<String, Problem> {
    file.map_or_else(|| ask(ctx, "ask-password-old"), from_file)
}

/// What was typed to confirm what cannot be undone: the option, else it is asked for; nothing where nobody can answer.
pub(super) fn confirmation(
    given: Option<&str>,
    question: &str,
    ctx: &mut Ctx<'_>,
) -> Result<String, Problem> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    if !can_ask(ctx) {
        return Ok(String::new());
    }
    ctx.output.progress(&format!("{question} "));
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(|error| super::output::write_failed("stdin", &error))?;
    Ok(line.trim().to_owned())
}

/// Whether somebody sits there who can be asked.
fn can_ask(ctx: &Ctx<'_>) -> bool {
    io::stdin().is_terminal() && ctx.output.is_watched()
}

fn ask(ctx: &Ctx<'_>, question: &str) -> Result<String, Problem> {
    if !can_ask(ctx) {
        return Err(none("terminal"));
    }
    let prompt = format!("{} ", text(ctx.output.lang, question, &Facts::new()));
    rpassword::prompt_password(prompt).map_err(|_| none("terminal"))
}

/// The first line of a file: what an editor puts after it is not meant.
fn from_file(file: &Path) -> Result<String, Problem> {
    let text = Source::of(file).text()?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn none(why: &'static str) -> Problem {
    Problem::new(NO_PASSWORD).fact("why", why)
}

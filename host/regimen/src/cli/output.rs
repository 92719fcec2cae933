//! Where commands write: data on one stream, problems on the other.

use std::io::{ErrorKind, Write};

use clap::{ValueEnum, builder::StyledStr};
use serde::Serialize;

use crate::{
    config::Environment,
    problem::{Problem, USAGE, WRITE_FAILED},
    texts::{Facts, Locale, text},
};

/// When to use colors; `auto` means on a terminal that has them, unless NO_COLOR is set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// A stream, whether a person watches it, and whether escape sequences make sense on it.
pub struct Stream<'a> {
    to: Box<dyn Write + 'a>,
    is_terminal: bool,
    is_colored: bool,
}

impl<'a> Stream<'a> {
    /// A stream that gets colors if it is a terminal.
    pub fn new(to: impl Write + 'a, is_terminal: bool) -> Self {
        Self { to: Box::new(to), is_terminal, is_colored: is_terminal }
    }

    pub(super) fn colored(self, color: Color, environment: &Environment) -> Self {
        let is_colored = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let is_dumb = environment.get("TERM").is_some_and(|term| term == "dumb");
                self.is_colored && !is_dumb && environment.get("NO_COLOR").is_none()
            }
        };
        Self { is_colored, ..self }
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        let written = self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush());
        match written {
            // Whoever read has seen enough, as `head` does; that is no problem of ours.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// The output of one command: data for its caller, problems for its user.
pub struct Output<'a> {
    /// Where data goes.
    pub data: Stream<'a>,
    /// Where problems go.
    pub problems: Stream<'a>,
    /// Whether both are written as JSON, one value a line.
    pub json: bool,
    /// The language of texts.
    pub lang: Locale,
}

impl Output<'_> {
    /// Shows the same facts as JSON or as the lines of `text`, whichever is wanted.
    pub fn show(
        &mut self,
        facts: &impl Serialize,
        text: impl FnOnce(Locale) -> String,
    ) -> Result<(), Problem> {
        if self.json {
            let line = serde_json::to_string(facts).map_err(|error| failed("other", &error))?;
            self.raw(&format!("{line}\n"))
        } else if self.data.is_colored {
            self.raw(&bold_headings(&text(self.lang)))
        } else {
            self.raw(&text(self.lang))
        }
    }

    /// Writes text as it is, in either mode.
    pub fn raw(&mut self, text: &str) -> Result<(), Problem> {
        self.data.write(text).map_err(|error| write_failed("stdout", &error))
    }

    /// Writes help, with colors where they make sense.
    pub fn help(&mut self, help: &StyledStr) -> Result<(), Problem> {
        let text = rendered(help, self.data.is_colored);
        self.raw(&text)
    }

    /// Writes help where problems go, for a person who left out what to do.
    pub fn help_as_problem(&mut self, help: &StyledStr) {
        let text = rendered(help, self.problems.is_colored);
        // When even this stream is closed, the exit status has to say it.
        let _ = self.problems.write(&text);
    }

    /// GL-4: tells a problem, as a message or as the problem+json object on one line.
    pub fn problem(&mut self, problem: &Problem) {
        let text = match (self.json, serde_json::to_string(&problem.object(self.lang))) {
            (true, Ok(object)) => format!("{object}\n"),
            _ => message(problem, self.lang, self.problems.is_colored),
        };
        let _ = self.problems.write(&text);
    }

    /// Whether somebody would see progress: where problems go is a terminal.
    pub fn is_watched(&self) -> bool {
        self.problems.is_terminal
    }

    /// Shows how far a long command is, in place of what was shown before; an empty text takes it away.
    pub fn progress(&mut self, line: &str) {
        if self.is_watched() {
            // A line that cannot be shown is not worth a problem.
            let _ = self.problems.write(&format!("\r\x1b[K{line}"));
        }
    }

    /// Tells something about the run, beside its data.
    pub fn note(&mut self, facts: &impl Serialize, text: impl FnOnce(Locale) -> String) {
        let line = match (self.json, serde_json::to_string(facts)) {
            (true, Ok(line)) => line,
            _ => text(self.lang),
        };
        let _ = self.problems.write(&format!("{line}\n"));
    }
}

/// The problem of a file, or `stdout`, that cannot be written.
pub(super) fn write_failed(file: &str, error: &std::io::Error) -> Problem {
    let why = match error.kind() {
        ErrorKind::PermissionDenied => "denied",
        ErrorKind::StorageFull => "full",
        ErrorKind::AlreadyExists => "file",
        ErrorKind::NotADirectory => "in_file",
        _ => "other",
    };
    failed(why, error).fact("file", file)
}

/// The problem of output that cannot be made or written.
pub(super) fn failed(why: &str, error: &dyn std::error::Error) -> Problem {
    Problem::new(WRITE_FAILED).fact("file", "stdout").fact("why", why).fact("os", error.to_string())
}

fn message(problem: &Problem, lang: Locale, is_colored: bool) -> String {
    let (on, off) = if is_colored { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    let head = text(lang, "problem-label", &Facts::new());
    let detail = problem.detail(lang);
    let hint = if problem.code == USAGE && problem.facts.contains_key("usage") {
        format!("\n{}\n", text(lang, "usage-hint", &problem.facts))
    } else {
        String::new()
    };
    format!("{on}{head}{off} {detail}\n{hint}")
}

/// Sets off the lines in capitals, which are the headings of sections and tables.
fn bold_headings(text: &str) -> String {
    let is_heading = |line: &str| {
        let mut letters = line.chars().filter(|letter| letter.is_alphabetic()).peekable();
        letters.peek().is_some() && letters.all(char::is_uppercase)
    };
    let line = |line: &str| match line.trim_end_matches('\n') {
        heading if is_heading(heading) => format!("\x1b[1m{heading}\x1b[0m\n"),
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

fn rendered(help: &StyledStr, is_colored: bool) -> String {
    if is_colored { help.ansi().to_string() } else { help.to_string() }
}

/// What runs the use cases of a command.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| failed("other", &error))
}

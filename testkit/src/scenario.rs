//! Scenarios: Markdown files in which prose, input and expected output stand together.
//!
//! A scenario is a given block (`toml` or `json`) followed by an expected block (`text`). A file holds
//! one or more of them between prose and blocks of other languages, which are for the reader.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::diff::diff;
use crate::expect::{HINT, Mode, join_lines, significant_lines};
use crate::markdown::{Block, Fence, UnclosedFence, blocks};

/// The input of one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given<'a> {
    /// The nearest heading above the block, without its number signs.
    pub title: &'a str,
    /// `toml` or `json`.
    pub language: &'a str,
    /// The lines of the block.
    pub text: &'a str,
}

/// Runs every scenario below `folder`, and panics once with all that differ.
///
/// `folder` starts at the root of the calling crate; its `*.md` files are read in the order of their
/// names, subfolders too. Blanks at the ends of lines and empty lines at the end of an output do not
/// count. With `UPDATE_EXPECT=1` the `text` blocks take the new output, and nothing else is changed.
#[track_caller]
pub fn check(folder: impl AsRef<Path>, run: impl Fn(&str) -> String) {
    check_with(folder, |given| run(given.text));
}

/// Like [`check`], for a `run` that also asks for the title or the language of a scenario.
#[track_caller]
pub fn check_with(folder: impl AsRef<Path>, run: impl Fn(Given<'_>) -> String) {
    let findings = check_folder(folder.as_ref(), Mode::from_env(), &run);
    assert!(findings.is_empty(), "{}", report(&findings));
}

fn report(findings: &[String]) -> String {
    format!("findings: {}\n\n{}\n{HINT}", findings.len(), findings.join("\n"))
}

fn check_folder(folder: &Path, mode: Mode, run: &dyn Fn(Given<'_>) -> String) -> Vec<String> {
    let mut paths = Vec::new();
    if let Err(error) = find_markdown(folder, &mut paths) {
        return vec![format!("{}: {error}\n", folder.display())];
    }
    if paths.is_empty() {
        let folder = folder.display();
        return vec![format!("{folder}: there is no *.md file below this folder; maybe it is misspelled\n")];
    }
    paths.sort();
    paths.iter().flat_map(|path| check_file(path, mode, run)).collect()
}

fn find_markdown(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_markdown(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    Ok(())
}

fn check_file(path: &Path, mode: Mode, run: &dyn Fn(Given<'_>) -> String) -> Vec<String> {
    let shown = path.display();
    let source = match fs::read_to_string(path) {
        Ok(source) => source,
        Err(error) => return vec![format!("{shown}: {error}\n")],
    };
    let scenarios = match read(&source) {
        Ok(scenarios) => scenarios,
        Err(malformed) => return vec![format!("{shown}:{}: {}\n", malformed.line, malformed.problem)],
    };
    let mut findings = Vec::new();
    let mut updated = source.clone();
    // From the last to the first, so that the ranges of those still to come stay right.
    for scenario in scenarios.iter().rev() {
        match scenario.outcome(mode, run) {
            Outcome::AsExpected => {}
            Outcome::Accepted(text) => updated.replace_range(scenario.expected.range.clone(), &text),
            Outcome::Failed(problem) => {
                let (line, title) = (scenario.expected.line, scenario.given.title);
                findings.push(format!("{shown}:{line}: {title}\n{problem}"));
            }
        }
    }
    findings.reverse();
    if updated != source
        && let Err(error) = fs::write(path, updated)
    {
        findings.push(format!("{shown}: {error}\n"));
    }
    findings
}

struct Scenario<'a> {
    given: Given<'a>,
    expected: Fence<'a>,
}

enum Outcome {
    AsExpected,
    /// The new text of the expected block.
    Accepted(String),
    Failed(String),
}

impl Scenario<'_> {
    fn outcome(&self, mode: Mode, run: &dyn Fn(Given<'_>) -> String) -> Outcome {
        // One scenario that panics shall neither hide its own name nor the scenarios after it.
        let output = match catch_unwind(AssertUnwindSafe(|| run(self.given))) {
            Ok(output) => output,
            Err(payload) => {
                let message = payload.downcast_ref::<String>().map(String::as_str);
                let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
                return Outcome::Failed(format!("panicked: {}\n", message.unwrap_or("without a message")));
            }
        };
        let expected = significant_lines(self.expected.text);
        let actual = significant_lines(&output);
        if expected == actual {
            return Outcome::AsExpected;
        }
        if mode == Mode::Compare {
            return Outcome::Failed(diff(&expected, &actual));
        }
        match actual.iter().find(|line| self.expected.is_closed_by(line)) {
            Some(line) => Outcome::Failed(format!("the output has the line {line}; use a longer fence\n")),
            None => Outcome::Accepted(join_lines(&actual)),
        }
    }
}

/// Why a file is no list of scenarios.
#[derive(Debug, PartialEq, Eq)]
struct Malformed {
    line: usize,
    problem: &'static str,
}

impl From<UnclosedFence> for Malformed {
    fn from(fence: UnclosedFence) -> Self {
        Malformed { line: fence.line, problem: "this block is never closed" }
    }
}

fn read(source: &str) -> Result<Vec<Scenario<'_>>, Malformed> {
    const NO_EXPECTATION: &str = "this given block has no expectation; add a ```text block below it";
    const NO_GIVEN: &str = "this text block has no given; put a ```toml or ```json block above it";
    const NO_SCENARIO: &str = "the file has no scenario; add a ```toml or ```json block and a ```text block";

    let mut scenarios = Vec::new();
    let mut title = "";
    let mut pending: Option<(usize, Given)> = None;
    for block in blocks(source)? {
        match block {
            Block::Line { text, .. } if text.starts_with('#') => title = text.trim_matches(['#', ' ']),
            Block::Line { .. } => {}
            Block::Fence(fence) => match (fence.language, pending.take()) {
                ("toml" | "json", Some((line, _))) => {
                    return Err(Malformed { line, problem: NO_EXPECTATION });
                }
                (language @ ("toml" | "json"), None) => {
                    pending = Some((fence.line, Given { title, language, text: fence.text }));
                }
                ("text", Some((_, given))) => scenarios.push(Scenario { given, expected: fence }),
                ("text", None) => return Err(Malformed { line: fence.line, problem: NO_GIVEN }),
                (_, given) => pending = given,
            },
        }
    }
    match pending {
        Some((line, _)) => Err(Malformed { line, problem: NO_EXPECTATION }),
        None if scenarios.is_empty() => Err(Malformed { line: 1, problem: NO_SCENARIO }),
        None => Ok(scenarios),
    }
}

#[cfg(test)]
mod tests;

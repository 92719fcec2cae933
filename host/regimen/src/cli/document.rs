//! GL-10: a stateless command reads one JSON document, from a file or from standard input for `-`.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use domain::vocabulary::nearest;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::problem::{INVALID_DOCUMENT, MALFORMED_JSON, Problem};

/// Where a document is read from: what a person typed.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Source {
    /// JSON file to read, or - for standard input
    #[arg(value_name = "INPUT")]
    path: PathBuf,
}

impl Source {
    /// A file that was named in another way than as `INPUT`.
    pub(super) fn of(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Reads the document; `name` is the one by which `regimen schema` knows it.
    pub(super) fn read<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Problem> {
        let is_stdin = self.path == Path::new("-");
        let path = if is_stdin { Path::new("stdin") } else { &self.path };
        let text = if is_stdin { io::read_to_string(io::stdin()) } else { fs::read_to_string(path) };
        let text = text.map_err(|error| Problem::unreadable(path, "default", &error))?;
        serde_json::from_str(&text)
            .map_err(|error| refusal(&error, name).fact("file", path.display().to_string()))
    }
}

/// GL-4: text that is no JSON is malformed; JSON that is not this document is invalid.
fn refusal(error: &serde_json::Error, document: &'static str) -> Problem {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = said.strip_suffix(&place).unwrap_or(&said);
    let problem = match error.classify() {
        Category::Syntax | Category::Eof | Category::Io => {
            Problem::new(MALFORMED_JSON).fact("message", message)
        }
        Category::Data => invalid(message).fact("document", document),
    };
    problem.fact("line", error.line()).fact("column", error.column())
}

/// The two mistakes that people make most are told in their language; the others as the reader tells them.
fn invalid(message: &str) -> Problem {
    let problem = Problem::new(INVALID_DOCUMENT);
    let mut quoted = message.split('`').skip(1).step_by(2);
    let field = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") {
        let allowed: Vec<&str> = quoted.collect();
        let problem = problem.maybe_fact("nearest", nearest(field, allowed.iter().copied()));
        problem.fact("reason", "unknown_field").fact("field", field).fact("allowed", allowed)
    } else if message.starts_with("missing field") {
        problem.fact("reason", "missing_field").fact("field", field)
    } else {
        problem.fact("reason", "other").fact("message", message)
    }
}

//! GL-10: a stateless command reads one JSON document, from a file or from standard input for `-`; what people write
//! by hand may be YAML.

use std::{
    borrow::Cow,
    fs, io,
    path::{Path, PathBuf},
};

use domain::law::Invalid;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::problem::{
    MALFORMED_YAML, Problem,
    document::{missing_field, other, refusal, unknown_field},
};

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
        let text = self.text()?;
        serde_json::from_str(&text).map_err(|error| self.refuse(refusal(&error, name)))
    }

    /// Reads the document; in one that cannot be read, what `faults` finds is told before what the reader says.
    pub(super) fn read_or<T: DeserializeOwned>(
        &self,
        name: &'static str,
        faults: impl FnOnce(&str) -> Result<(), Invalid>,
    ) -> Result<T, Problem> {
        let text = self.text()?;
        serde_json::from_str(&text).map_err(|error| {
            self.refuse(faults(&text).map_or_else(Problem::from, |()| refusal(&error, name)))
        })
    }

    /// Reads a document that people write by hand: JSON if the file says so, else YAML.
    pub(super) fn read_yaml<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Problem> {
        if self.path.extension().is_some_and(|extension| extension == "json") {
            return self.read(name);
        }
        let text = self.text()?;
        serde_saphyr::from_str(&text).map_err(|error| {
            // Text that is no YAML at all is malformed, other YAML than wanted is invalid.
            let malformed = serde_saphyr::from_str::<IgnoredAny>(&text).err();
            self.refuse(malformed.map_or_else(|| yaml_refusal(&error, name), |error| malformed_yaml(&error)))
        })
    }

    /// The text as it stands in the file.
    pub(super) fn text(&self) -> Result<String, Problem> {
        let text =
            if self.is_stdin() { io::read_to_string(io::stdin()) } else { fs::read_to_string(&self.path) };
        text.map_err(|error| Problem::unreadable(Path::new(&*self.name()), "default", &error))
    }

    /// A problem of this document, with its name.
    pub(super) fn refuse(&self, problem: Problem) -> Problem {
        problem.fact("file", &*self.name())
    }

    fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }

    fn name(&self) -> Cow<'_, str> {
        if self.is_stdin() { "stdin".into() } else { self.path.to_string_lossy() }
    }
}

fn malformed_yaml(error: &serde_saphyr::Error) -> Problem {
    placed(Problem::new(MALFORMED_YAML).fact("message", yaml_message(error)), error)
}

fn yaml_refusal(error: &serde_saphyr::Error, document: &'static str) -> Problem {
    let problem = match error.without_snippet() {
        serde_saphyr::Error::SerdeUnknownField { field, expected, .. } => unknown_field(field, expected),
        serde_saphyr::Error::SerdeMissingField { field, .. } => missing_field(field),
        _ => other(&yaml_message(error)),
    };
    placed(problem.fact("document", document), error)
}

/// What a YAML error says, without the place, which is told before it.
fn yaml_message(error: &serde_saphyr::Error) -> String {
    let said = error.without_snippet().to_string();
    let place = error.location().map(|place| format!(" at line {}, column {}", place.line(), place.column()));
    place.and_then(|place| said.strip_suffix(&place).map(str::to_owned)).unwrap_or(said)
}

fn placed(problem: Problem, error: &serde_saphyr::Error) -> Problem {
    let (line, column) = error.location().map_or((0, 0), |place| (place.line(), place.column()));
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    problem.fact("line", number(line)).fact("column", number(column))
}

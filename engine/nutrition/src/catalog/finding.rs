//! What is wrong with a catalogue, said to the person who edits its files.

use std::fmt;

use domain::{
    error::ErrorCode,
    law::{Finding, Invalid},
    spec::SpecId,
};

/// Where an entry stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Name of the file below the catalogue's folder.
    pub file: String,
    /// Line of the entry, from 1; 0 for the whole file.
    pub line: u64,
}

impl Place {
    pub(super) fn new(file: &str, line: u64) -> Self {
        Self { file: file.to_owned(), line }
    }

    /// The file as a whole.
    pub(super) fn start(file: &str) -> Self {
        Self::new(file, 0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogFinding {
    /// Where the entry stands.
    pub place: Place,
    /// Its key; empty for a whole file.
    pub entry: String,
    /// The field, what was found and what would be valid.
    pub finding: Finding,
}

/// `file:line: entry.field: found, expected valid (rule)`.
impl fmt::Display for CatalogFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, entry, finding } = self;
        write!(f, "{place}: {entry}")?;
        if !entry.is_empty() {
            write!(f, "{}", if finding.pointer.is_empty() { ": " } else { "." })?;
        }
        write!(f, "{finding} ({})", finding.spec)
    }
}

/// A catalogue that cannot be used, with everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogErrors {
    /// At least one, by file and line.
    pub findings: Vec<CatalogFinding>,
}

impl std::error::Error for CatalogErrors {}

/// One line for each finding.
impl fmt::Display for CatalogErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, finding) in self.findings.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{finding}")?;
        }
        Ok(())
    }
}

/// Collects findings.
#[derive(Debug, Default)]
pub(super) struct Report {
    findings: Vec<CatalogFinding>,
}

impl Report {
    /// Reports `field` of `entry` unless `holds`; both may be empty.
    pub(super) fn require(
        &mut self,
        holds: bool,
        place: &Place,
        spec: SpecId,
        (entry, field): (&str, &str),
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        if !holds {
            let pointer = if field.is_empty() { String::new() } else { format!("/{field}") };
            let (found, expected) = (found.to_string(), expected.to_string());
            let finding = Finding { code: ErrorCode::CatalogInvalid, spec, pointer, found, expected };
            self.findings.push(CatalogFinding { place: place.clone(), entry: entry.to_owned(), finding });
        }
    }

    /// Reports an error whose message says what was found and what is expected.
    pub(super) fn error(&mut self, place: &Place, spec: SpecId, at: (&str, &str), error: impl fmt::Display) {
        let message = error.to_string();
        if let Some((found, expected)) = message.split_once(", expected ") {
            self.require(false, place, spec, at, found, expected);
        } else if let Some((found, advice)) = message.split_once("; maybe ") {
            self.require(false, place, spec, at, found, format_args!("a known one; maybe {advice}"));
        } else {
            self.require(false, place, spec, at, message, "a valid value");
        }
    }

    /// Reports every breach of a law.
    pub(super) fn breaches(&mut self, place: &Place, entry: &str, invalid: &Invalid) {
        self.findings.extend(invalid.findings().iter().map(|finding| CatalogFinding {
            place: place.clone(),
            entry: entry.to_owned(),
            finding: finding.clone(),
        }));
    }

    /// How much was found so far.
    pub(super) const fn len(&self) -> usize {
        self.findings.len()
    }

    /// Everything that was found, by file and line.
    pub(super) fn into_findings(mut self) -> Vec<CatalogFinding> {
        self.findings.sort_by(|a, b| a.place.cmp(&b.place));
        self.findings
    }

    /// Nothing, or everything that was found.
    pub(super) fn finish(self) -> Result<(), CatalogErrors> {
        match self.into_findings() {
            findings if findings.is_empty() => Ok(()),
            findings => Err(CatalogErrors { findings }),
        }
    }
}

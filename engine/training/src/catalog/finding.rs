//! What is wrong with a catalogue, said to the person who edits its files.

use std::{collections::BTreeMap, fmt};

use domain::{error::ErrorCode, law::Finding, spec::SpecId};

/// Where an entry begins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Name of the file below the catalogue's folder.
    pub file: String,
    /// Line of the entry's header, or of the fault in a file that cannot be read.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogFinding {
    /// Where the entry is, if it came from a file.
    pub place: Option<Place>,
    /// Key of the exercise, `ladder` and its key, or `starter` with intent and tier; empty for the whole catalogue.
    pub entry: String,
    /// The field, what was found and what would be valid.
    pub finding: Finding,
}

impl CatalogFinding {
    /// A finding about `field`, written with slashes between its parts; empty for the whole entry.
    pub(super) fn new(
        place: Option<Place>,
        entry: &str,
        rule: Rule,
        field: &str,
        found: String,
        expected: String,
    ) -> Self {
        let pointer = if field.is_empty() { String::new() } else { format!("/{field}") };
        let finding = Finding { code: rule.code, spec: rule.spec, pointer, found, expected };
        Self { place, entry: entry.to_owned(), finding }
    }
}

/// `file:line: entry.field: found, expected valid (rule)`.
impl fmt::Display for CatalogFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.entry)?;
        if !self.entry.is_empty() {
            write!(f, "{}", if self.finding.pointer.is_empty() { ": " } else { "." })?;
        }
        write!(f, "{} ({})", self.finding, self.finding.spec)
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

/// A rule and the code under which its breaches are reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) code: ErrorCode,
    pub(super) spec: SpecId,
}

impl Rule {
    /// A rule about exercises, starter sessions or the whole.
    pub(super) const fn catalog(spec: &str) -> Self {
        Self { code: ErrorCode::CatalogInvalid, spec: SpecId::new(spec) }
    }

    /// A rule about ladders.
    pub(super) const fn ladder(spec: &str) -> Self {
        Self { code: ErrorCode::InvalidLadder, spec: SpecId::new(spec) }
    }
}

/// Collects findings and looks up where their entries are.
#[derive(Debug)]
pub(super) struct Report<'a> {
    places: &'a BTreeMap<String, Place>,
    pub(super) findings: Vec<CatalogFinding>,
}

impl<'a> Report<'a> {
    pub(super) const fn new(places: &'a BTreeMap<String, Place>) -> Self {
        Self { places, findings: Vec::new() }
    }

    /// Reports `field` of `entry` unless `holds`; `field` may be empty, `entry` too.
    pub(super) fn require(
        &mut self,
        holds: bool,
        rule: Rule,
        (entry, field): (&str, &str),
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        if !holds {
            let place = self.places.get(entry).cloned();
            let (found, expected) = (found.to_string(), expected.to_string());
            self.findings.push(CatalogFinding::new(place, entry, rule, field, found, expected));
        }
    }
}

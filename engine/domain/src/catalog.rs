//! What is wrong with the files of a catalogue, said to the person who edits them.

use std::fmt;

use crate::{
    error::ErrorCode,
    law::{Finding, Invalid},
    spec::SpecId,
};

/// Where an entry stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Name of the file below the catalogue's folder.
    pub file: String,
    /// Line of the entry, from 1; absent for the whole file.
    pub line: Option<u64>,
}

impl Place {
    /// A line of a file.
    pub fn line(file: &str, line: u64) -> Self {
        Self { file: file.to_owned(), line: Some(line) }
    }

    /// A file as a whole.
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), line: None }
    }
}

/// `file:line`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            None => f.write_str(&self.file),
            Some(line) => write!(f, "{}:{line}", self.file),
        }
    }
}

/// A rule of catalogues and the code under which its breaches are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// What a breach is called.
    pub code: ErrorCode,
    /// Where the rule is written.
    pub spec: SpecId,
}

impl Rule {
    /// A rule whose breaches have a code of their own.
    pub const fn new(code: ErrorCode, spec: &str) -> Self {
        Self { code, spec: SpecId::new(spec) }
    }

    /// A rule whose breaches merely make the catalogue invalid.
    pub const fn catalog(spec: &str) -> Self {
        Self::new(ErrorCode::CatalogInvalid, spec)
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogFinding {
    /// Where the entry stands, if it came from a file.
    pub place: Option<Place>,
    /// What the entry is called, its key in most files; empty for a whole file or catalogue.
    pub entry: String,
    /// The field, what was found and what would be valid.
    pub finding: Finding,
}

impl CatalogFinding {
    /// A finding about `field` of `entry`, with slashes between the parts of the field; both may be empty.
    pub fn new(
        place: Option<Place>,
        rule: Rule,
        (entry, field): (&str, &str),
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        let pointer = if field.is_empty() { String::new() } else { format!("/{field}") };
        let (found, expected) = (found.to_string(), expected.to_string());
        let finding = Finding { code: rule.code, spec: rule.spec, pointer, found, expected };
        Self { place, entry: entry.to_owned(), finding }
    }

    /// Every breach of a law in an entry.
    pub fn of_law<'i>(place: &'i Place, entry: &'i str, invalid: &'i Invalid) -> impl Iterator<Item = Self> {
        invalid.findings().iter().map(move |finding| Self {
            place: Some(place.clone()),
            entry: entry.to_owned(),
            finding: finding.clone(),
        })
    }
}

/// `file:line: entry.field: found, expected valid (rule)`.
impl fmt::Display for CatalogFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, entry, finding } = self;
        if let Some(place) = place {
            write!(f, "{place}: ")?;
        }
        f.write_str(entry)?;
        if !entry.is_empty() {
            f.write_str(if finding.pointer.is_empty() { ": " } else { "." })?;
        }
        write!(f, "{finding} ({})", finding.spec)
    }
}

/// A catalogue that cannot be used, with everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogErrors {
    findings: Vec<CatalogFinding>,
}

impl CatalogErrors {
    /// Nothing, or everything that was found, by file and line.
    pub fn check(mut findings: Vec<CatalogFinding>) -> Result<(), Self> {
        if findings.is_empty() {
            return Ok(());
        }
        findings.sort_by(|a, b| a.place.cmp(&b.place));
        Err(Self { findings })
    }

    /// At least one, by file and line.
    pub fn findings(&self) -> &[CatalogFinding] {
        &self.findings
    }

    /// The same without the error around them.
    pub fn into_findings(self) -> Vec<CatalogFinding> {
        self.findings
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_say_where_what_and_by_which_rule_in_the_order_of_the_files() {
        let finding = |place, at| CatalogFinding::new(place, Rule::catalog("ND-2"), at, 49, "50..3000");
        let findings = vec![
            finding(Some(Place::line("foods.csv", 3)), ("butter", "density")),
            finding(Some(Place::file("foods.csv")), ("", "")),
            finding(None, ("butter", "")),
        ];
        assert_eq!(CatalogErrors::check(Vec::new()), Ok(()));
        assert_eq!(
            CatalogErrors::check(findings).unwrap_err().to_string(),
            "butter: 49, expected 50..3000 (ND-2)\n\
             foods.csv: 49, expected 50..3000 (ND-2)\n\
             foods.csv:3: butter.density: 49, expected 50..3000 (ND-2)"
        );
    }
}

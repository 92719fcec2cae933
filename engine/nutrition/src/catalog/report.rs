//! Collects what is wrong with a catalogue.

use std::fmt;

use domain::{
    catalog::{CatalogErrors, CatalogFinding, Place, Rule},
    law::Invalid,
};

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
        rule: Rule,
        at: (&str, &str),
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        if !holds {
            self.findings.push(CatalogFinding::new(Some(place.clone()), rule, at, found, expected));
        }
    }

    /// Reports an error whose message says what was found and what is expected.
    pub(super) fn error(&mut self, place: &Place, rule: Rule, at: (&str, &str), error: impl fmt::Display) {
        let message = error.to_string();
        if let Some((found, expected)) = message.split_once(", expected ") {
            self.require(false, place, rule, at, found, expected);
        } else if let Some((found, advice)) = message.split_once("; maybe ") {
            self.require(false, place, rule, at, found, format_args!("a known one; maybe {advice}"));
        } else {
            self.require(false, place, rule, at, message, "a valid value");
        }
    }

    /// Reports every breach of a law.
    pub(super) fn breaches(&mut self, place: &Place, entry: &str, invalid: &Invalid) {
        self.findings.extend(CatalogFinding::of_law(place, entry, invalid));
    }

    /// How much was found so far.
    pub(super) const fn len(&self) -> usize {
        self.findings.len()
    }

    /// Nothing, or everything that was found.
    pub(super) fn finish(self) -> Result<(), CatalogErrors> {
        CatalogErrors::check(self.findings)
    }
}

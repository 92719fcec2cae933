//! Collects what is wrong with a catalogue that could be read.

use std::{collections::BTreeMap, fmt};

use domain::{
    catalog::{CatalogFinding, Place, Rule},
    error::ErrorCode,
};

/// P-55: what ladders must keep.
pub(super) const P_55: Rule = Rule::new(ErrorCode::InvalidLadder, "P-55");

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
            self.findings.push(CatalogFinding::new(place, rule, (entry, field), found, expected));
        }
    }
}

//! Reads catalogue files into a draft, with everything in them that cannot be read.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    catalog::{CatalogErrors, CatalogFinding, Place, Rule},
    exercise::{self, Exercise},
    ladder::{self, Ladder},
    law::{Law, Valid},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Catalog,
    misfit::misfits,
    report::P_55,
    starter::{self, StarterSession},
};

/// The contents of all files, not yet known to fit together.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) exercises: Vec<Placed<Exercise>>,
    pub(super) ladders: Vec<Placed<Ladder>>,
    pub(super) starters: Vec<Placed<StarterSession>>,
    /// Entries that are there but cannot be read; a reference to one of them is no fault of its own.
    pub(super) unread: BTreeSet<String>,
    /// Whether a whole file could not be read, so that nothing can be said about references.
    pub(super) has_unread_file: bool,
    pub(super) findings: Vec<CatalogFinding>,
}

/// A value, what it is called in findings, and where it is.
#[derive(Debug)]
pub(super) struct Placed<T> {
    pub(super) entry: String,
    pub(super) place: Place,
    pub(super) value: T,
}

impl<T> Placed<T> {
    /// A finding about `field` of this entry.
    pub(super) fn finding(&self, rule: Rule, field: &str, found: String, expected: &str) -> CatalogFinding {
        CatalogFinding::new(Some(self.place.clone()), rule, (&self.entry, field), found, expected)
    }
}

/// One kind of entry.
trait Entry: DeserializeOwned {
    const HEADER: &'static str;
    const EXAMPLE: &'static str;
    const RULE: Rule;

    /// What the entry is called in findings, if it can be told.
    fn name(document: &Value) -> Option<String>;
}

impl Entry for Exercise {
    const HEADER: &'static str = "[[exercise]]";
    const EXAMPLE: &'static str = exercise::EXAMPLE;
    const RULE: Rule = Rule::catalog("EX-1");

    fn name(document: &Value) -> Option<String> {
        Some(document.get("id")?.as_str()?.to_owned())
    }
}

impl Entry for Ladder {
    const HEADER: &'static str = "[[ladder]]";
    const EXAMPLE: &'static str = ladder::EXAMPLE;
    const RULE: Rule = P_55;

    fn name(document: &Value) -> Option<String> {
        Some(format!("ladder {}", document.get("key")?.as_str()?))
    }
}

impl Entry for StarterSession {
    const HEADER: &'static str = "[[starter]]";
    const EXAMPLE: &'static str = starter::EXAMPLE;
    const RULE: Rule = Rule::catalog("CS-3");

    fn name(document: &Value) -> Option<String> {
        let intents: Option<Vec<&str>> =
            document.get("intents")?.as_array()?.iter().map(Value::as_str).collect();
        Some(format!("starter {}/{}", intents?.join("+"), document.get("tier")?.as_str()?))
    }
}

/// The tables of one file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Tables {
    exercise: Vec<toml::Table>,
    ladder: Vec<toml::Table>,
    starter: Vec<toml::Table>,
}

/// Reads all files, given as (name, text).
pub(super) fn read(files: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::default();
    for &(file, text) in files {
        match toml::from_str::<Tables>(text) {
            Ok(tables) => {
                let exercises = draft.read_entries(file, text, tables.exercise);
                draft.exercises.extend(exercises);
                let ladders = draft.read_entries(file, text, tables.ladder);
                draft.ladders.extend(ladders);
                let starters = draft.read_entries(file, text, tables.starter);
                draft.starters.extend(starters);
            }
            Err(error) => {
                draft.has_unread_file = true;
                draft.findings.push(unreadable(file, text, &error));
            }
        }
    }
    draft
}

fn unreadable(file: &str, text: &str, error: &toml::de::Error) -> CatalogFinding {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').fold(1, |line, _| line + 1);
    let place = Place::line(file, line);
    let (found, expected) = match error.message().split_once(", expected ") {
        Some((found, expected)) => (found, expected),
        None => (error.message(), "TOML"),
    };
    CatalogFinding::new(Some(place), Rule::catalog("EX-1"), ("", ""), found.replace('\n', "; "), expected)
}

impl Draft {
    /// A draft of entries that stand in no file.
    pub(super) fn of(
        exercises: impl Iterator<Item = Exercise>,
        ladders: impl Iterator<Item = Ladder>,
        starters: impl Iterator<Item = StarterSession>,
    ) -> Self {
        let place = || Place::file("");
        let exercises = exercises.map(|value| Placed { entry: value.id.to_string(), place: place(), value });
        let ladders =
            ladders.map(|value| Placed { entry: format!("ladder {}", value.key), place: place(), value });
        let starters = (1..).zip(starters).map(|(number, value): (u32, _)| Placed {
            entry: format!("starter {number}"),
            place: place(),
            value,
        });
        Self {
            exercises: exercises.collect(),
            ladders: ladders.collect(),
            starters: starters.collect(),
            ..Self::default()
        }
    }

    fn read_entries<T: Entry>(&mut self, file: &str, text: &str, tables: Vec<toml::Table>) -> Vec<Placed<T>> {
        let headers = (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with(T::HEADER));
        let mut lines = headers.map(|(line, _)| line);
        let mut entries = Vec::with_capacity(tables.len());
        for (index, table) in tables.into_iter().enumerate() {
            let place = Place::line(file, lines.next().unwrap_or(1));
            // A TOML table is always a JSON object, so the fallback is never taken.
            let document = serde_json::to_value(table).unwrap_or_default();
            let entry = T::name(&document).unwrap_or_else(|| format!("{} {}", T::HEADER, index + 1));
            match T::deserialize(&document) {
                Ok(value) => entries.push(Placed { entry, place, value }),
                Err(_) => self.report_misfits::<T>(entry, place, &document),
            }
        }
        entries
    }

    fn report_misfits<T: Entry>(&mut self, entry: String, place: Place, document: &Value) {
        let example = serde_json::from_str(T::EXAMPLE).unwrap_or_default();
        for misfit in misfits::<T>(document, &example) {
            let field = misfit.pointer.trim_start_matches('/');
            let (place, at) = (Some(place.clone()), (entry.as_str(), field));
            self.findings.push(CatalogFinding::new(place, T::RULE, at, misfit.found, misfit.expected));
        }
        self.unread.insert(entry);
    }

    /// The catalogue, if nothing at all was found.
    pub(super) fn finish(mut self) -> Result<Catalog, CatalogErrors> {
        let mut places = BTreeMap::new();
        let exercises = keep_laws(self.exercises, &mut places, &mut self.findings);
        let ladders = keep_laws(self.ladders, &mut places, &mut self.findings);
        let starters = self.starters.into_iter().map(|starter| {
            places.insert(starter.entry, starter.place);
            starter.value
        });
        let starters = starters.collect();
        CatalogErrors::check(self.findings)?;
        Ok(Catalog::assemble(exercises, ladders, starters, places))
    }
}

fn keep_laws<T: Law>(
    entries: Vec<Placed<T>>,
    places: &mut BTreeMap<String, Place>,
    findings: &mut Vec<CatalogFinding>,
) -> Vec<Valid<T>> {
    let mut valid = Vec::with_capacity(entries.len());
    for Placed { entry, place, value } in entries {
        match Valid::new(value) {
            Ok(value) => valid.push(value),
            Err(invalid) => findings.extend(CatalogFinding::of_law(&place, &entry, &invalid)),
        }
        places.insert(entry, place);
    }
    valid
}

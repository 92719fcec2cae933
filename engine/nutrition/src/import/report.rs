//! What an import says about each entry that it read, and about all of them (ND-8).

use std::{collections::BTreeMap, fmt};

use domain::{
    error::ErrorCode,
    food::Food,
    law::{Finding, Invalid, Valid},
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::warning::Warning;

/// The rule of dry runs.
pub(super) const RULE: SpecId = SpecId::new("ND-8");

/// Something worth knowing about a field of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Notice {
    /// JSON pointer to the field, or the column of a table with a slash before it; empty for the whole entry.
    pub pointer: String,
    /// What is worth knowing.
    #[serde(flatten)]
    pub warning: Warning,
}

/// What was read as one food or recipe.
///
/// It has a value, or at least one error, or was left out with a notice that says why.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Entry<T> {
    /// Where it stands: the line of a table or of JSON Lines, else its place among the others; from 1. What is said
    /// about the source as a whole stands at 0.
    pub row: u64,
    /// What the source calls it, as far as that could be read.
    pub name: String,
    /// The value, unless something is wrong with it.
    pub value: Option<T>,
    /// Everything that is wrong with it.
    pub errors: Vec<Finding>,
    /// What is worth knowing about it.
    pub notices: Vec<Notice>,
}

impl<T> Entry<T> {
    /// An entry of which nothing is known yet.
    pub(super) fn new(row: u64, name: impl Into<String>) -> Self {
        Self { row, name: name.into(), value: None, errors: Vec::new(), notices: Vec::new() }
    }

    /// An entry, or with row 0 a whole source, that cannot be read.
    pub(super) fn unreadable(row: u64, found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        let mut entry = Self::new(row, "");
        entry.error(ErrorCode::UnreadableImport, RULE, "", found, expected);
        entry
    }

    pub(super) fn error(
        &mut self,
        code: ErrorCode,
        spec: SpecId,
        pointer: &str,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        let (found, expected) = (found.to_string(), expected.to_string());
        self.errors.push(Finding { code, spec, pointer: pointer.to_owned(), found, expected });
    }

    /// ND-8: a value that is no number, or not one that it can be.
    pub(super) fn bad_value(&mut self, pointer: &str, found: impl fmt::Display, expected: impl fmt::Display) {
        self.error(ErrorCode::BadValue, RULE, pointer, found, expected);
    }

    pub(super) fn breaches(&mut self, invalid: &Invalid) {
        self.errors.extend_from_slice(invalid.findings());
    }

    pub(super) fn notice(&mut self, pointer: &str, warning: Warning) {
        self.notices.push(Notice { pointer: pointer.to_owned(), warning });
    }
}

/// Something that is said about the entry at a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Placed{T}")]
pub struct Placed<T> {
    /// Where the entry stands; 0 for the source as a whole.
    pub row: u64,
    /// What the source calls it.
    pub name: String,
    /// What is said.
    #[serde(flatten)]
    pub what: T,
}

/// `row 7 (9037): Vit_C: ..., expected ... (ND-8)`.
impl fmt::Display for Placed<Finding> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, name, what } = self;
        if *row > 0 {
            write!(f, "row {row}")?;
            if !name.is_empty() {
                write!(f, " ({name})")?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{what} ({})", what.spec)
    }
}

/// What a dry run says: counts, and errors and warnings by row.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[must_use]
pub struct Report {
    /// Entries that were read.
    pub read: u64,
    /// Entries that can be applied.
    pub good: u64,
    /// What is wrong, in the order of the rows.
    pub errors: Vec<Placed<Finding>>,
    /// What is worth knowing, in the order of the rows.
    pub warnings: Vec<Placed<Notice>>,
}

impl Report {
    /// Whether everything that was read can be applied; otherwise only who says so applies the rest.
    pub const fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    fn add<T>(&mut self, entry: Entry<T>) -> Option<T> {
        let Entry { row, name, value, errors, notices } = entry;
        self.read += u64::from(row > 0);
        self.good += u64::from(value.is_some());
        let place = |name: &String| (row, name.clone());
        for what in errors {
            let (row, name) = place(&name);
            self.errors.push(Placed { row, name, what });
        }
        for what in notices {
            let (row, name) = place(&name);
            self.warnings.push(Placed { row, name, what });
        }
        value
    }
}

/// Something that is stored under a key.
pub trait Stored {
    /// Its key.
    fn key(&self) -> &str;
    /// The code under which a key that stands twice is refused.
    const INVALID: ErrorCode;
}

impl Stored for Valid<Food> {
    fn key(&self) -> &str {
        self.id.as_str()
    }

    const INVALID: ErrorCode = ErrorCode::InvalidFood;
}

/// All that an import brings: the good values, and the report about all.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Import<T> {
    /// What can be applied, each key once.
    pub good: Vec<T>,
    /// What is said about all.
    pub report: Report,
}

/// Of two entries with the same key, the later is an error (ND-8).
impl<T: Stored> FromIterator<Entry<T>> for Import<T> {
    fn from_iter<I: IntoIterator<Item = Entry<T>>>(entries: I) -> Self {
        let mut import = Self { good: Vec::new(), report: Report::default() };
        let mut rows: BTreeMap<String, u64> = BTreeMap::new();
        for mut entry in entries {
            if let Some(value) = &entry.value {
                let first = *rows.entry(value.key().to_owned()).or_insert(entry.row);
                if first != entry.row {
                    entry.value = None;
                    let found = format_args!("row {first} has this key too");
                    entry.error(T::INVALID, RULE, "/id", found, "a key of its own");
                }
            }
            import.good.extend(import.report.add(entry));
        }
        import
    }
}

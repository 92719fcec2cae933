//! What a check says: one broken rule, with the row that breaks it.

use std::fmt;

use domain::{
    id::Id,
    plan::VersionId,
    progress::{ProgressRecord, ProgressionEvent},
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::rows::Entry;

/// The row that breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A record of progress.
    Record(Id<ProgressRecord>),
    /// An event.
    Event(Id<ProgressionEvent>),
    /// A version of a plan.
    Version(VersionId),
}

/// One rule that a row breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Breach {
    /// The rule.
    pub spec: SpecId,
    /// The row.
    pub subject: Subject,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, id): (&str, &dyn fmt::Display) = match &self.subject {
            Subject::Record(id) => ("record", id),
            Subject::Event(id) => ("event", id),
            Subject::Version(id) => ("version", id),
        };
        write!(f, "{}: {} ({kind} {id})", self.spec, self.message)
    }
}

/// What the checks write to.
#[derive(Debug, Default)]
pub(super) struct Report(Vec<Breach>);

impl Report {
    /// A breach of `spec` by a row.
    pub(super) fn add(&mut self, spec: SpecId, subject: Subject, message: String) {
        self.0.push(Breach { spec, subject, message });
    }

    /// A breach of `spec` by a record, unless `holds`.
    pub(super) fn require(
        &mut self,
        holds: bool,
        spec: SpecId,
        entry: &Entry,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            let record = &entry.record;
            let message = format!("{} on {}: {}", record.exercise_key, record.local_date, message());
            self.add(spec, Subject::Record(record.id), message);
        }
    }

    /// A breach of `spec` by a record that says something else than the rows do.
    pub(super) fn equal<T: PartialEq + fmt::Debug>(
        &mut self,
        entry: &Entry,
        spec: SpecId,
        what: &str,
        found: &T,
        expected: &T,
    ) {
        self.require(found == expected, spec, entry, || {
            format!("{what} is {found:?}, expected {expected:?}")
        });
    }

    pub(super) fn into_breaches(self) -> Vec<Breach> {
        self.0
    }
}

//! What a check says: one broken rule, with the rows that break it.

use std::fmt;

use domain::{
    dispute::{Conflict, Override},
    id::Id,
    law::{Check, Invalid, Law},
    plan::{AuditLine, ItemId},
    progress::ProgressRecord,
    proposal::{Decision, ProposalId},
    spec::SpecId,
    vocabulary::vocabulary,
    wellbeing::Flag,
};
use schemars::JsonSchema;
use serde::Serialize;

vocabulary! {
    /// The points of PV-14 in their order, and after them the laws of OV-1 and CF-1.
    pub enum Point: "point" {
        /// One active version, numbers without gap, statuses that can be reached.
        Versions = "versions",
        /// The plan of a version is that of its parent with the rows applied.
        Delta = "delta",
        /// Every difference is explained once.
        Cover = "cover",
        /// Automatic rows follow from a decision.
        Records = "records",
        /// A day of peace after a manual edit.
        ManualDay = "manual_day",
        /// Nothing harder while a flag is active.
        Flags = "flags",
        /// Who may change what, and to which values.
        Values = "values",
        /// Answers, open proposals, audit.
        Trail = "trail",
        /// One unresolved proposal per key.
        Duplicates = "duplicates",
        /// Overrides and conflicts.
        Disputes = "disputes",
    }
}

/// The row, beside version and item, that breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A proposal.
    Proposal(ProposalId),
    /// An answer.
    Decision(Id<Decision>),
    /// A value set by hand.
    Override(Id<Override>),
    /// A person against an engine.
    Conflict(Id<Conflict>),
    /// A line of the audit.
    Audit(Id<AuditLine>),
    /// A record of progress.
    Record(Id<ProgressRecord>),
    /// A flag.
    Flag(Id<Flag>),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proposal(id) => write!(f, "proposal {id}"),
            Self::Decision(id) => write!(f, "decision {id}"),
            Self::Override(id) => write!(f, "override {id}"),
            Self::Conflict(id) => write!(f, "conflict {id}"),
            Self::Audit(id) => write!(f, "audit line {id}"),
            Self::Record(id) => write!(f, "record {id}"),
            Self::Flag(id) => write!(f, "flag {id}"),
        }
    }
}

/// One rule that the rows of a plan break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Breach {
    /// The rule.
    pub rule: SpecId,
    /// Which point of PV-14 found it.
    pub check: Point,
    /// The version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// The other row that is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Subject>,
    /// What was found and what was expected.
    pub message: String,
}

/// A sentence: `versions (PV-7), version 3: draft, expected no draft to be stored`.
impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.check, self.rule)?;
        if let Some(version) = self.version {
            write!(f, ", version {version}")?;
        }
        if let Some(item) = self.item {
            write!(f, ", item {item}")?;
        }
        if let Some(id) = self.id {
            write!(f, ", {id}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Where a check is looking.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    version: Option<u32>,
    item: Option<ItemId>,
    id: Option<Subject>,
}

impl Place {
    pub(super) fn version(number: u32) -> Self {
        Self { version: Some(number), ..Self::default() }
    }

    pub(super) fn of(subject: Subject) -> Self {
        Self::default().about(subject)
    }

    pub(super) fn item(self, item: ItemId) -> Self {
        Self { item: Some(item), ..self }
    }

    pub(super) fn about(self, subject: Subject) -> Self {
        Self { id: Some(subject), ..self }
    }
}

/// What the checks write to.
pub(super) struct Report {
    point: Point,
    breaches: Vec<Breach>,
}

impl Default for Report {
    fn default() -> Self {
        Self { point: Point::Versions, breaches: vec![] }
    }
}

impl Report {
    /// From here on another point is checked.
    pub(super) fn enter(&mut self, point: Point) {
        self.point = point;
    }

    pub(super) fn add(&mut self, rule: &str, place: Place, message: impl Into<String>) {
        let Place { version, item, id } = place;
        let (rule, message) = (SpecId::new(rule), message.into());
        self.breaches.push(Breach { rule, check: self.point, version, item, id, message });
    }

    /// A breach of `rule` unless it holds.
    pub(super) fn require(
        &mut self,
        holds: bool,
        rule: &str,
        place: Place,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            self.add(rule, place, message());
        }
    }

    /// A breach for everything in which a value breaks its law.
    pub(super) fn law(&mut self, value: &impl Law, place: Place) {
        let mut check = Check::default();
        value.check(&mut check);
        for finding in check.finish().err().iter().flat_map(Invalid::findings) {
            let Place { version, item, id } = place;
            let message = finding.to_string();
            self.breaches.push(Breach { rule: finding.spec, check: self.point, version, item, id, message });
        }
    }

    pub(super) fn into_breaches(self) -> Vec<Breach> {
        self.breaches
    }
}

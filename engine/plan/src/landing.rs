//! Landing: what one request changes, as a value, and why a request may change nothing at all (PV-7, PV-8, PV-12).

use std::fmt;

use domain::{
    change::Field,
    dispute::{Conflict, Override},
    error::ErrorCode,
    law::Invalid,
    plan::{AuditLine, Misfit, Plan, PlanItem, VersionStatus},
    progress::ProgressionEvent,
    proposal::{Decision, Proposal, ProposalId, ProposalState},
    reason::{Fact, Facts},
    time::Instant,
    voice::{Locale, Voice},
};

use crate::{
    arbitrate::Dropped,
    chain::{self, Entry},
    tuning::PlanTuning,
};

/// What one request changes. Nothing of it is in force before it is recorded as a whole.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landing<I = PlanItem> {
    /// The plan after it.
    pub plan: Plan,
    /// New versions with their rows, by number.
    pub versions: Vec<Entry<I>>,
    /// What became of versions that were there.
    pub statuses: Vec<StatusChange>,
    /// Proposals that are new or were answered.
    pub proposals: Vec<Proposal>,
    /// Answers given.
    pub decisions: Vec<Decision>,
    /// Overrides that are new or ended.
    pub overrides: Vec<Override>,
    /// Conflicts that are new or settled.
    pub conflicts: Vec<Conflict>,
    /// Who did what.
    pub audit: Vec<AuditLine>,
    /// What happened to the progression.
    pub events: Vec<ProgressionEvent>,
    /// What did not land, and why.
    pub dropped: Vec<Dropped>,
}

impl<I> Landing<I> {
    /// The number of the version that is in force because of it, if there is one.
    pub fn activated(&self) -> Option<u32> {
        let new = self.versions.iter().map(|entry| (entry.version.status, entry.version.number));
        let old = self.statuses.iter().map(|change| (change.status, change.number));
        new.chain(old).find(|(status, _)| *status == VersionStatus::Active).map(|(_, number)| number)
    }
}

/// What became of a version that was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusChange {
    /// Which version.
    pub number: u32,
    /// Where it stands now.
    pub status: VersionStatus,
    /// The version that took its place.
    pub superseded_by: Option<u32>,
    /// When it came into force, if it did.
    pub activated_at: Option<Instant>,
}

/// Why a request changes nothing at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A value that is not allowed; every breach is named.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// What is asked cannot be done now.
    #[error("{}", in_english(*code, facts))]
    Impossible {
        /// Which refusal; its words are in the catalogue of texts.
        code: ErrorCode,
        /// What, which, and what would be possible.
        facts: Facts,
    },
}

fn in_english(code: ErrorCode, facts: &Facts) -> String {
    Voice::new(Locale::En).text(&format!("error-{code}"), facts).unwrap_or_else(|| code.to_string())
}

impl From<Misfit> for Refusal {
    fn from(misfit: Misfit) -> Self {
        Self::value(ErrorCode::BadValue, misfit.field, misfit.new, misfit.expected)
    }
}

impl Refusal {
    /// A value that is not allowed.
    pub(crate) fn value(
        code: ErrorCode,
        field: impl fmt::Display,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        Self::Invalid(Invalid::of(code, field, found, expected))
    }

    fn impossible<const N: usize>(code: ErrorCode, facts: [(&'static str, Fact); N]) -> Self {
        Self::Impossible { code, facts: facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect() }
    }

    /// A version, proposal, conflict or override that is not there.
    pub(crate) fn missing(thing: &str, id: impl fmt::Display) -> Self {
        let facts = [("what", Fact::word("thing", thing)), ("id", id.to_string().into())];
        Self::impossible(ErrorCode::NotFound, facts)
    }

    /// An answer to a proposal that has one.
    pub(crate) fn closed(id: ProposalId, state: ProposalState) -> Self {
        let facts = [("id", id.to_string().into()), ("state", Fact::word("proposal", state))];
        Self::impossible(ErrorCode::ProposalNotOpen, facts)
    }

    /// An answer to a conflict that is settled, or to a version that does not wait.
    pub(crate) fn settled(thing: &str, id: impl fmt::Display) -> Self {
        let facts = [("what", Fact::word("thing", thing)), ("id", id.to_string().into())];
        Self::impossible(ErrorCode::ConflictResolved, facts)
    }

    /// A plan that takes no change.
    pub(crate) fn archived(title: &str) -> Self {
        Self::impossible(ErrorCode::PlanArchived, [("title", title.into())])
    }

    /// A slot or version that has nothing to go back to: `no_item`, `first`, `same` or `never`.
    pub(crate) fn nothing(slot: Fact, why: &str) -> Self {
        Self::impossible(ErrorCode::NothingToRollBack, [("slot", slot), ("why", why.into())])
    }

    /// A value that has changed since.
    pub(crate) fn stale(field: Field, old: Fact, current: Fact) -> Self {
        let facts = [("field", Fact::word("field", field)), ("old", old), ("current", current)];
        Self::impossible(ErrorCode::StaleChange, facts)
    }

    /// Which refusal.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid(invalid) => invalid.findings()[0].code,
            Self::Impossible { code, .. } => *code,
        }
    }
}

/// What a request reads beside the plan.
#[derive(Debug, Clone, Copy)]
pub struct World<'a> {
    /// What is known of the items.
    pub facts: &'a chain::Facts,
    /// The numbers of the rules.
    pub tuning: &'a PlanTuning,
}

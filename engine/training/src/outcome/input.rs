//! The documents of `regimen suggest outcome`: answered proposals and later sessions in, evaluations and outcomes out.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::{self, Change},
    error::ErrorCode,
    exercise::ExerciseKey,
    law::{Check, Law},
    prescription::{RepMode, RepPolicy},
    proposal::{Evaluation, Outcome, Proposal, ProposalId, RejectionReason},
    reason::Reason,
    session::{ExercisePerformance, Session, SessionId},
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{eligible::Bar, opinion::Opinion, tuning::OutcomeTuning};
use crate::{load::Sense, suggestion::feedback::Feedback};

/// What outcomes are read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeInput {
    /// Answered proposals, in any order.
    pub proposals: Vec<Answered>,
    /// The sessions since, in any order.
    pub sessions: Vec<Session>,
    /// The instant of the evaluation.
    pub now: Instant,
    /// Numbers to vary.
    #[serde(default)]
    pub tuning: OutcomeTuning,
}

/// A proposal that was answered, with what it was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The proposal.
    pub proposal: Proposal,
    /// The newest performance behind it: its frozen rep policy and its sets are what later ones are held against.
    pub basis: ExercisePerformance,
    /// Whether more load is easier (SG-13).
    #[serde(default)]
    pub assistance: bool,
    /// Why it was rejected, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected_for: Option<RejectionReason>,
    /// Evaluations made before; they are kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evaluations: Vec<Evaluation>,
    /// When its outcome became final, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<Instant>,
    /// Second opinions of a model, at most one per session (OU-9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opinions: Vec<Opinion>,
    /// Sessions that say nothing yet, since a second opinion on them is awaited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaited: Vec<SessionId>,
}

impl Answered {
    /// The change that the bundle is judged by (OU-6).
    pub fn primary(&self) -> Option<&Change> {
        change::primary(&self.proposal.changes)
    }

    /// The rep policy when the proposal was made.
    pub fn rep_policy(&self) -> RepPolicy {
        let unset = RepPolicy { mode: RepMode::NotSet, ..RepPolicy::target(1) };
        self.basis.frozen.as_ref().map_or(unset, |frozen| frozen.prescription.rep_policy)
    }

    /// Which way its loads get harder.
    pub fn sense(&self) -> Sense {
        if self.assistance { Sense::Assistance } else { Sense::Load }
    }
}

/// The law of the document: its parts keep theirs, and nothing is named twice.
impl Law for OutcomeInput {
    fn check(&self, check: &mut Check) {
        check.within("tuning", |check| self.tuning.check(check));
        let mut proposals = BTreeSet::new();
        check.each("proposals", &self.proposals, |check, _, answered| {
            let once = proposals.insert(answered.proposal.id);
            check.require(
                once,
                ErrorCode::InvalidProposal,
                "proposal/id",
                "a second time",
                "each proposal once",
            );
            check.within("proposal", |check| answered.proposal.check(check));
            check.within("basis", |check| answered.basis.check(check));
            check_evaluations(check, answered);
        });
        let mut sessions = BTreeSet::new();
        check.each("sessions", &self.sessions, |check, _, session| {
            let once = sessions.insert(session.id);
            check.require(once, ErrorCode::InvalidSession, "id", "a second time", "each session once");
            session.check(check);
        });
    }
}

fn check_evaluations(check: &mut Check, answered: &Answered) {
    const CODE: ErrorCode = ErrorCode::InvalidEvaluation;
    let mut sessions = BTreeSet::new();
    check.each("evaluations", &answered.evaluations, |check, _, evaluation| {
        let own = evaluation.proposal_id == answered.proposal.id;
        check.require(own, CODE, "proposal_id", evaluation.proposal_id, "the proposal it stands with");
        let once = sessions.insert(evaluation.session_id);
        check.require(once, CODE, "session_id", "a second time", "one evaluation per session");
        evaluation.check(check);
    });
}

/// What later sessions say about each proposal, and what follows for the next suggestions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evaluated {
    /// One entry per proposal, by id.
    pub proposals: Vec<Judged>,
    /// Final outcomes by exercise, as the next run of the rules reads them (OU-10).
    pub feedback: BTreeMap<ExerciseKey, Feedback>,
}

/// What later sessions say about one proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Which.
    pub proposal_id: ProposalId,
    /// The outcome so far: pending until it is final.
    pub outcome: Outcome,
    /// When and why it became final in this evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
    /// How many evaluations it takes in all, while it is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<u32>,
    /// All evaluations, oldest first.
    pub evaluations: Vec<Evaluation>,
    /// Why the proposal is not judged at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<Bar>,
    /// Sessions with its item that said nothing, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Passed>,
}

/// How an outcome became final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// When.
    pub at: Instant,
    /// Why.
    pub reason: Reason,
}

/// A session that said nothing about a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// Which.
    pub session_id: SessionId,
    /// Why.
    pub code: Bar,
}

/// An outcome input as people write it.
pub const EXAMPLE: &str = include_str!("../../examples/outcome-input.json");

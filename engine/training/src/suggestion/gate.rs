//! The gate before a session: open proposals on its exercises are answered first (SL-5, SL-6).

use domain::{
    error::ErrorCode,
    plan::PlanItem,
    proposal::{Proposal, ProposalId, RejectionReason, Verdict},
    session::Gate,
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What still waits before a session may start.
///
/// Accepted changes land before the targets are frozen, so they count in this session: the caller lands every
/// [`Answer`] that it gets, and freezes after [`Gatekeeper::start`] has let it through.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gatekeeper {
    waiting: Vec<ProposalId>,
}

/// What a person may say at the gate. Later is no answer here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Say {
    /// Yes to one.
    Accept(ProposalId),
    /// No to one.
    Reject(ProposalId),
    /// Yes to all that are left.
    AcceptAll,
    /// On with the session: no to all that are left (SL-6).
    Skip,
}

/// The answer to one proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Which.
    pub proposal_id: ProposalId,
    /// Accepted or rejected.
    pub verdict: Verdict,
    /// `skipped_gate`, when it was not looked at; its cooldown starts like that of any rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<RejectionReason>,
}

/// Why the gate says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateRefusal {
    /// Proposals wait for an answer.
    #[error("{} proposals wait for an answer; accept or reject each, or skip them", waiting.len())]
    Open {
        /// Which.
        waiting: Vec<ProposalId>,
    },
    /// It is not one of those that wait.
    #[error("proposal {id} does not wait at this gate; maybe it was answered")]
    NotWaiting {
        /// Which.
        id: ProposalId,
    },
}

impl GateRefusal {
    /// The code of the error.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Open { .. } => ErrorCode::GateOpen,
            Self::NotWaiting { .. } => ErrorCode::ProposalNotOpen,
        }
    }
}

impl Gatekeeper {
    /// The gate of a session with these items of the plan: open while an undecided proposal on one of them is visible.
    ///
    /// A proposal that has ended, or whose set is no longer in the plan, holds nothing back (PR-10).
    pub fn new(items: &[PlanItem], proposals: &[Proposal], now: Instant) -> Self {
        let is_there = |proposal: &&Proposal| {
            let item = items.iter().find(|item| item.item_id == proposal.target.item_id);
            item.is_some_and(|item| proposal.target.set_id.is_none_or(|set| item.set(set).is_some()))
        };
        let waits = |proposal: &&Proposal| proposal.state.is_open() && now < proposal.expires_at;
        let waiting = proposals.iter().filter(waits).filter(is_there).map(|proposal| proposal.id);
        Self { waiting: waiting.collect() }
    }

    /// Whether proposals hold the session back.
    pub fn gate(&self) -> Gate {
        if self.waiting.is_empty() { Gate::Closed } else { Gate::Open }
    }

    /// The proposals that still wait.
    pub fn waiting(&self) -> &[ProposalId] {
        &self.waiting
    }

    /// Takes an answer; what it means for each proposal is to be landed before the session starts.
    pub fn answer(&mut self, say: &Say) -> Result<Vec<Answer>, GateRefusal> {
        let all = |waiting: &mut Vec<ProposalId>, verdict, reason_code| {
            let answer = |proposal_id| Answer { proposal_id, verdict, reason_code };
            std::mem::take(waiting).into_iter().map(answer).collect()
        };
        let (id, verdict) = match *say {
            Say::AcceptAll => return Ok(all(&mut self.waiting, Verdict::Accepted, None)),
            Say::Skip => {
                return Ok(all(&mut self.waiting, Verdict::Rejected, Some(RejectionReason::SkippedGate)));
            }
            Say::Accept(id) => (id, Verdict::Accepted),
            Say::Reject(id) => (id, Verdict::Rejected),
        };
        let place = self.waiting.iter().position(|waiting| *waiting == id);
        self.waiting.remove(place.ok_or(GateRefusal::NotWaiting { id })?);
        Ok(vec![Answer { proposal_id: id, verdict, reason_code: None }])
    }

    /// Lets the session start once nothing waits (409 `gate_open` before).
    pub fn start(&self) -> Result<(), GateRefusal> {
        match self.gate() {
            Gate::Closed => Ok(()),
            Gate::Open => Err(GateRefusal::Open { waiting: self.waiting.clone() }),
        }
    }
}

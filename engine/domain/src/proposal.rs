//! Proposal and decision: how anything that is not a person may touch a plan (PR-1..PR-9).

mod consent;
mod occasion;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    change::{Change, Target},
    error::ErrorCode,
    id::{Id, TraceId},
    law::{Check, Law},
    person::{Actor, Athlete},
    plan::{PlanId, Trigger},
    quantity::Grams,
    reason::Reason,
    spec::SpecId,
    time::Instant,
    vocabulary::vocabulary,
};

pub use consent::{ConsentChoice, ConsentSetting, ConsentSettings, ConsentSubject};
pub use occasion::{Draft, Occasion, dedup_key};

/// The id of a proposal.
pub type ProposalId = Id<Proposal>;

vocabulary! {
    /// What a proposal would change.
    pub enum ProposalKind: "proposal kind" {
        LevelChange = "level_change",
        RangeChange = "range_change",
        PrescriptionChange = "prescription_change",
        StructureChange = "structure_change",
        SelectionChange = "selection_change",
        SessionModifier = "session_modifier",
        DifficultyChange = "difficulty_change",
        MissPrediction = "miss_prediction",
        SessionDraft = "session_draft",
        Conflict = "conflict",
        MealPlan = "meal_plan",
        MealChange = "meal_change",
        NutritionTarget = "nutrition_target",
    }
}

vocabulary! {
    /// Who made a proposal.
    pub enum EngineName: "engine" {
        LevelProgression = "level_progression",
        PrescriptionRules = "prescription_rules",
        Selection = "selection",
        SessionPlanner = "session_planner",
        MealPlanner = "meal_planner",
        MissModel = "miss_model",
        Llm = "llm",
        User = "user",
        Coach = "coach",
        System = "system",
    }
}

vocabulary! {
    /// Whether a proposal waits for an answer (PR-6).
    pub enum Consent: "consent" {
        Auto = "auto",
        Ask = "ask",
    }
}

vocabulary! {
    /// Where a proposal stands (PR-5).
    pub enum ProposalState: "proposal state" {
        Draft = "draft",
        Pending = "pending",
        Accepted = "accepted",
        Rejected = "rejected",
        Deferred = "deferred",
        Overridden = "overridden",
        Superseded = "superseded",
        Expired = "expired",
    }
}

/// An answer that comes too late or makes no sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a proposal that is {from} cannot become {to}")]
pub struct ProposalNotOpen {
    /// Where it stands.
    pub from: ProposalState,
    /// Where it was to go.
    pub to: ProposalState,
}

impl ProposalState {
    /// Whether it still waits for an answer.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Deferred)
    }

    /// The state after a step to `next` (PR-5).
    pub fn step(self, next: Self) -> Result<Self, ProposalNotOpen> {
        use ProposalState::{Accepted, Deferred, Draft, Expired, Overridden, Pending, Rejected, Superseded};
        let allowed = match self {
            Draft => next == Pending,
            Pending => matches!(next, Accepted | Rejected | Deferred | Overridden | Superseded | Expired),
            Deferred => matches!(next, Accepted | Rejected | Overridden | Superseded | Expired),
            Accepted => next == Overridden,
            Rejected | Overridden | Superseded | Expired => false,
        };
        if allowed { Ok(next) } else { Err(ProposalNotOpen { from: self, to: next }) }
    }
}

vocabulary! {
    /// What later sessions said about a proposal (OU-1).
    pub enum Outcome: "outcome" {
        Pending = "pending",
        Good = "good",
        TooAggressive = "too_aggressive",
        TooEasy = "too_easy",
        Insufficient = "insufficient",
        Ignored = "ignored",
        UserModified = "user_modified",
    }
}

/// Another way to say yes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Code of its text.
    pub label: String,
    /// Whether it is chosen unless the person says otherwise.
    #[serde(default)]
    pub preselected: bool,
    /// What it would change; empty keeps things as they are.
    pub changes: Vec<Change>,
}

/// A bundle of changes that somebody proposes, all or none (PR-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Its id.
    pub id: ProposalId,
    /// Shown and answered as one card.
    pub group_id: Id<ProposalGroup>,
    /// Whose plan.
    pub athlete_id: Id<Athlete>,
    /// Which plan.
    pub plan_id: PlanId,
    /// Which item or set.
    pub target: Target,
    /// What it would change.
    pub kind: ProposalKind,
    /// Who made it.
    pub engine: EngineName,
    /// By which rule.
    pub rule: SpecId,
    /// In which version.
    pub rule_version: String,
    /// What it would change, at least one.
    pub changes: Vec<Change>,
    /// 0..4 other ways; of several exactly one is preselected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
    /// Why.
    pub reason: Reason,
    /// Ids of the performances, records and check-ins behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<uuid::Uuid>,
    /// 0..100.
    pub confidence: u8,
    /// Whether it waits for an answer.
    pub consent: Consent,
    /// Where it stands.
    pub state: ProposalState,
    /// What later sessions said.
    pub outcome: Outcome,
    /// What it must not repeat (PR-7).
    pub dedup_key: String,
    /// The increment used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_g: Option<Grams>,
    /// What set it off.
    pub trigger: Trigger,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When it was made.
    pub created_at: Instant,
    /// When it ends unanswered.
    pub expires_at: Instant,
    /// When it was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Instant>,
}

/// Proposals of one trigger, item and rule.
pub enum ProposalGroup {}

/// The laws of PR-1 and PR-2.
impl Law for Proposal {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidProposal;
        check.require(!self.changes.is_empty(), CODE, "changes", "none", "at least one change");
        check_bundle(check, "changes", &self.changes);
        check.count(CODE, "alternatives", &self.alternatives, 0, 4);
        let preselected = self.alternatives.iter().filter(|alternative| alternative.preselected).count();
        let one = self.alternatives.is_empty() || preselected == 1;
        check.require(one, CODE, "alternatives", format_args!("{preselected} preselected"), "exactly one");
        check.each("alternatives", &self.alternatives, |check, _, alternative| {
            check_bundle(check, "changes", &alternative.changes);
        });
        check.range(CODE, "confidence", self.confidence, 0, 100);
        let ordered = self.created_at < self.expires_at;
        check.require(ordered, CODE, "expires_at", self.expires_at, "after created_at");
    }
}

fn check_bundle(check: &mut Check, field: &str, changes: &[Change]) {
    const CODE: ErrorCode = ErrorCode::InvalidProposal;
    check.each(field, changes, |check, index, change| {
        check.require(change.old != change.new, CODE, "new", "the old value", "another value");
        let twice = changes[..index]
            .iter()
            .any(|earlier| (earlier.target, earlier.field) == (change.target, change.field));
        check.require(!twice, CODE, "field", change.field, "each field of a target once");
    });
}

vocabulary! {
    /// What was answered (PR-9).
    pub enum Verdict: "verdict" {
        Accepted = "accepted",
        Rejected = "rejected",
        Deferred = "deferred",
        Overridden = "overridden",
        Superseded = "superseded",
        Expired = "expired",
    }
}

vocabulary! {
    /// Why a person said no, in a word (PR-9).
    pub enum RejectionReason: "rejection reason" {
        TooAggressive = "too_aggressive",
        TooConservative = "too_conservative",
        WrongDirection = "wrong_direction",
        AlreadyPlanned = "already_planned",
        NotNow = "not_now",
        Other = "other",
        SkippedGate = "skipped_gate",
    }
}

/// The answer to a proposal; the last one gives its state (PR-9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Its id.
    pub id: Id<Decision>,
    /// What it answers.
    pub proposal_id: ProposalId,
    /// The answer.
    pub verdict: Verdict,
    /// Which alternative, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternative: Option<u8>,
    /// Who answered.
    pub actor: Actor,
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<RejectionReason>,
    /// Why, in the person's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When.
    pub at: Instant,
    /// The version in which it landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

/// What one later session said about an accepted proposal (OU-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// Its id.
    pub id: Id<Evaluation>,
    /// What it judges.
    pub proposal_id: ProposalId,
    /// By which session; one evaluation per proposal and session.
    pub session_id: crate::session::SessionId,
    /// What it says; never pending.
    pub verdict: Outcome,
    /// 0..100.
    pub confidence: u8,
    /// The numbers behind it.
    pub reason: Reason,
    /// When.
    pub at: Instant,
}

/// The law of OU-1.
impl Law for Evaluation {
    fn check(&self, check: &mut Check) {
        check.range(ErrorCode::InvalidEvaluation, "confidence", self.confidence, 0, 100);
        let judged = !matches!(self.verdict, Outcome::Pending | Outcome::UserModified);
        check.require(judged, ErrorCode::InvalidEvaluation, "verdict", self.verdict, "a judgement");
    }
}

/// A proposal as the API shows it.
pub const EXAMPLE: &str = include_str!("../examples/proposal.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    #[test]
    fn pr_5_decided_proposals_stay_decided_but_an_accepted_one_may_be_undone() {
        use ProposalState::{Accepted, Deferred, Draft, Overridden, Pending, Rejected};
        assert_eq!(Draft.step(Pending), Ok(Pending));
        assert_eq!(Pending.step(Deferred), Ok(Deferred));
        assert_eq!(Deferred.step(Accepted), Ok(Accepted));
        assert_eq!(Accepted.step(Overridden), Ok(Overridden));
        assert!(Deferred.step(Deferred).is_err());
        assert_eq!(
            Rejected.step(Accepted).unwrap_err().to_string(),
            "a proposal that is rejected cannot become accepted"
        );
    }

    #[test]
    fn pr_2_a_bundle_changes_each_field_once_and_really() {
        let mut proposal: Proposal = serde_json::from_str(EXAMPLE).unwrap();
        assert!(Valid::new(proposal.clone()).is_ok());
        let again = proposal.changes[0].clone();
        proposal.changes.push(again);
        proposal.changes[1].new = proposal.changes[1].old.clone();
        let message = Valid::new(proposal).unwrap_err().to_string();
        assert!(message.contains("changes.1.new: the old value, expected another value"), "{message}");
        assert!(message.contains("expected each field of a target once"), "{message}");
    }
}

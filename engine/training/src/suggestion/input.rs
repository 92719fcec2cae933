//! What suggestions are made from: the context of SG-2 as one document, for `regimen suggest run` and for the service.

use domain::{
    change::FieldGroup,
    error::ErrorCode,
    id::{Id, TraceId},
    law::{Check, Law},
    person::Athlete,
    plan::{ItemId, PlanId, PlanItem, Trigger, TriggerKind},
    prescription::{Prescription, RepPolicy},
    proposal::{ConsentSettings, Occasion, Outcome, Proposal, ProposalId, ProposalState},
    quantity::{Grams, MassUnit},
    session::{ExercisePerformance, SessionId},
    time::Instant,
    wellbeing::Flag,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{feedback::Feedback, history::TypicalReps, tuning::SuggestionTuning};
use crate::{catalog::Catalog, load::inventory::Inventory};

/// Everything that a run reads (SG-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuggestInput {
    /// Whose session.
    pub athlete_id: Id<Athlete>,
    /// The plan of the session; without one there is nothing to suggest (`no_plan`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_id: Option<PlanId>,
    /// The session that was finished: its performances are P0.
    pub session_id: SessionId,
    /// Whether a report was corrected, so that the session's undecided proposals give way (SG-1).
    #[serde(default)]
    pub is_correction: bool,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When the run is made.
    pub now: Instant,
    /// The athlete's unit, in which all loads are computed.
    pub unit: MassUnit,
    /// The iron at hand, if it was listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory: Option<Inventory>,
    /// Equipment keys that bring iron (L-9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    /// Body weight, for estimated maxima of exercises with added load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bodyweight_g: Option<Grams>,
    /// What is done without asking, asked or not proposed (PR-6).
    #[serde(default)]
    pub consent: ConsentSettings,
    /// Flags of the athlete.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flag>,
    /// The items of the session.
    pub items: Vec<ItemInput>,
    /// Earlier proposals on these items (SD-2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stored: Vec<StoredProposal>,
    /// A person's edits of the last day (SD-4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<ManualEdit>,
    /// Numbers to vary.
    #[serde(default)]
    pub tuning: SuggestionTuning,
    /// The numbers of the plans chapter that bound proposals.
    #[serde(default)]
    pub limits: Limits,
}

/// One item of the session with its last performances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemInput {
    /// The item as the plan has it now.
    pub item: PlanItem,
    /// Performances of the item: that of the session and up to three before it; more are not read.
    pub performances: Vec<PastPerformance>,
    /// SR-0: the policies of up to three earlier performances of the exercise under any item, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_policies: Vec<RepPolicy>,
    /// SR-0: the reps that the athlete usually makes (SG-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_reps: Option<TypicalReps>,
    /// What came of earlier suggestions for the exercise (OU-10).
    #[serde(default)]
    pub feedback: Feedback,
    /// The athlete's own step for the exercise (SL-9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_step_g: Option<Grams>,
    /// Whether suggestions for the exercise are switched off (SL-9).
    #[serde(default)]
    pub switched_off: bool,
}

/// What was done of an item in one session, and under which plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PastPerformance {
    /// The session.
    pub session_id: SessionId,
    /// When it was finished.
    pub at: Instant,
    /// Whether it was a deload.
    #[serde(default)]
    pub deload: bool,
    /// What was done.
    pub performance: ExercisePerformance,
    /// The item's prescription in the version under which it ran; what was frozen, unless given (SG-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Prescription>,
}

/// As much of an earlier proposal as the deduplication asks for (PR-7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StoredProposal {
    /// Its id.
    pub id: ProposalId,
    /// Its item.
    pub item_id: ItemId,
    /// What it must not repeat.
    pub dedup_key: String,
    /// Where it stands.
    pub state: ProposalState,
    /// What later sessions said.
    pub outcome: Outcome,
    /// When it was made.
    pub created_at: Instant,
    /// When it was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Instant>,
    /// When it was undone, if it was (RB-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<Instant>,
    /// Whether it was only postponed because of a person's edit, to be decided afresh (OV-6).
    #[serde(default)]
    pub is_postponed: bool,
    /// The session, request or job behind it.
    pub trigger: Trigger,
}

impl StoredProposal {
    /// What is asked of `proposal`, which was neither undone nor postponed.
    pub fn of(proposal: &Proposal) -> Self {
        Self {
            id: proposal.id,
            item_id: proposal.target.item_id,
            dedup_key: proposal.dedup_key.clone(),
            state: proposal.state,
            outcome: proposal.outcome,
            created_at: proposal.created_at,
            decided_at: proposal.decided_at,
            undone_at: None,
            is_postponed: false,
            trigger: proposal.trigger.clone(),
        }
    }
}

/// A person's own change of an item (OV-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManualEdit {
    /// Which item.
    pub item_id: ItemId,
    /// What of it.
    pub group: FieldGroup,
    /// When.
    pub at: Instant,
}

/// How long proposals live and keep others away; owned by the plans chapter (`Tuning.plan`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// PR-7: days for which the same is not proposed again.
    pub cooldown_days: i64,
    /// OV-3: hours for which a person's edit stands.
    pub manual_hours: i64,
    /// PR-10: days after which an unanswered proposal ends.
    pub proposal_ttl_days: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cooldown_days: 7, manual_hours: 24, proposal_ttl_days: 28 }
    }
}

impl SuggestInput {
    /// What all proposals of the run share.
    pub fn occasion(&self, plan_id: PlanId) -> Occasion {
        let kind =
            if self.is_correction { TriggerKind::ReportCorrection } else { TriggerKind::SessionReport };
        Occasion {
            athlete_id: self.athlete_id,
            plan_id,
            trigger: Trigger { kind, reference: self.session_id.to_string() },
            trace_id: self.trace_id.clone(),
            at: self.now,
            ttl_days: self.limits.proposal_ttl_days,
        }
    }

    /// Reports everything that is wrong with the input, also what only the catalogue can tell.
    pub(super) fn check_with(&self, catalog: &Catalog, check: &mut Check) {
        check.require(
            self.plan_id.is_some(),
            ErrorCode::NoPlan,
            "plan_id",
            "none",
            "the plan of the session",
        );
        if let Some(inventory) = &self.inventory {
            check.within("inventory", |check| inventory.check(check));
        }
        check.within("consent", |check| self.consent.check(check));
        check.each("flags", &self.flags, |check, _, flag| flag.check(check));
        check.within("tuning", |check| self.tuning.check(check));
        check.each("items", &self.items, |check, _, item| {
            let key = &item.item.exercise_key;
            let known = catalog.get(key).is_some();
            check.require(known, ErrorCode::UnknownExercise, "item/exercise_key", key, "an exercise");
            item.check(check);
        });
        check.within("limits", |check| {
            const CODE: ErrorCode = ErrorCode::InvalidTuning;
            check.range(CODE, "cooldown_days", self.limits.cooldown_days, 0, 365);
            check.range(CODE, "manual_hours", self.limits.manual_hours, 0, 8760);
            check.range(CODE, "proposal_ttl_days", self.limits.proposal_ttl_days, 1, 365);
        });
    }
}

/// The laws of PV-3, PV-5 and SL-9.
impl Law for ItemInput {
    fn check(&self, check: &mut Check) {
        check.within("item", |check| self.item.check(check));
        check.each("performances", &self.performances, |check, _, past| {
            check.within("performance", |check| past.performance.check(check));
            if let Some(plan) = &past.plan {
                check.within("plan", |check| plan.check(check));
            }
        });
        if let Some(Grams(step)) = self.own_step_g {
            check.range(ErrorCode::InvalidStep, "own_step_g", step, 1, 50_000);
        }
    }
}

/// An input as the service and `regimen suggest run` give it: two sessions of bench press at the top of the range.
pub const EXAMPLE: &str = include_str!("../../examples/suggest-input.json");

//! P-18: what a report did to one item, as it is told.

use domain::{
    exercise::ExerciseKey,
    id::TraceId,
    plan::{ChangeCode, ItemId},
    progress::{LevelDecision, ProgressRecord, ProgressionEvent},
    proposal::{Proposal, ProposalId},
    reason::Reason,
    wellbeing::SessionModifier,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::offer::OfferKind;

/// What was decided about one item, why, and what comes next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressUpdate {
    /// Which item.
    pub item_id: ItemId,
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise: String,
    /// What was decided.
    pub decision: LevelDecision,
    /// What it does to the plan, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeCode>,
    /// Why.
    pub reasons: Vec<Reason>,
    /// Level at the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_target: Option<u32>,
    /// Level after the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_result: Option<u32>,
    /// T_f: frozen volume.
    pub volume_target: u32,
    /// Volume of the plan after the decision; of a question, with its preselected answer.
    pub new_volume: u32,
    /// The same by working set.
    pub new_sets: Vec<u32>,
    /// Percent of the volume in the next session, if it is lightened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifier: Option<u8>,
    /// What may be chosen besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The same in words.
    pub comments: Comments,
    /// Raw successes in a row.
    pub streak_success: u32,
    /// Version of the rules that decided.
    pub rule_version: String,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

/// Something that may be chosen beside a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DecisionOffer")]
pub struct Offer {
    /// What it is.
    pub kind: OfferKind,
    /// The proposal that is answered.
    pub proposal_id: ProposalId,
    /// The exercise it leads to.
    pub exercise: ExerciseKey,
    /// The level it leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The amounts of its working sets.
    pub sets: Vec<u32>,
}

/// A text in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comments {
    /// In English.
    pub en: String,
    /// In Russian.
    pub ru: String,
}

/// Everything that follows from one report. Nothing of it has happened yet: landing is the plan's (PV-12).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// What is told, by item.
    pub updates: Vec<ProgressUpdate>,
    /// What is kept, by item (P-20).
    pub records: Vec<ProgressRecord>,
    /// Changes to land or to ask for.
    pub proposals: Vec<Proposal>,
    /// Lighter sessions to come.
    pub modifiers: Vec<SessionModifier>,
    /// The same where the athlete wants to be asked first.
    pub asked_modifiers: Vec<SessionModifier>,
    /// One for each decided item (P-44).
    pub events: Vec<ProgressionEvent>,
    /// Items whose report was known already, word for word (P-4).
    pub repeated: Vec<ItemId>,
}

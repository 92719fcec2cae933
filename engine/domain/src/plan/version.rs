//! Version, row and audit line: one immutable state of a plan, what it changed, and who wanted it (PV-2, PV-6, PV-9,
//! PV-11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ItemId, PlanId, PlanItem, Planned, SlotTime};
use crate::{
    change::{Change, Value},
    error::ErrorCode,
    id::{Id, TraceId},
    law::{Check, Law},
    person::Actor,
    progress::ProgressRecord,
    proposal::ProposalId,
    reason::{Reason, ReasonCode},
    time::{Instant, LocalDate, Zone},
    vocabulary::vocabulary,
};

/// The id of a version.
pub type VersionId = Id<PlanVersion>;

vocabulary! {
    /// Where a version stands (PV-7).
    pub enum VersionStatus: "version status" {
        Draft = "draft",
        PendingConfirmation = "pending_confirmation",
        Active = "active",
        Superseded = "superseded",
        Rejected = "rejected",
    }
}

impl VersionStatus {
    /// Whether a version may go from this status to `next` (PV-7).
    pub const fn may_become(self, next: Self) -> bool {
        use VersionStatus::{Active, Draft, PendingConfirmation, Rejected, Superseded};
        matches!(
            (self, next),
            (Draft, Active | PendingConfirmation | Rejected)
                | (PendingConfirmation, Active | Superseded | Rejected)
                | (Active, Superseded)
        )
    }
}

vocabulary! {
    /// What made a version.
    pub enum VersionSource: "version source" {
        Initial = "initial",
        Auto = "auto",
        Accepted = "accepted",
        Manual = "manual",
        Rollback = "rollback",
        Undo = "undo",
        Resolution = "resolution",
        Import = "import",
    }
}

vocabulary! {
    /// How a version weighs against others (PV-2).
    pub enum SourceClass: "source class" {
        Automatic = "automatic",
        Manual = "manual",
        Neutral = "neutral",
    }
}

impl VersionSource {
    /// Automatic, manual or neutral.
    pub const fn class(self) -> SourceClass {
        match self {
            Self::Auto => SourceClass::Automatic,
            Self::Manual | Self::Rollback | Self::Undo => SourceClass::Manual,
            Self::Initial | Self::Accepted | Self::Resolution | Self::Import => SourceClass::Neutral,
        }
    }
}

vocabulary! {
    /// What set a chain of changes off.
    pub enum TriggerKind: "trigger" {
        SessionReport = "session_report",
        ReportCorrection = "report_correction",
        DecisionBatch = "decision_batch",
        ManualEdit = "manual_edit",
        Rollback = "rollback",
        Undo = "undo",
        Confirmation = "confirmation",
        SessionSaved = "session_saved",
        Schedule = "schedule",
        Import = "import",
        Initial = "initial",
    }
}

/// What set a chain of changes off, and which one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// What kind of event.
    pub kind: TriggerKind,
    /// The session, request or job behind it.
    #[serde(rename = "ref")]
    pub reference: String,
}

/// One immutable state of a plan (PV-2): of training, or of meals with [`crate::meal_plan::PlannedMeal`] (PV-13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanVersion<I = PlanItem> {
    /// Its id.
    pub id: VersionId,
    /// Its plan.
    pub plan_id: PlanId,
    /// 1, 2, 3 ... without gaps.
    pub number: u32,
    /// The version it was made from; absent only for 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Where it stands.
    pub status: VersionStatus,
    /// What made it.
    pub source: VersionSource,
    /// Who made it.
    pub actor: Actor,
    /// What set it off.
    pub trigger: Trigger,
    /// Why; at least one.
    pub reasons: Vec<Reason>,
    /// What changed, in item order (PV-9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summary: Vec<SummaryLine>,
    /// The full plan, items by id.
    pub effective: Vec<I>,
    /// SHA-256 of the canonical JSON of `effective`, in hex (PV-6).
    pub effective_hash: String,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When it was made.
    pub created_at: Instant,
    /// Where the athlete lived it.
    pub zone: Zone,
    /// `created_at` in `zone`.
    pub local_date: LocalDate,
    /// When it came into force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activated_at: Option<Instant>,
    /// The version that took its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<u32>,
}

/// The law of PV-2.
impl<I: Law + Planned> Law for PlanVersion<I> {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidVersion;
        check.require(self.number >= 1, CODE, "number", self.number, "1 or more");
        match self.parent {
            None => {
                check.require(self.number == 1, CODE, "parent", "none", "a parent for every version but 1");
            }
            Some(parent) => {
                let holds = 1 <= parent && parent < self.number;
                check.require(
                    holds,
                    CODE,
                    "parent",
                    parent,
                    format_args!("1..{}", self.number.saturating_sub(1)),
                );
            }
        }
        check.require(!self.reasons.is_empty(), CODE, "reasons", "none", "at least one reason");
        let date = self.created_at.local_date(&self.zone);
        check.require(self.local_date == date, CODE, "local_date", self.local_date, date);
        check.each("effective", &self.effective, |check, index, item| {
            item.check(check);
            let sorted = index == 0 || self.effective[index - 1].item_id() < item.item_id();
            check.require(
                sorted,
                CODE,
                "item_id",
                item.item_id(),
                "items in the order of their ids, once each",
            );
        });
    }
}

vocabulary! {
    /// What happened to an item, in a word (PV-9).
    pub enum ChangeCode: "change" {
        Advance = "advance",
        Regress = "regress",
        Restore = "restore",
        AdvanceRange = "advance_range",
        RegressRange = "regress_range",
        LoadUp = "load_up",
        LoadDown = "load_down",
        RepsUp = "reps_up",
        RepsDown = "reps_down",
        SetAdded = "set_added",
        SetRemoved = "set_removed",
        SetType = "set_type",
        RepPolicy = "rep_policy",
        RestUp = "rest_up",
        RestDown = "rest_down",
        DifficultyUp = "difficulty_up",
        DifficultyDown = "difficulty_down",
        ExerciseAdded = "exercise_added",
        ExerciseRemoved = "exercise_removed",
        ExerciseReplaced = "exercise_replaced",
        Moved = "moved",
        Manual = "manual",
        Rollback = "rollback",
        Undo = "undo",
        Compromise = "compromise",
    }
}

/// What a version did to one item, in two words (PV-9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryLine {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise: String,
    /// What happened.
    pub change: ChangeCode,
    /// Why.
    pub reason: ReasonCode,
}

vocabulary! {
    /// What kind of change a row records (PV-6).
    pub enum RowEvent: "row event" {
        Initial = "initial",
        AutoAdjustment = "auto_adjustment",
        AcceptedProposal = "accepted_proposal",
        ManualOverride = "manual_override",
        Rollback = "rollback",
        Undo = "undo",
        Compromise = "compromise",
        Structure = "structure",
    }
}

/// What one version changed in one item (PV-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "I: Deserialize<'de>"))]
pub struct ItemRow<I = PlanItem> {
    /// The version.
    pub version_id: VersionId,
    /// The item.
    pub item_id: ItemId,
    /// What kind of change.
    pub event_type: RowEvent,
    /// Every field that changed; empty for an item that was added or removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The item before; absent when it was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<I>,
    /// The item after; absent when it was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<I>,
    /// The proposals that were accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<ProposalId>,
    /// The record whose decision it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress_id: Option<Id<ProgressRecord>>,
    /// The day of a dated item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_date: Option<LocalDate>,
    /// Part of the day.
    pub slot_time: SlotTime,
    /// When.
    pub created_at: Instant,
}

vocabulary! {
    /// What a person or the program did (PV-11).
    pub enum AuditAction: "audit action" {
        ManualEdit = "manual_edit",
        Override = "override",
        OverrideWithdrawn = "override_withdrawn",
        Decision = "decision",
        Confirmation = "confirmation",
        Rollback = "rollback",
        Undo = "undo",
        Restore = "restore",
        Import = "import",
        FlagCleared = "flag_cleared",
        SettingsChanged = "settings_changed",
        GrantChanged = "grant_changed",
        CoachActed = "coach_acted",
        SharingChanged = "sharing_changed",
        AutoApplied = "auto_applied",
        ConflictResolved = "conflict_resolved",
    }
}

/// Who did what, and why; never changed, never removed (PV-11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditLine {
    /// Its id.
    pub id: Id<AuditLine>,
    /// The plan it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_id: Option<PlanId>,
    /// The version that came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Who.
    pub actor: Actor,
    /// What.
    pub action: AuditAction,
    /// On what: an item, a proposal, a flag.
    pub target: String,
    /// The value before.
    pub before: Value,
    /// The value after.
    pub after: Value,
    /// Why, in words or as a code; 1..500 characters.
    pub reason: String,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When.
    pub at: Instant,
}

/// The law of PV-11.
impl Law for AuditLine {
    fn check(&self, check: &mut Check) {
        check.length(ErrorCode::ReasonTooLong, "reason", &self.reason, 1, 500);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pv_7_statuses_move_only_as_the_table_says() {
        use VersionStatus::{Active, Draft, PendingConfirmation, Rejected, Superseded};
        let allowed = [
            (Draft, Active),
            (Draft, PendingConfirmation),
            (Draft, Rejected),
            (PendingConfirmation, Active),
            (PendingConfirmation, Superseded),
            (PendingConfirmation, Rejected),
            (Active, Superseded),
        ];
        for &from in VersionStatus::ALL {
            for &to in VersionStatus::ALL {
                assert_eq!(from.may_become(to), allowed.contains(&(from, to)), "{from} to {to}");
            }
        }
    }

    #[test]
    fn pv_2_an_accepted_proposal_is_neither_manual_nor_automatic() {
        assert_eq!(VersionSource::Accepted.class(), SourceClass::Neutral);
        assert_eq!(VersionSource::Undo.class(), SourceClass::Manual);
        assert_eq!(VersionSource::Auto.class(), SourceClass::Automatic);
    }
}

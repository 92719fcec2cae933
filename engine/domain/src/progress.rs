//! ProgressRecord: what a reported session did to one item (P-20).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    exercise::{ExerciseKey, Measure},
    id::{Id, TraceId},
    law::{Check, Law},
    person::Athlete,
    plan::{ItemId, SlotTime},
    quantity::Rpe,
    reason::{Reason, ReasonCode},
    session::{PerformanceStatus, SessionId},
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
    wellbeing::Mark,
};

vocabulary! {
    /// What was decided about an item (P-18).
    pub enum LevelDecision: "decision" {
        Advance = "advance",
        Hold = "hold",
        Regress = "regress",
        AdvanceRange = "advance_range",
        HoldRange = "hold_range",
        RegressRange = "regress_range",
        /// Items of mode load or fixed, and late reports.
        None = "none",
    }
}

/// One item in one session, with the decision made on it. Never changed: a correction is a new record (P-20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressRecord {
    /// Its id.
    pub id: Id<ProgressRecord>,
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// Which session.
    pub session_id: SessionId,
    /// Which item.
    pub item_id: ItemId,
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise_key: String,
    /// What was performed.
    pub variation_key: ExerciseKey,
    /// The athlete's date.
    pub local_date: LocalDate,
    /// Part of the day.
    pub slot_time: SlotTime,
    /// Done or skipped.
    pub status: PerformanceStatus,
    /// Level at the session, for ladder items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_target: Option<u32>,
    /// Level after the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_result: Option<u32>,
    /// T_f: frozen volume.
    pub volume_target: u32,
    /// T: volume of the plan.
    pub volume_plan: u32,
    /// A: volume done, 0 when skipped.
    pub volume_actual: u32,
    /// What the volumes count.
    pub unit: Measure,
    /// Effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
    /// 0..5, for mobility.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comfort: Option<u8>,
    /// What was said of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// At most 2000 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// What was decided.
    pub decision: LevelDecision,
    /// Why.
    pub reasons: Vec<ReasonCode>,
    /// Whether the session alone was a success (P-5).
    pub raw_success: bool,
    /// Raw successes in a row.
    pub streak_success: u32,
    /// Whether it ran on the person's own targets.
    pub manual_override: bool,
    /// Version of the rules that decided.
    pub rule_version: String,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// The record that this one corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<Id<ProgressRecord>>,
    /// When it was made.
    pub created_at: Instant,
}

/// The law of P-20.
impl Law for ProgressRecord {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidProgress;
        let skipped = self.status == PerformanceStatus::Skipped;
        let nothing = !skipped || self.volume_actual == 0;
        check.require(nothing, CODE, "volume_actual", self.volume_actual, "0 for a skipped item");
        let success = !skipped || !self.raw_success;
        check.require(success, CODE, "raw_success", "a success", "none for a skipped item");
        let levels = self.level_target.is_some() == self.level_result.is_some();
        check.require(levels, CODE, "level_result", "one level alone", "both levels or none");
        check.optional_range(ErrorCode::ComfortOutOfRange, "comfort", self.comfort, 0, 5);
        check.length(CODE, "notes", &self.notes, 0, 2000);
        let reasoned = self.decision == LevelDecision::None || !self.reasons.is_empty();
        check.require(reasoned, CODE, "reasons", "none", "at least one reason for a decision");
        let itself = self.corrects != Some(self.id);
        check.require(itself, CODE, "corrects", "its own id", "an earlier record");
    }
}

vocabulary! {
    /// What happened to the progression of an athlete (P-44).
    pub enum ProgressionEventType: "progression event" {
        DecisionMade = "decision_made",
        DecisionOverridden = "decision_overridden",
        AlertTriggered = "alert_triggered",
        RedFlag = "red_flag",
        RecordLost = "record_lost",
    }
}

/// Something that happened to the progression of an athlete, kept for half a year (P-44).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressionEvent {
    /// Its id.
    pub id: Id<ProgressionEvent>,
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// What happened.
    pub event_type: ProgressionEventType,
    /// The ladder's key for ladder items, else the exercise's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_key: Option<String>,
    /// The decision it is about.
    pub decision: LevelDecision,
    /// Who decided or overrode.
    pub source: String,
    /// Why, with the numbers.
    pub context: Vec<Reason>,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When.
    pub created_at: Instant,
}

/// The record of the chapter's first worked example (V1).
pub const EXAMPLE: &str = include_str!("../examples/progress-record.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn breach(change: impl FnOnce(&mut ProgressRecord)) -> String {
        let mut record: ProgressRecord = serde_json::from_str(EXAMPLE).unwrap();
        change(&mut record);
        Valid::new(record).map_or_else(|invalid| invalid.to_string(), |_| "valid".to_owned())
    }

    #[test]
    fn p_20_records_are_whole_or_refused() {
        assert_eq!(breach(|_| ()), "valid");
        assert_eq!(
            breach(|record| record.reasons.clear()),
            "reasons: none, expected at least one reason for a decision"
        );
        assert_eq!(
            breach(|record| record.level_result = None),
            "level_result: one level alone, expected both levels or none"
        );
        assert_eq!(
            breach(|record| record.corrects = Some(record.id)),
            "corrects: its own id, expected an earlier record"
        );
        let skipped = breach(|record| record.status = PerformanceStatus::Skipped);
        assert_eq!(
            skipped,
            "volume_actual: 28, expected 0 for a skipped item; raw_success: a success, expected none for a skipped item"
        );
    }
}

//! Plan and item: what is meant to be done (PV-1, PV-3); versions of it, what made them, and their audit lines.

mod field;
mod version;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::{Check, Law},
    person::Athlete,
    prescription::Prescription,
    quantity::Grams,
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
};

pub use field::{Misfit, added_set_id};
pub use version::{
    AuditAction, AuditLine, ChangeCode, ItemRow, PlanVersion, RowEvent, SourceClass, SummaryLine, Trigger,
    TriggerKind, VersionId, VersionSource, VersionStatus,
};

/// The id of a plan.
pub type PlanId = Id<Plan>;
/// The id of an item, stable over versions and never reused.
pub type ItemId = Id<PlanItem>;

vocabulary! {
    /// What a plan is about.
    pub enum PlanDomain: "plan domain" {
        Training = "training",
        Nutrition = "nutrition",
    }
}

vocabulary! {
    /// Whether a plan is in force.
    pub enum PlanStatus: "plan status" {
        Active = "active",
        Archived = "archived",
    }
}

/// A chain of versions that an athlete follows (PV-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its id.
    pub id: PlanId,
    /// Whose it is.
    pub athlete_id: Id<Athlete>,
    /// Training or nutrition.
    pub domain: PlanDomain,
    /// 1..120 characters.
    pub title: String,
    /// Active or archived.
    pub status: PlanStatus,
    /// Number of the one active version, from 1.
    pub active_version: u32,
    /// When it was made.
    pub created_at: Instant,
}

/// The law of PV-1.
impl Law for Plan {
    fn check(&self, check: &mut Check) {
        check.length(ErrorCode::InvalidPlan, "title", &self.title, 1, 120);
        let version = self.active_version;
        check.require(version >= 1, ErrorCode::InvalidPlan, "active_version", version, "1 or more");
    }
}

vocabulary! {
    /// Where an item comes from.
    pub enum ItemKind: "item kind" {
        /// Slotted on a day.
        Template = "template",
        /// From generated or ad-hoc sessions.
        Rolling = "rolling",
        /// Added to help technique (P-17).
        Auxiliary = "auxiliary",
    }
}

vocabulary! {
    /// The part of the day.
    pub enum SlotTime: "slot time" {
        Morning = "morning",
        Evening = "evening",
        None = "none",
    }
}

impl SlotTime {
    /// The part of the day in which a session that starts at this hour falls (PV-5).
    pub const fn of_hour(hour: i8) -> Self {
        if hour < 14 { Self::Morning } else { Self::Evening }
    }
}

vocabulary! {
    /// What an item is for in its session.
    pub enum Role as ItemRole: "role" {
        Main = "main",
        Accessory = "accessory",
        Skill = "skill",
        Mobility = "mobility",
        Warmup = "warmup",
    }
}

vocabulary! {
    /// In which order a session may be cut: warm-up, mains, then B and C (L-13).
    pub enum SessionTier: "tier" {
        W = "W",
        A = "A",
        B = "B",
        C = "C",
    }
}

vocabulary! {
    /// Which engine may change an item (AR-1).
    pub enum ProgressionMode: "progression mode" {
        Ladder = "ladder",
        Range = "range",
        Load = "load",
        Fixed = "fixed",
    }
}

/// One exercise of a plan with its prescription (PV-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanItem {
    /// Its id.
    pub item_id: ItemId,
    /// Where it comes from.
    pub kind: ItemKind,
    /// Weekday 1 (Monday) to 7, for a weekly slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_weekday: Option<u8>,
    /// Date, for a dated slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_date: Option<LocalDate>,
    /// Part of the day.
    pub slot_time: SlotTime,
    /// Place in the slot, from 0.
    pub order: u32,
    /// What is done.
    pub exercise_key: ExerciseKey,
    /// What it is for.
    pub role: Role,
    /// Cut order, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<SessionTier>,
    /// Label shared by the two members of a superset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superset: Option<String>,
    /// Which engine owns it.
    pub progression_mode: ProgressionMode,
    /// Lower bound that selection must respect, 1..10 (AR-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_sets: Option<u32>,
    /// 100..110 percent (P-47).
    #[serde(default = "full", skip_serializing_if = "is_full")]
    pub difficulty: u32,
    /// The numbers.
    pub prescription: Prescription,
}

/// Something that a plan holds: an exercise, or a meal (PV-13).
pub trait Planned {
    /// Its id, stable over versions and never reused.
    fn item_id(&self) -> ItemId;
}

impl Planned for PlanItem {
    fn item_id(&self) -> ItemId {
        self.item_id
    }
}

const fn full() -> u32 {
    100
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_full(difficulty: &u32) -> bool {
    *difficulty == full()
}

/// The law of PV-3: a level belongs to a ladder.
impl Law for PlanItem {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidItem;
        check.optional_range(CODE, "slot_weekday", self.slot_weekday, 1, 7);
        let slots = usize::from(self.slot_weekday.is_some()) + usize::from(self.slot_date.is_some());
        check.require(slots <= 1, CODE, "slot_date", "a weekday and a date", "at most one of both");
        let rolling = self.kind == ItemKind::Rolling && slots > 0;
        check.require(!rolling, CODE, "kind", "a rolling item with a slot", "no slot for a rolling item");
        check.optional_range(CODE, "min_sets", self.min_sets, 1, 10);
        check.range(CODE, "difficulty", self.difficulty, 100, 110);
        check.within("prescription", |check| self.prescription.check(check));
        self.check_mode(check);
    }
}

impl PlanItem {
    /// Whether it is to be progressed by load and has none: all working loads are 0 (AR-1).
    ///
    /// Assistance may come down to 0, so this is no law: whoever makes or edits an item asks it.
    pub fn lacks_load(&self) -> bool {
        let mut loads = self.prescription.working_sets().map(|set| set.load_g).peekable();
        let all_zero = loads.peek().is_some() && loads.all(|load| load == Some(Grams::ZERO));
        self.progression_mode == ProgressionMode::Load && all_zero
    }

    fn check_mode(&self, check: &mut Check) {
        let level = self.prescription.level_ref.is_none() || self.progression_mode == ProgressionMode::Ladder;
        check.require(
            level,
            ErrorCode::InvalidItem,
            "prescription/level_ref",
            self.progression_mode,
            "mode ladder",
        );
    }
}

/// An item as people write it.
pub const ITEM_EXAMPLE: &str = include_str!("../examples/plan-item.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn item() -> PlanItem {
        serde_json::from_str(ITEM_EXAMPLE).unwrap()
    }

    fn breach(change: impl FnOnce(&mut PlanItem)) -> String {
        let mut item = item();
        change(&mut item);
        Valid::new(item).unwrap_err().to_string()
    }

    #[test]
    fn pv_3_a_slot_is_a_weekday_or_a_date_and_rolling_items_have_none() {
        assert!(Valid::new(item()).is_ok());
        assert_eq!(breach(|item| item.slot_weekday = Some(8)), "slot_weekday: 8, expected 1..7");
        assert!(
            breach(|item| item.slot_date = Some(jiff::civil::date(2026, 3, 2)))
                .contains("at most one of both")
        );
        assert!(breach(|item| item.kind = ItemKind::Rolling).contains("no slot for a rolling item"));
        assert!(breach(|item| item.difficulty = 111).contains("difficulty: 111, expected 100..110"));
    }

    #[test]
    fn ar_1_load_mode_needs_a_load_that_is_not_zero() {
        let with = |load| {
            let mut item = item();
            item.prescription.sets.iter_mut().for_each(|set| set.load_g = load);
            item.lacks_load()
        };
        assert!(with(Some(Grams(0))));
        assert!(!with(None) && !with(Some(Grams(20_000))));
    }

    #[test]
    fn pv_5_before_two_in_the_afternoon_is_morning() {
        assert_eq!(SlotTime::of_hour(13), SlotTime::Morning);
        assert_eq!(SlotTime::of_hour(14), SlotTime::Evening);
    }
}

//! What a report is decided from: the plan, the session, what was done, the past, and how the athlete is.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    equipment::{Equipment, EquipmentSet},
    error::ErrorCode,
    exercise::ExerciseKey,
    id::{Id, TraceId},
    law::{Check, Invalid, Law},
    person::Athlete,
    plan::{ItemId, PlanId, PlanItem, ProgressionMode, SlotTime},
    progress::ProgressRecord,
    proposal::ConsentSettings,
    quantity::{Grams, MassUnit, Rpe},
    session::{ExercisePerformance, PerformanceStatus, SessionId},
    time::{Instant, LocalDate, Zone},
    wellbeing::Flag,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::tuning::ProgressionTuning;
use crate::catalog::Catalog;

/// One reported session and everything that its decisions depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecideInput {
    /// Whose plan.
    pub athlete_id: Id<Athlete>,
    /// Which plan.
    pub plan_id: PlanId,
    /// One trigger, one trace.
    pub trace_id: TraceId,
    /// When the report came in.
    pub now: Instant,
    /// Where the athlete lives.
    pub zone: Zone,
    /// The session.
    pub session: ReportedSession,
    /// The effective plan; for a correction with the changes of the first decision taken back (P-4).
    pub items: Vec<PlanItem>,
    /// What was done or skipped. An exercise without an item is logged elsewhere and not decided.
    pub performances: Vec<ExercisePerformance>,
    /// Past records of the items, oldest to newest by start (P-3); only the last ones are read.
    #[serde(default)]
    pub history: BTreeMap<ItemId, Vec<PastRecord>>,
    /// The athlete's flags, with what this report raised and cleared (P-4).
    #[serde(default)]
    pub flags: Vec<Flag>,
    /// What is at hand; absent means everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equipment: Option<Vec<Equipment>>,
    /// What is applied, asked or left (PR-6).
    #[serde(default)]
    pub consent: ConsentSettings,
    /// The unit of loads.
    #[serde(default = "kilograms")]
    pub unit: MassUnit,
    /// The athlete's own load steps (P-13).
    #[serde(default)]
    pub load_steps: BTreeMap<ExerciseKey, Grams>,
    /// Items whose targets were edited for this session alone (OV-8).
    #[serde(default)]
    pub edited: BTreeSet<ItemId>,
    /// Items with an active override in the plan (OV-1).
    #[serde(default)]
    pub overridden: BTreeSet<ItemId>,
    /// Range items whose reps target the same report moved (SR-4, P-15).
    #[serde(default)]
    pub moved: BTreeSet<ItemId>,
    /// How long proposals and modifiers last.
    #[serde(default)]
    pub lifetimes: Lifetimes,
    /// Whether updates come with their texts (P-18); whoever replays thousands of reports needs none.
    #[serde(default = "in_words")]
    pub in_words: bool,
    /// The numbers of the rules.
    #[serde(default)]
    pub tuning: ProgressionTuning,
}

const fn in_words() -> bool {
    true
}

const fn kilograms() -> MassUnit {
    MassUnit::Kg
}

/// The session that a report is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedSession {
    /// Its id.
    pub id: SessionId,
    /// When it started, or should have.
    pub started_at: Instant,
    /// The athlete's date.
    pub local_date: LocalDate,
    /// Part of the day; absent: that of the item, else of the start (PV-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_time: Option<SlotTime>,
    /// Whether it is in a deload week.
    #[serde(default)]
    pub deload: bool,
    /// When it was first reported, if this is a correction of a correction (P-4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_reported_at: Option<Instant>,
}

/// What became of one item in an earlier session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PastRecord {
    /// When that session started, or should have.
    pub started_at: Instant,
    /// The record.
    pub record: ProgressRecord,
    /// Whether the change it decided came into the plan.
    #[serde(default = "landed")]
    pub landed: bool,
    /// When that change was undone (RB-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<Instant>,
    /// What was done, which range items are judged by (P-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub performance: Option<ExercisePerformance>,
}

const fn landed() -> bool {
    true
}

/// How long what is proposed lasts: numbers of the plans chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Lifetimes {
    /// Days until an unanswered proposal ends (PR-10).
    pub proposal_days: u32,
    /// Days until a modifier ends (AR-6).
    pub modifier_days: u32,
}

impl Default for Lifetimes {
    fn default() -> Self {
        Self { proposal_days: 28, modifier_days: 28 }
    }
}

impl DecideInput {
    /// Refuses what cannot be decided, with everything that is wrong at once (P-4, PV-3, PV-4).
    pub fn check(&self, catalog: &Catalog) -> Result<(), Invalid> {
        let mut check = Check::default();
        check.within("tuning", |check| self.tuning.check(check));
        check.within("consent", |check| self.consent.check(check));
        check.each("flags", &self.flags, |check, _, flag| flag.check(check));
        check.each("items", &self.items, |check, index, item| {
            item.check(check);
            let twice = self.items[..index].iter().any(|earlier| earlier.item_id == item.item_id);
            check.require(!twice, ErrorCode::InvalidItem, "item_id", item.item_id, "each item once");
            check_references(check, item, catalog);
        });
        check.each("performances", &self.performances, |check, index, performance| {
            performance.check(check);
            self.check_performance(check, index, performance, catalog);
        });
        for (item, entries) in &self.history {
            let window = &entries[entries.len().saturating_sub(self.tuning.history_n)..];
            let ordered = window.is_sorted_by_key(|entry| entry.started_at);
            let expected = "records from the oldest to the newest";
            check.within(format_args!("history/{item}"), |check| {
                check.require(ordered, ErrorCode::BadValue, "", "another order", expected);
            });
        }
        check.finish()
    }

    fn check_performance(
        &self,
        check: &mut Check,
        index: usize,
        performance: &ExercisePerformance,
        catalog: &Catalog,
    ) {
        let Some(id) = performance.item_id else { return };
        let item = self.item(id);
        check.require(item.is_some(), ErrorCode::UnknownItem, "item_id", id, "an item of the plan");
        let twice = self.performances[..index].iter().any(|earlier| earlier.item_id == Some(id));
        check.require(!twice, ErrorCode::InvalidSession, "item_id", id, "each item once");
        let said = performance.status == PerformanceStatus::Skipped || !performance.sets.is_empty();
        check.require(said, ErrorCode::EmptyReport, "sets", "no set", "a set, or skipped");
        let key = &performance.exercise_key;
        let known = catalog.get(key).is_some();
        check.require(known, ErrorCode::UnknownExercise, "exercise_key", key, "an exercise of the catalogue");
        let judged = item.is_some_and(|item| item.progression_mode == ProgressionMode::Ladder);
        if let Some(frozen) = performance.frozen.as_ref().filter(|_| judged) {
            let target = frozen.plan_volume.min(frozen.prescription.volume());
            check.require(target > 0, ErrorCode::InvalidSetTarget, "frozen", 0, "a target of 1 or more");
            check_level(check, "frozen/prescription", frozen.prescription.level_ref.as_ref(), catalog);
        }
    }

    /// The item of this id.
    pub fn item(&self, id: ItemId) -> Option<&PlanItem> {
        self.items.iter().find(|item| item.item_id == id)
    }

    /// What is at hand.
    pub fn at_hand(&self) -> EquipmentSet {
        match &self.equipment {
            Some(classes) => classes.iter().copied().collect(),
            None => EquipmentSet::all(),
        }
    }
}

fn check_references(check: &mut Check, item: &PlanItem, catalog: &Catalog) {
    let known = catalog.get(&item.exercise_key).is_some();
    check.require(
        known,
        ErrorCode::UnknownExercise,
        "exercise_key",
        &item.exercise_key,
        "an exercise of the catalogue",
    );
    if item.progression_mode == ProgressionMode::Ladder {
        let target = item.prescription.volume();
        check.require(
            target > 0,
            ErrorCode::InvalidSetTarget,
            "prescription/sets",
            0,
            "a target of 1 or more",
        );
        check_level(check, "prescription", item.prescription.level_ref.as_ref(), catalog);
    }
}

fn check_level(
    check: &mut Check,
    place: &str,
    level: Option<&domain::prescription::LevelRef>,
    catalog: &Catalog,
) {
    let Some(level) = level else { return };
    let found = catalog.ladder(&level.ladder_key).and_then(|ladder| ladder.level(level.ordinal));
    let shown = format_args!("{} level {}", level.ladder_key, level.ordinal);
    check.within(place, |check| {
        let expected = "a level of the catalogue";
        check.require(found.is_some(), ErrorCode::InvalidLadder, "level_ref", shown, expected);
    });
}

/// The efforts of a document, whatever else it holds.
#[derive(Deserialize)]
struct Told {
    performances: Vec<ToldEffort>,
}

#[derive(Deserialize)]
struct ToldEffort {
    #[serde(default)]
    rpe: Option<Number>,
    #[serde(default)]
    sets: Vec<ToldEffort>,
}

/// Names every effort that keeps `document` from being read as a [`DecideInput`] (P-4). A document that cannot be read
/// for other reasons passes.
pub fn check_efforts(document: &str) -> Result<(), Invalid> {
    let Ok(told) = serde_json::from_str::<Told>(document) else { return Ok(()) };
    let mut check = Check::default();
    check.each("performances", &told.performances, |check, _, told| told.check(check));
    check.finish()
}

impl Law for ToldEffort {
    fn check(&self, check: &mut Check) {
        if let Some(rpe) = &self.rpe {
            let holds = rpe.as_i64().is_some_and(|tenths| Rpe::new(tenths).is_ok());
            let expected = "10..100 tenths: 1.0 to 10.0 in steps of 0.1";
            check.require(holds, ErrorCode::RpeOutOfRange, "rpe", format_args!("{rpe} tenths"), expected);
        }
        check.each("sets", &self.sets, |check, _, set| set.check(check));
    }
}

/// A report of three exercises as people write it: the first three examples of the seed.
pub const EXAMPLE: &str = include_str!("../../examples/progress-input.json");

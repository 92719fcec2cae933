//! The input of selection as people and programs write it (EP-1): the seed's names, in JSON.
//!
//! Words are taken as text here and read by [`crate::request`], so that a wrong one is refused by its own code with
//! what would be valid, and everything that is wrong is said at once.

use std::{collections::BTreeMap, ops::RangeInclusive};

use domain::{
    anatomy::{BodyArea, Muscle},
    equipment::Equipment,
    exercise::{Exercise, ExerciseKey, TrainingAge},
    law::Valid,
    plan::ProgressionMode,
    prescription::{LevelRef, SetType},
    quantity::{Grams, Rpe},
    session::{Intent, SelectionMode, SessionStatus},
    time::{Instant, LocalDate, Zone},
    wellbeing::{FlagKind, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    document::Typed,
    load::{baseline::Baseline, hint::Sex, inventory::Inventory},
    prescribe::goal::Goal,
    superset::SupersetPolicy,
    tuning::Tuning,
};

/// TM-2: how many minutes a session may have.
pub const SESSION_MINUTES: RangeInclusive<u32> = 10..=180;

/// Who owns the choice of exercises and set counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The athlete's template; volume is advice.
    Template,
    /// The engine; volume is prescribed.
    #[default]
    Intent,
}

/// Everything that a selection depends on. Equal inputs give equal bytes (GL-1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SelectionInput {
    /// Template or intent.
    #[serde(default)]
    pub mode: Mode,
    /// What the session is about.
    #[schemars(with = "Intent")]
    pub intent: String,
    /// Needed for a body-part session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Typed<Muscle>>")]
    pub target_muscles: Vec<String>,
    /// Exercises that shall be in the session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ExerciseKey>")]
    pub pinned_exercise_ids: Vec<String>,
    /// The template, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ExerciseKey>")]
    pub template_exercise_ids: Vec<String>,
    /// Whether positions of the template that are not pinned are filled anew.
    #[serde(default)]
    pub auto_fill_unpinned: bool,
    /// 0 to the length of the block, which is its deload week (VO-3).
    #[serde(default)]
    pub week_in_block: u32,
    /// Accumulation weeks of the block, 1..8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mesocycle_length: Option<u32>,
    /// 10..180.
    #[serde(default = "hour")]
    pub session_minutes: u32,
    /// Experience.
    #[schemars(with = "TrainingAge")]
    pub training_age: String,
    /// What the athlete trains for.
    pub goals: Goals,
    /// What the athlete can use, and how often.
    pub constraints: Constraints,
    /// The weekly schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
    /// Likes and dislikes.
    #[serde(default)]
    pub preferences: Preferences,
    /// How the athlete is.
    #[serde(default)]
    pub fatigue_state: FatigueState,
    /// Earlier sessions, in any order.
    #[serde(default)]
    pub history: Vec<HistoryEntry>,
    /// The exercises to choose from; the catalogue if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_library: Option<Vec<Valid<Exercise>>>,
    /// The instant for which it is planned.
    pub now: Instant,
    /// Where the athlete lives.
    #[serde(default = "utc")]
    pub time_zone: Zone,
    /// The running block, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Block>,
    /// The athlete's iron; absent: what the equipment keys and LD-2 say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory: Option<Inventory>,
    /// Unit of loads when there is no inventory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<domain::quantity::MassUnit>,
    /// What the athlete is known to lift.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<Baseline>,
    /// The last three weeks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub check_ins: Vec<CheckInEntry>,
    /// Flags in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<ActiveFlag>,
    /// What the plan says about exercises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan_items: Vec<PlanItemState>,
    /// Whether accessories may be paired (SS-1).
    #[serde(default)]
    pub superset_policy: SupersetPolicy,
    /// How far the athlete is into the program; absent: derived from the history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cold_start: Option<ColdStartState>,
    /// Body weight.
    #[serde(default, rename = "bodyweight_g", skip_serializing_if = "Option::is_none")]
    pub bodyweight: Option<Grams>,
    /// For start hints only.
    #[serde(default)]
    pub sex: Sex,
    /// Numbers to vary.
    #[serde(default)]
    pub tuning: Tuning,
    /// Whether every candidate that was not taken is listed with its reason or rank.
    #[serde(default)]
    pub explain: bool,
}

impl SelectionInput {
    /// An input with nothing but what is needed; everything else is a default or absent.
    pub fn new(intent: Intent, training_age: &str, now: Instant) -> Self {
        Self {
            mode: Mode::Intent,
            intent: intent.to_string(),
            target_muscles: vec![],
            pinned_exercise_ids: vec![],
            template_exercise_ids: vec![],
            auto_fill_unpinned: false,
            week_in_block: 0,
            mesocycle_length: None,
            session_minutes: hour(),
            training_age: training_age.to_owned(),
            goals: Goals { primary: "general_health".to_owned(), secondary: None },
            constraints: Constraints { available_equipment: vec![], days_per_week: three() },
            program: None,
            preferences: Preferences::default(),
            fatigue_state: FatigueState::default(),
            history: vec![],
            exercise_library: None,
            now,
            time_zone: utc(),
            block: None,
            inventory: None,
            units: None,
            baselines: vec![],
            check_ins: vec![],
            flags: vec![],
            plan_items: vec![],
            superset_policy: SupersetPolicy::default(),
            cold_start: None,
            bodyweight: None,
            sex: Sex::default(),
            tuning: Tuning::default(),
            explain: false,
        }
    }
}

const fn hour() -> u32 {
    60
}

const fn utc() -> Zone {
    Zone::UTC
}

/// What the athlete trains for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SelectionGoals")]
pub struct Goals {
    /// One of the five of RX-2.
    #[schemars(with = "Goal")]
    pub primary: String,
    /// A leaning, such as posture (SC-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary: Option<String>,
}

/// What the athlete can use, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Constraints {
    /// Classes of EX-4 or keys of L-9.
    #[schemars(with = "Vec<Typed<Equipment>>")]
    pub available_equipment: Vec<String>,
    /// 1..7.
    #[serde(default = "three")]
    pub days_per_week: u32,
}

const fn three() -> u32 {
    3
}

/// The program that a session is part of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Program {
    /// Its id.
    #[serde(default)]
    pub id: String,
    /// Intents, or `body_part:<muscle>+<muscle>`, in order (WK-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekly_schedule: Option<Vec<String>>,
}

/// Likes and dislikes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preferences {
    /// Preferred where it makes sense.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ExerciseKey>")]
    pub favorite_exercise_ids: Vec<String>,
    /// Never chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ExerciseKey>")]
    pub avoid_exercise_ids: Vec<String>,
}

/// How the athlete is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FatigueState {
    /// 1..5.
    #[serde(default = "middle")]
    pub readiness_score: u8,
    /// Body area to severity 0..3.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pain_flags: BTreeMap<String, Severity>,
}

const fn middle() -> u8 {
    3
}

impl Default for FatigueState {
    fn default() -> Self {
        Self { readiness_score: middle(), pain_flags: BTreeMap::new() }
    }
}

/// An earlier session. Only completed ones are used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HistoryEntry {
    /// Its id.
    pub session_id: String,
    /// When it began.
    pub started_at: Instant,
    /// When it ended.
    pub ended_at: Instant,
    /// Completed means done or in summary.
    #[serde(default = "done")]
    pub status: SessionStatus,
    /// What it was about; told from its sets if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Intent>")]
    pub intent: Option<String>,
    /// Who chose it.
    #[serde(default = "manual")]
    pub selection_mode: SelectionMode,
    /// Whether it used up an entry of the schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advances_split: Option<bool>,
    /// Whether it was in a deload week.
    #[serde(default)]
    pub deload: bool,
    /// What was done.
    pub exercises: Vec<HistoryExercise>,
}

impl HistoryEntry {
    /// A completed session of an hour with these exercises.
    pub fn new(session_id: String, ended_at: Instant, exercises: Vec<HistoryExercise>) -> Self {
        Self {
            session_id,
            started_at: ended_at.minus_seconds(3600),
            ended_at,
            status: done(),
            intent: None,
            selection_mode: manual(),
            advances_split: None,
            deload: false,
            exercises,
        }
    }
}

const fn done() -> SessionStatus {
    SessionStatus::Done
}

const fn manual() -> SelectionMode {
    SelectionMode::Manual
}

/// One exercise of an earlier session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HistoryExercise {
    /// What was done.
    #[schemars(with = "ExerciseKey")]
    pub exercise_id: String,
    /// Whether it was left out.
    #[serde(default)]
    pub skipped: bool,
    /// Bottom of the range that was frozen (LD-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rep_low: Option<u32>,
    /// Effort that was wanted (LD-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_rpe: Option<Rpe>,
    /// Whether it was stopped for pain (LD-7).
    #[serde(default)]
    pub stopped_for_pain: bool,
    /// The sets, in order.
    pub sets: Vec<HistorySet>,
}

/// One set of an earlier session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HistorySet {
    /// What kind of set it was.
    #[serde(rename = "type", default = "working")]
    pub kind: SetType,
    /// Whether it was completed.
    #[serde(default = "yes")]
    pub done: bool,
    /// Reps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// Seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<u32>,
    /// Load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
    /// Effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
}

const fn working() -> SetType {
    SetType::Working
}

const fn yes() -> bool {
    true
}

impl Default for HistorySet {
    /// A completed working set of which nothing is known.
    fn default() -> Self {
        Self { kind: working(), done: true, reps: None, seconds: None, meters: None, load_g: None, rpe: None }
    }
}

impl HistorySet {
    /// Reps, seconds or meters, whichever was counted.
    pub fn amount(&self) -> Option<u32> {
        self.reps.or(self.seconds).or(self.meters)
    }

    /// Whether it is a working set with a result, be it none (LD-7).
    pub fn is_tried(&self) -> bool {
        self.done && matches!(self.kind, SetType::Working | SetType::Failure) && self.amount().is_some()
    }

    /// Whether it counts as volume (VO-4).
    pub fn is_performed(&self) -> bool {
        self.is_tried() && self.amount() > Some(0)
    }
}

/// The running block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SelectionBlock")]
pub struct Block {
    /// The first day of its first week.
    pub start_date: LocalDate,
    /// Whether this week was made a deload week (RX-7).
    #[serde(default)]
    pub deload: bool,
}

/// A check-in of the last three weeks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckInEntry {
    /// When.
    pub at: Instant,
    /// 1..5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness: Option<u8>,
    /// Body area to severity 0..3.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pain: BTreeMap<String, Severity>,
}

/// A flag in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActiveFlag {
    /// What.
    pub kind: FlagKind,
    /// Where, for pain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Typed<BodyArea>>")]
    pub area: Option<String>,
    /// On which exercise, if on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ExerciseKey>")]
    pub exercise_id: Option<String>,
    /// 0..3.
    pub severity: Severity,
}

/// What the plan says about one exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanItemState {
    /// Which exercise.
    #[schemars(with = "ExerciseKey")]
    pub exercise_id: String,
    /// Which engine owns it.
    pub progression_mode: ProgressionMode,
    /// Load of its working sets.
    #[serde(rename = "targetLoad_g", default, skip_serializing_if = "Option::is_none")]
    pub target_load: Option<Grams>,
    /// Load set by hand and in force (OV-2).
    #[serde(rename = "overrideLoad_g", default, skip_serializing_if = "Option::is_none")]
    pub override_load: Option<Grams>,
    /// Bottom of its rep range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rep_low: Option<u32>,
    /// Top of its rep range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rep_high: Option<u32>,
    /// Fewest sets that selection may give it (AR-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_sets: Option<u32>,
    /// The level it stands on, for ladder items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelRef>,
}

/// How far the athlete is into the program (CS-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColdStartState {
    /// Completed sessions.
    pub completed: u32,
    /// Check-ins.
    pub check_ins: u32,
    /// The highest stage reached so far, 0..2.
    #[serde(default)]
    pub stored_stage: u8,
    /// Whether the protocol is on.
    #[serde(default = "yes")]
    pub enabled: bool,
}

/// A selection input as people write it.
pub const EXAMPLE: &str = include_str!("../examples/selection-input.json");

//! analyzer-v1: the compact plan of one session (L-18).

use domain::{
    anatomy::Muscle, plan::SessionTier, quantity::MassUnit, session::Intent, time::LocalDate,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::prescribe::goal::Goal;

use super::{number::Number, reps::Reps};

vocabulary! {
    /// The unit of loads as the documents write it.
    pub enum Units: "unit" {
        Lbs = "lbs",
        Kg = "kg",
    }
}

impl From<Units> for MassUnit {
    fn from(units: Units) -> Self {
        match units {
            Units::Lbs => Self::Lb,
            Units::Kg => Self::Kg,
        }
    }
}

impl From<MassUnit> for Units {
    fn from(unit: MassUnit) -> Self {
        match unit {
            MassUnit::Lb => Self::Lbs,
            MassUnit::Kg => Self::Kg,
        }
    }
}

vocabulary! {
    /// What a session is about: an intent, or something of its own.
    pub enum SessionType: "session type" {
        Push = "push",
        Pull = "pull",
        Legs = "legs",
        Upper = "upper",
        Lower = "lower",
        FullBody = "full_body",
        BodyPart = "body_part",
        Custom = "custom",
    }
}

impl SessionType {
    /// The intent of this name, if it is one.
    pub fn intent(self) -> Option<Intent> {
        self.as_str().parse().ok()
    }
}

impl From<Intent> for SessionType {
    fn from(intent: Intent) -> Self {
        // Every intent is a session type by the same word.
        intent.as_str().parse().unwrap_or(Self::Custom)
    }
}

/// The plan of one session, as the analyzer makes it and the generator takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzerPlan {
    /// Always 1.
    pub version: u32,
    /// What was asked for.
    pub meta: Meta,
    /// What the session is about, and how it is cut.
    pub session: SessionOutline,
    /// What fatigue takes away today.
    pub fatigue_policy: FatiguePolicy,
    /// What the session takes.
    pub time_budget: TimeBudget,
    /// The exercises, in session order.
    pub exercise_plan: Vec<PlannedExercise>,
    /// Something to know about the session.
    pub notes: Option<String>,
    /// The hash from which the id of the workout is made (L-21).
    pub id_seed: String,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// The athlete's date.
    pub date: LocalDate,
    /// `home`, `outdoor`, `gym:<name>`, `hotel:<name>` or any text.
    pub location: String,
    /// The unit of all loads.
    pub units: Units,
    /// The time there is.
    pub duration_minutes: u32,
    /// What is trained for.
    pub goal: Goal,
}

/// What the session is about, and how it is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionOutline {
    /// An intent, or `custom`.
    #[serde(rename = "type")]
    pub kind: SessionType,
    /// The muscles of a body-part session.
    pub target_muscles: Vec<Muscle>,
    /// The tiers in use, in order.
    pub tiers: Vec<SessionTier>,
    /// What goes first when time runs out.
    pub cut_order: Vec<SessionTier>,
    /// How it is warmed up.
    pub warmup_policy: WarmupPolicy,
}

/// How a session is warmed up (L-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarmupPolicy {
    /// Minutes of the general warm-up.
    pub general_minutes: u32,
    /// Ramp sets of the first main.
    pub ramp_sets: u32,
}

/// What fatigue takes away today (L-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FatiguePolicy {
    /// Points, 0..6.
    pub points: u32,
    /// Reps more in reserve.
    pub rir_shift: u32,
    /// Most of a recent best that is lifted, as a share.
    pub load_cap_pct: Number,
    /// Tiers that are left out.
    pub drop_tiers: Vec<SessionTier>,
    /// The facts, joined by `; `.
    pub reason: String,
}

/// What the session takes (L-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeBudget {
    /// Seconds of a set with its rest, on average.
    pub set_seconds_estimate: u32,
    /// Sets for which there is time.
    pub target_set_count: u32,
    /// Minutes of the whole session.
    pub estimated_minutes_total: u32,
}

/// One exercise of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedExercise {
    /// In which order it is cut (L-13).
    pub tier: SessionTier,
    /// Its key in the catalogue.
    pub slug: String,
    /// Its name.
    pub exercise: String,
    /// The key that carries the load (L-9).
    pub equipment: String,
    /// The label that it shares with its partner (L-16).
    pub superset: Option<String>,
    /// Ramp sets.
    pub warmups: u32,
    /// Working sets.
    pub working_sets: u32,
    /// What a set asks for.
    pub targets: Targets,
    /// Rest after each working set.
    pub rest_s: u32,
    /// Something to know about it.
    pub notes: Option<String>,
}

/// What a working set asks for (L-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SetTargets")]
pub struct Targets {
    /// Reps or seconds.
    pub rep_range: Reps,
    /// Reps in reserve before the shift of the fatigue policy.
    pub rir: Option<u32>,
    /// The load of the first set.
    pub target_load: Option<Number>,
    /// The load of the others, if it differs.
    pub backoff_load: Option<Number>,
    /// The load that is not passed today.
    pub load_cap: Option<Number>,
}

/// The plan of the reference example (L-39).
pub const EXAMPLE: &str = include_str!("../../examples/analyzer-plan.json");

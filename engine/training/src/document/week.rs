//! The week as documents (WK-2): what it is judged from, and how good it is.

use std::collections::BTreeMap;

use domain::{
    anatomy::{MovementPattern, Muscle},
    exercise::{Exercise, ExerciseKey, TrainingAge},
    law::Valid,
    reason::Reason,
    session::Intent,
    time::{Instant, Zone},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    input::{Goals, HistoryEntry},
    output::OneDecimal,
    prescribe::goal::Goal,
    tuning::{Landmarks, Tuning},
};

/// What a week is judged from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WeekInput {
    /// Intents, or `body_part:<muscle>+<muscle>`, in order (WK-1).
    pub schedule: Vec<String>,
    /// The athlete's templates, in the order in which they are used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<WeekTemplate>,
    /// Earlier sessions, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<HistoryEntry>,
    /// Experience; with the goal it says how many sets a template has (RX-1).
    #[serde(default = "intermediate")]
    #[schemars(with = "TrainingAge")]
    pub training_age: String,
    /// What the athlete trains for.
    #[serde(default = "general_health")]
    pub goals: Goals,
    /// The exercises that are known; the catalogue if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_library: Option<Vec<Valid<Exercise>>>,
    /// Where the athlete lives.
    #[serde(default = "utc")]
    pub time_zone: Zone,
    /// The instant of the analysis; the history lies before it.
    pub now: Instant,
    /// Numbers to vary.
    #[serde(default)]
    pub tuning: Tuning,
}

fn intermediate() -> String {
    TrainingAge::Intermediate.to_string()
}

fn general_health() -> Goals {
    Goals { primary: Goal::GeneralHealth.to_string(), secondary: None }
}

const fn utc() -> Zone {
    Zone::UTC
}

/// A template as far as the week asks (EP-7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WeekTemplate {
    /// Its id.
    pub id: String,
    /// What it is about.
    #[schemars(with = "Intent")]
    pub intent: String,
    /// 1..15 exercises, in order.
    #[schemars(with = "Vec<ExerciseKey>")]
    pub exercise_ids: Vec<String>,
}

vocabulary! {
    /// What a score of the week is called.
    pub enum WeekLabel: "week label" {
        Excellent = "excellent",
        Good = "good",
        Fair = "fair",
        Weak = "weak",
        Poor = "poor",
    }
}

impl WeekLabel {
    /// 85 and more is excellent, 70 good, 55 fair, 40 weak.
    pub const fn of(overall: i64) -> Self {
        match overall {
            85.. => Self::Excellent,
            70.. => Self::Good,
            55.. => Self::Fair,
            40.. => Self::Weak,
            _ => Self::Poor,
        }
    }
}

/// How good a week is, in four parts, and what would make it better.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WeekAnalysis {
    /// 0..100: 30 % coverage, 20 % push and pull, 20 % patterns, 30 % volume.
    pub overall: i64,
    /// The same as a word.
    pub label: WeekLabel,
    /// How often each hard muscle is worked.
    pub coverage: Coverage,
    /// Whether pulls keep up with pushes.
    pub push_pull: PushPull,
    /// Which movements are there.
    pub patterns: Patterns,
    /// How much each hard muscle gets.
    pub volume: WeekVolume,
    /// At most three: muscles first, then movements.
    pub suggestions: Vec<Reason>,
    /// The sessions that stand for the entries of the schedule, in its order.
    pub sessions: Vec<EstimatedSession>,
    /// Entries for which neither a template nor an earlier session was found.
    pub unestimated: Vec<String>,
    /// What to know about the input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Reason>,
}

/// The part for how often muscles are worked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Coverage {
    /// 0..100.
    pub score: OneDecimal,
    /// The hard muscles.
    pub muscles: BTreeMap<Muscle, MuscleCoverage>,
}

/// How often a muscle is worked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MuscleCoverage {
    /// Sessions with it as a primary or secondary.
    pub sessions: usize,
    /// Sessions for full credit: 2 for a large muscle, 3 for a small one.
    pub wanted: usize,
    /// 1, 0.5 or 0.
    pub credit: OneDecimal,
}

/// The part for pushes and pulls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushPull {
    /// 0..100.
    pub score: OneDecimal,
    /// Sets of exercises whose lead muscle pushes.
    pub push_sets: i64,
    /// Sets of exercises whose lead muscle pulls.
    pub pull_sets: i64,
}

/// The part for movements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Patterns {
    /// 0..100.
    pub score: OneDecimal,
    /// Core patterns, rotation and anti-rotation that are there.
    pub present: Vec<MovementPattern>,
    /// Core patterns that are not.
    pub missing: Vec<MovementPattern>,
}

/// The part for volume.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WeekVolume {
    /// 0..100.
    pub score: OneDecimal,
    /// The hard muscles.
    pub muscles: BTreeMap<Muscle, MuscleWeekVolume>,
}

/// What a muscle gets in the week, in sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MuscleWeekVolume {
    /// Effective sets (VO-4).
    pub effective: OneDecimal,
    /// What it is measured by (VO-1).
    pub landmarks: Landmarks,
    /// 1, 0.6 or 0.
    pub credit: OneDecimal,
}

/// What stands for an entry of the schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EstimatedSession {
    /// The entry.
    pub entry: String,
    /// The template, if one was free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template_id: Option<String>,
    /// Else the earlier session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

/// A week input as people write it.
pub const EXAMPLE: &str = include_str!("../../examples/week-input.json");

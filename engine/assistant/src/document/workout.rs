//! workout-v1.2: one node per set, ready to be logged (L-19).

use domain::{plan::SessionTier, time::LocalDate};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use training::prescribe::goal::Goal;

use super::{
    number::Number,
    plan::Units,
    reps::{RepUnit, Reps},
};

/// The version of the document, as hundredths: 1.2.
pub const VERSION: Number = Number::hundredths(120);

/// A session with every set spelled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workout {
    /// Always 1.2.
    pub version: Number,
    /// Date, place and number (L-21).
    pub workout_id: String,
    /// The athlete's date.
    pub date: LocalDate,
    /// Where.
    pub location: String,
    /// The unit of all loads.
    pub units: Units,
    /// The time there is.
    pub duration_minutes: u32,
    /// What is trained for.
    pub goal: Goal,
    /// What goes first when time runs out.
    pub cut_order: Vec<SessionTier>,
    /// Something to know before it begins.
    #[serde(default)]
    pub notes_to_user: Option<String>,
    /// The sets, in the order in which they are done.
    pub sets: Vec<WorkoutSet>,
    /// How it went.
    #[serde(default)]
    pub post_workout: PostWorkout,
}

/// One set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkoutSet {
    /// Tier, exercise and number (L-21).
    pub id: String,
    /// In which order it is cut.
    pub tier: SessionTier,
    /// Whether it belongs to what is never cut (L-13).
    pub must: bool,
    /// The label of a superset.
    pub superset: Option<String>,
    /// From 1.
    pub order: u32,
    /// The name of the exercise.
    pub exercise: String,
    /// The key that carries the load.
    pub equipment: String,
    /// Reps or seconds.
    pub target_reps: Option<TargetReps>,
    /// The load to take.
    pub target_weight: Option<Number>,
    /// Reps in reserve.
    pub rir: Option<u32>,
    /// Rest after it.
    pub rest_s: u32,
    /// What was lifted.
    pub actual_weight: Option<Number>,
    /// How often, or for how many seconds.
    pub actual_reps: Option<u32>,
    /// Something to know, or what was noted.
    pub notes: Option<String>,
}

/// How a session went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PostWorkout {
    /// 1..10.
    pub perceived_difficulty: Option<u32>,
    /// 1..300.
    pub completion_time_minutes: Option<u32>,
    /// What was noted.
    pub notes: Option<String>,
}

/// Reps of a set; a single count is a number, everything else a text (L-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(with = "serde_json::Value")]
pub struct TargetReps(pub Reps);

impl TargetReps {
    /// The number, when it is a plain count.
    pub fn as_count(self) -> Option<u32> {
        let Self(Reps { low, high, unit }) = self;
        (low == high && unit == RepUnit::Both).then_some(low)
    }
}

impl Serialize for TargetReps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_count() {
            Some(count) => serializer.serialize_u32(count),
            None => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for TargetReps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Count(u32),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Count(count) => Ok(Self(Reps::count(count))),
            Written::Text(text) => text.parse().map(Self).map_err(de::Error::custom),
        }
    }
}

/// The workout of the reference example (L-39).
pub const EXAMPLE: &str = include_str!("../../examples/workout.json");

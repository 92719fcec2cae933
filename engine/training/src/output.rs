//! The documents of a planned session as people and programs read them (EP-2, EP-3, EP-4). [`crate::present`] fills
//! them from the final session, so that what is stored is what is shown.

use std::collections::BTreeMap;

use domain::{
    anatomy::Muscle,
    exercise::ExerciseKey,
    plan::SessionTier,
    prescription::SetType,
    quantity::{Grams, Rpe},
    reason::{Facts, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
    time::LocalDate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    beam::SearchReport,
    draft::Role,
    input::Mode,
    load::{
        assign::{Confidence, LoadSource},
        plates::Loading,
    },
    select::Step,
};

/// A number with one decimal, kept exactly in tenths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "f64")]
pub struct OneDecimal(pub i64);

impl Serialize for OneDecimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_precision_loss, reason = "tenths of sets are small")]
        let value = self.0 as f64 / 10.0;
        serializer.serialize_f64(value)
    }
}

impl<'de> Deserialize<'de> for OneDecimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        #[expect(clippy::cast_possible_truncation, reason = "tenths of sets are small")]
        let tenths = libm::round(value * 10.0) as i64;
        Ok(Self(tenths))
    }
}

/// What a session generation answers (EP-4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Generated {
    /// What to do.
    pub workout: Workout,
    /// How it was chosen.
    pub selection: SelectionMetadata,
}

/// What to do (EP-4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "GeneratedWorkout")]
pub struct Workout {
    /// The athlete's date.
    pub date: LocalDate,
    /// What it is about.
    pub session_intent: Intent,
    /// Whether it is a deload.
    pub deload: bool,
    /// General warm-up before the first exercise.
    pub general_warmup_s: i64,
    /// Minutes by TM-3.
    pub estimated_minutes: i64,
    /// In session order.
    pub exercises: Vec<WorkoutExercise>,
}

/// One exercise of a workout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkoutExercise {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// Its English name.
    pub name: String,
    /// Main or accessory.
    pub role: Role,
    /// Cut order (L-13).
    pub tier: SessionTier,
    /// Label shared by the two of a superset (L-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superset: Option<String>,
    /// Warm-ups, then working sets.
    pub sets: Vec<WorkoutSet>,
    /// Where the load comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_source: Option<LoadSource>,
    /// How sure it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Where to start when there is no load.
    #[serde(rename = "startHint_g", default, skip_serializing_if = "Option::is_none")]
    pub start_hint: Option<Grams>,
    /// What goes on each side of the bar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plates_per_side: Option<Loading>,
    /// What changed its prescription, and what to know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

/// From the fewest to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CountSpan")]
pub struct Span {
    /// Fewest.
    pub low: u32,
    /// Most.
    pub high: u32,
}

/// One set of a workout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "GeneratedSet")]
pub struct WorkoutSet {
    /// Warm-up or working.
    #[serde(rename = "type")]
    pub kind: SetType,
    /// Fewest reps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rep_low: Option<u32>,
    /// Most reps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rep_high: Option<u32>,
    /// Seconds of a hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Span>,
    /// Meters of a carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<Span>,
    /// The load.
    #[serde(rename = "load_g", default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Grams>,
    /// Effort wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
    /// Rest after the set.
    #[serde(rename = "rest_s")]
    pub rest_s: i64,
}

/// What is stored with a session and never rewritten (EP-3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectionMetadata {
    /// Template or intent.
    pub mode: Mode,
    /// What it is about.
    pub intent: Intent,
    /// Where the block stands.
    pub week_in_block: u32,
    /// Accumulation weeks of the block.
    pub mesocycle_length: u32,
    /// Whether it is a deload.
    pub deload: bool,
    /// The highest stage reached.
    pub cold_start_stage: u8,
    /// Whether the protocol is on.
    pub cold_start_protocol_enabled: bool,
    /// The stage in force.
    pub effective_cold_start_stage: u8,
    /// Why stage 0 was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cold_start_bypass: Option<String>,
    /// The selection.
    #[serde(flatten)]
    pub output: SelectionOutput,
    /// Version of the engine.
    pub engine_version: String,
    /// XXH64 of the tuning, in hex.
    pub tuning_hash: String,
    /// XXH64 of the input without its library, in hex.
    pub input_hash: String,
}

/// What was selected and why (EP-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectionOutput {
    /// In session order.
    pub selected_exercise_ids: Vec<ExerciseKey>,
    /// The mains among them.
    pub main_lift_ids: Vec<ExerciseKey>,
    /// The others.
    pub accessory_ids: Vec<ExerciseKey>,
    /// Working sets of each, in intent mode (SA-4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_exercise_set_targets: Option<BTreeMap<ExerciseKey, i64>>,
    /// What each muscle gets this week (VO-10).
    pub volume_plan_by_muscle: BTreeMap<Muscle, MuscleVolume>,
    /// Why each was chosen.
    pub rationale: BTreeMap<ExerciseKey, Rationale>,
    /// Pairs, in session order.
    pub supersets: Vec<[ExerciseKey; 2]>,
    /// Pins that were refused.
    pub refused_pins: Vec<NotTaken>,
    /// What was chosen and removed again.
    pub removed: Vec<NotTaken>,
    /// What the athlete should know.
    pub warnings: Vec<Warning>,
    /// Seconds by TM-3.
    pub estimated_seconds: i64,
    /// The same in minutes, rounded up.
    pub estimated_minutes: i64,
    /// Whether more sets were wanted and only time was missing.
    pub time_bound: bool,
    /// `starter` when the starter session had to help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// What greedy choice and beam search reached, if the latter was asked for (SO-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchReport>,
    /// Everything else, when asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<BTreeMap<ExerciseKey, Rejected>>,
}

/// The week of a muscle (VO-10), in sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "MuscleVolumePlan")]
pub struct MuscleVolume {
    /// Wanted this week.
    pub target: OneDecimal,
    /// Done this week and planned today.
    pub planned: OneDecimal,
    /// What is still missing; negative when there is more.
    pub delta: OneDecimal,
    /// Wanted from this session.
    pub session_target: OneDecimal,
    /// How it stands.
    pub status: VolumeStatus,
}

/// How the week of a muscle stands (VO-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum VolumeStatus {
    Below,
    On,
    Over,
    Deferred,
}

impl VolumeStatus {
    /// Where `planned` stands to `target`, in tenths of a set. `mav` is that of a muscle others train along, in whole
    /// sets; `later` says whether a further session of the week serves it.
    pub const fn of(planned: i64, target: i64, mav: Option<i64>, later: bool) -> Self {
        let most = match mav {
            Some(mav) => mav * 10,
            None => target + 10,
        };
        match target - planned {
            _ if planned > most => Self::Over,
            11.. if later => Self::Deferred,
            11.. => Self::Below,
            _ => Self::On,
        }
    }
}

/// Why an exercise was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rationale {
    /// The weighted sum of the components, with three decimals.
    pub score: f64,
    /// Values of SC-1..SC-13 at the moment of choice.
    pub components: BTreeMap<String, f64>,
    /// Their signed weights at that moment.
    pub weights: BTreeMap<String, f64>,
    /// Whether it passed every filter: always, for what was selected.
    pub hard_filter_pass: bool,
    /// The step at which it came in.
    pub selected_step: Step,
    /// Part of the starter session.
    #[serde(default, skip_serializing_if = "is_false")]
    pub starter: bool,
    /// Came in to cover a third of the body.
    #[serde(default, skip_serializing_if = "is_false")]
    pub coverage: bool,
    /// Why, in codes with facts.
    pub reasons: Vec<Reason>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// An exercise that was wanted and is not in the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotTaken {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// Why.
    pub reason: ReasonCode,
    /// By which rule.
    pub spec_id: SpecId,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
}

/// Something to know, about one exercise or the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SelectionWarning")]
pub struct Warning {
    /// About which exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_id: Option<ExerciseKey>,
    /// What.
    pub code: ReasonCode,
    /// By which rule.
    pub spec_id: SpecId,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
}

/// Why an exercise was not taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Rejected {
    /// By a filter.
    Filter(Reason),
    /// By others that were better.
    Rank {
        /// Its rank among those left, from 1.
        rank: usize,
        /// Its score at the end of selection.
        score: f64,
    },
}

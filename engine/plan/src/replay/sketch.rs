//! An item in short: enough to write a plan by hand.

use domain::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    ladder::{LadderKey, Per},
    plan::{ItemKind, PlanItem, ProgressionMode, Role, SlotTime},
    prescription::{
        LevelRef, Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetId, SetPrescription, SetType,
    },
    quantity::Grams,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::landing::Refusal;

/// An item in short. Its ids follow from its place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemSketch {
    /// What is done.
    pub exercise: ExerciseKey,
    /// Sets and amount, such as `4x6` or `3x60s`.
    pub sets: String,
    /// Which engine owns it.
    pub mode: ProgressionMode,
    /// The ladder it stands on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<LadderKey>,
    /// The level, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The load of every set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
    /// The rep range, low and high.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[u32; 2]>,
    /// Rest between sets, 90 s unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_s: Option<u32>,
    /// Weekday 1 (Monday) to 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekday: Option<u8>,
    /// Part of the day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<SlotTime>,
}

impl ItemSketch {
    /// The item in full, as the `place`-th of its list.
    pub fn item(&self, place: usize) -> Result<PlanItem, Refusal> {
        let (sets, amount, timed) = self.amounts()?;
        let rest = self.rest_s.unwrap_or(90);
        let name = format!("{place:03}");
        let set = |index: u32| SetPrescription {
            set_id: SetId::derive(&["sketch", &name, &index.to_string()]),
            index,
            kind: SetType::Working,
            reps: (!timed).then_some(amount),
            seconds: timed.then_some(amount),
            meters: None,
            per: Per::Both,
            load_g: self.load_g,
            rest_s: rest,
            rpe: None,
        };
        let rep_policy = match self.range {
            Some([low, high]) => RepPolicy::range(low, high),
            None => RepPolicy { mode: RepMode::NotSet, ..RepPolicy::range(8, 12) },
        };
        let level_ref =
            self.ladder.clone().map(|ladder_key| LevelRef { ladder_key, ordinal: self.level.unwrap_or(1) });
        Ok(PlanItem {
            item_id: Id::derive(&["sketch", &name]),
            kind: if self.weekday.is_some() { ItemKind::Template } else { ItemKind::Rolling },
            slot_weekday: self.weekday,
            slot_date: None,
            slot_time: self.time.unwrap_or(SlotTime::None),
            order: u32::try_from(place).unwrap_or(u32::MAX),
            exercise_key: self.exercise.clone(),
            role: Role::Main,
            tier: None,
            superset: None,
            progression_mode: self.mode,
            min_sets: None,
            difficulty: 100,
            prescription: Prescription {
                rep_policy,
                rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: rest },
                sets: (0..sets).map(set).collect(),
                level_ref,
                effort_target: None,
                cues: vec![],
            },
        })
    }

    fn amounts(&self) -> Result<(u32, u32, bool), Refusal> {
        let timed = self.sets.ends_with('s');
        let parts = self.sets.trim_end_matches('s').split_once('x');
        let numbers = parts.and_then(|(sets, amount)| Some((sets.parse().ok()?, amount.parse().ok()?)));
        let expected = "sets and amount like 4x6 or 3x60s";
        let (sets, amount) = numbers
            .ok_or_else(|| Refusal::value(ErrorCode::InvalidSetTarget, "sets", &self.sets, expected))?;
        Ok((sets, amount, timed))
    }
}

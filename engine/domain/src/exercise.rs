//! Exercise: one entry of the catalogue, with everything that the engines ask about it (EX-1).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    anatomy::{BodyArea, MovementPattern, Muscle},
    equipment::Equipment,
    error::ErrorCode,
    id::{Key, Keyed},
    ladder::LadderKey,
    law::{Check, Law},
    vocabulary::vocabulary,
};

/// The key of an exercise, its slug in all chapters.
pub type ExerciseKey = Key<Exercise>;

impl Keyed for Exercise {
    const KIND: &'static str = "exercise";
    const LONGEST: usize = 48;
}

vocabulary! {
    /// What an exercise is for. Only `resistance` is selected by the engine itself.
    pub enum ExerciseKind: "exercise kind" {
        Resistance = "resistance",
        Conditioning = "conditioning",
        Mobility = "mobility",
        Prehab = "prehab",
    }
}

vocabulary! {
    /// What is held or pushed.
    pub enum Implement: "implement" {
        Barbell = "barbell",
        EzBar = "ez_bar",
        TrapBar = "trap_bar",
        Smith = "smith",
        Dumbbell = "dumbbell",
        Kettlebell = "kettlebell",
        Machine = "machine",
        Cable = "cable",
        Band = "band",
        Sled = "sled",
        Plate = "plate",
        Bodyweight = "bodyweight",
        Other = "other",
    }
}

vocabulary! {
    /// What the load of a set means.
    pub enum LoadSemantics: "load semantics" {
        /// The total.
        External = "external",
        /// What one hand or side holds.
        PerSide = "per_side",
        /// Help taken: more is easier.
        Assistance = "assistance",
        Bodyweight = "bodyweight",
        /// An unloaded hold or distance.
        Timed = "timed",
        None = "none",
    }
}

vocabulary! {
    /// What a set counts.
    pub enum Measure: "measure" {
        Reps = "reps",
        Seconds = "seconds",
        Meters = "meters",
    }
}

vocabulary! {
    /// How hard an exercise is on the joints.
    pub enum JointStress: "joint stress" {
        Low = "low",
        Medium = "medium",
        High = "high",
    }
}

vocabulary! {
    /// Experience that an exercise needs, and that an athlete has.
    pub enum TrainingAge: "training age" {
        Beginner = "beginner",
        Intermediate = "intermediate",
        Advanced = "advanced",
    }
}

vocabulary! {
    /// What kind of stimulus an exercise is good at.
    pub enum Stimulus: "stimulus" {
        Mechanical = "mechanical",
        Metabolic = "metabolic",
        Stretch = "stretch",
        Stability = "stability",
    }
}

vocabulary! {
    /// By which rules a skill is progressed (P-9..P-11).
    pub enum ProgressionType: "progression type" {
        Strength = "strength",
        Endurance = "endurance",
        Mobility = "mobility",
    }
}

/// The muscles that an exercise works: the first primary is the lead muscle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Muscles {
    /// 1..3 muscles, each counting 10 tenths of a set per set.
    pub primary: Vec<Muscle>,
    /// Helpers, each counting 3 tenths, or 5 as a strong synergist.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub secondary: BTreeMap<Muscle, u8>,
}

impl Muscles {
    /// Tenths of a set that one set gives to `muscle` (VO-4).
    pub fn contribution(&self, muscle: Muscle) -> i64 {
        if self.primary.contains(&muscle) {
            10
        } else {
            self.secondary.get(&muscle).copied().map_or(0, i64::from)
        }
    }

    /// Every muscle touched, primaries first.
    pub fn iter(&self) -> impl Iterator<Item = Muscle> {
        self.primary.iter().copied().chain(self.secondary.keys().copied())
    }
}

/// One exercise of the catalogue (EX-1). Everything that plans with it asks for `Valid<Exercise>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// Key in all chapters; unique, never reused.
    pub id: ExerciseKey,
    /// Plain English name in sentence case.
    pub name_en: String,
    /// Plain Russian name.
    pub name_ru: String,
    /// Other English names, for search, import and dialogue.
    #[serde(default)]
    pub aliases_en: Vec<String>,
    /// Other Russian names.
    #[serde(default)]
    pub aliases_ru: Vec<String>,
    /// Code in set ids (L-21).
    pub short_code: String,
    /// What it is for.
    pub kind: ExerciseKind,
    /// 1..3 patterns, the first one dominant.
    pub patterns: Vec<MovementPattern>,
    /// What it works.
    pub muscles: Muscles,
    /// Alternatives, each a list of classes that are all needed; empty: nothing is needed.
    #[serde(default)]
    pub equipment: Vec<Vec<Equipment>>,
    /// What is held.
    pub implement: Implement,
    /// What its load means.
    pub load_semantics: LoadSemantics,
    /// Whether a bodyweight exercise takes added load.
    #[serde(default, skip_serializing_if = "is_false")]
    pub loadable: bool,
    /// What a set counts.
    pub measure: Measure,
    /// Fewest sensible reps, seconds or meters.
    pub rep_min: u32,
    /// Most sensible reps, seconds or meters.
    pub rep_max: u32,
    /// Work time of one set, both sides if unilateral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_per_set_s: Option<u32>,
    /// Whether it can open a session.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_main_lift_eligible: bool,
    /// More than one joint moves.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_compound: bool,
    /// One side at a time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_unilateral: bool,
    /// The spine is loaded.
    #[serde(default, skip_serializing_if = "is_false")]
    pub axial_load: bool,
    /// What it costs the whole body, 1..5.
    pub fatigue_cost: u8,
    /// Stimulus for fatigue, 1..5.
    #[serde(default = "middle")]
    pub sfr_score: u8,
    /// How hard it is in the stretched position, 1..5.
    #[serde(default = "middle")]
    pub length_position_score: u8,
    /// What it asks of the joints.
    pub joint_stress: JointStress,
    /// Experience it needs.
    pub difficulty: TrainingAge,
    /// What it is good at.
    #[serde(default)]
    pub stimulus_bias: Vec<Stimulus>,
    /// Areas that speak against it when they hurt (SF-5).
    #[serde(default)]
    pub contraindications: Vec<BodyArea>,
    /// How it is progressed without load.
    pub progression_type: ProgressionType,
    /// The ladder that it is a variation of (P-55).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder_id: Option<LadderKey>,
    /// The nearest easier exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub easier: Option<ExerciseKey>,
    /// The nearest harder exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harder: Option<ExerciseKey>,
    /// Up to three exercises that help its technique (P-17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub auxiliaries: Vec<ExerciseKey>,
    /// How to do it well, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique_note_en: Option<String>,
    /// How to do it well, in Russian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique_note_ru: Option<String>,
    /// 1..3 hints for the set, in English.
    pub cues_en: Vec<String>,
    /// 1..3 hints for the set, in Russian.
    pub cues_ru: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// EX-1: an unknown score is taken as the middle.
const fn middle() -> u8 {
    3
}

impl Exercise {
    /// The pattern that stands for the exercise.
    pub fn dominant_pattern(&self) -> MovementPattern {
        self.patterns[0]
    }

    /// The muscle that stands for the exercise.
    pub fn lead_muscle(&self) -> Muscle {
        self.muscles.primary[0]
    }

    /// Whether its sets have a load that can be raised by iron.
    pub fn takes_load(&self) -> bool {
        self.loadable
            || matches!(
                self.load_semantics,
                LoadSemantics::External | LoadSemantics::PerSide | LoadSemantics::Assistance
            )
    }
}

const INVALID: ErrorCode = ErrorCode::CatalogInvalid;

/// The law of EX-1.
impl Law for Exercise {
    fn check(&self, check: &mut Check) {
        check.length(INVALID, "name_en", &self.name_en, 2, 60);
        check.length(INVALID, "name_ru", &self.name_ru, 2, 60);
        let code = self.short_code.as_bytes();
        let is_code = (2..=6).contains(&code.len())
            && code.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        check.require(is_code, INVALID, "short_code", &self.short_code, "2..6 of A-Z and 0-9");
        self.check_movement(check);
        self.check_amounts(check);
        let main = !self.is_main_lift_eligible || self.is_compound;
        check.require(main, INVALID, "is_main_lift_eligible", "an isolation exercise", "a compound one");
        check.range(INVALID, "fatigue_cost", self.fatigue_cost, 1, 5);
        check.range(INVALID, "sfr_score", self.sfr_score, 1, 5);
        check.range(INVALID, "length_position_score", self.length_position_score, 1, 5);
        check.count(INVALID, "auxiliaries", &self.auxiliaries, 0, 3);
        for (field, cues) in [("cues_en", &self.cues_en), ("cues_ru", &self.cues_ru)] {
            check.count(INVALID, field, cues, 1, 3);
            check.each(field, cues, |check, _, cue| check.length(INVALID, "", cue, 1, 120));
        }
    }
}

impl Exercise {
    fn check_movement(&self, check: &mut Check) {
        check.count(INVALID, "patterns", &self.patterns, 1, 3);
        check.within("muscles", |check| {
            let Muscles { primary, secondary } = &self.muscles;
            check.count(INVALID, "primary", primary, 1, 3);
            let total = primary.len() + secondary.len();
            check.require(total <= 8, INVALID, "", format_args!("{total} muscles"), "1..8 muscles");
            for (muscle, contribution) in secondary {
                let field = format!("secondary/{muscle}");
                check.require(matches!(contribution, 3 | 5), INVALID, &field, contribution, "3 or 5");
                check.require(
                    !primary.contains(muscle),
                    INVALID,
                    &field,
                    "also a primary",
                    "one role per muscle",
                );
            }
        });
        check.each("equipment", &self.equipment, |check, _, needed| {
            check.require(!needed.is_empty(), INVALID, "", "an empty alternative", "at least one class");
        });
        let other = self.contraindications.contains(&BodyArea::Other);
        check.require(!other, INVALID, "contraindications", "other", "a named body area");
    }

    fn check_amounts(&self, check: &mut Check) {
        let (low, high) = match self.measure {
            Measure::Reps => (1, 50),
            Measure::Seconds => (5, 3600),
            Measure::Meters => (5, 10_000),
        };
        check.range(INVALID, "rep_min", self.rep_min, low, high);
        check.range(INVALID, "rep_max", self.rep_max, low, high);
        let ordered = self.rep_min <= self.rep_max;
        check.require(
            ordered,
            INVALID,
            "rep_min",
            self.rep_min,
            format_args!("at most rep_max {}", self.rep_max),
        );
        check.optional_range(INVALID, "time_per_set_s", self.time_per_set_s, 10, 3600);
        let loadable = !self.loadable || self.load_semantics == LoadSemantics::Bodyweight;
        check.require(loadable, INVALID, "loadable", self.load_semantics, "load_semantics bodyweight");
    }
}

/// An exercise as people write it.
pub const EXAMPLE: &str = include_str!("../examples/exercise.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn example() -> Exercise {
        serde_json::from_str(EXAMPLE).unwrap()
    }

    fn breach(change: impl FnOnce(&mut Exercise)) -> String {
        let mut exercise = example();
        change(&mut exercise);
        Valid::new(exercise).unwrap_err().to_string()
    }

    #[test]
    fn ex_1_the_example_is_valid_and_missing_scores_are_three() {
        let exercise = Valid::new(example()).unwrap();
        assert_eq!(exercise.muscles.contribution(Muscle::Chest), 10);
        assert_eq!(exercise.muscles.contribution(Muscle::Triceps), 5);
        assert_eq!(exercise.muscles.contribution(Muscle::Quads), 0);
        let mut json: serde_json::Value = serde_json::from_str(EXAMPLE).unwrap();
        json.as_object_mut().unwrap().remove("sfr_score");
        assert_eq!(serde_json::from_value::<Exercise>(json).unwrap().sfr_score, 3);
    }

    #[test]
    fn ex_1_each_constraint_names_its_field_and_value() {
        for (message, expected) in [
            (breach(|exercise| exercise.rep_min = 12), "rep_min: 12, expected at most rep_max 10"),
            (breach(|exercise| exercise.fatigue_cost = 6), "fatigue_cost: 6, expected 1..5"),
            (
                breach(|exercise| exercise.short_code = "bp".into()),
                "short_code: bp, expected 2..6 of A-Z and 0-9",
            ),
            (breach(|exercise| exercise.patterns.clear()), "patterns: 0 entries, expected 1..3 entries"),
            (
                breach(|exercise| exercise.loadable = true),
                "loadable: external, expected load_semantics bodyweight",
            ),
            (
                breach(|exercise| exercise.equipment.push(vec![])),
                "equipment.1: an empty alternative, expected at least one class",
            ),
            (
                breach(|exercise| exercise.is_compound = false),
                "is_main_lift_eligible: an isolation exercise, expected a compound one",
            ),
            (
                breach(|exercise| {
                    exercise.muscles.secondary.insert(Muscle::Chest, 4);
                }),
                "muscles.secondary.chest: 4, expected 3 or 5; muscles.secondary.chest: also a primary, expected one role per muscle",
            ),
        ] {
            assert_eq!(message, expected);
        }
    }

    #[test]
    fn ex_1_unknown_fields_are_refused() {
        let text = EXAMPLE.replacen("\"fatigue_cost\"", "\"fatigue\"", 1);
        let error = serde_json::from_str::<Exercise>(&text).unwrap_err().to_string();
        assert!(error.contains("unknown field `fatigue`"), "{error}");
    }
}

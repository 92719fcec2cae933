//! Ladder: the levels of one skill, from the first step to the last (P-1, P-55).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    exercise::{ExerciseKey, Measure, ProgressionType},
    id::{Key, Keyed},
    law::{Check, Law},
    quantity::Rpe,
    vocabulary::vocabulary,
};

/// The key of a ladder.
pub type LadderKey = Key<Ladder>;

impl Keyed for Ladder {
    const KIND: &'static str = "ladder";
    const LONGEST: usize = 48;
}

vocabulary! {
    /// Whether an amount is for both sides together or for each.
    pub enum Per: "per" {
        Both = "both",
        Side = "side",
    }
}

/// One skill as a sequence of levels. What plans with it asks for `Valid<Ladder>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Key in all chapters.
    pub key: LadderKey,
    /// English name.
    pub name_en: String,
    /// Russian name.
    pub name_ru: String,
    /// The rules by which it is climbed.
    #[serde(rename = "type")]
    pub progression: ProgressionType,
    /// What its amounts count.
    pub unit: Measure,
    /// The skill below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub easier_ladder: Option<LadderKey>,
    /// The skill above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harder_ladder: Option<LadderKey>,
    /// What the skill is and how to climb, in English.
    pub note_en: String,
    /// The same in Russian.
    pub note_ru: String,
    /// At least six; the first has ordinal 1.
    pub levels: Vec<Level>,
}

/// One step of a ladder: the target that must be met to pass on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The exercise done on this level.
    pub variation: ExerciseKey,
    /// Sets, 1..10.
    pub sets: u32,
    /// Reps, seconds or meters of each set.
    pub amount: u32,
    /// Whether the amount is for each side.
    #[serde(default = "both", skip_serializing_if = "is_both")]
    pub per: Per,
    /// What the level is called, in English.
    pub label_en: String,
    /// The same in Russian.
    pub label_ru: String,
    /// Rest between sets, if not the default of the type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_s: Option<u32>,
    /// Effort wanted, if not the default of the type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort_target: Option<Rpe>,
    /// The nearest easier variation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub easier_variation: Option<ExerciseKey>,
}

const fn both() -> Per {
    Per::Both
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_both(per: &Per) -> bool {
    *per == Per::Both
}

impl Level {
    /// Sets × amount; per side counts one side.
    pub const fn volume(&self) -> u32 {
        self.sets * self.amount
    }

    /// Rest between sets by the level or its type (P-1).
    pub fn rest_s(&self, progression: ProgressionType) -> u32 {
        self.rest_s.unwrap_or(match progression {
            ProgressionType::Strength => 120,
            ProgressionType::Endurance => 60,
            ProgressionType::Mobility => 30,
        })
    }

    /// Effort wanted by the level or its type (P-1); mobility has none.
    pub fn effort_target(&self, progression: ProgressionType) -> Option<Rpe> {
        self.effort_target.or_else(|| match progression {
            ProgressionType::Strength => Rpe::new(70).ok(),
            ProgressionType::Endurance => Rpe::new(60).ok(),
            ProgressionType::Mobility => None,
        })
    }
}

impl Ladder {
    /// The level with this ordinal, counted from 1.
    pub fn level(&self, ordinal: u32) -> Option<&Level> {
        let index = usize::try_from(ordinal.checked_sub(1)?).ok()?;
        self.levels.get(index)
    }
}

const INVALID: ErrorCode = ErrorCode::InvalidLadder;

/// The loader checks of P-55.
impl Law for Ladder {
    fn check(&self, check: &mut Check) {
        check.length(INVALID, "name_en", &self.name_en, 2, 60);
        check.length(INVALID, "name_ru", &self.name_ru, 2, 60);
        let found = self.levels.len();
        check.require(found >= 6, INVALID, "levels", format_args!("{found} levels"), "at least 6");
        check.each("levels", &self.levels, |check, index, level| {
            check.range(INVALID, "sets", level.sets, 1, 10);
            check.range(INVALID, "amount", level.amount, 1, 100_000);
            check.optional_range(INVALID, "rest_s", level.rest_s, 0, 900);
            if let Some(below) = index.checked_sub(1) {
                self.check_step(check, &self.levels[below], level);
            }
        });
    }
}

impl Ladder {
    fn check_step(&self, check: &mut Check, below: &Level, level: &Level) {
        let (from, to) = (below.volume(), level.volume());
        let step = format!("{}x{} after {}x{}", level.sets, level.amount, below.sets, below.amount);
        if below.variation != level.variation {
            check.require(to <= from, INVALID, "", step, "no more volume at a change of variation");
            return;
        }
        match self.progression {
            ProgressionType::Strength => {
                let one_set = level.sets == below.sets + 1 && level.amount == below.amount;
                let two_reps = level.sets == below.sets && level.amount == below.amount + 2;
                check.require(one_set || two_reps, INVALID, "", step, "exactly +1 set or +2 reps");
            }
            ProgressionType::Endurance => {
                let same_sets = level.sets == below.sets;
                let grows = from < to && 100 * u64::from(to) <= 110 * u64::from(from);
                check.require(same_sets && grows, INVALID, "", step, "equal sets and up to 10 % more volume");
            }
            ProgressionType::Mobility => {
                check.require(
                    false,
                    INVALID,
                    "variation",
                    &level.variation,
                    "another variation on every level",
                );
            }
        }
    }
}

/// A ladder as people write it.
pub const EXAMPLE: &str = include_str!("../examples/ladder.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn example() -> Ladder {
        serde_json::from_str(EXAMPLE).unwrap()
    }

    fn breach(change: impl FnOnce(&mut Ladder)) -> String {
        let mut ladder = example();
        change(&mut ladder);
        Valid::new(ladder).unwrap_err().to_string()
    }

    #[test]
    fn p_1_level_volume_is_sets_times_amount_and_defaults_follow_the_type() {
        let ladder = Valid::new(example()).unwrap();
        let third = ladder.level(3).unwrap();
        assert_eq!(third.volume(), 24);
        assert_eq!(third.rest_s(ladder.progression), 120);
        assert_eq!(third.effort_target(ladder.progression), Rpe::new(70).ok());
        assert_eq!(ladder.level(0), None);
        assert_eq!(ladder.level(9), None);
    }

    #[test]
    fn p_55_steps_of_one_variation_are_bounded() {
        assert_eq!(
            breach(|ladder| ladder.levels[1].amount = 7),
            "levels.1: 3x7 after 3x4, expected exactly +1 set or +2 reps; \
             levels.2: 4x6 after 3x7, expected exactly +1 set or +2 reps"
        );
        assert!(breach(|ladder| ladder.levels.truncate(5)).contains("5 levels, expected at least 6"));
        let harder = breach(|ladder| ladder.levels[5].amount = 11);
        assert!(
            harder.contains("4x11 after 5x8, expected no more volume at a change of variation"),
            "{harder}"
        );
    }

    #[test]
    fn p_55_endurance_grows_by_at_most_a_tenth() {
        let message = breach(|ladder| {
            ladder.progression = ProgressionType::Endurance;
            ladder.levels.truncate(2);
        });
        assert!(
            message.contains("levels.1: 3x6 after 3x4, expected equal sets and up to 10 % more"),
            "{message}"
        );
    }
}

//! What became of planned slots, and what else was eaten or taken (ML-2, ML-7).

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{INVALID, check_serving, check_slot};
use crate::{
    error::ErrorCode,
    food::{FoodKey, Milligrams, Unit},
    law::{Check, Law},
    nutrient::{Nutrient, Nutrients},
    person::Actor,
    recipe::{Quantity, RecipeKey},
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
};

vocabulary! {
    /// What became of a planned slot (ML-2).
    pub enum SlotState: "slot state" {
        Planned = "planned",
        Eaten = "eaten",
        Skipped = "skipped",
        /// Something else was eaten.
        Replaced = "replaced",
        /// Nobody said anything until the end of the next day.
        Missed = "missed",
    }
}

/// A step that a slot cannot take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the slot of {date} is {from} and cannot become {to} on {today}, expected {expected}")]
pub struct InvalidSlotState {
    /// The slot's day.
    pub date: LocalDate,
    /// The day on which it was tried.
    pub today: LocalDate,
    /// Where it stands.
    pub from: SlotState,
    /// Where it was to go.
    pub to: SlotState,
    /// What would be valid.
    pub expected: &'static str,
}

impl SlotState {
    /// The state of the slot of `date` after a step to `next`, taken `today` (ML-2).
    ///
    /// A step back to planned is an undo, possible until 7 days after the slot's date.
    pub fn step(self, next: Self, date: LocalDate, today: LocalDate) -> Result<Self, InvalidSlotState> {
        use SlotState::{Missed, Planned};
        let days_ago = (today - date).get_days();
        let expected = match (self, next) {
            (Planned, Planned) => "another state",
            (Planned, Missed) if days_ago < 2 => "a slot whose next day has ended",
            (Planned, _) if days_ago < -1 => "a slot of tomorrow at the latest",
            (_, Planned) if days_ago > 7 => "an undo within 7 days",
            (Planned, _) | (_, Planned) => return Ok(next),
            _ => "an undo first",
        };
        Err(InvalidSlotState { date, today, from: self, to: next, expected })
    }
}

/// So much of a food.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoodMass {
    /// Of what.
    pub food_id: FoodKey,
    /// How much, more than 0.
    pub mg: Milligrams,
}

impl Law for FoodMass {
    fn check(&self, check: &mut Check) {
        self.mg.check_positive(check, INVALID);
    }
}

/// What was eaten in a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Eaten {
    /// Some servings of a recipe.
    Recipe {
        /// Which.
        recipe_id: RecipeKey,
        /// Which revision of it.
        recipe_revision: u32,
        /// 100 is one serving.
        servings_pct: u32,
    },
    /// Single foods.
    Foods(Vec<FoodMass>),
}

/// One step in the life of a slot (ML-2). The last one gives its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MealLog {
    /// The slot's day.
    pub date: LocalDate,
    /// The slot of the day, from 0.
    pub slot: u8,
    /// What became of it; `planned` is an undo.
    pub state: SlotState,
    /// What was eaten, for eaten and replaced alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eaten: Option<Eaten>,
    /// When it was logged.
    pub at: Instant,
    /// By whom.
    pub actor: Actor,
}

impl Law for MealLog {
    fn check(&self, check: &mut Check) {
        check_slot(check, "slot", self.slot);
        let ate = matches!(self.state, SlotState::Eaten | SlotState::Replaced);
        let found = if self.eaten.is_some() { "something" } else { "nothing" };
        let expected = format_args!(
            "{} for a slot that is {}",
            if ate { "what was eaten" } else { "nothing" },
            self.state
        );
        check.require(ate == self.eaten.is_some(), INVALID, "eaten", found, expected);
        check.within("eaten", |check| match &self.eaten {
            Some(Eaten::Recipe { recipe_revision, servings_pct, .. }) => {
                check.within("recipe", |check| check_serving(check, *recipe_revision, *servings_pct));
            }
            Some(Eaten::Foods(foods)) => {
                check.count(INVALID, "foods", foods, 1, 60);
                check.each("foods", foods, |check, _, food| food.check(check));
            }
            None => {}
        });
    }
}

/// What was eaten outside all slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Intake {
    /// A mass of a food.
    Mass(FoodMass),
    /// Portions of a food.
    Portion {
        /// Of what.
        food_id: FoodKey,
        /// The measure; the food has a portion of this unit.
        unit: Unit,
        /// How many, more than 0.
        quantity: Quantity,
    },
    /// Numbers without a food; the calories are known.
    Facts(Box<Nutrients>),
}

/// One free entry of the diary (ML-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiaryEntry {
    /// The day it counts for.
    pub date: LocalDate,
    /// What was eaten.
    pub intake: Intake,
    /// When it was logged.
    pub at: Instant,
    /// By whom.
    pub actor: Actor,
}

impl Law for DiaryEntry {
    fn check(&self, check: &mut Check) {
        check.within("intake", |check| match &self.intake {
            Intake::Mass(food) => check.within("mass", |check| food.check(check)),
            Intake::Portion { quantity, .. } => {
                let some = *quantity > Quantity::ZERO;
                check.require(some, INVALID, "portion/quantity", quantity, "more than 0");
            }
            Intake::Facts(facts) => check.within("facts", |check| {
                facts.check(check);
                let known = facts.get(Nutrient::Calories).is_some();
                check.require(known, INVALID, "calories", "unknown", "an amount");
            }),
        });
    }
}

/// Something taken on certain weekdays that is no food (ML-7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supplement {
    /// What it is called.
    pub name: String,
    /// What one day's intake holds; at least one amount is known.
    pub amounts: Nutrients,
    /// Weekdays 1 (Monday) to 7; at least one.
    pub days: BTreeSet<u8>,
}

impl Law for Supplement {
    fn check(&self, check: &mut Check) {
        check.length(ErrorCode::BadValue, "name", self.name.trim(), 1, 120);
        check.within("amounts", |check| {
            self.amounts.check(check);
            let known = self.amounts.known().next().is_some();
            check.require(known, ErrorCode::BadValue, "", "nothing known", "at least one amount");
        });
        check.require(!self.days.is_empty(), ErrorCode::BadValue, "days", "no day", "at least one weekday");
        for &day in &self.days {
            check.range(ErrorCode::BadValue, "days", day, 1, 7);
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::{law::Valid, quantity::Amount};

    const DAY: LocalDate = date(2026, 3, 9);

    fn log(state: SlotState, eaten: Option<Eaten>) -> MealLog {
        let at = "2026-03-09T12:40:00Z".parse().unwrap();
        MealLog { date: DAY, slot: 1, state, eaten, at, actor: Actor::SYSTEM }
    }

    fn food(mg: i64) -> FoodMass {
        FoodMass { food_id: "egg".parse().unwrap(), mg: Milligrams(mg) }
    }

    fn entry(intake: Intake) -> Result<Valid<DiaryEntry>, String> {
        let at = "2026-03-09T12:40:00Z".parse().unwrap();
        Valid::new(DiaryEntry { date: DAY, intake, at, actor: Actor::SYSTEM })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn ml_2_a_planned_slot_takes_one_step_and_undo_takes_it_back() {
        use SlotState::Planned;
        let later = date(2026, 3, 11);
        for &state in SlotState::ALL {
            let forth = Planned.step(state, DAY, later);
            let back = state.step(Planned, DAY, later);
            assert_eq!((forth.is_ok(), back.is_ok()), (state != Planned, state != Planned), "{state}");
            for &other in SlotState::ALL.iter().filter(|&&other| other != Planned && state != Planned) {
                let error = state.step(other, DAY, later).unwrap_err();
                assert_eq!((error.from, error.to), (state, other));
            }
        }
    }

    #[test]
    fn ml_2_a_refused_step_names_its_ends_and_what_would_be_valid() {
        use SlotState::{Eaten, Missed, Planned, Skipped};
        for (from, to, today, expected) in [
            (Eaten, Skipped, DAY, "is eaten and cannot become skipped on 2026-03-09, expected an undo first"),
            (
                Planned,
                Planned,
                DAY,
                "is planned and cannot become planned on 2026-03-09, expected another state",
            ),
            (
                Planned,
                Eaten,
                date(2026, 3, 7),
                "is planned and cannot become eaten on 2026-03-07, expected a slot of tomorrow at the latest",
            ),
            (
                Planned,
                Missed,
                date(2026, 3, 10),
                "is planned and cannot become missed on 2026-03-10, expected a slot whose next day has ended",
            ),
            (
                Eaten,
                Planned,
                date(2026, 3, 17),
                "is eaten and cannot become planned on 2026-03-17, expected an undo within 7 days",
            ),
        ] {
            let error = from.step(to, DAY, today).unwrap_err();
            assert_eq!(error.to_string(), format!("the slot of 2026-03-09 {expected}"));
        }
        assert_eq!(Planned.step(Eaten, DAY, date(2026, 3, 8)), Ok(Eaten));
        assert_eq!(Planned.step(Missed, DAY, date(2026, 3, 11)), Ok(Missed));
        assert_eq!(Eaten.step(Planned, DAY, date(2026, 3, 16)), Ok(Planned));
    }

    #[test]
    fn ml_2_a_log_says_what_was_eaten_and_only_then() {
        let recipe = |servings_pct| {
            let recipe_id = "shakshuka".parse().unwrap();
            Some(Eaten::Recipe { recipe_id, recipe_revision: 1, servings_pct })
        };
        let foods = |foods| Some(Eaten::Foods(foods));
        let breach = |log| Valid::new(log).unwrap_err().to_string();
        let eaten = Valid::new(log(SlotState::Eaten, recipe(100))).unwrap();
        let json = serde_json::to_value(&eaten).unwrap();
        assert_eq!(json["eaten"]["recipe"]["servings_pct"], 100);
        assert_eq!(serde_json::from_value::<Valid<MealLog>>(json).unwrap(), eaten);
        assert!(Valid::new(log(SlotState::Replaced, foods(vec![food(120_000)]))).is_ok());
        assert!(Valid::new(log(SlotState::Planned, None)).is_ok());
        for (found, expected) in [
            (
                breach(log(SlotState::Eaten, None)),
                "eaten: nothing, expected what was eaten for a slot that is eaten",
            ),
            (
                breach(log(SlotState::Skipped, recipe(100))),
                "eaten: something, expected nothing for a slot that is skipped",
            ),
            (breach(log(SlotState::Eaten, recipe(0))), "eaten.recipe.servings_pct: 0, expected 1..5000"),
            (
                breach(log(SlotState::Replaced, foods(vec![]))),
                "eaten.foods: 0 entries, expected 1..60 entries",
            ),
            (
                breach(log(SlotState::Replaced, foods(vec![food(0)]))),
                "eaten.foods.0.mg: 0, expected more than 0",
            ),
        ] {
            assert_eq!(found, expected);
        }
        let late = MealLog { slot: 8, ..log(SlotState::Skipped, None) };
        assert_eq!(breach(late), "slot: 8, expected 0..7");
    }

    #[test]
    fn ml_2_a_diary_entry_is_a_mass_a_portion_or_numbers() {
        let portion = |thousandths| Intake::Portion {
            food_id: "egg".parse().unwrap(),
            unit: "large".parse().unwrap(),
            quantity: Quantity::from_thousandths(thousandths),
        };
        assert!(entry(Intake::Mass(food(1))).is_ok());
        assert_eq!(entry(Intake::Mass(food(-5))), Err("intake.mass.mg: -5, expected more than 0".into()));
        assert!(entry(portion(1500)).is_ok());
        assert_eq!(entry(portion(0)), Err("intake.portion.quantity: 0, expected more than 0".into()));
        let facts = |nutrient| Intake::Facts(Box::new([(nutrient, Amount(1))].into_iter().collect()));
        assert!(entry(facts(Nutrient::Calories)).is_ok());
        assert_eq!(
            entry(facts(Nutrient::Protein)),
            Err("intake.facts.calories: unknown, expected an amount".into())
        );
    }

    #[test]
    fn ml_7_a_supplement_has_amounts_and_weekdays() {
        let supplement = |name: &str, amounts, days: &[u8]| {
            let days = days.iter().copied().collect();
            Valid::new(Supplement { name: name.into(), amounts, days }).map_err(|error| error.to_string())
        };
        let magnesium: Nutrients = [(Nutrient::Magnesium, Amount(400 * Amount::UNIT))].into_iter().collect();
        assert!(supplement("Magnesium", magnesium.clone(), &[1, 3, 5]).is_ok());
        assert_eq!(
            supplement("Magnesium", magnesium, &[0, 7, 8]),
            Err("days: 0, expected 1..7; days: 8, expected 1..7".into())
        );
        assert_eq!(
            supplement(" ", Nutrients::UNKNOWN, &[]),
            Err("name: 0 characters, expected 1..120 characters; \
                 amounts: nothing known, expected at least one amount; \
                 days: no day, expected at least one weekday"
                .into())
        );
    }
}

//! Diary: what became of the planned slots, and what was eaten besides (ML-2).
//!
//! A [`Diary`] reads a plan and everything that was logged; [`Diary::log`] and [`Diary::missed`] say what to log next.
//! Which steps a slot can take is the law of [`SlotState::step`].

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    food::{KitchenMass, Unit},
    law::{Invalid, Valid},
    meal_plan::{DiaryEntry, Eaten, FoodMass, Intake, InvalidSlotState, MealItem, MealLog, SlotState},
    person::Actor,
    plan::ItemId,
    recipe::{Ingredient, Quantity},
    time::{Instant, LocalDate, Zone},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    derive::{Gap, weigh},
    kitchen::Kitchen,
};

/// A planned slot under the id of its plan item, which is the same in all versions of the plan (PV-13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedSlot {
    /// The id of the item.
    pub id: ItemId,
    /// What is planned.
    pub item: MealItem,
}

/// A planned slot and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotRecord<'a> {
    /// The id of its plan item.
    pub id: ItemId,
    /// What is planned.
    pub item: &'a MealItem,
    /// Where it stands.
    pub state: SlotState,
}

/// What somebody says about a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// It was eaten as planned, or so many percent of a serving of it.
    Ate {
        /// Absent: as planned.
        servings_pct: Option<u32>,
    },
    /// Nothing was eaten.
    Skipped,
    /// This was eaten instead.
    Replaced(Eaten),
    /// What was said before is taken back.
    Undone,
}

impl Step {
    const fn state(&self) -> SlotState {
        match self {
            Self::Ate { .. } => SlotState::Eaten,
            Self::Skipped => SlotState::Skipped,
            Self::Replaced(_) => SlotState::Replaced,
            Self::Undone => SlotState::Planned,
        }
    }
}

/// Why a step was not logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotLogged {
    /// The plan has no such slot.
    #[error("nothing is planned for slot {slot} of {date}; maybe add it to the diary without a slot")]
    NotPlanned {
        /// The day.
        date: LocalDate,
        /// The slot.
        slot: u8,
    },
    /// The slot cannot take this step.
    #[error(transparent)]
    State(#[from] InvalidSlotState),
    /// What was eaten is not possible.
    #[error(transparent)]
    Eaten(#[from] Invalid),
    /// Nobody knows how much of which food it is.
    #[error(transparent)]
    Uncounted(#[from] Gap),
}

impl NotLogged {
    /// The code under which it is refused.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotPlanned { .. } | Self::State(_) => ErrorCode::InvalidSlotState,
            Self::Eaten(_) => ErrorCode::InvalidMeal,
            Self::Uncounted(Gap::NoConversion(_)) => ErrorCode::NoConversion,
            Self::Uncounted(_) => ErrorCode::UnknownFood,
        }
    }
}

/// A slot of a day.
type Place = (LocalDate, u8);

/// A plan with everything that was logged.
#[derive(Debug, Clone)]
pub struct Diary<'a> {
    planned: BTreeMap<Place, &'a PlannedSlot>,
    last_logs: BTreeMap<Place, &'a MealLog>,
    logs: &'a [MealLog],
    entries: &'a [DiaryEntry],
}

impl<'a> Diary<'a> {
    /// Reads a plan, the steps of its slots in the order in which they were logged, and the free entries.
    pub fn new(planned: &'a [PlannedSlot], logs: &'a [MealLog], entries: &'a [DiaryEntry]) -> Self {
        Self {
            planned: planned.iter().map(|slot| ((slot.item.date, slot.item.slot), slot)).collect(),
            last_logs: logs.iter().map(|log| ((log.date, log.slot), log)).collect(),
            logs,
            entries,
        }
    }

    /// The planned slots by date and number.
    pub fn slots(&self) -> impl Iterator<Item = SlotRecord<'a>> {
        self.planned.iter().map(|(&place, slot)| SlotRecord {
            id: slot.id,
            item: &slot.item,
            state: self.state(place),
        })
    }

    /// Everything that was said about slots, in the order in which it was logged.
    pub const fn logs(&self) -> &'a [MealLog] {
        self.logs
    }

    /// What was eaten in the slots of a day, also in those that are no longer planned.
    pub fn eaten(&self, date: LocalDate) -> impl Iterator<Item = &'a Eaten> {
        self.last_logs.range((date, 0)..=(date, u8::MAX)).filter_map(|(_, log)| log.eaten.as_ref())
    }

    /// What was eaten outside all slots on a day.
    pub fn entries(&self, date: LocalDate) -> impl Iterator<Item = &'a DiaryEntry> {
        self.entries.iter().filter(move |entry| entry.date == date)
    }

    pub(crate) fn state(&self, place: Place) -> SlotState {
        self.last_logs.get(&place).map_or(SlotState::Planned, |log| log.state)
    }

    /// What to log when `actor` says something about a slot, or why it cannot be (`invalid_slot_state`).
    pub fn log(
        &self,
        (date, slot): (LocalDate, u8),
        step: Step,
        actor: Actor,
        now: Instant,
        zone: &Zone,
    ) -> Result<Valid<MealLog>, NotLogged> {
        let planned = self.planned.get(&(date, slot)).ok_or(NotLogged::NotPlanned { date, slot })?;
        let state = self.state((date, slot)).step(step.state(), date, now.local_date(zone))?;
        let MealItem { recipe_id, recipe_revision, servings_pct: as_planned, .. } = &planned.item;
        let eaten = match step {
            Step::Ate { servings_pct } => Some(Eaten::Recipe {
                recipe_id: recipe_id.clone(),
                recipe_revision: *recipe_revision,
                servings_pct: servings_pct.unwrap_or(*as_planned),
            }),
            Step::Replaced(eaten) => Some(eaten),
            Step::Skipped | Step::Undone => None,
        };
        Ok(Valid::new(MealLog { date, slot, state, eaten, at: now, actor })?)
    }

    /// What the program itself logs: slots of which nobody said anything until the end of the next local day.
    pub fn missed(&self, now: Instant, zone: &Zone) -> Vec<MealLog> {
        let today = now.local_date(zone);
        let late = self.slots().filter(|record| record.state == SlotState::Planned).filter_map(|record| {
            let MealItem { date, slot, .. } = *record.item;
            let state = record.state.step(SlotState::Missed, date, today).ok()?;
            Some(MealLog { date, slot, state, eaten: None, at: now, actor: Actor::SYSTEM })
        });
        late.collect()
    }
}

/// Accepts a free entry whose food is known and can be weighed in its unit.
pub fn enter(entry: DiaryEntry, kitchen: &Kitchen<'_>) -> Result<Valid<DiaryEntry>, NotLogged> {
    let entry = Valid::new(entry)?;
    let (food_id, quantity, unit) = match &entry.intake {
        Intake::Mass(FoodMass { food_id, .. }) => (food_id, ONE, Some(Unit::Mass(KitchenMass::G))),
        Intake::Portion { food_id, unit, quantity } => (food_id, *quantity, Some(unit.clone())),
        Intake::Facts(_) => return Ok(entry),
    };
    let text = kitchen.foods.get(food_id).map_or(food_id.to_string(), |food| food.name.en.clone());
    let (food_id, to_taste, optional) = (Some(food_id.clone()), false, false);
    let ingredient = Ingredient { text, quantity, unit, food_id, to_taste, optional };
    weigh(&ingredient, &kitchen.foods, kitchen.measure)?;
    Ok(entry)
}

/// One of a unit.
const ONE: Quantity = Quantity::from_thousandths(1000);

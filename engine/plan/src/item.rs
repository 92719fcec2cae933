//! What a plan holds, as far as landing has to know it: exercises (PV-3) and meals (PV-13).

use std::fmt;

use domain::{
    change::{Change, Field, FieldGroup, Target, Value},
    error::ErrorCode,
    exercise::ExerciseKey,
    id::TraceId,
    law::{Check, Invalid, Law},
    meal_plan::{Batch, MealItem, PlannedMeal},
    plan::{ItemKind, Misfit, PlanItem, Planned, ProgressionMode, SlotTime},
    prescription::SetId,
    time::LocalDate,
};
use serde::Serialize;

use crate::{chain::ItemFacts, compromise::compromise};

/// Something that a plan holds and changes change.
pub trait Item: Planned + Law + Clone + PartialEq + fmt::Debug + Serialize {
    /// What it is called in summaries, records and events.
    fn name(&self) -> String;
    /// Which engine owns it (AR-1).
    fn mode(&self) -> ProgressionMode;
    /// Its weekday, 1 (Monday) to 7, if it is weekly.
    fn slot_weekday(&self) -> Option<u8>;
    /// Its date, if it is dated.
    fn slot_date(&self) -> Option<LocalDate>;
    /// Its part of the day.
    fn slot_time(&self) -> SlotTime;
    /// Whether it is of this exercise or recipe.
    fn is_of(&self, key: &str) -> bool;
    /// The exercise that is planned by it alone, whichever session it comes in (PV-3).
    fn rolls(&self) -> Option<&ExerciseKey>;
    /// The value of a field of it or of one of its sets.
    fn value(&self, set: Option<SetId>, field: Field) -> Option<Value>;
    /// Makes the changes, whatever their `old` says.
    fn apply(&mut self, changes: &[Change], seed: &TraceId) -> Result<(), Misfit>;
    /// The changes that lead to `after`: each field that differs, once.
    fn diff(&self, after: &Self) -> Vec<Change>;
    /// The changes that make it ask for what `wanted` asks for.
    fn changes_to(&self, wanted: &Self, seed: &TraceId) -> Vec<Change>;
    /// The first of these changes whose result, as it is in `after`, no longer stands.
    fn outdated<'a>(&self, after: &Self, changes: &'a [Change]) -> Option<&'a Change>;
    /// What a person may not make of it, given what is known of its exercise (AR-1).
    fn check_made(&self, facts: &ItemFacts) -> Result<(), Invalid>;
    /// What several items of one plan may not have in common.
    fn check_together(items: &[Self]) -> Result<(), Invalid>;
    /// Takes what a rollback brings back from an earlier state (RB-2).
    fn roll_back(&mut self, before: &Self);
    /// Gives the changed fields their values in `before` again (RB-3).
    fn take_back(
        &mut self,
        before: &Self,
        after: &Self,
        changes: &[Change],
        seed: &TraceId,
    ) -> Result<(), Misfit>;
    /// Half the way to what an engine wants, if there is one (OV-5).
    fn halfway(
        &self,
        auto: &Self,
        groups: &[FieldGroup],
        facts: &ItemFacts,
        seed: &TraceId,
    ) -> Option<Vec<Change>>;
    /// It as the value of a change that adds or removes it.
    fn whole(&self) -> Value;
    /// The item that a change adds.
    fn of_whole(value: &Value) -> Option<Self>;
}

impl Item for PlanItem {
    fn name(&self) -> String {
        let ladder = self.prescription.level_ref.as_ref().map(|level| level.ladder_key.to_string());
        ladder.unwrap_or_else(|| self.exercise_key.to_string())
    }

    fn mode(&self) -> ProgressionMode {
        self.progression_mode
    }

    fn slot_weekday(&self) -> Option<u8> {
        self.slot_weekday
    }

    fn slot_date(&self) -> Option<LocalDate> {
        self.slot_date
    }

    fn slot_time(&self) -> SlotTime {
        self.slot_time
    }

    fn is_of(&self, key: &str) -> bool {
        self.exercise_key.as_str() == key || self.name() == key
    }

    fn rolls(&self) -> Option<&ExerciseKey> {
        (self.kind == ItemKind::Rolling).then_some(&self.exercise_key)
    }

    fn value(&self, set: Option<SetId>, field: Field) -> Option<Value> {
        Self::value(self, set, field)
    }

    fn apply(&mut self, changes: &[Change], seed: &TraceId) -> Result<(), Misfit> {
        Self::apply(self, changes, seed)
    }

    fn diff(&self, after: &Self) -> Vec<Change> {
        Self::diff(self, after)
    }

    fn changes_to(&self, wanted: &Self, seed: &TraceId) -> Vec<Change> {
        Self::changes_to(self, wanted, seed)
    }

    fn outdated<'a>(&self, after: &Self, changes: &'a [Change]) -> Option<&'a Change> {
        let sets = |item: &Self| item.prescription.sets.iter().map(|set| set.set_id).collect::<Vec<_>>();
        changes.iter().find(|change| {
            let value = |item: &Self| Self::value(item, change.target.set_id, change.field);
            value(self) != value(after) || (change.field == Field::SetCount && sets(self) != sets(after))
        })
    }

    /// AR-1: what is progressed by load has one, unless it is help that has come down to nothing.
    fn check_made(&self, facts: &ItemFacts) -> Result<(), Invalid> {
        if self.lacks_load() && !facts.assistance {
            let expected = "a working load, or none while it is not known";
            return Err(Invalid::of(ErrorCode::ModeNeedsLoad, "progression_mode", "load with 0 g", expected));
        }
        Ok(())
    }

    /// PV-3: the places in a slot are taken once.
    fn check_together(items: &[Self]) -> Result<(), Invalid> {
        let mut check = Check::default();
        check.each("effective", items, |check, index, item| {
            let place = |item: &Self| (item.slot_weekday, item.slot_date, item.slot_time, item.order);
            let slotted = item.slot_weekday.is_some() || item.slot_date.is_some();
            let taken = slotted && items[..index].iter().any(|other| place(other) == place(item));
            check.require(!taken, ErrorCode::InvalidItem, "order", item.order, "each place of a slot once");
        });
        check.finish()
    }

    /// Levels with their variation, volumes, loads, reps, rest and set types; the place in the plan stays.
    fn roll_back(&mut self, before: &Self) {
        let ladder = |item: &Self| item.prescription.level_ref.as_ref().map(|level| level.ladder_key.clone());
        if ladder(self).is_some() && ladder(self) == ladder(before) {
            self.exercise_key = before.exercise_key.clone();
        }
        self.prescription.clone_from(&before.prescription);
        self.difficulty = before.difficulty;
    }

    /// Sets that came go, sets that went come back.
    fn take_back(
        &mut self,
        before: &Self,
        after: &Self,
        changes: &[Change],
        seed: &TraceId,
    ) -> Result<(), Misfit> {
        if changes.iter().any(|change| change.field == Field::SetCount) {
            let sets = &mut self.prescription.sets;
            sets.retain(|set| before.set(set.set_id).is_some() || after.set(set.set_id).is_none());
            for (place, set) in before.prescription.sets.iter().enumerate() {
                if sets.iter().all(|known| known.set_id != set.set_id) {
                    sets.insert(place.min(sets.len()), set.clone());
                }
            }
            for (index, set) in (0..).zip(sets.iter_mut()) {
                set.index = index;
            }
        }
        let plain: Vec<_> = changes
            .iter()
            .filter(|change| change.field != Field::SetCount)
            .filter(|change| change.target.set_id.is_none_or(|set| self.set(set).is_some()))
            .map(Change::inverted)
            .collect();
        Self::apply(self, &plain, seed)
    }

    fn halfway(
        &self,
        auto: &Self,
        groups: &[FieldGroup],
        facts: &ItemFacts,
        seed: &TraceId,
    ) -> Option<Vec<Change>> {
        compromise(self, auto, groups, facts, seed)
    }

    fn whole(&self) -> Value {
        Value::Item(Box::new(self.clone()))
    }

    fn of_whole(value: &Value) -> Option<Self> {
        if let Value::Item(item) = value { Some((**item).clone()) } else { None }
    }
}

/// The fields of a meal that changes name (PR-3).
const MEAL_FIELDS: &[Field] =
    &[Field::SlotDate, Field::Order, Field::Recipe, Field::Servings, Field::MealTime, Field::Pinned];

impl Item for PlannedMeal {
    fn name(&self) -> String {
        self.meal.recipe_id.to_string()
    }

    fn mode(&self) -> ProgressionMode {
        ProgressionMode::Fixed
    }

    fn slot_weekday(&self) -> Option<u8> {
        None
    }

    fn slot_date(&self) -> Option<LocalDate> {
        Some(self.meal.date)
    }

    fn slot_time(&self) -> SlotTime {
        SlotTime::None
    }

    fn is_of(&self, key: &str) -> bool {
        self.meal.recipe_id.as_str() == key
    }

    fn rolls(&self) -> Option<&ExerciseKey> {
        None
    }

    fn value(&self, set: Option<SetId>, field: Field) -> Option<Value> {
        let meal = &self.meal;
        let value = match field {
            _ if set.is_some() => return None,
            Field::SlotDate => meal.date.to_string().as_str().into(),
            Field::Order => i64::from(meal.slot).into(),
            Field::Recipe => Value::Word(recipe_word(meal)),
            Field::Servings => i64::from(meal.servings_pct).into(),
            Field::MealTime => Value::Word(meal.meal_time.to_string()),
            Field::Pinned => i64::from(meal.pinned).into(),
            _ => return None,
        };
        Some(value)
    }

    /// A recipe comes with its pot; without one it is cooked for this slot alone.
    fn apply(&mut self, changes: &[Change], _: &TraceId) -> Result<(), Misfit> {
        for change in changes {
            let misfit = |expected| Misfit { field: change.field, new: change.new.clone(), expected };
            let meal = &mut self.meal;
            match (change.field, &change.new) {
                (Field::SlotDate, Value::Word(date)) => {
                    meal.date = date.parse().map_err(|_| misfit("a date"))?;
                }
                (Field::Order, Value::Number(slot)) => {
                    meal.slot = u8::try_from(*slot).map_err(|_| misfit("a slot 0..7"))?;
                }
                (Field::Recipe, Value::Word(recipe)) => {
                    let (key, rest) = recipe.split_once('@').unwrap_or((recipe, "1"));
                    let (revision, pot) =
                        rest.split_once('~').map_or((rest, None), |(r, pot)| (r, Some(pot)));
                    meal.recipe_id = key.parse().map_err(|_| misfit("a recipe"))?;
                    meal.recipe_revision =
                        revision.parse().map_err(|_| misfit("a recipe and its revision"))?;
                    meal.batch = match pot {
                        Some(pot) => Some(read_pot(pot).ok_or_else(|| misfit("a pot like 2026-03-09/3/4"))?),
                        None => None,
                    };
                }
                (Field::Servings, Value::Number(percent)) => {
                    meal.servings_pct = u32::try_from(*percent).map_err(|_| misfit("1..5000 percent"))?;
                }
                (Field::MealTime, Value::Word(time)) => {
                    meal.meal_time = time.parse().map_err(|_| misfit("a time like 12:30"))?;
                }
                (Field::Pinned, Value::Number(pinned @ (0 | 1))) => meal.pinned = *pinned == 1,
                _ => return Err(misfit("a field of a meal")),
            }
        }
        Ok(())
    }

    fn diff(&self, after: &Self) -> Vec<Change> {
        let target = Target { item_id: self.item_id, set_id: None };
        let changes = MEAL_FIELDS.iter().filter_map(|&field| {
            let (old, new) = (self.value(None, field)?, after.value(None, field)?);
            (old != new).then_some(Change { target, field, old, new })
        });
        changes.collect()
    }

    fn changes_to(&self, wanted: &Self, _: &TraceId) -> Vec<Change> {
        self.diff(wanted)
    }

    fn outdated<'a>(&self, after: &Self, changes: &'a [Change]) -> Option<&'a Change> {
        changes.iter().find(|change| self.value(None, change.field) != after.value(None, change.field))
    }

    fn check_made(&self, _: &ItemFacts) -> Result<(), Invalid> {
        Ok(())
    }

    /// ML-1: a slot of a day holds one meal.
    fn check_together(items: &[Self]) -> Result<(), Invalid> {
        let mut check = Check::default();
        check.each("effective", items, |check, index, item| {
            let place = |item: &Self| (item.meal.date, item.meal.slot);
            let taken = items[..index].iter().any(|other| place(other) == place(item));
            check.require(!taken, ErrorCode::InvalidMeal, "meal/slot", item.meal.slot, "one meal in a slot");
        });
        check.finish()
    }

    fn roll_back(&mut self, before: &Self) {
        self.meal.clone_from(&before.meal);
    }

    fn take_back(&mut self, _: &Self, _: &Self, changes: &[Change], seed: &TraceId) -> Result<(), Misfit> {
        let back: Vec<_> = changes.iter().map(Change::inverted).collect();
        Item::apply(self, &back, seed)
    }

    fn halfway(&self, _: &Self, _: &[FieldGroup], _: &ItemFacts, _: &TraceId) -> Option<Vec<Change>> {
        None
    }

    fn whole(&self) -> Value {
        Value::Meal(Box::new(self.clone()))
    }

    fn of_whole(value: &Value) -> Option<Self> {
        if let Value::Meal(item) = value { Some((**item).clone()) } else { None }
    }
}

/// A recipe as changes name it: `chili@1`, and from a pot `chili@1~2026-03-09/3/4`: date, slot and servings of its
/// cooking (MO-2).
pub fn recipe_word(meal: &MealItem) -> String {
    let word = format!("{}@{}", meal.recipe_id, meal.recipe_revision);
    match meal.batch {
        Some(Batch { cooked_on, cooked_slot, servings }) => {
            format!("{word}~{cooked_on}/{cooked_slot}/{servings}")
        }
        None => word,
    }
}

fn read_pot(text: &str) -> Option<Batch> {
    let mut parts = text.splitn(3, '/');
    let mut next = || parts.next();
    Some(Batch {
        cooked_on: next()?.parse().ok()?,
        cooked_slot: next()?.parse().ok()?,
        servings: next()?.parse().ok()?,
    })
}

//! What the checks ask of an item, be it an exercise (PV-3) or a meal (PV-13).

use domain::{
    change::{Field, Value},
    exercise::ExerciseKey,
    law::Law,
    meal_plan::PlannedMeal,
    plan::{ItemKind, PlanItem, Planned, ProgressionMode},
};
use serde::Serialize;

/// An item that a plan keeps.
pub(super) trait Kept: Planned + Law + PartialEq + Serialize + Sized {
    /// The field of a change that adds or removes it as a whole.
    const WHOLE: Field;
    /// The rule by which a slot is taken once.
    const SLOT: &'static str;

    /// The exercise or recipe that it is of.
    fn name(&self) -> &str;
    /// The exercise that it is of.
    fn exercise(&self) -> Option<&ExerciseKey>;
    /// The exercise that it rolls with (PV-3).
    fn rolls(&self) -> Option<&ExerciseKey>;
    /// Its place in the week or on a date, which no other item has.
    fn slot(&self) -> Option<String>;
    /// Who may change it (AR-1).
    fn mode(&self) -> ProgressionMode;
    /// The item that a change adds or removes.
    fn of_whole(value: &Value) -> Option<&Self>;
    /// Whether this is what a rollback of `before` to `earlier` makes (RB-2).
    fn is_rolled_back(&self, before: &Self, earlier: &Self) -> bool;
}

impl Kept for PlanItem {
    const WHOLE: Field = Field::Exercise;
    const SLOT: &'static str = "PV-3";

    fn name(&self) -> &str {
        self.exercise_key.as_str()
    }

    fn exercise(&self) -> Option<&ExerciseKey> {
        Some(&self.exercise_key)
    }

    fn rolls(&self) -> Option<&ExerciseKey> {
        (self.kind == ItemKind::Rolling).then_some(&self.exercise_key)
    }

    fn slot(&self) -> Option<String> {
        let weekday = self.slot_weekday.map(|day| day.to_string());
        let day = weekday.or_else(|| self.slot_date.map(|date| date.to_string()))?;
        Some(format!("{day} {} {}", self.slot_time, self.order))
    }

    fn mode(&self) -> ProgressionMode {
        self.progression_mode
    }

    fn of_whole(value: &Value) -> Option<&Self> {
        if let Value::Item(item) = value { Some(item) } else { None }
    }

    /// It takes prescription and difficulty of the earlier state, and nothing else. The variation belongs to the level,
    /// so it may come back with it.
    fn is_rolled_back(&self, before: &Self, earlier: &Self) -> bool {
        let back = |exercise_key| Self {
            prescription: earlier.prescription.clone(),
            difficulty: earlier.difficulty,
            exercise_key,
            ..before.clone()
        };
        *self == back(before.exercise_key.clone()) || *self == back(earlier.exercise_key.clone())
    }
}

impl Kept for PlannedMeal {
    const WHOLE: Field = Field::Recipe;
    const SLOT: &'static str = "ML-1";

    fn name(&self) -> &str {
        self.meal.recipe_id.as_str()
    }

    fn exercise(&self) -> Option<&ExerciseKey> {
        None
    }

    fn rolls(&self) -> Option<&ExerciseKey> {
        None
    }

    fn slot(&self) -> Option<String> {
        Some(format!("{} {}", self.meal.date, self.meal.slot))
    }

    fn mode(&self) -> ProgressionMode {
        ProgressionMode::Fixed
    }

    fn of_whole(value: &Value) -> Option<&Self> {
        if let Value::Meal(meal) = value { Some(meal) } else { None }
    }

    fn is_rolled_back(&self, _: &Self, earlier: &Self) -> bool {
        self == earlier
    }
}

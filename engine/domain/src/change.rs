//! Change: one field of an item or set that gets another value, and which way that goes (PR-2, PR-3).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    meal_plan::PlannedMeal,
    plan::{ItemId, PlanId, PlanItem},
    prescription::SetId,
    quantity::Grams,
    vocabulary::vocabulary,
};

vocabulary! {
    /// What a change belongs to (PR-3).
    pub enum FieldGroup: "field group" {
        Volume = "volume",
        Load = "load",
        Rest = "rest",
        RepPolicy = "rep_policy",
        SetType = "set_type",
        Effort = "effort",
        Structure = "structure",
        Meal = "meal",
    }
}

vocabulary! {
    /// What may be changed, in the order by which the primary change of a bundle is found (PR-3).
    pub enum Field: "field" {
        Load = "load",
        Ladder = "ladder",
        Level = "level",
        Variation = "variation",
        SetCount = "set_count",
        Reps = "reps",
        Seconds = "seconds",
        Meters = "meters",
        Per = "per",
        SetType = "set_type",
        RepMode = "rep_mode",
        RepLow = "rep_low",
        RepHigh = "rep_high",
        RepTarget = "rep_target",
        RestAll = "rest_all",
        Rest = "rest",
        Difficulty = "difficulty",
        MinSets = "min_sets",
        RestMode = "rest_mode",
        EffortTarget = "effort_target",
        Exercise = "exercise",
        SlotWeekday = "slot_weekday",
        SlotDate = "slot_date",
        SlotTime = "slot_time",
        Order = "order",
        Role = "role",
        Tier = "tier",
        Superset = "superset",
        ProgressionMode = "progression_mode",
        Recipe = "recipe",
        Servings = "servings",
        MealTime = "meal_time",
        Pinned = "pinned",
        /// What a day costs in kcal (NT-7); no item of a plan has it.
        Expenditure = "expenditure",
        /// Percent of the volume in the next session (AR-6, P-48); no item of a plan has it.
        SessionVolume = "session_volume",
        /// Sessions of a week (WK-1); no item of a plan has it.
        WeeklySessions = "weekly_sessions",
        /// Minutes of a session; no item of a plan has it.
        SessionMinutes = "session_minutes",
        /// Whether this week is an easy one (VO-3): 0 or 1; no item of a plan has it.
        DeloadWeek = "deload_week",
    }
}

impl Field {
    /// The group it belongs to.
    pub const fn group(self) -> FieldGroup {
        match self {
            Self::Level
            | Self::Variation
            | Self::SetCount
            | Self::Reps
            | Self::Seconds
            | Self::Meters
            | Self::Per
            | Self::Difficulty
            | Self::MinSets
            | Self::SessionVolume
            | Self::WeeklySessions
            | Self::SessionMinutes => FieldGroup::Volume,
            Self::Load => FieldGroup::Load,
            Self::RestAll | Self::Rest | Self::RestMode => FieldGroup::Rest,
            Self::RepMode | Self::RepLow | Self::RepHigh | Self::RepTarget => FieldGroup::RepPolicy,
            Self::SetType => FieldGroup::SetType,
            Self::EffortTarget => FieldGroup::Effort,
            Self::Exercise
            | Self::SlotWeekday
            | Self::SlotDate
            | Self::SlotTime
            | Self::Order
            | Self::Role
            | Self::Tier
            | Self::Superset
            | Self::ProgressionMode
            | Self::Ladder
            | Self::DeloadWeek => FieldGroup::Structure,
            Self::Recipe | Self::Servings | Self::MealTime | Self::Pinned | Self::Expenditure => {
                FieldGroup::Meal
            }
        }
    }

    /// Whether no item of a plan has it: a yes to such a change is followed elsewhere, and makes no version.
    pub const fn is_beside_plan(self) -> bool {
        matches!(
            self,
            Self::Expenditure
                | Self::SessionVolume
                | Self::WeeklySessions
                | Self::SessionMinutes
                | Self::DeloadWeek
        )
    }
}

vocabulary! {
    /// Whether a change asks more or less of the athlete (PR-3).
    pub enum Direction as OverrideDirection: "direction" {
        Harder = "harder",
        Easier = "easier",
        Neutral = "neutral",
    }
}

/// The value of a field: a number in the field's unit, a word, an item, or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// Grams, reps, seconds, an ordinal, a count.
    Number(i64),
    /// A key, a mode, a date.
    Word(String),
    /// A whole exercise of a plan, in a change that adds or removes it.
    Item(Box<PlanItem>),
    /// A whole meal of a plan, in a change that adds or removes it.
    Meal(Box<PlannedMeal>),
    /// Not known, or not there.
    Nothing,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.pad(word),
            Self::Item(item) => item.exercise_key.fmt(f),
            Self::Meal(item) => item.meal.recipe_id.fmt(f),
            Self::Nothing => f.pad("nothing"),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Grams> for Value {
    fn from(load: Grams) -> Self {
        Self::Number(load.0)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

/// What a change acts on: an item, one set of it, or the plan as a whole, which has the plan's own id (PR-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The item.
    pub item_id: ItemId,
    /// The set, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_id: Option<SetId>,
}

impl Target {
    /// An item as a whole.
    pub const fn item(item_id: ItemId) -> Self {
        Self { item_id, set_id: None }
    }

    /// The plan as a whole.
    pub fn plan(plan: PlanId) -> Self {
        Self::item(ItemId::from_uuid(plan.uuid()))
    }
}

/// One field that gets another value (PR-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// What it acts on.
    pub target: Target,
    /// Which field.
    pub field: Field,
    /// The value it must still have.
    pub old: Value,
    /// The value it gets.
    pub new: Value,
}

impl Change {
    /// Harder, easier or neutral, by field and values (PR-3). `assistance` turns load around.
    pub fn direction(&self, assistance: bool) -> Direction {
        let (Value::Number(old), Value::Number(new)) = (&self.old, &self.new) else {
            return Direction::Neutral;
        };
        let more_is_harder = match self.field.group() {
            FieldGroup::Volume | FieldGroup::RepPolicy | FieldGroup::Effort => true,
            FieldGroup::Load => !assistance,
            FieldGroup::Rest => false,
            FieldGroup::SetType | FieldGroup::Structure | FieldGroup::Meal => return Direction::Neutral,
        };
        match (new > old, new == old) {
            (_, true) => Direction::Neutral,
            (more, false) if more == more_is_harder => Direction::Harder,
            _ => Direction::Easier,
        }
    }

    /// The change that takes this one back.
    pub fn inverted(&self) -> Self {
        Self { old: self.new.clone(), new: self.old.clone(), ..self.clone() }
    }
}

/// The change that a bundle is known by: the first in the order of fields (PR-3).
pub fn primary(changes: &[Change]) -> Option<&Change> {
    changes.iter().min_by_key(|change| change.field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;

    fn change(field: Field, old: impl Into<Value>, new: impl Into<Value>) -> Change {
        let target = Target { item_id: Id::derive(&["item"]), set_id: None };
        Change { target, field, old: old.into(), new: new.into() }
    }

    #[test]
    fn pr_3_direction_follows_from_field_and_values() {
        use Direction::{Easier, Harder, Neutral};
        for (change, assistance, expected) in [
            (change(Field::Load, 60_000, 62_500), false, Harder),
            (change(Field::Load, 20_000, 15_000), true, Harder),
            (change(Field::Load, 62_500, 60_000), false, Easier),
            (change(Field::Rest, 90, 105), false, Easier),
            (change(Field::RestAll, 90, 60), false, Harder),
            (change(Field::Reps, 10, 11), false, Harder),
            (change(Field::SessionVolume, 100, 90), false, Easier),
            (change(Field::RepMode, "not_set", "range"), false, Neutral),
            (change(Field::SetType, "warmup", "working"), false, Neutral),
            (change(Field::Order, 1, 2), false, Neutral),
        ] {
            assert_eq!(change.direction(assistance), expected, "{change:?}");
            assert_eq!(change.inverted().inverted(), change);
        }
    }

    #[test]
    fn pr_3_the_primary_change_is_the_first_by_field_order() {
        let bundle =
            [change(Field::Reps, 12, 8), change(Field::Load, 60_000, 62_500), change(Field::Rest, 90, 105)];
        assert_eq!(primary(&bundle).map(|change| change.field), Some(Field::Load));
        assert_eq!(primary(&[]), None);
    }
}

//! Export: a plan, its log and its shopping list for other programs (ML-9).
//!
//! [`MealExport`] is the JSON document; [`csv`] writes its parts as tables, [`ics`] the plan as a calendar,
//! [`sheet`] both for paper.

pub mod csv;
pub mod ics;
pub mod sheet;

use domain::{
    food::Name,
    meal_plan::{DiaryEntry, MealItem, MealLog, ShoppingList, SlotState},
    nutrient::{Decimal, Nutrient},
    plan::ItemId,
    quantity::Amount,
    time::DateSpan,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    diary::{Diary, SlotRecord},
    kitchen::Kitchen,
    ratio::Ratio,
};

/// What was planned and eaten on some days, and what is to buy for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MealExport {
    /// The days.
    pub dates: DateSpan,
    /// The planned slots by date and number.
    pub plan: Vec<PlanRow>,
    /// What was said about slots, in the order in which it was logged.
    pub log: Vec<MealLog>,
    /// What was eaten outside all slots, by date.
    pub diary: Vec<DiaryEntry>,
    /// What is to buy.
    pub list: ShoppingList,
}

/// A planned slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanRow {
    /// The id of the plan item.
    pub item_id: ItemId,
    /// What is planned.
    pub item: MealItem,
    /// The name of the recipe; its key if nothing else is known of it.
    pub name: Name,
    /// What became of it.
    pub state: SlotState,
    /// The macros of what is planned; absent if the recipe is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub macros: Option<Macros>,
}

/// Energy, protein, fat and carbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the macros by their names")]
pub struct Macros {
    pub calories: Decimal,
    pub protein_g: Decimal,
    pub fat_g: Decimal,
    pub carbs_g: Decimal,
}

/// Gathers what belongs to these days.
pub fn export(diary: &Diary<'_>, dates: DateSpan, kitchen: &Kitchen<'_>, list: ShoppingList) -> MealExport {
    MealExport {
        dates,
        plan: planned(diary, dates, kitchen),
        log: diary.logs().iter().filter(|log| dates.contains(log.date)).cloned().collect(),
        diary: dates.days().flat_map(|date| diary.entries(date)).cloned().collect(),
        list,
    }
}

/// The planned meals of some days, with what became of them.
pub fn planned(diary: &Diary<'_>, dates: DateSpan, kitchen: &Kitchen<'_>) -> Vec<PlanRow> {
    let slots = diary.slots().filter(|record| dates.contains(record.item.date));
    slots.map(|record| plan_row(&record, kitchen)).collect()
}

fn plan_row(record: &SlotRecord<'_>, kitchen: &Kitchen<'_>) -> PlanRow {
    let item = record.item;
    let entry = kitchen.recipe(&item.recipe_id, item.recipe_revision);
    let macros = entry.map(|entry| {
        let share = Ratio::percent(item.servings_pct);
        let amount = |nutrient| {
            let Amount(serving) = entry.derived.nutrition.get(nutrient).unwrap_or_default();
            Decimal(Amount((Ratio::from(serving) * share).round()))
        };
        Macros {
            calories: amount(Nutrient::Calories),
            protein_g: amount(Nutrient::Protein),
            fat_g: amount(Nutrient::Fat),
            carbs_g: amount(Nutrient::Carbs),
        }
    });
    let key = || Name { en: item.recipe_id.to_string(), ru: None };
    PlanRow {
        item_id: record.id,
        item: item.clone(),
        name: entry.map_or_else(key, |entry| entry.recipe.name.clone()),
        state: record.state,
        macros,
    }
}

/// An export as programs read it.
pub const EXAMPLE: &str = include_str!("../examples/meal-export.json");

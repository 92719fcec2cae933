//! The public documents: what people and programs write or read as JSON, each with a schema and an example.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

use crate::{
    exercise, food, ladder,
    meal_plan::{self, ShoppingList},
    plan, progress, proposal, reason, recipe,
    session::{self, Session},
    wellbeing::{self, CheckIn},
};

/// A kind of document that leaves or enters the program as JSON or TOML.
pub struct Document {
    /// The name by which `regimen schema NAME` finds it.
    pub name: &'static str,
    /// One line on what it is for.
    pub title: &'static str,
    /// Makes its JSON Schema (draft 2020-12).
    pub schema: fn() -> Value,
    /// A valid instance, as JSON text.
    pub example: &'static str,
}

impl Document {
    /// A document whose schema is that of `T`.
    pub const fn of<T: JsonSchema>(name: &'static str, title: &'static str, example: &'static str) -> Self {
        Self { name, title, schema: schema_of::<T>, example }
    }
}

fn schema_of<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// The documents of the vocabulary, in the order of their names. Engines add their own.
pub const DOCUMENTS: &[Document] = &[
    Document::of::<CheckIn>("check-in", "how the athlete is today", wellbeing::CHECK_IN_EXAMPLE),
    Document::of::<exercise::Exercise>("exercise", "an entry of the exercise catalogue", exercise::EXAMPLE),
    Document::of::<food::Food>("food", "an entry of the food catalogue", food::EXAMPLE),
    Document::of::<ladder::Ladder>("ladder", "a skill as a sequence of levels", ladder::EXAMPLE),
    Document::of::<plan::PlanItem>("plan-item", "an exercise of a plan with its sets", plan::ITEM_EXAMPLE),
    Document::of::<progress::ProgressRecord>(
        "progress-record",
        "what a session did to one item of the plan",
        progress::EXAMPLE,
    ),
    Document::of::<proposal::Proposal>("proposal", "a change that waits for an answer", proposal::EXAMPLE),
    Document::of::<reason::Reason>("reason", "why something was decided", reason::EXAMPLE),
    Document::of::<recipe::Recipe>("recipe", "a dish with its ingredients", recipe::EXAMPLE),
    Document::of::<Session>("session", "what was planned for a day and what was done", session::EXAMPLE),
    Document::of::<ShoppingList>(
        "shopping-list",
        "what has to be bought for some days of meals",
        meal_plan::SHOPPING_LIST_EXAMPLE,
    ),
];

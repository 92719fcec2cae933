//! The public documents of this engine: what people and programs write or read as JSON, each with a schema and an
//! example.

use domain::document::Document;

use crate::{
    export::{self, MealExport},
    outcome::{self, MealResult},
    problem::{self, Problem},
    profile::{self, NutritionProfile},
    target::{self, Targets, input::TargetsInput},
    verify::{self, Verdict},
};

/// The documents of the engine, in the order of their names.
pub const DOCUMENTS: &[Document] = &[
    Document::of::<Verdict>(
        "meal-breaches",
        "what an independent check found in a plan of meals",
        verify::EXAMPLE,
    ),
    Document::of::<MealExport>(
        "meal-export",
        "what was planned and eaten on some days, and what is to buy for them",
        export::EXAMPLE,
    ),
    Document::of::<Problem>("meal-problem", "what a plan of meals is made from", problem::EXAMPLE),
    Document::of::<MealResult>(
        "meal-result",
        "a plan of meals and why, or why there is none",
        outcome::EXAMPLE,
    ),
    Document::of::<NutritionProfile>(
        "nutrition-profile",
        "who eats, what for, when and what not",
        profile::EXAMPLE,
    ),
    Document::of::<Targets>(
        "targets",
        "what an athlete needs each day, and how it was derived",
        target::EXAMPLE,
    ),
    Document::of::<TargetsInput>("targets-input", "what targets are derived from", target::INPUT_EXAMPLE),
];

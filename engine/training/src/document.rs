//! The public documents of this engine: what people and programs write or read as JSON, each with a schema and an
//! example.

pub mod substitution;
pub mod week;

use std::{borrow::Cow, marker::PhantomData};

use domain::document::Document;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{
    input::{self, SelectionInput},
    outcome::{
        self,
        input::{Evaluated, OutcomeInput},
    },
    output::{Generated, SelectionOutput},
    progression::{self, DecideInput, Decided},
    suggestion::{self, Run, SuggestInput},
};
use substitution::{SubstitutionInput, SubstitutionOutput};
use week::{WeekAnalysis, WeekInput};

/// The documents of the engine, in the order of their names.
pub const DOCUMENTS: &[Document] = &[
    Document::of::<OutcomeInput>(
        "outcome-input",
        "answered suggestions and the sessions after them",
        outcome::input::EXAMPLE,
    ),
    Document::of::<Evaluated>(
        "outcome-output",
        "what later sessions say about suggestions",
        include_str!("../examples/outcome-output.json"),
    ),
    Document::of::<Decided>(
        "progress-decisions",
        "what a report does to the levels and ranges of a plan, and why",
        include_str!("../examples/progress-decisions.json"),
    ),
    Document::of::<DecideInput>(
        "progress-input",
        "a reported session and what its decisions depend on",
        progression::input::EXAMPLE,
    ),
    Document::of::<SelectionInput>(
        "selection-input",
        "what a training session is planned from",
        input::EXAMPLE,
    ),
    Document::of::<SelectionOutput>(
        "selection-output",
        "which exercises were selected, and why",
        include_str!("../examples/selection-output.json"),
    ),
    Document::of::<SubstitutionInput>(
        "substitution-input",
        "which exercise needs a stand-in, and for whom",
        substitution::EXAMPLE,
    ),
    Document::of::<SubstitutionOutput>(
        "substitution-output",
        "what can stand in for an exercise, and what cannot",
        include_str!("../examples/substitution-output.json"),
    ),
    Document::of::<SuggestInput>(
        "suggest-input",
        "a finished session and what suggestions after it depend on",
        suggestion::input::EXAMPLE,
    ),
    Document::of::<Run>(
        "suggest-run",
        "what is suggested after a session, what is not, and why",
        include_str!("../examples/suggest-run.json"),
    ),
    Document::of::<WeekAnalysis>(
        "week-analysis",
        "how good a week of training is, and what would make it better",
        include_str!("../examples/week-analysis.json"),
    ),
    Document::of::<WeekInput>("week-input", "what a week of training is judged from", week::EXAMPLE),
    Document::of::<Generated>(
        "workout",
        "a training session with sets, loads and rests, and how it was chosen",
        include_str!("../examples/workout.json"),
    ),
];

/// The schema of a word that people may write in other ways, too (EX-2, EX-4): editors offer the words of `T`, and
/// the engine says what it does not understand.
pub(crate) struct Typed<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Typed<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Typed{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<T>(), { "type": "string" }] })
    }
}

//! The two documents of the flow: the plan of a session (L-18) and the workout with one node per set (L-19).
//!
//! [`read`] takes them in, whoever wrote them; [`yaml`] writes a workout; [`id`] names workouts and sets.

mod alias;
pub mod id;
pub mod number;
mod pattern;
pub mod plan;
pub mod read;
pub mod reps;
pub mod schema;
pub mod workout;
pub mod yaml;

use domain::document::Document;

use crate::{
    dialog::tuning::{self, DialogTuning},
    input::{self, Inputs, request::Request},
};
use schema::Schema;

/// The public documents of the flow, in the order of their names.
pub const DOCUMENTS: &[Document] = &[
    Document {
        name: "analyzer-v1",
        title: "the compact plan of one session, before it is spelled out",
        schema: || Schema::Analyzer.value().clone(),
        example: plan::EXAMPLE,
    },
    Document::of::<DialogTuning>(
        "dialog-tuning",
        "the numbers of the conversation that an installation may vary",
        tuning::EXAMPLE,
    ),
    Document::of::<Inputs>(
        "flow-inputs",
        "a request for a session and everything known of the athlete",
        input::EXAMPLE,
    ),
    Document::of::<Request>(
        "flow-request",
        "what is asked of a session, in words and data",
        input::request::EXAMPLE,
    ),
    Document {
        name: "workout-v1.2",
        title: "a session with one node per set, to be filled in",
        schema: || Schema::Workout.value().clone(),
        example: workout::EXAMPLE,
    },
];

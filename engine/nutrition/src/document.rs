//! The public documents of this engine: what people and programs write or read as JSON, each with a schema and an
//! example.

use domain::document::Document;

use crate::target::{self, Targets, input::TargetsInput};

/// The documents of the engine, in the order of their names.
pub const DOCUMENTS: &[Document] = &[
    Document::of::<Targets>(
        "targets",
        "what an athlete needs each day, and how it was derived",
        target::EXAMPLE,
    ),
    Document::of::<TargetsInput>("targets-input", "what targets are derived from", target::INPUT_EXAMPLE),
];

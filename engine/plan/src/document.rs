//! The public documents of this crate: what people and programs write or read as JSON, each with a schema and an
//! example.

use domain::document::Document;

use crate::replay::{self, PlanHistory, Replay};

/// The documents of this crate, in the order of their names.
pub const DOCUMENTS: &[Document] = &[
    Document::of::<PlanHistory>(
        "plan-history",
        "the versions of a plan, and what came of each event",
        replay::HISTORY_EXAMPLE,
    ),
    Document::of::<Replay>(
        "plan-replay",
        "the first version of a plan and what happened since",
        replay::EXAMPLE,
    ),
];

//! The session flow from the outside.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod dialog;
mod documents;
mod example;
mod flow;
mod given;
mod model;
mod properties;
mod texts;
mod validators;

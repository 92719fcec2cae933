//! Tests of the plan engine through its public functions.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod given;
mod learning;
mod properties;
mod rules;
mod scenarios;

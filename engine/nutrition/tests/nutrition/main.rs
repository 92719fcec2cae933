//! The tests of the nutrition engine.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod allergen;
mod catalog;
mod convert;
mod derive;
mod given;
mod ingredient;
mod reference;
mod score;
mod search;
mod targets;

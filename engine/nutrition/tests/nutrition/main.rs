//! The tests of the nutrition engine.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod acceptance;
mod allergen;
mod catalog;
mod convert;
mod derive;
mod diary;
mod export;
mod given;
#[cfg(feature = "highs")]
mod highs;
mod import;
mod ingredient;
mod leftover;
mod literal;
mod meals;
mod menu;
mod profile;
mod properties;
mod reference;
mod replan;
mod score;
mod search;
mod shopping;
mod solve;
mod stages;
mod summary;
mod supplement;
mod targets;
mod verify;

//! The tests of the training engine over the shipped catalogue.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod advice;
mod beam;
mod calibration;
mod catalog;
mod catalog_files;
mod difficulty;
mod documents;
mod flags;
mod freeze;
mod given;
mod kpi;
mod load;
mod miss;
mod model_drafts;
mod outcome;
mod progression;
mod properties;
mod quality;
mod records;
mod report;
mod scenarios;
mod score;
mod selection;
mod sets;
mod simulation;
mod suggestion;
mod verify;
mod verify_progress;
mod verify_suggestions;
mod week;

//! The tests of the training engine over the shipped catalogue.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod beam;
mod calibration;
mod catalog;
mod catalog_files;
mod documents;
mod given;
mod load;
mod properties;
mod scenarios;
mod score;
mod selection;
mod sets;
mod simulation;
mod verify;
mod week;

//! The tests of the training engine over the shipped catalogue.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod calibration;
mod catalog;
mod catalog_files;
mod load;

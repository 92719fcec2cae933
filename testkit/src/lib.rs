//! What the tests of all crates share: scenarios that a coach can read, and files that hold an expectation.
//!
//! [`check`] runs the Markdown scenarios below a folder; [`expect_file`] compares one generated file.
//! [`model`] is an endpoint that plays a language model by a script, [`strava`] plays Strava, [`postgres`] is a database
//! server that a test may stop.
//! Both show what differs, and both accept the new output when the tests run with `UPDATE_EXPECT=1`.
//! The tidy tests, which read the whole project, are the integration test `tidy` of this crate.
//!
//! # What is not here
//!
//! * No product code depends on this crate; it is a dev-dependency everywhere.
//! * There are no assertions about a domain: a scenario shows text, and the crate under test writes it.

mod diff;
mod expect;
pub mod markdown;
pub mod model;
pub mod postgres;
mod scenario;
pub mod strava;
#[cfg(test)]
mod temp_folder;

pub use expect::expect_file;
pub use scenario::{Given, check, check_with};

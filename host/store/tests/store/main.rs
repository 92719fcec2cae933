//! The same tests on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what helps a test fails like one")]

mod both;
mod jobs;
mod meals;
mod past;
mod rows;

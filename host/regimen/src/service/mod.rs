//! The use cases: one function each, which gathers what an engine needs, calls it and hands on what it says.
//!
//! Command line, HTTP and web call the same functions. All of them are stateless so far (GL-10): everything comes
//! with the call.

pub mod calibration;
pub mod catalog;
pub mod meals;
pub mod plan;
pub mod training;

//! What to lift: exercise selection, volume, prescription, loads and time, as pure functions.
//!
//! [`tuning`] holds every number that may be tuned; the engine is built on it.

pub mod tuning;

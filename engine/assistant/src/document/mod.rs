//! The two documents of the flow: the plan of a session (L-18) and the workout with one node per set (L-19).
//!
//! [`read`] takes them in, whoever wrote them; [`yaml`] writes a workout; [`id`] names workouts and sets.

mod alias;
pub mod id;
pub mod number;
mod pattern;
pub mod plan;
pub mod read;
pub mod reps;
pub mod schema;
pub mod workout;
pub mod yaml;

//! One session from an athlete's words and data, in two steps: a plan that is checked, and a workout with one node per
//! set (docs/spec/session-flow.md); and the reading of what an athlete writes (docs/spec/dialog.md).
//!
//! Read in this order: [`input`] (what is given, and what is understood of it), [`document`] (the plan and the workout),
//! [`facts`] (what follows from the input: session type, fatigue, loads, time), [`rules`] (the planner that needs no
//! model), [`check`] (the validators that every planner passes), [`model`] (the talk with a model as state machines),
//! [`dialog`] (messages of an athlete).
//! [`failure`] and [`fault`] say what is wrong with a request and with a document; [`tuning`] holds the numbers.
//!
//! # What is not here
//!
//! * No network, clock or random source: a call to a model is a value that the host carries out, and its answer is a
//!   value that comes back.
//! * No decision by a model: what it drafts passes the same validators as the rules' own plan.
//! * No storage: ids that are taken, answers that were kept and the breaker's past are given by the host.

pub mod check;
pub mod dialog;
pub mod document;
pub mod facts;
pub mod failure;
pub mod fault;
pub mod input;
pub mod model;
pub mod rules;
pub mod tuning;

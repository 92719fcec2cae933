//! What to lift: exercise selection, volume, prescription, loads and time, as pure functions.
//!
//! [`session::plan`] takes a [`request::Request`] and returns a session with every reason, or a
//! [`request::Refusal`]. Equal inputs give equal bytes.
//!
//! Read in this order: [`input`] and [`request`] (what is asked), [`volume`] and [`schedule`] (how much), [`filter`],
//! [`score`] and [`select`] (which exercises), [`allocate`], [`timebox`] and [`superset`] (how many sets, in which
//! time), [`prescribe`] and [`load`] (reps, effort, weights), [`session`], [`present`] and [`output`] (what is returned).
//!
//! Around the session: [`block`] (which week of which block a day is in), [`week`] (what a week is worth), [`simulate`]
//! (weeks of a made-up athlete, by which the whole is judged).
//!
//! After it: [`freeze`] (what a session is judged against), [`flag`] (how the athlete is), [`progression`] with
//! [`difficulty`] and [`advice`] (what a report does to levels and ranges), [`suggestion`] (what it says about loads, reps
//! and rests), [`outcome`] (whether that was right), [`records`], [`progress_summary`], [`miss`] (what may go wrong next)
//! and [`quality`] (whether the rules do good).
//!
//! # What is not here
//!
//! * No change of a plan: what should change after a session is proposed, and landed elsewhere.
//! * No clock and no storage: the history is an input.
//! * No stage after selection adds an exercise, and only time, caps and readiness remove one, each with a reason.

pub mod advice;
pub mod allocate;
pub mod beam;
pub mod block;
pub mod calibrate;
pub mod catalog;
pub mod cold_start;
pub mod difficulty;
pub mod document;
pub mod draft;
pub mod filter;
pub mod flag;
pub mod freeze;
pub mod history;
pub mod input;
pub mod kpi;
pub mod library;
pub mod load;
pub mod miss;
pub mod muscles;
pub mod outcome;
pub mod output;
pub mod pain;
pub mod prescribe;
pub mod present;
pub mod progress_summary;
pub mod progression;
pub mod quality;
mod reader;
pub mod records;
pub mod report;
pub mod request;
pub mod schedule;
pub mod score;
pub mod select;
pub mod session;
pub mod simulate;
pub mod starter;
pub mod strength;
pub mod substitute;
pub mod suggestion;
pub mod superset;
mod template;
pub mod timebox;
pub mod tuning;
pub mod verify;
pub mod verify_progress;
pub mod verify_suggestions;
pub mod volume;
pub mod week;
mod weights;

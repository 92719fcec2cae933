//! Suggestions: what finished sessions say about the prescription of an item (SG, SR, SD, SX, SL).
//!
//! [`suggest`] takes the context of a finished session and returns a [`Run`]: what is proposed, what is not, and why.
//! Nothing is changed here: proposals land by the rules of the plans chapter, once a person says yes.
//!
//! Read in this order: [`input`] and [`context`] (what is known), [`evidence`] and [`sets`] (what counts of it),
//! [`increment`], [`load`] and [`rest`] (the numbers), [`rules`] (one file each), [`feedback`] and [`profile`] (what
//! changes them), [`settle`] (deduplication and conflicts), [`run`] (the report), [`display`] and [`gate`];
//! [`history`] is what is kept of an exercise, [`draft`] what a model may add and [`join`] what becomes of it.
//!
//! # What is not here
//!
//! * No history: a rule reads the performance and up to three before it, however many there are.
//! * No model: its drafts join the candidates of the rules in [`Candidates::settle`], or what the rules have told already
//!   in [`join`].

mod conflict;
pub mod context;
mod dedup;
pub mod display;
pub mod draft;
pub mod evidence;
pub mod feedback;
pub mod follow;
pub mod gate;
pub mod guard;
pub mod history;
pub mod increment;
pub mod input;
pub mod join;
pub mod load;
pub mod profile;
pub mod rest;
mod retype;
pub mod rules;
pub mod run;
pub mod sets;
pub mod settle;
mod shift;
pub mod tuning;

use crate::{catalog::Catalog, request::Refusal};

pub use input::SuggestInput;
pub use run::{Candidates, Run, propose};

/// The version of the rules of this chapter.
pub const RULE_VERSION: &str = "suggestions-1";

/// The suggestions for a finished session: the rules asked and settled, without a model.
pub fn suggest(input: &SuggestInput, catalog: &Catalog) -> Result<Run, Refusal> {
    Ok(propose(input, catalog)?.settle(vec![], input, catalog))
}

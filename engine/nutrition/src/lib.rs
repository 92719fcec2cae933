//! What to eat: nutrition arithmetic, targets and the staged meal solver, as pure functions.
//!
//! Read in this order: [`text`] (one spelling for every name), [`foods`], [`ingredient`] and [`convert`] (from a line
//! of a recipe to a mass of a food), [`allergen`], [`derive`](mod@derive), [`diet`], [`duplicate`] and [`composition`]
//! (what follows from foods), [`reference`](mod@reference), [`catalog`], [`import`] and [`target`] (what is known, what
//! people bring, and what is needed), [`profile`] (from an athlete to a problem).
//!
//! Then the solver: [`problem`] and [`request`] (what is asked, as written and as checked), [`slot`], [`pool`],
//! [`score`] and [`search`] (stage A), [`bound`] and [`guide`] (what no plan can do), [`repair`] (stage B), [`exact`]
//! (stage C), [`explain`] (stage D), [`solve`](mod@solve) (the stages in their order), [`outcome`], [`present`],
//! [`why`], [`menu`] and [`polish`] (what is shown), and [`verify`], which trusts none of them.
//!
//! Then the life of a plan: [`kitchen`] and [`diary`] (what it is made of, and what became of it), [`leftover`] and
//! [`supplement`] (what is eaten besides), [`swap`] and [`replan`] (what changes), [`shopping`],
//! [`summary`], [`scale`] and [`export`].

pub mod allergen;
pub mod batch;
pub mod bound;
pub mod catalog;
pub mod composition;
pub mod convert;
pub mod derive;
pub mod diary;
pub mod diet;
pub mod document;
pub mod duplicate;
pub mod exact;
mod exclusion;
pub mod explain;
pub mod export;
pub mod foods;
pub mod guide;
pub mod import;
pub mod ingredient;
pub mod kitchen;
pub mod leftover;
pub mod menu;
pub mod outcome;
pub mod pin;
pub mod polish;
pub mod pool;
pub mod present;
pub mod problem;
pub mod profile;
mod ratio;
pub mod reference;
pub mod repair;
pub mod replan;
pub mod request;
pub mod scale;
pub mod score;
pub mod search;
pub mod shopping;
pub mod slot;
pub mod solve;
pub mod summary;
pub mod supplement;
pub mod swap;
pub mod target;
pub mod text;
pub mod tuning;
pub mod verify;
pub mod warning;
pub mod why;

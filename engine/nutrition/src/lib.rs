//! What to eat: nutrition arithmetic, targets and the staged meal solver, as pure functions.
//!
//! Read in this order: [`text`] (one spelling for every name), [`foods`], [`ingredient`] and [`convert`] (from a line
//! of a recipe to a mass of a food), [`allergen`], [`derive`](mod@derive), [`diet`] and [`composition`] (what follows
//! from foods), [`reference`](mod@reference), [`catalog`] and [`target`] (what is known, and what is needed).

pub mod allergen;
pub mod catalog;
pub mod composition;
pub mod convert;
pub mod derive;
pub mod diet;
pub mod document;
mod exclusion;
pub mod foods;
pub mod ingredient;
pub mod pool;
pub mod problem;
mod ratio;
pub mod reference;
pub mod request;
pub mod score;
pub mod search;
pub mod slot;
pub mod target;
pub mod text;
pub mod warning;

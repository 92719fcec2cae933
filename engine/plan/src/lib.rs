//! How plans change: the one place where a prescription gets another value.
//!
//! Engines, models and people do not write a plan. They make proposals or ask for an edit; what comes of it is a
//! [`landing::Landing`]: new versions with their rows, answered proposals, overrides, conflicts, audit lines and events.
//! [`chain::Chain`] is what is known of one plan; recording a landing gives the next chain. Equal inputs give equal
//! bytes.
//!
//! Read in this order: [`item`] (what a plan holds), [`chain`] and [`landing`] (what is known, what changes), [`bundle`],
//! [`owner`] and [`arbitrate`] (who may change what, and who gives way), [`guard`] and [`compromise`] (a person's word
//! against an engine's), then what can be asked: [`report`], [`answer`], [`edit`], [`confirm`], [`rollback`], [`undo`],
//! [`expiry`], [`structure`]. [`between`] tells two versions apart; [`replay`] folds a list of events into a chain; [`verify`] checks one from its rows alone;
//! [`document`] lists what is read and written as JSON.
//!
//! # What is not here
//!
//! * No rule that decides what to change: that is what the engines are for.
//! * No storage: a chain may hold a whole plan or only what a request needs.
//! * No clock: every request carries its [`chain::Moment`].

pub mod answer;
pub mod arbitrate;
pub mod between;
pub mod bundle;
pub mod chain;
mod compose;
pub mod compromise;
pub mod confirm;
mod desk;
pub mod document;
pub mod edit;
pub mod expiry;
pub mod guard;
pub mod item;
pub mod landing;
pub mod mode;
pub mod owner;
pub mod replay;
pub mod report;
pub mod rollback;
pub mod structure;
pub mod summary;
pub mod tuning;
pub mod undo;
pub mod verify;

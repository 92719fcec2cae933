//! Miss prediction: how likely the next session of an item falls short, learned from reported sessions (P-48).
//!
//! [`model::Model::train`] takes the sessions of all athletes who agreed to it and returns a model with its metrics,
//! or says what is missing. A model that passed its test may offer a lighter session ([`effect::offers`]); without one
//! there is [`fallback::risk`], which is only shown.
//!
//! Read in this order: [`attempt`] (what is given), [`feature`] (what is known before a session starts), [`bins`],
//! [`forest`] and [`learner`] (trees), [`calibration`], [`split`] (which rows teach, which judge), [`metrics`]
//! (whether it is good enough), [`model`] (the whole), [`fallback`] and [`effect`] (what follows).
//!
//! # What is not here
//!
//! * No verdict, level or load: a model can only make the volume of one session smaller, and only if the person says so.
//! * No randomness and no sampling: equal rows give equal bytes on every machine, in whatever order they come. Sums
//!   that decide a split are integers, and exponentials are computed in software.
//! * No look ahead: what a row knows ended before it started, and no part of the rows sees a later one.

pub mod attempt;
pub mod bins;
pub mod calibration;
pub mod effect;
pub mod fallback;
pub mod feature;
pub mod forest;
pub mod learner;
mod logistic;
pub mod metrics;
pub mod model;
pub mod split;

use domain::spec::SpecId;

/// The rule of this folder.
pub const RULE: SpecId = SpecId::new("P-48");

/// Version of the rule: a change of a feature's meaning or of the learner is a new one, and older models end with it.
pub const RULE_VERSION: &str = "1";

/// How many of them, as a number for shares and means.
fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

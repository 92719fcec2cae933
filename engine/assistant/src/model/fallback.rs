//! L-32: when the rules stand in for a model.

use domain::{
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    vocabulary::vocabulary,
};

use crate::{failure::Failure, rules::Outcome};

vocabulary! {
    /// What is configured for a model that fails.
    pub enum OnFailure: "action" {
        Fallback = "fallback",
        Fail = "fail",
    }
}

/// Whether the rules stand in for a failure; a mistake of the caller never falls back.
pub fn stands_in(failure: &Failure, configured: OnFailure, strict: bool) -> bool {
    failure.code.is_of_model() && configured == OnFailure::Fallback && !strict
}

/// The outcome of the rules, marked as standing in.
#[must_use]
pub fn instead(outcome: Outcome, requested: crate::input::request::Planner, failure: &Failure) -> Outcome {
    let why = Fact::word("model", failure.code);
    let warning = Reason::new(ReasonCode::ModelFallback, SpecId::new("L-32")).fact("why", why);
    let mut warnings = vec![warning];
    warnings.extend(outcome.warnings);
    Outcome {
        requested_planner: requested,
        fallback_reason: Some(failure.code),
        attempts: failure.attempts,
        warnings,
        ..outcome
    }
}

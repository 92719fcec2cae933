//! How the flow says no: one closed list of codes with the stage at which it happened (L-34).

use domain::{
    law::Finding,
    reason::{Fact, Facts},
    spec::SpecId,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::fault::Fault;

vocabulary! {
    /// Why a request of the flow failed.
    pub enum FailureCode: "failure code" {
        // The caller's input.
        BadEncoding = "bad_encoding",
        InputTooLarge = "input_too_large",
        InputInvalid = "input_invalid",
        HistoryUnparsed = "history_unparsed",
        HistoryMalformed = "history_malformed",
        FetchRefused = "fetch_refused",
        FetchFailed = "fetch_failed",
        // The athlete's state.
        TrainingPaused = "training_paused",
        NoSafeExercise = "no_safe_exercise",
        IdExhausted = "id_exhausted",
        // The model.
        ModelNotConfigured = "model_not_configured",
        ModelBusy = "model_busy",
        PromptTooLarge = "prompt_too_large",
        BreakerOpen = "breaker_open",
        ProviderUnreachable = "provider_unreachable",
        ProviderAuth = "provider_auth",
        ProviderModelUnknown = "provider_model_unknown",
        ProviderRejected = "provider_rejected",
        ProviderTimeout = "provider_timeout",
        OutputTruncated = "output_truncated",
        EmptyOutput = "empty_output",
        OutputInvalid = "output_invalid",
        // A defect.
        PlannerInvariant = "planner_invariant",
    }
}

impl FailureCode {
    /// The rule behind it.
    pub const fn spec(self) -> SpecId {
        match self {
            Self::BadEncoding | Self::InputTooLarge => SpecId::new("L-3"),
            Self::InputInvalid => SpecId::new("L-2"),
            Self::HistoryUnparsed | Self::HistoryMalformed => SpecId::new("L-5"),
            Self::FetchRefused | Self::FetchFailed => SpecId::new("L-38"),
            Self::TrainingPaused => SpecId::new("SF-5"),
            Self::NoSafeExercise => SpecId::new("SO-10"),
            Self::IdExhausted => SpecId::new("L-21"),
            Self::ModelNotConfigured
            | Self::ModelBusy
            | Self::PromptTooLarge
            | Self::OutputTruncated
            | Self::EmptyOutput => SpecId::new("L-28"),
            Self::BreakerOpen => SpecId::new("L-31"),
            Self::ProviderUnreachable
            | Self::ProviderAuth
            | Self::ProviderModelUnknown
            | Self::ProviderRejected
            | Self::ProviderTimeout => SpecId::new("L-30"),
            Self::OutputInvalid => SpecId::new("L-29"),
            Self::PlannerInvariant => SpecId::new("L-25"),
        }
    }

    /// L-32: whether the `rules` planner may stand in: every failure of a model, none of the caller.
    pub const fn is_of_model(self) -> bool {
        let at = self as usize;
        Self::ModelNotConfigured as usize <= at && at <= Self::OutputInvalid as usize
    }

    /// L-31: whether it counts as a failed request for the breaker.
    pub const fn trips_breaker(self) -> bool {
        let at = self as usize;
        Self::ProviderUnreachable as usize <= at && at <= Self::OutputInvalid as usize
    }
}

vocabulary! {
    /// Where in the flow it happened.
    pub enum Stage: "stage" {
        Ingest = "ingest",
        Analyzer = "analyzer",
        Generator = "generator",
        Log = "log",
    }
}

/// Calls of the model so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Attempts {
    /// For the plan.
    pub analyzer: u32,
    /// For the workout.
    pub generator: u32,
}

/// Why a request of the flow failed, with everything that a surface shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// What.
    pub code: FailureCode,
    /// The rule behind it.
    pub spec: SpecId,
    /// Where.
    pub stage: Stage,
    /// The values behind it.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// Calls of the model so far.
    pub attempts: Attempts,
    /// What is wrong with a document, at most [`Failure::MOST_FAULTS`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<Fault>,
    /// Whether there was more to say.
    pub truncated: bool,
    /// What is wrong with the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// When to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u32>,
}

impl Failure {
    /// The longest list of faults that is answered.
    pub const MOST_FAULTS: usize = 100;

    /// A failure without facts.
    pub fn new(code: FailureCode, stage: Stage) -> Self {
        Self {
            code,
            spec: code.spec(),
            stage,
            facts: Facts::new(),
            attempts: Attempts::default(),
            validation: vec![],
            truncated: false,
            findings: vec![],
            retry_after_s: None,
        }
    }

    /// The same with one fact more.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(name.into(), fact.into());
        self
    }

    /// The same with what is wrong with a document.
    #[must_use]
    pub fn faults(mut self, mut faults: Vec<Fault>) -> Self {
        self.truncated = faults.len() > Self::MOST_FAULTS;
        faults.truncate(Self::MOST_FAULTS);
        self.validation = faults;
        self
    }
}

impl From<domain::law::Invalid> for Failure {
    fn from(invalid: domain::law::Invalid) -> Self {
        let findings = invalid.findings().to_vec();
        Self { findings, ..Self::new(FailureCode::InputInvalid, Stage::Ingest) }
    }
}

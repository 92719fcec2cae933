//! The session flow: one session from an athlete's words and data, as two documents, and what was done of it back (L-1).
//!
//! Read in this order: [`document`] (on documents alone, without anything stored), `fetch` (texts that are elsewhere),
//! `gather` (what is stored, as inputs), [`plan`] (understand, analyze, plan; by the rules, by a model, or by the rules
//! with notes of a model), `reading` (lines that no rule understood, as a model reads them and the athlete confirms),
//! [`draft`] (a planned session that waits for an answer) and [`log`] (the workout, filled in).

pub mod document;
pub mod draft;
mod fetch;
mod gather;
pub mod log;
mod notes;
pub mod plan;
pub mod reading;
mod session;

use std::{collections::BTreeMap, sync::LazyLock};

use ::training::{catalog::Catalog, library::Library, tuning::Tuning};
use assistant::{
    input::{Knowledge, name::Names, request::Planner},
    model::{breaker::BreakerState, fallback::OnFailure},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::app::{App, machine_time};
use crate::{
    config::Config,
    llm::{Llm, Pace, Step, figures::Figures, settings},
    problem::Problem,
};

/// Who plans, and what is done when a model fails (L-1, L-32).
#[derive(Debug)]
pub struct Planners {
    /// Who plans unless a request says so.
    pub planner: Planner,
    /// What is done when a model fails.
    pub on_failure: OnFailure,
    /// The model, if there is one.
    pub llm: Option<Llm>,
    /// What is counted (L-35).
    pub figures: Figures,
    /// AI-1: whether the model is asked after a session.
    pub suggestions: bool,
    /// OU-9: whether the model is asked what came of a change when the rules are not sure.
    pub outcomes: bool,
}

impl Default for Planners {
    fn default() -> Self {
        Self {
            planner: Planner::Rules,
            on_failure: OnFailure::Fallback,
            llm: None,
            figures: Figures::default(),
            suggestions: false,
            outcomes: false,
        }
    }
}

impl Planners {
    /// Those that are configured.
    pub fn read(config: &Config) -> Result<Self, Problem> {
        let mut llm =
            settings::Settings::read(config)?.map(|settings| Llm::new(settings, Pace::Real)).transpose()?;
        if let Some((capture, is_on)) = settings::capture(config) {
            // What was written down before is not kept longer because nobody writes any more.
            capture.prune(machine_time());
            if let Some(llm) = llm.as_mut().filter(|_| is_on) {
                llm.capture = Some(capture);
            }
        }
        Ok(Self {
            planner: settings::planner(config),
            on_failure: settings::on_failure(config),
            suggestions: llm.is_some() && settings::suggestions(config),
            outcomes: llm.is_some() && settings::outcomes(config),
            llm,
            figures: Figures::default(),
        })
    }
}

/// How the model stands, for who looks after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelStatus {
    /// Who plans unless a request says so.
    pub planner: Planner,
    /// Whether there is a model.
    pub configured: bool,
    /// Whether it is asked after a session (AI-1).
    pub suggestions: bool,
    /// Whether it is asked what came of a change (OU-9).
    pub outcomes: bool,
    /// The name of the model that plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How the breaker of each step stands (L-31).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub breakers: BTreeMap<Step, BreakerState>,
}

/// How the model stands now.
pub fn status(app: &App) -> ModelStatus {
    let (planners, now) = (&app.planners, app.now());
    let llm = planners.llm.as_ref();
    ModelStatus {
        planner: planners.planner,
        configured: llm.is_some(),
        suggestions: planners.suggestions,
        outcomes: planners.outcomes,
        model: llm.map(|llm| llm.settings.model.analyzer.model.clone()),
        breakers: llm
            .map(|llm| Step::ALL.iter().map(|step| (*step, llm.state(*step, now))).collect())
            .unwrap_or_default(),
    }
}

static LIBRARY: LazyLock<Library<'static>> =
    LazyLock::new(|| Library::new(Catalog::embedded(), &Tuning::default()));
static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

/// The exercises to choose from and their names: those of the product are kept, others are prepared for one request.
pub(crate) struct Exercises<'a> {
    own: Option<(Library<'a>, Names)>,
}

impl<'a> Exercises<'a> {
    /// The exercises of a catalogue under this tuning.
    pub(super) fn new(catalog: &'a Catalog, tuning: &Tuning) -> Self {
        let is_shipped = std::ptr::eq(catalog, Catalog::embedded()) && *tuning == Tuning::default();
        Self { own: (!is_shipped).then(|| (Library::new(catalog, tuning), Names::new(catalog))) }
    }

    /// Those of the product.
    pub(crate) const fn shipped() -> Self {
        Self { own: None }
    }

    /// The same, as the flow asks for them.
    pub(crate) fn knowledge(&self) -> Knowledge<'_> {
        match &self.own {
            Some((library, names)) => Knowledge { library, names },
            None => Knowledge { library: &LIBRARY, names: &NAMES },
        }
    }
}

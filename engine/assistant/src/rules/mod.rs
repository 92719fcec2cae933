//! The planner that needs no model: [`analyze`] plans a session by the rules of training, [`render`] spells it out (L-25).
//!
//! Both are pure: the same input gives the same bytes. What they make passes the validators; if it did not, that would
//! be a defect, and is answered as one.

pub mod analyze;
mod fit;
mod note;
pub mod render;

use domain::{plan::SessionTier, reason::Reason, reason::ReasonCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::output::SelectionOutput;

use crate::{
    check,
    document::{plan::AnalyzerPlan, workout::Workout, yaml},
    facts::{Context, Prepared},
    failure::{Attempts, Failure, FailureCode, Stage},
    input::{Inputs, Knowledge, request::Planner},
};

/// An exercise that was chosen and is not in the plan, or got fewer sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Its key.
    pub slug: String,
    /// The tier in which it stood.
    pub tier: SessionTier,
    /// The working sets that are gone.
    pub sets: u32,
    /// Why.
    pub reason: ReasonCode,
}

/// A plan with what led to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Analyzed {
    /// The plan.
    pub plan: AnalyzerPlan,
    /// What was cut.
    pub cuts: Vec<Cut>,
    /// How the exercises were chosen (EP-2).
    pub selection: SelectionOutput,
    /// What the athlete should know.
    pub warnings: Vec<Reason>,
}

/// What the flow answers (L-1).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Outcome {
    /// Who made the numbers.
    pub planner: Planner,
    /// Who was asked.
    pub requested_planner: Planner,
    /// Why the rules stood in for a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FailureCode>,
    /// Calls of a model.
    pub attempts: Attempts,
    /// The plan.
    pub analyzer: AnalyzerPlan,
    /// The workout.
    pub workout: Workout,
    /// The workout as YAML.
    pub yaml: String,
    /// What the athlete should know.
    pub warnings: Vec<Reason>,
    /// What was cut.
    pub cuts: Vec<Cut>,
    /// How the rules chose the exercises; absent when a model did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<SelectionOutput>,
}

/// Plans and spells out a session without a model.
///
/// `is_taken` says which workout ids the athlete has already.
pub fn plan(
    inputs: &Inputs,
    knowledge: &Knowledge<'_>,
    is_taken: impl Fn(&str) -> bool,
) -> Result<Outcome, Failure> {
    let prepared = Prepared::new(inputs, knowledge)?;
    outcome(&Context::new(&prepared, knowledge.library)?, is_taken)
}

/// Plans and spells out the session of a request that is understood already.
pub fn outcome(context: &Context<'_>, is_taken: impl Fn(&str) -> bool) -> Result<Outcome, Failure> {
    let prepared = context.prepared;
    let analyzed = checked_plan(context)?;
    let workout = checked_workout(&analyzed.plan, context, is_taken)?;
    let mut warnings = prepared.understood.warnings.clone();
    warnings.extend(analyzed.warnings);
    Ok(Outcome {
        planner: Planner::Rules,
        requested_planner: prepared.understood.planner.unwrap_or(Planner::Rules),
        fallback_reason: None,
        attempts: Attempts::default(),
        yaml: yaml::write(&workout),
        analyzer: analyzed.plan,
        workout,
        warnings,
        cuts: analyzed.cuts,
        selection: Some(analyzed.selection),
    })
}

/// The plan of the rules, after the validators.
pub fn checked_plan(context: &Context<'_>) -> Result<Analyzed, Failure> {
    let analyzed = analyze::analyze(context)?;
    let faults = check::plan(&analyzed.plan, context);
    if faults.is_empty() { Ok(analyzed) } else { Err(defect(Stage::Analyzer, faults)) }
}

/// The workout of the rules, after the validators.
pub fn checked_workout(
    plan: &AnalyzerPlan,
    context: &Context<'_>,
    is_taken: impl Fn(&str) -> bool,
) -> Result<Workout, Failure> {
    let setting =
        render::Setting { library: context.library(), iron: &context.iron, locale: context.prepared.locale };
    let workout = render::render(plan, &setting, is_taken)?;
    let faults = check::workout(&workout, plan, &setting);
    if faults.is_empty() { Ok(workout) } else { Err(defect(Stage::Generator, faults)) }
}

fn defect(stage: Stage, faults: Vec<crate::fault::Fault>) -> Failure {
    Failure::new(FailureCode::PlannerInvariant, stage).faults(faults)
}

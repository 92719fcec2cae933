//! The first two operations of the flow: what is understood of a request, and the session that is planned (L-1).

use ::training::present::metadata_of;
use assistant::{
    facts::{Context, Prepared},
    failure::{Attempts, Failure, FailureCode, Stage},
    input::{Inputs, Understood, request::Planner, request::Request, understand},
    model::fallback,
    rules::{self, Cut, Outcome},
};
use domain::{reason::Reason, voice::Locale};
use schemars::JsonSchema;
use serde::Serialize;

use super::Exercises;
use crate::{
    problem::Problem,
    service::{
        app::{App, Caller, Scope},
        workout::Kept,
    },
};

/// What `flow.plan` answers (L-1).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Planned {
    /// By which the request is found in the log.
    pub request_id: String,
    /// The documents, and who made them.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What `flow.analyze` answers: the first document alone.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Analysis {
    /// By which the request is found in the log.
    pub request_id: String,
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
    pub analyzer: assistant::document::plan::AnalyzerPlan,
    /// What the athlete should know.
    pub warnings: Vec<Reason>,
    /// What was cut.
    pub cuts: Vec<Cut>,
}

impl From<Planned> for Analysis {
    fn from(Planned { request_id, outcome }: Planned) -> Self {
        Self {
            request_id,
            planner: outcome.planner,
            requested_planner: outcome.requested_planner,
            fallback_reason: outcome.fallback_reason,
            attempts: outcome.attempts,
            analyzer: outcome.analyzer,
            warnings: outcome.warnings,
            cuts: outcome.cuts,
        }
    }
}

/// What was understood of a request, before anything is planned; nothing is stored.
pub async fn understood(
    app: &App,
    caller: &Caller,
    request: &Request,
    lang: Locale,
) -> Result<Understood, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let inputs = work.flow_inputs(request, lang).await?;
    let catalog = work.catalog().await?;
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    Ok(understand(&inputs, &exercises.knowledge())?)
}

/// `flow.analyze`: the plan of a session; nothing is stored.
pub async fn analyze(
    app: &App,
    caller: &Caller,
    request: &Request,
    lang: Locale,
) -> Result<Analysis, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let inputs = work.flow_inputs(request, lang).await?;
    let catalog = work.catalog().await?;
    let request_id = work.trace_id.as_str().to_owned();
    drop(work);
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let made = make(&inputs, &exercises, |_| false)?;
    Ok(Planned { request_id, outcome: made.outcome }.into())
}

/// `flow.plan`: a session with every set spelled out. It is kept as a draft that waits for an answer (L-36).
pub async fn plan(app: &App, caller: &Caller, request: &Request, lang: Locale) -> Result<Planned, Problem> {
    let mut work = app.read(caller, Scope::Plan).await?;
    let inputs = work.flow_inputs(request, lang).await?;
    let catalog = work.catalog().await?;
    drop(work);
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let mut made = make(&inputs, &exercises, |_| false)?;
    let mut work = app.write(caller, Scope::Plan).await?;
    work.keep_draft(&mut made).await?;
    let request_id = work.trace_id.as_str().to_owned();
    work.commit().await?;
    Ok(Planned { request_id, outcome: made.outcome })
}

/// A session that was planned, with what is kept of how it came to be.
pub(super) struct Made {
    /// The documents.
    pub(super) outcome: Outcome,
    /// How the rules chose the exercises.
    pub(super) kept: Option<Kept>,
    /// Whether the block has come to its easy week.
    pub(super) deload: bool,
}

/// Plans by who was asked; the rules stand in where that is allowed (L-32).
pub(super) fn make(
    inputs: &Inputs,
    exercises: &Exercises<'_>,
    is_taken: impl Fn(&str) -> bool,
) -> Result<Made, Failure> {
    let knowledge = exercises.knowledge();
    let prepared = Prepared::new(inputs, &knowledge)?;
    let context = Context::new(&prepared, knowledge.library)?;
    let requested = inputs.request.planner.unwrap_or(Planner::Rules);
    let failure = Failure::new(FailureCode::ModelNotConfigured, Stage::Analyzer);
    if requested == Planner::Model && inputs.request.strict {
        return Err(failure);
    }
    let mut made = by_rules(&context, is_taken)?;
    if requested == Planner::Model {
        made.outcome = fallback::instead(made.outcome, requested, &failure);
    }
    Ok(made)
}

fn by_rules(context: &Context<'_>, is_taken: impl Fn(&str) -> bool) -> Result<Made, Failure> {
    let outcome = rules::outcome(context, is_taken)?;
    let kept = outcome.selection.clone().map(|output| Kept {
        selection: metadata_of(&context.request, output),
        input: ::training::input::SelectionInput {
            exercise_library: None,
            ..context.prepared.selection.clone()
        },
    });
    Ok(Made { outcome, kept, deload: context.request.block.deload })
}

impl Planned {
    /// The draft that it was kept as has the same id.
    pub fn workout_id(&self) -> &str {
        &self.outcome.workout.workout_id
    }
}

//! The first two operations of the flow: what is understood of a request, and the session that is planned (L-1).

use std::borrow::Cow;

use ::training::{catalog::Catalog, present::metadata_of};
use assistant::{
    document::{id, schema::Schema, yaml},
    facts::{Context, Prepared},
    failure::{Attempts, Failure, FailureCode, Stage},
    input::{
        Inputs, Understood,
        request::{Activities, Connection, Planner, Request},
        understand,
    },
    model::{draft, fallback, message, structure::Open},
    rules::{self, Cut, Outcome, render::Setting},
};
use domain::{
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
    voice::Locale,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Exercises, Planners,
    document::{self, Rendered},
    fetch, notes,
    reading::{self, Reading},
};
use crate::{
    llm::{
        Step,
        talk::{Ask, Talk},
    },
    problem::Problem,
    service::{
        act::Act,
        app::{App, Caller, Scope, Work},
        session::model::nonce,
        strava,
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
    /// Under `hybrid`: what a model reads in lines that no rule understood. Nothing of it is used before it is confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<Reading>,
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
    fn from(Planned { request_id, outcome, .. }: Planned) -> Self {
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

/// Everything that a session depends on, the exercises to choose from, and by which the request is found in the log.
///
/// What is elsewhere is asked for first, while nothing is locked; who may not plan has nothing asked.
async fn gather(
    app: &App,
    caller: &Caller,
    scope: Scope,
    request: &Request,
    lang: Locale,
) -> Result<(Inputs, Cow<'static, Catalog>, String), Problem> {
    let mut work = app.read(caller, scope).await?;
    let is_connection = matches!(request.activities, Some(Activities::Connection(Connection::Strava)));
    if !is_connection && request.instructions_url.is_none() && request.history_url.is_none() {
        return gathered(&mut work, request, lang).await;
    }
    drop(work);
    let request = fetch::resolve(app, request).await?;
    let hindrance = if is_connection { strava::sync::freshen(app, caller.athlete).await? } else { None };
    let mut work = app.read(caller, scope).await?;
    let (mut inputs, catalog, request_id) = gathered(&mut work, &request, lang).await?;
    inputs.notices.extend(hindrance.map(|problem| {
        Reason::new(ReasonCode::ActivitiesStale, SpecId::new("L-37")).fact("why", problem.code.name)
    }));
    Ok((inputs, catalog, request_id))
}

async fn gathered(
    work: &mut Work<'_>,
    request: &Request,
    lang: Locale,
) -> Result<(Inputs, Cow<'static, Catalog>, String), Problem> {
    let inputs = work.flow_inputs(request, lang).await?;
    Ok((inputs, work.catalog().await?, work.trace_id.as_str().to_owned()))
}

/// What was understood of a request, before anything is planned; nothing is stored.
pub async fn understood(
    app: &App,
    caller: &Caller,
    request: &Request,
    lang: Locale,
) -> Result<Understood, Problem> {
    let (inputs, catalog, _) = gather(app, caller, Scope::Read, request, lang).await?;
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
    let (inputs, catalog, request_id) = gather(app, caller, Scope::Read, request, lang).await?;
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let made = make(&app.planners, &|| app.now(), &inputs, &exercises, &request_id).await?;
    Ok(Planned { request_id, outcome: made.outcome, readings: vec![] }.into())
}

/// `flow.plan`: a session with every set spelled out. It is kept as a draft that waits for an answer (L-36).
///
/// While a model is asked, nothing is locked; the draft gets its id when it is kept.
pub async fn plan(app: &App, caller: &Caller, request: &Request, lang: Locale) -> Result<Planned, Problem> {
    let (inputs, catalog, request_id) = gather(app, caller, Scope::Plan, request, lang).await?;
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let knowledge = exercises.knowledge();
    let mut made = make(&app.planners, &|| app.now(), &inputs, &exercises, &request_id).await?;
    // L-33: under `hybrid` a model reads what the rules did not. One that fails leaves the lines as they are.
    let is_hybrid = made.outcome.requested_planner == Planner::Hybrid;
    let offers = if is_hybrid && made.outcome.fallback_reason.is_none() && app.planners.llm.is_some() {
        let known = app.read(caller, Scope::Plan).await?.readings().await?;
        reading::offers(app, &inputs, &knowledge, &known, &request_id).await.ok()
    } else {
        None
    };
    let mut work = app.write(caller, Act::DraftMade).await?;
    work.keep_draft(&mut made, request).await?;
    let readings = if is_hybrid {
        let understood = understand(&inputs, &knowledge)?;
        let offers = offers.map(|(offers, _)| offers).unwrap_or_default();
        work.keep_readings(offers, &Open::of(&understood, |_, _| false)).await?
    } else {
        vec![]
    };
    work.commit().await?;
    Ok(Planned { request_id, outcome: made.outcome, readings })
}

/// Spells a plan out with the iron of the athlete's place, and the athlete's own exercises.
pub async fn render(app: &App, caller: &Caller, text: &str, lang: Locale) -> Result<Rendered, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let catalog = work.catalog().await?;
    let meta = document::plan_of(text).map(|plan| plan.meta).ok();
    let (location, units) = meta.map(|meta| (meta.location, meta.units)).unzip();
    let inputs = work.flow_inputs(&Request { location, units, ..Request::default() }, lang).await?;
    drop(work);
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let knowledge = exercises.knowledge();
    let prepared = Prepared::new(&inputs, &knowledge)?;
    let context = Context::new(&prepared, knowledge.library)?;
    document::render_with(text, &Setting { library: context.library(), iron: &context.iron, locale: lang })
}

/// A talk with the model, if there is one.
pub(in crate::service) fn talk<'a>(
    planners: &'a Planners,
    request_id: &'a str,
    planner: Planner,
    now: &'a (dyn Fn() -> Instant + Sync),
) -> Option<Talk<'a>> {
    planners.llm.as_ref().map(|llm| Talk {
        llm,
        figures: &planners.figures,
        request_id,
        planner,
        now,
        since: std::time::Instant::now(),
    })
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
pub(super) async fn make(
    planners: &Planners,
    now: &(dyn Fn() -> Instant + Sync),
    inputs: &Inputs,
    exercises: &Exercises<'_>,
    request_id: &str,
) -> Result<Made, Failure> {
    let knowledge = exercises.knowledge();
    let prepared = Prepared::new(inputs, &knowledge)?;
    let context = Context::new(&prepared, knowledge.library)?;
    let requested = inputs.request.planner.unwrap_or(planners.planner);
    let talk = talk(planners, request_id, requested, now);
    let made = match (requested, talk) {
        (Planner::Rules, _) | (Planner::Hybrid, None) => by_rules(&context).map(|made| (made, None)),
        (Planner::Model, None) => Err(Failure::new(FailureCode::ModelNotConfigured, Stage::Analyzer)),
        (Planner::Model, Some(talk)) => by_model(&talk, &context, inputs).await.map(|made| (made, None)),
        (Planner::Hybrid, Some(talk)) => {
            let mut made = by_rules(&context)?;
            let failed = notes::add(&talk, &mut made.outcome, inputs.locale).await.err();
            Ok((made, failed))
        }
    };
    let (mut made, failure) = match made {
        Ok((made, failure)) => (made, failure),
        Err(failure) => (by_rules(&context)?, Some(failure)),
    };
    made.outcome.requested_planner = requested;
    if let Some(failure) = failure {
        if !fallback::stands_in(&failure, planners.on_failure, inputs.request.strict) {
            return Err(failure);
        }
        planners.figures.fell_back(failure.code.as_str());
        made.outcome = fallback::instead(made.outcome, requested, &failure);
    }
    planners.figures.asked(made.outcome.planner.as_str(), "plan", "ok");
    Ok(made)
}

fn by_rules(context: &Context<'_>) -> Result<Made, Failure> {
    let outcome = rules::outcome(context, |_| false)?;
    let kept = outcome.selection.clone().map(|output| Kept {
        selection: metadata_of(&context.request, output),
        input: ::training::input::SelectionInput {
            exercise_library: None,
            ..context.prepared.selection.clone()
        },
    });
    Ok(Made { outcome, kept, deload: context.request.block.deload })
}

/// Both documents by a model; each passes the validators before anybody sees it.
async fn by_model(talk: &Talk<'_>, context: &Context<'_>, inputs: &Inputs) -> Result<Made, Failure> {
    let prepared = context.prepared;
    let ask = Ask {
        step: Step::Analyzer,
        stage: Stage::Analyzer,
        opening: message::analyzer(context, &inputs.request, nonce()),
        schema: Schema::Analyzer.value(),
        policy: message::policy(Stage::Analyzer),
        tools: None,
    };
    let (plan, analyzer) = talk.ask(ask, |text| draft::plan(text, context)).await?;
    let meta = prepared.meta();
    let seed = id::seed_of(&prepared.id_seed);
    let workout_id = id::workout_id(meta.date, &meta.location, seed, |_| false)
        .map_err(|_| Failure::new(FailureCode::IdExhausted, Stage::Generator))?;
    let setting = Setting { library: context.library(), iron: &context.iron, locale: inputs.locale };
    let ask = Ask {
        step: Step::Generator,
        stage: Stage::Generator,
        opening: message::generator(&plan.document, talk.llm.settings.model.workout_format),
        schema: Schema::Workout.value(),
        policy: message::policy(Stage::Generator),
        tools: None,
    };
    let judge = |text: &str| draft::workout(text, &plan.document, &workout_id, &setting);
    let (workout, generator) = talk.ask(ask, judge).await.map_err(|mut failure| {
        failure.attempts.analyzer = analyzer;
        failure
    })?;
    let mut warnings = prepared.understood.warnings.clone();
    warnings.extend(plan.warning().into_iter().chain(workout.warning()));
    let outcome = Outcome {
        planner: Planner::Model,
        requested_planner: Planner::Model,
        fallback_reason: None,
        attempts: Attempts { analyzer, generator },
        yaml: yaml::write(&workout.document),
        analyzer: plan.document,
        workout: workout.document,
        warnings,
        cuts: vec![],
        selection: None,
    };
    Ok(Made { outcome, kept: None, deload: context.request.block.deload })
}

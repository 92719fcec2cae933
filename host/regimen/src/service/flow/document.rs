//! The flow as a function of documents: nothing is stored, and everything it depends on is given (GL-10).

use assistant::{
    check,
    document::{plan::AnalyzerPlan, read, workout::Workout, yaml},
    facts::{Context, Prepared},
    failure::{Failure, FailureCode, Stage},
    fault::Fault,
    input::{Inputs, Understood, understand},
    rules::{self, Outcome, render::Setting},
};
use domain::voice::Locale;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use training::load::iron::Iron;

use super::{Exercises, Planners, plan::make};
use crate::{
    problem::Problem,
    service::{app::machine_time, training::catalog_of},
};

/// What was understood of the inputs, before anything is planned.
pub fn understood(inputs: &Inputs) -> Result<Understood, Problem> {
    let catalog = catalog_of(inputs.athlete.exercise_library.as_deref())?;
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    Ok(understand(inputs, &exercises.knowledge())?)
}

/// Plans and spells out a session, by whoever is asked in the request.
pub async fn plan(planners: &Planners, inputs: &Inputs) -> Result<Outcome, Problem> {
    let catalog = catalog_of(inputs.athlete.exercise_library.as_deref())?;
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    Ok(make(planners, &machine_time, inputs, &exercises, "inputs").await?.outcome)
}

/// A workout with its bytes (L-22).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rendered {
    /// The workout.
    pub workout: Workout,
    /// The same as YAML.
    pub yaml: String,
}

/// Spells a plan out: from the document alone, with the iron that a place usually has.
pub fn render(text: &str, lang: Locale) -> Result<Rendered, Problem> {
    let plan = plan_of(text).map_err(|faults| faulty(Stage::Generator, faults))?;
    let exercises = Exercises::shipped();
    let (library, iron) = (exercises.knowledge().library, Iron::standard(plan.meta.units.into()));
    render_with(text, &Setting { library, iron, locale: lang })
}

/// The same with other exercises or iron.
pub(super) fn render_with(text: &str, setting: &Setting<'_>) -> Result<Rendered, Problem> {
    let plan = plan_of(text).map_err(|faults| faulty(Stage::Generator, faults))?;
    let unknown = unknown_exercises(&plan, setting);
    if !unknown.is_empty() {
        return Err(faulty(Stage::Generator, unknown));
    }
    let workout = rules::render::render(&plan, setting, |_| false)?;
    Ok(Rendered { yaml: yaml::write(&workout), workout })
}

/// What kind of document was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A plan (L-18).
    Analyzer,
    /// A workout (L-19).
    Workout,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Checked {
    /// What it was.
    pub kind: Kind,
    /// Whether nothing is wrong with it.
    pub valid: bool,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// What a document is checked against, as far as it is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Against<'a> {
    /// The inputs that a plan was made from: without them its form alone is looked at.
    pub inputs: Option<&'a Inputs>,
    /// The plan that a workout was made from: without it its form alone is looked at.
    pub plan: Option<&'a str>,
}

/// Everything that is wrong with a plan or a workout (L-23, L-24). A document with `exercise_plan` is a plan.
pub fn check(text: &str, against: Against<'_>) -> Result<Checked, Problem> {
    let value = match read::workout_value(text) {
        Ok(value) => value,
        Err(faults) => return Ok(checked(Kind::Workout, faults)),
    };
    let is_plan = ["exercise_plan", "exercises"].iter().any(|field| value.get(field).is_some());
    if is_plan {
        return Ok(checked(Kind::Analyzer, plan_faults(value, against.inputs)?));
    }
    let faults = match (read::workout(value), against.plan) {
        (Err(faults), _) => faults,
        (Ok(_), None) => vec![],
        (Ok(workout), Some(plan)) => {
            let plan = plan_of(plan).map_err(|faults| faulty(Stage::Ingest, faults))?;
            workout_faults(&workout, &plan, against.inputs)?
        }
    };
    Ok(checked(Kind::Workout, faults))
}

fn checked(kind: Kind, faults: Vec<Fault>) -> Checked {
    Checked { kind, valid: faults.is_empty(), faults }
}

fn plan_faults(value: Value, inputs: Option<&Inputs>) -> Result<Vec<Fault>, Problem> {
    let plan = match (read::plan(value), inputs) {
        (Err(faults), _) => return Ok(faults),
        (Ok(_), None) => return Ok(vec![]),
        (Ok(plan), Some(inputs)) => (plan, inputs),
    };
    let (plan, inputs) = plan;
    within(inputs, |context| check::plan(&plan, context))
}

fn workout_faults(
    workout: &Workout,
    plan: &AnalyzerPlan,
    inputs: Option<&Inputs>,
) -> Result<Vec<Fault>, Problem> {
    // What was filled in is no fault of a workout that comes back.
    let blank = super::log::blank(workout);
    let judge = |setting: &Setting<'_>| {
        let unknown = unknown_exercises(plan, setting);
        if unknown.is_empty() { check::workout(&blank, plan, setting) } else { unknown }
    };
    let Some(inputs) = inputs else {
        let iron = Iron::standard(plan.meta.units.into());
        let exercises = Exercises::shipped();
        return Ok(judge(&Setting { library: exercises.knowledge().library, iron, locale: Locale::En }));
    };
    within(inputs, |context| {
        judge(&Setting { library: context.library(), iron: &context.iron, locale: inputs.locale })
    })
}

/// Asks a question about inputs.
fn within<T>(inputs: &Inputs, ask: impl FnOnce(&Context<'_>) -> T) -> Result<T, Problem> {
    let catalog = catalog_of(inputs.athlete.exercise_library.as_deref())?;
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let knowledge = exercises.knowledge();
    let prepared = Prepared::new(inputs, &knowledge)?;
    Ok(ask(&Context::new(&prepared, knowledge.library)?))
}

/// The plan that a text means, after its aliases (L-20).
pub(super) fn plan_of(text: &str) -> Result<AnalyzerPlan, Vec<Fault>> {
    read::plan(read::plan_value(text)?)
}

/// A plan without its request can only be rendered if the catalogue knows its exercises.
fn unknown_exercises(plan: &AnalyzerPlan, setting: &Setting<'_>) -> Vec<Fault> {
    let mut faults = assistant::fault::Faults::default();
    for (index, exercise) in plan.exercise_plan.iter().enumerate() {
        faults.require(
            setting.library.find(&exercise.slug).is_some(),
            assistant::fault::FaultCode::ExerciseUnknown,
            format_args!("/exercise_plan/{index}/slug"),
            "a key of the catalogue",
            &exercise.slug,
        );
    }
    faults.into_vec()
}

/// The problem of a document that a caller gave.
pub(super) fn faulty(stage: Stage, faults: Vec<Fault>) -> Problem {
    Failure::new(FailureCode::InputInvalid, stage).faults(faults).into()
}

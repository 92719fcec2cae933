//! The session flow: understand, analyze, plan, render, check, drafts, log; and the schemas of its documents (L-1, L-36).

use assistant::{
    document::schema::Schema,
    input::{Inputs, Understood, request::Request},
};
use domain::reason::Reason;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    answer::{Made, Shown, ShownOrYaml},
    call::Call,
    endpoint::{ByKey, Endpoint, Input, Needs, Nothing, get, post},
    refusal,
    view::{self, FinishedView, SessionView, session_view},
};
use crate::{
    problem::Problem,
    service::{
        app::{Scope, not_found},
        flow::{
            self, ModelStatus,
            document::{self, Against, Checked, Rendered},
            draft::{self, Draft},
            log,
            plan::{self, Analysis, Planned},
            reading::{self, ReadLines, Reading},
        },
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, log_, change) =
        (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Log), Needs::Athlete(Scope::Plan));
    vec![
        post(
            "/flow/understand",
            "L-4",
            read,
            "What is understood of a request; nothing is planned",
            understand,
        )
        .refused_with(refusal::MODEL)
        .example(request),
        post(
            "/flow/analyze",
            "L-1",
            read,
            "Plan a session as a compact document; nothing is stored",
            analyze,
        )
        .refused_with(refusal::MODEL)
        .example(request),
        post("/flow/plan", "L-1", change, "Plan a session, every set spelled out, as a draft", plan_)
            .refused_with(refusal::MODEL)
            .example(request)
            .of_flow(),
        post("/flow/render", "L-25", Needs::Visitor, "Spell a plan out", render).example(|| {
            let plan: Value = serde_json::from_str(assistant::document::plan::EXAMPLE).unwrap_or_default();
            json!({ "plan": plan })
        }),
        post("/flow/check", "L-23", Needs::Visitor, "Check a plan or a workout", check)
            .example(|| json!({ "document": workout() })),
        post("/flow/log", "L-36", log_, "Log a workout that was filled in", log_back)
            .example(|| json!({ "yaml": workout() }))
            .of_flow(),
        post(
            "/flow/read",
            "L-33",
            change,
            "Ask a model what lines mean that no rule understood; each waits to be confirmed",
            read_lines,
        )
        .refused_with(refusal::MODEL)
        .example(request)
        .of_flow(),
        get("/flow/readings", "L-33", read, "What lines would mean, as a model reads them", readings),
        post("/flow/readings/{key}/confirm", "L-33", change, "Say that a line means this", confirm),
        post("/flow/readings/{key}/decline", "L-33", change, "Say that a line does not mean this", refuse),
        get("/flow/status", "L-31", Needs::Visitor, "How the model and its breakers stand", status),
        get("/flow/drafts", "L-36", read, "Planned sessions that wait for an answer", drafts),
        get("/flow/drafts/{key}", "L-36", read, "A planned session", show),
        post("/flow/drafts/{key}/accept", "L-36", change, "Take a planned session", accept),
        post("/flow/drafts/{key}/decline", "L-36", change, "Do without a planned session", decline),
        get("/schemas/{key}", "L-1", Needs::Nothing, "The JSON Schema of a document of the flow", schema),
    ]
}

/// A workout as it is sent back.
fn workout() -> String {
    let example = serde_json::from_str(assistant::document::workout::EXAMPLE);
    example.map(|workout| assistant::document::yaml::write(&workout)).unwrap_or_default()
}

fn request() -> Value {
    serde_json::from_str(assistant::input::request::EXAMPLE).unwrap_or_default()
}

async fn understand(
    call: Call,
    input: Input<Nothing, Nothing, Request>,
) -> Result<Shown<Understood>, Problem> {
    Ok(Shown(plan::understood(call.app(), &call.caller()?, &input.body, call.lang).await?))
}

async fn analyze(call: Call, input: Input<Nothing, Nothing, Request>) -> Result<Shown<Analysis>, Problem> {
    Ok(Shown(plan::analyze(call.app(), &call.caller()?, &input.body, call.lang).await?))
}

async fn plan_(call: Call, input: Input<Nothing, Nothing, Request>) -> Result<ShownOrYaml<Planned>, Problem> {
    let planned = Box::pin(plan::plan(call.app(), &call.caller()?, &input.body, call.lang)).await?;
    Ok(ShownOrYaml { yaml: call.wants_yaml.then(|| planned.outcome.yaml.clone()), value: planned })
}

/// A plan to be spelled out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ToRender {
    /// The plan: the document, or its text.
    plan: Value,
}

/// A document that was sent as it is, or as a text.
fn text_of(document: Value) -> String {
    match document {
        Value::String(text) => text,
        document => document.to_string(),
    }
}

async fn render(
    call: Call,
    input: Input<Nothing, Nothing, ToRender>,
) -> Result<ShownOrYaml<Rendered>, Problem> {
    let text = text_of(input.body.plan);
    // Somebody who trains has iron of their own.
    let rendered = match call.caller() {
        Ok(caller) => plan::render(call.app(), &caller, &text, call.lang).await?,
        Err(_) => document::render(&text, call.lang)?,
    };
    Ok(ShownOrYaml { yaml: call.wants_yaml.then(|| rendered.yaml.clone()), value: rendered })
}

/// A document to be checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ToCheck {
    /// The plan or the workout: the document, or its text.
    document: Value,
    /// The inputs that it was made from; without them a plan's form alone is looked at.
    #[serde(default)]
    inputs: Option<Box<Inputs>>,
    /// The plan that a workout was made from; without it a workout's form alone is looked at.
    #[serde(default)]
    plan: Option<Value>,
}

async fn check(_: Call, input: Input<Nothing, Nothing, ToCheck>) -> Result<Shown<Checked>, Problem> {
    let plan = input.body.plan.map(text_of);
    let against = Against { inputs: input.body.inputs.as_deref(), plan: plan.as_deref() };
    Ok(Shown(document::check(&text_of(input.body.document), against)?))
}

/// A workout that comes back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ToLog {
    /// The filled-in workout as it stands in the file; a body of the kind `text/yaml` is this text alone.
    yaml: String,
    /// Stands for the header of GL-5.
    #[serde(default)]
    #[expect(dead_code, reason = "read before the body is")]
    idempotency_key: Option<String>,
}

/// A workout that was logged, with what followed.
#[derive(Debug, Serialize, JsonSchema)]
struct LoggedView {
    /// The id of the workout.
    workout_id: String,
    /// Whether these bytes had come before, so that nothing changed.
    known: bool,
    /// What the athlete should know.
    warnings: Vec<Reason>,
    /// The same in words.
    warning_texts: Vec<String>,
    /// The session, and what followed from it.
    #[serde(flatten)]
    finished: FinishedView,
}

async fn log_back(call: Call, input: Input<Nothing, Nothing, ToLog>) -> Result<Shown<LoggedView>, Problem> {
    let logged = log::log(call.app(), &call.caller()?, &input.body.yaml).await?;
    let voice = view::voice(&call).await?;
    let finished = view::finished(logged.finished, &voice);
    let (workout_id, known, warnings) = (logged.workout_id, logged.is_known, logged.warnings);
    let warning_texts = warnings.iter().map(|warning| voice.reason(warning)).collect();
    Ok(Shown(LoggedView { workout_id, known, warnings, warning_texts, finished }))
}

/// Which are wanted.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Listing {
    /// Those that were answered, too.
    all: bool,
}

async fn status(call: Call, _: Input) -> Result<Shown<ModelStatus>, Problem> {
    Ok(Shown(flow::status(call.app())))
}

/// A planned session, without how it was chosen.
#[derive(Debug, Serialize, JsonSchema)]
struct DraftView {
    #[serde(flatten)]
    draft: Draft,
    /// The workout as YAML.
    yaml: String,
}

impl From<Draft> for DraftView {
    fn from(draft: Draft) -> Self {
        Self { yaml: draft.yaml(), draft: Draft { selection: None, ..draft } }
    }
}

async fn drafts(call: Call, input: Input<Nothing, Listing>) -> Result<Shown<Vec<DraftView>>, Problem> {
    let drafts = draft::list(call.app(), &call.caller()?, input.query.all).await?;
    Ok(Shown(drafts.into_iter().map(DraftView::from).collect()))
}

async fn show(call: Call, input: Input<ByKey<String>>) -> Result<ShownOrYaml<DraftView>, Problem> {
    let view = DraftView::from(draft::show(call.app(), &call.caller()?, &input.path.key).await?);
    Ok(ShownOrYaml { yaml: call.wants_yaml.then(|| view.yaml.clone()), value: view })
}

async fn accept(call: Call, input: Input<ByKey<String>>) -> Result<Made<SessionView>, Problem> {
    Ok(Made(session_view!(draft::accept(call.app(), &call.caller()?, &input.path.key).await?)))
}

async fn decline(call: Call, input: Input<ByKey<String>>) -> Result<Shown<DraftView>, Problem> {
    Ok(Shown(draft::decline(call.app(), &call.caller()?, &input.path.key).await?.into()))
}

async fn read_lines(
    call: Call,
    input: Input<Nothing, Nothing, Request>,
) -> Result<Shown<ReadLines>, Problem> {
    Ok(Shown(reading::read(call.app(), &call.caller()?, &input.body, call.lang).await?))
}

async fn readings(call: Call, input: Input<Nothing, Listing>) -> Result<Shown<Vec<Reading>>, Problem> {
    Ok(Shown(reading::list(call.app(), &call.caller()?, input.query.all).await?))
}

async fn confirm(call: Call, input: Input<ByKey<String>>) -> Result<Shown<Reading>, Problem> {
    Ok(Shown(reading::confirm(call.app(), &call.caller()?, &input.path.key).await?))
}

async fn refuse(call: Call, input: Input<ByKey<String>>) -> Result<Shown<Reading>, Problem> {
    Ok(Shown(reading::decline(call.app(), &call.caller()?, &input.path.key).await?))
}

async fn schema(_: Call, input: Input<ByKey<String>>) -> Result<Shown<Value>, Problem> {
    let mut known = [Schema::Analyzer, Schema::Workout].into_iter();
    let found = known.find(|schema| schema.name() == input.path.key);
    found.map(|schema| Shown(schema.value().clone())).ok_or_else(|| not_found("document", input.path.key))
}

//! `regimen llm probe`: what an endpoint can do, found out by asking it, for people who connect a model of their own.

use std::time::{Duration, Instant as Stopwatch};

use assistant::{
    document::schema::Schema,
    facts::{Context, Prepared},
    failure::Stage,
    input::{Inputs, request::Planner},
    model::{
        conversation::Call,
        draft,
        fence::Nonce,
        message::{self, Message, Role},
        settings::ResponseFormat,
        transport::Trouble,
    },
};
use domain::{
    reason::{Fact, Facts},
    time::Instant,
    vocabulary::vocabulary,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Llm, Step,
    client::{Answered, NoAnswer},
    figures::Figures,
    talk::{Ask, Talk},
};
use crate::{outward, service::flow::Exercises};

vocabulary! {
    /// What is tried, in this order.
    pub enum Trial: "trial" {
        Models = "models",
        Answer = "answer",
        JsonObject = "json_object",
        JsonSchema = "json_schema",
        Plan = "plan",
    }
}

/// What came of one trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// What was tried.
    pub trial: Trial,
    /// Whether it works.
    pub passed: bool,
    /// How long it took.
    pub milliseconds: u64,
    /// What was found.
    pub facts: Facts,
}

/// What an endpoint can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// The endpoint.
    pub url: String,
    /// The model that was asked.
    pub model: String,
    /// The trials; those that make no sense after a failure are left out.
    pub trials: Vec<Tried>,
}

impl Diagnosis {
    /// Whether a session can be planned with it. A form of answer that it does not know is no hindrance.
    pub fn is_fit(&self) -> bool {
        self.trials.iter().any(|tried| tried.trial == Trial::Plan && tried.passed)
    }
}

/// So long the list of models may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct Models {
    data: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

/// Tries everything. `now` is that of the program; the session that is planned is an example, of nobody.
pub async fn diagnose(llm: &Llm, now: Instant) -> Diagnosis {
    let model = llm.settings.model.analyzer.model.clone();
    let mut trials = vec![models(llm, &model).await];
    let answer = simple(llm, Trial::Answer, ResponseFormat::None).await;
    let answers = answer.passed;
    trials.push(answer);
    if answers {
        trials.push(simple(llm, Trial::JsonObject, ResponseFormat::JsonObject).await);
        trials.push(simple(llm, Trial::JsonSchema, ResponseFormat::JsonSchema).await);
        trials.push(plan(llm, now).await);
    }
    Diagnosis { url: llm.settings.base_url.clone(), model, trials }
}

fn tried(trial: Trial, started: Stopwatch, found: Result<Facts, Facts>) -> Tried {
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (passed, facts) = match found {
        Ok(facts) => (true, facts),
        Err(facts) => (false, facts),
    };
    Tried { trial, passed, milliseconds, facts }
}

fn fact(name: &'static str, value: impl Into<Fact>) -> Facts {
    Facts::from([(name.into(), value.into())])
}

/// Whether it can be reached, and whether it has the model.
async fn models(llm: &Llm, model: &str) -> Tried {
    let started = Stopwatch::now();
    let found = listed(llm).await;
    let found = found.map_err(|why| fact("why", why)).and_then(|names| {
        let known = names.iter().any(|name| name == model);
        let facts = fact("models", names);
        if known { Ok(facts) } else { Err(facts) }
    });
    tried(Trial::Models, started, found)
}

async fn listed(llm: &Llm) -> Result<Vec<String>, String> {
    let mut request = llm.http.get(format!("{}/models", llm.settings.base_url)).timeout(PATIENCE);
    if let Some(key) = &llm.settings.api_key {
        request = request.bearer_auth(key.reveal());
    }
    let mut response = request.send().await.map_err(|error| outward::cause(&error))?;
    if !response.status().is_success() {
        return Err(format!("HTTP {}", response.status().as_u16()));
    }
    let most = assistant::model::transport::MOST_BYTES;
    let body = outward::body(&mut response, most).await.map_err(|_| "the list cannot be read".to_owned())?;
    let models: Models = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
    Ok(models.data.into_iter().map(|model| model.id).collect())
}

/// Whether it answers a plain question in a form.
async fn simple(llm: &Llm, trial: Trial, format: ResponseFormat) -> Tried {
    let step = &llm.settings.model.analyzer;
    let question = "Answer with this JSON object and nothing else: {\"ready\": true}";
    let call = Call {
        stage: Stage::Analyzer,
        attempt: 1,
        model: step.model.clone(),
        messages: vec![Message::new(Role::User, question)],
        tools: vec![],
        response_format: format,
        temperature: 0,
        max_tokens: 256,
        timeout_s: step.timeout_s,
        seed: llm.settings.model.seed,
    };
    let schema = json!({
        "type": "object", "properties": { "ready": { "type": "boolean" } },
        "required": ["ready"], "additionalProperties": false,
    });
    let started = Stopwatch::now();
    let patience = Duration::from_secs(step.timeout_s.into());
    let mut sent = llm.send(&call, &schema, patience).await;
    if matches!(sent, Err(NoAnswer::SeedRefused)) {
        sent = llm.send(&call, &schema, patience).await;
    }
    let found = match sent {
        Ok(answered) if format == ResponseFormat::None => said(&answered),
        Ok(answered) => {
            said(&answered).and_then(|facts| is_ready(&answered).then_some(facts.clone()).ok_or(facts))
        }
        Err(no_answer) => Err(fact("why", why(&no_answer))),
    };
    tried(trial, started, found)
}

/// Whether anything was said.
fn said(answered: &Answered) -> Result<Facts, Facts> {
    let facts = fact("tokens", answered.completion_tokens.cast_signed());
    if answered.reply.content.trim().is_empty() { Err(fact("why", "empty")) } else { Ok(facts) }
}

fn is_ready(answered: &Answered) -> bool {
    let value: Result<Value, _> = serde_json::from_str(answered.reply.content.trim());
    value.is_ok_and(|value| value.get("ready").is_some_and(Value::is_boolean))
}

fn why(no_answer: &NoAnswer) -> String {
    match no_answer {
        NoAnswer::Trouble(Trouble::Status(status, _)) => format!("HTTP {status}"),
        NoAnswer::Trouble(Trouble::Unreachable) => "no connection".to_owned(),
        NoAnswer::Trouble(Trouble::TimedOut) => "no answer in time".to_owned(),
        NoAnswer::Trouble(Trouble::TooLarge) => "the answer is too long".to_owned(),
        NoAnswer::FormatRefused => "the form is not known".to_owned(),
        NoAnswer::SeedRefused => "a seed is not known".to_owned(),
        NoAnswer::ToolsRefused => "tools are not known".to_owned(),
    }
}

/// Whether it can plan: the example of the chapter, with as many repairs as are configured.
async fn plan(llm: &Llm, now: Instant) -> Tried {
    let started = Stopwatch::now();
    let found = planned(llm, now).await.map_err(|why| fact("why", why));
    tried(Trial::Plan, started, found.map(|calls| fact("calls", calls)))
}

async fn planned(llm: &Llm, now: Instant) -> Result<u32, String> {
    let inputs: Inputs =
        serde_json::from_str(assistant::input::EXAMPLE).map_err(|error| error.to_string())?;
    let exercises = Exercises::shipped();
    let knowledge = exercises.knowledge();
    let code = |failure: assistant::failure::Failure| {
        let first = failure.validation.first();
        let first = first.map_or_else(String::new, |fault| format!(": {} {}", fault.pointer, fault.code));
        format!("{}{first}", failure.code)
    };
    let prepared = Prepared::new(&inputs, &knowledge).map_err(code)?;
    let context = Context::new(&prepared, knowledge.library).map_err(code)?;
    let figures = Figures::default();
    let clock = move || now;
    let talk = Talk {
        llm,
        figures: &figures,
        request_id: "probe",
        planner: Planner::Model,
        now: &clock,
        since: Stopwatch::now(),
    };
    let ask = Ask {
        step: Step::Analyzer,
        stage: Stage::Analyzer,
        opening: message::analyzer(&context, &inputs.request, Nonce(0)),
        schema: Schema::Analyzer.value(),
        policy: message::policy(Stage::Analyzer),
        tools: None,
    };
    let (_, calls) = talk.ask(ask, |text| draft::plan(text, &context)).await.map_err(code)?;
    Ok(calls)
}

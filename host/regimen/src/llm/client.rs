//! One call of a model over HTTP: what is sent, and what came of it (L-28, L-30).

use std::{sync::atomic::Ordering, time::Duration};

use assistant::model::{
    conversation::{Call, Reply, ToolCall},
    settings::ResponseFormat,
    transport::{MOST_BYTES, Trouble, names_response_format},
};
use reqwest::{StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Llm;
use crate::outward::{self, Unread};

/// What came back.
#[derive(Debug, Default)]
pub(super) struct Answered {
    /// What the model says.
    pub(super) reply: Reply,
    /// Why it stopped.
    pub(super) finish_reason: String,
    /// What the prompt cost.
    pub(super) prompt_tokens: u64,
    /// What the answer cost.
    pub(super) completion_tokens: u64,
}

/// Why nothing useful came back.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The line or the endpoint failed.
    Trouble(Trouble),
    /// The endpoint does not know the response format.
    FormatRefused,
    /// The endpoint does not know a seed; the next call has none.
    SeedRefused,
    /// The endpoint knows no tools; the next call has none (AI-2).
    ToolsRefused,
}

/// The part of an answer that is read; local runtimes leave much of it out.
#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<Wanted>>,
}

/// Something that the model wants to look up.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    id: String,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    #[serde(default)]
    arguments: Value,
}

impl From<Wanted> for ToolCall {
    fn from(Wanted { id, function }: Wanted) -> Self {
        // Arguments are a text that holds JSON; some runtimes send the object itself.
        let arguments = match function.arguments {
            Value::String(text) => serde_json::from_str(&text).unwrap_or_default(),
            value => value,
        };
        Self { id, name: function.name, arguments }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
}

impl Llm {
    /// Makes one call; it takes no longer than `patience`.
    pub(super) async fn send(
        &self,
        call: &Call,
        schema: &Value,
        patience: Duration,
    ) -> Result<Answered, NoAnswer> {
        let sent = tokio::time::timeout(patience, self.exchange(call, schema));
        sent.await.unwrap_or(Err(NoAnswer::Trouble(Trouble::TimedOut)))
    }

    async fn exchange(&self, call: &Call, schema: &Value) -> Result<Answered, NoAnswer> {
        let has_seed = !self.refuses_seed.load(Ordering::Relaxed);
        let url = format!("{}/chat/completions", self.settings.base_url);
        let mut request = self
            .http
            .post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body(call, schema, has_seed).to_string());
        if let Some(key) = &self.settings.api_key {
            request = request.bearer_auth(key.reveal());
        }
        let mut response = request.send().await.map_err(|error| broken(&error))?;
        let status = response.status();
        let retry_after = response.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
        let text = match outward::body(&mut response, MOST_BYTES).await {
            Ok(text) => text,
            Err(Unread::TooLong) => return Err(NoAnswer::Trouble(Trouble::TooLarge)),
            Err(Unread::Broken(error)) => return Err(broken(&error)),
        };
        let text = String::from_utf8_lossy(&text);
        if status == StatusCode::BAD_REQUEST {
            if call.response_format != ResponseFormat::None && names_response_format(&text) {
                return Err(NoAnswer::FormatRefused);
            }
            if has_seed && text.contains("seed") {
                self.refuses_seed.store(true, Ordering::Relaxed);
                return Err(NoAnswer::SeedRefused);
            }
            if !call.tools.is_empty() && text.to_lowercase().contains("tool") {
                self.refuses_tools.store(true, Ordering::Relaxed);
                return Err(NoAnswer::ToolsRefused);
            }
        }
        let refused = NoAnswer::Trouble(Trouble::Status(status.as_u16(), retry_after));
        if !status.is_success() {
            return Err(refused);
        }
        // A page of somebody else's server is no answer of a model.
        let completion: Completion = serde_json::from_str(&text).map_err(|_| refused)?;
        Ok(answered(completion))
    }
}

fn broken(error: &reqwest::Error) -> NoAnswer {
    NoAnswer::Trouble(if error.is_timeout() { Trouble::TimedOut } else { Trouble::Unreachable })
}

fn answered(completion: Completion) -> Answered {
    let usage = completion.usage.unwrap_or_default();
    let choice = completion.choices.into_iter().next();
    let finish_reason = choice.as_ref().and_then(|choice| choice.finish_reason.clone()).unwrap_or_default();
    let said = choice.map(|choice| choice.message);
    let Said { content, refusal, tool_calls } =
        said.unwrap_or(Said { content: None, refusal: None, tool_calls: None });
    Answered {
        reply: Reply {
            content: content.unwrap_or_default(),
            is_cut_off: finish_reason == "length",
            is_refusal: refusal.is_some() || finish_reason == "content_filter",
            tool_calls: tool_calls.unwrap_or_default().into_iter().map(ToolCall::from).collect(),
        },
        finish_reason,
        prompt_tokens: usage.prompt_tokens,
        completion_tokens: usage.completion_tokens,
    }
}

/// The body of a call.
fn body(call: &Call, schema: &Value, has_seed: bool) -> Value {
    let mut body = json!({
        "model": call.model,
        "messages": call.messages,
        "temperature": f64::from(call.temperature) / 100.0,
        "max_tokens": call.max_tokens,
        "stream": false,
    });
    if has_seed {
        body["seed"] = call.seed.into();
    }
    if !call.tools.is_empty() {
        body["tools"] = call.tools.clone().into();
    }
    match call.response_format {
        ResponseFormat::JsonSchema => {
            let schema = json!({ "name": call.stage, "strict": true, "schema": schema });
            body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
        }
        ResponseFormat::JsonObject => body["response_format"] = json!({ "type": "json_object" }),
        ResponseFormat::None => {}
    }
    body
}

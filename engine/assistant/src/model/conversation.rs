//! L-28, L-29: the calls of one step, from the first to the last repair, with what the model looks up between them (AI-2).

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    message::{Message, Role},
    settings::{ModelSettings, ResponseFormat, WorkoutFormat},
    suggest::Tools,
};
use crate::{
    failure::{Failure, FailureCode, Stage},
    fault::Fault,
};

/// A call that the host carries out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    /// Which step it belongs to.
    pub stage: Stage,
    /// Which call of the step, from 1.
    pub attempt: u32,
    /// The name of the model.
    pub model: String,
    /// The conversation.
    pub messages: Vec<Message>,
    /// How the form of the answer is asked for.
    pub response_format: ResponseFormat,
    /// In hundredths.
    pub temperature: u32,
    /// Longest answer.
    pub max_tokens: u32,
    /// Seconds that it may take.
    pub timeout_s: u32,
    /// Sent if the endpoint takes it.
    pub seed: u64,
    /// What the model may look up, as the protocol has it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Value>,
}

/// Something that a model wants to look up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// By which the answer finds its question.
    pub id: String,
    /// What.
    pub name: String,
    /// With which arguments; null when they could not be read.
    pub arguments: Value,
}

/// What a model answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The text.
    pub content: String,
    /// Whether it ended because it was too long.
    pub is_cut_off: bool,
    /// Whether the model refused.
    pub is_refusal: bool,
    /// What it wants to look up first.
    pub tool_calls: Vec<ToolCall>,
}

/// What to do after an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next<T> {
    /// It is valid.
    Done(T),
    /// Call again with what [`Conversation::call`] says now.
    Again,
    /// The step failed.
    Failed(Box<Failure>),
}

/// One step with a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    stage: Stage,
    /// The first two messages.
    opening: Vec<Message>,
    /// What the model looked up, and what it was told.
    looked_up: Vec<Message>,
    /// The last answer and what is wrong with it.
    repair: Vec<Message>,
    /// What may be looked up.
    tools: Option<Tools>,
    /// How often something was looked up.
    lookups: u32,
    format: ResponseFormat,
    max_tokens: u32,
    attempts: u32,
    has_grown: bool,
    settings: ModelSettings,
}

impl Conversation {
    /// A step that begins with these messages.
    ///
    /// `known` is the format that the endpoint is known to take (kept for a day by the host).
    pub fn new(
        stage: Stage,
        opening: Vec<Message>,
        settings: &ModelSettings,
        known: Option<ResponseFormat>,
    ) -> Result<Self, Failure> {
        let size: usize = opening.iter().map(|message| message.content.chars().count()).sum();
        if size > settings.max_prompt_chars {
            return Err(Failure::new(FailureCode::PromptTooLarge, stage)
                .fact("size", size)
                .fact("limit", settings.max_prompt_chars));
        }
        let wanted = settings.format(stage);
        Ok(Self {
            stage,
            opening,
            looked_up: vec![],
            repair: vec![],
            tools: None,
            lookups: 0,
            format: known.map_or(wanted, |known| known.max(wanted)),
            max_tokens: settings.step(stage).max_tokens,
            attempts: 1,
            has_grown: false,
            settings: settings.clone(),
        })
    }

    /// The same with something to look up; an endpoint without tools is told everything at once.
    #[must_use]
    pub fn with_tools(mut self, tools: Tools, takes_tools: bool) -> Self {
        self.tools = Some(tools);
        if !takes_tools {
            self.tools_refused();
        }
        self
    }

    /// The endpoint knows no tools: their results stand in the message instead. Whether that changes anything.
    pub fn tools_refused(&mut self) -> bool {
        let Some(tools) = self.tools.take() else { return false };
        if let Some(last) = self.opening.last_mut() {
            let _ = write!(last.content, "\n\n{}", tools.in_words());
        }
        self.looked_up.clear();
        true
    }

    /// The call to make now.
    pub fn call(&self) -> Call {
        let step = self.settings.step(self.stage);
        Call {
            stage: self.stage,
            attempt: self.attempts,
            model: step.model.clone(),
            messages: self.opening.iter().chain(&self.looked_up).chain(&self.repair).cloned().collect(),
            response_format: self.format,
            temperature: step.temperature,
            max_tokens: self.max_tokens,
            timeout_s: step.timeout_s,
            seed: self.settings.seed,
            tools: if self.may_look_up() { Tools::list() } else { vec![] },
        }
    }

    /// Calls so far, the one that is due included.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The endpoint answered 400 and named the response format: whether there is another to try. No repair is used up.
    pub fn format_refused(&mut self) -> bool {
        match self.format.step_down().filter(|_| self.settings.response_format.is_none()) {
            Some(format) => {
                self.format = format;
                true
            }
            None => false,
        }
    }

    /// AI-2: whether the model may look something up yet.
    fn may_look_up(&self) -> bool {
        self.tools.is_some() && self.lookups < Tools::MOST_CALLS
    }

    /// Answers what the model wants to look up; what is too much is answered with that.
    fn look_up(&mut self, calls: &[ToolCall]) {
        let asked = calls.iter().map(|call| {
            let function = json!({ "name": call.name, "arguments": call.arguments.to_string() });
            json!({ "id": call.id, "type": "function", "function": function })
        });
        let asked = Message { tool_calls: asked.collect(), ..Message::new(Role::Assistant, "") };
        self.looked_up.push(asked);
        for call in calls {
            let answer = match &self.tools {
                Some(tools) if self.lookups < Tools::MOST_CALLS => tools.answer(&call.name, &call.arguments),
                _ => json!({ "error": "no more calls" }),
            };
            self.lookups += 1;
            let told = Message::new(Role::Tool, answer.to_string());
            self.looked_up.push(Message { tool_call_id: Some(call.id.clone()), ..told });
        }
    }

    /// Judges an answer by `judge`: the value that it means, or everything that is wrong with it.
    pub fn reply<T>(&mut self, reply: &Reply, judge: impl FnOnce(&str) -> Result<T, Vec<Fault>>) -> Next<T> {
        if !reply.tool_calls.is_empty() && self.may_look_up() {
            self.look_up(&reply.tool_calls);
            return Next::Again;
        }
        if reply.is_cut_off {
            return self.grow();
        }
        if reply.is_refusal || reply.content.trim().is_empty() {
            return self.failed(FailureCode::EmptyOutput, vec![]);
        }
        match judge(&reply.content) {
            Ok(value) => Next::Done(value),
            Err(faults) if self.attempts > self.settings.repairs => {
                self.failed(FailureCode::OutputInvalid, faults)
            }
            Err(faults) => {
                self.attempts += 1;
                self.repair = vec![
                    Message::new(Role::Assistant, shortened(&reply.content)),
                    Message::new(Role::User, self.complaint(faults)),
                ];
                Next::Again
            }
        }
    }

    /// L-28: an answer that was cut off is asked for once more with twice the room, as one of the repairs.
    fn grow<T>(&mut self) -> Next<T> {
        let larger = (2 * self.max_tokens).min(ModelSettings::MOST_TOKENS);
        if self.has_grown || self.attempts > self.settings.repairs || larger == self.max_tokens {
            return self.failed(FailureCode::OutputTruncated, vec![]);
        }
        self.has_grown = true;
        self.max_tokens = larger;
        self.attempts += 1;
        Next::Again
    }

    fn failed<T>(&self, code: FailureCode, faults: Vec<Fault>) -> Next<T> {
        let mut failure = Failure::new(code, self.stage).fact("attempts", self.attempts).faults(faults);
        match self.stage {
            Stage::Generator => failure.attempts.generator = self.attempts,
            _ => failure.attempts.analyzer = self.attempts,
        }
        Next::Failed(Box::new(failure))
    }

    /// L-29: what is wrong, the form before the meaning; what was wrong before is not repeated.
    fn complaint(&self, mut faults: Vec<Fault>) -> String {
        const MOST: usize = 40;
        faults.sort_by_key(|fault| !fault.code.is_formal());
        let mut text = String::from("The answer is not valid:\n");
        for fault in faults.iter().take(MOST) {
            let Fault { pointer, code, expected, found } = fault;
            let line = format!("- {pointer}: {code}: expected {expected}, found {found}").replace('\n', " ");
            let _ = writeln!(text, "{}", line.chars().take(200).collect::<String>());
        }
        let is_yaml = self.stage == Stage::Generator && self.settings.workout_format == WorkoutFormat::Yaml;
        let form = if is_yaml { "YAML" } else { "JSON" };
        let _ = write!(text, "Keep valid fields. Add no keys. Output only {form}.");
        text
    }
}

/// Longest answer that is sent back.
const MOST_BYTES: usize = 32_768;

/// L-29: the first and the last half of an answer that is too long.
fn shortened(content: &str) -> String {
    if content.len() <= MOST_BYTES {
        return content.to_owned();
    }
    let half = MOST_BYTES / 2;
    let first = &content[..content.floor_char_boundary(half)];
    let last = &content[content.ceil_char_boundary(content.len() - half)..];
    format!("{first}{last}")
}

//! One step with a model, from the first call to the last repair (L-29..L-31, L-35).

use std::{
    borrow::Cow,
    sync::atomic::Ordering,
    time::{Duration, Instant as Stopwatch},
};

use assistant::{
    failure::{Failure, FailureCode, Stage},
    fault::{Fault, FaultCode},
    input::request::Planner,
    model::{
        breaker::Admission,
        conversation::{Call, Conversation, Next},
        message::{Message, prompt_version},
        settings::ModelSettings,
        suggest::Tools,
        transport::{Decision, Trouble, Try, decide},
    },
};
use domain::time::Instant;
use serde_json::Value;
use tokio::sync::SemaphorePermit;

use super::{
    Llm, Step,
    client::{Answered, NoAnswer},
    figures::Figures,
};

/// What all steps of one request share.
pub struct Talk<'a> {
    /// The model.
    pub llm: &'a Llm,
    /// What is counted.
    pub figures: &'a Figures,
    /// By which the request is found in the log.
    pub request_id: &'a str,
    /// Who plans.
    pub planner: Planner,
    /// What time it is, by the program's clock.
    pub now: &'a (dyn Fn() -> Instant + Sync),
    /// Since when the request is at work.
    pub since: Stopwatch,
}

impl std::fmt::Debug for Talk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Talk").field("request_id", &self.request_id).finish_non_exhaustive()
    }
}

/// What is asked for in one step.
#[derive(Debug, Clone)]
pub struct Ask<'a> {
    /// Which step.
    pub step: Step,
    /// Where in the flow a failure is told to have happened.
    pub stage: Stage,
    /// The first messages.
    pub opening: Vec<Message>,
    /// The schema of the answer.
    pub schema: &'a Value,
    /// The policy that the system message holds.
    pub policy: &'static str,
    /// What the model may look up (AI-2).
    pub tools: Option<Tools>,
}

impl Step {
    /// What the calls of this step are made with.
    fn settings(self, all: &ModelSettings) -> Cow<'_, ModelSettings> {
        if self == Self::Suggest { Cow::Owned(all.for_suggestions()) } else { Cow::Borrowed(all) }
    }
}

/// A request that probes a breaker reports back, whatever becomes of it.
struct Probe<'a> {
    llm: &'a Llm,
    step: Step,
    is_open: bool,
}

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        if self.is_open {
            self.llm.with_breaker(self.step, assistant::model::breaker::Breaker::gave_up);
        }
    }
}

impl Talk<'_> {
    /// Asks until the answer is valid, as often as it may; gives the value and the number of calls.
    ///
    /// If the request is given up, the call ends with it, and a probe of the breaker is free again.
    pub async fn ask<T>(
        &self,
        ask: Ask<'_>,
        judge: impl Fn(&str) -> Result<T, Vec<Fault>>,
    ) -> Result<(T, u32), Failure> {
        let llm = self.llm;
        let (step, stage) = (ask.step, ask.stage);
        let now = (self.now)();
        let mut probe = self.admit(step, stage)?;
        let _place = self.place(stage).await?;
        let settings = step.settings(&llm.settings.model);
        let model = &settings.step(stage).model;
        let known = llm.known_format(model, now);
        let mut talk = Conversation::new(stage, ask.opening.clone(), &settings, known)?;
        if let Some(tools) = &ask.tools {
            talk = talk.with_tools(tools.clone(), !llm.refuses_tools.load(Ordering::Relaxed));
        }
        let ended = self.converse(&ask, &mut talk, &judge).await;
        probe.is_open = false;
        let (outcome, format) =
            (ended.as_ref().err().map(|failure| failure.code), talk.call().response_format);
        match outcome {
            None => llm.with_breaker(step, assistant::model::breaker::Breaker::succeeded),
            Some(code) if code.trips_breaker() => llm.with_breaker(step, |one| one.failed((self.now)())),
            Some(_) => llm.with_breaker(step, assistant::model::breaker::Breaker::gave_up),
        }
        if outcome.is_none() && stage != Stage::Generator {
            llm.remember_format(model, format, now);
        }
        self.figures.breaker(step.as_str(), llm.state(step, (self.now)()) as i64);
        self.figures.asked(
            self.planner.as_str(),
            step.as_str(),
            outcome.map_or("ok", assistant::failure::FailureCode::as_str),
        );
        ended.map(|value| (value, talk.attempts()))
    }

    /// L-31: whether the breaker lets the request through.
    fn admit(&self, step: Step, stage: Stage) -> Result<Probe<'_>, Failure> {
        let admission = self.llm.with_breaker(step, |breaker| breaker.admit((self.now)()));
        let is_open = match admission {
            Admission::Go => false,
            Admission::Probe => true,
            Admission::Refused(seconds) => {
                let failure = Failure::new(FailureCode::BreakerOpen, stage).fact("seconds", seconds);
                return Err(Failure { retry_after_s: Some(seconds), ..failure });
            }
        };
        Ok(Probe { llm: self.llm, step, is_open })
    }

    /// L-28: a place among those at work, or none within the time one waits.
    async fn place(&self, stage: Stage) -> Result<SemaphorePermit<'_>, Failure> {
        let waited = tokio::time::timeout(self.llm.settings.queue, self.llm.places.acquire()).await;
        let busy = || Failure { retry_after_s: Some(10), ..Failure::new(FailureCode::ModelBusy, stage) };
        waited.ok().and_then(Result::ok).ok_or_else(busy)
    }

    async fn converse<T>(
        &self,
        ask: &Ask<'_>,
        talk: &mut Conversation,
        judge: &impl Fn(&str) -> Result<T, Vec<Fault>>,
    ) -> Result<T, Failure> {
        let mut retries = 0;
        loop {
            let call = talk.call();
            let started = Stopwatch::now();
            let sent = self.llm.send(&call, ask.schema, self.patience(&call)).await;
            let line = Line { ask, call: &call, started, talk: self };
            let answered = match sent {
                Ok(answered) => answered,
                Err(NoAnswer::SeedRefused) => continue,
                Err(NoAnswer::ToolsRefused) if talk.tools_refused() => continue,
                Err(NoAnswer::FormatRefused) if talk.format_refused() => continue,
                Err(NoAnswer::FormatRefused | NoAnswer::ToolsRefused) => {
                    return Err(failed(FailureCode::ProviderRejected, ask.stage, talk));
                }
                Err(NoAnswer::Trouble(trouble)) => {
                    line.tell(&Answered::default(), "transport", &[]);
                    self.wait_out(trouble, &call, &mut retries)
                        .await
                        .map_err(|code| failed(code, ask.stage, talk))?;
                    continue;
                }
            };
            retries = 0;
            if let Some(capture) = &self.llm.capture {
                capture.write(ask.step, &call, &answered.reply.content, (self.now)());
            }
            let mut faults: Vec<FaultCode> = Vec::new();
            let next = talk.reply(&answered.reply, |text| {
                judge(text).inspect_err(|found| faults.extend(found.iter().map(|fault| fault.code)))
            });
            let is_done = matches!(next, Next::Done(_));
            let is_lookup = !answered.reply.tool_calls.is_empty() && matches!(next, Next::Again);
            line.tell(&answered, outcome(is_done || is_lookup, &faults), &faults);
            match next {
                Next::Done(value) => return Ok(value),
                Next::Failed(failure) => return Err(*failure),
                // A repair after the deadline would come too late.
                Next::Again if self.left().is_zero() => {
                    return Err(failed(FailureCode::ProviderTimeout, ask.stage, talk));
                }
                Next::Again => {}
            }
        }
    }

    /// L-30: waits for the next try, or says why there is none.
    async fn wait_out(&self, trouble: Trouble, call: &Call, retries: &mut u32) -> Result<(), FailureCode> {
        let attempt = Try {
            retries: *retries,
            most_retries: self.llm.settings.model.transport_retries,
            jitter_ms: self.llm.pace.jitter(),
            left_ms: u64::try_from(self.left().as_millis()).unwrap_or(u64::MAX),
            timeout_ms: 1000 * u64::from(call.timeout_s),
        };
        match decide(trouble, &attempt) {
            Decision::Wait(millis) => {
                *retries += 1;
                self.llm.pace.wait(millis).await;
                Ok(())
            }
            Decision::Fail(code) => Err(code),
        }
    }

    /// What is left of the time for all steps.
    fn left(&self) -> Duration {
        let total = Duration::from_secs(self.llm.settings.model.total_deadline_s.into());
        total.saturating_sub(self.since.elapsed())
    }

    /// How long a call may take.
    fn patience(&self, call: &Call) -> Duration {
        Duration::from_secs(call.timeout_s.into()).min(self.left())
    }
}

/// The failure of a step that got no answer.
fn failed(code: FailureCode, stage: Stage, talk: &Conversation) -> Failure {
    let mut failure = Failure::new(code, stage);
    match stage {
        Stage::Generator => failure.attempts.generator = talk.attempts(),
        _ => failure.attempts.analyzer = talk.attempts(),
    }
    failure
}

/// How a call ended, in a word: an answer that was cut off or empty could not be parsed.
fn outcome(is_done: bool, faults: &[FaultCode]) -> &'static str {
    let is_text = |code: &FaultCode| matches!(code, FaultCode::BadJson | FaultCode::BadYaml);
    match faults {
        _ if is_done => "ok",
        [] => "parse_error",
        faults if faults.iter().any(is_text) => "parse_error",
        faults if faults.iter().any(|code| code.is_formal()) => "schema_error",
        _ => "semantic_error",
    }
}

/// One line of the log (L-35).
struct Line<'a> {
    ask: &'a Ask<'a>,
    call: &'a Call,
    started: Stopwatch,
    talk: &'a Talk<'a>,
}

impl Line<'_> {
    fn tell(&self, answered: &Answered, outcome: &'static str, faults: &[FaultCode]) {
        let Self { ask, call, started, talk } = self;
        let (step, took) = (ask.step.as_str(), started.elapsed());
        let (prompt_tokens, completion_tokens) = (answered.prompt_tokens, answered.completion_tokens);
        let figures = talk.figures;
        figures.called(step, took.as_secs_f64(), prompt_tokens, completion_tokens);
        let mut counts = std::collections::BTreeMap::<&str, u32>::new();
        for code in faults {
            figures.wrong(step, code.as_str());
            *counts.entry(code.as_str()).or_default() += 1;
        }
        let faults: Vec<String> = counts.iter().map(|(code, count)| format!("{code}={count}")).collect();
        tracing::info!(
            request_id = talk.request_id,
            step,
            attempt = call.attempt,
            planner = talk.planner.as_str(),
            model = call.model,
            prompt_version = prompt_version(ask.policy),
            response_format = call.response_format.as_str(),
            milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            prompt_tokens,
            completion_tokens,
            finish_reason = answered.finish_reason,
            outcome,
            faults = faults.join(" "),
            breaker = talk.llm.state(ask.step, (talk.now)()).as_str(),
            "model called"
        );
    }
}

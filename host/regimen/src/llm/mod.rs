//! A language model behind an endpoint that speaks the protocol of OpenAI: one on this machine, at home, or hosted.
//!
//! Read in this order: [`settings`] (where it is and how patient we are), `client` (one call), [`talk`] (a step with its
//! repairs, retries, breaker and queue), `figures` (what is counted), [`capture`] (what is written down while somebody looks
//! for a mistake), [`probe`] (what an endpoint can do). What is said, and what an answer means, is decided by
//! the crate `assistant`; here bytes are carried.
//!
//! # What is not here
//!
//! * No decision: an answer is a draft that passes the validators of everybody else's.
//! * No text of an athlete, no prompt, no answer and no key in the log or in a figure (L-35); a file that is asked for by
//!   `flow.debug_capture` has prompts and answers for a day.

pub mod capture;
mod client;
pub mod figures;
pub mod probe;
pub mod settings;
pub mod talk;

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

use assistant::model::{
    breaker::{Breaker, BreakerState},
    settings::ResponseFormat,
};
use domain::{time::Instant, vocabulary::vocabulary};
use tokio::sync::Semaphore;

use self::{capture::Capture, settings::Settings};
use crate::{outward, problem::Problem};

vocabulary! {
    /// What a model is asked to do; each has a breaker of its own (L-31).
    pub enum Step: "step" {
        Analyzer = "analyzer",
        Generator = "generator",
        Notes = "notes",
        Read = "read",
        Suggest = "suggest",
    }
}

/// How waiting is done.
#[derive(Debug, Default)]
pub enum Pace {
    /// As long as it takes.
    #[default]
    Real,
    /// Not at all: the waits are only written down, in milliseconds. For tests.
    Told(Mutex<Vec<u64>>),
}

impl Pace {
    async fn wait(&self, millis: u64) {
        match self {
            Self::Real => tokio::time::sleep(Duration::from_millis(millis)).await,
            Self::Told(waits) => waits.lock().unwrap_or_else(PoisonError::into_inner).push(millis),
        }
    }

    /// L-30: a random part of a wait, 0..250 ms.
    fn jitter(&self) -> u64 {
        match self {
            Self::Real => {
                let mut byte = [0];
                crate::service::app::fill(&mut byte);
                u64::from(byte[0]) * 250 / 255
            }
            Self::Told(_) => 0,
        }
    }
}

/// A model that can be asked.
#[derive(Debug)]
pub struct Llm {
    /// Where it is, and how it is asked.
    pub settings: Settings,
    http: reqwest::Client,
    pace: Pace,
    places: Semaphore,
    breakers: Mutex<BTreeMap<Step, Breaker>>,
    /// L-28: the format that the endpoint takes for a model, and since when that is known.
    formats: Mutex<BTreeMap<String, (ResponseFormat, Instant)>>,
    /// Whether the endpoint refused a seed.
    refuses_seed: AtomicBool,
    /// Whether the endpoint refused tools (AI-2).
    refuses_tools: AtomicBool,
    /// Where prompts and answers are written down, if they are.
    pub capture: Option<Capture>,
}

impl Llm {
    /// A model with these settings.
    pub fn new(settings: Settings, pace: Pace) -> Result<Self, Problem> {
        let http = outward::client(None).map_err(|error| Problem::defect(&error))?;
        let places = Semaphore::new(settings.concurrency);
        Ok(Self {
            settings,
            http,
            pace,
            places,
            breakers: Mutex::default(),
            formats: Mutex::default(),
            refuses_seed: AtomicBool::new(false),
            refuses_tools: AtomicBool::new(false),
            capture: None,
        })
    }

    /// The waits that were only written down.
    pub fn waits(&self) -> Vec<u64> {
        match &self.pace {
            Pace::Real => Vec::new(),
            Pace::Told(waits) => waits.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    /// How the breaker of a step stands.
    pub fn state(&self, step: Step, now: Instant) -> BreakerState {
        self.with_breaker(step, |breaker| breaker.state(now))
    }

    fn with_breaker<T>(&self, step: Step, act: impl FnOnce(&mut Breaker) -> T) -> T {
        let mut breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        act(breakers.entry(step).or_insert_with(|| Breaker::new(self.settings.breaker)))
    }

    /// L-28: the format that the endpoint is known to take, for a day.
    fn known_format(&self, model: &str, now: Instant) -> Option<ResponseFormat> {
        const DAY_S: i64 = 86_400;
        let formats = self.formats.lock().unwrap_or_else(PoisonError::into_inner);
        formats.get(model).filter(|(_, since)| now.seconds_since(*since) < DAY_S).map(|(format, _)| *format)
    }

    fn remember_format(&self, model: &str, format: ResponseFormat, now: Instant) {
        let mut formats = self.formats.lock().unwrap_or_else(PoisonError::into_inner);
        formats.insert(model.to_owned(), (format, now));
    }
}

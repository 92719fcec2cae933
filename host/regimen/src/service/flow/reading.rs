//! Lines that no rule understood: a model says what they would mean, the athlete says whether that is so (L-33).
//!
//! A reading waits until it is confirmed or declined. A confirmed one is used whenever the same line comes again; a line
//! that has been asked about is not asked about again.

use std::sync::LazyLock;

use assistant::{
    facts::Prepared,
    failure::{Failure, FailureCode, Stage},
    input::{
        Inputs, Knowledge,
        name::words,
        reading::{Confirmed, Meant, Source},
        request::{Planner, Request},
    },
    model::structure::{self, Offer, Open, Structure},
};
use domain::{digest::sha256, proposal::ProposalState, time::Instant, voice::Locale};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Entry, Shelf};

use super::{Exercises, plan::talk};
use crate::{
    llm::{Step, talk::Ask},
    problem::Problem,
    service::{
        act::Act,
        app::{App, Caller, Scope, Work, not_found},
        session::model::nonce,
    },
};

/// Days for which a reading waits for an answer.
const KEPT_DAYS: i64 = 30;

/// What a line would mean, and what the athlete says to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// By which it is answered.
    pub key: String,
    /// Where the line stands.
    pub source: Source,
    /// The line.
    pub text: String,
    /// What it would mean.
    pub meant: Meant,
    /// Waits, confirmed or declined.
    pub state: ProposalState,
    /// When it was read.
    pub created_at: Instant,
    /// When it was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Instant>,
}

impl Reading {
    /// One that nobody answered for so long is not there any more.
    fn is_forgotten(&self, now: Instant) -> bool {
        self.state.is_open() && now.seconds_since(self.created_at) > KEPT_DAYS * 86_400
    }

    fn new(offer: Offer, now: Instant) -> Self {
        let Offer { source, text, meant, .. } = offer;
        let identity = format!("{source}\n{}\n{}", words(&text).join(" "), json!(meant));
        let key = sha256(identity.as_bytes()).chars().take(12).collect();
        Self { key, source, text, meant, state: ProposalState::Pending, created_at: now, decided_at: None }
    }

    /// The oldest first.
    fn order(&self) -> (Instant, &str) {
        (self.created_at, &self.key)
    }

    fn is_about(&self, source: Source, text: &str) -> bool {
        self.source == source && words(&self.text) == words(text)
    }
}

/// What a model read in the lines of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadLines {
    /// By which the request is found in the log.
    pub request_id: String,
    /// What waits for an answer, of these lines.
    pub readings: Vec<Reading>,
    /// How many readings named something that is not there, and were dropped.
    pub dropped: usize,
}

/// Asks a model to read the lines of a request that no rule understood. What it reads waits to be confirmed; nothing is
/// used before.
pub async fn read(app: &App, caller: &Caller, request: &Request, lang: Locale) -> Result<ReadLines, Problem> {
    let mut work = app.read(caller, Scope::Plan).await?;
    let mut request = request.clone();
    if let Some(history) = &mut request.history {
        // Lines that are not understood are what this is about.
        history.lenient = true;
    }
    let inputs = work.flow_inputs(&request, lang).await?;
    let catalog = work.catalog().await?;
    let known = work.readings().await?;
    let request_id = work.trace_id.as_str().to_owned();
    drop(work);
    let exercises = Exercises::new(&catalog, &inputs.athlete.tuning);
    let (offers, dropped) = offers(app, &inputs, &exercises.knowledge(), &known, &request_id).await?;
    let mut work = app.write(caller, Act::Readings).await?;
    let understood = assistant::input::understand(&inputs, &exercises.knowledge())?;
    let lines = Open::of(&understood, |_, _| false);
    let readings = work.keep_readings(offers, &lines).await?;
    work.commit().await?;
    Ok(ReadLines { request_id, readings, dropped })
}

static SCHEMA: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(Structure).to_value());

/// What a model reads in lines that nobody has asked about yet, and how much of it cannot be offered.
pub(super) async fn offers(
    app: &App,
    inputs: &Inputs,
    knowledge: &Knowledge<'_>,
    known: &[Reading],
    request_id: &str,
) -> Result<(Vec<Offer>, usize), Failure> {
    let prepared = Prepared::new(inputs, knowledge)?;
    let understood = &prepared.understood;
    let is_known = |source: Source, text: &str| known.iter().any(|one| one.is_about(source, text));
    let open = Open::of(understood, is_known);
    if open.is_empty() {
        return Ok((vec![], 0));
    }
    let now = || app.now();
    let Some(talk) = talk(&app.planners, request_id, Planner::Hybrid, &now) else {
        return Err(Failure::new(FailureCode::ModelNotConfigured, Stage::Ingest));
    };
    let ask = Ask {
        step: Step::Read,
        stage: Stage::Ingest,
        opening: structure::messages(&open, understood, knowledge, nonce()),
        schema: &SCHEMA,
        policy: structure::POLICY,
        tools: None,
    };
    let (read, _) = talk.ask(ask, structure::read).await?;
    let today = inputs.athlete.now.local_date(&inputs.athlete.time_zone);
    Ok(structure::offers(&read, &open, knowledge, (understood.meta.units.into(), today)))
}

/// The readings that wait; with `all` those that were answered, too.
pub async fn list(app: &App, caller: &Caller, all: bool) -> Result<Vec<Reading>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let mut readings = work.readings().await?;
    readings.retain(|reading| all || reading.state.is_open());
    Ok(readings)
}

/// Says that a line means this: it is used from now on.
pub async fn confirm(app: &App, caller: &Caller, key: &str) -> Result<Reading, Problem> {
    answer(app, caller, key, ProposalState::Accepted).await
}

/// Says that a line does not mean this; one that was confirmed is used no more.
pub async fn decline(app: &App, caller: &Caller, key: &str) -> Result<Reading, Problem> {
    answer(app, caller, key, ProposalState::Rejected).await
}

async fn answer(app: &App, caller: &Caller, key: &str, state: ProposalState) -> Result<Reading, Problem> {
    let mut work = app.write(caller, Act::Readings).await?;
    let entry = work.tx.entry::<Reading>(Shelf::Readings, caller.athlete, key).await?;
    let Some(mut entry) = entry else { return Err(not_found("reading", key)) };
    if entry.value.state != state {
        entry.value.state = state;
        entry.value.decided_at = Some(work.now);
        entry.revision += 1;
        work.tx.put_entries(Shelf::Readings, caller.athlete, std::slice::from_ref(&entry)).await?;
        work.commit().await?;
    }
    Ok(entry.value)
}

impl Work<'_> {
    /// Every reading that is not forgotten, the oldest first.
    pub(super) async fn readings(&mut self) -> Result<Vec<Reading>, Problem> {
        let now = self.now;
        let mut readings = self.kept_readings().await?;
        readings.retain(|one| !one.is_forgotten(now));
        Ok(readings)
    }

    /// Every reading that is still there, the oldest first.
    async fn kept_readings(&mut self) -> Result<Vec<Reading>, Problem> {
        let found = self.tx.entries::<Reading>(Shelf::Readings, self.athlete.id).await?;
        let mut readings: Vec<Reading> = found.into_iter().map(|entry| entry.value).collect();
        readings.sort_by(|one, other| one.order().cmp(&other.order()));
        Ok(readings)
    }

    /// What the athlete has confirmed.
    pub(super) async fn confirmed(&mut self) -> Result<Vec<Confirmed>, Problem> {
        let readings = self.readings().await?.into_iter();
        let confirmed = readings.filter(|reading| reading.state == ProposalState::Accepted);
        let of = |Reading { source, text, meant, .. }: Reading| Confirmed { source, text, meant };
        Ok(confirmed.map(of).collect())
    }

    /// Keeps new readings until they are answered, lets go of those that nobody answered, and gives those that wait for
    /// these lines.
    pub(super) async fn keep_readings(
        &mut self,
        offers: Vec<Offer>,
        lines: &Open<'_>,
    ) -> Result<Vec<Reading>, Problem> {
        let (athlete, now) = (self.athlete.id, self.now);
        let mut known = self.kept_readings().await?;
        for old in known.extract_if(.., |one| one.is_forgotten(now)) {
            self.tx.remove_entry(Shelf::Readings, athlete, &old.key).await?;
        }
        let new = offers.into_iter().map(|offer| Reading::new(offer, now));
        let new: Vec<Reading> = new.filter(|one| !known.iter().any(|other| other.key == one.key)).collect();
        let entry = |one: &Reading| Entry { key: one.key.clone(), revision: 1, value: one.clone() };
        self.tx.put_entries(Shelf::Readings, athlete, &new.iter().map(entry).collect::<Vec<_>>()).await?;
        known.extend(new);
        known.retain(|one| {
            let said = lines.instructions.iter().any(|line| one.is_about(Source::Instructions, &line.text));
            let done = lines.history.iter().any(|line| one.is_about(Source::History, &line.whole()));
            one.state.is_open() && (said || done)
        });
        known.sort_by(|one, other| one.order().cmp(&other.order()));
        Ok(known)
    }
}

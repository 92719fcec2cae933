//! A planned session that waits for an answer: the proposal of kind `session_draft` (L-36).
//!
//! It changes no item that the plan has, so it is kept beside the proposals that do, by the id of its workout.

use assistant::{
    document::{id, plan::AnalyzerPlan, workout::Workout, yaml},
    failure::{Failure, FailureCode, Stage},
    input::request::{Planner, Request},
    rules::Cut,
};
use domain::{
    error::ErrorCode,
    id::Id,
    plan::{PlanDomain, PlanId},
    proposal::{Consent, EngineName, ProposalKind, ProposalState},
    reason::{Fact, Reason},
    session::{SelectionMode, SessionId, SessionOrigin},
    time::{Instant, add_days},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entry, SessionRow, Shelf};

use super::{Exercises, plan::Made, session};
use crate::{
    problem::{Code, Problem, STALE_DRAFT},
    service::{
        act::Act,
        app::{App, Caller, Scope, Work, not_found},
        workout::{Kept, Making},
    },
};

/// L-36: a draft is good until two days after the day it is for.
const GOOD_DAYS: i64 = 2;

/// Days for which a draft is kept after it has ended unanswered, so that work done by it can still be logged.
const KEPT_DAYS: i64 = 30;

/// A planned session that waits for an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The id of its workout (L-21).
    pub workout_id: String,
    /// Always `session_draft`.
    pub kind: ProposalKind,
    /// Who made it.
    pub engine: EngineName,
    /// Always `ask`.
    pub consent: Consent,
    /// Where it stands.
    pub state: ProposalState,
    /// Who made the numbers.
    pub planner: Planner,
    /// The plan in force when it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub based_on: Option<Base>,
    /// When it was made.
    pub created_at: Instant,
    /// When it ends unanswered.
    pub expires_at: Instant,
    /// When it was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Instant>,
    /// The session that it became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// Whether it is for an easy week.
    #[serde(default)]
    pub deload: bool,
    /// The plan of the session.
    pub analyzer: AnalyzerPlan,
    /// The session as it was planned.
    pub workout: Workout,
    /// How the exercises were chosen, until the session has it (EP-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Box<Kept>>,
    /// What was asked for, without the history and the activities that came with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Box<Request>>,
    /// Who was asked to plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested_planner: Option<Planner>,
    /// Why the rules stood in for a model (L-32).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FailureCode>,
    /// What the athlete should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Reason>,
    /// What was cut.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Cut>,
    /// What came back, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<Logged>,
}

/// The version of the plan that a draft was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Which plan.
    pub plan_id: PlanId,
    /// Which version of it.
    pub version: u32,
}

/// A workout that came back filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LoggedWorkout")]
pub struct Logged {
    /// The hash of its bytes.
    pub digest: String,
    /// When it came.
    pub at: Instant,
    /// What it said.
    pub workout: Workout,
}

impl Draft {
    /// The workout as YAML, to be taken along.
    pub fn yaml(&self) -> String {
        yaml::write(&self.workout)
    }
}

/// The drafts that wait, the soonest first; with `all` those that were answered, too.
pub async fn list(app: &App, caller: &Caller, all: bool) -> Result<Vec<Draft>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let drafts = work.tx.entries::<Draft>(Shelf::Drafts, caller.athlete).await?;
    let now = work.now;
    let mut drafts: Vec<Draft> = drafts.into_iter().map(|entry| entry.value.at(now)).collect();
    drafts.retain(|draft| all || draft.state.is_open());
    Ok(drafts)
}

/// The draft of this workout.
pub async fn show(app: &App, caller: &Caller, workout_id: &str) -> Result<Draft, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let now = work.now;
    Ok(work.draft(workout_id).await?.value.at(now))
}

/// Says yes: the draft becomes a planned session, and its exercises enter the plan. Again, it gives the same session.
pub async fn accept(app: &App, caller: &Caller, workout_id: &str) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::DraftAnswered).await?;
    let mut entry = work.draft(workout_id).await?;
    if let Some(session) = entry.value.session_id {
        return work.session(session).await;
    }
    entry.value = entry.value.at(work.now);
    if !entry.value.state.is_open() {
        return Err(closed(&entry.value));
    }
    let base = work.base().await?;
    if entry.value.based_on != base {
        let version = |base: Option<Base>| base.map_or(0, |base| base.version);
        let stale = Problem::new(STALE_DRAFT)
            .fact("id", workout_id)
            .fact("version", version(entry.value.based_on))
            .fact("active", version(base));
        // It is closed all the same, so that nobody is asked again.
        entry.value.answered(ProposalState::Superseded, work.now);
        work.put_draft(entry).await?;
        work.commit().await?;
        return Err(stale);
    }
    let row = work.take_draft(&mut entry.value).await?;
    work.offer_lighter(&row).await?;
    work.put_draft(entry).await?;
    work.commit().await?;
    Ok(row)
}

/// Says no.
pub async fn decline(app: &App, caller: &Caller, workout_id: &str) -> Result<Draft, Problem> {
    let mut work = app.write(caller, Act::DraftAnswered).await?;
    let mut entry = work.draft(workout_id).await?;
    entry.value = entry.value.at(work.now);
    match entry.value.state {
        ProposalState::Rejected => return Ok(entry.value),
        state if !state.is_open() => return Err(closed(&entry.value)),
        _ => {}
    }
    entry.value.answered(ProposalState::Rejected, work.now);
    let draft = entry.value.clone();
    work.put_draft(entry).await?;
    work.commit().await?;
    Ok(draft)
}

fn closed(draft: &Draft) -> Problem {
    Problem::new(Code::of(ErrorCode::ProposalNotOpen))
        .fact("id", draft.workout_id.as_str())
        .fact("state", Fact::word("proposal", draft.state))
}

impl Draft {
    /// The same at an instant: one that nobody answered has ended.
    fn at(self, now: Instant) -> Self {
        let has_ended = self.state.is_open() && self.expires_at <= now;
        let state = if has_ended { ProposalState::Expired } else { self.state };
        Self { state, ..self }
    }

    fn answered(&mut self, state: ProposalState, at: Instant) {
        self.state = state;
        self.decided_at = Some(at);
        self.selection = None;
    }
}

impl Work<'_> {
    /// The draft of this workout, as it is kept.
    pub(super) async fn draft(&mut self, workout_id: &str) -> Result<Entry<Draft>, Problem> {
        let entry = self.tx.entry::<Draft>(Shelf::Drafts, self.athlete.id, workout_id).await?;
        entry.ok_or_else(|| not_found("workout", workout_id))
    }

    pub(super) async fn put_draft(&mut self, entry: Entry<Draft>) -> Result<(), Problem> {
        let entry = Entry { revision: entry.revision + 1, ..entry };
        Ok(self.tx.put_entries(Shelf::Drafts, self.athlete.id, &[entry]).await?)
    }

    /// The plan in force and its version.
    async fn base(&mut self) -> Result<Option<Base>, Problem> {
        let plan = self.active_plan(PlanDomain::Training).await?;
        Ok(plan.map(|plan| Base { plan_id: plan.id, version: plan.active_version }))
    }

    /// Keeps what was planned as a draft under an id that is free (L-21), and lets go of drafts that ended long ago.
    pub(super) async fn keep_draft(&mut self, made: &mut Made, request: &Request) -> Result<(), Problem> {
        let meta = made.outcome.analyzer.meta.clone();
        let taken = self.tx.entry_keys(Shelf::Drafts, self.athlete.id, &meta.date.to_string()).await?;
        let is_taken = |id: &str| taken.iter().any(|known| known == id);
        let seed = id::seed_of(&made.outcome.analyzer.id_seed);
        made.outcome.workout.workout_id = id::workout_id(meta.date, &meta.location, seed, is_taken)
            .map_err(|_| Failure::new(FailureCode::IdExhausted, Stage::Generator))?;
        made.outcome.yaml = yaml::write(&made.outcome.workout);
        let last = add_days(meta.date, GOOD_DAYS + 1);
        let expires_at = self.zone().start_of(last).unwrap_or_else(|| self.now.plus_seconds(3 * 86_400));
        let outcome = &made.outcome;
        let draft = Draft {
            workout_id: outcome.workout.workout_id.clone(),
            kind: ProposalKind::SessionDraft,
            engine: if outcome.planner == Planner::Model {
                EngineName::Llm
            } else {
                EngineName::SessionPlanner
            },
            consent: Consent::Ask,
            state: ProposalState::Pending,
            planner: outcome.planner,
            based_on: self.base().await?,
            created_at: self.now,
            expires_at,
            decided_at: None,
            session_id: None,
            deload: made.deload,
            analyzer: outcome.analyzer.clone(),
            workout: outcome.workout.clone(),
            selection: made.kept.take().map(Box::new),
            asked: Some(Box::new(Request { history: None, activities: None, ..request.clone() })),
            requested_planner: Some(outcome.requested_planner),
            fallback_reason: outcome.fallback_reason,
            warnings: outcome.warnings.clone(),
            cuts: outcome.cuts.clone(),
            logs: vec![],
        };
        self.forget_old_drafts().await?;
        self.put_draft(Entry { key: draft.workout_id.clone(), revision: 0, value: draft }).await
    }

    /// Ids begin with the date, so that those of a day long past are told by their name.
    async fn forget_old_drafts(&mut self) -> Result<(), Problem> {
        let last = add_days(self.today(), -(GOOD_DAYS + KEPT_DAYS)).to_string();
        let keys = self.tx.entry_keys(Shelf::Drafts, self.athlete.id, "").await?;
        for key in keys.into_iter().take_while(|key| *key < last) {
            let is_over = self.draft(&key).await?.value.session_id.is_none();
            if is_over {
                self.tx.remove_entry(Shelf::Drafts, self.athlete.id, &key).await?;
            }
        }
        Ok(())
    }

    /// L-36: the session that a draft becomes: planned, with the numbers of the draft.
    pub(super) async fn take_draft(&mut self, draft: &mut Draft) -> Result<SessionRow, Problem> {
        let id = Id::derive(&["draft", &self.athlete.id.to_string(), &draft.workout_id]);
        let catalog = self.catalog().await?;
        let exercises = Exercises::new(&catalog, &::training::tuning::Tuning::default());
        let planned = session::exercises(&draft.analyzer, &draft.workout, exercises.knowledge().library);
        let making = Making {
            id,
            origin: SessionOrigin::Draft,
            selection_mode: SelectionMode::Intent,
            planned_start: None,
            date: draft.workout.date,
            intent: draft.analyzer.session.kind.intent(),
            estimated_minutes: Some(draft.analyzer.time_budget.estimated_minutes_total),
            deload: draft.deload,
            pain_exclusions: 0,
        };
        let row = self.put_down(&planned, &making).await?;
        if let Some(kept) = &draft.selection {
            self.keep_selection(id, kept).await?;
        }
        draft.session_id = Some(id);
        draft.answered(ProposalState::Accepted, self.now);
        Ok(row)
    }
}

//! The report of a session, and what it answers (P-4, SG-1).

use domain::{
    error::ErrorCode,
    id::Id,
    law::Invalid,
    plan::TriggerKind,
    progress::{LevelDecision, ProgressionEvent, ProgressionEventType},
    proposal::Proposal,
    quantity::Rpe,
    reason::{Reason, ReasonCode},
    session::{ExercisePerformance, PerformanceStatus, Session, SessionEventKind, SessionId, SessionStatus},
    spec::SpecId,
    wellbeing::SessionModifier,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Records, SessionRow};
use training::{
    progression::{
        report::{Report, Started, read},
        update::ProgressUpdate,
    },
    records::{self, Record},
    suggestion::{run::Explained, settle::Dropped},
};

use super::{event, model::ModelRun, opinion::SecondOpinion, step, terms::Terms, wrong_state};
use crate::{
    problem::{Problem, SETS_LOGGED},
    service::act::Act,
    service::app::{App, Caller, Scope, Work, not_found},
};

/// What a person says at the end of a session, beside the sets that were logged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SessionEnding")]
pub struct Ending {
    /// Sets, effort, comfort, marks and notes by item; items that are not named are as they were logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Effort of the whole session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_rpe: Option<Rpe>,
}

/// What came of a report, as it is kept and told.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// What was decided, by item (P-18).
    pub updates: Vec<ProgressUpdate>,
    /// The version that landed, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Candidates that are not proposed, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Dropped>,
    /// For each item and rule, whether it fired or what it missed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<Explained>,
    /// Bundles that gave way when they were to land.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gave_way: Vec<Reason>,
    /// What is advised (P-49), as codes of texts with their facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<ToldAdvice>,
    /// Lighter sessions that the athlete wants to be asked about first (PR-6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked_modifiers: Vec<SessionModifier>,
    /// Whether older records are being moved to the archive (P-24).
    #[serde(default)]
    pub archiving: bool,
    /// What a model was asked, and what came of it (AI-1); absent if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelRun>,
    /// Second opinions on what the session says of older proposals (OU-9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opinions: Vec<SecondOpinion>,
    /// The version of the rules.
    pub rule_version: String,
    /// What the rules were asked with; it is kept and not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub terms: Option<Terms>,
}

/// One advice, as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToldAdvice {
    /// What is advised.
    pub code: training::advice::AdviceCode,
    /// The id of its text.
    pub text: String,
    /// The numbers of its text.
    #[serde(default)]
    pub facts: domain::reason::Facts,
}

/// A session that was reported, with what followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The session.
    pub row: SessionRow,
    /// What was decided, dropped and advised.
    pub told: Told,
    /// What was proposed, in the order in which it is shown.
    pub proposals: Vec<Proposal>,
}

/// Reports a session: one that runs, or one that is planned or was skipped, from start to end; a correction of one that
/// was reported (P-4). The same report again changes nothing.
pub async fn finish(app: &App, caller: &Caller, id: SessionId, ending: &Ending) -> Result<Finished, Problem> {
    let mut work = app.write(caller, Act::SessionReported).await?;
    let finished = work.finish(id, ending).await?;
    work.commit().await?;
    Ok(finished)
}

/// Says that a session is not going to be done; its exercises count as skipped (P-16). One in which something was done
/// is finished instead (GL-8).
pub async fn skip(app: &App, caller: &Caller, id: SessionId, reason: &str) -> Result<Finished, Problem> {
    let mut work = app.write(caller, Act::SessionSkipped).await?;
    let finished = work.skip(id, reason).await?;
    work.commit().await?;
    Ok(finished)
}

impl Work<'_> {
    /// Reports a session, or corrects a report; nothing is seen of it before the commit.
    pub(in crate::service) async fn finish(
        &mut self,
        id: SessionId,
        ending: &Ending,
    ) -> Result<Finished, Problem> {
        let mut row = self.session(id).await?;
        let before = row.session.clone();
        let is_correction = matches!(before.status, SessionStatus::Summary | SessionStatus::Done);
        match before.status {
            SessionStatus::Planned => self.begin(&mut row).await?,
            // P-4: a report replaces the skip that the system, or a hasty thumb, had written.
            SessionStatus::Skipped => {
                row.session.status = SessionStatus::Planned;
                row.session.exercises.iter_mut().for_each(|one| one.status = PerformanceStatus::Done);
                self.begin(&mut row).await?;
                let reopened = event(self, id, SessionEventKind::Reopened, []);
                self.tx.add_session_events(&[reopened]).await?;
            }
            SessionStatus::Active | SessionStatus::Summary | SessionStatus::Done => {}
        }
        apply(&mut row, ending)?;
        if is_correction && row.session == before {
            return self.told_before(row).await;
        }
        leave_out_what_was_not_done(&mut row.session.exercises)?;
        if !is_correction {
            step(&mut row, SessionStatus::Summary)?;
            row.session.finished_at = Some(self.now);
        }
        let held = if is_correction { self.records(None).await? } else { Vec::new() };
        self.write_report(&mut row, &before).await?;
        let kind = if is_correction { TriggerKind::ReportCorrection } else { TriggerKind::SessionReport };
        let finished = self.judge(row, kind).await?;
        if before.status == SessionStatus::Done {
            self.refresh_history(&finished.row.session).await?;
        }
        if is_correction {
            self.note_lost_records(&held).await?;
        }
        Ok(finished)
    }

    /// D-18: puts a report back to what was reported before, or takes it back as a whole: then everything of it counts
    /// as left out. It is a correction: within two days what was decided is decided again (P-4).
    pub(in crate::service) async fn take_report_back(
        &mut self,
        id: SessionId,
        former: Option<Vec<ExercisePerformance>>,
    ) -> Result<Finished, Problem> {
        let mut row = self.session(id).await?;
        let before = row.session.clone();
        if !matches!(before.status, SessionStatus::Summary | SessionStatus::Done) {
            return Err(wrong_state(before.status, SessionStatus::Summary));
        }
        let taken_back = |one: &ExercisePerformance| ExercisePerformance {
            status: PerformanceStatus::Skipped,
            rpe: None,
            comfort: None,
            marks: vec![],
            notes: String::new(),
            sets: vec![],
            ..one.clone()
        };
        row.session.exercises = match former {
            Some(former) => former,
            None => before.exercises.iter().map(taken_back).collect(),
        };
        let held = self.records(None).await?;
        self.write_report(&mut row, &before).await?;
        let finished = self.judge(row, TriggerKind::ReportCorrection).await?;
        if before.status == SessionStatus::Done {
            self.refresh_history(&finished.row.session).await?;
        }
        self.note_lost_records(&held).await?;
        Ok(finished)
    }

    /// a record that a correction took away is gone, and an event tells it.
    async fn note_lost_records(&mut self, held: &[Record]) -> Result<(), Problem> {
        let (athlete, now) = (self.id(), self.now);
        let left = self.records(None).await?;
        let event = |record: &Record| {
            let reason = Reason::new(ReasonCode::Record, SpecId::new("A-22"));
            let reps = record.reps.unwrap_or(0).to_string();
            ProgressionEvent {
                id: Id::derive(&[
                    "record_lost",
                    self.trace_id.as_str(),
                    &record.exercise,
                    record.kind.as_str(),
                    &reps,
                ]),
                athlete_id: athlete,
                event_type: ProgressionEventType::RecordLost,
                exercise_key: Some(record.exercise.clone()),
                decision: LevelDecision::None,
                source: "engine".to_owned(),
                context: vec![reason.fact("exercise", record.exercise.as_str()).fact("value", record.fact())],
                trace_id: self.trace_id.clone(),
                created_at: now,
            }
        };
        let events: Vec<ProgressionEvent> = records::lost(held, &left).into_iter().map(event).collect();
        Ok(self.tx.add_events(&events).await?)
    }

    pub(in crate::service) async fn skip(
        &mut self,
        id: SessionId,
        reason: &str,
    ) -> Result<Finished, Problem> {
        let mut row = self.session(id).await?;
        if row.session.status == SessionStatus::Skipped {
            return self.told_before(row).await;
        }
        let before = row.session.clone();
        step(&mut row, SessionStatus::Skipped)?;
        if before.exercises.iter().any(|one| !one.sets.is_empty()) {
            return Err(Problem::new(SETS_LOGGED));
        }
        for exercise in &mut row.session.exercises {
            exercise.status = PerformanceStatus::Skipped;
        }
        self.write_report(&mut row, &before).await?;
        let facts = [("reason", domain::reason::Fact::from(reason))];
        let skipped = event(self, id, SessionEventKind::Skipped, facts);
        self.tx.add_session_events(&[skipped]).await?;
        self.judge(row, TriggerKind::SessionReport).await
    }

    /// The answer that a report got before.
    pub(in crate::service) async fn told_before(&mut self, row: SessionRow) -> Result<Finished, Problem> {
        let (athlete, id) = (self.id(), row.session.id);
        let runs = self.tx.runs::<Told>(athlete, id).await?;
        let told = runs.into_iter().next_back().map(|run| run.report).unwrap_or_default();
        let told = Told { terms: None, ..told };
        let proposals = self.tx.proposals_of_trigger(athlete, &id.to_string()).await?;
        Ok(Finished { row, told, proposals })
    }

    /// Writes the session and the sets that came with its report.
    async fn write_report(&mut self, row: &mut SessionRow, before: &Session) -> Result<(), Problem> {
        let is_as_logged =
            row.session.exercises == before.exercises && row.session.started_at == before.started_at;
        if is_as_logged {
            self.put_session_head(row).await?;
        } else {
            self.put_session(row).await?;
        }
        if row.session.status != before.status {
            self.app.counted.session(&row.session);
        }
        let athlete = self.id();
        for performance in &row.session.exercises {
            let known = before.exercises.iter().find(|known| known.id == performance.id);
            if known.map_or(&[][..], |known| &known.sets) != performance.sets {
                self.tx.replace_sets(athlete, performance.id, &performance.sets, self.now).await?;
            }
        }
        if row.session.status != SessionStatus::Skipped {
            let finished = event(self, row.session.id, SessionEventKind::Finished, []);
            self.tx.add_session_events(&[finished]).await?;
        }
        Ok(())
    }
}

/// Takes a lighter session that was asked about (PR-6, AR-6).
pub async fn take_modifier(
    app: &App,
    caller: &Caller,
    session: SessionId,
    id: Id<SessionModifier>,
) -> Result<SessionModifier, Problem> {
    let mut work = app.write(caller, Act::SessionAdapted).await?;
    let row = work.session(session).await?;
    let told = work.told_before(row).await?.told;
    let asked = told.asked_modifiers.into_iter().find(|modifier| modifier.id == id);
    let asked = asked.ok_or_else(|| not_found("modifier", id))?;
    work.tx.put_modifiers(std::slice::from_ref(&asked)).await?;
    work.commit().await?;
    Ok(asked)
}

/// What was decided about a session before, for who shows it again.
pub async fn outcome(app: &App, caller: &Caller, id: SessionId) -> Result<Finished, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let row = work.session(id).await?;
    let reported =
        matches!(row.session.status, SessionStatus::Summary | SessionStatus::Done | SessionStatus::Skipped);
    if !reported {
        return Err(wrong_state(row.session.status, SessionStatus::Summary));
    }
    work.told_before(row).await
}

/// The decisions on the items of a session, as they are kept (P-20).
pub async fn decisions(
    app: &App,
    caller: &Caller,
    id: SessionId,
) -> Result<Vec<(String, LevelDecision)>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let rows = work.tx.progress(caller.athlete, Records::OfSession(id)).await?;
    Ok(rows.into_iter().map(|row| (row.record.exercise_key, row.record.decision)).collect())
}

/// Puts what a person said at the end into the session.
fn apply(row: &mut SessionRow, ending: &Ending) -> Result<(), Problem> {
    let session = &mut row.session;
    session.session_rpe = ending.session_rpe.or(session.session_rpe);
    let Some(report) = &ending.report else { return Ok(()) };
    let started: Vec<Started> = session
        .exercises
        .iter()
        .filter_map(|one| {
            let (item_id, frozen) = (one.item_id?, one.frozen.clone()?);
            Some(Started { item_id, exercise_key: one.exercise_key.clone(), frozen })
        })
        .collect();
    // Sets that were logged one by one need not be told again.
    let mut whole = report.clone();
    for item in &mut whole.items {
        let logged = session.exercises.iter().find(|one| one.item_id == Some(item.item_id));
        if item.sets.is_empty() && !item.skipped && logged.is_some_and(|one| !one.sets.is_empty()) {
            item.sets.push(placeholder());
        }
    }
    let told = read(&whole, session.id, &started)?;
    for (mut told, item) in told.into_iter().zip(&report.items) {
        let Some(known) = session.exercises.iter_mut().find(|one| one.item_id == told.item_id) else {
            continue;
        };
        if item.sets.is_empty() {
            told.sets.clone_from(&known.sets);
        }
        told.id = known.id;
        *known = told;
    }
    Ok(())
}

/// Stands for sets that are known already.
fn placeholder() -> training::progression::report::SetReport {
    training::progression::report::SetReport {
        set_id: None,
        kind: domain::prescription::SetType::Working,
        reps: Some(0),
        seconds: None,
        meters: None,
        load_g: None,
        rpe: None,
        completed: false,
        rest_after_s: None,
    }
}

/// An exercise without a set was not done; a session in which nothing was done is skipped, not finished.
fn leave_out_what_was_not_done(exercises: &mut [ExercisePerformance]) -> Result<(), Problem> {
    for exercise in exercises.iter_mut().filter(|one| one.sets.is_empty()) {
        exercise.status = PerformanceStatus::Skipped;
    }
    let done = exercises.iter().any(|one| one.status == PerformanceStatus::Done);
    if done {
        return Ok(());
    }
    let expected = "at least one set; a session that was not done is skipped";
    Err(Invalid::of(ErrorCode::EmptyReport, "items", "no set", expected).into())
}

//! A session from its start to its end: the gate, sets one by one, the report and what follows from it (PV-5, P-4, SG-1).
//!
//! Read in this order: [`start`] (gate and frozen targets), [`log`] (sets, as they come), [`finish`] (the report),
//! `case`, `judge` (flags, suggestions, decisions, landing), `evaluate` (outcomes of older proposals) and `counsel`
//! (advice), [`terms`] (with what all this was judged), [`model`] (what a model adds later), [`leave`] (what the summary
//! turns into), [`beside`] (what is shown with it).

pub mod beside;
mod case;
mod counsel;
mod evaluate;
pub mod finish;
mod judge;
pub mod leave;
pub mod log;
pub mod model;
pub mod opinion;
pub mod start;
pub mod swap;
pub mod terms;

use domain::{
    error::ErrorCode,
    reason::{Fact, Facts},
    session::{SessionEvent, SessionEventKind, SessionId, SessionStatus},
    time::LocalDate,
};
use store::{SessionRow, Which};

use super::app::{App, Caller, Scope, Work, not_found};
use crate::problem::{Code, Problem};

/// The session with this id.
pub async fn show(app: &App, caller: &Caller, id: SessionId) -> Result<SessionRow, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.session(id).await
}

/// The sessions from one day to another.
pub async fn list(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    to: LocalDate,
) -> Result<Vec<SessionRow>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok(work.tx.sessions(caller.athlete, Which::Between(from, to)).await?)
}

/// What happened to a session, oldest first.
pub async fn events(app: &App, caller: &Caller, id: SessionId) -> Result<Vec<SessionEvent>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.session(id).await?;
    Ok(work.tx.session_events(caller.athlete, id).await?)
}

impl Work<'_> {
    /// The session with this id.
    pub(super) async fn session(&mut self, id: SessionId) -> Result<SessionRow, Problem> {
        let row = self.tx.session(self.athlete.id, id).await?;
        row.ok_or_else(|| not_found("session", id))
    }

    /// Writes what became of a session and its exercises.
    pub(super) async fn put_session(&mut self, row: &mut SessionRow) -> Result<(), Problem> {
        self.put_session_head(row).await?;
        Ok(self.tx.put_performances(&row.session).await?)
    }

    /// Writes what became of a session whose exercises are as they were.
    pub(super) async fn put_session_head(&mut self, row: &mut SessionRow) -> Result<(), Problem> {
        row.revision += 1;
        Ok(self.tx.put_session(row).await?)
    }
}

/// Something that happened to a session.
pub(super) fn event<const N: usize>(
    work: &Work<'_>,
    session: SessionId,
    kind: SessionEventKind,
    facts: [(&'static str, Fact); N],
) -> SessionEvent {
    SessionEvent {
        id: work.app.id(),
        athlete_id: work.id(),
        session_id: session,
        at: work.now,
        kind,
        facts: facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect::<Facts>(),
        actor: work.actor,
        trace_id: work.trace_id.clone(),
    }
}

/// PV-5: a session only takes the steps that it may.
pub(super) fn step(row: &mut SessionRow, to: SessionStatus) -> Result<(), Problem> {
    row.session.status = row.session.status.step(to).map_err(|refused| wrong_state(refused.from, to))?;
    Ok(())
}

/// The refusal of a step.
pub(crate) fn wrong_state(from: SessionStatus, to: SessionStatus) -> Problem {
    Problem::new(Code::of(ErrorCode::InvalidSessionState))
        .fact("from", Fact::word("session_status", from))
        .fact("to", Fact::word("session_status", to))
}

//! What happened to a session, why it has the exercises that it has (A-3, EP-3), and who did what (PV-11).

use domain::{
    id::Id,
    person::{ActorKind, Athlete},
    plan::{AuditAction, AuditLine},
    session::{SelectionMode, SessionEvent, SessionId},
    time::{Instant, LocalDate},
};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Cell, Table, document, unreadable, value, values},
    tx::{Tx, on, run},
};

const AUDIT: &str = "plan_version_audit";

const EVENTS: Table = Table {
    name: "session_events",
    key: 2,
    columns: &["athlete_id", "id", "session_id", "at", "kind", "trace_id", "body"],
};

const SELECTIONS: Table =
    Table { name: "selections", key: 2, columns: &["athlete_id", "session_id", "body"] };

const REASONS: Table = Table {
    name: "selection_reasons",
    key: 3,
    columns: &["athlete_id", "session_id", "position", "exercise_key", "code", "spec", "body"],
};

/// What was chosen and why, one row per exercise and reason (EP-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectionReason<R> {
    /// The exercise.
    pub exercise_key: String,
    /// The code of the reason.
    pub code: String,
    /// Its rule.
    pub spec: String,
    /// The reason.
    pub reason: R,
}

impl Tx {
    /// When something of the athlete's was last done or decided, in milliseconds; 0 if nothing was.
    pub async fn change_mark(&mut self, athlete: Id<Athlete>) -> Result<i64, StoreError> {
        const SQL: &str = "select coalesce(max(at), 0) from (
                select max(at) as at from session_events where athlete_id = $1
                union all select max(at) as at from plan_version_audit where athlete_id = $1
                union all select max(at) as at from decisions where athlete_id = $1
                union all select max(at) as at from check_ins where athlete_id = $1
                union all select max(at) as at from body_weights where athlete_id = $1
                union all select max(at) as at from measurements where athlete_id = $1
                union all select max(at) as at from meal_logs where athlete_id = $1
                union all select max(at) as at from diary where athlete_id = $1) as marks";
        Ok(on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_one(conn))?)
    }

    /// A line of the audit.
    pub async fn audit_line(
        &mut self,
        athlete: Id<Athlete>,
        line: Id<AuditLine>,
    ) -> Result<Option<AuditLine>, StoreError> {
        const SQL: &str = "select body from plan_version_audit where athlete_id = $1 and id = $2";
        let row: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(line.uuid()).fetch_optional(conn))?;
        row.map(|body| value(AUDIT, &body.0)).transpose()
    }

    /// Lines of the audit before one, newest first: those of a role, or all but of a kind.
    pub async fn audit_before(
        &mut self,
        athlete: Id<Athlete>,
        before: Option<&AuditLine>,
        by: Option<ActorKind>,
        but: Option<AuditAction>,
        most: i64,
    ) -> Result<Vec<AuditLine>, StoreError> {
        const SQL: &str = "select body from plan_version_audit where athlete_id = $1
             and (at < $2 or (at = $2 and id < $3))
             and ($4 = '' or body -> 'actor' ->> 'kind' = $4) and body ->> 'action' <> $5
             order by at desc, id desc limit $6";
        let (at, id) = before.map_or((i64::MAX, Uuid::max()), |line| (line.at.millis(), line.id.uuid()));
        let (by, but) = (by.map_or("", ActorKind::as_str), but.map_or("", AuditAction::as_str));
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(at).bind(id).bind(by).bind(but).bind(most).fetch_all(conn))?;
        values(AUDIT, rows)
    }

    /// The lines of a kind from an instant up to another, oldest first.
    pub async fn audit_between(
        &mut self,
        athlete: Id<Athlete>,
        action: AuditAction,
        from: Instant,
        to: Instant,
    ) -> Result<Vec<AuditLine>, StoreError> {
        const SQL: &str = "select body from plan_version_audit where athlete_id = $1
             and at >= $2 and at < $3 and body ->> 'action' = $4 order by at, id";
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(from.millis()).bind(to.millis()).bind(action.as_str()).fetch_all(conn))?;
        values(AUDIT, rows)
    }

    /// Adds what happened to a session.
    pub async fn add_session_events(&mut self, events: &[SessionEvent]) -> Result<(), StoreError> {
        let row = |event: &SessionEvent| {
            let ids: [Cell; 3] = [event.athlete_id.into(), event.id.into(), event.session_id.into()];
            let kind = event.kind.as_str().into();
            let rest = [event.at.into(), kind, (&event.trace_id).into(), document(&EVENTS, event)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = events.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add_new(&EVENTS, rows).await.map(drop)
    }

    /// What happened to a session, oldest first.
    pub async fn session_events(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        const SQL: &str = "select body from session_events where athlete_id = $1 and session_id = $2
                           order by at, id";
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(session.uuid()).fetch_all(conn))?;
        values(EVENTS.name, rows)
    }

    /// What happened to all sessions since an instant, oldest first.
    pub async fn session_events_since(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
    ) -> Result<Vec<SessionEvent>, StoreError> {
        const SQL: &str =
            "select body from session_events where athlete_id = $1 and at >= $2 order by at, id";
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(since.millis()).fetch_all(conn))?;
        values(EVENTS.name, rows)
    }

    /// The days of the first sessions that were generated for an athlete, and by whom their exercises were chosen.
    pub async fn first_generated(
        &mut self,
        athlete: Id<Athlete>,
        most: i64,
    ) -> Result<Vec<(LocalDate, SelectionMode)>, StoreError> {
        const TABLE: &str = "training_sessions";
        const SQL: &str = "select s.local_date, s.body ->> 'selection_mode' from training_sessions s
             where s.athlete_id = $1 and exists (
               select 1 from session_events e
               where e.athlete_id = s.athlete_id and e.session_id = s.id and e.kind = 'generated')
             order by s.local_date, s.id limit $2";
        let rows: Vec<(String, String)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(most).fetch_all(conn))?;
        let row = |(date, mode): (String, String)| {
            let date = date.parse().map_err(|_| unreadable(TABLE, date))?;
            Ok((date, mode.parse().map_err(|error| unreadable(TABLE, error))?))
        };
        rows.into_iter().map(row).collect()
    }

    /// Removes what happened to sessions of all athletes before an instant; says how much.
    pub async fn remove_session_events_before(&mut self, before: Instant) -> Result<u64, StoreError> {
        Ok(run!(self, sqlx::query("delete from session_events where at < $1").bind(before.millis()))?)
    }

    /// Keeps what a selection was made of and why; it is never rewritten (EP-3).
    pub async fn add_selection<S: Serialize, R: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
        selection: &S,
        reasons: &[SelectionReason<R>],
    ) -> Result<(), StoreError> {
        let body = document(&SELECTIONS, selection)?;
        self.add_new(&SELECTIONS, vec![vec![athlete.into(), session.into(), body]]).await?;
        let row = |(position, reason): (i64, &SelectionReason<R>)| {
            let ids: [Cell; 3] = [athlete.into(), session.into(), position.into()];
            let words = [&reason.exercise_key, &reason.code, &reason.spec].map(|word| word.as_str().into());
            let body = document(&REASONS, &reason.reason)?;
            Ok(ids.into_iter().chain(words).chain([body]).collect())
        };
        let rows = (0..).zip(reasons).map(row).collect::<Result<_, StoreError>>()?;
        self.add_new(&REASONS, rows).await.map(drop)
    }

    /// What a selection was made of and why.
    pub async fn selection<S: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
    ) -> Result<Option<S>, StoreError> {
        const SQL: &str = "select body from selections where athlete_id = $1 and session_id = $2";
        let row: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(session.uuid()).fetch_optional(conn))?;
        row.map(|body| value(SELECTIONS.name, &body.0)).transpose()
    }
}

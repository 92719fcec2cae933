//! Sessions: what is planned for a day, and what was done (PV-5).

use domain::{
    id::Id,
    person::Athlete,
    session::{Session, SessionId},
    time::{Instant, LocalDate},
};
use serde_json::value::RawValue;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

use crate::{
    error::StoreError,
    performance::PerformanceColumns,
    row::{Table, document, value},
    tx::{Tx, on},
};

const SESSIONS: Table = Table {
    name: "training_sessions",
    key: 2,
    columns: &[
        "athlete_id",
        "id",
        "plan_id",
        "plan_version",
        "local_date",
        "status",
        "started_at",
        "finished_at",
        "revision",
        "body",
    ],
};

/// A session with its revision, which grows with every change of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Counts the changes.
    pub revision: i64,
    /// The session.
    pub session: Session,
}

/// Which sessions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// These.
    Ids(&'a [SessionId]),
    /// Those of the days from one date to another.
    Between(LocalDate, LocalDate),
    /// Those that were started since.
    StartedSince(Instant),
    /// Those that hold an exercise.
    With(&'a str),
}

type Body = Json<Box<RawValue>>;

impl Tx {
    /// Adds a session, or what became of it; its exercises are written by [`Tx::put_performances`].
    pub async fn put_session(&mut self, row: &SessionRow) -> Result<(), StoreError> {
        let session = Session { exercises: Vec::new(), ..row.session.clone() };
        let cells = vec![
            session.athlete_id.into(),
            session.id.into(),
            session.plan_id.into(),
            session.plan_version.into(),
            session.local_date.into(),
            session.status.as_str().into(),
            session.started_at.into(),
            session.finished_at.into(),
            row.revision.into(),
            document(&SESSIONS, &session)?,
        ];
        self.put(&SESSIONS, vec![cells]).await.map(drop)
    }

    /// The session with this id.
    pub async fn session(
        &mut self,
        athlete: Id<Athlete>,
        id: SessionId,
    ) -> Result<Option<SessionRow>, StoreError> {
        Ok(self.sessions(athlete, Which::Ids(&[id])).await?.pop())
    }

    /// Sessions with everything that was done in them, by day and start.
    pub async fn sessions(
        &mut self,
        athlete: Id<Athlete>,
        which: Which<'_>,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let mut sessions = self.heads(athlete, which).await?;
        self.fill(athlete, &mut sessions).await?;
        Ok(sessions)
    }

    async fn heads(&mut self, athlete: Id<Athlete>, which: Which<'_>) -> Result<Vec<SessionRow>, StoreError> {
        let rows: Vec<(i64, Body)> = on!(self, conn => {
            let mut query = QueryBuilder::new("select revision, body from training_sessions where athlete_id = ");
            query.push_bind(athlete.uuid());
            match which {
                Which::Ids(ids) => {
                    let mut list = query.push(" and id in (").separated(", ");
                    for id in ids {
                        list.push_bind(id.uuid());
                    }
                    query.push(")");
                }
                Which::Between(from, to) => {
                    query.push(" and local_date >= ").push_bind(from.to_string());
                    query.push(" and local_date <= ").push_bind(to.to_string());
                }
                Which::StartedSince(at) => {
                    query.push(" and started_at >= ").push_bind(at.millis());
                }
                Which::With(exercise) => {
                    query.push(" and id in (select session_id from exercise_performances where athlete_id = ");
                    query.push_bind(athlete.uuid());
                    query.push(" and exercise_key = ").push_bind(exercise.to_owned()).push(" and current = 1)");
                }
            }
            query.push(" order by local_date, started_at, id");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        let session = |(revision, body): (i64, Body)| {
            Ok(SessionRow { revision, session: value(SESSIONS.name, &body.0)? })
        };
        rows.into_iter().map(session).collect()
    }

    /// Sessions without what was done in them, by day and start.
    pub async fn session_heads(
        &mut self,
        athlete: Id<Athlete>,
        ids: &[SessionId],
    ) -> Result<Vec<SessionRow>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.heads(athlete, Which::Ids(ids)).await
    }

    /// How many sessions were ever done.
    pub async fn completed_sessions(&mut self, athlete: Id<Athlete>) -> Result<i64, StoreError> {
        const SQL: &str = "select count(*) from training_sessions
                           where athlete_id = $1 and status in ('done', 'summary')";
        Ok(on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_one(conn))?)
    }

    /// Adds what was done to sessions.
    async fn fill(&mut self, athlete: Id<Athlete>, sessions: &mut [SessionRow]) -> Result<(), StoreError> {
        let ids: Vec<Uuid> = sessions.iter().map(|row| row.session.id.uuid()).collect();
        let mut performed = Vec::new();
        for ids in ids.chunks(500) {
            let rows: Vec<PerformanceColumns> = on!(self, conn => {
                let mut query = QueryBuilder::new(
                    "select session_id, started_at, body from exercise_performances where athlete_id = ");
                query.push_bind(athlete.uuid());
                let mut list = query.push(" and current = 1 and session_id in (").separated(", ");
                for id in ids {
                    list.push_bind(*id);
                }
                query.push(") order by session_id, position");
                async move { query.build_query_as().fetch_all(conn).await }
            })?;
            performed.extend(rows);
        }
        for past in self.with_sets(athlete, performed).await? {
            let place = sessions.iter_mut().find(|row| row.session.id == past.session_id);
            if let Some(row) = place {
                row.session.exercises.push(past.performance);
            }
        }
        Ok(())
    }
}

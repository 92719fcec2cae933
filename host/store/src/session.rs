//! Sessions: what is planned for a day, and what was done (PV-5).

use domain::{
    exercise::ExerciseKey,
    id::Id,
    person::Athlete,
    plan::{ItemId, PlanId},
    quantity::Rpe,
    session::{ExercisePerformance, PerformanceStatus, Session, SessionId, SessionStatus},
    time::{Instant, LocalDate},
    wellbeing::Mark,
};
use serde::Deserialize;
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::{array, elements},
    performance::{Performed, push_array},
    row::{Body, Table, document, instant, push_in, unreadable, values},
    tx::{Tx, Words, on, run},
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
    /// This one.
    Id(SessionId),
    /// Those of the days from one date to another.
    Between(LocalDate, LocalDate),
    /// Those that were started since.
    StartedSince(Instant),
    /// Those that hold an exercise, without what else was done.
    With(&'a str),
}

/// An exercise of a session that was reported, as flags are worked out from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastExercise {
    /// The session.
    pub session_id: SessionId,
    /// When it was started.
    pub started_at: Instant,
    /// The item of the plan, if it has one.
    pub item_id: Option<ItemId>,
    /// What was to be done.
    pub exercise_key: ExerciseKey,
    /// Done or skipped.
    pub status: PerformanceStatus,
    /// What was said of it.
    pub marks: Vec<Mark>,
    /// Effort of the exercise: the value given for it, else the highest of its working sets (P-51).
    pub rpe: Option<Rpe>,
}

/// An exercise as [`push_past_exercises`] writes it; of the efforts the first is the given one.
#[derive(Deserialize)]
struct PastText(
    Uuid,
    i64,
    Option<Uuid>,
    ExerciseKey,
    PerformanceStatus,
    Option<Vec<Mark>>,
    Option<Rpe>,
    Option<Rpe>,
);

impl From<PastText> for PastExercise {
    fn from(text: PastText) -> Self {
        let PastText(session, started_at, item, exercise_key, status, marks, given, top) = text;
        Self {
            session_id: Id::from_uuid(session),
            started_at: instant(started_at),
            item_id: item.map(Id::from_uuid),
            exercise_key,
            status,
            marks: marks.unwrap_or_default(),
            rpe: given.or(top),
        }
    }
}

/// Puts in a query one text of all sessions `s`, each the array of its exercises: whatever the planner thinks of how many
/// sessions there are, it goes from a session to its exercises and from one of them to its sets, by their keys.
fn push_past_exercises<DB: Words>(query: &mut QueryBuilder<DB>) {
    let (id, of) = (DB::ID, DB::ARRAY);
    let exercise = format!(
        "cast({of}({id}(p.session_id), s.started_at, nullif({id}(p.item_id), ''), p.exercise_key, p.status,
            p.body -> 'marks', p.body -> 'rpe',
            (select max(t.rpe) from set_performances t where t.athlete_id = p.athlete_id
               and t.performance_id = p.id and t.current = 1 and t.kind = 'working')) as text)"
    );
    let exercises = array(&exercise, "p.position");
    let session = format!(
        "coalesce((select {exercises} from exercise_performances p
                   where p.athlete_id = s.athlete_id and p.session_id = s.id and p.current = 1), '[]')"
    );
    query.push(array(&session, "s.started_at, s.id"));
}

/// Puts in a query one text of the days of all sessions `s`.
fn push_done_days<DB: Words>(query: &mut QueryBuilder<DB>) {
    let element = format!("cast({}(s.local_date, s.body -> 'deload') as text)", DB::ARRAY);
    query.push(array(&element, "s.local_date, s.id"));
}

impl Tx {
    /// Takes a session away that never started, with what was meant by it. One that did stays as it is.
    pub async fn withdraw_session(&mut self, athlete: Id<Athlete>, id: SessionId) -> Result<(), StoreError> {
        const ONE: &str =
            "delete from training_sessions where athlete_id = $1 and id = $2 and status = 'planned'";
        const MEANT: &[&str] = &[
            "delete from exercise_performances where athlete_id = $1 and session_id = $2",
            "delete from selection_reasons where athlete_id = $1 and session_id = $2",
            "delete from selections where athlete_id = $1 and session_id = $2",
            "delete from session_events where athlete_id = $1 and session_id = $2",
        ];
        let (athlete, id) = (athlete.uuid(), id.uuid());
        let gone = run!(self, sqlx::query(ONE).bind(athlete).bind(id))?;
        if gone == 0 {
            return Ok(());
        }
        for sql in MEANT {
            run!(self, sqlx::query(*sql).bind(athlete).bind(id))?;
        }
        Ok(())
    }

    /// Takes every session of a plan away that never started.
    pub async fn withdraw_sessions_of_plan(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
    ) -> Result<(), StoreError> {
        const SQL: &str = "select id from training_sessions
                           where athlete_id = $1 and plan_id = $2 and status = 'planned' order by id";
        let ids: Vec<Uuid> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(plan.uuid()).fetch_all(conn))?;
        for id in ids {
            self.withdraw_session(athlete, Id::from_uuid(id)).await?;
        }
        Ok(())
    }

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
        Ok(self.sessions(athlete, Which::Id(id)).await?.pop())
    }

    /// Sessions with everything that was done in them, by day and start.
    pub async fn sessions(
        &mut self,
        athlete: Id<Athlete>,
        which: Which<'_>,
    ) -> Result<Vec<SessionRow>, StoreError> {
        // All of them are one text: a row costs SQLite a hop to another thread.
        let array: Option<String> = on!(self, conn => {
            let mut query = QueryBuilder::new(
                "select '[' || string_agg('[' || s.revision || ',' || cast(s.body as text) || ',' || coalesce((select ");
            push_array(&mut query, "p.position");
            query.push(
                " from exercise_performances p
                    where p.athlete_id = s.athlete_id and p.session_id = s.id and p.current = 1");
            if let Which::With(exercise) = which {
                query.push(" and p.exercise_key = ").push_bind(exercise.to_owned());
            }
            query.push("), '[]') || ']', ',') || ']' from training_sessions s where s.athlete_id = ");
            query.push_bind(athlete.uuid());
            match which {
                Which::Id(id) => {
                    query.push(" and s.id = ").push_bind(id.uuid());
                }
                Which::Between(from, to) => {
                    query.push(" and s.local_date >= ").push_bind(from.to_string());
                    query.push(" and s.local_date <= ").push_bind(to.to_string());
                }
                Which::StartedSince(at) => {
                    query.push(" and s.started_at >= ").push_bind(at.millis());
                }
                Which::With(exercise) => {
                    query.push(" and s.id in (select session_id from exercise_performances where athlete_id = ");
                    query.push_bind(athlete.uuid());
                    query.push(" and exercise_key = ").push_bind(exercise.to_owned()).push(" and current = 1)");
                }
            }
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?;
        let rows: Vec<(i64, Session, Vec<Performed>)> = elements(SESSIONS.name, array)?;
        let row = |(revision, session, exercises): (i64, Session, Vec<Performed>)| {
            let exercises = exercises.into_iter().map(Into::into).collect();
            SessionRow { revision, session: Session { exercises, ..session } }
        };
        let mut sessions: Vec<SessionRow> = rows.into_iter().map(row).collect();
        sessions
            .sort_by_key(|SessionRow { session, .. }| (session.local_date, session.started_at, session.id));
        Ok(sessions)
    }

    /// Where a session stands, and those of its exercises that are named, without their sets.
    pub async fn exercises_to_log(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
        exercises: &[Id<ExercisePerformance>],
    ) -> Result<Option<(SessionStatus, Vec<ExercisePerformance>)>, StoreError> {
        let ids: Vec<Uuid> = exercises.iter().map(|id| id.uuid()).collect();
        let rows: Vec<(String, Option<Body>)> = on!(self, conn => {
            let mut query = QueryBuilder::new(
                "select s.status, p.body from training_sessions s left join exercise_performances p
                   on p.athlete_id = s.athlete_id and p.session_id = s.id and p.current = 1 and p.id");
            push_in(&mut query, &ids);
            query.push(" where s.athlete_id = ").push_bind(athlete.uuid());
            query.push(" and s.id = ").push_bind(session.uuid());
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        let Some((status, _)) = rows.first() else { return Ok(None) };
        let status = status.parse().map_err(|error| unreadable(SESSIONS.name, error))?;
        let bodies = rows.into_iter().filter_map(|(_, body)| body).collect();
        Ok(Some((status, values("exercise_performances", bodies)?)))
    }

    /// The exercises of the sessions that were started since an instant and reported, in the order in which they were.
    pub async fn past_exercises(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
    ) -> Result<Vec<PastExercise>, StoreError> {
        let found: Option<String> = on!(self, conn => {
            let mut query = QueryBuilder::new("select ");
            push_past_exercises(&mut query);
            query.push(
                " from training_sessions s
                 where s.status in ('summary', 'done', 'skipped') and s.athlete_id = ");
            query.push_bind(athlete.uuid()).push(" and s.started_at >= ").push_bind(since.millis());
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?;
        let found: Vec<Vec<PastText>> = elements("exercise_performances", found)?;
        Ok(found.into_iter().flatten().map(Into::into).collect())
    }

    /// How many sessions were ever done.
    pub async fn completed_sessions(&mut self, athlete: Id<Athlete>) -> Result<i64, StoreError> {
        const SQL: &str = "select count(*) from training_sessions
                           where athlete_id = $1 and status in ('done', 'summary')";
        Ok(on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_one(conn))?)
    }

    /// The day of each session that was ever done, and whether it was of an easy week, oldest first (VO-3).
    pub async fn done_days(&mut self, athlete: Id<Athlete>) -> Result<Vec<(LocalDate, bool)>, StoreError> {
        let found: Option<String> = on!(self, conn => {
            let mut query = QueryBuilder::new("select ");
            push_done_days(&mut query);
            query.push(" from training_sessions s where s.status in ('done', 'summary') and s.athlete_id = ");
            query.push_bind(athlete.uuid());
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?;
        elements(SESSIONS.name, found)
    }
}

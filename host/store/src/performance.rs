//! What was done: exercises and sets of sessions, every revision of them (PV-5, GL-5, GL-8).

use domain::{
    id::Id,
    person::Athlete,
    prescription::SetType,
    quantity::{Grams, Rpe},
    session::{ExercisePerformance, Session, SessionId, SetPerformance},
    time::Instant,
};
use serde::Deserialize;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::{array, elements},
    row::{Body, Cell, Table, document, push_in, value},
    tx::{Tx, Words, on},
};

const PERFORMANCES: Table = Table {
    name: "exercise_performances",
    key: 3,
    columns: &[
        "athlete_id",
        "id",
        "revision",
        "current",
        "session_id",
        "position",
        "item_id",
        "exercise_key",
        "status",
        "started_at",
        "body",
    ],
};

const SETS: Table = Table {
    name: "set_performances",
    key: 4,
    columns: &[
        "athlete_id",
        "performance_id",
        "id",
        "revision",
        "current",
        "position",
        "set_id",
        "kind",
        "reps",
        "seconds",
        "meters",
        "load_g",
        "completed",
        "rest_after_s",
        "rpe",
        "logged_at",
    ],
};

/// A set that a device logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedSet {
    /// The exercise that it belongs to.
    pub performance_id: Id<ExercisePerformance>,
    /// What was done.
    pub set: SetPerformance,
    /// When it came in.
    pub at: Instant,
}

/// Where a row stands of which another revision counts.
const REPLACED: i64 = 0;

/// Where a set stands that a report left out.
const LEFT_OUT: i64 = -1;

/// What an athlete did of one item in one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastPerformance {
    /// The session.
    pub session_id: SessionId,
    /// When it was started.
    pub started_at: Option<Instant>,
    /// What was done.
    pub performance: ExercisePerformance,
}

#[derive(FromRow)]
pub(crate) struct SetColumns {
    performance_id: Uuid,
    id: Uuid,
    revision: i64,
    position: i64,
    set_id: Option<Uuid>,
    kind: String,
    reps: Option<i64>,
    seconds: Option<i64>,
    meters: Option<i64>,
    load_g: Option<i64>,
    completed: i64,
    rest_after_s: Option<i64>,
    rpe: Option<i64>,
}

/// An exercise of a session as it was written last.
#[derive(FromRow)]
struct Known {
    id: Uuid,
    revision: i64,
    position: i64,
    started_at: Option<i64>,
    body: Body,
}

impl Known {
    /// Whether there is nothing new about it.
    fn is(
        &self,
        head: &ExercisePerformance,
        position: i64,
        started_at: Option<Instant>,
    ) -> Result<bool, StoreError> {
        let known: ExercisePerformance = value(PERFORMANCES.name, &self.body.0)?;
        let place = (self.position, self.started_at);
        Ok(known == *head && place == (position, started_at.map(Instant::millis)))
    }
}

/// A set as [`performed`] writes it.
#[derive(Deserialize)]
struct SetText(
    Uuid,
    Option<Uuid>,
    u32,
    SetType,
    Option<u32>,
    Option<u32>,
    Option<u32>,
    Option<Grams>,
    i64,
    Option<u32>,
    Option<Rpe>,
);

impl From<SetText> for SetPerformance {
    fn from(text: SetText) -> Self {
        let SetText(id, set_id, index, kind, reps, seconds, meters, load_g, completed, rest_after_s, rpe) =
            text;
        Self {
            id: Id::from_uuid(id),
            set_id: set_id.map(Id::from_uuid),
            index,
            kind,
            reps,
            seconds,
            meters,
            load_g,
            completed: completed != 0,
            rest_after_s,
            rpe,
        }
    }
}

/// An exercise with its sets, as [`performed`] writes it.
#[derive(Deserialize)]
pub(crate) struct Performed(ExercisePerformance, Vec<SetText>);

impl From<Performed> for ExercisePerformance {
    fn from(Performed(head, sets): Performed) -> Self {
        Self { sets: sets.into_iter().map(Into::into).collect(), ..head }
    }
}

/// The expression that makes one text of a row `p` of exercises and of its sets.
pub(crate) fn performed<DB: Words>() -> String {
    let (id, of) = (DB::ID, DB::ARRAY);
    let set = format!(
        "cast({of}({id}(t.id), nullif({id}(t.set_id), ''), t.position, t.kind, t.reps, t.seconds, t.meters, t.load_g,
            t.completed, t.rest_after_s, t.rpe) as text)"
    );
    let sets = array(&set, "t.position, t.id");
    format!(
        "'[' || cast(p.body as text) || ',' || coalesce((select {sets} from set_performances t
           where t.athlete_id = p.athlete_id and t.performance_id = p.id and t.current = 1), '[]') || ']'"
    )
}

/// Puts in a query one text of all rows `p` of exercises with their sets.
pub(crate) fn push_array<DB: Words>(query: &mut QueryBuilder<DB>, order: &str) {
    query.push(array(&performed::<DB>(), order));
}

impl Tx {
    /// Writes the exercises of a session that are new or changed since, each as another revision (GL-8).
    pub async fn put_performances(&mut self, session: &Session) -> Result<(), StoreError> {
        let known = self.performance_revisions(session.athlete_id, session.id).await?;
        let newest = self.newest_performances(session.athlete_id, session.id).await?;
        let (mut rows, mut replaced) = (Vec::new(), Vec::new());
        for (position, performance) in (0_i64..).zip(&session.exercises) {
            let head = ExercisePerformance { sets: Vec::new(), ..performance.clone() };
            let before = known.iter().find(|known| known.id == performance.id.uuid());
            let revision = match before {
                Some(known) if known.is(&head, position, session.started_at)? => continue,
                Some(Known { revision, .. }) => {
                    replaced.push(performance.id.uuid());
                    revision + 1
                }
                // One that was taken out of the session, and comes back.
                None => newest.iter().find(|(id, _)| *id == performance.id.uuid()).map_or(0, |one| one.1 + 1),
            };
            rows.push(vec![
                session.athlete_id.into(),
                performance.id.into(),
                revision.into(),
                true.into(),
                session.id.into(),
                position.into(),
                performance.item_id.into(),
                performance.exercise_key.as_str().into(),
                performance.status.as_str().into(),
                session.started_at.into(),
                document(&PERFORMANCES, &head)?,
            ]);
        }
        // One that is no longer in the session was exchanged before anything was done of it.
        let stays = |id: &Uuid| session.exercises.iter().any(|one| one.id.uuid() == *id);
        let left_out: Vec<Uuid> = known.iter().map(|known| known.id).filter(|id| !stays(id)).collect();
        for (ids, standing) in [(replaced, REPLACED), (left_out, LEFT_OUT)] {
            if !ids.is_empty() {
                self.retire("exercise_performances", session.athlete_id, None, &ids, standing).await?;
            }
        }
        self.add(&PERFORMANCES, rows).await.map(drop)
    }

    /// The newest revision of each exercise that is or was in a session.
    async fn newest_performances(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
    ) -> Result<Vec<(Uuid, i64)>, StoreError> {
        const SQL: &str = "select id, max(revision) from exercise_performances
                           where athlete_id = $1 and session_id = $2 group by id";
        Ok(on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(session.uuid()).fetch_all(conn))?)
    }

    async fn performance_revisions(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
    ) -> Result<Vec<Known>, StoreError> {
        const SQL: &str = "select id, revision, position, started_at, body from exercise_performances
                           where athlete_id = $1 and session_id = $2 and current = 1";
        let rows = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(session.uuid()).fetch_all(conn))?;
        Ok(rows)
    }

    /// Logs sets, in any order and as often as a device repeats them: what is known stays, what differs is another
    /// revision (GL-5, GL-8). Says how many were new or different.
    pub async fn log_sets(&mut self, athlete: Id<Athlete>, sets: &[LoggedSet]) -> Result<usize, StoreError> {
        let rows = sets.iter().map(|logged| set_cells(athlete, logged, 0)).collect();
        let new = usize::try_from(self.add_new(&SETS, rows).await?).unwrap_or(0);
        // Most sets are logged once. If some were known, those that differ take the place of what was known.
        if new == sets.len() {
            return Ok(new);
        }
        let performances: Vec<Uuid> = sets.iter().map(|set| set.performance_id.uuid()).collect();
        let known = self.current_sets(athlete, &performances).await?;
        let mut rows = Vec::new();
        for logged in sets {
            let (performance, id) = (logged.performance_id.uuid(), logged.set.id.uuid());
            let before = known.iter().find(|row| row.id == id && row.performance_id == performance);
            let Some(before) = before.filter(|row| set(row).ok().as_ref() != Some(&logged.set)) else {
                continue;
            };
            rows.push(set_cells(athlete, logged, before.revision + 1));
            self.retire(SETS.name, athlete, Some(performance), &[id], REPLACED).await?;
        }
        let changed = rows.len();
        self.add(&SETS, rows).await?;
        Ok(new + changed)
    }

    /// The sets of a performance as a report tells them: those that it leaves out count no more, and are kept (GL-8).
    pub async fn replace_sets(
        &mut self,
        athlete: Id<Athlete>,
        performance: Id<ExercisePerformance>,
        sets: &[SetPerformance],
        at: Instant,
    ) -> Result<(), StoreError> {
        const NEWEST: &str = "select id, max(revision) from set_performances
                              where athlete_id = $1 and performance_id = $2 group by id";
        let newest: Vec<(Uuid, i64)> = on!(self, conn => sqlx::query_as(NEWEST)
            .bind(athlete.uuid()).bind(performance.uuid()).fetch_all(conn))?;
        let (mut kept, mut changed, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for row in self.current_sets(athlete, &[performance.uuid()]).await? {
            match sets.iter().find(|told| told.id.uuid() == row.id) {
                Some(told) if *told == set(&row)? => kept.push(row.id),
                Some(_) => changed.push(row.id),
                None => left_out.push(row.id),
            }
        }
        for (ids, standing) in [(changed, REPLACED), (left_out, LEFT_OUT)] {
            if !ids.is_empty() {
                self.retire(SETS.name, athlete, Some(performance.uuid()), &ids, standing).await?;
            }
        }
        let new = sets.iter().filter(|set| !kept.contains(&set.id.uuid())).map(|set| {
            let before = newest.iter().find(|(id, _)| *id == set.id.uuid());
            let logged = LoggedSet { performance_id: performance, set: set.clone(), at };
            set_cells(athlete, &logged, before.map_or(0, |(_, revision)| revision + 1))
        });
        let rows: Vec<Vec<Cell>> = new.collect();
        self.add(&SETS, rows).await.map(drop)
    }

    /// Says of rows that they count no more, and why.
    async fn retire(
        &mut self,
        table: &'static str,
        athlete: Id<Athlete>,
        performance: Option<Uuid>,
        ids: &[Uuid],
        standing: i64,
    ) -> Result<(), StoreError> {
        on!(self, conn => {
            let mut query = QueryBuilder::new("update ");
            query.push(table).push(" set current = ").push_bind(standing);
            query.push(" where current = 1 and athlete_id = ").push_bind(athlete.uuid());
            if let Some(performance) = performance {
                query.push(" and performance_id = ").push_bind(performance);
            }
            push_in(query.push(" and id"), ids);
            async move { query.build().execute(conn).await.map(drop) }
        })?;
        Ok(())
    }

    /// What was done under these ids.
    pub async fn performances(
        &mut self,
        athlete: Id<Athlete>,
        ids: &[Uuid],
    ) -> Result<Vec<ExercisePerformance>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found: Option<String> = on!(self, conn => {
            let mut query = QueryBuilder::new("select ");
            push_array(&mut query, "p.id");
            query.push(" from exercise_performances p where p.athlete_id = ").push_bind(athlete.uuid());
            push_in(query.push(" and p.current = 1 and p.id"), ids);
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?;
        let found: Vec<Performed> = elements(PERFORMANCES.name, found)?;
        Ok(found.into_iter().map(Into::into).collect())
    }

    async fn current_sets(
        &mut self,
        athlete: Id<Athlete>,
        performances: &[Uuid],
    ) -> Result<Vec<SetColumns>, StoreError> {
        if performances.is_empty() {
            return Ok(Vec::new());
        }
        let rows = on!(self, conn => {
            let mut query = QueryBuilder::new(
                "select performance_id, id, revision, position, set_id, kind, reps, seconds, meters, load_g,
                        completed, rest_after_s, rpe
                 from set_performances where athlete_id = ");
            query.push_bind(athlete.uuid());
            push_in(query.push(" and current = 1 and performance_id"), performances);
            query.push(" order by performance_id, position, id");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        Ok(rows)
    }
}

fn set_cells(athlete: Id<Athlete>, logged: &LoggedSet, revision: i64) -> Vec<Cell> {
    let set = &logged.set;
    vec![
        athlete.into(),
        logged.performance_id.into(),
        set.id.into(),
        revision.into(),
        true.into(),
        set.index.into(),
        set.set_id.into(),
        set.kind.as_str().into(),
        set.reps.into(),
        set.seconds.into(),
        set.meters.into(),
        set.load_g.map(|load| load.0).into(),
        set.completed.into(),
        set.rest_after_s.into(),
        set.rpe.map(Rpe::tenths).into(),
        logged.at.into(),
    ]
}

pub(crate) fn set(row: &SetColumns) -> Result<SetPerformance, StoreError> {
    let damaged = |what: &str| StoreError::Unreadable {
        table: SETS.name,
        message: format!("set {}: {what} is out of range", row.id),
    };
    let count =
        |number: Option<i64>, what: &str| number.map(u32::try_from).transpose().map_err(|_| damaged(what));
    Ok(SetPerformance {
        id: Id::from_uuid(row.id),
        set_id: row.set_id.map(Id::from_uuid),
        index: u32::try_from(row.position).map_err(|_| damaged("position"))?,
        kind: row.kind.parse::<SetType>().map_err(|_| damaged("kind"))?,
        reps: count(row.reps, "reps")?,
        seconds: count(row.seconds, "seconds")?,
        meters: count(row.meters, "meters")?,
        load_g: row.load_g.map(Grams),
        completed: row.completed != 0,
        rest_after_s: count(row.rest_after_s, "rest_after_s")?,
        rpe: row.rpe.map(Rpe::new).transpose().map_err(|_| damaged("rpe"))?,
    })
}

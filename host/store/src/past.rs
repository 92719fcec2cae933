//! What was done before, as much of it as a question needs (P-3, SG-2, SG-11).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    exercise::ExerciseKey,
    id::Id,
    person::Athlete,
    plan::ItemId,
    prescription::RepPolicy,
    quantity::Grams,
    session::{ExercisePerformance, Session, SessionId},
    time::{Instant, LocalDate},
};
use serde::Deserialize;
use sqlx::{Database, Encode, QueryBuilder, Type};
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::{array, elements},
    performance::{PastPerformance, Performed, performed},
    row::{Body, push_in, unreadable, value},
    tx::{Tx, Words, on},
};

/// Items of one statement that asks for the newest of each; SQLite takes 500.
pub(crate) const MOST_ITEMS: usize = 256;

/// What was done before, with the sessions in which it was done; those without their exercises.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// What was done.
    pub performances: Vec<PastPerformance>,
    /// In which sessions.
    pub sessions: BTreeMap<SessionId, Session>,
}

/// A completed working set of a finished session.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "DoneText")]
pub struct DoneSet {
    /// In which session.
    pub session_id: SessionId,
    /// On which day.
    pub date: LocalDate,
    /// With which load.
    pub load_g: Option<Grams>,
    /// How many reps, if reps are what is counted.
    pub reps: Option<u32>,
    /// Reps, seconds or meters.
    pub amount: u32,
    /// The rest after it.
    pub rest_after_s: Option<u32>,
}

#[derive(Deserialize)]
struct DoneText(Uuid, LocalDate, Option<Grams>, Option<u32>, u32, Option<u32>);

impl From<DoneText> for DoneSet {
    fn from(DoneText(session, date, load_g, reps, amount, rest_after_s): DoneText) -> Self {
        Self { session_id: Id::from_uuid(session), date, load_g, reps, amount, rest_after_s }
    }
}

/// The newest rows of each item.
pub(crate) struct Newest {
    pub(crate) columns: &'static str,
    pub(crate) table: &'static str,
    /// What holds of its rows.
    pub(crate) condition: &'static str,
    pub(crate) athlete: Uuid,
    /// How many of each.
    pub(crate) most: i64,
}

impl Newest {
    /// Puts their query in another: item by item, so that the index ends each after the newest ones, however long the
    /// history is. As in other lists there is a power of two of places; those that are left have no item.
    pub(crate) fn push<DB>(&self, query: &mut QueryBuilder<DB>, items: &[Uuid])
    where
        DB: Database,
        for<'q> Uuid: Encode<'q, DB> + Type<DB>,
        for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
        for<'q> i64: Encode<'q, DB> + Type<DB>,
    {
        let mut each = query.separated(" union all ");
        for place in 0..items.len().next_power_of_two() {
            let Self { columns, table, condition, .. } = self;
            each.push(format!("select * from (select {columns} from {table} where {condition}"));
            each.push_unseparated(" and athlete_id = ").push_bind_unseparated(self.athlete);
            each.push_unseparated(" and item_id = ").push_bind_unseparated(items.get(place).copied());
            each.push_unseparated(" order by started_at desc, id desc limit ");
            each.push_bind_unseparated(self.most).push_unseparated(") as newest");
        }
    }
}

impl Tx {
    /// What was done of these items, the last `most` times each, newest first within an item; with its sessions.
    pub async fn performances_of_items(
        &mut self,
        athlete: Id<Athlete>,
        items: &[ItemId],
        most: i64,
    ) -> Result<Past, StoreError> {
        let items = BTreeSet::from_iter(items).into_iter().map(|item| item.uuid()).collect::<Vec<_>>();
        let mut past = Past::default();
        for items in items.chunks(MOST_ITEMS) {
            let found: Vec<(i32, Option<String>)> = on!(self, conn => {
                let mut query = QueryBuilder::new("with p as materialized (");
                let newest = Newest {
                    columns: "athlete_id, session_id, started_at, body, item_id, id",
                    table: "exercise_performances",
                    condition: "current = 1 and started_at is not null",
                    athlete: athlete.uuid(),
                    most,
                };
                newest.push(&mut query, items);
                push_past(query.push(") "));
                query.push_bind(athlete.uuid());
                async move { query.build_query_as().fetch_all(conn).await }
            })?;
            for (list, array) in found {
                past.add(list, array)?;
            }
        }
        Ok(past)
    }

    /// Everything that was ever done of these exercises: the completed working sets of finished sessions, by exercise and
    /// in the order in which they were done (SG-11).
    pub async fn done_sets(
        &mut self,
        athlete: Id<Athlete>,
        exercises: &[String],
    ) -> Result<BTreeMap<String, Vec<DoneSet>>, StoreError> {
        let rows: Vec<(String, Option<String>)> = on!(self, conn => {
            let mut query = QueryBuilder::new("select p.exercise_key, ");
            push_done_sets(&mut query);
            query.push(
                " from exercise_performances p
                   join training_sessions s on s.athlete_id = p.athlete_id and s.id = p.session_id
                   join set_performances t on t.athlete_id = p.athlete_id and t.performance_id = p.id
                 where p.current = 1 and p.status = 'done' and s.status in ('done', 'summary')
                   and t.current = 1 and t.completed = 1 and t.kind = 'working'
                   and coalesce(t.reps, t.seconds, t.meters) > 0 and p.athlete_id = ");
            push_in(query.push_bind(athlete.uuid()).push(" and p.exercise_key"), exercises);
            query.push(" group by p.exercise_key");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        rows.into_iter().map(|(key, sets)| Ok((key, elements("set_performances", sets)?))).collect()
    }

    /// The exercises that were ever done, in the order of their keys.
    pub async fn exercises_done(&mut self, athlete: Id<Athlete>) -> Result<Vec<ExerciseKey>, StoreError> {
        const SQL: &str = "select distinct exercise_key from exercise_performances
             where athlete_id = $1 and current = 1 and status = 'done' order by exercise_key";
        let keys: Vec<String> =
            on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        let read = |key: String| key.parse().map_err(|error| unreadable("exercise_performances", error));
        keys.into_iter().map(read).collect()
    }

    /// SR-0: how reps were meant in the last three performances of each of these exercises that began before an instant,
    /// under whichever item, newest first. Of an exercise that was not planned nothing was meant.
    pub async fn earlier_policies(
        &mut self,
        athlete: Id<Athlete>,
        exercises: &[String],
        before: Instant,
    ) -> Result<BTreeMap<String, Vec<RepPolicy>>, StoreError> {
        let rows: Vec<(String, Body)> = on!(self, conn => {
            let mut query = QueryBuilder::new(
                "select exercise_key, body from (
                   select p.exercise_key, p.body, row_number() over (
                     partition by p.exercise_key order by p.started_at desc, p.id desc) as place
                   from exercise_performances p
                   join training_sessions s on s.athlete_id = p.athlete_id and s.id = p.session_id
                   where p.current = 1 and p.status = 'done' and s.status in ('done', 'summary')
                     and p.athlete_id = ");
            query.push_bind(athlete.uuid()).push(" and p.started_at < ").push_bind(before.millis());
            push_in(query.push(" and p.exercise_key"), exercises);
            query.push(") as newest where place <= 3 order by exercise_key, place");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        let mut policies: BTreeMap<String, Vec<RepPolicy>> = BTreeMap::new();
        for (key, body) in rows {
            let performance: ExercisePerformance = value("exercise_performances", &body.0)?;
            let meant = performance.frozen.map(|frozen| frozen.prescription.rep_policy);
            policies.entry(key).or_default().extend(meant);
        }
        Ok(policies)
    }

    /// The exercises of these performances, which is all that counts of what was judged for good.
    pub async fn exercises_of(
        &mut self,
        athlete: Id<Athlete>,
        performances: &[Uuid],
    ) -> Result<BTreeMap<Uuid, ExerciseKey>, StoreError> {
        let mut exercises = BTreeMap::new();
        for ids in performances.chunks(1024) {
            let rows: Vec<(Uuid, String)> = on!(self, conn => {
                let mut query = QueryBuilder::new(
                    "select id, exercise_key from exercise_performances where current = 1 and athlete_id = ");
                push_in(query.push_bind(athlete.uuid()).push(" and id"), ids);
                async move { query.build_query_as().fetch_all(conn).await }
            })?;
            for (id, key) in rows {
                exercises
                    .insert(id, key.parse().map_err(|error| unreadable("exercise_performances", error))?);
            }
        }
        Ok(exercises)
    }
}

/// What was done of an item in a session, as [`push_past`] writes it.
#[derive(Deserialize)]
struct PastText(Uuid, i64, Performed);

impl Past {
    /// Adds what [`push_past`] found: list 0 is what was done, list 1 are the sessions.
    fn add(&mut self, list: i32, array: Option<String>) -> Result<(), StoreError> {
        if list == 0 {
            let found: Vec<PastText> = elements("exercise_performances", array)?;
            self.performances.extend(found.into_iter().map(|PastText(session, started_at, performed)| {
                PastPerformance {
                    session_id: Id::from_uuid(session),
                    started_at: Instant::from_millis(started_at),
                    performance: performed.into(),
                }
            }));
        } else {
            let found: Vec<Session> = elements("training_sessions", array)?;
            self.sessions.extend(found.into_iter().map(|session| (session.id, session)));
        }
        Ok(())
    }
}

/// Puts in a query one text of all rows `p` of exercises, each with its sets, and one of their sessions, each once. The
/// athlete follows.
fn push_past<DB: Words>(query: &mut QueryBuilder<DB>) {
    let (performed, id) = (performed::<DB>(), DB::ID);
    let element =
        format!("'[\"' || {id}(p.session_id) || '\",' || p.started_at || ',' || {performed} || ']'");
    let done = array(&element, "p.item_id, p.started_at desc, p.id desc");
    let sessions = array("cast(s.body as text)", "s.id");
    query.push(format!(
        "select 0 as list, {done} from p union all select 1 as list, {sessions}
         from (select distinct session_id from p) as d
         join training_sessions s on s.id = d.session_id and s.athlete_id = "
    ));
}

/// Puts in a query one text of all sets `t`, as [`DoneSet`] reads them.
fn push_done_sets<DB: Words>(query: &mut QueryBuilder<DB>) {
    let (id, of) = (DB::ID, DB::ARRAY);
    let element = format!(
        "cast({of}({id}(s.id), s.local_date, t.load_g, t.reps, coalesce(t.reps, t.seconds, t.meters), t.rest_after_s)
           as text)"
    );
    query.push(array(&element, "s.local_date, s.started_at, s.id, p.position, t.position, t.id"));
}

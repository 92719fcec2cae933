//! What was learned from sessions: records of progress, events, runs of the rules (P-20, P-23, P-44, SG-1).

use std::collections::BTreeSet;

use domain::{
    id::{Id, NotATraceId, TraceId},
    person::Athlete,
    plan::ItemId,
    progress::{ProgressRecord, ProgressionEvent, ProgressionEventType},
    proposal::ProposalId,
    session::SessionId,
    time::{Instant, LocalDate},
};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::{array, elements},
    past::{MOST_ITEMS, Newest},
    row::{Body, Cell, Table, document, instant, push_in, value, values},
    tx::{Tx, on, run},
};

const PROGRESS: Table = Table {
    name: "exercise_progress",
    key: 2,
    columns: &[
        "athlete_id",
        "id",
        "session_id",
        "item_id",
        "exercise_key",
        "local_date",
        "started_at",
        "status",
        "decision",
        "trace_id",
        "created_at",
        "body",
    ],
};

const EVENTS: Table = Table {
    name: "progression_events",
    key: 2,
    columns: &["athlete_id", "id", "event_type", "exercise_key", "trace_id", "created_at", "body"],
};

const RUNS: Table = Table {
    name: "generation_runs",
    key: 3,
    columns: &["athlete_id", "session_id", "run", "trace_id", "created_at", "body"],
};

/// A record, and when its session started or should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressRow {
    /// When the session started.
    pub started_at: Instant,
    /// The record.
    pub record: ProgressRecord,
}

/// What became of the change that a record decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landed {
    /// The record.
    pub record: Id<ProgressRecord>,
    /// When the change came into the plan.
    pub at: Instant,
    /// When it was undone (RB-3).
    pub undone_at: Option<Instant>,
}

/// A run of the rules over a finished session; what it holds is the caller's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run<R> {
    /// The session.
    pub session_id: SessionId,
    /// 1 for the first, one more for each correction.
    pub run: u32,
    /// The trace of the trigger.
    pub trace_id: TraceId,
    /// When.
    pub at: Instant,
    /// The rest.
    pub report: R,
}

/// Which records are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Records<'a> {
    /// The last ones of each of these items.
    OfItems(&'a [ItemId], i64),
    /// Those of a session.
    OfSession(SessionId),
    /// Those of the days from one date to another, of one exercise or all, archived ones too.
    Between(LocalDate, LocalDate, Option<&'a str>),
    /// Those that reached a level of a ladder, and those that correct others, archived ones too.
    Levels,
    /// Those that are not in the archive.
    Live,
}

/// Which events are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventFilter<'a> {
    /// Only of this exercise.
    pub exercise: Option<&'a str>,
    /// Only of this kind.
    pub kind: Option<ProgressionEventType>,
    /// Only of this trigger.
    pub trace: Option<&'a str>,
    /// Not before.
    pub since: Instant,
    /// Before.
    pub before: Instant,
    /// At most so many, the newest.
    pub limit: i64,
}

type RunColumns = (Uuid, i64, String, i64, Body);

fn rows(found: Vec<(i64, Body)>) -> Result<Vec<ProgressRow>, StoreError> {
    let row = |(started_at, body): (i64, Body)| {
        Ok(ProgressRow { started_at: instant(started_at), record: value(PROGRESS.name, &body.0)? })
    };
    found.into_iter().map(row).collect()
}

impl Tx {
    /// Adds records, which are never changed (P-20).
    pub async fn add_progress(&mut self, rows: &[ProgressRow]) -> Result<(), StoreError> {
        let row = |row: &ProgressRow| {
            let record = &row.record;
            Ok(vec![
                record.athlete_id.into(),
                record.id.into(),
                record.session_id.into(),
                record.item_id.into(),
                record.exercise_key.as_str().into(),
                record.local_date.into(),
                row.started_at.into(),
                record.status.as_str().into(),
                record.decision.as_str().into(),
                (&record.trace_id).into(),
                record.created_at.into(),
                document(&PROGRESS, record)?,
            ])
        };
        let rows = rows.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add(&PROGRESS, rows).await.map(drop)
    }

    /// Records, oldest first; those of items by item.
    pub async fn progress(
        &mut self,
        athlete: Id<Athlete>,
        which: Records<'_>,
    ) -> Result<Vec<ProgressRow>, StoreError> {
        match which {
            Records::OfItems(items, most) => self.progress_of_items(athlete, items, most).await,
            Records::OfSession(session) => {
                const SQL: &str = "select started_at, body from exercise_progress
                                   where athlete_id = $1 and session_id = $2 order by created_at, item_id, id";
                let found = on!(self, conn => sqlx::query_as(SQL)
                    .bind(athlete.uuid()).bind(session.uuid()).fetch_all(conn))?;
                rows(found)
            }
            Records::Live => {
                const SQL: &str = "select started_at, body from exercise_progress
                                   where athlete_id = $1 order by started_at, id";
                let found = on!(self, conn => sqlx::query_as(SQL).bind(athlete.uuid()).fetch_all(conn))?;
                rows(found)
            }
            Records::Between(..) | Records::Levels => self.progress_ever(athlete, which).await,
        }
    }

    /// Records of both tables, as one text: a row costs SQLite a hop to another thread.
    async fn progress_ever(
        &mut self,
        athlete: Id<Athlete>,
        which: Records<'_>,
    ) -> Result<Vec<ProgressRow>, StoreError> {
        let found: Option<String> = on!(self, conn => {
            let mut query = QueryBuilder::new("select ");
            query.push(array("'[' || started_at || ',' || cast(body as text) || ']'", "started_at, id"));
            for (before, table) in [(" from (", "exercise_progress"), (" union all ", "exercise_progress_archive")] {
                query.push(before).push("select started_at, id, body from ").push(table);
                query.push(" where athlete_id = ").push_bind(athlete.uuid());
                if let Records::Between(from, to, exercise) = which {
                    query.push(" and local_date >= ").push_bind(from.to_string());
                    query.push(" and local_date <= ").push_bind(to.to_string());
                    if let Some(exercise) = exercise {
                        query.push(" and exercise_key = ").push_bind(exercise.to_owned());
                    }
                } else {
                    query.push(" and (body -> 'level_result' is not null or body -> 'corrects' is not null)");
                }
            }
            query.push(") as both_tables");
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?;
        let found: Vec<(i64, ProgressRecord)> = elements(PROGRESS.name, found)?;
        let row = |(started_at, record)| ProgressRow { started_at: instant(started_at), record };
        Ok(found.into_iter().map(row).collect())
    }

    async fn progress_of_items(
        &mut self,
        athlete: Id<Athlete>,
        items: &[ItemId],
        most: i64,
    ) -> Result<Vec<ProgressRow>, StoreError> {
        let items = BTreeSet::from_iter(items).into_iter().map(|item| item.uuid()).collect::<Vec<_>>();
        let mut found: Vec<(i64, ProgressRecord)> = Vec::new();
        for items in items.chunks(MOST_ITEMS) {
            let some: Option<String> = on!(self, conn => {
                let record = "'[' || started_at || ',' || cast(body as text) || ']'";
                let records = array(record, "item_id, started_at, id");
                let mut query = QueryBuilder::new(format!("select {records} from ("));
                let newest = Newest {
                    columns: "started_at, body, item_id, id",
                    table: "exercise_progress",
                    condition: "true",
                    athlete: athlete.uuid(),
                    most,
                };
                newest.push(&mut query, items);
                query.push(") as of_items");
                async move { query.build_query_scalar().fetch_one(conn).await }
            })?;
            found.extend(elements::<(i64, ProgressRecord)>(PROGRESS.name, some)?);
        }
        let row = |(started_at, record)| ProgressRow { started_at: instant(started_at), record };
        Ok(found.into_iter().map(row).collect())
    }

    /// What became of the changes that records decided, by record.
    pub async fn landed(
        &mut self,
        athlete: Id<Athlete>,
        records: &[Id<ProgressRecord>],
    ) -> Result<Vec<Landed>, StoreError> {
        if records.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<Uuid> = records.iter().map(|record| record.uuid()).collect();
        let found: Vec<(Uuid, i64, Body)> = on!(self, conn => {
            let mut query = QueryBuilder::new(
                "select i.progress_id, v.activated_at, i.body
                 from plan_version_items i join plan_versions v
                   on v.athlete_id = i.athlete_id and v.plan_id = i.plan_id and v.number = i.number
                 where v.activated_at is not null and i.athlete_id = ");
            query.push_bind(athlete.uuid());
            push_in(query.push(" and i.progress_id"), &ids);
            query.push(" order by i.number");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        let mut landed = Vec::with_capacity(found.len());
        let mut proposals: Vec<(Id<ProgressRecord>, ProposalId)> = Vec::new();
        for (record, at, body) in found {
            let record = Id::from_uuid(record);
            let row: RowProposals = value("plan_version_items", &body.0)?;
            proposals.extend(row.proposals.into_iter().map(|proposal| (record, proposal)));
            landed.push(Landed { record, at: instant(at), undone_at: None });
        }
        for (proposal, at) in self.undone(athlete, &proposals).await? {
            let record = proposals.iter().find(|(_, known)| *known == proposal).map(|(record, _)| *record);
            for one in landed.iter_mut().filter(|one| Some(one.record) == record) {
                one.undone_at = Some(at);
            }
        }
        Ok(landed)
    }

    async fn undone(
        &mut self,
        athlete: Id<Athlete>,
        proposals: &[(Id<ProgressRecord>, ProposalId)],
    ) -> Result<Vec<(ProposalId, Instant)>, StoreError> {
        if proposals.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<Uuid> = proposals.iter().map(|(_, proposal)| proposal.uuid()).collect();
        let found: Vec<(Uuid, i64)> = on!(self, conn => {
            let mut query = QueryBuilder::new(
                "select d.proposal_id, d.at from decisions d join plan_versions v
                   on v.athlete_id = d.athlete_id and v.trace_id = d.trace_id
                 where v.body ->> 'source' = 'undo' and d.athlete_id = ");
            query.push_bind(athlete.uuid());
            push_in(query.push(" and d.proposal_id"), &ids);
            query.push(" order by d.at");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        Ok(found.into_iter().map(|(id, at)| (Id::from_uuid(id), instant(at))).collect())
    }

    /// How many records are not in the archive (P-24).
    pub async fn progress_count(&mut self, athlete: Id<Athlete>) -> Result<i64, StoreError> {
        const SQL: &str = "select count(*) from exercise_progress where athlete_id = $1";
        Ok(on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_one(conn))?)
    }

    /// Moves records to the archive (P-23); those that are there already are only removed.
    pub async fn archive_progress(
        &mut self,
        athlete: Id<Athlete>,
        records: &[Id<ProgressRecord>],
        at: Instant,
    ) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        on!(self, conn => {
            let columns = PROGRESS.columns[..PROGRESS.columns.len() - 1].join(", ");
            let mut query = QueryBuilder::new(format!(
                "insert into exercise_progress_archive ({columns}, archived_at, source_table, body)
                 select {columns}, "));
            query.push_bind(at.millis()).push(", 'exercise_progress', body from exercise_progress");
            query.push(" where athlete_id = ").push_bind(athlete.uuid());
            let mut list = query.push(" and id in (").separated(", ");
            for record in records {
                list.push_bind(record.uuid());
            }
            query.push(") on conflict (athlete_id, id) do nothing");
            async move { query.build().execute(conn).await.map(drop) }
        })?;
        on!(self, conn => {
            let mut query = QueryBuilder::new("delete from exercise_progress where athlete_id = ");
            query.push_bind(athlete.uuid());
            let mut list = query.push(" and id in (").separated(", ");
            for record in records {
                list.push_bind(record.uuid());
            }
            query.push(")");
            async move { query.build().execute(conn).await.map(drop) }
        })?;
        Ok(())
    }

    /// Adds events (P-44).
    pub async fn add_events(&mut self, events: &[ProgressionEvent]) -> Result<(), StoreError> {
        let row = |event: &ProgressionEvent| {
            let ids: [Cell; 2] = [event.athlete_id.into(), event.id.into()];
            let words = [event.event_type.as_str().into(), event.exercise_key.as_deref().into()];
            let rest = [(&event.trace_id).into(), event.created_at.into(), document(&EVENTS, event)?];
            Ok(ids.into_iter().chain(words).chain(rest).collect())
        };
        let rows = events.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add_new(&EVENTS, rows).await.map(drop)
    }

    /// Events, newest first.
    pub async fn events(
        &mut self,
        athlete: Id<Athlete>,
        filter: &EventFilter<'_>,
    ) -> Result<Vec<ProgressionEvent>, StoreError> {
        const SQL: &str = "select body from progression_events
             where athlete_id = $1 and created_at >= $2 and created_at < $3
               and (exercise_key = $4 or $5 = 1) and (event_type = $6 or $7 = 1) and (trace_id = $8 or $9 = 1)
             order by created_at desc, id desc limit $10";
        let kind = filter.kind.map(ProgressionEventType::as_str);
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(filter.since.millis()).bind(filter.before.millis())
            .bind(filter.exercise.unwrap_or_default().to_owned()).bind(i64::from(filter.exercise.is_none()))
            .bind(kind.unwrap_or_default()).bind(i64::from(kind.is_none()))
            .bind(filter.trace.unwrap_or_default().to_owned()).bind(i64::from(filter.trace.is_none()))
            .bind(filter.limit).fetch_all(conn))?;
        values(EVENTS.name, rows)
    }

    /// Removes events that are older; says how many (P-44).
    pub async fn remove_events_before(
        &mut self,
        athlete: Id<Athlete>,
        before: Instant,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "delete from progression_events where athlete_id = $1 and created_at < $2";
        Ok(run!(self, sqlx::query(SQL).bind(athlete.uuid()).bind(before.millis()))?)
    }

    /// Keeps what the rules made of a session (SG-1).
    pub async fn add_run<R: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        run: &Run<R>,
    ) -> Result<(), StoreError> {
        self.add(&RUNS, vec![run_cells(athlete, run)?]).await.map(drop)
    }

    /// Writes what was added to a run after it was told (AI-1).
    pub async fn put_run<R: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        run: &Run<R>,
    ) -> Result<(), StoreError> {
        self.put(&RUNS, vec![run_cells(athlete, run)?]).await.map(drop)
    }

    /// The runs since an instant, oldest first.
    pub async fn runs_since<R: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
    ) -> Result<Vec<Run<R>>, StoreError> {
        const SQL: &str = "select session_id, run, trace_id, created_at, body from generation_runs
                           where athlete_id = $1 and created_at >= $2 order by created_at, session_id, run";
        let found: Vec<RunColumns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(since.millis()).fetch_all(conn))?;
        found.into_iter().map(run).collect()
    }

    /// Of the runs since an instant and of those over a session, oldest first, only a part of what they hold.
    pub async fn parts_of_runs<R: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
        session: SessionId,
        part: &str,
    ) -> Result<Vec<Run<Option<R>>>, StoreError> {
        const SQL: &str = "select session_id, run, trace_id, created_at, coalesce(body -> $4, 'null')
                           from generation_runs where athlete_id = $1 and created_at >= $2
                           union all
                           select session_id, run, trace_id, created_at, coalesce(body -> $4, 'null')
                           from generation_runs where athlete_id = $1 and session_id = $3 and created_at < $2
                           order by created_at, session_id, run";
        let found: Vec<RunColumns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(since.millis()).bind(session.uuid()).bind(part.to_owned())
            .fetch_all(conn))?;
        found.into_iter().map(run).collect()
    }

    /// The runs over a session, oldest first.
    pub async fn runs<R: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        session: SessionId,
    ) -> Result<Vec<Run<R>>, StoreError> {
        const SQL: &str = "select session_id, run, trace_id, created_at, body from generation_runs
                           where athlete_id = $1 and session_id = $2 order by run";
        let found: Vec<RunColumns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(session.uuid()).fetch_all(conn))?;
        found.into_iter().map(run).collect()
    }
}

fn run_cells<R: Serialize>(athlete: Id<Athlete>, run: &Run<R>) -> Result<Vec<Cell>, StoreError> {
    Ok(vec![
        athlete.into(),
        run.session_id.into(),
        run.run.into(),
        (&run.trace_id).into(),
        run.at.into(),
        document(&RUNS, &run.report)?,
    ])
}

fn run<R: DeserializeOwned>(columns: RunColumns) -> Result<Run<R>, StoreError> {
    let (session, run, trace, at, body) = columns;
    let unreadable = |message: String| StoreError::Unreadable { table: RUNS.name, message };
    Ok(Run {
        session_id: Id::from_uuid(session),
        run: u32::try_from(run).map_err(|error| unreadable(error.to_string()))?,
        trace_id: trace.try_into().map_err(|error: NotATraceId| unreadable(error.to_string()))?,
        at: instant(at),
        report: value(RUNS.name, &body.0)?,
    })
}

/// As much of a row as the question needs.
#[derive(serde::Deserialize)]
struct RowProposals {
    #[serde(default)]
    proposals: Vec<ProposalId>,
}

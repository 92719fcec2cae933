//! What is timed: one set logged, one session finished, one look at the day.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use regimen::service::{
    app::Place,
    overview,
    session::log::{self, Logged},
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::SessionRow;

use super::{
    Size, fill,
    life::Trainee,
    statements::{self, Heard},
};
use crate::{Failure, processor};

/// Sessions that are measured, each with all its sets and its report.
const SESSIONS: u32 = 30;
/// Looks at the day after each.
const LOOKS: u32 = 5;
/// Queries of finishing a session whose plans are shown: those that take longest.
pub(super) const PLANS: usize = 6;

/// The use cases, in the order of the report.
pub(super) const WORKS: [&str; 3] = ["log a set", "finish a session", "show the day"];

/// Most processor time of logging a set on SQLite, in milliseconds.
const LOG_MS: f64 = 1.0;
/// Most processor time of finishing a session of six exercises on a history of 10 000 sets.
const FINISH_MS: f64 = 10.0;
/// How much more a use case may cost on a filled PostgreSQL than on an empty one.
const GROWTH: f64 = 2.0;

/// All figures of one run.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// One run of the calibration loop.
    pub(super) calibration_us: f64,
    /// How busy the machine was before.
    pub(super) load: Option<(f64, usize)>,
    /// Sets of the athlete's history, and how many others there are with how many sessions each.
    pub(super) history: usize,
    pub(super) others: (u32, u32),
    pub(super) rows: Vec<Row>,
    /// The biggest tables of the filled database with their rows.
    pub(super) filled: Vec<(String, i64)>,
    /// How PostgreSQL goes about the statements of the use cases.
    pub(super) plans: Vec<QueryPlan>,
}

/// What one use case costs on one database.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) database: &'static str,
    pub(super) is_filled: bool,
    /// Which use case, as in [`WORKS`].
    pub(super) work: usize,
    pub(super) median_us: f64,
    pub(super) p95_us: f64,
    /// Processor time of the process and of the database server, one call.
    pub(super) own_us: Option<f64>,
    pub(super) server_us: Option<f64>,
    /// Statements of one call, without `begin` and `commit`.
    pub(super) statements: u32,
}

impl Row {
    /// Processor time of both, as far as it is known.
    pub(super) fn processor_us(&self) -> Option<f64> {
        Some(self.own_us? + self.server_us.unwrap_or(0.0))
    }

    /// The most that it may take of processors, in milliseconds, if there is a limit.
    pub(super) fn limit_ms(&self) -> Option<f64> {
        match self.work {
            0 => self.database.starts_with("SQLite").then_some(LOG_MS),
            1 => self.is_filled.then_some(FINISH_MS),
            _ => None,
        }
    }

    /// Whether it keeps the limit of its use case.
    pub(super) fn is_kept(&self) -> bool {
        match (self.limit_ms(), self.processor_us()) {
            (Some(limit), Some(took)) => took <= 1000.0 * limit,
            _ => true,
        }
    }
}

/// A statement and how the database goes about it.
#[derive(Debug)]
pub(super) struct QueryPlan {
    /// Whose it is, as in [`WORKS`].
    pub(super) works: Vec<usize>,
    pub(super) statement: String,
    pub(super) plan: Vec<String>,
}

impl Measured {
    /// Whether every use case keeps its limit and does not grow with the database.
    pub(super) fn is_kept(&self) -> bool {
        let grown = |row: &Row| self.growth(row).is_some_and(|growth| growth > GROWTH);
        self.rows.iter().all(|row| row.is_kept() && !(row.database == "PostgreSQL" && grown(row)))
    }

    /// How much longer a use case takes on the filled database than on the empty one.
    pub(super) fn growth(&self, filled: &Row) -> Option<f64> {
        let same = |row: &&Row| row.database == filled.database && row.work == filled.work && !row.is_filled;
        let empty = self.rows.iter().find(same).filter(|_| filled.is_filled)?;
        Some(filled.median_us / empty.median_us)
    }
}

/// Measures on a new database, then gives the athlete a history and the database others, and measures again.
pub(super) async fn database(
    name: &'static str,
    place: &Place,
    history: usize,
    others: Option<Size>,
) -> Result<Vec<Row>, Failure> {
    let trainee = Trainee::new(place, 1).await?;
    let mut rows = Box::pin(use_cases(name, place, &trainee, false)).await?;
    let mut sets = 0;
    let mut number = 0;
    while sets < history {
        sets += trainee.train(number).await?;
        number += 1;
    }
    if let Some(size) = others {
        fill::fill(place, size).await?;
    }
    rows.extend(Box::pin(use_cases(name, place, &trainee, true)).await?);
    trainee.app.close().await;
    Ok(rows)
}

/// What is known of one use case while it is measured.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    own: Option<Duration>,
    server: Option<Duration>,
    statements: u32,
}

/// Measures every use case in some sessions of an athlete.
async fn use_cases(
    database: &'static str,
    place: &Place,
    trainee: &Trainee,
    is_filled: bool,
) -> Result<Vec<Row>, Failure> {
    let mut watch = Watch::new(place).await?;
    let mut tallies: [Tally; 3] = Default::default();
    for number in 0..=SESSIONS {
        let row = trainee.begin().await?;
        let id = row.session.id;
        let sets = row.session.exercises.iter().flat_map(|one| trainee.sets(one, number % 3));
        for set in sets.collect::<Vec<_>>() {
            let set = [set];
            watch.time(&mut tallies[0], log::log(&trainee.app, &trainee.caller, id, &set)).await??;
        }
        watch.time(&mut tallies[1], trainee.finish(&row)).await??;
        for _ in 0..LOOKS {
            watch.time(&mut tallies[2], overview::day(&trainee.app, &trainee.caller, None)).await??;
        }
        trainee.rest(&row).await?;
        if number == 0 {
            // The first session prepares the statements and is not counted.
            tallies = Default::default();
        }
    }
    let row = trainee.begin().await?;
    let last = all_but_one(trainee, &row).await?;
    Box::pin(tallies[0].count(log::log(&trainee.app, &trainee.caller, row.session.id, &last))).await?;
    tallies[1].count(trainee.finish(&row)).await?;
    tallies[2].count(Box::pin(overview::day(&trainee.app, &trainee.caller, None))).await?;
    trainee.rest(&row).await?;
    Ok((0..).zip(tallies).map(|(work, tally)| tally.row(database, is_filled, work)).collect())
}

/// Logs the sets of a session but for the last one, which is given.
async fn all_but_one(trainee: &Trainee, row: &SessionRow) -> Result<Vec<Logged>, Failure> {
    let mut sets: Vec<_> = row.session.exercises.iter().flat_map(|one| trainee.sets(one, 0)).collect();
    let last = sets.split_off(sets.len() - 1);
    log::log(&trainee.app, &trainee.caller, row.session.id, &sets).await?;
    Ok(last)
}

impl Tally {
    async fn count<T>(
        &mut self,
        work: impl Future<Output = Result<T, regimen::problem::Problem>>,
    ) -> Result<(), Failure> {
        let (result, heard) = statements::during(work).await;
        self.statements = heard.values().map(|heard| heard.times).sum();
        Ok(result.map(drop)?)
    }

    fn row(mut self, database: &'static str, is_filled: bool, work: usize) -> Row {
        self.times.sort_unstable();
        let calls = u32::try_from(self.times.len()).unwrap_or(u32::MAX);
        let each = |time: Option<Duration>| time.map(|time| micros(time / calls));
        Row {
            database,
            is_filled,
            work,
            median_us: micros(self.times[self.times.len() / 2]),
            p95_us: micros(self.times[self.times.len() * 95 / 100]),
            own_us: each(self.own),
            server_us: each(self.server),
            statements: self.statements,
        }
    }
}

/// Reads clocks before and after a use case.
struct Watch {
    server: Option<PgConnection>,
}

impl Watch {
    async fn new(place: &Place) -> Result<Self, Failure> {
        let server = match place {
            Place::Postgres(url) => Some(PgConnection::connect(url).await?),
            Place::Sqlite(_) => None,
        };
        Ok(Self { server })
    }

    async fn time<T>(&mut self, tally: &mut Tally, work: impl Future<Output = T>) -> Result<T, Failure> {
        // What asking the server costs this process lies outside of what is counted.
        let server = self.server().await?;
        let own = processor::own();
        let begin = Instant::now();
        let result = work.await;
        tally.times.push(begin.elapsed());
        add(&mut tally.own, own, processor::own());
        add(&mut tally.server, server, self.server().await?);
        Ok(result)
    }

    async fn server(&mut self) -> Result<Option<Duration>, Failure> {
        match &mut self.server {
            Some(connection) => processor::server(connection).await,
            None => Ok(None),
        }
    }
}

fn add(sum: &mut Option<Duration>, before: Option<Duration>, after: Option<Duration>) {
    if let (Some(before), Some(after)) = (before, after) {
        *sum = Some(sum.unwrap_or_default() + after.saturating_sub(before));
    }
}

/// The plans of all statements of the use cases on this database; of finishing a session only those of the queries that
/// take longest. A statement of several use cases is shown once.
pub(super) async fn query_plans(place: &Place) -> Result<Vec<QueryPlan>, Failure> {
    let Place::Postgres(url) = place else { return Ok(vec![]) };
    let trainee = Trainee::new(place, 99).await?;
    trainee.train(0).await?;
    let row = trainee.begin().await?;
    let last = all_but_one(&trainee, &row).await?;
    let logged = statements::during(log::log(&trainee.app, &trainee.caller, row.session.id, &last)).await;
    let finished = statements::during(trainee.finish(&row)).await;
    let looked = statements::during(Box::pin(overview::day(&trainee.app, &trainee.caller, None))).await;
    logged.0?;
    finished.0?;
    looked.0?;
    trainee.app.close().await;
    let mut queries = finished.1;
    queries.retain(|text, _| text.starts_with("select") || text.starts_with("with"));
    let heard = [slowest(logged.1, usize::MAX), slowest(queries, PLANS), slowest(looked.1, usize::MAX)];
    // The end of a transaction and what is set for it have no plan.
    let heard = heard.map(|mut all| {
        all.retain(|text| PLANNED.iter().any(|word| text.starts_with(word)));
        all
    });
    let mut plans: Vec<QueryPlan> = Vec::new();
    let mut connection = PgConnection::connect(url).await?;
    for (work, statement) in
        (0..).zip(heard).flat_map(|(work, all)| all.into_iter().map(move |one| (work, one)))
    {
        if let Some(known) = plans.iter_mut().find(|known| known.statement == statement) {
            known.works.push(work);
        } else {
            let plan = explain(&mut connection, &statement).await?;
            plans.push(QueryPlan { works: vec![work], statement, plan });
        }
    }
    Ok(plans)
}

/// With which words a statement begins that has a plan.
const PLANNED: [&str; 5] = ["select", "with", "insert", "update", "delete"];

/// The statements that take longest, those first.
fn slowest(heard: BTreeMap<String, Heard>, most: usize) -> Vec<String> {
    let mut statements: Vec<_> = heard.into_iter().collect();
    statements.sort_by_key(|(_, heard)| std::cmp::Reverse(heard.took));
    statements.into_iter().take(most).map(|(text, _)| text).collect()
}

/// The plan that holds whatever the values are.
async fn explain(connection: &mut PgConnection, query: &str) -> Result<Vec<String>, Failure> {
    const COUNT: &str =
        "select coalesce(cardinality(parameter_types), 0) from pg_prepared_statements where name = 'shown'";
    sqlx::raw_sql("set plan_cache_mode = force_generic_plan").execute(&mut *connection).await?;
    sqlx::raw_sql(AssertSqlSafe(format!("prepare shown as {query}"))).execute(&mut *connection).await?;
    let count: i32 = sqlx::query_scalar(COUNT).fetch_one(&mut *connection).await?;
    let nulls = vec!["null"; usize::try_from(count).unwrap_or(0)].join(", ");
    let explain = format!("explain (costs off) execute shown({nulls})");
    let lines = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *connection).await?;
    sqlx::raw_sql("deallocate shown").execute(&mut *connection).await?;
    lines.iter().map(|line| Ok(sqlx::Row::try_get(line, 0)?)).collect()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

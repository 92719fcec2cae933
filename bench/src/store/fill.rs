//! A database full of athletes: one lives through the services, the others get copies of its rows.
//!
//! Every table of an athlete is keyed by the athlete first, so a copy needs another athlete and nothing else. It is made
//! within the database, one transaction per athlete.

use std::{fmt, time::Instant};

use regimen::service::app::Place;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::{
    Size,
    life::{Trainee, sign_up},
};
use crate::Failure;

/// What came of filling.
pub(crate) struct Filled {
    size: Size,
    seconds: f64,
    tables: Vec<(String, i64)>,
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size: Size { athletes, sessions }, seconds, tables } = self;
        write!(f, "{athletes} athletes with {sessions} sessions each in {seconds:.0} s:")?;
        tables.iter().try_for_each(|(table, rows)| write!(f, " {table} {rows}"))
    }
}

/// Fills a database of PostgreSQL.
pub(crate) async fn fill(place: &Place, size: Size) -> Result<Filled, Failure> {
    let begin = Instant::now();
    let model = Trainee::new(place, 7).await?;
    for number in 0..size.sessions {
        model.train(number).await?;
    }
    let Place::Postgres(url) = place else {
        return Err(sqlx::Error::Configuration("no PostgreSQL".into()).into());
    };
    let mut connection = PgConnection::connect(url).await?;
    let copies = copies(&mut connection).await?;
    for number in 1..size.athletes {
        let athlete = sign_up(&model.app, &format!("copy-{number}")).await?.athlete;
        let mut tx = connection.begin().await?;
        for copy in &copies {
            let copy = sqlx::query(AssertSqlSafe(copy.clone()));
            copy.bind(athlete.uuid()).bind(model.caller.athlete.uuid()).execute(&mut *tx).await?;
        }
        tx.commit().await?;
    }
    sqlx::query("vacuum analyze").execute(&mut connection).await?;
    connection.close().await?;
    model.app.close().await;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Filled { size, seconds, tables: sizes(place).await? })
}

/// For each table of an athlete, the statement that copies its rows from one athlete to another.
async fn copies(connection: &mut PgConnection) -> Result<Vec<String>, Failure> {
    const SQL: &str =
        "select c.table_name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position)
         from information_schema.columns c
         where c.table_schema = 'public' and c.column_name <> 'athlete_id'
           and c.table_name not in ('accounts', 'athletes', 'jobs')
           and exists (select 1 from information_schema.columns k where k.table_schema = 'public'
                       and k.table_name = c.table_name and k.column_name = 'athlete_id')
         group by c.table_name order by c.table_name";
    let tables: Vec<(String, String)> = sqlx::query_as(SQL).fetch_all(connection).await?;
    let copy = |(table, columns): (String, String)| {
        format!(
            "insert into {table} (athlete_id, {columns}) select $1, {columns} from {table} where athlete_id = $2"
        )
    };
    Ok(tables.into_iter().map(copy).collect())
}

/// The biggest tables of a database with their rows, biggest first.
pub(crate) async fn sizes(place: &Place) -> Result<Vec<(String, i64)>, Failure> {
    const SQL: &str = "select relname::text, reltuples::bigint from pg_class
                       where relkind = 'r' and relnamespace = 'public'::regnamespace
                       order by reltuples desc, relname limit 6";
    let Place::Postgres(url) = place else { return Ok(vec![]) };
    let mut connection = PgConnection::connect(url).await?;
    Ok(sqlx::query_as(SQL).fetch_all(&mut connection).await?)
}

//! What an athlete did besides strength training: by where it is known from, and its id there (L-6).

use std::collections::BTreeMap;

use domain::{id::Id, person::Athlete, time::Instant};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::QueryBuilder;

use crate::{
    error::StoreError,
    row::{Body, Table, document, push_in, value},
    tx::{Tx, on, run},
};

const ACTIVITIES: Table =
    Table { name: "activities", key: 3, columns: &["athlete_id", "source", "key", "start_at", "body"] };

/// An activity as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivityRow<A> {
    /// Where it is known from.
    pub source: String,
    /// Its id there.
    pub key: String,
    /// When it began.
    pub start: Instant,
    /// The rest.
    pub activity: A,
}

impl Tx {
    /// Adds activities, or replaces those with their ids. No id may be there twice.
    pub async fn put_activities<A: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        rows: &[ActivityRow<A>],
    ) -> Result<(), StoreError> {
        let row = |row: &ActivityRow<A>| {
            let body = document(&ACTIVITIES, &row.activity)?;
            Ok(vec![
                athlete.into(),
                row.source.as_str().into(),
                row.key.as_str().into(),
                row.start.into(),
                body,
            ])
        };
        let rows = rows.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&ACTIVITIES, rows).await.map(drop)
    }

    /// Of the activities with these ids those that are known.
    pub async fn known_activities<A: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        source: &str,
        keys: &[String],
    ) -> Result<BTreeMap<String, A>, StoreError> {
        let mut known = BTreeMap::new();
        for keys in keys.chunks(1000) {
            let rows: Vec<(String, Body)> = on!(self, conn => {
                let mut query = QueryBuilder::new("select key, body from activities where athlete_id = ");
                query.push_bind(athlete.uuid()).push(" and source = ").push_bind(source.to_owned());
                push_in(query.push(" and key"), keys);
                async move { query.build_query_as().fetch_all(conn).await }
            })?;
            for (key, body) in rows {
                known.insert(key, value(ACTIVITIES.name, &body.0)?);
            }
        }
        Ok(known)
    }

    /// The activities that began in a span, of one source or of all; latest first.
    pub async fn activities<A: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        source: Option<&str>,
        (from, to): (Instant, Instant),
    ) -> Result<Vec<ActivityRow<A>>, StoreError> {
        const SQL: &str = "select source, key, start_at, body from activities
                           where athlete_id = $1 and start_at >= $2 and start_at <= $3 and (source = $4 or $5 = 1)
                           order by start_at desc, source, key";
        let all = i64::from(source.is_none());
        let source = source.unwrap_or_default().to_owned();
        let rows: Vec<(String, String, i64, Body)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(from.millis()).bind(to.millis()).bind(source).bind(all).fetch_all(conn))?;
        let row = |(source, key, start, body): (String, String, i64, Body)| {
            let activity = value(ACTIVITIES.name, &body.0)?;
            Ok(ActivityRow { source, key, start: crate::row::instant(start), activity })
        };
        rows.into_iter().map(row).collect()
    }

    /// When the latest activity of a source began, and how many there are.
    pub async fn activity_tally(
        &mut self,
        athlete: Id<Athlete>,
        source: &str,
    ) -> Result<(Option<Instant>, i64), StoreError> {
        const SQL: &str =
            "select max(start_at), count(*) from activities where athlete_id = $1 and source = $2";
        let (latest, count): (Option<i64>, i64) = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(source.to_owned()).fetch_one(conn))?;
        Ok((latest.map(crate::row::instant), count))
    }

    /// Removes the activities of a source; says how many.
    pub async fn remove_activities(&mut self, athlete: Id<Athlete>, source: &str) -> Result<u64, StoreError> {
        let statement = "delete from activities where athlete_id = $1 and source = $2";
        Ok(run!(self, sqlx::query(statement).bind(athlete.uuid()).bind(source.to_owned()))?)
    }
}

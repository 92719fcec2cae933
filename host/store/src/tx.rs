//! One transaction, on whichever database.

use domain::{id::Id, person::Athlete};
use sqlx::{Database, Postgres, QueryBuilder, Sqlite, Transaction};

use crate::error::StoreError;

/// A transaction. Dropped without [`Tx::commit`] it leaves nothing behind.
#[derive(Debug)]
pub enum Tx {
    /// On SQLite.
    Sqlite(Transaction<'static, Sqlite>),
    /// On PostgreSQL.
    Postgres(Transaction<'static, Postgres>),
}

/// Runs one query, written once, on whichever database is behind: `on!(tx, conn => query.fetch_all(conn))`.
macro_rules! on {
    ($tx:expr, $conn:ident => $query:expr) => {
        match $tx {
            $crate::tx::Tx::Sqlite(tx) => {
                let $conn = &mut **tx;
                $query.await
            }
            $crate::tx::Tx::Postgres(tx) => {
                let $conn = &mut **tx;
                $query.await
            }
        }
    };
}
pub(crate) use on;

/// Runs one statement, written once, and says how many rows it touched: `run!(tx, statement)`.
macro_rules! run {
    ($tx:expr, $statement:expr) => {
        match $tx {
            $crate::tx::Tx::Sqlite(tx) => {
                $statement.execute(&mut **tx).await.map(|done| done.rows_affected())
            }
            $crate::tx::Tx::Postgres(tx) => {
                $statement.execute(&mut **tx).await.map(|done| done.rows_affected())
            }
        }
    };
}
pub(crate) use run;

/// What has two names.
pub(crate) trait Words: Database {
    /// The function that writes an id as text; of no id SQLite makes an empty one.
    const ID: &'static str;
    /// The function that makes an array of values.
    const ARRAY: &'static str;
}

impl Words for Sqlite {
    const ID: &'static str = "hex";
    const ARRAY: &'static str = "json_array";
}

impl Words for Postgres {
    const ID: &'static str = "text";
    const ARRAY: &'static str = "json_build_array";
}

impl Tx {
    /// How many rows of a table are an athlete's, every revision counted.
    pub async fn count(&mut self, table: &str, athlete: Id<Athlete>) -> Result<i64, StoreError> {
        Ok(on!(self, conn => {
            let mut query = QueryBuilder::new("select count(*) from ");
            query.push(table).push(" where athlete_id = ").push_bind(athlete.uuid());
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?)
    }

    /// Makes everything that was written last.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }
}

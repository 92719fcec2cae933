//! An empty place that takes rows: all of them, or it stays as it was.

use serde_json::value::RawValue;
use sqlx::{AssertSqlSafe, Database, Encode, QueryBuilder, Type, query_builder::Separated, types::Json};
use uuid::Uuid;

use super::{
    TableSum,
    catalogue::{Found, MIGRATIONS},
};
use crate::{
    beside::Beside,
    error::StoreError,
    open::{Place, Store},
    row::{Cell, MOST_VALUES},
    schema::{Dialect, migrator, newest},
    tx::{Tx, on, run},
};

/// Rows that are written at once, at most.
pub(super) const BATCH: usize = 1000;

/// An empty place that takes rows.
pub(super) struct Target {
    store: Store,
    /// Everything happens in one transaction.
    tx: Tx,
    /// The tables as the schema of the rows has them.
    pub(super) tables: Vec<Found>,
    /// A file is made beside the one that is wanted, and takes its place in the end.
    file: Option<Beside>,
}

impl Target {
    /// A place with the tables of this version and nothing in them.
    pub(super) async fn open(place: &Place, schema: i64) -> Result<Self, StoreError> {
        let known = newest();
        if schema > known {
            return Err(StoreError::Newer { found: schema, known });
        }
        let (store, file) = match place {
            Place::Sqlite(wanted) => {
                if wanted.try_exists().map_err(StoreError::File)? {
                    let there = Store::connect(place).await?;
                    let content = content(&mut there.read().await?).await;
                    there.close().await;
                    empty(&content?)?;
                }
                let file = Beside::new(wanted, ".partial").map_err(StoreError::File)?;
                (Store::connect(&Place::Sqlite(file.made().to_owned())).await?, Some(file))
            }
            Place::Postgres(_) => (Store::connect(place).await?, None),
        };
        let mut tx = store.write().await?;
        tx.be_patient().await?;
        if file.is_none() {
            empty(&content(&mut tx).await?)?;
            // Tables that are as they should be stay: somebody may have partitioned them.
            if tx.schema().await? != schema {
                tx.clear().await?;
            }
        }
        tx.migrate_to(schema).await?;
        let tables = tx.tables().await?;
        Ok(Self { store, tx, tables, file })
    }

    /// Adds rows.
    pub(super) async fn add(&mut self, table: &Found, rows: &[Vec<Cell>]) -> Result<(), StoreError> {
        for rows in rows.chunks((MOST_VALUES / table.columns.len()).min(BATCH)) {
            on!(&mut self.tx, conn => {
                let mut query = insertion(table, rows);
                async move { query.build().execute(conn).await.map(drop) }
            })?;
        }
        Ok(())
    }

    /// Reads everything back; what was written and only that is there, so it is brought to the newest schema and made to
    /// last.
    pub(super) async fn finish(mut self, sums: &[TableSum]) -> Result<(), StoreError> {
        for table in &self.tables {
            let found = self.tx.sum(table).await?;
            let expected = sums.iter().find(|sum| sum.table == table.name);
            if expected != Some(&found) {
                return Err(StoreError::Differs { table: table.name.clone() });
            }
        }
        self.tx.migrate_to(newest()).await?;
        self.tx.commit().await?;
        self.store.close().await;
        match self.file {
            Some(file) => file.take_place().map_err(StoreError::File),
            None => Ok(()),
        }
    }
}

impl Tx {
    /// Brings the schema to this version within the transaction.
    pub(crate) async fn migrate_to(&mut self, version: i64) -> Result<(), StoreError> {
        if version == 0 {
            return Ok(());
        }
        match self {
            Self::Sqlite(tx) => migrator(Dialect::Sqlite).run_to(version, &mut **tx).await?,
            Self::Postgres(tx) => migrator(Dialect::Postgres).run_to(version, &mut **tx).await?,
        }
        Ok(())
    }

    /// Removes tables that have no rows, so that those of another version can be made.
    async fn clear(&mut self) -> Result<(), StoreError> {
        let mut names = self.table_names().await?;
        if self.schema().await? > 0 {
            names.push(MIGRATIONS.to_owned());
        }
        for name in names {
            run!(self, sqlx::query(AssertSqlSafe(format!("drop table \"{name}\""))))?;
        }
        Ok(())
    }
}

/// What is in a place, as `table: rows`; tables of others count with or without rows.
async fn content(tx: &mut Tx) -> Result<Vec<String>, StoreError> {
    if tx.schema().await? == 0 {
        return tx.table_names().await;
    }
    let mut found = Vec::new();
    for table in tx.tables().await? {
        let rows = tx.count_rows(&table, None).await?;
        if rows > 0 {
            found.push(format!("{}: {rows}", table.name));
        }
    }
    Ok(found)
}

fn empty(content: &[String]) -> Result<(), StoreError> {
    if content.is_empty() { Ok(()) } else { Err(StoreError::NotEmpty { content: content.to_vec() }) }
}

fn insertion<DB>(table: &Found, rows: &[Vec<Cell>]) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
{
    let columns: Vec<_> = table.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let mut query = QueryBuilder::new(format!("insert into \"{}\" ({}) ", table.name, columns.join(", ")));
    query.push_values(rows, |values: Separated<'_, DB, &str>, row| push(values, row));
    query
}

/// Binds every cell of a row.
pub(super) fn push<DB>(mut values: Separated<'_, DB, &str>, row: &[Cell])
where
    DB: Database,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
{
    for cell in row {
        match cell {
            Cell::Id(id) => values.push_bind(*id),
            Cell::Number(number) => values.push_bind(*number),
            Cell::Text(text) => values.push_bind(text.clone()),
            Cell::Document(text) => values.push_bind(Json(text.clone())),
        };
    }
}

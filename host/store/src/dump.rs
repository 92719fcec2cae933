//! Whole databases as streams of rows: into a file, out of one, or from one database to another (GL-8, AC-12).
//!
//! A dump is lines of JSON. The first says what it is: the version of the schema and how many rows each table has. Then
//! comes each table: its columns, its rows in the order of the key, their count and SHA-256. The last line holds the
//! SHA-256 of everything before it. The bytes are the same whichever database the rows come from.
//!
//! Read in this order: `catalogue` (which tables there are), `page` (their rows), `line` (a row as text), `file` (the lines
//! of a file, checked as they are read), `target` (an empty place that takes rows).

pub(crate) mod catalogue;
mod file;
mod line;
pub(crate) mod page;
mod target;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    io::{BufRead, Write},
};

use domain::{id::Id, person::Athlete, time::Instant};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::{
    catalogue::{Found, MIGRATIONS},
    file::{Piece, Reader, Sheet, Sum},
    line::line,
    target::Target,
};
use crate::{
    connection::SEALED,
    error::{Flaw, StoreError},
    open::{Place, Store},
    row::Cell,
    tx::{Tx, on, run},
};

/// What a dump says of itself first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// That it is a dump of this program.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The version of the schema.
    pub schema: i64,
    /// The version of the program that wrote it.
    pub program: String,
    /// When.
    pub made_at: Instant,
    /// Whose rows it holds, if not everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub athlete: Option<Id<Athlete>>,
    /// How many rows each table has.
    pub tables: BTreeMap<String, u64>,
}

impl Head {
    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.tables.values().sum()
    }
}

/// The rows of one table: how many, and what they come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSum {
    /// The table.
    pub table: String,
    /// How many rows.
    pub rows: u64,
    /// The SHA-256 of their lines.
    pub sha256: String,
}

/// How far a long job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Rows that are done.
    pub done: u64,
    /// Rows in all.
    pub total: u64,
}

impl Progress {
    fn add(&mut self, rows: usize) -> Self {
        self.done += u64::try_from(rows).unwrap_or(0);
        *self
    }
}

impl Store {
    /// Writes everything to `out` as it is at one moment, while others go on writing; of one athlete, if one is named, and
    /// then without sealed tokens.
    /// `program` is the version of the program, `at` the time.
    pub async fn dump(
        &self,
        athlete: Option<Id<Athlete>>,
        program: &str,
        at: Instant,
        out: &mut impl Write,
        mut watch: impl FnMut(Progress),
    ) -> Result<(Head, Vec<TableSum>), StoreError> {
        let mut tx = self.read().await?;
        tx.be_patient().await?;
        let of = athlete.map(Id::uuid);
        let mut tables = tx.tables().await?;
        // What an athlete takes along holds nothing that opens doors elsewhere (L-37).
        let is_told = |table: &Found| table.owner().is_some() && table.name != SEALED.name;
        tables.retain(|table| of.is_none() || is_told(table));
        let head = Head {
            format: file::FORMAT.to_owned(),
            version: file::VERSION,
            schema: tx.schema().await?,
            program: program.to_owned(),
            made_at: at,
            athlete,
            tables: tx.counts(&tables, of).await?,
        };
        let mut sheet = Sheet::new(out);
        sheet.write(&head)?;
        let mut progress = Progress { done: 0, total: head.rows() };
        let mut sums = Vec::with_capacity(tables.len());
        for table in &tables {
            sheet.write(&file::TableHead::of(table))?;
            let mut sum = Sum::default();
            tx.each_row(table, of, |row| {
                let line = text(table, row)?;
                sum.add(&line);
                sheet.line(&line)?;
                watch(progress.add(1));
                Ok(())
            })
            .await?;
            let sum = sum.of(table);
            sheet.write(&sum)?;
            sums.push(sum);
        }
        sheet.end(head.rows())?;
        Ok((head, sums))
    }

    /// Reads a dump to its end and says what is in it; a line that is cut off or changed is refused.
    pub fn inspect(input: impl BufRead) -> Result<(Head, Vec<TableSum>), StoreError> {
        let mut reader = Reader::open(input)?;
        while !matches!(reader.next()?, Piece::End) {}
        Ok((reader.head, reader.sums))
    }

    /// Puts a dump into an empty place and brings it to the newest schema. What is wrong with the file, or with what was
    /// written, leaves the place as it was.
    pub async fn restore(
        input: impl BufRead,
        place: &Place,
        mut watch: impl FnMut(Progress),
    ) -> Result<(Head, Vec<TableSum>), StoreError> {
        let mut reader = Reader::open(input)?;
        if reader.head.athlete.is_some() {
            return Err(reader.broken(Flaw::OneAthlete, ""));
        }
        let mut target = Target::open(place, reader.head.schema).await?;
        let mut progress = Progress { done: 0, total: reader.head.rows() };
        let mut batch = Vec::new();
        let mut table: Option<Found> = None;
        loop {
            let piece = reader.next()?;
            if let (Piece::Row(text), Some(table)) = (&piece, &table) {
                let row = line::read(table, text).map_err(|why| reader.broken(Flaw::Malformed, &why))?;
                batch.push(row);
                if batch.len() < target::BATCH {
                    continue;
                }
            }
            if let Some(table) = &table {
                target.add(table, &batch).await?;
                watch(progress.add(batch.len()));
                batch.clear();
            }
            match piece {
                Piece::Table(head) => {
                    let known = target.tables.iter().find(|table| file::TableHead::of(table) == head);
                    let known = known.ok_or_else(|| reader.broken(Flaw::Malformed, &head.table))?;
                    table = Some(known.clone());
                }
                Piece::Row(_) => {}
                Piece::Sum => table = None,
                Piece::End => break,
            }
        }
        target.finish(&reader.sums).await?;
        Ok((reader.head, reader.sums))
    }

    /// Copies everything from one place to an empty one, as it is at one moment, and brings it to the newest schema.
    /// Says the schema of the source, and what was counted on both sides.
    pub async fn copy(
        from: &Place,
        to: &Place,
        mut watch: impl FnMut(Progress),
    ) -> Result<(i64, Vec<TableSum>), StoreError> {
        let source = Self::connect(from).await?;
        let mut tx = source.read().await?;
        tx.be_patient().await?;
        let schema = tx.schema().await?;
        if schema == 0 {
            return Err(StoreError::Absent(from.to_string()));
        }
        let mut target = Target::open(to, schema).await?;
        let tables = tx.tables().await?;
        let total = tx.counts(&tables, None).await?.values().sum();
        let mut progress = Progress { done: 0, total };
        let mut sums = Vec::with_capacity(tables.len());
        for table in &tables {
            if !target.tables.contains(table) {
                return Err(StoreError::Other(format!("{} is not as in schema {schema}", table.name)));
            }
            let mut sum = Sum::default();
            let mut after: Option<Vec<Cell>> = None;
            loop {
                let rows = tx.page(table, None, after.as_deref()).await?;
                for row in &rows {
                    sum.add(&text(table, row)?);
                }
                target.add(table, &rows).await?;
                watch(progress.add(rows.len()));
                match rows.last().filter(|_| page::is_full(&rows)) {
                    Some(last) => after = Some(page::key(table, last)),
                    None => break,
                }
            }
            sums.push(sum.of(table));
        }
        target.finish(&sums).await?;
        drop(tx);
        source.close().await;
        Ok((schema, sums))
    }
}

impl Tx {
    /// The version of the schema in place, 0 for an empty database.
    async fn schema(&mut self) -> Result<i64, StoreError> {
        const NEWEST: &str = "select coalesce(max(version), 0) from _sqlx_migrations where success";
        let there = match self {
            Self::Sqlite(tx) => {
                let there = "select count(*) from sqlite_master where name = $1";
                sqlx::query_scalar::<_, i64>(there).bind(MIGRATIONS).fetch_one(&mut **tx).await? > 0
            }
            Self::Postgres(tx) => {
                let there = "select to_regclass($1) is not null";
                sqlx::query_scalar(there).bind(MIGRATIONS).fetch_one(&mut **tx).await?
            }
        };
        if !there {
            return Ok(0);
        }
        Ok(on!(self, conn => sqlx::query_scalar(NEWEST).fetch_one(conn))?)
    }

    /// Lets this transaction take its time: the limits of use cases are not made for whole databases.
    async fn be_patient(&mut self) -> Result<(), StoreError> {
        if matches!(self, Self::Postgres(_)) {
            for setting in ["statement_timeout", "idle_in_transaction_session_timeout"] {
                run!(self, sqlx::query("select set_config($1, '0', true)").bind(setting))?;
            }
        }
        Ok(())
    }

    async fn counts(
        &mut self,
        tables: &[Found],
        of: Option<Uuid>,
    ) -> Result<BTreeMap<String, u64>, StoreError> {
        let mut counts = BTreeMap::new();
        for table in tables {
            let rows = self.count_rows(table, of).await?;
            counts.insert(table.name.clone(), u64::try_from(rows).unwrap_or(0));
        }
        Ok(counts)
    }

    /// What the rows of a table come to.
    async fn sum(&mut self, table: &Found) -> Result<TableSum, StoreError> {
        let mut sum = Sum::default();
        self.each_row(table, None, |row| {
            sum.add(&text(table, row)?);
            Ok(())
        })
        .await?;
        Ok(sum.of(table))
    }
}

fn text(table: &Found, row: &[Cell]) -> Result<String, StoreError> {
    line(table, row).map_err(|error| StoreError::Other(format!("a row of {}: {error}", table.name)))
}

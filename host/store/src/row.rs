//! How a value becomes a row: the columns that queries ask for, and the whole of it as a document.
//!
//! A table has a key, a few columns, and `body`, which holds the value itself. The columns are always written together
//! with the body, from the same value, so they cannot tell another story.

use domain::time::Instant;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};
use sqlx::{
    Database, Decode, Encode, Postgres, QueryBuilder, Sqlite, Type,
    error::BoxDynError,
    postgres::{PgTypeInfo, PgValueRef},
    query_builder::Separated,
    sqlite::{SqliteTypeInfo, SqliteValueRef},
    types::Json,
};
use uuid::Uuid;

use crate::{
    error::StoreError,
    tx::{Tx, on},
};

/// No statement has more values than both databases take.
pub(crate) const MOST_VALUES: usize = 30_000;

/// One column of a row.
#[derive(Debug, Clone)]
pub(crate) enum Cell {
    Id(Option<Uuid>),
    Number(Option<i64>),
    Text(Option<String>),
    Document(Box<RawValue>),
}

impl From<Uuid> for Cell {
    fn from(id: Uuid) -> Self {
        Self::Id(Some(id))
    }
}
impl<T> From<domain::id::Id<T>> for Cell {
    fn from(id: domain::id::Id<T>) -> Self {
        Self::Id(Some(id.uuid()))
    }
}
impl<T> From<Option<domain::id::Id<T>>> for Cell {
    fn from(id: Option<domain::id::Id<T>>) -> Self {
        Self::Id(id.map(domain::id::Id::uuid))
    }
}
impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}
impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(Some(number.into()))
    }
}
impl From<Option<u32>> for Cell {
    fn from(number: Option<u32>) -> Self {
        Self::Number(number.map(Into::into))
    }
}
impl From<Option<i64>> for Cell {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}
impl From<bool> for Cell {
    fn from(yes: bool) -> Self {
        Self::Number(Some(yes.into()))
    }
}
impl From<Instant> for Cell {
    fn from(at: Instant) -> Self {
        Self::Number(Some(at.millis()))
    }
}
impl From<Option<Instant>> for Cell {
    fn from(at: Option<Instant>) -> Self {
        Self::Number(at.map(Instant::millis))
    }
}
impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}
impl From<Option<&str>> for Cell {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_owned))
    }
}
/// ISO dates sort like dates, in both databases.
impl From<domain::time::LocalDate> for Cell {
    fn from(date: domain::time::LocalDate) -> Self {
        Self::Text(Some(date.to_string()))
    }
}
impl From<&domain::id::TraceId> for Cell {
    fn from(trace: &domain::id::TraceId) -> Self {
        trace.as_str().into()
    }
}

impl Cell {
    /// Puts it in a query as a value.
    pub(crate) fn push<DB>(&self, query: &mut QueryBuilder<DB>)
    where
        DB: Database,
        for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
        for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
        for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
        for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
    {
        match self {
            Self::Id(id) => query.push_bind(*id),
            Self::Number(number) => query.push_bind(*number),
            Self::Text(text) => query.push_bind(text.clone()),
            Self::Document(text) => query.push_bind(Json(text.clone())),
        };
    }
}

/// Puts ` in (…)` in a query, with a power of two of places: lists of any length make few statements, which the databases
/// keep prepared and planned. The places that are left take the last value once more.
pub(crate) fn push_in<DB, T>(query: &mut QueryBuilder<DB>, values: &[T])
where
    DB: Database,
    T: Clone + for<'q> Encode<'q, DB> + Type<DB>,
{
    let Some(last) = values.last() else {
        query.push(" in (null)");
        return;
    };
    let mut list = query.push(" in (").separated(", ");
    let rest = values.len().next_power_of_two() - values.len();
    for value in values.iter().chain(std::iter::repeat_n(last, rest)) {
        list.push_bind(value.clone());
    }
    query.push(")");
}

/// A table as the functions below write it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    /// Its name.
    pub(crate) name: &'static str,
    /// The columns that make a row unique; the first ones of `columns`.
    pub(crate) key: usize,
    /// All columns, in the order of the cells.
    pub(crate) columns: &'static [&'static str],
}

/// What happens to a row that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meeting {
    /// The key is taken: an error.
    Refused,
    /// It takes the new values.
    Replaced,
    /// It stays as it is: what was written once is not written again.
    Kept,
}

/// The document of a value.
pub(crate) fn document<T: Serialize + ?Sized>(table: &Table, value: &T) -> Result<Cell, StoreError> {
    let text = to_raw_value(value)
        .map_err(|error| StoreError::Unreadable { table: table.name, message: error.to_string() })?;
    // PostgreSQL has no NUL in text; what one database cannot keep the other does not either.
    if escapes_nul(text.get()) {
        return Err(StoreError::Nul { table: table.name });
    }
    Ok(Cell::Document(text))
}

/// Whether a text of JSON holds an escaped NUL; a backslash that is escaped itself escapes nothing.
fn escapes_nul(json: &str) -> bool {
    let mut places = json.match_indices("\\u0000");
    places.any(|(at, _)| json[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0)
}

/// A document as it is read: its text, which is looked at once, when the value is made of it.
#[derive(Debug, Clone)]
pub(crate) struct Body(pub(crate) String);

impl Type<Sqlite> for Body {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }

    fn compatible(info: &SqliteTypeInfo) -> bool {
        <String as Type<Sqlite>>::compatible(info)
    }
}

impl<'r> Decode<'r, Sqlite> for Body {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        <String as Decode<Sqlite>>::decode(value).map(Self)
    }
}

impl Type<Postgres> for Body {
    fn type_info() -> PgTypeInfo {
        <Json<()> as Type<Postgres>>::type_info()
    }
}

impl<'r> Decode<'r, Postgres> for Body {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        // The text follows the version of the format, which is 1; no JSON begins with it.
        let bytes = value.as_bytes()?;
        let text = bytes.strip_prefix(&[1]).unwrap_or(bytes);
        Ok(Self(std::str::from_utf8(text)?.to_owned()))
    }
}

/// A value from its document.
pub(crate) fn value<T: DeserializeOwned>(table: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| unreadable(table, error))
}

/// What a column holds is not what the program writes there.
pub(crate) fn unreadable(table: &'static str, error: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable { table, message: error.to_string() }
}

/// The values of documents.
pub(crate) fn values<T: DeserializeOwned>(
    table: &'static str,
    texts: Vec<Body>,
) -> Result<Vec<T>, StoreError> {
    texts.into_iter().map(|text| value(table, &text.0)).collect()
}

/// The instant of a column; only instants are written there.
pub(crate) fn instant(millis: i64) -> Instant {
    Instant::from_millis(millis).unwrap_or(Instant::EPOCH)
}

impl Tx {
    /// Adds rows; a key that is taken refuses all of them.
    pub(crate) async fn add(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<u64, StoreError> {
        self.insert(table, rows, Meeting::Refused).await
    }

    /// Adds rows, or replaces those that are there.
    pub(crate) async fn put(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<u64, StoreError> {
        self.insert(table, rows, Meeting::Replaced).await
    }

    /// Adds the rows that are not there; the others stay. Says how many were new.
    pub(crate) async fn add_new(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<u64, StoreError> {
        self.insert(table, rows, Meeting::Kept).await
    }

    async fn insert(
        &mut self,
        table: &Table,
        rows: Vec<Vec<Cell>>,
        meeting: Meeting,
    ) -> Result<u64, StoreError> {
        let mut written = 0;
        for rows in rows.chunks(MOST_VALUES / table.columns.len()) {
            nul_free(table, rows)?;
            written += on!(self, conn => {
                let mut query = insertion(table, rows, meeting);
                async move { query.build().execute(conn).await.map(|done| done.rows_affected()) }
            })?;
        }
        Ok(written)
    }
}

fn nul_free(table: &Table, rows: &[Vec<Cell>]) -> Result<(), StoreError> {
    let has_nul = |cell: &Cell| matches!(cell, Cell::Text(Some(text)) if text.contains('\0'));
    if rows.iter().flatten().any(has_nul) { Err(StoreError::Nul { table: table.name }) } else { Ok(()) }
}

fn insertion<DB>(table: &Table, rows: &[Vec<Cell>], meeting: Meeting) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
{
    let columns = table.columns.join(", ");
    let mut query = QueryBuilder::new(format!("insert into {} ({columns}) ", table.name));
    query.push_values(rows, |mut values: Separated<'_, DB, &str>, row| {
        for cell in row {
            match cell {
                Cell::Id(id) => values.push_bind(*id),
                Cell::Number(number) => values.push_bind(*number),
                Cell::Text(text) => values.push_bind(text.clone()),
                Cell::Document(text) => values.push_bind(Json(text.clone())),
            };
        }
    });
    let key = table.columns[..table.key].join(", ");
    match meeting {
        Meeting::Refused => {}
        Meeting::Kept => {
            query.push(format!(" on conflict ({key}) do nothing"));
        }
        Meeting::Replaced => {
            let new = table.columns[table.key..].iter().map(|column| format!("{column} = excluded.{column}"));
            let new: Vec<_> = new.collect();
            query.push(format!(" on conflict ({key}) do update set {}", new.join(", ")));
        }
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_and_a_text_that_looks_like_one_is_not() {
        let escapes = |text: &str| escapes_nul(&serde_json::to_string(text).unwrap());
        assert!(escapes("a\0b") && escapes("\\\0"));
        assert!(!escapes("\\u0000") && !escapes("\\\\u0000") && !escapes("u0000"));
    }
}

//! Rows of any table in the order of its key, a page at a time: memory does not grow with the table.

use serde_json::value::RawValue;
use sqlx::{ColumnIndex, Database, Decode, Encode, QueryBuilder, Row, Type, types::Json};
use uuid::Uuid;

use super::{
    catalogue::{Found, Kind},
    target::push,
};
use crate::{
    error::StoreError,
    row::Cell,
    tx::{Tx, on},
};

/// Rows of one page.
const PAGE: i64 = 500;

impl Tx {
    /// The rows whose keys come after this one, in order; fewer than a page are the last. Of one athlete, if one is
    /// named and rows are somebody's.
    pub(crate) async fn page(
        &mut self,
        table: &Found,
        of: Option<Uuid>,
        after: Option<&[Cell]>,
    ) -> Result<Vec<Vec<Cell>>, StoreError> {
        let places: Vec<usize> = (0..table.columns.len()).collect();
        let mut rows = on!(self, conn => {
            let mut query = question(table, of, after);
            async move {
                let rows = query.build().fetch_all(conn).await?;
                rows.iter().map(|row| cells(table, &places, row)).collect::<Result<Vec<_>, sqlx::Error>>()
            }
        })?;
        if table.name == "jobs" {
            for row in &mut rows {
                lay_down(table, row);
            }
        }
        Ok(rows)
    }

    /// Calls `visit` with every row of a table, in the order of its key.
    pub(crate) async fn each_row(
        &mut self,
        table: &Found,
        of: Option<Uuid>,
        mut visit: impl FnMut(&[Cell]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut after: Option<Vec<Cell>> = None;
        loop {
            let rows = self.page(table, of, after.as_deref()).await?;
            for row in &rows {
                visit(row)?;
            }
            match rows.last().filter(|_| is_full(&rows)) {
                Some(last) => after = Some(key(table, last)),
                None => return Ok(()),
            }
        }
    }
}

/// Whether more may follow.
pub(crate) fn is_full(rows: &[Vec<Cell>]) -> bool {
    i64::try_from(rows.len()).is_ok_and(|count| count >= PAGE)
}

/// The key of a row.
pub(crate) fn key(table: &Found, row: &[Cell]) -> Vec<Cell> {
    table.key.iter().map(|place| row[*place].clone()).collect()
}

/// A job that somebody works on is not worked on where it is restored.
fn lay_down(table: &Found, row: &mut [Cell]) {
    let state = table.place("state").map(|place| &mut row[place]);
    let Some(Cell::Text(Some(state))) = state.filter(|cell| is_text(cell, "running")) else { return };
    "waiting".clone_into(state);
    if let Some(place) = table.place("worker") {
        row[place] = Cell::Id(None);
    }
    if let Some(place) = table.place("lease_until") {
        row[place] = Cell::Number(None);
    }
}

fn is_text(cell: &Cell, wanted: &str) -> bool {
    matches!(cell, Cell::Text(Some(text)) if text == wanted)
}

fn question<DB>(table: &Found, of: Option<Uuid>, after: Option<&[Cell]>) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
{
    let columns: Vec<_> = table.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let key: Vec<_> = table.key.iter().map(|place| columns[*place].clone()).collect();
    let key = key.join(", ");
    let mut query =
        QueryBuilder::new(format!("select {} from \"{}\" where 1 = 1", columns.join(", "), table.name));
    if let (Some(of), Some(owner)) = (of, table.owner()) {
        query.push(format!(" and \"{owner}\" = ")).push_bind(of);
    }
    if let Some(after) = after {
        push(query.push(format!(" and ({key}) > (")).separated(", "), after);
        query.push(")");
    }
    query.push(format!(" order by {key} limit ")).push_bind(PAGE);
    query
}

/// The columns at these places of a row that holds them in this order.
pub(crate) fn cells<'r, R>(table: &Found, places: &[usize], row: &'r R) -> Result<Vec<Cell>, sqlx::Error>
where
    R: Row,
    usize: ColumnIndex<R>,
    Option<Uuid>: Decode<'r, R::Database> + Type<R::Database>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    Json<Box<RawValue>>: Decode<'r, R::Database> + Type<R::Database>,
{
    let cell = |(index, place): (usize, &usize)| {
        Ok(match table.columns[*place].kind {
            Kind::Id => Cell::Id(row.try_get(index)?),
            Kind::Number => Cell::Number(row.try_get(index)?),
            Kind::Text => Cell::Text(row.try_get(index)?),
            Kind::Document => Cell::Document(row.try_get::<Json<Box<RawValue>>, _>(index)?.0),
        })
    };
    places.iter().enumerate().map(cell).collect()
}

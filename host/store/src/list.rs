//! Lists of documents, one by one or several in one statement.
//!
//! A statement costs SQLite a hop to another thread and PostgreSQL a round trip and a plan. What a use case can name in
//! advance it asks for at once: `tx.lists(athlete, (List::flags(now), List::modifiers(now)))`. Rows that are many
//! come as one text: [`array`].

use std::marker::PhantomData;

use domain::{id::Id, person::Athlete};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use sqlx::{Database, Encode, QueryBuilder, Type, types::Json};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Cell, value},
    tx::{Tx, on},
};

/// A list of documents of one athlete, in an order of its own.
#[derive(Debug, Clone)]
pub struct List<T> {
    arm: Arm,
    of: PhantomData<fn() -> T>,
}

/// The rows of a list.
#[derive(Debug, Clone)]
pub struct Arm {
    table: &'static str,
    /// What follows `select` up to the athlete, with a `?` for each value.
    sql: String,
    values: Vec<Cell>,
}

impl<T> List<T> {
    /// The rows of a table of which a condition holds, in the order of these columns. The athlete is asked for besides;
    /// each `?` stands for a value.
    pub(crate) fn new(table: &'static str, order: &str, condition: &str, values: Vec<Cell>) -> Self {
        Self::of(table, "cast(body as text)", order, &[(condition, values)])
    }

    /// The same of rows for which one of several conditions holds; no two of them hold for one row. Each is asked for by
    /// itself, so that an index ends it, however long the history is. An element is an expression over a row `r`, which
    /// may ask for what belongs to the row: that is one more look at an index, whatever the database knows of its tables.
    pub(crate) fn of(
        table: &'static str,
        element: &str,
        order: &str,
        conditions: &[(&str, Vec<Cell>)],
    ) -> Self {
        let array = array(element, order);
        let rows = match conditions {
            [(condition, _)] => format!("{table} r where ({condition}) and"),
            several => {
                let rows =
                    several.iter().map(|(condition, _)| format!("select * from {table} where {condition}"));
                format!("({}) as r where", rows.collect::<Vec<_>>().join(" union all "))
            }
        };
        let sql = format!("{array} from {rows} athlete_id = ");
        let values = conditions.iter().flat_map(|(_, values)| values.iter().cloned()).collect();
        Self { arm: Arm { table, sql, values }, of: PhantomData }
    }
}

impl<T: DeserializeOwned> List<T> {
    /// The values of its documents.
    fn read(&self, array: Option<String>) -> Result<Vec<T>, StoreError> {
        elements(self.arm.table, array)
    }
}

/// The expression that makes one text, an array, of all rows: a row costs SQLite a hop to another thread, too.
pub(crate) fn array(element: &str, order: &str) -> String {
    format!("'[' || string_agg({element}, ',' order by {order}) || ']'")
}

/// The elements of such an array; without rows there is none.
pub(crate) fn elements<T: DeserializeOwned>(
    table: &'static str,
    array: Option<String>,
) -> Result<Vec<T>, StoreError> {
    array.map_or_else(|| Ok(Vec::new()), |array| value(table, &array))
}

/// Lists that are read together.
pub trait Lists {
    /// What is found, list by list.
    type Found;

    /// Their rows.
    fn arms(&self) -> Vec<Arm>;

    /// The values of their documents, which come as arrays in the order of [`Lists::arms`].
    fn found(&self, arrays: Vec<Option<String>>) -> Result<Self::Found, StoreError>;
}

macro_rules! lists {
    ($($type:ident $list:ident),+) => {
        impl<$($type: DeserializeOwned),+> Lists for ($(List<$type>,)+) {
            type Found = ($(Vec<$type>,)+);

            fn arms(&self) -> Vec<Arm> {
                let ($($list,)+) = self;
                vec![$($list.arm.clone()),+]
            }

            fn found(&self, arrays: Vec<Option<String>>) -> Result<Self::Found, StoreError> {
                let ($($list,)+) = self;
                let mut arrays = arrays.into_iter();
                Ok(($($list.read(arrays.next().flatten())?,)+))
            }
        }
    };
}
lists!(A a);
lists!(A a, B b);
lists!(A a, B b, C c);
lists!(A a, B b, C c, D d);
lists!(A a, B b, C c, D d, E e);
lists!(A a, B b, C c, D d, E e, F f);

impl Tx {
    /// Everything that is in one list.
    pub(crate) async fn list<T: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        list: List<T>,
    ) -> Result<Vec<T>, StoreError> {
        Ok(self.lists(athlete, (list,)).await?.0)
    }

    /// Everything that is in some lists, in one statement.
    pub async fn lists<L: Lists>(&mut self, athlete: Id<Athlete>, lists: L) -> Result<L::Found, StoreError> {
        let arms = lists.arms();
        let mut rows: Vec<(i32, Option<String>)> = on!(self, conn => {
            let mut query = union(athlete, &arms);
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        rows.sort_unstable_by_key(|(place, _)| *place);
        lists.found(rows.into_iter().map(|(_, array)| array).collect())
    }
}

fn union<DB>(athlete: Id<Athlete>, arms: &[Arm]) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
{
    let mut query = QueryBuilder::new("");
    for (place, arm) in arms.iter().enumerate() {
        let select = if place == 0 { "select " } else { " union all select " };
        query.push(format!("{select}{place} as list, "));
        push_condition(&mut query, &arm.sql, &arm.values);
        query.push_bind(Some(athlete.uuid()));
    }
    query
}

/// Puts a text in a query, and a value in place of each `?`.
pub(crate) fn push_condition<DB>(query: &mut QueryBuilder<DB>, text: &str, values: &[Cell])
where
    DB: Database,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Json<Box<RawValue>>: Encode<'q, DB> + Type<DB>,
{
    let mut pieces = text.split('?');
    query.push(pieces.next().unwrap_or_default());
    for (cell, piece) in values.iter().zip(pieces) {
        cell.push(query);
        query.push(piece);
    }
}

//! Which tables a database has, from its own catalogue: what an older program wrote can be read by a newer one.

use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    error::StoreError,
    tx::{Tx, on},
};

/// What the migrations say of themselves; every program writes its own.
pub(crate) const MIGRATIONS: &str = "_sqlx_migrations";

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Id,
    Number,
    Text,
    Document,
}

impl Kind {
    /// By the name of its type; SQLite has none of its own for documents, so there the names of the columns tell.
    fn of(column: &str, word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "uuid" | "blob" => Self::Id,
            "bigint" | "integer" => Self::Number,
            "jsonb" => Self::Document,
            "text" if matches!(column, "body" | "effective") => Self::Document,
            "text" => Self::Text,
            _ => return None,
        })
    }

    /// The word for it in a file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Number => "number",
            Self::Text => "text",
            Self::Document => "document",
        }
    }
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// A table as the database has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) name: String,
    /// By name.
    pub(crate) columns: Vec<Column>,
    /// The places in `columns` of the primary key, in its order.
    pub(crate) key: Vec<usize>,
}

impl Found {
    /// The place of a column.
    pub(crate) fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|one| one.name == column)
    }

    /// The column that says whose a row is, if rows are somebody's.
    pub(crate) fn owner(&self) -> Option<&'static str> {
        if self.name == "athletes" {
            return Some("id");
        }
        self.place("athlete_id").map(|_| "athlete_id")
    }

    fn new(name: String, mut columns: Vec<(String, String)>, key: Vec<String>) -> Result<Self, StoreError> {
        columns.sort();
        let column = |(column, word): (String, String)| match Kind::of(&column, &word) {
            Some(kind) => Ok(Column { name: column, kind }),
            None => Err(StoreError::Other(format!("{name}.{column} is of the unknown type {word}"))),
        };
        let columns = columns.into_iter().map(column).collect::<Result<Vec<_>, _>>()?;
        let place = |wanted: &String| columns.iter().position(|column| column.name == *wanted);
        let key: Vec<usize> = key.iter().filter_map(place).collect();
        if key.is_empty() {
            return Err(StoreError::Other(format!("{name} has no primary key")));
        }
        Ok(Self { name, columns, key })
    }
}

impl Tx {
    /// Every table but that of the migrations, by name.
    pub(crate) async fn tables(&mut self) -> Result<Vec<Found>, StoreError> {
        let mut tables = Vec::new();
        for name in self.table_names().await? {
            let (columns, key) = match self {
                Self::Sqlite(_) => self.sqlite_columns(&name).await?,
                Self::Postgres(_) => self.postgres_columns(&name).await?,
            };
            tables.push(Found::new(name, columns, key)?);
        }
        Ok(tables)
    }

    /// The names of all tables but that of the migrations, in order.
    pub(crate) async fn table_names(&mut self) -> Result<Vec<String>, StoreError> {
        const SQLITE: &str = "select name from sqlite_master where type = 'table'
                              and name <> $1 and substr(name, 1, 7) <> 'sqlite_' order by name";
        // A partition is a part of its table, not another one.
        const POSTGRES: &str = "select relname::text from pg_class
                                where relnamespace = current_schema()::regnamespace
                                  and relkind in ('r', 'p') and not relispartition and relname <> $1";
        let mut names: Vec<String> = match self {
            Self::Sqlite(tx) => sqlx::query_scalar(SQLITE).bind(MIGRATIONS).fetch_all(&mut **tx).await?,
            Self::Postgres(tx) => sqlx::query_scalar(POSTGRES).bind(MIGRATIONS).fetch_all(&mut **tx).await?,
        };
        names.sort();
        Ok(names)
    }

    async fn sqlite_columns(&mut self, table: &str) -> Result<Described, StoreError> {
        const SQL: &str = "select name, type, pk from pragma_table_info($1)";
        let Self::Sqlite(tx) = self else { return Ok(Described::default()) };
        let found: Vec<(String, String, i64)> =
            sqlx::query_as(SQL).bind(table.to_owned()).fetch_all(&mut **tx).await?;
        let mut key: Vec<_> = found.iter().filter(|(.., place)| *place > 0).collect();
        key.sort_by_key(|(.., place)| *place);
        let key = key.into_iter().map(|(name, ..)| name.clone()).collect();
        Ok((found.into_iter().map(|(name, word, _)| (name, word)).collect(), key))
    }

    async fn postgres_columns(&mut self, table: &str) -> Result<Described, StoreError> {
        const COLUMNS: &str = "select column_name::text, data_type::text from information_schema.columns
                               where table_schema = current_schema() and table_name = $1";
        const KEY: &str = "select a.attname::text from pg_index i
             cross join lateral unnest(i.indkey) with ordinality as k (number, place)
             join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
             where i.indrelid = to_regclass($1) and i.indisprimary order by k.place";
        let Self::Postgres(tx) = self else { return Ok(Described::default()) };
        let columns = sqlx::query_as(COLUMNS).bind(table.to_owned()).fetch_all(&mut **tx).await?;
        let key = sqlx::query_scalar(KEY).bind(format!("\"{table}\"")).fetch_all(&mut **tx).await?;
        Ok((columns, key))
    }

    /// How many rows a table has, or has of one athlete.
    pub(crate) async fn count_rows(&mut self, table: &Found, of: Option<Uuid>) -> Result<i64, StoreError> {
        Ok(on!(self, conn => {
            let mut query = QueryBuilder::new(format!("select count(*) from \"{}\"", table.name));
            if let (Some(of), Some(owner)) = (of, table.owner()) {
                query.push(format!(" where \"{owner}\" = ")).push_bind(of);
            }
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?)
    }
}

/// Columns with the names of their types, and the columns of the key.
type Described = (Vec<(String, String)>, Vec<String>);

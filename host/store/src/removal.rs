//! Removing a person: every row, from every table, in one transaction (GL-8, AC-12).
//!
//! Which tables hold something of a person is asked of the database itself, so that a new table cannot be forgotten:
//! whatever has a column `athlete_id`, `account_id` or `coach_id` is theirs.

use domain::{
    id::Id,
    person::{Account, Athlete},
    time::Instant,
};
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Table, instant},
    tx::{Tx, on, run},
};

const DELETIONS: Table =
    Table { name: "deletions", key: 1, columns: &["id", "account", "athlete", "deleted_by", "at"] };

/// What is known of a person who was deleted: ids and a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deletion {
    /// Its id.
    pub id: Uuid,
    /// The account that was.
    pub account: Id<Account>,
    /// The athlete that was.
    pub athlete: Option<Id<Athlete>>,
    /// Who did it; absent for somebody at the machine.
    pub by: Option<Id<Account>>,
    /// When.
    pub at: Instant,
}

type Columns = (Uuid, Uuid, Option<Uuid>, Option<Uuid>, i64);

impl Tx {
    /// The tables that have a column of this name, by name.
    pub async fn tables_with(&mut self, column: &'static str) -> Result<Vec<String>, StoreError> {
        const SQLITE: &str = "select t.name from sqlite_master t join pragma_table_info(t.name) c
                              where t.type = 'table' and c.name = $1 order by t.name";
        const POSTGRES: &str =
            "select t.relname::text from pg_class t join pg_attribute c on c.attrelid = t.oid
                                where t.relnamespace = current_schema()::regnamespace
                                  and t.relkind in ('r', 'p') and not t.relispartition and c.attname = $1
                                order by t.relname::text collate \"C\"";
        Ok(match self {
            Self::Sqlite(tx) => sqlx::query_scalar(SQLITE).bind(column).fetch_all(&mut **tx).await?,
            Self::Postgres(tx) => sqlx::query_scalar(POSTGRES).bind(column).fetch_all(&mut **tx).await?,
        })
    }

    /// Removes an account with its athlete, and all that is theirs; what is left is that it happened.
    pub async fn remove_person(&mut self, deletion: &Deletion) -> Result<(), StoreError> {
        let account = deletion.account.uuid();
        let columns = [
            ("athlete_id", deletion.athlete.map(Id::uuid)),
            ("coach_id", Some(account)),
            ("account_id", Some(account)),
        ];
        for (column, id) in columns {
            let Some(id) = id else { continue };
            for table in self.tables_with(column).await? {
                on!(self, conn => {
                    let mut query = QueryBuilder::new("delete from ");
                    query.push(&table).push(" where ").push(column).push(" = ").push_bind(id);
                    async move { query.build().execute(conn).await.map(drop) }
                })?;
            }
        }
        run!(self, sqlx::query("delete from accounts where id = $1").bind(account))?;
        let Deletion { id, account, athlete, by, at } = *deletion;
        let cells = vec![id.into(), account.into(), athlete.into(), by.into(), at.into()];
        self.add(&DELETIONS, vec![cells]).await.map(drop)
    }

    /// Who was deleted, oldest first.
    pub async fn deletions(&mut self) -> Result<Vec<Deletion>, StoreError> {
        const SQL: &str = "select id, account, athlete, deleted_by, at from deletions order by at, id";
        let rows: Vec<Columns> = on!(self, conn => sqlx::query_as(SQL).fetch_all(conn))?;
        let deletion = |(id, account, athlete, by, at): Columns| Deletion {
            id,
            account: Id::from_uuid(account),
            athlete: athlete.map(Id::from_uuid),
            by: by.map(Id::from_uuid),
            at: instant(at),
        };
        Ok(rows.into_iter().map(deletion).collect())
    }
}

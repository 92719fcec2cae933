//! The two databases: how each is opened, and how safe its writes are.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use sqlx::{
    Connection, PgPool, Postgres, SqlitePool, Transaction,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{
    beside::{back_up, make_file},
    error::StoreError,
    schema::{Dialect, migrator, newest},
    tx::Tx,
};

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(10);

/// No statement of a use case takes longer; what does is a defect, or a database in trouble.
const STATEMENT_TIMEOUT: &str = "30s";

/// Where everything is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// One file; it is made if it is not there.
    Sqlite(PathBuf),
    /// A database of a PostgreSQL server, as `postgres://user@host/name`.
    Postgres(String),
}

/// A database that is open and has the newest schema.
#[derive(Debug, Clone)]
pub struct Store {
    db: Db,
}

/// SQLite has one writer at a time, so it gets one connection for writing; readers see the last commit beside it.
#[derive(Debug, Clone)]
pub(crate) enum Db {
    Sqlite { writer: SqlitePool, readers: SqlitePool },
    Postgres(PgPool),
}

impl Store {
    /// Opens a database and brings it to the newest schema (GL-8: forward only, in a transaction, after a backup of an
    /// SQLite file with content). What is not there is made. A database of a newer program is left alone.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        let store = Self::connect(place).await?;
        let found = store.schema().await?;
        store.upgraded(place, found).await
    }

    /// The same for a database that is there: where nothing is kept, nothing is made.
    pub async fn open_existing(place: &Place) -> Result<Self, StoreError> {
        let absent = || StoreError::Absent(place.to_string());
        if let Place::Sqlite(file) = place {
            match std::fs::metadata(file) {
                Ok(known) if known.len() > 0 => {}
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(StoreError::Unreachable(format!("{}: {error}", file.display())));
                }
                _ => return Err(absent()),
            }
        }
        let store = Self::connect(place).await?;
        match store.schema().await? {
            0 => Err(absent()),
            found => store.upgraded(place, found).await,
        }
    }

    /// Brings it from the schema that was found to the newest.
    async fn upgraded(self, place: &Place, found: i64) -> Result<Self, StoreError> {
        let (store, known) = (self, newest());
        match (place, &store.db) {
            _ if found > known => return Err(StoreError::Newer { found, known }),
            (Place::Sqlite(file), Db::Sqlite { writer, .. }) if found < known => {
                if found > 0 {
                    back_up(file, found, writer, store.schema()).await?;
                }
                let mut tx = store.write().await?;
                tx.migrate_to(known).await?;
                tx.commit().await?;
            }
            _ => store.migrate_to(known).await?,
        }
        Ok(store)
    }

    /// Opens a database as it is.
    pub(crate) async fn connect(place: &Place) -> Result<Self, StoreError> {
        let db = match place {
            Place::Sqlite(file) => {
                // Where it cannot be made, SQLite says why.
                let _ = make_file(file);
                // An acknowledged write survives a crash of process and machine (GL-8).
                let options = SqliteConnectOptions::new()
                    .filename(file)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .foreign_keys(true)
                    .busy_timeout(PATIENCE)
                    // 8 MB of pages: what a use case reads of one athlete, however long the history is.
                    .pragma("cache_size", "-8192")
                    .statement_cache_capacity(400);
                // A file is always there: nobody has to ask before each use whether it answers.
                let pool = SqlitePoolOptions::new().acquire_timeout(PATIENCE).test_before_acquire(false);
                // A commit that failed for want of space leaves a connection that believes in its transaction.
                let writer = pool.clone().max_connections(1).before_acquire(|connection, _| {
                    let is_free = !connection.is_in_transaction();
                    Box::pin(async move { Ok(is_free) })
                });
                let writer = writer.connect_with(options.clone()).await?;
                let readers = pool.max_connections(4).connect_lazy_with(options);
                Db::Sqlite { writer, readers }
            }
            Place::Postgres(url) => {
                let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(400).options([
                    ("statement_timeout", STATEMENT_TIMEOUT),
                    ("lock_timeout", "10s"),
                    ("idle_in_transaction_session_timeout", "60s"),
                    ("synchronous_commit", "on"),
                    // Every query begins with an athlete and ends in an index: one plan holds for all values.
                    ("plan_cache_mode", "force_generic_plan"),
                    // A use case reads a few rows; compiling its queries would take longer than running them.
                    ("jit", "off"),
                ]);
                refuse(&options, PATIENCE).await?;
                let pool = PgPoolOptions::new().max_connections(16).acquire_timeout(PATIENCE);
                let pool = pool.connect_lazy_with(options);
                if let Err(error) = pool.acquire().await {
                    return Err(unanswered(&pool, error).await);
                }
                Db::Postgres(pool)
            }
        };
        Ok(Self { db })
    }

    /// Brings the schema to this version, which is not older than the one in place.
    pub(crate) async fn migrate_to(&self, version: i64) -> Result<(), StoreError> {
        match &self.db {
            Db::Sqlite { writer, .. } => migrator(Dialect::Sqlite).run_to(version, writer).await?,
            Db::Postgres(pool) => migrator(Dialect::Postgres).run_to(version, pool).await?,
        }
        Ok(())
    }

    /// The version of the schema in place, 0 for an empty database.
    pub async fn schema(&self) -> Result<i64, StoreError> {
        const TABLE: &str = "_sqlx_migrations";
        const NEWEST: &str = "select coalesce(max(version), 0) from _sqlx_migrations where success";
        let version = match &self.db {
            Db::Sqlite { writer, .. } => {
                let there = "select count(*) from sqlite_master where name = $1";
                let there: i64 = sqlx::query_scalar(there).bind(TABLE).fetch_one(writer).await?;
                if there == 0 { 0 } else { sqlx::query_scalar(NEWEST).fetch_one(writer).await? }
            }
            Db::Postgres(pool) => {
                let there = "select to_regclass($1) is not null";
                let there: bool = sqlx::query_scalar(there).bind(TABLE).fetch_one(pool).await?;
                if there { sqlx::query_scalar(NEWEST).fetch_one(pool).await? } else { 0 }
            }
        };
        Ok(version)
    }

    /// A transaction that reads one state of the database and changes nothing.
    pub async fn read(&self) -> Result<Tx, StoreError> {
        Ok(match &self.db {
            Db::Sqlite { readers, .. } => Tx::Sqlite(readers.begin().await?),
            Db::Postgres(pool) => {
                let begin = "begin isolation level repeatable read read only";
                begun(pool, pool.begin_with(begin).await).await?
            }
        })
    }

    /// A transaction that writes. On SQLite it is the only one; on PostgreSQL the caller locks the athlete first.
    pub async fn write(&self) -> Result<Tx, StoreError> {
        Ok(match &self.db {
            Db::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("begin immediate").await?),
            Db::Postgres(pool) => begun(pool, pool.begin().await).await?,
        })
    }

    /// Waits until everything is written and lets go of the database.
    pub async fn close(self) {
        match self.db {
            Db::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Db::Postgres(pool) => pool.close().await,
        }
    }

    pub(crate) const fn db(&self) -> &Db {
        &self.db
    }
}

impl fmt::Display for Place {
    /// The folder of a file, or a database without who signs in to it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => {
                let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
                write!(f, "{}", folder.unwrap_or(Path::new(".")).display())
            }
            Self::Postgres(url) => match PgConnectOptions::from_str(url) {
                Ok(options) => {
                    let database = options.get_database().unwrap_or(options.get_username());
                    write!(f, "{}:{}/{database}", options.get_host(), options.get_port())
                }
                Err(_) => f.write_str("PostgreSQL"),
            },
        }
    }
}

/// Says at once that nobody listens there; a pool of connections would take it for a server that is starting, and wait.
async fn refuse(options: &PgConnectOptions, patience: Duration) -> Result<(), StoreError> {
    let (host, port) = (options.get_host(), options.get_port());
    // A path is a socket of this machine, which is there or not.
    if host.starts_with('/') || options.get_socket().is_some() {
        return Ok(());
    }
    let tried = tokio::time::timeout(patience, tokio::net::TcpStream::connect((host, port))).await;
    match tried {
        Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => {
            Err(StoreError::Unreachable(format!("{host}:{port}: {error}")))
        }
        Err(_) => Err(no_answer()),
        _ => Ok(()),
    }
}

fn no_answer() -> StoreError {
    StoreError::Unreachable(format!("no answer within {} s", PATIENCE.as_secs()))
}

/// A transaction of PostgreSQL, or why there is none.
async fn begun(
    pool: &PgPool,
    tried: Result<Transaction<'static, Postgres>, sqlx::Error>,
) -> Result<Tx, StoreError> {
    match tried {
        Ok(tx) => Ok(Tx::Postgres(tx)),
        Err(error) => Err(unanswered(pool, error).await),
    }
}

/// One who waited in vain for a connection waited for the server if that is away, and else for other work. How many
/// connections there are does not tell: others wait for theirs and are counted, too.
async fn unanswered(pool: &PgPool, error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::PoolTimedOut => match refuse(&pool.connect_options(), Duration::from_secs(1)).await {
            Err(away) => away,
            Ok(()) if pool.size() == 0 => no_answer(),
            Ok(()) => StoreError::Busy,
        },
        other => other.into(),
    }
}

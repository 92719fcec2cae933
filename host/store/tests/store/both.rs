//! A test on both databases: a new SQLite file, and a new database of the PostgreSQL server that the test run started.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Connection, Executor, PgConnection};
use store::{Place, Store};

/// An empty database of each kind, gone when it is dropped.
pub(crate) struct Fresh {
    /// Where it is.
    pub(crate) place: Place,
    _folder: Option<tempfile::TempDir>,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Fresh {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Sqlite(folder.path().join("regimen.db"));
        Self { place, _folder: Some(folder) }
    }

    /// A database of its own; the whole server is thrown away after the run.
    pub(crate) async fn postgres() -> Self {
        let server = std::env::var("REGIMEN_TEST_POSTGRES")
            .expect("REGIMEN_TEST_POSTGRES names no server; run the tests by scripts/test");
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
        let name = format!("test_{}_{number}_{nanos}", std::process::id());
        let mut connection = PgConnection::connect(&server).await.unwrap();
        let create = format!("create database {name} template template0");
        connection.execute(sqlx::AssertSqlSafe(create)).await.unwrap();
        connection.close().await.unwrap();
        let (base, _) = server.rsplit_once('/').unwrap();
        Self { place: Place::Postgres(format!("{base}/{name}")), _folder: None }
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.place).await.unwrap()
    }
}

/// Runs a test on both.
pub(crate) fn on_both<F: Future<Output = ()>>(test: impl Fn(Fresh) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        test(Fresh::sqlite()).await;
        test(Fresh::postgres().await).await;
    });
}

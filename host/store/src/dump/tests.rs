//! Older schemas: dumps of them, and files that are brought up to date after a backup; and files that are not what they
//! should be.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what helps a test fails like one")]

use std::io::Cursor;

use sqlx::AssertSqlSafe;

use super::{catalogue::Kind, *};
use crate::schema::newest;

#[path = "../../tests/store/both.rs"]
mod both;

use both::{Fresh, on_both};

fn at() -> Instant {
    "2026-03-02T07:00:00Z".parse().unwrap()
}

async fn dumped(store: &Store) -> Vec<u8> {
    let mut out = Vec::new();
    store.dump(None, "0.1.0", at(), &mut out, |_| {}).await.unwrap();
    out
}

/// A database of an older schema with a row in a table that it has.
async fn old(place: &Place, version: i64) -> Store {
    let store = Store::connect(place).await.unwrap();
    store.migrate_to(version).await.unwrap();
    let mut tx = store.write().await.unwrap();
    let id = match &tx {
        Tx::Sqlite(_) => "x'0123456789abcdef0123456789abcdef'",
        Tx::Postgres(_) => "'01234567-89ab-cdef-0123-456789abcdef'",
    };
    let row =
        format!("insert into accounts values ({id}, 'ann', 'active', 1, 1, '{{\"b\": 2, \"a\": [1.0]}}')");
    run!(&mut tx, sqlx::query(AssertSqlSafe(row))).unwrap();
    tx.commit().await.unwrap();
    store
}

#[test]
fn gl_8_a_dump_of_an_older_schema_is_restored_and_brought_up_to_date() {
    on_both(async |fresh| {
        for version in [1, newest() - 1] {
            let from = Fresh::sqlite();
            let store = old(&from.place, version).await;
            let dump = dumped(&store).await;
            // Another database of the same schema gives the same bytes.
            let other = Fresh::postgres().await;
            assert_eq!(dumped(&old(&other.place, version).await).await, dump);
            let to = match &fresh.place {
                Place::Sqlite(_) => Fresh::sqlite(),
                Place::Postgres(_) => Fresh::postgres().await,
            };
            let (head, _) = Store::restore(Cursor::new(&dump), &to.place, |_| {}).await.unwrap();
            assert_eq!(head.schema, version);
            let restored = Store::connect(&to.place).await.unwrap();
            assert_eq!(restored.schema().await.unwrap(), newest());
            let now = String::from_utf8(dumped(&restored).await).unwrap();
            let row =
                r#"{"body":{"a":[1.0],"b":2},"created_at":1,"id":"01234567-89ab-cdef-0123-456789abcdef""#;
            assert!(now.contains(row), "{now}");
        }
    });
}

/// A database of an older schema with a row in each table that it has.
async fn full(place: &Place, version: i64) -> Store {
    let store = Store::connect(place).await.unwrap();
    store.migrate_to(version).await.unwrap();
    let mut tx = store.write().await.unwrap();
    let id = match &tx {
        Tx::Sqlite(_) => "x'0123456789abcdef0123456789abcdef'",
        Tx::Postgres(_) => "'01234567-89ab-cdef-0123-456789abcdef'",
    };
    let mut tables = tx.tables().await.unwrap();
    // Nothing was ever written to the first table of this name, so 9 makes another.
    tables.retain(|table| version >= 9 || table.name != "activities");
    for table in tables {
        let cell = |kind: Kind| match kind {
            Kind::Id => id,
            Kind::Number => "1",
            Kind::Text => "'word'",
            Kind::Document => r#"'{"b": 2, "a": [1.0]}'"#,
        };
        let names: Vec<_> = table.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let cells: Vec<_> = table.columns.iter().map(|column| cell(column.kind)).collect();
        let row = format!("insert into {} ({}) values ({})", table.name, names.join(", "), cells.join(", "));
        run!(&mut tx, sqlx::query(AssertSqlSafe(row))).unwrap();
    }
    tx.commit().await.unwrap();
    store
}

#[test]
fn gl_8_every_schema_that_ever_was_is_restored_with_a_row_in_each_table() {
    alone(async {
        for version in 1..=newest() {
            let (file, server) = (Fresh::sqlite(), Fresh::postgres().await);
            let dump = dumped(&full(&file.place, version).await).await;
            assert!(dumped(&full(&server.place, version).await).await == dump, "schema {version} differs");
            let (before, rows) = Store::inspect(Cursor::new(&dump)).unwrap();
            assert!(before.rows() > 5 && before.rows() + 1 >= before.tables.len() as u64, "{before:?}");
            for to in [Fresh::sqlite(), Fresh::postgres().await] {
                Store::restore(Cursor::new(&dump), &to.place, |_| {}).await.unwrap();
                let restored = Store::open_existing(&to.place).await.unwrap();
                let (now, kept) = Store::inspect(Cursor::new(dumped(&restored).await)).unwrap();
                assert_eq!((now.schema, now.rows()), (newest(), before.rows()), "from schema {version}");
                for row in rows.iter().filter(|row| row.rows > 0) {
                    assert!(kept.contains(row), "{} from schema {version}", row.table);
                }
                restored.close().await;
            }
        }
    });
}

#[test]
fn gl_8_a_schema_that_is_not_known_is_refused() {
    on_both(async |fresh| {
        let dump = String::from_utf8(dumped(&fresh.store().await).await).unwrap();
        let newer =
            dump.replace(&format!("\"schema\":{}", newest()), &format!("\"schema\":{}", newest() + 1));
        let to = Fresh::sqlite();
        let refused = Store::restore(Cursor::new(newer), &to.place, |_| {}).await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer { .. }), "{refused}");
    });
}

/// What lies beside a database file, but for what belongs to it while it is open.
fn beside(place: &Place) -> Vec<std::path::PathBuf> {
    let Place::Sqlite(file) = place else { panic!("not a file") };
    let name = file.file_name().unwrap().to_str().unwrap();
    let own = [name.to_owned(), format!("{name}-wal"), format!("{name}-shm")];
    let folder = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap());
    let others = folder.filter(|entry| !own.contains(&entry.file_name().into_string().unwrap()));
    others.map(|entry| entry.path()).collect()
}

fn alone<F: Future<Output = ()>>(test: F) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
}

#[test]
fn gl_8_an_older_file_is_copied_whole_before_its_schema_changes() {
    alone(async {
        for version in [1, newest() - 1] {
            let fresh = Fresh::sqlite();
            let store = old(&fresh.place, version).await;
            let before = dumped(&store).await;
            store.close().await;
            let opened = Store::open(&fresh.place).await.unwrap();
            assert_eq!(opened.schema().await.unwrap(), newest());
            assert!(String::from_utf8(dumped(&opened).await).unwrap().contains("ann"));
            opened.close().await;
            let [backup] = &beside(&fresh.place)[..] else { panic!("{:?}", beside(&fresh.place)) };
            let name = backup.file_name().unwrap().to_str().unwrap();
            assert_eq!(name, format!("regimen.db.before-{version}.backup"));
            // Once is enough: what is up to date is not copied.
            let kept = backup.with_extension("kept");
            std::fs::rename(backup, &kept).unwrap();
            Store::open(&fresh.place).await.unwrap().close().await;
            assert_eq!(beside(&fresh.place), [kept.as_path()]);
            let copy = Store::connect(&Place::Sqlite(kept)).await.unwrap();
            assert_eq!(copy.schema().await.unwrap(), version);
            assert_eq!(dumped(&copy).await, before);
        }
    });
}

#[test]
fn gl_8_without_a_backup_no_schema_is_changed() {
    alone(async {
        let fresh = Fresh::sqlite();
        let store = old(&fresh.place, 1).await;
        let before = dumped(&store).await;
        let Place::Sqlite(file) = &fresh.place else { panic!("not a file") };
        // Something is in the way that no file can replace.
        let way = file.with_file_name("regimen.db.before-1.backup");
        std::fs::create_dir_all(way.join("full")).unwrap();
        let refused = Store::open(&fresh.place).await.unwrap_err();
        assert!(matches!(&refused, StoreError::NoBackup { file, .. } if *file == way), "{refused}");
        assert_eq!(beside(&fresh.place), [way.as_path()]);
        assert_eq!((store.schema().await.unwrap(), dumped(&store).await), (1, before));
        std::fs::remove_dir_all(way).unwrap();
        Store::open(&fresh.place).await.unwrap();
    });
}

#[test]
fn gl_8_a_new_file_needs_no_backup() {
    alone(async {
        let fresh = Fresh::sqlite();
        fresh.store().await.close().await;
        assert_eq!(beside(&fresh.place), [""; 0].map(std::path::PathBuf::from));
    });
}

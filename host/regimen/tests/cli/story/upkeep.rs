//! Looking after what is kept: checkups, backups, moves between the databases.

use std::path::{Path, PathBuf};

use regimen::{
    problem::{BACKUP_BROKEN, FILE_EXISTS, PLACE_NOT_EMPTY},
    service::{
        app::{App, Place},
        doctor::{self, Finding},
        maintenance,
        session::start::AtGate,
    },
};
use store::{Flaw, Store, StoreError};

use super::{
    both::{Fresh, on_both},
    person::Person,
};

/// The seed of ids after a move; both sides go on with the same one.
const LATER: u64 = 2;

async fn weeks(person: &Person, sessions: u32) {
    for number in 0..sessions {
        person.train(number % 3).await;
        person.advance_hours(47);
    }
}

async fn findings(person: &Person) -> Vec<Finding> {
    doctor::findings(&person.app, &person.caller).await.unwrap()
}

/// The same athlete on a store, with the time of `like` and ids from a seed of its own.
fn again(like: &Person, store: Store) -> Person {
    Person { app: App::scripted(store, like.app.now(), LATER), caller: like.caller }
}

async fn dump(person: &Person) -> String {
    let mut out = Vec::new();
    person.app.store.dump(None, "test", person.app.now(), &mut out, |_| {}).await.unwrap();
    String::from_utf8(out).unwrap()
}

/// An empty place of the other kind.
async fn other_kind(place: &Place) -> Fresh {
    match place {
        Place::Sqlite(_) => Fresh::postgres().await,
        Place::Postgres(_) => Fresh::sqlite(),
    }
}

fn file(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

async fn backup(person: &Person, file: &Path) {
    maintenance::backup(&person.app, file, |_| {}).await.unwrap();
}

#[test]
fn gl_8_a_copy_there_and_back_has_the_same_bytes() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        weeks(&person, 2).await;
        let (there, back) = (other_kind(&fresh.place).await, Fresh::sqlite());
        let mut seen = vec![];
        let kept =
            maintenance::copy(&fresh.place, &there.place, |progress| seen.push(progress)).await.unwrap();
        let last = seen.last().unwrap();
        assert_eq!((last.done, last.total), (kept.rows, kept.rows));
        let returned = maintenance::copy(&there.place, &back.place, |_| {}).await.unwrap();
        assert_eq!(kept, returned);
        assert_eq!(dump(&person).await, dump(&again(&person, back.store().await)).await);
    });
}

#[test]
fn gl_8_a_backup_is_of_one_moment_while_sets_are_logged() {
    on_both(async |fresh| {
        let folder = tempfile::tempdir().unwrap();
        let person = Person::new(fresh.store().await).await;
        weeks(&person, 2).await;
        let row = person.begin(AtGate::AcceptAll).await;
        let kept = file(&folder, "all.dump");
        tokio::join!(person.perform(&row, 1), backup(&person, &kept));
        let other = Fresh::sqlite();
        maintenance::restore(&other.place, &kept, |_| {}).await.unwrap();
        let there = again(&person, other.store().await);
        // Whatever was logged by then belongs to an exercise that is there, and nothing else is missing.
        assert_eq!(findings(&there).await, findings(&person).await);
    });
}

#[test]
fn gl_8_a_file_that_is_cut_off_or_changed_is_refused_and_nothing_is_made() {
    on_both(async |fresh| {
        let folder = tempfile::tempdir().unwrap();
        let person = Person::new(fresh.store().await).await;
        weeks(&person, 1).await;
        let kept = file(&folder, "all.dump");
        backup(&person, &kept).await;
        let whole = std::fs::read(&kept).unwrap();
        let to = other_kind(&fresh.place).await;
        let flaw = |bytes: &[u8]| match Store::inspect(bytes) {
            Err(StoreError::Broken { flaw, .. }) => Some(flaw),
            Err(other) => panic!("{other}"),
            Ok(_) => None,
        };
        assert_eq!(flaw(&whole), None);
        let lines: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
        for end in
            [1, whole.len() / 3, whole.len() - 1, lines[lines.len() / 2] + 1, lines[lines.len() - 2] + 1]
        {
            assert!(flaw(&whole[..end]).is_some(), "cut off at {end} of {}", whole.len());
        }
        // One bit anywhere; a hundred places stand for all.
        for step in 0..100 {
            let mut bytes = whole.clone();
            let at = step * whole.len() / 100;
            bytes[at] ^= 1;
            assert!(flaw(&bytes).is_some(), "a bit of byte {at} of {}", whole.len());
        }
        let longer = [&whole[..], b"{}\n"].concat();
        assert_eq!(flaw(&longer), Some(Flaw::Surplus));
        let broken = file(&folder, "broken.dump");
        std::fs::write(&broken, &whole[..whole.len() / 2]).unwrap();
        let refused = maintenance::restore(&to.place, &broken, |_| {}).await.unwrap_err();
        assert_eq!(refused.code, BACKUP_BROKEN);
        assert!(refused.to_string().contains("broken.dump, line"), "{refused}");
        // The place is still as empty as it was.
        maintenance::restore(&to.place, &kept, |_| {}).await.unwrap();
    });
}

#[test]
fn gl_8_nothing_is_restored_or_written_over_what_is_there() {
    on_both(async |fresh| {
        let folder = tempfile::tempdir().unwrap();
        let person = Person::new(fresh.store().await).await;
        let kept = file(&folder, "all.dump");
        backup(&person, &kept).await;
        let twice = maintenance::backup(&person.app, &kept, |_| {}).await.unwrap_err();
        assert_eq!(twice.code, FILE_EXISTS);
        let refused = maintenance::restore(&fresh.place, &kept, |_| {}).await.unwrap_err();
        assert_eq!(refused.code, PLACE_NOT_EMPTY);
        assert!(refused.to_string().contains("accounts: 1"), "{refused}");
        let to = other_kind(&fresh.place).await;
        // A place that the program has opened, but nobody used, is empty.
        to.store().await.close().await;
        maintenance::copy(&fresh.place, &to.place, |_| {}).await.unwrap();
        let full = maintenance::copy(&fresh.place, &to.place, |_| {}).await.unwrap_err();
        assert_eq!(full.code, PLACE_NOT_EMPTY);
        assert_eq!(dump(&person).await, dump(&again(&person, to.store().await)).await);
    });
}

#[test]
fn ac_12_an_athlete_takes_everything_along_and_nothing_of_others() {
    on_both(async |fresh| {
        let folder = tempfile::tempdir().unwrap();
        let person = Person::new(fresh.store().await).await;
        weeks(&person, 1).await;
        let kept = file(&folder, "mine.dump");
        let exported = maintenance::export(&person.app, &person.caller, &kept).await.unwrap();
        let rows = |table: &str| exported.tables.iter().find(|sum| sum.table == table).map(|sum| sum.rows);
        assert_eq!((rows("athletes"), rows("training_sessions"), rows("accounts")), (Some(1), Some(1), None));
        let text = std::fs::read_to_string(&kept).unwrap();
        assert!(text.contains(&person.caller.athlete.to_string()));
        // It is no backup, and says so.
        let to = Fresh::sqlite();
        let refused = maintenance::restore(&to.place, &kept, |_| {}).await.unwrap_err();
        assert_eq!(refused.code, BACKUP_BROKEN);
        let stranger = regimen::service::app::Caller { account: person.app.id(), ..person.caller };
        let other = file(&folder, "other.dump");
        assert!(maintenance::export(&person.app, &stranger, &other).await.is_err());
        assert!(!other.exists());
    });
}

#[test]
fn gl_8_a_checkup_names_the_table_and_the_row_of_what_is_torn() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        weeks(&person, 1).await;
        let before = findings(&person).await;
        assert_eq!(before, vec![]);
        tear(&fresh.place, "delete from selections").await;
        tear(&fresh.place, "delete from generation_runs").await;
        tear(&fresh.place, "update set_performances set current = 0").await;
        let tables: std::collections::BTreeSet<(String, String)> = findings(&person)
            .await
            .into_iter()
            .map(|finding| (finding.rule.to_string(), finding.table))
            .collect();
        for (rule, table) in
            [("GL-8", "selection_reasons"), ("GL-8", "set_performances"), ("SG-17", "training_sessions")]
        {
            assert!(tables.contains(&(rule.to_owned(), table.to_owned())), "{rule} {table} in {tables:?}");
        }
        tear(&fresh.place, "update flags set body = '{}'").await;
        tear(&fresh.place, "update training_sessions set body = '{\"id\": 1}'").await;
        let found = doctor::examine(&person.app).await.unwrap().findings;
        let torn = found.iter().find(|finding| finding.table == "training_sessions").unwrap();
        assert!(torn.message.contains("cannot be read"), "{torn}");
    });
}

/// Changes rows behind the program's back.
pub(super) async fn tear(place: &Place, sql: &'static str) {
    use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
    match place {
        Place::Sqlite(file) => {
            let url = format!("sqlite:{}", file.display());
            let mut connection = SqliteConnection::connect(&url).await.unwrap();
            connection.execute(sql).await.unwrap();
        }
        Place::Postgres(url) => {
            let mut connection = PgConnection::connect(url).await.unwrap();
            connection.execute(sql).await.unwrap();
        }
    }
}

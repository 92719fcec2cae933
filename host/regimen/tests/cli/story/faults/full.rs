//! A disk without space: a clear error, nothing half, and on with it when there is space again (GL-8).

use domain::session::SessionStatus;
use regimen::service::session;
use sqlx::Connection;
use store::Place;

use super::{
    Fresh, Person,
    child::{Act, Child, Task},
};
use regimen::service::session::start::AtGate;

/// Files of the process may have so many blocks of 512 bytes beyond the size of the database.
const ROOM: u64 = 600;

#[tokio::test]
async fn gl_8_a_full_disk_is_a_clear_error_and_changes_nothing() {
    let fresh = Fresh::sqlite();
    let Place::Sqlite(file) = &fresh.place else { unreachable!() };
    let person = Person::new(fresh.store().await).await;
    let row = person.begin(AtGate::AcceptAll).await;
    let task = Task::new(&fresh.place, &person.caller, &row, person.app.now());
    person.app.close().await;
    let size = std::fs::metadata(file).unwrap().len();
    let mut child = Child::start_limited(task.clone().next(Act::Fill(0)), size / 512 + ROOM);
    let mut acknowledged = 0;
    let problem = loop {
        let told = child.told().unwrap();
        if told.parse() != Ok(acknowledged) {
            break told;
        }
        acknowledged += 1;
    };
    assert_eq!(problem, "store_full");
    assert!(acknowledged > 0);
    // A report needs space too: it is refused as a whole.
    assert_eq!(child.told().as_deref(), Some("store_full"));
    assert_kept(&fresh, &task, acknowledged).await;
    // The same process goes on by itself as soon as there is space.
    child.make_room();
    assert_eq!(child.told(), Some(acknowledged.to_string()));
    child.end();
    assert_kept(&fresh, &task, acknowledged + 1).await;
    let mut connection =
        sqlx::SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let sound: String =
        sqlx::query_scalar("pragma integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(sound, "ok");
}

/// The session runs, and has the sets that were acknowledged.
async fn assert_kept(fresh: &Fresh, task: &Task, acknowledged: usize) {
    let app = super::open(&fresh.place, task.now, 99).await;
    let caller = regimen::service::app::Caller { account: task.account, athlete: task.athlete };
    let found = session::show(&app, &caller, task.session).await.unwrap().session;
    assert_eq!(found.status, SessionStatus::Active);
    assert_eq!(found.exercises.iter().map(|one| one.sets.len()).sum::<usize>(), acknowledged);
    app.close().await;
}

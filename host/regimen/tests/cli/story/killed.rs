//! The real program is killed in the middle of its jobs, again and again: afterwards everything was done, and once.

use std::{process::Child, time::Duration};

use domain::{
    session::{SessionEventKind, SessionId, SessionStatus},
    time::{Instant, LocalDate, add_days},
};
use regimen::service::{
    account,
    app::{App, Caller},
    session,
    workout::{self, Saving, Wanted},
};
use serde_json::Value;
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::{Place, Records};

use super::{
    both::Fresh,
    jobs::add_records,
    person::{newcomer, profile},
};
use crate::Machine;

const ROUNDS: u32 = 15;

/// A look at the queue beside the program.
enum Eye {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Eye {
    async fn on(place: &Place) -> Self {
        match place {
            Place::Sqlite(file) => {
                let options = sqlx::sqlite::SqliteConnectOptions::new()
                    .filename(file)
                    .busy_timeout(Duration::from_secs(10));
                Self::Sqlite(SqliteConnection::connect_with(&options).await.unwrap())
            }
            Place::Postgres(url) => Self::Postgres(PgConnection::connect(url).await.unwrap()),
        }
    }

    async fn count(&mut self, state: &str) -> i64 {
        const SQL: &str = "select count(*) from jobs where state = $1";
        match self {
            Self::Sqlite(conn) => sqlx::query_scalar(SQL).bind(state).fetch_one(conn).await.unwrap(),
            Self::Postgres(conn) => sqlx::query_scalar(SQL).bind(state).fetch_one(conn).await.unwrap(),
        }
    }

    /// Lets the leases of the dead end at once, as if hours had passed.
    async fn end_leases(&mut self) -> u64 {
        const SQL: &str = "update jobs set lease_until = 0, attempts = 0 where state = 'running'";
        match self {
            Self::Sqlite(conn) => sqlx::query(SQL).execute(conn).await.unwrap().rows_affected(),
            Self::Postgres(conn) => sqlx::query(SQL).execute(conn).await.unwrap().rows_affected(),
        }
    }
}

/// Athletes who planned a session nine days ago, did not go, and have records that are too old.
async fn people(app: &App) -> Vec<(Caller, SessionId)> {
    let mut people = Vec::new();
    for n in 0..8 {
        let (_, caller) =
            account::create(app, newcomer(&format!("athlete{n}"), profile("Asia/Tokyo"))).await.unwrap();
        let caller = caller.unwrap();
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        let row = workout::plan_session(app, &caller, &wanted, &Saving::default()).await.unwrap();
        let days: Vec<LocalDate> =
            (0..1_510).map(|n| add_days("2021-01-01".parse().unwrap(), n % 200)).collect();
        add_records(&app.store, caller.athlete, "old", &days).await;
        people.push((caller, row.session.id));
    }
    people
}

/// Waits until a job runs, then a little, and kills the program. Says whether it was killed in the middle.
async fn kill_in_the_middle(child: &mut Child, eye: &mut Eye, pause: Duration) -> bool {
    for _ in 0..5_000 {
        if eye.count("running").await > 0 || child.try_wait().unwrap().is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    tokio::time::sleep(pause).await;
    let was_alive = child.try_wait().unwrap().is_none();
    // On Unix this is SIGKILL: nothing is cleaned up.
    child.kill().unwrap();
    child.wait().unwrap();
    was_alive
}

async fn survive(fresh: Fresh) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = Instant::from_millis(i64::try_from(now.as_millis()).unwrap()).unwrap();
    let app = App::scripted(fresh.store().await, now.minus_seconds(9 * 86_400), 7);
    let people = people(&app).await;
    let machine = Machine::new();
    let args: Vec<String> = match &fresh.place {
        Place::Sqlite(file) => vec!["--data".to_owned(), file.parent().unwrap().to_str().unwrap().to_owned()],
        Place::Postgres(url) => vec!["--database-url".to_owned(), url.clone()],
    };
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut eye = Eye::on(&fresh.place).await;
    let (mut killed, mut interrupted) = (0, 0);
    for round in 0..ROUNDS {
        let mut command = machine.command(&[&["jobs", "run", "--due"][..], &args[..]].concat());
        let mut child =
            command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        let pause = Duration::from_millis(u64::from(round * 37 % 61));
        killed += u32::from(kill_in_the_middle(&mut child, &mut eye, pause).await);
        interrupted += eye.end_leases().await;
    }
    assert!(killed > 3 && interrupted > 0, "{killed} were killed, {interrupted} jobs interrupted");
    let run = machine.run(&[&["jobs", "run", "--due"][..], &args[..]].concat());
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert_eq!((eye.count("waiting").await, eye.count("running").await, eye.count("dead").await), (0, 0, 0));
    let list = machine.run(&[&["jobs", "list", "--json"][..], &args[..]].concat()).json();
    let archive = list["jobs"].as_array().unwrap().iter().find(|job| job["name"] == "archive_progress");
    assert!(archive.is_some_and(|job| job["last_success"] != Value::Null), "{list}");
    for (caller, id) in &people {
        once(&app, caller, *id).await;
    }
}

/// Everything that an athlete was owed is there, and there once.
async fn once(app: &App, caller: &Caller, id: SessionId) {
    let row = session::show(app, caller, id).await.unwrap();
    assert_eq!(row.session.status, SessionStatus::Skipped);
    let events = session::events(app, caller, id).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.kind == SessionEventKind::Skipped).count(), 1);
    let mut tx = app.store.read().await.unwrap();
    let records = tx.progress(caller.athlete, Records::OfSession(id)).await.unwrap();
    assert_eq!(records.len(), row.session.exercises.len());
    assert_eq!(tx.count("exercise_progress_archive", caller.athlete).await.unwrap(), 1_500);
    let live = tx.progress_count(caller.athlete).await.unwrap();
    assert_eq!(usize::try_from(live).unwrap(), 10 + records.len());
    assert!(tx.newest_metric(Some(caller.athlete)).await.unwrap().is_some());
}

#[test]
fn gl_8_a_killed_worker_loses_nothing_and_doubles_nothing_on_sqlite() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { survive(Fresh::sqlite()).await });
}

#[test]
fn gl_8_a_killed_worker_loses_nothing_and_doubles_nothing_on_postgresql() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { survive(Fresh::postgres().await).await });
}

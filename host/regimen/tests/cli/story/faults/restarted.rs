//! A database server that crashes while sets come in and while a session is finished, and is started again: the same
//! program goes on by itself, and nothing that was acknowledged is lost or doubled (GL-5, GL-8).

use std::{cell::Cell, sync::Arc, time::Duration};

use domain::session::{SessionEventKind, SessionStatus};
use regimen::{
    problem::Problem,
    service::session::{self, finish, log, start::AtGate},
};
use store::{Place, SessionRow, Store};
use testkit::postgres::Server;
use tokio::sync::Notify;

use super::{
    Dice, Person,
    child::numbered,
    killed::{assert_all_or_nothing, versions},
    verified,
};

/// How many sets are acknowledged before the server is told to go, and how many come after it is back.
const BEFORE: usize = 30;
const AFTER: usize = 30;

/// How often the server crashes while the session is finished.
const CRASHES: u64 = 2;

/// Crashes or starts the server while this thread goes on with what it does.
async fn beside(server: &Arc<Server>, act: impl FnOnce(&Server) + Send + 'static) {
    let server = Arc::clone(server);
    tokio::task::spawn_blocking(move || act(&server)).await.unwrap();
}

fn assert_unreachable(problem: &Problem) {
    assert_eq!(problem.code.name, "store_unreachable", "{problem:?}");
}

/// The sets and events of a session that runs, as the tables hold them.
async fn kept(person: &Person, row: &SessionRow) -> usize {
    let found = session::show(&person.app, &person.caller, row.session.id).await.unwrap().session;
    assert_eq!(found.status, SessionStatus::Active);
    let sets = found.exercises.iter().map(|one| one.sets.len()).sum::<usize>();
    let events = session::events(&person.app, &person.caller, row.session.id).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.kind == SessionEventKind::SetLogged).count(), sets);
    let mut tx = person.app.store.read().await.unwrap();
    let rows = tx.count("set_performances", person.caller.athlete).await.unwrap();
    assert_eq!(usize::try_from(rows).unwrap(), sets);
    sets
}

#[tokio::test]
async fn gl_8_a_server_that_crashes_and_is_started_again_has_every_acknowledged_set_once() {
    let server = Arc::new(Server::start());
    let place = Place::Postgres(server.url());
    let person = Person::new(Store::open(&place).await.unwrap()).await;
    let row = person.begin(AtGate::AcceptAll).await;
    let before = versions(&person).await;
    let sets = crash_while_sets_come_in(&server, &person, &row).await;
    for crash in 0..CRASHES {
        crash_while_it_is_finished(&server, &person, &row, Dice(crash).below(60)).await;
        assert_all_or_nothing(&person, &row, sets, before).await;
    }
    person.finish(&row).await.unwrap();
    assert_all_or_nothing(&person, &row, sets, before).await;
    let known = finish::outcome(&person.app, &person.caller, row.session.id).await.unwrap();
    assert_eq!(known.row.session.status, SessionStatus::Summary);
    assert_eq!(known, person.finish(&row).await.unwrap());
    verified(&person.app, &person.caller).await;
}

/// A device logs one set after the other; in the middle the server goes away. Gives how many sets there are in the end.
async fn crash_while_sets_come_in(server: &Arc<Server>, person: &Person, row: &SessionRow) -> usize {
    let id = row.session.id;
    let say = async |number| log::log(&person.app, &person.caller, id, &[numbered(row, number)]).await;
    let acknowledged = Cell::new(0);
    let is_time = Notify::new();
    let stream = async {
        loop {
            match say(acknowledged.get()).await {
                Ok(new) => assert_eq!(new, 1),
                Err(problem) => break problem,
            }
            acknowledged.set(acknowledged.get() + 1);
            if acknowledged.get() == BEFORE {
                is_time.notify_one();
            }
        }
    };
    let crash = async {
        is_time.notified().await;
        beside(server, Server::crash).await;
    };
    let (problem, ()) = tokio::join!(stream, crash);
    assert_unreachable(&problem);
    // While it is away two who ask at once are both told so, and not that somebody else is busy.
    let acknowledged = acknowledged.get();
    let looked = session::show(&person.app, &person.caller, id);
    let (said, looked) = tokio::join!(say(acknowledged), looked);
    assert_unreachable(&said.unwrap_err());
    assert_unreachable(&looked.unwrap_err());
    beside(server, Server::resume).await;
    // The set whose answer was lost may have been kept; it is sent again, as a device does.
    let found = kept(person, row).await;
    assert!((acknowledged..=acknowledged + 1).contains(&found), "{found} of {acknowledged}");
    let sets = found + AFTER;
    for number in acknowledged..sets {
        say(number).await.unwrap();
    }
    assert_eq!(kept(person, row).await, sets);
    sets
}

/// The server goes away while a session is finished, so many milliseconds after it was told to, and comes back.
async fn crash_while_it_is_finished(server: &Arc<Server>, person: &Person, row: &SessionRow, wait: u64) {
    let report = async {
        tokio::time::sleep(Duration::from_millis(wait)).await;
        person.finish(row).await
    };
    let (reported, ()) = tokio::join!(
        report,
        beside(server, |server| {
            server.crash();
            server.resume();
        })
    );
    if let Err(problem) = reported {
        assert_unreachable(&problem);
    }
}

//! A database that goes away in the middle, as when its server is restarted: a clear error, nothing half, and the next
//! call works on a new connection (GL-8).

use std::{cell::Cell, time::Duration};

use regimen::{
    problem::Problem,
    service::{
        act::Act,
        app::App,
        session::{
            self,
            finish::{self, Ending},
            log,
            start::AtGate,
        },
    },
};
use sqlx::{Connection, PgConnection};
use store::{LoggedSet, Place};

use super::{
    Dice, Fresh, Person,
    child::numbered,
    killed::{assert_all_or_nothing, versions},
    verified,
};

/// Sets of the session.
const SETS: usize = 40;

/// Calls that a cut has to hit before the session is finished.
const HITS: usize = 3;

/// Ends every connection to the database but the one that does it, and waits until they are gone.
async fn cut(fresh: &Fresh) {
    const SQL: &str = "select pg_terminate_backend(pid, 5000) from pg_stat_activity
                       where datname = current_database() and pid <> pg_backend_pid()";
    let Place::Postgres(url) = &fresh.place else { unreachable!() };
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::query(SQL).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

fn assert_clear(problem: &Problem) {
    assert!(["store_unreachable", "store_busy"].contains(&problem.code.name), "{problem:?}");
}

#[tokio::test]
async fn gl_8_a_use_case_whose_database_goes_away_leaves_nothing_half() {
    let fresh = Fresh::postgres().await;
    let person = Person::new(fresh.store().await).await;
    let row = person.begin(AtGate::AcceptAll).await;
    let logged = |number| {
        let log::Logged { performance_id, set, .. } = numbered(&row, number);
        LoggedSet { performance_id, set, at: person.app.now() }
    };
    let mut work = person.app.write(&person.caller, Act::Weight).await.unwrap();
    assert_eq!(work.tx.log_sets(person.caller.athlete, &[logged(0)]).await.unwrap(), 1);
    cut(&fresh).await;
    let refused = work.tx.log_sets(person.caller.athlete, &[logged(1)]).await.unwrap_err();
    assert_eq!(Problem::from(refused).code.name, "store_unreachable");
    drop(work);
    let found = session::show(&person.app, &person.caller, row.session.id).await.unwrap();
    assert_eq!(found.session.exercises.iter().map(|one| one.sets.len()).sum::<usize>(), 0);
    assert_eq!(log::log(&person.app, &person.caller, row.session.id, &[numbered(&row, 0)]).await.unwrap(), 1);
}

#[tokio::test]
async fn gl_8_sets_and_a_report_get_through_while_the_database_comes_and_goes() {
    let fresh = Fresh::postgres().await;
    let person = Person::new(fresh.store().await).await;
    let row = person.begin(AtGate::AcceptAll).await;
    let before = versions(&person).await;
    let id = row.session.id;
    let done = Cell::new(false);
    let stream = async {
        let (mut refused, mut number) = (0, 0);
        // Sets that were taken are sent again, as a phone does that heard no answer, until enough cuts hit a call.
        while number < SETS || refused < HITS {
            match log::log(&person.app, &person.caller, id, &[numbered(&row, number % SETS)]).await {
                Ok(_) => number += 1,
                Err(problem) => {
                    assert_clear(&problem);
                    refused += 1;
                }
            }
        }
        while let Err(problem) = finish::finish(&person.app, &person.caller, id, &Ending::default()).await {
            assert_clear(&problem);
        }
        done.set(true);
    };
    let cuts = async {
        let mut dice = Dice(6);
        // Further and further apart, so that the report gets through on a slow machine too.
        let mut apart = 0;
        while !done.get() {
            apart += 10;
            tokio::time::sleep(Duration::from_millis(apart + dice.below(100))).await;
            cut(&fresh).await;
        }
    };
    tokio::join!(stream, cuts);
    assert_all_or_nothing(&person, &row, SETS, before).await;
    verified(&person.app, &person.caller).await;
}

#[tokio::test]
async fn gl_8_a_server_that_is_not_there_is_named_as_such() {
    // Nothing listens on a port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let place = Place::Postgres(format!("postgres://regimen@127.0.0.1:{port}/regimen"));
    let problem = App::open(&place).await.unwrap_err();
    assert_eq!(problem.code.name, "store_unreachable");
    // Who is refused need not wait to know it.
    let said = problem.to_string();
    assert!(said.contains(&format!("127.0.0.1:{port}")) && said.contains("refused"), "{said}");
}

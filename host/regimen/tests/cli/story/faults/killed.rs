//! A process that is killed while sets come in and while a session is finished (GL-5, GL-8).
//!
//! A test run kills a few times; `scripts/soak` sets `REGIMEN_SOAK_SESSIONS` and kills for as long as one likes.

use std::{thread::sleep, time::Duration};

use domain::session::{SessionEventKind, SessionStatus};
use regimen::service::session::{
    self,
    finish::{self, Ending, Told},
    leave,
    start::AtGate,
};
use store::{Place, Records, SessionRow};

use super::{
    Dice, Person,
    child::{Act, Child, Task, numbered},
    on_both, open, verified, whole_chain,
};

/// Sets of one session, and how often their stream is cut off.
const SETS: usize = 200;
const KILLS: u64 = 6;

#[test]
fn gl_8_what_was_acknowledged_survives_a_kill_at_any_point_exactly_once() {
    let sessions = std::env::var("REGIMEN_SOAK_SESSIONS").map_or(1, |count| count.parse().unwrap());
    let seed = std::env::var("REGIMEN_SOAK_SEED").map_or(6, |seed| seed.parse().unwrap());
    on_both(async |fresh| {
        let mut dice = Dice(seed);
        let mut person = Person::new(fresh.store().await).await;
        for round in 1..=sessions {
            let row = person.begin(AtGate::AcceptAll).await;
            let before = versions(&person).await;
            let (now, caller) = (person.app.now(), person.caller);
            let mut task = Task::new(&fresh.place, &caller, &row, now);
            task.seed = 1_000_000 * round;
            // Nobody else has the database open: the next process finds what the killed one left.
            person.app.close().await;
            log_and_kill(&mut task, &mut dice);
            person = reopened(&fresh.place, &task).await;
            assert_every_set_once(&person, &row).await;
            finish_and_kill(&fresh.place, &mut task, &row, before, &mut dice).await;
            task.seed += 1;
            person = reopened(&fresh.place, &task).await;
            assert_finished_for_good(&person, &row).await;
            // Nobody does more in a week than 200 sets: no exercise is left that may be planned.
            person.advance_hours(8 * 24);
        }
    });
}

/// As the program finds the store after a restart.
async fn reopened(place: &Place, task: &Task) -> Person {
    let caller = regimen::service::app::Caller { account: task.account, athlete: task.athlete };
    Person { app: open(place, task.now, 1000 * task.seed).await, caller }
}

/// Logs all sets, one process after the other, each cut off at some point. The set whose acknowledgement is missing is
/// sent again, as a device does.
fn log_and_kill(task: &mut Task, dice: &mut Dice) {
    let mut acknowledged = 0;
    for kill in 0..=KILLS {
        let mut child = Child::start(task.next(Act::Log(acknowledged, SETS)));
        let more = if kill < KILLS { dice.below(2 * SETS as u64 / KILLS) } else { SETS as u64 };
        for _ in 0..=more {
            match child.told() {
                Some(number) => acknowledged = expect_next(acknowledged, &number),
                None => break,
            }
        }
        sleep(Duration::from_micros(dice.below(5000)));
        for number in child.kill() {
            acknowledged = expect_next(acknowledged, &number);
        }
    }
    assert_eq!(acknowledged, SETS);
}

fn expect_next(acknowledged: usize, told: &str) -> usize {
    assert_eq!(told.parse::<usize>().unwrap(), acknowledged);
    acknowledged + 1
}

async fn assert_every_set_once(person: &Person, row: &SessionRow) {
    let (athlete, id) = (person.caller.athlete, row.session.id);
    let found = session::show(&person.app, &person.caller, id).await.unwrap();
    assert_eq!(found.session.status, SessionStatus::Active);
    let mut kept: Vec<_> = found.session.exercises.iter().flat_map(|one| one.sets.clone()).collect();
    let mut sent: Vec<_> = (0..SETS).map(|number| numbered(row, number).set).collect();
    kept.sort_by_key(|set| set.id);
    sent.sort_by_key(|set| set.id);
    assert_eq!(kept, sent);
    // No set has a second revision, and each was logged by one use case alone.
    let mut tx = person.app.store.read().await.unwrap();
    let sessions = tx.completed_sessions(athlete).await.unwrap();
    let rows = tx.count("set_performances", athlete).await.unwrap();
    assert_eq!(rows, (sessions + 1) * i64::try_from(SETS).unwrap());
    let events = session::events(&person.app, &person.caller, id).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.kind == SessionEventKind::SetLogged).count(), SETS);
}

/// Finishes the session in processes that are killed in the middle of it, and looks after each whether it is all there
/// or nothing of it.
async fn finish_and_kill(place: &Place, task: &mut Task, row: &SessionRow, before: usize, dice: &mut Dice) {
    for kill in 0..=KILLS {
        let mut child = Child::start(task.next(Act::Finish));
        assert_eq!(child.told().as_deref(), Some("ready"));
        if kill < KILLS {
            sleep(Duration::from_micros(dice.below(60_000)));
        } else {
            assert_eq!(child.told().as_deref(), Some("finished"));
        }
        child.kill();
        task.seed += 1;
        let person = reopened(place, task).await;
        assert_all_or_nothing(&person, row, SETS, before).await;
        person.app.close().await;
    }
}

/// A session runs with all its sets and nothing that a report brings, or it is reported with everything.
pub(super) async fn assert_all_or_nothing(person: &Person, row: &SessionRow, sets: usize, before: usize) {
    let (athlete, id) = (person.caller.athlete, row.session.id);
    let mut tx = person.app.store.read().await.unwrap();
    let found = tx.session(athlete, id).await.unwrap().unwrap().session;
    assert_eq!(found.exercises.iter().map(|one| one.sets.len()).sum::<usize>(), sets);
    let records = tx.progress(athlete, Records::OfSession(id)).await.unwrap().len();
    let runs = tx.runs::<Told>(athlete, id).await.unwrap();
    let versions = whole_chain(&mut tx, &person.caller).await.versions.len();
    if found.status == SessionStatus::Active {
        assert_eq!((records, runs.len(), versions), (0, 0, before));
    } else {
        assert_eq!(found.status, SessionStatus::Summary);
        assert_eq!((records, runs.len()), (row.session.exercises.len(), 1));
        assert_eq!(versions, before + usize::from(runs[0].report.version.is_some()));
    }
}

/// Finishing again gives the same answer, and the plan is sound.
async fn assert_finished_for_good(person: &Person, row: &SessionRow) {
    let id = row.session.id;
    let known = finish::outcome(&person.app, &person.caller, id).await.unwrap();
    let again = finish::finish(&person.app, &person.caller, id, &Ending::default()).await.unwrap();
    assert_eq!(known, again);
    verified(&person.app, &person.caller).await;
    leave::leave(&person.app, &person.caller, id).await.unwrap();
}

pub(super) async fn versions(person: &Person) -> usize {
    let mut tx = person.app.store.read().await.unwrap();
    whole_chain(&mut tx, &person.caller).await.versions.len()
}

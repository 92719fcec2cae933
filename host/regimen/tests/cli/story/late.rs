//! Sets that a device kept while there was no reception: they come shuffled, in pieces, twice, and after the report.

use domain::session::ExercisePerformance;
use regimen::service::session::{
    finish, leave,
    log::{self, Logged},
    start::AtGate,
};
use store::SessionRow;

use super::{
    both::on_both,
    faults::Dice,
    person::{Person, sets},
};

/// Every set of a session as the device has it, each a minute after the one before.
fn kept(person: &Person, row: &SessionRow) -> Vec<Logged> {
    let begun = person.app.now();
    let exercises = row.session.exercises.iter();
    let done = exercises.flat_map(|one| sets(one, 1).into_iter().map(|set| (one.id, set)));
    let logged = done.enumerate().map(|(minute, (performance_id, set))| {
        let at = Some(begun.plus_seconds(60 * i64::try_from(minute).unwrap()));
        Logged { performance_id, set, at }
    });
    logged.collect()
}

fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for place in (1..list.len()).rev() {
        let other = usize::try_from(dice.below(place as u64 + 1)).unwrap();
        list.swap(place, other);
    }
}

/// A session whose sets come in an order and in pieces of these sizes; what is kept of it and what was decided.
async fn delivered(person: &Person, seed: Option<u64>) -> (Vec<ExercisePerformance>, Vec<String>) {
    let (app, caller) = (&person.app, &person.caller);
    let row = person.begin(AtGate::AcceptAll).await;
    let id = row.session.id;
    let mut all = kept(person, &row);
    person.advance_hours(2);
    let mut new = 0;
    match seed {
        None => new += log::log(app, caller, id, &all).await.unwrap(),
        Some(seed) => {
            let mut dice = Dice(seed);
            shuffle(&mut all, &mut dice);
            let mut sent = 0;
            while sent < all.len() {
                let end = (sent + 1 + usize::try_from(dice.below(4)).unwrap()).min(all.len());
                // The answer to the piece before was lost, so some of it comes again.
                let from = sent.saturating_sub(usize::try_from(dice.below(3)).unwrap());
                new += log::log(app, caller, id, &all[from..end]).await.unwrap();
                sent = end;
            }
        }
    }
    assert_eq!(new, all.len());
    person.finish(&row).await.unwrap();
    let reported = finish::outcome(app, caller, id).await.unwrap();
    // What is known is no news, whenever it comes; what is new is too late, and takes nothing along with it.
    shuffle(&mut all, &mut Dice(1));
    assert_eq!(log::log(app, caller, id, &all).await.unwrap(), 0);
    let mut late = all.clone();
    late[0].set.id = app.id();
    let refused = log::log(app, caller, id, &late).await.unwrap_err();
    assert_eq!((refused.code.name, refused.code.status), ("invalid_session_state", 409));
    leave::leave(app, caller, id).await.unwrap();
    assert_eq!(log::log(app, caller, id, &all).await.unwrap(), 0);
    let after = finish::outcome(app, caller, id).await.unwrap();
    assert_eq!(after.row.session.exercises, reported.row.session.exercises);
    let decided = finish::decisions(app, caller, id).await.unwrap();
    let decided = decided.iter().map(|(exercise, decision)| format!("{exercise} {decision}"));
    (after.row.session.exercises, decided.collect())
}

#[test]
fn gl_5_sets_that_come_shuffled_in_pieces_and_again_are_the_same_session() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let straight = delivered(&Person::new(store).await, None).await;
        assert!(straight.0.iter().map(|one| one.sets.len()).sum::<usize>() > 8);
        for seed in [3, 5, 8] {
            let other = match &fresh.place {
                store::Place::Sqlite(_) => super::both::Fresh::sqlite(),
                store::Place::Postgres(_) => super::both::Fresh::postgres().await,
            };
            let person = Person::new(other.store().await).await;
            assert_eq!(delivered(&person, Some(seed)).await, straight, "seed {seed}");
        }
    });
}

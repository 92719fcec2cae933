//! GL-6: clocks of devices may be wrong. What is more than a day ahead is refused, and sets are in order by their place.

use domain::{
    time::Instant,
    wellbeing::{CHECK_IN_EXAMPLE, CheckIn},
};
use regimen::{
    problem::Problem,
    service::{
        activity::{self, Way},
        session::{
            self,
            log::{self, Logged},
            start::AtGate,
        },
        wellbeing,
    },
};
use serde_json::json;
use store::SessionRow;

use super::{
    both::on_both,
    person::{Person, sets},
};

/// A call that takes the time of a device.
async fn tell(person: &Person, row: &SessionRow, call: &str, at: Instant) -> Result<(), Problem> {
    let (app, caller) = (&person.app, &person.caller);
    match call {
        "check-in" => {
            let example: CheckIn = serde_json::from_str(CHECK_IN_EXAMPLE).unwrap();
            let told = CheckIn { id: app.id(), at, ..example };
            wellbeing::check_in(app, caller, told).await.map(drop)
        }
        "set" => {
            let exercise = &row.session.exercises[0];
            let set = sets(exercise, 0).remove(0);
            let told = Logged { performance_id: exercise.id, set, at: Some(at) };
            log::log(app, caller, row.session.id, &[told]).await.map(drop)
        }
        _ => {
            let run = json!({ "id": 1, "sport_type": "Run", "start_date": at, "elapsed_time": 1800 });
            activity::import(app, caller, &[run], Way { source: "watch", dry_run: false }).await.map(drop)
        }
    }
}

#[test]
fn gl_6_what_is_more_than_a_day_ahead_is_refused_by_every_call() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let row = person.begin(AtGate::Skip).await;
        let day = person.app.now().plus_seconds(86_400);
        for call in ["check-in", "set", "activity"] {
            let refused = tell(&person, &row, call, day.plus_seconds(1)).await.unwrap_err();
            assert_eq!((refused.code.name, refused.code.status), ("future_instant", 422), "{call}");
            assert!(refused.pointer.is_some(), "{call}");
            tell(&person, &row, call, day).await.unwrap();
        }
    });
}

#[test]
fn gl_6_sets_are_in_order_by_place_and_not_by_time() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let row = person.begin(AtGate::Skip).await;
        let exercise = row.session.exercises.iter().find(|one| sets(one, 0).len() > 1).unwrap();
        let done = sets(exercise, 0);
        // The later a set is in the session, the earlier the device says it was.
        for (late, set) in (0..).zip(done.iter().rev()) {
            let at = Some(app.now().plus_seconds(60 * late));
            let logged = Logged { performance_id: exercise.id, set: set.clone(), at };
            log::log(app, caller, row.session.id, &[logged]).await.unwrap();
        }
        let shown = session::show(app, caller, row.session.id).await.unwrap();
        let kept = shown.session.exercises.iter().find(|one| one.id == exercise.id).unwrap();
        let places: Vec<_> = kept.sets.iter().map(|set| set.index).collect();
        assert_eq!(places, done.iter().map(|set| set.index).collect::<Vec<_>>());
    });
}

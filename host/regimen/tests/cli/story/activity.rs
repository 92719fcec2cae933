//! L-6: activities that are stored count when a session is planned, unless the request brings its own.

use assistant::{document::plan::FatiguePolicy, input::request::Request};
use domain::voice::Locale;
use regimen::service::{
    activity::{self, ActivitiesKept, STRAVA, Way},
    doctor,
    flow::plan,
};
use serde_json::{Value, json};

use super::{both::on_both, person::Person};

const KEEP: Way<'_> = Way { source: STRAVA, dry_run: false };

/// A run so many days before Monday, 2 March 2026.
fn run(id: u64, days_ago: i64, effort: i64) -> Value {
    let day = domain::time::add_days("2026-03-02".parse().unwrap(), -days_ago);
    json!({ "id": id, "name": "Run", "sport_type": "Run", "start_date": format!("{day}T06:00:00Z"),
        "elapsed_time": 3600, "moving_time": 3500, "distance": 10_012.4, "suffer_score": effort, "kudos_count": 7 })
}

impl Person {
    async fn bring(&self, list: &[Value]) -> ActivitiesKept {
        activity::import(&self.app, &self.caller, list, KEEP).await.unwrap()
    }

    async fn fatigue(&self, more: Value) -> FatiguePolicy {
        let mut request = json!({ "intent": "full_body", "equipment_inventory": ["eq_dumbbells_set_5-50"] });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let request: Request = serde_json::from_value(request).unwrap();
        let analysis = plan::analyze(&self.app, &self.caller, &request, Locale::En).await.unwrap();
        analysis.analyzer.fatigue_policy
    }
}

#[test]
fn l_6_a_list_is_kept_by_source_and_id() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (app, caller) = (&person.app, &person.caller);
        let list = [run(1, 1, 50), json!({ "id": 2 }), run(3, 2, 60), json!("no activity")];
        let trial = activity::import(app, caller, &list, Way { dry_run: true, ..KEEP }).await.unwrap();
        assert_eq!((trial.new, trial.skipped.as_slice(), trial.dry_run), (2, &[1, 3][..], true));
        assert!(activity::list(app, caller, None, None).await.unwrap().is_empty());
        let first = person.bring(&list).await;
        assert_eq!((first.new, first.changed, first.same, first.skipped), (2, 0, 0, vec![1, 3]));
        let again = person.bring(&[run(1, 1, 55), run(3, 2, 60), run(4, 3, 10), run(4, 3, 20)]).await;
        assert_eq!((again.new, again.changed, again.same), (1, 1, 1), "of an id twice the later one counts");
        let other = Way { source: "watch", ..KEEP };
        assert_eq!(activity::import(app, caller, &[run(1, 1, 50)], other).await.unwrap().new, 1);
        let stored = activity::list(app, caller, None, None).await.unwrap();
        let known: Vec<_> = stored.iter().map(|one| (&*one.source, &*one.id, one.activity.effort)).collect();
        assert_eq!(
            known,
            [("strava", "1", 55), ("watch", "1", 50), ("strava", "3", 60), ("strava", "4", 20)]
        );
        assert_eq!((stored[0].activity.meters, stored[0].activity.seconds), (10_012, 3600));
        let day = |text: &str| text.parse().ok();
        let one_day = activity::list(app, caller, day("2026-02-28"), day("2026-02-28")).await.unwrap();
        assert_eq!(one_day.iter().map(|one| &*one.id).collect::<Vec<_>>(), ["3"]);
        let refused =
            activity::import(app, caller, &[], Way { source: "Strava!", ..KEEP }).await.unwrap_err();
        assert_eq!((refused.code.name, refused.pointer.as_deref()), ("bad_value", Some("/source")));
        assert!(doctor::findings(app, caller).await.unwrap().is_empty());
    });
}

#[test]
fn l_12_a_stored_hard_run_makes_the_session_easier() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let fresh_policy = person.fatigue(json!({})).await;
        assert_eq!((fresh_policy.points, &*fresh_policy.reason), (0, "fresh"));
        person.bring(&[run(1, 1, 120)]).await;
        // f4: a hard run yesterday.
        let hard = person.fatigue(json!({})).await;
        assert_eq!((hard.points, &*hard.reason), (1, "activity_effort 120 >= 100"));
        // Without a history no load is above the best one anyway (L-12), but more is left in reserve.
        assert_eq!((fresh_policy.rir_shift, hard.rir_shift), (0, 1));
        // f3: a week of 120 against four with 40 each on average.
        person.bring(&[run(2, 9, 80), run(3, 20, 80)]).await;
        let heavy = person.fatigue(json!({})).await;
        assert_eq!(heavy.points, 3, "{}", heavy.reason);
        assert!(heavy.reason.contains("effort_7d 120 against effort_28d 160"), "{}", heavy.reason);
        // L-2: what the request brings stands in place of what is stored.
        assert_eq!(person.fatigue(json!({ "activities": [] })).await.points, 0);
        assert_eq!(
            person.fatigue(json!({ "activities": [run(9, 1, 130)] })).await.reason,
            "activity_effort 130 >= 100"
        );
        // A day later yesterday's run is the day before.
        person.advance_hours(24);
        assert!(!person.fatigue(json!({})).await.reason.contains("activity_effort"));
    });
}

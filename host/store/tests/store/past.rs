//! What was done before is found without reading everything that is known of it.

use domain::{
    id::{Id, TraceId},
    plan::{self, PlanItem},
    prescription::{Prescription, RepPolicy},
    quantity::Rpe,
    session::{self, FrozenTargets, Session, SessionStatus, SetPerformance},
    time::Instant,
};
use store::{LoggedSet, Run, SessionRow, Store, Which};

use crate::both::on_both;

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn session() -> Session {
    serde_json::from_str(session::EXAMPLE).unwrap()
}

/// Another session with the same sets, so many days later.
fn later(days: i64) -> Session {
    let first = session();
    let renamed = |id: String| Id::derive(&[&id, &days.to_string()]);
    let mut session = Session {
        id: Id::derive(&["session", &days.to_string()]),
        local_date: domain::time::add_days(first.local_date, days),
        started_at: first.started_at.map(|start| start.plus_seconds(86_400 * days)),
        ..first
    };
    for exercise in &mut session.exercises {
        exercise.id = Id::derive(&[&exercise.id.to_string(), &days.to_string()]);
        exercise.sets.iter_mut().for_each(|set| set.id = renamed(set.id.to_string()));
    }
    session
}

async fn keep(store: &Store, sessions: &[Session]) {
    let mut tx = store.write().await.unwrap();
    for session in sessions {
        tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
        tx.put_performances(session).await.unwrap();
        for exercise in &session.exercises {
            let log = |set: &SetPerformance| LoggedSet {
                performance_id: exercise.id,
                set: set.clone(),
                at: at("2026-03-07T18:00:00Z"),
            };
            let sets: Vec<_> = exercise.sets.iter().map(log).collect();
            assert_eq!(tx.log_sets(session.athlete_id, &sets).await.unwrap(), sets.len());
        }
    }
    tx.commit().await.unwrap();
}

#[test]
fn p_51_the_effort_of_an_exercise_is_the_given_one_or_the_highest_of_its_working_sets() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let (mut given, mut planned) = (later(2), later(4));
        given.exercises[0].rpe = Rpe::new(90).ok();
        planned.status = SessionStatus::Planned;
        keep(&store, &[given.clone(), planned, session()]).await;
        let (athlete, began) = (given.athlete_id, session().started_at.unwrap());
        let mut tx = store.read().await.unwrap();
        let past = tx.past_exercises(athlete, began).await.unwrap();
        let told: Vec<_> = past.iter().map(|one| (one.session_id, one.rpe, one.marks.len())).collect();
        assert_eq!(told, [(session().id, Rpe::new(85).ok(), 1), (given.id, Rpe::new(90).ok(), 1)]);
        assert_eq!(tx.past_exercises(athlete, began.plus_seconds(1)).await.unwrap().len(), 1);
        assert!(tx.past_exercises(Id::derive(&["someone else"]), began).await.unwrap().is_empty());
        // Whole sessions come by day and start, whichever way they were found.
        let found = tx.sessions(athlete, Which::StartedSince(began)).await.unwrap();
        let days: Vec<_> = found.iter().map(|row| row.session.local_date.day()).collect();
        assert_eq!(days, [7, 9, 11]);
    });
}

#[test]
fn sg_11_every_working_set_of_a_finished_session_is_found_in_order() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let (mut active, mut undone) = (later(1), later(2));
        active.status = SessionStatus::Active;
        undone.exercises[0].sets[1].completed = false;
        keep(&store, &[undone.clone(), active, session()]).await;
        let mut tx = store.read().await.unwrap();
        let sets = tx.done_sets(undone.athlete_id, &["pull_up".to_owned()]).await.unwrap();
        let told: Vec<_> =
            sets["pull_up"].iter().map(|set| (set.date.day(), set.reps, set.rest_after_s)).collect();
        let first = [(7, Some(8), Some(120)), (7, Some(7), Some(125)), (7, Some(6), None)];
        assert_eq!(told[..3], first);
        assert_eq!(told[3..], [(9, Some(8), Some(120)), (9, Some(6), None)]);
        assert!(tx.done_sets(undone.athlete_id, &["row".to_owned()]).await.unwrap().is_empty());
        assert!(tx.done_sets(Id::derive(&["another"]), &["pull_up".to_owned()]).await.unwrap().is_empty());
    });
}

#[test]
fn sr_0_the_last_three_ways_in_which_reps_were_meant_are_found_newest_first() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let mut days: Vec<_> = (0..6).map(later).collect();
        for (day, session) in (1..).zip(&mut days) {
            let item: PlanItem = serde_json::from_str(plan::ITEM_EXAMPLE).unwrap();
            let rep_policy = RepPolicy::range(day, 10 * day);
            session.exercises[0].frozen = Some(FrozenTargets {
                plan_volume: item.prescription.volume(),
                prescription: Prescription { rep_policy, ..item.prescription },
                volume_pct: 100,
                load_pct: 100,
                superset: None,
            });
        }
        // What is not finished yet, and what was not planned, says nothing; the latter was done all the same.
        days[4].status = SessionStatus::Active;
        days[2].exercises[0].frozen = None;
        keep(&store, &days).await;
        let (athlete, key) = (days[0].athlete_id, days[0].exercises[0].exercise_key.to_string());
        let mut tx = store.read().await.unwrap();
        let before = days[5].started_at.unwrap();
        let found = tx.earlier_policies(athlete, std::slice::from_ref(&key), before).await.unwrap();
        assert_eq!(found[&key], [RepPolicy::range(4, 40), RepPolicy::range(2, 20)]);
        let found =
            tx.earlier_policies(athlete, std::slice::from_ref(&key), before.plus_seconds(1)).await.unwrap();
        assert_eq!(found[&key], [RepPolicy::range(6, 60), RepPolicy::range(4, 40)]);
        assert!(tx.earlier_policies(Id::derive(&["another"]), &[key], before).await.unwrap().is_empty());
    });
}

#[test]
fn sg_1_a_part_of_the_runs_of_some_days_and_of_a_session_is_read_without_the_rest() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let athlete = session().athlete_id;
        let mut tx = store.write().await.unwrap();
        for (number, body) in (1..).zip(["{\"advice\":[1]}", "{}", "{\"advice\":[3],\"more\":4}"]) {
            let run = Run {
                session_id: Id::derive(&[if number == 3 { "third" } else { "first" }]),
                run: number,
                trace_id: TraceId::from_number(u64::from(number)),
                at: at("2026-03-07T18:00:00Z").plus_seconds(i64::from(number)),
                report: serde_json::from_str::<serde_json::Value>(body).unwrap(),
            };
            tx.add_run(athlete, &run).await.unwrap();
        }
        let mut parts = async |since, session: &str| {
            let session = Id::derive(&[session]);
            let runs = tx.parts_of_runs::<Vec<u32>>(athlete, at(since), session, "advice").await.unwrap();
            runs.into_iter().map(|run| (run.run, run.report)).collect::<Vec<_>>()
        };
        assert_eq!(parts("2026-03-07T18:00:03Z", "none").await, [(3, Some(vec![3]))]);
        let all = [(1, Some(vec![1])), (2, None), (3, Some(vec![3]))];
        assert_eq!(parts("2026-03-07T18:00:03Z", "first").await, all);
        assert_eq!(parts("2026-03-07T18:00:00Z", "first").await, all);
    });
}

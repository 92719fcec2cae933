//! A job is there once, is taken by one, and is never forgotten.

use std::collections::BTreeSet;

use domain::{
    anatomy::Muscle,
    id::Id,
    person::Athlete,
    time::{DateSpan, Instant, LocalDate},
};
use serde_json::json;
use store::{Claim, Figures, JobRow, MetricRow, MuscleWeekRow, Names, NewJob, ReportRow, RollingRow, Store};
use uuid::Uuid;

use crate::both::{Fresh, on_both};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn noon() -> Instant {
    at("2026-03-02T12:00:00Z")
}

fn athlete() -> Id<Athlete> {
    Id::derive(&["athlete"])
}

/// The id of the nth of many.
fn number(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

fn new(n: u128, period: &str) -> NewJob {
    NewJob {
        id: number(n),
        name: "count".to_owned(),
        athlete: Some(athlete()),
        period: period.to_owned(),
        due_at: noon(),
    }
}

async fn enqueue(store: &Store, jobs: &[NewJob]) -> u64 {
    let mut tx = store.write().await.unwrap();
    let new = tx.enqueue(jobs).await.unwrap();
    tx.commit().await.unwrap();
    new
}

async fn claim(store: &Store, worker: u128, now: Instant) -> Option<JobRow> {
    claim_of(store, worker, now, Names::All).await
}

async fn claim_of(store: &Store, worker: u128, now: Instant, names: Names<'_>) -> Option<JobRow> {
    let claim =
        Claim { worker: number(worker), now, lease_until: now.plus_seconds(90), most_attempts: 3, names };
    let mut tx = store.write().await.unwrap();
    let job = tx.claim_job(&claim).await.unwrap();
    tx.commit().await.unwrap();
    job
}

async fn finish(store: &Store, job: u128, worker: u128) -> bool {
    let mut tx = store.write().await.unwrap();
    let done = tx.finish_job(number(job), number(worker), noon(), json!({ "things": 1 })).await.unwrap();
    tx.commit().await.unwrap();
    done
}

async fn fail(store: &Store, job: u128, worker: u128, again: Option<Instant>) -> bool {
    let mut tx = store.write().await.unwrap();
    let failed = tx.fail_job(number(job), number(worker), again, "no luck").await.unwrap();
    tx.commit().await.unwrap();
    failed
}

#[test]
fn a_job_is_there_once_for_a_name_an_athlete_and_a_period() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        assert_eq!(enqueue(&store, &[new(1, "2026-03-01")]).await, 1);
        assert_eq!(enqueue(&store, &[new(2, "2026-03-01"), new(3, "2026-03-02")]).await, 1);
        let everybody = NewJob { athlete: None, ..new(4, "2026-03-01") };
        assert_eq!(enqueue(&store, &[everybody]).await, 1);
        // One that is done is not done again.
        assert_eq!(claim(&store, 100, noon()).await.unwrap().id, number(1));
        assert!(finish(&store, 1, 100).await);
        assert_eq!(enqueue(&store, &[new(5, "2026-03-01")]).await, 0);
        // What is put in the queue by work that fails is not in the queue.
        let mut tx = store.write().await.unwrap();
        tx.enqueue(&[new(6, "2026-03-03")]).await.unwrap();
        drop(tx);
        let mut tx = store.read().await.unwrap();
        let tally = tx.job_tallies().await.unwrap().remove(0);
        assert_eq!((tally.waiting, tally.running, tally.dead), (2, 0, 0));
        assert_eq!(tally.last_success, Some(noon().millis()));
    });
}

#[test]
fn a_job_is_taken_when_it_is_due_and_by_one_worker() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        enqueue(&store, &[new(1, "a"), NewJob { due_at: noon().minus_seconds(1), ..new(2, "b") }]).await;
        assert_eq!(claim(&store, 100, noon().minus_seconds(2)).await, None);
        assert_eq!(claim(&store, 100, noon()).await.unwrap().id, number(2));
        assert_eq!(claim(&store, 101, noon()).await.unwrap().id, number(1));
        assert_eq!(claim(&store, 102, noon()).await, None);
        assert!(!finish(&store, 1, 100).await, "it is the other worker's");
        assert!(finish(&store, 1, 101).await && finish(&store, 2, 100).await);
        assert!(!finish(&store, 2, 100).await, "it is done");
    });
}

#[test]
fn a_lease_that_ended_is_anybodys_and_a_sign_of_life_keeps_it() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        enqueue(&store, &[new(1, "a")]).await;
        claim(&store, 100, noon()).await.unwrap();
        let mut tx = store.write().await.unwrap();
        assert!(tx.extend_lease(number(1), number(100), noon().plus_seconds(200)).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(claim(&store, 101, noon().plus_seconds(199)).await, None);
        let taken = claim(&store, 101, noon().plus_seconds(200)).await.unwrap();
        assert_eq!((taken.id, taken.attempts), (number(1), 2));
        // The first worker comes back and finds that it is not its job any more.
        let mut tx = store.write().await.unwrap();
        assert!(!tx.extend_lease(number(1), number(100), noon().plus_seconds(900)).await.unwrap());
        drop(tx);
        assert!(!finish(&store, 1, 100).await && !fail(&store, 1, 100, None).await);
        assert!(finish(&store, 1, 101).await);
    });
}

#[test]
fn a_failed_job_waits_and_is_dead_in_the_end_until_it_is_let_begin_anew() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        enqueue(&store, &[new(1, "a")]).await;
        claim(&store, 100, noon()).await.unwrap();
        assert!(fail(&store, 1, 100, Some(noon().plus_seconds(60))).await);
        assert_eq!(claim(&store, 100, noon().plus_seconds(59)).await, None);
        assert_eq!(claim(&store, 100, noon().plus_seconds(60)).await.unwrap().attempts, 2);
        assert!(fail(&store, 1, 100, None).await);
        assert_eq!(claim(&store, 100, noon().plus_seconds(9999)).await, None);
        let mut tx = store.write().await.unwrap();
        let dead = tx.dead_jobs().await.unwrap();
        assert_eq!((dead.len(), dead[0].notes.error.as_deref()), (1, Some("no luck")));
        assert!(tx.retry_job(number(1), noon()).await.unwrap());
        assert!(!tx.retry_job(number(1), noon()).await.unwrap(), "it is not dead any more");
        tx.commit().await.unwrap();
        assert_eq!(claim(&store, 100, noon()).await.unwrap().attempts, 1);
    });
}

#[test]
fn a_job_that_takes_its_worker_with_it_is_dead_after_some_attempts() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        enqueue(&store, &[new(1, "a")]).await;
        for attempt in 0..3 {
            let job = claim(&store, 100 + attempt, noon().plus_seconds(90 * i64::try_from(attempt).unwrap()));
            assert_eq!(job.await.unwrap().attempts, i64::try_from(attempt).unwrap() + 1);
        }
        assert_eq!(claim(&store, 104, noon().plus_seconds(9999)).await, None);
        assert_eq!(store.read().await.unwrap().dead_jobs().await.unwrap().len(), 1);
    });
}

#[test]
fn old_jobs_are_removed_and_open_ones_stay() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        enqueue(&store, &[new(1, "a"), new(2, "b")]).await;
        claim(&store, 100, noon()).await.unwrap();
        assert!(finish(&store, 1, 100).await);
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.remove_jobs_before(noon()).await.unwrap(), 0);
        assert_eq!(tx.remove_jobs_before(noon().plus_seconds(1)).await.unwrap(), 1);
        assert!(tx.has_open_job("count", athlete()).await.unwrap());
        assert!(!tx.has_open_job("other", athlete()).await.unwrap());
    });
}

/// Many workers, each with connections of its own, take from one queue at the same moment.
#[test]
fn no_job_is_taken_twice_however_many_workers_take() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for fresh in [Fresh::sqlite(), Fresh::postgres().await] {
            let store = fresh.store().await;
            let jobs: Vec<NewJob> = (0..120).map(|n| new(n + 1, &n.to_string())).collect();
            enqueue(&store, &jobs).await;
            let mut stores = Vec::new();
            for _ in 0..4 {
                stores.push(fresh.store().await);
            }
            let take_all = async |worker: u128, store: &Store| {
                let mut taken = Vec::new();
                while let Some(job) = claim(store, worker, noon()).await {
                    taken.push(job.id);
                }
                taken
            };
            let taken = tokio::join!(
                take_all(1000, &stores[0]),
                take_all(1001, &stores[1]),
                take_all(1002, &stores[2]),
                take_all(1003, &stores[3]),
                take_all(1004, &stores[0]),
                take_all(1005, &stores[1]),
            );
            let all = [taken.0, taken.1, taken.2, taken.3, taken.4, taken.5];
            assert!(all.iter().filter(|taken| !taken.is_empty()).count() > 1, "one worker took all");
            let all: Vec<Uuid> = all.concat();
            assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (120, 120));
        }
    });
}

fn metric(metric_type: &str, numerator: i64, denominator: i64) -> MetricRow {
    MetricRow {
        athlete: Some(athlete()),
        metric_type: metric_type.to_owned(),
        report_date: "2026-03-01".parse().unwrap(),
        window_days: 28,
        dims: "{}".to_owned(),
        numerator,
        denominator,
        status: "ok".to_owned(),
        engine_version: "0".to_owned(),
        created_at: noon(),
    }
}

#[test]
fn a_2_figures_of_a_day_replace_those_before_and_are_the_athletes_own() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let date = "2026-03-01".parse().unwrap();
        let mut tx = store.write().await.unwrap();
        let rows = [metric("kpi_a", 18, 24), metric("kpi_b", 1, 2)];
        tx.replace_metrics(Some(athlete()), date, &rows).await.unwrap();
        tx.replace_metrics(Some(athlete()), date, &[metric("kpi_a", 19, 24)]).await.unwrap();
        let all = Figures { metric_type: None, from: date, to: date };
        assert_eq!(tx.metrics(Some(athlete()), all).await.unwrap(), [metric("kpi_a", 19, 24)]);
        assert!(tx.metrics(None, all).await.unwrap().is_empty());
        assert_eq!(tx.newest_metric(Some(athlete())).await.unwrap(), Some(date));
        let sums = tx.metric_sums(date).await.unwrap();
        assert_eq!((sums[0].numerator, sums[0].denominator, sums[0].athletes), (19, 24, 1));
        assert_eq!(tx.remove_metrics_before("2026-03-02".parse().unwrap()).await.unwrap(), 1);
        assert_eq!(tx.newest_metric(Some(athlete())).await.unwrap(), None);
    });
}

#[test]
fn a_24_rolling_sums_are_replaced_as_a_whole_and_reports_get_another_revision() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let row = |key: &str, volume| RollingRow {
            exercise_key: key.to_owned(),
            to_date: "2026-03-01".parse().unwrap(),
            volume: (volume, 2),
            rpe: (150, 2),
        };
        let mut tx = store.write().await.unwrap();
        tx.replace_rolling(athlete(), &[row("push_up", 60), row("squat", 40)]).await.unwrap();
        tx.replace_rolling(athlete(), &[row("squat", 50)]).await.unwrap();
        assert_eq!(tx.rolling(athlete()).await.unwrap(), [row("squat", 50)]);
        let report = |text: &str| ReportRow {
            period: "2026-03-02".to_owned(),
            revision: 1,
            created_at: noon(),
            report: text.to_owned(),
        };
        assert!(tx.add_report(athlete(), "review", &report("a")).await.unwrap());
        assert!(!tx.add_report(athlete(), "review", &report("a")).await.unwrap());
        assert!(tx.add_report(athlete(), "review", &report("b")).await.unwrap());
        let kept = tx.reports::<String>(athlete(), "review").await.unwrap();
        let kept: Vec<_> = kept.iter().map(|row| (row.revision, row.report.as_str())).collect();
        assert_eq!(kept, [(1, "a"), (2, "b")]);
    });
}

#[test]
fn a_24_weeks_of_muscles_are_replaced_on_some_days_and_others_stay() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let day = |text: &str| text.parse::<LocalDate>().unwrap();
        let row = |week: &str, muscle, done| MuscleWeekRow {
            week: day(week),
            muscle,
            planned: 120,
            done,
            target: 130,
        };
        let old = [
            row("2026-02-23", Muscle::Lats, 80),
            row("2026-03-02", Muscle::Chest, 90),
            row("2026-03-09", Muscle::Chest, 60),
        ];
        let new = [row("2026-03-02", Muscle::Chest, 100), row("2026-03-02", Muscle::Lats, 70)];
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.newest_muscle_week(athlete()).await.unwrap(), None);
        let all = DateSpan { from: day("2026-01-01"), to: day("2026-12-31") };
        tx.replace_muscle_weeks(athlete(), all, &old).await.unwrap();
        let late = DateSpan { from: day("2026-03-01"), to: day("2026-03-08") };
        tx.replace_muscle_weeks(athlete(), late, &new).await.unwrap();
        assert_eq!(tx.newest_muscle_week(athlete()).await.unwrap(), Some(day("2026-03-09")));
        assert_eq!(tx.muscle_weeks(athlete(), all).await.unwrap(), [old[0], new[0], new[1], old[2]]);
        assert_eq!(tx.muscle_weeks(athlete(), late).await.unwrap(), new);
    });
}

#[test]
fn a_worker_takes_only_jobs_of_its_names() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let named = |n: u128, name: &str| NewJob { name: name.to_owned(), ..new(n, "2026-03-02") };
        enqueue(&store, &[named(1, "ask_model"), named(2, "ask_models"), named(3, "archive")]).await;
        let slow: &[&str] = &["ask_model", "fetch"];
        let name = |row: Option<JobRow>| row.map(|row| row.name);
        assert_eq!(name(claim_of(&store, 1, noon(), Names::Only(slow)).await).as_deref(), Some("ask_model"));
        assert_eq!(name(claim_of(&store, 1, noon(), Names::Only(slow)).await), None);
        let mut others = BTreeSet::new();
        while let Some(row) = claim_of(&store, 2, noon(), Names::Without(slow)).await {
            others.insert(row.name);
        }
        assert_eq!(others.into_iter().collect::<Vec<_>>(), ["archive", "ask_models"]);
    });
}

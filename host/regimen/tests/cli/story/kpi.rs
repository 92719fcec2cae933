//! Figures of sessions, on both databases (A-1, A-4..A-10, A-36).

use domain::{
    equipment::Equipment,
    session::{Intent, SelectionMode, Session, SessionOrigin},
    time::LocalDate,
};
use regimen::service::{
    account,
    app::{App, Caller},
    figures,
    jobs::run::run_now,
    kpi::{self, Kpis, gate::IntentDefault},
    profile::Location,
    session::{
        finish,
        log::{self, Logged},
        start::AtGate,
        swap,
    },
    settings, template,
    workout::{self, Saving, Wanted},
};
use store::MetricRow;

use super::{
    both::on_both,
    person::{Person, newcomer, profile, sets},
};

type Dims = (Option<SelectionMode>, Option<Intent>);

impl Person {
    async fn kpis(&self, dims: Dims) -> Kpis {
        kpi::kpis(&self.app, &self.caller, (None, None), dims).await.unwrap()
    }
}

fn count(kpis: &Kpis, name: &str) -> Option<(i64, i64)> {
    kpis.kpis.iter().find(|one| one.name == name).map(|one| (one.numerator, one.n))
}

#[test]
fn a_5_a_6_a_7_a_10_sessions_count_by_what_happened_to_them() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        assert_eq!(anna.kpis((None, None)).await.kpis, [], "nothing to count, no figure");
        for _ in 0..2 {
            anna.train(1).await;
            anna.advance_hours(47);
        }
        // One is changed in the middle and left early, one is skipped.
        let row = anna.begin(AtGate::AcceptAll).await;
        anna.advance_hours(1);
        let old = row.session.exercises.last().unwrap().exercise_key.clone();
        let found = swap::alternatives(&anna.app, &anna.caller, row.session.id, &old).await.unwrap();
        let new = &found.candidates[0].exercise_id;
        swap::swap(&anna.app, &anna.caller, row.session.id, &old, new, "pain").await.unwrap();
        let first = &row.session.exercises[0];
        let set = sets(first, 0).remove(0);
        let logged = Logged { performance_id: first.id, set, at: None };
        log::log(&anna.app, &anna.caller, row.session.id, &[logged]).await.unwrap();
        anna.finish(&row).await.unwrap();
        anna.advance_hours(47);
        let row = anna.begin(AtGate::AcceptAll).await;
        finish::skip(&anna.app, &anna.caller, row.session.id, "ill").await.unwrap();
        anna.advance_hours(48);
        let kpis = anna.kpis((None, None)).await;
        assert_eq!(count(&kpis, "completionRate"), Some((2, 4)), "{kpis:?}");
        assert_eq!(count(&kpis, "preStartEditRate").map(|(edited, _)| edited), Some(0));
        assert_eq!(count(&kpis, "painIncidence"), Some((0, 3)));
        assert_eq!(count(&kpis, "conflictIncidence"), Some((0, 3)));
        assert_eq!(count(&kpis, "painExclusionsPerSession"), Some((0, 4)));
        assert_eq!(count(&kpis, "midWorkoutSubstitutionRate").map(|(swapped, _)| swapped), Some(1));
        assert_eq!(kpis.substitution_reasons, [("pain", 1)].into());
        let (done, planned) = count(&kpis, "volumeAdherenceAccuracy").unwrap();
        assert!(0 < done && done < planned, "{kpis:?}");
        // All of them were of one mode and intent; of others there is nothing.
        let own = anna.kpis((Some(SelectionMode::Intent), Some(Intent::FullBody))).await;
        assert_eq!(count(&own, "completionRate"), Some((2, 4)));
        assert_eq!(anna.kpis((Some(SelectionMode::Auto), None)).await.kpis, []);
    });
}

#[test]
fn a_9_anchors_have_a_trend_once_they_have_three_points() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        for more in 1..=2 {
            anna.train(more).await;
            anna.advance_hours(71);
        }
        assert_eq!(count(&anna.kpis((None, None)).await, "anchorProgressionTrend"), None);
        for more in 3..=6 {
            anna.train(more).await;
            anna.advance_hours(71);
        }
        let kpis = anna.kpis((None, None)).await;
        let (_, of) = count(&kpis, "anchorProgressionTrend").unwrap_or_else(|| panic!("{kpis:?}"));
        assert_eq!(of, 10_000, "in basis points");
    });
}

#[test]
fn a_1_a_36_stored_figures_are_those_of_the_window_whoever_else_trains() {
    on_both(async |fresh| {
        let mut anna = Person::new(fresh.store().await).await;
        for _ in 0..3 {
            anna.train(1).await;
            anna.advance_hours(47);
        }
        anna.advance_hours(48);
        let yesterday: LocalDate = domain::time::add_days(today(&anna).await, -1);
        let (own, days) = (anna.caller, (None, Some(yesterday)));
        let before = kpi::kpis(&anna.app, &own, days, (None, None)).await.unwrap();
        assert!(before.kpis.len() > 8, "{before:?}");
        run_now(&anna.app, "metrics_daily").await.unwrap();
        let stored = figures::list(&anna.app, &own, None, (Some(yesterday), Some(yesterday))).await.unwrap();
        for one in before.kpis.iter().filter(|one| one.name != "anchorProgressionTrend") {
            let snake: String = one.name.chars().fold(String::from("kpi_"), |mut snake, letter| {
                if letter.is_ascii_uppercase() {
                    snake.push('_');
                }
                snake.push(letter.to_ascii_lowercase());
                snake
            });
            let row = stored.iter().find(|row| {
                row.metric_type == snake && row.window_days == 28 && row.dims == serde_json::json!({})
            });
            let row = row.unwrap_or_else(|| panic!("{snake} is not among {stored:?}"));
            assert_eq!((row.numerator, row.denominator, &row.value), (one.numerator, one.n, &one.value));
        }
        assert!(
            stored
                .iter()
                .any(|row| row.metric_type == "kpi_anchor_progression_trend" && row.window_days == 42)
        );
        let known = figures::types();
        assert!(stored.iter().all(|row| known.contains(&row.metric_type)), "{stored:?}");
        assert!(stored.iter().any(|row| row.metric_type == "volume_done" && row.dims["muscle"].is_string()));
        let (_, boris) =
            account::create(&anna.app, newcomer("boris", profile("Europe/Berlin"))).await.unwrap();
        anna.caller = Caller { ..boris.unwrap() };
        anna.train(2).await;
        assert_eq!(kpi::kpis(&anna.app, &own, days, (None, None)).await.unwrap(), before);
    });
}

#[test]
fn a_8_who_trains_in_the_fourth_week_is_kept_from_day_28_on() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let retained = async |day: &str| {
            run_now(&anna.app, "metrics_daily").await.unwrap();
            let day: LocalDate = day.parse().unwrap();
            let rows =
                figures::list(&anna.app, &anna.caller, Some("kpi_retention4w"), (Some(day), Some(day))).await;
            rows.unwrap()
                .into_iter()
                .map(|row| (row.dims.to_string(), row.numerator, row.denominator))
                .collect()
        };
        // Day 0 is the 2nd of March; days 22 to 28 are the 24th to the 30th.
        anna.train(1).await;
        anna.advance_hours(22 * 24);
        anna.train(1).await;
        anna.advance_hours(6 * 24);
        let before: Vec<(String, i64, i64)> = retained("2026-03-29").await;
        assert_eq!(before, [], "day 28 has not passed");
        anna.advance_hours(24);
        let kept: Vec<(String, i64, i64)> = retained("2026-03-30").await;
        let dims = ["{\"cohort\":\"2026-W10\"}", "{\"mode\":\"INTENT\"}", "{}"];
        assert_eq!(kept, dims.map(|dims| (dims.to_owned(), 1, 1)));
    });
}

/// Somebody who comes to an installation with this default and asks for the session that is due.
async fn first_session(app: &App, login: &str, minutes: u32) -> (Caller, Session) {
    let mut profile = profile("Europe/Berlin");
    profile.session_minutes = minutes;
    profile.locations = vec![Location {
        name: "gym".to_owned(),
        equipment: Equipment::ALL.iter().map(ToString::to_string).collect(),
        inventory: None,
    }];
    let (_, caller) = account::create(app, newcomer(login, profile)).await.unwrap();
    let caller = caller.unwrap();
    (caller, due_session(app, &caller, &Wanted::default()).await)
}

async fn due_session(app: &App, caller: &Caller, wanted: &Wanted) -> Session {
    workout::plan_session(app, caller, wanted, &Saving::default()).await.unwrap().session
}

#[test]
fn kp_8_new_athletes_begin_with_what_the_installation_has_as_its_default() {
    on_both(async |fresh| {
        let now = "2026-03-02T07:00:00Z".parse().unwrap();
        let app = App::scripted(fresh.store().await, now, 1).with_intent_default(IntentDefault::Off);
        let (anna, first) = first_session(&app, "anna", 120).await;
        assert_eq!((first.selection_mode, first.origin), (SelectionMode::Auto, SessionOrigin::Template));
        let starter = template::list(&app, &anna).await.unwrap();
        let keys: Vec<_> = first.exercises.iter().map(|one| &one.exercise_key).collect();
        assert!(
            starter.iter().any(|one| {
                one.template.exercises.len() == keys.len()
                    && one.template.exercises.iter().all(|entry| keys.contains(&&entry.exercise_id))
            }),
            "{keys:?}"
        );
        // What is named, and what the athlete has set, goes before the default.
        let named = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        assert_eq!(due_session(&app, &anna, &named).await.selection_mode, SelectionMode::Intent);
        settings::set(&app, &anna, "sessions_from", "intent").await.unwrap();
        let own = due_session(&app, &anna, &Wanted::default()).await;
        assert_eq!(own.selection_mode, SelectionMode::Intent);
        // A template that does not fit the time is none for who did not ask for it.
        let (_, short) = first_session(&app, "boris", 15).await;
        assert_eq!(short.selection_mode, SelectionMode::Intent);
        let app = app.with_intent_default(IntentDefault::On);
        let (_, by_intent) = first_session(&app, "clara", 120).await;
        assert_eq!(by_intent.selection_mode, SelectionMode::Intent);
    });
}

/// Keeps what the gate says of a week: the items that fail.
async fn gate_week(app: &App, last: &str, failing: &[&str]) {
    let last: LocalDate = last.parse().unwrap();
    let row = |dims: String, numerator: usize, denominator: i64| MetricRow {
        athlete: None,
        metric_type: "kpi_default_gate".to_owned(),
        report_date: last,
        window_days: 84,
        dims,
        numerator: i64::try_from(numerator).unwrap(),
        denominator,
        status: "ok".to_owned(),
        engine_version: "0".to_owned(),
        created_at: app.now(),
    };
    let mut rows = vec![row("{}".to_owned(), 4 - failing.len(), 4)];
    rows.extend(failing.iter().map(|item| row(format!("{{\"item\":\"{item}\"}}"), 0, 1)));
    let mut tx = app.store.write().await.unwrap();
    tx.replace_metrics(None, last, &rows).await.unwrap();
    tx.commit().await.unwrap();
}

#[test]
fn a_11_auto_follows_the_gate_of_two_weeks() {
    on_both(async |fresh| {
        let now = "2026-04-06T07:00:00Z".parse().unwrap();
        let app = App::scripted(fresh.store().await, now, 1).with_intent_default(IntentDefault::Auto);
        let mode = async |login: &str| {
            let report = kpi::gate::gate(&app).await.unwrap();
            let (_, session) = first_session(&app, login, 120).await;
            let by_intent = session.selection_mode == SelectionMode::Intent;
            assert_eq!((report.setting, report.intent_is_default), (IntentDefault::Auto, by_intent));
            session.selection_mode
        };
        assert_eq!(mode("anna").await, SelectionMode::Auto, "no week has been judged");
        gate_week(&app, "2026-03-08", &[]).await;
        assert_eq!(mode("boris").await, SelectionMode::Auto, "one ready week");
        gate_week(&app, "2026-03-15", &[]).await;
        assert_eq!(mode("clara").await, SelectionMode::Intent, "two in a row");
        gate_week(&app, "2026-03-22", &["completionRate", "preStartEditRate"]).await;
        assert_eq!(mode("dora").await, SelectionMode::Intent, "completion fails once");
        gate_week(&app, "2026-03-29", &["retention4w"]).await;
        assert_eq!(mode("emil").await, SelectionMode::Auto, "completion, then retention");
    });
}

/// The athlete's date.
async fn today(person: &Person) -> LocalDate {
    regimen::service::overview::today(&person.app, &person.caller).await.unwrap()
}

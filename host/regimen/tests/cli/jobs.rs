//! `regimen jobs`, `metrics`, `events` and `review` as a person meets them.

use domain::time::Instant;
use regimen::service::{
    account,
    app::{App, Place},
};
use store::Store;

use super::{
    Machine,
    story::person::{newcomer, profile},
};

/// A zone where it is noon, so that what is done at night is done at whichever hour the test runs.
fn noon(seconds: u64) -> String {
    // The names of these zones count westwards.
    match i64::try_from(seconds / 3600 % 24).unwrap() - 12 {
        0 => "Etc/GMT".to_owned(),
        west => format!("Etc/GMT{west:+}"),
    }
}

/// A machine on which somebody signed up a week ago.
pub(crate) fn machine() -> Machine {
    let machine = Machine::new();
    let place = Place::Sqlite(machine.path("data/regimen.db"));
    std::fs::create_dir_all(machine.path("data")).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let week_ago = i64::try_from(now.as_millis()).unwrap() - 8 * 86_400_000;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&place).await.unwrap();
        let app = App::scripted(store, Instant::from_millis(week_ago).unwrap(), 1);
        account::create(&app, newcomer("anna", profile(&noon(now.as_secs())))).await.unwrap();
        app.close().await;
    });
    machine.set("REGIMEN_DATA", "data")
}

#[test]
fn gl_10_jobs_are_listed_run_and_tell_what_they_did() {
    let machine = machine();
    let list = machine.run(&["jobs"]).data();
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    assert!(list.contains("archive_progress") && list.contains("when needed"), "{list}");
    let ran = machine.run(&["jobs", "run", "--due"]).data();
    assert!(ran.contains("archive_progress: one run") && ran.contains("days counted: 8"), "{ran}");
    assert_eq!(machine.run(&["jobs", "run", "--due"]).data(), "Nothing is due.\n");
    let list = machine.run(&["jobs", "list", "--json"]).json();
    let jobs = list["jobs"].as_array().unwrap();
    let archive = jobs.iter().find(|job| job["name"] == "archive_progress").unwrap();
    assert!(archive["last_success"].is_string() && archive["next"].is_string(), "{archive}");
    let again = machine.run(&["jobs", "archive", "--lang", "ru"]).data();
    assert!(again.starts_with("archive_progress: 1 запуск"), "{again}");
    let refusal = machine.run(&["jobs", "run", "archive_progres"]).refusal();
    assert!(refusal.contains("maybe") && refusal.contains("archive_progress"), "{refusal}");
    let unknown = machine.run(&["jobs", "retry", "0198c0de-0000-7000-8000-000000000001", "--json"]);
    assert_eq!(unknown.refusal_object()["code"], "not_found");
}

#[test]
fn a_35_figures_and_events_are_shown_with_their_counts() {
    let machine = machine();
    assert_eq!(machine.run(&["metrics"]).data(), "There are no figures yet.\n");
    machine.run(&["jobs", "run", "metrics_daily"]).data();
    let page = machine.run(&["metrics"]).data();
    assert!(page.contains("progression_fatigue_alerts"), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    let rows = machine.run(&["metrics", "--type", "progression_fatigue_alerts", "--json"]).json();
    assert_eq!((&rows[0]["numerator"], &rows[0]["value"]), (&0.into(), &"0.000".into()), "{rows}");
    assert_eq!(machine.run(&["events"]).data(), "There are no such events.\n");
    assert_eq!(machine.run(&["kpi"]).data(), "There is nothing to count on these days.\n");
    let unknown = machine.run(&["metrics", "--type", "kpi_completion", "--json"]).refusal_object();
    assert_eq!(unknown["code"], "unknown_metric");
    assert_eq!(machine.run(&["volume"]).data(), "No week has been added up yet.\n");
    let gate = machine.run(&["kpi", "gate"]);
    assert_eq!(gate.status, 3, "{}", gate.err);
    assert!(gate.out.starts_with("There are too few sessions or athletes to tell."), "{}", gate.out);
    assert!(gate.out.lines().all(|line| line.chars().count() <= 80), "{}", gate.out);
    let model = machine.run(&["miss-model"]).data();
    assert!(model.starts_with("There is no model yet"), "{model}");
    assert!(model.lines().all(|line| line.chars().count() <= 80), "{model}");
    assert_eq!(machine.run(&["miss-model", "status", "--json"]).json()["active"], false);
    let train = machine.run(&["miss-model", "train", "--lang", "ru"]);
    assert_eq!(train.status, 3, "{}", train.out);
    assert!(train.err.contains("в отчётах: 0, а модели нужно 300"), "{}", train.err);
    let refusal = machine.run(&["events", "--kind", "alert"]).refusal();
    assert!(refusal.contains("alert"), "{refusal}");
}

#[test]
fn p_45_a_review_is_exported_and_a_faulty_one_is_refused_with_its_line() {
    let machine = machine();
    let csv = machine.run(&["review", "export"]).data();
    assert_eq!(csv, "athlete_id,exercise_key,level,last_dates,volumes,rpe,reasons,verified\n");
    let empty = machine.file("empty.csv", &csv);
    assert_eq!(
        machine.run(&["review", "import", &empty]).data(),
        "Nothing was filled in; nothing was changed.\n"
    );
    let line = "0198c0de-0000-7000-8000-0000000000a1,pull_up,,,,,,perhaps\n";
    let faulty = machine.file("faulty.csv", format!("{csv}{line}"));
    let refusal = machine.run(&["review", "import", &faulty, "--json"]).refusal_object();
    assert_eq!(
        (&refusal["code"], &refusal["status"]),
        (&"invalid_verified".into(), &422.into()),
        "{refusal}"
    );
    assert!(refusal["detail"].as_str().unwrap().contains("line 2"), "{refusal}");
}

//! `regimen activity` and `regimen strava` as a person meets them (L-6, L-37).

use serde_json::json;

use super::jobs::machine;

#[test]
fn l_6_activities_are_brought_from_a_file_and_listed() {
    let machine = machine();
    assert_eq!(machine.run(&["activity"]).data(), "There are no activities in these days.\n");
    let start = domain::time::Instant::from_millis(
        i64::try_from(
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis(),
        )
        .unwrap(),
    );
    let start = start.unwrap().minus_seconds(7200);
    let list = json!([
        { "id": 11, "name": "Lunch Run", "type": "Run", "start_date": start, "elapsed_time": 2700, "distance": 8049.6 },
        { "id": 12, "sport_type": "Ride", "elapsed_time": 60 },
    ]);
    machine.file("activities.json", list.to_string());
    let trial = machine.run(&["activity", "import", "activities.json", "--dry-run"]).data();
    assert!(trial.starts_with("A trial: new 1, changed 0, known 0; nothing was kept."), "{trial}");
    assert!(trial.contains("One activity was skipped for want of a start or a length: 1"), "{trial}");
    let kept = machine.run(&["activity", "import", "activities.json", "--json"]).json();
    assert_eq!((&kept["new"], &kept["skipped"]), (&json!(1), &json!([1])));
    let russian = machine.run(&["activity", "import", "activities.json", "--lang", "ru"]).data();
    assert!(russian.starts_with("Новых: 0, изменено: 0, уже известно: 1."), "{russian}");
    let shown = machine.run(&["activity"]).data();
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let row = shown.lines().nth(1).unwrap();
    for part in ["Run", "45", "8.0", "~45", "Lunch Run"] {
        assert!(row.contains(part), "{part} is not in {row}");
    }
    machine.file("one.json", "{}");
    assert_eq!(
        machine.run(&["activity", "import", "one.json", "--json"]).refusal_object()["code"],
        "invalid_document"
    );
}

#[test]
fn l_37_a_machine_without_strava_says_so() {
    let machine = machine();
    let status = machine.run(&["strava"]).data();
    assert!(status.contains("not set up on this server"), "{status}");
    let refused = machine.run(&["strava", "sync"]).refusal();
    assert!(refused.contains("strava.client_id") && refused.contains("secret_key"), "{refused}");
    let id = machine.set("REGIMEN_STRAVA_CLIENT_ID", "12345").set("REGIMEN_STRAVA_CLIENT_SECRET", "abc");
    let refused = id.run(&["strava", "sync"]).refusal();
    assert!(refused.contains("secret_key") && !refused.contains("client_id"), "{refused}");
    let short = id.set("REGIMEN_SECRET_KEY", "short");
    let refused = short.run(&["strava"]).refusal();
    assert!(refused.contains("32 letters") && !refused.contains("`short`"), "{refused}");
    let set = short.set("REGIMEN_SECRET_KEY", "0123456789abcdef0123456789abcdef");
    let status = set.run(&["strava"]).data();
    assert!(status.contains("http://127.0.0.1:8080/more/strava"), "{status}");
    let open = set.set("REGIMEN_STRAVA_BASE_URL", "http://strava.example.org");
    assert!(open.run(&["strava"]).refusal().contains("https://"));
}

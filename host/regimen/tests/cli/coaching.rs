//! `regimen progress`, `regimen suggest` and `regimen plan`: what they print, and how they say no.

use serde_json::{Value, json};
use testkit::expect_file;

use super::{Answer, Machine, regimen};

const WIDTH: usize = 80;

/// The commands that learn from what was done, each with the document that it reads.
const COMMANDS: [(&[&str], &str); 4] = [
    (&["progress", "decide"], "progress-input"),
    (&["suggest", "run"], "suggest-input"),
    (&["suggest", "outcome"], "outcome-input"),
    (&["plan", "replay"], "plan-replay"),
];

fn example(document: &str) -> Value {
    serde_json::from_str(&regimen(&["schema", document, "--example"]).data()).unwrap()
}

/// Runs a command on a file with this content.
fn run(command: &[&str], content: &Value, options: &[&str]) -> Answer {
    let machine = Machine::new();
    machine.file("input.json", content.to_string());
    machine.run(&[command, &["input.json"], options].concat())
}

/// The document with the value at a pointer replaced.
fn with(mut document: Value, pointer: &str, value: Value) -> Value {
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    document
}

#[test]
fn every_page_is_one_a_person_can_read_in_both_languages() {
    for (command, document) in COMMANDS {
        for lang in ["en", "ru"] {
            let page = run(command, &example(document), &["--lang", lang]).data();
            let wide = page.lines().find(|line| line.chars().count() > WIDTH);
            assert_eq!(wide, None, "{command:?} in {lang}");
            assert!(!page.contains("{$") && !page.contains("{ $"), "{command:?} in {lang}: {page}");
            let suffix = if lang == "en" { "txt" } else { "ru.txt" };
            expect_file(format!("../../examples/{}.{suffix}", command.join("-")), &page);
        }
    }
}

#[test]
fn every_answer_is_the_same_twice_and_reads_back_as_its_document() {
    for (command, document) in COMMANDS {
        let answer = || run(command, &example(document), &["--json"]).json();
        assert_eq!(answer(), answer(), "{command:?}");
    }
    let decided = run(&["progress", "decide"], &example("progress-input"), &["--json"]).json();
    assert_eq!(decided, example("progress-decisions"));
    let suggested = run(&["suggest", "run"], &example("suggest-input"), &["--json"]).json();
    assert_eq!(suggested, example("suggest-run"));
    let history = run(&["plan", "replay"], &example("plan-replay"), &["--json"]).json();
    assert_eq!(history, example("plan-history"));
}

#[test]
fn p_4_what_cannot_be_decided_is_refused_with_its_code() {
    let report = example("progress-input");
    for (pointer, value, code) in [
        ("/performances/0/rpe", json!(110), "rpe_out_of_range"),
        ("/performances/0/rpe", json!(72.5), "rpe_out_of_range"),
        ("/performances/0/rpe", json!("high"), "invalid_document"),
        ("/items/0/prescription/sets/0/reps", json!(0), "invalid_set_target"),
        ("/items/0/exercise_key", json!("pull_upp"), "unknown_exercise"),
        ("/performances/0/item_id", json!("0198c0de-0000-7000-8000-000000009999"), "unknown_item"),
        ("/performances/0/sets", json!([]), "empty_report"),
        ("/performances/0/comfort", json!(6), "comfort_out_of_range"),
    ] {
        let input = match value {
            // An effort that is missing can be added, too.
            _ if pointer.ends_with("comfort") => {
                let mut input = report.clone();
                input["performances"][0]["comfort"] = value;
                input
            }
            value => with(report.clone(), pointer, value),
        };
        let refusal = run(&["progress", "decide"], &input, &["--json"]).refusal_object();
        assert_eq!(refusal["code"], code, "{pointer}: {refusal}");
    }
}

#[test]
fn pv_4_bad_numbers_of_a_plan_are_refused_with_their_codes() {
    let session = example("suggest-input");
    let low = "/items/0/item/prescription/rep_policy/low";
    let refusal = run(&["suggest", "run"], &with(session, low, json!(99)), &["--json"]).refusal_object();
    assert_eq!(refusal["code"], "invalid_rep_range", "{refusal}");
    let mut planless = example("suggest-input");
    planless.as_object_mut().unwrap().remove("plan_id");
    let refusal = run(&["suggest", "run"], &planless, &["--json"]).refusal_object();
    assert_eq!(refusal["code"], "no_plan");
}

#[test]
fn pv_12_an_event_that_is_refused_is_named_and_the_others_count() {
    let mut events = example("plan-replay");
    let list = events["events"].as_array_mut().unwrap();
    list.push(json!({ "at": "2026-03-09T10:00:00Z", "undo": 99 }));
    list.push(json!({ "at": "2026-03-09T11:00:00Z", "undo": 4 }));
    let answer = run(&["plan", "replay"], &events, &[]);
    assert_eq!(answer.status, 1);
    assert!(answer.out.contains("there is no version 99"), "{}", answer.out);
    assert!(answer.out.contains("change of version 4 undone"), "{}", answer.out);
    let russian = run(&["plan", "replay"], &events, &["--lang", "ru"]).out;
    assert!(russian.contains("версия 99: не найдено"), "{russian}");
    let backwards = with(example("plan-replay"), "/events/0/at", json!("2026-03-30T10:00:00Z"));
    let refusal = run(&["plan", "replay"], &backwards, &["--json"]).refusal_object();
    assert_eq!((&refusal["code"], &refusal["pointer"]), (&json!("bad_value"), &json!("/events/1/at")));
}

#[test]
fn a_35_a_chart_is_a_table_points_or_a_file() {
    let machine = super::jobs::machine();
    let shown = machine.run(&["chart", "calendar"]).data();
    assert!(shown.starts_with("Days of training\n") && shown.contains("No sessions yet."), "{shown}");
    for weight in ["80", "80.5"] {
        machine.run(&["body", weight]).data();
    }
    let points = machine.run(&["chart", "body_weight", "--json"]).json();
    assert_eq!((&points["name"], &points["unit"]), (&"body_weight".into(), &"kg".into()));
    let written = machine.run(&["chart", "muscle_volume", "--out", "muscles.svg"]).data();
    assert_eq!(written, "Written to muscles.svg.\n");
    let svg = std::fs::read_to_string(machine.path("muscles.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("viewBox=\"0 0 720 320\""), "{svg}");
    let table = machine.run(&["chart", "muscle_volume"]).data();
    assert!(table.lines().all(|line| line.chars().count() <= 80) && table.contains("Chest"), "{table}");
    let refused = machine.run(&["chart", "strenght"]).refusal();
    assert!(refused.contains("maybe `strength`") && refused.contains("body_weight"), "{refused}");
}

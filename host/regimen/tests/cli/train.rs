//! `regimen train`: what it prints, and how it says no (EP-4).

use std::io::Write;

use serde_json::{Value, json};
use testkit::expect_file;

use super::{Answer, Machine, regimen};

const DUMBBELLS: &str = include_str!("../../../../examples/dumbbells-knee-40min.json");
const WIDTH: usize = 80;

fn input() -> Value {
    serde_json::from_str(DUMBBELLS).unwrap()
}

/// Runs `train VERB` on a file with this content, which messages call `me.json`.
fn train(verb: &str, content: &str, options: &[&str]) -> Answer {
    let machine = Machine::new();
    machine.file("me.json", content);
    machine.run(&[&["train", verb, "me.json"], options].concat())
}

/// The input with one field, given as a JSON pointer, set to a value.
fn with(pointer: &str, value: Value) -> Value {
    let mut input = input();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    match input.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.insert(field.to_owned(), value)),
        Value::Array(list) => list[field.parse::<usize>().unwrap()] = value,
        other => panic!("{parent} is {other}"),
    }
    input
}

#[test]
fn ep_4_a_session_of_dumbbells_and_a_sore_knee_is_one_a_coach_can_read() {
    for (lang, file) in [("en", "dumbbells-knee-40min.txt"), ("ru", "dumbbells-knee-40min.ru.txt")] {
        let page = train("session", DUMBBELLS, &["--lang", lang]).data();
        assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
        expect_file(format!("../../examples/{file}"), &page);
    }
}

#[test]
fn every_page_fits_a_terminal_in_both_languages() {
    let substitution = regimen(&["schema", "substitution-input", "--example"]).data();
    let week = regimen(&["schema", "week-input", "--example"]).data();
    let explained = with("/explain", json!(true)).to_string();
    for lang in ["en", "ru"] {
        for (verb, content) in [("select", &explained), ("substitute", &substitution), ("week", &week)] {
            let page = train(verb, content, &["--lang", lang]).data();
            let is_wide = |line: &&str| line.chars().count() > WIDTH;
            assert_eq!(page.lines().find(is_wide), None, "{verb} in {lang}: {page}");
            assert!(!page.contains("{$") && !page.contains("{ $"), "{verb} in {lang}: {page}");
            let ids = ["session-", "score-", "filter-", "volume-", "week-", "muscle-", "reason-"];
            let id = ids.iter().find(|id| page.contains(*id));
            assert_eq!(id, None, "{verb} in {lang} shows the name of a text: {page}");
        }
    }
}

#[test]
fn gl_10_the_json_of_a_command_is_the_document_of_the_engine() {
    for (verb, content, document) in [
        ("select", DUMBBELLS.to_owned(), "selection-output"),
        ("session", DUMBBELLS.to_owned(), "workout"),
        ("substitute", regimen(&["schema", "substitution-input", "--example"]).data(), "substitution-output"),
        ("week", regimen(&["schema", "week-input", "--example"]).data(), "week-analysis"),
    ] {
        let printed = train(verb, &content, &["--json"]).json();
        let schema: Value = serde_json::from_str(&regimen(&["schema", document]).data()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator.iter_errors(&printed).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{verb}: {errors:?}");
    }
}

#[test]
fn gl_10_a_dash_reads_standard_input() {
    let machine = Machine::new();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let feeder = std::thread::spawn(move || writer.write_all(DUMBBELLS.as_bytes()).unwrap());
    let output = machine.command(&["train", "session", "-"]).stdin(reader).output().unwrap();
    feeder.join().unwrap();
    let page = train("session", DUMBBELLS, &[]).data();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), page);
}

#[test]
fn loads_are_shown_in_the_unit_of_the_athlete() {
    let inventory = json!({ "unit": "lb", "dumbbells": [1000, 2000, 3000, 4000, 4500] });
    let page = train("session", &with("/inventory", inventory).to_string(), &[]).data();
    assert!(page.contains(" lb/hand") && !page.contains(" kg"), "{page}");
}

#[test]
fn a_barbell_session_says_what_goes_on_each_side() {
    let mut input = with("/constraints/availableEquipment", json!(["barbell", "plates", "rack", "bench"]));
    input["pinnedExerciseIds"] = json!(["bench_press"]);
    input["baselines"] =
        json!([{ "exercise": "bench_press", "context": "volume", "workingWeightMin": 62500 }]);
    input["inventory"] = Value::Null;
    let page = train("session", &input.to_string(), &[]).data();
    assert!(page.contains("bar of 20, on each side 20 + 1.25; warm up with "), "{page}");
}

#[test]
fn vf_4_a_session_that_was_tampered_with_is_found_out() {
    let machine = Machine::new();
    machine.file("me.json", DUMBBELLS);
    let planned = machine.run(&["train", "session", "me.json", "--json"]).data();
    machine.file("plan.json", &planned);
    let verify =
        |options: &[&str]| machine.run(&[&["train", "verify", "me.json", "plan.json"], options].concat());
    assert_eq!(verify(&[]).data(), "The session keeps every rule.\n");
    assert_eq!(verify(&["--json"]).json(), json!([]));

    let mut tampered: Value = serde_json::from_str(&planned).unwrap();
    tampered["workout"]["exercises"][0]["sets"][2]["load_g"] = json!(60_000);
    machine.file("plan.json", tampered.to_string());
    let answer = verify(&[]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""), "{}", answer.out);
    assert!(answer.out.starts_with("The session breaks "), "{}", answer.out);
    assert!(answer.out.contains("dumbbell_bench_press"), "{}", answer.out);
    let breaches: Value = serde_json::from_str(&verify(&["--json"]).out).unwrap();
    assert_eq!(breaches[0]["exercise"], "dumbbell_bench_press");
}

#[test]
fn vf_3_a_simulation_is_shown_by_week_and_repeats_itself() {
    let run = |options: &[&str]| {
        regimen(&[&["train", "simulate", "--schedule", "fb3", "--weeks", "2"], options].concat())
    };
    for lang in ["en", "ru"] {
        let page = run(&["--lang", lang]).data();
        assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
    }
    assert!(run(&[]).data().contains("\nWEEK 2: week 2 of its block, "));
    let report = run(&["--json", "--seed", "7"]).json();
    assert_eq!(report["sessions"].as_array().unwrap().len(), 6);
    assert_eq!(report, run(&["--json", "--seed", "7"]).json());
    let refusal = regimen(&["train", "simulate", "--schedule", "fb4"]).refusal();
    assert!(
        refusal
            .starts_with("error: `fb4` is not a value for `--schedule <SCHEDULE>`; it takes one of ppl1, "),
        "{refusal}"
    );
}

/// The codes of EP-4 that a value of the input can cause: the field, the value, the code, the message.
fn refused_values() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    vec![
        (
            "/pinnedExerciseIds",
            json!(["goblet_sqat"]),
            "unknown_exercise",
            "pinnedExerciseIds.0: goblet_sqat, expected an exercise of the catalogue; maybe `goblet_squat`",
        ),
        (
            "/pinnedExerciseIds",
            json!(["moon_walk_90"]),
            "unknown_exercise",
            "pinnedExerciseIds.0: moon_walk_90, expected an exercise of the catalogue; \
             `regimen catalog list` shows all of them",
        ),
        (
            "/targetMuscles",
            json!(["chest", "quadz"]),
            "unknown_muscle",
            "targetMuscles.1: quadz, expected a muscle; maybe `quads`",
        ),
        (
            "/constraints/availableEquipment",
            json!(["mat", "dumbell"]),
            "unknown_equipment",
            "constraints.availableEquipment.1: dumbell, expected an equipment key; maybe `dumbbell`",
        ),
        (
            "/fatigueState/painFlags",
            json!({ "soul": 2 }),
            "unknown_pain_area",
            "fatigueState.painFlags.soul: soul, expected a body area; known are neck, shoulder, elbow, \
             wrist, upper_back, low_back, chest, hip, knee, ankle, foot, other",
        ),
        (
            "/intent",
            json!("body_part"),
            "target_muscles_required",
            "targetMuscles: a body-part session needs at least one muscle",
        ),
        (
            "/intent",
            json!("pus"),
            "invalid_intent",
            "intent: pus, expected push, pull, legs, upper, lower, full_body, body_part; maybe `push`",
        ),
        (
            "/goals/primary",
            json!("beauty"),
            "invalid_goal",
            "goals.primary: beauty, expected hypertrophy, strength, fat_loss, athleticism, general_health",
        ),
        (
            "/trainingAge",
            json!("pro"),
            "invalid_training_age",
            "trainingAge: pro, expected beginner, intermediate, advanced",
        ),
        (
            "/fatigueState/readinessScore",
            json!(6),
            "invalid_readiness",
            "fatigueState.readinessScore: 6, expected 1..5",
        ),
        ("/sessionMinutes", json!(5), "invalid_session_minutes", "sessionMinutes: 5, expected 10..180"),
        (
            "/constraints/daysPerWeek",
            json!(8),
            "invalid_days_per_week",
            "constraints.daysPerWeek: 8, expected 1..7",
        ),
        ("/weekInBlock", json!(4), "invalid_week_in_block", "weekInBlock: 4, expected 0..3"),
        (
            "/history/2/endedAt",
            json!("2026-03-05T18:00:00Z"),
            "future_history",
            "history.2.endedAt: 2026-03-05T18:00:00Z, expected nothing later than `now`",
        ),
        (
            "/tuning",
            json!({ "load_cap_pct": 200 }),
            "invalid_tuning",
            "tuning.load_cap_pct: 200, expected 100..120",
        ),
    ]
}

#[test]
fn ep_4_every_value_that_is_refused_has_its_code_and_says_what_would_be_right() {
    for (pointer, value, code, message) in refused_values() {
        let input = with(pointer, value).to_string();
        let problem = train("session", &input, &["--json"]).refusal_object();
        assert_eq!((&problem["code"], &problem["status"]), (&json!(code), &json!(422)));
        assert_eq!(problem["detail"], message);
        assert_eq!(problem["validation"].as_array().unwrap().len(), 1);
        assert_eq!(problem["pointer"], problem["validation"][0]["pointer"]);
        let russian = train("select", &input, &["--lang", "ru"]).refusal();
        assert!(russian.starts_with("ошибка: ") && !russian.contains("expected"), "{russian}");
    }
}

#[test]
fn gl_4_all_that_is_wrong_is_said_at_once_under_the_code_of_the_first() {
    let mut input = with("/intent", json!("legz"));
    input["sessionMinutes"] = json!(500);
    input["constraints"]["availableEquipment"] = json!(["kettlebel"]);
    let refusal = train("session", &input.to_string(), &[]).refusal();
    let expected = "\
error: 3 values cannot be used:
  intent: legz, expected push, pull, legs, upper, lower, full_body, body_part; maybe `legs`
  constraints.availableEquipment.0: kettlebel, expected an equipment key; maybe `kettlebell`
  sessionMinutes: 500, expected 10..180
";
    assert_eq!(refusal, expected);
    let problem = train("session", &input.to_string(), &["--json"]).refusal_object();
    assert_eq!(problem["code"], "invalid_intent");
    assert_eq!(problem["pointer"], "/intent");
    let codes: Vec<&Value> =
        problem["validation"].as_array().unwrap().iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes, ["invalid_intent", "unknown_equipment", "invalid_session_minutes"]);
}

#[test]
fn ep_4_illness_pauses_training_with_409_and_exit_3() {
    let ill = with("/flags", json!([{ "kind": "illness", "severity": 2 }])).to_string();
    let answer = train("session", &ill, &[]);
    let message = "error: no training while illness is active; take the time to recover\n";
    assert_eq!((answer.status, answer.err.as_str(), answer.out.as_str()), (3, message, ""));
    let problem: Value = serde_json::from_str(&train("session", &ill, &["--json"]).err).unwrap();
    assert_eq!((&problem["code"], &problem["status"]), (&json!("training_paused"), &json!(409)));
}

#[test]
fn ep_4_without_a_safe_exercise_the_answer_counts_why_and_leaves_with_3() {
    let mut input = with("/intent", json!("body_part"));
    input["targetMuscles"] = json!(["chest"]);
    input["fatigueState"]["painFlags"] = json!({ "chest": 3, "shoulder": 3 });
    let answer = train("session", &input.to_string(), &[]);
    assert_eq!((answer.status, answer.out.as_str()), (3, ""), "{}", answer.err);
    let mut lines = answer.err.lines();
    let head = "error: no exercise is left that is safe and possible; refused were";
    assert_eq!(lines.next(), Some(head));
    assert!(lines.any(|line| line.starts_with("  would load a painful area: ")), "{}", answer.err);
    let problem: Value =
        serde_json::from_str(&train("session", &input.to_string(), &["--json"]).err).unwrap();
    assert_eq!((&problem["code"], &problem["status"]), (&json!("no_safe_exercise"), &json!(422)));
    assert!(problem["facts"]["pain"].as_i64().unwrap() > 0, "{problem}");
}

#[test]
fn gl_4_a_document_that_is_no_json_is_malformed_and_one_of_another_form_invalid() {
    for (content, code, status, message) in [
        ("{\n  \"intent\": }", "malformed_json", 400, "me.json:2:13 is not valid JSON: a value belongs here"),
        ("{", "malformed_json", 400, "me.json:1:1 is not valid JSON: it ends too early"),
        (
            "{\n  \"sessionMinute\": 40\n}",
            "invalid_document",
            422,
            "me.json:2:17: unknown field `sessionMinute`; maybe `sessionMinutes`",
        ),
        (
            "{ \"intent\": \"push\" }",
            "invalid_document",
            422,
            "me.json:1:20: the field `trainingAge` is missing; \
             `regimen schema selection-input --example` prints a valid one",
        ),
        (
            "{ \"intent\": 5 }",
            "invalid_document",
            422,
            "me.json:1:13: whole number 5, expected text; \
             `regimen schema selection-input --example` prints a valid one",
        ),
    ] {
        assert_eq!(train("session", content, &[]).refusal(), format!("error: {message}\n"));
        let problem = train("session", content, &["--json"]).refusal_object();
        assert_eq!((&problem["code"], &problem["status"]), (&json!(code), &json!(status)), "{content}");
    }
    let refusal = regimen(&["train", "session", "nope.json"]).refusal();
    assert_eq!(refusal, "error: cannot read nope.json: there is no such file\n");
}

#[test]
fn an_own_library_is_used_and_must_not_name_an_exercise_twice() {
    let press: Value = serde_json::from_str(domain::exercise::EXAMPLE).unwrap();
    let mut input = with("/exerciseLibrary", json!([press]));
    input["intent"] = json!("push");
    input["constraints"]["availableEquipment"] = json!(["barbell", "plates", "rack", "bench"]);
    let selected = train("select", &input.to_string(), &["--json"]).json();
    assert_eq!(selected["selectedExerciseIds"], json!([press["id"]]));
    input["exerciseLibrary"] = json!([press, press]);
    let problem = train("select", &input.to_string(), &["--json"]).refusal_object();
    assert_eq!(problem["code"], "catalog_invalid");
}

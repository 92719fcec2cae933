//! `regimen session` on documents: planned, spelled out and checked without a database (L-1, GL-10).

use domain::digest::sha256;
use serde_json::{Value, json};
use testkit::expect_file;

use super::{Machine, regimen};

const INPUTS: &str = include_str!("../../../../examples/lower-40min.json");
const PLAN: &str = assistant::document::plan::EXAMPLE;

fn machine() -> Machine {
    let machine = Machine::new();
    machine.file("inputs.json", INPUTS);
    machine.file("plan.json", PLAN);
    machine
}

/// The inputs with the value at a pointer replaced.
fn with(pointer: &str, value: Value) -> String {
    let mut inputs: Value = serde_json::from_str(INPUTS).unwrap();
    *inputs.pointer_mut(pointer).unwrap() = value;
    inputs.to_string()
}

#[test]
fn l_39_a_plan_is_spelled_out_to_the_byte() {
    let yaml = machine().run(&["session", "render", "plan.json"]).data();
    assert_eq!(
        (yaml.len(), sha256(yaml.as_bytes()).as_str()),
        (3884, "759a7f8b06bb3dee313261a6fe9d205c93e85c1f568c750761a629b767cd34f8")
    );
    let rendered = machine().run(&["session", "render", "plan.json", "--json"]).json();
    assert_eq!(rendered["yaml"], yaml);
}

#[test]
fn l_25_a_plan_is_spelled_out_on_the_iron_of_who_has_some() {
    let machine = machine();
    let usual = machine.run(&["session", "render", "plan.json"]).data();
    // A store in which nobody trains yet changes nothing.
    machine.file("weak", "password\n");
    assert_eq!(machine.run(&["account", "create", "anna", "--password-file", "weak"]).status, 2);
    assert_eq!(machine.run(&["account", "list"]).status, 0, "there is a store");
    assert_eq!(machine.run(&["session", "render", "plan.json"]).data(), usual);
    crate::demo::put_today(&machine);
    let own = machine.run(&["--data", "demo", "session", "render", "plan.json"]).data();
    let work = |yaml: &str| yaml.lines().filter(|line| line.contains("id: \"")).count();
    assert_eq!(work(&own), work(&usual), "the same sets, on other iron");
}

#[test]
fn l_1_inputs_are_planned_by_who_is_asked_in_them() {
    let machine = machine();
    let server = testkit::model::ModelServer::start([testkit::model::Turn::Say(
        json!({ "notes_to_user": "A calm start.", "notes": {} }).to_string(),
    )]);
    machine.file("hybrid.json", {
        let mut inputs: Value = serde_json::from_str(INPUTS).unwrap();
        inputs["request"]["planner"] = json!("hybrid");
        inputs.to_string()
    });
    let machine = machine.set("REGIMEN_MODEL_BASE_URL", server.url());
    let outcome = machine.run(&["session", "plan", "--inputs", "hybrid.json", "--json"]).json();
    assert_eq!((&outcome["planner"], &outcome["requested_planner"]), (&json!("rules"), &json!("hybrid")));
    assert_eq!(outcome["workout"]["notes_to_user"], "A calm start.");
    assert_eq!(server.calls().len(), 1);
}

#[test]
fn l_1_a_session_is_planned_without_a_database() {
    let machine = machine();
    let planned = machine.run(&["session", "plan", "--inputs", "inputs.json"]);
    // What is to be known stands beside the file, not in it.
    assert_eq!(
        (planned.status, planned.err.as_str()),
        (0, "estimated start: adjust it to keep 4 reps in reserve\n")
    );
    let yaml = planned.out;
    expect_file("../../examples/lower-40min.yaml", &yaml);
    let outcome = machine.run(&["session", "plan", "--inputs", "inputs.json", "--json"]).json();
    assert_eq!((&outcome["planner"], &outcome["attempts"]["analyzer"]), (&json!("rules"), &json!(0)));
    assert_eq!(outcome["yaml"], yaml);
    let plan = machine.run(&["session", "analyze", "--inputs", "inputs.json"]).out;
    machine.file("own.json", &plan);
    machine.file("own.yaml", &yaml);
    let checked = |args: &[&str]| machine.run(&[&["session", "check"], args].concat()).data();
    assert_eq!(checked(&["own.json", "--inputs", "inputs.json"]), "The document is valid.\n");
    assert_eq!(
        checked(&["own.yaml", "--inputs", "inputs.json", "--plan", "own.json"]),
        "The document is valid.\n"
    );
    assert!(!machine.path(".local/share/regimen").exists(), "nothing is kept");
}

#[test]
fn l_23_a_document_that_was_tampered_with_is_found_out() {
    let machine = machine();
    let mut plan: Value = serde_json::from_str(PLAN).unwrap();
    plan["exercise_plan"][1]["targets"]["target_load"] = json!(400);
    machine.file("heavy.json", plan.to_string());
    let answer = machine.run(&["session", "check", "heavy.json", "--inputs", "inputs.json"]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""));
    assert!(answer.out.contains("/exercise_plan/1/targets/target_load load_above_best"), "{}", answer.out);
    let yaml = machine.run(&["session", "render", "plan.json"]).data();
    machine.file("bad.yaml", yaml.replace("version: 1.2", "version: 1.3"));
    let answer = machine.run(&["session", "check", "bad.yaml", "--json"]);
    let found: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((answer.status, &found["kind"], &found["valid"]), (1, &json!("workout"), &json!(false)));
    assert_eq!(
        (&found["faults"][0]["pointer"], &found["faults"][0]["code"]),
        (&json!("/version"), &json!("schema"))
    );
}

#[test]
fn l_4_a_dry_run_shows_what_was_understood_and_what_was_not() {
    let machine = machine();
    let text = "avoid: back squat\ninjury: knee 1\nI hate burpees\nprefer: Romanian deadlift";
    machine.file("said.json", with("/request/instructions_text", json!(text)));
    for (lang, ban, odd) in [
        ("en", "Not to be done  Back squat", "line 3 was kept but not understood: I hate burpees"),
        ("ru", "Нельзя", "строка 3 сохранена, но не понята: I hate burpees"),
    ] {
        let page =
            machine.run(&["session", "plan", "--inputs", "said.json", "--dry-run", "--lang", lang]).data();
        assert!(page.contains(ban) && page.contains(odd), "{page}");
        assert!(!page.contains("-goal") && !page.contains("flow-") && !page.contains("{ $"), "{page}");
    }
    let understood = machine.run(&["session", "plan", "--inputs", "said.json", "--dry-run", "--json"]).json();
    assert_eq!(understood["instructions"]["injuries"], json!([{ "area": "knee", "severity": 1 }]));
    let answer = machine.run(&["session", "plan", "--inputs", "said.json"]);
    assert!(
        answer.out.starts_with("version: 1.2\n") && answer.err.contains("I hate burpees"),
        "{}",
        answer.err
    );
}

#[test]
fn l_2_what_cannot_be_is_refused_with_its_place() {
    let machine = machine();
    let refused = |content: String| {
        machine.file("odd.json", content);
        let object = machine.run(&["session", "plan", "--inputs", "odd.json", "--json"]).refusal_object();
        (
            object["code"].as_str().unwrap().to_owned(),
            object["pointer"].as_str().unwrap_or_default().to_owned(),
        )
    };
    assert_eq!(
        refused(with("/request/duration_minutes", json!(9))),
        ("bad_value".into(), "/duration_minutes".into())
    );
    assert_eq!(
        refused(with("/request/equipment_inventory/0", json!("eq_trampoline"))),
        ("unknown_equipment".into(), "/equipment_inventory/0".into())
    );
    assert_eq!(refused(with("/request/instructions_text", json!("x".repeat(20_000)))).0, "input_too_large");
}

#[test]
fn l_32_a_model_that_is_not_there_is_stood_in_for_unless_the_request_is_strict() {
    let machine = machine();
    let mut inputs: Value = serde_json::from_str(INPUTS).unwrap();
    inputs["request"]["planner"] = json!("model");
    machine.file("model.json", inputs.to_string());
    let outcome = machine.run(&["session", "plan", "--inputs", "model.json", "--json"]).json();
    assert_eq!(
        (&outcome["planner"], &outcome["requested_planner"], &outcome["fallback_reason"]),
        (&json!("rules"), &json!("model"), &json!("model_not_configured"))
    );
    inputs["request"]["strict"] = json!(true);
    machine.file("strict.json", inputs.to_string());
    let object = machine.run(&["session", "plan", "--inputs", "strict.json", "--json"]).refusal_object();
    assert_eq!((&object["code"], &object["stage"]), (&json!("model_not_configured"), &json!("analyzer")));
}

#[test]
fn l_1_the_schemas_are_printed_under_their_names() {
    for name in ["analyzer-v1", "analyzer-v1.json", "workout-v1.2.json"] {
        let schema: Value = serde_json::from_str(&regimen(&["schema", name]).data()).unwrap();
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
}

//! `regimen llm probe`: a diagnosis on the wire, against a server that plays a model by a script.

use serde_json::{Value, json};
use testkit::model::{ModelServer, Turn};

use super::Machine;

/// What the rules plan.
fn planned(inputs: &assistant::input::Inputs) -> assistant::rules::Outcome {
    let planners = regimen::service::flow::Planners::default();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(regimen::service::flow::document::plan(&planners, inputs)).unwrap()
}

const READY: &str = r#"{"ready": true}"#;

fn refused_form() -> Turn {
    Turn::Status(400, None, r#"{"error":{"message":"response_format is not supported"}}"#.into())
}

/// The verdict of each trial, in order.
fn verdicts(found: &Value) -> Vec<(String, bool)> {
    let trials = found["diagnosis"]["trials"].as_array().unwrap();
    let verdict = |one: &Value| (one["trial"].as_str().unwrap().to_owned(), one["passed"] == true);
    trials.iter().map(verdict).collect()
}

#[test]
fn l_28_a_model_that_can_plan_passes_even_without_forms() {
    // What the rules make of the example is what a good model answers.
    let inputs = serde_json::from_str(assistant::input::EXAMPLE).unwrap();
    let plan = json!(planned(&inputs).analyzer).to_string();
    let server = ModelServer::start([
        Turn::Say(READY.into()),
        refused_form(),
        refused_form(),
        // The plan: both forms are refused, then it is given in words, after one repair.
        refused_form(),
        refused_form(),
        Turn::Say("{}".into()),
        Turn::Say(plan),
    ]);
    let args = ["llm", "probe", &server.url(), "--model", "scripted", "--json"];
    let answer = Machine::new().set("REGIMEN_MODEL_API_KEY", "the-key").run(&args);
    let found: Value = serde_json::from_str(&answer.out).unwrap();
    let expected =
        [("models", true), ("answer", true), ("json_object", false), ("json_schema", false), ("plan", true)];
    assert_eq!(verdicts(&found), expected.map(|(name, passed)| (name.to_owned(), passed)), "{}", answer.out);
    assert_eq!((answer.status, &found["fit"]), (0, &json!(true)));
    assert_eq!(found["diagnosis"]["trials"][4]["facts"]["calls"], 2);
    assert!(server.calls().iter().all(|call| call.authorization.as_deref() == Some("Bearer the-key")));
    assert!(!answer.out.contains("the-key"));
}

#[test]
fn l_28_what_fails_is_told_with_advice_in_both_languages() {
    for (lang, verdict, advice) in
        [("en", "FAIL  plain answer", "Nothing came back"), ("ru", "НЕТ  простой ответ", "Ответа нет")]
    {
        let server = ModelServer::start([Turn::Status(401, None, String::new())]);
        let answer =
            Machine::new().run(&["llm", "probe", &server.url(), "--model", "scripted", "--lang", lang]);
        assert_eq!((answer.status, answer.err.as_str()), (1, ""));
        assert!(answer.out.contains(verdict) && answer.out.contains(advice), "{}", answer.out);
        assert!(answer.out.contains("HTTP 401") && !answer.out.contains("probe-"), "{}", answer.out);
        assert!(answer.out.lines().all(|line| line.chars().count() <= 80), "{}", answer.out);
    }
    let nowhere = Machine::new().run(&["llm", "probe", "http://127.0.0.1:9/v1", "--json"]);
    let found: Value = serde_json::from_str(&nowhere.out).unwrap();
    assert_eq!(verdicts(&found), [("models".to_owned(), false), ("answer".to_owned(), false)]);
    let refusal = Machine::new().run(&["llm", "probe"]).refusal();
    assert!(refusal.contains("model.base_url"), "{refusal}");
}

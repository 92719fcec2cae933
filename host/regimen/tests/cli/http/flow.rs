//! The session flow over HTTP: planned as a file, sent back as a file, nothing twice (L-1, L-2, L-36).

use assistant::{document::read, document::yaml};
use serde_json::json;

use super::client::Serving;
use crate::story::both::on_both;

#[test]
fn l_1_a_session_is_planned_as_a_file_and_sent_back() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let request = json!({ "intent": "full_body", "equipment_inventory": ["eq_dumbbells_set_5-50", "eq_mat_area"],
            "instructions_text": "avoid: goblet squat", "idempotency_key": "monday" });
        let understood = anna.post("/api/flow/understand", request.clone()).await.ok();
        assert_eq!(understood["instructions"]["bans"], json!([{ "exercise": "goblet_squat" }]));
        let analysis = anna.post("/api/flow/analyze", request.clone()).await.ok();
        let rendered = anna.post("/api/flow/render", json!({ "plan": analysis["analyzer"] })).await.ok();
        let planned = anna.post("/api/flow/plan", request.clone()).await.ok();
        assert_eq!(planned["analyzer"], analysis["analyzer"]);
        // The iron of the place is not in the plan, so ramps may differ; the work does not.
        let worked = |document: &serde_json::Value| {
            let sets = document["workout"]["sets"].as_array().unwrap().clone();
            let is_work = |set: &serde_json::Value| !set["id"].as_str().unwrap().contains("-WU");
            sets.into_iter().filter(is_work).map(|set| set["target_weight"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(worked(&planned), worked(&rendered));
        // L-2: the same key, the same draft.
        assert_eq!(anna.post("/api/flow/plan", request).await.ok()["workout"], planned["workout"]);
        assert_eq!(anna.get("/api/flow/drafts").await.ok().as_array().unwrap().len(), 1);
        let path = format!("/api/flow/drafts/{}", planned["workout"]["workout_id"].as_str().unwrap());
        let file = anna.with("accept", "text/yaml").get(&path).await;
        assert_eq!(file.header("content-type"), Some("text/yaml; charset=utf-8"));
        assert_eq!(file.text, planned["yaml"].as_str().unwrap());
        let mut workout = read::workout(read::workout_value(&file.text).unwrap()).unwrap();
        for set in &mut workout.sets {
            set.actual_reps = set.target_reps.map(|reps| reps.0.low);
        }
        let filled = yaml::write(&workout);
        let sender = anna.with("content-type", "text/yaml");
        let logged = sender.send("POST", "/api/flow/log", Some(filled.clone())).await.ok();
        assert_eq!((&logged["known"], &logged["session"]["status"]), (&json!(false), &json!("summary")));
        let again = anna.post("/api/flow/log", json!({ "yaml": filled })).await.ok();
        assert_eq!((&again["known"], &again["session"]["id"]), (&json!(true), &logged["session"]["id"]));
    });
}

#[test]
fn l_34_a_refusal_names_stage_and_faults() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bad = anna.post("/api/flow/render", json!({ "plan": { "version": 2 } })).await;
        assert_eq!(bad.refused(), (422, "input_invalid".to_owned()));
        let object = bad.json();
        assert_eq!(object["stage"], "generator");
        assert!(object["validation"][0]["message"].is_string(), "{object}");
        let field = anna.post("/api/flow/plan", json!({ "durationMinutes": 40 })).await.json();
        assert_eq!(
            (&field["code"], &field["pointer"]),
            (&json!("invalid_document"), &json!("/durationMinutes"))
        );
        let strict = anna.post("/api/flow/plan", json!({ "planner": "model", "strict": true })).await;
        assert_eq!(strict.refused(), (409, "model_not_configured".to_owned()));
        let checked = anna.post("/api/flow/check", json!({ "document": "a: &x 1" })).await.ok();
        assert_eq!((&checked["valid"], &checked["faults"][0]["code"]), (&json!(false), &json!("bad_yaml")));
        let anybody = serving.browser();
        assert_eq!(anybody.get("/api/schemas/workout-v1.2.json").await.ok()["type"], "object");
        assert_eq!(anybody.get("/api/schemas/other.json").await.refused().0, 404);
    });
}

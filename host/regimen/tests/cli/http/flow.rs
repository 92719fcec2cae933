//! The session flow over HTTP: planned as a file, sent back as a file, nothing twice (L-1, L-2, L-36).

use assistant::{document::read, document::yaml};
use serde_json::json;

use std::time::Duration;

use regimen::{
    api::{Metrics, Options},
    llm::{Llm, Pace, settings::Settings},
    service::{app::App, flow::Planners},
};
use testkit::model::{ModelServer, Turn};

use super::client::{Client, Serving};
use crate::story::both::{Fresh, on_both};

/// A server with a model that does one thing at a time, and waits for nobody.
async fn with_model(fresh: &Fresh, model: &ModelServer) -> (Serving, Client) {
    let mut settings = Settings::at(&model.url());
    settings.concurrency = 1;
    settings.queue = Duration::from_millis(50);
    let llm = Llm::new(settings, Pace::Real).unwrap();
    let app = App::scripted(fresh.store().await, "2026-03-02T07:00:00Z".parse().unwrap(), 1);
    let planners = Planners { llm: Some(llm), ..Planners::default() };
    let options = Options { metrics: Metrics::Open, ..Options::default() };
    Serving::set_up_app(app.with_planners(planners), options).await
}

#[test]
fn l_28_a_client_that_goes_away_leaves_its_place_to_the_next() {
    on_both(async |fresh| {
        let notes = || Turn::Say(r#"{"notes_to_user":null,"notes":{}}"#.into());
        let model = ModelServer::start([Turn::Slow(Duration::from_secs(20)), notes()]);
        let (_serving, anna) = with_model(&fresh, &model).await;
        let request = json!({ "intent": "full_body", "planner": "hybrid", "strict": true });
        let asking = anna.post("/api/flow/plan", request.clone());
        // The connection closes as soon as the model has been asked.
        let asked = async {
            while model.calls().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! { _ = asking => unreachable!("it is slow"), () = asked => {} }
        let mut planned = anna.post("/api/flow/plan", request.clone()).await;
        for _ in 0..40 {
            if planned.status == 200 {
                break;
            }
            // The server has to notice first.
            assert_eq!(planned.refused(), (503, "model_busy".to_owned()));
            tokio::time::sleep(Duration::from_millis(25)).await;
            planned = anna.post("/api/flow/plan", request.clone()).await;
        }
        assert_eq!(planned.ok()["requested_planner"], "hybrid");
    });
}

#[test]
fn gl_5_a_client_that_goes_away_from_a_plan_is_counted_and_lets_its_key_go() {
    on_both(async |fresh| {
        let notes = || Turn::Say(r#"{"notes_to_user":null,"notes":{}}"#.into());
        let model = ModelServer::start([Turn::Slow(Duration::from_secs(20)), notes()]);
        let (_serving, anna) = with_model(&fresh, &model).await;
        let keyed = anna.with("idempotency-key", "p1");
        let request = json!({ "intent": "full_body", "planner": "hybrid", "strict": true });
        let asked = async {
            while model.calls().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            _ = keyed.post("/api/flow/plan", request.clone()) => unreachable!("it is slow"),
            () = asked => {}
        }
        let mut planned = keyed.post("/api/flow/plan", request.clone()).await;
        for _ in 0..40 {
            if planned.status == 200 {
                break;
            }
            // The server has to notice first.
            let (_, code) = planned.refused();
            assert!(code == "still_at_work" || code == "model_busy", "{code}");
            tokio::time::sleep(Duration::from_millis(25)).await;
            planned = keyed.post("/api/flow/plan", request.clone()).await;
        }
        assert_eq!(planned.ok()["requested_planner"], "hybrid");
        let figures = anna.get("/metrics").await.text;
        let gone = "regimen_http_requests_total{method=\"POST\",route=\"/api/flow/plan\",status=\"499\"} 1\n";
        assert!(figures.contains(gone) && figures.contains("regimen_http_at_work 1\n"), "{figures}");
    });
}

#[test]
fn l_33_lines_are_read_confirmed_and_used_over_http() {
    on_both(async |fresh| {
        let answer = json!({ "bans": [{ "line": 1, "name": "burpee" }] }).to_string();
        let model = ModelServer::start([Turn::Say(answer)]);
        let (_serving, anna) = with_model(&fresh, &model).await;
        let request = json!({ "instructions_text": "I hate burpees" });
        let read = anna.post("/api/flow/read", request.clone()).await.ok();
        let key = read["readings"][0]["key"].as_str().unwrap().to_owned();
        assert_eq!(read["readings"][0]["meant"], json!({ "ban": "burpee" }));
        assert_eq!(anna.get("/api/flow/readings").await.ok().as_array().unwrap().len(), 1);
        let confirmed = anna.post(&format!("/api/flow/readings/{key}/confirm"), json!({})).await.ok();
        assert_eq!(confirmed["state"], "accepted");
        let understood = anna.post("/api/flow/understand", request).await.ok();
        assert_eq!(understood["instructions"]["bans"], json!([{ "exercise": "burpee" }]));
        assert_eq!(anna.get("/api/flow/readings").await.ok(), json!([]));
        assert_eq!(anna.get("/api/flow/readings?all=true").await.ok().as_array().unwrap().len(), 1);
    });
}

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

//! A whole week through HTTP alone.

use domain::session::ExercisePerformance;
use serde_json::{Value, json};

use super::client::{Client, Serving};
use crate::story::{both::on_both, meals::five_answers, person};

/// The sets of an exercise as they are frozen, each with a few reps more.
fn sets(exercise: &Value) -> Vec<Value> {
    let exercise: ExercisePerformance = serde_json::from_value(exercise.clone()).unwrap();
    person::sets(&exercise, 3).iter().map(|set| serde_json::to_value(set).unwrap()).collect()
}

/// One session from plan to summary.
pub(super) async fn train(client: &Client, intent: &str) -> Value {
    let saved = client.post("/api/sessions", json!({ "wanted": { "intent": intent } })).await.made();
    let path = format!("/api/sessions/{}", saved["id"].as_str().unwrap());
    let gate = client.post(&format!("{path}/start"), json!({})).await;
    let started = if gate.status == 409 {
        assert_eq!(gate.refused().1, "gate_open");
        client.post(&format!("{path}/gate/accept-all"), json!({})).await.ok()
    } else {
        gate.ok()
    };
    for exercise in started["exercises"].as_array().unwrap() {
        for set in sets(exercise) {
            let body = json!({ "performance_id": exercise["id"], "set": set });
            let put = format!("{path}/sets/{}", set["id"].as_str().unwrap());
            assert_eq!(client.put(&put, body.clone()).await.ok()["new"], 1);
            assert_eq!(client.put(&put, body).await.ok()["new"], 0, "again it has no second effect");
        }
    }
    let finished = client.post(&format!("{path}/finish"), json!({ "session_rpe": 75 })).await.ok();
    assert_eq!(finished["session"]["status"], "summary");
    assert_eq!(client.get(&format!("{path}/outcome")).await.ok()["updates"], finished["updates"]);
    assert_eq!(client.post(&format!("{path}/leave"), json!({})).await.ok()["status"], "done");
    finished
}

#[test]
fn a_week_of_training_and_eating_goes_through_http_alone() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        let shown = anna.post("/api/workouts/generate-from-intent", json!({ "intent": "push" })).await.ok();
        assert!(!shown["workout"]["exercises"].as_array().unwrap().is_empty());
        anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        let mut proposed = 0;
        for intent in ["full_body", "full_body", "full_body"] {
            let finished = train(&anna, intent).await;
            assert!(!finished["updates"].as_array().unwrap().is_empty());
            proposed += finished["proposals"].as_array().unwrap().len();
            app.set_now(app.now().plus_seconds(2 * 24 * 3600));
        }
        assert!(proposed > 0, "three good sessions lead to a proposal");
        let day = anna.get("/api/today").await.ok();
        assert_eq!(day["has_plan"], true);
        let open = anna.get("/api/proposals").await.ok();
        for proposal in open.as_array().unwrap() {
            assert!(!proposal["reason_text"].as_str().unwrap().is_empty());
        }
        if let Some(first) = open.as_array().unwrap().first() {
            let decision =
                json!({ "decisions": [{ "id": first["id"], "answer": "reject", "reason": "not_now" }] });
            let answered = anna.post("/api/proposals/decisions", decision).await.ok();
            assert_eq!(answered[0]["state"], "rejected");
        }
        let plan = anna.get("/api/plans").await.ok()[0]["id"].as_str().unwrap().to_owned();
        let versions = anna.get(&format!("/api/plans/{plan}/versions?limit=1")).await.ok();
        assert_eq!((versions["items"].as_array().unwrap().len(), versions["next"].is_string()), (1, true));
        let listed = anna.get("/api/sessions?from=2026-03-01&to=2026-03-31").await.ok();
        assert_eq!(listed["items"].as_array().unwrap().len(), 3);
        assert!(!anna.get("/api/records").await.ok().as_array().unwrap().is_empty());
        eat(&anna).await;
    });
}

#[test]
fn wk_1_the_week_says_what_is_due_and_a_session_follows_it() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        let mut document = anna.get("/api/profile").await.ok();
        document["profile"]["weekly_schedule"] = json!(["legs", "body_part:chest+triceps", "pull"]);
        anna.put("/api/profile", document).await.ok();
        let week = anna.get("/api/week").await.ok();
        assert_eq!(week["unused"], week["schedule"]);
        assert_eq!(
            (&week["volume"]["chest"]["done"], &week["volume"]["quads"]["done"]),
            (&json!(0.0), &json!(0.0))
        );
        assert_eq!(
            week["analysis"]["unestimated"], week["schedule"],
            "nothing was done and nothing is known"
        );
        train(&anna, "legs").await;
        app.set_now(app.now().plus_seconds(24 * 3600));
        let week = anna.get("/api/week").await.ok();
        assert_eq!(week["unused"], json!(["body_part:chest+triceps", "pull"]));
        let of = |muscle: &str, what: &str| week["volume"][muscle][what].clone();
        assert!(of("quads", "done").as_f64() > Some(0.0), "{week}");
        assert_eq!(of("quads", "status"), "below", "no further session of the week serves legs");
        assert_eq!(of("chest", "status"), "deferred");
        let due = anna.post("/api/workouts/generate-from-intent", json!({})).await.ok();
        assert_eq!(due["workout"]["sessionIntent"], "body_part");
        assert!(due["selection"]["volumePlanByMuscle"]["chest"]["sessionTarget"].as_f64() > Some(0.0));
    });
}

/// Plans three days of meals and eats the first.
async fn eat(anna: &Client) {
    let profile = serde_json::to_value(five_answers()).unwrap();
    anna.put("/api/nutrition/profile", profile).await.ok();
    let targets = anna.get("/api/nutrition/targets").await.ok();
    assert!(targets.is_object());
    let planned = anna.post("/api/meals/plan", json!({ "days": 2 })).await.made();
    assert_eq!(planned["result"]["status"], "found", "{}", planned["result"]);
    let id = planned["proposal"]["id"].as_str().unwrap();
    if planned["proposal"]["state"] != "accepted" {
        anna.post(&format!("/api/meals/proposals/{id}/accept"), json!({})).await.ok();
    }
    let from = planned["from"].as_str().unwrap();
    let days = anna.get(&format!("/api/meals?from={from}")).await.ok();
    let item = days["plan"][0]["item_id"].as_str().unwrap().to_owned();
    let logged = anna.post(&format!("/api/meals/{item}/log"), json!({ "state": "eaten" })).await.ok();
    assert_eq!(logged["log"]["state"], "eaten");
    let list = anna.get(&format!("/api/shopping?from={from}")).await.ok();
    assert!(!list["lines"].as_array().unwrap().is_empty());
    let calendar = anna.get(&format!("/api/meals/export?format=ics&from={from}")).await;
    assert!(calendar.text.starts_with("BEGIN:VCALENDAR"), "{}", calendar.text);
}

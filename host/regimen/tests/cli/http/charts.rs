//! Charts over HTTP: pictures and points, in both languages, and what there is instead of them (P-50, A-21, A-35).

use regimen::service::charts::ChartName;
use serde_json::json;

use super::{
    client::{Client, Serving},
    week::train,
};
use crate::story::both::on_both;

async fn picture(client: &Client, name: &str) -> String {
    let reply = client.get(&format!("/api/charts/{name}.svg")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/svg+xml")), "{}", reply.text);
    reply.text
}

#[test]
fn a_21_every_chart_is_a_picture_of_one_size_and_points() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        for _ in 0..3 {
            train(&anna, "full_body").await;
            app.set_now(app.now().plus_seconds(4 * 24 * 3600));
        }
        anna.post("/api/body-weights", json!({ "grams": 80_400 })).await.made();
        for name in ChartName::WORDS {
            let svg = picture(&anna, name).await;
            assert!(svg.contains("viewBox=\"0 0 720 320\" width=\"720\" height=\"320\""), "{name}: {svg}");
            assert!(svg.contains("<title ") && svg.contains("<desc "), "{name}: {svg}");
            assert!(!svg.contains("<script") && !svg.contains("href"), "{name}: {svg}");
            assert_eq!(svg, picture(&anna, name).await, "{name}: the same bytes again");
            let points = anna.get(&format!("/api/charts/{name}.json")).await.ok();
            assert_eq!(points["name"], *name);
            assert!(points.get("empty").is_none(), "{name}: {points}");
            assert!(!points["table"]["rows"].as_array().unwrap().is_empty(), "{name}: {points}");
            assert!(points["series"][0]["points"].as_array().unwrap().len() >= 2, "{name}: {points}");
        }
        let weight = anna.get("/api/charts/body_weight.json").await.ok();
        assert_eq!(weight["unit"], "kg");
        let last = weight["series"][1]["points"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last, json!({ "at": "2026-03-14", "value": 80.4 }));
        let kept = anna.get("/api/charts/adherence.json").await.ok();
        assert_eq!(kept["series"][0]["points"][0], json!({ "at": "2026-W10", "value": 100.0 }));
        let year = anna.get("/api/charts/adherence.json?span=year").await.ok();
        assert_eq!(year["series"][0]["points"], json!([{ "at": "2026-03", "value": 100.0 }]));
        let records = anna.get("/api/records").await.ok();
        let records = records.as_array().unwrap();
        let lift = records.iter().find(|record| record["kind"] == "best_e1rm").unwrap();
        let maxes = records.iter().filter(|record| {
            record["kind"] == "rep_max"
                && record["exercise"] == lift["exercise"]
                && record.get("former").is_none()
        });
        let reps: Vec<i64> = maxes.map(|record| record["reps"].as_i64().unwrap()).collect();
        assert!(reps.len() >= 2 && reps.iter().all(|reps| (1..=12).contains(reps)), "A-22: {reps:?}");
        let key = lift["exercise"].as_str().unwrap();
        let curve = anna.get(&format!("/api/exercises/{key}/e1rm")).await.ok();
        assert_eq!(
            (&curve["trend"], curve["points"][0]["loose"].is_boolean()),
            (&json!("insufficient"), true)
        );
        assert!(curve["best"]["e1rm_g"].as_i64() >= lift["value"].as_i64(), "A-23: {curve}");
        assert_eq!(anna.get("/api/exercises/nothing/e1rm").await.refused(), (404, "not_found".to_owned()));
        let one = anna.get("/api/charts/strength.json?exercise=nothing").await.ok();
        assert_eq!(one["empty"], "Two sessions with a load are needed for a line.");
    });
}

#[test]
fn p_50_too_little_is_told_in_a_sentence_and_a_strange_name_is_told_the_names() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let russian = anna.with("accept-language", "ru");
        for name in ["volume", "levels", "effort", "decisions", "strength", "adherence", "body_weight"] {
            let points = anna.get(&format!("/api/charts/{name}.json")).await.ok();
            let sentence = points["empty"].as_str().unwrap();
            let svg = picture(&anna, name).await;
            assert!(svg.contains(sentence) && svg.contains("viewBox=\"0 0 720 320\""), "{svg}");
            let russian = russian.get(&format!("/api/charts/{name}.json")).await.ok();
            assert_ne!(russian["empty"], points["empty"], "{name}");
        }
        for path in ["strenght.svg", "strength.png", ".svg"] {
            let reply = anna.get(&format!("/api/charts/{path}")).await;
            assert_eq!(reply.refused(), (404, "unknown_chart".to_owned()), "{path}");
            assert!(
                reply.text.contains("volume, levels, effort, decisions, strength, adherence"),
                "{}",
                reply.text
            );
        }
    });
}

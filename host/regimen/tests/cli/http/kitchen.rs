//! Foods and recipes from elsewhere, meals for paper, and one search at a time, through HTTP.

use regimen::service::eating::solving::Solving;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::Serving;
use crate::story::{both::on_both, meals::five_answers};

/// Products as Open Food Facts writes them, good ones and bad ones.
const PRODUCTS: &str = include_str!("../../../../../engine/nutrition/tests/nutrition/import/products.jsonl");
/// A page with a recipe.
const PAGE: &str = include_str!("../../../../../engine/nutrition/tests/nutrition/import/pancakes.html");

fn own(listed: &Value) -> usize {
    listed["items"].as_array().unwrap().iter().filter(|one| one["own"] == true).count()
}

#[test]
fn nd_8_an_import_is_tried_first_and_bad_rows_hold_it_back_until_they_are_skipped() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let body = |way: Value| {
            let mut body = json!({ "format": "off", "text": PRODUCTS });
            body.as_object_mut().unwrap().extend(way.as_object().unwrap().clone());
            body
        };
        let path = "/api/foods/import";
        let tried = anna.post(path, body(json!({}))).await.ok();
        let (good, bad) = (tried["good"].as_u64().unwrap(), tried["errors"].as_array().unwrap().len());
        assert!(good > 0 && bad > 0, "{tried}");
        assert_eq!((&tried["applied"], &tried["changed"]), (&json!(false), &json!(0)));
        let held = anna.post(path, body(json!({ "apply": true }))).await.ok();
        assert_eq!(held["applied"], false, "one bad row holds everything back");
        let foods = "/api/foods?limit=500&own=true";
        assert_eq!(own(&anna.get(foods).await.ok()), 0);
        let way = json!({ "apply": true, "skip_bad": true });
        let kept = anna.post(path, body(way.clone())).await.ok();
        assert_eq!((&kept["applied"], kept["changed"].as_u64()), (&json!(true), Some(good)));
        assert_eq!(kept["errors"], tried["errors"], "what was left out is listed as before");
        assert_eq!(own(&anna.get(foods).await.ok()) as u64, good);
        assert_eq!(anna.post(path, body(way)).await.ok()["changed"], 0, "again it changes nothing");
    });
}

#[test]
fn mf_4_a_recipe_comes_from_a_page_and_not_from_an_address_of_our_own_network() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let path = "/api/recipes/import";
        let kept = anna.post(path, json!({ "text": PAGE, "apply": true, "skip_bad": true })).await.ok();
        assert!(kept["changed"].as_u64() > Some(0), "{kept}");
        let again = anna.post(path, json!({ "text": PAGE, "apply": true, "skip_bad": true })).await.ok();
        assert_eq!(again["changed"], 0);
        let inside = anna.post(path, json!({ "url": "http://127.0.0.1:5432/" })).await;
        assert_eq!(inside.refused(), (422, "fetch_refused".to_owned()));
        let both = anna.post(path, json!({ "url": "http://example.org/", "text": PAGE })).await;
        assert_eq!(both.refused(), (422, "bad_value".to_owned()));
        assert_eq!(anna.post(path, json!({})).await.refused(), (422, "bad_value".to_owned()));
    });
}

#[test]
fn mf_6_one_search_at_a_time_and_no_problem_without_end() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        let athlete: Uuid = anna.get("/api/me").await.ok()["athlete_id"].as_str().unwrap().parse().unwrap();
        let running = Solving::begin(app, athlete).unwrap();
        let refused = anna.post("/api/meals/plan", json!({ "days": 1 })).await;
        assert_eq!(refused.refused(), (409, "solve_running".to_owned()));
        drop(running);
        let planned = anna.post("/api/meals/plan", json!({ "days": 1 })).await.made();
        assert_eq!(planned["result"]["status"], "found");
        let id = planned["proposal"]["id"].as_str().unwrap();
        anna.post(&format!("/api/meals/proposals/{id}/accept"), json!({})).await.ok();
        let sheet = anna
            .get(&format!("/api/meals/export?format=html&from={}", planned["from"].as_str().unwrap()))
            .await;
        assert_eq!(sheet.status, 200);
        assert!(
            sheet.text.starts_with("<!doctype html>") && sheet.text.contains("class=\"list\""),
            "{}",
            sheet.text
        );

        let recipe = json!({ "id": "r", "cooking_time_minutes": 5, "ingredients": [], "nutrition": {
            "calories": 1, "protein_g": 1, "fat_g": 1, "carbs_g": 1, "micronutrients": {} } });
        let recipes: Vec<Value> = (0..20_001).map(|_| recipe.clone()).collect();
        let problem = json!({ "days": 1, "profile": {
            "daily_calories": 2000, "daily_protein_g": 100, "daily_fat_g": [50, 80],
            "schedule": [[{ "time": "12:00", "busyness_level": 2 }]] }, "recipes": recipes });
        assert!(problem.to_string().len() < 32 * 1024 * 1024);
        let refused = anna.post("/api/meals/solve", problem).await;
        assert_eq!(refused.refused(), (413, "too_large".to_owned()));
    });
}

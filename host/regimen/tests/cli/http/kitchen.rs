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

/// A recipe with something that is no food, and something that is several.
const MUDDLE: &str = r#"{ "@type": "Recipe", "name": "Gran's bowl", "recipeYield": "2", "totalTime": "PT10M",
    "recipeIngredient": ["100 g gran's flakes", "200 g milk"],
    "recipeInstructions": "Stir." }"#;

#[test]
fn nd_6_what_a_name_means_is_said_once() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let (import, names) = ("/api/recipes/import", "/api/foods/aliases");
        let body = json!({ "text": MUDDLE, "apply": true, "skip_bad": true });
        assert_eq!(anna.post(import, body.clone()).await.ok()["changed"], 1);
        let recipes = anna.get("/api/recipes").await.ok();
        let own =
            recipes["items"].as_array().or(recipes.as_array()).unwrap().iter().find(|one| one["own"] == true);
        let path = format!("/recipes/{}", own.unwrap()["id"].as_str().unwrap());
        let page = anna.get(&format!("/meals{path}")).await.text;
        assert!(page.contains("gran&#39;s flakes”?"), "{page}");
        let unknown = anna.put(names, json!({ "name": "gran's flakes", "food": "no such thing" })).await;
        assert_eq!(unknown.refused(), (422, "unknown_food".to_owned()));
        assert_eq!(anna.put(names, json!({ "name": " ", "food": "egg" })).await.refused().0, 422);
        let chosen = anna.put(names, json!({ "name": "Gran's  flakes", "food": "rolled_oats" })).await.ok();
        assert_eq!(chosen, json!({ "name": "Gran's flakes", "food_id": "rolled_oats", "recipes": 1 }));
        let after = anna.get(&format!("/api{path}")).await.ok();
        assert_eq!(after["revision"], 2, "the recipe that waited has another revision");
        assert_eq!(after["ingredients"][0]["food_id"], "rolled_oats");
        // The same page again finds it by itself, and another athlete does not.
        assert_eq!(anna.post(import, body.clone()).await.ok()["changed"], 0);
        assert_eq!(anna.get(names).await.ok().as_array().unwrap().len(), 1);
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        assert_eq!(bob.get(names).await.ok(), json!([]));
        anna.delete(&format!("{names}/gran's%20flakes")).await.done();
        assert_eq!(anna.delete(&format!("{names}/gran's%20flakes")).await.refused().0, 404);
        assert_eq!(anna.get(&format!("/api{path}")).await.ok()["revision"], 2, "recipes keep their foods");
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

#[test]
fn mf_6_an_own_food_or_recipe_is_replaced_by_its_key_unless_somebody_was_faster() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        for (shelf, example, own) in
            [("foods", domain::food::EXAMPLE, "my_oats"), ("recipes", domain::recipe::EXAMPLE, "my_porridge")]
        {
            let mut entry: Value = serde_json::from_str(example).unwrap();
            entry["id"] = json!(own);
            let path = format!("/api/{shelf}/{own}");
            assert_eq!(anna.put(&path, entry.clone()).await.refused(), (404, "not_found".to_owned()));
            anna.post(&format!("/api/{shelf}"), json!({ shelf: [entry] })).await.made();
            let first = anna.get(&path).await.ok()["revision"].clone();
            entry["name"]["en"] = json!("Another name");
            let fresh = anna.with("if-match", &format!("\"{first}\""));
            let replaced = fresh.put(&path, entry.clone()).await.ok();
            assert_eq!(replaced["name"]["en"], "Another name");
            assert_ne!(replaced["revision"], first);
            let stale = fresh.put(&path, entry.clone()).await;
            assert_eq!(stale.refused(), (412, "stale_revision".to_owned()));
            entry["id"] = json!("another_key");
            assert_eq!(anna.put(&path, entry.clone()).await.refused().0, 422, "the path names it");
        }
    });
}

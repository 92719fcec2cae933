//! The pages about meals: on an account that knows nothing yet, and through a week that is planned, eaten and changed.

use serde_json::{Value, json};

use super::client::{Client, Serving};
use crate::story::{both::on_both, meals::five_answers};

const PAGES: [&str; 7] = [
    "/meals",
    "/meals/day/2026-03-02",
    "/meals/recipes",
    "/meals/shopping",
    "/meals/pantry",
    "/meals/diary",
    "/meals/targets",
];

/// The page, which is whole and names no text that does not exist.
async fn page(client: &Client, path: &str) -> String {
    let reply = client.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    assert!(reply.text.contains("</html>"), "{path}");
    assert!(
        !reply.text.contains(">web-meals") && !reply.text.contains("\"web-meals"),
        "{path}: {}",
        reply.text
    );
    assert!(!reply.text.contains(" style="), "{path} has a style of its own");
    reply.text
}

/// Makes a plan of some days from Monday on the plan in force.
async fn planned(anna: &Client, days: u32) -> Value {
    anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
    let made = anna.post("/api/meals/plan", json!({ "from": "2026-03-02", "days": days })).await.made();
    let id = made["proposal"]["id"].as_str().unwrap().to_owned();
    let waits = page(anna, "/meals").await;
    assert!(waits.contains(&format!("/api/meals/proposals/{id}/accept")), "the plan waits for an answer");
    anna.post(&format!("/api/meals/proposals/{id}/accept"), json!({})).await.ok();
    anna.get("/api/meals").await.ok()
}

#[test]
fn pages_about_meals_lead_a_new_account_on() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let start = page(&anna, "/meals").await;
        assert!(start.contains("Five answers first") && start.contains("PUT /api/nutrition/profile"));
        let russian = anna.with("accept-language", "ru");
        for path in PAGES {
            page(&anna, path).await;
            let text = page(&russian, path).await;
            assert!(text.contains("lang=\"ru\"") && text.contains("Список покупок"), "{path}");
        }
        assert!(page(&anna, "/meals/recipes?q=lentil").await.contains("/meals/recipes/"));
        assert_eq!(anna.get("/meals/recipes/no_such_recipe").await.status, 404);
        assert_eq!(anna.get("/meals/day/yesterday").await.status, 404);
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        let open = page(&anna, "/meals").await;
        assert!(open.contains("id=\"solver\"") && open.contains("data-days=\"7\""), "nothing is planned yet");
    });
}

#[test]
fn pages_about_meals_show_a_week_from_plan_to_plate() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let week = planned(&anna, 2).await;
        let meal = &week["plan"][1];
        let (item, name) = (meal["item_id"].as_str().unwrap(), meal["name"]["en"].as_str().unwrap());
        let text = page(&anna, "/meals").await;
        assert!(text.contains(name) && text.contains("Plan them"), "two days are planned, five are open");
        let day = page(&anna, "/meals/day/2026-03-02").await;
        assert!(day.contains("Why this meal") && day.contains("MV-3") && day.contains("<svg"), "{day}");
        let swap = page(&anna, "/meals/day/2026-03-02/1/swap").await;
        assert!(swap.contains(&format!("POST /api/meals/{item}/swap")), "{swap}");
        page(&anna, "/meals/day/2026-03-02/1/instead").await;
        let recipe = meal["item"]["recipe_id"].as_str().unwrap();
        let cook = page(&anna, &format!("/meals/recipes/{recipe}?servings=1.5")).await;
        assert!(cook.contains("value=\"1.5\"") && cook.contains("id=\"cook\""), "{cook}");
        assert!(page(&anna, "/meals/shopping").await.contains("data-line="));
        assert!(page(&anna, "/meals/targets").await.contains("NT-1"));

        anna.post(&format!("/api/meals/{item}/pin"), json!({ "pinned": true })).await.ok();
        assert!(page(&anna, "/meals/day/2026-03-02").await.contains("fixed this meal"));
        anna.post(&format!("/api/meals/{item}/pin"), json!({ "pinned": false })).await.ok();
        anna.post(&format!("/api/meals/{item}/log"), json!({ "state": "eaten" })).await.ok();
        assert!(page(&anna, "/meals/day/2026-03-02").await.contains("undone"), "what was said can be undone");
        let lunch = json!({ "nutrients": { "calories": 640, "protein_g": 30 } });
        anna.post("/api/diary", lunch).await.made();
        assert!(page(&anna, "/meals/diary").await.contains("640 kcal"));
        assert!(page(&anna, "/meals/times").await.contains("value=\"07:30\""));
        let kept = json!({ "servings_pct": 50, "until": "2026-03-04" });
        let left = anna.post(&format!("/api/meals/{item}/leftover"), kept).await.made();
        let pantry = page(&anna, "/meals/pantry").await;
        assert!(pantry.contains("0.5 servings"), "{left}: {pantry}");
        let gone = format!("/api/leftovers/{}", left["id"].as_str().unwrap());
        assert_eq!(anna.delete(&gone).await.status, 204);
        assert!(anna.get("/api/leftovers").await.ok()["leftovers"].as_array().unwrap().is_empty());
        let noted = anna.get("/api/diary").await.ok();
        let entry = format!("/api/diary/{}", noted[0]["id"].as_str().unwrap());
        assert_eq!(anna.delete(&entry).await.status, 204);
        assert!(!page(&anna, "/meals/diary").await.contains("640 kcal"));
        assert_eq!(anna.delete(&entry).await.status, 404, "it is gone");
        assert_eq!(anna.post("/api/diary", json!({ "food": "banana" })).await.status, 422);
    });
}

#[test]
fn mx_7_a_week_without_a_plan_is_explained_and_a_small_change_is_made() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let mut narrow = serde_json::to_value(five_answers()).unwrap();
        narrow["brought"] = json!({ "daily_fat_g": [1, 2] });
        anna.put("/api/nutrition/profile", narrow).await.ok();
        let made = anna.post("/api/meals/plan", json!({ "from": "2026-03-03", "days": 1 })).await.made();
        let why = &made["explanation"];
        assert!(made["proposal"].is_null() && why["cause"].as_str().unwrap().contains("plan"), "{why}");
        let remedies = why["remedies"].as_array().unwrap();
        let fat = remedies.iter().find(|one| one["changes"][0]["kind"] == "fat_range").unwrap();
        assert_eq!(fat["applicable"], true);
        let change = json!({ "from": "2026-03-02", "changes": fat["changes"] });
        anna.post("/api/meals/relax", change).await.ok();
        let told = anna.get("/api/nutrition/profile").await.ok();
        assert_eq!(told["brought"]["daily_fat_g"][1], fat["changes"][0]["high"]);
        let again = anna.post("/api/meals/plan", json!({ "from": "2026-03-03", "days": 1 })).await.made();
        assert_eq!(again["result"]["status"], "found");
        let rule = json!({ "from": "2026-03-02", "changes": [{ "kind": "repetition" }] });
        assert_eq!(anna.post("/api/meals/relax", rule).await.status, 422, "a rule of every plan");
    });
}

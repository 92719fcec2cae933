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

/// MX-8: by how much, in both languages; the points of the parts are those of the score.
async fn mx_8_the_next_best_is_named_with_the_parts_in_which_it_loses(anna: &Client, item: &str, swap: &str) {
    let day = page(anna, "/meals/day/2026-03-02").await;
    assert!(day.contains("href=\"/meals/day/2026-03-02/1/swap#why\""), "{day}");
    let listed = anna.get(&format!("/api/meals/{item}/swap")).await.ok();
    // Another portion of the same recipe is no rival of it.
    let mut others = listed["alternatives"].as_array().unwrap().iter();
    let next = others.find(|one| one["recipe_id"] != listed["current"]).unwrap();
    let why = swap.split("id=\"why\"").nth(1).unwrap().split("</section>").next().unwrap();
    let total = format!("{:.1} points here", next["score"].as_f64().unwrap());
    assert!(why.contains("The next best would be") && why.contains(&total), "{total}: {why}");
    assert!(why.contains("It falls behind in ") || why.contains("It is ahead in "), "{why}");
    let cells = why.split("<td class=\"n\">").skip(1).map(|cell| cell.split('<').next().unwrap());
    let tenths = |cell: &str| cell.replace(['+', '.'], "").replace('−', "-").parse::<i64>().unwrap();
    let cells: Vec<i64> = cells.map(tenths).collect();
    assert!(cells.len() >= 12, "{why}");
    for row in cells.chunks(3) {
        assert_eq!(row[0] - row[1], row[2], "{why}");
    }
    let other: i64 = cells.chunks(3).map(|row| row[1]).sum();
    let told = tenths(&format!("{:.1}", next["score"].as_f64().unwrap()));
    assert!((told - other).abs() <= 5, "the parts make the score: {why}");
    let russian = page(&anna.with("accept-language", "ru"), "/meals/day/2026-03-02/1/swap").await;
    assert!(russian.contains("Следующее по оценке – "), "{russian}");
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
        mx_8_the_next_best_is_named_with_the_parts_in_which_it_loses(&anna, item, &swap).await;
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
        let entry = format!("/api/diary/{}", noted["items"][0]["id"].as_str().unwrap());
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

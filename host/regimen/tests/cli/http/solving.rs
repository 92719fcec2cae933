//! MF-6: a search for meals that nobody waits for any more ends, and leaves its place to the next.
//!
//! The searches here would go on for minutes or hours. That they end is seen twice: somebody may begin anew, and the test itself ends,
//! since a runtime that is dropped waits for what is still at work.

use std::time::{Duration, Instant};

use regimen::{
    api::{Metrics, Options},
    service::eating::solving::Solving,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    client::{Client, Reply, Serving},
    live::{Line, token},
};
use crate::story::{both::on_both, meals::five_answers};

/// Every meal has an odd amount of zinc, seven of them make a day, and a day shall have an even one: there is none, but the
/// bounds allow it, so that every combination has to be tried.
fn endless() -> Value {
    let recipe = |number: u32| {
        json!({
            "id": format!("meal_{number:02}"),
            "name": format!("Meal {number}"),
            "cooking_time_minutes": 5,
            "ingredients": [],
            "nutrition": {
                "calories": 284 + number % 5, "protein_g": 14, "fat_g": 9, "carbs_g": 36,
                "micronutrients": { "zinc_mg": 1 + 2 * (number % 4) },
            },
        })
    };
    let recipes: Vec<Value> = (0..60).map(recipe).collect();
    let slot = |hour: u32| json!({ "time": format!("{hour:02}:00"), "busyness_level": 2 });
    let day: Vec<Value> = (7..20).step_by(2).map(slot).collect();
    let most = u64::from(u32::MAX);
    json!({
        "days": 7,
        "attempt_limit": most,
        "budgets": { "repair": most, "restricted_nodes": most, "full_nodes": most, "lp_iterations": most },
        "upper_limits": { "zinc_mg": 28 },
        "profile": {
            "daily_calories": 2000, "daily_protein_g": 100, "daily_fat_g": [50, 80],
            "schedule": vec![day; 7],
            "micronutrient_targets": { "zinc_mg": 28 },
        },
        "recipes": recipes,
    })
}

/// Asks until the answer is another than this one; the server has to notice first.
async fn after(code: &str, ask: impl AsyncFn() -> Reply) -> Reply {
    let begin = Instant::now();
    loop {
        let reply = ask().await;
        if !reply.text.contains(code) {
            return reply;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{}", reply.text);
    }
}

/// A day that is found at once.
async fn short(anna: &Client) -> Reply {
    anna.post("/api/meals/solve", serde_json::from_str(nutrition::problem::EXAMPLE).unwrap()).await
}

#[test]
fn mf_6_a_search_ends_with_its_client_and_the_next_may_begin() {
    on_both(async |fresh| {
        let options = Options { metrics: Metrics::Open, ..Options::default() };
        let (serving, anna) = Serving::set_up_with(&fresh, options).await;
        let keyed = anna.with("idempotency-key", "solve-1");
        let asking = keyed.post("/api/meals/solve", endless());
        let account: Uuid = anna.get("/api/me").await.ok()["account_id"].as_str().unwrap().parse().unwrap();
        let begun = async {
            let begin = Instant::now();
            // Begins in its stead for a moment, as long as it has not.
            while Solving::begin(&serving.server.app, account).is_ok() {
                assert!(begin.elapsed() < Duration::from_secs(20), "it never begins");
                tokio::task::yield_now().await;
            }
            assert_eq!(short(&anna).await.refused(), (409, "solve_running".to_owned()));
        };
        tokio::select! {
            reply = asking => panic!("it is found at once: {}", reply.text),
            () = begun => {}
        }
        let found = after("solve_running", async || short(&anna).await).await.ok();
        assert_eq!(found["status"], "found");
        // GL-5: its key is free again for who means something else.
        let other: Value = serde_json::from_str(nutrition::problem::EXAMPLE).unwrap();
        let again =
            after("still_at_work", async || keyed.post("/api/meals/solve", other.clone()).await).await;
        assert_eq!(again.ok()["status"], "found");
        let figures = anna.get("/metrics").await.text;
        let gone =
            "regimen_http_requests_total{method=\"POST\",route=\"/api/meals/solve\",status=\"499\"} 1\n";
        assert!(figures.contains(gone), "{figures}");
    });
}

/// Somebody who wants so much zinc, iron and vitamin E of so few calories that it takes minutes to find out.
async fn hard_to_please(anna: &Client) {
    let mut profile = serde_json::to_value(five_answers()).unwrap();
    profile["brought"] = json!({ "daily_calories": 2000, "max_daily_calories": 2001 });
    profile["micronutrients"] = json!({
        "zinc_mg": { "target": 17 }, "iron_mg": { "target": 34 }, "vitamin_e_mg": { "target": 30 },
    });
    anna.put("/api/nutrition/profile", profile).await.ok();
}

#[test]
fn mf_6_a_plan_that_is_told_as_it_goes_is_canceled_by_who_hangs_up_and_nothing_is_kept() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        hard_to_please(&anna).await;
        let token = token(&anna).await;
        let week = json!({ "days": 7 }).to_string();
        let mut line = Line::open_at(serving.address, &token, "POST", "/api/meals/plan/stream", &week).await;
        line.hear("event: progress").await;
        assert!(!line.heard.contains("event: planned"), "{}", line.heard);
        let busy = anna.post("/api/meals/plan", json!({ "days": 1 })).await;
        assert_eq!(busy.refused(), (409, "solve_running".to_owned()));
        drop(line);
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        let plan = async || anna.post("/api/meals/plan", json!({ "days": 1 })).await;
        let planned = after("solve_running", plan).await.made();
        assert_eq!(planned["result"]["status"], "found");
        let open = anna.get("/api/meals/proposals").await.ok();
        assert_eq!(open.as_array().unwrap().len(), 1, "of what was canceled nothing is kept: {open}");
    });
}

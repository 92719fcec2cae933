//! What coaches did, over HTTP: the audit, the page of grants, and the report of a week in its three forms (AC-9).

use serde_json::json;

use super::client::Serving;
use crate::story::both::on_both;

#[test]
fn ac_9_an_athlete_sees_what_a_coach_did_in_audit_page_and_report() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let carl = serving.join(&anna, "carl", &["coach"]).await;
        let asked = json!({ "athlete": "anna", "scopes": ["read", "log"] });
        let asked = carl.post("/api/grants", asked).await.made();
        let confirm = format!("/api/grants/{}/confirm", asked["id"].as_str().unwrap());
        anna.post(&confirm, json!({})).await.ok();
        let athlete = anna.get("/api/me").await.ok()["athlete_id"].as_str().unwrap().to_owned();
        let coaching = carl.with("regimen-athlete", &athlete);
        coaching.post("/api/body-weights", json!({ "grams": 81_237 })).await.made();
        let first = anna.get("/api/audit?limit=1").await.ok();
        assert_eq!(
            (&first["items"][0]["target"], &first["items"][0]["coach"]),
            (&json!("weight"), &json!("carl"))
        );
        let next = format!("/api/audit?limit=1&cursor={}", first["next"].as_str().unwrap());
        assert_eq!(anna.get(&next).await.ok()["items"][0]["action"], "grant_changed");
        let acts = anna.get("/api/audit?by=coach").await.ok();
        assert!(
            acts["items"].as_array().unwrap().iter().all(|one| one["actor"]["kind"] == "coach"),
            "{acts}"
        );
        assert_eq!(anna.get("/api/audit?by=nobody").await.refused().0, 422);
        let page = anna.get("/more/grants").await;
        assert!(
            page.text.contains("body weight noted") && page.text.contains("What coaches did"),
            "{}",
            page.text
        );
        serving.server.app.set_now("2026-03-10T09:00:00Z".parse().unwrap());
        let week = "/api/reports/weekly/2026-W10";
        let told = anna.get(week).await.ok();
        let acts = json!([{ "coach": "carl", "acts": [{ "act": "weight", "count": 1 }] }]);
        assert_eq!(told["report"]["coaches"], acts, "{told}");
        for form in ["md", "html"] {
            let told = anna.get(&format!("{week}?format={form}")).await;
            assert!(told.text.contains("What your coach did"), "{form}: {}", told.text);
            assert!(told.text.contains("carl: body weight noted"), "{form}: {}", told.text);
        }
    });
}

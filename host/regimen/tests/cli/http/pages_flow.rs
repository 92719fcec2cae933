//! The pages of planning from words: reachable, in both languages, with what was understood and what waits (L-1, L-36).

use serde_json::json;

use super::client::{Client, Serving};
use crate::story::both::on_both;

async fn page(client: &Client, path: &str) -> String {
    let reply = client.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    reply.text
}

#[test]
fn l_36_a_session_from_words_is_shown_with_what_was_understood_and_answered() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let form = page(&anna, "/flow").await;
        assert!(form.contains("data-call=\"POST /api/flow/plan\"") && !form.contains("name=\"planner\""));
        let request = json!({ "intent": "full_body", "duration_minutes": 30,
            "equipment_inventory": ["eq_dumbbells_set_5-50", "eq_mat_area"],
            "instructions_text": "avoid: goblet squat\n<b>I hate burpees</b>",
            "recovery_signals": { "sleep_score": 50 } });
        let planned = anna.post("/api/flow/plan", request).await.ok();
        let id = planned["workout"]["workout_id"].as_str().unwrap();
        let path = format!("/flow/{id}");
        let shown = page(&anna, &path).await;
        assert!(shown.contains("Goblet squat") && shown.contains(">50</span>"), "{shown}");
        // Words of others are text, never markup.
        assert!(shown.contains("&#60;b&#62;I hate burpees") && !shown.contains("<b>I hate"), "{shown}");
        assert!(shown.contains(&format!("POST /api/flow/drafts/{id}/accept")));
        assert!(!shown.contains("id=\"read\""), "there is no model to ask");
        assert!(page(&anna, "/flow").await.contains(&format!("href=\"{path}\"")));
        assert!(page(&anna, &format!("/flow?again={id}")).await.contains("avoid: goblet squat"));
        let russian = page(&anna.with("accept-language", "ru"), &path).await;
        assert!(!russian.contains("web-flow") && !russian.contains("flow-"), "every text is there");
        anna.post(&format!("/api/flow/drafts/{id}/decline"), json!({})).await.ok();
        assert!(!page(&anna, &path).await.contains("/accept"), "it was answered");
        assert_eq!(anna.get("/flow/2026-03-02-nowhere-00").await.status, 404);
        assert!(page(&anna, "/more/admin").await.contains("No model is set up"));
    });
}

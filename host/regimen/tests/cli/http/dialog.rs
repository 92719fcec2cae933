//! The conversation over HTTP: statuses, repetition, pages (D-1, D-3, D-21, D-23).

use serde_json::{Value, json};

use super::client::Serving;
use crate::story::both::on_both;

#[test]
fn d_1_messages_are_sent_pressed_and_read_back() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let said = |id: &str, text: &str| json!({ "client_id": id, "text": text });
        let first = anna.post("/api/dialog/messages", said("1", "bench 3x8 80")).await.ok();
        assert_eq!(first["question"]["kind"], "stray_number", "{first}");
        let action = first["replies"][0]["buttons"][0]["action"].clone();
        let pressed = json!({ "client_id": "2", "action": action });
        let saved = anna.post("/api/dialog/messages", pressed.clone()).await.ok();
        assert!(saved["replies"][0]["text"].as_str().unwrap().contains("3 x 8, 80 kg"), "{saved}");
        assert_eq!(anna.post("/api/dialog/messages", pressed).await.ok(), saved, "the same id again");
        let both = json!({ "client_id": "3", "text": "a", "action": "b" });
        for body in [both, json!({ "client_id": "3" })] {
            assert_eq!(anna.post("/api/dialog/messages", body).await.refused().0, 422);
        }
        assert_eq!(anna.post("/api/dialog/messages", said("", "a")).await.refused().0, 422);
        let long = anna.post("/api/dialog/messages", said("4", &"a".repeat(4097))).await;
        assert_eq!(long.refused(), (413, "message_too_long".to_owned()));
        let turns = anna.get("/api/dialog/messages?limit=3").await.ok();
        let who = |page: &Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap().iter();
            items.map(|turn| turn["who"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(who(&turns), ["program", "athlete", "program"]);
        let next = turns["next"].as_str().unwrap();
        let rest = anna.get(&format!("/api/dialog/messages?before={next}")).await.ok();
        assert_eq!(who(&rest), ["athlete"]);
        let stranger = serving.join(&anna, "carl", &["coach"]).await;
        let athlete = anna.get("/api/athlete").await.ok()["id"].as_str().unwrap().to_owned();
        let carl = stranger.with("regimen-athlete", &athlete);
        assert_eq!(carl.post("/api/dialog/messages", said("1", "hi")).await.refused().0, 404);
        for number in 10..28 {
            anna.post("/api/dialog/messages", said(&number.to_string(), "/help")).await.ok();
        }
        let over = anna.post("/api/dialog/messages", said("99", "/help")).await;
        assert_eq!(over.refused(), (429, "rate_limited".to_owned()));
        assert!(over.header("retry-after").is_some());
    });
}

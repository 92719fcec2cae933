//! The pages on plan and progress, on a new account and on one with a few sessions, in both languages.

use serde_json::json;

use super::{
    client::{Client, Serving},
    week::train,
};
use crate::story::both::on_both;

/// The page, which must be there.
async fn page(client: &Client, path: &str) -> String {
    let reply = client.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    assert!(!reply.text.contains("web-p"), "{path} shows the id of a text");
    reply.text
}

#[test]
fn plan_and_progress_are_shown_before_anything_was_done() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let ru = anna.with("accept-language", "ru");
        for (path, en, russian) in [
            ("/plan", "No plan yet", "Плана пока нет"),
            ("/plan/versions", "No plan yet", "Плана пока нет"),
            ("/progress", "Nothing to show yet", "Пока нечего показать"),
            ("/progress/pull_up", "Not done yet", "Ещё не выполнялось"),
            ("/progress/decisions", "No decisions yet", "Решений пока нет"),
        ] {
            assert!(page(&anna, path).await.contains(en), "{path}");
            assert!(page(&ru, path).await.contains(russian), "{path}");
        }
        assert_eq!(anna.get("/progress/no_such_exercise").await.status, 404);
    });
}

#[test]
fn vo_3_plan_and_progress_show_the_block_the_items_the_versions_and_what_was_done() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        let mut key = String::new();
        for _ in 0..3 {
            let finished = train(&anna, "full_body").await;
            let first = &finished["session"]["exercises"][0]["exercise_key"];
            key = first.as_str().unwrap().to_owned();
            app.set_now(app.now().plus_seconds(7 * 24 * 3600));
        }
        anna.post("/api/body-weights", json!({ "grams": 80_500 })).await.made();
        let plan = page(&anna, "/plan").await;
        assert!(plan.contains("Effective sets of each muscle"), "the picture of the volume");
        assert!(plan.contains("data-edit=") && plan.contains(&format!("/progress/{key}")));
        // Three weeks with a session, and a fourth: the easy one of a block of three.
        assert!(plan.contains("This week is an easy one"));
        anna.post("/api/block", json!({ "weeks": 2 })).await.made();
        let plan = page(&anna, "/plan").await;
        assert!(plan.contains("This week: 1 of 2 that build up"));
        let week = page(&anna.with("accept-language", "ru"), "/plan?week=2026-03-23").await;
        assert!(week.contains("Неделя 1 из 2"));

        let versions = page(&anna, "/plan/versions").await;
        assert!(versions.contains("in force") && versions.contains("/undo"));
        let progress = page(&anna, "/progress").await;
        for picture in ["days-title", "sets-title", "weight-title"] {
            assert!(progress.contains(picture), "{picture}");
        }
        assert!(progress.contains("80.5 kg"));
        assert!(page(&anna.with("accept-language", "ru"), "/progress").await.contains("80,5 кг"));
        let exercise = page(&anna, &format!("/progress/{key}")).await;
        assert!(exercise.contains("<table>") && exercise.contains("How to do it"));
        page(&anna, "/progress/decisions").await;
    });
}

//! What is refused changes nothing: an edit of several things is done as a whole or not at all (EP-8, AC-11).

use serde_json::{Value, json};

use super::client::{Client, PASSWORD, Reply, Serving};
use crate::story::both::on_both;

async fn patch(client: &Client, path: &str, body: Value) -> Reply {
    client.send("PATCH", path, Some(body.to_string())).await
}

#[test]
fn ep_8_a_session_whose_edit_is_refused_stands_as_it_was() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let saved = anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
        let path = format!("/api/sessions/{}", saved["id"].as_str().unwrap());
        let push = json!({ "intent": "push", "sessionMinutes": 30 });
        let of_both = json!({ "wanted": push, "exercises": ["no_such_thing"] });
        let refused = patch(&anna, &path, of_both).await;
        assert_eq!(refused.refused(), (422, "unknown_exercise".to_owned()));
        assert_eq!(anna.get(&path).await.ok(), saved);
        assert_eq!(anna.get("/api/sessions").await.ok()["items"], json!([saved]), "no other took its place");
        let events = anna.get(&format!("{path}/events")).await.ok();
        assert_eq!(events.as_array().unwrap().len(), 1, "{events}");
        // What both ask for, and can be had, is done in one.
        let anew = patch(&anna, &path, json!({ "wanted": push })).await.ok();
        let path = format!("/api/sessions/{}", anew["id"].as_str().unwrap());
        let first = anew["exercises"][0]["exercise_key"].clone();
        let one = patch(&anna, &path, json!({ "wanted": push, "exercises": [first] })).await.ok();
        assert_eq!(one["exercises"].as_array().unwrap().len(), 1, "{one}");
        assert_eq!(anna.get("/api/sessions").await.ok()["items"], json!([one]));
    });
}

#[test]
fn ac_11_an_account_whose_change_is_refused_stands_as_it_was_and_stays_signed_in() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let me = anna.get("/api/me").await.ok();
        let own = format!("/api/admin/accounts/{}", me["account_id"].as_str().unwrap());
        let before = anna.get("/api/admin/accounts").await.ok();
        let refused = patch(&anna, &own, json!({ "state": "active", "roles": [] })).await;
        assert_eq!(refused.refused(), (409, "last_administrator".to_owned()));
        assert_eq!(anna.get("/api/me").await.ok(), me, "her session goes on");
        assert_eq!(anna.get("/api/admin/accounts").await.ok(), before);
        // Neither does a change to what is there already end a session.
        patch(&anna, &own, json!({ "state": "active", "roles": ["administrator"] })).await.ok();
        assert_eq!(anna.get("/api/me").await.ok(), me);
        let bob = serving.join(&anna, "bob", &["coach"]).await;
        let of_bob = bob.get("/api/me").await.ok();
        let path = format!("/api/admin/accounts/{}", of_bob["account_id"].as_str().unwrap());
        for roles in [json!(["athlete"]), json!(["athlete", "coach"]), json!([])] {
            let refused = patch(&anna, &path, json!({ "state": "disabled", "roles": roles })).await;
            assert_eq!(refused.refused(), (422, "bad_value".to_owned()), "{roles}");
            assert_eq!(refused.json()["pointer"], "/roles");
        }
        assert_eq!(bob.get("/api/me").await.ok(), of_bob);
        let both = json!({ "state": "disabled", "roles": ["coach", "administrator"] });
        let changed = patch(&anna, &path, both).await.ok();
        assert_eq!(
            (&changed["state"], &changed["roles"]),
            (&json!("disabled"), &json!(["coach", "administrator"]))
        );
        let back =
            serving.browser().post("/api/sign-in", json!({ "login": "bob", "password": PASSWORD })).await;
        assert_eq!(back.refused().0, 401);
    });
}

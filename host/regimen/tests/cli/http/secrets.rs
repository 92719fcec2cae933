//! What is shown once is kept nowhere, and what cannot be kept is not in the way of who asks again (AC-7, GL-5).

use domain::digest::sha256;
use regimen::service::maintenance;
use serde_json::json;

use super::client::{PASSWORD, Serving};
use crate::story::both::{Fresh, on_both};

/// Everything that is kept: a backup, and on SQLite the bytes of the files.
async fn kept(serving: &Serving, fresh: &Fresh) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.dump");
    maintenance::backup(&serving.server.app, &file, |_| {}).await.unwrap();
    let mut all = std::fs::read_to_string(file).unwrap();
    if let store::Place::Sqlite(file) = &fresh.place {
        for file in [file.clone(), file.with_extension("db-wal")] {
            all.push_str(&String::from_utf8_lossy(&std::fs::read(file).unwrap()));
        }
    }
    all
}

#[test]
fn ac_7_a_secret_is_shown_once_and_kept_nowhere_even_with_a_key() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let me = anna.get("/api/me").await.ok();
        let reset = format!("/api/admin/accounts/{}/reset", me["account_id"].as_str().unwrap());
        let calls = [
            ("/api/me/tokens", json!({ "name": "watch", "scopes": ["read"] }), "secret"),
            ("/api/admin/invites", json!({ "roles": ["athlete"] }), "code"),
            (reset.as_str(), json!({}), "code"),
        ];
        let mut secrets = Vec::new();
        for (path, body, field) in calls {
            let keyed = anna.with("idempotency-key", path);
            let made = keyed.post(path, body.clone()).await.made();
            secrets.push(made[field].as_str().unwrap().to_owned());
            let again = keyed.post(path, body).await;
            assert_eq!(again.refused(), (409, "shown_once".to_owned()), "{path}");
            let other = keyed.post(path, json!({ "name": "other" })).await;
            assert_eq!(other.refused(), (422, "idempotency_mismatch".to_owned()), "{path}");
        }
        assert_eq!(
            anna.get("/api/me/tokens").await.ok().as_array().unwrap().len(),
            1,
            "nothing was done twice"
        );
        let kept = kept(&serving, &fresh).await;
        assert!(kept.contains("/api/me/tokens"), "the key itself is kept");
        for secret in secrets {
            assert!(!kept.contains(&secret), "{secret} is kept");
        }
    });
}

#[test]
fn ac_4_a_request_with_a_password_is_remembered_as_passwords_are() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let keyed = anna.with("idempotency-key", "p1");
        let change = json!({ "old": PASSWORD, "new": "an even better password" });
        keyed.put("/api/me/password", change.clone()).await.done();
        let again = keyed.put("/api/me/password", change.clone()).await;
        again.done();
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        let other =
            keyed.put("/api/me/password", json!({ "old": PASSWORD, "new": "a third password here" })).await;
        assert_eq!(other.refused(), (422, "idempotency_mismatch".to_owned()));
        let kept = kept(&serving, &fresh).await;
        let fast = sha256(format!("PUT /api/me/password\n{change}").as_bytes());
        for secret in [PASSWORD, "an even better password", fast.as_str()] {
            assert!(!kept.contains(secret), "{secret} is kept");
        }
    });
}

#[test]
fn gl_5_what_is_no_text_is_made_anew_and_an_answer_keeps_its_headers() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let keyed = anna.with("idempotency-key", "e1");
        for _ in 0..2 {
            let archive = keyed.post("/api/me/export", json!({})).await;
            assert_eq!(
                (archive.status, archive.header("idempotency-replayed")),
                (200, None),
                "{}",
                archive.text
            );
            assert!(archive.header("content-disposition").unwrap().starts_with("attachment"), "{archive:?}");
        }
        let keyed = anna.with("idempotency-key", "e2");
        let profile = anna.get("/api/profile").await.ok();
        let first = keyed.put("/api/profile", profile.clone()).await;
        let again = keyed.put("/api/profile", profile).await;
        assert_eq!(first.ok(), again.ok());
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        assert_eq!(first.header("etag").unwrap(), again.header("etag").unwrap());
    });
}

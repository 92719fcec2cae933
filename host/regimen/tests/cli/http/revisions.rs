//! What was edited since is not edited unseen: revisions, and the tags that carry them (GL-5).

use regimen::api::endpoints;
use serde_json::{Value, json};

use super::client::Serving;
use crate::story::{both::on_both, meals::five_answers};

#[test]
fn gl_5_an_edit_of_what_was_edited_since_is_refused_and_a_read_that_is_known_is_short() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let mut document = anna.get("/api/profile").await.ok();
        document["profile"]["days_per_week"] = json!(4);
        let changed = anna.put("/api/profile", document.clone()).await.ok();
        let stale = anna.put("/api/profile", document.clone()).await;
        assert_eq!(stale.refused(), (412, "stale_revision".to_owned()));
        assert_eq!(stale.json()["facts"]["current"], changed["revision"]);
        let revision = changed["revision"].to_string();
        document.as_object_mut().unwrap().remove("revision");
        let stale = anna.with("if-match", "\"1\"").put("/api/profile", document.clone()).await;
        assert_eq!(stale.refused().0, 412);
        anna.with("if-match", &format!("\"{revision}\"")).put("/api/profile", document).await.ok();
        let first = anna.get("/api/profile").await;
        let tag = first.header("etag").unwrap();
        let known = anna.with("if-none-match", tag).get("/api/profile").await;
        assert_eq!((known.status, known.text.as_str()), (304, ""));
    });
}

#[test]
fn gl_5_an_edit_may_name_the_tag_of_a_read_or_whatever_is_there() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let read = anna.get("/api/profile").await;
        let tag = read.header("etag").unwrap().to_owned();
        let mut document = read.ok();
        document.as_object_mut().unwrap().remove("revision");
        document["profile"]["days_per_week"] = json!(4);
        let edit = async |tag: &str| anna.with("if-match", tag).put("/api/profile", document.clone()).await;
        let changed = edit(&tag).await;
        let next = changed.header("etag").unwrap().to_owned();
        let revision = changed.ok()["revision"].clone();
        let stale = edit(&tag).await;
        assert_eq!(stale.refused(), (412, "stale_revision".to_owned()));
        assert_eq!(stale.json()["facts"]["current"], revision);
        let unknown = edit("\"0123abcd\"").await;
        assert_eq!(unknown.refused(), (412, "stale_revision".to_owned()));
        assert_eq!(unknown.json()["facts"]["given"], "\"0123abcd\"");
        edit(&format!("W/{next}")).await.ok();
        edit("*").await.ok();
        let push_up = json!({ "exercise_id": "push_up", "pinned": true });
        let template = json!({ "name": "Short", "intent": "full_body", "exercises": [push_up] });
        let made = anna.post("/api/templates", template.clone()).await;
        let tag = made.header("etag").unwrap().to_owned();
        let path = format!("/api/templates/{}", made.made()["id"].as_str().unwrap());
        assert_eq!(anna.get(&path).await.header("etag"), Some(tag.as_str()));
        anna.with("if-match", &tag).put(&path, template.clone()).await.ok();
        assert_eq!(anna.with("if-match", &tag).put(&path, template).await.refused().0, 412);
    });
}

/// An entity that people edit: where it is read and edited, and an edit of what was read.
type Edited = (String, &'static str, fn(&Value) -> Value);

#[test]
fn gl_5_every_entity_that_people_edit_is_edited_by_the_tag_of_its_read_and_once() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let push_up = json!({ "exercise_id": "push_up", "pinned": true });
        let template = json!({ "name": "Short", "intent": "full_body", "exercises": [push_up] });
        let template = anna.post("/api/templates", template).await.made();
        let session = anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        for (shelf, example) in [("foods", domain::food::EXAMPLE), ("recipes", domain::recipe::EXAMPLE)] {
            let mut entry: Value = serde_json::from_str(example).unwrap();
            entry["id"] = json!("my_own");
            anna.post(&format!("/api/{shelf}"), json!({ shelf: [entry] })).await.made();
        }
        let of = |noun: &str, id: &Value| format!("/api/{noun}/{}", id.as_str().unwrap());
        let entities: [Edited; 6] = [
            ("/api/profile".to_owned(), "PUT", |read| {
                let mut profile = read["profile"].clone();
                profile["days_per_week"] = json!(4);
                json!({ "profile": profile })
            }),
            ("/api/nutrition/profile".to_owned(), "PUT", |read| {
                let mut profile = read.clone();
                profile["goal"] = json!("lose");
                profile
            }),
            (of("templates", &template["id"]), "PUT", |_| {
                let dip = json!({ "exercise_id": "dip", "pinned": true });
                json!({ "name": "Shorter", "intent": "full_body", "exercises": [dip] })
            }),
            (of("sessions", &session["id"]), "PATCH", |read| {
                let keep = read["exercises"].as_array().unwrap().iter().map(|one| &one["exercise_key"]);
                json!({ "exercises": keep.take(1).collect::<Vec<_>>() })
            }),
            ("/api/foods/my_own".to_owned(), "PUT", renamed),
            ("/api/recipes/my_own".to_owned(), "PUT", renamed),
        ];
        let edited = endpoints().iter().filter(|one| one.takes_revision()).count();
        assert_eq!(edited, entities.len(), "each call that takes a revision is tried here");
        for (path, method, edit) in entities {
            let read = anna.get(&path).await;
            let body = edit(&read.ok()).to_string();
            let tag = read.header("etag").expect(&path).to_owned();
            let edit = async || anna.with("if-match", &tag).send(method, &path, Some(body.clone())).await;
            edit().await.ok();
            assert_ne!(anna.get(&path).await.header("etag"), Some(tag.as_str()), "{path}");
            assert_eq!(edit().await.refused(), (412, "stale_revision".to_owned()), "{path}");
        }
    });
}

/// An own food or recipe as it is put back with another name.
fn renamed(read: &Value) -> Value {
    let told = ["revision", "archived", "own", "shared"];
    let mut entry = read.clone();
    entry.as_object_mut().unwrap().retain(|field, _| !told.contains(&field.as_str()));
    entry["name"]["en"] = json!("Another name");
    entry
}

#[test]
fn gl_5_a_revision_is_taken_where_the_document_says_so_and_refused_elsewhere() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let document = regimen::api::openapi::document(&endpoints());
        let anna = anna.with("if-match", "\"1\"");
        for endpoint in endpoints() {
            let method = endpoint.method.as_str().to_lowercase();
            let operation = &document["paths"][format!("/api{}", endpoint.path)][method];
            let parameters = operation["parameters"].as_array();
            let takes = parameters.is_some_and(|all| all.iter().any(|one| one["name"] == "if-match"));
            assert_eq!(takes, endpoint.takes_revision(), "{}", endpoint.path);
        }
        let refused = anna.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        assert_eq!(refused.refused(), (422, "no_revision".to_owned()));
        anna.get("/api/body-weights").await.ok();
    });
}

//! What was edited since is not edited unseen: revisions, and the tags that carry them (GL-5).

use std::collections::BTreeSet;

use regimen::api::{endpoint::Endpoint, endpoints};
use serde_json::{Value, json};

use super::{
    client::{Client, Reply, Serving},
    examples::example,
};
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

/// An edit of something that was read: the call, where it was read, where it is edited, and what is sent.
struct Edit {
    call: &'static str,
    read: String,
    edited: String,
    body: fn(&Value) -> Value,
}

fn edit(call: &'static str, read: &str, edited: &str, body: fn(&Value) -> Value) -> Edit {
    Edit { call, read: read.to_owned(), edited: edited.to_owned(), body }
}

/// Everything that takes a revision, on something that is there.
async fn edits(serving: &Serving, anna: &Client) -> Vec<Edit> {
    let push_up = json!({ "exercise_id": "push_up", "pinned": true });
    let template = json!({ "name": "Short", "intent": "full_body", "exercises": [push_up] });
    let template = anna.post("/api/templates", template).await.made();
    let session = anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
    anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
    anna.put("/api/locations/home", json!({ "equipment": ["dumbbell"] })).await.ok();
    for (shelf, example) in [("foods", domain::food::EXAMPLE), ("recipes", domain::recipe::EXAMPLE)] {
        let mut entry: Value = serde_json::from_str(example).unwrap();
        entry["id"] = json!("my_own");
        anna.post(&format!("/api/{shelf}"), json!({ shelf: [entry] })).await.made();
    }
    anna.post("/api/ladders", example("POST", "/ladders")).await.made();
    // The exercise lets go of the ladder, so that either can be taken away.
    anna.post("/api/exercises", example("POST", "/exercises")).await.made();
    let bob = serving.join(anna, "bob", &["athlete"]).await.get("/api/me").await.ok();
    let plan = anna.get("/api/plans").await.ok()[0]["id"].clone();
    let of = |noun: &str, id: &Value| format!("/api/{noun}/{}", id.as_str().unwrap());
    let (template, session) = (of("templates", &template["id"]), of("sessions", &session["id"]));
    let (account, plan) = (of("admin/accounts", &bob["account_id"]), of("plans", &plan));
    vec![
        edit("PUT /profile", "/api/profile", "/api/profile", |read| {
            let mut profile = read["profile"].clone();
            profile["days_per_week"] = json!(4);
            json!({ "profile": profile })
        }),
        edit("PUT /nutrition/profile", "/api/nutrition/profile", "/api/nutrition/profile", |read| {
            let mut profile = read.clone();
            profile["goal"] = json!("lose");
            profile
        }),
        edit(
            "PUT /nutrition/targets",
            "/api/nutrition/targets",
            "/api/nutrition/targets",
            |_| json!({ "daily_protein_g": 150 }),
        ),
        edit(
            "PUT /settings/consent",
            "/api/settings/consent",
            "/api/settings/consent",
            |_| json!({ "subject": "level_change", "choice": { "increase": "ask", "decrease": "auto" } }),
        ),
        edit(
            "PUT /settings/exercises/{key}",
            "/api/profile",
            "/api/settings/exercises/push_up",
            |_| json!({ "favorite": true }),
        ),
        edit(
            "PUT /locations/{key}",
            "/api/profile",
            "/api/locations/gym",
            |_| json!({ "equipment": ["barbell"] }),
        ),
        edit("DELETE /locations/{key}", "/api/profile", "/api/locations/gym", |_| Value::Null),
        edit("PUT /templates/{id}", &template, &template, |_| {
            let dip = json!({ "exercise_id": "dip", "pinned": true });
            json!({ "name": "Shorter", "intent": "full_body", "exercises": [dip] })
        }),
        edit("DELETE /templates/{id}", &template, &template, |_| Value::Null),
        edit("POST /plans/{id}/edits", &plan, &format!("{plan}/edits"), |read| {
            let target = json!({ "item_id": read["items"][0]["item_id"] });
            let sets = read["items"][0]["prescription"]["sets"].as_array().unwrap().len();
            json!({ "changes": [{ "target": target, "field": "set_count", "new": sets + 1 }] })
        }),
        edit(
            "POST /plans/{id}/rollback",
            &plan,
            &format!("{plan}/rollback"),
            |read| json!({ "exercise": read["items"][0]["exercise_key"] }),
        ),
        edit("PATCH /sessions/{id}", &session, &session, |read| {
            let keep = read["exercises"].as_array().unwrap().iter().map(|one| &one["exercise_key"]);
            json!({ "exercises": keep.take(1).collect::<Vec<_>>() })
        }),
        edit("PUT /foods/{key}", "/api/foods/my_own", "/api/foods/my_own", renamed),
        edit("PUT /recipes/{key}", "/api/recipes/my_own", "/api/recipes/my_own", renamed),
        edit("DELETE /recipes/{key}", "/api/recipes/my_own", "/api/recipes/my_own", |_| Value::Null),
        edit("DELETE /foods/{key}", "/api/foods/my_own", "/api/foods/my_own", |_| Value::Null),
        edit("DELETE /ladders/{key}", "/api/ladders/my_towel_row", "/api/ladders/my_towel_row", |_| {
            Value::Null
        }),
        edit("DELETE /exercises/{key}", "/api/exercises/my_towel_row", "/api/exercises/my_towel_row", |_| {
            Value::Null
        }),
        edit("PATCH /admin/accounts/{id}", "", &account, |_| json!({ "roles": ["administrator", "coach"] })),
    ]
}

/// An own food or recipe with another name.
fn renamed(read: &Value) -> Value {
    let mut entry = read.clone();
    entry.as_object_mut().unwrap().remove("revision");
    entry["name"]["en"] = json!("Another name");
    entry
}

#[test]
fn gl_5_what_people_edit_is_edited_by_the_revision_of_its_read_and_once() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let edits = edits(&serving, &anna).await;
        let tried: BTreeSet<&str> = edits.iter().map(|one| one.call).collect();
        let takes = endpoints().into_iter().filter(|one| one.takes_revision);
        let takes: BTreeSet<String> = takes.map(|one| format!("{} {}", one.method, one.path)).collect();
        assert_eq!(tried.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), takes);
        for Edit { call, read, edited, body } in edits {
            let method = call.split(' ').next().unwrap();
            // Accounts are read in a list, where each tells its revision.
            let (read, tag) = match read.as_str() {
                "" => (Value::Null, "\"1\"".to_owned()),
                path => {
                    let read = anna.get(path).await;
                    (read.ok(), read.header("etag").expect(path).to_owned())
                }
            };
            let (body, has_body) = (body(&read), method != "DELETE");
            let send = async |tag: Option<&str>, revision: Option<&Value>| {
                let client = tag.map_or_else(|| anna.clone(), |tag| anna.with("if-match", tag));
                let mut body = body.clone();
                if let Some(revision) = revision {
                    body["revision"] = revision.clone();
                }
                client.send(method, &edited, has_body.then(|| body.to_string())).await
            };
            let stale = (412, "stale_revision".to_owned());
            let refused = send(Some("\"999\""), None).await;
            assert_eq!(refused.refused(), stale, "{call}");
            let current = refused.json()["facts"]["current"].clone();
            assert!(tag.starts_with(&format!("\"{current}")), "{call}: {tag} and {current}");
            if !has_body {
                assert!(matches!(send(Some(&tag), None).await.status, 200 | 204), "{call}");
                continue;
            }
            assert_eq!(send(None, Some(&json!(999))).await.refused(), stale, "{call}");
            assert_eq!(send(Some("\"999\""), Some(&current)).await.refused(), stale, "the header counts");
            send(None, Some(&current)).await.ok();
            let refused = send(Some(&tag), None).await;
            assert_eq!(refused.refused(), stale, "{call}");
            let now = refused.json()["facts"]["current"].clone();
            assert_eq!(send(None, Some(&current)).await.refused(), stale, "{call}");
            assert!(current.as_i64() < now.as_i64(), "{call}: {current} and {now}");
        }
    });
}

#[test]
fn gl_5_what_was_read_can_be_put_back_as_it_is() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let put_back: Vec<String> = edits(&serving, &anna)
            .await
            .into_iter()
            .filter(|one| one.call.starts_with("PUT"))
            .map(|one| one.edited)
            .collect();
        // Targets are derived, and consent is said one by one.
        let shown = ["profile", "nutrition/profile", "templates/short", "foods/my_own", "recipes/my_own"];
        for path in shown.map(|path| format!("/api/{path}")) {
            assert!(put_back.contains(&path), "{path} of {put_back:?}");
            let read = anna.get(&path).await.ok();
            anna.put(&path, read.clone()).await.ok();
            let mut again = anna.get(&path).await.ok();
            if let Some(revision) = read.get("revision") {
                again["revision"] = revision.clone();
            }
            assert_eq!(again, read, "{path}");
        }
        let mut other = anna.get("/api/templates/short").await.ok();
        other["id"] = json!("long");
        let refused = anna.put("/api/templates/short", other).await;
        assert_eq!(refused.refused(), (422, "bad_value".to_owned()));
        let odd = anna.put("/api/templates/short", json!({ "nmae": "Short" })).await;
        assert_eq!((odd.refused().0, odd.json()["pointer"].clone()), (422, json!("/nmae")));
    });
}

#[test]
fn gl_5_two_devices_do_not_edit_a_plan_unseen() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
        let plan = format!("/api/plans/{}", anna.get("/api/plans").await.ok()[0]["id"].as_str().unwrap());
        let [phone, laptop] = [anna.get(&plan).await, anna.get(&plan).await];
        let sets = |read: &Value, item: usize| {
            let target = json!({ "item_id": read["items"][item]["item_id"] });
            let sets = read["items"][item]["prescription"]["sets"].as_array().unwrap().len();
            json!({ "changes": [{ "target": target, "field": "set_count", "new": sets + 1 }] })
        };
        let edits = format!("{plan}/edits");
        let edit = async |read: &Reply, item| {
            let tag = read.header("etag").unwrap();
            anna.with("if-match", tag).post(&edits, sets(&read.ok(), item)).await
        };
        let version = edit(&phone, 0).await.ok()["version"].clone();
        let refused = edit(&laptop, 1).await;
        assert_eq!(refused.refused(), (412, "stale_revision".to_owned()));
        assert_eq!(refused.json()["facts"]["current"], version);
        let again = anna.get(&plan).await;
        assert_eq!(again.ok()["plan"]["active_version"], version);
        edit(&again, 1).await.ok();
        // Who names no version means whatever is in force.
        anna.post(&edits, sets(&anna.get(&plan).await.ok(), 0)).await.ok();
    });
}

/// What says where the last writer wins.
const DECISION: &str = include_str!("../../../../../docs/decisions/0028-what-is-edited-by-its-revision.md");

#[test]
fn gl_5_what_is_edited_has_a_revision_or_is_said_to_have_none() {
    // A line may end within a call.
    let texts = DECISION.split('`').map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    let told =
        texts.filter_map(|text| text.split_once(" /api").map(|(method, path)| format!("{method} {path}")));
    let told: BTreeSet<String> = told.collect();
    let all = endpoints();
    let named = |one: &Endpoint| format!("{} {}", one.method, one.path);
    for call in &told {
        let one = all.iter().find(|one| named(one) == *call).unwrap_or_else(|| panic!("{call} is no call"));
        assert!(!one.takes_revision, "{call} takes a revision");
    }
    let edits = |one: &&Endpoint| ["PUT", "PATCH", "DELETE"].contains(&one.method.as_str());
    for one in all.iter().filter(edits) {
        assert!(one.takes_revision || told.contains(&named(one)), "{} has no revision", named(one));
    }
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
            assert_eq!(takes, endpoint.takes_revision, "{}", endpoint.path);
        }
        let refused = anna.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        assert_eq!(refused.refused(), (422, "no_revision".to_owned()));
        anna.get("/api/body-weights").await.ok();
    });
}

//! Long lists in parts: each part says where the next one begins, whatever becomes of the entries meanwhile.

use std::collections::BTreeSet;

use regimen::api::endpoints;
use serde_json::{Value, json};
use training::catalog::Catalog;

use super::{
    client::{Client, Serving},
    examples::example,
    week::train_until_asked,
};
use crate::story::both::on_both;

/// All entries of a list, part by part.
async fn all(client: &Client, path: &str, limit: usize) -> Vec<Value> {
    let (mut found, mut next) = (Vec::new(), None::<String>);
    loop {
        let cursor = next.map(|next| format!("&cursor={next}")).unwrap_or_default();
        let page = client.get(&format!("{path}limit={limit}{cursor}")).await.ok();
        let items = page["items"].as_array().unwrap();
        assert!(items.len() <= limit, "{path}");
        found.extend(items.iter().cloned());
        match page["next"].as_str() {
            Some(given) => next = Some(given.to_owned()),
            None => return found,
        }
    }
}

#[test]
fn ex_1_exercises_are_those_of_the_catalogue_and_ones_own_and_parts_go_through_all_of_them() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let keys = |found: &[Value]| -> Vec<String> {
            found.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
        };
        let shipped: BTreeSet<String> =
            Catalog::embedded().exercises().iter().map(|one| one.id.to_string()).collect();
        let found = keys(&all(&anna, "/api/exercises?", 37).await);
        assert_eq!((found.len(), found.iter().cloned().collect()), (shipped.len(), shipped));
        assert!(all(&anna, "/api/exercises?own=true&", 37).await.is_empty());
        anna.post("/api/exercises", example("POST", "/exercises")).await.made();
        let mine = all(&anna, "/api/exercises?own=true&", 37).await;
        assert_eq!((keys(&mine), &mine[0]["revision"]), (vec!["my_towel_row".to_owned()], &json!(1)));
        let with_own = keys(&all(&anna, "/api/exercises?", 500).await);
        assert_eq!(with_own.len(), found.len() + 1);
        assert!(with_own.is_sorted() && with_own.contains(&"my_towel_row".to_owned()));
    });
}

/// Goes through parts of one entry each, doing something with every entry before the next part is asked for.
async fn one_by_one(client: &Client, path: &str, mut done: impl AsyncFnMut(&Value)) -> Vec<Value> {
    let (mut found, mut next) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("{path}limit=1{next}")).await.ok();
        for one in page["items"].as_array().unwrap() {
            done(one).await;
            found.push(one["id"].clone());
        }
        match page["next"].as_str() {
            Some(cursor) => next = format!("&cursor={cursor}"),
            None => return found,
        }
    }
}

#[test]
fn ep_8_parts_follow_each_other_when_what_was_listed_is_done_with_meanwhile() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let mut saved = Vec::new();
        for intent in ["push", "pull", "legs"] {
            let session = anna.post("/api/sessions", json!({ "wanted": { "intent": intent } })).await.made();
            saved.push(session["id"].clone());
        }
        let skipped = one_by_one(&anna, "/api/sessions?status=planned&", async |one| {
            let skip = format!("/api/sessions/{}/skip", one["id"].as_str().unwrap());
            anna.post(&skip, json!({ "reason": "a cold" })).await.ok();
        });
        let skipped = skipped.await;
        assert_eq!(BTreeSet::from_iter(ids(&skipped)), BTreeSet::from_iter(ids(&saved)));
        assert_eq!(anna.get("/api/sessions?status=planned").await.ok(), json!({ "items": [] }));
        for mg in [100_000, 110_000, 120_000] {
            anna.post("/api/diary", json!({ "food": "banana", "mg": mg })).await.made();
        }
        let struck = one_by_one(&anna, "/api/diary?", async |one| {
            anna.delete(&format!("/api/diary/{}", one["id"].as_str().unwrap())).await.done();
        });
        assert_eq!(struck.await.len(), 3);
        assert_eq!(anna.get("/api/diary").await.ok(), json!({ "items": [] }));
    });
}

fn ids(found: &[Value]) -> Vec<&str> {
    found.iter().map(|id| id.as_str().unwrap()).collect()
}

#[test]
fn gl_4_what_grows_comes_in_parts_that_together_are_the_whole() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        for login in ["bob", "carl"] {
            serving.join(&anna, login, &["athlete"]).await;
        }
        train_until_asked(&anna, app).await;
        for day in ["2026-03-02", "2026-03-03", "2026-03-03"] {
            anna.post("/api/body-weights", json!({ "grams": 80_000, "date": day })).await.made();
            anna.post("/api/measurements", json!({ "kind": "waist", "amount": 840, "date": day }))
                .await
                .made();
            anna.post("/api/diary", json!({ "food": "banana", "mg": 118_000, "date": day })).await.made();
            app.set_now(app.now().plus_seconds(60));
            let mut check_in = example("POST", "/checkins");
            let me = anna.get("/api/me").await.ok();
            check_in["id"] = json!(app.uuid());
            (check_in["athlete_id"], check_in["at"]) = (me["athlete_id"].clone(), json!(app.now()));
            anna.post("/api/checkins", check_in).await.ok();
        }
        let done = anna.get("/api/sessions?status=done").await.ok();
        let exercise = done["items"][0]["exercises"][0]["exercise_key"].as_str().unwrap().to_owned();
        let plan = anna.get("/api/plans").await.ok()[0]["id"].as_str().unwrap().to_owned();
        for path in [
            "/api/admin/accounts?",
            "/api/body-weights?from=2026-03-01&",
            "/api/measurements?from=2026-03-01&",
            "/api/diary?from=2026-03-01&",
            "/api/checkins?",
            "/api/proposals?all=true&",
            "/api/progress?",
            "/api/sessions?to=2026-12-31&",
            "/api/audit?",
            &format!("/api/plans/{plan}/versions?"),
            &format!("/api/plans/{plan}/audit?"),
        ] {
            let whole = all(&anna, path, 500).await;
            assert!(whole.len() > 1, "{path} has {}", whole.len());
            assert_eq!(all(&anna, path, 1).await, whole, "{path}");
        }
        let path = format!("/api/exercises/{exercise}/history");
        let whole = anna.get(&path).await.ok();
        let (mut days, mut next) = (Vec::new(), String::new());
        loop {
            let part = anna.get(&format!("{path}?limit=1{next}")).await.ok();
            assert_eq!(part["known"], whole["known"]);
            days.extend(part["days"].as_array().unwrap().iter().cloned());
            let Some(cursor) = part["next"].as_str() else { break };
            next = format!("&cursor={cursor}");
        }
        assert!(days.len() > 1, "{exercise}");
        assert_eq!(json!(days), whole["days"]);
    });
}

#[test]
fn gl_4_a_limit_that_no_part_can_have_is_refused_and_the_document_says_which_ones_can() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        // Without a plan there are no proposals.
        anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
        let document = regimen::api::openapi::document(&endpoints());
        let mut asked = 0;
        for endpoint in endpoints().into_iter().filter(regimen::api::endpoint::Endpoint::is_safe) {
            let parameters = &document["paths"][format!("/api{}", endpoint.path)]["get"]["parameters"];
            let Some(limit) = parameters.as_array().unwrap().iter().find(|one| one["name"] == "limit") else {
                continue;
            };
            asked += 1;
            let of = |bound: &str| limit["schema"][bound].as_i64();
            assert_eq!((of("minimum"), of("maximum")), (Some(1), Some(500)), "{}: {limit}", endpoint.path);
            if endpoint.path.contains('{') {
                continue;
            }
            for wrong in ["0", "501", "-1"] {
                let refused = anna.get(&format!("/api{}?limit={wrong}", endpoint.path)).await;
                assert_eq!(refused.refused(), (422, "bad_value".to_owned()), "{}", endpoint.path);
                let object = refused.json();
                assert_eq!(object["pointer"], "/limit");
                let detail = object["detail"].as_str().unwrap();
                assert!(detail.contains(wrong) && detail.contains("1..500"), "{detail}");
            }
            for good in ["1", "500"] {
                anna.get(&format!("/api{}?limit={good}", endpoint.path)).await.ok();
            }
        }
        assert!(asked > 12, "{asked} lists");
        for cursor in ["nonsense", "W10"] {
            let refused = anna.get(&format!("/api/exercises?cursor={cursor}")).await;
            assert_eq!(refused.refused(), (400, "malformed_query".to_owned()));
        }
    });
}

//! The web app over HTTP: who sees which page, and a session from the plan to its summary as a browser meets it.

use serde_json::{Value, json};

use super::client::{Client, Serving};
use crate::story::both::on_both;

/// The page at a path, which is there.
async fn page(client: &Client, path: &str) -> String {
    let reply = client.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    assert!(reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{path}");
    reply.text
}

/// Where a page leads to.
async fn leads(client: &Client, path: &str) -> String {
    let reply = client.get(path).await;
    assert_eq!(reply.status, 303, "{path}: {}", reply.text);
    reply.header("location").unwrap().to_owned()
}

/// The values of an attribute, in their order.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let opening = format!("{name}=\"");
    let mut rest = page;
    let mut found = Vec::new();
    while let Some(at) = rest.find(&opening) {
        rest = &rest[at + opening.len()..];
        found.push(rest.split('"').next().unwrap());
    }
    found
}

#[test]
fn ac_2_pages_before_anybody_is_known() {
    on_both(async |fresh| {
        let empty = Serving::new(&fresh, regimen::api::Options::default()).await;
        let stranger = empty.browser();
        assert!(page(&stranger, "/").await.contains("Open the link that the server printed"));
        assert!(page(&stranger, "/setup?code=x").await.contains("action=\"/api/setup\""));
        let (serving, anna) = Serving::set_up(&fresh).await;
        let stranger = serving.browser();
        assert_eq!(leads(&stranger, "/").await, "/sign-in?next=/");
        assert_eq!(leads(&stranger, "/sessions/0").await, "/sign-in?next=/sessions/0");
        let entry = page(&stranger, "/sign-in?next=/meals").await;
        assert!(entry.contains("data-next=\"/meals\""));
        // Nobody is sent to another server.
        for elsewhere in ["//evil.example", "https://evil.example"] {
            let entry = page(&stranger, &format!("/sign-in?next={elsewhere}")).await;
            assert!(entry.contains("data-next=\"/\"") && !entry.contains("evil"), "{entry}");
        }
        let russian = stranger.with("accept-language", "ru");
        assert!(page(&russian, "/sign-in").await.contains("<h1>Войти</h1>"));
        // Who has told nothing yet is asked first.
        assert_eq!(leads(&anna, "/").await, "/welcome");
        assert_eq!(anna.get("/sessions/nonsense").await.status, 404);
    });
}

#[test]
fn files_of_the_app_are_kept_for_good_and_named_anew_when_they_change() {
    on_both(async |fresh| {
        let (serving, _) = Serving::set_up(&fresh).await;
        let stranger = serving.browser();
        let entry = page(&stranger, "/sign-in").await;
        let style = attributes(&entry, "href").into_iter().find(|path| path.ends_with("app.css")).unwrap();
        let reply = stranger.get(style).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/css; charset=utf-8")));
        assert!(reply.header("cache-control").unwrap().contains("immutable"));
        assert_eq!(stranger.get("/assets/old/app.css").await.header("cache-control"), Some("no-cache"));
        assert_eq!(stranger.get("/assets/old/none.js").await.status, 404);
        let worker = stranger.get("/sw.js").await;
        assert!(worker.text.contains(style), "the worker keeps the file that pages ask for");
        let manifest: Value =
            serde_json::from_str(&stranger.get("/manifest.webmanifest").await.text).unwrap();
        assert_eq!(manifest["start_url"], "./", "wherever the app lives");
    });
}

#[test]
fn a_session_from_plan_to_summary_as_a_browser_meets_it() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        anna.put("/api/locations/gym", json!({ "is_default": true })).await.ok();
        assert!(page(&anna, "/").await.contains("Make me a session"));
        let saved = anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
        let day = page(&anna, "/").await;
        assert!(day.contains("Why") && day.contains("id=\"start-"), "{day}");
        // Another length makes another session in its place.
        let id = saved["id"].as_str().unwrap();
        let wanted = json!({ "wanted": { "intent": "push", "sessionMinutes": 30 } });
        let adapted = anna.send("PATCH", &format!("/api/sessions/{id}"), Some(wanted.to_string())).await.ok();
        assert_eq!(adapted["intent"], "push");
        assert_eq!(anna.get(&format!("/api/sessions/{id}")).await.status, 404);
        let id = adapted["id"].as_str().unwrap();
        let why = anna.get(&format!("/api/sessions/{id}/why")).await.ok();
        let exercises = adapted["exercises"].as_array().unwrap();
        assert_eq!(why.as_object().unwrap().len(), exercises.len());
        // An exercise is left out, another stands in for one.
        let keys: Vec<&Value> = exercises.iter().map(|one| &one["exercise_key"]).collect();
        let keep = json!({ "exercises": keys[..keys.len() - 1] });
        let shorter = anna.send("PATCH", &format!("/api/sessions/{id}"), Some(keep.to_string())).await.ok();
        assert_eq!(shorter["exercises"].as_array().unwrap().len(), keys.len() - 1);
        let none = json!({ "exercises": [] }).to_string();
        assert_eq!(anna.send("PATCH", &format!("/api/sessions/{id}"), Some(none)).await.status, 422);
        let first = keys[0].as_str().unwrap();
        assert!(page(&anna, &format!("/sessions/{id}/swap?exercise={first}")).await.contains("Take it"));
        assert_eq!(leads(&anna, &format!("/sessions/{id}")).await, "/");
        anna.post(&format!("/api/sessions/{id}/start"), json!({})).await.ok();
        log_what_is_shown(&anna, id).await;
        anna.post(&format!("/api/sessions/{id}/finish"), json!({ "session_rpe": 75 })).await.ok();
        let summary = page(&anna, &format!("/sessions/{id}/summary")).await;
        assert!(summary.contains("What you did") && summary.contains("id=\"leave\""));
        assert_eq!(leads(&anna, &format!("/sessions/{id}")).await, format!("/sessions/{id}/summary"));
        let russian = page(&anna.with("accept-language", "ru"), &format!("/sessions/{id}/summary")).await;
        assert!(russian.contains("Что сделано"));
    });
}

/// Logs each set under the id that the page proposes, twice, and sees it on the page.
#[test]
fn l_16_a_pair_is_shown_as_one_and_is_one_of_its_session() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        anna.put("/api/locations/gym", json!({ "is_default": true })).await.ok();
        let pairing = async |policy: &str| {
            let mut told = anna.get("/api/profile").await.ok();
            told["profile"]["superset_policy"] = policy.into();
            let said = json!({ "revision": told["revision"], "profile": told["profile"] });
            anna.put("/api/profile", said).await.ok();
            let wanted = json!({ "wanted": { "intent": "upper", "sessionMinutes": 60 }, "bonus": true });
            let saved = anna.post("/api/sessions", wanted).await.made();
            let id = saved["id"].as_str().unwrap().to_owned();
            let started = anna.post(&format!("/api/sessions/{id}/gate/skip"), json!({})).await.ok();
            let frozen = started["exercises"].as_array().unwrap().iter().map(|one| one["frozen"].clone());
            (page(&anna, &format!("/sessions/{id}")).await, frozen.collect::<Vec<Value>>())
        };
        let rest = |frozen: &Value| frozen["prescription"]["rest_policy"]["seconds"].as_u64().unwrap();

        let (shown, paired) = pairing("preferred").await;
        let first = paired.iter().position(|one| one["superset"].is_string()).expect("a pair");
        assert_eq!(paired[first]["superset"], paired[first + 1]["superset"]);
        assert_eq!(rest(&paired[first]), 10);
        assert!(rest(&paired[first + 1]) >= 60, "one rest after both: {paired:?}");
        assert!(
            shown.contains("class=\"super\"") && shown.contains("a. ") && shown.contains("b. "),
            "{shown}"
        );

        // PV-3, RX-5: the plan has each of them as it is done alone.
        let plan = anna.get("/api/plans").await.ok()[0]["id"].as_str().unwrap().to_owned();
        let plan = anna.get(&format!("/api/plans/{plan}")).await.ok();
        for item in plan["items"].as_array().unwrap() {
            assert!(item["superset"].is_null(), "{item}");
            let rests = item["prescription"]["sets"].as_array().unwrap().iter().map(|set| &set["rest_s"]);
            assert!(rest(item) >= 60 && rests.clone().all(|one| one.as_u64() == Some(rest(item))), "{item}");
        }

        let (shown, single) = pairing("none").await;
        assert!(!shown.contains("class=\"super\""), "{shown}");
        assert!(single.iter().all(|one| one["superset"].is_null() && rest(one) > 10), "{single:?}");
    });
}

async fn log_what_is_shown(anna: &Client, id: &str) {
    let logger = page(anna, &format!("/sessions/{id}")).await;
    let cards: Vec<&str> = logger.split("class=\"card exercise\"").skip(1).collect();
    assert!(!cards.is_empty());
    let mut count = 0;
    for card in cards {
        let performance = attributes(card, "data-id")[0];
        let counts = attributes(card, "data-counts")[0];
        for (index, set) in card.split("<li class=\"set\"").skip(1).enumerate() {
            let set_id = attributes(set, "data-id")[0];
            let set =
                json!({ "id": set_id, "index": index, "type": "working", "completed": true, counts: 8 });
            let body = json!({ "performance_id": performance, "set": set });
            let path = format!("/api/sessions/{id}/sets/{set_id}");
            assert_eq!(anna.put(&path, body.clone()).await.ok()["new"], 1);
            assert_eq!(anna.put(&path, body).await.ok()["new"], 0);
            count += 1;
        }
    }
    let again = page(anna, &format!("/sessions/{id}")).await;
    assert_eq!(again.matches("data-state=\"done\"").count(), count);
}

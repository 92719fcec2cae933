//! Two processes on one PostgreSQL, without knowing each other (README of operators: PostgreSQL).

use domain::time::Instant;
use regimen::{api::Options, service::app::App};
use serde_json::{Value, json};

use super::{
    client::{Client, PASSWORD, Reply, Serving},
    live::{Line, token},
    process::Process,
    week::{sets, train_until_asked},
};
use crate::{Machine, story::both::Fresh};

/// Two processes, and somebody who is signed in at the first one.
struct Pair {
    one: Process,
    other: Process,
    _machines: [Machine; 2],
    anna: Client,
    /// What waits for an answer.
    cards: Vec<Value>,
}

impl Pair {
    /// Somebody has trained for some days; then the processes start.
    async fn new() -> Self {
        let fresh = Fresh::postgres().await;
        let store::Place::Postgres(url) = &fresh.place else { unreachable!("it is PostgreSQL") };
        let now = Instant::from_millis(jiff::Timestamp::now().as_millisecond()).unwrap();
        let past = App::scripted(fresh.store().await, now.minus_seconds(17 * 24 * 3600), 1);
        let (serving, before) = Serving::set_up_app(past, Options::default()).await;
        let cards = train_until_asked(&before, &serving.server.app).await;
        drop(serving);
        let machines = [Machine::new(), Machine::new()];
        let variables = [("REGIMEN_DATABASE_URL", url.as_str())];
        let one = Process::start_with(&machines[0], &variables);
        let other = Process::start_with(&machines[1], &variables);
        let anna = one.client();
        anna.post("/api/sign-in", json!({ "login": "anna", "password": PASSWORD })).await.ok();
        Self { one, other, _machines: machines, anna, cards }
    }

    /// The same person at the other process.
    fn there(&self) -> Client {
        self.anna.at(&self.other.client())
    }

    fn stop(self) {
        for log in [self.one.stop(), self.other.stop()] {
            assert!(!log.contains("\"ERROR\""), "{log}");
        }
    }
}

/// The codes of two answers that came at once, the good one first.
fn in_order(one: &Reply, other: &Reply) -> [(u16, String); 2] {
    let code = |reply: &Reply| match reply.status {
        200..300 => (reply.status, String::new()),
        _ => reply.refused(),
    };
    let mut both = [code(one), code(other)];
    both.sort();
    both
}

#[tokio::test]
async fn ac_5_who_is_signed_in_at_one_process_is_so_at_the_other() {
    let pair = Pair::new().await;
    let (here, there) = (&pair.anna, pair.there());
    assert_eq!(there.get("/api/me").await.ok()["login"], "anna");
    let secret = token(here).await;
    let phone = pair.other.client().with("authorization", &format!("Bearer {secret}"));
    let athlete = phone.get("/api/athlete").await.ok();
    let listed = there.get("/api/me/tokens").await.ok();
    there.delete(&format!("/api/me/tokens/{}", listed[0]["id"].as_str().unwrap())).await.done();
    let late = phone.at(here).get("/api/athlete").await;
    assert_eq!(late.refused().0, 401, "what is taken back at one is void at the other: {athlete}");
    there.post("/api/sign-out", json!({})).await.done();
    assert_eq!(here.get("/api/me").await.refused().0, 401);
    pair.stop();
}

#[tokio::test]
async fn pr_8_of_two_answers_at_two_processes_at_once_one_counts() {
    let pair = Pair::new().await;
    let (here, there) = (&pair.anna, pair.there());
    let say = |id: &Value, answer: &str| json!({ "decisions": [{ "id": id, "answer": answer }] });
    let path = "/api/proposals/decisions";
    // The same answer twice is one: who comes second hears that it was accepted before.
    let (one, other) = tokio::join!(
        here.post(path, say(&pair.cards[0], "accept")),
        there.post(path, say(&pair.cards[0], "accept"))
    );
    let effect = |reply: &Reply| reply.ok()[0]["effect"]["kind"].as_str().unwrap().to_owned();
    let mut effects = [effect(&one), effect(&other)];
    effects.sort();
    assert_eq!(effects, ["already", "done"], "{} {}", one.text, other.text);
    let versions = |reply: &Reply| reply.ok()[0]["effect"]["version"].clone();
    assert_eq!(versions(&one), versions(&other));
    // Of two that differ one counts, and the other is told so.
    let (one, other) = tokio::join!(
        here.post(path, say(&pair.cards[1], "accept")),
        there.post(path, say(&pair.cards[1], "reject"))
    );
    let refused = (409, "proposal_not_open".to_owned());
    assert_eq!(in_order(&one, &other), [(200, String::new()), refused], "{} {}", one.text, other.text);
    pair.stop();
}

#[tokio::test]
async fn gl_5_two_devices_log_one_session_at_two_processes() {
    let pair = Pair::new().await;
    let (here, there) = (&pair.anna, pair.there());
    let saved = here.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
    let path = format!("/api/sessions/{}", saved["id"].as_str().unwrap());
    let started = there.post(&format!("{path}/gate/skip"), json!({})).await.ok();
    let mut all = Vec::new();
    for exercise in started["exercises"].as_array().unwrap() {
        all.extend(
            sets(exercise).into_iter().map(|set| json!({ "performance_id": exercise["id"], "set": set })),
        );
    }
    let mut new = 0;
    for pairs in all.chunks(2) {
        // Each device has its own sets, and one has all that the other has, too.
        let (put, post) =
            (format!("{path}/sets/{}", pairs[0]["set"]["id"].as_str().unwrap()), format!("{path}/sets"));
        let (one, other) =
            tokio::join!(here.put(&put, pairs[0].clone()), there.post(&post, json!({ "sets": pairs })));
        new += one.ok()["new"].as_u64().unwrap() + other.ok()["new"].as_u64().unwrap();
    }
    assert_eq!(new, u64::try_from(all.len()).unwrap(), "each set is new once");
    let shown = here.get(&path).await.ok();
    let logged: usize =
        shown["exercises"].as_array().unwrap().iter().map(|one| one["sets"].as_array().unwrap().len()).sum();
    assert_eq!(logged, all.len());
    let end = format!("{path}/finish");
    let (one, other) = tokio::join!(here.post(&end, json!({})), there.post(&end, json!({})));
    assert_eq!(one.ok()["updates"], other.ok()["updates"], "the same report again changes nothing");
    pair.stop();
}

#[tokio::test]
async fn gl_5_a_key_that_was_used_at_one_process_is_known_at_the_other() {
    let pair = Pair::new().await;
    let keyed = pair.anna.with("idempotency-key", "weight-1");
    let there = keyed.at(&pair.other.client());
    let weight = json!({ "grams": 81_300 });
    let first = keyed.post("/api/body-weights", weight.clone()).await;
    let again = there.post("/api/body-weights", weight.clone()).await;
    assert_eq!((first.made(), again.header("idempotency-replayed")), (again.made(), Some("true")));
    let other = there.post("/api/body-weights", json!({ "grams": 81_400 })).await;
    assert_eq!(other.refused(), (422, "idempotency_mismatch".to_owned()));
    // At once, one of them does it; the other has the same answer, or is told to ask again for it.
    let here = pair.anna.with("idempotency-key", "weight-2");
    let there = here.at(&there);
    let weight = json!({ "grams": 81_500, "date": "2026-01-05" });
    let (one, other) = tokio::join!(
        here.post("/api/body-weights", weight.clone()),
        there.post("/api/body-weights", weight.clone())
    );
    let codes = in_order(&one, &other);
    assert!(codes[1] == (201, String::new()) || codes[1] == (409, "still_at_work".to_owned()), "{codes:?}");
    let settled = there.post("/api/body-weights", weight).await;
    assert_eq!(settled.header("idempotency-replayed"), Some("true"));
    let good = if one.status == 201 { one } else { other };
    assert_eq!(settled.made(), good.made());
    let listed = here.get("/api/body-weights?from=2026-01-05&to=2026-01-05").await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{listed}");
    pair.stop();
}

#[tokio::test]
async fn gl_5_what_changes_at_one_process_is_heard_at_the_other() {
    let pair = Pair::new().await;
    let token = token(&pair.anna).await;
    let mut line = Line::open_at(pair.other.client().address(), &token, "GET", "/api/changes", "").await;
    line.hear("event: listening").await;
    pair.anna.post("/api/body-weights", json!({ "grams": 81_300 })).await.made();
    // At the latest with the next beat, which comes every 15 seconds.
    line.hear("event: changed").await;
    pair.stop();
}

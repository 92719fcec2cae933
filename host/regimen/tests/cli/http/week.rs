//! A whole week through HTTP alone.

use std::collections::BTreeSet;

use domain::{session::ExercisePerformance, time::Instant};
use regimen::service::app::App;
use serde_json::{Value, json};

use super::client::{Client, Serving};
use crate::story::{both::on_both, meals::five_answers, person};

/// The sets of an exercise as they are frozen, each with a few reps more.
pub(super) fn sets(exercise: &Value) -> Vec<Value> {
    let exercise: ExercisePerformance = serde_json::from_value(exercise.clone()).unwrap();
    person::sets(&exercise, 3).iter().map(|set| serde_json::to_value(set).unwrap()).collect()
}

/// One session from plan to summary; what waits at its start is accepted.
pub(super) async fn train(client: &Client, intent: &str) -> Value {
    train_with(client, intent, "accept-all").await
}

/// The plan of what is trained.
pub(super) async fn training_plan(client: &Client) -> String {
    let plans = client.get("/api/plans").await.ok();
    let plan = plans.as_array().unwrap().iter().find(|one| one["domain"] == "training").unwrap();
    plan["id"].as_str().unwrap().to_owned()
}

/// Good sessions every other day, until two changes wait for an answer; the ids of their cards.
pub(super) async fn train_until_asked(client: &Client, app: &App) -> Vec<Value> {
    for _ in 0..8 {
        train_with(client, "full_body", "skip").await;
        app.set_now(app.now().plus_seconds(2 * 24 * 3600));
        let open = client.get("/api/proposals").await.ok();
        let mut cards: Vec<Value> =
            open["items"].as_array().unwrap().iter().map(|one| one["group_id"].clone()).collect();
        cards.sort_by_key(ToString::to_string);
        cards.dedup();
        if cards.len() > 1 {
            return cards;
        }
    }
    panic!("eight good sessions lead to proposals");
}

async fn train_with(client: &Client, intent: &str, at_gate: &str) -> Value {
    let saved = client.post("/api/sessions", json!({ "wanted": { "intent": intent } })).await.made();
    let path = format!("/api/sessions/{}", saved["id"].as_str().unwrap());
    let gate = client.post(&format!("{path}/start"), json!({})).await;
    let started = if gate.status == 409 {
        assert_eq!(gate.refused().1, "gate_open");
        client.post(&format!("{path}/gate/{at_gate}"), json!({})).await.ok()
    } else {
        gate.ok()
    };
    for exercise in started["exercises"].as_array().unwrap() {
        for set in sets(exercise) {
            let body = json!({ "performance_id": exercise["id"], "set": set });
            let put = format!("{path}/sets/{}", set["id"].as_str().unwrap());
            assert_eq!(client.put(&put, body.clone()).await.ok()["new"], 1);
            assert_eq!(client.put(&put, body).await.ok()["new"], 0, "again it has no second effect");
        }
    }
    let finished = client.post(&format!("{path}/finish"), json!({ "session_rpe": 75 })).await.ok();
    assert_eq!(finished["session"]["status"], "summary");
    assert_eq!(client.get(&format!("{path}/outcome")).await.ok()["updates"], finished["updates"]);
    assert_eq!(client.post(&format!("{path}/leave"), json!({})).await.ok()["status"], "done");
    finished
}

/// The day of the week, from Monday, at nine in Berlin.
fn on(serving: &Serving, day: i64) {
    let monday: Instant = "2026-03-02T08:00:00Z".parse().unwrap();
    serving.server.app.set_now(monday.plus_seconds(day * 24 * 3600));
}

/// Seven days of somebody who trains three times, skips once, changes the plan, answers what is proposed, eats by a plan and
/// not, and takes everything along at the end; nothing is done but by HTTP.
#[test]
fn a_week_of_training_and_eating_goes_through_http_alone() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        on(&serving, 0);
        tell(&anna).await;
        plan_meals(&anna).await;
        let shown = anna.post("/api/workouts/generate-from-intent", json!({ "intent": "push" })).await.ok();
        assert!(!shown["workout"]["exercises"].as_array().unwrap().is_empty());
        assert!(!train(&anna, "full_body").await["updates"].as_array().unwrap().is_empty());
        answer(&anna).await;
        eat(&anna, 0).await;
        on(&serving, 1);
        edit(&anna).await;
        eat(&anna, 1).await;
        on(&serving, 2);
        let finished = train(&anna, "full_body").await;
        correct(&anna, &finished).await;
        answer(&anna).await;
        swap(&anna).await;
        eat(&anna, 2).await;
        on(&serving, 3);
        let wanted = json!({ "wanted": { "intent": "push" } });
        let saved = anna.post("/api/sessions", wanted).await.made();
        let skip = format!("/api/sessions/{}/skip", saved["id"].as_str().unwrap());
        assert_eq!(
            anna.post(&skip, json!({ "reason": "a cold" })).await.ok()["session"]["status"],
            "skipped"
        );
        let ill = json!({ "kind": "pain", "area": "wrist", "severity": 1 });
        let flags = anna.post("/api/flags", ill).await.ok();
        anna.delete(&format!("/api/flags/{}?reason=gone", flags[0]["id"].as_str().unwrap())).await.ok();
        eat(&anna, 3).await;
        on(&serving, 4);
        train(&anna, "full_body").await;
        eat(&anna, 4).await;
        answer(&anna).await;
        on(&serving, 5);
        let diary = anna.post("/api/diary", json!({ "food": "banana", "mg": 118_000 })).await.made();
        assert_eq!(anna.get("/api/diary").await.ok()["items"][0]["id"], diary["id"]);
        eat(&anna, 5).await;
        on(&serving, 6);
        anna.post("/api/body-weights", json!({ "grams": 79_600 })).await.made();
        eat(&anna, 6).await;
        on(&serving, 8);
        look_back(&anna).await;
        decided(&anna).await;
        export(&anna).await;
    });
}

/// Who is there, how they are, and what they weigh.
async fn tell(anna: &Client) {
    let mut document = anna.get("/api/profile").await.ok();
    document["profile"]["days_per_week"] = json!(3);
    document["profile"]["session_minutes"] = json!(50);
    let told = anna.put("/api/profile", document.clone()).await.ok();
    assert!(told["revision"].as_i64() > document["revision"].as_i64());
    assert_eq!(anna.put("/api/profile", document).await.refused(), (412, "stale_revision".to_owned()));
    anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
    let mut check_in: Value = serde_json::from_str(domain::wellbeing::CHECK_IN_EXAMPLE).unwrap();
    check_in["athlete_id"] = anna.get("/api/me").await.ok()["athlete_id"].clone();
    check_in["at"] = json!("2026-03-02T06:40:00Z");
    check_in["pain"] = json!([]);
    assert_eq!(anna.post("/api/checkins", check_in).await.ok(), json!([]), "nothing is wrong");
    let since = anna.get("/api/checkins").await.ok();
    assert_eq!(since["items"].as_array().unwrap().len(), 1);
}

/// Seven days of meals, accepted, with what has to be bought for them.
async fn plan_meals(anna: &Client) {
    anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
    assert!(anna.get("/api/nutrition/targets").await.ok().is_object());
    let body = json!({ "from": "2026-03-02", "days": 7 });
    let planned = anna.post("/api/meals/plan", body).await.made();
    assert_eq!(planned["result"]["status"], "found", "{}", planned["result"]);
    let id = planned["proposal"]["id"].as_str().unwrap();
    let accepted = anna.post(&format!("/api/meals/proposals/{id}/accept"), json!({})).await.ok();
    assert_eq!((&accepted["state"], &accepted["effect"]["kind"]), (&json!("accepted"), &json!("done")));
    let days = anna.get(&format!("/api/meals?{WEEK}")).await.ok();
    assert_eq!(days["plan"].as_array().unwrap().len(), 28);
    let list = anna.get(&format!("/api/shopping?{WEEK}")).await.ok();
    let line = &list["lines"][0]["name"]["en"];
    let tick = json!({ "name": line, "from": "2026-03-02", "to": "2026-03-08", "to_pantry": true });
    let ticked = anna.post("/api/shopping/check", tick).await.ok();
    let bought = ticked["lines"].as_array().unwrap().iter().find(|one| one["name"]["en"] == *line);
    assert!(bought.is_none_or(|one| one["checked"] == true), "{ticked}");
    assert!(!anna.get("/api/pantry").await.ok().as_array().unwrap().is_empty());
    let calendar = anna.get(&format!("/api/meals/export?format=ics&{WEEK}")).await;
    assert!(calendar.text.starts_with("BEGIN:VCALENDAR"), "{}", calendar.text);
}

const WEEK: &str = "from=2026-03-02&to=2026-03-08";

/// The meals of a day: the first is eaten, the second is not, and instead of the third something else.
async fn eat(anna: &Client, day: u32) {
    let date = format!("2026-03-0{}", 2 + day);
    let shown = anna.get(&format!("/api/meals?from={date}&to={date}")).await.ok();
    let meals = shown["plan"].as_array().unwrap();
    assert_eq!(meals.len(), 4, "{date}");
    let instead = json!({ "state": "foods", "foods": [{ "food": "banana", "mg": 200_000 }] });
    let said =
        [json!({ "state": "eaten" }), json!({ "state": "skipped" }), instead, json!({ "state": "eaten" })];
    for ((meal, said), state) in meals.iter().zip(said).zip(["eaten", "skipped", "replaced", "eaten"]) {
        let path = format!("/api/meals/{}/log", meal["item_id"].as_str().unwrap());
        assert_eq!(anna.post(&path, said).await.ok()["log"]["state"], state, "{date}");
    }
}

/// Another recipe for a meal to come; what is pinned stays in a re-plan.
async fn swap(anna: &Client) {
    let shown = anna.get("/api/meals?from=2026-03-07&to=2026-03-07").await.ok();
    let path = format!("/api/meals/{}", shown["plan"][1]["item_id"].as_str().unwrap());
    let listed = anna.get(&format!("{path}/swap")).await.ok();
    let recipe = &listed["alternatives"][0]["recipe_id"];
    anna.post(&format!("{path}/swap"), json!({ "recipe": recipe, "confirmed": true })).await.ok();
    let after = anna.get("/api/meals?from=2026-03-07&to=2026-03-07").await.ok();
    assert_eq!(after["plan"][1]["item"]["recipe_id"], *recipe, "{after}");
    let rest = anna.post("/api/meals/replan", json!({ "cause": "asked" })).await.ok();
    assert!(rest["replanned"].is_object(), "{rest}");
    // A plan for the next week that nobody wants.
    let next = anna.post("/api/meals/plan", json!({ "from": "2026-03-09", "days": 1 })).await.made();
    let reject = format!("/api/meals/proposals/{}/reject", next["proposal"]["id"].as_str().unwrap());
    assert_eq!(anna.post(&reject, json!({})).await.ok()["state"], "rejected");
    let none = anna.get("/api/meals?from=2026-03-09&to=2026-03-09").await.ok();
    assert_eq!(none["plan"], json!([]));
}

/// A change of the plan by hand, with why, that later versions tell of.
async fn edit(anna: &Client) {
    let plan = training_plan(anna).await;
    let shown = anna.get(&format!("/api/plans/{plan}")).await.ok();
    let target = json!({ "item_id": shown["items"][0]["item_id"] });
    let body =
        json!({ "changes": [{ "target": target, "field": "rest_all", "new": 200 }], "reason": "no hurry" });
    let number = anna.post(&format!("/api/plans/{plan}/edits"), body).await.ok()["version"].clone();
    let version = anna.get(&format!("/api/plans/{plan}/versions/{number}")).await.ok();
    assert_eq!(version["version"]["source"], "manual", "{version}");
    assert!(!anna.get("/api/overrides").await.ok().as_array().unwrap().is_empty(), "it is guarded");
    let versions = anna.get(&format!("/api/plans/{plan}/versions?limit=1")).await.ok();
    assert_eq!((versions["items"].as_array().unwrap().len(), versions["next"].is_string()), (1, true));
}

/// The report of a session once more, with a set and a word more.
async fn correct(anna: &Client, finished: &Value) {
    let session = &finished["session"];
    let first = &session["exercises"][0];
    let reps = first["sets"][0]["reps"].as_i64().unwrap_or(5);
    let set = json!({ "reps": reps, "load_g": first["sets"][0]["load_g"] });
    let item = json!({ "item_id": first["item_id"], "sets": [set], "notes": "only one in truth" });
    let path = format!("/api/sessions/{}/report", session["id"].as_str().unwrap());
    let body = json!({ "session_rpe": 80, "report": { "items": [item] } });
    let corrected = anna.put(&path, body.clone()).await.ok();
    assert_eq!(corrected["session"]["session_rpe"], 80, "{}", corrected["session"]);
    assert_eq!(anna.put(&path, body).await.ok()["updates"], corrected["updates"], "again it changes nothing");
}

/// What is proposed by now: one is taken and lands, the others are not, with why.
async fn answer(anna: &Client) {
    let open = anna.get("/api/proposals").await.ok();
    let open = open["items"].as_array().unwrap();
    assert!(open.iter().all(|one| !one["reason_text"].as_str().unwrap().is_empty()));
    let mut cards: Vec<&Value> = open.iter().map(|one| &one["group_id"]).collect();
    cards.sort_by_key(ToString::to_string);
    cards.dedup();
    for (place, card) in cards.iter().enumerate() {
        let (mut decision, expected) = match place {
            0 => (json!({ "answer": "accept" }), ("accepted", "done")),
            _ => (
                json!({ "answer": "reject", "reason": "not_now", "note": "next week" }),
                ("rejected", "done"),
            ),
        };
        decision["id"] = (*card).clone();
        let answered =
            anna.post("/api/proposals/decisions", json!({ "decisions": [decision] })).await.ok()[0].clone();
        assert_eq!(
            (&answered["state"], &answered["effect"]["kind"]),
            (&json!(expected.0), &json!(expected.1))
        );
    }
    assert_eq!(anna.get("/api/proposals").await.ok(), json!({ "items": [] }), "nothing waits");
}

/// What was proposed in the week, all of it answered.
async fn decided(anna: &Client) {
    let all = anna.get("/api/proposals?all=true").await.ok();
    let all = all["items"].as_array().unwrap();
    assert!(all.iter().any(|one| one["state"] == "accepted"), "good sessions lead to proposals: {all:?}");
    assert!(all.iter().all(|one| one["state"] != "pending"), "{all:?}");
}

/// When the week is over: what was done, what it came to, and the report of the week in its three forms.
async fn look_back(anna: &Client) {
    let day = anna.get("/api/today").await.ok();
    assert_eq!(day["has_plan"], true);
    let listed = anna.get(&format!("/api/sessions?{WEEK}")).await.ok();
    let status = |one: &Value| one["status"].as_str().unwrap().to_owned();
    let mut all: Vec<String> = listed["items"].as_array().unwrap().iter().map(status).collect();
    all.sort();
    assert_eq!(all, ["done", "done", "done", "skipped"]);
    assert!(!anna.get("/api/records").await.ok().as_array().unwrap().is_empty());
    assert!(!anna.get("/api/progress").await.ok()["items"].as_array().unwrap().is_empty());
    let week = "/api/reports/weekly/2026-W10";
    let told = anna.get(week).await.ok();
    let summary = &told["report"]["summary"];
    assert_eq!(summary["done"], 3, "{summary}");
    assert!(summary["meals"].is_object(), "{summary}");
    assert!(anna.get(&format!("{week}?format=md")).await.text.starts_with("# Week 2026-W10"));
    let russian = anna.with("accept-language", "ru").get(&format!("{week}?format=html")).await;
    assert!(russian.text.contains("Следующая неделя"), "{}", russian.text);
}

/// Everything as one archive, and the sets as a table.
async fn export(anna: &Client) {
    let archive = anna.post("/api/me/export", json!({})).await;
    assert_eq!((archive.status, archive.header("content-type")), (200, Some("application/zip")));
    assert!(archive.text.starts_with("PK") && archive.bytes > 5_000, "{} bytes", archive.bytes);
    let sets = anna.get(&format!("/api/export/sets.csv?{WEEK}")).await.text;
    assert!(sets.lines().count() > 20, "{sets}");
    assert!(anna.get("/api/audit").await.ok()["items"].as_array().unwrap().len() > 20);
}

#[test]
fn wk_1_the_week_says_what_is_due_and_a_session_follows_it() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        let mut document = anna.get("/api/profile").await.ok();
        document["profile"]["weekly_schedule"] = json!(["legs", "body_part:chest+triceps", "pull"]);
        anna.put("/api/profile", document).await.ok();
        let week = anna.get("/api/week").await.ok();
        assert_eq!(week["unused"], week["schedule"]);
        assert_eq!(
            (&week["volume"]["chest"]["done"], &week["volume"]["quads"]["done"]),
            (&json!(0.0), &json!(0.0))
        );
        assert_eq!(
            week["analysis"]["unestimated"], week["schedule"],
            "nothing was done and nothing is known"
        );
        train(&anna, "legs").await;
        app.set_now(app.now().plus_seconds(24 * 3600));
        let week = anna.get("/api/week").await.ok();
        assert_eq!(week["unused"], json!(["body_part:chest+triceps", "pull"]));
        let of = |muscle: &str, what: &str| week["volume"][muscle][what].clone();
        assert!(of("quads", "done").as_f64() > Some(0.0), "{week}");
        assert_eq!(of("quads", "status"), "below", "no further session of the week serves legs");
        assert_eq!(of("chest", "status"), "deferred");
        let due = anna.post("/api/workouts/generate-from-intent", json!({})).await.ok();
        assert_eq!(due["workout"]["sessionIntent"], "body_part");
        assert!(due["selection"]["volumePlanByMuscle"]["chest"]["sessionTarget"].as_f64() > Some(0.0));
    });
}

#[test]
fn sg_1_a_session_tells_what_it_proposed_and_on_request_what_it_dropped_and_why() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        train_until_asked(&anna, &serving.server.app).await;
        // What waits for an answer is not proposed again (PR-7).
        let finished = train_with(&anna, "full_body", "skip").await;
        let path = format!("/api/sessions/{}/suggestions", finished["session"]["id"].as_str().unwrap());
        let proposed = anna.get(&path).await.ok();
        let ids = |list: &Value| -> BTreeSet<String> {
            list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!((ids(&proposed["items"]), proposed.get("dropped")), (ids(&finished["proposals"]), None));
        let whole = anna.get(&format!("{path}?dropped=true")).await.ok();
        assert_eq!(whole["items"], proposed["items"]);
        let mut dropped = whole["dropped"].as_array().unwrap().clone();
        assert!(!dropped.is_empty(), "{finished}");
        for one in &mut dropped {
            let text = one.as_object_mut().unwrap().remove("reason_text").unwrap();
            assert!(!text.as_str().unwrap().is_empty(), "{one}");
        }
        assert_eq!(json!(dropped), finished["dropped"]);
    });
}

//! Sessions, from plan to summary.

use domain::{id::Id, progress::LevelDecision};
use serde_json::{Value, json};

use super::{Client, NOW, Scene, World, text};
use crate::{http::week::sets, story::jobs::add_decided};

impl World {
    pub(super) async fn training(&self, call: &str) -> Option<Scene> {
        let scene = match call {
            "POST /workouts/generate-from-template" => {
                let (own, template) = self.template().await;
                Scene::of(&own).knowing("/templateId", template)
            }
            "PUT /templates/{id}" => {
                let (own, template) = self.template().await;
                Scene::of(&own).on(&template)
            }
            "POST /review" => self.reviewed().await,
            "POST /checkins" => {
                self.at("2026-03-07T07:00:00Z");
                return None;
            }
            "PATCH /sessions/{id}"
            | "POST /sessions/{id}/start"
            | "POST /sessions/{id}/skip"
            | "POST /sessions/{id}/gate/skip"
            | "POST /sessions/{id}/gate/accept-all" => {
                let (own, session) = self.planned().await;
                Scene::of(&own).on(&session["id"])
            }
            "POST /sessions/{id}/exercises" => {
                let (own, session) = self.started().await;
                Scene::of(&own).on(&session["id"])
            }
            "PUT /sessions/{id}/sets/{set_id}" => {
                let (own, session) = self.started().await;
                let (performance, set) = first_set(&session);
                let scene = Scene::of(&own).on(&session["id"]).on(&set["id"]);
                scene.knowing("/performance_id", performance).knowing("/set", set)
            }
            "POST /sessions/{id}/sets" => {
                let (own, session) = self.started().await;
                let (performance, set) = first_set(&session);
                let scene = Scene::of(&own).on(&session["id"]);
                scene.knowing("/sets/0/performance_id", performance).knowing("/sets/0/set", set)
            }
            "POST /sessions/{id}/finish" => {
                let (own, session) = self.done().await;
                Scene::of(&own).on(&session["id"])
            }
            "POST /sessions/{id}/report" => {
                let (own, session) = self.started().await;
                Scene::of(&own).on(&session["id"]).knowing("/report/items/0/item_id", item(&session))
            }
            "PUT /sessions/{id}/report" => {
                let (own, session) = self.finished().await;
                Scene::of(&own).on(&session["id"]).knowing("/report/items/0/item_id", item(&session))
            }
            "POST /sessions/{id}/leave" => {
                let (own, session) = self.finished().await;
                Scene::of(&own).on(&session["id"])
            }
            "POST /sessions/{id}/swap" => self.swap().await,
            _ => return None,
        };
        Some(scene)
    }

    pub(super) async fn template(&self) -> (Client, Value) {
        let own = self.athlete().await;
        let short = json!({ "name": "Long", "intent": "full_body", "exercises": [{ "exercise_id": "dip" }] });
        let id = own.post("/api/templates", short).await.made()["id"].clone();
        (own, id)
    }

    /// A session that was planned.
    pub(super) async fn planned(&self) -> (Client, Value) {
        self.at(NOW);
        let own = self.athlete().await;
        let wanted = json!({ "wanted": { "intent": "full_body" } });
        let session = own.post("/api/sessions", wanted).await.made();
        (own, session)
    }

    pub(super) async fn started(&self) -> (Client, Value) {
        let (own, session) = self.planned().await;
        let started = own.post(&path(&session, "start"), json!({})).await.ok();
        (own, started)
    }

    /// A session of which every set was done.
    pub(super) async fn done(&self) -> (Client, Value) {
        let (own, session) = self.started().await;
        for exercise in session["exercises"].as_array().unwrap() {
            let all =
                sets(exercise).into_iter().map(|set| json!({ "performance_id": exercise["id"], "set": set }));
            let all: Vec<Value> = all.collect();
            own.post(&path(&session, "sets"), json!({ "sets": all })).await.ok();
        }
        (own, session)
    }

    pub(super) async fn finished(&self) -> (Client, Value) {
        let (own, session) = self.done().await;
        own.post(&path(&session, "finish"), json!({ "session_rpe": 75 })).await.ok();
        (own, session)
    }

    pub(super) async fn swap(&self) -> Scene {
        let (own, session) = self.planned().await;
        for exercise in session["exercises"].as_array().unwrap() {
            let key = &exercise["exercise_key"];
            let asked = path(&session, &format!("swap?exercise={}", text(key)));
            let listed = own.get(&asked).await.ok();
            if let Some(with) = listed["candidates"].as_array().and_then(|all| all.first()) {
                let scene = Scene::of(&own).on(&session["id"]).knowing("/exercise", key.clone());
                return scene.knowing("/with", with["exerciseId"].clone());
            }
        }
        panic!("nothing can stand in for anything");
    }

    /// An exercise that went back three times.
    pub(super) async fn reviewed(&self) -> Scene {
        let own = self.athlete().await;
        let athlete = text(&own.get("/api/athlete").await.ok()["id"]);
        let days = ["2026-02-23", "2026-02-25", "2026-02-27"].map(|day| day.parse().unwrap());
        let id = Id::from_uuid(athlete.parse().unwrap());
        add_decided(&self.app().store, id, "pull", &days, LevelDecision::Regress).await;
        let table = own.get("/api/review.csv").await.text;
        let filled = format!("{}true\n", table.trim_end());
        assert_eq!(filled.lines().count(), 2, "{filled}");
        Scene::of(&own).knowing("/csv", json!(filled))
    }
}

fn path(session: &Value, what: &str) -> String {
    format!("/api/sessions/{}/{what}", text(&session["id"]))
}

/// The first exercise with its first set, done.
fn first_set(session: &Value) -> (Value, Value) {
    let exercise = &session["exercises"][0];
    (exercise["id"].clone(), sets(exercise)[0].clone())
}

fn item(session: &Value) -> Value {
    session["exercises"][0]["item_id"].clone()
}

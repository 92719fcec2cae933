//! Plans, their versions, and what waits to be decided.

use domain::{change::Field, id::Id};
use regimen::service::app::Caller;
use serde_json::{Value, json};

use super::{Client, NOW, Scene, World, text};
use crate::{
    http::week::train_until_asked,
    story::{life::Life, person::Person},
};

impl World {
    pub(super) async fn plans(&self, call: &str) -> Option<Scene> {
        let scene = match call {
            "POST /plans/{id}/edits" => {
                let (own, plan) = self.plan().await;
                Scene::of(&own).on(&plan)
            }
            "POST /plans/{id}/rollback" => {
                let (own, plan) = self.edited().await;
                Scene::of(&own).on(&plan)
            }
            "POST /plans/{id}/versions/{number}/undo" => {
                let (own, plan) = self.edited().await;
                Scene::of(&own).on(&plan).on(&json!(2))
            }
            "POST /plans/{id}/versions/{number}/restore" => {
                let (own, plan) = self.edited().await;
                Scene::of(&own).on(&plan).on(&json!(1))
            }
            "POST /plans/{id}/versions/{number}/confirm" | "POST /plans/{id}/versions/{number}/reject" => {
                let (own, conflict) = self.conflict().await;
                let plan = own.get("/api/plans").await.ok()[0]["id"].clone();
                Scene::of(&own).on(&plan).on(&conflict["auto_version"])
            }
            "POST /conflicts/{id}/resolve" => {
                let (own, conflict) = self.conflict().await;
                Scene::of(&own).on(&conflict["id"])
            }
            "POST /proposals/decisions" => self.proposed().await,
            _ => return None,
        };
        Some(scene)
    }

    /// The plan of the examples.
    pub(super) async fn plan(&self) -> (Client, Value) {
        self.at(NOW);
        let own = self.athlete().await;
        let item: Value = serde_json::from_str(domain::plan::ITEM_EXAMPLE).unwrap();
        let made = own.post("/api/plans", json!({ "title": "Spring", "items": [item] })).await.made();
        (own, made["plan"]["id"].clone())
    }

    /// The same after a change by hand.
    pub(super) async fn edited(&self) -> (Client, Value) {
        let (own, plan) = self.plan().await;
        let target = json!({ "item_id": "0198c0de-0000-7000-8000-000000000001" });
        let edit = json!({ "changes": [{ "target": target, "field": "set_count", "new": 4 }] });
        let landed = own.post(&format!("/api/plans/{}/edits", text(&plan)), edit).await.ok();
        assert_eq!(landed["version"], 2);
        (own, plan)
    }

    /// Somebody who cut an exercise of which the engine wants more, two weeks later.
    pub(super) async fn conflict(&self) -> (Client, Value) {
        self.at(NOW);
        let own = self.athlete().await;
        let me = own.get("/api/me").await.ok();
        let id = |field: &str| text(&me[field]).parse().unwrap();
        let caller =
            Caller { account: Id::from_uuid(id("account_id")), athlete: Id::from_uuid(id("athlete_id")) };
        let person = Person { app: self.beside(100 + u64::from(self.athletes.get())).await, caller };
        let life = Life::led_by(person).await;
        life.on(0, 0, 17).train(2).await;
        let sets = i64::try_from(life.item("pull_up").await.prescription.sets.len()).unwrap();
        life.on(0, 1, 9).edit("pull_up", Field::SetCount, sets - 1).await;
        life.on(1, 0, 17).train(2).await;
        life.on(2, 0, 17).train(2).await;
        self.app().set_now(life.person.app.now());
        let conflict = own.get("/api/conflicts").await.ok()[0].clone();
        assert!(conflict.is_object(), "an engine that contradicts the athlete asks (OV-4)");
        (own, conflict)
    }

    /// Somebody whose sessions went so well that more than one change is proposed.
    pub(super) async fn proposed(&self) -> Scene {
        self.at(NOW);
        let own = self.athlete().await;
        let cards = train_until_asked(&own, self.app()).await;
        let scene = Scene::of(&own).knowing("/decisions/0/id", cards[0].clone());
        scene.knowing("/decisions/1/id", cards[1].clone())
    }
}

//! What is eaten, and what of.

use serde_json::{Value, json};

use super::{Client, NOW, Scene, World, example, text};
use crate::story::meals::five_answers;

impl World {
    pub(super) async fn eating(&self, call: &str) -> Option<Scene> {
        let scene = match call {
            "POST /meals/proposals/{id}/accept" | "POST /meals/proposals/{id}/reject" => {
                let (own, planned) = self.offered().await;
                Scene::of(&own).on(&planned["proposal"]["id"])
            }
            "POST /meals/{item}/pin" | "POST /meals/{item}/log" => {
                let (own, item) = self.served().await;
                Scene::of(&own).on(&item)
            }
            "POST /meals/{item}/leftover" => {
                let (own, item) = self.served().await;
                own.post(&format!("/api/meals/{}/log", text(&item)), json!({ "state": "eaten" })).await.ok();
                Scene::of(&own).on(&item)
            }
            "POST /meals/{item}/swap" => {
                let (own, item) = self.served().await;
                let listed = own.get(&format!("/api/meals/{}/swap", text(&item))).await.ok();
                let recipe = listed["alternatives"][0]["recipe_id"].clone();
                Scene::of(&own).on(&item).knowing("/recipe", recipe)
            }
            "POST /meals/replan" => Scene::of(&self.served().await.0),
            "POST /meals/plan"
            | "POST /meals/plan/stream"
            | "POST /meals/relax"
            | "PUT /nutrition/targets" => Scene::of(&self.eater().await),
            "POST /shopping/check" => {
                let (own, _) = self.served().await;
                let line = own.get("/api/shopping").await.ok()["lines"][0]["name"]["en"].clone();
                Scene::of(&own).knowing("/name", line)
            }
            "PUT /foods/{key}" | "POST /foods/{key}/offer" => {
                Scene::of(&self.own_food().await).named("my_granola")
            }
            "PUT /recipes/{key}" | "POST /recipes/{key}/offer" => {
                let own = self.athlete().await;
                own.post("/api/recipes", example("POST", "/recipes")).await.made();
                Scene::of(&own).named("my_porridge")
            }
            _ => return None,
        };
        Some(scene)
    }

    /// Somebody with the food of the examples.
    pub(super) async fn own_food(&self) -> Client {
        let own = self.athlete().await;
        own.post("/api/foods", example("POST", "/foods")).await.made();
        own
    }

    pub(super) async fn eater(&self) -> Client {
        self.at(NOW);
        let own = self.athlete().await;
        own.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        own
    }

    /// Somebody with a plan that waits for an answer.
    pub(super) async fn offered(&self) -> (Client, Value) {
        let own = self.eater().await;
        let planned = own.post("/api/meals/plan", json!({ "from": "2026-03-02", "days": 2 })).await.made();
        assert_eq!(planned["proposal"]["state"], "pending", "{planned}");
        (own, planned)
    }

    /// Somebody with a plan, and its first meal.
    pub(super) async fn served(&self) -> (Client, Value) {
        let (own, planned) = self.offered().await;
        let id = text(&planned["proposal"]["id"]);
        own.post(&format!("/api/meals/proposals/{id}/accept"), json!({})).await.ok();
        let item = own.get("/api/meals").await.ok()["plan"][0]["item_id"].clone();
        (own, item)
    }
}

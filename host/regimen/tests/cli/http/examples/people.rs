//! Who is there, and what they may.

use domain::id::Id;
use serde_json::{Value, json};

use super::{Scene, World, text};
use crate::story::miss::add_past;

impl World {
    pub(super) async fn people(&self, call: &str) -> Option<Scene> {
        let anna = &self.anna;
        let scene = match call {
            "POST /sign-up" => {
                let invited = anna.post("/api/admin/invites", json!({ "roles": ["athlete"] })).await.made();
                Scene::of(&self.serving.browser()).knowing("/code", invited["code"].clone())
            }
            "POST /password-reset" => {
                let reset = format!("/api/admin/accounts/{}/reset", text(&self.account().await));
                let code = anna.post(&reset, json!({})).await.made()["code"].clone();
                Scene::of(&self.serving.browser()).knowing("/code", code)
            }
            "POST /sign-in" => Scene::of(&self.serving.browser()),
            "POST /me/delete" => {
                let leaving = self.athlete().await;
                Scene::of(&leaving).knowing("/confirm", json!(self.login()))
            }
            "PATCH /admin/accounts/{id}" | "POST /admin/accounts/{id}/reset" => {
                Scene::of(anna).on(&self.account().await)
            }
            "POST /admin/offers/{id}/share" => {
                let offered = self.own_food().await;
                let offer = offered.post("/api/foods/my_granola/offer", json!({})).await.made();
                Scene::of(anna).on(&offer["id"])
            }
            "POST /admin/jobs/{key}" => Scene::of(anna).named("weekly_review"),
            "POST /admin/accounts" | "POST /admin/invites" | "POST /jobs/archive" => Scene::of(anna),
            "POST /miss-model/train" => {
                self.past().await;
                Scene::of(anna)
            }
            "POST /grants" => Scene::of(&self.serving.join(anna, "kurt", &["coach"]).await),
            "POST /grants/{id}/confirm" => {
                let coach = self.serving.join(anna, "rolf", &["coach"]).await;
                let asked = self.athlete().await;
                let wish = json!({ "athlete": self.login(), "scopes": ["read"] });
                Scene::of(&asked).on(&coach.post("/api/grants", wish).await.made()["id"])
            }
            "PUT /profile" => {
                let own = self.athlete().await;
                let revision = own.get("/api/profile").await.ok()["revision"].clone();
                Scene::of(&own).knowing("/revision", revision)
            }
            "PUT /locations/{key}" => Scene::of(&self.athlete().await).named("garage"),
            "PUT /settings/exercises/{key}" => Scene::of(&self.athlete().await).named("push_up"),
            "POST /connections/strava/sync" | "POST /connections/strava/disconnect" => {
                let connected = self.athlete().await;
                connected.connects(&self.strava).await;
                Scene::of(&connected)
            }
            _ => return None,
        };
        Some(scene)
    }

    /// The account of somebody who has just joined.
    pub(super) async fn account(&self) -> Value {
        self.athlete().await.get("/api/me").await.ok()["account_id"].clone()
    }

    /// Half a year of five people who agree to be learned from.
    pub(super) async fn past(&self) {
        for seed in 1..6 {
            let athlete = self.athlete().await;
            let mut document = athlete.get("/api/profile").await.ok();
            document["profile"]["fleet_analytics"] = json!(true);
            athlete.put("/api/profile", document).await.ok();
            let id = text(&athlete.get("/api/me").await.ok()["athlete_id"]);
            add_past(&self.app().store, Id::from_uuid(id.parse().unwrap()), seed, 100).await;
        }
    }
}

//! Sessions from words.

use assistant::document::{read, yaml};
use regimen::{
    api::Options,
    llm::{Llm, Pace, settings::Settings},
    service::flow::Planners,
};
use serde_json::{Value, json};
use testkit::model::{ModelServer, Turn};

use super::{Client, NOW, PASSWORD, Scene, Serving, World};

impl World {
    pub(super) async fn flow(&self, call: &str) -> Option<Scene> {
        let scene = match call {
            "POST /flow/drafts/{key}/accept" | "POST /flow/drafts/{key}/decline" => {
                let (own, planned) = self.draft().await;
                Scene::of(&own).on(&planned["workout"]["workout_id"])
            }
            "POST /flow/log" => {
                let (own, planned) = self.draft().await;
                let mut workout = read::workout(planned["workout"].clone()).unwrap();
                for set in &mut workout.sets {
                    set.actual_reps = set.target_reps.map(|reps| reps.0.low);
                }
                Scene::of(&own).knowing("/yaml", json!(yaml::write(&workout)))
            }
            "POST /flow/readings/{key}/confirm" | "POST /flow/readings/{key}/decline" => {
                let (own, key) = self.reading().await;
                Scene::of(&own).on(&key)
            }
            _ => return None,
        };
        Some(scene)
    }

    pub(super) async fn draft(&self) -> (Client, Value) {
        self.at(NOW);
        let own = self.athlete().await;
        let request = json!({ "intent": "full_body", "equipment_inventory": ["eq_mat_area"] });
        let planned = own.post("/api/flow/plan", request).await.ok();
        (own, planned)
    }

    /// A line as a model reads it; the model is asked by another process.
    pub(super) async fn reading(&self) -> (Client, Value) {
        let own = self.athlete().await;
        let answer = json!({ "bans": [{ "line": 1, "name": "burpee" }] }).to_string();
        let model = ModelServer::start([Turn::Say(answer)]);
        let llm = Llm::new(Settings::at(&model.url()), Pace::Real).unwrap();
        let app = self.beside(100 + u64::from(self.athletes.get())).await;
        let planners = Planners { llm: Some(llm), ..Planners::default() };
        let beside = Serving::of(app.with_planners(planners), Options::default()).await;
        let browser = beside.browser();
        let credentials = json!({ "login": self.login(), "password": PASSWORD });
        browser.post("/api/sign-in", credentials).await.ok();
        let read =
            browser.post("/api/flow/read", json!({ "instructions_text": "I hate burpees" })).await.ok();
        (own, read["readings"][0]["key"].clone())
    }
}

//! The examples of the OpenAPI document, executed: who copies one gets what it promises.

use std::collections::BTreeMap;

use regimen::{
    api::{Options, endpoint::Endpoint, endpoints},
    service::access::link::{self, SignUp},
};
use serde_json::{Value, json};

use super::client::{Client, Reply, Serving};
use crate::story::{both::on_both, meals::five_answers};

/// What the server must hold already, which an example cannot make: the answer without it.
const REFUSED: [(&str, &str); 5] = [
    ("POST /conflicts/{id}/resolve", "not_found"),
    ("POST /flow/log", "not_found"),
    ("POST /plans/{id}/rollback", "nothing_to_roll_back"),
    ("POST /connections/strava/disconnect", "strava_not_connected"),
    ("POST /miss-model/train", "too_few_rows"),
];

/// The one that ends what others need.
const LAST: &str = "/me/delete";

struct World {
    anna: Client,
    /// Who may be somebody's coach, and whose password nobody needs.
    carl: Client,
    stranger: Client,
    /// What stands for a name in braces, by path.
    names: BTreeMap<&'static str, String>,
}

impl World {
    async fn new(serving: &Serving, set_up: &Endpoint) -> Self {
        let anna = serving.browser();
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        let mut first = set_up.example.unwrap()();
        first["code"] = json!(code);
        anna.post("/api/setup", first).await.ok();
        anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        let session = anna.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
        let planned = anna.post("/api/meals/plan", json!({ "days": 2 })).await.made();
        let accept = format!("/api/meals/proposals/{}/accept", planned["proposal"]["id"].as_str().unwrap());
        if planned["proposal"]["state"] != "accepted" {
            anna.post(&accept, json!({})).await.ok();
        }
        let days = anna.get("/api/meals?from=2026-03-02&to=2026-03-05").await.ok();
        let plan = anna.get("/api/plans").await.ok()[0]["id"].clone();
        serving.join(&anna, "dora", &["athlete"]).await;
        let carl = serving.join(&anna, "kurt", &["coach", "administrator"]).await;
        let accounts = anna.get("/api/admin/accounts").await.ok();
        let dora = accounts.as_array().unwrap().iter().find(|one| one["login"] == "dora").unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let names = [
            ("/sessions/{id}", text(&session["id"])),
            ("/plans/{id}", text(&plan)),
            ("/meals/{item}", text(&days["plan"][0]["item_id"])),
            ("/admin/accounts/{id}", text(&dora["id"])),
            ("/admin/jobs/{key}", "weekly_review".to_owned()),
            ("/conflicts/{id}", text(&session["id"])),
            ("/locations/{key}", "garage".to_owned()),
            ("/settings/exercises/{key}", "push_up".to_owned()),
        ];
        Self { anna, carl, stranger: serving.browser(), names: names.into() }
    }

    /// The path with names filled in.
    fn path(&self, path: &str) -> String {
        let Some(end) = path.find('}') else { return format!("/api{path}") };
        let (named, rest) = path.split_at(end + 1);
        let begin = named.rfind('{').unwrap();
        let value = self.names.get(named).unwrap_or_else(|| panic!("nothing stands for {named}"));
        format!("/api{}{value}{rest}", &named[..begin])
    }

    /// What only this server knows: a code, the id of a template, a line of the shopping list.
    async fn own(&self, path: &str) -> Option<(&'static str, Value)> {
        let anna = &self.anna;
        let own = match path {
            "/sign-up" => {
                let invited = anna.post("/api/admin/invites", json!({ "roles": ["athlete"] })).await.made();
                ("code", invited["code"].clone())
            }
            "/password-reset" => {
                let dora = &self.names["/admin/accounts/{id}"];
                let reset = anna.post(&format!("/api/admin/accounts/{dora}/reset"), json!({})).await.made();
                ("code", reset["code"].clone())
            }
            "/workouts/generate-from-template" => {
                ("templateId", anna.get("/api/templates").await.ok()[0]["id"].clone())
            }
            "/shopping/check" => {
                let list = anna.get("/api/shopping?from=2026-03-02&to=2026-03-04").await.ok();
                ("name", list["lines"][0]["name"]["en"].clone())
            }
            _ => return None,
        };
        Some(own)
    }

    async fn send(&self, endpoint: &Endpoint, mut body: Value) -> Reply {
        let client = match endpoint.path {
            "/sign-up" | "/password-reset" => &self.stranger,
            "/grants" | "/me/password" => &self.carl,
            _ => &self.anna,
        };
        if let Some((field, value)) = self.own(endpoint.path).await {
            body[field] = value;
        }
        client.send(endpoint.method.as_str(), &self.path(endpoint.path), Some(body.to_string())).await
    }
}

#[test]
fn every_example_of_the_document_does_what_it_says() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options { sign_up: SignUp::Invite, ..Options::default() }).await;
        let mut shown: Vec<_> = endpoints().into_iter().filter(|one| one.example.is_some()).collect();
        shown.sort_by_key(|one| one.path == LAST);
        let set_up = shown.extract_if(.., |one| one.path == "/setup").next().unwrap();
        let world = World::new(&serving, &set_up).await;
        let mut wrong = Vec::new();
        for endpoint in &shown {
            let name = format!("{} {}", endpoint.method, endpoint.path);
            let reply = world.send(endpoint, endpoint.example.unwrap()()).await;
            let refusal = REFUSED.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
            let is_right = match refusal {
                None => (200..300).contains(&reply.status),
                Some(code) => reply.status < 500 && reply.json()["code"] == code,
            };
            if !is_right {
                wrong.push(format!("{name}: {} {}", reply.status, reply.text));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(shown.len() > 40, "{} examples", shown.len());
    });
}

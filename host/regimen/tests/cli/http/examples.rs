//! The examples of the OpenAPI document, executed: who copies one gets what it promises.
//!
//! Each is sent once, by somebody for whom the table is laid: an example says what is sent, a scene says by whom, to which
//! thing, and which ids in it are those of things that are there.

mod access;
mod eating;
mod flow;
mod people;
mod plans;
mod training;

use std::{cell::Cell, panic::AssertUnwindSafe};

use domain::time::Instant;
use futures_util::FutureExt;
use regimen::{
    api::{Options, endpoint::Endpoint, endpoints},
    service::{
        access::link::{self, SignUp},
        app::App,
    },
};
use serde_json::{Value, json};
use testkit::strava::StravaServer;

use super::{
    client::{Client, PASSWORD, Reply, Serving},
    strava,
};
use crate::story::both::{Fresh, on_both};

/// When it all happens.
const NOW: &str = "2026-03-02T07:00:00Z";

/// The body that the document shows for a call.
pub(super) fn example(method: &str, path: &str) -> Value {
    let found = endpoints().into_iter().find(|one| one.method.as_str() == method && one.path == path);
    found.and_then(|one| one.example).unwrap()()
}

/// What an example needs besides itself.
#[derive(Clone)]
struct Scene {
    /// Who sends it.
    client: Client,
    /// What stands for the names in braces, in their order.
    names: Vec<String>,
    /// What only this server knows, by its place in the body.
    known: Vec<(&'static str, Value)>,
    /// What the address says after the path.
    query: String,
}

impl Scene {
    fn of(client: &Client) -> Self {
        Self { client: client.clone(), names: Vec::new(), known: Vec::new(), query: String::new() }
    }

    /// About the thing with this id.
    fn on(mut self, id: &Value) -> Self {
        self.names.push(id.as_str().map_or_else(|| id.to_string(), str::to_owned));
        self
    }

    fn named(self, key: &str) -> Self {
        self.on(&json!(key))
    }

    fn knowing(mut self, pointer: &'static str, value: Value) -> Self {
        self.known.push((pointer, value));
        self
    }

    fn asking(self, query: String) -> Self {
        Self { query, ..self }
    }

    /// Sends the example as somebody.
    async fn sent_by(&self, client: &Client, endpoint: &Endpoint) -> Reply {
        let body = endpoint.example.map(|example| {
            let mut body = example();
            for (pointer, value) in &self.known {
                let place = body.pointer_mut(pointer);
                *place.unwrap_or_else(|| panic!("{}: no {pointer}", endpoint.path)) = value.clone();
            }
            body.to_string()
        });
        let mut names = self.names.iter();
        let mut part = |part: &str| {
            if part.starts_with('{') { names.next().unwrap().clone() } else { part.to_owned() }
        };
        let path = endpoint.path.split('/').map(&mut part).collect::<Vec<_>>().join("/");
        client.send(endpoint.method.as_str(), &format!("/api{path}{}", self.query), body).await
    }

    /// Sends the example, and says what is wrong with the answer.
    async fn play(self, endpoint: &Endpoint) -> Option<String> {
        let reply = self.sent_by(&self.client, endpoint).await;
        let is_right = reply.status == endpoint.status && !reply.text.contains("event: problem");
        (!is_right).then(|| format!("{} {}: {} {}", endpoint.method, endpoint.path, reply.status, reply.text))
    }
}

/// A place with everything that examples need.
struct World {
    fresh: Fresh,
    serving: Serving,
    strava: StravaServer,
    /// Who administers.
    anna: Client,
    athletes: Cell<u32>,
}

impl World {
    async fn new(fresh: Fresh, set_up: &Endpoint) -> Self {
        let strava = StravaServer::start(strava::lasting());
        let app = App::scripted(fresh.store().await, NOW.parse().unwrap(), 1);
        let app = app.with_outside(strava::outside(&strava, strava::KEY, None));
        let serving = Serving::of(app, Options { sign_up: SignUp::Invite, ..Options::default() }).await;
        let anna = serving.browser();
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        let wrong = Scene::of(&anna).knowing("/code", json!(code)).play(set_up).await;
        assert_eq!(wrong, None);
        let credentials = json!({ "login": "anna", "password": PASSWORD });
        anna.post("/api/sign-in", credentials).await.ok();
        Self { fresh, serving, strava, anna, athletes: Cell::default() }
    }

    fn app(&self) -> &App {
        &self.serving.server.app
    }

    fn at(&self, now: &str) {
        self.app().set_now(now.parse::<Instant>().unwrap());
    }

    /// Another program on the same database.
    async fn beside(&self, seed: u64) -> App {
        App::scripted(self.fresh.store().await, NOW.parse().unwrap(), seed)
    }

    /// The name of the athlete who came last.
    fn login(&self) -> String {
        format!("athlete{}", self.athletes.get())
    }

    /// Somebody who has just joined.
    async fn athlete(&self) -> Client {
        self.athletes.set(self.athletes.get() + 1);
        self.serving.join(&self.anna, &self.login(), &["athlete"]).await
    }

    /// Who plays, and with what; `call` is named as in `POST /sessions/{id}/start`.
    async fn scene(&self, call: &str) -> Scene {
        let area = call.split('/').nth(1).unwrap_or_default();
        let laid = match area {
            "sessions" | "workouts" | "templates" | "checkins" | "flags" | "review" => {
                self.training(call).await
            }
            "plans" | "conflicts" | "proposals" => self.plans(call).await,
            "meals" | "foods" | "recipes" | "pantry" | "shopping" | "diary" | "nutrition" => {
                self.eating(call).await
            }
            "flow" => self.flow(call).await,
            _ => self.people(call).await,
        };
        match laid {
            Some(scene) => scene,
            // It takes nobody but an athlete.
            None => Scene::of(&self.athlete().await),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[test]
fn every_example_of_the_document_does_what_it_says() {
    on_both(async |fresh| {
        let mut shown: Vec<_> = endpoints().into_iter().filter(|one| one.body_schema.is_some()).collect();
        let set_up = shown.extract_if(.., |one| one.path == "/setup").next().unwrap();
        let world = World::new(fresh, &set_up).await;
        let mut wrong = Vec::new();
        for endpoint in &shown {
            let name = format!("{} {}", endpoint.method, endpoint.path);
            // One table that cannot be laid does not hide the others.
            match AssertUnwindSafe(world.scene(&name)).catch_unwind().await {
                Ok(scene) => wrong.extend(scene.play(endpoint).await),
                Err(_) => wrong.push(format!("{name}: no scene")),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

//! GL-7: what an example does to one's own things, nobody else does to them; nor does anybody else see them.

use regimen::api::endpoint::Needs;

use super::{Client, Endpoint, Scene, Value, World, endpoints, json, on_both, text};

/// Where somebody looks whether anybody was there.
const LOOKED_AT: [&str; 9] = [
    "/api/profile",
    "/api/sessions",
    "/api/plans",
    "/api/proposals",
    "/api/conflicts",
    "/api/templates",
    "/api/meals",
    "/api/diary",
    "/api/audit",
];

/// What somebody sees of their own.
async fn look(own: &Client) -> Vec<(u16, Option<Value>)> {
    let mut seen = Vec::new();
    for path in LOOKED_AT {
        let reply = own.get(path).await;
        seen.push((reply.status, (reply.status == 200).then(|| reply.json())));
    }
    seen
}

/// Things that everybody may have under the same name: who uses it means their own.
const NAMED: [&str; 4] =
    ["PUT /settings/exercises/{key}", "PUT /locations/{key}", "PUT /templates/{id}", "GET /export/{file}"];

/// Things of others that the body names.
const NAMED_INSIDE: [&str; 2] = ["/proposals/decisions", "/workouts/generate-from-template"];

/// A thief, and the same with the athlete of somebody else as theirs.
async fn thieves(bob: &Client, owner: &Client, endpoint: &Endpoint) -> Vec<Client> {
    let mut thieves = Vec::new();
    if matches!(endpoint.needs, Needs::Athlete(_)) {
        let athlete = owner.get("/api/me").await.ok()["athlete_id"].clone();
        thieves.push(bob.with("regimen-athlete", &text(&athlete)));
    }
    let name = format!("{} {}", endpoint.method, endpoint.path);
    let is_named = endpoint.path.contains('{') && !NAMED.contains(&name.as_str());
    if is_named || NAMED_INSIDE.contains(&endpoint.path) {
        thieves.push(bob.clone());
    }
    thieves
}

impl World {
    /// What is wrong when somebody else does it, or when its owner does it after that.
    async fn robbed(&self, bob: &Client, endpoint: &Endpoint, scene: Scene) -> Option<String> {
        let owner = scene.client.clone();
        let before = look(&owner).await;
        for thief in thieves(bob, &owner, endpoint).await {
            let reply = scene.sent_by(&thief, endpoint).await;
            if reply.status != 404 {
                let (method, path) = (&endpoint.method, endpoint.path);
                return Some(format!("{method} {path} of somebody else: {} {}", reply.status, reply.text));
            }
        }
        if look(&owner).await != before {
            return Some(format!("{} {} changed something", endpoint.method, endpoint.path));
        }
        scene.play(endpoint).await
    }

    /// Somebody who has what this call is about, which takes no body; who has meals will do where it names nothing.
    async fn having(&self, endpoint: &Endpoint, eater: &Client) -> Option<Scene> {
        let path = endpoint.path;
        let area = path.split('/').nth(1).unwrap_or_default();
        let scene = match (area, path) {
            ("sessions", "/sessions/{id}/outcome" | "/sessions/{id}/suggestions") => {
                let (own, session) = self.finished().await;
                Scene::of(&own).on(&session["id"])
            }
            ("sessions", _) => {
                let (own, session) = self.planned().await;
                let exercise = text(&session["exercises"][0]["exercise_key"]);
                let query =
                    if path.ends_with("/swap") { format!("?exercise={exercise}") } else { String::new() };
                Scene::of(&own).on(&session["id"]).asking(query)
            }
            ("plans", _) => {
                let (own, plan) = self.edited().await;
                Scene::of(&own).on(&plan).on(&json!(1)).on(&json!(2))
            }
            ("overrides", _) => {
                let (own, _) = self.edited().await;
                let guarded = own.get("/api/overrides").await.ok()[0]["id"].clone();
                Scene::of(&own).on(&guarded)
            }
            ("templates", _) => {
                let (own, template) = self.template().await;
                Scene::of(&own).on(&template)
            }
            ("flow", _) => {
                let (own, planned) = self.draft().await;
                Scene::of(&own).on(&planned["workout"]["workout_id"])
            }
            ("flags", _) => {
                let own = self.athlete().await;
                let pain = json!({ "kind": "pain", "area": "knee", "severity": 2 });
                let flags = own.post("/api/flags", pain).await.ok();
                Scene::of(&own).on(&flags[0]["id"])
            }
            ("exercises", _) => {
                let own = self.athlete().await;
                own.post("/api/exercises", example("/exercises")).await.made();
                Scene::of(&own).named("my_towel_row")
            }
            // While its exercise is there it is not removed.
            ("ladders", _) if endpoint.is_safe() => {
                let own = self.athlete().await;
                own.post("/api/ladders", example("/ladders")).await.made();
                Scene::of(&own).named("my_towel_row")
            }
            ("locations", _) => {
                let own = self.athlete().await;
                own.put("/api/locations/garage", json!({ "equipment": ["dumbbell"] })).await.ok();
                Scene::of(&own).named("garage")
            }
            ("export", _) => Scene::of(&self.athlete().await).named("body.csv"),
            ("grants", _) => {
                let coach = self.serving.join(&self.anna, "helga", &["coach"]).await;
                let own = self.athlete().await;
                let wish = json!({ "athlete": self.login(), "scopes": ["read"] });
                Scene::of(&own).on(&coach.post("/api/grants", wish).await.made()["id"])
            }
            ("me", "/me/tokens/{id}") => {
                let own = self.athlete().await;
                let token = json!({ "name": "watch", "scopes": ["read"] });
                Scene::of(&own).on(&own.post("/api/me/tokens", token).await.made()["id"])
            }
            ("me", "/me/sessions/{id}") => {
                let own = self.athlete().await;
                let credentials = json!({ "login": self.login(), "password": super::PASSWORD });
                self.serving.browser().post("/api/sign-in", credentials).await.ok();
                Scene::of(&own).on(&own.get("/api/me/sessions").await.ok()[1]["id"])
            }
            _ => return self.having_to_eat(endpoint, eater).await,
        };
        Some(scene)
    }

    /// The same, of what is eaten.
    async fn having_to_eat(&self, endpoint: &Endpoint, eater: &Client) -> Option<Scene> {
        let path = endpoint.path;
        let area = path.split('/').nth(1).unwrap_or_default();
        let scene = match (area, path) {
            ("meals", "/meals/export") => Scene::of(eater).asking("?format=csv".to_owned()),
            ("meals", _) => {
                let (own, item) = self.served().await;
                Scene::of(&own).on(&item)
            }
            ("leftovers", _) => {
                let (own, item) = self.served().await;
                let meal = format!("/api/meals/{}", text(&item));
                own.post(&format!("{meal}/log"), json!({ "state": "eaten" })).await.ok();
                let kept = json!({ "servings_pct": 100, "until": "2026-03-05" });
                let left = own.post(&format!("{meal}/leftover"), kept).await.made();
                Scene::of(&own).on(&left["id"])
            }
            ("diary", _) => {
                let own = self.athlete().await;
                let noted = own.post("/api/diary", json!({ "food": "banana", "mg": 120_000 })).await.made();
                Scene::of(&own).on(&noted["id"])
            }
            ("foods", "/foods/{key}" | "/foods/{key}/offer") => {
                let own = self.own_food().await;
                if path.ends_with("/offer") {
                    own.post("/api/foods/my_granola/offer", json!({})).await.made();
                }
                Scene::of(&own).named("my_granola")
            }
            ("recipes", _) => {
                let own = self.athlete().await;
                own.post("/api/recipes", example("/recipes")).await.made();
                if path.ends_with("/offer") {
                    own.post("/api/recipes/my_porridge/offer", json!({})).await.made();
                }
                Scene::of(&own).named("my_porridge")
            }
            _ if !path.contains('{') => Scene::of(eater),
            _ => return None,
        };
        Some(scene)
    }
}

/// The body of another example.
fn example(path: &str) -> Value {
    let all = endpoints();
    all.iter().find(|one| one.method == "POST" && one.path == path).unwrap().example.unwrap()()
}

/// A world, and somebody in it who trains by a plan of their own.
async fn world(fresh: crate::story::both::Fresh) -> (World, Client) {
    let set_up = endpoints().into_iter().find(|one| one.path == "/setup").unwrap();
    let world = World::new(fresh, &set_up).await;
    let (bob, _) = world.plan().await;
    (world, bob)
}

#[test]
fn gl_7_nobody_does_to_somebody_else_what_an_example_does() {
    on_both(async |fresh| {
        let (world, bob) = world(fresh).await;
        let is_ones_own =
            |one: &Endpoint| matches!(one.needs, Needs::Athlete(_)) || one.path == "/grants/{id}/confirm";
        let (mut wrong, mut tried) = (Vec::new(), 0);
        for endpoint in endpoints().iter().filter(|one| one.body_schema.is_some() && is_ones_own(one)) {
            let scene = world.scene(&format!("{} {}", endpoint.method, endpoint.path)).await;
            wrong.extend(world.robbed(&bob, endpoint, scene).await);
            tried += 1;
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(tried > 60, "{tried} calls");
    });
}

#[test]
fn gl_7_nobody_sees_or_takes_away_what_is_somebody_elses() {
    on_both(async |fresh| {
        let (world, bob) = world(fresh).await;
        let is_ones_own = |one: &Endpoint| match one.needs {
            // A line that stays open is tried where lines are.
            Needs::Athlete(_) => one.media != Some("text/event-stream"),
            Needs::Visitor | Needs::Session => one.path.contains('{'),
            _ => false,
        };
        let (eater, _) = world.served().await;
        eater.post("/api/plans", example("/plans")).await.made();
        let (mut wrong, mut tried) = (Vec::new(), 0);
        for endpoint in endpoints().iter().filter(|one| one.body_schema.is_none() && is_ones_own(one)) {
            let Some(scene) = world.having(endpoint, &eater).await else { continue };
            wrong.extend(world.robbed(&bob, endpoint, scene).await);
            tried += 1;
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(tried > 70, "{tried} calls");
    });
}

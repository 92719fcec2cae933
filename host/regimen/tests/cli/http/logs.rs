//! No personal data in logs: a full story is told to a real server that logs all it can, and nothing that was said in it is
//! in the log.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    client::{Client, PASSWORD, Reply},
    process::Process,
    week::{sets, training_plan},
};
use crate::{Machine, story::meals::five_answers};

/// What people say here: names, notes, reasons, texts and secrets that they chose, each with a word that is nowhere else.
const WORDS: [&str; 40] = [
    "zebulon",
    "quintus",
    "flamingo",
    "ghostly",
    "marmot",
    "chatham",
    "narwhal",
    "ocelot",
    "wombat",
    "capybara",
    "walrus",
    "axolotl",
    "quoll",
    "tapir",
    "numbat",
    "lemur",
    "кашалот",
    "gecko",
    "ibex",
    "okapi",
    "yolanda",
    "pangolin",
    "manatee",
    "dugong",
    "mandrill",
    "kakapo",
    "kiwi",
    "kea",
    "aye-aye",
    "vole.example.org",
    "jerboa",
    "tarsier",
    "pelican",
    "correct horse",
    "1987-11-23",
    "1994-05-17",
    "puffin",
    "lynx",
    "выдра",
    "marabou",
];

/// Weights and sizes, in grams and millimeters, and as they are said.
const NUMBERS: [&str; 9] = ["83617", "83.617", "62813", "117359", "117.359", "113.7", "111.9", "1837", "917"];

/// Somebody who tells a story, and what went otherwise than it should.
struct Story {
    wrong: Vec<String>,
    secrets: BTreeSet<String>,
}

impl Story {
    /// That an answer was as it should be; what it holds.
    fn expect(&mut self, what: &str, status: u16, reply: &Reply) -> Value {
        if reply.status != status {
            self.wrong.push(format!("{what}: {} {}", reply.status, reply.text));
        }
        serde_json::from_str(&reply.text).unwrap_or_default()
    }

    fn keep(&mut self, secret: &Value) -> String {
        let secret = secret.as_str().unwrap_or_default().to_owned();
        assert!(secret.len() > 12, "a secret is long: {secret}");
        self.secrets.insert(secret.clone());
        secret
    }

    async fn post(&mut self, client: &Client, path: &str, status: u16, body: Value) -> Value {
        let reply = client.post(path, body).await;
        self.expect(&format!("POST {path}"), status, &reply)
    }

    async fn put(&mut self, client: &Client, path: &str, body: Value) -> Value {
        let reply = client.put(path, body).await;
        self.expect(&format!("PUT {path}"), 200, &reply)
    }

    /// Signs up, signs in, well and badly.
    async fn arrive(&mut self, zebulon: &Client, code: &str) {
        self.secrets.insert(code.to_owned());
        let new = json!({ "code": code, "login": "zebulon", "display_name": "Zebulon Quintus", "password": PASSWORD,
            "profile": { "training_age": "intermediate", "goal": "strength", "units": "kg", "zone": "Pacific/Chatham" } });
        self.post(zebulon, "/api/setup", 200, new).await;
        for (login, password) in [("zebulon", "wrong-flamingo"), ("ghostly", PASSWORD)] {
            let body = json!({ "login": login, "password": password });
            self.post(zebulon, "/api/sign-in", 401, body).await;
        }
        self.post(zebulon, "/api/sign-in", 200, json!({ "login": "zebulon", "password": PASSWORD })).await;
        let changed = json!({ "display_name": "Zebulon Quintus the pelican", "locale": "ru" });
        self.put(zebulon, "/api/me", changed).await;
        let taken = json!({ "old": PASSWORD, "new": "a pelican-marabou of 5" });
        let reply = zebulon.put("/api/me/password", taken).await;
        self.expect("PUT /api/me/password", 204, &reply);
        self.secrets.extend(zebulon.secrets());
    }

    /// Tells of body and health.
    async fn tell(&mut self, zebulon: &Client) {
        let mut document = zebulon.get("/api/profile").await.ok();
        document["profile"]["birth_date"] = json!("1987-11-23");
        document["profile"]["height_mm"] = json!(1837);
        document["profile"]["sex"] = json!("male");
        self.put(zebulon, "/api/profile", document).await;
        self.put(zebulon, "/api/locations/marmot%20cellar", json!({ "equipment": ["dumbbell"] })).await;
        self.post(zebulon, "/api/body-weights", 201, json!({ "grams": 83_617 })).await;
        self.post(zebulon, "/api/measurements", 201, json!({ "kind": "waist", "amount": 917 })).await;
        let mut check_in: Value = serde_json::from_str(domain::wellbeing::CHECK_IN_EXAMPLE).unwrap();
        check_in["athlete_id"] = zebulon.get("/api/me").await.ok()["athlete_id"].clone();
        check_in["at"] = json!(jiff::Timestamp::now());
        check_in["note"] = json!("dreamt of a puffin; write to vole@vole.example.org");
        self.post(zebulon, "/api/checkins", 200, check_in).await;
    }

    /// Trains, reports, corrects, and changes the plan.
    async fn train(&mut self, zebulon: &Client) {
        let wanted = json!({ "wanted": { "intent": "full_body" } });
        let saved = self.post(zebulon, "/api/sessions", 201, wanted.clone()).await;
        let path = format!("/api/sessions/{}", saved["id"].as_str().unwrap_or_default());
        let started = self.post(zebulon, &format!("{path}/start"), 200, json!({})).await;
        for exercise in started["exercises"].as_array().unwrap() {
            for mut set in sets(exercise) {
                if set["load_g"].is_number() {
                    set["load_g"] = json!(117_359);
                }
                let put = format!("{path}/sets/{}", set["id"].as_str().unwrap());
                self.put(zebulon, &put, json!({ "performance_id": exercise["id"], "set": set })).await;
            }
        }
        let item = |note: &str| {
            json!({ "session_rpe": 80, "report": { "items": [{ "item_id": started["exercises"][0]["item_id"],
                "sets": [{ "reps": 5, "load_g": 117_359 }], "marks": [{ "kind": "pain", "area": "elbow", "severity": 2 }],
                "notes": note }] } })
        };
        self.post(zebulon, &format!("{path}/finish"), 200, item("the narwhal clicks")).await;
        let correction = item("no, the ocelot");
        self.put(zebulon, &format!("{path}/report"), correction).await;
        self.post(zebulon, &format!("{path}/leave"), 200, json!({})).await;
        let saved = self.post(zebulon, "/api/sessions", 201, wanted).await;
        let skip = format!("/api/sessions/{}/skip", saved["id"].as_str().unwrap_or_default());
        self.post(zebulon, &skip, 200, json!({ "reason": "quarrel with a walrus" })).await;
        let plan = training_plan(zebulon).await;
        let shown = zebulon.get(&format!("/api/plans/{plan}")).await.ok();
        let target = json!({ "item_id": shown["items"][0]["item_id"] });
        let edit = json!({ "changes": [{ "target": target, "field": "rest_all", "new": 200 }],
            "reason": "the wombat said so" });
        self.post(zebulon, &format!("/api/plans/{plan}/edits"), 200, edit).await;
        let open = zebulon.get("/api/proposals").await.ok();
        let id = open["items"][0]
            .get("id")
            .cloned()
            .unwrap_or_else(|| json!("0198c0de-0000-7000-8000-0000000000d1"));
        let status = if open["items"][0].is_object() { 200 } else { 404 };
        let no = json!({ "decisions": [{ "id": id, "answer": "reject", "reason": "not_now", "note": "ask a capybara" }] });
        self.post(zebulon, "/api/proposals/decisions", status, no).await;
    }

    /// Plans meals, eats, and brings foods and recipes.
    async fn eat(&mut self, zebulon: &Client) {
        let mut profile = serde_json::to_value(five_answers()).unwrap();
        profile["weight_g"] = json!(62_813);
        profile["dislikes"] = json!(["axolotl"]);
        self.put(zebulon, "/api/nutrition/profile", profile).await;
        let mut food: Value = serde_json::from_str(domain::food::EXAMPLE).unwrap();
        food["id"] = json!("quoll_crunch");
        food["name"] = json!({ "en": "Quoll crunch", "ru": "Хлопья выдра" });
        food["source"] = json!({ "kind": "user" });
        self.post(zebulon, "/api/foods", 201, json!({ "foods": [food] })).await;
        let mut recipe: Value = serde_json::from_str(domain::recipe::EXAMPLE).unwrap();
        recipe["id"] = json!("tapir_stew");
        recipe["name"] = json!({ "en": "Tapir stew", "ru": "Рагу" });
        recipe["source"] = json!({ "kind": "user" });
        self.post(zebulon, "/api/recipes", 201, json!({ "recipes": [recipe] })).await;
        let muddle = json!({ "@type": "Recipe", "name": "Tapir bowl", "recipeYield": "2", "totalTime": "PT10M",
            "recipeIngredient": ["100 g gran's numbat"], "recipeInstructions": "Stir." });
        let import = json!({ "text": muddle.to_string(), "apply": true, "skip_bad": true });
        self.post(zebulon, "/api/recipes/import", 200, import).await;
        self.put(zebulon, "/api/foods/aliases", json!({ "name": "gran's numbat", "food": "banana" })).await;
        let planned = self.post(zebulon, "/api/meals/plan", 201, json!({ "days": 1 })).await;
        let id = planned["proposal"]["id"].as_str().unwrap_or_default();
        self.post(zebulon, &format!("/api/meals/proposals/{id}/accept"), 200, json!({})).await;
        let shown = zebulon.get(&format!("/api/meals?from={}", planned["from"].as_str().unwrap())).await.ok();
        let item = shown["plan"][0]["item_id"].as_str().unwrap_or_default().to_owned();
        let listed = zebulon.get(&format!("/api/meals/{item}/swap")).await.ok();
        let swap = json!({ "recipe": listed["alternatives"][0]["recipe_id"], "confirmed": true });
        self.post(zebulon, &format!("/api/meals/{item}/swap"), 200, swap).await;
        self.post(zebulon, "/api/diary", 201, json!({ "food": "Quoll crunch", "mg": 120_000 })).await;
        self.post(zebulon, "/api/diary", 422, json!({ "food": "fried dugong", "mg": 120_000 })).await;
        self.put(zebulon, "/api/pantry", json!({ "food": "quoll_crunch", "mg": 500_000 })).await;
    }

    /// Talks, in both languages, and plans by words.
    async fn talk(&mut self, zebulon: &Client) {
        let said = [
            "bench 3x8 @ 113.7kg, my lemur knee hurts",
            "жим лёжа 3х8 111,9 кг, колено болит, спроси кашалота",
            "weight 83.617",
            "why, you lynx?",
        ];
        for (number, text) in said.iter().enumerate() {
            let message = json!({ "client_id": format!("m{number}"), "text": text });
            self.post(zebulon, "/api/dialog/messages", 200, message).await;
        }
        let words = json!({ "intent": "full_body", "instructions_text": "avoid: back squat\nnote: because of my gecko" });
        self.post(zebulon, "/api/flow/plan", 200, words).await;
        self.post(zebulon, "/api/flow/log", 422, json!({ "yaml": "ibex: [1, 2" })).await;
    }

    /// Gives others what they need, and everything back.
    async fn share(&mut self, process: &Process, zebulon: &Client) {
        let new = json!({ "name": "okapi watch", "scopes": ["read", "log"] });
        let made = self.post(zebulon, "/api/me/tokens", 201, new).await;
        let token = self.keep(&made["secret"]);
        let watch = process.client().with("authorization", &format!("Bearer {token}"));
        self.expect("by token", 200, &watch.get("/api/athlete").await);
        let guess = process.client().with("authorization", "Bearer rgm_flamingo-flamingo");
        self.expect("by a guess", 401, &guess.get("/api/athlete").await);
        let invited =
            self.post(zebulon, "/api/admin/invites", 201, json!({ "roles": ["coach", "athlete"] })).await;
        let code = self.keep(&invited["code"]);
        let yolanda = process.client();
        let new = json!({ "code": code, "login": "yolanda@vole.example.org", "password": PASSWORD });
        self.post(&yolanda, "/api/sign-up", 200, new).await;
        let wish = json!({ "athlete": "zebulon", "scopes": ["read", "log"] });
        let asked = self.post(&yolanda, "/api/grants", 201, wish).await;
        let confirm = format!("/api/grants/{}/confirm", asked["id"].as_str().unwrap_or_default());
        self.post(zebulon, &confirm, 200, json!({})).await;
        let athlete = zebulon.get("/api/me").await.ok()["athlete_id"].as_str().unwrap().to_owned();
        let coaching = yolanda.with("regimen-athlete", &athlete);
        self.post(&coaching, "/api/body-weights", 201, json!({ "grams": 83_617, "date": "2026-01-05" }))
            .await;
        let account = yolanda.get("/api/me").await.ok()["account_id"].as_str().unwrap().to_owned();
        let reset = self.post(zebulon, &format!("/api/admin/accounts/{account}/reset"), 201, json!({})).await;
        self.keep(&reset["code"]);
        self.secrets.extend(yolanda.secrets());
        let archive = zebulon.post("/api/me/export", json!({})).await;
        self.expect("export", 200, &archive);
        let leaving = json!({ "password": PASSWORD, "confirm": "yolanda@vole.example.org" });
        self.post(&yolanda, "/api/me/delete", 200, leaving).await;
        let gone =
            zebulon.delete(&format!("/api/admin/accounts/{account}?confirm=yolanda@vole.example.org")).await;
        self.expect("an account deleted", 204, &gone);
    }

    /// Gets everything wrong, with personal values in every place of a request.
    async fn stray(&mut self, zebulon: &Client) {
        for (path, status) in [
            ("/api/sessions?from=walrus", 400),
            ("/api/sessions?lynx=117359", 400),
            ("/api/exercises/manatee_press/history", 404),
            ("/api/exercises/%C3%28manatee/history", 400),
            ("/api/foods/dugong", 404),
            ("/api/mandrill/83617?mandrill=83617", 404),
            ("/mandrill?x=walrus", 404),
            ("/sign-in?next=/pangolin", 200),
            ("/join?code=jerboa-jerboa", 200),
            ("/api/oauth/strava/callback?state=jerboa&code=tarsier", 409),
            ("/", 200),
            ("/progress", 200),
            ("/meals", 200),
            ("/chat", 200),
            ("/more/account", 200),
        ] {
            let reply = zebulon.get(path).await;
            // What it is does not matter here, but that it is no success that was meant to be a failure.
            if (reply.status < 400) != (status < 400) {
                self.wrong.push(format!("GET {path}: {} {}", reply.status, reply.text));
            }
        }
        for body in
            [r#"{"walrus": 83617}"#, r#"{"grams": "lynx"}"#, r#"{"grams": 83617, "grams": 1"#, "[\"kiwi\"]"]
        {
            let reply = zebulon.send("POST", "/api/body-weights", Some(body.to_owned())).await;
            if !(400..500).contains(&reply.status) {
                self.wrong.push(format!("{body}: {}", reply.status));
            }
        }
        let odd = zebulon
            .with("if-match", "\"kakapo\"")
            .with("idempotency-key", "kiwi-key")
            .with("accept-language", "kea")
            .with("user-agent", "Aye-Aye/1")
            .with("x-forwarded-for", "marabou")
            .with("regimen-athlete", "lynx");
        for reply in
            [odd.get("/api/profile").await, odd.post("/api/body-weights", json!({ "grams": 83_617 })).await]
        {
            if !(400..500).contains(&reply.status) {
                self.wrong.push(format!("odd headers: {}", reply.status));
            }
        }
        // What comes of these depends on what the program was built with.
        zebulon.get("/api/oidc/callback?state=jerboa&code=tarsier").await;
        zebulon.send("LYNX", "/api/me", None).await;
        zebulon.post("/api/sign-out", json!({})).await.done();
    }
}

/// The log without what the server itself counts: when it was, how long it took, and the id of the request.
fn told(log: &str) -> String {
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(mut fields)) => {
            for own in ["timestamp", "micros", "request_id"] {
                fields.remove(own);
            }
            Value::Object(fields).to_string()
        }
        _ => line.to_owned(),
    };
    log.lines().map(line).collect::<Vec<_>>().join("\n").to_lowercase()
}

#[tokio::test]
async fn the_log_of_a_full_story_tells_nothing_of_it() {
    let machine = Machine::new();
    let process = Process::start_with(&machine, &[("REGIMEN_ACCOUNTS_SIGN_UP", "invite")]);
    let link = process.started["set_up"].as_str().unwrap().to_owned();
    let code = link.split_once("/setup?code=").unwrap().1.to_owned();
    let zebulon = process.client();
    let mut story = Story { wrong: Vec::new(), secrets: BTreeSet::new() };
    zebulon.get(&format!("/setup?code={code}")).await;
    story.arrive(&zebulon, &code).await;
    story.tell(&zebulon).await;
    story.train(&zebulon).await;
    story.eat(&zebulon).await;
    story.talk(&zebulon).await;
    story.share(&process, &zebulon).await;
    story.stray(&zebulon).await;
    let log = process.stop();
    assert!(story.wrong.is_empty(), "{}", story.wrong.join("\n"));
    let told = told(&log);
    let served = told.lines().filter(|line| line.contains("\"served\"")).count();
    assert!(served > 90, "{served} requests are in the log");
    assert!(story.secrets.len() > 5, "{} secrets", story.secrets.len());
    let words =
        WORDS.iter().map(|word| (*word).to_owned()).chain(story.secrets.iter().map(|one| one.to_lowercase()));
    let mut leaked: Vec<String> = words.filter(|word| told.contains(word.as_str())).collect();
    let numbers: BTreeSet<&str> = told
        .split(|letter: char| !letter.is_alphanumeric() && letter != '.')
        .map(|word| word.trim_matches('.'))
        .collect();
    leaked
        .extend(NUMBERS.iter().filter(|number| numbers.contains(*number)).map(|number| (*number).to_owned()));
    assert!(leaked.is_empty(), "{leaked:?} are in the log: {log}");
    assert!(told.contains("/api/exercises/{key}/history"), "routes are told as patterns");
}

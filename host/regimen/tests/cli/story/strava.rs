//! L-37: tokens are kept under seal and never leave, a job brings what is new, and a plan asks for it.

use assistant::input::request::Request;
use domain::{id::Id, time::Instant, voice::Locale};
use regimen::{
    problem::Problem,
    service::{
        app::App,
        flow::plan::{self, Analysis},
        jobs::{run, schedule},
        strava::{self, ConnectionState, Status, link, sync},
    },
};
use serde_json::json;
use store::{SealedRow, Store};
use testkit::strava::{Script, StravaServer};
use uuid::Uuid;

use super::{
    both::on_both,
    person::{Person, newcomer, profile},
};
use crate::http::strava::{KEY, NOW, lasting, outside, run as a_run, seconds};

const OTHER_KEY: &str = "another key of this server, as long";

impl Person {
    /// Somebody on a server that knows Strava.
    async fn near(store: Store, strava: &StravaServer) -> Self {
        let app = App::scripted(store, NOW.parse().unwrap(), 1).with_outside(outside(strava, KEY, None));
        let (_, caller) = regimen::service::account::create(&app, newcomer("anna", profile("Europe/Berlin")))
            .await
            .unwrap();
        Self { app, caller: caller.unwrap() }
    }

    /// The same person on a server with other keys.
    fn with_keys(self, strava: &StravaServer, key: &str, before: Option<&str>) -> Self {
        Self { app: self.app.with_outside(outside(strava, key, before)), ..self }
    }

    async fn connected(self) -> Self {
        let session = Uuid::nil();
        let url = link::depart(&self.app, &self.caller, session, "http://here/callback").await.unwrap();
        let state = url.split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
        let arrival = link::Arrival {
            state,
            code: Some("good-code".to_owned()),
            error: None,
            scope: Some("read,activity:read_all".to_owned()),
        };
        link::arrive(&self.app, &self.caller, session, &arrival).await.unwrap();
        self
    }

    async fn status(&self) -> Status {
        strava::status(&self.app, &self.caller).await.unwrap()
    }

    async fn sealed(&self) -> Option<SealedRow> {
        self.app.store.read().await.unwrap().sealed(self.caller.athlete, "strava").await.unwrap()
    }

    async fn reseal(&self, row: &SealedRow) {
        let mut tx = self.app.store.write().await.unwrap();
        tx.put_sealed(self.caller.athlete, "strava", row).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn analyzed(&self) -> Result<Analysis, Problem> {
        let request = json!({ "intent": "full_body", "activities": "strava", "equipment_inventory": ["eq_dumbbells_set_5-50"] });
        let request: Request = serde_json::from_value(request).unwrap();
        plan::analyze(&self.app, &self.caller, &request, Locale::En).await
    }
}

#[test]
fn l_37_tokens_are_in_no_export_and_in_a_backup_only_under_seal() {
    on_both(async |fresh| {
        let strava = StravaServer::start(lasting());
        let person = Person::near(fresh.store().await, &strava).await.connected().await;
        sync::sync(&person.app, &person.caller).await.unwrap();
        let sealed = person.sealed().await.unwrap().sealed;
        let dump = async |athlete| {
            let mut out = Vec::new();
            person.app.store.dump(athlete, "test", person.app.now(), &mut out, |_| {}).await.unwrap();
            String::from_utf8(out).unwrap()
        };
        let (own, whole) = (dump(Some(person.caller.athlete)).await, dump(None).await);
        assert!(own.contains("\"connections\"") && !own.contains("sealed_tokens") && !own.contains(&sealed));
        assert!(whole.contains("sealed_tokens") && whole.contains(&sealed));
        let given = strava.given();
        assert_eq!(given.len(), 2);
        for token in given {
            assert!(!own.contains(&token) && !whole.contains(&token), "{token}");
        }
        assert!(!format!("{:?} {:?}", person.sealed().await, person.app).contains("-token-"));
    });
}

#[test]
fn l_37_tokens_that_were_tampered_with_are_worth_nothing() {
    on_both(async |fresh| {
        let strava = StravaServer::start(lasting());
        let person = Person::near(fresh.store().await, &strava).await.connected().await;
        let row = person.sealed().await.unwrap();
        // The last letters before the padding belong to the seal.
        let place = row.sealed.len() - 6;
        let other = if row.sealed.as_bytes()[place] == b'A' { "B" } else { "A" };
        let mut tampered = row.clone();
        tampered.sealed.replace_range(place..=place, other);
        person.reseal(&tampered).await;
        let refused = sync::sync(&person.app, &person.caller).await.unwrap_err();
        assert_eq!(refused.code.name, "reconnect_required");
        assert_eq!(person.status().await.state, Some(ConnectionState::ReconnectRequired));
        assert!(person.sealed().await.is_none() && strava.asked("GET /api/v3/athlete/activities").is_empty());
        // Those of one athlete do not open for another.
        let bob = newcomer("bob", profile("UTC"));
        let (_, bob) = regimen::service::account::create(&person.app, bob).await.unwrap();
        let bob = Person { app: person.app, caller: bob.unwrap() }.connected().await;
        bob.reseal(&row).await;
        let refused = sync::sync(&bob.app, &bob.caller).await.unwrap_err();
        assert_eq!(refused.code.name, "reconnect_required");
    });
}

#[test]
fn l_37_after_a_new_key_the_key_before_still_opens_and_the_new_one_seals() {
    on_both(async |fresh| {
        let strava = StravaServer::start(lasting());
        let person = Person::near(fresh.store().await, &strava).await.connected().await;
        let before = person.sealed().await.unwrap();
        let person = person.with_keys(&strava, OTHER_KEY, Some(KEY));
        sync::sync(&person.app, &person.caller).await.unwrap();
        let after = person.sealed().await.unwrap();
        assert!(after.key_id != before.key_id && after.sealed != before.sealed);
        // Now the key before is not needed any more; without any key that fits one has to connect anew.
        let person = person.with_keys(&strava, OTHER_KEY, None);
        sync::sync(&person.app, &person.caller).await.unwrap();
        assert_eq!(person.sealed().await.unwrap(), after);
        let person = person.with_keys(&strava, KEY, None);
        let refused = sync::sync(&person.app, &person.caller).await.unwrap_err();
        assert_eq!(refused.code.name, "reconnect_required");
    });
}

#[test]
fn l_37_somebody_who_renews_is_waited_for() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script { expires_at: seconds(NOW) + 60, ..Script::default() });
        let person = Person::near(fresh.store().await, &strava).await.connected().await;
        // Another server has said that it renews the tokens.
        let mut tx = person.app.store.write().await.unwrap();
        let athlete = person.caller.athlete;
        let mut kept: serde_json::Value = tx.connection(athlete, "strava").await.unwrap().unwrap();
        kept["renewed_until"] = json!(NOW.parse::<Instant>().unwrap().plus_seconds(30));
        let row = store::ConnectionRow {
            provider: "strava".to_owned(),
            state: "connected".to_owned(),
            synced_at: None,
            connection: kept,
        };
        tx.put_connection(athlete, &row).await.unwrap();
        tx.commit().await.unwrap();
        let busy = sync::sync(&person.app, &person.caller).await.unwrap_err();
        assert_eq!((busy.code.name, busy.retry_after_s()), ("strava_busy", Some(30)));
        // It never came back; so it is done here.
        strava.change(|script| script.expires_at += 21_600);
        person.app.set_now(NOW.parse::<Instant>().unwrap().plus_seconds(31));
        sync::sync(&person.app, &person.caller).await.unwrap();
        assert_eq!(strava.asked("POST /oauth/token").len(), 2);
    });
}

#[test]
fn l_37_a_job_asks_once_a_day_for_who_is_connected() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script {
            activities: vec![a_run(1, 20, 40)],
            expires_at: i64::MAX,
            ..Script::default()
        });
        let person = Person::near(fresh.store().await, &strava).await;
        let pages = || strava.asked("GET /api/v3/athlete/activities").len();
        let work = async || {
            schedule::schedule(&person.app).await.unwrap();
            let ran = run::run_due(&person.app, Uuid::nil(), usize::MAX).await.unwrap();
            ran.into_iter().filter(|ran| ran.name == "sync_activities").collect::<Vec<_>>()
        };
        assert!(work().await.is_empty(), "nobody is connected");
        let person = person.connected().await;
        let work = async || {
            schedule::schedule(&person.app).await.unwrap();
            let ran = run::run_due(&person.app, Uuid::nil(), usize::MAX).await.unwrap();
            ran.into_iter().filter(|ran| ran.name == "sync_activities").collect::<Vec<_>>()
        };
        let ran = work().await;
        assert_eq!((ran.len(), ran[0].counts.get("activities_new"), &ran[0].error), (1, Some(&1), &None));
        assert!(work().await.is_empty() && pages() == 1);
        person.advance_hours(24);
        assert_eq!((work().await.len(), pages()), (1, 2));
        // A silent Strava is asked again after a while, a connection that is over is not.
        person.advance_hours(24);
        strava.change(|script| script.is_down = true);
        assert!(work().await[0].error.is_some());
        strava.change(|script| script.is_down = false);
        strava.forget();
        person.advance_hours(1);
        assert_eq!(work().await[0].error, None);
        assert_eq!(person.status().await.state, Some(ConnectionState::ReconnectRequired));
        person.advance_hours(48);
        assert!(work().await.is_empty());
    });
}

#[test]
fn l_2_a_plan_asks_strava_first_and_goes_on_without_it() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script { expires_at: i64::MAX, ..Script::default() });
        let person = Person::near(fresh.store().await, &strava).await;
        assert_eq!(person.analyzed().await.unwrap_err().code.name, "strava_not_connected");
        let person = person.connected().await;
        let policy = |analysis: &Analysis| analysis.analyzer.fatigue_policy.reason.clone();
        assert_eq!(policy(&person.analyzed().await.unwrap()), "fresh");
        strava.change(|script| script.activities = vec![a_run(1, 10, 150)]);
        // It was asked just now, and is not asked for every plan.
        assert_eq!(policy(&person.analyzed().await.unwrap()), "fresh");
        person.app.set_now(person.app.now().plus_seconds(300));
        let analysis = person.analyzed().await.unwrap();
        assert_eq!(policy(&analysis), "activity_effort 150 >= 100");
        let is_stale =
            |analysis: &Analysis| analysis.warnings.iter().any(|one| one.code.as_str() == "activities_stale");
        assert!(!is_stale(&analysis));
        // Other sources do not count for who asks for this one.
        let way = regimen::service::activity::Way { source: "watch", dry_run: false };
        let harder = [a_run(7, 5, 300)];
        regimen::service::activity::import(&person.app, &person.caller, &harder, way).await.unwrap();
        assert_eq!(policy(&person.analyzed().await.unwrap()), "activity_effort 150 >= 100");
        strava.change(|script| script.is_down = true);
        person.app.set_now(person.app.now().plus_seconds(300));
        let analysis = person.analyzed().await.unwrap();
        assert_eq!(policy(&analysis), "activity_effort 150 >= 100");
        assert!(is_stale(&analysis));
        assert!(format!("{:?}", analysis.warnings).contains("strava_unavailable"));
    });
}

#[test]
fn l_38_addresses_of_texts_are_not_asked_unless_that_is_set() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let asked = async |person: &Person, request: serde_json::Value| {
            let request: Request = serde_json::from_value(request).unwrap();
            let refused =
                plan::understood(&person.app, &person.caller, &request, Locale::En).await.unwrap_err();
            (refused.code.name, refused.code.status, format!("{:?}", refused.facts.get("why")))
        };
        for field in ["instructions_url", "history_url"] {
            let (code, status, why) = asked(&person, json!({ field: "https://example.org/text" })).await;
            assert_eq!((code, status), ("fetch_refused", 400));
            assert!(why.contains("flow.fetch.enabled"), "{why}");
        }
        let outside = regimen::service::outside::Outside {
            hosts: Some(vec!["localhost".to_owned()]),
            ..Default::default()
        };
        let person = Person { app: person.app.with_outside(outside), ..person };
        for (address, why) in [
            ("http://localhost/text", "only https"),
            ("file:///etc/passwd", "only https"),
            ("/etc/passwd", "no address"),
            ("https://example.org/text", "is not among"),
            ("https://localhost/text", "public network"),
        ] {
            let (code, status, said) = asked(&person, json!({ "history_url": address })).await;
            assert!(
                (code, status) == ("fetch_refused", 400) && said.contains(why),
                "{address}: {code} {said}"
            );
        }
        let both =
            json!({ "instructions_url": "https://localhost/", "instructions_text": "avoid: deadlift" });
        assert!(asked(&person, both).await.2.contains("besides instructions_url"));
        // An address in a text is a text.
        let request = json!({ "instructions_text": "note: https://localhost/secret" });
        let request: Request = serde_json::from_value(request).unwrap();
        plan::understood(&person.app, &person.caller, &request, Locale::En).await.unwrap();
    });
}

#[test]
fn l_37_what_belongs_to_somebody_is_found_for_nobody_else() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script { activities: vec![a_run(1, 20, 40)], ..lasting() });
        let person = Person::near(fresh.store().await, &strava).await.connected().await;
        sync::sync(&person.app, &person.caller).await.unwrap();
        let bob = newcomer("bob", profile("UTC"));
        let (_, bob) = regimen::service::account::create(&person.app, bob).await.unwrap();
        let bob = bob.unwrap();
        let none = strava::status(&person.app, &bob).await.unwrap();
        assert_eq!((none.state, none.activities), (None, 0));
        assert_eq!(sync::sync(&person.app, &bob).await.unwrap_err().code.name, "strava_not_connected");
        let nobody = Id::derive(&["nobody"]);
        assert!(person.app.store.read().await.unwrap().sealed(nobody, "strava").await.unwrap().is_none());
    });
}

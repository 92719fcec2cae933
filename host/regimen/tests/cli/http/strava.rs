//! L-37: Strava is connected in a browser, brings activities, and is let go of.

use domain::time::Instant;
use regimen::{
    api::Options,
    service::{
        access::secret::Secret,
        app::App,
        outside::Outside,
        strava::{Settings, Strava},
    },
};
use serde_json::{Value, json};
use testkit::strava::{Script, StravaServer};

use super::client::{Client, PASSWORD, Serving};
use crate::story::both::{Fresh, on_both};

pub(crate) const KEY: &str = "0123456789abcdef0123456789abcdef";

/// Half past eight in Berlin on a Monday.
pub(crate) const NOW: &str = "2026-03-02T07:30:00Z";

/// Strava as it is known to a server with these keys.
pub(crate) fn outside(strava: &StravaServer, key: &str, before: Option<&str>) -> Outside {
    let settings = Settings {
        client_id: "12345".to_owned(),
        client_secret: Secret::given("a secret of this server"),
        scopes: "read,activity:read_all".to_owned(),
        base_url: strava.url(),
        secret_key: Secret::given(key),
        secret_key_before: before.map(Secret::given),
    };
    Outside { strava: Ok(Strava::new(settings).unwrap()), ..Outside::default() }
}

pub(crate) fn seconds(at: &str) -> i64 {
    at.parse::<Instant>().unwrap().millis() / 1000
}

/// A run so many hours before [`NOW`].
pub(crate) fn run(id: u64, hours_ago: i64, effort: i64) -> Value {
    let start = NOW.parse::<Instant>().unwrap().minus_seconds(3600 * hours_ago);
    json!({ "id": id, "name": format!("Run {id}"), "sport_type": "Run", "start_date": start,
        "epoch": start.millis() / 1000, "elapsed_time": 1800, "distance": 5000.0, "suffer_score": effort })
}

/// Tokens that last for six hours.
pub(crate) fn lasting() -> Script {
    Script { expires_at: seconds(NOW) + 21_600, ..Script::default() }
}

async fn set_up(fresh: &Fresh, strava: &StravaServer) -> (Serving, Client) {
    let app = App::scripted(fresh.store().await, NOW.parse().unwrap(), 1);
    Serving::set_up_app(app.with_outside(outside(strava, KEY, None)), Options::default()).await
}

/// The path and query of an address.
fn path(url: &str) -> &str {
    let (_, rest) = url.split_once("://").unwrap();
    &rest[rest.find('/').unwrap()..]
}

impl Client {
    /// Goes to Strava; where it is sent back to.
    async fn consents(&self, strava: &StravaServer) -> String {
        let start = self.get("/api/oauth/strava/start").await;
        let there = Serving::browser_at(strava.url().trim_start_matches("http://").parse().unwrap());
        let back = there.get(path(start.sent_to())).await;
        path(back.sent_to()).to_owned()
    }

    pub(super) async fn connects(&self, strava: &StravaServer) {
        let back = self.consents(strava).await;
        assert_eq!(self.get(&back).await.sent_to(), "/more/strava");
    }

    async fn strava(&self) -> Value {
        self.get("/api/connections/strava").await.ok()
    }

    async fn syncs(&self) -> super::client::Reply {
        self.post("/api/connections/strava/sync", json!({})).await
    }
}

#[test]
fn l_37_an_athlete_connects_and_activities_come() {
    on_both(async |fresh| {
        let strava =
            StravaServer::start(Script { activities: vec![run(1, 50, 40), run(2, 20, 60)], ..lasting() });
        let (serving, anna) = set_up(&fresh, &strava).await;
        assert_eq!(anna.strava().await, json!({ "available": true, "activities": 0 }));
        anna.connects(&strava).await;
        let asked = &strava.asked("GET /oauth/authorize")[0].fields;
        let callback = format!("http://{}/api/oauth/strava/callback", serving.address);
        for (name, value) in [
            ("client_id", "12345"),
            ("response_type", "code"),
            ("redirect_uri", &callback),
            ("approval_prompt", "auto"),
            ("scope", "read,activity:read_all"),
        ] {
            assert_eq!(asked[name], value);
        }
        assert_eq!(asked["state"].len(), 43, "32 bytes in base64url");
        let tokens = &strava.asked("POST /oauth/token")[0].fields;
        assert_eq!(
            (&*tokens["client_secret"], &*tokens["grant_type"]),
            ("a secret of this server", "authorization_code")
        );
        let status = anna.strava().await;
        assert_eq!((&status["state"], &status["activities"]), (&json!("connected"), &json!(2)));
        assert_eq!(status["synced_at"], NOW);
        let listed = anna.get("/api/activities?limit=1").await.ok();
        assert_eq!((&listed["items"][0]["id"], &listed["items"][0]["effort"]), (&json!("2"), &json!(60)));
        let next = listed["next"].as_str().unwrap();
        let rest = anna.get(&format!("/api/activities?limit=1&cursor={next}")).await.ok();
        assert_eq!((&rest["items"][0]["id"], &rest["next"]), (&json!("1"), &Value::Null));
        // The first time five weeks, then a day before what is known; what is known is replaced.
        strava.change(|script| script.activities = vec![run(1, 50, 40), run(2, 20, 70), run(3, 1, 10)]);
        let brought = anna.syncs().await.ok();
        assert_eq!((&brought["new"], &brought["changed"]), (&json!(1), &json!(1)));
        let pages = strava.asked("GET /api/v3/athlete/activities");
        let after: Vec<&str> = pages.iter().map(|page| &*page.fields["after"]).collect();
        let (first, then) = (seconds(NOW) - 35 * 86_400, seconds(NOW) - 20 * 3600 - 86_400);
        assert_eq!(after, [first.to_string(), then.to_string()]);
        assert_eq!(pages[0].fields["per_page"], "100");
        assert_eq!(strava.asked("POST /oauth/token").len(), 1, "good tokens are not renewed");
    });
}

#[test]
fn l_37_a_state_works_once_in_its_session_and_in_time() {
    on_both(async |fresh| {
        let strava = StravaServer::start(lasting());
        let (serving, anna) = set_up(&fresh, &strava).await;
        let refused = (400, "oauth_state".to_owned());
        let back = anna.consents(&strava).await;
        // Another session of the same person, and another person.
        let other = serving.browser();
        other.post("/api/sign-in", json!({ "login": "anna", "password": PASSWORD })).await.ok();
        assert_eq!(other.get(&back).await.refused(), refused);
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        assert_eq!(bob.get(&back).await.refused(), refused);
        assert_eq!(serving.browser().get(&back).await.refused().0, 401);
        assert_eq!(
            anna.get("/api/oauth/strava/callback?state=guess&code=good-code&scope=activity:read")
                .await
                .refused(),
            refused
        );
        // In its own it works, once.
        assert_eq!(anna.get(&back).await.sent_to(), "/more/strava");
        assert_eq!(anna.get(&back).await.refused(), refused);
        let late = anna.consents(&strava).await;
        serving.server.app.set_now(NOW.parse::<Instant>().unwrap().plus_seconds(600));
        assert_eq!(anna.get(&late).await.refused(), refused);
        assert_eq!(strava.asked("POST /oauth/token").len(), 1);
        // Who looks at a page is told by a page.
        let page = anna.with("accept", "text/html,*/*").get(&late).await;
        assert_eq!((page.status, page.header("content-type")), (400, Some("text/html; charset=utf-8")));
        assert!(page.text.contains("This connection is not good any more"), "{}", page.text);
        // No other site begins it in somebody's name.
        let elsewhere = anna.without("sec-fetch-site").with("sec-fetch-site", "cross-site");
        assert_eq!(elsewhere.get("/api/oauth/strava/start").await.refused().1, "cross_site");
    });
}

#[test]
fn l_37_without_leave_to_read_activities_it_stays_off() {
    on_both(async |fresh| {
        let strava = StravaServer::start(lasting());
        let (_serving, anna) = set_up(&fresh, &strava).await;
        for scope in [None, Some("read"), Some(""), Some("activity:write")] {
            strava.change(|script| script.scope = scope.map(str::to_owned));
            let back = anna.consents(&strava).await;
            assert_eq!(anna.get(&back).await.refused(), (400, "oauth_scope".to_owned()), "{scope:?}");
        }
        assert_eq!(anna.strava().await["state"], Value::Null);
        assert!(strava.asked("POST /oauth/token").is_empty());
        assert_eq!(anna.syncs().await.refused(), (409, "strava_not_connected".to_owned()));
        strava.change(|script| script.scope = Some("read,activity:read".to_owned()));
        anna.connects(&strava).await;
        assert_eq!(anna.strava().await["scope"], "read,activity:read");
    });
}

#[test]
fn l_37_tokens_are_renewed_in_time_and_by_one_at_a_time() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script { expires_at: seconds(NOW) + 120, ..Script::default() });
        let (serving, anna) = set_up(&fresh, &strava).await;
        anna.connects(&strava).await;
        let renewals = || strava.asked("POST /oauth/token").len() - 1;
        assert_eq!(renewals(), 0, "120 s are enough");
        strava.change(|script| script.expires_at += 21_600);
        serving.server.app.set_now(NOW.parse::<Instant>().unwrap().plus_seconds(1));
        let (one, other, third) = tokio::join!(anna.syncs(), anna.syncs(), anna.syncs());
        for reply in [one, other, third] {
            reply.ok();
        }
        assert_eq!(renewals(), 1, "119 s are not, and one renewal is enough for three");
        let renewal = &strava.asked("POST /oauth/token")[1].fields;
        assert_eq!(
            (&*renewal["grant_type"], &*renewal["refresh_token"]),
            ("refresh_token", "refresh-token-1")
        );
        anna.syncs().await.ok();
        assert_eq!(renewals(), 1);
    });
}

#[test]
fn l_37_a_refused_renewal_stops_everything_and_is_told() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script { expires_at: seconds(NOW) + 300, ..Script::default() });
        let (serving, anna) = set_up(&fresh, &strava).await;
        anna.connects(&strava).await;
        strava.change(|script| script.refuses_refresh = true);
        serving.server.app.set_now(NOW.parse::<Instant>().unwrap().plus_seconds(200));
        let refused = (409, "reconnect_required".to_owned());
        assert_eq!(anna.syncs().await.refused(), refused);
        assert_eq!(anna.strava().await["state"], "reconnect_required");
        assert_eq!(anna.syncs().await.refused(), refused);
        assert_eq!(strava.asked("POST /oauth/token").len(), 2, "it is not tried again");
        let page = anna.get("/more/strava").await.text;
        assert!(page.contains("Connect it anew"), "{page}");
        strava.change(|script| (script.refuses_refresh, script.expires_at) = (false, seconds(NOW) + 21_600));
        anna.connects(&strava).await;
        assert_eq!(anna.strava().await["state"], "connected");
        // Who ends it at Strava has ended it.
        strava.forget();
        assert_eq!(anna.syncs().await.refused(), refused);
    });
}

#[test]
fn l_37_three_pages_come_at_once_and_the_rest_later() {
    on_both(async |fresh| {
        let many: Vec<Value> = (0..350).map(|id| run(id, 800 - 2 * i64::try_from(id).unwrap(), 10)).collect();
        let strava = StravaServer::start(Script { activities: many, ..lasting() });
        let (_serving, anna) = set_up(&fresh, &strava).await;
        anna.connects(&strava).await;
        let pages = || strava.asked("GET /api/v3/athlete/activities");
        let numbers: Vec<String> = pages().iter().map(|page| page.fields["page"].clone()).collect();
        assert_eq!(
            (numbers, &anna.strava().await["activities"]),
            (["1", "2", "3"].map(str::to_owned).to_vec(), &json!(300))
        );
        assert_eq!(anna.syncs().await.ok()["new"], 50);
        assert_eq!((pages().len(), &anna.strava().await["activities"]), (4, &json!(350)));
    });
}

#[test]
fn l_37_too_many_calls_make_a_pause_to_the_next_quarter_hour() {
    on_both(async |fresh| {
        let many: Vec<Value> = (0..150).map(|id| run(id, 400 - 2 * i64::try_from(id).unwrap(), 10)).collect();
        let strava = StravaServer::start(Script { activities: many, pages_left: Some(1), ..lasting() });
        let (serving, anna) = set_up(&fresh, &strava).await;
        serving.server.app.set_now("2026-03-02T07:35:00Z".parse().unwrap());
        anna.connects(&strava).await;
        let status = anna.strava().await;
        assert_eq!(
            (&status["paused_until"], &status["activities"]),
            (&json!("2026-03-02T07:45:00Z"), &json!(100))
        );
        let paused = anna.syncs().await;
        assert_eq!(paused.refused(), (429, "strava_paused".to_owned()));
        assert_eq!(paused.header("retry-after"), Some("600"));
        assert_eq!(strava.asked("GET /api/v3/athlete/activities").len(), 2, "it is left alone");
        strava.change(|script| script.pages_left = None);
        serving.server.app.set_now("2026-03-02T07:45:00Z".parse().unwrap());
        assert_eq!(anna.syncs().await.ok()["new"], 50);
        assert_eq!(anna.strava().await["paused_until"], Value::Null);
    });
}

#[test]
fn l_37_who_disconnects_revokes_and_keeps_or_deletes_what_came() {
    on_both(async |fresh| {
        let strava = StravaServer::start(Script { activities: vec![run(1, 50, 40)], ..lasting() });
        let (serving, anna) = set_up(&fresh, &strava).await;
        let end = |what: &'static str| {
            let anna = anna.clone();
            async move { anna.post("/api/connections/strava/disconnect", json!({ "activities": what })).await }
        };
        assert_eq!(end("keep").await.refused(), (409, "strava_not_connected".to_owned()));
        anna.connects(&strava).await;
        assert_eq!(end("keep").await.ok(), json!({ "revoked": true, "deleted": 0 }));
        assert_eq!(strava.asked("POST /oauth/deauthorize").len(), 1);
        assert_eq!(anna.strava().await, json!({ "available": true, "activities": 1 }));
        anna.connects(&strava).await;
        strava.change(|script| script.is_down = true);
        assert_eq!(end("delete").await.ok(), json!({ "revoked": false, "deleted": 1 }));
        assert_eq!(anna.strava().await, json!({ "available": true, "activities": 0 }));
        let mut tx = serving.server.app.store.read().await.unwrap();
        let me = anna.get("/api/athlete").await.ok();
        let id = domain::id::Id::from_uuid(me["id"].as_str().unwrap().parse().unwrap());
        assert!(tx.sealed(id, "strava").await.unwrap().is_none());
        // A coach ends nothing for somebody else.
        drop(tx);
        let carl = serving.join(&anna, "carl", &["coach"]).await;
        let grant =
            carl.post("/api/grants", json!({ "athlete": "anna", "scopes": ["read", "log"] })).await.made();
        anna.post(&format!("/api/grants/{}/confirm", grant["id"].as_str().unwrap()), json!({})).await.ok();
        let carl = carl.with("regimen-athlete", me["id"].as_str().unwrap());
        let refused =
            carl.post("/api/connections/strava/disconnect", json!({ "activities": "keep" })).await.refused();
        assert_eq!(refused, (403, "not_your_athlete".to_owned()));
    });
}

#[test]
fn l_37_a_server_without_it_says_what_it_lacks() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        assert_eq!(anna.strava().await, json!({ "available": false, "activities": 0 }));
        let off = anna.get("/api/oauth/strava/start").await;
        assert_eq!(off.refused(), (404, "strava_off".to_owned()));
        assert!(off.json()["detail"].as_str().unwrap().contains("secret_key"), "{}", off.text);
        assert!(!anna.get("/more").await.text.contains("/more/strava"));
    });
}

//! Accounts over HTTP: set-up, sign-in, sessions, tokens, invitations, administration (AC-2..AC-12).

use regimen::{
    api::Options,
    service::{
        access::link::{self, SignUp},
        account::admin::Operator,
    },
};
use serde_json::json;

use super::client::{Client, PASSWORD, Serving};
use crate::story::both::on_both;

#[test]
fn ac_2_everything_waits_for_the_first_account_and_its_link_works_once() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options::default()).await;
        let browser = serving.browser();
        for path in ["/api/me", "/api/today", "/api/admin/accounts"] {
            assert_eq!(browser.get(path).await.refused(), (503, "not_set_up".to_owned()));
        }
        let new = |code: &str, login: &str| json!({ "code": code, "login": login, "password": PASSWORD });
        let wrong = browser.post("/api/setup", new("0123456789012345678901", "anna")).await;
        assert_eq!(wrong.refused(), (410, "link_invalid".to_owned()));
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        // A password that is refused has not used the link up.
        let weak = json!({ "code": code, "login": "anna", "password": "password" });
        assert_eq!(browser.post("/api/setup", weak).await.refused(), (422, "weak_password".to_owned()));
        let me = browser.post("/api/setup", new(&code, "Anna")).await.ok();
        assert_eq!((&me["login"], &me["roles"]), (&json!("anna"), &json!(["athlete", "administrator"])));
        assert_eq!(browser.get("/api/me").await.ok(), me);
        let again = serving.browser().post("/api/setup", new(&code, "eve")).await;
        assert_eq!(again.refused(), (409, "already_set_up".to_owned()));
        assert!(link::to_set_up(&serving.server.app).await.unwrap().is_none());
    });
}

#[test]
fn ac_2_when_the_last_account_goes_everything_waits_again() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let account = anna.get("/api/me").await.ok()["account_id"].as_str().unwrap().to_owned();
        assert_eq!(serving.browser().get("/api/me").await.refused(), (401, "sign_in_needed".to_owned()));
        anna.delete(&format!("/api/admin/accounts/{account}?confirm=anna")).await.done();
        for browser in [anna, serving.browser()] {
            assert_eq!(browser.get("/api/me").await.refused(), (503, "not_set_up".to_owned()));
        }
        // Whoever prints links hears of it.
        serving.server.left_alone().await;
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        let new = json!({ "code": code, "login": "olga", "password": PASSWORD });
        serving.browser().post("/api/setup", new).await.ok();
    });
}

#[test]
fn ac_10_without_an_identity_provider_the_sign_in_page_says_so() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options::default()).await;
        let browser = serving.browser();
        assert_eq!(browser.get("/api/oidc/start").await.refused(), (503, "not_set_up".to_owned()));
        let (serving, anna) = Serving::set_up(&fresh).await;
        for browser in [serving.browser(), anna] {
            assert_eq!(browser.get("/api/oidc/start").await.sent_to(), "/sign-in?error=oidc_off");
        }
        let browser = serving.browser();
        let back = browser.get("/api/oidc/callback?state=a&code=b").await;
        assert_eq!(back.sent_to(), "/sign-in?error=oidc_state_invalid");
    });
}

#[test]
fn ac_2_a_link_ends_after_an_hour() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options::default()).await;
        let app = &serving.server.app;
        let code = link::to_set_up(app).await.unwrap().unwrap().code;
        app.set_now(app.now().plus_seconds(3600));
        let new = json!({ "code": code, "login": "anna", "password": PASSWORD });
        assert_eq!(serving.browser().post("/api/setup", new).await.refused().0, 410);
    });
}

#[test]
fn ac_5_sessions_are_opened_listed_ended_and_end_by_themselves() {
    on_both(async |fresh| {
        let (serving, phone) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        let laptop = serving.browser().with("user-agent", "Mozilla/5.0 Firefox/130.0");
        let wrong = laptop.post("/api/sign-in", json!({ "login": "anna", "password": "not it" })).await;
        assert_eq!(wrong.refused(), (401, "wrong_password".to_owned()));
        let unknown = laptop.post("/api/sign-in", json!({ "login": "nobody", "password": "not it" })).await;
        assert_eq!(unknown.refused(), (401, "wrong_password".to_owned()));
        let reply = laptop.post("/api/sign-in", json!({ "login": "ANNA", "password": PASSWORD })).await;
        let cookie = reply.header("set-cookie").unwrap().to_owned();
        assert!(cookie.starts_with("regimen="), "{cookie}");
        for part in ["Path=/", "HttpOnly", "SameSite=Lax"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let open = phone.get("/api/me/sessions").await.ok();
        assert_eq!(open.as_array().unwrap().len(), 2);
        assert_eq!((&open[0]["is_this"], &open[1]["is_this"]), (&json!(true), &json!(false)));
        assert_eq!(open[1]["device"], json!({ "agent": "Firefox", "address": "127.0.0.0/24" }));
        let path = format!("/api/me/sessions/{}", open[1]["id"].as_str().unwrap());
        phone.delete(&path).await.done();
        assert_eq!(laptop.get("/api/me").await.refused(), (401, "sign_in_needed".to_owned()));
        assert_eq!(phone.delete(&path).await.refused().0, 404);
        // Used every now and then a session stays, but no longer than 180 days.
        for _ in 0..6 {
            app.set_now(app.now().plus_seconds(29 * 24 * 3600));
            phone.get("/api/me").await.ok();
        }
        app.set_now(app.now().plus_seconds(7 * 24 * 3600));
        assert_eq!(phone.get("/api/me").await.refused().0, 401);
    });
}

#[test]
fn ac_5_nobody_signs_in_over_an_open_line_and_a_proxy_needs_no_configuration() {
    on_both(async |fresh| {
        let (serving, _) = Serving::set_up(&fresh).await;
        let credentials = || json!({ "login": "anna", "password": PASSWORD });
        let open = serving.browser().with("host", "192.168.1.7:8080").with("x-forwarded-for", "192.168.1.20");
        assert_eq!(
            open.post("/api/sign-in", credentials()).await.refused(),
            (403, "https_needed".to_owned())
        );
        let proxied = open.with("x-forwarded-proto", "https");
        let reply = proxied.post("/api/sign-in", credentials()).await;
        let cookie = reply.header("set-cookie").unwrap();
        assert!(cookie.starts_with("__Host-regimen=") && cookie.contains("; Secure"), "{cookie}");
        proxied.get("/api/me").await.ok();
    });
}

#[test]
fn ac_4_another_password_ends_all_other_sessions_and_a_link_resets_it() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let other = serving.browser();
        other.post("/api/sign-in", json!({ "login": "anna", "password": PASSWORD })).await.ok();
        let better = "an even better password";
        let wrong = anna.put("/api/me/password", json!({ "old": "wrong", "new": better })).await;
        assert_eq!(wrong.refused(), (401, "wrong_password".to_owned()));
        anna.put("/api/me/password", json!({ "old": PASSWORD, "new": better })).await.done();
        assert_eq!(other.get("/api/me").await.refused().0, 401);
        let me = anna.get("/api/me").await.ok();
        let reset = format!("/api/admin/accounts/{}/reset", me["account_id"].as_str().unwrap());
        let code = anna.post(&reset, json!({})).await.made()["code"].clone();
        other.post("/api/password-reset", json!({ "code": code, "password": PASSWORD })).await.done();
        assert_eq!(anna.get("/api/me").await.refused().0, 401);
        let again = other.post("/api/password-reset", json!({ "code": code, "password": better })).await;
        assert_eq!(again.refused(), (410, "link_invalid".to_owned()));
        other.post("/api/sign-in", json!({ "login": "anna", "password": PASSWORD })).await.ok();
    });
}

#[test]
fn ac_4_of_several_who_use_one_link_at_once_one_changes_the_password() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let me = anna.get("/api/me").await.ok();
        let reset = format!("/api/admin/accounts/{}/reset", me["account_id"].as_str().unwrap());
        let code = anna.post(&reset, json!({})).await.made()["code"].clone();
        let passwords = ["an even better password", "quite another password", "the third of them all"];
        let tries = passwords.map(|password| {
            let (browser, body) = (serving.browser(), json!({ "code": code, "password": password }));
            async move { browser.post("/api/password-reset", body).await.status }
        });
        let told = futures_util::future::join_all(tries).await;
        let mut sorted = told.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [204, 410, 410]);
        for (password, told) in passwords.into_iter().zip(told) {
            let entered = json!({ "login": "anna", "password": password });
            let status = serving.browser().post("/api/sign-in", entered).await.status;
            assert_eq!(status, if told == 204 { 200 } else { 401 }, "{password}");
        }
    });
}

#[test]
fn ac_7_a_token_does_what_it_says_until_it_ends_or_is_taken_back() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        let made = anna
            .post("/api/me/tokens", json!({ "name": "watch", "scopes": ["read"], "days": 10 }))
            .await
            .made();
        let secret = made["secret"].as_str().unwrap();
        assert!(secret.starts_with("rgm_") && secret.len() == 53, "{secret}");
        let watch = serving.program(secret);
        watch.get("/api/today").await.ok();
        let weigh = watch.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        assert_eq!(weigh.refused(), (403, "scope_needed".to_owned()));
        assert_eq!(watch.get("/api/me/tokens").await.refused(), (403, "session_needed".to_owned()));
        assert_eq!(watch.get("/api/admin/accounts").await.refused(), (403, "scope_needed".to_owned()));
        let listed = anna.get("/api/me/tokens").await;
        assert!(!listed.text.contains(secret), "{}", listed.text);
        let mistyped = serving.program(&secret.replacen(&secret[10..11], "-", 1));
        assert_eq!(mistyped.get("/api/me").await.refused(), (401, "token_invalid".to_owned()));
        app.set_now(app.now().plus_seconds(10 * 24 * 3600));
        assert_eq!(watch.get("/api/today").await.refused(), (401, "token_invalid".to_owned()));
        let made = anna.post("/api/me/tokens", json!({ "name": "watch", "scopes": ["log"] })).await.made();
        let watch = serving.program(made["secret"].as_str().unwrap());
        watch.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        anna.delete(&format!("/api/me/tokens/{}", made["id"].as_str().unwrap())).await.done();
        assert_eq!(watch.get("/api/today").await.refused(), (401, "token_invalid".to_owned()));
        let long = anna.post("/api/me/tokens", json!({ "name": "x", "scopes": ["log"], "days": 1096 })).await;
        assert_eq!(long.refused().0, 422);
    });
}

#[test]
fn ac_7_an_account_has_at_most_50_tokens() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let token = || json!({ "name": "one of many", "scopes": ["read"], "days": 1 });
        for _ in 0..50 {
            anna.post("/api/me/tokens", token()).await.made();
        }
        assert_eq!(anna.post("/api/me/tokens", token()).await.refused(), (409, "too_many_tokens".to_owned()));
        // What has ended is nobody's token any more.
        let app = &serving.server.app;
        app.set_now(app.now().plus_seconds(24 * 3600));
        assert_eq!(anna.get("/api/me/tokens").await.ok(), json!([]));
        assert!(!anna.get("/more/account").await.text.contains("one of many"));
        anna.post("/api/me/tokens", token()).await.made();
    });
}

#[test]
fn ac_8_who_guesses_waits_and_everybody_else_does_not() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let guess = || json!({ "login": "anna", "password": "a guess of somebody" });
        let thief = serving.browser();
        for _ in 0..5 {
            assert_eq!(thief.post("/api/sign-in", guess()).await.refused().0, 401);
        }
        let reply = thief.post("/api/sign-in", guess()).await;
        assert_eq!(reply.refused(), (429, "too_many_attempts".to_owned()));
        assert_eq!(reply.header("retry-after"), Some("60"));
        assert_eq!(reply.json()["retry_after_s"], 60);
        // The right password waits too, whose session is open does not.
        let right = json!({ "login": "anna", "password": PASSWORD });
        assert_eq!(thief.post("/api/sign-in", right.clone()).await.refused().0, 429);
        anna.get("/api/me").await.ok();
        let app = &serving.server.app;
        app.set_now(app.now().plus_seconds(60));
        thief.post("/api/sign-in", right).await.ok();
    });
}

#[test]
fn ac_8_behind_a_proxy_the_address_is_the_one_that_it_saw() {
    on_both(async |fresh| {
        let (serving, _) = Serving::set_up(&fresh).await;
        let guess = async |said: &str, seen: &str| {
            let thief = serving.browser().with("x-forwarded-proto", "https");
            let thief = thief.with("x-forwarded-for", said).with("x-forwarded-for", seen);
            let guess = json!({ "code": "0123456789012345678901", "password": PASSWORD });
            thief.post("/api/password-reset", guess).await.refused().0
        };
        for number in 0..30 {
            assert_eq!(guess(&format!("198.51.100.{number}"), "203.0.113.9").await, 410);
        }
        assert_eq!(guess("198.51.100.99", "203.0.113.9").await, 429, "whatever it says of itself");
        assert_eq!(guess("203.0.113.9", "203.0.113.10").await, 410, "somebody else");
    });
}

#[test]
fn ac_8_who_has_a_session_guesses_no_more_than_who_has_none() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        let leave = |password: &str| json!({ "password": password, "confirm": "bob" });
        let tries = |client: Client| async move {
            let mut told = Vec::new();
            for number in 0..7 {
                let guess = leave(&format!("guess number {number}"));
                told.push(client.post("/api/me/delete", guess).await.refused().0);
            }
            told
        };
        assert_eq!(tries(bob.clone()).await, [401, 401, 401, 401, 401, 429, 429]);
        let taken = json!({ "old": PASSWORD, "new": "an even better password" });
        assert_eq!(bob.put("/api/me/password", taken).await.refused().0, 429, "it is one account");
        let app = &serving.server.app;
        app.set_now(app.now().plus_seconds(60));
        bob.post("/api/me/delete", leave(PASSWORD)).await.ok();
    });
}

#[test]
fn ac_8_many_guesses_at_once_are_as_many_as_one_after_the_other() {
    on_both(async |fresh| {
        let (serving, _) = Serving::set_up(&fresh).await;
        let guesses = (0..40).map(|number| {
            let thief = serving.browser();
            async move {
                let guess = json!({ "login": "anna", "password": format!("guess number {number}") });
                thief.post("/api/sign-in", guess).await.refused()
            }
        });
        let told = futures_util::future::join_all(guesses).await;
        let count = |status: u16| told.iter().filter(|(given, _)| *given == status).count();
        assert_eq!((count(401), count(429)), (5, 35), "{told:?}");
        // Who is right is let in after a minute, and is not counted.
        let right = json!({ "login": "anna", "password": PASSWORD });
        assert_eq!(serving.browser().post("/api/sign-in", right.clone()).await.refused().0, 429);
        let app = &serving.server.app;
        app.set_now(app.now().plus_seconds(60));
        for _ in 0..10 {
            serving.browser().post("/api/sign-in", right.clone()).await.ok();
        }
    });
}

#[test]
fn ac_3_an_invitation_makes_one_account_in_its_role() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let newcomer = |code: &serde_json::Value, login: &str| json!({ "code": code, "login": login, "password": PASSWORD });
        let closed =
            serving.browser().post("/api/sign-up", json!({ "login": "eve", "password": PASSWORD })).await;
        assert_eq!(closed.refused(), (403, "sign_up_closed".to_owned()));
        let code =
            anna.post("/api/admin/invites", json!({ "roles": ["coach"] })).await.made()["code"].clone();
        let carl = serving.browser();
        let me = carl.post("/api/sign-up", newcomer(&code, "carl")).await.ok();
        assert_eq!((&me["roles"], me.get("athlete_id")), (&json!(["coach"]), None));
        let again = serving.browser().post("/api/sign-up", newcomer(&code, "eve")).await;
        assert_eq!(again.refused(), (410, "link_invalid".to_owned()));
        assert_eq!(
            carl.post("/api/admin/invites", json!({})).await.refused(),
            (403, "role_needed".to_owned())
        );
        assert_eq!(carl.get("/api/today").await.refused(), (422, "which_athlete".to_owned()));
    });
}

#[test]
fn ac_3_where_sign_up_is_closed_no_link_helps() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options::default()).await;
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        let anna = serving.browser();
        anna.post("/api/setup", json!({ "code": code, "login": "anna", "password": PASSWORD })).await.ok();
        let refused = (403, "sign_up_closed".to_owned());
        assert_eq!(anna.post("/api/admin/invites", json!({})).await.refused(), refused);
        let made = link::invite(&serving.server.app, Operator::Machine, [].into()).await.unwrap();
        let new = json!({ "code": made.code, "login": "eve", "password": PASSWORD });
        assert_eq!(serving.browser().post("/api/sign-up", new).await.refused(), refused);
    });
}

#[test]
fn ac_3_where_sign_up_is_open_everybody_may_come() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options { sign_up: SignUp::Open, ..Options::default() }).await;
        let new = json!({ "login": "anna", "password": PASSWORD });
        assert_eq!(
            serving.browser().post("/api/sign-up", new.clone()).await.refused().0,
            503,
            "not before set-up"
        );
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        let first = json!({ "code": code, "login": "olga", "password": PASSWORD });
        serving.browser().post("/api/setup", first).await.ok();
        let me = serving.browser().post("/api/sign-up", new).await.ok();
        assert_eq!(me["roles"], json!(["athlete"]));
    });
}

#[test]
fn ac_9_a_coach_asks_and_acts_for_who_said_yes() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let carl = serving.join(&anna, "carl", &["coach"]).await;
        let athlete = anna.get("/api/me").await.ok()["athlete_id"].as_str().unwrap().to_owned();
        let for_anna = carl.with("regimen-athlete", &athlete);
        assert_eq!(for_anna.get("/api/today").await.refused().0, 404, "unknown without a grant");
        let asked = carl.post("/api/grants", json!({ "athlete": "anna", "scopes": ["read"] })).await.made();
        assert_eq!(for_anna.get("/api/today").await.refused().0, 404, "unknown until she says yes");
        let grant = format!("/api/grants/{}", asked["id"].as_str().unwrap());
        anna.post(&format!("{grant}/confirm"), json!({})).await.ok();
        for_anna.get("/api/today").await.ok();
        let weigh = for_anna.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        assert_eq!(weigh.refused(), (403, "not_your_athlete".to_owned()));
        assert_eq!(
            for_anna.post("/api/me/export", json!({})).await.refused().0,
            422,
            "nobody takes others along"
        );
        anna.delete(&grant).await.ok();
        assert_eq!(for_anna.get("/api/today").await.refused().0, 404);
    });
}

#[test]
fn ac_11_an_administrator_sees_accounts_and_one_is_always_left() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        let listed = anna.get("/api/admin/accounts").await;
        assert!(!listed.text.contains("argon2"), "{}", listed.text);
        let all = listed.ok();
        let id = |login: &str| {
            let found = all["items"].as_array().unwrap().iter().find(|one| one["login"] == login).unwrap();
            format!("/api/admin/accounts/{}", found["id"].as_str().unwrap())
        };
        let own = anna.send("PATCH", &id("anna"), Some(json!({ "state": "disabled" }).to_string())).await;
        assert_eq!(own.refused(), (409, "last_administrator".to_owned()));
        let disabled = anna.send("PATCH", &id("bob"), Some(json!({ "state": "disabled" }).to_string())).await;
        assert_eq!(disabled.ok()["state"], "disabled");
        assert_eq!(bob.get("/api/me").await.refused().0, 401);
        let unmeant = anna.delete(&id("bob")).await;
        assert_eq!(unmeant.refused(), (422, "not_confirmed".to_owned()));
        anna.delete(&format!("{}?confirm=bob", id("bob"))).await.done();
        assert_eq!(anna.get("/api/admin/accounts").await.ok()["items"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn ac_12_an_athlete_takes_everything_along_and_deletes_everything() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        bob.post("/api/body-weights", json!({ "grams": 81_234 })).await.made();
        let export = bob.post("/api/me/export", json!({})).await;
        assert_eq!(export.status, 200);
        assert_eq!(export.header("content-type"), Some("application/zip"));
        assert!(export.text.contains("tables/body_weights.csv"), "an archive names its files");
        let wrong = bob.post("/api/me/delete", json!({ "password": "wrong", "confirm": "bob" })).await;
        assert_eq!(wrong.refused().0, 401);
        let silent = bob.post("/api/me/delete", json!({ "confirm": "bob" })).await;
        assert_eq!(silent.refused().0, 422, "who has a password says it");
        assert_eq!(silent.json()["pointer"], "/password");
        let leave = json!({ "password": PASSWORD, "confirm": "bob" });
        let left = bob.post("/api/me/delete", leave.clone()).await.ok();
        assert!(left["text"].as_str().unwrap().contains("Backups"), "{left}");
        assert_eq!(bob.get("/api/me").await.refused().0, 401, "every session is over");
        let app = &serving.server.app;
        app.set_now(app.now().plus_seconds(6 * 86_400));
        let back = serving.browser();
        back.post("/api/sign-in", json!({ "login": "bob", "password": PASSWORD })).await.ok();
        assert_eq!(
            back.get("/api/body-weights?from=2020-01-01").await.ok()["items"][0]["grams"],
            81_234,
            "nothing is lost"
        );
        back.post("/api/me/delete", leave).await.ok();
        app.set_now(app.now().plus_seconds(7 * 86_400));
        let late = serving.browser();
        let gone = late.post("/api/sign-in", json!({ "login": "bob", "password": PASSWORD })).await;
        assert_eq!(gone.refused(), (401, "wrong_password".to_owned()));
    });
}

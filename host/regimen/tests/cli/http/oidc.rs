//! Sign-in at an identity provider: the whole way by real HTTP, with a provider that also lies (AC-10).

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc};

use regimen::{
    api::Options,
    service::access::{
        oidc::{Settings, provider::Provider},
        secret::Secret,
    },
};
use serde_json::{Value, json};

use super::{
    client::{Client, PASSWORD, Serving},
    idp::{CLIENT, Idp, SECRET, Signed, pairs},
    process::Process,
};
use crate::{
    Machine,
    story::both::{Fresh, on_both},
};

/// The Monday morning of [`Serving::new`].
const NOW: i64 = 1_772_434_800;

fn settings(issuer: String) -> Settings {
    Settings {
        issuer,
        client_id: CLIENT.to_owned(),
        client_secret: Some(Secret::given(SECRET)),
        scopes: vec!["profile".to_owned(), "groups".to_owned()],
        allowed_groups: BTreeSet::new(),
        admin_group: None,
        create_accounts: false,
    }
}

async fn serving(fresh: &Fresh, settings: Settings) -> (Serving, Client) {
    let provider = Provider::new(settings).unwrap();
    let options = Options { oidc: Some(Arc::new(provider)), ..Options::default() };
    Serving::set_up_with(fresh, options).await
}

/// Goes to the provider, signs in there, and comes back; gives where the browser is sent then.
async fn go(browser: &Client, idp: &Idp, claims: Value) -> String {
    let url = browser.get("/api/oidc/start").await.sent_to().to_owned();
    browser.get(&idp.sign_in(&url, claims)).await.sent_to().to_owned()
}

async fn login(browser: &Client) -> Value {
    browser.get("/api/me").await.ok()["login"].clone()
}

#[test]
fn ac_10_who_is_signed_in_links_and_then_signs_in_elsewhere() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let (serving, anna) = serving(&fresh, settings(idp.issuer())).await;
        let claims = json!({ "sub": "s-1", "preferred_username": "someone", "email": "anna" });
        // Nobody is found by a name or an address.
        let stranger = serving.browser();
        assert_eq!(go(&stranger, &idp, claims.clone()).await, "/sign-in?error=no_account");
        assert_eq!(stranger.get("/api/me").await.refused().0, 401);
        let before = anna.get("/api/me/sessions").await.ok();
        assert_eq!(go(&anna, &idp, claims.clone()).await, "/");
        assert_eq!(login(&anna).await, "anna");
        let after = anna.get("/api/me/sessions").await.ok();
        assert_eq!(after.as_array().unwrap().len(), 1, "the old session has ended");
        assert_ne!(before[0]["id"], after[0]["id"]);
        let phone = serving.browser();
        assert_eq!(go(&phone, &idp, claims.clone()).await, "/");
        assert_eq!(login(&phone).await, "anna");
        phone.post("/api/sign-out", json!({})).await.done();
        assert_eq!(phone.get("/api/me").await.refused().0, 401);
        let page = anna.get("/more/account").await.text;
        assert!(page.contains(&idp.issuer()), "the page says who signs in as anna");
        // One person is one account.
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        assert_eq!(go(&bob, &idp, claims.clone()).await, "/sign-in?error=identity_taken");
        assert_eq!(login(&bob).await, "bob");
        // Somebody who is disabled stays outside; the link goes with the account.
        let other = json!({ "sub": "s-2" });
        assert_eq!(go(&bob, &idp, other.clone()).await, "/");
        let id = bob.get("/api/me").await.ok()["account_id"].as_str().unwrap().to_owned();
        let path = format!("/api/admin/accounts/{id}");
        anna.send("PATCH", &path, Some(json!({ "state": "disabled" }).to_string())).await.ok();
        let again = serving.browser();
        assert_eq!(go(&again, &idp, other.clone()).await, "/sign-in?error=account_disabled");
        anna.delete(&format!("{path}?confirm=bob")).await.done();
        assert_eq!(go(&again, &idp, other).await, "/sign-in?error=no_account");
    });
}

#[test]
fn ac_10_who_is_linked_is_listed_and_taken_off_but_nobody_is_locked_out() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings { create_accounts: true, ..settings(idp.issuer()) };
        let (serving, anna) = serving(&fresh, settings).await;
        let (claims, mine) = (json!({ "sub": "s-1" }), "/api/me/identities");
        assert_eq!(anna.get(mine).await.ok(), json!([]));
        assert_eq!(go(&anna, &idp, claims.clone()).await, "/");
        let listed = anna.get(mine).await.ok();
        assert_eq!(listed[0]["issuer"], idp.issuer());
        assert!(!listed.to_string().contains("s-1"), "what the provider calls them stays between the two");
        let id = listed[0]["id"].as_str().unwrap().to_owned();
        // Nobody takes off what belongs to somebody else.
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        assert_eq!(bob.delete(&format!("{mine}/{id}")).await.refused().0, 404);
        anna.delete(&format!("{mine}/{id}")).await.done();
        assert_eq!(anna.get(mine).await.ok(), json!([]));
        // Who has no password keeps the last way in.
        let new = serving.browser();
        assert_eq!(go(&new, &idp, json!({ "sub": "s-9", "preferred_username": "nina" })).await, "/");
        let id = new.get(mine).await.ok()[0]["id"].as_str().unwrap().to_owned();
        let refused = new.delete(&format!("{mine}/{id}")).await.refused();
        assert_eq!((refused.0, refused.1.as_str()), (409, "last_sign_in"));
    });
}

#[test]
fn ac_8_browsers_are_not_sent_away_without_end() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let (serving, _) = serving(&fresh, settings(idp.issuer())).await;
        let browser = serving.browser();
        for _ in 0..30 {
            assert!(browser.get("/api/oidc/start").await.sent_to().starts_with(&idp.issuer()));
        }
        assert_eq!(browser.get("/api/oidc/start").await.sent_to(), "/sign-in?error=too_many_attempts");
        // Who has a password signs in all the same.
        browser.post("/api/sign-in", json!({ "login": "anna", "password": PASSWORD })).await.ok();
    });
}

#[test]
fn ac_10_another_site_or_a_token_links_nothing() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let (serving, anna) = serving(&fresh, settings(idp.issuer())).await;
        for elsewhere in [
            anna.without("sec-fetch-site"),
            anna.without("sec-fetch-site").with("sec-fetch-site", "cross-site"),
            anna.without("sec-fetch-site").with("sec-fetch-site", "same-site"),
        ] {
            let reply = elsewhere.get("/api/oidc/start").await;
            assert_eq!(reply.sent_to(), "/sign-in?error=cross_site");
        }
        let made = anna.post("/api/me/tokens", json!({ "name": "watch", "scopes": ["admin"] })).await.made();
        let program = serving.program(made["secret"].as_str().unwrap());
        assert_eq!(program.get("/api/oidc/start").await.sent_to(), "/sign-in?error=session_needed");
        // Who left as one account does not come back as another.
        let url = anna.get("/api/oidc/start").await.sent_to().to_owned();
        let back = idp.sign_in(&url, json!({ "sub": "s-1" }));
        anna.post("/api/sign-out", json!({})).await.done();
        assert_eq!(anna.get(&back).await.sent_to(), "/sign-in?error=oidc_state_invalid");
        // Behind https the cookie is bound to the host.
        let proxied =
            serving.browser().with("x-forwarded-proto", "https").with("x-forwarded-host", "coach.example");
        let reply = proxied.get("/api/oidc/start").await;
        let cookie = reply.header("set-cookie").unwrap();
        assert!(cookie.starts_with("__Host-regimen-away="), "{cookie}");
        for part in ["; Secure", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let query = pairs(reply.sent_to().split_once('?').unwrap().1);
        assert_eq!(query["redirect_uri"], "https://coach.example/api/oidc/callback");
        assert_eq!(query["scope"], "openid profile groups");
        let open = serving.browser().with("host", "coach.example").get("/api/oidc/start").await;
        assert_eq!(open.refused(), (403, "https_needed".to_owned()));
    });
}

#[test]
fn ac_10_an_account_is_made_if_that_is_wanted_and_never_an_existing_one_is_given() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings { create_accounts: true, ..settings(idp.issuer()) };
        let (serving, anna) = serving(&fresh, settings).await;
        let zoe = serving.browser();
        let claims = json!({ "sub": "z", "preferred_username": "Zoe", "name": "Zoe Quint" });
        assert_eq!(go(&zoe, &idp, claims.clone()).await, "/");
        let me = zoe.get("/api/me").await.ok();
        assert_eq!(
            (&me["login"], &me["display_name"], &me["roles"]),
            (&json!("zoe"), &json!("Zoe Quint"), &json!(["athlete"]))
        );
        // She can train at once, and comes back as herself under any name.
        zoe.get("/api/today").await.ok();
        let again = serving.browser();
        assert_eq!(go(&again, &idp, json!({ "sub": "z", "preferred_username": "zora" })).await, "/");
        assert_eq!(again.get("/api/me").await.ok()["account_id"], me["account_id"]);
        // Whoever calls themselves like somebody here is somebody else.
        let impostor = serving.browser();
        let claims =
            json!({ "sub": "x", "preferred_username": "anna", "email": "anna", "email_verified": true });
        assert_eq!(go(&impostor, &idp, claims).await, "/");
        assert_eq!(login(&impostor).await, "anna-2");
        assert_eq!(login(&anna).await, "anna");
        // An account without a password has none that could be guessed.
        let guess =
            serving.browser().post("/api/sign-in", json!({ "login": "zoe", "password": PASSWORD })).await;
        assert_eq!(guess.refused(), (401, "wrong_password".to_owned()));
    });
}

#[test]
fn ac_12_who_has_no_password_leaves_by_a_fresh_sign_in() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings { create_accounts: true, ..settings(idp.issuer()) };
        let (serving, _) = serving(&fresh, settings).await;
        let app = &serving.server.app;
        let later = |seconds: i64| {
            app.set_now(app.now().plus_seconds(seconds));
            idp.script(|script| script.now += seconds);
        };
        let claims = json!({ "sub": "z", "preferred_username": "zoe" });
        let zoe = serving.browser();
        assert_eq!(go(&zoe, &idp, claims.clone()).await, "/");
        let page = zoe.get("/more/data").await.text;
        assert!(!page.contains("name=\"password\"") && page.contains("/api/oidc/start"), "{page}");
        let leave = json!({ "confirm": "zoe" });
        later(10 * 60);
        for said in [leave.clone(), json!({ "confirm": "zoe", "password": PASSWORD })] {
            let late = zoe.post("/api/me/delete", said).await;
            assert_eq!(late.refused(), (403, "sign_in_anew".to_owned()));
            assert!(late.json()["detail"].as_str().unwrap().contains("10 minutes"), "{}", late.text);
        }
        // Using the session does not make it younger, and the login is typed all the same.
        assert_eq!(go(&zoe, &idp, claims.clone()).await, "/");
        later(10 * 60 - 1);
        zoe.get("/api/me").await.ok();
        let unmeant = zoe.post("/api/me/delete", json!({ "confirm": "anna" })).await;
        assert_eq!(unmeant.refused(), (422, "not_confirmed".to_owned()));
        zoe.post("/api/me/delete", leave.clone()).await.ok();
        assert_eq!(zoe.get("/api/me").await.refused().0, 401);
        // Coming back takes it back.
        assert_eq!(go(&zoe, &idp, claims).await, "/");
        assert_eq!(login(&zoe).await, "zoe");
    });
}

#[test]
fn ac_10_groups_say_who_may_sign_in_and_who_administers() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings {
            create_accounts: true,
            allowed_groups: BTreeSet::from(["family".to_owned(), "admins".to_owned()]),
            admin_group: Some("admins".to_owned()),
            ..settings(idp.issuer())
        };
        let (serving, anna) = serving(&fresh, settings).await;
        let zoe = serving.browser();
        let zoe_in = |groups: Value| json!({ "sub": "z", "preferred_username": "zoe", "groups": groups });
        for groups in [Value::Null, json!([]), json!(["guests"]), json!({ "family": true }), json!("guests")]
        {
            assert_eq!(go(&zoe, &idp, zoe_in(groups)).await, "/sign-in?error=oidc_group_needed");
        }
        assert_eq!(anna.get("/api/admin/accounts").await.ok()["items"].as_array().unwrap().len(), 1);
        let roles = async |browser: &Client| browser.get("/api/me").await.ok()["roles"].clone();
        assert_eq!(go(&zoe, &idp, zoe_in(json!("family"))).await, "/");
        assert_eq!(roles(&zoe).await, json!(["athlete"]));
        let phone = serving.browser();
        assert_eq!(go(&phone, &idp, zoe_in(json!(["guests", "admins"]))).await, "/");
        assert_eq!(roles(&phone).await, json!(["athlete", "administrator"]));
        // AC-5: other rights, other sessions.
        assert_eq!(zoe.get("/api/me").await.refused().0, 401);
        assert_eq!(go(&zoe, &idp, zoe_in(json!(["family"]))).await, "/");
        assert_eq!(roles(&zoe).await, json!(["athlete"]));
        assert_eq!(phone.get("/api/me").await.refused().0, 401);
        // AC-11: the last one who administers stays it, whatever the group says.
        assert_eq!(go(&anna, &idp, json!({ "sub": "a", "groups": ["family"] })).await, "/");
        assert_eq!(roles(&anna).await, json!(["athlete", "administrator"]));
    });
}

#[test]
fn ac_10_a_state_works_once_in_time_and_in_its_own_browser() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings { create_accounts: true, ..settings(idp.issuer()) };
        let (serving, _) = serving(&fresh, settings).await;
        let app = &serving.server.app;
        let invalid = "/sign-in?error=oidc_state_invalid";
        let claims = json!({ "sub": "z", "preferred_username": "zoe" });
        let away = async || {
            let browser = serving.browser();
            let url = browser.get("/api/oidc/start").await.sent_to().to_owned();
            let back = idp.sign_in(&url, claims.clone());
            (browser, back)
        };
        let (browser, back) = away().await;
        let (code, _) = back.split_once("&state=").unwrap();
        assert_eq!(browser.get(&format!("{code}&state=made-up")).await.sent_to(), invalid);
        let (browser, back) = away().await;
        assert_eq!(serving.browser().get(&back).await.sent_to(), invalid, "no cookie");
        let (other, _) = away().await;
        assert_eq!(other.get(&back).await.sent_to(), invalid, "the cookie of another sign-in");
        let elsewhere = format!("{back}&iss=https%3A%2F%2Fevil.example");
        // What others tried has not used it up; after its use it is used up, also with its old cookie.
        let thief = browser.clone();
        assert_eq!(browser.get(&back).await.sent_to(), "/");
        assert_eq!(login(&browser).await, "zoe");
        assert_eq!(thief.get(&back).await.sent_to(), invalid);
        assert_eq!(thief.get(&elsewhere).await.sent_to(), invalid);
        assert_eq!(thief.get("/api/me").await.refused().0, 401);
        let (browser, back) = away().await;
        let elsewhere = format!("{back}&iss=https%3A%2F%2Fevil.example");
        assert_eq!(browser.get(&elsewhere).await.sent_to(), invalid, "another issuer");
        let (browser, back) = away().await;
        let (path, query) = back.split_once('?').unwrap();
        let state = &pairs(query)["state"];
        let denied = browser.get(&format!("{path}?error=access_denied&state={state}")).await;
        assert_eq!(denied.sent_to(), "/sign-in?error=oidc_refused");
        let (browser, back) = away().await;
        app.set_now(app.now().plus_seconds(599));
        idp.script(|script| script.now += 599);
        assert_eq!(browser.get(&back).await.sent_to(), "/");
        let (browser, back) = away().await;
        app.set_now(app.now().plus_seconds(600));
        idp.script(|script| script.now += 600);
        assert_eq!(browser.get(&back).await.sent_to(), invalid, "late");
    });
}

#[test]
fn ac_10_a_token_proves_everything_or_nothing() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings { create_accounts: true, ..settings(idp.issuer()) };
        let (serving, _) = serving(&fresh, settings).await;
        let good = json!({ "sub": "z", "preferred_username": "zoe" });
        let with = |name: &str, value: Value| {
            let mut claims = good.clone();
            claims[name] = value;
            claims
        };
        let bad = [
            ("another nonce", with("nonce", json!("made-up"))),
            ("no nonce", with("nonce", Value::Null)),
            ("another audience", with("aud", json!("somebody else"))),
            ("one more audience", with("aud", json!([CLIENT, "somebody else"]))),
            ("no audience", with("aud", Value::Null)),
            ("another party", with("azp", json!("somebody else"))),
            ("another issuer", with("iss", json!("https://evil.example"))),
            ("no issuer", with("iss", Value::Null)),
            ("over for a minute", with("exp", json!(NOW - 60))),
            ("no end", with("exp", Value::Null)),
            ("not yet", with("iat", json!(NOW + 61))),
            ("nobody", with("sub", Value::Null)),
        ];
        let invalid = "/sign-in?error=oidc_token_invalid";
        for (what, claims) in bad {
            let browser = serving.browser();
            assert_eq!(go(&browser, &idp, claims).await, invalid, "{what}");
            assert_eq!(browser.get("/api/me").await.refused().0, 401, "{what}");
        }
        for signed in [Signed::Badly, Signed::Not, Signed::Hs256, Signed::Es256] {
            idp.script(|script| script.signed = signed);
            let browser = serving.browser();
            assert_eq!(go(&browser, &idp, good.clone()).await, invalid, "{signed:?}");
            assert_eq!(browser.get("/api/me").await.refused().0, 401, "{signed:?}");
        }
        idp.script(|script| script.signed = Signed::Rs256);
        // AC-10: clocks may be a minute apart.
        let within = [
            with("exp", json!(NOW - 59)),
            with("iat", json!(NOW + 60)),
            with("azp", json!(CLIENT)),
            with("aud", json!([CLIENT])),
        ];
        for claims in within {
            let browser = serving.browser();
            assert_eq!(go(&browser, &idp, claims.clone()).await, "/", "{claims}");
            assert_eq!(login(&browser).await, "zoe");
        }
        // A code that the provider does not know gives nothing either.
        let browser = serving.browser();
        let url = browser.get("/api/oidc/start").await.sent_to().to_owned();
        let back = idp.sign_in(&url, good.clone()).replace("code=code-", "code=other-");
        assert_eq!(browser.get(&back).await.sent_to(), invalid);
    });
}

#[test]
fn ac_10_keys_are_kept_and_asked_for_again_once_when_they_have_changed() {
    on_both(async |fresh| {
        let idp = Idp::new(NOW).await;
        let settings = Settings { create_accounts: true, ..settings(idp.issuer()) };
        let (serving, _) = serving(&fresh, settings).await;
        let claims = json!({ "sub": "z", "preferred_username": "zoe" });
        for _ in 0..3 {
            assert_eq!(go(&serving.browser(), &idp, claims.clone()).await, "/");
        }
        assert_eq!(idp.script(|script| script.asked), (1, 1), "asked at the start, and then kept");
        idp.script(|script| {
            script.shown = vec![("second".to_owned(), Signed::Es256)];
            (script.kid, script.signed) = ("second".to_owned(), Signed::Es256);
        });
        for _ in 0..2 {
            assert_eq!(go(&serving.browser(), &idp, claims.clone()).await, "/");
        }
        assert_eq!(idp.script(|script| script.asked), (1, 2));
        // A key that nobody shows is asked for once a sign-in, and no token of it is taken.
        idp.script(|script| script.kid = "third".to_owned());
        assert_eq!(go(&serving.browser(), &idp, claims.clone()).await, "/sign-in?error=oidc_token_invalid");
        assert_eq!(idp.script(|script| script.asked), (1, 3));
    });
}

#[test]
fn ac_10_a_provider_that_is_down_keeps_nobody_from_starting() {
    on_both(async |fresh| {
        let address = Idp::new(NOW).await.address;
        let (serving, anna) = serving(&fresh, settings(format!("http://{address}"))).await;
        assert_eq!(login(&anna).await, "anna");
        let unavailable = "/sign-in?error=oidc_unavailable";
        for _ in 0..2 {
            assert_eq!(serving.browser().get("/api/oidc/start").await.sent_to(), unavailable);
        }
        let idp = Idp::at(address, NOW).await;
        assert_eq!(go(&anna, &idp, json!({ "sub": "s-1" })).await, "/");
        // Down again between the two halves of a sign-in.
        let browser = serving.browser();
        let url = browser.get("/api/oidc/start").await.sent_to().to_owned();
        let back = idp.sign_in(&url, json!({ "sub": "s-1" }));
        idp.stop().await;
        assert_eq!(browser.get(&back).await.sent_to(), unavailable);
    });
}

#[test]
fn ac_10_keys_do_not_travel_in_the_open() {
    for (issuer, is_taken) in [
        ("https://id.example.org/realms/home", true),
        ("http://127.0.0.1:9000", true),
        ("http://[::1]:9000", true),
        ("http://localhost:9000", true),
        ("http://id.example.org", false),
        ("http://localhost.example.org", false),
        ("no address", false),
    ] {
        let made = Provider::new(settings(issuer.to_owned()));
        assert_eq!(made.is_ok(), is_taken, "{issuer}");
        if let Err(problem) = made {
            assert_eq!(problem.code.name, "bad_setting");
        }
    }
}

#[tokio::test]
async fn ac_10_the_log_says_why_and_nothing_of_the_person() {
    let machine = Machine::new();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let idp = Idp::new(now.cast_signed()).await;
    let issuer = idp.issuer();
    let process = Process::start_with(
        &machine,
        &[
            ("REGIMEN_OIDC_ISSUER", &issuer),
            ("REGIMEN_OIDC_CLIENT_ID", CLIENT),
            ("REGIMEN_OIDC_CLIENT_SECRET", SECRET),
            ("REGIMEN_OIDC_CREATE_ACCOUNTS", "true"),
            ("REGIMEN_OIDC_ALLOWED_GROUPS", "walruses, pelicans"),
        ],
    );
    let link = process.started["set_up"].as_str().unwrap().to_owned();
    let code = link.split_once("/setup?code=").unwrap().1.to_owned();
    let anna = process.client();
    anna.post("/api/setup", json!({ "code": code, "login": "anna", "password": PASSWORD })).await.ok();
    let claims = json!({
        "sub": "subject-quokka", "preferred_username": "zebulon", "name": "Zebulon Quint",
        "email": "zebulon@example.org", "groups": ["walruses"],
    });
    let browser = process.client();
    let url = browser.get("/api/oidc/start").await.sent_to().to_owned();
    let asked = pairs(url.split_once('?').unwrap().1);
    let back = idp.sign_in(&url, claims.clone());
    assert_eq!(browser.get(&back).await.sent_to(), "/");
    assert_eq!(login(&browser).await, "zebulon");
    for (name, value) in [
        ("aud", json!("audience-quokka")),
        ("iss", json!("https://issuer-quokka.example")),
        ("nonce", json!("nonce-quokka")),
        ("groups", json!(["group-quokka"])),
    ] {
        let mut claims = claims.clone();
        claims[name] = value;
        go(&process.client(), &idp, claims).await;
    }
    let log = process.stop();
    for said in ["oidc_token_invalid", "oidc_group_needed", "\"audience\"", "\"issuer\"", "\"nonce\""] {
        assert!(log.contains(said), "{said} is not in the log: {log}");
    }
    for secret in ["quokka", "ebulon", "Quint", "walrus", SECRET, &asked["state"], &asked["nonce"], "code-0"]
    {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
}

#[test]
fn ac_10_a_setting_that_lacks_another_one_is_named() {
    let machine = Machine::new();
    let address = SocketAddr::from(([127, 0, 0, 1], 0)).to_string();
    let answer = std::process::Command::new(env!("CARGO_BIN_EXE_regimen"))
        .args(["serve", "--listen", &address])
        .env_clear()
        .env("HOME", machine.home.path())
        .env("REGIMEN_OIDC_ISSUER", "https://id.example.org")
        .output()
        .unwrap();
    let said = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(answer.status.code(), Some(2), "{said}");
    assert!(said.contains("oidc.client_id"), "{said}");
}

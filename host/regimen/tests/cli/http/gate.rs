//! What every call has in common: who may, what cannot be read, what is repeated, what is too much (AC-6, GL-4, GL-5).

use regimen::api::{
    Metrics, Options,
    endpoint::{Endpoint, Needs},
    endpoints,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::client::{Client, Serving, raw};
use crate::story::both::on_both;

/// A path in which something is named that cannot be there.
pub(super) fn path(endpoint: &Endpoint) -> String {
    let parts = endpoint.path.split('/').map(|part| match part {
        "{number}" | "{from}" | "{to}" => "1".to_owned(),
        "{key}" => "no_such_key".to_owned(),
        "{week}" => "2026-W08".to_owned(),
        "{month}" => "2026-02".to_owned(),
        "{trace_id}" => "0".repeat(26),
        part if part.starts_with('{') => "01957000-0000-7000-8000-000000000000".to_owned(),
        part => part.to_owned(),
    });
    format!("/api{}", parts.collect::<Vec<_>>().join("/"))
}

async fn ask(client: &Client, endpoint: &Endpoint) -> super::client::Reply {
    let body = (endpoint.method != "GET" && endpoint.method != "DELETE").then(|| "{}".to_owned());
    client.send(endpoint.method.as_str(), &path(endpoint), body).await
}

#[test]
fn gl_7_no_call_is_served_to_who_is_not_known() {
    on_both(async |fresh| {
        let (serving, _) = Serving::set_up(&fresh).await;
        let mut asked = 0;
        for endpoint in endpoints() {
            if endpoint.needs == Needs::Nothing {
                continue;
            }
            let reply = ask(&serving.browser(), &endpoint).await;
            assert_eq!(reply.refused(), (401, "sign_in_needed".to_owned()), "{}", endpoint.path);
            asked += 1;
        }
        assert!(asked > 100, "{asked} calls");
    });
}

#[test]
fn gl_7_no_call_is_served_for_somebody_elses_athlete() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        let athlete = anna.get("/api/me").await.ok()["athlete_id"].as_str().unwrap().to_owned();
        let thief = bob.with("regimen-athlete", &athlete);
        let mut wrong = Vec::new();
        for endpoint in endpoints().iter().filter(|one| matches!(one.needs, Needs::Athlete(_))) {
            let body = endpoint.example.map(|example| {
                let mut body = example();
                // What is kept under a key says the same key.
                if endpoint.path.ends_with("{key}") && body.get("id").is_some() {
                    body["id"] = json!("no_such_key");
                }
                body.to_string()
            });
            let query = match endpoint.path {
                "/meals/export" => "?format=csv",
                "/sessions/{id}/swap" if endpoint.is_safe() => "?exercise=push_up",
                _ => "",
            };
            let asked = format!("{}{query}", path(endpoint));
            let reply = thief.send(endpoint.method.as_str(), &asked, body).await;
            if reply.refused().0 != 404 || reply.text.contains("anna") {
                wrong.push(format!("{} {}: {}", endpoint.method, endpoint.path, reply.text));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn ac_7_a_token_without_the_scope_is_refused_everywhere() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        for (scope, word) in
            [("read", "log"), ("log", "read"), ("plan", "read"), ("meals", "read"), ("admin", "read")]
        {
            let made = anna.post("/api/me/tokens", json!({ "name": scope, "scopes": [word] })).await.made();
            let program = serving.program(made["secret"].as_str().unwrap());
            let takes = |endpoint: &&Endpoint| match endpoint.needs {
                Needs::Athlete(needed) => needed.as_str() == scope,
                Needs::Administrator | Needs::Operator => scope == "admin",
                _ => false,
            };
            let all = endpoints();
            let taking: Vec<_> = all.iter().filter(takes).collect();
            assert!(!taking.is_empty());
            for endpoint in taking {
                let reply = ask(&program, endpoint).await;
                assert_eq!(reply.refused(), (403, "scope_needed".to_owned()), "{}", endpoint.path);
            }
        }
    });
}

#[test]
fn ac_7_no_token_does_what_needs_a_session() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let scopes = ["read", "log", "plan", "meals", "admin"];
        let made = anna.post("/api/me/tokens", json!({ "name": "all", "scopes": scopes })).await.made();
        let program = serving.program(made["secret"].as_str().unwrap());
        for endpoint in endpoints().iter().filter(|one| one.needs == Needs::Session) {
            let reply = ask(&program, endpoint).await;
            assert_eq!(reply.refused(), (403, "session_needed".to_owned()), "{}", endpoint.path);
        }
    });
}

#[test]
fn ac_6_a_page_elsewhere_changes_nothing() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let bare = anna.without("sec-fetch-site");
        for (name, value) in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("origin", "https://evil.example"),
        ] {
            let elsewhere = bare.with(name, value);
            for endpoint in endpoints().iter().filter(|one| !one.is_safe()) {
                let reply = ask(&elsewhere, endpoint).await;
                assert_eq!(reply.refused(), (403, "cross_site".to_owned()), "{} {name}", endpoint.path);
            }
            elsewhere.get("/api/me").await.ok();
        }
        assert_eq!(bare.post("/api/body-weights", json!({ "grams": 80_000 })).await.refused().0, 403);
    });
}

#[test]
fn gl_4_what_cannot_be_read_is_told_in_the_callers_language() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let send = async |body: &str| anna.send("POST", "/api/body-weights", Some(body.to_owned())).await;
        assert_eq!(send("{").await.refused(), (400, "malformed_json".to_owned()));
        assert_eq!(send("[]").await.refused(), (422, "invalid_document".to_owned()));
        let list = send("[80000, null, null]").await;
        assert_eq!(list.refused(), (422, "invalid_document".to_owned()));
        assert!(
            list.json()["detail"].as_str().unwrap().contains("a list stands where an object"),
            "{}",
            list.text
        );
        let unknown = send(r#"{"grams": 80000, "gram": 1}"#).await;
        assert_eq!(unknown.refused(), (422, "invalid_document".to_owned()));
        assert_eq!(unknown.json()["pointer"], "/gram");
        let low = send(r#"{"grams": 3}"#).await;
        assert_eq!(low.refused().0, 422);
        assert!(low.json()["detail"].as_str().unwrap().contains('3'), "{}", low.text);
        let russian = anna.with("accept-language", "ru-RU,ru;q=0.9,en;q=0.5");
        let told = russian.send("POST", "/api/body-weights", Some("{".to_owned())).await;
        assert_eq!(told.header("content-language"), Some("ru"));
        assert!(told.json()["title"].as_str().unwrap().chars().any(|letter| ('а'..='я').contains(&letter)));
        let form = anna.with("content-type", "application/x-www-form-urlencoded");
        let reply = form.send("POST", "/api/body-weights", Some("grams=1".to_owned())).await;
        assert_eq!(reply.refused(), (415, "media_type".to_owned()));
        assert_eq!(
            anna.get("/api/sessions?from=yesterday").await.refused(),
            (400, "malformed_query".to_owned())
        );
        assert_eq!(
            anna.get("/api/sessions?form=2026-01-01").await.refused(),
            (422, "invalid_document".to_owned())
        );
        assert_eq!(anna.get("/api/sessions/no-id").await.refused(), (404, "not_found".to_owned()));
        assert_eq!(anna.get("/api/nothing").await.refused(), (404, "no_such_call".to_owned()));
        assert_eq!(anna.delete("/api/me").await.refused(), (405, "method_not_allowed".to_owned()));
        let large = format!("{{\"grams\": 80000, \"note\": \"{}\"}}", "x".repeat(5 << 20));
        assert_eq!(send(&large).await.refused(), (413, "too_large".to_owned()));
    });
}

#[test]
fn gl_4_the_type_of_a_problem_leads_to_what_it_is() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options::default()).await;
        let browser = serving.browser();
        for path in ["/api/me", "/api/nothing"] {
            let problem = browser.get(path).await.json();
            let page = browser.get(problem["type"].as_str().unwrap()).await;
            assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
            for told in ["title", "code", "spec"] {
                assert!(page.text.contains(problem[told].as_str().unwrap()), "{told}: {}", page.text);
            }
        }
        let russian = browser.with("accept-language", "ru").get("/errors/gate_open").await;
        assert!(
            russian.text.contains("lang=\"ru\"") && russian.text.contains("правило SL-5"),
            "{}",
            russian.text
        );
        assert_eq!(browser.get("/errors/no_such_code").await.status, 404);
        let odd = browser.get("/errors/%3Cscript%3Ealert(1)%3C/script%3E").await;
        assert!(odd.status == 404 && !odd.text.contains("<script>alert"), "{}", odd.text);
    });
}

#[test]
fn gl_5_a_request_that_is_repeated_gets_its_first_answer_again() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let keyed = anna.with("idempotency-key", "k1");
        let first = keyed.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        let again = keyed.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        assert_eq!(first.made(), again.made());
        assert_eq!(
            (first.header("idempotency-replayed"), again.header("idempotency-replayed")),
            (None, Some("true"))
        );
        let other = keyed.post("/api/body-weights", json!({ "grams": 81_000 })).await;
        assert_eq!(other.refused(), (422, "idempotency_mismatch".to_owned()));
        let weights = async || anna.get("/api/body-weights").await.ok()["items"].as_array().unwrap().len();
        assert_eq!(weights().await, 1);
        // What was refused may be asked again with the same key.
        let second = anna.with("idempotency-key", "k2");
        assert_eq!(second.post("/api/body-weights", json!({ "grams": 3 })).await.refused().0, 422);
        second.post("/api/body-weights", json!({ "grams": 82_000 })).await.made();
        assert_eq!(weights().await, 2);
        let app = &serving.server.app;
        app.set_now(app.now().plus_seconds(48 * 3600));
        keyed.post("/api/body-weights", json!({ "grams": 83_000 })).await.made();
        assert_eq!(weights().await, 3);
    });
}

#[test]
fn gl_5_a_read_is_known_by_any_of_its_tags_and_the_document_of_calls_has_one() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        for path in ["/api/profile", "/api/openapi.json"] {
            let tag = anna.get(path).await.header("etag").unwrap().to_owned();
            for known in [tag.clone(), format!("W/{tag}"), format!("\"a\", {tag}"), "*".to_owned()] {
                let short = anna.with("if-none-match", &known).get(path).await;
                assert_eq!((short.status, short.text.as_str()), (304, ""), "{path} {known}");
                assert_eq!(short.header("etag"), Some(tag.as_str()));
            }
            let other = anna.with("if-none-match", "\"a\", W/\"b\"").get(path).await;
            assert_eq!(other.status, 200);
        }
    });
}

#[test]
fn ac_7_the_scheme_of_a_token_is_written_in_any_case() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let made = anna.post("/api/me/tokens", json!({ "name": "watch", "scopes": ["read"] })).await.made();
        let secret = made["secret"].as_str().unwrap();
        let bare = serving.program(secret).without("authorization");
        for scheme in ["Bearer", "bearer", "BEARER"] {
            bare.with("authorization", &format!("{scheme} {secret}")).get("/api/today").await.ok();
        }
        let other = bare.with("authorization", &format!("Basic {secret}")).get("/api/today").await;
        assert_eq!(other.refused(), (401, "sign_in_needed".to_owned()), "no token of ours");
    });
}

#[test]
fn ac_6_what_a_proxy_asks_for_by_itself_stands_in_nobodys_way() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let basic = "Basic YW5uYTpzZWNyZXQ=";
        let behind = anna.with("authorization", basic);
        behind.get("/api/me").await.ok();
        assert_eq!(behind.get("/more").await.status, 200);
        behind.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        let elsewhere = behind.without("sec-fetch-site").with("sec-fetch-site", "cross-site");
        let change = elsewhere.post("/api/body-weights", json!({ "grams": 80_000 })).await;
        assert_eq!(change.refused(), (403, "cross_site".to_owned()), "and proves nothing");
        let stranger = serving.browser().with("authorization", basic);
        assert_eq!(stranger.get("/api/me").await.refused(), (401, "sign_in_needed".to_owned()));
        assert_eq!(stranger.get("/more").await.header("location"), Some("/sign-in?next=/more"));
        // What should be a token is one, whatever else is sent.
        for token in ["Bearer", "Bearer ", "bearer nonsense", "BEARER rgm_\u{e4}"] {
            let reply = anna.with("authorization", token).get("/api/me").await;
            assert_eq!(reply.refused(), (401, "token_invalid".to_owned()), "{token}");
        }
    });
}

#[test]
fn ac_13_every_answer_has_the_headers_of_safety() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        for path in ["/", "/api/me", "/api/docs", "/api/nothing", "/healthz", "/api/openapi.json"] {
            let reply = anna.get(path).await;
            let policy = reply.header("content-security-policy").unwrap();
            assert!(
                policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"),
                "{policy}"
            );
            assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
            assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        }
        assert_eq!(anna.get("/api/me").await.header("cache-control"), Some("no-store"));
        assert_eq!(anna.get("/api/me").await.header("strict-transport-security"), None);
        assert_eq!(
            (anna.get("/healthz").await.text.as_str(), anna.get("/readyz").await.status),
            ("ok\n", 200)
        );
        assert_eq!(serving.browser().get("/metrics").await.refused().0, 404);
    });
}

#[test]
fn ac_7_a_token_is_kept_and_looked_for_as_its_hash_alone() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let made = anna.post("/api/me/tokens", json!({ "name": "watch", "scopes": ["read"] })).await.made();
        let secret = made["secret"].as_str().unwrap();
        let account = anna.get("/api/me").await.ok()["account_id"].as_str().unwrap().parse().unwrap();
        let mut tx = serving.server.app.store.read().await.unwrap();
        let account = Some(domain::id::Id::from_uuid(account));
        let kept = tx.credentials::<Value>(account, "token").await.unwrap();
        drop(tx);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].hash, domain::digest::sha256(secret.as_bytes()));
        assert!(!format!("{:?}", kept[0]).contains(&secret[4..47]), "nothing else is kept of it");
        serving.program(secret).get("/api/profile").await.ok();
        // What is kept is no good as a token, nor is any other letter.
        assert_eq!(serving.program(&kept[0].hash).get("/api/profile").await.refused().0, 401);
        let other = if secret.ends_with('0') { '1' } else { '0' };
        let near = format!("{}{other}", &secret[..secret.len() - 1]);
        assert_eq!(serving.program(&near).get("/api/profile").await.refused().0, 401);
    });
}

#[test]
fn figures_are_for_who_has_the_token() {
    on_both(async |fresh| {
        let metrics = Metrics::Token("a secret of the monitor".to_owned());
        let serving = Serving::new(&fresh, Options { metrics, ..Options::default() }).await;
        assert_eq!(serving.browser().get("/metrics").await.refused(), (401, "token_invalid".to_owned()));
        let wrong = serving.program("a secret of the monitoR");
        assert_eq!(wrong.get("/metrics").await.refused().0, 401);
        let monitor = serving.program("a secret of the monitor");
        let text = monitor.get("/metrics").await.text;
        assert!(
            text.contains("regimen_http_requests_total{method=\"GET\",route=\"/metrics\",status=\"401\"} 2"),
            "{text}"
        );
    });
}

#[test]
fn figures_without_a_token_are_for_who_asks_the_server_itself() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options { metrics: Metrics::Open, ..Options::default() }).await;
        assert_eq!(serving.browser().get("/metrics").await.status, 200);
        for (name, value) in [
            ("x-forwarded-for", "203.0.113.9"),
            ("x-forwarded-proto", "https"),
            ("forwarded", "for=203.0.113.9"),
            ("via", "1.1 proxy"),
            ("x-real-ip", "203.0.113.9"),
        ] {
            let reply = serving.browser().with(name, value).get("/metrics").await;
            assert_eq!(reply.refused(), (404, "no_such_call".to_owned()), "{name}");
        }
    });
}

#[test]
fn paths_and_headers_with_tricks_in_them_are_refused_as_what_they_are() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        for path in [
            "/api/../api/me/../../etc/passwd",
            "/assets/..%2f..%2fCargo.toml",
            "/assets/%2e%2e/docs.css",
            "/api/sessions/%00",
            "/api/exercises/..%2f..%2fadmin",
            "/api//me",
        ] {
            let reply = anna.get(path).await;
            assert_eq!(reply.refused().0, 404, "{path}");
        }
        // A line end in a value cannot become a header of the answer.
        let split = raw(
            serving.address,
            format!(
                "GET /api/nothing%0d%0aset-cookie:%20a=b HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
                serving.address
            )
            .as_bytes(),
        )
        .await;
        assert_eq!((split.status, split.header("set-cookie")), (404, None));
        let broken = raw(serving.address, b"GET / HTTP/1.1\r\nhost: a\r\nx: \x01\x02\r\n: y\r\n\r\n").await;
        assert_eq!(broken.status, 400);
    });
}

#[test]
fn more_requests_than_there_are_places_are_sent_away_and_served_later() {
    on_both(async |fresh| {
        let (serving, anna) =
            Serving::set_up_with(&fresh, Options { at_once: 1, ..Options::default() }).await;
        // Who is waited for has the only place: the server asks for the body when it comes to reading it.
        let body = r#"{"grams": 80000}"#;
        let head = format!(
            "POST /api/body-weights HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nsec-fetch-site: same-origin\r\n\
             cookie: regimen={}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             expect: 100-continue\r\n\r\n",
            serving.address,
            anna.cookie("regimen").unwrap(),
            body.len(),
        );
        let mut slow = TcpStream::connect(serving.address).await.unwrap();
        slow.write_all(head.as_bytes()).await.unwrap();
        let mut asked = [0; 25];
        slow.read_exact(&mut asked).await.unwrap();
        assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
        let reply = anna.get("/api/me").await;
        assert_eq!(reply.refused(), (503, "overloaded".to_owned()));
        assert_eq!(reply.header("retry-after"), Some("1"));
        assert_eq!(anna.get("/healthz").await.status, 503, "whatever is asked");
        slow.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        slow.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        anna.get("/api/me").await.ok();
    });
}

#[test]
fn nothing_that_was_sent_becomes_a_header_of_the_answer() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let odd = "%0d%0ax-odd:%20yes%0d%0a";
        let sees = async |client: &Client, path: &str| {
            let reply = client.get(path).await;
            assert_eq!(reply.header("x-odd"), None, "{path}: {reply:?}");
            reply
        };
        // An address that is given back, to go on at after a sign-in.
        let stranger = serving.browser();
        let page = sees(&stranger, &format!("/sessions/{odd}")).await;
        assert_eq!(page.header("location"), Some(format!("/sign-in?next=/sessions/{odd}").as_str()));
        sees(&stranger, &format!("/sign-in?next=/{odd}")).await;
        let back = sees(&stranger, &format!("/api/oidc/callback?state={odd}&error={odd}")).await;
        assert_eq!(back.sent_to(), "/sign-in?error=oidc_state_invalid");
        // The name of a file.
        for path in [
            format!("/api/charts/body_weight{odd}.svg"),
            format!("/api/export/body{odd}.csv"),
            format!("/api/meals/export?format=csv{odd}"),
        ] {
            let reply = sees(&anna, &path).await;
            assert!(
                reply.status >= 400 && reply.header("content-disposition").is_none(),
                "{path}: {reply:?}"
            );
        }
        let table = sees(&anna, "/api/export/body.csv").await;
        assert_eq!(table.header("content-disposition"), Some("attachment; filename=\"body.csv\""));
        // What is given again, under a key with all that a key may hold.
        let keyed = anna.with("idempotency-key", "a\\r\\n;\"x-odd:yes\"%0d%0a");
        let profile = anna.get("/api/profile").await.ok();
        let first = keyed.put("/api/profile", profile.clone()).await;
        let again = keyed.put("/api/profile", profile).await;
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        assert_eq!((again.header("etag"), again.header("x-odd")), (first.header("etag"), None));
    });
}

#[test]
fn answers_are_compressed_for_who_can_read_it() {
    on_both(async |fresh| {
        let serving = Serving::new(&fresh, Options::default()).await;
        let plain = serving.browser().get("/api/openapi.json").await;
        let _: Value = plain.ok();
        for coding in ["gzip", "br"] {
            let packed = serving.browser().with("accept-encoding", coding).get("/api/openapi.json").await;
            assert_eq!(packed.header("content-encoding"), Some(coding));
            assert!(packed.bytes < plain.bytes / 4, "{coding}");
        }
    });
}

//! What cannot be read or is too long is refused by every call that takes a body (GL-4).

use regimen::api::{endpoint::Endpoint, endpoints};
use serde_json::json;

use super::{
    client::{Client, Serving, raw},
    gate::path,
};
use crate::story::both::on_both;

fn taking() -> Vec<Endpoint> {
    endpoints().into_iter().filter(|one| one.body_schema.is_some()).collect()
}

async fn send(client: &Client, endpoint: &Endpoint, body: &str) -> (u16, String) {
    client.send(endpoint.method.as_str(), &path(endpoint), Some(body.to_owned())).await.refused()
}

#[test]
fn gl_4_a_body_that_is_no_json_is_refused_by_every_call() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let before = anna.get("/api/me").await.ok();
        let mut asked = 0;
        for endpoint in taking() {
            for body in ["{", "nonsense", "\u{0}"] {
                let (status, code) = send(&anna, &endpoint, body).await;
                assert_eq!(status, 400, "{} {}: {code} of {body:?}", endpoint.method, endpoint.path);
                asked += 1;
            }
        }
        assert!(asked > 3 * 60, "{asked} bodies");
        assert_eq!(anna.get("/api/me").await.ok(), before, "nothing was done");
    });
}

#[test]
fn gl_4_a_body_of_another_form_or_kind_is_refused_by_every_call() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let form = anna.with("content-type", "application/x-www-form-urlencoded");
        for endpoint in taking() {
            let name = format!("{} {}", endpoint.method, endpoint.path);
            let (status, code) = send(&anna, &endpoint, "5").await;
            assert!(matches!(status, 400 | 422), "{name}: {status} {code}");
            let unknown = json!({ "no_such_field_at_all": 1 }).to_string();
            let (status, code) = send(&anna, &endpoint, &unknown).await;
            assert!(matches!(status, 400 | 422), "{name}: {status} {code}");
            let (status, code) = send(&form, &endpoint, "a=1").await;
            assert_eq!((status, code.as_str()), (415, "media_type"), "{name}");
        }
        anna.get("/api/me").await.ok();
    });
}

#[test]
fn gl_4_a_body_that_breaks_off_is_not_taken_for_one_that_is_too_long() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let session = anna.cookie("regimen").unwrap();
        let head = format!(
            "POST /api/body-weights HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nsec-fetch-site: same-origin\r\n\
             cookie: regimen={session}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
            serving.address
        );
        for broken in ["no number\r\n", "7\r\n{\"grams\r\nzz\r\n", "-1\r\n\r\n"] {
            let reply = raw(serving.address, format!("{head}{broken}").as_bytes()).await;
            assert_eq!(reply.refused(), (400, "broken_body".to_owned()), "{broken:?}");
        }
        // Nobody says before how long it is.
        let long = format!("{head}{:x}\r\n{}\r\n0\r\n\r\n", 5 << 20, "x".repeat(5 << 20));
        assert_eq!(raw(serving.address, long.as_bytes()).await.refused(), (413, "too_large".to_owned()));
    });
}

#[test]
fn gl_4_a_body_that_is_too_long_is_refused_by_every_call_before_it_is_read() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let session = anna.cookie("regimen").unwrap();
        for endpoint in taking() {
            // Its length is told, and not a byte of it is sent.
            let head = format!(
                "{} {} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nsec-fetch-site: same-origin\r\n\
                 cookie: regimen={session}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                endpoint.method,
                path(&endpoint),
                serving.address,
                endpoint.most_bytes + 1,
            );
            let reply = raw(serving.address, head.as_bytes()).await;
            assert_eq!(
                reply.refused(),
                (413, "too_large".to_owned()),
                "{} {}",
                endpoint.method,
                endpoint.path
            );
        }
    });
}

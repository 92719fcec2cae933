//! Connections as they are: clients that go away, that never finish their sentence, that hold many lines (GL-5, AC-8).

use std::time::Duration;

use regimen::api::{Metrics, Options};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::client::{Client, Serving};
use crate::story::both::on_both;

async fn token(anna: &Client) -> String {
    let new = json!({ "name": "phone", "scopes": ["read", "log"] });
    anna.post("/api/me/tokens", new).await.made()["secret"].as_str().unwrap().to_owned()
}

/// Sends a request and goes away before it is answered.
async fn ask_and_leave(serving: &Serving, request: &str) {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
}

#[test]
fn gl_4_clients_that_go_away_leave_nothing_at_work() {
    on_both(async |fresh| {
        let options = Options { metrics: Metrics::Open, ..Options::default() };
        let (serving, anna) = Serving::set_up_with(&fresh, options).await;
        let token = token(&anna).await;
        let request = format!(
            "GET /api/volume?from=2020-01-01 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n",
            serving.address
        );
        for _ in 0..60 {
            ask_and_leave(&serving, &request).await;
        }
        let mut last = String::new();
        for _ in 0..1000 {
            // The one at work is the one that asks.
            last = anna.get("/metrics").await.text;
            if last.contains("regimen_http_at_work 1\n") {
                return;
            }
        }
        panic!("{last}");
    });
}

#[test]
fn gl_5_what_began_is_finished_and_answered_though_the_client_went_away() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let token = token(&anna).await;
        let body = json!({ "grams": 80_000 });
        let request = format!(
            "POST /api/body-weights HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\nidempotency-key: w1\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            serving.address,
            body.to_string().len()
        );
        ask_and_leave(&serving, &request).await;
        let weights = async || anna.get("/api/body-weights").await.ok()["items"].as_array().unwrap().len();
        let mut tries = 0;
        while weights().await == 0 {
            tries += 1;
            assert!(tries < 1000, "nothing was done");
        }
        let program = serving.program(&token).with("idempotency-key", "w1");
        let mut again = program.post("/api/body-weights", body.clone()).await;
        for _ in 0..1000 {
            if again.status != 409 {
                break;
            }
            again = program.post("/api/body-weights", body.clone()).await;
        }
        assert_eq!(again.made()["grams"], 80_000);
        assert_eq!(again.header("idempotency-replayed"), Some("true"));
        assert_eq!(weights().await, 1);
    });
}

#[test]
fn gl_4_a_head_that_does_not_come_is_not_waited_for() {
    on_both(async |fresh| {
        let options = Options { head_within: Duration::from_millis(200), ..Options::default() };
        let serving = Serving::new(&fresh, options).await;
        let mut slow = TcpStream::connect(serving.address).await.unwrap();
        slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: ").await.unwrap();
        let mut answer = Vec::new();
        let closed = tokio::time::timeout(Duration::from_secs(10), slow.read_to_end(&mut answer)).await;
        assert!(closed.is_ok(), "the line stays open");
        assert!(!String::from_utf8_lossy(&answer).contains("200 OK"));
        assert_eq!(serving.browser().get("/healthz").await.text, "ok\n");
    });
    assert_eq!(Options::default().head_within, Duration::from_secs(15));
}

/// A line that waits for changes, and its first words.
async fn listen(serving: &Serving, token: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    let head = format!(
        "GET /api/changes HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n",
        serving.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut heard = String::new();
    let mut bytes = [0; 4096];
    while !heard.contains("event: listening") && !heard.contains("request_id") {
        let count = stream.read(&mut bytes).await.unwrap();
        assert!(count > 0, "{heard}");
        heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    (stream, heard)
}

#[test]
fn gl_5_an_account_listens_on_sixteen_lines_at_most() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        let (annas, bobs) = (token(&anna).await, token(&bob).await);
        let mut open = Vec::new();
        for _ in 0..16 {
            let (line, heard) = listen(&serving, &annas).await;
            assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
            open.push(line);
        }
        let (_, refused) = listen(&serving, &annas).await;
        assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("too_many_streams"), "{refused}");
        assert!(listen(&serving, &bobs).await.1.starts_with("HTTP/1.1 200"), "others are not in the way");
        open.pop();
        for _ in 0..1000 {
            // The server has to notice first.
            if listen(&serving, &annas).await.1.starts_with("HTTP/1.1 200") {
                return;
            }
        }
        panic!("a line that was closed still counts");
    });
}

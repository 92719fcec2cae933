//! Events as they come: that something changed, and how far a plan of meals is.

use std::{net::SocketAddr, time::Duration};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::client::{Client, Serving};
use crate::story::{both::on_both, meals::five_answers};

/// A line that stays open.
pub(super) struct Line {
    stream: TcpStream,
    pub(super) heard: String,
}

impl Line {
    async fn open(serving: &Serving, token: &str, method: &str, path: &str, body: &str) -> Self {
        Self::open_at(serving.address, token, method, path, body).await
    }

    pub(super) async fn open_at(
        address: SocketAddr,
        token: &str,
        method: &str,
        path: &str,
        body: &str,
    ) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Self { stream, heard: String::new() }
    }

    /// Waits until this is heard.
    pub(super) async fn hear(&mut self, wanted: &str) {
        let mut bytes = [0; 4096];
        while !self.heard.contains(wanted) {
            let read = tokio::time::timeout(Duration::from_mins(1), self.stream.read(&mut bytes)).await;
            let count = read.expect("nothing comes").unwrap();
            assert!(count > 0, "the line ended without {wanted}: {}", self.heard);
            self.heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    }
}

pub(super) async fn token(anna: &Client) -> String {
    let new = json!({ "name": "phone", "scopes": ["read", "log", "meals"] });
    anna.post("/api/me/tokens", new).await.made()["secret"].as_str().unwrap().to_owned()
}

#[test]
fn gl_5_who_listens_hears_that_something_changed_and_nobody_else_does() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        let mut annas = Line::open(&serving, &token(&anna).await, "GET", "/api/changes", "").await;
        let mut bobs = Line::open(&serving, &token(&bob).await, "GET", "/api/changes", "").await;
        annas.hear("event: listening").await;
        bobs.hear("event: listening").await;
        anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        annas.hear("event: changed").await;
        bob.post("/api/body-weights", json!({ "grams": 90_000 })).await.made();
        bobs.hear("event: changed").await;
        assert_eq!(bobs.heard.matches("event: changed").count(), 1, "{}", bobs.heard);
    });
}

#[test]
fn mf_1_a_plan_of_meals_tells_how_far_it_is_and_what_came_of_it() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        let token = token(&anna).await;
        let body = json!({ "days": 2 }).to_string();
        let mut line = Line::open(&serving, &token, "POST", "/api/meals/plan/stream", &body).await;
        line.hear("event: planned").await;
        let open = anna.get("/api/meals/proposals").await.ok();
        assert_eq!(open.as_array().unwrap().len(), 1);
        let bad = json!({ "days": 0 }).to_string();
        let mut line = Line::open(&serving, &token, "POST", "/api/meals/plan/stream", &bad).await;
        line.hear("event: problem").await;
    });
}

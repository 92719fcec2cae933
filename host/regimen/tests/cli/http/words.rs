//! GL-4: whoever reads Russian is told in Russian what cannot be read, and never in the words of a library.

use serde_json::json;

use super::client::{Client, Serving};
use crate::story::both::on_both;

/// What is sent, and a part of what is said of it.
type Sent = (&'static str, &'static str, &'static str, &'static str);

const SENT: &[Sent] = &[
    ("GET", "/api/sessions?from=zz", "", "from: `zz`, ожидается дата вида"),
    ("GET", "/api/sessions?from=2026-13-40", "", "from: `2026-13-40`, ожидается дата вида"),
    ("GET", "/api/sessions?limit=x", "", "limit: `x`, ожидается целое число"),
    ("GET", "/api/sessions?limit=-1", "", "limit: -1, допустимо: 1..500"),
    ("GET", "/api/sessions?status=zz", "", "`zz`"),
    ("GET", "/api/sessions?form=2026-01-01", "", "неизвестное поле `form`"),
    ("GET", "/api/audit?cursor=zz", "", "`zz` не id, ожидается: UUID"),
    ("POST", "/api/body-weights", "{", "это не JSON: он обрывается"),
    ("POST", "/api/body-weights", r#"{"grams": 80000} {}"#, "это не JSON: за его концом"),
    ("POST", "/api/body-weights", r#"{"grams" 80}"#, "это не JSON: здесь нужно двоеточие"),
    ("POST", "/api/body-weights", r#"{"grams": "x"}"#, "ожидается целое число"),
    ("POST", "/api/sessions/open-slot", r#"{"date": "2026-02-30"}"#, "ожидается дата вида"),
    ("POST", "/api/sessions", r#"{"wanted": {"intent": "zz"}}"#, "intent: zz, допустимо: одно из: push"),
    ("POST", "/api/recipes/import", r#"{"url": "file:///x"}"#, "запрашивается только http/https"),
    ("POST", "/api/recipes/import", r#"{"url": "zz"}"#, "это не адрес"),
];

#[test]
fn gl_4_what_cannot_be_read_is_told_in_russian_alone() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let anna = anna.with("accept-language", "ru");
        let mut wrong = Vec::new();
        for &(method, path, body, said) in SENT {
            let reply = anna.send(method, path, Some(body.to_owned()).filter(|body| !body.is_empty())).await;
            let told = reply.json()["detail"].as_str().unwrap_or_default().to_owned();
            if !(400..500).contains(&reply.status) || !told.contains(said) || english(&told).is_some() {
                wrong.push(format!("{method} {path} {body}: {} {told}", reply.status));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        refuses_a_key_that_is_too_long(&anna).await;
    });
}

async fn refuses_a_key_that_is_too_long(anna: &Client) {
    let anna = anna.with("idempotency-key", &"k".repeat(201));
    let reply = anna.post("/api/body-weights", json!({ "grams": 80_000 })).await;
    assert_eq!(reply.refused(), (422, "bad_value".to_owned()));
    let told = reply.json()["detail"].as_str().unwrap().to_owned();
    assert!(told.contains("Idempotency-Key") && told.contains("символов: 201"), "{told}");
}

/// Two words in a row that are English and no name of a document, if there are any.
fn english(told: &str) -> Option<String> {
    // What is quoted or a list of words of a document stands there as it was written.
    let plain: String = told.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let is_word = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase()) && word.len() > 1;
    let words: Vec<&str> = plain.split(' ').collect();
    words.windows(2).find(|pair| pair.iter().all(is_word)).map(|pair| pair.join(" "))
}

//! GL-5: a request that is repeated with its key gets the first answer again; a read that has not changed gets none.

use std::{collections::BTreeMap, sync::Arc};

use axum::http::{HeaderName, header};
use domain::{digest::sha256, error::ErrorCode, id::Id, law::Invalid, person::Account};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Server,
    answer::Answer,
    call::{Call, Request},
    endpoint::{Endpoint, Needs, Secrecy},
    tag,
};
use crate::{
    problem::{IDEMPOTENCY_MISMATCH, Problem, SHOWN_ONCE, STILL_AT_WORK},
    service::repeat::{self, Standing},
};

/// By which a caller names a request that may be repeated.
pub(super) const KEY: &str = "idempotency-key";

/// Says that an answer was given before.
const REPEATED: &str = "idempotency-replayed";

/// An answer as it is kept.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Kept {
    status: u16,
    media: Option<String>,
    /// None: it held a secret, which is shown once and kept nowhere (AC-7).
    body: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    headers: BTreeMap<String, String>,
}

/// Serves a request, once for each key.
pub(super) async fn once(endpoint: &Endpoint, call: Call, request: Request) -> Result<Answer, Problem> {
    if endpoint.is_safe() {
        return read(endpoint, call, request).await;
    }
    let Some((account, key)) = keyed(endpoint, &call, &request)? else {
        return tagged(endpoint, call, request).await;
    };
    let server = Arc::clone(&call.server);
    let asked = asked(endpoint, &call, &request, &key).await?;
    match repeat::begin::<Kept>(&server.app, account, &key, &asked).await? {
        Standing::New => {}
        Standing::Answered(kept) => return kept.again(&key),
        Standing::AtWork => {
            return Err(Problem::new(STILL_AT_WORK).fact("key", key).fact("retry_after_s", 1_i64));
        }
        Standing::Other => return Err(Problem::new(IDEMPOTENCY_MISMATCH).fact("key", key)),
    }
    let held = Held { server, account, key, is_settled: false };
    let answer = tagged(endpoint, call, request).await;
    held.settle(&asked, answer.as_ref().ok().and_then(|answer| Kept::of(endpoint, answer))).await;
    answer
}

/// Reads, and is short where the reader has it already.
async fn read(endpoint: &Endpoint, call: Call, request: Request) -> Result<Answer, Problem> {
    let headers = request.parts.headers.clone();
    let mut answer = endpoint.serve(call, request).await?;
    if answer.live.is_some() || answer.status != 200 {
        return Ok(answer);
    }
    let tag = tag::of(&answer, endpoint.has_revision);
    if tag::is_known(&headers, &tag) {
        answer = Answer::empty(304);
    }
    answer.set(header::ETAG, &tag);
    Ok(answer)
}

/// Serves what changes something; an entity with a revision comes with the tag that the next edit may be sent with.
async fn tagged(endpoint: &Endpoint, call: Call, request: Request) -> Result<Answer, Problem> {
    let mut answer = endpoint.serve(call, request).await?;
    if endpoint.has_revision {
        let tag = tag::of(&answer, true);
        answer.set(header::ETAG, &tag);
    }
    Ok(answer)
}

/// Whose answer is kept, and under which key; who is not known yet has no answers that could be kept, and what opens a
/// session gives its secret to whoever asked, once.
fn keyed(
    endpoint: &Endpoint,
    call: &Call,
    request: &Request,
) -> Result<Option<(Id<Account>, String)>, Problem> {
    let key = match request.parts.headers.get(KEY).map(|key| key.to_str()) {
        None => own_key(endpoint, request),
        Some(Ok(key)) if (1..=200).contains(&key.len()) => Some(key.to_owned()),
        Some(key) => {
            let found = key.map_or_else(|_| "…".to_owned(), |key| format!("{} characters", key.len()));
            return Err(Invalid::of(
                ErrorCode::BadValue,
                "Idempotency-Key",
                found,
                "1..200 ASCII characters",
            )
            .into());
        }
    };
    let account = call.account().ok().filter(|_| endpoint.needs != Needs::Nothing);
    Ok(account.zip(key))
}

/// L-2: a request of the session flow may hold its key itself.
fn own_key(endpoint: &Endpoint, request: &Request) -> Option<String> {
    let body: serde_json::Value =
        endpoint.is_of_flow.then(|| serde_json::from_slice(&request.body).ok()).flatten()?;
    let key = body.get("idempotency_key")?.as_str()?;
    (1..=64).contains(&key.len()).then(|| key.to_owned())
}

/// What stands for the request. One with a password in it is remembered as passwords are: its hash is no help to guess.
async fn asked(endpoint: &Endpoint, call: &Call, request: &Request, key: &str) -> Result<String, Problem> {
    let mut asked = format!("{} {}\n", request.parts.method, request.parts.uri).into_bytes();
    asked.extend(call.athlete.iter().flat_map(|athlete| athlete.uuid().into_bytes()));
    asked.extend(&request.body);
    match endpoint.secrecy {
        Secrecy::Takes => repeat::slow_hash(asked, key).await,
        Secrecy::None | Secrecy::Shows => Ok(sha256(&asked)),
    }
}

impl Kept {
    /// What is kept of an answer: what comes bit by bit, or is no text, cannot be given again.
    fn of(endpoint: &Endpoint, answer: &Answer) -> Option<Self> {
        let (status, media) = (answer.status, answer.media.clone());
        if endpoint.secrecy == Secrecy::Shows {
            return Some(Self { status, media, body: None, headers: BTreeMap::new() });
        }
        if answer.live.is_some() {
            return None;
        }
        let body = Some(String::from_utf8(answer.body.clone()).ok()?);
        // A cookie is a secret.
        let headers = answer.headers.iter().filter(|(name, _)| *name != header::SET_COOKIE);
        let headers =
            headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
        Some(Self { status, media, body, headers: headers.collect() })
    }

    /// The answer again; a secret was shown once (AC-7).
    fn again(self, key: &str) -> Result<Answer, Problem> {
        let body = self.body.ok_or_else(|| Problem::new(SHOWN_ONCE).fact("key", key))?;
        let mut answer = Answer { media: self.media, body: body.into_bytes(), ..Answer::empty(self.status) };
        for (name, value) in self.headers {
            if let Ok(name) = name.parse::<HeaderName>() {
                answer.set(name, &value);
            }
        }
        answer.set(HeaderName::from_static(REPEATED), "true");
        Ok(answer)
    }
}

/// A key that is held while its request is at work; it is let go if the request is given up.
struct Held {
    server: Arc<Server>,
    account: Id<Account>,
    key: String,
    is_settled: bool,
}

impl Held {
    /// Keeps the answer. What was refused has changed nothing and may be asked again, and so may what cannot be kept.
    async fn settle(mut self, asked: &str, kept: Option<Kept>) {
        if let Some(kept) = kept {
            match repeat::end(&self.server.app, self.account, &self.key, asked, kept).await {
                Ok(()) => {
                    self.is_settled = true;
                    return;
                }
                // The work is done: whoever asked learns of it all the same.
                Err(problem) => tracing::warn!(code = problem.code.name, "an answer is not kept"),
            }
        }
        forget(&self.server, self.account, &self.key).await;
        self.is_settled = true;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.is_settled {
            return;
        }
        // Where the program itself ends, the key is free after a minute.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (server, account, key) = (Arc::clone(&self.server), self.account, std::mem::take(&mut self.key));
        runtime.spawn(async move { forget(&server, account, &key).await });
    }
}

async fn forget(server: &Server, account: Id<Account>, key: &str) {
    if let Err(problem) = repeat::forget(&server.app, account, key).await {
        tracing::warn!(code = problem.code.name, "a key is not let go");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::endpoints;

    #[test]
    fn gl_5_a_kept_answer_has_its_headers_but_no_cookie_and_no_bytes_that_are_no_text() {
        let all = endpoints();
        let plain = all.iter().find(|one| one.secrecy == Secrecy::None).unwrap();
        let mut answer = Answer { body: b"a,b\n".to_vec(), ..Answer::empty(200) };
        answer.set(header::CONTENT_DISPOSITION, "attachment; filename=\"a.csv\"");
        answer.set(header::SET_COOKIE, "regimen=secret");
        let kept = serde_json::to_string(&Kept::of(plain, &answer).unwrap()).unwrap();
        assert!(!kept.contains("secret"), "{kept}");
        let again = serde_json::from_str::<Kept>(&kept).unwrap().again("k").unwrap();
        assert_eq!(again.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"a.csv\"");
        assert_eq!(
            (again.body.as_slice(), again.headers.get(header::SET_COOKIE)),
            (answer.body.as_slice(), None)
        );
        assert!(Kept::of(plain, &Answer { body: vec![0x50, 0x4b, 0xff], ..Answer::empty(200) }).is_none());
        // A line end in what was kept is no end of a header.
        let odd =
            r#"{"status":200,"media":null,"body":"{}","headers":{"etag":"\"1\"\r\nx-odd: yes","x y":"1"}}"#;
        let odd = serde_json::from_str::<Kept>(odd).unwrap().again("k").unwrap().response();
        let told: Vec<_> = odd.headers().keys().map(HeaderName::as_str).collect();
        assert_eq!(told, [REPEATED]);
        // As it was kept before there were headers.
        let old: Kept = serde_json::from_str(r#"{"status":201,"media":null,"body":"{}"}"#).unwrap();
        assert_eq!(old.again("k").unwrap().status, 201);
    }
}

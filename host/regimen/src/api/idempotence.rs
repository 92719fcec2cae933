//! GL-5: a request that is repeated with its key gets the first answer again; a read that has not changed gets none.

use axum::http::header;
use domain::digest::sha256;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    answer::Answer,
    call::{Call, Request},
    endpoint::Endpoint,
};
use crate::{
    problem::{IDEMPOTENCY_MISMATCH, MALFORMED_QUERY, Problem, STILL_AT_WORK},
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
    body: String,
}

/// Serves a request, once for each key.
pub(super) async fn once(endpoint: &Endpoint, call: Call, request: Request) -> Result<Answer, Problem> {
    if endpoint.is_safe() {
        let known = request.parts.headers.get(header::IF_NONE_MATCH).cloned();
        let mut answer = endpoint.serve(call, request).await?;
        if answer.live.is_some() || answer.status != 200 {
            return Ok(answer);
        }
        let tag = answer.tag();
        if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
            answer = Answer::empty(304);
        }
        answer.set(header::ETAG, &tag);
        return Ok(answer);
    }
    let own = own_key(endpoint, &request);
    let key = match request.parts.headers.get(KEY).map(|key| key.to_str()) {
        None => match own {
            Some(key) => key,
            None => return endpoint.serve(call, request).await,
        },
        Some(Ok(key)) if (1..=200).contains(&key.len()) => key.to_owned(),
        Some(_) => {
            return Err(Problem::new(MALFORMED_QUERY).fact("message", "Idempotency-Key: 1..200 letters"));
        }
    };
    // Who is not known yet has no answers that could be kept.
    let Ok(account) = call.account() else { return endpoint.serve(call, request).await };
    let mut asked = format!("{} {}\n", request.parts.method, request.parts.uri).into_bytes();
    asked.extend(call.athlete.iter().flat_map(|athlete| athlete.uuid().into_bytes()));
    asked.extend(&request.body);
    let asked = sha256(&asked);
    let server = std::sync::Arc::clone(&call.server);
    match repeat::begin::<Kept>(&server.app, account, &key, &asked).await? {
        Standing::New => {}
        Standing::Answered(kept) => return Ok(again(kept)),
        Standing::AtWork => {
            return Err(Problem::new(STILL_AT_WORK).fact("key", key).fact("retry_after_s", 1_i64));
        }
        Standing::Other => return Err(Problem::new(IDEMPOTENCY_MISMATCH).fact("key", key)),
    }
    let answer = endpoint.serve(call, request).await;
    // What was refused has changed nothing and may be asked again; what comes bit by bit cannot be given again.
    let kept = answer.as_ref().ok().filter(|answer| answer.live.is_none()).map(|answer| Kept {
        status: answer.status,
        media: answer.media.clone(),
        body: String::from_utf8_lossy(&answer.body).into_owned(),
    });
    match kept {
        Some(kept) => repeat::end(&server.app, account, &key, &asked, kept).await?,
        None => repeat::forget(&server.app, account, &key).await?,
    }
    answer
}

/// L-2: a request of the session flow may hold its key itself.
fn own_key(endpoint: &Endpoint, request: &Request) -> Option<String> {
    let body: serde_json::Value =
        endpoint.is_of_flow.then(|| serde_json::from_slice(&request.body).ok()).flatten()?;
    let key = body.get("idempotency_key")?.as_str()?;
    (1..=64).contains(&key.len()).then(|| key.to_owned())
}

fn again(kept: Kept) -> Answer {
    let (status, media, body) = (kept.status, kept.media, kept.body.into_bytes());
    let mut answer = Answer { media, body, ..Answer::empty(status) };
    answer.set(axum::http::HeaderName::from_static(REPEATED), "true");
    answer
}

//! How an athlete connects: a browser is sent to Strava with a state that works once, and comes back with a code (L-37).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{digest::sha256, id::Id, person::Athlete};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Credential;
use uuid::Uuid;

use super::{Connection, ConnectionState, provider::Refusal, sync::unavailable};
use crate::{
    problem::{OAUTH_SCOPE, OAUTH_STATE, Problem},
    service::act::Act,
    service::app::{App, Caller, Scope, fill},
};

const KIND: &str = "strava";

/// L-37: so long an athlete may take to allow it.
const SECONDS: i64 = 600;

/// L-37: without it there is nothing to read.
const READING: &str = "activity:read";

/// What is kept of a browser that was sent away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Away {
    /// Who connects.
    athlete: Id<Athlete>,
    /// The session of the browser.
    session: Uuid,
}

/// What a browser brings back from Strava.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The state that it was sent with.
    pub state: String,
    /// The code that stands for tokens.
    pub code: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
    /// What the athlete allowed.
    pub scope: Option<String>,
}

/// Where the browser of the athlete goes; it comes back to `callback`, in the same session.
pub async fn depart(app: &App, caller: &Caller, session: Uuid, callback: &str) -> Result<String, Problem> {
    let mut work = app.write(caller, Act::Connections).await?;
    work.own()?;
    let strava = app.outside.strava()?;
    let mut random = [0; 32];
    fill(&mut random);
    let state = URL_SAFE_NO_PAD.encode(random);
    let row = Credential {
        hash: sha256(state.as_bytes()),
        kind: KIND.to_owned(),
        id: app.uuid(),
        account: Some(caller.account),
        created_at: work.now,
        used_at: work.now,
        ends_at: work.now.plus_seconds(SECONDS),
        body: Away { athlete: caller.athlete, session },
    };
    work.tx.put_credential(&row).await?;
    work.commit().await?;
    Ok(strava.provider.consent(callback, &state))
}

/// Takes a browser back, and keeps the tokens that its code stands for.
pub async fn arrive(app: &App, caller: &Caller, session: Uuid, arrival: &Arrival) -> Result<(), Problem> {
    drop(app.read(caller, Scope::Log).await.and_then(|work| work.own().map(|()| work))?);
    let strava = app.outside.strava()?;
    take(app, caller, session, &arrival.state).await?;
    let scope = arrival.scope.clone().unwrap_or_default();
    let is_allowed = scope.split([',', ' ']).any(|one| one == READING || one == "activity:read_all");
    let code = arrival.code.as_deref().filter(|_| arrival.error.is_none() && is_allowed);
    let code = code.ok_or_else(|| Problem::new(OAUTH_SCOPE).fact("needed", READING))?;
    let tokens = strava.provider.exchange(code).await.map_err(|refusal| match refusal {
        // The code, or this server, is not known there.
        Refusal::Unknown => unavailable("it gives no token for this code".to_owned()),
        Refusal::TooMuch => unavailable("it wants to be left alone for a while".to_owned()),
        Refusal::Silent(why) => unavailable(why),
    })?;
    let mut work = app.write(caller, Act::Connections).await?;
    work.keep_tokens(&tokens).await?;
    let connection = Connection {
        state: ConnectionState::Connected,
        scope: scope.chars().take(200).collect(),
        connected_at: work.now,
        synced_at: None,
        paused_until: None,
        renewed_until: None,
    };
    work.put_connection(connection).await?;
    work.commit().await?;
    strava.is_kept(caller.athlete);
    Ok(())
}

/// L-37: a state works once, in time, and in the session that it was made for.
async fn take(app: &App, caller: &Caller, session: Uuid, state: &str) -> Result<(), Problem> {
    let refused = |why: &'static str| Problem::new(OAUTH_STATE).fact("why", why);
    let hash = sha256(state.as_bytes());
    let mut tx = app.store.write().await?;
    let kept = tx.credentials::<Away>(Some(caller.account), KIND).await?;
    let kept = kept.into_iter().find(|row| is_equal(row.hash.as_bytes(), hash.as_bytes()));
    let kept = kept.ok_or_else(|| refused("unknown"))?;
    if kept.body != (Away { athlete: caller.athlete, session }) {
        return Err(refused("session"));
    }
    let is_first = tx.remove_credential(&kept.hash).await?;
    tx.commit().await?;
    if !is_first {
        return Err(refused("unknown"));
    }
    if kept.ends_at <= app.now() { Err(refused("late")) } else { Ok(()) }
}

/// Whether two texts are equal, in a time that does not tell where they differ.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let differing = one.iter().zip(other).fold(0, |all, (one, other)| all | (one ^ other));
    one.len() == other.len() && std::hint::black_box(differing) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_37_texts_are_compared_as_a_whole() {
        assert!(is_equal(b"abc", b"abc") && is_equal(b"", b""));
        for other in [&b"abd"[..], b"bbc", b"ab", b"abcd", b""] {
            assert!(!is_equal(b"abc", other), "{other:?}");
        }
    }
}

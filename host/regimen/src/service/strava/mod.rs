//! The connection to Strava: where activities come from by themselves (L-37).
//!
//! Read in this order: `seal` (how tokens are kept), `provider` (how Strava is asked), [`link`] (how an athlete connects)
//! and [`sync`] (tokens that are renewed, activities that come, and the end of it).
//!
//! # What is not here
//!
//! * No token leaves this folder but to Strava: nothing here shows, logs or exports one.

pub mod link;
mod provider;
mod seal;
pub mod sync;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{id::Id, person::Athlete, time::Instant};
use reqwest::Url;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::ConnectionRow;
use uuid::Uuid;

use self::{
    provider::{Provider, Refusal, Tokens},
    seal::Keys,
};
use super::{
    access::secret::Secret,
    activity::STRAVA,
    app::{App, Caller, Scope, Work},
    outside::text,
};
use crate::{
    config::Config,
    llm::settings::is_loopback,
    problem::{BAD_SETTING, Problem},
};

/// No secret key is shorter: 32 letters of base64 are 192 bits.
const SHORTEST_KEY: usize = 32;

/// Strava, as this server is known there.
#[derive(Debug)]
pub struct Strava {
    provider: Arc<Provider>,
    keys: Keys,
    /// Renewed tokens until they are kept: a renewal cannot be undone.
    renewed: Arc<Mutex<BTreeMap<Uuid, Tokens>>>,
    /// Who is at work for whom: one at a time.
    turns: Mutex<BTreeMap<Uuid, Arc<tokio::sync::Mutex<()>>>>,
}

/// What the server is told of Strava.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What Strava calls this server.
    pub client_id: String,
    /// By which Strava knows this server.
    pub client_secret: Secret,
    /// What athletes are asked to allow.
    pub scopes: String,
    /// Where Strava is.
    pub base_url: String,
    /// What tokens are sealed with.
    pub secret_key: Secret,
    /// What they were sealed with before.
    pub secret_key_before: Option<Secret>,
}

domain::vocabulary::vocabulary! {
    /// How a connection stands.
    pub enum ConnectionState: "connection_state" {
        Connected = "connected",
        ReconnectRequired = "reconnect_required",
    }
}

/// What is kept of a connection, besides its tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Connection {
    /// How it stands.
    state: ConnectionState,
    /// What the athlete allowed.
    scope: String,
    /// Since when.
    connected_at: Instant,
    /// When activities last came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    synced_at: Option<Instant>,
    /// Until when Strava wants to be left alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused_until: Option<Instant>,
    /// Until when the tokens are being renewed by somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    renewed_until: Option<Instant>,
}

/// How the connection of an athlete stands, as they see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StravaStatus")]
pub struct Status {
    /// Whether Strava can be connected here.
    pub available: bool,
    /// How the connection stands; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<ConnectionState>,
    /// What the athlete allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connected_at: Option<Instant>,
    /// When activities last came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synced_at: Option<Instant>,
    /// Until when Strava wants to be left alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_until: Option<Instant>,
    /// How many activities of Strava are stored.
    pub activities: i64,
}

impl Strava {
    /// The settings without which it is off.
    pub(super) const NEEDED: [&'static str; 3] = ["strava.client_id", "strava.client_secret", "secret_key"];

    /// Strava as it is configured, or the settings that it lacks.
    pub fn read(config: &Config) -> Result<Result<Self, Vec<&'static str>>, Problem> {
        let [client_id, client_secret, secret_key] = Self::NEEDED.map(|key| text(config, key));
        let (Some(client_id), Some(client_secret), Some(secret_key)) = (client_id, client_secret, secret_key)
        else {
            let missing: Vec<_> =
                Self::NEEDED.into_iter().filter(|key| text(config, key).is_none()).collect();
            return Ok(Err(missing));
        };
        Self::new(Settings {
            client_id,
            client_secret: Secret::given(&client_secret),
            scopes: text(config, "strava.scopes").unwrap_or_default(),
            base_url: text(config, "strava.base_url").unwrap_or_default(),
            secret_key: Secret::given(&secret_key),
            secret_key_before: text(config, "secret_key_before").map(|key| Secret::given(&key)),
        })
        .map(Ok)
    }

    /// Strava with these settings.
    pub fn new(settings: Settings) -> Result<Self, Problem> {
        let bad = |key: &'static str, value: &str, kind: &'static str| {
            let problem = Problem::new(BAD_SETTING).fact("key", key).fact("value", value).fact("from", key);
            problem.fact("kind", kind).fact("allowed", vec!["https://"]).fact("low", SHORTEST_KEY)
        };
        if settings.secret_key.reveal().len() < SHORTEST_KEY {
            return Err(bad("secret_key", crate::config::setting::MASK, "key"));
        }
        let base = settings.base_url.trim_end_matches('/');
        let is_open = !base.starts_with("https://") && !is_loopback(base);
        let url = Url::parse(base).ok().filter(|_| !is_open);
        let url = url.ok_or_else(|| bad("strava.base_url", base, "url"))?;
        let keys = Keys::new(&settings.secret_key, settings.secret_key_before.as_ref());
        let provider = Arc::new(Provider::new(settings, url)?);
        Ok(Self { provider, keys, renewed: Arc::default(), turns: Mutex::default() })
    }

    /// The turn of an athlete: who holds its lock is the only one at work for them, in this process.
    fn turn(&self, athlete: Id<Athlete>) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        // Whom nobody works for any more is forgotten.
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(athlete.uuid()).or_default())
    }
}

impl Strava {
    /// Renews tokens. It goes on although nobody waits for it any more: Strava may not know the former ones then.
    async fn renew(&self, athlete: Id<Athlete>, refresh_token: String) -> Result<Tokens, Refusal> {
        let (provider, renewed) = (Arc::clone(&self.provider), Arc::clone(&self.renewed));
        let renewing = tokio::spawn(async move {
            let tokens = provider.renew(&refresh_token).await?;
            renewed.lock().unwrap_or_else(PoisonError::into_inner).insert(athlete.uuid(), tokens.clone());
            Ok(tokens)
        });
        renewing.await.unwrap_or_else(|_| Err(Refusal::Silent("it was given up".to_owned())))
    }

    /// Tokens that were renewed and are not kept yet.
    fn renewed(&self, athlete: Id<Athlete>) -> Option<Tokens> {
        self.renewed.lock().unwrap_or_else(PoisonError::into_inner).get(&athlete.uuid()).cloned()
    }

    /// They are kept, or not wanted any more.
    fn is_kept(&self, athlete: Id<Athlete>) {
        self.renewed.lock().unwrap_or_else(PoisonError::into_inner).remove(&athlete.uuid());
    }
}

/// How the connection of the athlete stands.
pub async fn status(app: &App, caller: &Caller) -> Result<Status, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let connection = work.connection().await?;
    let (_, activities) = work.tx.activity_tally(caller.athlete, STRAVA).await?;
    let now = work.now;
    let of = connection.as_ref();
    Ok(Status {
        available: app.outside.strava.is_ok(),
        state: of.map(|one| one.state),
        scope: of.map(|one| one.scope.clone()),
        connected_at: of.map(|one| one.connected_at),
        synced_at: of.and_then(|one| one.synced_at),
        paused_until: of.and_then(|one| one.paused_until).filter(|until| now < *until),
        activities,
    })
}

impl Work<'_> {
    /// The athlete's connection.
    async fn connection(&mut self) -> Result<Option<Connection>, Problem> {
        Ok(self.tx.connection(self.athlete.id, STRAVA).await?)
    }

    /// Whether the connection ended there and has to be made again.
    pub(super) async fn is_cut_off(&mut self) -> Result<bool, Problem> {
        let connection = self.connection().await?;
        Ok(connection.is_some_and(|one| one.state == ConnectionState::ReconnectRequired))
    }

    /// Keeps the athlete's connection.
    async fn put_connection(&mut self, connection: Connection) -> Result<(), Problem> {
        let row = ConnectionRow {
            provider: STRAVA.to_owned(),
            state: connection.state.as_str().to_owned(),
            synced_at: connection.synced_at,
            connection,
        };
        Ok(self.tx.put_connection(self.athlete.id, &row).await?)
    }
}

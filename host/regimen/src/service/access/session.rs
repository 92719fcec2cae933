//! Sessions of browsers: opened by a password, listed, ended (AC-5).

use domain::{id::Id, person::Account as AccountId, time::Instant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Credential;
use uuid::Uuid;

use super::{Visitor, find, secret::Secret};
use crate::{
    problem::Problem,
    service::{
        account,
        app::{App, not_found},
    },
};

pub(in crate::service) const KIND: &str = "session";

const DAY: i64 = 24 * 3600;
/// AC-5: a session that nobody uses ends after 30 days.
const IDLE: i64 = 30 * DAY;
/// AC-5: every session ends after 180 days.
const LONGEST: i64 = 180 * DAY;
/// AC-5: its use is written down at most once a minute.
const NOTED: i64 = 60;

/// From where a session was opened; no more than helps to tell one's own sessions apart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// The family of the browser.
    pub agent: String,
    /// The network that it came from, not the machine.
    pub address: String,
}

/// A session of a browser, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenSession {
    /// Its id.
    pub id: Uuid,
    /// When it was opened.
    pub created_at: Instant,
    /// When it was last used, to the minute.
    pub used_at: Instant,
    /// When it ends unless it is used before.
    pub ends_at: Instant,
    /// From where.
    pub device: Device,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

/// Opens a session for login and password.
pub async fn sign_in(app: &App, login: &str, password: &str, device: Device) -> Result<Secret, Problem> {
    let account = account::prove(app, login, password).await?;
    open(app, account, device).await
}

/// Opens a session for somebody who proved who they are.
pub async fn open(app: &App, account: Id<AccountId>, device: Device) -> Result<Secret, Problem> {
    let (secret, now) = (Secret::long(), app.now());
    let mut tx = app.store.write().await?;
    let row = Credential {
        hash: secret.hash(),
        kind: KIND.to_owned(),
        id: app.uuid(),
        account: Some(account),
        created_at: now,
        used_at: now,
        ends_at: now.plus_seconds(IDLE),
        body: device,
    };
    tx.put_credential(&row).await?;
    tx.commit().await?;
    Ok(secret)
}

/// Whose session this is, if it is good.
pub async fn visitor(app: &App, secret: &Secret) -> Result<Option<Visitor>, Problem> {
    let now = app.now();
    let mut tx = app.store.read().await?;
    let Some((kept, visitor)) = find::<Device>(&mut tx, KIND, secret, now).await? else { return Ok(None) };
    drop(tx);
    if now.seconds_since(kept.used_at) >= NOTED {
        let ends_at = now.plus_seconds(IDLE).min(kept.created_at.plus_seconds(LONGEST));
        let mut tx = app.store.write().await?;
        // Somebody may have ended it meanwhile; then it stays ended.
        if tx.remove_credential(&kept.hash).await? {
            tx.put_credential(&Credential { used_at: now, ends_at, ..kept }).await?;
            tx.commit().await?;
        }
    }
    Ok(Some(visitor))
}

/// The sessions of an account, oldest first.
pub async fn list(
    app: &App,
    account: Id<AccountId>,
    this: Option<Uuid>,
) -> Result<Vec<OpenSession>, Problem> {
    let now = app.now();
    let rows = app.store.read().await?.credentials::<Device>(Some(account), KIND).await?;
    let open = rows.into_iter().filter(|row| now < row.ends_at).map(|row| OpenSession {
        id: row.id,
        created_at: row.created_at,
        used_at: row.used_at,
        ends_at: row.ends_at,
        device: row.body,
        is_this: this == Some(row.id),
    });
    Ok(open.collect())
}

/// When this session of an account was opened.
pub async fn opened_at(app: &App, account: Id<AccountId>, id: Uuid) -> Result<Option<Instant>, Problem> {
    let rows = app.store.read().await?.credentials::<Device>(Some(account), KIND).await?;
    Ok(rows.into_iter().find(|row| row.id == id).map(|row| row.created_at))
}

/// Ends a session of an account.
pub async fn end(app: &App, account: Id<AccountId>, id: Uuid) -> Result<(), Problem> {
    let mut tx = app.store.write().await?;
    let rows = tx.credentials::<Device>(Some(account), KIND).await?;
    let row = rows.into_iter().find(|row| row.id == id).ok_or_else(|| not_found("session", id))?;
    tx.remove_credential(&row.hash).await?;
    Ok(tx.commit().await?)
}

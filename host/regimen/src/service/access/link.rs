//! Links that work once: to set up, to join, to take another password (AC-2, AC-3, AC-4).

use std::collections::BTreeSet;

use domain::{id::Id, person::Account as AccountId, time::Instant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Credential, Tx};

use super::secret::Secret;
use crate::{
    problem::{ALREADY_SET_UP, LINK_INVALID, Problem, SIGN_UP_CLOSED},
    service::{
        account::{
            self, Account, AccountRole, NewAccount,
            admin::{self, Operator},
            password,
        },
        app::App,
    },
};

const MINUTE: i64 = 60;
const DAY: i64 = 24 * 3600;

/// AC-2: 60 minutes to set up.
const SET_UP: (&str, i64) = ("setup", 60 * MINUTE);
/// AC-3: 7 days to join.
const INVITE: (&str, i64) = ("invite", 7 * DAY);
/// AC-4: 24 hours to take another password.
const RESET: (&str, i64) = ("reset", DAY);

domain::vocabulary::vocabulary! {
    /// Who may make an account (AC-3).
    pub enum SignUp: "sign-up mode" {
        /// Nobody; administrators make them.
        Closed = "closed",
        /// Who has a link.
        Invite = "invite",
        /// Everybody.
        Open = "open",
    }
}

/// What a link is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Purpose {
    /// The roles of the account that is made with it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    roles: BTreeSet<AccountRole>,
}

/// A link that was made just now: the only time that its code is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Link {
    /// What the link ends with.
    pub code: String,
    /// Until when it works.
    pub ends_at: Instant,
}

/// The code to set up with, while there is no account (AC-2). An earlier one does not work any more.
pub async fn to_set_up(app: &App) -> Result<Option<Link>, Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    if tx.has_accounts().await? {
        return Ok(None);
    }
    for old in tx.credentials::<Purpose>(None, SET_UP.0).await? {
        tx.remove_credential(&old.hash).await?;
    }
    let link = make(app, &mut tx, SET_UP, None, Purpose::default()).await?;
    tx.commit().await?;
    Ok(Some(link))
}

/// Makes the first account, which administers (AC-2).
pub async fn set_up(
    app: &App,
    code: &str,
    new: NewAccount,
    password: &str,
) -> Result<Id<AccountId>, Problem> {
    if super::is_set_up(app).await? {
        return Err(Problem::new(ALREADY_SET_UP));
    }
    // Of two who use one link at once, the second is refused before an account is made.
    account::check_new(app, &new, password).await?;
    take(app, SET_UP.0, code).await?;
    let (id, _) = account::register(app, new, password).await?;
    Ok(id)
}

/// A link with which somebody may join in a role (AC-3).
pub async fn invite(app: &App, operator: Operator, roles: BTreeSet<AccountRole>) -> Result<Link, Problem> {
    let mut tx = app.store.write().await?;
    admin::admit(&mut tx, operator).await?;
    let roles = if roles.is_empty() { BTreeSet::from([AccountRole::Athlete]) } else { roles };
    let link = make(app, &mut tx, INVITE, None, Purpose { roles }).await?;
    tx.commit().await?;
    Ok(link)
}

/// Makes an account by somebody who is not known yet, if that is allowed (AC-3).
pub async fn sign_up(
    app: &App,
    mode: SignUp,
    code: Option<&str>,
    mut new: NewAccount,
    password: &str,
) -> Result<Id<AccountId>, Problem> {
    let roles = match (mode, code) {
        (SignUp::Closed, _) | (SignUp::Invite, None) => return Err(Problem::new(SIGN_UP_CLOSED)),
        (SignUp::Open, None) => BTreeSet::from([AccountRole::Athlete]),
        (_, Some(code)) => look(app, INVITE.0, code).await?.body.roles,
    };
    if !roles.contains(&AccountRole::Athlete) {
        new.profile = None;
    }
    new.account.roles = roles;
    if let Some(code) = code {
        account::check_new(app, &new, password).await?;
        take(app, INVITE.0, code).await?;
    }
    let (id, _) = account::register(app, new, password).await?;
    Ok(id)
}

/// A link with which somebody may take another password without the old one (AC-4).
pub async fn to_reset(app: &App, operator: Operator, of: &str) -> Result<Link, Problem> {
    let mut tx = app.store.write().await?;
    admin::admit(&mut tx, operator).await?;
    let row = admin::find(&mut tx, of).await?;
    tx.remove_credentials(row.id, RESET.0, None).await?;
    let link = make(app, &mut tx, RESET, Some(row.id), Purpose::default()).await?;
    tx.commit().await?;
    Ok(link)
}

/// Takes another password by a link; all sessions end.
pub async fn reset(app: &App, code: &str, new: &str) -> Result<(), Problem> {
    let kept = look(app, RESET.0, code).await?;
    let account = kept.account.ok_or_else(invalid)?;
    let row = app.store.read().await?.account::<Account>(account).await?.ok_or_else(invalid)?;
    // A password that is not good enough does not use the link up.
    password::check(new, &row.login)?;
    let hash = password::hash(new).await?;
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    // Of several who use one link at once, one changes the password.
    use_up(&mut tx, &kept).await?;
    let row = tx.account::<Account>(account).await?.ok_or_else(invalid)?;
    account::put_password(&mut tx, row, hash, None).await?;
    Ok(tx.commit().await?)
}

async fn make(
    app: &App,
    tx: &mut Tx,
    (kind, seconds): (&str, i64),
    account: Option<Id<AccountId>>,
    body: Purpose,
) -> Result<Link, Problem> {
    let (secret, now) = (Secret::short(), app.now());
    let ends_at = now.plus_seconds(seconds);
    let row = Credential {
        hash: secret.hash(),
        kind: kind.to_owned(),
        id: app.uuid(),
        account,
        created_at: now,
        used_at: now,
        ends_at,
        body,
    };
    tx.put_credential(&row).await?;
    Ok(Link { code: secret.reveal().to_owned(), ends_at })
}

async fn look(app: &App, kind: &str, code: &str) -> Result<Credential<Purpose>, Problem> {
    let hash = Secret::given(code).hash();
    let kept = app.store.read().await?.credential::<Purpose>(kind, &hash).await?;
    kept.filter(|kept| app.now() < kept.ends_at).ok_or_else(invalid)
}

/// A link works once.
async fn take(app: &App, kind: &str, code: &str) -> Result<(), Problem> {
    let kept = look(app, kind, code).await?;
    let mut tx = app.store.write().await?;
    use_up(&mut tx, &kept).await?;
    Ok(tx.commit().await?)
}

async fn use_up(tx: &mut Tx, kept: &Credential<Purpose>) -> Result<(), Problem> {
    if tx.remove_credential(&kept.hash).await? { Ok(()) } else { Err(invalid()) }
}

fn invalid() -> Problem {
    Problem::new(LINK_INVALID)
}

//! What a person says about their own account: what to be called, in which language (AC-1), and that it is really they
//! (AC-12).

use domain::{
    error::ErrorCode,
    id::Id,
    law::{Invalid, Valid},
    person::Account as AccountId,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Account, prove};
use crate::{
    problem::{Problem, SESSION_NEEDED, SIGN_IN_ANEW},
    service::{
        access::{Means, Visitor, session},
        app::{App, not_found},
        profile::Language,
    },
};

/// AC-12: so many minutes a sign-in is fresh.
const FRESH_MINUTES: i64 = 10;

/// What is changed of one's own account; what is absent stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OwnChange {
    /// What to be called: 1..80 characters.
    pub display_name: Option<String>,
    /// The language of texts.
    pub locale: Option<Language>,
}

/// Changes one's own account, and gives it as it is then.
pub async fn change(app: &App, account: Id<AccountId>, change: OwnChange) -> Result<Account, Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let row = tx.account::<Account>(account).await?;
    let mut row = row.ok_or_else(|| not_found("account", account))?;
    let before = row.account.clone();
    let OwnChange { display_name, locale } = change;
    let after = Account {
        display_name: display_name.unwrap_or(before.display_name.clone()),
        locale: locale.unwrap_or(before.locale),
        ..before.clone()
    };
    row.account = Valid::new(after)?.into_inner();
    if row.account != before {
        row.revision += 1;
        tx.put_account(&row).await?;
        tx.commit().await?;
    }
    Ok(row.account)
}

/// Whether the account signs in with a password; else it does so elsewhere (AC-10).
pub async fn has_password(app: &App, account: Id<AccountId>) -> Result<bool, Problem> {
    let row = app.store.read().await?.account::<Account>(account).await?;
    Ok(row.ok_or_else(|| not_found("account", account))?.account.password.is_some())
}

/// Makes sure that the person is there, and not their browser alone: by the password, or where there is none by a sign-in
/// of just now (AC-12).
pub async fn confirm(app: &App, visitor: &Visitor, password: Option<&str>) -> Result<(), Problem> {
    if has_password(app, visitor.account).await? {
        let password = password.ok_or_else(|| {
            Invalid::of(ErrorCode::BadValue, "password", "none", "the password of the account")
        })?;
        return prove(app, &visitor.login, password).await.map(drop);
    }
    let Means::Session(id) = visitor.means else { return Err(Problem::new(SESSION_NEEDED)) };
    let opened_at = session::opened_at(app, visitor.account, id).await?;
    let is_fresh = opened_at.is_some_and(|at| app.now().seconds_since(at) < FRESH_MINUTES * 60);
    if is_fresh { Ok(()) } else { Err(Problem::new(SIGN_IN_ANEW).fact("minutes", FRESH_MINUTES)) }
}

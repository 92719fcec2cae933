//! An athlete as a whole: shown, and deleted with everything (GL-8, AC-12).

use std::collections::BTreeSet;

use domain::{
    id::Id,
    person::{Account as AccountId, Athlete},
    time::Instant,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    account::{Account, AccountRole, admin},
    app::{App, Caller, Scope, not_found},
    profile::Profile,
};
use crate::problem::Problem;

/// Who an athlete is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AthleteView {
    /// The id.
    pub id: Id<Athlete>,
    /// The account of the person.
    pub account_id: Id<AccountId>,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub display_name: String,
    /// What the account may do.
    pub roles: BTreeSet<AccountRole>,
    /// Since when.
    pub created_at: Instant,
    /// Counts the changes of the profile.
    pub revision: i64,
    /// What is set.
    pub profile: Profile,
    /// How many sessions were done.
    pub completed_sessions: i64,
}

/// Who an athlete is and what is set.
pub async fn show(app: &App, caller: &Caller) -> Result<AthleteView, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let account_id = work.athlete.account_id;
    let account = work.tx.account::<Account>(account_id).await?;
    let account = account.ok_or_else(|| not_found("account", account_id))?;
    let completed_sessions = work.tx.completed_sessions(caller.athlete).await?;
    Ok(AthleteView {
        id: work.athlete.id,
        account_id,
        login: account.login,
        display_name: account.account.display_name,
        roles: account.account.roles,
        created_at: work.athlete.created_at,
        revision: work.athlete.revision,
        profile: work.athlete.profile,
        completed_sessions,
    })
}

/// Deletes the athlete, the account and all that is theirs; the login is typed, so that it is meant. Nothing is left
/// but the ids and when. Only the athlete may.
pub async fn delete(app: &App, caller: &Caller, typed: &str) -> Result<(), Problem> {
    app.read(caller, Scope::Read).await?.own()?;
    // The accounts are locked before the athlete, here and wherever both are.
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let row = tx.account::<Account>(caller.account).await?;
    let row = row.ok_or_else(|| not_found("account", caller.account))?;
    admin::delete_person(app, &mut tx, &row, typed, Some(caller.account)).await?;
    Ok(tx.commit().await?)
}

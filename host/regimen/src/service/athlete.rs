//! An athlete as a whole: shown, and deleted with everything after a time of grace (GL-8, AC-12).

use std::collections::BTreeSet;

use domain::{
    id::Id,
    person::{Account as AccountId, Athlete},
    time::Instant,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::Tx;

use super::{
    access::{session, token},
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

/// AC-12: so many days somebody has to come back.
const GRACE_DAYS: i64 = 7;

/// What somebody is told who leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Farewell {
    /// When everything is deleted; signing in before takes it back.
    pub deleted_at: Instant,
}

/// Ends every session and token of the athlete's account, and lets it be deleted with all that is theirs in seven days,
/// unless somebody signs in before (AC-12). The login is typed, so that it is meant. Only the athlete may.
pub async fn delete(app: &App, caller: &Caller, typed: &str) -> Result<Farewell, Problem> {
    app.read(caller, Scope::Read).await?.own()?;
    // The accounts are locked before the athlete, here and wherever both are.
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let row = tx.account::<Account>(caller.account).await?;
    let mut row = row.ok_or_else(|| not_found("account", caller.account))?;
    admin::confirm(&row, typed)?;
    admin::may_go(&mut tx, &row).await?;
    let deleted_at = app.now().plus_seconds(GRACE_DAYS * 86_400);
    row.account.deleted_at = Some(deleted_at);
    row.revision += 1;
    tx.put_account(&row).await?;
    for kind in [session::KIND, token::KIND] {
        tx.remove_credentials(row.id, kind, None).await?;
    }
    tx.commit().await?;
    Ok(Farewell { deleted_at })
}

/// Deletes who has left and not come back, with all that is theirs. Nothing is left but the ids and when.
pub(super) async fn delete_left(app: &App, tx: &mut Tx) -> Result<u64, Problem> {
    tx.lock_accounts().await?;
    let mut accounts = tx.accounts::<Account>().await?;
    accounts.retain(|row| row.account.deleted_at.is_some_and(|at| at <= app.now()));
    let mut gone = 0;
    for row in accounts {
        admin::delete_person(app, tx, &row, &row.login, Some(row.id)).await?;
        gone += 1;
    }
    Ok(gone)
}

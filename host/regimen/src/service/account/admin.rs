//! Administration: accounts are listed, disabled, given other roles or passwords, and deleted (AC-11).
//!
//! Nothing here shows what an athlete trains or eats. One administrator is always left.

use std::collections::BTreeSet;

use domain::{
    error::ErrorCode,
    id::Id,
    law::{Invalid, Valid},
    person::{Account as AccountId, Athlete},
    time::{Instant, LocalDate},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{AccountRow, Deletion, Tx};

use super::{Account, AccountRole, AccountState, is_active, login, require, set_password};
use crate::{
    problem::{LAST_ADMINISTRATOR, NOT_CONFIRMED, Problem},
    service::{
        access,
        app::{App, check_revision, not_found},
        profile::Profile,
    },
};

/// Who administers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// A person at the machine itself, who could as well open the database by hand.
    Machine,
    /// Somebody who signed in.
    Account(Id<AccountId>),
}

/// What an administrator sees of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Listed {
    /// Its id.
    pub id: Id<AccountId>,
    /// Counts its changes (GL-5).
    pub revision: i64,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub display_name: String,
    /// What it may do.
    pub roles: BTreeSet<AccountRole>,
    /// Whether it may be used.
    pub state: String,
    /// When it was made.
    pub created_at: Instant,
    /// The day of the last visit.
    pub last_seen_day: Option<LocalDate>,
    /// Whether it has a password; who has none signs in elsewhere.
    pub has_password: bool,
}

impl From<AccountRow<Account>> for Listed {
    fn from(row: AccountRow<Account>) -> Self {
        Self {
            id: row.id,
            revision: row.revision,
            login: row.login,
            display_name: row.account.display_name,
            roles: row.account.roles,
            state: row.state,
            created_at: row.created_at,
            last_seen_day: row.account.last_seen_day,
            has_password: row.account.password.is_some(),
        }
    }
}

/// All accounts, by login.
pub async fn list(app: &App, operator: Operator) -> Result<Vec<Listed>, Problem> {
    let mut tx = app.store.read().await?;
    admit(&mut tx, operator).await?;
    Ok(tx.accounts::<Account>().await?.into_iter().map(Listed::from).collect())
}

/// One account.
pub async fn show(app: &App, operator: Operator, id: Id<AccountId>) -> Result<Listed, Problem> {
    let mut tx = app.store.read().await?;
    admit(&mut tx, operator).await?;
    let row = tx.account::<Account>(id).await?;
    row.map(Listed::from).ok_or_else(|| not_found("account", id))
}

/// What an administrator changes of an account; what is absent stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AccountChange {
    /// Whether it may be used.
    pub state: Option<AccountState>,
    /// What it may do besides being an athlete.
    pub roles: Option<BTreeSet<AccountRole>>,
}

/// Lets an account be used or not, and says what it may do: all of it or nothing. Whether it is an athlete's does not
/// change with this.
pub async fn change(
    app: &App,
    operator: Operator,
    of: &str,
    change: &AccountChange,
    revision: Option<i64>,
) -> Result<Listed, Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    admit(&mut tx, operator).await?;
    let mut row = find(&mut tx, of).await?;
    check_revision(revision, row.revision)?;
    let before = row.clone();
    if let Some(state) = change.state {
        state.as_str().clone_into(&mut row.state);
        row.account.deleted_at = None;
    }
    if let Some(roles) = &change.roles {
        row.account.roles = changed_roles(&row.account, roles)?;
        row.account = Valid::new(row.account)?.into_inner();
    }
    if row == before {
        return Ok(row.into());
    }
    row.revision += 1;
    tx.put_account(&row).await?;
    keep_one(&tx.accounts::<Account>().await?)?;
    // AC-5: who has other rights signs in anew.
    tx.remove_credentials(row.id, access::session::KIND, None).await?;
    tx.commit().await?;
    Ok(row.into())
}

/// AC-1: the role athlete comes and goes with the athlete, so it is kept where it is and refused where it is not.
fn changed_roles(
    account: &Account,
    wanted: &BTreeSet<AccountRole>,
) -> Result<BTreeSet<AccountRole>, Problem> {
    let athlete = AccountRole::Athlete;
    if wanted.contains(&athlete) && !account.is(athlete) {
        let expected = "roles without athlete, for an account that has no athlete";
        return Err(Invalid::of(ErrorCode::BadValue, "roles", athlete, expected).into());
    }
    let own = account.is(athlete).then_some(athlete);
    Ok(wanted.iter().copied().chain(own).collect())
}

/// Gives an account another password, without the old one.
pub async fn reset_password(app: &App, operator: Operator, of: &str, new: &str) -> Result<(), Problem> {
    let mut tx = app.store.read().await?;
    admit(&mut tx, operator).await?;
    let row = find(&mut tx, of).await?;
    drop(tx);
    set_password(app, &row, new, None).await
}

/// Deletes an account with its athlete and all that is theirs (GL-8). The login is typed twice, so that it is meant.
pub async fn delete(app: &App, operator: Operator, of: &str, typed: &str) -> Result<(), Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    admit(&mut tx, operator).await?;
    let row = find(&mut tx, of).await?;
    let by = match operator {
        Operator::Machine => None,
        Operator::Account(id) => Some(id),
    };
    delete_person(app, &mut tx, &row, typed, by).await?;
    Ok(tx.commit().await?)
}

/// Removes a person, if the login was typed and somebody is left who administers. The accounts are locked.
pub(in crate::service) async fn delete_person(
    app: &App,
    tx: &mut Tx,
    row: &AccountRow<Account>,
    typed: &str,
    by: Option<Id<AccountId>>,
) -> Result<(), Problem> {
    confirm(row, typed)?;
    may_go(tx, row).await?;
    // Nobody writes for the athlete while the rows go.
    let of = tx.athlete_of::<Profile>(row.id).await?;
    let athlete: Option<Id<Athlete>> = of.map(|athlete| athlete.id);
    if let Some(athlete) = athlete {
        tx.locked_athlete::<Profile>(athlete).await?;
    }
    let deletion = Deletion { id: app.uuid(), account: row.id, athlete, by, at: app.now() };
    Ok(tx.remove_person(&deletion).await?)
}

/// Refuses what is not meant: the login has to be typed.
pub(in crate::service) fn confirm(row: &AccountRow<Account>, typed: &str) -> Result<(), Problem> {
    if login(typed).ok().as_ref() == Some(&row.login) {
        return Ok(());
    }
    let why = if typed.is_empty() { "nothing" } else { "other" };
    let problem = Problem::new(NOT_CONFIRMED).fact("login", row.login.as_str());
    Err(problem.fact("why", why).fact("typed", typed))
}

/// AC-11: who administers goes only if somebody else does; but who is the last one of all may go.
pub(in crate::service) async fn may_go(tx: &mut Tx, row: &AccountRow<Account>) -> Result<(), Problem> {
    let mut left = tx.accounts::<Account>().await?;
    left.retain(|other| other.id != row.id);
    if left.is_empty() { Ok(()) } else { keep_one(&left) }
}

/// AC-11: somebody is always left who administers.
pub(in crate::service) fn keep_one(accounts: &[AccountRow<Account>]) -> Result<(), Problem> {
    let administers =
        |row: &AccountRow<Account>| is_active(row) && row.account.is(AccountRole::Administrator);
    if accounts.iter().any(administers) { Ok(()) } else { Err(Problem::new(LAST_ADMINISTRATOR)) }
}

pub(in crate::service) async fn admit(tx: &mut Tx, operator: Operator) -> Result<(), Problem> {
    let Operator::Account(id) = operator else { return Ok(()) };
    let row = tx.account::<Account>(id).await?.ok_or_else(|| not_found("account", id))?;
    require(&row, AccountRole::Administrator)
}

pub(in crate::service) async fn find(tx: &mut Tx, given: &str) -> Result<AccountRow<Account>, Problem> {
    let row = tx.account_by_login::<Account>(&login(given)?).await?;
    row.ok_or_else(|| not_found("account", given))
}

//! Accounts: who signs in, with what, and who administers (AC-1, AC-4, AC-11).

pub mod admin;
pub mod own;
pub mod password;

use std::collections::BTreeSet;

use domain::{
    error::ErrorCode,
    id::Id,
    law::{Check, Invalid, Law, Valid},
    person::{Account as AccountId, Athlete},
    time::{Instant, LocalDate},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{AccountRow, AthleteRow, Tx};
use uuid::Uuid;

use super::{
    access,
    app::{App, Caller, not_found},
    kpi::gate::is_intent_default,
    profile::{Language, Profile, SessionsFrom},
};
use crate::problem::{ACCOUNT_DISABLED, NOT_SET_UP, Problem, ROLE_NEEDED, WHOSE, WRONG_PASSWORD};
use crate::texts::Fact;

domain::vocabulary::vocabulary! {
    /// What an account may do (AC-1).
    pub enum AccountRole: "role" {
        Athlete = "athlete",
        Coach = "coach",
        Administrator = "administrator",
    }
}

domain::vocabulary::vocabulary! {
    /// Whether an account may be used (AC-1).
    pub enum AccountState: "account state" {
        Active = "active",
        Disabled = "disabled",
    }
}

/// A person who signs in (AC-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// 1..80 characters.
    pub display_name: String,
    /// The hash of the password; none for who signs in elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// What it may do.
    pub roles: BTreeSet<AccountRole>,
    /// The language of texts.
    pub locale: Language,
    /// The day of the last visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen_day: Option<LocalDate>,
    /// When it is deleted, for who has asked for it; signing in before takes that back (AC-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Instant>,
}

impl Law for Account {
    fn check(&self, check: &mut Check) {
        check.length(ErrorCode::BadValue, "display_name", &self.display_name, 1, 80);
        check.require(!self.roles.is_empty(), ErrorCode::BadValue, "roles", "none", "at least one role");
    }
}

/// A new account, and the athlete that it owns if it has that role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// The name to sign in with: 3..64 characters.
    pub login: String,
    /// The rest of it.
    pub account: Account,
    /// The profile of its athlete.
    pub profile: Option<Profile>,
}

impl Account {
    /// Whether it has a role.
    pub fn is(&self, role: AccountRole) -> bool {
        self.roles.contains(&role)
    }
}

/// Makes an account with its athlete; the first one administers (AC-2). Without a password in it, it is for somebody
/// who signs in elsewhere.
pub async fn create(app: &App, new: NewAccount) -> Result<(Id<AccountId>, Option<Caller>), Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let made = add(app, &mut tx, new).await?;
    tx.commit().await?;
    Ok(made)
}

/// Makes an account in a transaction that holds the accounts.
pub(super) async fn add(
    app: &App,
    tx: &mut Tx,
    new: NewAccount,
) -> Result<(Id<AccountId>, Option<Caller>), Problem> {
    let mut account = Valid::new(new.account)?.into_inner();
    let profile = new.profile.map(Valid::new).transpose()?.map(Valid::into_inner);
    let login = login(&new.login)?;
    if account.is(AccountRole::Athlete) != profile.is_some() {
        let (found, expected) = ("one without the other", "the role athlete together with a profile");
        return Err(Invalid::of(ErrorCode::BadValue, "roles", found, expected).into());
    }
    let known = tx.accounts::<Account>().await?;
    if known.iter().any(|row| row.login == login) {
        return Err(taken(&login));
    }
    if known.is_empty() {
        account.roles.insert(AccountRole::Administrator);
    }
    let (id, created_at) = (app.id(), app.now());
    let state = AccountState::Active.as_str().to_owned();
    tx.put_account(&AccountRow { id, login, state, created_at, revision: 1, account }).await?;
    let mut caller = None;
    if let Some(mut profile) = profile {
        let athlete: Id<Athlete> = app.id();
        // KP-8: who says nothing else begins with what the installation has as its default.
        if profile.sessions_from.is_none() && !is_intent_default(app, tx).await? {
            profile.sessions_from = Some(SessionsFrom::Template);
        }
        tx.put_athlete(&AthleteRow { id: athlete, account_id: id, created_at, revision: 1, profile }).await?;
        caller = Some(Caller { account: id, athlete });
    }
    Ok((id, caller))
}

/// Makes an account that signs in with a password (AC-4).
pub async fn register(
    app: &App,
    mut new: NewAccount,
    password: &str,
) -> Result<(Id<AccountId>, Option<Caller>), Problem> {
    password::check(password, &login(&new.login)?)?;
    new.account.password = Some(password::hash(password).await?);
    create(app, new).await
}

/// Refuses an account that could not be made: for who has one try only.
pub(super) async fn check_new(app: &App, new: &NewAccount, password: &str) -> Result<(), Problem> {
    let login = login(&new.login)?;
    password::check(password, &login)?;
    Valid::new(new.account.clone())?;
    new.profile.clone().map(Valid::new).transpose()?;
    match app.store.read().await?.account_by_login::<Account>(&login).await? {
        Some(_) => Err(taken(&login)),
        None => Ok(()),
    }
}

fn taken(login: &str) -> Problem {
    Invalid::of(ErrorCode::BadValue, "login", login, "a login that is not taken").into()
}

/// Whose login and password these are. An unknown login takes as long as a wrong password, and is answered alike.
///
/// A hash that was made with other numbers is made anew, and the day is kept (AC-1).
pub async fn prove(app: &App, login_given: &str, password: &str) -> Result<Id<AccountId>, Problem> {
    let wrong = || Problem::new(WRONG_PASSWORD);
    let mut tx = app.store.read().await?;
    let row = match login(login_given) {
        Ok(login) => tx.account_by_login::<Account>(&login).await?,
        Err(_) => None,
    };
    drop(tx);
    let kept = row.as_ref().and_then(|row| row.account.password.as_deref());
    let verdict = password::verify(password, kept).await?;
    let Some(row) = row.filter(|row| verdict.is_right && may_come(row, app)) else { return Err(wrong()) };
    let hash = if verdict.is_old { Some(password::hash(password).await?) } else { None };
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let mut row = tx.account::<Account>(row.id).await?.ok_or_else(wrong)?;
    let today = app.now().local_date(&domain::time::Zone::UTC);
    if hash.is_some() || row.account.last_seen_day != Some(today) || row.account.deleted_at.is_some() {
        row.account.last_seen_day = Some(today);
        row.account.deleted_at = None;
        row.account.password = hash.or(row.account.password);
        tx.put_account(&row).await?;
        tx.commit().await?;
    }
    Ok(row.id)
}

/// Takes another password; that needs the old one, and ends all sessions but the one it is done in (AC-4).
pub async fn change_password(
    app: &App,
    account: Id<AccountId>,
    old: &str,
    new: &str,
    this: Option<Uuid>,
) -> Result<(), Problem> {
    let mut tx = app.store.read().await?;
    let row = tx.account::<Account>(account).await?.ok_or_else(|| not_found("account", account))?;
    drop(tx);
    if !password::verify(old, row.account.password.as_deref()).await?.is_right {
        return Err(Problem::new(WRONG_PASSWORD));
    }
    set_password(app, &row, new, this).await
}

/// Keeps another password, if it is a good one and nobody has changed the account meanwhile.
async fn set_password(
    app: &App,
    known: &AccountRow<Account>,
    new: &str,
    this: Option<Uuid>,
) -> Result<(), Problem> {
    password::check(new, &known.login)?;
    let hash = password::hash(new).await?;
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let row = tx.account::<Account>(known.id).await?;
    let row = row.ok_or_else(|| not_found("account", known.id))?;
    super::app::check_revision(Some(known.revision), row.revision)?;
    put_password(&mut tx, row, hash, this).await?;
    Ok(tx.commit().await?)
}

/// Keeps the hash of another password in a transaction that holds the accounts, and ends all sessions but one (AC-4).
pub(super) async fn put_password(
    tx: &mut Tx,
    mut row: AccountRow<Account>,
    hash: String,
    this: Option<Uuid>,
) -> Result<(), Problem> {
    row.account.password = Some(hash);
    row.revision += 1;
    tx.put_account(&row).await?;
    tx.remove_credentials(row.id, access::session::KIND, this).await?;
    Ok(())
}

/// The account that a person at the machine acts as: the one with this login, or the only one there is.
pub async fn named(app: &App, login_given: Option<&str>) -> Result<Id<AccountId>, Problem> {
    let mut tx = app.store.read().await?;
    match &with_login(&mut tx, login_given).await?[..] {
        [only] => Ok(only.id),
        [] => Err(Problem::new(NOT_SET_UP)),
        several => Err(whose(several.iter().map(|row| row.login.clone()).collect())),
    }
}

/// Who acts when a person works on the store itself: the account with this login, or the only one with an athlete.
pub async fn caller(app: &App, login_given: Option<&str>) -> Result<Caller, Problem> {
    let mut tx = app.store.read().await?;
    let mut callers = Vec::new();
    for account in with_login(&mut tx, login_given).await? {
        if let Some(athlete) = tx.athlete_of::<Profile>(account.id).await? {
            callers.push((account.login, Caller { account: account.id, athlete: athlete.id }));
        }
    }
    match &callers[..] {
        [(_, only)] => Ok(*only),
        [] => Err(Problem::new(NOT_SET_UP)),
        several => Err(whose(several.iter().map(|(login, _)| login.clone()).collect())),
    }
}

/// Who acts when a coach works on the store itself for one of their athletes (AC-9).
pub async fn caller_for(app: &App, coach: Option<&str>, athlete_login: &str) -> Result<Caller, Problem> {
    let account = named(app, coach).await?;
    let wanted = login(athlete_login)?;
    let mut tx = app.store.read().await?;
    let unknown = || not_found("athlete", &wanted);
    let owner = tx.account_by_login::<Account>(&wanted).await?.ok_or_else(unknown)?;
    let athlete = tx.athlete_of::<Profile>(owner.id).await?.ok_or_else(unknown)?;
    Ok(Caller { account, athlete: athlete.id })
}

/// The accounts that may be meant: the one with this login, else all that are active.
async fn with_login(tx: &mut Tx, given: Option<&str>) -> Result<Vec<AccountRow<Account>>, Problem> {
    let mut accounts = tx.accounts::<Account>().await?;
    let Some(given) = given else {
        accounts.retain(is_active);
        return Ok(accounts);
    };
    let wanted = login(given)?;
    accounts.retain(|row| row.login == wanted);
    match accounts.first() {
        None => Err(not_found("account", given)),
        Some(row) if !is_active(row) => Err(Problem::new(ACCOUNT_DISABLED).fact("login", given)),
        Some(_) => Ok(accounts),
    }
}

pub(super) fn is_active(row: &AccountRow<Account>) -> bool {
    row.state == AccountState::Active.as_str() && row.account.deleted_at.is_none()
}

/// Whether somebody may sign in: who is active, and who has asked to be deleted and is still there (AC-12).
pub(super) fn may_come(row: &AccountRow<Account>, app: &App) -> bool {
    let is_there = row.account.deleted_at.is_none_or(|at| app.now() < at);
    row.state == AccountState::Active.as_str() && is_there
}

fn whose(logins: Vec<String>) -> Problem {
    Problem::new(WHOSE).fact("logins", logins)
}

/// Refuses an account without a role.
pub(super) fn require(row: &AccountRow<Account>, role: AccountRole) -> Result<(), Problem> {
    if row.account.is(role) && is_active(row) {
        return Ok(());
    }
    Err(Problem::new(ROLE_NEEDED).fact("role", Fact::word("role", role)))
}

/// AC-1: a login as it is kept: compatible letters made equal, lower case, 3..64 characters.
pub fn login(text: &str) -> Result<String, Problem> {
    use unicode_normalization::UnicodeNormalization;
    let login: String = text.trim().nfkc().collect::<String>().to_lowercase();
    let mut check = Check::default();
    check.length(ErrorCode::BadValue, "login", &login, 3, 64);
    let plain = !login.chars().any(|letter| letter.is_whitespace() || letter.is_control());
    check.require(plain, ErrorCode::BadValue, "login", &login, "no spaces or control characters");
    check.finish()?;
    Ok(login)
}

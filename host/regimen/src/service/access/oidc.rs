//! Sign-in at an identity provider by OpenID Connect: authorization code with PKCE (AC-10).
//!
//! A browser is sent to the provider with a state that works once, for ten minutes, and only in that browser: its cookie
//! holds a secret from which nonce and PKCE verifier are made, so that nothing usable is kept here. What comes back is
//! proved by [`provider`]. A person is known by issuer and subject, never by an address.

mod http;
pub mod provider;

use std::collections::BTreeSet;

use domain::{
    digest::sha256, exercise::TrainingAge, id::Id, person::Account as AccountId, quantity::MassUnit,
    time::Zone,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{AccountRow, Credential, IdentityRow, Tx};
use training::prescribe::goal::Goal;

use self::provider::{Person, Provider};
use super::{secret::Secret, session};
use crate::{
    problem::{
        ACCOUNT_DISABLED, IDENTITY_TAKEN, NO_ACCOUNT, OIDC_GROUP_NEEDED, OIDC_REFUSED, OIDC_STATE_INVALID,
        Problem,
    },
    service::{
        account::{self, Account, AccountRole, NewAccount, admin},
        app::App,
        profile::{Language, Profile},
    },
};

const KIND: &str = "oidc";

/// AC-10: so long somebody may take to sign in at the provider.
pub const SECONDS: i64 = 600;

/// What the server is told of its identity provider.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Its address, as it names itself in its tokens.
    pub issuer: String,
    /// What the provider calls this server.
    pub client_id: String,
    /// By which the provider knows this server; a public client has none.
    pub client_secret: Option<Secret>,
    /// What is asked for besides `openid`.
    pub scopes: Vec<String>,
    /// Who may sign in: members of one of these; everybody if there is none.
    pub allowed_groups: BTreeSet<String>,
    /// Whose members administer, and nobody else who signs in this way.
    pub admin_group: Option<String>,
    /// Whether an account is made for a person who has none.
    pub create_accounts: bool,
}

/// A browser that is sent to the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// Where to.
    pub url: String,
    /// What the browser keeps until it comes back.
    pub browser: Secret,
}

/// What a browser brings back from the provider.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The state that it was sent with.
    pub state: String,
    /// The code that stands for a token.
    pub code: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
    /// Who says so (RFC 9207).
    pub issuer: Option<String>,
}

/// What is kept of a browser that was sent away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Away {
    /// The hash of what the browser keeps.
    browser: String,
}

/// The nonce of a browser: the token that comes back must name it.
fn nonce(browser: &Secret) -> String {
    sha256(format!("nonce {}", browser.reveal()).as_bytes())
}

/// The PKCE verifier of a browser: 64 letters and digits that nobody else can make.
fn verifier(browser: &Secret) -> String {
    sha256(format!("verifier {}", browser.reveal()).as_bytes())
}

/// Sends a browser to the provider; of somebody who is signed in, to link who they are there to their account.
pub async fn depart(
    app: &App,
    provider: &Provider,
    callback: &str,
    account: Option<Id<AccountId>>,
) -> Result<Departure, Problem> {
    let (state, browser, now) = (Secret::long(), Secret::long(), app.now());
    let url = provider.url(callback, state.reveal(), nonce(&browser), verifier(&browser)).await?;
    let row = Credential {
        hash: state.hash(),
        kind: KIND.to_owned(),
        id: app.uuid(),
        account,
        created_at: now,
        used_at: now,
        ends_at: now.plus_seconds(SECONDS),
        body: Away { browser: browser.hash() },
    };
    let mut tx = app.store.write().await?;
    tx.put_credential(&row).await?;
    tx.commit().await?;
    Ok(Departure { url, browser })
}

/// Takes a browser back: the account that the person signs in as.
///
/// `visitor` is who is signed in with the browser; who left as an account comes back as the same one.
pub async fn arrive(
    app: &App,
    provider: &Provider,
    callback: &str,
    arrival: &Arrival,
    browser: &Secret,
    visitor: Option<Id<AccountId>>,
) -> Result<Id<AccountId>, Problem> {
    let own = take(app, &arrival.state, browser).await?;
    if own.is_some() && own != visitor {
        return Err(state_invalid("account"));
    }
    if arrival.issuer.as_ref().is_some_and(|issuer| *issuer != provider.settings.issuer) {
        return Err(state_invalid("issuer"));
    }
    let Some(code) = arrival.code.as_deref().filter(|_| arrival.error.is_none()) else {
        // Only words of the protocol are repeated: anybody can write anything there.
        let known =
            ["access_denied", "login_required", "interaction_required", "consent_required", "server_error"];
        let why = known.into_iter().find(|known| arrival.error.as_deref() == Some(known)).unwrap_or("other");
        return Err(Problem::new(OIDC_REFUSED).fact("why", why));
    };
    let person = provider.prove(callback, code, nonce(browser), verifier(browser), app.now()).await?;
    enter(app, &provider.settings, &person, own).await
}

/// AC-10: a state works once, in time, and in the browser that it was made for.
async fn take(app: &App, state: &str, browser: &Secret) -> Result<Option<Id<AccountId>>, Problem> {
    let mut tx = app.store.write().await?;
    let kept = tx.credential::<Away>(KIND, &Secret::given(state).hash()).await?;
    let kept = kept.ok_or_else(|| state_invalid("unknown"))?;
    if kept.body.browser != browser.hash() {
        return Err(state_invalid("browser"));
    }
    if kept.ends_at <= app.now() {
        return Err(state_invalid("late"));
    }
    if !tx.remove_credential(&kept.hash).await? {
        return Err(state_invalid("unknown"));
    }
    tx.commit().await?;
    Ok(kept.account)
}

fn state_invalid(why: &'static str) -> Problem {
    Problem::new(OIDC_STATE_INVALID).fact("why", why)
}

/// Finds, links or makes the account of a person who proved who they are.
async fn enter(
    app: &App,
    settings: &Settings,
    person: &Person,
    own: Option<Id<AccountId>>,
) -> Result<Id<AccountId>, Problem> {
    if !settings.allowed_groups.is_empty() && settings.allowed_groups.is_disjoint(&person.groups) {
        return Err(Problem::new(OIDC_GROUP_NEEDED));
    }
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let linked = tx.account_of_identity(&person.issuer, &person.subject).await?;
    let account = match (own, linked) {
        (Some(own), Some(linked)) if own != linked => return Err(Problem::new(IDENTITY_TAKEN)),
        (_, Some(linked)) => linked,
        (Some(own), None) => link(app, &mut tx, person, own).await?,
        (None, None) if settings.create_accounts => {
            let new = newcomer(person, &tx.accounts::<Account>().await?);
            let (made, _) = account::add(app, &mut tx, new).await?;
            link(app, &mut tx, person, made).await?
        }
        (None, None) => return Err(Problem::new(NO_ACCOUNT)),
    };
    let row = tx.account::<Account>(account).await?;
    let mut row = row.ok_or_else(|| Problem::new(NO_ACCOUNT))?;
    if !account::may_come(&row, app) {
        return Err(Problem::new(ACCOUNT_DISABLED).fact("login", row.login));
    }
    row.account.last_seen_day = Some(app.now().local_date(&Zone::UTC));
    row.account.deleted_at = None;
    if let Some(group) = &settings.admin_group {
        administer(&mut tx, &mut row, person.groups.contains(group)).await?;
    }
    tx.put_account(&row).await?;
    tx.commit().await?;
    Ok(account)
}

async fn link(
    app: &App,
    tx: &mut Tx,
    person: &Person,
    account: Id<AccountId>,
) -> Result<Id<AccountId>, Problem> {
    let Person { issuer, subject, .. } = person.clone();
    tx.add_identity(&IdentityRow { issuer, subject, account, linked_at: app.now() }).await?;
    Ok(account)
}

/// The group decides who administers; but somebody always does (AC-11).
async fn administer(tx: &mut Tx, row: &mut AccountRow<Account>, is_member: bool) -> Result<(), Problem> {
    if row.account.is(AccountRole::Administrator) == is_member {
        return Ok(());
    }
    if is_member {
        row.account.roles.insert(AccountRole::Administrator);
    } else {
        let mut others = tx.accounts::<Account>().await?;
        others.retain(|other| other.id != row.id);
        if admin::keep_one(&others).is_err() {
            return Ok(());
        }
        row.account.roles.remove(&AccountRole::Administrator);
        // Every account has a role; that of a coach whom nobody has granted anything allows nothing.
        if row.account.roles.is_empty() {
            row.account.roles.insert(AccountRole::Coach);
        }
    }
    row.revision += 1;
    // AC-5: who has other rights signs in anew.
    tx.remove_credentials(row.id, session::KIND, None).await?;
    Ok(())
}

/// The account of somebody who comes for the first time: an athlete without a password.
fn newcomer(person: &Person, known: &[AccountRow<Account>]) -> NewAccount {
    let login = free_login(person.username.as_deref(), |login| known.iter().any(|row| row.login == login));
    let called: String = person.name.as_deref().unwrap_or_default().trim().chars().take(80).collect();
    let (training_age, goal) = (TrainingAge::Beginner, Goal::GeneralHealth);
    NewAccount {
        profile: Some(Profile::new(training_age, goal, MassUnit::Kg, Zone::UTC)),
        account: Account {
            display_name: if called.is_empty() { login.clone() } else { called },
            password: None,
            roles: BTreeSet::from([AccountRole::Athlete]),
            locale: Language::Auto,
            last_seen_day: None,
            deleted_at: None,
        },
        login,
    }
}

/// A login that nobody has: the name at the provider if it can be one, with a number after it if it is taken.
fn free_login(wanted: Option<&str>, is_taken: impl Fn(&str) -> bool) -> String {
    let plain: String = wanted.unwrap_or_default().chars().filter(|letter| !letter.is_whitespace()).collect();
    // Some letters are more than one when they are kept: there is room for that, and for a number.
    let short: String = plain.chars().take(40).collect();
    let base = account::login(&short).unwrap_or_else(|_| "athlete".to_owned());
    let numbered = (2..).map(|number: u64| format!("{base}-{number}"));
    let free = std::iter::once(base.clone()).chain(numbered).find(|login| !is_taken(login));
    free.unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ac_10_a_new_login_is_valid_and_nobody_elses() {
        let taken = |login: &str| ["anna", "anna-2", "athlete"].contains(&login);
        for (wanted, expected) in [
            (Some("Bob"), "bob"),
            (Some("anna"), "anna-3"),
            (Some("Anna Example"), "annaexample"),
            (Some("x"), "athlete-2"),
            (Some("\u{7}bell"), "athlete-2"),
            (None, "athlete-2"),
            (Some("bob@example.org"), "bob@example.org"),
        ] {
            assert_eq!(free_login(wanted, taken), expected, "{wanted:?}");
        }
        assert_eq!(free_login(Some(&"x".repeat(100)), |_| false), "x".repeat(40));
        // One letter that is kept as three.
        assert_eq!(free_login(Some(&"\u{fb03}".repeat(100)), |_| false), "athlete");
    }

    #[test]
    fn ac_10_nonce_and_verifier_tell_nothing_of_each_other() {
        let browser = Secret::long();
        assert_ne!(nonce(&browser), verifier(&browser));
        assert_eq!(verifier(&browser).len(), 64);
        assert_eq!(verifier(&browser), verifier(&browser.clone()));
    }
}

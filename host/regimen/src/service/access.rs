//! Who is there: sessions of browsers, tokens of programs, links that work once (AC-2..AC-8), and who signs in elsewhere
//! (AC-10).
//!
//! All of them are secrets that stand for an account until they end. Only their hashes are kept, and each is shown once.

pub mod identity;
pub mod link;
#[cfg(feature = "sso")]
pub mod oidc;
pub mod secret;
pub mod session;
pub mod throttle;
pub mod token;

use std::collections::BTreeSet;

use domain::{
    id::Id,
    person::{Account as AccountId, Athlete},
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use store::{Credential, Tx};
use uuid::Uuid;

use self::{secret::Secret, token::TokenScope};
use super::{
    account::{self, Account, AccountRole},
    app::{App, Caller},
    profile::{Language, Profile},
};
use crate::problem::{Problem, SIGN_IN_NEEDED};

/// Somebody who proved who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    /// The account.
    pub account: Id<AccountId>,
    /// Its athlete, if it has one.
    pub athlete: Option<Id<Athlete>>,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub display_name: String,
    /// What the account may do.
    pub roles: BTreeSet<AccountRole>,
    /// The language that was chosen.
    pub locale: Language,
    /// How it was proved.
    pub means: Means,
}

/// How a visitor proved who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Means {
    /// A browser, by its cookie.
    Session(Uuid),
    /// A program, by a token that allows some things only.
    Token {
        /// What it may do.
        scopes: BTreeSet<TokenScope>,
        /// For whom; empty: for everybody that the account may act for.
        athletes: BTreeSet<Id<Athlete>>,
    },
}

/// Who the visitor is, as they see it themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Me {
    /// The account.
    pub account_id: Id<AccountId>,
    /// Its athlete, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub athlete_id: Option<Id<Athlete>>,
    /// The name to sign in with.
    pub login: String,
    /// What the person is called.
    pub display_name: String,
    /// What the account may do.
    pub roles: BTreeSet<AccountRole>,
    /// The language that was chosen.
    pub locale: Language,
}

impl Visitor {
    /// For whom they act: their own athlete, or one that is named.
    pub fn caller(&self, named: Option<Id<Athlete>>) -> Result<Caller, Problem> {
        let athlete = named.or(self.athlete).ok_or_else(|| Problem::new(crate::problem::WHICH_ATHLETE))?;
        if let Means::Token { athletes, .. } = &self.means
            && !athletes.is_empty()
            && !athletes.contains(&athlete)
        {
            return Err(super::app::not_found("athlete", athlete));
        }
        Ok(Caller { account: self.account, athlete })
    }

    /// Who they are.
    pub fn me(&self) -> Me {
        Me {
            account_id: self.account,
            athlete_id: self.athlete,
            login: self.login.clone(),
            display_name: self.display_name.clone(),
            roles: self.roles.clone(),
            locale: self.locale,
        }
    }
}

/// A credential that is good now, and whom it stands for.
async fn find<C: DeserializeOwned>(
    tx: &mut Tx,
    kind: &str,
    secret: &Secret,
    now: Instant,
) -> Result<Option<(Credential<C>, Visitor)>, Problem> {
    let kept = tx.credential::<C>(kind, &secret.hash()).await?.filter(|kept| now < kept.ends_at);
    let Some((kept, account)) = kept.and_then(|kept| kept.account.map(|account| (kept, account))) else {
        return Ok(None);
    };
    let row = tx.account::<Account>(account).await?.filter(account::is_active);
    let Some(row) = row else { return Ok(None) };
    let athlete = tx.athlete_of::<Profile>(account).await?.map(|athlete| athlete.id);
    let visitor = Visitor {
        account,
        athlete,
        login: row.login,
        display_name: row.account.display_name,
        roles: row.account.roles,
        locale: row.account.locale,
        means: Means::Session(kept.id),
    };
    Ok(Some((kept, visitor)))
}

/// Whether there is an account at all (AC-2).
pub async fn is_set_up(app: &App) -> Result<bool, Problem> {
    Ok(app.store.read().await?.has_accounts().await?)
}

/// What is said to somebody who is not known.
pub fn sign_in_needed() -> Problem {
    Problem::new(SIGN_IN_NEEDED)
}

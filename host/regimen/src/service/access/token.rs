//! Tokens of programs: named, limited in what and for whom, and ending some day (AC-7).

use std::{collections::BTreeSet, ops::RangeInclusive};

use domain::{
    error::ErrorCode,
    id::Id,
    law::Check,
    person::{Account as AccountId, Athlete},
    time::{Instant, LocalDate, Zone},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Credential;
use uuid::Uuid;

use super::{
    Means, Visitor, find,
    secret::{Secret, base62},
};
use crate::{
    problem::{Problem, TOO_MANY_TOKENS},
    service::app::{App, Scope, not_found},
};

pub(in crate::service) const KIND: &str = "token";
const DAY: i64 = 24 * 3600;
/// AC-7: what a token begins with, so that one that leaked is found.
const PREFIX: &str = "rgm_";
/// AC-7: the letters of the secret itself.
const LETTERS: usize = 43;
/// AC-7: after how many days a token may end.
pub const DAYS: RangeInclusive<u32> = 1..=3 * 365;
/// AC-7: at most so many for an account.
const MOST: usize = 50;

domain::vocabulary::vocabulary! {
    /// What a token allows (AC-7).
    pub enum TokenScope: "token scope" {
        Read = "read",
        Log = "log",
        Plan = "plan",
        Meals = "meals",
        /// What only administrators may.
        Admin = "admin",
    }
}

impl From<Scope> for TokenScope {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Read => Self::Read,
            Scope::Log => Self::Log,
            Scope::Plan => Self::Plan,
            Scope::Meals => Self::Meals,
        }
    }
}

/// A token that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for: 1..80 characters.
    pub name: String,
    /// What it may do.
    pub scopes: BTreeSet<TokenScope>,
    /// For whom; empty: for everybody that the account may act for.
    #[serde(default)]
    pub athletes: BTreeSet<Id<Athlete>>,
    /// After how many days it ends: 1..1095.
    #[serde(default = "a_year")]
    pub days: u32,
}

const fn a_year() -> u32 {
    365
}

/// What is kept of a token besides its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Kept {
    name: String,
    scopes: BTreeSet<TokenScope>,
    athletes: BTreeSet<Id<Athlete>>,
}

/// A token as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Token {
    /// Its id.
    pub id: Uuid,
    /// What it is for.
    pub name: String,
    /// What it may do.
    pub scopes: BTreeSet<TokenScope>,
    /// For whom; empty: for everybody that the account may act for.
    pub athletes: BTreeSet<Id<Athlete>>,
    /// When it was made.
    pub created_at: Instant,
    /// When it ends.
    pub ends_at: Instant,
    /// The day of its last use.
    pub last_used_day: LocalDate,
}

/// A token that was made just now: the only time that it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MadeToken {
    /// What a program sends as `Authorization: Bearer`.
    pub secret: String,
    /// What is kept of it.
    #[serde(flatten)]
    pub token: Token,
}

/// Makes a token for an account.
pub async fn create(app: &App, account: Id<AccountId>, new: NewToken) -> Result<MadeToken, Problem> {
    let mut check = Check::default();
    check.length(ErrorCode::BadValue, "name", &new.name, 1, 80);
    check.require(!new.scopes.is_empty(), ErrorCode::BadValue, "scopes", "none", "at least one scope");
    check.inside(ErrorCode::BadValue, "days", new.days, DAYS);
    check.finish()?;
    let (secret, now) = (with_sum(Secret::long().reveal()), app.now());
    let mut tx = app.store.write().await?;
    // Whoever makes tokens at once is counted one after the other.
    tx.lock_accounts().await?;
    let kept = tx.credentials::<Kept>(Some(account), KIND).await?;
    if kept.iter().filter(|row| now < row.ends_at).count() >= MOST {
        return Err(Problem::new(TOO_MANY_TOKENS).fact("most", MOST));
    }
    let row = Credential {
        hash: Secret::given(&secret).hash(),
        kind: KIND.to_owned(),
        id: app.uuid(),
        account: Some(account),
        created_at: now,
        used_at: now,
        ends_at: now.plus_seconds(i64::from(new.days) * DAY),
        body: Kept { name: new.name, scopes: new.scopes, athletes: new.athletes },
    };
    tx.put_credential(&row).await?;
    tx.commit().await?;
    Ok(MadeToken { secret, token: seen(row) })
}

/// The tokens of an account that are good, oldest first.
pub async fn list(app: &App, account: Id<AccountId>) -> Result<Vec<Token>, Problem> {
    let now = app.now();
    let rows = app.store.read().await?.credentials::<Kept>(Some(account), KIND).await?;
    Ok(rows.into_iter().filter(|row| now < row.ends_at).map(seen).collect())
}

/// Takes a token back; it is no good from the next request on.
pub async fn revoke(app: &App, account: Id<AccountId>, id: Uuid) -> Result<(), Problem> {
    let mut tx = app.store.write().await?;
    let rows = tx.credentials::<Kept>(Some(account), KIND).await?;
    let row = rows.into_iter().find(|row| row.id == id).ok_or_else(|| not_found("token", id))?;
    tx.remove_credential(&row.hash).await?;
    Ok(tx.commit().await?)
}

/// Whose token this is, if it is good. One that was mistyped is not looked for.
pub async fn visitor(app: &App, given: &str) -> Result<Option<Visitor>, Problem> {
    let letters = given.strip_prefix(PREFIX).and_then(|rest| rest.get(..LETTERS));
    if letters.is_none_or(|letters| with_sum(letters) != given) {
        return Ok(None);
    }
    let (secret, now) = (Secret::given(given), app.now());
    let mut tx = app.store.read().await?;
    let Some((kept, visitor)) = find::<Kept>(&mut tx, KIND, &secret, now).await? else { return Ok(None) };
    drop(tx);
    let means = Means::Token { scopes: kept.body.scopes.clone(), athletes: kept.body.athletes.clone() };
    let day = |at: Instant| at.local_date(&Zone::UTC);
    if day(now) != day(kept.used_at) {
        let mut tx = app.store.write().await?;
        if tx.remove_credential(&kept.hash).await? {
            tx.put_credential(&Credential { used_at: now, ..kept }).await?;
            tx.commit().await?;
        }
    }
    Ok(Some(Visitor { means, ..visitor }))
}

fn seen(row: Credential<Kept>) -> Token {
    Token {
        id: row.id,
        name: row.body.name,
        scopes: row.body.scopes,
        athletes: row.body.athletes,
        created_at: row.created_at,
        ends_at: row.ends_at,
        last_used_day: row.used_at.local_date(&Zone::UTC),
    }
}

/// A token from its letters: a mistyped one is told by its last six.
fn with_sum(letters: &str) -> String {
    format!("{PREFIX}{letters}{}", base62(crc32fast::hash(letters.as_bytes()), 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ac_7_a_token_ends_in_the_sum_of_its_letters() {
        let token = with_sum(&"a".repeat(LETTERS));
        assert_eq!(token.len(), 4 + 43 + 6);
        assert!(token.starts_with("rgm_aaa"), "{token}");
        let letters = &token[4..47];
        assert_eq!(with_sum(letters), token);
        assert_ne!(with_sum(&letters.replacen('a', "b", 1))[47..], token[47..]);
    }
}

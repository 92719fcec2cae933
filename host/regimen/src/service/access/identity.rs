//! Who an account is elsewhere: identities that sign in as it (AC-10). They are listed and taken off by their own person;
//! making one needs the provider.

use domain::{id::Id, person::Account as AccountId, time::Instant};
use schemars::JsonSchema;
use serde::Serialize;
use store::IdentityRow;
use uuid::Uuid;

use crate::{
    problem::{LAST_SIGN_IN, Problem},
    service::{
        account::Account,
        app::{App, not_found},
    },
};

/// Somebody at an identity provider who signs in as an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LinkedIdentity {
    /// By which it is taken off.
    pub id: Uuid,
    /// The provider.
    pub issuer: String,
    /// Since when.
    pub linked_at: Instant,
}

impl From<&IdentityRow> for LinkedIdentity {
    fn from(row: &IdentityRow) -> Self {
        // What the provider calls the person is nobody's business, but two of them must not be mixed up.
        let id = Id::<IdentityRow>::derive(&["identity", &row.issuer, &row.subject]).uuid();
        Self { id, issuer: row.issuer.clone(), linked_at: row.linked_at }
    }
}

/// The identities of an account, oldest first.
pub async fn list(app: &App, account: Id<AccountId>) -> Result<Vec<LinkedIdentity>, Problem> {
    Ok(app.store.read().await?.identities(account).await?.iter().map(LinkedIdentity::from).collect())
}

/// Takes an identity off. Without a password, the last one stays: nobody shall be locked out.
pub async fn unlink(app: &App, account: Id<AccountId>, id: Uuid) -> Result<(), Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    let rows = tx.identities(account).await?;
    let row = rows.iter().find(|row| LinkedIdentity::from(*row).id == id);
    let row = row.ok_or_else(|| not_found("identity", id))?;
    let known = tx.account::<Account>(account).await?.ok_or_else(|| not_found("account", account))?;
    if known.account.password.is_none() && rows.len() == 1 {
        return Err(Problem::new(LAST_SIGN_IN));
    }
    tx.remove_identity(row).await?;
    Ok(tx.commit().await?)
}

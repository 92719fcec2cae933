//! What a person says about their own account: what to be called, and in which language (AC-1).

use domain::{id::Id, law::Valid, person::Account as AccountId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Account;
use crate::{
    problem::Problem,
    service::{
        app::{App, not_found},
        profile::Language,
    },
};

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

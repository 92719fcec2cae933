//! Who somebody is elsewhere: which subject of which identity provider signs in as which account (AC-10).

use domain::{id::Id, person::Account, time::Instant};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::Table,
    tx::{Tx, on},
};

const IDENTITIES: Table =
    Table { name: "identities", key: 2, columns: &["issuer", "subject", "account_id", "linked_at"] };

/// A person as an identity provider knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityRow {
    /// The provider.
    pub issuer: String,
    /// What the provider calls the person: never an address, and never given to somebody else.
    pub subject: String,
    /// The account that they sign in as.
    pub account: Id<Account>,
    /// Since when.
    pub linked_at: Instant,
}

impl Tx {
    /// Links a person to an account, unless they are linked to one already; whether it is new.
    pub async fn add_identity(&mut self, row: &IdentityRow) -> Result<bool, StoreError> {
        let cells = vec![
            row.issuer.as_str().into(),
            row.subject.as_str().into(),
            row.account.into(),
            row.linked_at.into(),
        ];
        Ok(self.add_new(&IDENTITIES, vec![cells]).await? == 1)
    }

    /// The account that a person signs in as.
    pub async fn account_of_identity(
        &mut self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<Id<Account>>, StoreError> {
        const SQL: &str = "select account_id from identities where issuer = $1 and subject = $2";
        let id: Option<Uuid> = on!(self, conn => {
            sqlx::query_scalar(SQL).bind(issuer.to_owned()).bind(subject.to_owned()).fetch_optional(conn)
        })?;
        Ok(id.map(Id::from_uuid))
    }
}

//! Who somebody is elsewhere: which subject of which identity provider signs in as which account (AC-10).

use domain::{id::Id, person::Account, time::Instant};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Table, instant},
    tx::{Tx, on, run},
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

    /// Who signs in as an account elsewhere, oldest first.
    pub async fn identities(&mut self, account: Id<Account>) -> Result<Vec<IdentityRow>, StoreError> {
        const SQL: &str = "select issuer, subject, linked_at from identities where account_id = $1
                           order by linked_at, issuer, subject";
        let rows: Vec<(String, String, i64)> =
            on!(self, conn => sqlx::query_as(SQL).bind(account.uuid()).fetch_all(conn))?;
        let row = |(issuer, subject, at)| IdentityRow { issuer, subject, account, linked_at: instant(at) };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Takes the link to an account off.
    pub async fn remove_identity(&mut self, row: &IdentityRow) -> Result<(), StoreError> {
        const SQL: &str = "delete from identities where issuer = $1 and subject = $2 and account_id = $3";
        let (issuer, subject) = (row.issuer.clone(), row.subject.clone());
        run!(self, sqlx::query(SQL).bind(issuer).bind(subject).bind(row.account.uuid()))?;
        Ok(())
    }
}

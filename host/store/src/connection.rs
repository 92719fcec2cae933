//! Connections of an athlete to where activities come from, and their tokens, sealed (L-37).

use domain::{id::Id, person::Athlete, time::Instant};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    error::StoreError,
    row::{Body, Table, document, value},
    tx::{Tx, on, run},
};

const CONNECTIONS: Table =
    Table { name: "connections", key: 2, columns: &["athlete_id", "provider", "state", "synced_at", "body"] };

pub(crate) const SEALED: Table =
    Table { name: "sealed_tokens", key: 2, columns: &["athlete_id", "provider", "key_id", "sealed"] };

/// A connection as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionRow<C> {
    /// To whom.
    pub provider: String,
    /// How it stands.
    pub state: String,
    /// When activities last came by it.
    pub synced_at: Option<Instant>,
    /// The rest.
    pub connection: C,
}

/// Tokens that only who has the key can read.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedRow {
    /// Which key.
    pub key_id: String,
    /// The sealed text.
    pub sealed: String,
}

impl Tx {
    /// The connection to a provider.
    pub async fn connection<C: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        provider: &str,
    ) -> Result<Option<C>, StoreError> {
        const SQL: &str = "select body from connections where athlete_id = $1 and provider = $2";
        let body: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(provider.to_owned()).fetch_optional(conn))?;
        body.map(|body| value(CONNECTIONS.name, &body.0)).transpose()
    }

    /// Adds a connection, or replaces the one to the same provider.
    pub async fn put_connection<C: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        row: &ConnectionRow<C>,
    ) -> Result<(), StoreError> {
        let body = document(&CONNECTIONS, &row.connection)?;
        let cells = vec![
            athlete.into(),
            row.provider.as_str().into(),
            row.state.as_str().into(),
            row.synced_at.into(),
            body,
        ];
        self.put(&CONNECTIONS, vec![cells]).await.map(drop)
    }

    /// The sealed tokens of a connection.
    pub async fn sealed(
        &mut self,
        athlete: Id<Athlete>,
        provider: &str,
    ) -> Result<Option<SealedRow>, StoreError> {
        const SQL: &str = "select key_id, sealed from sealed_tokens where athlete_id = $1 and provider = $2";
        let row: Option<(String, String)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(provider.to_owned()).fetch_optional(conn))?;
        Ok(row.map(|(key_id, sealed)| SealedRow { key_id, sealed }))
    }

    /// Keeps sealed tokens in place of those that were.
    pub async fn put_sealed(
        &mut self,
        athlete: Id<Athlete>,
        provider: &str,
        row: &SealedRow,
    ) -> Result<(), StoreError> {
        let cells =
            vec![athlete.into(), provider.into(), row.key_id.as_str().into(), row.sealed.as_str().into()];
        self.put(&SEALED, vec![cells]).await.map(drop)
    }

    /// Removes the tokens of a connection.
    pub async fn remove_sealed(&mut self, athlete: Id<Athlete>, provider: &str) -> Result<(), StoreError> {
        let statement = "delete from sealed_tokens where athlete_id = $1 and provider = $2";
        run!(self, sqlx::query(statement).bind(athlete.uuid()).bind(provider.to_owned()))?;
        Ok(())
    }

    /// Removes a connection with its tokens; whether there was one.
    pub async fn remove_connection(
        &mut self,
        athlete: Id<Athlete>,
        provider: &str,
    ) -> Result<bool, StoreError> {
        self.remove_sealed(athlete, provider).await?;
        let statement = "delete from connections where athlete_id = $1 and provider = $2";
        Ok(run!(self, sqlx::query(statement).bind(athlete.uuid()).bind(provider.to_owned()))? == 1)
    }
}

impl std::fmt::Debug for SealedRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealedRow")
    }
}

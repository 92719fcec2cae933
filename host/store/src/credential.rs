//! What stands for a person until it ends, by the hash of its secret (AC-2..AC-5, AC-7), and answers that are given
//! again (GL-5).

use domain::{id::Id, person::Account, time::Instant};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Table, document, instant, value},
    tx::{Tx, on, run},
};

const CREDENTIALS: Table = Table {
    name: "credentials",
    key: 1,
    columns: &["hash", "kind", "id", "account_id", "created_at", "used_at", "ends_at", "body"],
};

const ANSWERS: Table =
    Table { name: "answers", key: 2, columns: &["account_id", "key", "request_hash", "at", "body"] };

/// A credential as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential<C> {
    /// The hash of its secret.
    pub hash: String,
    /// What it is: a session, a token, a kind of link.
    pub kind: String,
    /// By which it is named where the secret must not be.
    pub id: Uuid,
    /// Whom it stands for; a link to become somebody stands for nobody yet.
    pub account: Option<Id<Account>>,
    /// Since when.
    pub created_at: Instant,
    /// When it was last used.
    pub used_at: Instant,
    /// When it ends.
    pub ends_at: Instant,
    /// The rest.
    pub body: C,
}

/// An answer that is given again for the same key (GL-5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerRow<A> {
    /// Whose key it is.
    pub account: Id<Account>,
    /// The key.
    pub key: String,
    /// What was asked, as a hash.
    pub request_hash: String,
    /// When.
    pub at: Instant,
    /// What was answered; nothing yet while the first request is at work.
    pub answer: Option<A>,
}

type Columns = (String, String, Uuid, Option<Uuid>, i64, i64, i64, Body);
type AnswerColumns = (String, i64, Body);

fn credential<C: DeserializeOwned>(row: Columns) -> Result<Credential<C>, StoreError> {
    let (hash, kind, id, account, created_at, used_at, ends_at, body) = row;
    Ok(Credential {
        hash,
        kind,
        id,
        account: account.map(Id::from_uuid),
        created_at: instant(created_at),
        used_at: instant(used_at),
        ends_at: instant(ends_at),
        body: value("credentials", &body.0)?,
    })
}

impl Tx {
    /// Adds a credential, or replaces the one with its hash.
    pub async fn put_credential<C: Serialize>(&mut self, row: &Credential<C>) -> Result<(), StoreError> {
        let body = document(&CREDENTIALS, &row.body)?;
        let cells = vec![
            row.hash.as_str().into(),
            row.kind.as_str().into(),
            row.id.into(),
            row.account.into(),
            row.created_at.into(),
            row.used_at.into(),
            row.ends_at.into(),
            body,
        ];
        self.put(&CREDENTIALS, vec![cells]).await.map(drop)
    }

    /// The credential of this kind whose secret has this hash.
    pub async fn credential<C: DeserializeOwned>(
        &mut self,
        kind: &str,
        hash: &str,
    ) -> Result<Option<Credential<C>>, StoreError> {
        const SQL: &str =
            "select hash, kind, id, account_id, created_at, used_at, ends_at, body from credentials
                           where hash = $1 and kind = $2";
        let row: Option<Columns> = on!(self, conn => {
            sqlx::query_as(SQL).bind(hash.to_owned()).bind(kind.to_owned()).fetch_optional(conn)
        })?;
        row.map(credential).transpose()
    }

    /// The credentials of this kind that stand for an account, or those for nobody yet; oldest first.
    pub async fn credentials<C: DeserializeOwned>(
        &mut self,
        account: Option<Id<Account>>,
        kind: &str,
    ) -> Result<Vec<Credential<C>>, StoreError> {
        const SQL: &str =
            "select hash, kind, id, account_id, created_at, used_at, ends_at, body from credentials
                           where (account_id = $1 or ($1 is null and account_id is null)) and kind = $2
                           order by created_at, id";
        let account = account.map(Id::uuid);
        let rows: Vec<Columns> = on!(self, conn => {
            sqlx::query_as(SQL).bind(account).bind(kind.to_owned()).fetch_all(conn)
        })?;
        rows.into_iter().map(credential).collect()
    }

    /// Removes the credential with this hash; of several who do so at once, one removes it.
    pub async fn remove_credential(&mut self, hash: &str) -> Result<bool, StoreError> {
        let statement = "delete from credentials where hash = $1";
        Ok(run!(self, sqlx::query(statement).bind(hash.to_owned()))? == 1)
    }

    /// Removes what stands for an account, of this kind; one may be left.
    pub async fn remove_credentials(
        &mut self,
        account: Id<Account>,
        kind: &str,
        but: Option<Uuid>,
    ) -> Result<u64, StoreError> {
        let statement = "delete from credentials where account_id = $1 and kind = $2 and id <> $3";
        let but = but.unwrap_or(Uuid::nil());
        Ok(run!(self, sqlx::query(statement).bind(account.uuid()).bind(kind.to_owned()).bind(but))?)
    }

    /// Removes what has ended; says how many.
    pub async fn remove_ended_credentials(&mut self, now: Instant) -> Result<u64, StoreError> {
        Ok(run!(self, sqlx::query("delete from credentials where ends_at <= $1").bind(now.millis()))?)
    }

    /// Keeps a key for a request; whether it is the first with it.
    pub async fn keep_key<A: Serialize>(&mut self, row: &AnswerRow<A>) -> Result<bool, StoreError> {
        let cells = answer_cells(row)?;
        Ok(self.add_new(&ANSWERS, vec![cells]).await? == 1)
    }

    /// Keeps what was answered.
    pub async fn put_answer<A: Serialize>(&mut self, row: &AnswerRow<A>) -> Result<(), StoreError> {
        let cells = answer_cells(row)?;
        self.put(&ANSWERS, vec![cells]).await.map(drop)
    }

    /// What is known of a key.
    pub async fn answer<A: DeserializeOwned>(
        &mut self,
        account: Id<Account>,
        key: &str,
    ) -> Result<Option<AnswerRow<A>>, StoreError> {
        const SQL: &str = "select request_hash, at, body from answers where account_id = $1 and key = $2";
        let row: Option<AnswerColumns> = on!(self, conn => {
            sqlx::query_as(SQL).bind(account.uuid()).bind(key.to_owned()).fetch_optional(conn)
        })?;
        let Some((request_hash, at, body)) = row else { return Ok(None) };
        let answer = value("answers", &body.0)?;
        Ok(Some(AnswerRow { account, key: key.to_owned(), request_hash, at: instant(at), answer }))
    }

    /// Forgets a key, so that the request may be made again.
    pub async fn remove_answer(&mut self, account: Id<Account>, key: &str) -> Result<(), StoreError> {
        let statement = "delete from answers where account_id = $1 and key = $2";
        run!(self, sqlx::query(statement).bind(account.uuid()).bind(key.to_owned()))?;
        Ok(())
    }
}

fn answer_cells<A: Serialize>(row: &AnswerRow<A>) -> Result<Vec<crate::row::Cell>, StoreError> {
    let body = document(&ANSWERS, &row.answer)?;
    Ok(vec![
        row.account.into(),
        row.key.as_str().into(),
        row.request_hash.as_str().into(),
        row.at.into(),
        body,
    ])
}

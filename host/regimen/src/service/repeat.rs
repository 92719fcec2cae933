//! Requests that may be repeated: the same key with the same request gives the first answer again (GL-5).
//!
//! The key is kept before the request is served and the answer after it. Should the program end between the two, the
//! key is free again after a minute: a repetition is then served anew, and what it does is safe to do again because
//! performed work has ids of its own.

use domain::{id::Id, person::Account as AccountId};
use serde::{Serialize, de::DeserializeOwned};
use store::AnswerRow;

use super::{account::password, app::App};
use crate::problem::Problem;

/// So long the first request may be at work; then it is taken for lost.
const PATIENCE: i64 = 60;
/// GL-5: so long an answer is given again.
const KEPT: i64 = 48 * 3600;

/// What is known of a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing<A> {
    /// Nothing: the request is served.
    New,
    /// What was answered.
    Answered(A),
    /// The first request is still at work.
    AtWork,
    /// The key belongs to another request.
    Other,
}

/// Takes a key for a request.
pub async fn begin<A: Serialize + DeserializeOwned>(
    app: &App,
    account: Id<AccountId>,
    key: &str,
    asked: &str,
) -> Result<Standing<A>, Problem> {
    let now = app.now();
    let row = AnswerRow {
        account,
        key: key.to_owned(),
        request_hash: asked.to_owned(),
        at: now,
        answer: None::<A>,
    };
    let mut tx = app.store.write().await?;
    if tx.keep_key(&row).await? {
        tx.commit().await?;
        return Ok(Standing::New);
    }
    let known = tx.answer::<A>(account, key).await?;
    let Some(known) = known else { return Ok(Standing::AtWork) };
    let age = now.seconds_since(known.at);
    Ok(match known.answer {
        _ if age >= KEPT => {
            tx.put_answer(&row).await?;
            tx.commit().await?;
            Standing::New
        }
        _ if known.request_hash != asked => Standing::Other,
        Some(answer) => Standing::Answered(answer),
        None if age < PATIENCE => Standing::AtWork,
        None => {
            tx.put_answer(&row).await?;
            tx.commit().await?;
            Standing::New
        }
    })
}

/// Keeps what was answered.
pub async fn end<A: Serialize>(
    app: &App,
    account: Id<AccountId>,
    key: &str,
    asked: &str,
    answer: A,
) -> Result<(), Problem> {
    let (key, request_hash) = (key.to_owned(), asked.to_owned());
    let row = AnswerRow { account, key, request_hash, at: app.now(), answer: Some(answer) };
    let mut tx = app.store.write().await?;
    tx.put_answer(&row).await?;
    Ok(tx.commit().await?)
}

/// Stands for a request with a password in it. It is kept beside the answer, so that it is as hard to guess from as the
/// hash of the password itself (AC-1).
pub async fn slow_hash(asked: Vec<u8>, key: &str) -> Result<String, Problem> {
    password::digest(asked, key).await
}

/// Lets a key go, so that the request may be made again.
pub async fn forget(app: &App, account: Id<AccountId>, key: &str) -> Result<(), Problem> {
    let mut tx = app.store.write().await?;
    tx.remove_answer(account, key).await?;
    Ok(tx.commit().await?)
}

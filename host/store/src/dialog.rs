//! Messages that were handled, with what was answered (D-3), and conversations that hold old turns (D-24).

use domain::{id::Id, person::Athlete, time::Instant};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Table, document, value},
    shelf::Entry,
    tx::{Tx, on, run},
};

const MESSAGES: Table = Table {
    name: "dialog_messages",
    key: 3,
    columns: &["athlete_id", "channel", "external_id", "received_at", "body"],
};

/// A message by which it is known again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageKey<'a> {
    /// Who spoke, or for whom.
    pub athlete: Id<Athlete>,
    /// On which channel.
    pub channel: &'a str,
    /// The id that the channel gave it.
    pub external_id: &'a str,
}

impl Tx {
    /// What was answered to a message, if it was handled.
    pub async fn dialog_answer<T: DeserializeOwned>(
        &mut self,
        key: MessageKey<'_>,
    ) -> Result<Option<T>, StoreError> {
        const SQL: &str = "select body from dialog_messages
                           where athlete_id = $1 and channel = $2 and external_id = $3";
        let body: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(key.athlete.uuid()).bind(key.channel).bind(key.external_id).fetch_optional(conn))?;
        body.map(|body| value(MESSAGES.name, &body.0)).transpose()
    }

    /// Keeps what is answered to a message. One that was handled already is refused, and with it all that came of it.
    pub async fn add_dialog_answer<T: Serialize>(
        &mut self,
        key: MessageKey<'_>,
        received_at: Instant,
        answer: &T,
    ) -> Result<(), StoreError> {
        let body = document(&MESSAGES, answer)?;
        let MessageKey { athlete, channel, external_id } = key;
        let row = vec![athlete.into(), channel.into(), external_id.into(), received_at.into(), body];
        self.add(&MESSAGES, vec![row]).await.map(drop)
    }

    /// When an athlete's messages since an instant came, oldest first, on all channels (D-21).
    pub async fn dialog_times(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
    ) -> Result<Vec<i64>, StoreError> {
        const SQL: &str = "select received_at from dialog_messages
                           where athlete_id = $1 and received_at > $2 order by received_at";
        Ok(on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(since.millis()).fetch_all(conn))?)
    }

    /// Forgets messages that came before an instant (D-24); says how many.
    pub async fn remove_dialog_answers_before(&mut self, before: Instant) -> Result<u64, StoreError> {
        const SQL: &str = "delete from dialog_messages where received_at < $1";
        Ok(run!(self, sqlx::query(SQL).bind(before.millis()))?)
    }

    /// Forgets every message and every conversation of an athlete (D-24).
    pub async fn remove_dialog(&mut self, athlete: Id<Athlete>) -> Result<(), StoreError> {
        const MESSAGES: &str = "delete from dialog_messages where athlete_id = $1";
        const CONTEXTS: &str = "delete from dialog_context where athlete_id = $1";
        run!(self, sqlx::query(MESSAGES).bind(athlete.uuid()))?;
        run!(self, sqlx::query(CONTEXTS).bind(athlete.uuid()))?;
        Ok(())
    }

    /// Conversations whose field `oldest_turn` is before an instant, by athlete and channel, at most so many (D-24).
    pub async fn old_dialogs<T: DeserializeOwned>(
        &mut self,
        before: Instant,
        most: i64,
    ) -> Result<Vec<(Id<Athlete>, Entry<T>)>, StoreError> {
        const SQL: &str = "select athlete_id, key, revision, body from dialog_context
                           where cast(body ->> 'oldest_turn' as bigint) < $1
                           order by athlete_id, key limit $2";
        let rows: Vec<(Uuid, String, i64, Body)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(before.millis()).bind(most).fetch_all(conn))?;
        let entry = |(owner, key, revision, body): (Uuid, String, i64, Body)| {
            let value = value("dialog_context", &body.0)?;
            Ok((Id::from_uuid(owner), Entry { key, revision, value }))
        };
        rows.into_iter().map(entry).collect()
    }
}

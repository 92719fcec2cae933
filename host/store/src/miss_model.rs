//! The model of the installation that says how likely a session is missed, and what athletes bring to it (P-48).

use domain::{id::Id, person::Athlete, plan::ItemId, session::SessionId, time::Instant};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::{array, elements},
    row::{Body, Table, document, instant, value},
    tx::{Tx, Words, on, run},
};

const MODELS: Table = Table {
    name: "miss_models",
    key: 1,
    columns: &["id", "trained_at", "row_count", "active", "rule_version", "feature_hash", "body"],
};

/// What is asked of a model before it is read: the model itself is large, and of another version unreadable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissModelHead {
    /// Its id; another training, another id.
    pub id: Uuid,
    /// When it was trained.
    pub trained_at: Instant,
    /// On how many rows.
    pub row_count: i64,
    /// Whether it passed its test.
    pub active: bool,
    /// By which version of the rule.
    pub rule_version: String,
    /// On which features.
    pub feature_hash: String,
}

/// An item in a session that was started, as far as its record does not tell.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "BegunText")]
pub struct BegunItem {
    /// The session.
    pub session_id: SessionId,
    /// The item.
    pub item_id: ItemId,
    /// Its place in the session, from 0.
    pub position: u32,
    /// Percent of the volume that modifiers left.
    pub volume_pct: Option<u8>,
    /// When the session ended.
    pub finished_at: Option<Instant>,
    /// How ready the athlete was, if the session knows.
    pub readiness: Option<u8>,
}

/// As [`push_begun`] writes it.
#[derive(Deserialize)]
struct BegunText(Uuid, Uuid, u32, Option<u8>, Option<i64>, Option<u8>);

impl From<BegunText> for BegunItem {
    fn from(BegunText(session, item, position, volume_pct, finished_at, readiness): BegunText) -> Self {
        Self {
            session_id: Id::from_uuid(session),
            item_id: Id::from_uuid(item),
            position,
            volume_pct,
            finished_at: finished_at.map(instant),
            readiness,
        }
    }
}

/// Puts in a query one text of all sessions `s`, each the array of its items, found by their keys.
fn push_begun<DB: Words>(query: &mut QueryBuilder<DB>) {
    let (id, of) = (DB::ID, DB::ARRAY);
    let item = format!(
        "cast({of}({id}(p.session_id), {id}(p.item_id), p.position, p.body -> 'frozen' -> 'volume_pct',
            s.finished_at, s.body -> 'readiness') as text)"
    );
    let items = array(&item, "p.position");
    let session = format!(
        "coalesce((select {items} from exercise_performances p where p.athlete_id = s.athlete_id
                     and p.session_id = s.id and p.current = 1 and p.item_id is not null), '[]')"
    );
    query.push(array(&session, "s.started_at, s.id"));
}

/// The model is the installation's, not an athlete's.
impl Tx {
    /// Keeps a model in the place of the one before.
    pub async fn put_miss_model<M: Serialize>(
        &mut self,
        head: &MissModelHead,
        model: &M,
    ) -> Result<(), StoreError> {
        let cells = vec![
            head.id.into(),
            head.trained_at.into(),
            head.row_count.into(),
            head.active.into(),
            head.rule_version.as_str().into(),
            head.feature_hash.as_str().into(),
            document(&MODELS, model)?,
        ];
        run!(self, sqlx::query("delete from miss_models where id <> $1").bind(head.id))?;
        self.put(&MODELS, vec![cells]).await.map(drop)
    }

    /// The model that was trained last, without what it learned.
    pub async fn miss_model(&mut self) -> Result<Option<MissModelHead>, StoreError> {
        const SQL: &str = "select id, trained_at, row_count, active, rule_version, feature_hash
                           from miss_models order by trained_at desc, id desc limit 1";
        let row: Option<(Uuid, i64, i64, i64, String, String)> =
            on!(self, conn => sqlx::query_as(SQL).fetch_optional(conn))?;
        let head = |(id, trained_at, row_count, active, rule_version, feature_hash)| MissModelHead {
            id,
            trained_at: instant(trained_at),
            row_count,
            active: active == 1,
            rule_version,
            feature_hash,
        };
        Ok(row.map(head))
    }

    /// What the model with this id learned.
    pub async fn learned_misses<M: DeserializeOwned>(&mut self, id: Uuid) -> Result<Option<M>, StoreError> {
        const SQL: &str = "select body from miss_models where id = $1";
        let body: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL).bind(id).fetch_optional(conn))?;
        body.map(|body| value(MODELS.name, &body.0)).transpose()
    }
}

impl Tx {
    /// The items of the sessions that were started since an instant, in the order in which they were.
    pub async fn begun_items(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
    ) -> Result<Vec<BegunItem>, StoreError> {
        let found: Option<String> = on!(self, conn => {
            let mut query = QueryBuilder::new("select ");
            push_begun(&mut query);
            query.push(" from training_sessions s where s.athlete_id = ");
            query.push_bind(athlete.uuid()).push(" and s.started_at >= ").push_bind(since.millis());
            async move { query.build_query_scalar().fetch_one(conn).await }
        })?;
        let sessions: Vec<Vec<BegunItem>> = elements("exercise_performances", found)?;
        Ok(sessions.into_iter().flatten().collect())
    }
}

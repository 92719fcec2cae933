//! How the athlete is, and what that does for a while: check-ins, flags, modifiers (P-53, P-58, AR-6).

use domain::{
    id::Id,
    person::Athlete,
    time::Instant,
    wellbeing::{CheckIn, Flag, SessionModifier},
};
use serde_json::value::RawValue;
use sqlx::types::Json;

use crate::{
    error::StoreError,
    row::{Cell, Table, document, values},
    tx::{Tx, on},
};

const CHECK_INS: Table = Table { name: "check_ins", key: 2, columns: &["athlete_id", "id", "at", "body"] };

const FLAGS: Table = Table {
    name: "flags",
    key: 2,
    columns: &["athlete_id", "id", "kind", "from_at", "until_at", "trace_id", "body"],
};

const MODIFIERS: Table = Table {
    name: "session_modifiers",
    key: 2,
    columns: &["athlete_id", "id", "sessions_left", "expires_at", "trace_id", "body"],
};

type Body = Json<Box<RawValue>>;

impl Tx {
    /// Adds a check-in; says whether it is new.
    pub async fn add_check_in(&mut self, check_in: &CheckIn) -> Result<bool, StoreError> {
        let ids: [Cell; 2] = [check_in.athlete_id.into(), check_in.id.into()];
        let rest = [check_in.at.into(), document(&CHECK_INS, check_in)?];
        Ok(self.add_new(&CHECK_INS, vec![ids.into_iter().chain(rest).collect()]).await? > 0)
    }

    /// The check-ins since an instant, oldest first.
    pub async fn check_ins(
        &mut self,
        athlete: Id<Athlete>,
        since: Instant,
    ) -> Result<Vec<CheckIn>, StoreError> {
        const SQL: &str = "select body from check_ins where athlete_id = $1 and at >= $2 order by at, id";
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(since.millis()).fetch_all(conn))?;
        values(CHECK_INS.name, rows)
    }

    /// Adds flags, or says how severe they are and when they ended.
    pub async fn put_flags(&mut self, flags: &[Flag]) -> Result<(), StoreError> {
        let row = |flag: &Flag| {
            let ids: [Cell; 3] = [flag.athlete_id.into(), flag.id.into(), flag.kind.as_str().into()];
            let rest =
                [flag.from.into(), flag.until.into(), (&flag.trace_id).into(), document(&FLAGS, flag)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = flags.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&FLAGS, rows).await.map(drop)
    }

    /// The flags in force at an instant or later, oldest first; all of them without one.
    pub async fn flags(
        &mut self,
        athlete: Id<Athlete>,
        since: Option<Instant>,
    ) -> Result<Vec<Flag>, StoreError> {
        const SQL: &str = "select body from flags where athlete_id = $1
                           and (until_at is null or until_at >= $2) order by from_at, id";
        let since = since.map_or(i64::MIN, Instant::millis);
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(since).fetch_all(conn))?;
        values(FLAGS.name, rows)
    }

    /// Adds modifiers, or says how many sessions they have left.
    pub async fn put_modifiers(&mut self, modifiers: &[SessionModifier]) -> Result<(), StoreError> {
        let row = |modifier: &SessionModifier| {
            let ids: [Cell; 3] =
                [modifier.athlete_id.into(), modifier.id.into(), modifier.sessions_left.into()];
            let body = document(&MODIFIERS, modifier)?;
            let rest = [modifier.expires_at.into(), (&modifier.trace_id).into(), body];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = modifiers.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&MODIFIERS, rows).await.map(drop)
    }

    /// The modifiers that still act at an instant, oldest first; all of them without one.
    pub async fn modifiers(
        &mut self,
        athlete: Id<Athlete>,
        at: Option<Instant>,
    ) -> Result<Vec<SessionModifier>, StoreError> {
        const SQL: &str = "select body from session_modifiers
             where athlete_id = $1 and ($2 = 1 or (sessions_left > 0 and expires_at > $3))
             order by expires_at, id";
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid())
            .bind(i64::from(at.is_none()))
            .bind(at.map_or(0, Instant::millis))
            .fetch_all(conn))?;
        values(MODIFIERS.name, rows)
    }
}

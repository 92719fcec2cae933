//! How the athlete is, and what that does for a while: check-ins, flags, modifiers (P-53, P-58, AR-6).

use domain::{
    id::Id,
    person::Athlete,
    time::Instant,
    wellbeing::{CheckIn, Flag, SessionModifier},
};

use crate::{
    error::StoreError,
    list::List,
    row::{Cell, Table, document},
    tx::Tx,
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

impl List<CheckIn> {
    /// The check-ins since an instant, oldest first.
    pub fn check_ins(since: Instant) -> Self {
        Self::new(CHECK_INS.name, "at, id", "at >= ?", vec![since.into()])
    }

    /// The same, and those as far back as the oldest flag that is in force at `now`.
    pub fn check_ins_of_flags(athlete: Id<Athlete>, since: Instant, now: Instant) -> Self {
        let condition = "at >= (select min(first.at) from (
                           select cast(? as bigint) as at union all select from_at as at from flags
                           where (until_at is null or until_at >= ?) and athlete_id = ?) as first)";
        let values = vec![since.into(), now.into(), athlete.into()];
        Self::new(CHECK_INS.name, "at, id", condition, values)
    }
}

impl List<Flag> {
    /// The flags in force at an instant or later, oldest first; all of them without one.
    pub fn flags(since: Option<Instant>) -> Self {
        let since = since.map_or(i64::MIN, Instant::millis);
        Self::new(FLAGS.name, "from_at, id", "until_at is null or until_at >= ?", vec![since.into()])
    }
}

impl List<SessionModifier> {
    /// The modifiers that still act at an instant, oldest first; all of them without one.
    pub fn modifiers(at: Option<Instant>) -> Self {
        let (condition, values) = match at {
            Some(at) => ("sessions_left > 0 and expires_at > ?", vec![at.into()]),
            None => ("true", vec![]),
        };
        Self::new(MODIFIERS.name, "expires_at, id", condition, values)
    }
}

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
        self.list(athlete, List::check_ins(since)).await
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
        self.list(athlete, List::flags(since)).await
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
        self.list(athlete, List::modifiers(at)).await
    }
}

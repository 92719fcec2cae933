//! Where clock, ids and store meet, and who may do what for whom (GL-6, GL-7).
//!
//! A use case begins with [`App::read`] or [`App::write`]: both find the athlete, ask whether the caller may, and give a
//! [`Work`] that holds one transaction. Nothing of it is seen by others before [`Work::commit`].

use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

use domain::{
    digest::sha256_bytes,
    error::ErrorCode,
    id::{Id, TraceId},
    person::{Account, Actor, ActorKind, Athlete},
    plan::AuditLine,
    time::{Instant, LocalDate, Zone},
};
pub use store::Place;
use store::{AthleteRow, Store, StoreError, Tx};
use uuid::Uuid;

use super::{
    act::Act, counted::Counted, dialog::Talks, flow::Planners, grant::Grant, kpi::gate::IntentDefault,
    miss_model::Learned, outside::Outside, profile::Profile,
};
use crate::{
    problem::{Code, Problem, STALE_REVISION, STORE_TORN},
    texts::Fact,
};

/// The program with its store.
#[derive(Debug)]
pub struct App {
    /// Where everything is kept.
    pub store: Store,
    /// Who plans sessions from words and data.
    pub planners: Planners,
    /// What it has counted of its work.
    pub counted: Counted,
    /// Whom the program may ask for what athletes keep elsewhere.
    pub outside: Outside,
    /// How people are talked to (D-15).
    pub talks: Talks,
    /// Whether sessions of new athletes are made from an intent (KP-8); so they are where no settings were read.
    pub intent_default: IntentDefault,
    clock: Clock,
    ids: Ids,
    /// For whom meals are being planned right now (MF-6).
    pub(super) solving: Mutex<BTreeSet<Uuid>>,
    /// The model of P-48 that was read last.
    pub(super) learned: Learned,
}

/// What time it is.
#[derive(Debug)]
pub enum Clock {
    /// That of the machine.
    System,
    /// One that is set by hand: for tests, and for lives that are made up.
    Set(AtomicI64),
}

/// Where new ids come from.
#[derive(Debug)]
pub enum Ids {
    /// From the random source of the machine.
    Random,
    /// From a seed: equal seeds, equal ids.
    Seeded(u64, AtomicU64),
}

/// Who asks, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The account.
    pub account: Id<Account>,
    /// The athlete that it acts for.
    pub athlete: Id<Athlete>,
}

domain::vocabulary::vocabulary! {
    /// What a grant allows (AC-9).
    pub enum Scope: "scope" {
        Read = "read",
        Log = "log",
        Plan = "plan",
        Meals = "meals",
    }
}

/// One use case at work: a transaction for one athlete.
#[derive(Debug)]
pub struct Work<'a> {
    /// The program.
    pub app: &'a App,
    /// The transaction.
    pub tx: Tx,
    /// For whom.
    pub athlete: AthleteRow<Profile>,
    /// Who acts.
    pub actor: Actor,
    /// When.
    pub now: Instant,
    /// One trigger, one trace (PV-10).
    pub trace_id: TraceId,
    /// The lines of the audit that it has written so far.
    pub(super) audited: Vec<AuditLine>,
    /// What was granted to a coach; absent for the athlete, who may do everything, and the program itself.
    granted: Option<BTreeSet<Scope>>,
    /// What it does, if it writes for a caller.
    act: Option<Act>,
}

impl App {
    /// The program on what is kept there; a folder that is not there yet is made.
    pub async fn open(place: &Place) -> Result<Self, Problem> {
        let made = store::make_folder(place);
        made.map_err(|error| Problem::from(StoreError::Unreachable(error.to_string())))?;
        Ok(Self::new(Store::open(place).await.map_err(|error| at(place, error))?))
    }

    /// The program on what is kept there already; where there is nothing, nothing is made.
    pub async fn open_existing(place: &Place) -> Result<Self, Problem> {
        Ok(Self::new(Store::open_existing(place).await.map_err(|error| at(place, error))?))
    }

    /// The program on what is kept there, in a time and with ids that are given.
    pub async fn open_scripted(place: &Place, now: Instant, seed: u64) -> Result<Self, Problem> {
        let Self { store, .. } = Self::open(place).await?;
        Ok(Self::scripted(store, now, seed))
    }

    /// The same program with these planners.
    #[must_use]
    pub fn with_planners(self, planners: Planners) -> Self {
        Self { planners, ..self }
    }

    /// The same program with these others to ask.
    #[must_use]
    pub fn with_outside(self, outside: Outside) -> Self {
        Self { outside, ..self }
    }

    /// The same program with this default for new athletes.
    #[must_use]
    pub fn with_intent_default(self, intent_default: IntentDefault) -> Self {
        Self { intent_default, ..self }
    }

    /// The same program that talks like this.
    #[must_use]
    pub fn with_talks(self, talks: Talks) -> Self {
        Self { talks, ..self }
    }

    /// Lets go of the store.
    pub async fn close(self) {
        self.store.close().await;
    }

    /// A program on this store, in the time of the machine.
    pub fn new(store: Store) -> Self {
        Self::made(store, Clock::System, Ids::Random)
    }

    /// A program whose time and ids are given: what it does can be repeated to the byte.
    pub fn scripted(store: Store, now: Instant, seed: u64) -> Self {
        let clock = Clock::Set(AtomicI64::new(now.millis()));
        let ids = Ids::Seeded(seed, AtomicU64::new(0));
        Self::made(store, clock, ids)
    }

    fn made(store: Store, clock: Clock, ids: Ids) -> Self {
        Self {
            store,
            planners: Planners::default(),
            counted: Counted::default(),
            outside: Outside::default(),
            talks: Talks::default(),
            intent_default: IntentDefault::On,
            clock,
            ids,
            solving: Mutex::default(),
            learned: Learned::default(),
        }
    }

    /// What time it is.
    pub fn now(&self) -> Instant {
        let millis = match &self.clock {
            Clock::System => return machine_time(),
            Clock::Set(millis) => millis.load(Ordering::SeqCst),
        };
        Instant::from_millis(millis).unwrap_or(Instant::EPOCH)
    }

    /// Sets a clock that is set by hand; that of the machine goes its own way.
    pub fn set_now(&self, now: Instant) {
        if let Clock::Set(millis) = &self.clock {
            millis.store(now.millis(), Ordering::SeqCst);
        }
    }

    /// A new id, later ones after earlier ones (UUID version 7).
    pub fn uuid(&self) -> Uuid {
        let millis = u64::try_from(self.now().millis()).unwrap_or(0);
        let mut random = [0; 10];
        match &self.ids {
            Ids::Random => fill(&mut random),
            Ids::Seeded(seed, count) => {
                let count = count.fetch_add(1, Ordering::SeqCst);
                // Counted first, so that ids of one millisecond keep their order.
                random[..4].copy_from_slice(&count.to_be_bytes()[4..]);
                let mixed = sha256_bytes(format!("{seed} {count}").as_bytes());
                random[4..].copy_from_slice(&mixed[..6]);
            }
        }
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }

    /// A new id of a thing.
    pub fn id<T>(&self) -> Id<T> {
        Id::from_uuid(self.uuid())
    }

    /// A new trace: a new id in letters and digits.
    pub fn trace(&self) -> TraceId {
        trace_of(self.uuid())
    }

    /// Starts a use case that only reads.
    pub async fn read(&self, caller: &Caller, scope: Scope) -> Result<Work<'_>, Problem> {
        let mut tx = self.store.read().await?;
        let athlete = tx.athlete::<Profile>(caller.athlete).await?;
        self.admit(tx, athlete, caller, scope).await
    }

    /// Starts a use case that writes. Until it ends, nobody else writes for the same athlete.
    pub async fn write(&self, caller: &Caller, act: Act) -> Result<Work<'_>, Problem> {
        let mut tx = self.store.write().await?;
        let athlete = tx.locked_athlete::<Profile>(caller.athlete).await?;
        let work = self.admit(tx, athlete, caller, act.scope()).await?;
        Ok(Work { act: Some(act), ..work })
    }

    /// Looks at one athlete for work that the program does by itself.
    pub async fn look(&self, athlete: Id<Athlete>) -> Result<Work<'_>, Problem> {
        let mut tx = self.store.read().await?;
        let row = tx.athlete::<Profile>(athlete).await?;
        let athlete = row.ok_or_else(|| not_found("athlete", athlete))?;
        Ok(self.begin(tx, athlete, Actor::SYSTEM))
    }

    /// Starts work that the program does by itself, for one athlete.
    pub async fn work(&self, athlete: Id<Athlete>) -> Result<Work<'_>, Problem> {
        let mut tx = self.store.write().await?;
        let row = tx.locked_athlete::<Profile>(athlete).await?;
        let athlete = row.ok_or_else(|| not_found("athlete", athlete))?;
        Ok(self.begin(tx, athlete, Actor::SYSTEM))
    }

    /// GL-7: the owner may do everything; a coach what was granted; everybody else learns nothing.
    async fn admit(
        &self,
        mut tx: Tx,
        athlete: Option<AthleteRow<Profile>>,
        caller: &Caller,
        scope: Scope,
    ) -> Result<Work<'_>, Problem> {
        let now = self.now();
        let athlete = athlete.ok_or_else(|| not_found("athlete", caller.athlete))?;
        let mut granted = None;
        let kind = if athlete.account_id == caller.account {
            ActorKind::Athlete
        } else {
            let grants = tx.grants::<Grant>(athlete.id).await?;
            let mine = grants.iter().filter(|row| row.coach_id == caller.account && row.grant.is_active(now));
            let mine: Vec<_> = mine.collect();
            if mine.is_empty() {
                return Err(not_found("athlete", caller.athlete));
            }
            let allowed = |scope: &Scope| mine.iter().any(|row| row.grant.allows(*scope));
            if !allowed(&scope) {
                return Err(not_yours(scope.as_str()));
            }
            granted = Some(Scope::ALL.iter().copied().filter(allowed).collect());
            ActorKind::Coach
        };
        let work = self.begin(tx, athlete, Actor { kind, id: Some(caller.account) });
        Ok(Work { granted, ..work })
    }

    pub(super) fn begin(&self, tx: Tx, athlete: AthleteRow<Profile>, actor: Actor) -> Work<'_> {
        let (now, trace_id) = (self.now(), self.trace());
        Work { app: self, tx, athlete, actor, now, trace_id, audited: Vec::new(), act: None, granted: None }
    }
}

impl Work<'_> {
    /// Refuses everybody but the athlete: there are things that nobody decides for somebody else.
    pub(super) fn own(&self) -> Result<(), Problem> {
        if self.actor.kind == ActorKind::Athlete { Ok(()) } else { Err(not_yours("own")) }
    }

    /// GL-7: a use case that does several things asks for the right to each.
    pub(super) fn require(&self, scope: Scope) -> Result<(), Problem> {
        match &self.granted {
            Some(granted) if !granted.contains(&scope) => Err(not_yours(scope.as_str())),
            _ => Ok(()),
        }
    }

    /// Makes it last. What a coach did is in the audit with it, or neither is (AC-9, GL-7).
    pub async fn commit(mut self) -> Result<(), Problem> {
        let line = self.act.and_then(|act| act.line(self.actor, &self.trace_id, self.now));
        self.tx.add_audit(self.athlete.id, line.as_slice()).await?;
        Ok(self.tx.commit().await?)
    }

    /// The athlete's id.
    pub const fn id(&self) -> Id<Athlete> {
        self.athlete.id
    }

    /// What the athlete has set.
    pub const fn profile(&self) -> &Profile {
        &self.athlete.profile
    }

    /// Where the athlete lives.
    pub const fn zone(&self) -> &Zone {
        &self.athlete.profile.zone
    }

    /// The athlete's date.
    pub fn today(&self) -> LocalDate {
        self.now.local_date(self.zone())
    }

    /// When, by whom and under which trace, as the plan asks for it.
    pub fn moment(&self) -> plan::chain::Moment {
        plan::chain::Moment {
            at: self.now,
            zone: self.zone().clone(),
            actor: self.actor,
            trace_id: self.trace_id.clone(),
        }
    }
}

/// What time it is on this machine.
pub(crate) fn machine_time() -> Instant {
    Instant::from_millis(jiff::Timestamp::now().as_millisecond()).unwrap_or(Instant::EPOCH)
}

/// The trace that a new id makes: its 128 bits, five to a letter.
fn trace_of(id: Uuid) -> TraceId {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let bits = id.as_u128();
    let letter = |place: u32| {
        let index = usize::try_from((bits >> (5 * place)) & 31).unwrap_or(0);
        char::from(LETTERS[index])
    };
    let text: String = (0..26).rev().map(letter).collect();
    TraceId::try_from(text).unwrap_or_else(|_| TraceId::from_number(0))
}

/// Bytes from the random source of the machine; one without it cannot keep a secret, so it stops.
#[expect(clippy::expect_used, reason = "there is nothing else to do")]
pub(crate) fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("a machine has a random source");
}

/// GL-7: unknown and forbidden answer alike.
pub(crate) fn not_found(what: &'static str, id: impl std::fmt::Display) -> Problem {
    Problem::new(Code::of(ErrorCode::NotFound))
        .fact("what", Fact::word("thing", what))
        .fact("id", id.to_string())
}

/// GL-7: somebody who may do something for this athlete, but not this.
fn not_yours(scope: &'static str) -> Problem {
    Problem::new(Code::of(ErrorCode::NotYourAthlete)).fact("scope", Fact::word("scope", scope))
}

/// GL-5: an edit of what has been edited since is refused with the revision in force.
pub(super) fn check_revision(given: Option<i64>, current: i64) -> Result<(), Problem> {
    match given {
        Some(given) if given != current => Err(StoreError::Stale { given, current }.into()),
        _ => Ok(()),
    }
}

/// The problem of a store, with the file that is damaged.
fn at(place: &Place, error: StoreError) -> Problem {
    torn_at(place, error.into())
}

/// The same problem; a damaged database is named by its file where there is one.
pub fn torn_at(place: &Place, problem: Problem) -> Problem {
    match place {
        Place::Sqlite(file) if problem.code == STORE_TORN => problem.fact("file", file.display().to_string()),
        _ => problem,
    }
}

/// So many tables are named of a place that is not empty.
const NAMED_TABLES: usize = 3;

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        use crate::problem::{
            BACKUP_BROKEN, NO_BACKUP, NOTHING_HERE, PLACE_NOT_EMPTY, RESTORE_DIFFERS, STORE_BUSY,
            STORE_DAMAGED, STORE_FULL, STORE_NEWER, STORE_REFUSED, STORE_UNREACHABLE, WRITE_FAILED,
        };
        match &error {
            StoreError::Taken { .. } => Self::new(Code::of(ErrorCode::VersionTaken)),
            StoreError::Stale { given, current } => {
                Self::new(STALE_REVISION).fact("given", *given).fact("current", *current)
            }
            StoreError::Full => Self::new(STORE_FULL),
            StoreError::Busy => Self::new(STORE_BUSY),
            StoreError::Unreachable(why) => Self::new(STORE_UNREACHABLE).fact("why", why.as_str()),
            StoreError::Refused(why) => Self::new(STORE_REFUSED).fact("why", why.as_str()),
            StoreError::Newer { found, known } => {
                Self::new(STORE_NEWER).fact("found", *found).fact("known", *known)
            }
            StoreError::Nul { table } => Self::new(Code::of(ErrorCode::BadValue))
                .fact("field", *table)
                .fact("found", "NUL")
                .fact("expected", "text without NUL characters"),
            StoreError::Unreadable { table, message } => {
                Self::new(STORE_DAMAGED).fact("table", *table).fact("message", message.as_str())
            }
            StoreError::Damaged(message) => {
                Self::new(STORE_TORN).fact("file", "unknown").fact("message", message.as_str())
            }
            StoreError::Absent(place) => Self::new(NOTHING_HERE).fact("place", place.as_str()),
            StoreError::NoBackup { file, message } => {
                Self::new(NO_BACKUP).fact("file", file.display().to_string()).fact("why", message.as_str())
            }
            StoreError::File(error) => {
                Self::new(WRITE_FAILED).fact("file", "").fact("why", "other").fact("os", error.to_string())
            }
            StoreError::Broken { line, flaw, detail } => {
                let more = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
                Self::new(BACKUP_BROKEN)
                    .fact("line", i64::try_from(*line).unwrap_or(i64::MAX))
                    .fact("flaw", Fact::word("flaw", flaw))
                    .fact("detail", more)
            }
            StoreError::NotEmpty { content } => {
                let named = content.iter().take(NAMED_TABLES);
                Self::new(PLACE_NOT_EMPTY)
                    .fact("count", content.len())
                    .fact("content", named.cloned().collect::<Vec<_>>())
                    .fact("more", content.len().saturating_sub(NAMED_TABLES))
                    .fact("option", "data")
            }
            StoreError::Differs { table } => Self::new(RESTORE_DIFFERS).fact("table", table.as_str()),
            StoreError::Other(message) => Self::defect(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pv_10_a_trace_has_26_letters_and_digits_and_later_ones_sort_after() {
        let of = |id: u128| trace_of(Uuid::from_u128(id));
        assert_eq!(of(0).as_str(), "0".repeat(26));
        assert!(of(1 << 100) < of((1 << 100) + 1));
        assert_eq!(of(u128::MAX).as_str().len(), 26);
    }
}

//! What an athlete looks at: the day, the history of an exercise, records, how each item stands (EP-8, SG-11, P-21, P-54).

mod done;

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    exercise::ExerciseKey,
    ladder::Ladder,
    plan::{ItemId, PlanDomain, PlanItem},
    progress::ProgressRecord,
    proposal::Proposal,
    reason::Reason,
    session::{Gate, Session, SessionId, SessionStatus, SetPerformance},
    time::{Instant, LocalDate, add_days},
    voice::Locale,
    wellbeing::{Flag, SessionModifier},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{List, Records, SessionRow, Which};
use training::{
    catalog::Catalog,
    progress_summary::{self, ProgressSummary},
    records::{self, Record},
    strength::{self, Curve},
    suggestion::{gate::Gatekeeper, history::ExerciseHistory},
};

use self::done::trained_in;
pub(super) use self::done::{is_done, performances_in};
use super::{
    app::{App, Caller, Scope},
    ledger::Span,
    profile::Profile,
    workout::slot_items,
};
use crate::problem::Problem;

/// So many days an alert is shown.
const ALERT_DAYS: i64 = 7;

/// A day as the athlete meets it.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    /// Which day.
    pub date: LocalDate,
    /// Its sessions.
    pub sessions: Vec<SessionRow>,
    /// What the plan has for the day and no session holds yet.
    pub slots: Vec<PlanItem>,
    /// What waits for an answer.
    pub proposals: Vec<Proposal>,
    /// What engines respect for now.
    pub flags: Vec<Flag>,
    /// What makes the next sessions lighter.
    pub modifiers: Vec<SessionModifier>,
    /// That the load has become too much, if that was told in the last days (P-43).
    pub alerts: Vec<Reason>,
    /// Whether there is a training plan at all.
    pub has_plan: bool,
    /// Sessions before which something has to be answered, as far as the day knows; the gate itself has the last word (SL-5).
    pub held: BTreeSet<SessionId>,
}

/// One session of an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PastDay {
    /// The day.
    pub date: LocalDate,
    /// In which session.
    pub session_id: SessionId,
    /// Working sets: load in grams and reps, seconds or meters.
    pub sets: Vec<(Option<i64>, u32)>,
    /// Effort in tenths.
    pub rpe: Option<i64>,
    /// The best estimated maximum of the day, in grams (SG-6).
    pub e1rm_g: Option<i64>,
    /// When the session began, and which of its exercises it was: two things that keep days apart.
    #[serde(skip)]
    pub within: (Option<Instant>, usize),
}

impl PastDay {
    /// Where it stands among the days of an exercise, newest first.
    pub const fn place(&self) -> (Reverse<(LocalDate, Option<Instant>, SessionId)>, usize) {
        let (began, position) = self.within;
        (Reverse((self.date, began, self.session_id)), position)
    }

    /// The reps of the set that the estimated maximum comes from: the one where load and reps weigh most.
    pub fn best_reps(&self) -> Option<u32> {
        let sets = self.sets.iter().filter_map(|(load, reps)| Some(((*load)?, *reps)));
        sets.max_by_key(|(load, reps)| load * (30 + i64::from(*reps))).map(|(_, reps)| reps)
    }
}

/// What is known of one exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct History {
    /// Which.
    pub exercise: ExerciseKey,
    /// Bests, means and what is usual (SG-11).
    pub known: ExerciseHistory,
    /// The last sessions, newest first.
    pub days: Vec<PastDay>,
}

/// How training has gone, from one look at all sessions.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Sessions of the last year and those to come, oldest first.
    pub sessions: Vec<Session>,
    /// Exercises that were done, the newest first.
    pub exercises: Vec<Trained>,
    /// Every personal record, oldest first (P-54).
    pub records: Vec<Record>,
    /// The ladders of the plan in force.
    pub climbs: Vec<Climb>,
}

/// An exercise that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trained {
    /// Which.
    pub exercise: ExerciseKey,
    /// Whether it can open a session.
    pub is_main: bool,
    /// Its days, oldest first.
    pub days: Vec<PastDay>,
}

/// A ladder of the plan, and where the athlete stands on it (P-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Climb {
    /// What is done on the current level.
    pub exercise: ExerciseKey,
    /// The current level, from 1.
    pub ordinal: u32,
    /// All of its levels.
    pub ladder: Ladder,
}

impl Climb {
    /// What the skill is called.
    pub fn name(&self, lang: Locale) -> &str {
        match lang {
            Locale::En => &self.ladder.name_en,
            Locale::Ru => &self.ladder.name_ru,
        }
    }
}

/// What every page of an athlete stands on.
#[derive(Debug, Clone)]
pub struct Ground {
    /// What the athlete has told.
    pub profile: Profile,
    /// The exercises to choose from.
    pub catalog: Cow<'static, Catalog>,
    /// The date on which the athlete lives.
    pub today: LocalDate,
}

/// What every page of an athlete stands on, at one look.
pub async fn ground(app: &App, caller: &Caller) -> Result<Ground, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (catalog, today) = (work.catalog().await?, work.today());
    Ok(Ground { profile: work.athlete.profile, catalog, today })
}

/// The date on which the athlete lives.
pub async fn today(app: &App, caller: &Caller) -> Result<LocalDate, Problem> {
    Ok(app.read(caller, Scope::Read).await?.today())
}

/// A number that is another one after something of the athlete's was done or decided, in whichever process.
pub async fn change_mark(app: &App, caller: &Caller) -> Result<i64, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok(work.tx.change_mark(caller.athlete).await?)
}

/// The day of an athlete: today unless another is named.
pub async fn day(app: &App, caller: &Caller, date: Option<LocalDate>) -> Result<Day, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let date = date.unwrap_or_else(|| work.today());
    let sessions = work.tx.sessions(caller.athlete, Which::Between(date, date)).await?;
    let now = work.now;
    let asked = (
        List::flags(Some(now)),
        List::modifiers(Some(now)),
        List::active_plan(PlanDomain::Training),
        List::open_proposals(caller.athlete, PlanDomain::Training),
    );
    let (mut flags, modifiers, plans, proposals) = work.tx.lists(caller.athlete, asked).await?;
    flags.retain(|flag| flag.is_active(now));
    let has_plan = !plans.is_empty();
    let (mut slots, mut held) = (Vec::new(), BTreeSet::new());
    if let Some(plan) = plans.first() {
        let items = work.tx.effective::<PlanItem>(caller.athlete, plan.id).await?;
        for SessionRow { session, .. } in &sessions {
            let is_in =
                |item: &&PlanItem| session.exercises.iter().any(|one| one.item_id == Some(item.item_id));
            let own: Vec<PlanItem> = items.iter().filter(is_in).cloned().collect();
            if Gatekeeper::new(&own, &proposals, now).gate() == Gate::Open {
                held.insert(session.id);
            }
        }
        let exercises = || sessions.iter().flat_map(|row| &row.session.exercises);
        slots = slot_items(&items, date, None);
        slots.retain(|item| !exercises().any(|one| one.item_id == Some(item.item_id)));
    }
    let mut alerts: Vec<Reason> = Vec::new();
    for reason in work.alerts_of(ALERT_DAYS).await?.into_iter().flat_map(|event| event.context) {
        if alerts.iter().all(|known| known.code != reason.code) {
            alerts.push(reason);
        }
    }
    Ok(Day { date, sessions, slots, proposals, flags, modifiers, alerts, has_plan, held })
}

/// What stands beside a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    /// Why each exercise is in the sessions to come.
    pub why: BTreeMap<SessionId, BTreeMap<ExerciseKey, Vec<Reason>>>,
    /// Whether the athlete has said of late how they are.
    pub has_checked_in: bool,
    /// Whether Strava wants to be connected again (L-37).
    pub is_cut_off: bool,
}

/// For how long a check-in is one of today.
const CHECKED_IN_SECONDS: i64 = 16 * 3600;

/// What stands beside a day, at one look.
pub async fn beside(app: &App, caller: &Caller, day: &Day) -> Result<Beside, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let mut why = BTreeMap::new();
    for row in day.sessions.iter().filter(|row| row.session.status == SessionStatus::Planned) {
        why.insert(row.session.id, work.reasons(row.session.id).await?);
    }
    let since = work.now.minus_seconds(CHECKED_IN_SECONDS);
    let has_checked_in = !work.tx.check_ins(caller.athlete, since).await?.is_empty();
    Ok(Beside { why, has_checked_in, is_cut_off: work.is_cut_off().await? })
}

/// The sets of each item the last time it was done before a session.
pub async fn last_time(
    app: &App,
    caller: &Caller,
    items: &[ItemId],
    before: SessionId,
) -> Result<BTreeMap<ItemId, Vec<SetPerformance>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    // The session itself may be the newest.
    let past = work.tx.performances_of_items(caller.athlete, items, 2).await?;
    let mut last = BTreeMap::new();
    for one in past.performances.into_iter().filter(|one| one.session_id != before) {
        let performance = one.performance;
        if let Some(item) = performance.item_id.filter(|_| !performance.sets.is_empty()) {
            last.entry(item).or_insert(performance.sets);
        }
    }
    Ok(last)
}

/// The exercises that the athlete has ever done.
pub async fn done(app: &App, caller: &Caller) -> Result<Vec<ExerciseKey>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok(work.tx.exercises_done(caller.athlete).await?)
}

/// What was done of an exercise, and what is usual (SG-11).
pub async fn history(app: &App, caller: &Caller, key: &ExerciseKey) -> Result<History, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let catalog = work.catalog().await?;
    let sessions = work.sessions_with(key, &catalog).await?;
    let weight = work.body_weight().await?;
    work.history(key, &catalog, &sessions, weight)
}

/// What was done of an exercise, its records, and the ladders of the plan.
pub async fn exercise(
    app: &App,
    caller: &Caller,
    key: &ExerciseKey,
) -> Result<(History, Vec<Record>, Vec<Climb>), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let catalog = work.catalog().await?;
    let sessions = work.sessions_with(key, &catalog).await?;
    let weight = work.body_weight().await?;
    let history = work.history(key, &catalog, &sessions, weight)?;
    let done: Vec<&Session> = sessions.iter().filter(|session| is_done(session)).collect();
    let records = work.records_in(&done, &catalog, Some(key), weight).await?;
    Ok((history, records, work.climbs(&catalog).await?))
}

/// How training has gone: sessions of a year, what was done of each exercise, records.
pub async fn course(app: &App, caller: &Caller) -> Result<Course, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (catalog, weight, today) = (work.catalog().await?, work.body_weight().await?, work.today());
    let ever = Which::Between(LocalDate::MIN, LocalDate::MAX);
    let rows = work.tx.sessions(caller.athlete, ever).await?;
    let mut sessions: Vec<Session> = rows.into_iter().map(|row| row.session).collect();
    let done: Vec<&Session> = sessions.iter().filter(|session| is_done(session)).collect();
    let exercises = trained_in(&done, &catalog, weight);
    let records = work.records_in(&done, &catalog, None, weight).await?;
    let year_ago = add_days(today, -364);
    sessions.retain(|session| year_ago <= session.local_date);
    Ok(Course { sessions, exercises, records, climbs: work.climbs(&catalog).await? })
}

/// The ladders that the plan in force climbs, in its order.
pub async fn climbs(app: &App, caller: &Caller) -> Result<Vec<Climb>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let catalog = work.catalog().await?;
    work.climbs(&catalog).await
}

/// Every personal record, oldest first; of one exercise, or of all (P-54).
pub async fn records(app: &App, caller: &Caller, key: Option<&ExerciseKey>) -> Result<Vec<Record>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.records(key).await
}

/// the records that a session brought, baselines left out, the largest gain first.
pub async fn records_of_session(app: &App, caller: &Caller, id: SessionId) -> Result<Vec<Record>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let all = work.records(None).await?;
    Ok(records::announced(&all, id).into_iter().cloned().collect())
}

/// The estimated maxima of an exercise, and where they go.
pub async fn strength(app: &App, caller: &Caller, key: &ExerciseKey) -> Result<Curve, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let catalog = work.catalog().await?;
    let sessions = work.sessions_with(key, &catalog).await?;
    let done: Vec<&Session> = sessions.iter().filter(|session| is_done(session)).collect();
    let weight = work.body_weight().await?;
    Ok(strength::curve(&performances_in(&done, &catalog, Some(key), weight)))
}

/// Records of progress from one day to another, oldest first, archived ones too (P-20); each with when its session
/// began.
pub async fn progress(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    to: LocalDate,
    exercise: Option<&str>,
) -> Result<Vec<(Instant, ProgressRecord)>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let rows = work.tx.progress(caller.athlete, Records::Between(from, to, exercise)).await?;
    Ok(rows.into_iter().map(|row| (row.started_at, row.record)).collect())
}

/// How each item of the plan stands, in few words (P-21).
pub async fn summary(app: &App, caller: &Caller) -> Result<Vec<ProgressSummary>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.training_chain(None, Span::Recent("")).await?;
    let (catalog, flags) = (work.catalog().await?, work.flags().await?);
    let ids: Vec<_> = chain.effective().iter().map(|item| item.item_id).collect();
    let rows = work.tx.progress(caller.athlete, Records::OfItems(&ids, 10)).await?;
    let now = work.now;
    let summaries = chain.effective().iter().filter_map(|item| {
        let own = rows.iter().filter(|row| row.record.item_id == item.item_id);
        let own: Vec<ProgressRecord> = own.map(|row| row.record.clone()).collect();
        let level = item.prescription.level_ref.as_ref();
        Some(progress_summary::summarize(&progress_summary::Item {
            item,
            exercise: catalog.get(&item.exercise_key)?,
            ladder: level.and_then(|level| catalog.ladder(&level.ladder_key)).map(|ladder| &**ladder),
            records: &own,
            flags: &flags,
            now,
        }))
    });
    Ok(summaries.collect())
}

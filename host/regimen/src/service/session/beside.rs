//! What stands beside a session that is shown: why each exercise is in it, and how it is warmed up to (EP-8, LD-8).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    exercise::ExerciseKey,
    person::ActorKind,
    plan::{ItemId, PlanItem, Role},
    reason::{Reason, ReasonCode},
    session::{Session, SessionId, SessionStatus},
    time::{LocalDate, add_days},
};
use plan::between;
use schemars::JsonSchema;
use serde::Serialize;
use store::Which;
use training::load::ramp::{RampKind, RampSet, ramp};

use crate::{
    problem::Problem,
    service::{
        app::{App, Caller, Scope, Work},
        ledger::Span,
    },
};

/// For so many days back a session that still runs is looked for.
const RUNNING_DAYS: i64 = 7;

/// What stands beside a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Beside {
    /// Why each exercise is in it; nothing for what the plan has on the day anyway.
    pub reasons: BTreeMap<ExerciseKey, Vec<Reason>>,
    /// The lighter sets before a main that has not begun.
    pub warm_up: BTreeMap<ExerciseKey, Vec<RampSet>>,
}

/// What stands beside a session of the athlete.
pub async fn beside(app: &App, caller: &Caller, id: SessionId) -> Result<Beside, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let session = work.session(id).await?.session;
    let warm_up = match session.status {
        SessionStatus::Planned | SessionStatus::Active => work.warm_up(&session).await?,
        SessionStatus::Summary | SessionStatus::Done | SessionStatus::Skipped => BTreeMap::new(),
    };
    Ok(Beside { reasons: work.reasons(id).await?, warm_up })
}

/// A session of an earlier day that was started and not finished, the last of them.
pub async fn running(app: &App, caller: &Caller) -> Result<Option<Session>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let days = Which::Between(add_days(work.today(), -RUNNING_DAYS), add_days(work.today(), -1));
    let rows = work.tx.sessions(caller.athlete, days).await?;
    let mut running =
        rows.into_iter().map(|row| row.session).filter(|one| one.status == SessionStatus::Active);
    Ok(running.next_back())
}

/// How an item came into the plan (PV-9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entered {
    /// In which version.
    pub version: u32,
    /// When, on the athlete's date.
    pub date: LocalDate,
    /// By whom.
    pub actor: ActorKind,
    /// Why, where the version knows more than that somebody wished it.
    pub reasons: Vec<Reason>,
}

/// How these items came into the plan in force.
pub async fn entered(
    app: &App,
    caller: &Caller,
    items: &[ItemId],
) -> Result<BTreeMap<ItemId, Entered>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.training_chain(None, Span::Whole).await?;
    let mut found = BTreeMap::new();
    for entry in &chain.versions {
        let added = entry.rows.iter().filter(|row| row.before.is_none());
        for (row, item) in added.filter_map(|row| Some((row, row.after.as_ref()?))) {
            if items.contains(&item.item_id) {
                let version = &entry.version;
                let mut reasons = between::reasons(&chain, entry, row);
                reasons.retain(|why| why.code != ReasonCode::Manual);
                let entered = Entered {
                    version: version.number,
                    date: version.local_date,
                    actor: version.actor.kind,
                    reasons,
                };
                found.insert(item.item_id, entered);
            }
        }
    }
    Ok(found)
}

impl Work<'_> {
    /// LD-8: the first main is warmed up to in full, a further one with another pattern briefly.
    async fn warm_up(&mut self, session: &Session) -> Result<BTreeMap<ExerciseKey, Vec<RampSet>>, Problem> {
        let mut ramps = BTreeMap::new();
        let Some(plan) = session.plan_id else { return Ok(ramps) };
        let catalog = self.catalog().await?;
        let items = self.tx.effective::<PlanItem>(self.athlete.id, plan).await?;
        let mains: BTreeSet<_> =
            items.iter().filter(|item| item.role == Role::Main).map(|item| item.item_id).collect();
        let iron = self.profile().iron();
        let mut patterns = BTreeSet::new();
        for one in session.exercises.iter().filter(|one| one.item_id.is_some_and(|id| mains.contains(&id))) {
            let Some(exercise) = catalog.get(&one.exercise_key) else { continue };
            let frozen = one.frozen.as_ref();
            let load = frozen.and_then(|frozen| frozen.prescription.working_sets().next()?.load_g);
            let kind = if patterns.is_empty() { RampKind::First } else { RampKind::Further };
            let is_new = load.is_some() && patterns.insert(exercise.dominant_pattern());
            let Some(grid) = iron.grid_for(exercise).filter(|_| is_new && one.sets.is_empty()) else {
                continue;
            };
            let sets = ramp(exercise, grid, load, kind);
            if !sets.is_empty() {
                ramps.insert(one.exercise_key.clone(), sets);
            }
        }
        Ok(ramps)
    }
}

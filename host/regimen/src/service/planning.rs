//! Plans: made, read, edited by hand, rolled back, undone, restored and settled (PV, OV, CF, RB).

use std::collections::BTreeSet;

use domain::{
    change::Change,
    dispute::{Conflict, ConflictStatus, Override, OverrideStatus, Resolution},
    error::ErrorCode,
    id::{Id, TraceId},
    law::Invalid,
    plan::{
        AuditLine, Plan, PlanDomain, PlanId, PlanItem, PlanStatus, PlanVersion, SlotTime, VersionSource,
        VersionStatus,
    },
    proposal::{Alternative, Proposal, ProposalId},
    reason::Reason,
    time::LocalDate,
};
use plan::{
    between::{self, Difference},
    chain::{Chain, Entry, Facts, Moment},
    confirm::{confirm, resolve},
    edit::{Edit, edit, withdraw},
    landing::{Landing, World},
    rollback::{Slot, restore, rollback},
    structure::{archive, create},
    undo::undo,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::Since;

use super::{
    act::Act,
    app::{App, Caller, Scope, Work, check_revision, not_found},
    ledger::{Span, entry, unknown_exercise, world},
};
use crate::problem::Problem;

/// A plan and its version in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlanNow {
    /// The plan.
    pub plan: Plan,
    /// The items in force, by id.
    pub items: Vec<PlanItem>,
}

/// Everything that followed from one trigger (PV-10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Trace {
    /// Versions of plans, as numbers.
    pub versions: Vec<(PlanId, u32)>,
    /// Lines of the audit.
    pub audit: Vec<AuditLine>,
    /// Proposals.
    pub proposals: Vec<ProposalId>,
}

/// A plan and everything about it that a person may settle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The plan and its items in force.
    pub now: PlanNow,
    /// What waits for an answer, in the order in which it is shown (SL-10).
    pub proposals: Vec<Proposal>,
    /// Conflicts that wait, oldest first (CF-6).
    pub conflicts: Vec<Dispute>,
    /// Versions that wait (PV-7).
    pub pending: Vec<Entry>,
    /// Values that are guarded (OV-1).
    pub overrides: Vec<Override>,
}

/// A conflict as a person is told of it: what stands against what, and what may be chosen while it waits (CF-1, CF-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The conflict; of those about the same of one version the first, which stands for all.
    pub conflict: Conflict,
    /// When the value of the person was set, if that version is at hand.
    pub edited_on: Option<LocalDate>,
    /// What the program wants of what both touched (CF-1).
    pub wanted: Vec<Change>,
    /// The answers that can be given.
    pub alternatives: Vec<Alternative>,
}

/// All plans of an athlete, oldest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Plan>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok(work.tx.plans(caller.athlete).await?)
}

/// A training plan with its items in force; without an id the one in force.
pub async fn show(app: &App, caller: &Caller, id: Option<PlanId>) -> Result<PlanNow, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.training_chain(id, Span::Recent("")).await?;
    Ok(PlanNow { items: chain.effective().to_vec(), plan: chain.plan })
}

/// The training plan in force with what may be settled about it, if there is one.
pub async fn standing(app: &App, caller: &Caller) -> Result<Option<Standing>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let Some(plan) = work.active_plan(PlanDomain::Training).await? else { return Ok(None) };
    let chain = work.chain::<PlanItem>(plan, Span::Recent("")).await?;
    let items = chain.effective().to_vec();
    let conflicts = waiting(&chain);
    let mut proposals = chain.proposals;
    proposals.retain(|proposal| proposal.state.is_open());
    training::suggestion::display::sort(&mut proposals, &items.iter().collect::<Vec<_>>());
    let mut pending = chain.versions;
    pending.retain(|entry| entry.version.status == VersionStatus::PendingConfirmation);
    let mut overrides = chain.overrides;
    overrides.retain(|guard| guard.status == OverrideStatus::Active);
    Ok(Some(Standing { now: PlanNow { plan: chain.plan, items }, proposals, conflicts, pending, overrides }))
}

/// The conflicts of the training plan in force that wait, oldest first, each with its alternatives (CF-6).
pub async fn open_conflicts(app: &App, caller: &Caller) -> Result<Vec<Dispute>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let Some(plan) = work.active_plan(PlanDomain::Training).await? else { return Ok(vec![]) };
    Ok(waiting(&work.chain::<PlanItem>(plan, Span::Recent("")).await?))
}

/// A conflict is as old as the version that waits for its answer (CF-6).
pub(super) fn waiting(chain: &Chain) -> Vec<Dispute> {
    let since = |one: &Dispute| {
        let version = one.conflict.auto_version.and_then(|number| chain.version(number));
        (version.map(|entry| entry.version.created_at), one.conflict.id)
    };
    let mut found = disputes_of(chain, |one| one.status == ConflictStatus::PendingConfirmation);
    found.sort_by_key(since);
    found
}

/// The conflicts of a plan that are asked for, those about the same of one version once (CF-1).
fn disputes_of(chain: &Chain, is_asked_for: impl Fn(&Conflict) -> bool) -> Vec<Dispute> {
    let mut told: Vec<&Conflict> = Vec::new();
    for conflict in chain.conflicts.iter().filter(|one| is_asked_for(one)) {
        if !told.iter().any(|known| known.is_one_with(conflict)) {
            told.push(conflict);
        }
    }
    let dispute = |conflict: &Conflict| {
        let question = conflict.auto_proposal.and_then(|id| chain.proposal(id));
        let edit = chain.version(conflict.manual_version);
        Dispute {
            conflict: conflict.clone(),
            edited_on: edit.map(|entry| entry.version.local_date),
            wanted: wanted_by_program(chain, conflict),
            alternatives: question.map_or_else(Vec::new, |question| question.alternatives.clone()),
        }
    };
    told.into_iter().map(dispute).collect()
}

/// The automatic side of a conflict: the changes of its version or proposal to what both touched (CF-1).
fn wanted_by_program(chain: &Chain, conflict: &Conflict) -> Vec<Change> {
    let version = conflict.auto_version.and_then(|number| chain.version(number));
    let rows = version.into_iter().flat_map(|entry| entry.rows.iter().flat_map(|row| &row.changes));
    let proposal = conflict.auto_proposal.and_then(|id| chain.proposal(id));
    let proposed = proposal.into_iter().flat_map(|proposal| &proposal.changes);
    let contested = |change: &&Change| {
        let mut items = conflict.items.iter();
        items.any(|one| one.item_id == change.target.item_id && one.group == change.field.group())
    };
    let mut changes: Vec<Change> = rows.filter(contested).cloned().collect();
    if changes.is_empty() {
        changes.extend(proposed.filter(contested).cloned());
    }
    changes
}

/// Makes a plan of these items and puts it in force; the former one is archived (PV-1).
pub async fn make(
    app: &App,
    caller: &Caller,
    title: &str,
    items: Vec<PlanItem>,
    source: VersionSource,
) -> Result<PlanNow, Problem> {
    let mut work = app.write(caller, Act::PlanMade).await?;
    if items.is_empty() {
        return Err(Invalid::of(ErrorCode::InvalidPlan, "items", "none", "at least one item").into());
    }
    let flags = work.flags().await?;
    let catalog = work.catalog().await?;
    if let Some(item) = items.iter().find(|item| catalog.get(&item.exercise_key).is_none()) {
        return Err(unknown_exercise("exercise_key", &item.exercise_key, &catalog).into());
    }
    let facts = work.facts(&items, &flags, &catalog);
    let moment = work.moment();
    if let Some(former) = work.active_plan(PlanDomain::Training).await? {
        let chain = work.chain::<PlanItem>(former, Span::Recent("")).await?;
        let archived = archive(&chain, &moment, world(&facts))?;
        work.land(&archived).await?;
        // Nothing could come of a session that this plan still meant; what was begun stays.
        work.tx.withdraw_sessions_of_plan(caller.athlete, archived.plan.id).await?;
    }
    let plan = Plan {
        id: app.id(),
        athlete_id: work.id(),
        domain: PlanDomain::Training,
        title: title.to_owned(),
        status: PlanStatus::Active,
        active_version: 1,
        created_at: work.now,
    };
    // The archive and the first version carry one trace, but lines of the audit need ids of their own.
    let moment = Moment { trace_id: app.trace(), ..moment };
    let landing = create(plan, items, source, &moment, world(&facts))?;
    work.land(&landing).await?;
    work.commit().await?;
    let items = landing.versions.into_iter().next().map(|entry| entry.version.effective);
    Ok(PlanNow { plan: landing.plan, items: items.unwrap_or_default() })
}

/// The versions of a plan, oldest first, with what each changed.
pub async fn versions(app: &App, caller: &Caller, id: Option<PlanId>) -> Result<Vec<Entry>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok(work.training_chain(id, Span::Whole).await?.versions)
}

/// The plan in force with some of its versions, the newest of those with a smaller number first; nothing without a plan.
pub async fn some_versions(
    app: &App,
    caller: &Caller,
    before: Option<u32>,
    count: u32,
) -> Result<Option<(PlanNow, Vec<Entry>)>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let Some(plan) = work.active_plan(PlanDomain::Training).await? else { return Ok(None) };
    let items = work.tx.effective::<PlanItem>(caller.athlete, plan.id).await?;
    let since = Since::Before(before.unwrap_or(i32::MAX.unsigned_abs()), count);
    let versions = work.tx.versions::<PlanItem>(caller.athlete, plan.id, since).await?;
    let entries = versions.into_iter().rev().map(entry).collect();
    Ok(Some((PlanNow { plan, items }, entries)))
}

/// One version.
pub async fn version(app: &App, caller: &Caller, id: Option<PlanId>, number: u32) -> Result<Entry, Problem> {
    let found = versions(app, caller, id).await?.into_iter().find(|entry| entry.version.number == number);
    found.ok_or_else(|| not_found("version", number))
}

/// A version with why it changed each of its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The version and its rows.
    pub entry: Entry,
    /// Why, for each row.
    pub reasons: Vec<Vec<Reason>>,
}

/// The versions of the plan in force, oldest first, or one of them; each row with the reasons of its own (PV-9).
pub async fn explained(app: &App, caller: &Caller, number: Option<u32>) -> Result<Vec<Explained>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.training_chain(None, Span::Whole).await?;
    let mut told: Vec<Explained> = Vec::new();
    for entry in chain.versions.iter().filter(|entry| number.is_none_or(|n| entry.version.number == n)) {
        let reasons = entry.rows.iter().map(|row| between::reasons(&chain, entry, row)).collect();
        told.push(Explained { entry: entry.clone(), reasons });
    }
    match number {
        Some(number) if told.is_empty() => Err(not_found("version", number)),
        _ => Ok(told),
    }
}

/// What turns version `from` into version `to`, each difference with what explains it (PV-6).
pub async fn diff(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    from: u32,
    to: u32,
) -> Result<Vec<Difference>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.training_chain(id, Span::Whole).await?;
    for number in [from, to] {
        chain.version(number).ok_or_else(|| not_found("version", number))?;
    }
    Ok(between::between(&chain, from, to).unwrap_or_default())
}

/// A person's own edit (OV-1), if the version in force is the one that was seen (GL-5).
pub async fn change(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    wanted: &Edit,
    seen: Option<i64>,
) -> Result<Option<u32>, Problem> {
    landed(app, caller, id, Span::Recent(""), |chain, moment, world| {
        check_revision(seen, i64::from(chain.plan.active_version))?;
        Ok(edit(chain, wanted, moment, world)?)
    })
    .await
}

/// Ends an override before its time (OV-1).
pub async fn drop_override(app: &App, caller: &Caller, guard: Id<Override>) -> Result<(), Problem> {
    landed(app, caller, None, Span::Recent(""), |chain, moment, world| {
        Ok(withdraw(chain, guard, moment, world)?)
    })
    .await
    .map(drop)
}

/// The overrides in force.
pub async fn overrides(app: &App, caller: &Caller) -> Result<Vec<Override>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let mut overrides = work.training_chain(None, Span::Recent("")).await?.overrides;
    overrides.retain(|guard| guard.status == OverrideStatus::Active);
    Ok(overrides)
}

/// Rolls a day or an exercise back (RB-1, RB-2), if the version in force is the one that was seen (GL-5).
pub async fn roll_back(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    slot: &Slot,
    time: Option<SlotTime>,
    seen: Option<i64>,
) -> Result<Option<u32>, Problem> {
    landed(app, caller, id, Span::Whole, |chain, moment, world| {
        check_revision(seen, i64::from(chain.plan.active_version))?;
        Ok(rollback(chain, slot, time, moment, world)?)
    })
    .await
}

/// Takes a version back (RB-3).
pub async fn take_back(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    number: u32,
) -> Result<Option<u32>, Problem> {
    landed(app, caller, id, Span::Whole, |chain, moment, world| Ok(undo(chain, number, moment, world)?)).await
}

/// Makes a version the plan again (RB-4).
pub async fn bring_back(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    number: u32,
) -> Result<Option<u32>, Problem> {
    landed(app, caller, id, Span::Whole, |chain, moment, world| Ok(restore(chain, number, moment, world)?))
        .await
}

/// Answers a version that waits (OV-4, PV-7).
pub async fn answer_version(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    number: u32,
    how: Resolution,
) -> Result<Option<u32>, Problem> {
    landed(app, caller, id, Span::Whole, |chain, moment, world| {
        Ok(confirm(chain, number, how, moment, world)?)
    })
    .await
}

/// The conflicts of the plan in force that wait, oldest first; with `all` the settled ones too.
pub async fn conflicts(app: &App, caller: &Caller, all: bool) -> Result<Vec<Conflict>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let span = if all { Span::Whole } else { Span::Recent("") };
    let mut found = work.training_chain(None, span).await?.conflicts;
    found.retain(|one| all || one.status == ConflictStatus::PendingConfirmation);
    Ok(found)
}

/// The same, with what stands against what; those about the same of one version once (CF-1).
pub async fn disputes(app: &App, caller: &Caller, all: bool) -> Result<Vec<Dispute>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.training_chain(None, Span::Whole).await?;
    Ok(disputes_of(&chain, |one| all || one.status == ConflictStatus::PendingConfirmation))
}

/// Settles a conflict, and with it those about the same of its version (CF-1, CF-6).
pub async fn settle(
    app: &App,
    caller: &Caller,
    conflict: Id<Conflict>,
    how: Resolution,
) -> Result<Option<u32>, Problem> {
    landed(app, caller, None, Span::Whole, |chain, moment, world| {
        Ok(resolve(chain, conflict, how, moment, world)?)
    })
    .await
}

/// The audit of a plan, oldest first (PV-11).
pub async fn audit(app: &App, caller: &Caller, id: Option<PlanId>) -> Result<Vec<AuditLine>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let plan = match id {
        Some(id) => work.plan(id).await?,
        None => work.training_plan().await?,
    };
    Ok(work.tx.audit(caller.athlete, Some(plan.id)).await?)
}

/// What the audit of a plan names by their ids, so that it can be told in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// Every item that there ever was, newest first, as often as it changed.
    pub items: Vec<PlanItem>,
    /// What was asked.
    pub proposals: Vec<Proposal>,
    /// Where a person and an engine wanted different things.
    pub conflicts: Vec<Conflict>,
    /// What was set by hand.
    pub overrides: Vec<Override>,
}

/// What the audit of the plan in force names; nothing without a plan.
pub async fn named(app: &App, caller: &Caller) -> Result<Named, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    if work.active_plan(PlanDomain::Training).await?.is_none() {
        return Ok(Named::default());
    }
    let chain = work.training_chain(None, Span::Whole).await?;
    let rows = chain.versions.into_iter().rev().flat_map(|entry| entry.rows);
    let items = rows.flat_map(|row| row.after.into_iter().chain(row.before)).collect();
    let (proposals, conflicts, overrides) = (chain.proposals, chain.conflicts, chain.overrides);
    Ok(Named { items, proposals, conflicts, overrides })
}

/// Everything that followed from one trigger (PV-10).
pub async fn trace(app: &App, caller: &Caller, trace: &TraceId) -> Result<Trace, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let audit = work.tx.audit(caller.athlete, None).await?;
    let audit: Vec<_> = audit.into_iter().filter(|line| line.trace_id == *trace).collect();
    let plans: BTreeSet<PlanId> = work.tx.plans(caller.athlete).await?.iter().map(|plan| plan.id).collect();
    let (mut versions, mut proposals) = (Vec::new(), Vec::new());
    for id in plans {
        let plan = work.plan(id).await?;
        if plan.domain != PlanDomain::Training {
            continue;
        }
        let chain = work.chain::<PlanItem>(plan, Span::Whole).await?;
        let of = |version: &PlanVersion| version.trace_id == *trace;
        versions
            .extend(chain.versions.iter().filter(|one| of(&one.version)).map(|one| (id, one.version.number)));
        proposals.extend(chain.proposals.iter().filter(|one| one.trace_id == *trace).map(|one| one.id));
    }
    if audit.is_empty() && versions.is_empty() && proposals.is_empty() {
        return Err(not_found("trace", trace.as_str()));
    }
    Ok(Trace { versions, audit, proposals })
}

/// One change of the plan in force, or of the one that is named: load, engine, save. Gives the version that is in
/// force because of it.
async fn landed(
    app: &App,
    caller: &Caller,
    id: Option<PlanId>,
    span: Span<'_>,
    land: impl FnOnce(&Chain, &Moment, World<'_>) -> Result<Landing, Problem>,
) -> Result<Option<u32>, Problem> {
    let mut work = app.write(caller, Act::PlanChanged).await?;
    let chain = work.training_chain(id, span).await?;
    let facts = work.training_facts(&chain).await?;
    let landing = land(&chain, &work.moment(), world(&facts))?;
    work.land(&landing).await?;
    work.commit().await?;
    Ok(landing.activated())
}

impl Work<'_> {
    /// What is known of a training plan; without an id of the one in force.
    pub(super) async fn training_chain(
        &mut self,
        id: Option<PlanId>,
        span: Span<'_>,
    ) -> Result<Chain, Problem> {
        let plan = match id {
            Some(id) => self.plan(id).await?,
            None => self.training_plan().await?,
        };
        // A plan of meals has calls of its own.
        if plan.domain != PlanDomain::Training {
            return Err(not_found("plan", plan.id));
        }
        self.chain(plan, span).await
    }

    /// What landing has to know of the items of a training plan.
    pub(super) async fn training_facts(&mut self, chain: &Chain) -> Result<Facts, Problem> {
        let flags = self.flags().await?;
        let catalog = self.catalog().await?;
        Ok(self.facts(chain.effective(), &flags, &catalog))
    }
}

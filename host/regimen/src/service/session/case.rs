//! What a report is judged by, as the engines want it.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::Field,
    exercise::{ExerciseKey, LoadSemantics},
    id::Id,
    plan::{ItemId, PlanItem, TriggerKind, VersionSource},
    prescription::Prescription,
    proposal::{Consent, Proposal, ProposalId, ProposalState},
    session::{ExercisePerformance, PerformanceStatus, Session},
    spec::SpecId,
    time::Instant,
    wellbeing::Flag,
};
use plan::chain::{Chain, is_manual};
use store::{Landed, PastPerformance, ProgressRow, SessionRow};
use training::{
    catalog::Catalog,
    progression::input::PastRecord,
    suggestion::{
        self,
        input::{ManualEdit, StoredProposal},
    },
};

use crate::service::wellbeing::Lately;

/// Everything that a report is judged by.
pub(super) struct Case {
    pub(super) row: SessionRow,
    pub(super) kind: TriggerKind,
    pub(super) chain: Chain,
    /// How the athlete has been, with the flags before the report.
    pub(super) lately: Lately,
    /// Flags after the report.
    pub(super) flags: Vec<Flag>,
    pub(super) records: BTreeMap<ItemId, Vec<PastRecord>>,
    pub(super) performances: BTreeMap<ItemId, Vec<PastPerformance>>,
    pub(super) heads: BTreeMap<Id<Session>, Session>,
    /// Whether a model is to be asked what the session says of older proposals (OU-9).
    pub(super) in_doubt: bool,
}

impl Case {
    pub(super) fn items(&self) -> Vec<ItemId> {
        self.row.session.exercises.iter().filter_map(|one| one.item_id).collect()
    }
}

pub(super) fn started_at(session: &Session) -> Instant {
    let planned = session.started_at.or(session.planned_start);
    // A session that never started should have, some time on its day.
    let noon = || session.zone.start_of(session.local_date).map(|start| start.plus_seconds(43_200));
    planned.or_else(noon).unwrap_or(Instant::EPOCH)
}

pub(super) fn past_record(
    row: ProgressRow,
    landed: &[Landed],
    performances: &BTreeMap<ItemId, Vec<PastPerformance>>,
) -> PastRecord {
    let ProgressRow { started_at, record } = row;
    let one = landed.iter().find(|one| one.record == record.id);
    let past = performances.get(&record.item_id);
    let past = past.and_then(|all| all.iter().find(|past| past.session_id == record.session_id));
    PastRecord {
        started_at,
        landed: one.is_some(),
        undone_at: one.and_then(|one| one.undone_at),
        performance: past.map(|past| past.performance.clone()),
        record,
    }
}

/// SG-3: a performance with the prescription that its version had.
pub(super) fn past_performance(
    case: &Case,
    past: &PastPerformance,
) -> Option<suggestion::input::PastPerformance> {
    let session = case.heads.get(&past.session_id)?;
    let is_this = session.id == case.row.session.id;
    let plan: Option<Prescription> =
        session.plan_version.and_then(|number| case.chain.version(number)).and_then(|entry| {
            let item = past.performance.item_id?;
            plan::chain::item(&entry.version.effective, item).map(|item| item.prescription.clone())
        });
    let performance = if is_this {
        case.row.session.exercises.iter().find(|one| one.id == past.performance.id)?.clone()
    } else {
        past.performance.clone()
    };
    let done = performance.status == PerformanceStatus::Done;
    done.then(|| suggestion::input::PastPerformance {
        session_id: past.session_id,
        at: session.finished_at.or(past.started_at).unwrap_or(Instant::EPOCH),
        deload: session.deload,
        performance,
        plan,
    })
}

/// A performance of which only the exercise is known.
pub(super) fn bare_performance(
    id: Id<ExercisePerformance>,
    exercise_key: ExerciseKey,
) -> ExercisePerformance {
    ExercisePerformance {
        id,
        item_id: None,
        exercise_key,
        frozen: None,
        status: PerformanceStatus::Done,
        rpe: None,
        comfort: None,
        marks: vec![],
        notes: String::new(),
        sets: vec![],
    }
}

/// The sessions of the last performances, with the items in question.
pub(super) fn sessions_of(case: &Case) -> Vec<Session> {
    let mut sessions: BTreeMap<_, Session> = case.heads.clone();
    for past in case.performances.values().flatten() {
        if let Some(session) = sessions.get_mut(&past.session_id) {
            session.exercises.push(past.performance.clone());
        }
    }
    sessions.insert(case.row.session.id, case.row.session.clone());
    sessions.into_values().filter(|session| session.finished_at.is_some()).collect()
}

/// As much of an earlier proposal as the deduplication asks for (PR-7, OV-6, RB-3).
pub(super) fn stored(proposal: &Proposal, chain: &Chain) -> StoredProposal {
    let last = chain.decisions.iter().rev().find(|decision| decision.proposal_id == proposal.id);
    let undone = last.filter(|decision| {
        proposal.state == ProposalState::Overridden
            && chain.versions.iter().any(|entry| {
                entry.version.source == VersionSource::Undo && entry.version.trace_id == decision.trace_id
            })
    });
    StoredProposal {
        undone_at: undone.map(|decision| decision.at),
        is_postponed: proposal.state == ProposalState::Deferred && proposal.consent == Consent::Auto,
        ..StoredProposal::of(proposal)
    }
}

/// SD-4: what people edited in the last days.
pub(super) fn edits(chain: &Chain) -> Vec<ManualEdit> {
    let manual = chain.versions.iter().filter(|entry| is_manual(entry.version.source));
    let touched = manual.flat_map(|entry| {
        let at = entry.version.created_at;
        entry.touched().map(move |(item_id, group)| ManualEdit { item_id, group, at })
    });
    touched.collect()
}

/// The effective plan; for a correction with the changes of the first decision taken back (P-4).
pub(super) fn items_to_judge(case: &Case) -> Vec<PlanItem> {
    let mut items = case.chain.effective().to_vec();
    if case.kind != TriggerKind::ReportCorrection {
        return items;
    }
    let reference = case.row.session.id.to_string();
    let own = case.chain.versions.iter().filter(|entry| entry.version.trigger.reference == reference);
    for row in own.flat_map(|entry| &entry.rows) {
        let item = items.iter_mut().find(|item| item.item_id == row.item_id);
        if let (Some(item), Some(before), Some(after)) = (item, &row.before, &row.after)
            && item == after
        {
            item.clone_from(before);
        }
    }
    items
}

/// What is decided: exercises of the plan that are still in it. What a session that never started was meant to have was
/// not frozen, so its items are judged against the plan as it stands (PV-5, P-51).
pub(super) fn judged_performances(case: &Case) -> Vec<ExercisePerformance> {
    let session = &case.row.session;
    let known = |one: &&ExercisePerformance| one.item_id.is_some_and(|id| case.chain.item(id).is_some());
    let judged = |one: &ExercisePerformance| ExercisePerformance {
        frozen: one.frozen.clone().filter(|_| session.started_at.is_some()),
        ..one.clone()
    };
    session.exercises.iter().filter(known).map(judged).collect()
}

/// P-15: range items whose reps the same report moves without asking.
pub(super) fn moved(run: &suggestion::Run) -> BTreeSet<ItemId> {
    let steady = SpecId::new("SR-4");
    let applied = run.proposals.iter().filter(|one| one.rule == steady && one.consent == Consent::Auto);
    let reps = applied.filter(|one| one.changes.iter().any(|change| change.field == Field::Reps));
    reps.map(|one| one.target.item_id).collect()
}

pub(super) fn is_pending(chain: &Chain, id: ProposalId) -> bool {
    chain.proposal(id).is_some_and(|proposal| proposal.state == ProposalState::Pending)
}

/// SG-13: whether more load is easier.
pub(super) fn is_assisted(key: &ExerciseKey, catalog: &Catalog) -> bool {
    catalog.get(key).is_some_and(|one| one.load_semantics == LoadSemantics::Assistance)
}

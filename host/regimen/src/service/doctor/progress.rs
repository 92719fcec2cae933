//! P-56 over the records of an athlete.
//!
//! What is not kept, and so believed: what was at hand when an item was held for want of equipment, and events that the
//! archive job may have removed.

use std::collections::BTreeMap;

use domain::{
    change::Field,
    dispute::{OverrideScope, OverrideStatus},
    id::Id,
    plan::PlanItem,
    progress::{LevelDecision, ProgressRecord},
    proposal::Consent,
    session::{ExercisePerformance, Session},
    spec::SpecId,
};
use plan::chain::Chain;
use store::{Landed, ProgressRow};
use training::{
    progression::{RULE_VERSION, tuning::ProgressionTuning},
    quality::QualityTuning,
    verify_progress::{ArchiveRun, Breach, Entry, NewTarget, Rows, Subject, Touching, verify},
};

use super::{
    Finding,
    whole::{Whole, item_of},
};
use crate::{problem::Problem, service::app::Work};

/// As many records are asked for at once.
const AT_ONCE: usize = 500;

pub(super) async fn check(whole: &Whole, work: &mut Work<'_>) -> Result<Vec<Finding>, Problem> {
    let landed = landed(whole, work).await?;
    let mut found = Vec::new();
    let mut tables = [Vec::new(), Vec::new()];
    for (table, rows) in tables.iter_mut().zip([&whole.live, &whole.archive]) {
        for row in rows {
            match entry(whole, work, row, &landed).await? {
                Some(entry) => table.push(entry),
                None => found.push(lost(&row.record)),
            }
        }
    }
    let touched = whole.touched();
    let flags = whole.flags.iter().map(|flag| Touching {
        flag: flag.clone(),
        items: touched.get(&flag.id).cloned().unwrap_or_default(),
    });
    let flags: Vec<_> = flags.collect();
    let versions = whole.chains.iter().flat_map(|chain| &chain.versions);
    let versions: Vec<_> = versions.map(|entry| entry.version.clone()).collect();
    let [live, archive] = &tables;
    let rows = Rows {
        rule_version: RULE_VERSION,
        tuning: &ProgressionTuning::default(),
        live,
        archive,
        events: &whole.events,
        flags: &flags,
        modifiers: &whole.modifiers,
        versions: &versions,
        // What the archive may have removed by now is not asked for.
        last_run: Some(ArchiveRun {
            date: work.today(),
            event_months: QualityTuning::default().event_months,
        }),
        zone: work.zone(),
    };
    found.extend(verify(&rows, &whole.catalog).into_iter().map(finding));
    Ok(found)
}

fn lost(record: &ProgressRecord) -> Finding {
    let ids = vec![record.id.to_string()];
    let message = "its session, or its item in a version of the plan, is not there";
    Finding::new(SpecId::new("P-20"), "exercise_progress", ids, message)
}

fn finding(breach: Breach) -> Finding {
    let (table, id) = match breach.subject {
        Subject::Record(id) => ("exercise_progress", id.to_string()),
        Subject::Event(id) => ("progression_events", id.to_string()),
        Subject::Version(id) => ("plan_versions", id.to_string()),
    };
    Finding::new(breach.spec, table, vec![id], breach.message)
}

/// What became of the changes that were decided, by record.
async fn landed(whole: &Whole, work: &mut Work<'_>) -> Result<BTreeMap<Id<ProgressRecord>, Landed>, Problem> {
    let athlete = work.id();
    let records: Vec<_> = whole.live.iter().chain(&whole.archive).map(|row| row.record.id).collect();
    let mut landed = BTreeMap::new();
    for records in records.chunks(AT_ONCE) {
        landed.extend(work.tx.landed(athlete, records).await?.into_iter().map(|one| (one.record, one)));
    }
    Ok(landed)
}

/// A record with what session, plan and landing know of it; nothing if they do not know it.
async fn entry(
    whole: &Whole,
    work: &mut Work<'_>,
    row: &ProgressRow,
    landed: &BTreeMap<Id<ProgressRecord>, Landed>,
) -> Result<Option<Entry>, Problem> {
    let record = &row.record;
    let Some(session) = whole.sessions.get(&record.session_id) else { return Ok(None) };
    let Some(chain) = whole.chain_of(session) else { return Ok(None) };
    let Some(item) = item(chain, session, record) else { return Ok(None) };
    let done = session.exercises.iter().find(|one| one.item_id == Some(record.item_id));
    let done = done.filter(|_| session.started_at.is_some());
    let performance = match done {
        Some(done) if is_corrected(whole, record) => Some(told_first(work, done, record).await?),
        done => done.cloned(),
    };
    let one = landed.get(&record.id);
    Ok(Some(Entry {
        record: record.clone(),
        started_at: row.started_at,
        deload: session.deload,
        item: item.clone(),
        performance,
        edited: is_edited(whole, chain, record),
        moved: is_moved(chain, record),
        equipment: None,
        target: target(whole, record),
        landed_at: one.map(|one| one.at),
        undone_at: one.and_then(|one| one.undone_at),
    }))
}

/// The item as the plan had it when the session started; for one that never did, when it was reported. What was done
/// beside the plan became part of it with the report.
fn item<'a>(chain: &'a Chain, session: &Session, record: &ProgressRecord) -> Option<&'a PlanItem> {
    let started = session.plan_version.filter(|_| session.started_at.is_some());
    let number = started.or_else(|| {
        let before = chain.versions.iter().filter(|entry| {
            let version = &entry.version;
            version.activated_at.is_some_and(|at| at <= record.created_at)
                && version.trace_id != record.trace_id
        });
        before
            .max_by_key(|entry| (entry.version.activated_at, entry.version.number))
            .map(|entry| entry.version.number)
    })?;
    let since = chain.versions.iter().filter(|entry| entry.version.number >= number);
    since.into_iter().find_map(|entry| item_of(entry, record.item_id))
}

fn is_corrected(whole: &Whole, record: &ProgressRecord) -> bool {
    whole.live.iter().chain(&whole.archive).any(|row| row.record.corrects == Some(record.id))
}

/// P-4: what was told before a correction: the sets as they were known, and what the record says of the rest.
async fn told_first(
    work: &mut Work<'_>,
    now: &ExercisePerformance,
    record: &ProgressRecord,
) -> Result<ExercisePerformance, Problem> {
    let athlete = work.id();
    let sets = work.tx.sets_at(athlete, now.id, record.created_at).await?;
    Ok(ExercisePerformance {
        status: record.status,
        rpe: record.rpe,
        comfort: record.comfort,
        marks: record.marks.clone(),
        sets,
        ..now.clone()
    })
}

/// OV-8: whether a person edited its targets for this session alone: the first report of the item after such an edit.
fn is_edited(whole: &Whole, chain: &Chain, record: &ProgressRecord) -> bool {
    let reports = || {
        let own = whole.live.iter().chain(&whole.archive).map(|row| &row.record);
        own.filter(|other| other.item_id == record.item_id)
    };
    chain.overrides.iter().any(|guard| {
        let here = guard.item_id == record.item_id && guard.scope == OverrideScope::Session;
        let counted = matches!(guard.status, OverrideStatus::Active | OverrideStatus::Expired);
        let between = |other: &ProgressRecord| {
            other.session_id != record.session_id
                && guard.from <= other.created_at
                && other.created_at < record.created_at
        };
        here && counted && guard.from <= record.created_at && !reports().any(between)
    })
}

/// P-15: whether the same report moved the reps of the item without asking (SR-4).
fn is_moved(chain: &Chain, record: &ProgressRecord) -> bool {
    let steady = SpecId::new("SR-4");
    chain.proposals.iter().any(|proposal| {
        proposal.rule == steady
            && proposal.consent == Consent::Auto
            && proposal.trace_id == record.trace_id
            && proposal.target.item_id == record.item_id
            && proposal.changes.iter().any(|change| change.field == Field::Reps)
    })
}

/// What the decision made of the item, as it was told.
fn target(whole: &Whole, record: &ProgressRecord) -> Option<NewTarget> {
    if record.decision == LevelDecision::None {
        return None;
    }
    let run = whole.runs.iter().find(|run| run.trace_id == record.trace_id)?;
    let update = run.report.updates.iter().find(|update| update.item_id == record.item_id)?;
    Some(NewTarget::from(update))
}

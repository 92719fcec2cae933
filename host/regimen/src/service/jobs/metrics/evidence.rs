//! The stored facts that the figures of some days are counted from, and which of them a past day knew.

use std::collections::BTreeSet;

use domain::{
    id::Id,
    plan::{ItemId, PlanDomain, PlanItem},
    progress::ProgressRecord,
    time::{DateSpan, Instant, LocalDate, Zone, add_days},
    wellbeing::{Flag, FlagKind},
};
use plan::chain::is_manual;
use store::{Landed, List, ProposalRows, Records, Since};
use training::{
    outcome::tuning::OutcomeTuning,
    quality::answer::{Answered, OUTCOME_GOOD},
};

use super::{KPI_DAYS, end_of};
use crate::{
    problem::Problem,
    service::{app::Work, kpi::KpiFacts, ledger::entry},
};

/// P-42: an edit so soon after a decision takes it back.
const OVERRIDE_SECONDS: i64 = 86_400;

/// The records in question lie as far back as the longest window, and those that follow an advance after it.
const RECORD_DAYS: i64 = 91;

/// Everything of one athlete that figures of some days are counted from.
pub(super) struct Gathered {
    pub(super) zone: Zone,
    /// Oldest first by (started_at, id).
    pub(super) records: Vec<ProgressRecord>,
    /// The dates on which a fatigue flag was raised, or raised in severity.
    pub(super) fatigue: Vec<LocalDate>,
    pub(super) kpi: KpiFacts,
    /// Edits by people, of which item and when.
    edits: Vec<(ItemId, Instant)>,
    landed: Vec<Landed>,
    /// Proposals that were answered, with what was said of them.
    proposals: Vec<ProposalRows>,
}

impl Gathered {
    /// Reads what the figures of these days need.
    pub(super) async fn load(work: &mut Work<'_>, days: DateSpan) -> Result<Self, Problem> {
        let (athlete, zone) = (work.id(), work.zone().clone());
        let start = |date| zone.start_of(date).unwrap_or(Instant::EPOCH);
        let first_record = add_days(days.from, -RECORD_DAYS);
        let rows = work.tx.progress(athlete, Records::Between(first_record, days.to, None)).await?;
        let records: Vec<ProgressRecord> = rows.into_iter().map(|row| row.record).collect();
        let flags = work.tx.flags(athlete, Some(start(first_record))).await?;
        let fatigue = flags.iter().filter(|flag| flag.kind == FlagKind::Fatigue);
        let raised = |flag: &Flag| [Some(flag.from), flag.raised_at].into_iter().flatten();
        let fatigue = fatigue.flat_map(raised).map(|at| at.local_date(&zone)).collect();
        // OU-2: so long after its answer a proposal may get an outcome.
        let first_answer = OutcomeTuning::default().idle_days + i64::from(OUTCOME_GOOD.1);
        let asked = (List::decided_proposals(start(add_days(days.from, -first_answer))),);
        let (proposals,) = work.tx.lists(athlete, asked).await?;
        let [.., longest] = KPI_DAYS;
        let kpi = KpiFacts::load(work, days, add_days(days.from, -i64::from(longest))).await?;
        let mut edits = Vec::new();
        for plan in work.tx.plans(athlete).await? {
            if plan.domain == PlanDomain::Training {
                let since = Since::Instant(start(first_record), "");
                let versions = work.tx.versions::<PlanItem>(athlete, plan.id, since).await?;
                let manual = versions.into_iter().map(entry).filter(|one| is_manual(one.version.source));
                for entry in manual {
                    let at = entry.version.created_at;
                    edits.extend(entry.touched().map(|(item, _)| (item, at)));
                }
            }
        }
        let mut landed = Vec::new();
        let ids: Vec<_> = records.iter().map(|record| record.id).collect();
        for ids in ids.chunks(1000) {
            landed.extend(work.tx.landed(athlete, ids).await?);
        }
        Ok(Self { zone, records, fatigue, kpi, edits, landed, proposals })
    }

    /// The proposals that were answered.
    pub(super) fn answered(&self) -> Vec<Answered<'_>> {
        let answered = self.proposals.iter().map(|ProposalRows { proposal, decisions, evaluations }| {
            Answered { proposal, decisions, evaluations }
        });
        answered.collect()
    }

    /// The records that were there when this day ended.
    pub(super) fn records_by(&self, date: LocalDate) -> Vec<ProgressRecord> {
        let end = end_of(&self.zone, date);
        self.records.iter().filter(|record| record.created_at < end).cloned().collect()
    }

    /// The records whose decision a person had edited within 24 hours, or undone, when this day ended (P-42).
    pub(super) fn overridden_by(&self, date: LocalDate) -> BTreeSet<Id<ProgressRecord>> {
        let end = end_of(&self.zone, date);
        let edited = self.records.iter().filter(|record| {
            let soon = |at: Instant| (0..=OVERRIDE_SECONDS).contains(&at.seconds_since(record.created_at));
            self.edits.iter().any(|&(item, at)| item == record.item_id && at < end && soon(at))
        });
        let undone = self.landed.iter().filter(|landed| landed.undone_at.is_some_and(|at| at < end));
        edited.map(|record| record.id).chain(undone.map(|landed| landed.record)).collect()
    }
}

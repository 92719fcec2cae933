//! Everything of one athlete that the checks read.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    id::Id,
    plan::{ItemId, PlanDomain, PlanId, PlanItem},
    progress::ProgressionEvent,
    proposal::Evaluation,
    session::{Session, SessionId},
    time::{Instant, LocalDate},
    wellbeing::{Flag, SessionModifier},
};
use plan::chain::{Chain, Entry};
use store::{ProgressRow, Run, Which};
use training::{
    catalog::Catalog,
    progression,
    quality::{QualityTuning, archive::events_kept_from},
};

use crate::{
    problem::Problem,
    service::{app::Work, ledger::Span, session::finish::Told},
};

/// Everything of one athlete's training, or of one plan of it.
pub(super) struct Whole {
    pub(super) chains: Vec<Chain>,
    pub(super) live: Vec<ProgressRow>,
    pub(super) archive: Vec<ProgressRow>,
    /// Those that are certain to be kept.
    pub(super) events: Vec<ProgressionEvent>,
    /// Earlier ones may be gone (P-44).
    pub(super) events_from: Instant,
    pub(super) flags: Vec<Flag>,
    pub(super) modifiers: Vec<SessionModifier>,
    pub(super) sessions: BTreeMap<SessionId, Session>,
    pub(super) runs: Vec<Run<Told>>,
    pub(super) evaluations: Vec<Evaluation>,
    pub(super) catalog: Cow<'static, Catalog>,
}

impl Work<'_> {
    /// Reads everything; of one plan only, if one is named.
    pub(super) async fn whole(&mut self, plan: Option<PlanId>) -> Result<Whole, Problem> {
        let athlete = self.id();
        let events_from = self.events_from();
        let mut events = self.tx.all_events(athlete).await?;
        events.retain(|event| event.created_at >= events_from);
        let mut chains: Vec<Chain> = Vec::new();
        for known in self.tx.plans(athlete).await? {
            if known.domain == PlanDomain::Training && plan.is_none_or(|plan| plan == known.id) {
                let chain = self.chain(known, Span::Whole).await?;
                chains.push(Chain { events: events.clone(), ..chain });
            }
        }
        let ids: Vec<_> = chains.iter().flat_map(|chain| &chain.proposals).map(|one| one.id).collect();
        let sessions = self.tx.sessions(athlete, Which::Between(LocalDate::MIN, LocalDate::MAX)).await?;
        let mut whole = Whole {
            live: self.tx.records(athlete, false).await?,
            archive: self.tx.records(athlete, true).await?,
            events,
            events_from,
            flags: self.tx.flags(athlete, None).await?,
            modifiers: self.tx.modifiers(athlete, None).await?,
            sessions: sessions.into_iter().map(|row| (row.session.id, row.session)).collect(),
            runs: self.tx.runs_since(athlete, Instant::EPOCH).await?,
            evaluations: self.tx.evaluations(athlete, &ids).await?,
            catalog: self.catalog().await?,
            chains,
        };
        if let Some(plan) = plan {
            whole.keep(plan);
        }
        Ok(whole)
    }

    /// P-44: whenever the archive job ran last, events from this instant on are there.
    fn events_from(&self) -> Instant {
        let date = events_kept_from(self.today(), &QualityTuning::default());
        self.zone().start_of(date).unwrap_or(Instant::EPOCH)
    }
}

impl Whole {
    /// Leaves what belongs to a plan.
    fn keep(&mut self, plan: PlanId) {
        self.sessions.retain(|_, session| session.plan_id == Some(plan));
        let own = |row: &ProgressRow| self.sessions.contains_key(&row.record.session_id);
        self.live.retain(own);
        self.archive.retain(own);
        let records = self.live.iter().chain(&self.archive);
        let traces: BTreeSet<_> = records.map(|row| &row.record.trace_id).collect();
        self.events.retain(|event| traces.contains(&event.trace_id));
        self.runs.retain(|run| self.sessions.contains_key(&run.session_id));
    }

    /// The plan of a session.
    pub(super) fn chain_of(&self, session: &Session) -> Option<&Chain> {
        self.chains.iter().find(|chain| Some(chain.plan.id) == session.plan_id)
    }

    /// P-52, P-53: the items that each flag touches, as they were in the versions in force while it was.
    pub(super) fn touched(&self) -> BTreeMap<Id<Flag>, BTreeSet<ItemId>> {
        let mut touched: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for flag in &self.flags {
            let alone = std::slice::from_ref(flag);
            let own = touched.entry(flag.id).or_default();
            for chain in &self.chains {
                for entry in chain.versions.iter().filter(|entry| is_in_force(chain, entry, flag)) {
                    let items = &entry.version.effective;
                    own.extend(progression::vetoes(items, alone, &self.catalog, flag.from).into_keys());
                }
            }
        }
        touched
    }
}

/// Whether a version was in force at some time while a flag was active.
fn is_in_force(chain: &Chain, entry: &Entry, flag: &Flag) -> bool {
    let version = &entry.version;
    let Some(from) = version.activated_at else { return false };
    let later = version.superseded_by.and_then(|number| chain.version(number));
    let to = later.and_then(|later| later.version.activated_at);
    flag.until.is_none_or(|until| from < until) && to.is_none_or(|to| flag.from <= to)
}

/// The item with this id in a version.
pub(super) fn item_of(entry: &Entry, id: ItemId) -> Option<&PlanItem> {
    entry.version.effective.iter().find(|item| item.item_id == id)
}

//! Everything of one athlete that the checks read.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    exercise::ExerciseKey,
    id::Id,
    meal_plan::PlannedMeal,
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

/// Everything of one athlete that plans, progress and suggestions speak of, or of one plan.
pub(super) struct Whole {
    /// The plans of training.
    pub(super) chains: Vec<Chain>,
    /// Those of meals.
    pub(super) meals: Vec<Chain<PlannedMeal>>,
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
        let (mut chains, mut meals): (Vec<Chain>, Vec<_>) = Default::default();
        let mut plans = self.tx.plans(athlete).await?;
        plans.retain(|known| plan.is_none_or(|plan| plan == known.id));
        for known in plans {
            let events = events.clone();
            match known.domain {
                PlanDomain::Training => {
                    chains.push(Chain { events, ..self.chain(known, Span::Whole).await? });
                }
                PlanDomain::Nutrition => {
                    meals.push(Chain { events, ..self.chain(known, Span::Whole).await? });
                }
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
            meals,
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

    /// The items that a training plan ever had, each state of it.
    fn items(&self) -> impl Iterator<Item = &PlanItem> {
        let versions = self.chains.iter().flat_map(|chain| &chain.versions);
        versions.flat_map(|entry| &entry.version.effective)
    }

    /// The exercises that items ever were of.
    pub(super) fn exercises(&self) -> BTreeSet<&ExerciseKey> {
        self.items().map(|item| &item.exercise_key).collect()
    }

    /// P-52, P-53: the items that each flag touches, with the exercise or ladder by which it does. While it is active,
    /// an item may become another exercise, which it leaves alone.
    pub(super) fn touched(&self) -> BTreeMap<Id<Flag>, BTreeSet<(ItemId, ExerciseKey)>> {
        let ladder =
            |item: &PlanItem| item.prescription.level_ref.as_ref().map(|level| level.ladder_key.clone());
        let states = self.items().map(|item| ((item.item_id, &item.exercise_key, ladder(item)), item));
        let states: BTreeMap<_, _> = states.collect();
        let touches = |flag: &Flag, item: &PlanItem| {
            let (items, alone) = (std::slice::from_ref(item), std::slice::from_ref(flag));
            !progression::vetoes(items, alone, &self.catalog, flag.from).is_empty()
        };
        let touched = self.flags.iter().map(|flag| {
            let own = states.values().filter(|item| touches(flag, item));
            (flag.id, own.map(|item| (item.item_id, item.exercise_key.clone())).collect())
        });
        touched.collect()
    }
}

/// The item with this id in a version.
pub(super) fn item_of(entry: &Entry, id: ItemId) -> Option<&PlanItem> {
    entry.version.effective.iter().find(|item| item.item_id == id)
}

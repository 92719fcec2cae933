//! P-48, effect: before a session that is likely to be missed, the athlete is asked whether it shall be lighter.

use domain::{
    change::Direction,
    exercise::LoadSemantics,
    plan::{PlanItem, SlotTime, Trigger, TriggerKind},
    proposal::{ConsentSubject, Occasion, Proposal},
    session::FrozenTargets,
    time::Instant,
    wellbeing::ModifierScope,
};
use plan::{
    chain::Chain,
    report::{Batch, report},
};
use store::{Records, SessionRow};
use training::{
    catalog::Catalog,
    freeze::Origin,
    miss::{
        attempt::Setting,
        effect::{Coming, MissOffer, Thresholds, is_near, offers, speaks_for},
    },
};

use super::past::{self, Known};
use crate::{
    problem::Problem,
    service::{
        app::Work,
        ledger::{Span, TUNING, world},
    },
};

/// So many of the last records of an item are looked at: more than a season of daily sessions.
const RECORDS: i64 = 200;

impl Work<'_> {
    /// Asks about the items of a session that was just planned and begins within a day. Without an active model nothing
    /// is read but that there is none.
    pub(in crate::service) async fn offer_lighter(&mut self, row: &SessionRow) -> Result<(), Problem> {
        let (Some(model), Some(plan_id)) = (self.active_model().await?, row.session.plan_id) else {
            return Ok(());
        };
        let starts_at = self.starts_at(row);
        let consent = self.profile().consent.consent(ConsentSubject::MissPrediction, Direction::Easier);
        if consent.is_none() || !is_near(starts_at, self.now) {
            return Ok(());
        }
        let plan = self.plan(plan_id).await?;
        let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
        let items: Vec<_> = row.session.exercises.iter().filter_map(|one| one.item_id).collect();
        let athlete = self.id();
        let rows = past::standing(self.tx.progress(athlete, Records::OfItems(&items, RECORDS)).await?);
        let oldest = rows.iter().map(|row| row.started_at).min().unwrap_or(self.now);
        let (known, catalog) = past::known(&mut self.tx, athlete, oldest).await?;
        let history = past::attempts(&rows, &known, &catalog);
        let modifiers = self.tx.modifiers(athlete, Some(self.now)).await?;
        let targets = self.targets(row, &chain, &modifiers, &catalog, starts_at);
        let coming: Vec<Coming> = targets
            .iter()
            .map(|(position, item, frozen)| Coming {
                setting: self.setting(row, (*position, item, frozen), starts_at, &known, &catalog),
                is_spoken_for: self.is_spoken_for(&chain, item, &catalog),
            })
            .collect();
        let mut offers = offers(&model, &coming, &history, Thresholds::default(), self.now);
        // An offer that would freeze the same is none (PR-2): a percentage of few sets may round to all of them.
        let origin = Origin { athlete_id: athlete, trace_id: &self.trace_id, at: self.now };
        offers.retain(|offer| {
            let (item, reason) = (offer.item_id.to_string(), offer.reason.clone());
            let lighter = origin.lighter(ModifierScope::Item, item, offer.volume_pct, reason);
            let with: Vec<_> = modifiers.iter().cloned().chain([lighter]).collect();
            let volume = |all: &[(usize, PlanItem, FrozenTargets)]| {
                let of_item = all.iter().find(|(_, item, _)| item.item_id == offer.item_id);
                of_item.map(|(.., frozen)| frozen.prescription.volume())
            };
            volume(&self.targets(row, &chain, &with, &catalog, starts_at)) < volume(&targets)
        });
        self.ask_lighter(row, &chain, &offers, &catalog).await
    }

    /// When a planned session begins, as far as one can tell: as it was meant, else today from now on, else on its day.
    fn starts_at(&self, row: &SessionRow) -> Instant {
        let of_day = || self.zone().start_of(row.session.local_date).unwrap_or(self.now);
        row.session.planned_start.unwrap_or_else(of_day).max(self.now)
    }

    fn setting(
        &self,
        row: &SessionRow,
        (position, item, frozen): (usize, &PlanItem, &FrozenTargets),
        started_at: Instant,
        known: &Known,
        catalog: &Catalog,
    ) -> Setting {
        let exercise = catalog.get(&item.exercise_key);
        let body = known.body(exercise, started_at);
        let slot_time = match row.session.slot_time {
            SlotTime::None => SlotTime::of_hour(started_at.local(self.zone()).hour()),
            known => known,
        };
        Setting {
            item_id: item.item_id,
            started_at,
            local_date: row.session.local_date,
            slot_time,
            position: u32::try_from(position).unwrap_or(u32::MAX),
            kind: exercise.map(|exercise| exercise.progression_type),
            level: item.prescription.level_ref.as_ref().map(|level| level.ordinal),
            volume_plan: frozen.plan_volume,
            volume_target: frozen.prescription.volume(),
            volume_pct: frozen.volume_pct,
            fatigue: body.fatigue,
            pain: body.pain,
            readiness: row.session.readiness.or(body.readiness),
            sleep_score: body.sleep_score,
        }
    }

    fn is_spoken_for(&self, chain: &Chain, item: &PlanItem, catalog: &Catalog) -> bool {
        let exercise = catalog.get(&item.exercise_key);
        let assistance = exercise.is_some_and(|one| one.load_semantics == LoadSemantics::Assistance);
        let mut of_item = chain.proposals.iter().filter(|one| one.target.item_id == item.item_id);
        of_item.any(|proposal| speaks_for(proposal, assistance, self.now))
    }

    async fn ask_lighter(
        &mut self,
        row: &SessionRow,
        chain: &Chain,
        offers: &[MissOffer],
        catalog: &Catalog,
    ) -> Result<(), Problem> {
        if offers.is_empty() {
            return Ok(());
        }
        // Not the session alone: that is what its report is known by.
        let reference = format!("planned {}", row.session.id);
        let occasion = Occasion {
            athlete_id: self.id(),
            plan_id: chain.plan.id,
            trigger: Trigger { kind: TriggerKind::SessionSaved, reference: reference.clone() },
            trace_id: self.trace_id.clone(),
            at: self.now,
            ttl_days: TUNING.proposal_ttl_days,
        };
        let proposals: Vec<Proposal> = offers.iter().map(|offer| offer.proposal(&occasion)).collect();
        let batch = Batch { trigger: TriggerKind::SessionSaved, reference, proposals, judged: vec![] };
        let flags = self.flags().await?;
        let facts = self.facts(chain.effective(), &flags, catalog);
        let landing = report(chain, batch, &self.moment(), world(&facts))?;
        self.land(&landing).await
    }
}

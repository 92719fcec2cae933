//! The table: everything that a use case of eating reads, as one value.

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    exercise::ExerciseKind,
    id::Id,
    law::Invalid,
    meal_plan::{Batch, DiaryEntry, Eaten, Leftover, MealItem, MealLog, PantryEntry, PlannedMeal, SlotState},
    plan::{ItemId, PlanDomain, PlanId, PlanItem, SlotTime},
    session::SessionStatus,
    time::{DateSpan, LocalDate, add_days},
};
use nutrition::{
    diary::{Diary, PlannedSlot},
    profile::{
        NutritionProfile,
        week::{PlannedWorkout, SessionStart, weekday},
    },
    target::{
        Targets,
        input::{TrainingKind, WeighIn},
    },
};
use plan::chain::Chain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{LeftoverRow, Shelf, TargetsRow, Which};
use training::catalog::Catalog;

use super::{DAYS_BACK, larder::Larder};
use crate::{
    problem::{NO_MEAL_PLAN, NOT_EATING, Problem},
    service::{app::Work, ledger::Span},
};

/// A leftover as it is kept: with the meal that left it (ML-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptLeftover {
    /// What was left.
    pub leftover: Leftover,
    /// The day of its cooking.
    pub cooked_on: LocalDate,
    /// The slot of its cooking.
    pub cooked_slot: u8,
}

impl KeptLeftover {
    /// Whether a planned meal comes from it.
    pub(super) fn feeds(&self, item: &MealItem) -> bool {
        let source =
            |batch: Batch| (batch.cooked_on, batch.cooked_slot) == (self.cooked_on, self.cooked_slot);
        item.batch.is_some_and(source)
            && item.recipe_id == self.leftover.recipe_id
            && item.recipe_revision == self.leftover.recipe_revision
            && (item.date, item.slot) != (self.cooked_on, self.cooked_slot)
    }

    /// The pot as a planned meal names it.
    pub(super) fn pot(&self) -> Batch {
        let servings = u8::try_from(self.leftover.servings_pct.div_ceil(100)).unwrap_or(12).clamp(1, 12);
        Batch { cooked_on: self.cooked_on, cooked_slot: self.cooked_slot, servings }
    }
}

/// What days need from one on, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(super) struct KeptTargets {
    /// What is needed.
    pub(super) targets: Targets,
    /// How many days were planned with it; absent if it was only worked out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) days: Option<u32>,
}

/// What is on the table.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) larder: Larder,
    pub(super) chain: Option<Chain<PlannedMeal>>,
    pub(super) planned: Vec<PlannedSlot>,
    pub(super) logs: Vec<MealLog>,
    pub(super) entries: Vec<DiaryEntry>,
    pub(super) leftovers: Vec<LeftoverRow<KeptLeftover>>,
    pub(super) pantry: Vec<PantryEntry>,
    pub(super) targets: Vec<TargetsRow<KeptTargets>>,
    pub(super) today: LocalDate,
}

impl Table {
    /// The plan with everything that was logged.
    pub(super) fn diary(&self) -> Diary<'_> {
        Diary::new(&self.planned, &self.logs, &self.entries)
    }

    /// The meals of the plan in force.
    pub(super) fn meals(&self) -> &[PlannedMeal] {
        self.chain.as_ref().map_or(&[], Chain::effective)
    }

    /// The plan; without one there is nothing to change.
    pub(super) fn chain(&self) -> Result<&Chain<PlannedMeal>, Problem> {
        self.chain.as_ref().ok_or_else(|| Problem::new(NO_MEAL_PLAN))
    }

    /// The meal of a slot.
    pub(super) fn meal(&self, date: LocalDate, slot: u8) -> Option<&PlannedMeal> {
        self.meals().iter().find(|one| (one.meal.date, one.meal.slot) == (date, slot))
    }

    /// What became of slots.
    pub(super) fn states(&self) -> BTreeMap<(LocalDate, u8), SlotState> {
        self.logs.iter().map(|log| ((log.date, log.slot), log.state)).collect()
    }

    /// ML-6: what is left of each leftover when everything that was eaten of it is taken away.
    pub(super) fn left(&self) -> Vec<(uuid::Uuid, KeptLeftover)> {
        let last: BTreeMap<_, _> = self.logs.iter().map(|log| ((log.date, log.slot), log)).collect();
        let rest = |row: &LeftoverRow<KeptLeftover>| {
            let mut kept = row.leftover.clone();
            for meal in self.meals().iter().filter(|one| row.leftover.feeds(&one.meal)) {
                let log = last.get(&(meal.meal.date, meal.meal.slot));
                if let Some(Eaten::Recipe { servings_pct, .. }) =
                    log.filter(|log| log.state == SlotState::Eaten).and_then(|log| log.eaten.as_ref())
                {
                    kept.leftover.servings_pct = kept.leftover.servings_pct.saturating_sub(*servings_pct);
                }
            }
            (kept.leftover.servings_pct > 0).then_some((row.id, kept))
        };
        self.leftovers.iter().filter_map(rest).collect()
    }

    /// The days that were planned together and hold this one.
    pub(super) fn horizon(&self, date: LocalDate) -> Option<DateSpan> {
        let spans = self.targets.iter().rev().filter_map(|row| {
            let days = i64::from(row.targets.days?);
            Some(DateSpan { from: row.from, to: add_days(row.from, days - 1) })
        });
        spans.into_iter().find(|span| span.contains(date))
    }
}

/// The id of a slot's item, the same in all versions (ML-9).
pub(super) fn item_id(plan: PlanId, date: LocalDate, slot: u8) -> ItemId {
    Id::derive(&["meal", &plan.to_string(), &date.to_string(), &slot.to_string()])
}

impl Work<'_> {
    /// Who eats, with the weights that were logged.
    pub(super) async fn eater(&mut self) -> Result<NutritionProfile, Problem> {
        let mut profile = self.profile().nutrition.clone().ok_or_else(|| Problem::new(NOT_EATING))?;
        let today = self.today();
        let weights = self.tx.body_weights(self.athlete.id, add_days(today, -DAYS_BACK), today).await?;
        if !weights.is_empty() {
            let weigh_in = |weight: &store::BodyWeight| WeighIn { date: weight.date, weight_g: weight.grams };
            profile.weigh_ins = weights.iter().map(weigh_in).collect();
        }
        Ok(profile)
    }

    /// The nutrition Plan with what is known of it.
    pub(super) async fn meal_chain(&mut self, span: Span<'_>) -> Result<Option<Chain<PlannedMeal>>, Problem> {
        match self.active_plan(PlanDomain::Nutrition).await? {
            Some(plan) => Ok(Some(self.chain(plan, span).await?)),
            None => Ok(None),
        }
    }

    /// Everything that a use case of eating reads, with what was logged on these days and the last weeks.
    pub(super) async fn table(&mut self, dates: DateSpan) -> Result<Table, Problem> {
        let (athlete, today) = (self.athlete.id, self.today());
        let chain = self.meal_chain(Span::Recent("")).await?;
        let planned = chain.iter().flat_map(Chain::effective);
        let planned: Vec<PlannedSlot> =
            planned.map(|one| PlannedSlot { id: one.item_id, item: one.meal.clone() }).collect();
        let last = planned.iter().map(|slot| slot.item.date).max().unwrap_or(today);
        let span = DateSpan {
            from: dates.from.min(add_days(today, -DAYS_BACK)),
            to: dates.to.max(last).max(add_days(today, 1)),
        };
        Ok(Table {
            larder: self.larder().await?,
            logs: self.tx.meal_logs(athlete, span).await?,
            entries: self.tx.diary_entries(athlete, span).await?.into_iter().map(|row| row.entry).collect(),
            leftovers: self.tx.leftovers(athlete).await?,
            pantry: self.pantry().await?,
            targets: self.tx.targets(athlete, span.to).await?,
            chain,
            planned,
            today,
        })
    }

    /// What is at home, by food.
    pub(super) async fn pantry(&mut self) -> Result<Vec<PantryEntry>, Problem> {
        let entries = self.tx.entries::<Vec<PantryEntry>>(Shelf::Pantry, self.athlete.id).await?;
        Ok(entries.into_iter().flat_map(|entry| entry.value).collect())
    }

    /// MD-2: the training of some days: sessions that are planned or done, else the slots of the training plan, else
    /// the week that the athlete named.
    pub(super) async fn workouts(
        &mut self,
        profile: &NutritionProfile,
        from: LocalDate,
        days: u32,
    ) -> Result<Vec<PlannedWorkout>, Problem> {
        let to = add_days(from, i64::from(days.max(1)) - 1);
        let rows = self.tx.sessions(self.athlete.id, Which::Between(from, to)).await?;
        let plan = self.active_plan(PlanDomain::Training).await?;
        let catalog = self.catalog().await?;
        let mut found: Vec<PlannedWorkout> = Vec::new();
        for session in rows.iter().map(|row| &row.session) {
            if session.status == SessionStatus::Skipped {
                continue;
            }
            let local = session.planned_start.or(session.started_at).map(|at| at.local(&session.zone));
            let minute =
                local.and_then(|at| u16::try_from(60 * i16::from(at.hour()) + i16::from(at.minute())).ok());
            let clock = minute.and_then(domain::meal_plan::ClockTime::from_minutes);
            let start = clock.map_or_else(|| self.usual_start(session.slot_time), SessionStart::At);
            let kinds = session.exercises.iter().filter_map(|one| Some(catalog.get(&one.exercise_key)?.kind));
            let minutes = session.estimated_minutes.unwrap_or(60).clamp(1, 600);
            found.push(PlannedWorkout { date: session.local_date, start, kind: mostly(kinds), minutes });
        }
        if let Some(plan) = plan {
            let slots = self.training_slots(plan.id, &catalog).await?;
            for date in (DateSpan { from, to }).days().filter(|date| *date >= self.today()) {
                let has_session = found.iter().any(|workout| workout.date == date);
                let of_day = slots.iter().filter(|(day, ..)| !has_session && *day == Slotted::of(date, *day));
                for (_, time, kind) in of_day {
                    let (start, minutes) = (self.usual_start(*time), self.profile().session_minutes);
                    found.push(PlannedWorkout { date, start, kind: *kind, minutes });
                }
            }
        }
        if found.is_empty() {
            return Ok(profile.workouts(from, days));
        }
        Ok(found)
    }

    /// The parts of days for which the training plan has items.
    async fn training_slots(
        &mut self,
        plan: PlanId,
        catalog: &Catalog,
    ) -> Result<Vec<(Slotted, SlotTime, TrainingKind)>, Problem> {
        let items = self.tx.effective::<PlanItem>(self.athlete.id, plan).await?;
        let mut kinds: BTreeMap<(Slotted, SlotTime), Vec<ExerciseKind>> = BTreeMap::new();
        for item in &items {
            let day = item.slot_weekday.map(Slotted::Weekday).or(item.slot_date.map(Slotted::Date));
            if let (Some(day), Some(exercise)) = (day, catalog.get(&item.exercise_key)) {
                kinds.entry((day, item.slot_time)).or_default().push(exercise.kind);
            }
        }
        Ok(kinds.into_iter().map(|((day, time), kinds)| (day, time, mostly(kinds.into_iter()))).collect())
    }

    fn usual_start(&self, time: SlotTime) -> SessionStart {
        match time {
            SlotTime::Morning => SessionStart::Morning,
            SlotTime::Evening => SessionStart::Evening,
            SlotTime::None => self.profile().usual_start.map_or(SessionStart::Evening, SessionStart::At),
        }
    }

    /// A plan has one to seven days.
    pub(super) fn check_days(days: u32) -> Result<(), Problem> {
        if (1..=7).contains(&days) {
            return Ok(());
        }
        Err(Invalid::of(ErrorCode::BadHorizon, "days", days, "1..7").into())
    }
}

/// A day on which the training plan has something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slotted {
    Weekday(u8),
    Date(LocalDate),
}

impl Slotted {
    /// A date in the same words.
    fn of(date: LocalDate, like: Self) -> Self {
        match like {
            Self::Weekday(_) => Self::Weekday(weekday(date)),
            Self::Date(_) => Self::Date(date),
        }
    }
}

/// What a session mostly is (NT-1); what is not known counts as strength.
fn mostly(kinds: impl Iterator<Item = ExerciseKind>) -> TrainingKind {
    let (mut strength, mut endurance, mut mobility) = (0, 0, 0);
    for kind in kinds {
        match kind {
            ExerciseKind::Resistance => strength += 1,
            ExerciseKind::Conditioning => endurance += 1,
            ExerciseKind::Mobility | ExerciseKind::Prehab => mobility += 1,
        }
    }
    if strength >= endurance.max(mobility) {
        TrainingKind::Strength
    } else if endurance >= mobility {
        TrainingKind::Endurance
    } else {
        TrainingKind::Mobility
    }
}

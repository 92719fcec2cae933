//! What a report is made of, read once.

use std::{borrow::Cow, collections::BTreeSet};

use domain::{
    meal_plan::{PlannedMeal, SlotState},
    plan::{PlanDomain, PlanItem},
    progress::{ProgressRecord, ProgressionEventType},
    proposal::Proposal,
    quantity::Grams,
    reason::Fact,
    session::{Session, SessionId},
    time::{DateSpan, Instant, LocalDate, add_days, days_between},
    wellbeing::Flag,
};
use plan::{
    bundle::{Bundle, Will},
    chain::Facts,
};
use store::{EventFilter, Records, Which};
use training::{
    catalog::Catalog,
    kpi::trend,
    prescribe::block::BlockWeek,
    progress_summary::standing,
    records::Record,
    report::facts::{OpenProposal, Strength, Stuck},
    strength::curve,
    tuning::Tuning,
};

use super::{IsoWeek, Meals, WaitingConflict};
use crate::{
    problem::Problem,
    service::{
        app::Work,
        ledger::Span,
        overview::{is_done, performances_in},
        planning::waiting,
        session::finish::ToldAdvice,
        weeks::{MuscleWeek, muscles_from},
    },
};

/// effort is compared with that of so many days before.
pub(super) const BEFORE_DAYS: i64 = 28;

/// Everything that is known of a week.
pub(super) struct Known {
    pub(super) days: DateSpan,
    /// The first instant after it.
    pub(super) end: Instant,
    /// Every session up to its end, oldest first.
    pub(super) sessions: Vec<Session>,
    /// Records that stand, of the week and the four before, oldest first.
    pub(super) progress: Vec<ProgressRecord>,
    pub(super) records: Vec<Record>,
    pub(super) strengths: Vec<Strength>,
    /// Flags that were in force on some day of it.
    pub(super) flags: Vec<Flag>,
    pub(super) advice: Vec<ToldAdvice>,
    /// The rates of what was told of too much load, in percent.
    pub(super) alerts: Vec<u32>,
    pub(super) stuck: Vec<Stuck>,
    /// The items of the plan in force.
    pub(super) items: Vec<PlanItem>,
    pub(super) facts: Facts,
    pub(super) conflicts: Vec<WaitingConflict>,
    /// What waits for an answer, oldest first.
    pub(super) proposals: Vec<Proposal>,
    /// The weights of the week, and of the one before.
    pub(super) weights: [Vec<Grams>; 2],
    pub(super) meals: Option<Meals>,
    /// Where the week before, this one and the next stand in their block.
    pub(super) places: [BlockWeek; 3],
    pub(super) catalog: Cow<'static, Catalog>,
    /// The sessions of a week, in order (WK-1).
    pub(super) schedule: Vec<String>,
}

impl Known {
    /// Sessions of some days.
    pub(super) fn sessions_in(&self, days: DateSpan) -> impl Iterator<Item = &Session> {
        self.sessions.iter().filter(move |session| days.contains(session.local_date))
    }

    /// Done sessions of some days.
    pub(super) fn done_in(&self, days: DateSpan) -> impl Iterator<Item = &Session> {
        self.sessions_in(days).filter(|session| is_done(session))
    }

    /// The days before the week that it is compared with.
    pub(super) fn before(&self, days: i64) -> DateSpan {
        DateSpan { from: add_days(self.days.from, -days), to: add_days(self.days.from, -1) }
    }

    /// What each muscle got in the week that begins so many weeks from this one; `place` says what it aims for.
    pub(super) fn muscles(&self, weeks: i64, place: BlockWeek) -> Vec<MuscleWeek> {
        muscles_from(add_days(self.days.from, 7 * weeks), place, &self.sessions, &self.catalog)
    }

    /// For how many days something has lasted at the end of the week, its first day included.
    pub(super) fn days_since(&self, first: LocalDate) -> u32 {
        u32::try_from(days_between(first, self.days.to) + 1).unwrap_or(0)
    }

    /// AR-3, PR-7: a proposal as the report looks at it.
    pub(super) fn open(&self, proposal: &Proposal) -> OpenProposal {
        let bundle = Bundle::of(proposal, &proposal.changes, Will::Accepted);
        OpenProposal {
            id: proposal.id,
            safety: bundle.is_safety(&self.facts),
            rank: bundle.rank(&self.facts).into(),
            confidence: proposal.confidence.into(),
            created_at: proposal.created_at,
        }
    }
}

impl Work<'_> {
    /// Reads what the report of a week is made of.
    pub(super) async fn known(&mut self, week: IsoWeek) -> Result<Known, Problem> {
        let (athlete, days) = (self.id(), week.days());
        let start = self.zone().start_of(days.from).unwrap_or(Instant::EPOCH);
        let end = self.zone().start_of(add_days(days.to, 1)).unwrap_or(self.now);
        let rows = self.tx.sessions(athlete, Which::Between(LocalDate::MIN, days.to)).await?;
        let sessions: Vec<Session> = rows.into_iter().map(|row| row.session).collect();
        let (catalog, weight) = (self.catalog().await?, self.body_weight().await?);
        let done: Vec<&Session> = sessions.iter().filter(|session| is_done(session)).collect();
        let mut records = self.records_in(&done, &catalog, None, weight).await?;
        records.retain(|record| days.contains(record.date) && !record.is_baseline());
        let strengths = strengths(&done, &catalog, weight, days.to);
        let between = Records::Between(add_days(days.from, -BEFORE_DAYS), days.to, None);
        let rows = self.tx.progress(athlete, between).await?;
        let progress: Vec<ProgressRecord> = rows.into_iter().map(|row| row.record).collect();
        let mut flags = self.tx.flags(athlete, Some(start)).await?;
        flags.retain(|flag| flag.from < end && flag.until.is_none_or(|until| start < until));
        let mut standing_now = self.standing().await?;
        standing_now.done.retain(|(date, _)| *date <= days.to);
        let first_weekday = self.profile().first_weekday;
        let places = [-7, 0, 7].map(|by| standing_now.week(first_weekday, add_days(days.to, by)).1);
        let (items, proposals, conflicts) = self.open_questions(days.to, end).await?;
        let facts = self.facts(&items, &flags, &catalog);
        let weights = [self.weights_of(week).await?, self.weights_of(week.plus(-1)).await?];
        Ok(Known {
            days,
            end,
            progress: standing(&progress).into_iter().cloned().collect(),
            records,
            strengths,
            flags,
            advice: self.advice_between(start, end).await?,
            alerts: self.alert_rates(start, end).await?,
            stuck: self.stuck_in(days).await?,
            items,
            facts,
            conflicts,
            proposals,
            weights,
            meals: self.meals_in(days).await?,
            places,
            catalog,
            schedule: self.schedule(),
            sessions,
        })
    }

    /// The plan in force, and what of it waited for an answer at the end of the week and still does.
    async fn open_questions(
        &mut self,
        last: LocalDate,
        end: Instant,
    ) -> Result<(Vec<PlanItem>, Vec<Proposal>, Vec<WaitingConflict>), Problem> {
        let Some(plan) = self.active_plan(PlanDomain::Training).await? else {
            return Ok((Vec::new(), Vec::new(), Vec::new()));
        };
        let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
        let items = chain.effective().to_vec();
        let mut conflicts = Vec::new();
        for open in waiting(&chain) {
            let since = self.opened(&open.conflict).await?;
            if since < end {
                let days = days_between(since.local_date(self.zone()), last);
                let touched = open.conflict.items.iter().map(|one| one.item_id).collect::<BTreeSet<_>>();
                let touched = items.iter().filter(|item| touched.contains(&item.item_id));
                conflicts.push(WaitingConflict {
                    id: open.conflict.id,
                    days: u32::try_from(days).unwrap_or(0),
                    exercises: touched.map(|item| item.exercise_key.clone()).collect(),
                    alternatives: open.alternatives.into_iter().map(|one| one.label).collect(),
                });
            }
        }
        let mut proposals = chain.proposals;
        proposals.retain(|proposal| proposal.state.is_open() && proposal.created_at < end);
        proposals.sort_by_key(|proposal| (proposal.created_at, proposal.id));
        Ok((items, proposals, conflicts))
    }

    async fn weights_of(&mut self, week: IsoWeek) -> Result<Vec<Grams>, Problem> {
        let (athlete, days) = (self.id(), week.days());
        let weights = self.tx.body_weights(athlete, days.from, days.to).await?;
        Ok(weights.into_iter().map(|weight| weight.grams).collect())
    }

    /// P-49: what reports of these days advised, each once.
    async fn advice_between(&mut self, start: Instant, end: Instant) -> Result<Vec<ToldAdvice>, Problem> {
        let athlete = self.id();
        let no_session = SessionId::from_uuid(uuid::Uuid::nil());
        let runs = self.tx.parts_of_runs::<Vec<ToldAdvice>>(athlete, start, no_session, "advice").await?;
        let mut told: Vec<ToldAdvice> = Vec::new();
        for advice in runs.into_iter().filter(|run| run.at < end).filter_map(|run| run.report).flatten() {
            if told.iter().all(|known| known.code != advice.code) {
                told.push(advice);
            }
        }
        Ok(told)
    }

    /// P-43: what was told of too much load, as percentages; of fatigue that grows, by how much.
    async fn alert_rates(&mut self, since: Instant, before: Instant) -> Result<Vec<u32>, Problem> {
        let athlete = self.id();
        let kind = Some(ProgressionEventType::AlertTriggered);
        let filter = EventFilter { exercise: None, kind, trace: None, since, before, limit: 100 };
        let events = self.tx.events(athlete, &filter).await?;
        let rate = |reason: &domain::reason::Reason| {
            let count = |name: &str| match reason.facts.get(name) {
                Some(Fact::Count(count)) => *count,
                _ => 0,
            };
            let (part, whole) = match count("decisions") {
                0 => (count("week"), count("before").max(1)),
                decisions => (count("regress"), decisions),
            };
            u32::try_from(100 * part / whole).unwrap_or(0)
        };
        Ok(events.iter().flat_map(|event| &event.context).map(rate).collect())
    }

    /// P-45: what has gone back three times in a row by the end of the week, the last time in it.
    async fn stuck_in(&mut self, days: DateSpan) -> Result<Vec<Stuck>, Problem> {
        let rows = self.review_rows().await?;
        let own =
            rows.into_iter().filter(|row| row.steps.last().is_some_and(|step| days.contains(step.date)));
        Ok(own
            .map(|row| Stuck {
                exercise: row.exercise_key,
                regressions: u32::try_from(row.steps.len()).unwrap_or(u32::MAX),
            })
            .collect())
    }

    /// Meals that were eaten of those that a nutrition plan has for these days.
    async fn meals_in(&mut self, days: DateSpan) -> Result<Option<Meals>, Problem> {
        let athlete = self.id();
        let Some(plan) = self.active_plan(PlanDomain::Nutrition).await? else { return Ok(None) };
        let meals = self.tx.effective::<PlannedMeal>(athlete, plan.id).await?;
        let slots: BTreeSet<(LocalDate, u8)> = meals
            .iter()
            .map(|one| (one.meal.date, one.meal.slot))
            .filter(|(date, _)| days.contains(*date))
            .collect();
        let mut eaten = BTreeSet::new();
        for log in self.tx.meal_logs(athlete, days).await? {
            let slot = (log.date, log.slot);
            if matches!(log.state, SlotState::Eaten | SlotState::Replaced) {
                eaten.insert(slot);
            } else {
                eaten.remove(&slot);
            }
        }
        let count = |slots: usize| u32::try_from(slots).unwrap_or(u32::MAX);
        let eaten = count(eaten.intersection(&slots).count());
        Ok((!slots.is_empty()).then_some(Meals { eaten, planned: count(slots.len()) }))
    }
}

/// where the estimated maxima of anchors go, each exercise once.
fn strengths(done: &[&Session], catalog: &Catalog, weight: Option<Grams>, last: LocalDate) -> Vec<Strength> {
    let exercise = |key: &domain::exercise::ExerciseKey| catalog.get(key).map(|exercise| &**exercise);
    let anchors = trend::anchors(done, exercise, weight, last, &Tuning::default());
    let keys: BTreeSet<_> = anchors.into_iter().map(|anchor| anchor.exercise).collect();
    let strength = |key: domain::exercise::ExerciseKey| {
        let curve = curve(&performances_in(done, catalog, Some(&key), weight));
        Some(Strength { exercise: key.to_string(), trend: curve.trend, change: curve.change? })
    };
    keys.into_iter().filter_map(strength).collect()
}

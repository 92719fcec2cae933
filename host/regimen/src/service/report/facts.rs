//! What a report is made of, read once.

use std::{borrow::Cow, collections::BTreeSet};

use domain::{
    meal_plan::{PlannedMeal, SlotState},
    plan::{PlanDomain, PlanId, PlanItem},
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

use super::{IsoWeek, Meals, ReportPeriod, WaitingConflict, ask};
use crate::{
    problem::Problem,
    service::{
        act::CoachActs,
        app::Work,
        ledger::Span,
        miss_model::ItemRisk,
        overview::{is_done, performances_in},
        planning::waiting,
        session::finish::ToldAdvice,
        weeks::{MuscleWeek, muscles_from},
    },
};

/// effort is compared with that of so many days before.
pub(super) const BEFORE_DAYS: i64 = 28;

/// the levels of a month are those of what was done in a year.
const LEVEL_DAYS: i64 = 365;

/// Everything that is known of a week or month.
pub(super) struct Known {
    pub(super) period: ReportPeriod,
    pub(super) days: DateSpan,
    /// What the finding looks at.
    pub(super) window: DateSpan,
    /// The first instant after it.
    pub(super) end: Instant,
    /// Every session up to its end, oldest first.
    pub(super) sessions: Vec<Session>,
    /// Records that stand, of that time and at least four weeks before, oldest first.
    pub(super) progress: Vec<ProgressRecord>,
    pub(super) records: Vec<Record>,
    pub(super) strengths: Vec<Strength>,
    /// Flags that were in force on some day of it.
    pub(super) flags: Vec<Flag>,
    pub(super) advice: Vec<ToldAdvice>,
    /// What coaches did in it (AC-9).
    pub(super) coaches: Vec<CoachActs>,
    /// The rates of what was told of too much load, in percent.
    pub(super) alerts: Vec<u32>,
    pub(super) stuck: Vec<Stuck>,
    /// The plan in force, and its items.
    pub(super) plan: Option<PlanId>,
    pub(super) items: Vec<PlanItem>,
    pub(super) facts: Facts,
    pub(super) conflicts: Vec<WaitingConflict>,
    /// What waits for an answer, oldest first.
    pub(super) proposals: Vec<Proposal>,
    /// What reports have proposed lately, whatever became of it.
    pub(super) asked: Vec<Proposal>,
    /// When the report is made.
    pub(super) now: Instant,
    /// The weights of that time, and of the week or month before.
    pub(super) weights: [Vec<Grams>; 2],
    pub(super) meals: Option<Meals>,
    /// The week before, those that end in that time and the one after its last day, and where they stand in their blocks.
    pub(super) weeks: Vec<(IsoWeek, BlockWeek)>,
    pub(super) body_weight: Option<Grams>,
    pub(super) catalog: Cow<'static, Catalog>,
    /// The sessions of a week, in order (WK-1).
    pub(super) schedule: Vec<String>,
    /// How likely items fall short, the likeliest first (P-48).
    pub(super) risks: Vec<ItemRisk>,
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

    /// The week or month before.
    pub(super) fn before(&self) -> DateSpan {
        self.period.plus(-1).days()
    }

    /// The four weeks before the window, which its effort is compared with.
    pub(super) fn before_window(&self) -> DateSpan {
        DateSpan { from: add_days(self.window.from, -BEFORE_DAYS), to: add_days(self.window.from, -1) }
    }

    /// The weeks that end in that time, oldest first.
    pub(super) fn own_weeks(&self) -> &[(IsoWeek, BlockWeek)] {
        self.weeks.get(1..self.weeks.len() - 1).unwrap_or_default()
    }

    /// What each muscle got in a week; its place says what it aims for.
    pub(super) fn muscles(&self, (week, place): (IsoWeek, BlockWeek)) -> Vec<MuscleWeek> {
        muscles_from(week.days().from, place, &self.sessions, &self.catalog)
    }

    /// For how many days something has lasted at the end, its first day included.
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

/// A plan, and what is to be answered of it.
#[derive(Default)]
struct Questions {
    plan: Option<PlanId>,
    items: Vec<PlanItem>,
    proposals: Vec<Proposal>,
    /// What reports have proposed.
    asked: Vec<Proposal>,
    conflicts: Vec<WaitingConflict>,
}

impl Work<'_> {
    /// Reads what a report is made of.
    pub(super) async fn known(&mut self, period: ReportPeriod) -> Result<Known, Problem> {
        let (athlete, days, window) = (self.id(), period.days(), period.window());
        let start_of = |date| self.zone().start_of(date).unwrap_or(Instant::EPOCH);
        let (start, end) = (start_of(days.from), start_of(add_days(days.to, 1)));
        let window_start = start_of(window.from);
        let rows = self.tx.sessions(athlete, Which::Between(LocalDate::MIN, days.to)).await?;
        let sessions: Vec<Session> = rows.into_iter().map(|row| row.session).collect();
        let (catalog, body_weight) = (self.catalog().await?, self.body_weight().await?);
        let done: Vec<&Session> = sessions.iter().filter(|session| is_done(session)).collect();
        let mut records = self.records_in(&done, &catalog, None, body_weight).await?;
        records.retain(|record| days.contains(record.date) && !record.is_baseline());
        let strengths = strengths(&done, &catalog, body_weight, days.to);
        let back = match period {
            ReportPeriod::Week(_) => BEFORE_DAYS,
            ReportPeriod::Month(_) => LEVEL_DAYS,
        };
        let between = Records::Between(add_days(days.from, -back), days.to, None);
        let rows = self.tx.progress(athlete, between).await?;
        let progress: Vec<ProgressRecord> = rows.into_iter().map(|row| row.record).collect();
        let mut flags = self.tx.flags(athlete, Some(start)).await?;
        flags.retain(|flag| flag.from < end && flag.until.is_none_or(|until| start < until));
        let weeks = self.placed(period).await?;
        let Questions { plan, items, proposals, asked, conflicts } =
            self.open_questions(days.to, end).await?;
        let facts = self.facts(&items, &flags, &catalog);
        let weights = [self.weights_in(days).await?, self.weights_in(period.plus(-1).days()).await?];
        Ok(Known {
            period,
            days,
            window,
            end,
            progress: standing(&progress).into_iter().cloned().collect(),
            records,
            strengths,
            flags,
            advice: self.advice_between(start, end).await?,
            coaches: self.coach_acts(start, end).await?,
            alerts: self.alert_rates(window_start, end).await?,
            stuck: self.stuck_in(window).await?,
            plan,
            items,
            facts,
            conflicts,
            proposals,
            asked,
            now: self.now,
            weights,
            meals: self.meals_in(days).await?,
            weeks,
            body_weight,
            catalog,
            schedule: self.schedule(),
            risks: self.miss_risks().await?,
            sessions,
        })
    }

    /// The week before a time, those that end in it and the next one, and where they stand in their blocks by what was
    /// done until then.
    async fn placed(&mut self, period: ReportPeriod) -> Result<Vec<(IsoWeek, BlockWeek)>, Problem> {
        let days = period.days();
        let mut standing = self.standing().await?;
        standing.done.retain(|(date, _)| *date <= days.to);
        let first_weekday = self.profile().first_weekday;
        let before = IsoWeek::of(days.from).plus(-1);
        let next = IsoWeek::of(days.to).plus(1);
        let all = std::iter::once(before).chain(period.weeks()).chain([next]);
        Ok(all.map(|week| (week, standing.week(first_weekday, week.days().to).1)).collect())
    }

    /// The plan in force, and what of it waited for an answer at the end and still does.
    async fn open_questions(&mut self, last: LocalDate, end: Instant) -> Result<Questions, Problem> {
        let Some(plan) = self.active_plan(PlanDomain::Training).await? else {
            return Ok(Questions::default());
        };
        let id = plan.id;
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
        let is_of_report = |proposal: &Proposal| proposal.rule == ask::RULE;
        let asked = chain.proposals.iter().filter(|one| is_of_report(one)).cloned().collect();
        let mut proposals = chain.proposals;
        proposals.retain(|proposal| proposal.state.is_open() && proposal.created_at < end);
        proposals.sort_by_key(|proposal| (proposal.created_at, proposal.id));
        Ok(Questions { plan: Some(id), items, proposals, asked, conflicts })
    }

    async fn weights_in(&mut self, days: DateSpan) -> Result<Vec<Grams>, Problem> {
        let athlete = self.id();
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

    /// P-45: what has gone back three times in a row, the last time in these days.
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

//! Weeks of training: where they stand in their block, what happens on their days, what each muscle gets (VO-2..VO-5).

use domain::{
    anatomy::Muscle,
    exercise::ExerciseKey,
    plan::{PlanDomain, PlanItem},
    session::{Session, SessionStatus},
    time::{LocalDate, add_days, days_between},
};
use store::Which;
use training::{
    block::{BlockPosition, Completed, position},
    catalog::Catalog,
    history::week_start,
    library::contributions,
    muscles::Volumes,
    prescribe::block::BlockWeek,
    tuning::{Landmarks, Tuning},
    volume::{hard_muscles, landmarks, weekly_target},
};

use super::{
    app::{App, Caller, Scope, Work},
    overview::is_done,
    template::Block,
    workout::slot_items,
};
use crate::problem::Problem;

/// Without a block that was started by hand, as far back as its first week may lie.
const LOOK_BACK_DAYS: i64 = 182;

/// The block that today is in, week by week to its easy one (VO-3).
#[derive(Debug, Clone, PartialEq)]
pub struct BlockCalendar {
    /// What was started by hand, if anything was.
    pub started: Option<Block>,
    /// Its weeks, the first one first; the last is the easy one. One week before it stands in front.
    pub weeks: Vec<Week>,
    /// Which of the weeks is this one.
    pub now: usize,
}

/// One week.
#[derive(Debug, Clone, PartialEq)]
pub struct Week {
    /// Its first day.
    pub start: LocalDate,
    /// Where it stands; of one to come as far as it can be told.
    pub place: BlockWeek,
    /// Whether it belongs to the block, or is the week before its first.
    pub is_of_block: bool,
    /// Its seven days.
    pub days: Vec<WeekDay>,
    /// What each muscle got and gets (VO-4, VO-5).
    pub muscles: Vec<MuscleWeek>,
}

/// One day of a week.
#[derive(Debug, Clone, PartialEq)]
pub struct WeekDay {
    /// Which.
    pub date: LocalDate,
    /// Its sessions, as they stand.
    pub sessions: Vec<Session>,
    /// What the plan has for the day and no session holds yet; of days that are over it has nothing.
    pub slots: Vec<PlanItem>,
}

/// A muscle in a week, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MuscleWeek {
    /// Which.
    pub muscle: Muscle,
    /// Effective sets that were done (VO-4).
    pub done: i64,
    /// What is planned for the rest of the week.
    pub to_come: i64,
    /// What the week aims for (VO-5); 0 for muscles that others train along.
    pub target: i64,
    /// Its landmarks in whole sets (VO-1).
    pub landmarks: Landmarks,
}

impl Week {
    /// Whether anything was done in it.
    pub fn is_trained(&self) -> bool {
        self.muscles.iter().any(|muscle| muscle.done > 0)
    }
}

/// The block that today is in, with what was done and is planned.
pub async fn calendar(app: &App, caller: &Caller) -> Result<BlockCalendar, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (today, athlete) = (work.today(), caller.athlete);
    let started = work.block().await?;
    let first = started.map_or(add_days(today, -LOOK_BACK_DAYS), |block| block.start_date);
    let to = add_days(today, 10 * 7);
    let rows = work.tx.sessions(athlete, Which::Between(first.min(add_days(today, -14)), to)).await?;
    let sessions: Vec<Session> = rows.into_iter().map(|row| row.session).collect();
    let mut items = Vec::new();
    if let Some(plan) = work.active_plan(PlanDomain::Training).await? {
        items = work.tx.effective::<PlanItem>(athlete, plan.id).await?;
    }
    let catalog = work.catalog().await?;
    let done = work.tx.done_days(athlete).await?;
    let given = Given { today, started, done: &done, sessions: &sessions, items: &items, catalog: &catalog };
    Ok(given.calendar(&work))
}

/// Where a day stands in its block: the one that was started by hand, else by what was done (VO-3).
pub(super) fn place(
    started: Option<Block>,
    done: &[(LocalDate, bool)],
    first_weekday: u8,
    day: LocalDate,
) -> BlockPosition {
    let length = started.map_or(Tuning::default().accumulation_weeks, |block| block.weeks);
    // VO-2: the weeks of a block begin on the weekday of its first day.
    let weekday = started.map_or(first_weekday, |block| {
        u8::try_from(block.start_date.weekday().to_monday_one_offset()).unwrap_or(1)
    });
    let own = done.iter().filter(|(date, _)| started.is_none_or(|block| block.start_date <= *date));
    let completed: Vec<Completed> =
        own.map(|(date, deload)| Completed { date: *date, deload: *deload }).collect();
    position(&completed, length, weekday, day)
}

/// What weeks are made from.
struct Given<'a> {
    today: LocalDate,
    started: Option<Block>,
    done: &'a [(LocalDate, bool)],
    sessions: &'a [Session],
    items: &'a [PlanItem],
    catalog: &'a Catalog,
}

impl Given<'_> {
    fn calendar(&self, work: &Work<'_>) -> BlockCalendar {
        let tuning = Tuning::default();
        let place = |day| place(self.started, self.done, work.profile().first_weekday, day);
        let now = place(self.today);
        let length = now.week.length;
        let this_week = week_start(self.today, Some(now.start_date));
        let before = place(add_days(now.start_date, -1));
        let mut weeks = vec![(add_days(now.start_date, -7), before.week, false)];
        let mut start = now.start_date;
        while start < this_week {
            let past = place(add_days(start, 6));
            weeks.push((start, past.week, true));
            start = add_days(start, 7);
        }
        let by_hand = self.started.is_some_and(|block| block.deload_now);
        let mut next = BlockWeek { deload: now.week.deload || by_hand, ..now.week };
        let index = weeks.len();
        weeks.push((start, next, true));
        while !next.deload {
            let week = next.week + 1;
            next = BlockWeek { week, length, deload: week == length };
            start = add_days(start, 7);
            weeks.push((start, next, true));
        }
        let weeks = weeks.into_iter().map(|(start, place, is_of_block)| Week {
            start,
            place,
            is_of_block,
            days: (0..7).map(|day| self.day(add_days(start, day))).collect(),
            muscles: self.muscles(start, place, &tuning),
        });
        BlockCalendar { started: self.started, weeks: weeks.collect(), now: index }
    }

    fn day(&self, date: LocalDate) -> WeekDay {
        let own = self.sessions.iter().filter(|session| session.local_date == date);
        let sessions: Vec<Session> = own.cloned().collect();
        let held = |item: &PlanItem| {
            let mut exercises = sessions.iter().flat_map(|session| &session.exercises);
            exercises.any(|one| one.item_id == Some(item.item_id))
        };
        let mut slots = Vec::new();
        if date >= self.today {
            slots = slot_items(self.items, date, None);
            slots.retain(|item| !held(item));
        }
        WeekDay { date, sessions, slots }
    }

    /// VO-4: what was done counts by its performed sets, what is to come by its planned working sets.
    fn muscles(&self, start: LocalDate, place: BlockWeek, tuning: &Tuning) -> Vec<MuscleWeek> {
        let (mut done, mut to_come) = (Volumes::default(), Volumes::default());
        let add = |volumes: &mut Volumes, key: &ExerciseKey, sets: usize| {
            if let Some(exercise) = self.catalog.get(key) {
                volumes.add(&contributions(exercise, tuning), i64::try_from(sets).unwrap_or(0));
            }
        };
        let in_week = |date: LocalDate| (0..7).contains(&days_between(start, date));
        for session in self.sessions.iter().filter(|session| in_week(session.local_date)) {
            let is_ahead = session.status == SessionStatus::Planned && session.local_date >= self.today;
            for one in &session.exercises {
                if is_done(session) {
                    add(
                        &mut done,
                        &one.exercise_key,
                        one.sets.iter().filter(|set| set.is_performed()).count(),
                    );
                } else if is_ahead || session.status == SessionStatus::Active {
                    let frozen = one.frozen.as_ref();
                    let sets = frozen.map_or(0, |frozen| frozen.prescription.working_sets().count());
                    add(&mut to_come, &one.exercise_key, sets);
                }
            }
        }
        for date in (0..7).map(|day| add_days(start, day)) {
            for item in self.day(date).slots {
                add(&mut to_come, &item.exercise_key, item.prescription.working_sets().count());
            }
        }
        let hard = hard_muscles(tuning);
        let of = |&muscle: &Muscle| {
            let row = landmarks(tuning, muscle);
            let target = if hard.has(muscle) { weekly_target(row, place) } else { 0 };
            MuscleWeek { muscle, done: done[muscle], to_come: to_come[muscle], target, landmarks: row }
        };
        Muscle::ALL.iter().map(of).collect()
    }
}

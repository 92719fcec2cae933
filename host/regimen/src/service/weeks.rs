//! Weeks of training: where they stand in their block, what happens on their days, what each muscle gets (VO-2..VO-5,
//! VO-10), and how good their schedule is (WK-1..WK-3).

use std::collections::BTreeMap;

use domain::{
    anatomy::Muscle,
    exercise::ExerciseKey,
    plan::{PlanDomain, PlanItem},
    session::{Session, SessionStatus},
    time::{LocalDate, add_days, days_between},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Shelf, Which};
use training::{
    block::{BlockPosition, Completed, position},
    catalog::Catalog,
    document::week::{WeekAnalysis, WeekInput, WeekTemplate},
    history::week_start,
    input::{Goals, HistoryEntry},
    library::contributions,
    muscles::{MuscleSet, Volumes},
    output::{OneDecimal, VolumeStatus},
    prescribe::block::BlockWeek,
    schedule,
    tuning::{Landmarks, Tuning},
    volume::{hard_muscles, landmarks, weekly_target},
};

use super::{
    app::{App, Caller, Scope, Work},
    overview::is_done,
    template::{Block, Template},
    training::week as analyze,
    workout::{slot_items, state::HISTORY_DAYS},
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
    app.read(caller, Scope::Read).await?.calendar().await
}

/// The week that today is in: what is due, what each muscle has and gets, and how good the schedule is (EP-8).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ThisWeek {
    /// Its first day.
    pub start: LocalDate,
    /// Which of its block, from 0 on.
    pub week: u32,
    /// How many weeks of the block build up.
    pub length: u32,
    /// Whether it is an easy one.
    pub deload: bool,
    /// Its sessions as the athlete wants them, in order: intents, or `body_part:<muscle>+<muscle>` (WK-1).
    pub schedule: Vec<String>,
    /// Those that nothing has used up; the first is due.
    pub unused: Vec<String>,
    /// What each muscle got and gets.
    pub volume: BTreeMap<Muscle, MuscleStanding>,
    /// How well the schedule serves the body (WK-2).
    pub analysis: WeekAnalysis,
}

/// The week of a muscle in sets (VO-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MuscleStanding {
    /// Done.
    pub done: OneDecimal,
    /// Planned for the rest of the week.
    pub to_come: OneDecimal,
    /// Wanted; 0 for muscles that others train along.
    pub target: OneDecimal,
    /// What is still missing; negative when there is more.
    pub delta: OneDecimal,
    /// How that stands.
    pub status: VolumeStatus,
}

impl MuscleWeek {
    /// `unused` are the entries of the schedule that are left.
    fn standing(&self, unused: &[&str]) -> MuscleStanding {
        let hard = hard_muscles(&Tuning::default());
        let serves = |entry: &&str| {
            let (intent, targets) = schedule::parts(entry);
            let targets: MuscleSet = targets.into_iter().filter_map(|word| word.parse().ok()).collect();
            intent.parse().is_ok_and(|intent| schedule::critical(intent, targets, hard).has(self.muscle))
        };
        let planned = self.done + self.to_come;
        let mav = (!hard.has(self.muscle)).then_some(self.landmarks.mav);
        MuscleStanding {
            done: OneDecimal(self.done),
            to_come: OneDecimal(self.to_come),
            target: OneDecimal(self.target),
            delta: OneDecimal(self.target - planned),
            status: VolumeStatus::of(planned, self.target, mav, unused.iter().any(serves)),
        }
    }
}

/// The week that today is in, judged from what was done before and from the athlete's templates (WK-1..WK-3).
pub async fn this_week(app: &App, caller: &Caller) -> Result<ThisWeek, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let mut calendar = work.calendar().await?;
    let week = calendar.weeks.swap_remove(calendar.now);
    let history = work.past(HISTORY_DAYS).await?;
    let templates = work.tx.entries::<Template>(Shelf::Templates, caller.athlete).await?;
    let schedule = work.schedule();
    let unused = work.unused(&schedule, &history, week.start);
    let volume = week.muscles.iter().map(|row| (row.muscle, row.standing(&unused))).collect();
    let unused = unused.into_iter().map(str::to_owned).collect();
    let profile = work.profile();
    let input = WeekInput {
        schedule: schedule.clone(),
        templates: templates.into_iter().map(|entry| in_week(entry.key, &entry.value)).collect(),
        history,
        training_age: profile.training_age.to_string(),
        goals: Goals {
            primary: profile.goals.primary.to_string(),
            secondary: profile.goals.secondary.clone(),
        },
        exercise_library: None,
        time_zone: profile.zone.clone(),
        now: work.now,
        tuning: Tuning::default(),
    };
    let catalog = work.catalog().await?;
    let analysis = analyze(&input, &catalog)?;
    let BlockWeek { week: number, length, deload } = week.place;
    Ok(ThisWeek { start: week.start, week: number, length, deload, schedule, unused, volume, analysis })
}

fn in_week(id: String, template: &Template) -> WeekTemplate {
    let exercise_ids = template.exercises.iter().map(|entry| entry.exercise_id.to_string()).collect();
    WeekTemplate { id, intent: template.intent.to_string(), exercise_ids }
}

/// Where today stands among the weeks.
pub(super) struct Standing {
    /// What was started by hand, if anything was.
    pub(super) started: Option<Block>,
    /// The days on which something was done, and whether they were easy ones.
    pub(super) done: Vec<(LocalDate, bool)>,
    /// Where in its block today is (VO-3).
    pub(super) at: BlockPosition,
}

impl Standing {
    /// VO-2: the first day of the week that a day is in, and where that week stands in its block.
    pub(super) fn week(&self, first_weekday: u8, day: LocalDate) -> (LocalDate, BlockWeek) {
        let at = place(self.started, &self.done, first_weekday, day);
        (week_start(day, Some(at.start_date)), at.week)
    }
}

impl Work<'_> {
    pub(super) async fn calendar(&mut self) -> Result<BlockCalendar, Problem> {
        let (today, athlete) = (self.today(), self.id());
        let Standing { started, done, at: _ } = self.standing().await?;
        let first = started.map_or(add_days(today, -LOOK_BACK_DAYS), |block| block.start_date);
        let to = add_days(today, 10 * 7);
        let rows = self.tx.sessions(athlete, Which::Between(first.min(add_days(today, -14)), to)).await?;
        let sessions: Vec<Session> = rows.into_iter().map(|row| row.session).collect();
        let mut items = Vec::new();
        if let Some(plan) = self.active_plan(PlanDomain::Training).await? {
            items = self.tx.effective::<PlanItem>(athlete, plan.id).await?;
        }
        let catalog = self.catalog().await?;
        let given =
            Given { today, started, done: &done, sessions: &sessions, items: &items, catalog: &catalog };
        Ok(given.calendar(self))
    }

    pub(super) async fn standing(&mut self) -> Result<Standing, Problem> {
        let athlete = self.id();
        let (done, started) = (self.tx.done_days(athlete).await?, self.block().await?);
        let at = place(started, &done, self.profile().first_weekday, self.today());
        Ok(Standing { started, done, at })
    }

    /// WK-1: the sessions of a week, in order; by the days of the week for who names none.
    pub(super) fn schedule(&self) -> Vec<String> {
        let profile = self.profile();
        match &profile.weekly_schedule[..] {
            [] => schedule::default_intents(profile.days_per_week.into())
                .iter()
                .map(ToString::to_string)
                .collect(),
            named => named.to_vec(),
        }
    }

    /// WK-1: what of a schedule nothing has used up in the week that begins with `start`.
    pub(super) fn unused<'s>(
        &self,
        schedule: &'s [String],
        history: &[HistoryEntry],
        start: LocalDate,
    ) -> Vec<&'s str> {
        let zone = &self.profile().zone;
        let mut done: Vec<&HistoryEntry> = history
            .iter()
            .filter(|entry| (0..7).contains(&days_between(start, entry.started_at.local_date(zone))))
            .filter(|entry| entry.advances_split.unwrap_or(true))
            .collect();
        done.sort_by_key(|entry| entry.started_at);
        schedule::unused(schedule, done.iter().map(|entry| entry.intent.as_deref()?.parse().ok()))
    }
}

/// Where a day stands in its block: the one that was started by hand, else by what was done (VO-3).
fn place(
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

/// What each muscle got in the seven days from `start` on, and what a week at this place aims for (VO-4, VO-5).
pub(super) fn muscles_from(
    start: LocalDate,
    place: BlockWeek,
    sessions: &[Session],
    catalog: &Catalog,
) -> Vec<MuscleWeek> {
    let given = Given { today: LocalDate::MAX, started: None, done: &[], sessions, items: &[], catalog };
    given.muscles(start, place, &Tuning::default())
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

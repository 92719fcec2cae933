//! Cached history of an exercise: bests, recent means, what is typical, and where it goes (SG-11).
//!
//! It is made from scratch from all finished sessions whenever one of them is finished, corrected or deleted.

use std::{cmp::Ordering, collections::BTreeMap};

use domain::{
    exercise::Exercise,
    prescription::SetType,
    quantity::{Grams, div_half_up},
    session::{PerformanceStatus, Session, SessionStatus, SetPerformance},
    time::{LocalDate, days_between},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::load::{Sense, estimate::e1rm};

/// Sessions that a recent mean is made of, and that a trend compares with as many before them.
const RECENT: usize = 3;

/// Days that count as the last month.
const MONTH: i64 = 30;

/// Tenths of a percent that mean loads may differ by and still be stable.
const STABLE: i64 = 25;

vocabulary! {
    /// Where the top working load goes.
    pub enum Trend: "trend" {
        Improving = "improving",
        Stable = "stable",
        Declining = "declining",
        /// Fewer than six sessions with a load.
        Insufficient = "insufficient",
    }
}

/// The best value of its kind, and when it was reached first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Best<T> {
    /// How much.
    pub value: T,
    /// When.
    pub date: LocalDate,
}

/// The most reps with one load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepsAtLoad {
    /// The load.
    pub load_g: Grams,
    /// The most reps with it.
    pub reps: u32,
    /// When.
    pub date: LocalDate,
}

/// Means over the last three sessions, rounded half up; what is not known is absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecentMeans {
    /// Hardest working load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_load_g: Option<Grams>,
    /// Reps, seconds or meters over working sets.
    pub volume: u32,
    /// Working sets.
    pub sets: u32,
    /// Rest after working sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_s: Option<u32>,
}

/// The middle half of the reps that an athlete makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypicalReps {
    /// A quarter of the sets have fewer.
    pub low: u32,
    /// A quarter of the sets have more.
    pub high: u32,
}

/// What an athlete has done of one exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExerciseHistory {
    /// Sessions with it.
    pub sessions: u32,
    /// Those of the last 30 days.
    pub sessions_30_days: u32,
    /// Highest estimated maximum (SG-6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_e1rm_g: Option<Best<Grams>>,
    /// Hardest load; the least help where load is assistance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_load_g: Option<Best<Grams>>,
    /// Most reps, seconds or meters of one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_volume: Option<Best<u32>>,
    /// The most reps with each load, lightest first.
    pub best_reps: Vec<RepsAtLoad>,
    /// Means over the last three sessions.
    pub recent: RecentMeans,
    /// Usual reps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_reps: Option<TypicalReps>,
    /// Usual number of working sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_sets: Option<u32>,
    /// Usual rest after a working set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_rest_s: Option<u32>,
    /// Where the load goes.
    pub trend: Trend,
}

impl ExerciseHistory {
    /// The history of `exercise` in all finished sessions, in any order, as of `today`.
    ///
    /// `bodyweight` is needed to estimate the maximum of a body with added load.
    pub fn of(
        exercise: &Exercise,
        sessions: &[Session],
        bodyweight: Option<Grams>,
        today: LocalDate,
    ) -> Self {
        Self::over(exercise, &days(exercise, sessions), bodyweight, today)
    }

    /// The same over the days on which it was done, oldest first.
    pub fn over(exercise: &Exercise, days: &[Day], bodyweight: Option<Grams>, today: LocalDate) -> Self {
        let sense = Sense::of(exercise);
        let dated = |pick: fn(&WorkingSet) -> Option<Grams>| {
            days.iter()
                .flat_map(move |day| day.sets.iter().filter_map(move |set| Some((pick(set)?, day.date))))
        };
        let e1rms = days.iter().flat_map(|day| {
            let estimate =
                |set: &WorkingSet| Some((e1rm(exercise, set.load_g?, set.reps?, bodyweight)?, day.date));
            day.sets.iter().filter_map(estimate)
        });
        let lately = days.iter().filter(|day| (0..MONTH).contains(&days_between(day.date, today)));
        Self {
            sessions: count(days.len()),
            sessions_30_days: count(lately.count()),
            best_e1rm_g: best(e1rms, Ord::cmp),
            best_load_g: best(dated(|set| set.load_g), |one, other| {
                effort(sense, *one).cmp(&effort(sense, *other))
            }),
            best_volume: best(days.iter().map(|day| (day.volume(), day.date)), Ord::cmp),
            best_reps: best_reps(days),
            recent: recent(days, sense),
            typical_reps: typical_reps(days),
            typical_sets: middle(days.iter().map(|day| count(day.sets.len())).collect()),
            typical_rest_s: middle(days.iter().flat_map(Day::rests).collect()),
            trend: trend(days, sense),
        }
    }

    /// Whether the athlete ever did it.
    pub fn has_history(&self) -> bool {
        self.sessions > 0
    }
}

/// What was done in one session: the completed working sets in which something was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// The day of the session.
    pub date: LocalDate,
    /// The sets, in order.
    pub sets: Vec<WorkingSet>,
}

/// A completed working set, as far as history goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkingSet {
    /// The load.
    pub load_g: Option<Grams>,
    /// The reps, if reps are what is counted.
    pub reps: Option<u32>,
    /// Reps, seconds or meters; more than 0.
    pub amount: u32,
    /// The rest after it.
    pub rest_after_s: Option<u32>,
}

impl WorkingSet {
    /// What counts of a set, if it does.
    fn of(set: &SetPerformance) -> Option<Self> {
        let amount = set.amount().filter(|amount| *amount > 0)?;
        let counts = set.completed && set.kind == SetType::Working;
        counts.then_some(Self { load_g: set.load_g, reps: set.reps, amount, rest_after_s: set.rest_after_s })
    }
}

impl Day {
    fn volume(&self) -> u32 {
        self.sets.iter().map(|set| set.amount).sum()
    }

    fn rests(&self) -> impl Iterator<Item = u32> {
        self.sets.iter().filter_map(|set| set.rest_after_s)
    }

    fn top(&self, sense: Sense) -> Option<Grams> {
        self.sets.iter().filter_map(|set| set.load_g).max_by_key(|&load| effort(sense, load))
    }
}

/// The sessions with the exercise, oldest first.
fn days(exercise: &Exercise, sessions: &[Session]) -> Vec<Day> {
    let is_finished =
        |session: &&Session| matches!(session.status, SessionStatus::Done | SessionStatus::Summary);
    let mut finished: Vec<&Session> = sessions.iter().filter(is_finished).collect();
    finished.sort_by_key(|session| (session.local_date, session.started_at, session.id));
    let day = |session: &Session| {
        let done = session.exercises.iter().filter(|performance| {
            performance.exercise_key == exercise.id && performance.status == PerformanceStatus::Done
        });
        let sets = done.flat_map(|performance| performance.sets.iter().filter_map(WorkingSet::of));
        Day { date: session.local_date, sets: sets.collect() }
    };
    finished.into_iter().map(day).filter(|day| !day.sets.is_empty()).collect()
}

fn effort(sense: Sense, load: Grams) -> Grams {
    match sense {
        Sense::Load => load,
        Sense::Assistance => -load,
    }
}

/// The greatest value; of equals the first.
fn best<T: Copy>(
    values: impl Iterator<Item = (T, LocalDate)>,
    order: impl Fn(&T, &T) -> Ordering,
) -> Option<Best<T>> {
    values.fold(None, |best: Option<Best<T>>, (value, date)| match best {
        Some(best) if order(&value, &best.value) != Ordering::Greater => Some(best),
        _ => Some(Best { value, date }),
    })
}

fn best_reps(days: &[Day]) -> Vec<RepsAtLoad> {
    let mut by_load: BTreeMap<Grams, Best<u32>> = BTreeMap::new();
    for day in days {
        for (load, reps) in day.sets.iter().filter_map(|set| set.load_g.zip(set.reps)) {
            let known = by_load.get(&load).map_or(0, |best| best.value);
            if reps > known {
                by_load.insert(load, Best { value: reps, date: day.date });
            }
        }
    }
    let row = |(load_g, best): (Grams, Best<u32>)| RepsAtLoad { load_g, reps: best.value, date: best.date };
    by_load.into_iter().map(row).collect()
}

fn recent(days: &[Day], sense: Sense) -> RecentMeans {
    let last = &days[days.len().saturating_sub(RECENT)..];
    let whole = |mean: Option<i64>| mean.and_then(|mean| u32::try_from(mean).ok());
    RecentMeans {
        top_load_g: mean(last.iter().filter_map(|day| day.top(sense)).map(|load| load.0)).map(Grams),
        volume: whole(mean(last.iter().map(|day| i64::from(day.volume())))).unwrap_or(0),
        sets: whole(mean(last.iter().map(|day| i64::from(count(day.sets.len()))))).unwrap_or(0),
        rest_s: whole(mean(last.iter().flat_map(Day::rests).map(i64::from))),
    }
}

fn mean(values: impl Iterator<Item = i64>) -> Option<i64> {
    let (sum, count) = values.fold((0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| div_half_up(sum, count))
}

fn typical_reps(days: &[Day]) -> Option<TypicalReps> {
    let mut reps: Vec<u32> = days.iter().flat_map(|day| day.sets.iter().filter_map(|set| set.reps)).collect();
    reps.sort_unstable();
    let count = reps.len();
    let low = *reps.get(count / 4)?;
    Some(TypicalReps { low, high: reps[(count - 1).min(3 * count / 4)] })
}

fn middle(mut values: Vec<u32>) -> Option<u32> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

fn trend(days: &[Day], sense: Sense) -> Trend {
    let tops: Vec<i64> = days.iter().filter_map(|day| day.top(sense)).map(|load| load.0).collect();
    let Some(from) = tops.len().checked_sub(2 * RECENT) else { return Trend::Insufficient };
    let (before, last) = tops[from..].split_at(RECENT);
    let (before, last): (i64, i64) = (before.iter().sum(), last.iter().sum());
    let gain = match sense {
        Sense::Load => last - before,
        Sense::Assistance => before - last,
    };
    match 1000 * gain {
        more if more > STABLE * before => Trend::Improving,
        less if less < -STABLE * before => Trend::Declining,
        _ => Trend::Stable,
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::tests::{bench, exercise, kg};
    use domain::{exercise::LoadSemantics, id::Id, time::add_days};

    /// A session on a day of March with these working sets of grams and reps.
    fn session(exercise: &Exercise, day: i64, sets: &[(i64, u32)]) -> Session {
        let mut session: Session = serde_json::from_str(domain::session::EXAMPLE).unwrap();
        session.id = Id::derive(&[&day.to_string()]);
        session.local_date = add_days(march(1), day - 1);
        let performance = &mut session.exercises[0];
        performance.exercise_key = exercise.id.clone();
        let template = performance.sets[0].clone();
        performance.sets = sets
            .iter()
            .map(|&(load, reps)| SetPerformance {
                load_g: Some(Grams(load)),
                reps: Some(reps),
                ..template.clone()
            })
            .collect();
        session
    }

    fn march(day: i8) -> LocalDate {
        LocalDate::constant(2026, 3, day)
    }

    fn of_bench(sessions: &[Session]) -> ExerciseHistory {
        ExerciseHistory::of(&bench(), sessions, None, march(31))
    }

    #[test]
    fn sg_11_typical_reps_are_the_middle_half() {
        let sets: Vec<_> = [6, 8, 8, 10, 10, 12].map(|reps| (60_000, reps)).into();
        let history = of_bench(&[session(&bench(), 1, &sets)]);
        assert_eq!(history.typical_reps, Some(TypicalReps { low: 8, high: 10 }));
        let one = of_bench(&[session(&bench(), 1, &[(60_000, 7)])]);
        assert_eq!(one.typical_reps, Some(TypicalReps { low: 7, high: 7 }));
    }

    fn trend_of(before: i64, last: i64) -> Trend {
        let tops = [before, before, before, last, last, last];
        let sessions: Vec<_> =
            tops.iter().zip(1..).map(|(&top, day)| session(&bench(), day, &[(top, 5)])).collect();
        of_bench(&sessions).trend
    }

    #[test]
    fn sg_11_a_trend_is_more_than_two_and_a_half_percent() {
        assert_eq!(trend_of(100_000, 102_600), Trend::Improving);
        assert_eq!(trend_of(100_000, 102_500), Trend::Stable);
        assert_eq!(trend_of(100_000, 97_500), Trend::Stable);
        assert_eq!(trend_of(100_000, 97_400), Trend::Declining);
        assert_eq!(of_bench(&[session(&bench(), 1, &[(60_000, 5)])]).trend, Trend::Insufficient);
    }

    #[test]
    fn sg_11_bests_have_the_day_on_which_they_were_reached_first() {
        let sessions = [
            session(&bench(), 20, &[(100_000, 5), (100_000, 4)]),
            session(&bench(), 10, &[(100_000, 5), (80_000, 12)]),
            session(&bench(), 1, &[(80_000, 10)]),
        ];
        let history = of_bench(&sessions);
        assert_eq!((history.sessions, history.sessions_30_days), (3, 2));
        assert_eq!(history.best_load_g, Some(Best { value: kg(100), date: march(10) }));
        assert_eq!(history.best_e1rm_g, Some(Best { value: Grams(116_667), date: march(10) }));
        assert_eq!(history.best_volume, Some(Best { value: 17, date: march(10) }));
        let rows: Vec<_> = history.best_reps.iter().map(|row| (row.load_g, row.reps, row.date)).collect();
        assert_eq!(rows, [(kg(80), 12, march(10)), (kg(100), 5, march(10))]);
    }

    #[test]
    fn sg_11_recent_means_are_of_three_sessions_and_typical_values_of_all() {
        let mut sessions: Vec<_> = (1..=4)
            .map(|day| session(&bench(), day, &vec![(day * 10_000, 10); usize::try_from(day).unwrap()]))
            .collect();
        sessions[3].exercises[0].sets[0].rest_after_s = Some(180);
        let history = of_bench(&sessions);
        let recent = RecentMeans { top_load_g: Some(kg(30)), volume: 30, sets: 3, rest_s: Some(127) };
        assert_eq!(history.recent, recent);
        assert_eq!((history.typical_sets, history.typical_rest_s), (Some(3), Some(120)));
    }

    #[test]
    fn sg_11_what_was_not_done_is_no_history() {
        let mut sessions = vec![session(&bench(), 1, &[(60_000, 5)]); 3];
        sessions[0].status = SessionStatus::Active;
        sessions[1].exercises[0].status = PerformanceStatus::Skipped;
        sessions[2].exercises[0].sets[0].completed = false;
        let history = of_bench(&sessions);
        assert!(!history.has_history());
        assert_eq!((history.best_load_g, history.typical_reps, history.typical_sets), (None, None, None));
    }

    #[test]
    fn sg_13_less_help_is_the_better_load_and_the_better_trend() {
        let assisted = exercise(|exercise| exercise.load_semantics = LoadSemantics::Assistance);
        let tops = [20_000, 20_000, 20_000, 15_000, 15_000, 10_000];
        let sessions: Vec<_> =
            tops.iter().zip(1..).map(|(&top, day)| session(&assisted, day, &[(top, 8)])).collect();
        let history = ExerciseHistory::of(&assisted, &sessions, None, march(31));
        assert_eq!(history.best_load_g, Some(Best { value: kg(10), date: march(6) }));
        assert_eq!((history.trend, history.best_e1rm_g), (Trend::Improving, None));
    }
}

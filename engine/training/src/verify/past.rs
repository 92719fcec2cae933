//! Earlier sessions, read a second time (VO-2, VO-4, EP-1).

use domain::{
    anatomy::Muscle,
    exercise::Exercise,
    prescription::SetType,
    session::{Intent, SelectionMode, SessionStatus},
    time::{LocalDate, add_days, days_between},
};

use super::count;
use crate::{
    catalog::Catalog,
    input::{HistoryEntry, HistoryExercise, HistorySet, SelectionInput},
};

/// A completed session.
pub(super) struct Past<'a> {
    pub(super) entry: &'a HistoryEntry,
    pub(super) date: LocalDate,
    /// 0 for the current week.
    pub(super) weeks_ago: i64,
    pub(super) intent: Intent,
    /// Exercises that the catalogue holds and that were not skipped.
    pub(super) exercises: Vec<(&'a Exercise, &'a HistoryExercise)>,
}

impl Past<'_> {
    /// EP-5: whether it uses up an entry of the schedule.
    pub(super) fn advances(&self) -> bool {
        self.entry.advances_split.unwrap_or(self.entry.selection_mode != SelectionMode::Bonus)
    }
}

/// The completed sessions of an input, oldest first.
pub(super) fn completed<'a>(
    input: &'a SelectionInput,
    catalog: &'a Catalog,
    week_start: LocalDate,
) -> Result<Vec<Past<'a>>, String> {
    let mut sessions = vec![];
    for entry in &input.history {
        if !matches!(entry.status, SessionStatus::Done | SessionStatus::Summary) {
            continue;
        }
        let done = entry.exercises.iter().filter(|exercise| !exercise.skipped);
        let known = done.filter_map(|done| Some((&**catalog.get(&done.exercise_id.parse().ok()?)?, done)));
        let exercises: Vec<_> = known.collect();
        let intent = match &entry.intent {
            Some(word) => {
                word.parse().map_err(|unknown: domain::vocabulary::UnknownWord| unknown.to_string())?
            }
            None => told_by_sets(&exercises),
        };
        let date = entry.started_at.local_date(&input.time_zone);
        let before = days_between(date, week_start);
        let weeks_ago = if before <= 0 { 0 } else { 1 + (before - 1) / 7 };
        sessions.push(Past { entry, date, weeks_ago, intent, exercises });
    }
    sessions.sort_by(|a, b| {
        (a.entry.started_at, &a.entry.session_id).cmp(&(b.entry.started_at, &b.entry.session_id))
    });
    Ok(sessions)
}

/// VO-2: the day on which the week of `today` began: a week of the block, else a Monday.
pub(super) fn week_start(today: LocalDate, block_start: Option<LocalDate>) -> LocalDate {
    let since = match block_start {
        Some(start) => days_between(start, today).rem_euclid(7),
        None => i64::from(today.weekday().to_monday_zero_offset()),
    };
    add_days(today, -since)
}

/// VO-4: whether a set counts.
pub(super) fn is_performed(set: &HistorySet) -> bool {
    let amounts = [set.reps, set.seconds, set.meters];
    is_working(set) && amounts.into_iter().flatten().any(|amount| amount >= 1)
}

/// Whether it is a completed working set, even if nothing came of it.
pub(super) fn is_working(set: &HistorySet) -> bool {
    set.done && matches!(set.kind, SetType::Working | SetType::Failure)
}

/// Sets that count.
pub(super) fn performed(exercise: &HistoryExercise) -> i64 {
    count(exercise.sets.iter().filter(|set| is_performed(set)))
}

/// VO-1, column split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Split {
    Push,
    Pull,
    Legs,
}

/// VO-1, column split.
pub(super) const fn split(muscle: Muscle) -> Split {
    match muscle {
        Muscle::Chest | Muscle::FrontDelts | Muscle::SideDelts | Muscle::Triceps => Split::Push,
        Muscle::Lats | Muscle::UpperBack | Muscle::RearDelts | Muscle::Biceps | Muscle::Forearms => {
            Split::Pull
        }
        _ => Split::Legs,
    }
}

/// EP-1: the intent of a session that does not say, by its primary sets.
fn told_by_sets(exercises: &[(&Exercise, &HistoryExercise)]) -> Intent {
    let sets = |of: &[Split]| -> i64 {
        let rows = exercises.iter().map(|(exercise, done)| {
            let primaries = exercise.muscles.primary.iter().filter(|&&muscle| of.contains(&split(muscle)));
            count(primaries) * performed(done)
        });
        rows.sum()
    };
    let all = sets(&[Split::Push, Split::Pull, Split::Legs]);
    let holds = |of: &[Split], percent: i64| all > 0 && 100 * sets(of) >= percent * all;
    if holds(&[Split::Push], 60) {
        Intent::Push
    } else if holds(&[Split::Pull], 60) {
        Intent::Pull
    } else if holds(&[Split::Legs], 60) {
        Intent::Legs
    } else if holds(&[Split::Push, Split::Pull], 90) {
        Intent::Upper
    } else {
        Intent::FullBody
    }
}

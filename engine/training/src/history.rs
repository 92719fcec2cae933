//! History: what earlier sessions say about exercises, weeks and anchors. Read once per request.

use domain::{
    exercise::Exercise,
    quantity::Grams,
    session::{Intent, SelectionMode, SessionStatus},
    time::{LocalDate, Zone, add_days, days_between},
};

use crate::{
    input::{HistoryEntry, HistoryExercise, HistorySet},
    library::{Library, Place},
    load::estimate::e1rm,
    muscles::{Split, Volumes},
    tuning::Tuning,
};

/// A completed session with what the rules ask of it.
#[derive(Debug)]
pub struct Past<'a> {
    /// The session as given.
    pub entry: &'a HistoryEntry,
    /// Its local date.
    pub date: LocalDate,
    /// Weeks before the current one, 0 for the current.
    pub weeks_ago: i64,
    /// What it was about, told from its sets if it did not say.
    pub intent: Intent,
    /// Its exercises that were done and are known.
    pub done: Vec<(Place, &'a HistoryExercise)>,
    /// Those that were tried, too, even if not one rep came of it (LD-7).
    pub tried: Vec<(Place, &'a HistoryExercise)>,
}

impl Past<'_> {
    /// The entry of the schedule that it uses up, if any (WK-1, EP-5).
    pub fn advances(&self) -> Option<Intent> {
        let by_mode = self.entry.selection_mode != SelectionMode::Bonus;
        self.entry.advances_split.unwrap_or(by_mode).then_some(self.intent)
    }
}

/// The completed sessions, oldest first, and what follows from them.
#[derive(Debug)]
pub struct History<'a> {
    /// Completed sessions, oldest first.
    pub sessions: Vec<Past<'a>>,
    /// Exercises of the history that the library does not hold.
    pub unknown: Vec<&'a str>,
    /// What was tried outside of deloads, the oldest first.
    tries: Vec<Try<'a>>,
    /// By place: the index of its newest try.
    newest: Vec<Option<usize>>,
}

/// An exercise of a session.
#[derive(Debug)]
struct Try<'a> {
    /// The index of the session.
    session: usize,
    exercise: &'a HistoryExercise,
    /// The index of the same exercise's try before this one.
    before: Option<usize>,
}

impl<'a> History<'a> {
    /// Reads the completed sessions before `now`, oldest first, ties by id.
    pub fn new(
        entries: &'a [HistoryEntry],
        library: &Library<'_>,
        zone: &Zone,
        week_start: LocalDate,
        intent_of: impl Fn(&HistoryEntry) -> Option<Intent>,
    ) -> Self {
        let completed =
            |entry: &&HistoryEntry| matches!(entry.status, SessionStatus::Done | SessionStatus::Summary);
        let mut completed: Vec<&HistoryEntry> = entries.iter().filter(completed).collect();
        completed.sort_by(|a, b| (a.started_at, &a.session_id).cmp(&(b.started_at, &b.session_id)));
        let mut unknown = vec![];
        let sessions = completed.into_iter().map(|entry| {
            let mut tried = Vec::with_capacity(entry.exercises.len());
            for exercise in entry.exercises.iter().filter(|exercise| !exercise.skipped) {
                match library.find(&exercise.exercise_id) {
                    Some(place) => tried.push((place, exercise)),
                    None => unknown.push(exercise.exercise_id.as_str()),
                }
            }
            let is_done = |(_, exercise): &&(Place, &HistoryExercise)| {
                exercise.sets.iter().any(HistorySet::is_performed)
            };
            let done: Vec<_> = tried.iter().filter(is_done).copied().collect();
            let date = entry.started_at.local_date(zone);
            let days = days_between(date, week_start);
            let intent = intent_of(entry).unwrap_or_else(|| told_by_sets(&done, library));
            Past { entry, date, weeks_ago: (days + 6).div_euclid(7), intent, done, tried }
        });
        let sessions: Vec<Past<'a>> = sessions.collect();
        unknown.sort_unstable();
        unknown.dedup();
        let mut history = Self { sessions, unknown, tries: vec![], newest: vec![None; library.len()] };
        history.link();
        history
    }

    /// Links the tries of each exercise, so that they are found without a search.
    fn link(&mut self) {
        for (session, past) in self.sessions.iter().enumerate().filter(|(_, past)| !past.entry.deload) {
            for &(place, exercise) in &past.tried {
                let before = self.newest[place].replace(self.tries.len());
                self.tries.push(Try { session, exercise, before });
            }
        }
    }

    /// Effective sets of the week so many weeks ago (VO-4).
    pub fn volume(&self, weeks_ago: i64, library: &Library<'_>) -> Volumes {
        let mut volumes = Volumes::default();
        for past in self.sessions.iter().filter(|past| past.weeks_ago == weeks_ago) {
            for (place, exercise) in &past.done {
                volumes.add(&library.traits(*place).contributions, performed_sets(exercise));
            }
        }
        volumes
    }

    /// VO-7: the newest weeks before this one that held a session and were no deload, newest first.
    pub fn counted_weeks(&self, library: &Library<'_>, tuning: &Tuning) -> Vec<Volumes> {
        let mut weeks: Vec<(i64, bool)> = vec![];
        for past in self.sessions.iter().rev().filter(|past| past.weeks_ago > 0) {
            match weeks.iter_mut().find(|(weeks_ago, _)| *weeks_ago == past.weeks_ago) {
                Some((_, deload)) => *deload |= past.entry.deload,
                None => weeks.push((past.weeks_ago, past.entry.deload)),
            }
        }
        let counted = weeks.into_iter().filter(|(_, deload)| !deload).take(tuning.spike.weeks);
        counted.map(|(weeks_ago, _)| self.volume(weeks_ago, library)).collect()
    }

    /// SC-6, SO-4: the last completed sessions of an intent that were no deload, newest first.
    pub fn last_of(&self, intent: Intent, count: usize) -> impl Iterator<Item = &Past<'a>> {
        let same = move |past: &&Past<'a>| past.intent == intent && !past.entry.deload;
        self.sessions.iter().rev().filter(same).take(count)
    }

    /// What was tried of an exercise outside of deloads, newest first.
    pub fn tries(&self, place: Place) -> impl Iterator<Item = (&Past<'a>, &'a HistoryExercise)> {
        let at = |index: Option<usize>| index.map(|index| &self.tries[index]);
        let own = std::iter::successors(at(self.newest[place]), move |tried| at(tried.before));
        own.map(|tried| (&self.sessions[tried.session], tried.exercise))
    }

    /// SC-6: whether the newest performance was at least as good as the one before.
    pub fn is_rising(&self, place: Place, exercise: &Exercise, bodyweight: Option<Grams>) -> bool {
        let sessions = self.sessions.iter().rev().filter(|past| !past.entry.deload);
        let mut bests = sessions.filter_map(|past| {
            let own = past.done.iter().filter(|(done, _)| *done == place);
            own.map(|(_, done)| best(exercise, bodyweight, done)).max()
        });
        match (bests.next(), bests.next()) {
            (Some(newest), Some(before)) => newest >= before,
            _ => false,
        }
    }
}

/// Sets of an exercise that count as volume.
pub fn performed_sets(exercise: &HistoryExercise) -> i64 {
    let performed = exercise.sets.iter().filter(|set| set.is_performed()).count();
    i64::try_from(performed).unwrap_or(i64::MAX)
}

/// What orders performances of one exercise: the best estimated 1RM where there is one, else reps or seconds.
fn best(
    exercise: &Exercise,
    bodyweight: Option<Grams>,
    done: &HistoryExercise,
) -> (Option<Grams>, Option<u32>) {
    let performed = done.sets.iter().filter(|set| set.is_performed());
    let figures = performed.map(|set| {
        let loaded = set.load_g.zip(set.reps);
        (loaded.and_then(|(load, reps)| e1rm(exercise, load, reps, bodyweight)), set.amount())
    });
    figures.max().unwrap_or_default()
}

/// EP-1: the intent of a session that does not say, by the primary sets of its splits.
fn told_by_sets(done: &[(Place, &HistoryExercise)], library: &Library<'_>) -> Intent {
    let mut sets = [0_i64; 3];
    for (place, exercise) in done {
        for muscle in library.traits(*place).primaries.iter() {
            sets[Split::of(muscle) as usize] += performed_sets(exercise);
        }
    }
    let [push, pull, legs] = sets;
    let all = push + pull + legs;
    if all == 0 {
        return Intent::FullBody;
    }
    let holds = |part: i64, percent: i64| part * 100 >= percent * all;
    match () {
        () if holds(push, 60) => Intent::Push,
        () if holds(pull, 60) => Intent::Pull,
        () if holds(legs, 60) => Intent::Legs,
        () if holds(push + pull, 90) => Intent::Upper,
        () => Intent::FullBody,
    }
}

/// VO-2: the first day of the week that holds `today`: of the block, else the last Monday.
pub fn week_start(today: LocalDate, block_start: Option<LocalDate>) -> LocalDate {
    let days = match block_start {
        Some(start) => days_between(start, today).rem_euclid(7),
        None => i64::from(today.weekday().to_monday_zero_offset()),
    };
    add_days(today, -days)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> LocalDate {
        text.parse().unwrap()
    }

    #[test]
    fn vo_2_weeks_start_on_monday_or_with_the_block() {
        assert_eq!(week_start(date("2026-03-07"), None), date("2026-03-02"));
        assert_eq!(week_start(date("2026-03-02"), None), date("2026-03-02"));
        assert_eq!(week_start(date("2026-03-07"), Some(date("2026-02-19"))), date("2026-03-05"));
    }
}

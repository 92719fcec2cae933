//! The weekly schedule: which sessions a week holds, which are done, and which comes next (WK-1).

use domain::{anatomy::Muscle, session::Intent};

use crate::muscles::{MuscleSet, Split};

/// One session of the week: an intent, and the muscles of a body-part session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What it is about.
    pub intent: Intent,
    /// The muscles it must serve (SO-1).
    pub critical: MuscleSet,
}

impl Entry {
    /// The entry of an intent; `targets` are the muscles of a body-part session.
    pub fn new(intent: Intent, targets: MuscleSet, hard: MuscleSet) -> Self {
        Self { intent, critical: critical(intent, targets, hard) }
    }
}

/// SO-1: the critical muscles of an intent. `hard` are the muscles with a least useful volume (VO-1).
pub fn critical(intent: Intent, targets: MuscleSet, hard: MuscleSet) -> MuscleSet {
    match intent {
        Intent::Push => Split::Push.muscles(),
        Intent::Pull => Split::Pull.muscles(),
        Intent::Legs | Intent::Lower => Split::Legs.muscles(),
        Intent::Upper => Split::Push.muscles().or(Split::Pull.muscles()),
        Intent::FullBody => hard,
        Intent::BodyPart => targets,
    }
}

/// SO-1: the muscles of which one must be a primary of every exercise of the session (SF-8).
pub fn scope(intent: Intent, targets: MuscleSet) -> MuscleSet {
    match intent {
        Intent::FullBody => MuscleSet::ALL,
        other => critical(other, targets, MuscleSet::ALL),
    }
}

/// WK-1: the schedule of an athlete who names none, by days a week.
pub fn default_intents(days_per_week: u32) -> Vec<Intent> {
    use Intent::{FullBody, Legs, Lower, Pull, Push, Upper};
    match days_per_week {
        0 | 1 => vec![FullBody],
        2 => vec![FullBody; 2],
        3 => vec![FullBody; 3],
        4 => vec![Upper, Lower, Upper, Lower],
        5 => vec![Upper, Lower, Push, Pull, Legs],
        6 => vec![Push, Pull, Legs, Push, Pull, Legs],
        _ => vec![Push, Pull, Legs, Push, Pull, Legs, FullBody],
    }
}

/// Where the week stands when a session is planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// All entries, and the current session if it is none of them.
    all: Vec<Entry>,
    /// The current session, then what is left of the week in order, as far as there are days.
    open: Vec<Entry>,
    /// The first entry that nothing has used up, before this session.
    pub due: Option<Intent>,
}

impl Position {
    /// Lets the completed sessions of the week, oldest first, use up entries, then the current one.
    ///
    /// `done` holds the intent of each completed session, `None` for those that advance nothing.
    pub fn new(
        entries: &[Entry],
        done: impl IntoIterator<Item = Option<Intent>>,
        current: Entry,
        days_left: usize,
    ) -> Self {
        let mut left = entries.to_vec();
        for intent in done.into_iter().flatten() {
            take(&mut left, intent);
        }
        let due = left.first().map(|entry| entry.intent);
        let mut all = entries.to_vec();
        if !take(&mut left, current.intent) {
            all.push(current);
        }
        let mut open = vec![current];
        open.extend(left.into_iter().take(days_left.saturating_sub(1)));
        Self { all, open, due }
    }

    /// E and e of VO-6: entries of the week that serve the muscle, and those still open, both at least 1.
    pub fn exposures(&self, muscle: Muscle) -> (i64, i64) {
        let count = |entries: &[Entry]| {
            let serving = entries.iter().filter(|entry| entry.critical.has(muscle)).count();
            i64::try_from(serving.max(1)).unwrap_or(i64::MAX)
        };
        (count(&self.all), count(&self.open))
    }

    /// Whether a session after the current one serves the muscle this week (VO-10).
    pub fn is_served_later(&self, muscle: Muscle) -> bool {
        self.open.iter().skip(1).any(|entry| entry.critical.has(muscle))
    }
}

/// The entries of a week that no completed session has used up, as they are written. `done` as in [`Position::new`].
pub fn unused(schedule: &[String], done: impl IntoIterator<Item = Option<Intent>>) -> Vec<&str> {
    let mut left: Vec<&str> = schedule.iter().map(String::as_str).collect();
    for intent in done.into_iter().flatten() {
        if let Some(place) = left.iter().position(|entry| parts(entry).0 == intent.as_str()) {
            left.remove(place);
        }
    }
    left
}

/// The two parts of an entry: its intent, and the muscles of `body_part:<muscle>+<muscle>`.
pub fn parts(entry: &str) -> (&str, Vec<&str>) {
    match entry.split_once(':') {
        Some((intent, muscles)) => (intent, muscles.split('+').collect()),
        None => (entry, Vec::new()),
    }
}

/// Uses up the first entry of this intent; says whether there was one.
fn take(left: &mut Vec<Entry>, intent: Intent) -> bool {
    let index = left.iter().position(|entry| entry.intent == intent);
    index.map(|index| left.remove(index)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Intent::{Lower, Push, Upper};

    fn entries(intents: &[Intent]) -> Vec<Entry> {
        intents.iter().map(|&intent| Entry::new(intent, MuscleSet::NONE, MuscleSet::ALL)).collect()
    }

    fn position(week: &[Intent], done: &[Intent], current: Intent, days_left: usize) -> Position {
        let current = Entry::new(current, MuscleSet::NONE, MuscleSet::ALL);
        Position::new(&entries(week), done.iter().map(|&intent| Some(intent)), current, days_left)
    }

    #[test]
    fn wk_1_completed_sessions_use_up_entries_and_an_extra_session_counts() {
        let push = position(&[Upper, Lower, Upper, Lower], &[Upper], Push, 7);
        assert_eq!(push.due, Some(Lower));
        assert_eq!(push.exposures(Muscle::Chest), (3, 2));
    }

    #[test]
    fn wk_1_the_next_due_entry_is_the_first_unused_one() {
        let week = ["upper", "body_part:chest+triceps", "upper"].map(str::to_owned);
        assert_eq!(unused(&week, [Some(Upper), None]), ["body_part:chest+triceps", "upper"]);
        assert_eq!(unused(&week, [Some(Upper), Some(Intent::BodyPart), Some(Upper)]), [""; 0]);
        assert_eq!(parts(&week[1]), ("body_part", vec!["chest", "triceps"]));
    }

    #[test]
    fn wk_1_only_as_many_sessions_are_left_as_days() {
        let late = position(&[Upper, Lower, Upper, Lower], &[Upper], Lower, 1);
        assert_eq!(late.exposures(Muscle::Quads), (2, 1));
        assert_eq!(late.exposures(Muscle::Chest), (2, 1));
        let early = position(&[Upper, Lower, Upper, Lower], &[], Upper, 7);
        assert_eq!(early.exposures(Muscle::Chest), (2, 2));
    }

    #[test]
    fn wk_1_defaults_follow_the_days_of_the_week() {
        let lengths: Vec<_> = (1..=7).map(|days| default_intents(days).len()).collect();
        assert_eq!(lengths, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(default_intents(4), [Upper, Lower, Upper, Lower]);
    }
}

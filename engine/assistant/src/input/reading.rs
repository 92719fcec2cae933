//! L-33: what lines mean that no rule reads, once the athlete has confirmed it. A line that comes again is not asked about
//! again.

use domain::{exercise::ExerciseKey, time::LocalDate, vocabulary::vocabulary, wellbeing::Pain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    history::{DoneSet, LineCode, ReadHistory, RejectedLine},
    instructions::{Ban, Instructions, MinimumSets},
    name::words,
};

vocabulary! {
    /// Where a line stands.
    pub enum Source: "source" {
        Instructions = "instructions",
        History = "history",
    }
}

/// What a line means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Meant {
    /// Not to be done.
    Ban(ExerciseKey),
    /// Liked.
    Favorite(ExerciseKey),
    /// It hurts.
    Injury(Pain),
    /// Fewest sets.
    MinimumSets(MinimumSets),
    /// It was done.
    Done(DoneEntry),
}

/// An exercise that was done on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoneEntry {
    /// When.
    pub date: LocalDate,
    /// What.
    pub exercise: ExerciseKey,
    /// Its sets.
    pub sets: Vec<DoneSet>,
}

/// A meaning that the athlete has confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConfirmedReading")]
pub struct Confirmed {
    /// Where the line stood.
    pub source: Source,
    /// The line; one of a history with its day ([`RejectedLine::whole`]).
    pub text: String,
    /// What it means.
    pub meant: Meant,
}

impl Confirmed {
    /// Whether it is about this line; case, spaces and marks do not count.
    fn is_about(&self, source: Source, text: &str) -> bool {
        self.source == source && words(&self.text) == words(text)
    }
}

impl RejectedLine {
    /// The line with the day that it stands under: the same words on another day are another line.
    pub fn whole(&self) -> String {
        self.date.map_or_else(|| self.text.clone(), |date| format!("{date} {}", self.text))
    }

    /// Whether a reading can be offered: it is a line of notes, and nothing of it was cut.
    pub fn is_open(&self) -> bool {
        self.code == LineCode::UnparsedLine && self.text.chars().count() < Self::MOST
    }
}

/// Takes confirmed meanings into instructions; the lines are read then.
pub(super) fn instruct(instructions: &mut Instructions, confirmed: &[Confirmed]) {
    let mut open = std::mem::take(&mut instructions.unparsed);
    open.retain(|line| {
        let known = confirmed.iter().filter(|one| one.is_about(Source::Instructions, &line.text));
        let mut is_open = true;
        for one in known {
            is_open = false;
            match &one.meant {
                Meant::Ban(key) => instructions.bans.push(Ban::Exercise(key.clone())),
                Meant::Favorite(key) => instructions.favorites.push(key.clone()),
                Meant::Injury(pain) => instructions.injuries.push(*pain),
                Meant::MinimumSets(sets) => instructions.minimum_sets.push(sets.clone()),
                Meant::Done(_) => {}
            }
        }
        is_open
    });
    instructions.unparsed = open;
}

/// Takes confirmed meanings into a history.
pub(super) fn remember(history: &mut ReadHistory, confirmed: &[Confirmed], today: LocalDate) {
    let mut open = std::mem::take(&mut history.rejected);
    open.retain(|line| {
        let whole = line.whole();
        let mut is_open = true;
        for one in confirmed.iter().filter(|one| line.is_open() && one.is_about(Source::History, &whole)) {
            if let Meant::Done(entry) = &one.meant
                && entry.date <= today
            {
                is_open = false;
                history.add(entry.date, None, entry.exercise.to_string(), &entry.sets);
            }
        }
        is_open
    });
    history.rejected = open;
    history.sessions.sort_by_key(|session| session.date);
}

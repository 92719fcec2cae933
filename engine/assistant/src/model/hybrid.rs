//! L-33: what a model may add to the work of the rules: notes that name no number of their own, and a reading of lines
//! that no rule understood, for the athlete to confirm.

use std::collections::BTreeMap;

use domain::{
    anatomy::BodyArea,
    exercise::ExerciseKey,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::Pain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    check::unsafe_word,
    document::workout::Workout,
    input::{Knowledge, Understood, instructions::MinimumSets, name::Meaning},
};

/// What a model says about a finished workout.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelNotes {
    /// About the session.
    #[serde(default)]
    pub notes_to_user: Option<String>,
    /// About single exercises, by key.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
}

/// Puts notes into a workout; one that names another number, or is not safe, is dropped with a warning.
///
/// `slugs` are the keys of the exercises in the workout by their names.
pub fn annotate(workout: &mut Workout, notes: &ModelNotes, slugs: &BTreeMap<String, String>) -> Vec<Reason> {
    let known = numbers(&crate::document::yaml::write(workout));
    let mut warnings = vec![];
    let mut accepted = |note: &str, most: usize| {
        let fault = fault(note, &known, most);
        warnings.extend(
            fault
                .clone()
                .map(|why| Reason::new(ReasonCode::NoteDropped, SpecId::new("L-33")).fact("why", why)),
        );
        fault.is_none()
    };
    if let Some(note) = notes.notes_to_user.as_ref().filter(|note| accepted(note, 1000)) {
        workout.notes_to_user = Some(note.clone());
    }
    for (name, slug) in slugs {
        let Some(note) = notes.notes.get(slug).filter(|note| accepted(note, 500)) else { continue };
        let is_working = |id: &str| id.rsplit('-').next().is_some_and(|last| last == "1");
        if let Some(set) = workout.sets.iter_mut().find(|set| set.exercise == *name && is_working(&set.id)) {
            set.notes = Some(note.clone());
        }
    }
    warnings
}

fn fault(note: &str, known: &[String], most: usize) -> Option<Fact> {
    if let Some(found) = unsafe_word(note) {
        return Some(Fact::Text(found.to_owned()));
    }
    if note.is_empty() || note.chars().count() > most {
        return Some(Fact::Count(i64::try_from(note.chars().count()).unwrap_or(i64::MAX)));
    }
    numbers(note).into_iter().find(|number| !known.contains(number)).map(Fact::Text)
}

/// The numbers of a text as they are written, without trailing zeros.
fn numbers(text: &str) -> Vec<String> {
    let pieces = text.split(|symbol: char| !(symbol.is_ascii_digit() || symbol == '.' || symbol == ','));
    let plain = pieces.map(|piece| piece.trim_matches(['.', ',']).replace(',', "."));
    let found = plain.filter(|piece| piece.chars().any(|symbol| symbol.is_ascii_digit()));
    found
        .map(|number| match number.split_once('.') {
            Some((whole, fraction)) if fraction.trim_end_matches('0').is_empty() => whole.to_owned(),
            Some((whole, fraction)) => format!("{whole}.{}", fraction.trim_end_matches('0')),
            None => number,
        })
        .collect()
}

/// What a model reads in lines that no rule understood, each with its line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Structure {
    /// Exercises not to be done.
    pub bans: Vec<Named>,
    /// Exercises that are liked.
    pub favorites: Vec<Named>,
    /// Where it hurts.
    pub injuries: Vec<Hurt>,
    /// Fewest sets.
    pub minimum_sets: Vec<Counted>,
}

/// A name and the line that it was read in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// From 1.
    pub line: usize,
    /// The name.
    pub name: String,
}

/// A painful area and the line that it was read in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hurt {
    /// From 1.
    pub line: usize,
    /// Where.
    pub area: String,
    /// 0..3.
    pub severity: u8,
}

/// Fewest sets and the line that they were read in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// From 1.
    pub line: usize,
    /// The name.
    pub name: String,
    /// 1..6.
    pub sets: u32,
}

/// One reading that the athlete may confirm; nothing is used before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// The line that it was read in.
    pub line: usize,
    /// What it would mean.
    pub reading: Offered,
}

/// What a line would mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    /// Not to be done.
    Ban(ExerciseKey),
    /// Liked.
    Favorite(ExerciseKey),
    /// It hurts.
    Injury(Pain),
    /// Fewest sets.
    MinimumSets(MinimumSets),
}

/// The readings that can be offered: of lines that were really not understood, with names that resolve exactly (D-9).
pub fn offers(structure: &Structure, understood: &Understood, knowledge: &Knowledge<'_>) -> Vec<Offer> {
    let is_open = |line: usize| understood.instructions.unparsed.iter().any(|open| open.line == line);
    let exercise = |name: &str| match knowledge.names.resolve(name) {
        Meaning::One(key) => Some(key),
        _ => None,
    };
    let offer = |line: usize, reading: Option<Offered>| {
        reading.filter(|_| is_open(line)).map(|reading| Offer { line, reading })
    };
    let bans = structure.bans.iter().map(|one| offer(one.line, exercise(&one.name).map(Offered::Ban)));
    let favorites =
        structure.favorites.iter().map(|one| offer(one.line, exercise(&one.name).map(Offered::Favorite)));
    let injuries = structure.injuries.iter().map(|one| {
        let area = BodyArea::read(&one.area).ok().and_then(|typed| typed.areas.first().copied());
        let pain = area.filter(|_| one.severity <= 3).map(|area| Pain { area, severity: one.severity });
        offer(one.line, pain.map(Offered::Injury))
    });
    let counts = structure.minimum_sets.iter().map(|one| {
        let exercise = exercise(&one.name).filter(|_| (1..=6).contains(&one.sets));
        offer(
            one.line,
            exercise.map(|exercise| Offered::MinimumSets(MinimumSets { exercise, sets: one.sets })),
        )
    });
    bans.chain(favorites).chain(injuries).chain(counts).flatten().collect()
}

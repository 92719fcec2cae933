//! L-33: the notes that a model may add to a session of the rules; they name no number of their own.

use std::collections::BTreeMap;

use domain::{
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{check::unsafe_word, document::workout::Workout};

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

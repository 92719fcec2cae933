//! Substitution as documents (SU-2): which exercise shall be replaced for whom, and what can stand in for it.

use std::collections::BTreeSet;

use domain::{
    exercise::ExerciseKey,
    law::{Check, Law},
    session::Intent,
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    input::{ActiveFlag, Constraints, FatigueState, Preferences, SelectionInput},
    library::{Library, Place},
    output::NotTaken,
    reader::Reader,
    request::Refusal,
    substitute::{self, OFFERED, Situation, substitutes},
    tuning::Tuning,
};

/// Which exercise shall be replaced, and the athlete's situation in the fields of a selection input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubstitutionInput {
    /// The exercise to replace.
    #[schemars(with = "ExerciseKey")]
    pub exercise_id: String,
    /// Whether it is a main lift of the session: then main lifts are offered first.
    #[serde(default)]
    pub is_main: bool,
    /// What else is in the session and is not offered again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ExerciseKey>")]
    pub session_exercise_ids: Vec<String>,
    /// Experience.
    #[schemars(with = "domain::exercise::TrainingAge")]
    pub training_age: String,
    /// What the athlete can use.
    pub constraints: Constraints,
    /// Likes and dislikes.
    #[serde(default)]
    pub preferences: Preferences,
    /// How the athlete is.
    #[serde(default)]
    pub fatigue_state: FatigueState,
    /// Flags in force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<ActiveFlag>,
    /// Numbers to vary.
    #[serde(default)]
    pub tuning: Tuning,
}

/// What can stand in, and what is alike but cannot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubstitutionOutput {
    /// The exercise to replace.
    pub exercise_id: ExerciseKey,
    /// How many of the candidates are offered to the athlete.
    pub offered: usize,
    /// The best first.
    pub candidates: Vec<Candidate>,
    /// Those alike that a filter refused, by key.
    pub refused: Vec<NotTaken>,
}

/// One exercise that can stand in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Candidate {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// The weighted sum of the parts.
    pub score: usize,
    /// Patterns that both have.
    pub shared_patterns: usize,
    /// Primary muscles that both have.
    pub shared_primaries: usize,
    /// Kinds of stimulus that both are good at.
    pub shared_stimuli: usize,
    /// How much less it costs the body.
    pub fatigue_saved: usize,
}

impl SubstitutionInput {
    /// Ranks what can stand in; everything that is wrong with the input is reported at once.
    pub fn answer(&self, library: &Library<'_>) -> Result<SubstitutionOutput, Refusal> {
        let mut reader = Reader { check: Check::default(), library };
        reader.check.within("tuning", |check| self.tuning.check(check));
        let original = reader.place("exerciseId", &self.exercise_id);
        let selected = reader.places("sessionExerciseIds", &self.session_exercise_ids);
        let avoided = reader.places("preferences/avoidExerciseIds", &self.preferences.avoid_exercise_ids);
        let input = self.as_selection();
        let words = reader.words(&input);
        let body = reader.body(&input);
        reader.check.finish()?;
        if let Some(reason) = body.pause {
            return Err(Refusal::TrainingPaused(reason));
        }
        let keys =
            |places: &[Place]| places.iter().map(|&place| library.key(place).clone()).collect::<Vec<_>>();
        let avoided: BTreeSet<ExerciseKey> = keys(&avoided).into_iter().collect();
        // Every reader reported what it could not read, so all of it was read.
        let (Some(original), Some(words)) = (original, words) else {
            return Err(Refusal::NoSafeExercise(std::collections::BTreeMap::new()));
        };
        let situation = Situation {
            equipment: words.equipment,
            avoided: &avoided,
            pain: &body.pain,
            pain_exclude_from: self.tuning.pain_exclude_from,
            training_age: words.age,
            selected: &keys(&selected),
        };
        let original = library.key(original);
        let found = substitutes(library.catalog(), original, self.is_main, &situation);
        let (candidates, refused) =
            found.map_or_else(Default::default, |found| (found.candidates, found.refused));
        Ok(SubstitutionOutput {
            exercise_id: original.clone(),
            offered: candidates.len().min(OFFERED),
            candidates: candidates.iter().map(Candidate::from).collect(),
            refused: refused.into_iter().map(not_taken).collect(),
        })
    }

    /// The same situation as an input of selection, so that both are read by the same rules.
    fn as_selection(&self) -> SelectionInput {
        SelectionInput {
            constraints: self.constraints.clone(),
            preferences: self.preferences.clone(),
            fatigue_state: self.fatigue_state.clone(),
            flags: self.flags.clone(),
            tuning: self.tuning.clone(),
            ..SelectionInput::new(Intent::FullBody, &self.training_age, Instant::EPOCH)
        }
    }
}

impl From<&substitute::Candidate> for Candidate {
    fn from(candidate: &substitute::Candidate) -> Self {
        let likeness = candidate.score;
        Self {
            exercise_id: candidate.key.clone(),
            score: likeness.total(),
            shared_patterns: likeness.patterns,
            shared_primaries: likeness.primaries,
            shared_stimuli: likeness.stimuli,
            fatigue_saved: likeness.fatigue_saved,
        }
    }
}

fn not_taken(refused: substitute::Refused) -> NotTaken {
    let substitute::Refused { key, reason } = refused;
    NotTaken { exercise_id: key, reason: reason.code, spec_id: reason.spec, facts: reason.facts }
}

/// A substitution input as people write it.
pub const EXAMPLE: &str = include_str!("../../examples/substitution-input.json");

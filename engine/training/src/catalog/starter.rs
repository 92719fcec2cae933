//! Starter sessions (CS-3): what an athlete without history trains, by intent and equipment.

use std::{fmt, str::FromStr};

use domain::{equipment::Tier, exercise::ExerciseKey, id::NotAKey, session::Intent};
use serde::{Deserialize, Serialize};

/// A session for the first weeks, in the order of training.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StarterSession {
    /// The intents that it serves.
    pub intents: Vec<Intent>,
    /// The equipment that is enough for it.
    pub tier: Tier,
    /// What is done, mains first.
    pub exercises: Vec<StarterExercise>,
}

/// How a starter session is named in findings.
impl fmt::Display for StarterSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let intents: Vec<&str> = self.intents.iter().map(|intent| intent.as_str()).collect();
        write!(f, "starter {}/{}", intents.join("+"), self.tier)
    }
}

/// A starter session as it is written, for messages.
pub(super) const EXAMPLE: &str =
    r#"{"intents": ["push"], "tier": "home", "exercises": ["bench_press*", "dip"]}"#;

/// One exercise of a starter session; in files a main has a `*` after its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StarterExercise {
    /// Which exercise.
    pub key: ExerciseKey,
    /// Whether it opens the session.
    pub is_main: bool,
}

impl FromStr for StarterExercise {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let (key, is_main) = match text.strip_suffix('*') {
            Some(key) => (key, true),
            None => (text, false),
        };
        Ok(Self { key: ExerciseKey::new(key)?, is_main })
    }
}

impl TryFrom<String> for StarterExercise {
    type Error = NotAKey;

    fn try_from(text: String) -> Result<Self, NotAKey> {
        text.parse()
    }
}

impl From<StarterExercise> for String {
    fn from(exercise: StarterExercise) -> Self {
        exercise.to_string()
    }
}

impl fmt::Display for StarterExercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.key, if self.is_main { "*" } else { "" })
    }
}

//! The public documents of the program itself, beside those of the vocabulary and the engines: what its commands read.

use domain::document::Document;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::{load::inventory::Inventory, progression::report::Report};

use crate::service::{settings::ProfileDocument, template::Template};

/// The documents of this crate, in the order of their names.
pub const DOCUMENTS: &[Document] = &[
    Document::of::<Vec<TrackedActivity>>(
        "activities",
        "a list of activities, as the Strava API or its export has it",
        ACTIVITIES,
    ),
    Document::of::<Equipment>("equipment", "what is at a place to train", EQUIPMENT),
    Document::of::<ProfileDocument>("profile", "what an athlete has set", PROFILE),
    Document::of::<Report>("session-report", "what was done in a session, item by item", SESSION_REPORT),
    Document::of::<Template>("template", "a named list of exercises to make sessions from", TEMPLATE),
];

/// All documents: those of the vocabulary, of the engines and of this crate, in the order of their names.
pub fn documents() -> Vec<&'static Document> {
    let mut documents: Vec<_> = domain::document::DOCUMENTS
        .iter()
        .chain(training::document::DOCUMENTS)
        .chain(nutrition::document::DOCUMENTS)
        .chain(plan::document::DOCUMENTS)
        .chain(assistant::document::DOCUMENTS)
        .chain(DOCUMENTS)
        .collect();
    documents.sort_by_key(|document| document.name);
    documents
}

/// What is at a place to train (EX-4, LD-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equipment {
    /// Classes of EX-4 or keys of L-9; empty: everything.
    #[serde(default)]
    pub equipment: Vec<String>,
    /// The iron as it is printed on it, in hundredths of its unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory: Option<Inventory>,
}

/// What is read of an activity (L-6); other fields are passed over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TrackedActivity {
    /// By which it is known when it comes again: a number or a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ActivityId>,
    /// When it began.
    pub start_date: domain::time::Instant,
    /// How long it took, in seconds.
    pub elapsed_time: f64,
    /// What it was: `Run`, `Ride`, `Swim`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sport_type: Option<String>,
    /// How it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How far it went, in meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Relative effort; absent, it is told from time and sport.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suffer_score: Option<f64>,
}

/// What a provider calls an activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ActivityId {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

const ACTIVITIES: &str = r#"[
  {
    "id": 11234567890,
    "start_date": "2026-03-15T07:00:00Z",
    "elapsed_time": 2700,
    "sport_type": "Run",
    "name": "Morning run",
    "distance": 8049.6,
    "suffer_score": 61
  },
  { "id": 11234567891, "start_date": "2026-03-16T17:30:00Z", "elapsed_time": 3600, "sport_type": "Ride" }
]"#;

const EQUIPMENT: &str = r#"{
  "equipment": ["barbell", "rack", "bench", "dumbbell"],
  "inventory": {
    "unit": "kg",
    "bars": { "barbell": 2000 },
    "plates": [{ "h": 2000, "pairs": 2 }, { "h": 1000, "pairs": 2 }, { "h": 250, "pairs": 1 }],
    "dumbbells": [500, 1000, 1500]
  }
}"#;

const PROFILE: &str = r#"{
  "profile": {
    "training_age": "intermediate",
    "goals": { "primary": "strength" },
    "units": "kg",
    "zone": "Europe/Berlin",
    "days_per_week": 3,
    "session_minutes": 60,
    "locations": [{ "name": "home", "equipment": ["barbell", "rack", "bench"] }],
    "favorite_exercises": ["bench_press"]
  }
}"#;

const SESSION_REPORT: &str = r#"{
  "items": [
    {
      "item_id": "0198c0de-0000-7000-8000-000000000001",
      "sets": [{ "reps": 8, "load_g": 60000 }, { "reps": 7, "load_g": 60000, "rpe": 8.5 }],
      "rpe": 8
    },
    { "item_id": "0198c0de-0000-7000-8000-000000000002", "skipped": true }
  ]
}"#;

const TEMPLATE: &str = r#"{
  "name": "Push at home",
  "intent": "push",
  "exercises": [{ "exercise_id": "bench_press", "pinned": true }, { "exercise_id": "push_up" }]
}"#;

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;

    fn reads<T: DeserializeOwned>(name: &str) {
        let document = DOCUMENTS.iter().find(|document| document.name == name).expect(name);
        serde_json::from_str::<T>(document.example).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    #[test]
    fn every_example_reads_back_as_what_it_is_an_example_of() {
        reads::<Vec<TrackedActivity>>("activities");
        reads::<Equipment>("equipment");
        reads::<ProfileDocument>("profile");
        reads::<Report>("session-report");
        reads::<Template>("template");
        assert_eq!(DOCUMENTS.len(), 5, "a new document is read here, too");
    }

    #[test]
    fn documents_have_names_of_their_own_and_stand_in_their_order() {
        assert!(DOCUMENTS.is_sorted_by_key(|document| document.name));
        let all = documents();
        assert!(all.windows(2).all(|two| two[0].name != two[1].name));
    }
}

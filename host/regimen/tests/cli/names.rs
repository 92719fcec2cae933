//! GL-10: names of commands, paths and fields. GL-6: which calls take the time of a device.

use std::collections::BTreeSet;

use regimen::api::{endpoints, openapi::document};
use serde_json::Value;

use super::{Machine, names_in};

/// Commands that the chapters name and that take documents.
const STATELESS: &[&str] = &[
    "train select",
    "train session",
    "train substitute",
    "train week",
    "train simulate",
    "train verify",
    "calibrate",
    "progress decide",
    "suggest run",
    "suggest outcome",
    "plan replay",
    "meals solve",
    "meals verify",
    "meals targets",
    "meals shopping",
    "session analyze",
    "session render",
    "session check",
];

/// Others that GL-10 names.
const NAMED: &[&str] =
    &["session report", "proposals list", "proposals accept", "proposals reject", "proposals defer"];

/// A verb that says of what as well, the last as the chapter of plans has it.
const OBJECTS: &[&str] = &["catalog list foods", "catalog list recipes", "plan override drop"];

/// A noun of two words, as the chapter of progression has it.
const TWO_WORDS: &str = "miss-model";

#[test]
fn gl_10_a_command_is_a_noun_and_a_verb() {
    let machine = Machine::new();
    machine.run(&["man", "man1"]).data();
    let pages = names_in(&machine.path("man1"));
    let commands: BTreeSet<String> = pages
        .iter()
        .filter_map(|page| page.strip_prefix("regimen-")?.strip_suffix(".1"))
        .map(|command| command.replace(TWO_WORDS, &TWO_WORDS.replace('-', "")).replace('-', " "))
        .collect();
    for command in &commands {
        let words: Vec<&str> = command.split(' ').collect();
        let is_word = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase());
        assert!(words.iter().all(is_word), "{command}");
        assert!(words.len() <= 2 || OBJECTS.contains(&command.as_str()), "{command} is no noun and verb");
        assert!(words.len() == 1 || commands.contains(words[0]), "{command} has no noun");
    }
    for command in STATELESS.iter().chain(NAMED) {
        assert!(commands.contains(*command), "there is no `regimen {command}`");
    }
    assert!(commands.len() > 150, "{} commands", commands.len());
}

/// Documents that keep the names of the seed (EP-1..EP-5), and the parts of a score that MC-1 names by letters.
const SEED: &[&str] = &[
    "ActiveFlag",
    "Baseline",
    "Candidate",
    "ColdStartState",
    "Constraints",
    "EstimatedSession",
    "FatigueState",
    "GeneratedSet",
    "GeneratedWorkout",
    "HistoryEntry",
    "HistoryExercise",
    "MuscleVolumePlan",
    "NotTaken",
    "Parts",
    "PlanItemState",
    "Preferences",
    "Program",
    "PushPull",
    "Rationale",
    "SelectionBlock",
    "SelectionInput",
    "SelectionMetadata",
    "SelectionOutput",
    "SelectionWarning",
    "SubstitutionOutput",
    "WantedSession",
    "WeekAnalysis",
    "WorkoutExercise",
];

fn is_snake(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(is_letter)
}

/// The names of the fields of a schema and of those in it.
fn fields<'v>(schema: &'v Value, found: &mut BTreeSet<&'v str>) {
    match schema {
        Value::Object(parts) => {
            let properties = parts.get("properties").and_then(Value::as_object);
            found.extend(properties.into_iter().flatten().map(|(name, _)| name.as_str()));
            parts
                .iter()
                .filter(|(name, _)| !name.starts_with("example"))
                .for_each(|(_, part)| fields(part, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| fields(part, found)),
        _ => {}
    }
}

#[test]
fn gl_10_calls_lie_under_api_and_fields_are_in_snake_case() {
    let document = document(&endpoints());
    for path in document["paths"].as_object().unwrap().keys() {
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        assert_eq!(parts[0], "api", "{path}");
        for part in &parts {
            let name = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
            let is_plain = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-.".contains(letter)
            };
            assert!(name.map_or_else(|| part.chars().all(is_plain), is_snake), "{path}");
        }
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut of_seed = BTreeSet::new();
    for (name, schema) in schemas {
        let mut found = BTreeSet::new();
        fields(schema, &mut found);
        let others: Vec<_> = found.into_iter().filter(|field| !is_snake(field)).collect();
        if !others.is_empty() {
            of_seed.insert(name.as_str());
        }
        assert!(others.is_empty() || SEED.contains(&name.as_str()), "{name}: {others:?}");
    }
    assert_eq!(of_seed, SEED.iter().copied().collect(), "these have fields in snake_case alone by now");
    let mut in_calls = BTreeSet::new();
    fields(&document["paths"], &mut in_calls);
    assert!(in_calls.iter().all(|field| is_snake(field)), "{in_calls:?}");
}

/// Where in what a call takes an instant is, by name and pointer.
fn instants(at: &str, schema: &Value, schemas: &Value, seen: &[&str], found: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        if name == "Instant" {
            found.insert(at.to_owned());
        } else if !seen.contains(&name) {
            instants(at, &schemas[name], schemas, &[seen, &[name]].concat(), found);
        }
    }
    for (field, part) in schema["properties"].as_object().into_iter().flatten() {
        instants(&format!("{at}/{field}"), part, schemas, seen, found);
    }
    for ways in ["anyOf", "oneOf", "allOf"] {
        for way in schema[ways].as_array().into_iter().flatten() {
            instants(at, way, schemas, seen, found);
        }
    }
    if schema["items"].is_object() {
        instants(&format!("{at}/-"), &schema["items"], schemas, seen, found);
    }
}

#[test]
fn gl_6_no_call_takes_a_time_that_nobody_looks_at() {
    let document = document(&endpoints());
    let mut found = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            for kind in call["requestBody"]["content"].as_object().into_iter().flatten() {
                let schemas = &document["components"]["schemas"];
                instants(&format!("{method} {path}"), &kind.1["schema"], schemas, &[], &mut found);
            }
        }
    }
    // A check of documents stores nothing.
    found.retain(|at| !at.starts_with("post /api/flow/check"));
    let told = [
        "post /api/checkins/at",
        "post /api/sessions/{id}/sets/sets/-/at",
        "put /api/sessions/{id}/sets/{set_id}/at",
    ];
    let ahead = ["post /api/grants/until", "post /api/sessions/planned_start"];
    // Told by devices: refused if they are ahead (see the story of the clock). The others are meant to be.
    let expected: BTreeSet<String> = told.into_iter().chain(ahead).map(str::to_owned).collect();
    assert_eq!(found, expected);
}

//! L-22: the YAML form of a workout. What is written has fixed bytes; what is read is bounded in every way.

use std::fmt::Write;

use serde_json::Value;

use super::workout::{Workout, WorkoutSet};
use crate::fault::{Fault, FaultCode};

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 262_144;
/// The deepest nesting that is read.
const MOST_DEPTH: usize = 8;

/// The workout as YAML, always the same bytes for the same workout.
pub fn write(workout: &Workout) -> String {
    let mut yaml = String::with_capacity(512 + 320 * workout.sets.len());
    let mut line = |indent: &str, key: &str, value: String| {
        // Writing to a text cannot fail.
        let _ = writeln!(yaml, "{indent}{key}: {value}");
    };
    line("", "version", workout.version.to_string());
    line("", "workout_id", text(&workout.workout_id));
    line("", "date", text(&workout.date.to_string()));
    line("", "location", text(&workout.location));
    line("", "units", text(workout.units.as_str()));
    line("", "duration_minutes", workout.duration_minutes.to_string());
    line("", "goal", text(workout.goal.as_str()));
    let cuts: Vec<_> = workout.cut_order.iter().map(|tier| text(tier.as_str())).collect();
    line("", "cut_order", format!("[{}]", cuts.join(", ")));
    line("", "notes_to_user", optional(workout.notes_to_user.as_deref().map(text)));
    yaml.push_str("sets:\n");
    for set in &workout.sets {
        write_set(&mut yaml, set);
    }
    yaml.push_str("post_workout:\n");
    let after = &workout.post_workout;
    for (key, value) in [
        ("perceived_difficulty", optional(after.perceived_difficulty)),
        ("completion_time_minutes", optional(after.completion_time_minutes)),
        ("notes", optional(after.notes.as_deref().map(text))),
    ] {
        let _ = writeln!(yaml, "  {key}: {value}");
    }
    yaml
}

fn write_set(yaml: &mut String, set: &WorkoutSet) {
    let reps = set.target_reps.map(|reps| match reps.as_count() {
        Some(count) => count.to_string(),
        None => text(&reps.0.to_string()),
    });
    let fields = [
        ("id", text(&set.id)),
        ("tier", text(set.tier.as_str())),
        ("must", set.must.to_string()),
        ("superset", optional(set.superset.as_deref().map(text))),
        ("order", set.order.to_string()),
        ("exercise", text(&set.exercise)),
        ("equipment", text(&set.equipment)),
        ("target_reps", optional(reps)),
        ("target_weight", optional(set.target_weight)),
        ("rir", optional(set.rir)),
        ("rest_s", set.rest_s.to_string()),
        ("actual_weight", optional(set.actual_weight)),
        ("actual_reps", optional(set.actual_reps)),
        ("notes", optional(set.notes.as_deref().map(text))),
    ];
    for (index, (key, value)) in fields.iter().enumerate() {
        let indent = if index == 0 { "  - " } else { "    " };
        let _ = writeln!(yaml, "{indent}{key}: {value}");
    }
}

/// A text in double quotes with the escapes of JSON.
fn text(text: &str) -> String {
    Value::from(text).to_string()
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

/// Reads YAML 1.2 or JSON, with or without one code fence around it.
pub fn read(text: &str) -> Result<Value, Fault> {
    if text.len() > MOST_BYTES {
        return Err(bad(1, format_args!("at most {MOST_BYTES} bytes"), format_args!("{} bytes", text.len())));
    }
    let (body, skipped) = without_fence(text);
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_documents: 1,
            max_depth: MOST_DEPTH,
            flow_nesting_limit: MOST_DEPTH,
            max_aliases: 0,
            max_anchors: 0,
            max_nodes: 20_000,
        },
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::Error,
        merge_keys: serde_saphyr::MergeKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
    };
    if let Some(line) = first_tag(body) {
        return Err(bad(line + skipped, "no tags", "a tag"));
    }
    serde_saphyr::from_str_with_options(body, options).map_err(|error| {
        let line = error.location().and_then(|place| usize::try_from(place.line()).ok()).unwrap_or(1);
        bad(
            line + skipped,
            "YAML 1.2 without anchors, aliases, tags and repeated keys",
            error.without_snippet(),
        )
    })
}

fn bad(line: usize, expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Fault {
    let (expected, found) = (expected.to_string(), format!("line {line}: {found}"));
    Fault { pointer: String::new(), code: FaultCode::BadYaml, expected, found }
}

/// The text inside one surrounding code fence, and how many lines were taken off its beginning.
pub(super) fn without_fence(text: &str) -> (&str, usize) {
    let trimmed = text.trim();
    let Some(inner) = trimmed.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else {
        return (text, 0);
    };
    let Some((language, body)) = inner.split_once('\n') else { return (text, 0) };
    if language.trim().chars().all(char::is_alphanumeric) {
        let before = text.lines().take_while(|line| !line.trim_start().starts_with("```")).count();
        (body, before + 1)
    } else {
        (text, 0)
    }
}

/// The line of the first tag: a `!` where a value begins. The reader itself lets the tags of the core schema pass.
fn first_tag(text: &str) -> Option<usize> {
    let begins = |before: &str| {
        let before = before.trim_end();
        before.is_empty() || before.ends_with([':', '-', ',', '[', '{', '?'])
    };
    let is_tag = |line: &str| {
        let mut quote = None;
        for (index, symbol) in line.char_indices() {
            match (quote, symbol) {
                (Some(open), _) if symbol == open => quote = None,
                (None, '"' | '\'') => quote = Some(symbol),
                (None, '#') => return false,
                (None, '!') if begins(&line[..index]) => return true,
                _ => (),
            }
        }
        false
    };
    text.lines().position(is_tag).map(|index| index + 1)
}

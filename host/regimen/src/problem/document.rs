//! GL-4: what is said of a document that cannot be read, wherever it comes from.

use domain::vocabulary::nearest;
use serde_json::error::Category;

use super::{INVALID_DOCUMENT, MALFORMED_JSON, Problem, reading, strict::LIST_FOR_OBJECT};
use crate::texts::Fact;

/// GL-4: text that is no JSON is malformed; JSON that is not this document is invalid.
pub(crate) fn refusal(error: &serde_json::Error, document: &'static str) -> Problem {
    let said = said(error);
    let problem = match error.classify() {
        Category::Syntax | Category::Eof | Category::Io => {
            let flaw = Fact::word("json-flaw", reading::flaw(&said));
            Problem::new(MALFORMED_JSON).fact("flaw", flaw)
        }
        Category::Data => invalid(&said),
    };
    placed(problem, error, document)
}

/// A problem of this document, with the place where its reader stopped.
pub(crate) fn placed(problem: Problem, error: &serde_json::Error, document: &'static str) -> Problem {
    let problem = problem.fact("line", error.line()).fact("column", error.column());
    if error.is_data() { problem.fact("document", document) } else { problem }
}

/// What the reader says, without the place, which is told beside it.
pub(crate) fn said(error: &serde_json::Error) -> String {
    let mut said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    if said.ends_with(&place) {
        said.truncate(said.len() - place.len());
    }
    said
}

/// The mistakes that people make are told in their language; what a value says of itself, as it says it.
pub(crate) fn invalid(message: &str) -> Problem {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let field = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") {
        unknown_field(field, &quoted.collect::<Vec<_>>())
    } else if message.starts_with("missing field") {
        missing_field(field)
    } else if message == LIST_FOR_OBJECT {
        Problem::new(INVALID_DOCUMENT).fact("reason", "list")
    } else if message.starts_with("duplicate field") {
        Problem::new(INVALID_DOCUMENT).fact("reason", "repeated_field").fact("field", field)
    } else if message.starts_with("unknown variant") {
        let allowed: Vec<&str> = quoted.collect();
        let near = nearest(field, allowed.iter().copied());
        let problem = Problem::new(INVALID_DOCUMENT).maybe_fact("nearest", near);
        problem.fact("reason", "unknown_word").fact("found", field).fact("allowed", allowed)
    } else {
        wrong_kind(message).unwrap_or_else(|| other(message))
    }
}

/// A value of another kind than belongs there: `invalid type: integer `5`, expected a string`.
fn wrong_kind(message: &str) -> Option<Problem> {
    // A list is read as the fields of an object in their order, and has too few.
    let is_list = message.starts_with("invalid length ") && message.contains(", expected struct ");
    let message = if is_list { "invalid type: sequence, expected a map" } else { message };
    let said = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, expected) = said.rsplit_once(", expected ")?;
    let (kind, value) = found_kind(found)?;
    let expected = match expected_kind(expected) {
        Some(kind) => Fact::word("json", kind),
        // What a value says of itself: `a date like 2026-03-01`.
        None => expected.into(),
    };
    let reason = if value.is_empty() { "wrong_kind" } else { "wrong_value" };
    let problem = Problem::new(INVALID_DOCUMENT).fact("reason", reason);
    Some(problem.fact("found", Fact::word("json", kind)).fact("value", value).fact("expected", expected))
}

/// The kind of a value that was found, and the value as it stands there.
fn found_kind(found: &str) -> Option<(&'static str, &str)> {
    const KINDS: [(&str, &str); 8] = [
        ("boolean `", "flag"),
        ("integer `", "whole"),
        ("floating point `", "number"),
        ("string ", "text"),
        ("sequence", "list"),
        ("map", "object"),
        ("null", "nothing"),
        ("unit value", "nothing"),
    ];
    let (name, kind) = KINDS.iter().find(|(name, _)| found.starts_with(name))?;
    Some((kind, found[name.len()..].trim_end_matches('`')))
}

/// The kind that belongs there, from the name that a reader has for it.
fn expected_kind(expected: &str) -> Option<&'static str> {
    let kind = match expected {
        "a boolean" => "flag",
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "whole",
        "f32" | "f64" => "number",
        "a string" | "str" | "a character" | "a formatted UUID string" | "string or map" => "text",
        "a map" | "map" => "object",
        "a sequence" => "list",
        _ if expected.starts_with("struct ") || expected.starts_with("internally tagged enum ") => "object",
        _ if expected.starts_with("an array of length") || expected.starts_with("a tuple") => "list",
        _ if expected.starts_with("tuple struct ") => "list",
        _ if expected.starts_with("enum ") || expected.starts_with("variant identifier") => "text",
        _ => return None,
    };
    Some(kind)
}

pub(crate) fn unknown_field(field: &str, allowed: &[&str]) -> Problem {
    let problem =
        Problem::new(INVALID_DOCUMENT).maybe_fact("nearest", nearest(field, allowed.iter().copied()));
    problem.fact("reason", "unknown_field").fact("field", field).fact("allowed", allowed.to_vec())
}

pub(crate) fn missing_field(field: &str) -> Problem {
    Problem::new(INVALID_DOCUMENT).fact("reason", "missing_field").fact("field", field)
}

/// A value of which only a library has said something, told by the kind that it wanted.
pub(crate) fn unread(value: &str, wanted: &'static str) -> Problem {
    let problem = Problem::new(INVALID_DOCUMENT).fact("reason", "wrong_value");
    let found = problem.fact("found", Fact::word("json", "text")).fact("value", format!("\"{value}\""));
    found.fact("expected", Fact::word("json", wanted))
}

pub(crate) fn other(message: &str) -> Problem {
    Problem::new(INVALID_DOCUMENT).fact("reason", "other").fact("message", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Locale;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its reading is of interest")]
    struct Sets {
        reps: i64,
        #[serde(default)]
        note: String,
        #[serde(default)]
        rpe: Option<f64>,
        #[serde(default)]
        done: bool,
        #[serde(default)]
        loads: Vec<u32>,
        #[serde(default)]
        side: Option<Side>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Side {
        Left,
        Right,
    }

    #[test]
    fn gl_4_a_value_of_another_kind_is_told_in_words_of_both_languages() {
        for (body, english, russian) in [
            ("[]", "list, expected object", "список, ожидается объект"),
            (r#"{"reps":"x"}"#, "text \"x\", expected whole number", "текст \"x\", ожидается целое число"),
            (r#"{"reps":1.5}"#, "number 1.5, expected whole number", "число 1.5, ожидается целое число"),
            (r#"{"reps":null}"#, "null, expected whole number", "null, ожидается целое число"),
            (r#"{"note":5}"#, "whole number 5, expected text", "целое число 5, ожидается текст"),
            (
                r#"{"rpe":true}"#,
                "true or false true, expected number",
                "true или false true, ожидается число",
            ),
            (
                r#"{"done":1}"#,
                "whole number 1, expected true or false",
                "целое число 1, ожидается true или false",
            ),
            (r#"{"loads":{}}"#, "object, expected list", "объект, ожидается список"),
            (r#"{"reps":1,"reps":2}"#, "the field `reps` is there twice", "поле `reps` указано дважды"),
            (r#"{"side":"up"}"#, "`up`, expected one of left, right", "`up`, ожидается одно из: left, right"),
        ] {
            let error = serde_json::from_str::<Sets>(body).unwrap_err();
            let problem = refusal(&error, "body").fact("file", "body");
            for (lang, expected) in [(Locale::En, english), (Locale::Ru, russian)] {
                let said = problem.message(lang);
                let told = said.split_once(": ").map_or("", |(_, told)| told);
                assert!(told.starts_with(expected), "{body}: {said}");
                assert!(
                    !said.contains("struct") && !said.contains("i64") && !said.contains("regimen schema"),
                    "{said}"
                );
            }
        }
    }
}

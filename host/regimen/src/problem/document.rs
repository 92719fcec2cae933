//! GL-4: what is said of a document that cannot be read, wherever it comes from.

use domain::vocabulary::nearest;
use serde_json::error::Category;

use super::{INVALID_DOCUMENT, MALFORMED_JSON, Problem, strict::LIST_FOR_OBJECT};

/// GL-4: text that is no JSON is malformed; JSON that is not this document is invalid.
pub(crate) fn refusal(error: &serde_json::Error, document: &'static str) -> Problem {
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = said.strip_suffix(&place).unwrap_or(&said);
    let problem = match error.classify() {
        Category::Syntax | Category::Eof | Category::Io => {
            Problem::new(MALFORMED_JSON).fact("message", message)
        }
        Category::Data => invalid(message).fact("document", document),
    };
    problem.fact("line", error.line()).fact("column", error.column())
}

/// The two mistakes that people make most are told in their language; the others as the reader tells them.
pub(crate) fn invalid(message: &str) -> Problem {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let field = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") {
        unknown_field(field, &quoted.collect::<Vec<_>>())
    } else if message.starts_with("missing field") {
        missing_field(field)
    } else if message == LIST_FOR_OBJECT {
        Problem::new(INVALID_DOCUMENT).fact("reason", "list")
    } else {
        other(message)
    }
}

pub(crate) fn unknown_field(field: &str, allowed: &[&str]) -> Problem {
    let problem =
        Problem::new(INVALID_DOCUMENT).maybe_fact("nearest", nearest(field, allowed.iter().copied()));
    problem.fact("reason", "unknown_field").fact("field", field).fact("allowed", allowed.to_vec())
}

pub(crate) fn missing_field(field: &str) -> Problem {
    Problem::new(INVALID_DOCUMENT).fact("reason", "missing_field").fact("field", field)
}

pub(crate) fn other(message: &str) -> Problem {
    Problem::new(INVALID_DOCUMENT).fact("reason", "other").fact("message", message)
}

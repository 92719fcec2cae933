//! Reads a result document as `meals solve` or `meals plan` prints it.

use domain::time::LocalDate;
use nutrition::outcome::MealResult;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    cli::document::Source,
    problem::{Problem, document::refusal},
};

/// A result, with the date of its first day if it was printed with one.
pub(super) struct Printed {
    pub(super) result: MealResult,
    pub(super) from: Option<LocalDate>,
}

/// What `meals plan` adds to a result, and the result itself.
#[derive(Deserialize)]
struct Planned {
    from: LocalDate,
    #[serde(rename = "names")]
    _names: Map<String, Value>,
    #[serde(flatten)]
    result: Map<String, Value>,
}

impl Printed {
    /// Reads either form; what is wrong is told as of a plain result.
    pub(super) fn read(source: &Source) -> Result<Self, Problem> {
        let text = source.text()?;
        match serde_json::from_str(&text) {
            Ok(result) => Ok(Self { result, from: None }),
            Err(error) => Self::planned(&text).ok_or_else(|| source.refuse(refusal(&error, "meal-result"))),
        }
    }

    fn planned(text: &str) -> Option<Self> {
        let Planned { from, result, .. } = serde_json::from_str(text).ok()?;
        let result = serde_json::from_value(Value::Object(result)).ok()?;
        Some(Self { result, from: Some(from) })
    }
}

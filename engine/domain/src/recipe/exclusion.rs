//! What must not be in a meal (HC-1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    law::{Check, Law},
    vocabulary::vocabulary,
};

vocabulary! {
    /// How an excluded term finds ingredients (HC-1).
    pub enum ExclusionMatch: "exclusion match" {
        /// By class where the term means one, and by whole words.
        Auto = "auto",
        /// By allergen class.
        Class = "class",
        /// By the full name only.
        Exact = "exact",
    }
}

/// What must not be in a meal (HC-1). A plain text is matched as `auto`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "WrittenExclusion")]
pub struct Exclusion {
    /// A food, a word of its name, or an allergen class.
    pub term: String,
    /// How it finds ingredients.
    #[serde(rename = "as")]
    pub matching: ExclusionMatch,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields, expecting = "a term, or {term, as: auto | class | exact}")]
enum WrittenExclusion {
    Term(String),
    Entry {
        term: String,
        #[serde(rename = "as")]
        matching: ExclusionMatch,
    },
}

impl From<WrittenExclusion> for Exclusion {
    fn from(written: WrittenExclusion) -> Self {
        match written {
            WrittenExclusion::Term(term) => Self { term, matching: ExclusionMatch::Auto },
            WrittenExclusion::Entry { term, matching } => Self { term, matching },
        }
    }
}

/// A blank term would match everything or nothing.
impl Law for Exclusion {
    fn check(&self, check: &mut Check) {
        check.length(ErrorCode::BadValue, "term", self.term.trim(), 1, 120);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    #[test]
    fn hc_1_an_exclusion_is_a_term_or_says_how_it_matches() {
        let read = |json: &str| serde_json::from_str::<Exclusion>(json).map_err(|error| error.to_string());
        let exclusion = |term: &str, matching| Exclusion { term: term.into(), matching };
        assert_eq!(read("\"Peanuts \""), Ok(exclusion("Peanuts ", ExclusionMatch::Auto)));
        let rice = exclusion("rice", ExclusionMatch::Exact);
        assert_eq!(read(r#"{"term": "rice", "as": "exact"}"#), Ok(rice));
        let error = read(r#"{"term": "rice", "like": "exact"}"#).unwrap_err();
        assert_eq!(error, "a term, or {term, as: auto | class | exact}");
        let blank = Valid::new(exclusion(" ", ExclusionMatch::Auto)).unwrap_err();
        assert_eq!(blank.to_string(), "term: 0 characters, expected 1..120 characters");
    }
}

//! Second opinions: what a model is told about a change that the rules are not sure of, and how its answer is read (OU-9,
//! L-33). Whether the opinion counts is decided by `training`.

use std::sync::LazyLock;

use domain::proposal::Outcome;
use serde::Deserialize;
use serde_json::{Value, json};
use training::{outcome::question::Question, suggestion::draft::answer::is_plain};

use super::{
    fence::Nonce,
    message::{Data, Message, opening},
};
use crate::{
    document::read::plan_value,
    fault::{Fault, FaultCode},
};

/// The system message.
pub const POLICY: &str = include_str!("../../prompts/opinion-system.md");

/// What may be said of a change.
const OUTCOMES: [Outcome; 5] =
    [Outcome::Good, Outcome::TooAggressive, Outcome::TooEasy, Outcome::Insufficient, Outcome::Ignored];

/// What a model says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// Its verdict.
    pub outcome: Outcome,
    /// How sure it is.
    pub confidence: i64,
    /// Why.
    pub sentence: String,
}

/// The first two messages. The athlete's own words stand between fences (L-27).
pub fn messages(question: &Question<'_>, nonce: Nonce) -> Vec<Message> {
    let mut data = Data { text: String::from("A change of the plan has been tried.\n\n"), nonce };
    data.value("change", &json!(question));
    data.words("notes", question.notes);
    opening(POLICY, data.text)
}

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "type": "object",
        "properties": {
            "outcome": { "type": "string", "enum": OUTCOMES.map(Outcome::as_str) },
            "confidence": { "type": "integer", "minimum": 0, "maximum": 100 },
            "sentence": { "type": "string", "minLength": 1, "maxLength": 160 },
        },
        "required": ["outcome", "confidence", "sentence"],
        "additionalProperties": false,
    })
});

/// The form of an answer.
pub fn schema() -> &'static Value {
    &SCHEMA
}

/// The opinion that an answer holds, or what is wrong with it. A sentence that is too long is no fault: it is cut later.
pub fn read(content: &str) -> Result<Said, Vec<Fault>> {
    let fault = |pointer: &str, expected: &str, found: String| {
        let (pointer, expected) = (pointer.to_owned(), expected.to_owned());
        vec![Fault { pointer, code: FaultCode::Schema, expected, found }]
    };
    let form = "one object with the keys `outcome`, `confidence` and `sentence`";
    let said: Said =
        serde_json::from_value(plan_value(content)?).map_err(|error| fault("", form, error.to_string()))?;
    if !OUTCOMES.contains(&said.outcome) {
        let expected = OUTCOMES.map(Outcome::as_str).join(", ");
        return Err(fault("/outcome", &expected, said.outcome.as_str().to_owned()));
    }
    if said.sentence.trim().is_empty() || !is_plain(&said.sentence) {
        let found = "a text with markup, an address, or nothing in it".to_owned();
        return Err(fault("/sentence", "one plain sentence", found));
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ou_9_an_answer_is_a_verdict_with_a_plain_sentence() {
        let said = read(r#"{"outcome":"good","confidence":400,"sentence":"Nine reps at 62.5 kg."}"#).unwrap();
        assert_eq!((said.outcome, said.confidence), (Outcome::Good, 400));
        let pointer = |text: &str| read(text).unwrap_err()[0].pointer.clone();
        assert_eq!(pointer(r#"{"outcome":"pending","confidence":90,"sentence":"Fine."}"#), "/outcome");
        assert_eq!(
            pointer(r#"{"outcome":"good","confidence":90,"sentence":"See www.example.org"}"#),
            "/sentence"
        );
        assert_eq!(pointer(r#"{"outcome":"good","confidence":90,"sentence":" "}"#), "/sentence");
        assert_eq!(pointer(r#"{"outcome":"good","confidence":0.9,"sentence":"Fine."}"#), "");
        assert_eq!(pointer(r#"{"outcome":"good","confidence":90,"sentence":"Fine.","consent":"auto"}"#), "");
        assert_eq!(read("It went well.").unwrap_err()[0].code, FaultCode::BadJson);
    }
}

//! Suggestions after a session: what a model is told about one exercise, what it may look up, and how its answer is read
//! (AI-2..AI-4, L-33). What becomes of its wishes is decided by `training`.

use std::sync::LazyLock;

use domain::time::LocalDate;
use serde_json::{Value, json};
use training::suggestion::draft::{
    answer::{Wish, read},
    ask::{DatedSnapshot, HistoryContext, ModelInput},
};

use super::{
    fence::Nonce,
    message::{Data, Message, opening},
};
use crate::{
    document::read::plan_value,
    fault::{Fault, FaultCode},
};

/// The system message.
pub const POLICY: &str = include_str!("../../prompts/suggest-system.md");

const HISTORY: &str = "get_exercise_history_context";
const PERFORMANCES: &str = "get_recent_exercise_performances";

/// Performances that a model gets at once.
const MOST_PERFORMANCES: i64 = 5;

/// What a model may look up about one exercise of one athlete. Everything is known before it is asked, so that no tool
/// reads, writes or fetches anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tools {
    history: Value,
    /// Newest first.
    performances: Vec<Value>,
}

impl Tools {
    /// AI-2: how often a model may look something up.
    pub const MOST_CALLS: u32 = 4;

    /// What the two tools know.
    pub fn new(history: &HistoryContext, performances: &[DatedSnapshot]) -> Self {
        Self { history: json!(history), performances: performances.iter().map(|one| json!(one)).collect() }
    }

    /// The tools as the protocol has them.
    pub fn list() -> Vec<Value> {
        let tool = |name: &str, description: &str, properties: Value| {
            let parameters =
                json!({ "type": "object", "properties": properties, "additionalProperties": false });
            json!({ "type": "function", "function": {
                "name": name, "description": description, "parameters": parameters } })
        };
        let limit = json!({ "limit": { "type": "integer", "minimum": 1, "maximum": MOST_PERFORMANCES } });
        vec![
            tool(HISTORY, "What is known of the exercise over all sessions. Call it first.", json!({})),
            tool(PERFORMANCES, "The last performances of the exercise, newest first.", limit),
        ]
    }

    /// What a tool answers.
    pub(super) fn answer(&self, name: &str, arguments: &Value) -> Value {
        match name {
            HISTORY => self.history.clone(),
            PERFORMANCES => {
                let limit = arguments.get("limit").and_then(Value::as_i64).unwrap_or(MOST_PERFORMANCES);
                let limit = usize::try_from(limit.clamp(1, MOST_PERFORMANCES)).unwrap_or(1);
                self.performances.iter().take(limit).cloned().collect()
            }
            _ => json!({ "error": "there is no such tool" }),
        }
    }

    /// Everything at once, for an endpoint without tools.
    pub(super) fn in_words(&self) -> String {
        let all = self.answer(PERFORMANCES, &Value::Null);
        format!("{HISTORY}: {}\n\n{PERFORMANCES}: {all}", self.history)
    }
}

/// The first two messages. The athlete's own words stand between fences (L-27).
pub fn messages(input: &ModelInput<'_>, today: LocalDate, nonce: Nonce) -> Vec<Message> {
    let mut data = Data { text: String::from("A session has ended.\n\n"), nonce };
    data.value("today", &json!(today));
    data.value("exercise", &json!(input));
    data.words("notes", input.notes);
    opening(POLICY, data.text)
}

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let wish = json!({
        "type": "object",
        "properties": {
            "target_set_index": { "type": "integer", "minimum": -1 },
            "change_type": { "type": "string", "enum": training::suggestion::draft::answer::ChangeType::WORDS },
            "new_value": { "type": "number" },
            "reasoning": { "type": "string", "minLength": 1, "maxLength": 200 },
        },
        "required": ["target_set_index", "change_type", "new_value", "reasoning"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": { LIST: { "type": "array", "items": wish, "maxItems": 5 } },
        "required": [LIST],
        "additionalProperties": false,
    })
});

const LIST: &str = "suggestions";

/// The form of an answer: the list of AI-4 under one name, since endpoints that keep a schema want an object.
pub fn schema() -> &'static Value {
    &SCHEMA
}

/// The wishes that an answer holds, or everything that is wrong with it. The bare list of AI-4 is read, too.
pub fn wishes(content: &str) -> Result<Vec<Wish>, Vec<Fault>> {
    let fault = |pointer: String, expected: String, found: String| Fault {
        pointer,
        code: FaultCode::Schema,
        expected,
        found,
    };
    let mut value = plan_value(content)?;
    if let Value::Object(object) = &mut value {
        let list = object.remove(LIST);
        let (Some(list), true) = (list, object.is_empty()) else {
            let expected = format!("one object with the key `{LIST}` alone");
            return Err(vec![fault(String::new(), expected, "other keys".to_owned())]);
        };
        value = list;
    }
    read(value.to_string().as_bytes()).map_err(|invalid| {
        let findings = invalid.findings().iter();
        let of = |one: &domain::law::Finding| {
            fault(format!("/{LIST}{}", one.pointer), one.expected.clone(), one.found.clone())
        };
        findings.map(of).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WISH: &str =
        r#"{"target_set_index":0,"change_type":"load_up","new_value":62.5,"reasoning":"steady"}"#;

    #[test]
    fn ai_4_an_answer_is_a_list_with_or_without_its_name() {
        assert_eq!(wishes(&format!("[{WISH}]")).unwrap().len(), 1);
        assert_eq!(wishes(&format!("```json\n{{\"suggestions\":[{WISH}]}}\n```")).unwrap().len(), 1);
        assert_eq!(wishes("[]").unwrap(), vec![]);
        let code = |text: &str| wishes(text).unwrap_err()[0].code;
        assert_eq!(code("I would add weight."), FaultCode::BadJson);
        assert_eq!(code(r#"{"suggestions":[],"consent":"auto"}"#), FaultCode::Schema);
        assert_eq!(code(r#"[{"target_set_index":-2}]"#), FaultCode::Schema);
    }

    #[test]
    fn ai_2_performances_are_one_to_five() {
        let tools = Tools { history: json!({ "has_history": false }), performances: vec![json!(1); 9] };
        let given = |limit: Value| tools.answer(PERFORMANCES, &limit).as_array().unwrap().len();
        assert_eq!(
            [given(json!({ "limit": 0 })), given(json!({ "limit": 3 })), given(Value::Null)],
            [1, 3, 5]
        );
        assert_eq!(given(json!({ "limit": 99 })), 5);
        assert!(tools.answer("get_passwords", &Value::Null).get("error").is_some());
    }
}

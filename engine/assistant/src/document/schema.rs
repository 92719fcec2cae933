//! The schemas of the documents, and whether a value keeps one (L-18, L-19).
//!
//! The files in `catalog/schemas` are what programs and models are given. They use few keywords of JSON Schema 2020-12,
//! and those are decided here; a test holds the verdicts against a full validator, and refuses a keyword that is not.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::pattern::PATTERNS;
use crate::fault::{FaultCode, Faults};

/// A document with a schema of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// analyzer-v1 (L-18).
    Analyzer,
    /// workout-v1.2 (L-19).
    Workout,
}

static ANALYZER: LazyLock<Value> = LazyLock::new(|| parsed(Schema::Analyzer));
static WORKOUT: LazyLock<Value> = LazyLock::new(|| parsed(Schema::Workout));

/// A file that is no JSON is caught by every test of the documents; here it would allow nothing.
fn parsed(schema: Schema) -> Value {
    serde_json::from_str(schema.text())
        .unwrap_or_else(|_| serde_json::json!({ "const": "unreadable schema" }))
}

impl Schema {
    /// The name under which it is served and printed (L-1).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analyzer => "analyzer-v1.json",
            Self::Workout => "workout-v1.2.json",
        }
    }

    /// The file.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Analyzer => include_str!("../../../../catalog/schemas/analyzer-v1.json"),
            Self::Workout => include_str!("../../../../catalog/schemas/workout-v1.2.json"),
        }
    }

    /// The file as a value.
    pub fn value(self) -> &'static Value {
        match self {
            Self::Analyzer => &ANALYZER,
            Self::Workout => &WORKOUT,
        }
    }

    /// Reports everything by which `value` breaks the schema.
    pub fn check(self, value: &Value, faults: &mut Faults) {
        let mut walk = Walk { root: self.value(), faults };
        walk.value(self.value(), value, "");
    }
}

/// The keywords that [`Schema::check`] decides, and those that say nothing about values.
pub const KEYWORDS: &[&str] = &[
    "$schema",
    "$id",
    "$defs",
    "title",
    "format",
    "$ref",
    "type",
    "const",
    "enum",
    "pattern",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "items",
    "properties",
    "required",
    "additionalProperties",
];

struct Walk<'a> {
    root: &'static Value,
    faults: &'a mut Faults,
}

impl Walk<'_> {
    fn report(&mut self, at: &str, expected: impl std::fmt::Display, found: &Value) {
        self.faults.require(false, FaultCode::Schema, at, expected, shown(found));
    }

    fn value(&mut self, schema: &Value, value: &Value, at: &str) {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = target.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            if let Some(target) = target {
                self.value(target, value, at);
            }
            return;
        }
        if let Some(wanted) = schema.get("const").filter(|wanted| !is_equal(wanted, value)) {
            return self.report(at, wanted, value);
        }
        if let Some(words) =
            schema.get("enum").and_then(Value::as_array).filter(|words| !words.contains(value))
        {
            let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
            return self.report(at, format_args!("one of {}", words.join(", ")), value);
        }
        if let Some(kinds) = schema.get("type")
            && !allowed(kinds).any(|kind| is_of(kind, value))
        {
            let kinds: Vec<_> = allowed(kinds).collect();
            return self.report(at, kinds.join(" or "), value);
        }
        match value {
            Value::Number(_) => self.number(schema, value, at),
            Value::String(text) => self.text(schema, text, value, at),
            Value::Array(members) => self.array(schema, members, value, at),
            Value::Object(fields) => self.object(schema, fields, at),
            Value::Null | Value::Bool(_) => (),
        }
    }

    fn number(&mut self, schema: &Value, value: &Value, at: &str) {
        let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
        let number = value.as_f64().unwrap_or(f64::NAN);
        let (low, high) = (bound("minimum"), bound("maximum"));
        if low.is_some_and(|low| number < low) || high.is_some_and(|high| number > high) {
            let shown = |bound: Option<f64>| bound.map_or_else(String::new, |bound| bound.to_string());
            self.report(at, format_args!("{}..{}", shown(low), shown(high)), value);
        }
    }

    fn text(&mut self, schema: &Value, text: &str, value: &Value, at: &str) {
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let length = text.chars().count() as u64;
        let (low, high) = (bound("minLength").unwrap_or(0), bound("maxLength").unwrap_or(u64::MAX));
        if length < low || high < length {
            return self.report(at, format_args!("{low}..{high} characters"), value);
        }
        let wanted = schema.get("pattern").and_then(Value::as_str);
        if let Some(pattern) = wanted.and_then(|wanted| PATTERNS.iter().find(|known| known.text == wanted))
            && !(pattern.holds)(text)
        {
            self.report(at, pattern.expected, value);
        }
    }

    fn array(&mut self, schema: &Value, members: &[Value], value: &Value, at: &str) {
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let (low, high) = (bound("minItems").unwrap_or(0), bound("maxItems").unwrap_or(u64::MAX));
        let count = members.len() as u64;
        if count < low || high < count {
            self.report(at, format_args!("{low}..{high} entries"), value);
        }
        let repeats = || members.iter().enumerate().any(|(index, one)| members[..index].contains(one));
        if schema.get("uniqueItems").and_then(Value::as_bool) == Some(true) && repeats() {
            self.report(at, "each entry once", value);
        }
        if let Some(schema) = schema.get("items") {
            for (index, member) in members.iter().enumerate() {
                self.value(schema, member, &format!("{at}/{index}"));
            }
        }
    }

    fn object(&mut self, schema: &Value, fields: &Map<String, Value>, at: &str) {
        let Some(known) = schema.get("properties").and_then(Value::as_object) else { return };
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                self.report(&format!("{at}/{name}"), "a value", &Value::from("nothing"));
            }
        }
        let is_closed = schema.get("additionalProperties").and_then(Value::as_bool) == Some(false);
        for (name, member) in fields {
            let at = format!("{at}/{}", escaped(name));
            match known.get(name) {
                Some(schema) => self.value(schema, member, &at),
                None if is_closed => self.report(&at, "no such field", member),
                None => (),
            }
        }
    }
}

/// A field name in a JSON pointer (RFC 6901).
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn allowed(kinds: &Value) -> impl Iterator<Item = &str> {
    kinds.as_str().into_iter().chain(kinds.as_array().into_iter().flatten().filter_map(Value::as_str))
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        // 5.0 is an integer, too.
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        _ => false,
    }
}

/// Numbers are equal by value: 1 and 1.0.
#[expect(clippy::float_cmp, reason = "the schemas fix 1 and 1.2, which are read as they are written")]
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// What was found, short enough for a message.
fn shown(value: &Value) -> String {
    const MOST: usize = 80;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

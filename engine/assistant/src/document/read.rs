//! Reads the documents: text, aliases, schema, value; whatever is wrong is said with its place.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{alias, plan::AnalyzerPlan, schema::Schema, workout::Workout, yaml};
use crate::fault::{Fault, FaultCode, Faults};

/// A plan as a text: JSON, with or without one code fence around it.
pub fn plan_value(text: &str) -> Result<Value, Vec<Fault>> {
    let (body, skipped) = yaml::without_fence(text);
    serde_json::from_str(body).map_err(|error| {
        let found = format!("line {}: {error}", error.line() + skipped);
        vec![Fault {
            pointer: String::new(),
            code: FaultCode::BadJson,
            expected: "one JSON object".into(),
            found,
        }]
    })
}

/// A workout as a text: YAML or JSON (L-22).
pub fn workout_value(text: &str) -> Result<Value, Vec<Fault>> {
    yaml::read(text).map_err(|fault| vec![fault])
}

/// The plan that a value means, after its aliases (L-20).
pub fn plan(mut value: Value) -> Result<AnalyzerPlan, Vec<Fault>> {
    let mut faults = Faults::default();
    alias::canonical(&mut value, &mut faults);
    decoded(value, Schema::Analyzer, faults)
}

/// The workout that a value means.
pub fn workout(mut value: Value) -> Result<Workout, Vec<Fault>> {
    alias::read_units(&mut value);
    if let Some(version) = value.get_mut("version").filter(|version| version.as_str() == Some("1.2")) {
        *version = Value::from(1.2);
    }
    decoded(value, Schema::Workout, Faults::default())
}

fn decoded<T: DeserializeOwned>(
    mut value: Value,
    schema: Schema,
    mut faults: Faults,
) -> Result<T, Vec<Fault>> {
    schema.check(&value, &mut faults);
    let faults = faults.into_vec();
    if !faults.is_empty() {
        return Err(faults);
    }
    whole_numbers(&mut value);
    // What a schema cannot say: dates that exist, and numbers with more than two decimals.
    serde_path_to_error::deserialize(&value).map_err(|error| {
        let path = error.path().to_string().replace('[', "/").replace(']', "").replace('.', "/");
        let (pointer, found) = (format!("/{}", path.replace("//", "/")), error.into_inner().to_string());
        vec![Fault { pointer, code: FaultCode::Schema, expected: "a valid value".into(), found }]
    })
}

/// 5.0 is the integer 5 for a schema, but not for everybody who reads it.
fn whole_numbers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) =
                number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() < 1e9)
            {
                #[expect(clippy::cast_possible_truncation, reason = "whole and bounded")]
                let whole = float as i64;
                *number = whole.into();
            }
        }
        Value::Array(members) => members.iter_mut().for_each(whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(whole_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => (),
    }
}

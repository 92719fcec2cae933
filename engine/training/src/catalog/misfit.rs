//! Misfit: every field that keeps a document from being a `T`, where serde names only the first.
//!
//! Each field is put alone into an example that is known to be a `T`; what then fails is the fault of that field.

use domain::vocabulary::nearest;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A field that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    /// JSON pointer to it.
    pub(super) pointer: String,
    /// What was found.
    pub(super) found: String,
    /// What would be valid.
    pub(super) expected: String,
}

/// All misfits of `document`; none if it is a `T`. The `example` is a `T`.
pub(super) fn misfits<T: DeserializeOwned>(document: &Value, example: &Value) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    probe::<T>(document, example, &Spot::default(), &mut misfits);
    misfits
}

/// A place in the example, and the same place in the document; they differ in the indexes of lists.
#[derive(Default)]
struct Spot {
    example: String,
    document: String,
}

impl Spot {
    fn field(&self, name: &str) -> Self {
        Self { example: format!("{}/{name}", self.example), document: format!("{}/{name}", self.document) }
    }

    /// A member of a list stands alone in the example.
    fn member(&self, index: usize) -> Self {
        Self { example: format!("{}/0", self.example), document: format!("{}/{index}", self.document) }
    }
}

fn probe<T: DeserializeOwned>(value: &Value, example: &Value, spot: &Spot, misfits: &mut Vec<Misfit>) {
    let Err(error) = T::deserialize(with(example, &spot.example, Some(value.clone()))) else { return };
    let known = misfits.len();
    let model = example.pointer(&spot.example);
    match value {
        Value::Object(fields) => {
            for (name, part) in fields {
                probe::<T>(part, example, &spot.field(name), misfits);
            }
            let needed = model.and_then(Value::as_object).into_iter().flatten();
            for (name, sample) in needed.filter(|(name, _)| !fields.contains_key(*name)) {
                let spot = spot.field(name);
                if T::deserialize(with(example, &spot.example, None)).is_err() {
                    let expected = format!("a value like {sample}");
                    misfits.push(Misfit { pointer: spot.document, found: "nothing".to_owned(), expected });
                }
            }
        }
        Value::Array(parts) => {
            for (index, part) in parts.iter().enumerate() {
                let sample = model.and_then(|model| model.get(0)).unwrap_or(part).clone();
                let example = with(example, &spot.example, Some(Value::Array(vec![sample])));
                probe::<T>(part, &example, &spot.member(index), misfits);
            }
        }
        _ => {}
    }
    if misfits.len() == known {
        let (found, expected) = said(&error.to_string());
        misfits.push(Misfit { pointer: spot.document.clone(), found, expected });
    }
}

/// The example with another value at `pointer`, or with none.
fn with(example: &Value, pointer: &str, value: Option<Value>) -> Value {
    let Some((parent, name)) = pointer.rsplit_once('/') else { return value.unwrap_or_default() };
    let mut changed = example.clone();
    match (changed.pointer_mut(parent), value) {
        (Some(Value::Object(fields)), Some(value)) => {
            fields.insert(name.to_owned(), value);
        }
        (Some(Value::Object(fields)), None) => {
            fields.remove(name);
        }
        (Some(Value::Array(members)), Some(value)) => *members = vec![value],
        _ => {}
    }
    changed
}

/// What serde or a vocabulary said, as what was found and what is expected.
fn said(message: &str) -> (String, String) {
    if let Some((found, fields)) = message.split_once(", expected one of ")
        && let Some(name) = found.strip_prefix("unknown field ")
    {
        let fields = fields.split('`').skip(1).step_by(2);
        let near = nearest(name.trim_matches('`'), fields).map(|near| format!("; maybe `{near}`"));
        return ("an unknown field".to_owned(), format!("a field of its kind{}", near.unwrap_or_default()));
    }
    if let Some((found, expected)) = message.split_once(", expected ") {
        let plain =
            ["invalid type: ", "invalid value: "].iter().find_map(|prefix| found.strip_prefix(prefix));
        return (plain.unwrap_or(found).to_owned(), in_words(expected).to_owned());
    }
    match message.split_once("; ") {
        Some((found, advice)) => (found.to_owned(), format!("a known one; {advice}")),
        None => (message.to_owned(), "a valid value".to_owned()),
    }
}

/// The types of the program as the writer of a file knows them.
fn in_words(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number of 0..255",
        "u16" | "u32" | "u64" | "i64" => "a whole number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::exercise::{self, Exercise};

    fn lines(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let example: Value = serde_json::from_str(exercise::EXAMPLE).unwrap();
        let mut document = example.clone();
        change(&mut document);
        let misfits = misfits::<Exercise>(&document, &example);
        misfits.into_iter().map(|m| format!("{}: {}, expected {}", m.pointer, m.found, m.expected)).collect()
    }

    #[test]
    fn a_document_that_fits_has_no_misfits() {
        assert_eq!(lines(|_| {}), [""; 0]);
    }

    #[test]
    fn every_field_that_does_not_fit_is_named_at_once() {
        let found = lines(|document| {
            document["fatigue_cost"] = "four".into();
            document["muscles"]["primary"] = serde_json::json!(["chets", "wings"]);
            document["muscles"]["secondary"] = serde_json::json!({"tricep": 5, "quads": 300});
            document["equipment"][0][1] = "plate".into();
            document["rep_maximum"] = 3.into();
            document.as_object_mut().unwrap().remove("kind");
        });
        assert_eq!(
            found,
            [
                "/equipment/0/1: unknown equipment `plate`, expected a known one; maybe `plates`",
                "/fatigue_cost: string \"four\", expected a whole number of 0..255",
                "/muscles/primary/0: unknown muscle `chets`, expected a known one; maybe `chest`",
                "/muscles/primary/1: unknown muscle `wings`, expected one of chest, lats, upper_back, front_delts, \
                 side_delts, rear_delts, quads, hamstrings, glutes, biceps, triceps, calves, core, lower_back, \
                 forearms, adductors, abductors, abs",
                "/muscles/secondary/quads: integer `300`, expected a whole number of 0..255",
                "/muscles/secondary/tricep: unknown muscle `tricep`, expected a known one; maybe `triceps`",
                "/rep_maximum: an unknown field, expected a field of its kind; maybe `rep_max`",
                "/kind: nothing, expected a value like \"resistance\"",
            ]
        );
    }
}

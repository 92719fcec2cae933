//! The OpenAPI document: it describes what is served, its schemas are sound, and its examples are taken.

use std::collections::BTreeSet;

use regimen::api::{endpoint::Needs, endpoints, openapi::document};
use serde_json::Value;

#[test]
fn the_document_is_the_one_that_was_looked_at() {
    let text = serde_json::to_string_pretty(&document(&endpoints())).unwrap() + "\n";
    testkit::expect_file("../../docs/openapi.json", &text);
}

#[test]
fn every_call_is_described_once_with_what_its_path_names() {
    let mut ids = BTreeSet::new();
    let document = document(&endpoints());
    for endpoint in endpoints() {
        let operation =
            &document["paths"][format!("/api{}", endpoint.path)][endpoint.method.as_str().to_lowercase()];
        assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{}", endpoint.path);
        let named: BTreeSet<&str> =
            endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        let parameters = operation["parameters"].as_array().unwrap();
        let described: BTreeSet<&str> = parameters
            .iter()
            .filter(|one| one["in"] == "path")
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(named, described, "{}", endpoint.path);
        assert_eq!(operation["security"] == serde_json::json!([]), endpoint.needs == Needs::Nothing);
    }
    assert!(ids.len() > 120, "{} calls", ids.len());
}

#[test]
fn every_reference_leads_somewhere_and_every_example_is_what_its_schema_says() {
    let document = document(&endpoints());
    let mut references = Vec::new();
    collect(&document, &mut references);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    let mut checked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for operation in operations.as_object().unwrap().values() {
            let content = &operation["requestBody"]["content"]["application/json"];
            let Some(example) = content.get("example") else { continue };
            let mut schema = content["schema"].clone();
            schema["components"] = document["components"].clone();
            let validator = jsonschema::validator_for(&schema).unwrap();
            let errors: Vec<_> = validator.iter_errors(example).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{path}: {errors:?}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} examples");
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                references.push(reference.clone());
            }
            fields.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}

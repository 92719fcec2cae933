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

/// The calls that the chapters list, each as it is written there.
const LISTED: [(&str, &[&str]); 8] = [
    (
        "AC-14",
        &[
            "POST /api/setup",
            "POST /api/sign-in",
            "POST /api/sign-out",
            "GET /api/me",
            "GET /api/me/sessions",
            "DELETE /api/me/sessions/{id}",
            "PUT /api/me/password",
            "GET /api/me/tokens",
            "POST /api/me/tokens",
            "DELETE /api/me/tokens/{id}",
            "GET /api/grants",
            "POST /api/grants",
            "POST /api/grants/{id}/confirm",
            "DELETE /api/grants/{id}",
            "GET /api/oidc/start",
            "GET /api/oidc/callback",
            "GET /api/admin/accounts",
            "POST /api/admin/accounts",
            "PATCH /api/admin/accounts/{id}",
            "DELETE /api/admin/accounts/{id}",
            "POST /api/admin/invites",
            "POST /api/me/export",
            "POST /api/me/delete",
        ],
    ),
    (
        "EP-8",
        &[
            "POST /api/sessions",
            "GET /api/sessions",
            "GET /api/sessions/{id}",
            "PATCH /api/sessions/{id}",
            "PUT /api/sessions/{id}/sets/{set_id}",
            "POST /api/sessions/{id}/swap",
            "GET /api/exercises",
            "GET /api/exercises/{key}",
            "POST /api/exercises",
            "GET /api/templates",
            "POST /api/templates",
            "GET /api/templates/{id}",
            "PUT /api/templates/{id}",
            "DELETE /api/templates/{id}",
            "GET /api/week",
            "GET /api/today",
            "GET /api/profile",
            "PUT /api/profile",
            "GET /api/body-weights",
            "POST /api/body-weights",
        ],
    ),
    (
        "MF-6",
        &[
            "POST /api/meals/solve",
            "POST /api/meals/plan",
            "GET /api/meals",
            "GET /api/meals/{item}/swap",
            "POST /api/meals/{item}/swap",
            "POST /api/meals/replan",
            "POST /api/meals/{item}/log",
            "POST /api/diary",
            "GET /api/shopping",
            "POST /api/shopping/check",
            "GET /api/pantry",
            "PUT /api/pantry",
            "GET /api/nutrition/targets",
            "PUT /api/nutrition/targets",
            "GET /api/foods",
            "POST /api/foods",
            "POST /api/foods/import",
            "GET /api/recipes",
            "POST /api/recipes",
            "POST /api/recipes/import",
            "GET /api/meals/export",
        ],
    ),
    (
        "plans, section 8",
        &[
            "GET /api/plans",
            "POST /api/plans",
            "GET /api/plans/{id}",
            "GET /api/plans/{id}/versions",
            "GET /api/plans/{id}/versions/{number}",
            "GET /api/plans/{id}/versions/{from}/diff/{to}",
            "POST /api/plans/{id}/edits",
            "DELETE /api/overrides/{id}",
            "POST /api/plans/{id}/rollback",
            "POST /api/plans/{id}/versions/{number}/undo",
            "POST /api/plans/{id}/versions/{number}/restore",
            "POST /api/plans/{id}/versions/{number}/confirm",
            "POST /api/plans/{id}/versions/{number}/reject",
            "GET /api/conflicts",
            "POST /api/conflicts/{id}/resolve",
            "GET /api/proposals",
            "POST /api/proposals/decisions",
            "GET /api/settings/consent",
            "PUT /api/settings/consent",
            "GET /api/trace/{trace_id}",
            "GET /api/plans/{id}/audit",
        ],
    ),
    (
        "progression, section 8",
        &[
            "POST /api/sessions/{id}/report",
            "PUT /api/sessions/{id}/report",
            "POST /api/sessions/{id}/skip",
            "GET /api/progress",
            "GET /api/progress/summary",
            "GET /api/flags",
            "POST /api/flags",
            "DELETE /api/flags/{id}",
            "GET /api/checkins",
            "POST /api/checkins",
            "GET /api/ladders",
            "POST /api/ladders",
            "GET /api/ladders/{key}",
            "POST /api/jobs/archive",
            "GET /api/miss-model",
            "POST /api/miss-model/train",
        ],
    ),
    (
        "suggestions, section 8",
        &[
            "POST /api/sessions/{id}/finish",
            "GET /api/sessions/{id}/suggestions",
            "POST /api/sessions/{id}/leave",
            "POST /api/sessions/{id}/start",
            "POST /api/sessions/{id}/gate/skip",
            "POST /api/sessions/{id}/gate/accept-all",
            "GET /api/exercises/{key}/history",
            "PUT /api/settings/exercises/{key}",
            "GET /api/proposals/{id}/evaluations",
        ],
    ),
    (
        "L-1",
        &[
            "POST /api/flow/analyze",
            "POST /api/flow/render",
            "POST /api/flow/plan",
            "POST /api/flow/check",
            "POST /api/flow/log",
            "GET /api/schemas/{key}",
        ],
    ),
    (
        "A-35",
        &[
            "GET /api/kpis",
            "GET /api/kpis/gate",
            "GET /api/metrics",
            "GET /api/events",
            "GET /api/reports/weekly/{week}",
            "GET /api/reports/monthly/{month}",
            "GET /api/charts/{file}",
            "GET /api/records",
            "GET /api/exercises/{key}/e1rm",
            "GET /api/export/{file}",
            "GET /api/review.csv",
            "POST /api/review",
        ],
    ),
];

#[test]
fn ac_14_every_call_that_a_chapter_lists_is_served() {
    let served: Vec<String> =
        regimen::api::endpoints().iter().map(|one| format!("{} /api{}", one.method, one.path)).collect();
    for (rule, calls) in LISTED {
        for call in calls {
            assert!(served.iter().any(|one| one == call), "{rule} lists {call}");
        }
    }
}

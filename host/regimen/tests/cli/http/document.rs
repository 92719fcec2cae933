//! The OpenAPI document: it describes what is served, its schemas are sound, and its examples are taken.

use std::collections::{BTreeMap, BTreeSet};

use regimen::{
    api::{endpoint::Needs, endpoints, openapi::document},
    service::access::token::TokenScope,
};
use serde_json::{Value, json};

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
    }
    assert!(ids.len() > 120, "{} calls", ids.len());
}

#[test]
fn ac_7_every_call_says_whether_a_token_is_enough_and_with_which_scope() {
    let document = document(&endpoints());
    let mut scopes = BTreeSet::new();
    for endpoint in endpoints() {
        let operation =
            &document["paths"][format!("/api{}", endpoint.path)][endpoint.method.as_str().to_lowercase()];
        let expected = match endpoint.needs {
            Needs::Nothing => json!([]),
            Needs::Session => json!([{ "session": [] }]),
            Needs::Visitor => json!([{ "token": [] }, { "session": [] }]),
            Needs::Athlete(scope) => json!([{ "token": [scope.as_str()] }, { "session": [] }]),
            Needs::Administrator | Needs::Operator => json!([{ "token": ["admin"] }, { "session": [] }]),
        };
        assert_eq!(operation["security"], expected, "{} {}", endpoint.method, endpoint.path);
        scopes.extend(operation["security"][0]["token"][0].as_str().map(str::to_owned));
    }
    let all: BTreeSet<String> = TokenScope::ALL.iter().map(|scope| scope.as_str().to_owned()).collect();
    assert_eq!(scopes, all);
}

#[test]
fn gl_4_a_call_is_described_with_the_refusals_that_it_can_have() {
    let document = document(&endpoints());
    let told = |method: &str, path: &str| -> Vec<u16> {
        let answers = document["paths"][path][method]["responses"].as_object().unwrap();
        answers.keys().map(|status| status.parse().unwrap()).collect()
    };
    assert_eq!(told("get", "/api/me"), [200, 304, 400, 401, 422, 500, 503]);
    assert_eq!(told("get", "/api/sessions/{id}"), [200, 304, 400, 401, 403, 404, 422, 500, 503]);
    assert_eq!(
        told("get", "/api/changes"),
        [200, 400, 401, 403, 404, 422, 429, 500, 503],
        "it is never short"
    );
    assert_eq!(
        told("put", "/api/profile"),
        [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 500, 503, 507],
        "it has a revision"
    );
    assert_eq!(
        told("delete", "/api/diary/{id}"),
        [204, 400, 401, 403, 404, 409, 422, 500, 503, 507],
        "no body"
    );
    assert_eq!(
        told("post", "/api/password-reset"),
        [204, 400, 401, 403, 410, 413, 415, 422, 429, 500, 503, 507],
        "a link, and guesses are slowed down"
    );
    assert!(told("post", "/api/flow/plan").contains(&504), "a model may take too long");
    for endpoint in endpoints() {
        let told = told(&endpoint.method.as_str().to_lowercase(), &format!("/api{}", endpoint.path));
        let of_links = ["/setup", "/sign-up", "/password-reset"];
        assert_eq!(told.contains(&410), of_links.contains(&endpoint.path), "{}", endpoint.path);
        assert_eq!(told.contains(&415), endpoint.body_schema.is_some(), "{}", endpoint.path);
    }
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
            let Some(body) = operation.get("requestBody") else { continue };
            let content = &body["content"]["application/json"];
            let example = &content["example"];
            assert!(example.is_object(), "{path} has no example");
            let mut schema = content["schema"].clone();
            schema["components"] = document["components"].clone();
            let validator = jsonschema::validator_for(&schema).unwrap();
            let errors: Vec<_> = validator.iter_errors(example).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{path}: {errors:?}");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} examples");
}

/// Two types of one name are told apart by a number, and a client that is generated from it has a `Change2`.
#[test]
fn every_schema_has_a_name_of_its_own() {
    let document = document(&endpoints());
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (user, value) in schemas.iter().chain(document["paths"].as_object().unwrap()) {
        let mut references = Vec::new();
        collect(value, &mut references);
        for name in references.iter().filter_map(|reference| reference.strip_prefix("#/components/schemas/"))
        {
            users.entry(schemas.get_key_value(name).unwrap().0).or_default().insert(user);
        }
    }
    let told = |name: &str| {
        let about = schemas[name]["description"].as_str().unwrap_or("no description");
        let users = users[name].iter().copied().collect::<Vec<_>>().join(", ");
        format!("`{name}` (\"{about}\", in {users})")
    };
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_shared = |name: &&String| {
        let first = name.trim_end_matches(is_digit);
        first != name.as_str() && schemas.contains_key(first)
    };
    let shared = schemas.keys().filter(is_shared);
    let shared: Vec<String> =
        shared.map(|name| format!("{} and {}", told(name.trim_end_matches(is_digit)), told(name))).collect();
    let help = "two types of one name; give one `#[schemars(rename = \"...\")]`, or a vocabulary `as ...`";
    assert!(shared.is_empty(), "{help}:\n{}", shared.join("\n"));
    let is_type = |name: &str| {
        name.starts_with(|letter: char| letter.is_ascii_uppercase())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric())
    };
    let odd: Vec<_> = schemas.keys().filter(|name| !is_type(name)).collect();
    assert!(odd.is_empty(), "names that a language would not give a type: {odd:?}");
}

#[test]
fn gl_4_a_problem_is_not_taken_for_what_it_is_about() {
    let document = document(&endpoints());
    let problem = &document["components"]["schemas"]["Problem"];
    assert!(problem["properties"]["request_id"].is_object(), "{problem}");
    let solve = &document["paths"]["/api/meals/solve"]["post"]["requestBody"]["content"]["application/json"];
    assert_eq!(solve["schema"]["$ref"], "#/components/schemas/MealProblem");
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

/// A rule that is marked as planned for what else it asks for, but whose calls are served.
const SERVED: [&str; 1] = ["A-35"];

/// The calls that the chapters list in their tables, as `METHOD /api/path` with `{}` for every name, and the chapter or
/// rule that lists them.
fn listed() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/spec");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let chapter = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let (mut rule, mut is_planned) = (chapter.clone(), false);
        for line in text.lines().filter(|_| chapter != "COVERAGE") {
            if let Some(heading) = line.strip_prefix('#') {
                let heading = heading.trim_start_matches('#').trim();
                rule = format!("{chapter}, {heading}");
                let id = heading.split(' ').next().unwrap_or_default();
                is_planned = heading.ends_with("(planned)") && !SERVED.contains(&id);
            }
            if is_planned {
                continue;
            }
            let cell = line.strip_prefix("| ").and_then(|row| row.split(" |").next());
            let calls = cell.filter(|cell| cell.contains("/api")).map(calls).unwrap_or_default();
            found.extend(calls.into_iter().chain(operations(line)).map(|call| (rule.clone(), call)));
        }
    }
    found
}

/// L-1: the operations of the flow are named in one sentence, and their call after them.
fn operations(line: &str) -> Vec<String> {
    let Some((names, _)) = line.split_once("HTTP: `POST /api/flow/<operation>`") else { return Vec::new() };
    let names = names.split('`').filter_map(|part| part.strip_prefix("flow."));
    names.map(|name| format!("POST /api/flow/{name}")).collect()
}

/// The calls of one cell: `GET, POST /api/flags; DELETE /api/flags/{id}`.
fn calls(cell: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut methods, mut is_open): (Vec<&str>, bool) = (Vec::new(), false);
    let mut whole: Vec<String> = Vec::new();
    for part in cell.split([',', ';']).map(|part| part.trim().trim_matches('`')) {
        let (method, path) = part.split_once(' ').unwrap_or(("", part));
        let is_method = |word: &str| ["GET", "POST", "PUT", "PATCH", "DELETE", "CRUD"].contains(&word);
        let (method, path) = if is_method(part) { (part, "") } else { (method, path) };
        if is_method(method) {
            if !is_open {
                methods.clear();
            }
            methods.push(method);
            is_open = path.is_empty();
        }
        let path = path.split([' ', '?']).next().unwrap_or_default();
        let bases: Vec<String> = match path {
            path if path.starts_with("/api") => vec![path.to_owned()],
            // `CRUD /api/foods, /api/recipes; POST …/import`
            path if path.starts_with('…') => {
                whole.iter().map(|base| format!("{base}{}", path.trim_start_matches('…'))).collect()
            }
            path if path.starts_with('/') => {
                whole.last().map(|base| beside(base, path)).into_iter().collect()
            }
            _ => continue,
        };
        for base in &bases {
            let all = |method: &&str| match *method {
                "CRUD" => ["GET ", "POST "]
                    .map(|method| format!("{method}{base}"))
                    .into_iter()
                    .chain(["GET ", "PUT ", "DELETE "].map(|method| format!("{method}{base}/{{}}")))
                    .collect(),
                method => vec![format!("{method} {base}")],
            };
            found.extend(methods.iter().flat_map(all).map(|call| nameless(&call)));
        }
        if !path.starts_with('…') {
            whole.extend(bases);
        }
    }
    found
}

/// A path that is told by its end: of `/plans/{id}/versions`, `/versions/{n}`; of `/undo`, `/restore`.
fn beside(base: &str, end: &str) -> String {
    if end.starts_with("/{") {
        return format!("{base}{end}");
    }
    let parts: Vec<&str> = base.split('/').collect();
    let ends: Vec<&str> = end.split('/').skip(1).collect();
    let kept = parts.iter().position(|part| *part == ends[0]).unwrap_or(parts.len() - ends.len());
    format!("{}{end}", parts[..kept].join("/"))
}

/// A call with `{}` for every part that has a name in braces, or is left open.
fn nameless(call: &str) -> String {
    let part =
        |part: &str| if part.contains('{') || part == "…" { "{}".to_owned() } else { part.to_owned() };
    call.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[test]
fn cells_of_the_tables_are_read_as_people_read_them() {
    for (cell, expected) in [
        ("POST /api/setup, /api/sign-in; GET /api/me", "POST /api/setup, POST /api/sign-in, GET /api/me"),
        (
            "GET, POST /api/flags; DELETE /api/flags/{id}",
            "GET /api/flags, POST /api/flags, DELETE /api/flags/{}",
        ),
        (
            "GET /api/reports/weekly/{week}, /monthly/{month}",
            "GET /api/reports/weekly/{}, GET /api/reports/monthly/{}",
        ),
        (
            "GET /api/plans/{id}/versions, /versions/{n}",
            "GET /api/plans/{}/versions, GET /api/plans/{}/versions/{}",
        ),
        ("POST /api/v/{n}/undo, /restore", "POST /api/v/{}/undo, POST /api/v/{}/restore"),
        ("GET /api/sessions?from=&to=, /{id}", "GET /api/sessions, GET /api/sessions/{}"),
        ("GET /api/charts/{name}.svg, .json", "GET /api/charts/{}"),
        ("GET /api/meals/export?format=ics, csv, json, html", "GET /api/meals/export"),
        (
            "CRUD /api/foods; POST …/import",
            "GET /api/foods, POST /api/foods, GET /api/foods/{}, PUT /api/foods/{}, DELETE /api/foods/{}, \
             POST /api/foods/import",
        ),
    ] {
        assert_eq!(calls(cell).join(", "), expected);
    }
}

#[test]
fn ac_14_every_call_that_a_chapter_lists_is_served() {
    let served: BTreeSet<String> =
        endpoints().iter().map(|one| nameless(&format!("{} /api{}", one.method, one.path))).collect();
    let listed = listed();
    let missing: Vec<_> = listed.iter().filter(|(_, call)| !served.contains(call)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let known: BTreeSet<&String> = listed.iter().map(|(_, call)| call).collect();
    assert!(known.len() > 120, "only {} calls were read: {known:#?}", known.len());
    for call in ["POST /api/flow/analyze", "PUT /api/recipes/{}", "POST /api/jobs/archive", "GET /api/audit"]
    {
        assert!(known.contains(&call.to_owned()), "{call} is not read");
    }
}

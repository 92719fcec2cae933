//! The calls as an OpenAPI 3.1 document: made from the same values as the router.

use std::{
    borrow::Cow,
    sync::{Arc, LazyLock},
};

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::digest::sha256;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::{Map, Value, json};

use super::{
    Server,
    answer::EVENTS,
    call::ATHLETE,
    endpoint::{Endpoint, Needs},
    endpoints, idempotence, refusal, tag,
};

static TEXT: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string(&document(&endpoints())).unwrap_or_default());

/// `/api/openapi.json`.
pub(super) async fn serve(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    let text = match server.options.base() {
        "" => Cow::Borrowed(TEXT.as_str()),
        base => TEXT.replacen(r#"[{"url":"/"}]"#, &json!([{ "url": base }]).to_string(), 1).into(),
    };
    let tag = format!("\"{}\"", &sha256(text.as_bytes())[..32]);
    let answer = if tag::is_known(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], text).into_response()
    };
    ([(header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())], answer).into_response()
}

/// The document of these calls.
pub fn document(endpoints: &[Endpoint]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let problems = problems(&mut generator);
    let mut paths = Map::new();
    for endpoint in endpoints {
        let operation = operation(endpoint, &mut generator);
        let path = paths.entry(format!("/api{}", endpoint.path)).or_insert_with(|| json!({}));
        path[endpoint.method.as_str().to_lowercase()] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "regimen",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A self-hostable coach: what to lift, what to eat, and why.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": problems,
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": TOKEN },
                "session": { "type": "apiKey", "in": "cookie", "name": "__Host-regimen", "description": SESSION },
            },
        },
    })
}

const TOKEN: &str = "AC-7: a token of a program. Where a call names a scope, the token has to have it.";
const SESSION: &str =
    "AC-5: somebody who signed in with a browser. Over plain http on loopback it is called `regimen`.";

/// By what one proves who one is, any of these; a token with its scope (AC-7).
fn security(needs: Needs) -> Value {
    let scopes: Vec<_> = needs.scope().iter().map(|scope| scope.as_str()).collect();
    match needs {
        Needs::Nothing => json!([]),
        Needs::Session => json!([{ "session": [] }]),
        _ => json!([{ "token": scopes }, { "session": [] }]),
    }
}

fn operation(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let mut parameters = fields((endpoint.path_schema)(generator).as_value(), "path");
    parameters.extend(fields((endpoint.query_schema)(generator).as_value(), "query"));
    if let Needs::Athlete(_) = endpoint.needs {
        let about = "For whom a coach acts; else for oneself (AC-9).";
        parameters.push(header_parameter(ATHLETE, about, &json!({ "type": "string", "format": "uuid" })));
    }
    if !endpoint.is_safe() && endpoint.needs != Needs::Nothing {
        let about = "The same key with the same body gives the first answer again, for 48 hours (GL-5).";
        let schema = json!({ "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$" });
        parameters.push(header_parameter(idempotence::KEY, about, &schema));
    }
    if endpoint.takes_revision {
        let about = "The revision that is edited, or the ETag of a read; `*` is whatever is there. A stale one is \
                     refused with 412 (GL-5).";
        parameters.push(header_parameter("if-match", about, &json!({ "type": "string" })));
    }
    let mut operation = json!({
        "operationId": operation_id(endpoint),
        "tags": [endpoint.path.trim_start_matches('/').split('/').next().unwrap_or_default()],
        "summary": endpoint.summary,
        "description": endpoint.spec,
        "parameters": parameters,
        "responses": responses(endpoint, generator),
        "security": security(endpoint.needs),
    });
    if let Some(schema) = endpoint.body_schema {
        let example = endpoint.example.map(|example| example());
        let is_required = (endpoint.needs_body)();
        let takes_nothing = example == Some(json!({}));
        let content = json!({ "schema": schema(generator), "example": example });
        let mut body = json!({ "required": is_required, "content": { "application/json": content } });
        if takes_nothing {
            body["description"] = json!("Takes nothing: `{}`, or no body at all.");
        } else if !is_required {
            body["description"] = json!("Every field may be left out; no body at all is `{}`.");
        }
        operation["requestBody"] = body;
    }
    operation
}

fn operation_id(endpoint: &Endpoint) -> String {
    let path = endpoint.path.replace(['{', '}'], "").replace(['/', '-', '.'], "_");
    format!("{}{path}", endpoint.method.as_str().to_lowercase())
}

fn header_parameter(name: &str, about: &str, schema: &Value) -> Value {
    json!({ "name": name, "in": "header", "description": about, "schema": schema })
}

/// The fields of a schema as parameters.
fn fields(schema: &Value, place: &str) -> Vec<Value> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, schema)| {
            let mut schema = schema.clone();
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            json!({
                "name": name,
                "in": place,
                "required": place == "path" || required.contains(&name.as_str()),
                "description": about,
                "schema": schema,
            })
        })
        .collect()
}

fn responses(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let mut all = Map::new();
    let mut good = json!({ "description": endpoint.summary });
    if let Some(media) = endpoint.media {
        good["content"] = json!({ media: { "schema": (endpoint.answer_schema)(generator) } });
    }
    all.insert(endpoint.status.to_string(), good);
    if endpoint.is_safe() && endpoint.status == 200 && endpoint.media != Some(EVENTS) {
        all.insert("304".to_owned(), json!({ "description": "Nothing has changed." }));
    }
    for status in refusal::statuses(endpoint) {
        all.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/Problem{status}") }));
    }
    Value::Object(all)
}

/// A problem of each status.
fn problems(generator: &mut SchemaGenerator) -> Value {
    let schema = generator.subschema_for::<ProblemBody>();
    let content = json!({ "application/problem+json": { "schema": schema } });
    let one = |(status, about): &(u16, &str)| {
        (format!("Problem{status}"), json!({ "description": about, "content": content }))
    };
    Value::Object(refusal::STATUSES.iter().map(one).collect())
}

/// GL-4: a problem, as it is described.
struct ProblemBody;

impl JsonSchema for ProblemBody {
    fn schema_name() -> Cow<'static, str> {
        "Problem".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "required": ["type", "title", "status", "detail", "code", "spec", "facts", "request_id"],
            "properties": {
                "type": { "type": "string", "description": "`/errors/` and the code." },
                "title": { "type": "string", "description": "The kind of error, the same for every case of it." },
                "status": { "type": "integer" },
                "detail": { "type": "string", "description": "What is wrong in this case, in the caller's language." },
                "code": { "type": "string", "description": "The stable name." },
                "spec": { "type": "string", "description": "The rule that is broken." },
                "pointer": { "type": "string", "description": "The bad field as a JSON pointer." },
                "facts": { "type": "object", "description": "What the message is made of." },
                "validation": { "type": "array", "description": "Every breach of a document.", "items": { "type": "object" } },
                "retry_after_s": { "type": "integer", "description": "After how many seconds to try again." },
                "request_id": { "type": "string", "description": "By which the request is found in the log." },
            },
        })
    }
}

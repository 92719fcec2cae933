//! What is served about the API and the server itself: health, and the calls to read.

use std::{fmt::Write, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderName, header},
    response::Response,
};

use super::{
    Server,
    endpoint::{Endpoint, Needs},
    endpoints, openapi, refuse,
};
use crate::texts::Locale;

/// A page and its kind.
type Page = ([(HeaderName, &'static str); 2], String);

fn html(body: String) -> Page {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], body)
}

/// `/healthz`: the process answers.
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// `/readyz`: the database answers too.
pub(super) async fn ready(
    State(server): State<Arc<Server>>,
    request: Request,
) -> Result<&'static str, Response> {
    match crate::service::access::is_set_up(&server.app).await {
        Ok(_) => Ok("ok\n"),
        Err(problem) => Err(refuse(&problem, &request)),
    }
}

/// What the list of calls looks like.
pub(super) async fn style() -> Page {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "max-age=3600")];
    (kind, include_str!("docs.css").to_owned())
}

/// `/api/docs`: every call, to read without a network.
pub(super) async fn docs() -> Page {
    let all = endpoints();
    let mut body = String::from(
        "<h1>regimen: the calls of its API</h1>\
         <p>The same as a document for programs: <a href=\"/api/openapi.json\">OpenAPI 3.1</a>. A program sends \
         <code>Authorization: Bearer rgm_…</code>; a coach names the athlete by <code>Regimen-Athlete</code>; what \
         writes may carry <code>Idempotency-Key</code>.</p>",
    );
    let document = openapi::document(&all);
    let mut areas: Vec<&str> = Vec::new();
    for one in all.iter().map(area) {
        if !areas.contains(&one) {
            areas.push(one);
        }
    }
    body.push_str("<nav>");
    for area in &areas {
        let _ = write!(body, "<a href=\"#{area}\">{area}</a> ");
    }
    body.push_str("</nav>");
    for here in areas {
        let _ = write!(body, "<h2 id=\"{here}\">{here}</h2>");
        body.extend(all.iter().filter(|one| area(one) == here).map(|one| section(one, &document)));
    }
    html(page(Locale::En, "regimen API", &body))
}

/// What a call is about: the first part of its path.
fn area(endpoint: &Endpoint) -> &'static str {
    endpoint.path.trim_start_matches('/').split('/').next().unwrap_or_default()
}

fn section(endpoint: &Endpoint, document: &serde_json::Value) -> String {
    let method = endpoint.method.as_str();
    let operation = &document["paths"][format!("/api{}", endpoint.path)][method.to_lowercase()];
    let mut text = format!(
        "<details><summary><b>{method}</b> <code>/api{path}</code> <span>{summary}</span></summary>\
         <p>{spec}; {needs}.</p>",
        path = escaped(endpoint.path),
        summary = escaped(endpoint.summary),
        spec = endpoint.spec,
        needs = needs(endpoint.needs),
    );
    let named = |name: &str| operation[name].as_array().cloned().unwrap_or_default();
    let parameters: Vec<_> = named("parameters").into_iter().filter(|one| one["in"] == "query").collect();
    if !parameters.is_empty() {
        text.push_str("<ul>");
        for one in parameters {
            let name = one["name"].as_str().unwrap_or_default();
            let about = one["description"].as_str().unwrap_or_default();
            let _ = write!(text, "<li><code>{}</code> {}</li>", escaped(name), coded(about));
        }
        text.push_str("</ul>");
    }
    if let Some(example) = endpoint.example {
        let (body, about) = (example(), operation["requestBody"]["description"].as_str());
        let about = about.unwrap_or("A body that could be sent:");
        let _ = write!(text, "<p>{}</p>", coded(about));
        if body != serde_json::json!({}) {
            let shown = serde_json::to_string_pretty(&body).unwrap_or_default();
            let _ = write!(text, "<pre>{}</pre>", escaped(&shown));
        }
    }
    text.push_str("</details>");
    text
}

fn needs(needs: Needs) -> String {
    match needs {
        Needs::Nothing => "for everybody".to_owned(),
        Needs::Visitor => "for everybody who signed in or has a token".to_owned(),
        Needs::Session => "for who signed in themselves, not by a token".to_owned(),
        Needs::Athlete(scope) => format!("scope {scope}"),
        Needs::Administrator | Needs::Operator => "for administrators; scope admin".to_owned(),
    }
}

fn page(lang: Locale, title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/api/docs.css\"></head><body><main>{body}</main></body></html>\n",
        lang = lang.as_str(),
    )
}

/// A text with what stands between backticks as code.
fn coded(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    parts.map(part).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! The few pages that are served besides the API: health, a first page, set-up and sign-in, and the calls to read.

use std::{fmt::Write, sync::Arc};

use axum::{
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderName, Uri, header},
    response::Response,
};

use super::{
    Server, call,
    endpoint::{Endpoint, Needs},
    endpoints, openapi, refuse,
};
use crate::{
    problem::{NO_SUCH_CALL, Problem},
    texts::{Facts, Locale, text},
};

/// Files that pages need: name, kind, content.
const ASSETS: &[(&str, &str, &str)] = &[
    ("docs.css", "text/css; charset=utf-8", include_str!("docs.css")),
    ("form.js", "text/javascript; charset=utf-8", include_str!("form.js")),
];

/// A page with a form: where it is, where the form goes, what it asks for, where it leads.
struct Form {
    page: &'static str,
    call: &'static str,
    asks_login: bool,
    is_new: bool,
    next: &'static str,
}

const FORMS: &[Form] = &[
    Form { page: "setup", call: "/api/setup", asks_login: true, is_new: true, next: "/" },
    Form { page: "join", call: "/api/sign-up", asks_login: true, is_new: true, next: "/" },
    Form { page: "reset", call: "/api/password-reset", asks_login: false, is_new: false, next: "/sign-in" },
    Form { page: "sign-in", call: "/api/sign-in", asks_login: true, is_new: false, next: "/" },
];

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

/// A file that a page needs.
pub(super) async fn asset(Path(name): Path<String>, request: Request) -> Result<Page, Response> {
    let found = ASSETS.iter().find(|(known, ..)| *known == name);
    let Some((_, kind, content)) = found else {
        return Err(refuse(&Problem::new(NO_SUCH_CALL).fact("path", request.uri().path()), &request));
    };
    Ok(([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "max-age=3600")], (*content).to_owned()))
}

/// `/`: that it runs, and where to go on.
pub(super) async fn home(State(server): State<Arc<Server>>, headers: HeaderMap) -> Page {
    let lang = call::language(None, &headers);
    let words = |id: &str| escaped(&text(lang, id, &Facts::new()));
    // AC-2: until there is an account every page leads to the set-up.
    let next = match server.set_up().await {
        Ok(()) => format!("<p><a href=\"/sign-in\">{}</a></p>", words("page-sign-in")),
        Err(_) => format!("<p>{}</p>", words("page-not-set-up")),
    };
    let body = format!(
        "<h1>regimen</h1><p>{}</p>{next}<p><a href=\"/api/docs\">{}</a></p>",
        words("page-runs"),
        words("page-docs")
    );
    html(page(lang, "regimen", &body))
}

/// A page with a form, such as `/setup`.
pub(super) async fn form(uri: Uri, headers: HeaderMap, request: Request) -> Result<Page, Response> {
    let name = uri.path().trim_start_matches('/');
    let Some(form) = FORMS.iter().find(|form| form.page == name) else {
        return Err(refuse(&Problem::new(NO_SUCH_CALL).fact("path", uri.path()), &request));
    };
    let lang = call::language(None, &headers);
    let words = |id: &str| escaped(&text(lang, id, &Facts::new()));
    let title = words(&format!("page-{name}"));
    let login = if form.asks_login {
        let label = words("page-login");
        format!("<label>{label} <input name=\"login\" autocomplete=\"username\" required autofocus></label>")
    } else {
        String::new()
    };
    let kind = if form.is_new || !form.asks_login { "new-password" } else { "current-password" };
    let zone = if form.is_new { " data-zone=\"yes\"" } else { "" };
    let body = format!(
        "<h1>{title}</h1><form action=\"{call}\" data-next=\"{next}\"{zone}>{login}\
         <label>{password} <input name=\"password\" type=\"password\" autocomplete=\"{kind}\" required></label>\
         <button>{title}</button><output role=\"alert\"></output></form>\
         <script type=\"module\" src=\"/assets/form.js\"></script>",
        call = form.call,
        next = form.next,
        password = words("page-password"),
    );
    Ok(html(page(lang, &title, &body)))
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
    let mut area = "";
    for endpoint in &all {
        let here = endpoint.path.trim_start_matches('/').split('/').next().unwrap_or_default();
        if here != area {
            let _ = write!(body, "<h2 id=\"{here}\">{here}</h2>");
            area = here;
        }
        body.push_str(&section(endpoint, &document));
    }
    html(page(Locale::En, "regimen API", &body))
}

fn section(endpoint: &Endpoint, document: &serde_json::Value) -> String {
    let method = endpoint.method.as_str();
    let operation = &document["paths"][format!("/api{}", endpoint.path)][method.to_lowercase()];
    let mut text = format!(
        "<details><summary><b class=\"{lower}\">{method}</b> <code>/api{path}</code> {summary}</summary>\
         <p>{spec}; {needs}.</p>",
        lower = method.to_lowercase(),
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
            let _ = write!(text, "<li><code>{}</code> {}</li>", escaped(name), escaped(about));
        }
        text.push_str("</ul>");
    }
    if let Some(example) = endpoint.example {
        let shown = serde_json::to_string_pretty(&example()).unwrap_or_default();
        let _ = write!(text, "<pre>{}</pre>", escaped(&shown));
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
        Needs::Administrator => "for administrators; scope admin".to_owned(),
    }
}

fn page(lang: Locale, title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/assets/docs.css\"></head><body><main>{body}</main></body></html>\n",
        lang = lang.as_str(),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

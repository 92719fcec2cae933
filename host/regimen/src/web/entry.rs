//! Pages before anybody is known: set-up, join, reset, sign-in; that there is no network; that something went wrong.

use std::sync::Arc;

use askama::Template;
use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, Uri},
    response::Response,
};
use serde::Deserialize;

use super::{as_html, asset, render, see};
use crate::{
    api::{Server, call::language},
    problem::{self, NO_SUCH_CALL, NOT_SET_UP, Problem},
    reader::capital,
    texts::{Facts, Locale, facts, find, text},
};

/// A page with a form: where it is, where the form goes, what it asks for, where it leads.
struct Form {
    page: &'static str,
    call: &'static str,
    asks_login: bool,
    is_new: bool,
    next: &'static str,
}

const FORMS: &[Form] = &[
    Form { page: "setup", call: "/api/setup", asks_login: true, is_new: true, next: "/welcome" },
    Form { page: "join", call: "/api/sign-up", asks_login: true, is_new: true, next: "/welcome" },
    Form { page: "reset", call: "/api/password-reset", asks_login: false, is_new: false, next: "/sign-in" },
    Form { page: "sign-in", call: "/api/sign-in", asks_login: true, is_new: false, next: "/" },
];

/// Words and files for a reader of whom nothing but the language is known.
struct Stranger(Locale);

impl Stranger {
    const fn locale(&self) -> &'static str {
        self.0.as_str()
    }

    fn t(&self, id: &str) -> String {
        text(self.0, id, &Facts::new())
    }

    #[expect(clippy::unused_self, reason = "templates ask the visit")]
    fn asset(&self, name: &str) -> String {
        asset::path(name)
    }
}

#[derive(Template)]
#[template(path = "entry.html")]
struct EntryPage {
    at: Stranger,
    title: String,
    form: &'static Form,
    next: String,
    /// Where one can sign in instead (AC-10).
    has_provider: bool,
    trouble: Option<String>,
}

/// What the address of the page says besides.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Asked {
    next: Option<String>,
    error: Option<String>,
}

/// A page with a form, such as `/setup`.
pub(super) async fn show(
    State(server): State<Arc<Server>>,
    uri: Uri,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Response {
    let lang = language(None, &headers);
    let name = uri.path().trim_start_matches('/');
    let Some(form) = FORMS.iter().find(|form| form.page == name) else { return see("/") };
    let at = Stranger(lang);
    let next = asked.next.filter(|next| is_own_path(next));
    let trouble = asked.error.and_then(|code| find(lang, &format!("title-{code}"), &Facts::new()));
    let page = EntryPage {
        title: at.t(&format!("page-{name}")),
        at,
        form,
        next: next.unwrap_or_else(|| form.next.to_owned()),
        has_provider: form.page == "sign-in" && server.has_provider(),
        trouble,
    };
    shown(StatusCode::OK, &page, lang)
}

/// Only a path of this server is a place to go on at. Browsers take `\` for `/` and read over line ends and tabs, so neither
/// may stand in it.
fn is_own_path(path: &str) -> bool {
    let is_odd = |letter: char| letter == '\\' || letter.is_control();
    path.starts_with('/') && !path.starts_with("//") && !path.contains(is_odd)
}

#[derive(Template)]
#[template(path = "message.html")]
struct MessagePage {
    at: Stranger,
    title: String,
    text: String,
    home: bool,
}

/// What is shown where there is no network and the page was never kept.
pub(super) async fn offline(headers: HeaderMap) -> Response {
    let lang = language(None, &headers);
    let at = Stranger(lang);
    let (title, text) = (at.t("page-offline"), at.t("page-offline-text"));
    shown(StatusCode::OK, &MessagePage { at, title, text, home: true }, lang)
}

/// What an error of this code is: where the `type` of a problem leads (GL-4).
pub(super) async fn error(Path(name): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    let lang = language(None, &headers);
    let Some(code) = problem::named(&name) else {
        return trouble(&Problem::new(NO_SUCH_CALL).fact("path", uri.path()), lang);
    };
    let at = Stranger(lang);
    let facts = facts([("code", code.name.into()), ("spec", code.spec.to_string().into())]);
    let title = find(lang, &format!("title-{}", code.name), &facts).unwrap_or(name);
    let text = text(lang, "page-error", &facts);
    shown(StatusCode::OK, &MessagePage { at, title, text, home: true }, lang)
}

/// What went wrong, as a page.
pub(crate) fn trouble(problem: &Problem, lang: Locale) -> Response {
    let (status, html) = trouble_page(problem, lang);
    as_html(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), html)
}

/// The same, as a status and a text.
pub(crate) fn trouble_page(problem: &Problem, lang: Locale) -> (u16, String) {
    let object = problem.object(lang);
    let status = StatusCode::from_u16(object.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let at = Stranger(lang);
    // AC-2: until there is an account every page says where the set-up is.
    let is_new = problem.code.name == NOT_SET_UP.name;
    let page = if is_new {
        let (title, text) = (at.t("page-runs"), at.t("page-not-set-up"));
        MessagePage { at, title, text, home: false }
    } else {
        if status.is_server_error() {
            tracing::error!(code = problem.code.name, why = problem.why(), "a page could not be shown");
        }
        MessagePage { at, title: object.title, text: capital(&object.detail), home: true }
    };
    match render(&page) {
        Ok(html) => (if is_new { StatusCode::OK } else { status }.as_u16(), html),
        Err(problem) => (500, problem.detail(lang)),
    }
}

fn shown(status: StatusCode, page: &impl Template, lang: Locale) -> Response {
    match render(page) {
        Ok(html) => as_html(status, html),
        Err(problem) => as_html(StatusCode::INTERNAL_SERVER_ERROR, problem.detail(lang)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ac_5_only_a_path_of_this_server_is_gone_on_at() {
        for path in ["/", "/more", "/meals/day/2026-03-02?a=b#slot-1", "/план"] {
            assert!(is_own_path(path), "{path:?}");
        }
        for path in [
            "",
            "more",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "\t//evil.example",
            "/more\u{7f}",
            "https://evil.example",
            "javascript:alert(1)",
        ] {
            assert!(!is_own_path(path), "{path:?}");
        }
    }
}

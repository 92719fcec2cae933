//! A server below a path: `https://home.example/coach` beside other programs of the house.
//!
//! Everything inside speaks of paths from its own root. Only here the path of the public address comes off what is asked
//! and before what is answered: links of pages, and where redirects lead. A proxy may take the path off itself; both are
//! understood. Scripts know where they were loaded from.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, StatusCode, Uri, header, uri::PathAndQuery},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};

/// Attributes of pages that lead somewhere; what scripts read is not among them.
const LINKS: [&str; 3] = [" href=\"/", " src=\"/", " action=\"/"];

/// The path of an address that people type, without a slash at the end: `/coach`, or nothing.
pub(super) fn of(public_url: Option<&str>) -> &str {
    let host = public_url.and_then(|url| url.split_once("://")).map_or("", |(_, host)| host);
    host.find('/').map_or("", |at| host[at..].trim_end_matches('/'))
}

/// What is served, with links that lead below the path.
pub(super) fn leading<S: Clone + Send + Sync + 'static>(all: Router<S>, base: &str) -> Router<S> {
    if base.is_empty() { all } else { all.layer(middleware::from_fn_with_state(Arc::from(base), lead)) }
}

/// What is served, found below the path.
pub(super) fn below(all: Router, base: &str) -> Router {
    if base.is_empty() {
        return all;
    }
    // A layer of a router is asked after the path was matched; so this one matches nothing.
    Router::new().fallback_service(all).layer(middleware::from_fn_with_state(Arc::from(base), strip))
}

async fn strip(State(base): State<Arc<str>>, mut request: Request, next: Next) -> Response {
    if let Some(inner) = inner(request.uri(), &base) {
        *request.uri_mut() = inner;
    }
    next.run(request).await
}

/// The address without the path, if it has it.
fn inner(uri: &Uri, base: &str) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix(base)?;
    let rest = match rest.chars().next() {
        Some('/') => PathAndQuery::try_from(rest),
        None | Some('?') => PathAndQuery::try_from(format!("/{rest}")),
        // `/coaching` is not below `/coach`.
        Some(_) => return None,
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(rest.ok()?);
    Uri::from_parts(parts).ok()
}

async fn lead(State(base): State<Arc<str>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = next.run(request).await.into_parts();
    let location = parts.headers.get(header::LOCATION).and_then(|to| to.to_str().ok());
    if let Some(to) = location.filter(|to| to.starts_with('/')).map(|to| format!("{base}{to}"))
        && let Ok(to) = HeaderValue::from_str(&to)
    {
        parts.headers.insert(header::LOCATION, to);
    }
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("text/html")) {
        return Response::from_parts(parts, body);
    }
    let Ok(page) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(led(&String::from_utf8_lossy(&page), &base)))
}

/// A page whose links lead below the path. What people wrote has no quotes in a page, so nothing of it is taken for a
/// link.
fn led(page: &str, base: &str) -> String {
    let mut led = page.to_owned();
    for link in LINKS {
        led = led.replace(link, &format!("{}{base}/", link.trim_end_matches('/')));
    }
    led
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_that_of_the_public_address() {
        let cases = [
            (None, ""),
            (Some("https://coach.example"), ""),
            (Some("https://coach.example/"), ""),
            (Some("https://home.example/coach"), "/coach"),
            (Some("https://home.example/apps/coach/"), "/apps/coach"),
        ];
        for (url, base) in cases {
            assert_eq!(of(url), base, "{url:?}");
        }
    }

    #[test]
    fn what_is_asked_loses_the_path_once() {
        let cases = [
            ("/coach", Some("/")),
            ("/coach/", Some("/")),
            ("/coach?week=open", Some("/?week=open")),
            ("/coach/api/week?x=1", Some("/api/week?x=1")),
            ("/coach/coach", Some("/coach")),
            ("/coaching", None),
            ("/plan", None),
        ];
        for (asked, found) in cases {
            let inner = inner(&Uri::from_static(asked), "/coach").map(|uri| uri.to_string());
            assert_eq!(inner.as_deref(), found, "{asked}");
        }
    }

    #[test]
    fn links_lead_below_the_path_and_what_scripts_read_does_not() {
        let page = r##"<a href="/plan">x</a><form action="/api/x" data-next="/y"><a href="#z"><img src="/assets/a.svg">"##;
        let led = led(page, "/coach");
        assert_eq!(
            led,
            r##"<a href="/coach/plan">x</a><form action="/coach/api/x" data-next="/y"><a href="#z"><img src="/coach/assets/a.svg">"##
        );
    }
}

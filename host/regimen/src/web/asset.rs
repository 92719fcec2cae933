//! What pages load: style, scripts, pictures. A name has the hash of all files before it, so that a browser keeps a file
//! for good and a new program has new names.

use std::sync::LazyLock;

use axum::{
    extract::{Path, Request},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::digest::sha256;

use crate::{
    api::refuse,
    problem::{NO_SUCH_CALL, Problem},
};

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

macro_rules! files {
    ($($name:literal $kind:ident),+ $(,)?) => {
        &[$(($name, $kind, include_bytes!(concat!("assets/", $name)))),+]
    };
}

/// Name, kind and content.
const FILES: &[(&str, &str, &[u8])] = files![
    "app.css" CSS,
    "act.js" SCRIPT,
    "chat.js" SCRIPT,
    "collect.js" SCRIPT,
    "entry.js" SCRIPT,
    "exercise.js" SCRIPT,
    "flow.js" SCRIPT,
    "home.js" SCRIPT,
    "more.js" SCRIPT,
    "outbox.js" SCRIPT,
    "session.js" SCRIPT,
    "today.js" SCRIPT,
    "pain.js" SCRIPT,
    "place.js" SCRIPT,
    "welcome.js" SCRIPT,
    "meals.css" CSS,
    "meals.js" SCRIPT,
    "shopping.js" SCRIPT,
    "cook.js" SCRIPT,
    "plan.js" SCRIPT,
    "icons.svg" SVG,
    "favicon.svg" SVG,
    "icon-192.png" PNG,
    "icon-512.png" PNG,
];

const WORKER: &str = include_str!("assets/sw.js");

/// Stands for what is served: the hash of all files.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut all: Vec<u8> = WORKER.as_bytes().to_vec();
    for (name, _, content) in FILES {
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(content);
    }
    sha256(&all)[..12].to_owned()
});

/// Where a file is.
pub(super) fn path(name: &str) -> String {
    format!("/assets/{}/{name}", *BUILD)
}

/// A file of the app.
pub(super) async fn show(Path((build, name)): Path<(String, String)>, request: Request) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|(known, ..)| *known == name) else {
        return refuse(&Problem::new(NO_SUCH_CALL).fact("path", request.uri().path()), &request);
    };
    let kept = if build == *BUILD { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, kept)];
    (StatusCode::OK, headers, *content).into_response()
}

/// The script that keeps pages for when there is no network; it stands at the root, so that it may serve all of them.
pub(super) async fn worker() -> Response {
    let files: Vec<_> = FILES.iter().map(|(name, ..)| path(name)).collect();
    let script = WORKER
        .replace("__BUILD__", &BUILD)
        .replace("__FILES__", &serde_json::to_string(&files).unwrap_or_else(|_| "[]".to_owned()));
    ([(header::CONTENT_TYPE, SCRIPT), (header::CACHE_CONTROL, "no-cache")], script).into_response()
}

/// What makes the app one that can be installed.
pub(super) async fn manifest() -> Response {
    let icon = |name: &str, sizes: &str, kind: &str| serde_json::json!({ "src": format!(".{}", path(name)), "sizes": sizes, "type": kind, "purpose": "any maskable" });
    let manifest = serde_json::json!({
        "name": "regimen", "short_name": "regimen", "start_url": "./", "scope": "./", "display": "standalone",
        "background_color": "#101416", "theme_color": "#0b5f73",
        "icons": [icon("icon-192.png", "192x192", PNG), icon("icon-512.png", "512x512", PNG), icon("favicon.svg", "any", SVG)],
    });
    let headers = [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "no-cache")];
    (headers, manifest.to_string()).into_response()
}

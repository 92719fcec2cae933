//! The web app: pages that the server renders, one file and one template each.
//!
//! Read in this order: `visit` (who looks, and in which words), [`routes`] (every page), then the pages. A page only
//! shows: what a person changes goes through the same calls of the API that programs make, by the few scripts in
//! `assets`.
//!
//! # What is not here
//!
//! * No rule and no query: a page calls use cases and shows what they say.
//! * No text: words come from the catalogue in the language of the reader.
//! * No build step: scripts and styles are served as they are written.

mod asset;
mod chat;
mod drawing;
mod entry;
mod flow;
mod meals;
mod more;
mod plan;
mod progress;
mod session;
mod shape;
mod today;
mod visit;
mod welcome;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{MethodRouter, get},
};
use serde::de::DeserializeOwned;

pub(crate) use self::entry::{trouble, trouble_page};
use self::visit::Visit;
use crate::{
    api::{Server, endpoint::Input},
    problem::Problem,
};

/// Every page.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/", page(today::show))
        .route("/sessions/{id}", page(session::show))
        .route("/sessions/{id}/gate", page(session::gate::show))
        .route("/sessions/{id}/swap", page(session::swap::show))
        .route("/sessions/{id}/summary", page(session::summary::show))
        .route("/chat", page(chat::show))
        .route("/flow", page(flow::show))
        .route("/flow/{key}", page(flow::draft::show))
        .route("/welcome", page(welcome::show))
        .route("/more", page(more::show))
        .route("/more/profile", page(more::profile::show))
        .route("/more/equipment", page(more::equipment::show))
        .route("/more/consent", page(more::consent::show))
        .route("/more/exercises", page(more::exercises::show))
        .route("/more/exercises/{key}", page(more::exercise::show))
        .route("/more/templates", page(more::templates::show))
        .route("/more/templates/{id}", page(more::template::show))
        .route("/more/wellbeing", page(more::wellbeing::show))
        .route("/more/account", page(more::account::show))
        .route("/more/strava", page(more::strava::show))
        .route("/more/data", page(more::data::show))
        .route("/more/grants", page(more::grants::show))
        .route("/more/athletes", page(more::athletes::show))
        .route("/more/admin", page(more::admin::show))
        .merge(meals::routes())
        .route("/plan", page(plan::show))
        .route("/plan/versions", page(plan::versions::show))
        .route("/progress", page(progress::show))
        .route("/progress/decisions", page(progress::decisions::show))
        .route("/progress/review", page(progress::review::show))
        .route("/progress/report/{period}", page(progress::report::show))
        .route("/progress/{key}", page(progress::exercise::show))
        .route("/setup", get(entry::show))
        .route("/join", get(entry::show))
        .route("/reset", get(entry::show))
        .route("/sign-in", get(entry::show))
        .route("/offline", get(entry::offline))
        .route("/errors/{code}", get(entry::error))
        .route("/sw.js", get(asset::worker))
        .route("/manifest.webmanifest", get(asset::manifest))
        .route("/assets/{build}/{name}", get(asset::show))
}

/// What a page answers.
enum Reply {
    /// Itself.
    Html(String),
    /// That another one should be looked at.
    See(String),
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        match self {
            Self::Html(html) => as_html(StatusCode::OK, html),
            Self::See(path) => see(&path),
        }
    }
}

/// The page of a template.
fn html(template: &impl askama::Template) -> Result<Reply, Problem> {
    render(template).map(Reply::Html)
}

fn render(template: &impl askama::Template) -> Result<String, Problem> {
    template.render().map_err(|error| Problem::defect(&error))
}

fn as_html(status: StatusCode, html: String) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "private, no-cache")];
    (status, headers, html).into_response()
}

fn see(path: &str) -> Response {
    let to = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
}

/// A page for somebody who is signed in; `P` is what its path names, `Q` what its query says.
fn page<P, Q, F>(
    show: impl Fn(Visit, Input<P, Q>) -> F + Clone + Send + Sync + 'static,
) -> MethodRouter<Arc<Server>>
where
    P: DeserializeOwned + Send + 'static,
    Q: DeserializeOwned + Send + 'static,
    F: Future<Output = Result<Reply, Problem>> + Send + 'static,
{
    get(move |State(server): State<Arc<Server>>, request: Request| {
        let show = show.clone();
        async move {
            let (mut parts, _) = request.into_parts();
            let (visit, asked) = match Visit::of(server, &mut parts).await {
                Ok(visit) => visit,
                Err(refused) => return refused.into_response(),
            };
            let lang = visit.lang();
            let shown = async { show(visit, asked.input()?).await };
            match Box::pin(shown).await {
                Ok(reply) => reply.into_response(),
                Err(problem) => entry::trouble(&problem, lang),
            }
        }
    })
}

//! The HTTP API: one file for each resource, one value for each call.
//!
//! Read in this order: [`endpoint`] (a call as a value), `call` (a request at work), [`answer`], `gate` (the way of a
//! request: who, may they, was it answered before), then the resources, [`openapi`] (the same calls as a document) and
//! [`serve`] (the program that listens).
//!
//! # What is not here
//!
//! * No rule and no query: a handler calls one use case and shows what it says.
//! * No message: problems are codes and facts until they are shown (GL-4).

pub mod answer;
mod base;
pub(crate) mod call;
mod edit;
pub mod endpoint;
mod example;
pub(crate) mod gate;
pub mod health;
mod idempotence;
mod line;
mod log;
pub mod openapi;
mod origin;
mod page;
mod part;
pub mod refusal;
pub mod serve;
mod tag;

mod accounts;
mod activities;
mod catalog;
mod changes;
mod charts;
mod dialog;
mod explanation;
mod export;
mod flow;
mod installation;
mod kitchen;
mod kpis;
mod meals;
mod miss_model;
mod oidc;
mod people;
mod plans;
mod progress;
mod reports;
mod sessions;
mod sharing;
mod view;

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use axum::{
    Router,
    extract::{Request, State},
    http::{Method, Uri, header},
    response::Response,
    routing::{MethodFilter, MethodRouter, get},
};
use domain::{id::Id, person::Athlete};
use ipnet::IpNet;
use tokio::sync::{Notify, Semaphore, broadcast, watch};

use self::{answer::Answer, endpoint::Endpoint, log::REQUEST_ID};
#[cfg(feature = "sso")]
use crate::service::access::oidc::provider::Provider;
use crate::{
    problem::{METHOD_NOT_ALLOWED, NO_SUCH_CALL, Problem},
    service::{
        access::{link::SignUp, throttle::Throttle},
        app::App,
    },
    web,
};

/// What a server is told.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address that people type, if it is not the one that the server listens on.
    pub public_url: Option<String>,
    /// Networks of proxies whose word is believed, besides those on this machine.
    pub trusted_proxies: Vec<IpNet>,
    /// Who may make an account.
    pub sign_up: SignUp,
    /// Whether figures are served, and to whom.
    pub metrics: Metrics,
    /// Whether figures of fewer than five athletes are shown where no more live.
    pub small_metrics: bool,
    /// How many requests are served at once; more are sent away.
    pub at_once: usize,
    /// So long a client may take to send the head of a request.
    pub head_within: Duration,
    /// Where people may sign in instead of here (AC-10).
    #[cfg(feature = "sso")]
    pub oidc: Option<Arc<Provider>>,
}

/// Who may read the figures of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Metrics {
    /// Nobody.
    Off,
    /// Everybody who can reach the server itself, but nobody who comes through a proxy.
    Open,
    /// Who has this token.
    Token(String),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            public_url: None,
            trusted_proxies: Vec::new(),
            sign_up: SignUp::Closed,
            metrics: Metrics::Off,
            small_metrics: false,
            at_once: 128,
            head_within: Duration::from_secs(15),
            #[cfg(feature = "sso")]
            oidc: None,
        }
    }
}

impl Options {
    /// The path of the address that people type, if the server does not live at the root of its host.
    fn base(&self) -> &str {
        base::of(self.public_url.as_deref())
    }

    fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// What all requests share.
#[derive(Debug)]
pub struct Server {
    /// The program.
    pub app: App,
    /// What it was told.
    pub options: Options,
    throttle: Throttle,
    /// Whether there was an account when it was last looked for.
    was_set_up: AtomicBool,
    left: Notify,
    places: Semaphore,
    changed: broadcast::Sender<Id<Athlete>>,
    listeners: changes::Listeners,
    stopping: watch::Sender<bool>,
    figures: log::Figures,
}

impl Server {
    /// A server for this program.
    pub fn new(app: App, options: Options) -> Arc<Self> {
        let places = Semaphore::new(options.at_once);
        let (changed, stopping) = (broadcast::Sender::new(256), watch::Sender::new(false));
        Arc::new(Self {
            app,
            options,
            throttle: Throttle::default(),
            was_set_up: AtomicBool::new(false),
            left: Notify::new(),
            places,
            changed,
            listeners: changes::Listeners::default(),
            stopping,
            figures: log::Figures::default(),
        })
    }

    /// Done when somebody comes and finds that the last account is gone, so that a new link to set up is due (AC-2).
    pub async fn left_alone(&self) {
        self.left.notified().await;
    }

    /// Tells whoever listens that something of an athlete has changed.
    fn tell(&self, athlete: Id<Athlete>) {
        // That nobody listens is no fault.
        let _ = self.changed.send(athlete);
    }
}

/// Every call, in the order of the document.
pub fn endpoints() -> Vec<Endpoint> {
    let parts = [
        accounts::endpoints(),
        oidc::endpoints(),
        people::endpoints(),
        sessions::endpoints(),
        flow::endpoints(),
        dialog::endpoints(),
        changes::endpoints(),
        plans::endpoints(),
        progress::endpoints(),
        kpis::endpoints(),
        miss_model::endpoints(),
        export::endpoints(),
        charts::endpoints(),
        reports::endpoints(),
        catalog::endpoints(),
        meals::endpoints(),
        kitchen::endpoints(),
        sharing::endpoints(),
        installation::endpoints(),
        activities::endpoints(),
    ];
    parts.into_iter().flatten().collect()
}

/// All that is served.
pub fn router(server: Arc<Server>) -> Router {
    let mut paths: BTreeMap<&'static str, MethodRouter<Arc<Server>>> = BTreeMap::new();
    for endpoint in endpoints() {
        let (path, method) = (endpoint.path, filter(&endpoint.method));
        let serve = move |State(server): State<Arc<Server>>, request: Request| {
            let endpoint = endpoint.clone();
            async move { gate::serve(server, &endpoint, request).await.response() }
        };
        let methods = paths.remove(path).unwrap_or_default().on(method, serve);
        paths.insert(path, methods);
    }
    let mut all = Router::new();
    for (path, methods) in paths {
        all = all.route(&format!("/api{path}"), methods.fallback(not_allowed));
    }
    let all = all
        .merge(web::routes())
        .route("/api/openapi.json", get(openapi::serve))
        .route("/api/docs", get(page::docs))
        .route("/api/docs.css", get(page::style))
        .route("/healthz", get(page::health))
        .route("/readyz", get(page::ready))
        .route("/metrics", get(log::metrics))
        .fallback(nothing);
    let options = server.options.clone();
    let base = options.base();
    base::below(log::around(base::leading(all, base), &server).with_state(server), base)
}

fn filter(method: &Method) -> MethodFilter {
    MethodFilter::try_from(method.clone()).unwrap_or(MethodFilter::GET)
}

async fn nothing(uri: Uri, request: Request) -> Response {
    let problem = Problem::new(NO_SUCH_CALL).fact("path", uri.path());
    let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    // Who looks at a page is told by a page.
    if !uri.path().starts_with("/api") && accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return web::trouble(&problem, call::language(None, request.headers()));
    }
    refuse(&problem, &request)
}

async fn not_allowed(method: Method, uri: Uri, request: Request) -> Response {
    let problem = Problem::new(METHOD_NOT_ALLOWED).fact("path", uri.path()).fact("method", method.as_str());
    refuse(&problem, &request)
}

/// A problem of a request that is nobody's.
pub(crate) fn refuse(problem: &Problem, request: &Request) -> Response {
    let lang = call::language(None, request.headers());
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    Answer::problem(problem, lang, id).response()
}

//! Around every request: an id, a place among those served at once, a limit of time, the headers of AC-13, one line in
//! the log, and figures. None of it tells what was sent or by whom.

use std::{
    collections::BTreeMap,
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, Method, header},
    middleware::{self, Next},
    response::Response,
};
use domain::digest::sha256_bytes;
use futures_util::FutureExt;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use tower_http::compression::CompressionLayer;

use super::{Metrics, Server, gate::bearer, origin::is_forwarded, refuse};
use crate::{
    problem::{OVERLOADED, Problem, TOO_SLOW},
    service::{
        access::secret::Secret,
        counted::OfJob,
        jobs::{self, JobTally},
        standing,
    },
};

/// By which a request is found again in the log.
pub(super) const REQUEST_ID: &str = "x-request-id";

/// So long a request may take.
const SECONDS: u64 = 30;

/// AC-13: what a page may load: only what this server sends.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// AC-13: headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)",
    ),
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Served {
    method: String,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: String,
    status: u16,
}

/// What the server counts of itself.
#[derive(Debug)]
pub(super) struct Figures {
    requests: Family<Served, Counter>,
    seconds: Family<Answered, Histogram, fn() -> Histogram>,
    at_work: Gauge,
    shed: Counter,
    number: AtomicU64,
}

impl Default for Figures {
    fn default() -> Self {
        let seconds = Family::new_with_constructor(buckets as fn() -> Histogram);
        let (requests, at_work, shed) = (Family::default(), Gauge::default(), Counter::default());
        Self { requests, seconds, at_work, shed, number: AtomicU64::new(0) }
    }
}

fn buckets() -> Histogram {
    Histogram::new([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0])
}

/// Puts all of it around what is served.
pub(super) fn around(all: Router<Arc<Server>>, server: &Arc<Server>) -> Router<Arc<Server>> {
    all.layer(CompressionLayer::new()).layer(middleware::from_fn_with_state(Arc::clone(server), watch))
}

async fn watch(State(server): State<Arc<Server>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(&server);
    if let Ok(value) = HeaderValue::from_str(&id) {
        request.headers_mut().insert(REQUEST_ID, value);
    }
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("none", |path| path.as_str()).to_owned();
    // What a client makes up does not become a series of its own.
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    let method =
        if known.contains(request.method()) { request.method().as_str() } else { "other" }.to_owned();
    let line = Line { server: &server, id: &id, method, route, started, status: None };
    let mut response = serve(Arc::clone(&server), request, next).await;
    line.answered(&response);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if server.options.is_https() {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    // AC-13: what is somebody's is not kept on the way.
    let personal = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(personal);
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, value);
    }
    response
}

/// What is counted and logged of a request when it ends, however it ends.
struct Line<'a> {
    server: &'a Server,
    id: &'a str,
    method: String,
    route: String,
    started: Instant,
    status: Option<u16>,
}

/// Stands for the status of a request whose client went away before it was answered.
const GONE: u16 = 499;

impl Line<'_> {
    fn answered(mut self, response: &Response) {
        self.status = Some(response.status().as_u16());
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let (status, took) = (self.status.unwrap_or(GONE), self.started.elapsed());
        let (method, route) = (std::mem::take(&mut self.method), std::mem::take(&mut self.route));
        let answered = Answered { route: route.clone(), status };
        self.server.figures.seconds.get_or_create(&answered).observe(took.as_secs_f64());
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let said = if self.status.is_some() { "served" } else { "the client went away" };
        tracing::info!(request_id = self.id, method, route, status, micros, "{said}");
        self.server.figures.requests.get_or_create(&Served { method, route, status }).inc();
    }
}

/// Serves a request. What changes something goes on when the client goes away, so that it is done and answered for who
/// asks again (GL-5); but planning ends then, and leaves its place to the next (L-28, MF-6).
async fn serve(server: Arc<Server>, request: Request, next: Next) -> Response {
    let is_safe = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let path = request.uri().path().to_owned();
    if is_safe || path.starts_with(FLOW) || MEALS.contains(&path.as_str()) {
        return at_place(server, request, next).await;
    }
    let asked = head(&request);
    let served = tokio::spawn(at_place(server, request, next)).await;
    served.unwrap_or_else(|_| refuse(&Problem::defect(&path), &asked))
}

/// Where sessions are planned.
const FLOW: &str = "/api/flow/";

/// Where meals are planned.
const MEALS: [&str; 3] = ["/api/meals/solve", "/api/meals/plan", "/api/meals/replan"];

/// What a refusal is made from: it is said in the language of the request.
fn head(request: &Request) -> Request {
    let mut asked = Request::default();
    *asked.headers_mut() = request.headers().clone();
    asked
}

/// One of those that are at work.
struct AtWork<'a>(&'a Gauge);

impl<'a> AtWork<'a> {
    fn new(gauge: &'a Gauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Serves a request if there is a place for it, within the time there is; a defect is told as one.
async fn at_place(server: Arc<Server>, request: Request, next: Next) -> Response {
    let asked = head(&request);
    let Ok(_place) = server.places.try_acquire() else {
        server.figures.shed.inc();
        return refuse(&Problem::new(OVERLOADED).fact("retry_after_s", 1_i64), &asked);
    };
    let _at_work = AtWork::new(&server.figures.at_work);
    let path = request.uri().path().to_owned();
    let seconds = patience(&server, &path);
    let served = AssertUnwindSafe(tokio::time::timeout(Duration::from_secs(seconds), next.run(request)));
    match served.catch_unwind().await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => refuse(&Problem::new(TOO_SLOW).fact("seconds", seconds.cast_signed()), &asked),
        Err(_) => refuse(&Problem::defect(&path), &asked),
    }
}

/// How long a request may take; one that may ask a model takes as long as that may (L-28).
fn patience(server: &Server, path: &str) -> u64 {
    let llm = server.app.planners.llm.as_ref().filter(|_| path.starts_with(FLOW));
    llm.map_or(SECONDS, |llm| SECONDS + u64::from(llm.settings.model.total_deadline_s))
}

/// Ids that are never equal, in this process and most probably in all of them.
fn request_id(server: &Server) -> String {
    let number = server.figures.number.fetch_add(1, Ordering::Relaxed);
    let mixed = sha256_bytes(format!("{} {number} {:p}", server.app.now(), server).as_bytes());
    let half = mixed.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(half))
}

/// `/metrics`: figures for Prometheus, to who may see them.
pub(super) async fn metrics(
    State(server): State<Arc<Server>>,
    request: Request,
) -> Result<([(HeaderName, &'static str); 1], String), Response> {
    let nothing = || refuse(&Problem::new(crate::problem::NO_SUCH_CALL).fact("path", "/metrics"), &request);
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match &server.options.metrics {
        Metrics::Off => return Err(nothing()),
        // What listens to this machine only is served to everybody by a proxy on it.
        Metrics::Open if is_forwarded(request.headers()) => return Err(nothing()),
        Metrics::Open => {}
        // Hashes are compared, so that the time it takes tells nothing of the token.
        Metrics::Token(token) => {
            let given = given.and_then(bearer).unwrap_or_default();
            if Secret::given(given) != Secret::given(token) {
                return Err(refuse(&Problem::new(crate::problem::TOKEN_INVALID), &request));
            }
        }
    }
    let text = server.figures.text(&server).await.map_err(|problem| refuse(&problem, &request))?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text))
}

impl Figures {
    async fn text(&self, server: &Server) -> Result<String, Problem> {
        let mut registry = Registry::with_prefix("regimen");
        registry.register("http_requests", "Requests served", self.requests.clone());
        registry.register("http_request_seconds", "Time to serve a request", self.seconds.clone());
        registry.register("http_at_work", "Requests being served", self.at_work.clone());
        registry.register("http_shed", "Requests sent away because there were too many", self.shed.clone());
        let tallies = jobs::tallies(&server.app).await?;
        let sum = |count: fn(&JobTally) -> i64| tallies.iter().map(count).sum();
        let gauge = |count: i64| {
            let gauge: Gauge = Gauge::default();
            gauge.set(count);
            gauge
        };
        server.app.planners.figures.register(&mut registry);
        server.app.counted.register(&mut registry);
        let succeeded: Family<OfJob, Gauge> = Family::default();
        for JobTally { name, last_success, .. } in &tallies {
            if let Some(millis) = last_success {
                succeeded.get_or_create(&OfJob { job: name.clone() }).set(millis / 1000);
            }
        }
        let about = "When a job of this name was done last";
        registry.register("job_last_success_timestamp_seconds", about, succeeded);
        stand(&mut registry, standing::gauges(&server.app, server.options.small_metrics).await?);
        registry.register(
            "jobs_waiting",
            "Jobs that are due or wait to be tried again",
            gauge(sum(|one| one.waiting)),
        );
        registry.register("jobs_running", "Jobs at work", gauge(sum(|one| one.running)));
        registry.register("jobs_dead", "Jobs that failed too often", gauge(sum(|one| one.dead)));
        let mut text = String::new();
        encode(&mut text, &registry).map_err(|error| Problem::defect(&error))?;
        Ok(text)
    }
}

/// A figure with what it is narrowed to.
type Labelled = Family<Vec<(String, String)>, Gauge<f64, AtomicU64>>;

/// Adds the figures of the installation.
fn stand(registry: &mut Registry, gauges: Vec<standing::Gauge>) {
    let mut families: BTreeMap<&str, Labelled> = BTreeMap::new();
    for standing::Gauge { name, labels, value } in gauges {
        families.entry(name).or_default().get_or_create(&labels).set(value);
    }
    for (name, about) in standing::GAUGES {
        if let Some(family) = families.remove(name) {
            registry.register(name, about, family);
        }
    }
}

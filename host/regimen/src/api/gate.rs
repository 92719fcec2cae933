//! The way of a request: who is it, may they, was it answered before, and only then what was asked for.

use std::sync::{Arc, atomic::Ordering};

use assistant::failure::{Failure, FailureCode, Stage};
use axum::{
    extract::ConnectInfo,
    http::{HeaderMap, Method, header, request::Parts},
};
use domain::id::Id;
use futures_util::StreamExt;
use http_body::Body as _;

use super::{
    REQUEST_ID, Server,
    answer::Answer,
    call::{ATHLETE, Call, PathFields, Request, language},
    endpoint::{Endpoint, Needs},
    idempotence,
    origin::{Origin, agent_family},
    tag,
};
use crate::{
    problem::{
        BROKEN_BODY, CROSS_SITE, MEDIA_TYPE, NO_REVISION, NOT_SET_UP, OPERATOR_ONLY, Problem, ROLE_NEEDED,
        SCOPE_NEEDED, SESSION_NEEDED, STALE_REVISION, TOKEN_INVALID, TOO_LARGE,
    },
    service::{
        access::{self, Means, Visitor, secret::Secret, sign_in_needed},
        account::AccountRole,
    },
    texts::{Fact, Locale},
};

/// The kinds of a body that is YAML; the first is the one that is answered with.
pub(super) const YAML: &[&str] = &["text/yaml", "application/yaml", "application/x-yaml"];

/// Serves one request by one endpoint.
pub(super) async fn serve(
    server: Arc<Server>,
    endpoint: &Endpoint,
    request: axum::extract::Request,
) -> Answer {
    let (mut parts, body) = request.into_parts();
    let id = request_id(&parts);
    let origin = origin(&server, &parts);
    let visitor = match visitor(&server, &parts, &origin).await {
        Ok(visitor) => visitor,
        Err(problem) => return Answer::problem(&problem, language(None, &parts.headers), &id),
    };
    let lang = language(visitor.as_ref(), &parts.headers);
    let path = PathFields::of(&mut parts).await;
    let unknown = tag::expected(&parts.headers).and_then(|expected| expected.unknown);
    let done = async {
        let call = admit(&server, endpoint, visitor, origin, lang, &parts).await?;
        let body = read(&parts, body, endpoint).await?;
        let request = Request { parts, body, path };
        let changed = if endpoint.is_safe() { None } else { call.caller().ok() };
        let answer = idempotence::once(endpoint, call, request).await?;
        if let Some(caller) = changed {
            server.tell(caller.athlete);
        }
        Ok(answer)
    };
    done.await.unwrap_or_else(|problem: Problem| {
        // A tag that is not ours is told as it was sent.
        let problem = match unknown.filter(|_| problem.code == STALE_REVISION) {
            Some(tag) => problem.fact("given", tag),
            None => problem,
        };
        Answer::problem(&problem, lang, &id)
    })
}

/// The id that the request has, in the log and in every problem.
pub(super) fn request_id(parts: &Parts) -> String {
    parts.headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned()
}

pub(crate) fn origin(server: &Server, parts: &Parts) -> Origin {
    let peer = parts.extensions.get::<ConnectInfo<std::net::SocketAddr>>();
    let peer = peer.map_or(std::net::IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    let options = &server.options;
    Origin::new(peer, &parts.headers, &options.trusted_proxies, options.is_https())
}

/// Who asks: by a token, else by the cookie of a browser. Credentials of another scheme are for a proxy on the way.
pub(crate) async fn visitor(
    server: &Server,
    parts: &Parts,
    origin: &Origin,
) -> Result<Option<Visitor>, Problem> {
    let given = parts.headers.get(header::AUTHORIZATION);
    let given = given.map(|given| String::from_utf8_lossy(given.as_bytes()));
    if let Some(token) = given.as_deref().and_then(bearer) {
        let visitor = access::token::visitor(&server.app, token).await?;
        return visitor.map(Some).ok_or_else(|| Problem::new(TOKEN_INVALID));
    }
    let is_unsafe = ![Method::GET, Method::HEAD, Method::OPTIONS].contains(&parts.method);
    let Some(secret) = cookie(&parts.headers, origin.cookie()) else {
        // A page elsewhere shall not sign somebody in either.
        let is_browser = parts.headers.contains_key("sec-fetch-site") || parts.headers.contains_key("origin");
        if is_unsafe && is_browser && !origin.is_own(&parts.headers) {
            return Err(Problem::new(CROSS_SITE));
        }
        return Ok(None);
    };
    if is_unsafe && !origin.is_own(&parts.headers) {
        return Err(Problem::new(CROSS_SITE));
    }
    access::session::visitor(&server.app, &secret).await
}

/// The token of an `Authorization` header; the name of the scheme may be written in any case (RFC 9110, 11.1).
pub(super) fn bearer(given: &str) -> Option<&str> {
    let (scheme, token) = given.split_once(' ').unwrap_or((given, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start())
}

/// The value of a cookie.
pub(crate) fn cookie(headers: &HeaderMap, name: &str) -> Option<Secret> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| Secret::given(value))
}

/// Refuses who may not, and says who may (GL-7, AC-2, AC-7).
async fn admit(
    server: &Arc<Server>,
    endpoint: &Endpoint,
    visitor: Option<Visitor>,
    origin: Origin,
    lang: Locale,
    parts: &Parts,
) -> Result<Call, Problem> {
    if endpoint.needs != Needs::Nothing {
        let Some(visitor) = &visitor else {
            server.set_up().await?;
            return Err(sign_in_needed());
        };
        server.was_set_up.store(true, Ordering::Relaxed);
        allow(endpoint, visitor)?;
    }
    let athlete = text(&parts.headers, ATHLETE).map(|text| {
        text.parse().map(Id::from_uuid).map_err(|_| crate::service::app::not_found("athlete", text))
    });
    let expected = tag::expected(&parts.headers);
    if expected.is_some() && !endpoint.is_safe() && !endpoint.takes_revision {
        return Err(Problem::new(NO_REVISION));
    }
    Ok(Call {
        server: Arc::clone(server),
        visitor,
        is_own: origin.is_own(&parts.headers),
        away: cookie(&parts.headers, origin.away_cookie()),
        origin,
        agent: agent_family(&parts.headers),
        wants_yaml: text(&parts.headers, header::ACCEPT.as_str())
            .is_some_and(|accepted| YAML.iter().any(|kind| accepted.contains(kind))),
        wants_page: text(&parts.headers, header::ACCEPT.as_str())
            .is_some_and(|accepted| accepted.contains("text/html")),
        lang,
        revision: expected.map(|expected| expected.revision),
        athlete: athlete.transpose()?,
    })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// What the role and the token allow; what an athlete allows is asked of the store.
fn allow(endpoint: &Endpoint, visitor: &Visitor) -> Result<(), Problem> {
    let administers = visitor.roles.contains(&AccountRole::Administrator);
    match endpoint.needs {
        Needs::Session if !matches!(visitor.means, Means::Session(_)) => {
            return Err(Problem::new(SESSION_NEEDED));
        }
        Needs::Operator if !administers => return Err(Problem::new(OPERATOR_ONLY)),
        Needs::Administrator if !administers => {
            let role = Fact::word("role", AccountRole::Administrator);
            return Err(Problem::new(ROLE_NEEDED).fact("role", role));
        }
        _ => {}
    }
    match (&visitor.means, endpoint.needs.scope()) {
        (Means::Token { scopes, .. }, Some(scope)) if !scopes.contains(&scope) => {
            Err(Problem::new(SCOPE_NEEDED).fact("scope", scope.as_str()))
        }
        _ => Ok(()),
    }
}

async fn read(parts: &Parts, body: axum::body::Body, endpoint: &Endpoint) -> Result<Vec<u8>, Problem> {
    let most = endpoint.most_bytes;
    let too_large = || Problem::new(TOO_LARGE).fact("most", most).fact("what", "bytes");
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| Problem::new(BROKEN_BODY))?;
        if bytes.len() + piece.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&piece);
    }
    let kind = text(&parts.headers, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if endpoint.is_of_flow && YAML.iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        let text = String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            Failure::new(FailureCode::BadEncoding, Stage::Ingest).fact("field", "yaml").fact("offset", offset)
        })?;
        return Ok(serde_json::json!({ "yaml": text }).to_string().into_bytes());
    }
    if !bytes.is_empty() && !kind.eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(MEDIA_TYPE).fact("found", kind).fact("expected", "application/json"));
    }
    Ok(bytes)
}

impl Server {
    /// Whether people may sign in elsewhere (AC-10).
    pub(crate) const fn has_provider(&self) -> bool {
        #[cfg(feature = "sso")]
        return self.options.oidc.is_some();
        #[cfg(not(feature = "sso"))]
        false
    }

    /// AC-2: refuses everything while there is no account. Whoever is known has one, so it is asked for others only; and
    /// each time, since the last one may have gone.
    pub(crate) async fn set_up(&self) -> Result<(), Problem> {
        let is_set_up = access::is_set_up(&self.app).await?;
        let was_set_up = self.was_set_up.swap(is_set_up, Ordering::Relaxed);
        if is_set_up {
            return Ok(());
        }
        if was_set_up {
            self.left.notify_one();
        }
        Err(Problem::new(NOT_SET_UP))
    }
}

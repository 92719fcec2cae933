//! Sign-in at an identity provider: a browser is sent there, and comes back (AC-10, calls of AC-14).
//!
//! What goes wrong on the way is told by the sign-in page: it is opened with the code of the problem, and the log says
//! why, without what the provider said of the person.

#[cfg(feature = "sso")]
mod flow;

use axum::http::header;
use domain::{id::Id, person::Account as AccountId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    accounts::secure,
    answer::{Redirect, With},
    call::Call,
    endpoint::{Endpoint, Input, Needs, Nothing, get},
};
use crate::problem::{CROSS_SITE, OIDC_STATE_INVALID, Problem, SESSION_NEEDED};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/oidc/start", "AC-10", Needs::Nothing, "Go to the identity provider to sign in", start)
            .refused_with(&[403]),
        get("/oidc/callback", "AC-10", Needs::Nothing, "Come back from the identity provider", callback)
            .refused_with(&[403]),
    ]
}

/// What the provider sends a browser back with; there may be more, which is not read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Returned {
    /// The state that the browser was sent with.
    state: String,
    /// The code that stands for a token.
    code: Option<String>,
    /// Why there is none.
    error: Option<String>,
    /// Who says so.
    iss: Option<String>,
}

/// A browser that is sent on, with what it shall keep or forget.
type Sent = With<Redirect>;

async fn start(call: Call, _: Input) -> Result<Sent, Problem> {
    secure(&call)?;
    call.server.set_up().await?;
    let sent = match own_account(&call).and_then(|account| sparing(&call).map(|()| account)) {
        Ok(account) => flow::start(&call, account).await,
        Err(problem) => Err(problem),
    };
    Ok(sent.unwrap_or_else(|problem| refused(&call, &problem)))
}

async fn callback(call: Call, input: Input<Nothing, Returned>) -> Result<Sent, Problem> {
    secure(&call)?;
    call.server.set_up().await?;
    let sent = match &call.away {
        Some(browser) => flow::callback(&call, input.query, browser).await,
        None => Err(Problem::new(OIDC_STATE_INVALID).fact("why", "browser")),
    };
    Ok(sent.unwrap_or_else(|problem| refused(&call, &problem)))
}

/// AC-8: each browser that is sent away is remembered here, so an address sends only so many. That counts for itself: who
/// has a password may still use it.
fn sparing(call: &Call) -> Result<(), Problem> {
    call.server.throttle.send(call.origin.address, call.app().now())
}

/// The account that the person is signed in with, which is to be linked: by a page of ours, never by another site.
fn own_account(call: &Call) -> Result<Option<Id<AccountId>>, Problem> {
    let Some(visitor) = &call.visitor else { return Ok(None) };
    if call.session().is_none() {
        return Err(Problem::new(SESSION_NEEDED));
    }
    if !call.is_own {
        return Err(Problem::new(CROSS_SITE));
    }
    Ok(Some(visitor.account))
}

/// The sign-in page, with the code of what went wrong.
fn refused(call: &Call, problem: &Problem) -> Sent {
    tracing::warn!(code = problem.code.name, why = problem.why(), "no sign-in at the identity provider");
    let page = format!("/sign-in?error={}", problem.code.name);
    With(Redirect(page), vec![(header::SET_COOKIE, cookie(call, "", 0))])
}

/// What the browser keeps while it is away. It comes back from another site, so it is not `Strict`.
fn cookie(call: &Call, value: &str, seconds: i64) -> String {
    call.origin.set_cookie(call.origin.away_cookie(), value, seconds)
}

/// A server that was built without it.
#[cfg(not(feature = "sso"))]
mod flow {
    use std::future::{Ready, ready};

    use domain::{id::Id, person::Account};

    use super::{Call, Problem, Returned, Sent};
    use crate::{problem::OIDC_OFF, service::access::secret::Secret};

    pub(super) fn start(_: &Call, _: Option<Id<Account>>) -> Ready<Result<Sent, Problem>> {
        ready(Err(Problem::new(OIDC_OFF)))
    }

    pub(super) fn callback(_: &Call, _: Returned, _: &Secret) -> Ready<Result<Sent, Problem>> {
        ready(Err(Problem::new(OIDC_OFF)))
    }
}

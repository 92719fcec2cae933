//! The way to the identity provider and back.

use axum::http::header;
use domain::{id::Id, person::Account as AccountId};

use super::{Returned, Sent, cookie};
use crate::{
    api::{
        accounts::session_cookie,
        answer::{Redirect, With},
        call::Call,
    },
    problem::{OIDC_OFF, Problem},
    service::access::{
        oidc::{self, Arrival, provider::Provider},
        secret::Secret,
        session,
    },
};

/// Sends a browser to the provider; `account` is the one that will be linked.
pub(super) async fn start(call: &Call, account: Option<Id<AccountId>>) -> Result<Sent, Problem> {
    let departure = oidc::depart(call.app(), provider(call)?, &own_url(call), account).await?;
    let kept = cookie(call, departure.browser.reveal(), oidc::SECONDS);
    Ok(With(Redirect(departure.url), vec![(header::SET_COOKIE, kept)]))
}

/// Takes a browser back, and opens a session; an older one of the same browser ends (AC-5).
pub(super) async fn callback(call: &Call, returned: Returned, browser: &Secret) -> Result<Sent, Problem> {
    let Returned { state, code, error, iss } = returned;
    let arrival = Arrival { state, code, error, issuer: iss };
    let visitor = call.session().and(call.visitor.as_ref()).map(|visitor| visitor.account);
    let account =
        oidc::arrive(call.app(), provider(call)?, &own_url(call), &arrival, browser, visitor).await?;
    if let (Some(visitor), Some(id)) = (visitor, call.session()) {
        // It may have ended already, with other rights.
        let _ = session::end(call.app(), visitor, id).await;
    }
    let (_, opened) = session_cookie(call, account).await?;
    let cookies = [opened, cookie(call, "", 0)];
    Ok(With(Redirect("/".to_owned()), cookies.map(|cookie| (header::SET_COOKIE, cookie)).into()))
}

fn provider(call: &Call) -> Result<&Provider, Problem> {
    call.server.options.oidc.as_deref().ok_or_else(|| Problem::new(OIDC_OFF))
}

/// Where the provider sends browsers back to: it is registered there.
fn own_url(call: &Call) -> String {
    call.own_url("/api/oidc/callback")
}

//! `/more/account`: name and language, password, sessions of browsers, tokens of programs (AC-1, AC-4, AC-5, AC-7, AC-10).

use askama::Template;
use domain::time::Instant;

use super::control::{Chips, Opt, Seg};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::{
        access::{
            Means,
            identity::{self, LinkedIdentity},
            session::{self, OpenSession},
            token::{self, Token, TokenScope},
        },
        profile::Language,
    },
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/account.html")]
struct Page<'a> {
    at: &'a Visit,
    language: Seg,
    sessions: Vec<SessionRow>,
    tokens: Vec<TokenRow>,
    scopes: Chips,
    has_provider: bool,
    identities: Vec<IdentityRow>,
}

struct IdentityRow {
    id: String,
    issuer: String,
    since: String,
}

struct SessionRow {
    id: String,
    device: String,
    used: String,
    is_this: bool,
}

struct TokenRow {
    id: String,
    name: String,
    scopes: String,
    ends: String,
    used: String,
}

/// The account of who looks.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let (app, account) = (at.app(), at.visitor.account);
    let this = match at.visitor.means {
        Means::Session(id) => Some(id),
        Means::Token { .. } => None,
    };
    let sessions = session::list(app, account, this).await?;
    let tokens = token::list(app, account).await?;
    let identities = identity::list(app, account).await?;
    let zone = &at.profile.zone;
    let day = |when: Instant| at.viewer().day(when.local_date(zone));
    let session = |one: OpenSession| SessionRow {
        id: one.id.to_string(),
        device: [one.device.agent, one.device.address].join(" · "),
        used: at.viewer().time(one.used_at),
        is_this: one.is_this,
    };
    let identity = |one: LinkedIdentity| IdentityRow {
        id: one.id.to_string(),
        issuer: one.issuer,
        since: day(one.linked_at),
    };
    let token = |one: Token| TokenRow {
        id: one.id.to_string(),
        name: one.name,
        scopes: one.scopes.iter().map(|scope| at.word("web-scope", scope)).collect::<Vec<_>>().join(", "),
        ends: day(one.ends_at),
        used: at.viewer().day(one.last_used_day),
    };
    let scopes = TokenScope::ALL.iter().filter(|one| **one != TokenScope::Admin || at.is_administrator());
    let scopes = scopes.map(|one| Opt::new(one, at.word("web-scope", one), *one == TokenScope::Read));
    html(&Page {
        language: Seg::new(
            at.t("web-account-language"),
            "locale",
            Opt::words(&at, "web-language", Language::ALL, |one| one == at.visitor.locale),
        ),
        sessions: sessions.into_iter().map(session).rev().collect(),
        tokens: tokens.into_iter().map(token).collect(),
        scopes: Chips { legend: at.t("web-account-scopes"), name: "scopes", options: scopes.collect() },
        has_provider: at.server.has_provider(),
        identities: identities.into_iter().map(identity).collect(),
        at: &at,
    })
}

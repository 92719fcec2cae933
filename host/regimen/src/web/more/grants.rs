//! `/more/grants`: what the athlete allows coaches, and who has asked (AC-9).

use askama::Template;

use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::grant::{self, GrantState, Granted},
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/grants.html")]
struct Page<'a> {
    at: &'a Visit,
    asked: Vec<Row>,
    active: Vec<Row>,
    past: Vec<Row>,
}

struct Row {
    id: String,
    coach: String,
    scopes: String,
    state: String,
    until: String,
}

/// The grants of the athlete who looks.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let all = grant::list(at.app(), &at.visitor.caller(None)?).await?;
    let of = |is_meant: fn(GrantState) -> bool| {
        all.iter().rev().filter(|one| is_meant(one.state)).map(|one| row(&at, one)).collect()
    };
    html(&Page {
        asked: of(|state| state == GrantState::Asked),
        active: of(|state| state == GrantState::Active),
        past: of(|state| matches!(state, GrantState::Ended | GrantState::Revoked)),
        at: &at,
    })
}

fn row(at: &Visit, one: &Granted) -> Row {
    let reader = at.reader();
    let until = one.grant.until.map(|until| until.local_date(&at.profile.zone));
    Row {
        id: one.id.to_string(),
        coach: one.coach.clone(),
        scopes: reader.words("web-scope", &one.grant.scopes),
        state: reader.word("grant_state", one.state),
        until: until.map_or_else(String::new, |day| at.t1("grants-until", "date", day)),
    }
}

//! `/more/grants`: what the athlete allows coaches, and who has asked (AC-9).

use askama::Template;
use domain::{person::ActorKind, plan::AuditAction};

use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::{
        act::{self, Noted, Search},
        grant::{self, GrantState, Granted},
    },
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/grants.html")]
struct Page<'a> {
    at: &'a Visit,
    asked: Vec<Row>,
    active: Vec<Row>,
    past: Vec<Row>,
    acts: Vec<Done>,
}

/// What a coach did.
struct Done {
    coach: String,
    act: String,
    at: String,
}

/// So many acts are shown.
const ACTS: u16 = 30;

struct Row {
    id: String,
    coach: String,
    scopes: String,
    state: String,
    until: String,
}

/// The grants of the athlete who looks.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let caller = at.visitor.caller(None)?;
    let all = grant::list(at.app(), &caller).await?;
    let search = Search { by: Some(ActorKind::Coach), before: None, most: ACTS };
    let (lines, _) = act::audit(at.app(), &caller, search).await?;
    let of = |is_meant: fn(GrantState) -> bool| {
        all.iter().rev().filter(|one| is_meant(one.state)).map(|one| row(&at, one)).collect()
    };
    html(&Page {
        asked: of(|state| state == GrantState::Asked),
        active: of(|state| state == GrantState::Active),
        past: of(|state| matches!(state, GrantState::Ended | GrantState::Revoked)),
        acts: lines.into_iter().map(|one| done(&at, one)).collect(),
        at: &at,
    })
}

fn done(at: &Visit, Noted { coach, line }: Noted) -> Done {
    let act = match line.action {
        AuditAction::CoachActed => at.word("act", &line.target),
        action => at.word("audit", action),
    };
    let coach = coach.unwrap_or_else(|| at.word("actor", line.actor.kind));
    Done { coach, act, at: at.reader().fact(line.at) }
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

//! `/sessions/{id}/gate`: what waits for an answer before a session starts (SL-5).

use askama::Template;
use domain::{proposal::Proposal, session::SessionId};

use super::super::{Reply, html, shape::Card, visit::Visit};
use crate::{
    api::endpoint::{ById, Input},
    problem::Problem,
    service::session::{self, start},
};

#[derive(Template)]
#[template(path = "session/gate.html")]
struct Page<'a> {
    at: &'a Visit,
    id: SessionId,
    cards: Vec<Card>,
}

pub(in crate::web) async fn show(at: Visit, input: Input<ById<SessionId>>) -> Result<Reply, Problem> {
    let id = input.path.id;
    let row = session::show(at.app(), &at.caller, id).await?;
    let waiting = start::waiting(at.app(), &at.caller, id).await?;
    let reader = at.reader();
    let name = |proposal: &Proposal| {
        let own = row.session.exercises.iter().find(|one| one.item_id == Some(proposal.target.item_id));
        own.map(|one| reader.name(&one.exercise_key).to_owned()).unwrap_or_default()
    };
    html(&Page { cards: Card::all(&waiting, &reader, name), id, at: &at })
}

//! `/sessions/{id}`: logging with one hand; what waits before, what can stand in, and what came of it.

pub(super) mod gate;
mod row;
pub(super) mod summary;
pub(super) mod swap;

use askama::Template;
use domain::{
    id::Id,
    session::{ExercisePerformance, Session, SessionId, SessionStatus},
};

use self::row::ExerciseCard;
use super::{
    Reply, html,
    shape::{Pair, places, session_name},
    visit::Visit,
};
use crate::{
    api::endpoint::{ById, Input},
    problem::Problem,
    service::{overview, session},
};

#[derive(Template)]
#[template(path = "session.html")]
struct Page<'a> {
    at: &'a Visit,
    id: SessionId,
    name: String,
    exercises: Vec<ExerciseCard>,
    /// When it was started, in milliseconds.
    started: i64,
    areas: Vec<(&'static str, String)>,
    kinds: Vec<(&'static str, String)>,
    /// What can be added: key and name, by name.
    catalog: Vec<(String, String)>,
}

/// The session while it runs; before and after that, another page is the right one.
pub(super) async fn show(at: Visit, input: Input<ById<SessionId>>) -> Result<Reply, Problem> {
    let id = input.path.id;
    let row = session::show(at.app(), &at.caller, id).await?;
    match row.session.status {
        SessionStatus::Active => {}
        SessionStatus::Planned => return Ok(Reply::See("/".to_owned())),
        _ => return Ok(Reply::See(format!("/sessions/{id}/summary"))),
    }
    let items: Vec<_> = row.session.exercises.iter().filter_map(|one| one.item_id).collect();
    let before = overview::last_time(at.app(), &at.caller, &items, id).await?;
    let (reader, iron) = (at.reader(), at.profile.iron());
    let last = |one: &ExercisePerformance| one.item_id.and_then(|item| before.get(&item));
    let places = places(&row.session.exercises);
    let cards = (1..).zip(places).zip(&row.session.exercises);
    let exercises =
        cards.map(|((number, place), one)| ExerciseCard::of(number, place, one, last(one), &reader, &iron));
    let page = Page {
        id,
        name: session_name(&row.session, &reader),
        exercises: exercises.collect(),
        started: started(&row.session),
        areas: domain::anatomy::BodyArea::ALL
            .iter()
            .map(|area| (area.as_str(), reader.word("area", area)))
            .collect(),
        kinds: row::kinds(&reader),
        catalog: at.exercises(),
        at: &at,
    };
    html(&page)
}

fn started(session: &Session) -> i64 {
    session.started_at.map_or(0, domain::time::Instant::millis)
}

/// The id of a set that was not logged yet: the same each time the page is shown, so that a set that is logged twice
/// counts once (GL-5).
fn set_id(performance: Id<ExercisePerformance>, index: u32) -> String {
    Id::<ExercisePerformance>::derive(&["set", &performance.to_string(), &index.to_string()]).to_string()
}

//! `/sessions/{id}/swap`: what can stand in for an exercise, the best first, and why (SU-2).

use askama::Template;
use domain::{exercise::ExerciseKey, session::SessionId};
use serde::Deserialize;

use super::super::{Reply, html, visit::Visit};
use crate::{
    api::endpoint::{ById, Input},
    problem::Problem,
    service::session::{self, swap},
};

#[derive(Template)]
#[template(path = "session/swap.html")]
struct Page<'a> {
    at: &'a Visit,
    id: SessionId,
    /// Where to go then.
    back: String,
    exercise: ExerciseKey,
    name: String,
    choices: Vec<Choice>,
    refused: Vec<Refused>,
}

struct Choice {
    key: String,
    name: String,
    /// What both have in common.
    common: String,
}

/// An exercise that is alike and not for now, and why.
struct Refused {
    name: String,
    why: String,
    spec: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct Asked {
    exercise: ExerciseKey,
}

pub(in crate::web) async fn show(at: Visit, input: Input<ById<SessionId>, Asked>) -> Result<Reply, Problem> {
    let (id, exercise) = (input.path.id, input.query.exercise);
    let row = session::show(at.app(), &at.caller, id).await?;
    let found = swap::alternatives(at.app(), &at.caller, id, &exercise).await?;
    let reader = at.reader();
    let choices = found.candidates.iter().map(|one| Choice {
        key: one.exercise_id.to_string(),
        name: reader.name(&one.exercise_id).to_owned(),
        common: reader.text_with(
            "web-swap-common",
            [
                ("patterns", one.shared_patterns.into()),
                ("muscles", one.shared_primaries.into()),
                ("saved", one.fatigue_saved.into()),
            ],
        ),
    });
    let refused = found.refused.iter().map(|one| Refused {
        name: reader.name(&one.exercise_id).to_owned(),
        why: reader.reason(one.reason, one.spec_id, &one.facts),
        spec: one.spec_id.to_string(),
    });
    let is_running = row.session.status == domain::session::SessionStatus::Active;
    let page = Page {
        id,
        back: if is_running { format!("/sessions/{id}") } else { "/".to_owned() },
        name: reader.name(&exercise).to_owned(),
        choices: choices.collect(),
        refused: refused.collect(),
        exercise,
        at: &at,
    };
    html(&page)
}

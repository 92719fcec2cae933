//! AI-1: what a model would change after a session. The athlete has the report long since; whatever the model does, this
//! job is done once and says in the run what came of it.

use domain::session::SessionId;

use super::{Done, Due, count};
use crate::{
    problem::Problem,
    service::{
        app::{App, not_found},
        session::model,
    },
};

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let athlete = due.athlete.ok_or_else(|| not_found("athlete", "all"))?;
    let Some((session, number)) = occasion(due) else {
        return Ok(Done::new(due.work(app).await?.tx, []));
    };
    let answers = model::ask(app, athlete, session, number).await?;
    let mut work = due.work(app).await?;
    let (proposed, silent) = work.take_answers(session, number, &answers).await?;
    Ok(Done::new(work.tx, [("suggested", count(proposed)), ("silent", count(silent))]))
}

/// The session and the run over it.
pub(super) fn occasion(due: &Due) -> Option<(SessionId, u32)> {
    let (session, number) = due.occasion.split_once(' ')?;
    Some((session.parse().ok()?, number.parse().ok()?))
}

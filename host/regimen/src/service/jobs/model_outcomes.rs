//! OU-9: a second opinion on what a session says of older proposals. Whatever the model does, the session is judged here.

use super::{Done, Due, count, model_suggestions::occasion};
use crate::{
    problem::Problem,
    service::{
        app::{App, not_found},
        session::opinion,
    },
};

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let athlete = due.athlete.ok_or_else(|| not_found("athlete", "all"))?;
    let Some((session, number)) = occasion(due) else {
        return Ok(Done::new(due.work(app).await?.tx, []));
    };
    let heard = opinion::ask(app, athlete, session, number).await?;
    let mut work = due.work(app).await?;
    let (counted, missing) = work.take_opinions(session, number, &heard).await?;
    Ok(Done::new(work.tx, [("counted", count(counted)), ("missing", count(missing))]))
}

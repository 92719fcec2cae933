//! Tables to take along.

use std::io;

use axum::body::Body;
use domain::time::LocalDate;
use futures_util::stream::{self, StreamExt};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    answer::Streamed,
    call::Call,
    endpoint::{Endpoint, Input, Needs, get},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        export::{self, ExportFile},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let read = Needs::Athlete(Scope::Read);
    vec![get("/export/{file}", "A-25", read, "A table of the athlete's, as CSV", table)]
}

/// Which table.
#[derive(Debug, Deserialize, JsonSchema)]
struct Named {
    /// `sessions.csv`, `sets.csv`, `progress.csv`, `decisions.csv`, `plan_versions.csv`, `events.csv`, `metrics.csv`,
    /// `records.csv`, `flags.csv`, `checkins.csv`, `body.csv`, `conflicts.csv`, `meals.csv` or `review.csv`.
    file: String,
}

/// Of which days.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Between {
    /// The first day; else the first of all.
    from: Option<LocalDate>,
    /// The last day; else the last of all.
    to: Option<LocalDate>,
}

async fn table(call: Call, input: Input<Named, Between>) -> Result<Streamed, Problem> {
    let (caller, days) = (call.caller()?, (input.query.from, input.query.to));
    let file = ExportFile::of_path(&input.path.file)?;
    let parts = export::parts(call.app(), &caller, file, days).await?;
    let head = stream::once(async move { Ok(file.head()) });
    // Each part is read when the one before it was sent. One that fails ends the file before its end, which HTTP tells.
    let rows = stream::iter(parts).then(move |days| {
        let call = call.clone();
        async move {
            let part = export::part(call.app(), &caller, file, days).await;
            part.map(|part| part.text).map_err(|problem| io::Error::other(problem.to_string()))
        }
    });
    let content = Body::from_stream(head.chain(rows));
    Ok(Streamed { media: "text/csv", name: format!("{file}.csv"), content })
}

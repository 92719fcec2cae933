//! `/more/strava`: connect, look at how it stands, bring what is new, end it (L-37).

use askama::Template;

use super::control::{Opt, Seg};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::{
        activity::{self, Stored},
        strava::{self, ConnectionState, sync::Leftover},
    },
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/strava.html")]
struct Page<'a> {
    at: &'a Visit,
    available: bool,
    is_connected: bool,
    /// What the athlete has to do or to wait for.
    trouble: Option<String>,
    facts: Vec<(String, String)>,
    leftover: Seg,
    latest: Vec<Row>,
}

struct Row {
    name: String,
    when: String,
    sport: String,
    effort: String,
}

/// How many of the latest activities are shown.
const LATEST: usize = 10;

/// The connection of who looks.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let caller = at.visitor.caller(None)?;
    let status = strava::status(at.app(), &caller).await?;
    let all = activity::list(at.app(), &caller, None, None).await?;
    let never = || at.t("web-strava-never");
    let mut facts = vec![];
    if let Some(state) = status.state {
        facts.push((at.t("web-strava-state"), at.word("connection_state", state)));
        facts.push((
            at.t("web-strava-synced"),
            status.synced_at.map_or_else(never, |when| at.viewer().time(when)),
        ));
    }
    facts.push((at.t("web-strava-count"), status.activities.to_string()));
    let trouble = match (status.state, status.paused_until) {
        (Some(ConnectionState::ReconnectRequired), _) => Some(at.t("web-strava-reconnect")),
        (Some(_), Some(until)) => Some(at.t1("web-strava-paused", "until", at.viewer().time(until))),
        _ => None,
    };
    html(&Page {
        available: status.available,
        is_connected: status.state.is_some(),
        trouble,
        facts,
        leftover: Seg::new(
            at.t("web-strava-leftover"),
            "activities",
            Opt::words(&at, "leftover", Leftover::ALL, |one| one == Leftover::Keep),
        ),
        latest: all.iter().take(LATEST).map(|one| row(&at, one)).collect(),
        at: &at,
    })
}

fn row(at: &Visit, one: &Stored) -> Row {
    let Stored { activity, .. } = one;
    let effort = if activity.estimated { "web-strava-estimated" } else { "web-strava-effort" };
    Row {
        name: if activity.name.is_empty() { activity.sport.clone() } else { activity.name.clone() },
        when: at.viewer().time(activity.start),
        sport: activity.sport.clone(),
        effort: at.t1(effort, "effort", activity.effort),
    }
}

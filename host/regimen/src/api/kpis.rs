//! KPIs (A-4..A-10, A-35).

use domain::{
    session::{Intent, SelectionMode},
    time::LocalDate,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    answer::Shown,
    call::Call,
    endpoint::{Endpoint, Input, Needs, Nothing, get},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        kpi::{self, Kpis, gate::GateReport},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let read = Needs::Athlete(Scope::Read);
    vec![
        get("/kpis", "A-35", read, "How sessions are taken, done and worth it", kpis),
        get("/kpis/gate", "A-11", Needs::Operator, "Whether intent mode may become the default", gate),
    ]
}

/// Which figures.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The first day; else four weeks before the last.
    from: Option<LocalDate>,
    /// The last day; else today.
    to: Option<LocalDate>,
    /// Only of sessions whose exercises were chosen so.
    mode: Option<SelectionMode>,
    /// Only of sessions that are about this.
    intent: Option<Intent>,
}

async fn kpis(call: Call, input: Input<Nothing, Wanted>) -> Result<Shown<Kpis>, Problem> {
    let Wanted { from, to, mode, intent } = input.query;
    Ok(Shown(kpi::kpis(call.app(), &call.caller()?, (from, to), (mode, intent)).await?))
}

async fn gate(call: Call, _: Input) -> Result<Shown<GateReport>, Problem> {
    Ok(Shown(kpi::gate::gate(call.app()).await?))
}

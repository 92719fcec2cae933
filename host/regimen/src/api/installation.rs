//! The installation: jobs, backups and figures (AC-11, P-23, A-34).

use super::{
    answer::Shown,
    call::Call,
    endpoint::{ByKey, Endpoint, Input, Needs, get, post},
};
use crate::{
    problem::Problem,
    service::{
        jobs::{
            self, Standing,
            run::{self, Ran},
        },
        maintenance::{self, BackupNote},
        standing::{self, Gauge},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/admin/jobs", "AC-11", Needs::Administrator, "What the program does by itself", list),
        post("/admin/jobs/{key}", "AC-11", Needs::Administrator, "Run a job now", run_now),
        post("/jobs/archive", "P-23", Needs::Administrator, "Move old records to the archive now", archive),
        get("/admin/backups", "AC-11", Needs::Administrator, "When backups were made", backups),
        get("/admin/figures", "AC-11", Needs::Administrator, "How training goes for all together", figures),
    ]
}

async fn list(call: Call, _: Input) -> Result<Shown<Vec<Standing>>, Problem> {
    Ok(Shown(jobs::list(call.app()).await?.0))
}

async fn backups(call: Call, _: Input) -> Result<Shown<Vec<BackupNote>>, Problem> {
    Ok(Shown(maintenance::backups(call.app()).await?))
}

/// Those that Prometheus gets, under the same condition.
async fn figures(call: Call, _: Input) -> Result<Shown<Vec<Gauge>>, Problem> {
    Ok(Shown(standing::gauges(call.app(), call.server.options.small_metrics).await?))
}

async fn run_now(call: Call, input: Input<ByKey<String>>) -> Result<Shown<Vec<Ran>>, Problem> {
    Ok(Shown(run::run_now(call.app(), &input.path.key).await?))
}

async fn archive(call: Call, _: Input) -> Result<Shown<Vec<Ran>>, Problem> {
    Ok(Shown(run::run_now(call.app(), jobs::ARCHIVE).await?))
}

//! The installation: jobs and what runs (AC-11, P-23).

use serde_json::json;

use super::{
    answer::Shown,
    call::Call,
    endpoint::{ByKey, Endpoint, Input, Needs, get, post},
};
use crate::{
    problem::Problem,
    service::jobs::{
        self, Standing,
        run::{self, Ran},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/admin/jobs", "AC-11", Needs::Administrator, "What the program does by itself", list),
        post("/admin/jobs/{key}", "AC-11", Needs::Administrator, "Run a job now", run_now)
            .example(|| json!({})),
    ]
}

async fn list(call: Call, _: Input) -> Result<Shown<Vec<Standing>>, Problem> {
    Ok(Shown(jobs::list(call.app()).await?.0))
}

async fn run_now(call: Call, input: Input<ByKey<String>>) -> Result<Shown<Vec<Ran>>, Problem> {
    Ok(Shown(run::run_now(call.app(), &input.path.key).await?))
}

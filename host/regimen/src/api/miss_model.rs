//! The model that says how likely a session is missed (P-48).

use super::{
    answer::Shown,
    call::Call,
    endpoint::{Endpoint, Input, Needs, get, post},
};
use crate::{
    problem::Problem,
    service::miss_model::{self, MissModelStatus},
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/miss-model", "P-48", Needs::Operator, "How the model of misses stands", status),
        post("/miss-model/train", "P-48", Needs::Operator, "Train the model of misses now", train),
    ]
}

async fn status(call: Call, _: Input) -> Result<Shown<MissModelStatus>, Problem> {
    Ok(Shown(miss_model::status(call.app()).await?))
}

async fn train(call: Call, _: Input) -> Result<Shown<MissModelStatus>, Problem> {
    Ok(Shown(miss_model::train(call.app()).await?))
}

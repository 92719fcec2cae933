//! The catalogue with the athlete's own entries: exercises, ladders, templates; and the block (EX-1, P-1, EP-7, VO-3).

use domain::{
    error::ErrorCode,
    exercise::{Exercise, ExerciseKey},
    ladder::{Ladder, LadderKey},
    law::Invalid,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{
    answer::{Done, Made, Shown},
    call::Call,
    edit::Edit,
    endpoint::{ById, ByKey, Endpoint, Input, Needs, Nothing, delete, get, post, put},
    example,
    part::{Page, PartOfCatalog},
};
use crate::{
    problem::Problem,
    service::{
        app::{Scope, not_found},
        own_catalog::{self, Kept, OwnEntries},
        template::{self, Block, KeptTemplate, Template},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, plan) = (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Plan));
    vec![
        get("/exercises", "EX-1", read, "Exercises of the catalogue and one's own", exercises),
        get("/exercises/{key}", "EX-1", read, "An exercise", exercise).revised(),
        post("/exercises", "EX-1", plan, "Keep own exercises and ladders", keep).example(example::exercises),
        delete("/exercises/{key}", "EX-1", plan, "Remove an own exercise", remove_exercise).editing(),
        get("/ladders", "P-1", read, "Ladders of the catalogue and one's own", ladders),
        get("/ladders/{key}", "P-1", read, "A ladder", ladder).revised(),
        post("/ladders", "P-1", plan, "Keep own ladders with their exercises", keep)
            .example(example::ladders),
        delete("/ladders/{key}", "P-1", plan, "Remove an own ladder", remove_ladder).editing(),
        get("/templates", "EP-7", read, "Templates", templates),
        post("/templates", "EP-7", plan, "Keep a template", new_template)
            .revised()
            .example(example::template),
        get("/templates/{id}", "EP-7", read, "A template", show_template).revised(),
        put("/templates/{id}", "EP-7", plan, "Change a template; a stale revision is refused", put_template)
            .revised()
            .example(example::template),
        delete("/templates/{id}", "EP-7", plan, "Remove a template", remove_template).editing(),
        get("/block", "VO-3", read, "The block that runs", block),
        post("/block", "VO-3", plan, "Start a block", start_block).example(|| json!({ "weeks": 5 })),
        put("/block/deload", "VO-3", plan, "Make this week an easy one, or not", deload)
            .example(|| json!({ "deload_now": true })),
    ]
}

async fn exercises(
    call: Call,
    input: Input<Nothing, PartOfCatalog>,
) -> Result<Shown<Page<Kept<Exercise>>>, Problem> {
    let PartOfCatalog { cursor, limit, own } = input.query;
    let mut all = own_catalog::all_exercises(call.app(), &call.caller()?).await?;
    all.retain(|one| one.is_own() || !own);
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| one.value.id.clone())?))
}

async fn exercise(call: Call, input: Input<ByKey<ExerciseKey>>) -> Result<Shown<Kept<Exercise>>, Problem> {
    Ok(Shown(own_catalog::exercise(call.app(), &call.caller()?, &input.path.key).await?))
}

async fn keep(call: Call, input: Input<Nothing, Nothing, OwnEntries>) -> Result<Made<OwnEntries>, Problem> {
    Ok(Made(own_catalog::put(call.app(), &call.caller()?, input.body).await?))
}

async fn remove_exercise(call: Call, input: Input<ByKey<ExerciseKey>>) -> Result<Done, Problem> {
    own_catalog::remove_exercise(call.app(), &call.caller()?, &input.path.key, call.revision).await?;
    Ok(Done)
}

async fn ladders(call: Call, _: Input) -> Result<Shown<Vec<Kept<Ladder>>>, Problem> {
    Ok(Shown(own_catalog::ladders(call.app(), &call.caller()?).await?))
}

async fn ladder(call: Call, input: Input<ByKey<LadderKey>>) -> Result<Shown<Kept<Ladder>>, Problem> {
    let all = own_catalog::ladders(call.app(), &call.caller()?).await?;
    let found = all.into_iter().find(|one| one.value.key == input.path.key);
    found.map(Shown).ok_or_else(|| not_found("ladder", &input.path.key))
}

async fn remove_ladder(call: Call, input: Input<ByKey<LadderKey>>) -> Result<Done, Problem> {
    own_catalog::remove_ladder(call.app(), &call.caller()?, &input.path.key, call.revision).await?;
    Ok(Done)
}

async fn templates(call: Call, _: Input) -> Result<Shown<Vec<KeptTemplate>>, Problem> {
    Ok(Shown(template::list(call.app(), &call.caller()?).await?))
}

async fn new_template(
    call: Call,
    input: Input<Nothing, Nothing, Template>,
) -> Result<Made<KeptTemplate>, Problem> {
    Ok(Made(template::put(call.app(), &call.caller()?, None, input.body, None).await?))
}

async fn show_template(call: Call, input: Input<ById<String>>) -> Result<Shown<KeptTemplate>, Problem> {
    Ok(Shown(template::show(call.app(), &call.caller()?, &input.path.id).await?))
}

async fn put_template(
    call: Call,
    input: Input<ById<String>, Nothing, Edit<Template>>,
) -> Result<Shown<KeptTemplate>, Problem> {
    let (id, Edit { entity, revision, told }) = (input.path.id, input.body);
    if let Some(other) = told.get("id").filter(|told| **told != id) {
        return Err(Invalid::of(ErrorCode::BadValue, "id", other, id).into());
    }
    let revision = call.expects(revision);
    Ok(Shown(template::put(call.app(), &call.caller()?, Some(&id), entity, revision).await?))
}

async fn remove_template(call: Call, input: Input<ById<String>>) -> Result<Done, Problem> {
    template::remove(call.app(), &call.caller()?, &input.path.id, call.revision).await?;
    Ok(Done)
}

async fn block(call: Call, _: Input) -> Result<Shown<Option<Block>>, Problem> {
    Ok(Shown(template::block(call.app(), &call.caller()?).await?))
}

/// How long a block is.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct NewBlock {
    /// Weeks, the easy one included.
    weeks: Option<u32>,
}

async fn start_block(call: Call, input: Input<Nothing, Nothing, NewBlock>) -> Result<Made<Block>, Problem> {
    Ok(Made(template::start_block(call.app(), &call.caller()?, input.body.weeks).await?))
}

/// Whether this week is an easy one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeloadWeek {
    /// Whether it is.
    deload_now: bool,
}

async fn deload(call: Call, input: Input<Nothing, Nothing, DeloadWeek>) -> Result<Shown<Block>, Problem> {
    Ok(Shown(template::deload_now(call.app(), &call.caller()?, input.body.deload_now).await?))
}

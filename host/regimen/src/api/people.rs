//! The athlete: profile, settings, places, body, grants, and everything at once (EP-6, SL-9, AC-9, AC-12).

use std::collections::BTreeSet;

use domain::{
    exercise::ExerciseKey,
    id::Id,
    person::ActorKind,
    plan::AuditLine,
    quantity::Grams,
    time::{Instant, LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{
    accounts::throttled,
    answer::{File, Made, Shown},
    call::Call,
    endpoint::{ById, ByKey, Endpoint, Input, Needs, Nothing, delete, get, post, put},
    example,
    part::{Limit, Page, PartOfDays},
    refusal, view,
};
use crate::{
    problem::Problem,
    service::{
        account::own,
        act::{self, Noted, Search},
        app::Scope,
        athlete::{self, AthleteView},
        body::{self, Measurement, MeasurementKind, Taken, Weight},
        grant::{self, Granted},
        maintenance, overview,
        profile::Location,
        roster::{self, Coached},
        settings::{self, ExerciseChange, ProfileDocument},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, log, plan) =
        (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Log), Needs::Athlete(Scope::Plan));
    vec![
        get("/athlete", "EP-6", read, "Who the athlete is", show),
        get("/profile", "EP-6", read, "What the athlete has told and set", profile).revised(),
        put("/profile", "EP-6", plan, "Tell and set; a stale revision is refused", put_profile)
            .revised()
            .example(example::profile),
        put("/settings/exercises/{key}", "SL-9", plan, "Settings of one exercise", set_exercise)
            .revised()
            .example(|| json!({ "suggestions": true, "step_g": 1250 })),
        put("/locations/{key}", "EP-6", plan, "A place to train at", put_location)
            .revised()
            .example(|| json!({ "equipment": ["dumbbell", "bench"], "is_default": true })),
        delete("/locations/{key}", "EP-6", plan, "Forget a place", remove_location).revised(),
        get("/body-weights", "EP-6", read, "Body weights of some days", weights),
        post("/body-weights", "EP-6", log, "A body weight", weigh).example(|| json!({ "grams": 81_300 })),
        get("/measurements", "EP-6", read, "Measurements of some days", measurements),
        post("/measurements", "EP-6", log, "A measurement", measure)
            .example(|| json!({ "kind": "waist", "amount": 840 })),
        get(
            "/athletes",
            "AC-9",
            Needs::Visitor,
            "Athletes whom one may act for, and how they stand",
            athletes,
        ),
        get("/grants", "AC-9", Needs::Visitor, "What was granted to whom", grants),
        post("/grants", "AC-9", Needs::Visitor, "Ask an athlete to be their coach", ask)
            .refused_with(&[404])
            .example(|| json!({ "athlete": "anna", "scopes": ["read", "plan"] })),
        post("/grants/{id}/confirm", "AC-9", Needs::Session, "Say yes to a coach", confirm),
        delete("/grants/{id}", "AC-9", Needs::Visitor, "Take a grant back, or give it back", revoke),
        get("/audit", "AC-9", read, "Who did what for the athlete, newest first", audit),
        post("/me/export", "AC-12", Needs::Session, "Everything of the athlete, as one archive", export),
        post("/me/delete", "AC-12", Needs::Session, "Have everything deleted in a week", remove)
            .taking_password()
            .refused_with(refusal::THROTTLED)
            .example(|| json!({ "password": "correct horse battery staple", "confirm": "anna" })),
    ]
}

async fn show(call: Call, _: Input) -> Result<Shown<AthleteView>, Problem> {
    Ok(Shown(athlete::show(call.app(), &call.caller()?).await?))
}

async fn profile(call: Call, _: Input) -> Result<Shown<ProfileDocument>, Problem> {
    Ok(Shown(settings::show(call.app(), &call.caller()?).await?))
}

async fn put_profile(
    call: Call,
    input: Input<Nothing, Nothing, ProfileDocument>,
) -> Result<Shown<ProfileDocument>, Problem> {
    let document = ProfileDocument { revision: call.expects(input.body.revision), ..input.body };
    Ok(Shown(settings::put(call.app(), &call.caller()?, document).await?))
}

/// Settings of one exercise.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ExerciseBody {
    /// Whether changes are suggested.
    suggestions: Option<bool>,
    /// The smallest step of the load, in grams.
    step_g: Option<Grams>,
    /// Whether it is preferred.
    favorite: Option<bool>,
    /// Whether it is never chosen.
    avoid: Option<bool>,
    /// The revision of the profile that is edited, where `if-match` does not name it (GL-5).
    revision: Option<i64>,
}

async fn set_exercise(
    call: Call,
    input: Input<ByKey<ExerciseKey>, Nothing, ExerciseBody>,
) -> Result<Shown<ProfileDocument>, Problem> {
    let ExerciseBody { suggestions, step_g, favorite, avoid, revision } = input.body;
    let change = ExerciseChange { suggestions, step: step_g, favorite, avoid };
    let (key, revision) = (input.path.key, call.expects(revision));
    Ok(Shown(settings::set_exercise(call.app(), &call.caller()?, &key, change, revision).await?))
}

/// A place without its name, which the path tells.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Place {
    /// Classes or keys of equipment; empty: everything.
    equipment: Vec<String>,
    /// The iron, if it was listed.
    inventory: Option<training::load::inventory::Inventory>,
    /// Whether it is the usual one.
    is_default: bool,
    /// The revision of the profile that is edited, where `if-match` does not name it (GL-5).
    revision: Option<i64>,
}

async fn put_location(
    call: Call,
    input: Input<ByKey<String>, Nothing, Place>,
) -> Result<Shown<ProfileDocument>, Problem> {
    let Place { equipment, inventory, is_default, revision } = input.body;
    let location = Location { name: input.path.key, equipment, inventory };
    let revision = call.expects(revision);
    Ok(Shown(settings::put_location(call.app(), &call.caller()?, location, is_default, revision).await?))
}

async fn remove_location(call: Call, input: Input<ByKey<String>>) -> Result<Shown<ProfileDocument>, Problem> {
    let (name, revision) = (input.path.key, call.revision);
    Ok(Shown(settings::remove_location(call.app(), &call.caller()?, &name, revision).await?))
}

/// The days that are meant; without a word, the last 90.
async fn days(call: &Call, part: &PartOfDays) -> Result<(LocalDate, LocalDate), Problem> {
    let today = overview::today(call.app(), &call.caller()?).await?;
    Ok((part.from.unwrap_or(add_days(today, -90)), part.to.unwrap_or(today)))
}

async fn weights(call: Call, input: Input<Nothing, PartOfDays>) -> Result<Shown<Page<Weight>>, Problem> {
    let part = input.query;
    let (from, to) = days(&call, &part).await?;
    let all = body::weights(call.app(), &call.caller()?, from, to).await?;
    Ok(Shown(Page::of(all, part.cursor.as_deref(), part.limit, |one| (one.date, one.at, one.id))?))
}

/// A body weight.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewWeight {
    /// In grams.
    grams: Grams,
    /// The id that the device made.
    #[serde(default)]
    id: Option<Uuid>,
    /// The day; else today.
    #[serde(default)]
    date: Option<LocalDate>,
}

async fn weigh(call: Call, input: Input<Nothing, Nothing, NewWeight>) -> Result<Made<Weight>, Problem> {
    let NewWeight { grams, id, date } = input.body;
    Ok(Made(body::weigh(call.app(), &call.caller()?, grams, Taken { id, date }).await?))
}

async fn measurements(
    call: Call,
    input: Input<Nothing, PartOfDays>,
) -> Result<Shown<Page<Measurement>>, Problem> {
    let part = input.query;
    let (from, to) = days(&call, &part).await?;
    let all = body::measurements(call.app(), &call.caller()?, from, to).await?;
    let place = |one: &Measurement| (one.kind, one.date, one.at, one.id);
    Ok(Shown(Page::of(all, part.cursor.as_deref(), part.limit, place)?))
}

/// A measurement.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewMeasurement {
    /// Of what.
    kind: MeasurementKind,
    /// Millimeters, or tenths of a percent.
    amount: i64,
    /// The id that the device made.
    #[serde(default)]
    id: Option<Uuid>,
    /// The day; else today.
    #[serde(default)]
    date: Option<LocalDate>,
}

async fn measure(
    call: Call,
    input: Input<Nothing, Nothing, NewMeasurement>,
) -> Result<Made<Measurement>, Problem> {
    let NewMeasurement { kind, amount, id, date } = input.body;
    Ok(Made(body::measure(call.app(), &call.caller()?, kind, amount, Taken { id, date }).await?))
}

async fn athletes(call: Call, _: Input) -> Result<Shown<Vec<Coached>>, Problem> {
    let visitor = call.visitor()?;
    let is_meant = |athlete| visitor.caller(Some(athlete)).is_ok();
    Ok(Shown(roster::roster(call.app(), visitor.account, is_meant).await?))
}

async fn grants(call: Call, _: Input) -> Result<Shown<Vec<Granted>>, Problem> {
    let visitor = call.visitor()?;
    let mut all = grant::list_of_coach(call.app(), visitor.account).await?;
    if visitor.athlete.is_some() {
        all.extend(grant::list(call.app(), &visitor.caller(None)?).await?);
    }
    Ok(Shown(all))
}

/// What a coach asks for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// The login of the athlete.
    athlete: String,
    /// What the coach wants to do.
    scopes: BTreeSet<Scope>,
    /// Until when.
    #[serde(default)]
    until: Option<Instant>,
}

async fn ask(call: Call, input: Input<Nothing, Nothing, Asked>) -> Result<Made<Granted>, Problem> {
    let Asked { athlete, scopes, until } = input.body;
    Ok(Made(grant::ask(call.app(), call.account()?, &athlete, scopes, until).await?))
}

async fn confirm(call: Call, input: Input<ById<Uuid>>) -> Result<Shown<Granted>, Problem> {
    Ok(Shown(grant::confirm(call.app(), &call.visitor()?.caller(None)?, input.path.id).await?))
}

async fn revoke(call: Call, input: Input<ById<Uuid>>) -> Result<Shown<Granted>, Problem> {
    let (visitor, id) = (call.visitor()?, input.path.id);
    if visitor.athlete.is_some() {
        let own = grant::revoke(call.app(), &visitor.caller(None)?, id).await;
        if !own.as_ref().is_err_and(|problem| problem.code.status == 404) {
            return own.map(Shown);
        }
    }
    Ok(Shown(grant::give_back(call.app(), visitor.account, id).await?))
}

/// Which part of the audit.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct AuditPart {
    /// Only what was done in this role.
    by: Option<ActorKind>,
    /// Where the last part ended.
    cursor: Option<Id<AuditLine>>,
    /// At most so many; else 100.
    limit: Option<Limit>,
}

async fn audit(call: Call, input: Input<Nothing, AuditPart>) -> Result<Shown<Page<Noted>>, Problem> {
    let AuditPart { by, cursor, limit } = input.query;
    let search = Search { by, before: cursor, most: Limit::count(limit)? };
    let (items, is_more) = act::audit(call.app(), &call.caller()?, search).await?;
    let next = items.last().filter(|_| is_more).map(|one| one.line.id.to_string());
    Ok(Shown(Page { items, next }))
}

async fn export(call: Call, _: Input) -> Result<File, Problem> {
    let caller = call.visitor()?.caller(None)?;
    let content = maintenance::export_archive(call.app(), &caller).await?;
    Ok(File { media: "application/zip", name: "regimen.zip".to_owned(), content })
}

/// What makes sure that it is meant.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Leaving {
    /// The password again; who has none has signed in within the last ten minutes.
    #[serde(default)]
    password: Option<String>,
    /// The login again.
    confirm: String,
}

/// What follows.
#[derive(Debug, Serialize, JsonSchema)]
struct Farewell {
    /// When everything is deleted; signing in before takes it back.
    deleted_at: Instant,
    /// The same in words, and what becomes of backups.
    text: String,
}

async fn remove(call: Call, input: Input<Nothing, Nothing, Leaving>) -> Result<Shown<Farewell>, Problem> {
    let (app, visitor) = (call.app(), call.visitor()?);
    let voice = view::voice(&call).await?;
    let Leaving { password, confirm } = input.body;
    throttled(&call, Some(&visitor.login), async { own::confirm(app, visitor, password.as_deref()).await })
        .await?;
    let left = athlete::delete(app, &visitor.caller(None)?, &confirm).await?;
    let date = left.deleted_at.local_date(&voice.zone);
    let facts = [("login".into(), visitor.login.as_str().into()), ("date".into(), date.into())];
    let text = voice.text("account-leaves", &facts.into()).unwrap_or_default();
    Ok(Shown(Farewell { deleted_at: left.deleted_at, text }))
}

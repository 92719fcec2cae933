//! Sessions: generated, saved, started, logged, finished, left, skipped, swapped (EP-4, EP-8, P-4, SL-3, SL-5).

use std::collections::BTreeMap;

use domain::{
    exercise::ExerciseKey,
    id::Id,
    reason::Reason,
    session::{ExercisePerformance, SessionEvent, SessionId, SessionStatus, SetPerformance},
    time::{Instant, LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use training::{document::substitution::SubstitutionOutput, output::Generated, suggestion::settle::Dropped};
use uuid::Uuid;

use super::{
    answer::{Made, Shown},
    call::Call,
    endpoint::{ById, Endpoint, Input, Needs, Nothing, get, patch, post, put},
    example,
    part::{Limit, Page},
    refusal,
    view::{self, DayView, FinishedView, OnDay, ProposalView, SessionView, session_view},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        overview,
        proposals::{self, Filter},
        session::{
            self,
            finish::{self, Ending},
            leave,
            log::{self, Logged},
            start::{self, AtGate},
            swap,
        },
        weeks::{self, ThisWeek},
        workout::{
            self, Saving, Wanted,
            adapt::{self, Fitting},
        },
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, log_, plan) =
        (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Log), Needs::Athlete(Scope::Plan));
    vec![
        get("/today", "EP-8", read, "Sessions, targets and what waits, of a day", today),
        get("/week", "EP-8", read, "What is due this week, and how it serves each muscle", week),
        post(
            "/workouts/generate-from-intent",
            "EP-4",
            read,
            "A session for an intent; nothing is stored",
            generate,
        )
        .example(|| json!({ "intent": "push", "sessionMinutes": 45 })),
        post(
            "/workouts/generate-from-template",
            "EP-4",
            read,
            "A session from a template; nothing is stored",
            generate,
        )
        .example(|| json!({ "templateId": "the id of a template" })),
        post("/sessions", "EP-5", plan, "Generate a session and save it", save)
            .example(|| json!({ "wanted": { "intent": "full_body" } })),
        get("/sessions", "EP-8", read, "Sessions of some days", list),
        post("/sessions/open-slot", "PV-5", log_, "The session that the plan has for a day", open_slot)
            .example(|| json!({ "date": "2026-03-02" })),
        get("/sessions/{id}", "EP-8", read, "A session", show).revised(),
        patch("/sessions/{id}", "EP-8", plan, "Make a session fit that has not started", edit)
            .revised()
            .example(|| json!({ "wanted": { "sessionMinutes": 30 } })),
        get("/sessions/{id}/why", "EP-3", read, "Why each exercise is in a session", why),
        get("/sessions/{id}/events", "A-3", read, "What happened to a session", events),
        get("/sessions/{id}/waiting", "SL-5", read, "What has to be answered before it starts", waiting),
        post("/sessions/{id}/start", "SL-5", log_, "Start a session; targets are frozen", start_),
        post(
            "/sessions/{id}/gate/skip",
            "SL-6",
            log_,
            "Start a session without its suggestions",
            start_skipping,
        ),
        post(
            "/sessions/{id}/gate/accept-all",
            "SL-6",
            log_,
            "Accept what waits and start a session",
            start_accepting,
        ),
        put(
            "/sessions/{id}/sets/{set_id}",
            "EP-8",
            log_,
            "Log one set; again, it has no second effect",
            log_set,
        )
        .example(example::device_set),
        post("/sessions/{id}/sets", "GL-5", log_, "Log sets, all that a device has", log_sets)
            .example(|| json!({ "sets": [example::device_set()] })),
        post("/sessions/{id}/exercises", "EP-8", log_, "Add an exercise to a running session", add_exercise)
            .example(|| json!({ "id": "0198c0de-0000-7000-8000-0000000000e2", "exercise": "plank" })),
        post("/sessions/{id}/finish", "SG-1", log_, "Finish a session: decisions and proposals", finish_)
            .example(|| json!({ "session_rpe": 75 })),
        post("/sessions/{id}/report", "P-4", log_, "Report a session", finish_).example(example::ending),
        put("/sessions/{id}/report", "P-4", log_, "Correct a report", finish_).example(example::ending),
        get("/sessions/{id}/outcome", "SG-1", read, "What followed from a session", outcome),
        get("/sessions/{id}/suggestions", "SG-1", read, "What a session proposed", suggestions),
        post("/sessions/{id}/leave", "SL-3", log_, "Leave the summary; what waits is deferred", leave_),
        post("/sessions/{id}/skip", "P-16", log_, "Skip a session", skip)
            .example(|| json!({ "reason": "a cold" })),
        get("/sessions/{id}/swap", "SU-2", read, "What can stand in for an exercise", alternatives)
            .refused_with(refusal::STATE),
        post("/sessions/{id}/swap", "SU-1", log_, "Do another exercise instead", swap_)
            .example(|| json!({ "exercise": "bench_press", "with": "push_up", "reason": "equipment_busy" })),
    ]
}

async fn today(call: Call, input: Input<Nothing, OnDay>) -> Result<Shown<DayView>, Problem> {
    let day = overview::day(call.app(), &call.caller()?, input.query.date).await?;
    Ok(Shown(view::day(day, &view::voice(&call).await?)))
}

async fn week(call: Call, _: Input) -> Result<Shown<ThisWeek>, Problem> {
    Ok(Shown(weeks::this_week(call.app(), &call.caller()?).await?))
}

async fn generate(call: Call, input: Input<Nothing, Nothing, Wanted>) -> Result<Shown<Generated>, Problem> {
    Ok(Shown(workout::generate(call.app(), &call.caller()?, &input.body).await?.generated))
}

/// What is generated and saved.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct NewSession {
    /// The id that the device made; else a new one.
    id: Option<SessionId>,
    /// What it shall be.
    wanted: Wanted,
    /// When it is meant to start.
    planned_start: Option<Instant>,
    /// Whether it is beside the schedule.
    bonus: bool,
}

async fn save(call: Call, input: Input<Nothing, Nothing, NewSession>) -> Result<Made<SessionView>, Problem> {
    let NewSession { id, wanted, planned_start, bonus } = input.body;
    let saving = Saving { id, planned_start, bonus };
    Ok(Made(session_view!(workout::plan_session(call.app(), &call.caller()?, &wanted, &saving).await?)))
}

/// Sessions of some days.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Listing {
    /// The first day; else four weeks ago.
    from: Option<LocalDate>,
    /// The last day; else in a week.
    to: Option<LocalDate>,
    /// Only those in this state.
    status: Option<SessionStatus>,
    /// What `next` of the part before says.
    cursor: Option<String>,
    /// At most so many; else 100.
    limit: Option<Limit>,
}

async fn list(call: Call, input: Input<Nothing, Listing>) -> Result<Shown<Page<SessionView>>, Problem> {
    let (app, caller, query) = (call.app(), call.caller()?, input.query);
    let today = overview::today(app, &caller).await?;
    let (from, to) = (query.from.unwrap_or(add_days(today, -28)), query.to.unwrap_or(add_days(today, 7)));
    let rows = session::list(app, &caller, from, to).await?.into_iter();
    let rows = rows.filter(|row| query.status.is_none_or(|status| row.session.status == status));
    let rows = rows.map(|row| session_view!(row)).collect();
    let place =
        |SessionView { session, .. }: &SessionView| (session.local_date, session.started_at, session.id);
    Ok(Shown(Page::of(rows, query.cursor.as_deref(), query.limit, place)?))
}

/// The day whose session is meant.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct SlotDay {
    /// Which day; else today.
    date: Option<LocalDate>,
    /// Morning or evening, where a day has two sessions.
    time: Option<domain::plan::SlotTime>,
}

async fn open_slot(
    call: Call,
    input: Input<Nothing, Nothing, SlotDay>,
) -> Result<Shown<Option<SessionView>>, Problem> {
    let (app, caller) = (call.app(), call.caller()?);
    let date = match input.body.date {
        Some(date) => date,
        None => overview::today(app, &caller).await?,
    };
    let row = workout::open_slot(app, &caller, date, input.body.time).await?;
    Ok(Shown(row.map(|row| session_view!(row))))
}

async fn show(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<SessionView>, Problem> {
    Ok(Shown(session_view!(session::show(call.app(), &call.caller()?, input.path.id).await?)))
}

/// What shall be otherwise.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Edited {
    /// Another length, intent or place: the session is made anew, with another id.
    wanted: Option<Wanted>,
    /// What stays of its exercises, in this order.
    exercises: Option<Vec<ExerciseKey>>,
    /// The revision that is edited, where `if-match` does not name it (GL-5).
    revision: Option<i64>,
}

async fn edit(
    call: Call,
    input: Input<ById<SessionId>, Nothing, Edited>,
) -> Result<Shown<SessionView>, Problem> {
    let Edited { wanted, exercises, revision } = input.body;
    let fitting = Fitting { wanted, keep: exercises };
    let (id, revision) = (input.path.id, call.expects(revision));
    Ok(Shown(session_view!(adapt::edit(call.app(), &call.caller()?, id, &fitting, revision).await?)))
}

async fn why(
    call: Call,
    input: Input<ById<SessionId>>,
) -> Result<Shown<BTreeMap<ExerciseKey, Vec<Reason>>>, Problem> {
    Ok(Shown(adapt::why(call.app(), &call.caller()?, input.path.id).await?))
}

async fn events(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<Vec<SessionEvent>>, Problem> {
    Ok(Shown(session::events(call.app(), &call.caller()?, input.path.id).await?))
}

async fn waiting(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<Vec<ProposalView>>, Problem> {
    let waiting = start::waiting(call.app(), &call.caller()?, input.path.id).await?;
    Ok(Shown(view::proposals(waiting, &view::voice(&call).await?)))
}

async fn start_(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<SessionView>, Problem> {
    begin(&call, input.path.id, AtGate::Ask).await
}

async fn start_skipping(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<SessionView>, Problem> {
    begin(&call, input.path.id, AtGate::Skip).await
}

async fn start_accepting(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<SessionView>, Problem> {
    begin(&call, input.path.id, AtGate::AcceptAll).await
}

async fn begin(call: &Call, id: SessionId, at_gate: AtGate) -> Result<Shown<SessionView>, Problem> {
    Ok(Shown(session_view!(start::start(call.app(), &call.caller()?, id, at_gate).await?)))
}

/// A set as a device logged it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeviceSet {
    /// The exercise of the session.
    performance_id: Id<ExercisePerformance>,
    /// What was done; its id is the device's.
    set: SetPerformance,
    /// When, by the clock of the device.
    #[serde(default)]
    at: Option<Instant>,
}

impl DeviceSet {
    fn logged(self) -> Logged {
        Logged { performance_id: self.performance_id, set: self.set, at: self.at }
    }
}

/// How many sets were new.
#[derive(Debug, Serialize, JsonSchema)]
struct Counted {
    /// Sets that were not known before.
    new: usize,
}

/// A set of a session.
#[derive(Debug, Deserialize, JsonSchema)]
struct SetPath {
    /// The session.
    id: SessionId,
    /// The set, by the id that the device made.
    set_id: Uuid,
}

async fn log_set(call: Call, input: Input<SetPath, Nothing, DeviceSet>) -> Result<Shown<Counted>, Problem> {
    let mut logged = input.body.logged();
    logged.set.id = Id::from_uuid(input.path.set_id);
    let new = log::log(call.app(), &call.caller()?, input.path.id, &[logged]).await?;
    Ok(Shown(Counted { new }))
}

/// Sets that a device has.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeviceSets {
    /// In any order.
    sets: Vec<DeviceSet>,
}

async fn log_sets(
    call: Call,
    input: Input<ById<SessionId>, Nothing, DeviceSets>,
) -> Result<Shown<Counted>, Problem> {
    let sets: Vec<Logged> = input.body.sets.into_iter().map(DeviceSet::logged).collect();
    let new = log::log(call.app(), &call.caller()?, input.path.id, &sets).await?;
    Ok(Shown(Counted { new }))
}

/// An exercise that was not planned.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Added {
    /// The id that the device made.
    id: Id<ExercisePerformance>,
    /// Which exercise.
    exercise: ExerciseKey,
}

async fn add_exercise(
    call: Call,
    input: Input<ById<SessionId>, Nothing, Added>,
) -> Result<Shown<SessionView>, Problem> {
    let Added { id, exercise } = input.body;
    let row = log::add_exercise(call.app(), &call.caller()?, input.path.id, id, &exercise).await?;
    Ok(Shown(session_view!(row)))
}

async fn finish_(
    call: Call,
    input: Input<ById<SessionId>, Nothing, Ending>,
) -> Result<Shown<FinishedView>, Problem> {
    let finished = finish::finish(call.app(), &call.caller()?, input.path.id, &input.body).await?;
    Ok(Shown(view::finished(finished, &view::voice(&call).await?)))
}

async fn outcome(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<FinishedView>, Problem> {
    let finished = finish::outcome(call.app(), &call.caller()?, input.path.id).await?;
    Ok(Shown(view::finished(finished, &view::voice(&call).await?)))
}

/// Whether candidates that were not proposed are told, too.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct WithDropped {
    /// Those, too, each with the reason.
    dropped: bool,
}

/// What a session proposed.
#[derive(Debug, Serialize, JsonSchema)]
struct Suggested {
    /// In the order in which they are shown.
    items: Vec<ProposalView>,
    /// Candidates that were not proposed, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<Vec<DroppedView>>,
}

/// A candidate that was not proposed, with its reason in words.
#[derive(Debug, Serialize, JsonSchema)]
struct DroppedView {
    /// The candidate.
    #[serde(flatten)]
    dropped: Dropped,
    /// Why it was not proposed, in the caller's language and unit.
    reason_text: String,
}

async fn suggestions(
    call: Call,
    input: Input<ById<SessionId>, WithDropped>,
) -> Result<Shown<Suggested>, Problem> {
    let (app, caller, id) = (call.app(), call.caller()?, input.path.id);
    let finished = finish::outcome(app, &caller, id).await?;
    let filter = Filter { session: Some(id), all: true, ..Filter::default() };
    let proposed = proposals::list(app, &caller, filter).await?;
    let voice = view::voice(&call).await?;
    let told = |dropped: Dropped| DroppedView { reason_text: voice.reason(&dropped.reason), dropped };
    let dropped = input.query.dropped.then(|| finished.told.dropped.into_iter().map(told).collect());
    Ok(Shown(Suggested { items: view::proposals(proposed, &voice), dropped }))
}

async fn leave_(call: Call, input: Input<ById<SessionId>>) -> Result<Shown<SessionView>, Problem> {
    Ok(Shown(session_view!(leave::leave(call.app(), &call.caller()?, input.path.id).await?)))
}

/// Why, in a few words.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct SkipBody {
    /// Why.
    reason: String,
}

async fn skip(
    call: Call,
    input: Input<ById<SessionId>, Nothing, SkipBody>,
) -> Result<Shown<FinishedView>, Problem> {
    let finished = finish::skip(call.app(), &call.caller()?, input.path.id, &input.body.reason).await?;
    Ok(Shown(view::finished(finished, &view::voice(&call).await?)))
}

/// The exercise that something shall stand in for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Instead {
    /// Which exercise of the session.
    exercise: ExerciseKey,
}

async fn alternatives(
    call: Call,
    input: Input<ById<SessionId>, Instead>,
) -> Result<Shown<SubstitutionOutput>, Problem> {
    let (id, exercise) = (input.path.id, input.query.exercise);
    Ok(Shown(swap::alternatives(call.app(), &call.caller()?, id, &exercise).await?))
}

/// One exercise instead of another.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExerciseSwap {
    /// The exercise of the session.
    exercise: ExerciseKey,
    /// What is done instead.
    with: ExerciseKey,
    /// Why: busy, pain, dislike, other.
    #[serde(default = "other")]
    reason: String,
}

fn other() -> String {
    "other".to_owned()
}

async fn swap_(
    call: Call,
    input: Input<ById<SessionId>, Nothing, ExerciseSwap>,
) -> Result<Shown<SessionView>, Problem> {
    let (id, ExerciseSwap { exercise, with, reason }) = (input.path.id, input.body);
    let row = swap::swap(call.app(), &call.caller()?, id, &exercise, &with, &reason).await?;
    Ok(Shown(session_view!(row)))
}

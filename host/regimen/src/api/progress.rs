//! How it goes: check-ins, flags, records, history, figures, events, review (P-21, P-31, P-45, P-58, A-15, A-24, A-35).

use domain::{
    exercise::ExerciseKey,
    id::Id,
    progress::{ProgressRecord, ProgressionEvent, ProgressionEventType},
    time::{Instant, LocalDate, add_days},
    wellbeing::{CheckIn, Flag},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use training::{
    flag::Sign, progress_summary::ProgressSummary, records::Record, strength::Curve,
    suggestion::history::ExerciseHistory,
};

use super::{
    answer::{File, Shown},
    call::Call,
    endpoint::{ById, ByKey, Endpoint, Input, Needs, Nothing, delete, get, post},
    example,
    part::{Limit, Page, Part},
};
use crate::{
    problem::Problem,
    service::{
        aggregates::{self, Aggregates},
        app::Scope,
        figures::{self, Asked, Figure},
        overview::{self, PastDay},
        review::{self, Reviewed},
        wellbeing,
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, log, plan) =
        (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Log), Needs::Athlete(Scope::Plan));
    vec![
        get("/checkins", "P-58", read, "How the athlete was", check_ins),
        post("/checkins", "P-58", log, "Say how one is; gives the flags in force", check_in)
            .example(example::check_in),
        get("/flags", "P-53", read, "What holds now", flags),
        post("/flags", "P-53", log, "Set a flag", set_flag)
            .example(|| json!({ "kind": "pain", "area": "knee", "severity": 2 })),
        delete("/flags/{id}", "P-53", log, "Say that a flag is over", clear_flag),
        get("/progress", "P-20", read, "Records of decisions", progress),
        get("/progress/summary", "P-21", read, "How each exercise of the plan goes", summary),
        get("/exercises/{key}/history", "SG-11", read, "What was done of an exercise", history),
        get(
            "/exercises/{key}/e1rm",
            "A-23",
            read,
            "The estimated maxima of an exercise, and their trend",
            strength,
        ),
        get("/records", "A-22", read, "Bests", records),
        get("/metrics", "A-2", read, "Figures by day", metrics),
        get("/volume", "A-24", read, "What each muscle got week by week, and means by exercise", volume),
        get("/events", "A-15", read, "Decisions as they were made, newest first", events),
        get("/review.csv", "P-45", read, "Exercises to be reviewed, as a table", review_table),
        post("/review", "P-45", plan, "The answers of a review", review_answers).example(example::review),
    ]
}

/// A part of the check-ins.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct CheckInPart {
    /// Since then; else the last 28 days.
    since: Option<Instant>,
    /// What `next` of the part before says.
    cursor: Option<String>,
    /// At most so many; else 100.
    limit: Option<Limit>,
}

async fn check_ins(call: Call, input: Input<Nothing, CheckInPart>) -> Result<Shown<Page<CheckIn>>, Problem> {
    let CheckInPart { since, cursor, limit } = input.query;
    let since = since.unwrap_or_else(|| call.app().now().minus_seconds(28 * 24 * 3600));
    let all = wellbeing::check_ins(call.app(), &call.caller()?, since).await?;
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| (one.at, one.id))?))
}

async fn check_in(call: Call, input: Input<Nothing, Nothing, CheckIn>) -> Result<Shown<Vec<Flag>>, Problem> {
    Ok(Shown(wellbeing::check_in(call.app(), &call.caller()?, input.body).await?))
}

async fn flags(call: Call, _: Input) -> Result<Shown<Vec<Flag>>, Problem> {
    Ok(Shown(wellbeing::flags(call.app(), &call.caller()?).await?))
}

/// A sign that sets a flag.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewFlag {
    /// Which flag.
    kind: domain::wellbeing::FlagKind,
    /// Where, for pain.
    #[serde(default)]
    area: Option<domain::anatomy::BodyArea>,
    /// On which exercise, for technique and suspension.
    #[serde(default)]
    exercise: Option<ExerciseKey>,
    /// 1..3.
    severity: domain::wellbeing::Severity,
}

async fn set_flag(call: Call, input: Input<Nothing, Nothing, NewFlag>) -> Result<Shown<Vec<Flag>>, Problem> {
    let NewFlag { kind, area, exercise, severity } = input.body;
    let sign = Sign { kind, area, exercise, severity };
    Ok(Shown(wellbeing::set_flag(call.app(), &call.caller()?, sign).await?))
}

/// Why a flag is over.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Why {
    /// Why.
    reason: String,
}

async fn clear_flag(call: Call, input: Input<ById<Id<Flag>>, Why>) -> Result<Shown<Vec<Flag>>, Problem> {
    let (id, reason) = (input.path.id, input.query.reason);
    Ok(Shown(wellbeing::clear_flag(call.app(), &call.caller()?, id, &reason).await?))
}

/// Records of some days.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Listing {
    /// The exercise's key.
    exercise: Option<String>,
    /// The first day; else 90 days ago.
    from: Option<LocalDate>,
    /// The last day; else today.
    to: Option<LocalDate>,
    /// What `next` of the part before says.
    cursor: Option<String>,
    /// At most so many; else 100.
    limit: Option<Limit>,
}

async fn progress(
    call: Call,
    input: Input<Nothing, Listing>,
) -> Result<Shown<Page<ProgressRecord>>, Problem> {
    let (app, caller, query) = (call.app(), call.caller()?, input.query);
    let today = overview::today(app, &caller).await?;
    let (from, to) = (query.from.unwrap_or(add_days(today, -90)), query.to.unwrap_or(today));
    let all = overview::progress(app, &caller, from, to, query.exercise.as_deref()).await?;
    let part = Page::of(all, query.cursor.as_deref(), query.limit, |(at, record)| (*at, record.id))?;
    Ok(Shown(part.map(|(_, record)| record)))
}

async fn summary(call: Call, _: Input) -> Result<Shown<Vec<ProgressSummary>>, Problem> {
    Ok(Shown(overview::summary(call.app(), &call.caller()?).await?))
}

/// What is known of one exercise, with a part of its days.
#[derive(Debug, Serialize, JsonSchema)]
struct HistoryView {
    /// Which.
    exercise: ExerciseKey,
    /// Bests, means and what is usual (SG-11).
    known: ExerciseHistory,
    /// Days of it, newest first.
    days: Vec<PastDay>,
    /// The cursor of the days before; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

async fn history(call: Call, input: Input<ByKey<ExerciseKey>, Part>) -> Result<Shown<HistoryView>, Problem> {
    let Part { cursor, limit } = input.query;
    let all = overview::history(call.app(), &call.caller()?, &input.path.key).await?;
    let days = Page::of(all.days, cursor.as_deref(), limit, PastDay::place)?;
    Ok(Shown(HistoryView { exercise: all.exercise, known: all.known, days: days.items, next: days.next }))
}

async fn strength(call: Call, input: Input<ByKey<ExerciseKey>>) -> Result<Shown<Curve>, Problem> {
    Ok(Shown(overview::strength(call.app(), &call.caller()?, &input.path.key).await?))
}

/// Of which exercise.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Of {
    /// The exercise's key; else of all.
    exercise: Option<ExerciseKey>,
}

async fn records(call: Call, input: Input<Nothing, Of>) -> Result<Shown<Vec<Record>>, Problem> {
    Ok(Shown(overview::records(call.app(), &call.caller()?, input.query.exercise.as_ref()).await?))
}

/// Which figures.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// Of this kind only.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// The first day.
    from: Option<LocalDate>,
    /// The last day.
    to: Option<LocalDate>,
}

async fn metrics(call: Call, input: Input<Nothing, Wanted>) -> Result<Shown<Vec<Figure>>, Problem> {
    let Wanted { kind, from, to } = input.query;
    Ok(Shown(figures::list(call.app(), &call.caller()?, kind.as_deref(), (from, to)).await?))
}

/// Which weeks.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Weeks {
    /// The first day; else 12 weeks before the last.
    from: Option<LocalDate>,
    /// The last day; else today.
    to: Option<LocalDate>,
}

async fn volume(call: Call, input: Input<Nothing, Weeks>) -> Result<Shown<Aggregates>, Problem> {
    let Weeks { from, to } = input.query;
    Ok(Shown(aggregates::show(call.app(), &call.caller()?, (from, to)).await?))
}

/// Which events.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Events {
    /// About this exercise only.
    exercise: Option<String>,
    /// Of this kind only.
    kind: Option<ProgressionEventType>,
    /// Of this trace only: what one trigger brought about.
    trace: Option<String>,
    /// The first day.
    from: Option<LocalDate>,
    /// The last day.
    to: Option<LocalDate>,
    /// Only those before this instant; the one of the last event asks for the next part.
    before: Option<Instant>,
}

async fn events(call: Call, input: Input<Nothing, Events>) -> Result<Shown<Vec<ProgressionEvent>>, Problem> {
    let Events { exercise, kind, trace, from, to, before } = input.query;
    let (exercise, trace) = (exercise.as_deref(), trace.as_deref());
    let asked = Asked { exercise, kind, trace, days: (from, to), before };
    Ok(Shown(figures::events(call.app(), &call.caller()?, asked).await?))
}

async fn review_table(call: Call, _: Input) -> Result<File, Problem> {
    let (_, text) = review::export(call.app(), &call.caller()?).await?;
    Ok(File { media: "text/csv", name: "review.csv".to_owned(), content: text.into_bytes() })
}

/// A table that was filled in.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReviewAnswers {
    /// The lines of the table.
    csv: String,
}

async fn review_answers(
    call: Call,
    input: Input<Nothing, Nothing, ReviewAnswers>,
) -> Result<Shown<Reviewed>, Problem> {
    Ok(Shown(review::import(call.app(), &call.caller()?, &input.body.csv).await?))
}

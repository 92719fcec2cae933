//! Plans in the store: what they hold, how they came to be, and how a person changes them.

use std::path::PathBuf;

use domain::{
    change::{Field, Target, Value},
    dispute::{Conflict, Override, OverrideScope, Resolution},
    error::ErrorCode,
    exercise::ExerciseKey,
    id::{Id, TraceId},
    law::Invalid,
    plan::{PlanId, PlanItem, VersionSource},
    quantity::MassUnit,
    time::LocalDate,
    voice::Voice,
};
use plan::{
    between::Difference,
    edit::{Edit, Wish},
    replay::ItemSketch,
    rollback::Slot,
};
use serde_json::{Value as Json, json};
use training::catalog::Catalog;

use super::page;
use crate::{
    cli::{Ctx, document::Source, find::find_exercise, number::whole, on_store::Who, page::Reader, typed},
    problem::{Exit, Problem},
    service::{
        app::{App, Caller},
        overview, planning as service, profile_of,
    },
};

const CREATE: &str = "\
A file has a list of items, whole ones (`regimen schema plan-item`) or in short:
  [
    { \"exercise\": \"bench_press\", \"sets\": \"3x8\", \"mode\": \"range\",
      \"range\": [6, 10], \"load_g\": 60000, \"rest_s\": 150, \"weekday\": 1 },
    { \"exercise\": \"plank\", \"sets\": \"3x45s\", \"mode\": \"fixed\", \"weekday\": 1 }
  ]

Examples:
  regimen plan create items.json --title Spring";

/// What is asked of a stored plan.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Plans, the one in force marked
    #[command(after_help = "Examples:\n  regimen plan list")]
    List,
    /// What the plan asks for now
    #[command(after_help = "Examples:\n  regimen plan show")]
    Show {
        /// Another plan than the one in force
        id: Option<PlanId>,
    },
    /// Make a plan from a file of items, and put it in force
    #[command(
        visible_alias = "import",
        after_help = CREATE
    )]
    Create {
        /// What it is called
        #[arg(long, default_value = "Training")]
        title: String,
        /// JSON file with a list of items, or - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// How the plan came to be: every version with what it changed and why
    #[command(after_help = "Examples:\n  regimen plan versions")]
    Versions,
    /// One version
    #[command(after_help = "Examples:\n  regimen plan version 7")]
    Version {
        /// Its number
        #[arg(value_parser = whole::<u32>(1..))]
        number: u32,
    },
    /// What lies between two versions, and why
    #[command(after_help = "Examples:\n  regimen plan diff 5 7")]
    Diff {
        /// From this version
        #[arg(value_parser = whole::<u32>(1..))]
        from: u32,
        /// To that one
        #[arg(value_parser = whole::<u32>(1..))]
        to: u32,
    },
    /// Change the plan by hand: plan edit bench_press load 62.5
    #[command(
        after_help = "Examples:\n  regimen plan edit bench_press load 62.5\n  regimen plan edit pull_up sets 3 --session\n  regimen plan edit bench_press reps 8 --set 1 --reason \"sore\"\n  regimen plan edit bench_press rest 2:30"
    )]
    Edit {
        /// The exercise: its key, or a part of its name
        exercise: String,
        /// What to change: load, reps, seconds, sets, rest, rep_low, rep_high, rep_target, remove
        field: String,
        /// The new value
        value: Option<String>,
        /// Only this set, from 1
        #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
        set: Option<usize>,
        /// Only for the session that runs or comes next
        #[arg(long)]
        session: bool,
        /// Why, in your words
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Values that you set by hand and that engines respect
    #[command(after_help = "Examples:\n  regimen plan overrides")]
    Overrides,
    /// Let engines change a value again that you set by hand
    #[command(
        subcommand,
        disable_help_subcommand = true,
        after_help = "Examples:\n  regimen plan override drop 0198c0de-0000-7000-8000-000000000001"
    )]
    Override(Overriding),
    /// Bring a day or an exercise back to what it was: monday, 2026-03-02, bench_press
    #[command(after_help = "Examples:\n  regimen plan rollback monday\n  regimen plan rollback bench_press")]
    Rollback {
        /// Which
        what: String,
    },
    /// Take a version back
    #[command(after_help = "Examples:\n  regimen plan undo 7")]
    Undo {
        /// Its number
        #[arg(value_parser = whole::<u32>(1..))]
        number: u32,
    },
    /// Make a version the plan again
    #[command(after_help = "Examples:\n  regimen plan restore 5")]
    Restore {
        /// Its number
        #[arg(value_parser = whole::<u32>(1..))]
        number: u32,
    },
    /// Settle a version that waits
    #[command(after_help = "Examples:\n  regimen plan confirm 8 compromise")]
    Confirm {
        /// Its number
        #[arg(value_parser = whole::<u32>(1..))]
        number: u32,
        /// Keep your value, take the new one, or meet halfway: manual, auto, compromise
        how: Resolution,
    },
    /// Say no to a version that waits: your values stay
    #[command(after_help = "Examples:\n  regimen plan reject 8")]
    Reject {
        /// Its number
        #[arg(value_parser = whole::<u32>(1..))]
        number: u32,
    },
    /// Where you and an engine wanted different things
    #[command(after_help = "Examples:\n  regimen plan conflicts --all")]
    Conflicts {
        /// Settled ones, too
        #[arg(long)]
        all: bool,
    },
    /// Settle a conflict, for all sets that it is about
    #[command(after_help = "Examples:\n  regimen plan resolve 0198c0de-0000-7000-8000-000000000001 manual")]
    Resolve {
        /// Its id
        id: Id<Conflict>,
        /// Keep your value, take the new one, or meet halfway: manual, auto, compromise
        how: Resolution,
    },
    /// Who did what, and why
    #[command(after_help = "Examples:\n  regimen plan audit")]
    Audit,
    /// Everything that followed from one trigger; also `regimen trace`
    #[command(after_help = "Examples:\n  regimen plan trace 01J0000000000000000000TEST")]
    Trace {
        /// Its trace id
        id: String,
    },
}

/// What is done with a value that was set by hand.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Overriding {
    /// Let engines change it again
    #[command(after_help = "Examples:\n  regimen plan override drop 0198c0de-0000-7000-8000-000000000001")]
    Drop {
        /// The id of the override
        id: Id<Override>,
    },
}

/// What a command answers: data, and who it is told to.
struct Answer {
    shown: Shown,
    items: Vec<PlanItem>,
    voice: Voice,
}

/// What is shown.
pub(super) enum Shown {
    Plans(Vec<domain::plan::Plan>),
    Items(service::PlanNow),
    Versions(Vec<service::Explained>),
    Diff(Vec<Difference>),
    Landed(Option<u32>),
    Overrides(Vec<Override>),
    Conflicts(Vec<Conflict>, Vec<service::Dispute>),
    Audit(Vec<domain::plan::AuditLine>, service::Named),
    Trace(service::Trace, service::Named),
}

impl Shown {
    fn json(&self) -> Json {
        match self {
            Self::Plans(plans) => json!(plans),
            Self::Items(now) => json!(now),
            Self::Versions(told) => json!(told.iter().map(|told| &told.entry).collect::<Vec<_>>()),
            Self::Diff(diff) => json!(diff),
            Self::Landed(version) => json!({ "version": version }),
            Self::Overrides(overrides) => json!(overrides),
            Self::Conflicts(conflicts, _) => json!(conflicts),
            Self::Audit(lines, _) => json!(lines),
            Self::Trace(trace, _) => json!(trace),
        }
    }
}

pub(super) fn run(verb: &Verb, who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let answer = ctx.for_athlete(who, async |app, caller| {
        let profile = profile_of(app, caller).await?;
        let shown = act(verb, app, caller, profile.units).await?;
        let items = service::show(app, caller, None).await.map(|now| now.items).unwrap_or_default();
        let voice = Voice { locale: crate::texts::Locale::En, unit: profile.units, zone: profile.zone };
        Ok(Answer { shown, items, voice })
    })?;
    ctx.output.show(&answer.shown.json(), |lang| {
        let voice = Voice { locale: lang, ..answer.voice.clone() };
        page::page(&answer.shown, &answer.items, &Reader::with(voice, Catalog::embedded()))
    })?;
    Ok(Exit::Done)
}

async fn act(verb: &Verb, app: &App, caller: &Caller, unit: MassUnit) -> Result<Shown, Problem> {
    Ok(match verb {
        Verb::List => Shown::Plans(service::list(app, caller).await?),
        Verb::Show { id } => Shown::Items(service::show(app, caller, *id).await?),
        Verb::Create { title, file } => {
            let items = read_items(&Source::of(file))?;
            Shown::Items(service::make(app, caller, title, items, VersionSource::Initial).await?)
        }
        Verb::Versions => Shown::Versions(service::explained(app, caller, None).await?),
        Verb::Version { number } => Shown::Versions(service::explained(app, caller, Some(*number)).await?),
        Verb::Diff { from, to } => Shown::Diff(service::diff(app, caller, None, *from, *to).await?),
        Verb::Edit { exercise, field, value, set, session, reason } => {
            let now = service::show(app, caller, None).await?;
            let catalog = overview::ground(app, caller).await?.catalog;
            let keys: Vec<_> = now.items.iter().map(|item| &item.exercise_key).collect();
            let exercise = find_exercise(exercise, &catalog, &keys)?;
            let wishes = wishes(&now.items, &exercise, field, value.as_deref(), *set, unit)?;
            let scope = if *session { OverrideScope::Session } else { OverrideScope::Plan };
            let edit = Edit { wishes, scope, reason: reason.clone() };
            Shown::Landed(service::change(app, caller, None, &edit, None).await?)
        }
        Verb::Overrides => Shown::Overrides(service::overrides(app, caller).await?),
        Verb::Override(Overriding::Drop { id }) => {
            service::drop_override(app, caller, *id).await?;
            Shown::Landed(None)
        }
        Verb::Rollback { what } => {
            Shown::Landed(service::roll_back(app, caller, None, &slot(what)?, None, None).await?)
        }
        Verb::Undo { number } => Shown::Landed(service::take_back(app, caller, None, *number).await?),
        Verb::Restore { number } => Shown::Landed(service::bring_back(app, caller, None, *number).await?),
        Verb::Confirm { number, how } => {
            Shown::Landed(service::answer_version(app, caller, None, *number, *how).await?)
        }
        Verb::Reject { number } => {
            Shown::Landed(service::answer_version(app, caller, None, *number, Resolution::Manual).await?)
        }
        Verb::Conflicts { all } => {
            let conflicts = service::conflicts(app, caller, *all).await?;
            Shown::Conflicts(conflicts, service::disputes(app, caller, *all).await?)
        }
        Verb::Resolve { id, how } => Shown::Landed(service::settle(app, caller, *id, *how).await?),
        Verb::Audit => {
            let lines = service::audit(app, caller, None).await?;
            Shown::Audit(lines, service::named(app, caller).await?)
        }
        Verb::Trace { id } => {
            let trace = TraceId::try_from(id.clone())
                .map_err(|error| Invalid::of(ErrorCode::BadValue, "trace", id, error.to_string()))?;
            let found = service::trace(app, caller, &trace).await?;
            Shown::Trace(found, service::named(app, caller).await?)
        }
    })
}

/// A file of whole items, or of items in short as `plan replay` takes them.
fn read_items(source: &Source) -> Result<Vec<PlanItem>, Problem> {
    let items: Vec<Json> = source.read("plan-item").map_err(in_a_list)?;
    let short = items.iter().all(|item| item.get("exercise").is_some());
    let bad = |error: serde_json::Error| {
        in_a_list(source.refuse(crate::problem::document::refusal(&error, "plan-item")))
    };
    if !short {
        return items.into_iter().map(|item| serde_json::from_value(item).map_err(bad)).collect();
    }
    let mut whole = Vec::with_capacity(items.len());
    for (place, item) in items.into_iter().enumerate() {
        let sketch: ItemSketch = serde_json::from_value(item).map_err(bad)?;
        whole.push(sketch.item(place)?);
    }
    Ok(whole)
}

/// Where items are read from a list, one of them alone is no example of the file.
fn in_a_list(problem: Problem) -> Problem {
    problem.fact("document", "list_of_items")
}

/// RB-1: a weekday, a date or an exercise.
fn slot(text: &str) -> Result<Slot, Problem> {
    const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let lower = text.to_lowercase();
    if let Some(place) = DAYS.iter().position(|day| *day == lower) {
        return Ok(Slot::Weekday(u8::try_from(place + 1).unwrap_or(1)));
    }
    if let Ok(date) = text.parse::<LocalDate>() {
        return Ok(Slot::Date(date));
    }
    let key = ExerciseKey::new(&lower).map_err(|_| {
        Invalid::of(ErrorCode::BadValue, "what", text, "a weekday, a date or the key of an exercise")
    })?;
    Ok(Slot::Exercise(key))
}

fn wishes(
    items: &[PlanItem],
    exercise: &ExerciseKey,
    field: &str,
    value: Option<&str>,
    set: Option<usize>,
    unit: MassUnit,
) -> Result<Vec<Wish>, Problem> {
    let item = items.iter().find(|item| item.exercise_key == *exercise);
    let Some(item) = item else {
        return Err(Invalid::of(ErrorCode::UnknownItem, "exercise", exercise, "an item of the plan").into());
    };
    let whole = Target { item_id: item.item_id, set_id: None };
    if field == "remove" {
        return Ok(vec![Wish { target: whole, field: Field::Exercise, new: Value::Nothing }]);
    }
    let (of_set, field) = match field {
        "load" => (true, Field::Load),
        "reps" => (true, Field::Reps),
        "seconds" => (true, Field::Seconds),
        "sets" => (false, Field::SetCount),
        "rest" => (false, Field::RestAll),
        "rep_low" => (false, Field::RepLow),
        "rep_high" => (false, Field::RepHigh),
        "rep_target" => (false, Field::RepTarget),
        other => {
            let expected = "load, reps, seconds, sets, rest, rep_low, rep_high, rep_target or remove";
            return Err(Invalid::of(ErrorCode::BadValue, "field", other, expected).into());
        }
    };
    let new = number(field, value, unit)?;
    if !of_set {
        return Ok(vec![Wish { target: whole, field, new }]);
    }
    let sets = &item.prescription.sets;
    let chosen: Vec<_> = match set {
        None => sets.iter().collect(),
        Some(number) => number.checked_sub(1).and_then(|place| sets.get(place)).into_iter().collect(),
    };
    if chosen.is_empty() {
        let expected = format!("1..{}", sets.len());
        return Err(Invalid::of(ErrorCode::InvalidSetTarget, "set", set.unwrap_or(0), expected).into());
    }
    let wish = |set: &domain::prescription::SetPrescription| Wish {
        target: Target { set_id: Some(set.set_id), ..whole },
        field,
        new: new.clone(),
    };
    Ok(chosen.into_iter().map(wish).collect())
}

fn number(field: Field, value: Option<&str>, unit: MassUnit) -> Result<Value, Problem> {
    let text = value.unwrap_or_default().replace(',', ".");
    let refuse = |expected: &str| Problem::from(Invalid::of(ErrorCode::BadValue, field, &text, expected));
    Ok(Value::Number(match field {
        Field::Load => typed::load(&text, unit, || refuse("a load like 62.5, 62.5kg or 135lb"))?.0,
        Field::RestAll => {
            let seconds = typed::seconds(&text);
            seconds.ok_or_else(|| refuse("seconds like 90, or minutes and seconds like 1:30"))?
        }
        _ => text.parse().map_err(|_| refuse("a number"))?,
    }))
}

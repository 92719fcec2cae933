//! `regimen history`, `regimen records`: what was done of an exercise, and what was never better (SG-11, P-54).

use domain::{exercise::ExerciseKey, quantity::Grams, reason::Fact, voice::Voice};
use training::{
    catalog::Catalog,
    records::{Record, RecordKind, bests},
    strength::Curve,
};

use super::{
    Ctx,
    find::find_done,
    number::whole,
    on_store::Who,
    page::Reader,
    table::{Column, Table},
};
use crate::{
    problem::{Exit, Problem},
    service::{overview, overview::History},
};

/// What was done of an exercise, its bests and what is usual
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  regimen history bench_press --last 20")]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// The exercise: its key, or a part of its name
    exercise: String,
    /// How many sessions to show
    #[arg(long, default_value_t = 12, value_parser = whole::<usize>(1..))]
    last: usize,
}

/// Personal records: the best of every exercise
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  regimen records\n  regimen records pull_up\n  regimen records back_squat --e1rm"
)]
pub(super) struct RecordArgs {
    #[command(flatten)]
    who: Who,
    /// Only of this exercise, by its key or a part of its name, with every step on the way
    exercise: Option<String>,
    /// The estimated maxima of the exercise, and where they go
    #[arg(long, requires = "exercise")]
    e1rm: bool,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (mut history, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let ground = overview::ground(app, caller).await?;
        let done = overview::done(app, caller).await?;
        let key = find_done(&args.exercise, &ground.catalog, &done)?;
        Ok((overview::history(app, caller, &key).await?, ground.profile))
    })?;
    history.days.truncate(args.last);
    ctx.output.show(&history, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        page(&history, &Reader::with(voice, Catalog::embedded()))
    })?;
    Ok(Exit::Done)
}

pub(super) fn records(args: &RecordArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    if let Some(text) = args.exercise.as_ref().filter(|_| args.e1rm) {
        return strength(text, &args.who, ctx);
    }
    let (records, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let ground = overview::ground(app, caller).await?;
        let done = overview::done(app, caller).await?;
        let find = |text: &String| find_done(text, &ground.catalog, &done);
        let key = args.exercise.as_ref().map(find).transpose()?;
        Ok((overview::records(app, caller, key.as_ref()).await?, ground.profile))
    })?;
    let shown: Vec<Record> = match args.exercise {
        Some(_) => records.clone(),
        None => bests(&records).into_iter().cloned().collect(),
    };
    ctx.output.show(&shown, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        // Of rep maxima the best is enough, and only where one exercise is asked for.
        let maxes = bests(&shown).into_iter().filter(|one| args.exercise.is_some() && is_rep_max(one));
        let told: Vec<&Record> = shown.iter().filter(|one| !is_rep_max(one)).chain(maxes).collect();
        record_page(&told, &Reader::with(voice, Catalog::embedded()))
    })?;
    Ok(Exit::Done)
}

fn is_rep_max(record: &Record) -> bool {
    record.kind == RecordKind::RepMax
}

/// the estimated maxima of an exercise.
fn strength(text: &str, who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (key, curve, profile) = ctx.for_athlete(who, async |app, caller| {
        let ground = overview::ground(app, caller).await?;
        let done = overview::done(app, caller).await?;
        let key = find_done(text, &ground.catalog, &done)?;
        let curve = overview::strength(app, caller, &key).await?;
        Ok((key, curve, ground.profile))
    })?;
    ctx.output.show(&curve, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        strength_page(&key, &curve, &Reader::with(voice, Catalog::embedded()))
    })?;
    Ok(Exit::Done)
}

fn strength_page(key: &ExerciseKey, curve: &Curve, page: &Reader<'_>) -> String {
    let facts = [("exercise", page.name(key).into()), ("trend", page.word("trend", curve.trend).into())];
    let head = page.text_with("store-strength", facts);
    if curve.points.is_empty() {
        return format!("{head}\n");
    }
    let mut table = Table::new([Column::Left, Column::Right, Column::Right, Column::Rest]);
    table.row(page.texts(["store-column-day", "store-column-e1rm", "store-column-reps", ""]));
    for point in &curve.points {
        let note = match point {
            point if point.loose => page.text("store-strength-loose"),
            point if point.deload => page.text("store-strength-deload"),
            point if curve.best == Some(*point) => page.text("store-strength-best"),
            _ => String::new(),
        };
        let load = page.record(RecordKind::BestE1rm, point.e1rm_g.0);
        table.row([page.fact(point.date), load, point.reps.to_string(), note]);
    }
    format!("{head}\n\n{table}")
}

fn page(history: &History, page: &Reader<'_>) -> String {
    let known = &history.known;
    let head = page.text_with(
        "store-history",
        [
            ("exercise", page.name(&history.exercise).into()),
            ("sessions", known.sessions.into()),
            ("recent", known.sessions_30_days.into()),
            ("trend", page.word("trend", known.trend).into()),
        ],
    );
    if history.days.is_empty() {
        return format!("{head}\n");
    }
    let mut table = Table::new([Column::Left, Column::Rest, Column::Right, Column::Right, Column::Left]);
    table.row(page.texts([
        "store-column-day",
        "session-column-sets",
        "session-column-effort",
        "store-column-e1rm",
        "",
    ]));
    let most = history.days.iter().filter_map(|day| day.e1rm_g).max().unwrap_or(0);
    for day in &history.days {
        let mut parts = Vec::new();
        for run in day.sets.chunk_by(|a, b| a.0 == b.0) {
            let amounts: Vec<String> = run.iter().map(|(_, amount)| amount.to_string()).collect();
            let load =
                run[0].0.filter(|load| *load != 0).map(|load| format!("{} x ", page.load(Grams(load))));
            parts.push(format!("{}{}", load.unwrap_or_default(), amounts.join(", ")));
        }
        table.row([
            page.fact(day.date),
            parts.join("; "),
            day.rpe.map_or_else(String::new, |rpe| page.fact(Fact::tenths(rpe))),
            day.e1rm_g.map_or_else(String::new, |load| page.load(Grams(load - load % 100))),
            bar(day.e1rm_g, most),
        ]);
    }
    format!("{head}\n\n{table}")
}

/// How near the day came to the best, as a bar of up to ten signs.
fn bar(value: Option<i64>, most: i64) -> String {
    let value = value.filter(|_| most > 0).unwrap_or(0);
    let signs = usize::try_from(10 * value / most.max(1)).unwrap_or(0);
    "▪".repeat(signs)
}

fn record_page(records: &[&Record], page: &Reader<'_>) -> String {
    if records.is_empty() {
        return format!("{}\n", page.text("store-no-records"));
    }
    let mut table = Table::new([Column::Rest, Column::Left, Column::Right, Column::Left]);
    table.row(page.texts([
        "session-column-exercise",
        "store-column-record",
        "store-column-value",
        "store-column-day",
    ]));
    for record in records {
        table.row([
            page.keyed(&record.exercise),
            page.record_kind(record),
            page.record(record.kind, record.value),
            page.fact(record.date),
        ]);
    }
    table.to_string()
}

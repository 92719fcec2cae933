//! `regimen session`: plan it, start it, log it, finish it (EP-8, P-4, SL-5).

mod done;
mod edit;
mod flow;
mod flow_page;
mod page;
mod sets;
mod which;
mod words;

use std::path::PathBuf;

use domain::{
    exercise::ExerciseKey,
    quantity::Rpe,
    reason::Fact,
    session::{ExercisePerformance, Session, SessionId, SessionStatus},
    time::{LocalDate, add_days},
    voice::Voice,
};
use training::{catalog::Catalog, input::SESSION_MINUTES, progression::report::Report};

pub(super) use self::page::how_to_start;
use self::{
    done::{Done, Reported},
    which::{Fit, Which, find},
};
use super::{
    Ctx,
    document::Source,
    on_store::Who,
    page::Reader,
    table::{Column, Table},
};
use crate::{
    cli::number::whole,
    problem::{Exit, Problem},
    service::{
        app::{App, Caller},
        overview::{self, Ground},
        proposals::{self, Filter},
        session::{
            self as service,
            beside::{self, Beside},
            finish::{self, Ending, Finished},
            leave,
            start::{self, AtGate},
            swap,
        },
        workout::{self, Saving, Wanted},
    },
    texts::Locale,
};

const EXAMPLES: &str = "\
Examples:
  regimen session plan                     the session that is due, made for you
  regimen session start                    start it, with its targets fixed
  regimen session log 1 60x10 60x10@8      two sets of the first exercise
  regimen session log plank 60s            a set of an exercise by its name
  regimen session add dip                  one that was not planned
  regimen session finish --rpe 8           what it changes and suggests
  regimen session plan --request day.json  a session from your words, as a file
  regimen session log --workout day.yaml   the file back, filled in
  regimen session leave                    what was not answered waits";

/// Plan, start, log and finish sessions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    #[command(flatten)]
    Flow(flow::Verb),
    #[command(flatten)]
    Stored(Stored),
}

/// What is done with sessions that are stored.
#[derive(Debug, clap::Subcommand)]
enum Stored {
    /// Make a session and save it
    #[command(
        visible_alias = "save",
        after_help = "Examples:\n  regimen session plan\n  regimen session plan push --minutes 45 --pin bench_press\n  regimen session plan --dry-run\n  regimen session plan --request request.json > workout.yaml\n  regimen session plan --inputs inputs.json --dry-run"
    )]
    Plan(PlanArgs),
    /// List sessions
    #[command(after_help = "Examples:\n  regimen session list --from 2026-11-01")]
    List {
        /// First day; four weeks ago unless given
        #[arg(long, value_name = "DATE")]
        from: Option<LocalDate>,
        /// Last day; in a week unless given
        #[arg(long, value_name = "DATE")]
        to: Option<LocalDate>,
    },
    /// Show a session
    #[command(after_help = "Examples:\n  regimen session show")]
    Show(Which),
    /// Make a session fit that has not started: another length, intent or place, fewer exercises, another order
    #[command(after_help = edit::EXAMPLES)]
    Edit(edit::Args),
    /// Start a session; its targets are fixed from here on
    #[command(
        after_help = "Examples:\n  regimen session start\n  regimen session start --accept-suggestions"
    )]
    Start {
        #[command(flatten)]
        which: Which,
        /// Say yes to every suggestion that waits
        #[arg(long, conflicts_with = "skip_suggestions")]
        accept_suggestions: bool,
        /// Say no to every suggestion that waits
        #[arg(long)]
        skip_suggestions: bool,
    },
    /// Log sets of the running session
    #[command(after_help = words::HELP)]
    Log {
        /// Its number in the session, its key, or a part of its name
        #[arg(required_unless_present = "workout")]
        exercise: Option<String>,
        /// Sets as they were done: 60x10, 60x10@8, 12, 45s, 400m
        #[arg(required_unless_present = "workout")]
        sets: Vec<String>,
        /// A workout file, filled in; or - for standard input
        #[arg(long, value_name = "FILE", conflicts_with_all = ["exercise", "sets"])]
        workout: Option<PathBuf>,
    },
    /// Add an exercise that was not planned to the running session; with the report it enters the plan
    #[command(
        after_help = "Examples:\n  regimen session add back_squat\n  regimen session log back_squat 100x5"
    )]
    Add {
        /// Its key, its name, or a part of it
        exercise: String,
    },
    /// Log one set by its place, or put right what was logged there
    #[command(
        after_help = "Examples:\n  regimen session set 1 2 60x8    the second set of the first exercise was 60 x 8"
    )]
    Set {
        /// Its number in the session, its key, or a part of its name
        exercise: String,
        /// Which of its sets, from 1
        #[arg(value_parser = whole::<usize>(1..))]
        number: usize,
        /// The set as it was done: 60x10, 60x10@8, 12, 45s, 400m
        set: String,
    },
    /// Finish the running session: what it changes, and what is suggested
    #[command(
        after_help = "Examples:\n  regimen session finish --rpe 8\n  regimen session finish --effort 1=8.5 --pain 2=knee:2"
    )]
    Finish {
        #[command(flatten)]
        which: Which,
        /// Effort of the whole session, 1 to 10
        #[arg(long, value_name = "RPE")]
        rpe: Option<String>,
        /// Effort of an exercise: 1=8.5
        #[arg(long, value_name = "EXERCISE=RPE")]
        effort: Vec<String>,
        /// Pain in an exercise: 2=knee or 2=knee:2
        #[arg(long, value_name = "EXERCISE=AREA[:SEVERITY]")]
        pain: Vec<String>,
    },
    /// Report a whole session from a file, or correct a report
    #[command(
        after_help = "Examples:\n  regimen session report report.json\n  regimen session report --correct report.json"
    )]
    Report {
        #[command(flatten)]
        which: Which,
        /// JSON file with the report, or - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Correct a report that was made before
        #[arg(long)]
        correct: bool,
    },
    /// Leave the summary: what was not answered waits
    #[command(after_help = "Examples:\n  regimen session leave")]
    Leave(Which),
    /// Say that a session is not going to be done
    #[command(after_help = "Examples:\n  regimen session skip --reason \"no time\"")]
    Skip {
        #[command(flatten)]
        which: Which,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Show what can stand in for an exercise, or put it there
    #[command(
        after_help = "Examples:\n  regimen session swap 2\n  regimen session swap 2 machine_row --reason busy"
    )]
    Swap {
        /// Its number in the session, its key, or a part of its name
        exercise: String,
        /// The exercise to do instead
        with: Option<ExerciseKey>,
        /// Why
        #[arg(long, value_enum, default_value = "other")]
        reason: Why,
    },
}

/// why another exercise takes the place of one.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Why {
    #[value(alias = "equipment_busy")]
    Busy,
    Pain,
    Dislike,
    Other,
}

impl Why {
    /// The word under which it is counted.
    const fn word(self) -> &'static str {
        match self {
            Self::Busy => "equipment_busy",
            Self::Pain => "pain",
            Self::Dislike => "dislike",
            Self::Other => "other",
        }
    }
}

#[derive(Debug, clap::Args)]
struct PlanArgs {
    /// What it is about: push, pull, legs, upper, lower, full_body, body_part; what is due unless given
    intent: Option<String>,
    /// Muscles of a body-part session
    #[arg(long, value_name = "MUSCLE")]
    muscle: Vec<String>,
    /// Exercises that shall be in it
    #[arg(long, value_name = "EXERCISE")]
    pin: Vec<String>,
    /// How long it may take
    #[arg(long, value_parser = whole(SESSION_MINUTES))]
    minutes: Option<u32>,
    /// Where
    #[arg(long)]
    location: Option<String>,
    /// From this template instead
    #[arg(long)]
    template: Option<String>,
    #[command(flatten)]
    from: flow::From,
    /// Only show it, save nothing; of a request, what was understood
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let verb = match &args.verb {
        Some(Verb::Flow(verb)) => return flow::run(verb, &args.who, ctx),
        Some(Verb::Stored(verb)) => Some(verb),
        None => None,
    };
    match verb {
        Some(Stored::Plan(plan)) if plan.from.is_given() => {
            return flow::plan_from(&plan.from, plan.dry_run, &args.who, ctx);
        }
        Some(Stored::Log { workout: Some(file), .. }) => {
            let logged = flow::log_back(file, &args.who, ctx)?;
            let answer = ctx.for_athlete(&args.who, async |app, caller| {
                let done = reported(app, caller, logged.finished).await?;
                Ok(Answer { done, ground: overview::ground(app, caller).await? })
            })?;
            return shown(answer, ctx);
        }
        _ => {}
    }
    let answer = ctx.for_athlete(&args.who, async |app, caller| act(verb, app, caller).await)?;
    shown(answer, ctx)
}

fn shown(Answer { done, ground }: Answer, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    ctx.output.show(&done.json(), |lang: Locale| done.page(ground.today, &reader(lang, &ground)))?;
    Ok(Exit::Done)
}

/// A reader in this language, with the unit and the zone of the athlete.
fn reader(lang: Locale, ground: &Ground) -> Reader<'static> {
    let voice = Voice { locale: lang, unit: ground.profile.units, zone: ground.profile.zone.clone() };
    Reader::with(voice, Catalog::embedded())
}

/// What was done, and for whom it is told.
struct Answer {
    done: Done,
    ground: Ground,
}

async fn act(verb: Option<&Stored>, app: &App, caller: &Caller) -> Result<Answer, Problem> {
    let ground = overview::ground(app, caller).await?;
    let done = match verb {
        None => list(app, caller, None, None).await?,
        Some(Stored::List { from, to }) => list(app, caller, *from, *to).await?,
        Some(Stored::Plan(args)) => plan(args, app, caller).await?,
        Some(Stored::Show(which)) => {
            let id = find(which, Fit::Any, app, caller).await?;
            told(service::show(app, caller, id).await?.session, app, caller).await?
        }
        Some(Stored::Edit(args)) => edit::run(args, app, caller, &ground).await?,
        Some(Stored::Start { which, accept_suggestions, skip_suggestions }) => {
            let at_gate = match (accept_suggestions, skip_suggestions) {
                (true, _) => AtGate::AcceptAll,
                (_, true) => AtGate::Skip,
                _ => AtGate::Ask,
            };
            let id = find(which, Fit::Open, app, caller).await?;
            told(start::start(app, caller, id, at_gate).await?.session, app, caller).await?
        }
        Some(Stored::Log { exercise, sets, .. }) => {
            sets::log(exercise.as_deref().unwrap_or_default(), sets, app, caller, &ground).await?
        }
        Some(Stored::Add { exercise }) => sets::add(exercise, app, caller, &ground).await?,
        Some(Stored::Set { exercise, number, set }) => {
            sets::put(exercise, *number, set, app, caller, &ground).await?
        }
        Some(Stored::Finish { which, rpe, effort, pain }) => {
            let id = find(which, Fit::Running, app, caller).await?;
            let session = service::show(app, caller, id).await?.session;
            let ending = words::ending(&session, rpe.as_deref(), effort, pain, &ground.catalog)?;
            finished(app, caller, id, &ending).await?
        }
        Some(Stored::Report { which, file, correct }) => {
            let report: Report = Source::of(file).read("session-report")?;
            let fit = if *correct { Fit::Reported } else { Fit::Unreported };
            let id = find(which, fit, app, caller).await?;
            let status = service::show(app, caller, id).await?.session.status;
            match (correct, status) {
                (true, SessionStatus::Summary | SessionStatus::Done) | (false, _) => {}
                (true, status) => return Err(service::wrong_state(status, SessionStatus::Summary)),
            }
            finished(app, caller, id, &Ending { report: Some(report), session_rpe: None }).await?
        }
        Some(Stored::Leave(which)) => {
            let id = find(which, Fit::Summary, app, caller).await?;
            Done::Session(leave::leave(app, caller, id).await?.session)
        }
        Some(Stored::Skip { which, reason }) => {
            let id = find(which, Fit::Open, app, caller).await?;
            reported(app, caller, finish::skip(app, caller, id, reason).await?).await?
        }
        Some(Stored::Swap { exercise, with, reason }) => {
            let id = find(&Which::default(), Fit::Open, app, caller).await?;
            let session = service::show(app, caller, id).await?.session;
            let old = words::exercise(&session, exercise, &ground.catalog)?.exercise_key.clone();
            match with {
                None => Done::Swaps(Box::new(swap::alternatives(app, caller, id, &old).await?)),
                Some(new) => {
                    Done::Session(swap::swap(app, caller, id, &old, new, reason.word()).await?.session)
                }
            }
        }
    };
    Ok(Answer { done, ground })
}

/// A session with what stands beside it.
async fn told(session: Session, app: &App, caller: &Caller) -> Result<Done, Problem> {
    let beside = beside::beside(app, caller, session.id).await?;
    Ok(Done::Told(Box::new((session, beside))))
}

async fn finished(app: &App, caller: &Caller, id: SessionId, ending: &Ending) -> Result<Done, Problem> {
    reported(app, caller, finish::finish(app, caller, id, ending).await?).await
}

async fn reported(app: &App, caller: &Caller, finished: Finished) -> Result<Done, Problem> {
    let overview::Day { mut flags, mut modifiers, .. } = overview::day(app, caller, None).await?;
    let since = finished.row.session.finished_at;
    flags.retain(|flag| since.is_some_and(|since| since <= flag.raised_at.unwrap_or(flag.from)));
    modifiers.retain(|modifier| since.is_some_and(|since| since <= modifier.created_at));
    let records = overview::records_of_session(app, caller, finished.row.session.id).await?;
    let has_asked = !finished.proposals.is_empty();
    let open = if has_asked { proposals::list(app, caller, Filter::default()).await? } else { vec![] };
    Ok(Done::Finished(Box::new(Reported { finished, records, open, flags, modifiers })))
}

async fn plan(args: &PlanArgs, app: &App, caller: &Caller) -> Result<Done, Problem> {
    let wanted = Wanted {
        intent: args.intent.clone(),
        target_muscles: args.muscle.clone(),
        pinned_exercise_ids: args.pin.clone(),
        session_minutes: args.minutes,
        location: args.location.clone(),
        template_id: args.template.clone(),
        auto_fill_unpinned: false,
        explain: false,
    };
    let proposed = workout::generate(app, caller, &wanted).await?;
    if args.dry_run {
        return Ok(Done::Generated(Box::new(proposed)));
    }
    let row = workout::save(app, caller, &proposed, &Saving::default()).await?;
    Ok(Done::Planned(Box::new(proposed), row.session))
}

async fn list(
    app: &App,
    caller: &Caller,
    from: Option<LocalDate>,
    to: Option<LocalDate>,
) -> Result<Done, Problem> {
    let today = overview::today(app, caller).await?;
    let (from, to) = (from.unwrap_or(add_days(today, -28)), to.unwrap_or(add_days(today, 7)));
    let rows = service::list(app, caller, from, to).await?;
    Ok(Done::List(rows.into_iter().map(|row| row.session).collect()))
}

/// The exercise of a session that a word means, for who asks about one.
pub(super) fn exercise<'a>(
    session: &'a Session,
    text: &str,
    catalog: &Catalog,
) -> Result<&'a ExercisePerformance, Problem> {
    words::exercise(session, text, catalog)
}

/// A session as a page, for who shows it among other things.
pub(super) fn session_page(
    session: &Session,
    beside: &Beside,
    today: LocalDate,
    page: &Reader<'_>,
) -> String {
    page::session(session, beside, today, page)
}

/// Sessions as a table: day, what, state.
fn table(sessions: &[Session], page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Left, Column::Rest, Column::Left]);
    table.row(page.texts([
        "store-column-day",
        "store-column-about",
        "store-column-state",
        "store-column-exercises",
        "session-column-effort",
    ]));
    for session in sessions {
        let names: Vec<_> = session.exercises.iter().map(|one| page.name(&one.exercise_key)).collect();
        let about = session.intent.map_or_else(String::new, |intent| page.word("intent", intent));
        let effort =
            session.session_rpe.map_or_else(String::new, |rpe| page.fact(Fact::tenths(Rpe::tenths(rpe))));
        table.row([
            page.fact(session.local_date),
            about,
            page.word("session_status", session.status),
            names.join(", "),
            effort,
        ]);
    }
    table.to_string()
}

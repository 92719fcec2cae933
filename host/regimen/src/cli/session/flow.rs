//! `regimen session plan --request`, `analyze`, `render`, `check`, `log --workout`, `drafts`: sessions from words and data
//! (L-1).

use std::path::{Path, PathBuf};

use assistant::{
    input::{Inputs, Understood, request::Request},
    rules::Outcome,
};
use domain::reason::Reason;
use serde::Serialize;
use serde_json::{Value, json};
use training::catalog::Catalog;

use super::flow_page;
use crate::{
    cli::{Ctx, document::Source, on_store::Who, page::Reader},
    problem::{Exit, FaultView, NOT_SET_UP, NOTHING_HERE, Problem, WHOSE},
    service::{
        flow::{
            Planners,
            document::{self, Against, Rendered},
            draft,
            log::{self, LoggedBack},
            plan::{self, Planned},
            reading::{self, Reading},
        },
        overview,
        session::beside::Beside,
    },
    texts::Locale,
};

const ANALYZE: &str = "\
Examples:
  regimen session analyze                          what is due, as a plan
  regimen session analyze --request request.json   as a request asks for it
  regimen session analyze --inputs inputs.json     without a database";

const RENDER: &str = "\
Examples:
  regimen session render plan.json > workout.yaml
  regimen session analyze | regimen session render -";

const CHECK: &str = "\
Examples:
  regimen session check workout.yaml                    its form
  regimen session check workout.yaml --plan plan.json   and what its plan says
  regimen session check plan.json --inputs inputs.json  a plan, by its rules";

const DRAFTS: &str = "\
Examples:
  regimen session drafts                                what waits for an answer
  regimen session drafts 2026-03-16-home-62 > day.yaml  one of them, as a file";

const READ: &str = "\
Examples:
  regimen session read \"my knee is sore\"         what this would mean
  regimen session read --request request.json      the words of a request";

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Plan a session as a compact document; nothing is saved
    #[command(after_help = ANALYZE)]
    Analyze(From),
    /// Spell a plan out: one node per set, as YAML
    #[command(after_help = RENDER)]
    Render {
        /// JSON file with the plan, or - for standard input
        #[arg(value_name = "PLAN")]
        file: PathBuf,
    },
    /// Check a plan or a workout
    #[command(after_help = CHECK)]
    Check {
        /// File with a plan or a workout, or - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The inputs that it was made from
        #[arg(long, value_name = "FILE")]
        inputs: Option<PathBuf>,
        /// The plan that a workout was made from
        #[arg(long, value_name = "FILE")]
        plan: Option<PathBuf>,
    },
    /// List planned sessions that wait for an answer, or print one
    #[command(after_help = DRAFTS)]
    Drafts {
        /// The workout to print
        #[arg(value_name = "WORKOUT")]
        id: Option<String>,
        /// Those that were answered, too
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
    /// Ask a model what lines mean that no rule understood
    #[command(after_help = READ)]
    Read {
        /// JSON file with the request, or - for standard input
        #[arg(long, value_name = "FILE", required_unless_present = "text")]
        request: Option<PathBuf>,
        /// The words themselves, instead of a request
        #[arg(value_name = "TEXT", conflicts_with = "request")]
        text: Option<String>,
    },
    /// List what lines would mean, as a model read them
    #[command(after_help = "Examples:\n  regimen session readings\n  regimen session readings --all")]
    Readings {
        /// Those that were answered, too
        #[arg(long)]
        all: bool,
    },
    /// Say that lines mean what a model read; they are used from then on
    #[command(after_help = "Examples:\n  regimen session confirm 3f1c0a9be2d4")]
    Confirm {
        /// The readings
        #[arg(value_name = "READING", required = true)]
        keys: Vec<String>,
    },
    /// Say that lines do not mean what a model read
    #[command(after_help = "Examples:\n  regimen session dismiss 3f1c0a9be2d4")]
    Dismiss {
        /// The readings
        #[arg(value_name = "READING", required = true)]
        keys: Vec<String>,
    },
    /// Take a planned session: its exercises enter the plan
    #[command(after_help = "Examples:\n  regimen session accept 2026-03-16-home-62")]
    Accept {
        /// The workout
        #[arg(value_name = "WORKOUT")]
        id: String,
    },
    /// Do without a planned session
    #[command(after_help = "Examples:\n  regimen session decline 2026-03-16-home-62")]
    Decline {
        /// The workout
        #[arg(value_name = "WORKOUT")]
        id: String,
    },
}

/// What a session is planned from.
#[derive(Debug, Default, clap::Args)]
pub(super) struct From {
    /// JSON file with the request, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub(super) request: Option<PathBuf>,
    /// JSON file with the request and the athlete; nothing stored is used
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    pub(super) inputs: Option<PathBuf>,
}

impl From {
    /// Whether a session is asked for in words and data.
    pub(super) const fn is_given(&self) -> bool {
        self.request.is_some() || self.inputs.is_some()
    }

    fn request(&self) -> Result<Request, Problem> {
        self.request
            .as_ref()
            .map_or_else(|| Ok(Request::default()), |file| Source::of(file).read("flow-request"))
    }
}

fn inputs(file: &Path, lang: Locale) -> Result<Inputs, Problem> {
    let inputs: Inputs = Source::of(file).read("flow-inputs")?;
    Ok(Inputs { locale: lang, ..inputs })
}

pub(super) fn run(verb: &Verb, who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let lang = ctx.output.lang;
    match verb {
        Verb::Analyze(from) => {
            let (plan, warnings) = if let Some(file) = &from.inputs {
                let Outcome { analyzer, warnings, .. } = plan_alone(file, ctx)?;
                (analyzer, warnings)
            } else {
                let request = from.request()?;
                let found = ctx
                    .for_athlete(who, async |app, caller| plan::analyze(app, caller, &request, lang).await)?;
                (found.analyzer, found.warnings)
            };
            remark(&warnings, ctx);
            ctx.output.show(&plan, |_| pretty(&plan))?;
        }
        Verb::Render { file } => {
            let text = Source::of(file).text()?;
            let rendered = rendered(&text, who, ctx)?;
            ctx.output.show(&rendered, |_| rendered.yaml.clone())?;
        }
        Verb::Check { file, inputs: from, plan } => {
            return check(file, from.as_deref(), plan.as_deref(), ctx);
        }
        Verb::Drafts { id: Some(id), .. } => {
            let found = ctx.for_athlete(who, async |app, caller| draft::show(app, caller, id).await)?;
            ctx.output.show(&found, |_| found.yaml())?;
        }
        Verb::Drafts { id: None, all } => {
            let found = ctx.for_athlete(who, async |app, caller| draft::list(app, caller, *all).await)?;
            ctx.output.show(&found, |lang| flow_page::drafts(&found, &shipped(lang)))?;
        }
        Verb::Read { request, text } => {
            let request = match text {
                Some(text) => Request { instructions_text: Some(text.clone()), ..Request::default() },
                None => From { request: request.clone(), inputs: None }.request()?,
            };
            let read =
                ctx.for_athlete(who, async |app, caller| reading::read(app, caller, &request, lang).await)?;
            ctx.output.show(&read, |lang| flow_page::to_confirm(&read.readings, &shipped(lang)) + "\n")?;
        }
        Verb::Readings { all } => {
            let found = ctx.for_athlete(who, async |app, caller| reading::list(app, caller, *all).await)?;
            ctx.output.show(&found, |lang| flow_page::readings(&found, &shipped(lang)))?;
        }
        Verb::Confirm { keys } => return answered(keys, true, who, ctx),
        Verb::Dismiss { keys } => return answered(keys, false, who, ctx),
        Verb::Accept { id } => {
            let (session, ground) = ctx.for_athlete(who, async |app, caller| {
                let row = draft::accept(app, caller, id).await?;
                Ok((row.session, overview::ground(app, caller).await?))
            })?;
            ctx.output.show(&session, |lang| {
                super::session_page(&session, &Beside::default(), ground.today, &super::reader(lang, &ground))
            })?;
        }
        Verb::Decline { id } => {
            let found = ctx.for_athlete(who, async |app, caller| draft::decline(app, caller, id).await)?;
            ctx.output
                .show(&found, |lang| flow_page::drafts(std::slice::from_ref(&found), &shipped(lang)))?;
        }
    }
    Ok(Exit::Done)
}

/// Spells a plan out: on the iron of the athlete who is meant; where nobody is, on that which a place usually has.
fn rendered(text: &str, who: &Who, ctx: &Ctx<'_>) -> Result<Rendered, Problem> {
    let lang = ctx.output.lang;
    if !ctx.has_store()? {
        return document::render(text, lang);
    }
    let own = ctx.for_athlete(who, async |app, caller| plan::render(app, caller, text, lang).await);
    match own {
        Err(problem) if who.is_anybody() && [NOT_SET_UP, NOTHING_HERE, WHOSE].contains(&problem.code) => {
            document::render(text, lang)
        }
        own => own,
    }
}

/// Plans without anything stored, by whoever the request asks.
fn plan_alone(file: &Path, ctx: &Ctx<'_>) -> Result<Outcome, Problem> {
    let inputs = inputs(file, ctx.output.lang)?;
    let planners = Planners::read(&ctx.sources.config(ctx.environment)?)?;
    crate::cli::output::runtime()?.block_on(document::plan(&planners, &inputs))
}

fn answered(keys: &[String], is_so: bool, who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let answered = ctx.for_athlete(who, async |app, caller| {
        let mut answered = Vec::new();
        for key in keys {
            answered.push(if is_so {
                reading::confirm(app, caller, key).await?
            } else {
                reading::decline(app, caller, key).await?
            });
        }
        Ok(answered)
    })?;
    ctx.output.show(&answered, |lang| flow_page::readings(&answered, &shipped(lang)))?;
    Ok(Exit::Done)
}

/// Plans a session from words and data, or says what was understood of them.
pub(super) fn plan_from(from: &From, dry_run: bool, who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let lang = ctx.output.lang;
    if dry_run {
        let understood: Understood = if let Some(file) = &from.inputs {
            document::understood(&inputs(file, lang)?)?
        } else {
            let request = from.request()?;
            ctx.for_athlete(who, async |app, caller| plan::understood(app, caller, &request, lang).await)?
        };
        ctx.output.show(&understood, |lang| flow_page::understood(&understood, &shipped(lang)))?;
        return Ok(Exit::Done);
    }
    let (facts, outcome, readings): (Value, Outcome, Vec<Reading>) = if let Some(file) = &from.inputs {
        let outcome = plan_alone(file, ctx)?;
        (json!(outcome), outcome, vec![])
    } else {
        let request = from.request()?;
        let planned: Planned = ctx
            .for_athlete(who, async |app, caller| Box::pin(plan::plan(app, caller, &request, lang)).await)?;
        (json!(planned), planned.outcome, planned.readings)
    };
    remark(&outcome.warnings, ctx);
    if !readings.is_empty() && !ctx.output.json {
        ctx.output.note(&readings, |lang| flow_page::to_confirm(&readings, &shipped(lang)));
    }
    ctx.output.show(&facts, |_| outcome.yaml.clone())?;
    Ok(Exit::Done)
}

/// Logs a workout that comes back filled in.
pub(super) fn log_back(file: &Path, who: &Who, ctx: &mut Ctx<'_>) -> Result<LoggedBack, Problem> {
    let text = Source::of(file).text()?;
    let logged = ctx.for_athlete(who, async |app, caller| log::log(app, caller, &text).await)?;
    remark(&logged.warnings, ctx);
    Ok(logged)
}

#[derive(Serialize)]
struct Warnings<'a> {
    warnings: &'a [Reason],
}

/// What a person should know goes beside the data, so that a file holds the document alone.
fn remark(warnings: &[Reason], ctx: &mut Ctx<'_>) {
    // With JSON the document has them.
    if warnings.is_empty() || ctx.output.json {
        return;
    }
    ctx.output.note(&Warnings { warnings }, |lang| flow_page::warnings(warnings, &shipped(lang)));
}

fn check(file: &Path, from: Option<&Path>, plan: Option<&Path>, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let lang = ctx.output.lang;
    let inputs = from.map(|file| inputs(file, lang)).transpose()?;
    let plan = plan.map(|file| Source::of(file).text()).transpose()?;
    let against = Against { inputs: inputs.as_ref(), plan: plan.as_deref() };
    let checked = document::check(&Source::of(file).text()?, against)?;
    ctx.output.show(&checked, |lang| {
        let lines = checked.faults.iter().map(|fault| FaultView::new(fault, lang).line(lang));
        flow_page::faults(lines, &shipped(lang))
    })?;
    Ok(if checked.valid { Exit::Done } else { Exit::Failure })
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn shipped(lang: Locale) -> Reader<'static> {
    Reader::new(lang, Catalog::embedded())
}

//! GL-10: the command line is `regimen <noun> <verb>`, and a noun alone lists or shows.
//!
//! One file per noun; each holds its arguments with their help, and `run`. Commands write through
//! [`Output`] only and read the environment from [`Environment`] only, so that they run the same in
//! a test as in a terminal.

mod account;
mod activity;
mod athlete;
mod audit;
mod backup;
mod block;
mod body;
mod calibrate;
mod catalog;
mod chart;
mod chat;
mod completions;
mod config;
mod copy;
mod demo;
mod diary;
mod doctor;
mod document;
mod equipment;
mod events;
mod exercises;
mod export;
mod find;
mod foods;
mod grants;
mod health;
mod history;
mod jobs;
mod kpi;
mod llm;
mod man;
mod meals;
mod metrics;
mod miss_model;
mod number;
mod nutrition;
mod on_store;
mod output;
mod page;
mod pantry;
mod plan;
mod profile;
mod progress;
mod proposals;
mod recipes;
mod report;
mod restore;
mod review;
mod schema;
mod secret;
mod serve;
mod session;
mod settings;
mod sharing;
mod strava;
mod suggest;
mod table;
mod templates;
mod today;
mod token;
mod train;
mod typed;
mod usage;
mod volume;
mod week;
mod wellbeing;

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    panic::{self, AssertUnwindSafe, Location},
    path::PathBuf,
    process::ExitCode,
};

use clap::{
    CommandFactory, FromArgMatches, Parser, ValueEnum, builder::PossibleValuesParser, error::ErrorKind,
};
use serde_json::json;

use self::output::Color;
pub use self::output::{Output, Stream};
use crate::{
    config::{Environment, Flags, Sources, table::LANG},
    problem::{Exit, Problem},
    words,
};

const NAME: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");
const GLOBAL: &str = "Global options";

const EXAMPLES: &str = "\
Examples:
  regimen                               serve the web app and the API
  regimen train session me.json         plan a training session from a document
  regimen meals plan --yes              plan the meals of a week
  regimen progress decide report.json   judge a reported session
  regimen suggest run session.json      suggest changes after a session
  regimen plan replay events.json       follow a plan through its versions
  regimen catalog show push_up          read about an exercise
  regimen config                        show settings and where they come from
  regimen config template               print a settings file to start from
  regimen schema                        list documents to read and write
  regimen completions bash              print the completion script for bash
  regimen help train                    learn more about a command";

/// A self-hostable coach: what to lift, what to eat, and why
#[derive(Debug, Parser)]
#[command(name = NAME, version)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    noun: Option<Noun>,
}

/// The options that every command takes.
#[derive(Debug, Default, clap::Args)]
struct Global {
    /// Read the settings from FILE instead of the usual place
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    config: Option<PathBuf>,
    /// Language of messages
    #[arg(long, global = true, value_name = "LANG", help_heading = GLOBAL,
          value_parser = PossibleValuesParser::new(LANG.kind.words()))]
    lang: Option<String>,
    /// Print data and errors as JSON, one value a line
    #[arg(long, global = true, help_heading = GLOBAL)]
    json: bool,
    /// Folder where everything is kept
    #[arg(long, global = true, value_name = "DIR", help_heading = GLOBAL)]
    data: Option<PathBuf>,
    /// Database to use instead of the file in the folder: postgres://... or sqlite:PATH
    #[arg(long, global = true, value_name = "URL", help_heading = GLOBAL)]
    database_url: Option<String>,
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL)]
    color: Color,
}

#[derive(Debug, clap::Subcommand)]
enum Noun {
    Serve(serve::Args),
    Demo(demo::Args),
    Chat(chat::Args),
    Today(today::Args),
    Week(week::Args),
    Session(session::Args),
    Proposals(proposals::Args),
    Checkin(wellbeing::CheckInArgs),
    Flags(wellbeing::FlagArgs),
    History(history::Args),
    Records(history::RecordArgs),
    Chart(chart::Args),
    Activity(activity::Args),
    Strava(strava::Args),
    Train(train::Args),
    Meals(meals::Args),
    Nutrition(nutrition::Args),
    Pantry(pantry::Args),
    Diary(diary::Args),
    Foods(foods::Args),
    Recipes(recipes::Args),
    Progress(progress::Args),
    Suggest(suggest::Args),
    Plan(plan::Args),
    Trace(plan::TraceArgs),
    Account(account::Args),
    Athlete(athlete::Args),
    Profile(profile::Args),
    Settings(settings::Args),
    Equipment(equipment::Args),
    Body(body::BodyArgs),
    Measure(body::MeasureArgs),
    Templates(templates::Args),
    Exercises(exercises::Args),
    Ladders(exercises::LadderArgs),
    Block(block::Args),
    Grants(grants::Args),
    Token(token::Args),
    Catalog(catalog::Args),
    Calibrate(calibrate::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Copy(copy::Args),
    Doctor(doctor::Args),
    Health(health::Args),
    Verify(doctor::VerifyArgs),
    Kpi(kpi::Args),
    Metrics(metrics::Args),
    Volume(volume::Args),
    MissModel(miss_model::Args),
    Events(events::Args),
    Report(report::Args),
    Audit(audit::Args),
    Review(review::Args),
    Export(export::Args),
    Jobs(jobs::Args),
    Llm(llm::Args),
    Config(config::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// What a command works with.
struct Ctx<'a> {
    sources: Sources,
    environment: &'a Environment,
    output: Output<'a>,
}

/// Runs the program in the world it was started in.
///
/// GL-4: a panic is a defect and leaves with 70. Its message may hold what a person entered, so
/// only the place is told.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let environment = Environment::of_process();
    let data = || Stream::new(io::stdout(), io::stdout().is_terminal());
    let problems = || Stream::new(io::stderr(), io::stderr().is_terminal());

    let global = Global::scan(&args);
    // Reading the settings may itself be what fails.
    let lang =
        global.lang.as_deref().and_then(|lang| lang.parse().ok()).unwrap_or_else(|| environment.language());
    panic::set_hook(Box::new(move |info| {
        Output { data: data(), problems: problems(), json: global.json, lang }
            .problem(&defect(info.location()));
    }));
    let exit = panic::catch_unwind(AssertUnwindSafe(|| run(&args, &environment, data(), problems())));
    exit.unwrap_or(Exit::Internal).status().into()
}

/// Runs the program on `args`, of which the first is its own name.
pub fn run(args: &[OsString], environment: &Environment, data: Stream<'_>, problems: Stream<'_>) -> Exit {
    let parsed = command().try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches));
    let scanned = Global::scan(args);
    let global = parsed.as_ref().map_or(&scanned, |cli| &cli.global);
    let sources = Sources::read(&global.flags(), environment);
    let output = Output {
        data: data.colored(global.color, environment),
        problems: problems.colored(global.color, environment),
        json: global.json,
        lang: sources.language(environment),
    };
    let mut ctx = Ctx { sources, environment, output };
    let done = match &parsed {
        Ok(Cli { noun: Some(noun), .. }) => dispatch(noun, &mut ctx),
        Ok(Cli { noun: None, .. }) => serve::run(&serve::Args::default(), &mut ctx).map(|()| Exit::Done),
        Err(error) => answer(error, &mut ctx.output),
    };
    match done {
        Ok(exit) => exit,
        Err(problem) => {
            ctx.output.problem(&problem);
            problem.code.exit
        }
    }
}

fn dispatch(noun: &Noun, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match noun {
        Noun::Serve(args) => serve::run(args, ctx),
        Noun::Demo(args) => return demo::run(args, ctx),
        Noun::Chat(args) => return chat::run(args, ctx),
        Noun::Today(args) => return today::run(args, ctx),
        Noun::Week(args) => week::run(args, ctx),
        Noun::Session(args) => return session::run(args, ctx),
        Noun::Proposals(args) => return proposals::run(args, ctx),
        Noun::Checkin(args) => return wellbeing::check_in(args, ctx),
        Noun::Flags(args) => return wellbeing::flags(args, ctx),
        Noun::History(args) => return history::run(args, ctx),
        Noun::Records(args) => return history::records(args, ctx),
        Noun::Chart(args) => chart::run(args, ctx),
        Noun::Activity(args) => activity::run(args, ctx),
        Noun::Strava(args) => strava::run(args, ctx),
        Noun::Train(args) => return train::run(args, ctx),
        Noun::Meals(args) => return meals::run(args, ctx),
        Noun::Nutrition(args) => nutrition::run(args, ctx),
        Noun::Pantry(args) => pantry::run(args, ctx),
        Noun::Diary(args) => diary::run(args, ctx),
        Noun::Foods(args) => foods::run(args, ctx),
        Noun::Recipes(args) => recipes::run(args, ctx),
        Noun::Progress(args) => return progress::run(args, ctx),
        Noun::Suggest(args) => return suggest::run(args, ctx),
        Noun::Plan(args) => return plan::run(args, ctx),
        Noun::Trace(args) => return plan::trace(args, ctx),
        Noun::Catalog(args) => return catalog::run(args, ctx),
        Noun::Calibrate(_) => return calibrate::run(ctx),
        Noun::Backup(args) => return backup::run(args, ctx),
        Noun::Restore(args) => return restore::run(args, ctx),
        Noun::Copy(args) => return copy::run(args, ctx),
        Noun::Health(args) => return health::run(args, ctx),
        Noun::Doctor(_) => return doctor::run(ctx),
        Noun::Verify(args) => return doctor::verify(args, ctx),
        Noun::Kpi(args) => return kpi::run(args, ctx),
        Noun::Metrics(args) => return metrics::run(args, ctx),
        Noun::Volume(args) => volume::run(args, ctx),
        Noun::MissModel(args) => return miss_model::run(args, ctx),
        Noun::Events(args) => return events::run(args, ctx),
        Noun::Report(args) => report::run(args, ctx),
        Noun::Audit(args) => audit::run(args, ctx),
        Noun::Review(args) => return review::run(args, ctx),
        Noun::Export(args) => return export::run(args, ctx),
        Noun::Jobs(args) => return jobs::run(args, ctx),
        Noun::Llm(args) => return llm::run(args, ctx),
        Noun::Account(args) => account::run(args, ctx),
        Noun::Athlete(args) => athlete::run(args, ctx),
        Noun::Profile(args) => profile::run(args, ctx),
        Noun::Settings(args) => settings::run(args, ctx),
        Noun::Equipment(args) => equipment::run(args, ctx),
        Noun::Body(args) => body::run(args, ctx),
        Noun::Measure(args) => body::run_measure(args, ctx),
        Noun::Templates(args) => templates::run(args, ctx),
        Noun::Exercises(args) => exercises::run(args, ctx),
        Noun::Ladders(args) => exercises::run_ladders(args, ctx),
        Noun::Block(args) => block::run(args, ctx),
        Noun::Grants(args) => grants::run(args, ctx),
        Noun::Token(args) => token::run(args, ctx),
        Noun::Config(args) => config::run(args, ctx),
        Noun::Schema(args) => schema::run(args, ctx),
        Noun::Completions(args) => completions::run(args, ctx),
        Noun::Man(args) => man::run(args, ctx),
    }
    .map(|()| Exit::Done)
}

/// What clap calls an error is also a wish for help or the version.
fn answer(error: &clap::Error, output: &mut Output<'_>) -> Result<Exit, Problem> {
    match error.kind() {
        ErrorKind::DisplayHelp => output.help(&error.render())?,
        ErrorKind::DisplayVersion => {
            let version = json!({ "name": NAME, "version": VERSION });
            output.show(&version, |_| format!("{NAME} {VERSION}\n"))?;
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if !output.json => {
            output.help_as_problem(&error.render());
            return Ok(Exit::BadInput);
        }
        _ => return Err(usage::problem(error)),
    }
    Ok(Exit::Done)
}

/// The tree of commands with all its help.
fn command() -> clap::Command {
    let statuses = Exit::ALL.iter().map(|exit| format!("\n  {:<3} {}", exit.status(), exit.meaning()));
    let statuses: String = statuses.collect();
    with_headings(Cli::command().after_help(format!("{EXAMPLES}\n\nExit status:{statuses}")))
}

/// Gives the headings of our own sections the style that clap gives to its own.
fn with_headings(command: clap::Command) -> clap::Command {
    let header = *command.get_styles().get_header();
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let styled = after.lines().map(|line| match heading(line) {
        Some(_) => format!("{header}{line}{header:#}"),
        None => line.to_owned(),
    });
    let styled = styled.collect::<Vec<_>>().join("\n");
    command.after_help(styled).mut_subcommands(with_headings)
}

/// The name of the section that a line after the options opens: at the margin, with a colon.
fn heading(line: &str) -> Option<&str> {
    line.strip_suffix(':').filter(|line| !line.starts_with(' '))
}

fn defect(place: Option<&Location<'_>>) -> Problem {
    place.map_or_else(|| Problem::defect("an unknown place"), Problem::defect)
}

impl Global {
    /// Finds the options in a command line that clap refuses, so that the refusal honors them.
    fn scan(args: &[OsString]) -> Self {
        let mut global = Self::default();
        let mut words =
            args.iter().skip(1).map(|word| word.to_string_lossy()).take_while(|word| word != "--");
        while let Some(word) = words.next() {
            let (name, value) =
                word.split_once('=').map_or((&*word, None), |(name, value)| (name, Some(value)));
            let mut value = || value.map(str::to_owned).or_else(|| words.next().map(Into::into));
            match name {
                "--config" => global.config = value().map(PathBuf::from),
                "--lang" => global.lang = value(),
                "--data" => global.data = value().map(PathBuf::from),
                "--database-url" => global.database_url = value(),
                "--json" => global.json = true,
                "--color" => {
                    global.color =
                        value().and_then(|word| Color::from_str(&word, false).ok()).unwrap_or_default();
                }
                _ => {}
            }
        }
        global
    }

    fn flags(&self) -> Flags {
        Flags {
            file: self.config.clone(),
            lang: self.lang.clone(),
            data: self.data.clone(),
            database_url: self.database_url.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_of_commands_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn gl_4_a_defect_names_the_place_and_leaves_with_70() {
        let problem = defect(Some(Location::caller()));
        assert_eq!(problem.code.exit.status(), 70);
        assert!(problem.to_string().contains(file!()), "{problem}");
    }

    #[test]
    fn a_refused_command_line_still_honors_the_global_options() {
        let args = ["regimen", "confg", "--lang=ru", "--json", "--config", "a.toml", "--", "--lang=en"];
        let global = Global::scan(&args.map(OsString::from));
        assert_eq!(global.lang.as_deref(), Some("ru"));
        assert_eq!(global.config, Some("a.toml".into()));
        assert!(global.json);
    }
}

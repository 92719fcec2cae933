//! `regimen config`: the settings in effect, and a template for the settings file.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;

use super::{Ctx, table::columns};
use crate::{
    config::{Config, Entry, Origin, SETTINGS, template::template},
    problem::Problem,
    texts::{Facts, Locale, facts, text},
};

const EXAMPLES: &str = "\
Examples:
  regimen config                               the same as `regimen config show`
  regimen config template > config.toml        start a settings file
  regimen --config config.toml config          try it out
  REGIMEN_LOG_LEVEL=debug regimen config       set one for a single run
  regimen config --json                        for programs

Sources, the later wins:
  1. the default
  2. the settings file: --config, else REGIMEN_CONFIG, else
     $XDG_CONFIG_HOME/regimen/config.toml, else ~/.config/regimen/config.toml
  3. the environment: REGIMEN_ and the key in capitals, with _ for the dot
     (log.level is REGIMEN_LOG_LEVEL); the same name with _FILE at its end
     reads the value from a file
  4. options of the command line";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen config show
  regimen config show --json | jq .settings";

const TEMPLATE_EXAMPLES: &str = "\
Examples:
  mkdir -p ~/.config/regimen
  regimen config template > ~/.config/regimen/config.toml
  regimen config template --json    the table of settings, for programs";

/// Show the settings in effect, or print a settings file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Show each setting, its value unless secret, and where it came from
    #[command(after_help = SHOW_EXAMPLES)]
    Show,
    /// Print a settings file with every setting in it, commented out
    #[command(after_help = TEMPLATE_EXAMPLES)]
    Template,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    match args.verb {
        None | Some(Verb::Show) => show(ctx),
        Some(Verb::Template) => print_template(ctx),
    }
}

#[derive(Serialize)]
struct Shown<'a> {
    file: Option<&'a Path>,
    settings: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    key: &'static str,
    value: serde_json::Value,
    from: &'a Origin,
}

fn show(ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let config = ctx.sources.config(ctx.environment)?;
    let settings = config.entries.iter().map(|entry| {
        let value = match &entry.value {
            Some(value) if entry.setting.secret => json!(entry.setting.shown(&value.to_string())),
            value => json!(value),
        };
        Row { key: entry.setting.key, value, from: &entry.origin }
    });
    let shown = Shown { file: config.file.as_deref(), settings: settings.collect() };
    let usual = ctx.environment.config_file();
    ctx.output.show(&shown, |lang| {
        let head = ["config-column-key", "config-column-value", "config-column-from"];
        let head = head.map(|id| text(lang, id, &Facts::new()));
        let rows = config.entries.iter().map(|entry| row(entry, lang));
        format!("{}\n\n{}", file_line(&config, usual, lang), columns([head].into_iter().chain(rows)))
    })
}

fn file_line(config: &Config, usual: Option<PathBuf>, lang: Locale) -> String {
    let path = config.file.clone().or(usual);
    let is_known = path.is_some();
    let path = path.map(|path| path.display().to_string()).unwrap_or_default();
    let facts = facts([("path", path.into())]);
    match (&config.file, is_known) {
        (Some(_), _) => text(lang, "config-file", &facts),
        (None, true) => text(lang, "config-no-file", &facts) + " " + &text(lang, "config-looked", &facts),
        (None, false) => text(lang, "config-no-file", &facts),
    }
}

fn row(entry: &Entry, lang: Locale) -> [String; 3] {
    let value = match &entry.value {
        None => text(lang, "config-unset", &Facts::new()),
        Some(value) => entry.setting.shown(&value.to_string()).into_owned(),
    };
    let from = match &entry.origin {
        Origin::Default => text(lang, "config-default", &Facts::new()),
        origin => origin.to_string(),
    };
    [entry.setting.key.to_owned(), value, from]
}

fn print_template(ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let table: Vec<_> = SETTINGS
        .iter()
        .map(|setting| {
            json!({
                "key": setting.key,
                "kind": setting.kind.name(),
                "allowed": setting.kind.allowed(),
                "variable": setting.variable(),
                "default": setting.default_value(),
                "secret": setting.secret,
                "with_serve": setting.with_serve,
                "doc": setting.doc.replace('\n', " "),
                "example": setting.example,
            })
        })
        .collect();
    ctx.output.show(&table, |_| template())
}

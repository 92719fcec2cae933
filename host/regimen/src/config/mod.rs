//! The configuration: what is set, and where each value came from.
//!
//! Sources in rising rank: defaults, one TOML file, the environment, options of the command line.
//! One table, [`SETTINGS`], drives all of them, the template and `config show`. Every value that is
//! given is checked, even if a higher source replaces it.
//!
//! Read in this order: [`setting`], [`place`], [`mod@file`], [`environment`], [`template`].

pub mod environment;
pub mod file;
pub mod place;
pub mod setting;
pub mod table;
pub mod template;

use std::{fmt, path::PathBuf};

use domain::vocabulary::nearest;
use serde::Serialize;

pub use self::{
    environment::Environment,
    setting::{Setting, Value},
    table::SETTINGS,
};
use self::{
    setting::{Fallback, Raw},
    table::{DATA, DATABASE_URL, LANG},
};
use crate::{
    problem::{AMBIGUOUS_SETTING, BAD_SETTING, Problem, UNKNOWN_SETTING},
    texts::Locale,
};

/// The settings in effect. It has no `Debug`, which would tell the secrets.
pub struct Config {
    /// The file that was read, if one was.
    pub file: Option<PathBuf>,
    /// All settings in the order of the table.
    pub entries: Vec<Entry>,
}

/// One setting as it is in effect.
pub struct Entry {
    /// Which setting.
    pub setting: &'static Setting,
    /// Its value; nothing if it is not given and has no default.
    pub value: Option<Value>,
    /// Where the value came from.
    pub origin: Origin,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// Nobody gave one.
    Default,
    /// A line of the settings file.
    File {
        /// The file.
        path: PathBuf,
        /// The line of the key, from 1.
        line: usize,
    },
    /// An environment variable.
    Environment {
        /// The name of the variable.
        variable: String,
        /// The file the variable points to, when its name ends in `_FILE`.
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<PathBuf>,
    },
    /// An option of the command line.
    Flag {
        /// The option with its dashes.
        flag: &'static str,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}:{line}", path.display()),
            Self::Environment { variable, file: None } => f.write_str(variable),
            Self::Environment { variable, file: Some(path) } => write!(f, "{variable}={}", path.display()),
            Self::Flag { flag } => f.write_str(flag),
        }
    }
}

/// What the command line says about settings.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`: the settings file.
    pub file: Option<PathBuf>,
    /// `--lang`: the language.
    pub lang: Option<String>,
    /// `--data`: the folder where everything is kept.
    pub data: Option<PathBuf>,
    /// `--database-url`: the database to use instead.
    pub database_url: Option<String>,
}

/// A value as it was found, before it is known to be one the setting takes.
struct Given {
    setting: &'static Setting,
    raw: Raw,
    /// The value as it was written, for messages.
    shown: String,
    origin: Origin,
}

/// All that is given, as it was found. Each file is read once: it may be a pipe.
pub struct Sources {
    file: Option<PathBuf>,
    /// In rising rank.
    given: Vec<Result<Given, Problem>>,
}

impl Sources {
    /// Reads every source. What is wrong in one of them is kept for those who need the settings.
    pub fn read(flags: &Flags, environment: &Environment) -> Self {
        let place = file::locate(flags, environment);
        let mut given = match &place {
            Some(place) => file::read(place).unwrap_or_else(|problem| vec![Err(problem)]),
            None => Vec::new(),
        };
        given.extend(environment.given());
        let data = flags.data.as_ref().map(|folder| folder.to_string_lossy().into_owned());
        let by_flag = [
            (&LANG, "--lang", flags.lang.clone()),
            (&DATA, "--data", data),
            (&DATABASE_URL, "--database-url", flags.database_url.clone()),
        ];
        given.extend(by_flag.into_iter().filter_map(|(setting, flag, value)| {
            let (value, origin) = (value?, Origin::Flag { flag });
            Some(Ok(Given { setting, raw: Raw::Word(value.clone()), shown: value, origin }))
        }));
        Self { file: place.map(|place| place.path), given }
    }

    /// The language of messages, from what can be read of the sources.
    ///
    /// It cannot fail, so that a problem with the settings is told in the right language, and
    /// commands that need no settings are not stopped by them.
    pub fn language(&self, environment: &Environment) -> Locale {
        let given = self.given.iter().flatten().filter(|given| given.setting.key == LANG.key);
        match given.filter_map(|given| given.read().ok()).next_back() {
            Some(Value::Text(word)) => word.parse().ok(),
            _ => None,
        }
        .unwrap_or_else(|| environment.language())
    }

    /// The settings in effect, or the first thing in any source that cannot be used.
    pub fn config(&self, environment: &Environment) -> Result<Config, Problem> {
        let mut entries: Vec<Entry> =
            SETTINGS.iter().map(|&setting| by_default(setting, environment)).collect();
        for given in &self.given {
            let given = given.as_ref().map_err(Problem::clone)?;
            let (setting, value, origin) = (given.setting, Some(given.read()?), given.origin.clone());
            if let Some(entry) = entries.iter_mut().find(|entry| entry.setting.key == setting.key) {
                *entry = Entry { setting, value, origin };
            }
        }
        Ok(Config { file: self.file.clone(), entries })
    }
}

fn by_default(setting: &'static Setting, environment: &Environment) -> Entry {
    let value = match setting.fallback {
        Fallback::DataFolder => environment.data_folder().map(Value::Path),
        Fallback::Is(_) | Fallback::None => setting.default_value(),
    };
    Entry { setting, value, origin: Origin::Default }
}

impl Given {
    fn read(&self) -> Result<Value, Problem> {
        let setting = self.setting;
        setting.kind.read(&self.raw).ok_or_else(|| {
            let shown = setting.shown(&self.shown);
            let mut problem = Problem::new(BAD_SETTING)
                .fact("key", setting.key)
                .fact("value", shown.as_ref())
                .fact("from", self.origin.to_string())
                .maybe_fact("nearest", setting.kind.nearest(&self.shown))
                .at(setting.pointer());
            problem.facts.extend(setting.kind.facts());
            problem
        })
    }
}

fn unknown_setting(key: &str, from: &str, names: &[String]) -> Problem {
    // A key out of its table, or a table in place of a key, is like none of the names as a whole.
    let part = || names.iter().find(|name| name.split('.').any(|part| part == key)).map(String::as_str);
    let like = nearest(key, names.iter().map(String::as_str)).or_else(part);
    Problem::new(UNKNOWN_SETTING).fact("key", key).fact("from", from).maybe_fact("nearest", like)
}

fn ambiguous_setting(setting: &Setting, first: &str, second: &str) -> Problem {
    Problem::new(AMBIGUOUS_SETTING)
        .fact("key", setting.key)
        .fact("first", first)
        .fact("second", second)
        .at(setting.pointer())
}

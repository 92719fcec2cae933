//! The table of settings. A new setting is one row here; file, environment, template and
//! `config show` follow.

use std::{fmt, net::SocketAddr, path::PathBuf};

use assistant::{
    input::request::Planner,
    model::{fallback::OnFailure, settings::WorkoutFormat},
};
use serde::Serialize;

use crate::{
    llm::settings::hundredths,
    service::access::link::SignUp,
    texts::{Facts, Locale, facts, text},
};

/// Shown in place of every secret.
pub const MASK: &str = "********";

/// One setting: its name, what it takes, and what it is for.
#[derive(Debug)]
pub struct Setting {
    /// The key in the settings file; a dot stands for a table.
    pub key: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// What holds when nobody sets it.
    pub fallback: Fallback,
    /// Whether the value is never shown.
    pub secret: bool,
    /// Whether only `regimen serve` uses it.
    pub with_serve: bool,
    /// What it is for, in full sentences.
    pub doc: &'static str,
    /// A value that could be used, as text.
    pub example: &'static str,
}

/// What a setting takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// A path of the file system.
    Path,
    /// An IP address and a port.
    Address,
    /// A URL with one of these beginnings.
    Url(&'static [&'static str]),
    /// Any text but the empty one.
    Text,
    /// A whole number from one to another.
    Number(u32, u32),
    /// A decimal with at most two places, from 0 to this.
    Decimal(u32),
}

/// What holds when nobody sets a setting.
#[derive(Debug, Clone, Copy)]
pub enum Fallback {
    /// Nothing: the feature behind it stays off.
    None,
    /// This value, as text.
    Is(&'static str),
    /// The folder where the platform keeps data of programs.
    DataFolder,
}

/// A value that its setting takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A word, a URL or other text.
    Text(String),
    /// On or off.
    Switch(bool),
    /// A path.
    Path(PathBuf),
    /// An address to listen on.
    Address(SocketAddr),
    /// A whole number.
    Number(u32),
}

/// A value as a source gives it.
#[derive(Debug)]
pub enum Raw {
    /// Bare text, as in the environment: every kind is read from it.
    Word(String),
    /// A TOML string.
    Text(String),
    /// A TOML boolean.
    Switch(bool),
    /// A TOML number, as it is written.
    Number(String),
    /// Any other TOML value; no setting takes one so far.
    Other,
}

/// Language of messages.
pub const LANG: Setting = Setting {
    key: "lang",
    kind: Kind::Choice(&["auto", "en", "ru"]),
    fallback: Fallback::Is("auto"),
    secret: false,
    with_serve: false,
    doc: "Language of messages; auto follows LC_ALL, LC_MESSAGES and LANG.",
    example: "ru",
};

/// Where everything is kept.
pub const DATA: Setting = Setting {
    key: "data",
    kind: Kind::Path,
    fallback: Fallback::DataFolder,
    secret: false,
    with_serve: false,
    doc: "Folder for all that regimen stores. Default: the data folder of your\n\
          platform, on Linux ~/.local/share/regimen.",
    example: "/var/lib/regimen",
};

/// A database instead of a file.
pub const DATABASE_URL: Setting = Setting {
    key: "database_url",
    kind: Kind::Url(&["postgres://", "postgresql://"]),
    fallback: Fallback::None,
    secret: true,
    with_serve: false,
    doc: "PostgreSQL database to store in, instead of an SQLite file in `data`.",
    example: "postgres://regimen:password@localhost/regimen",
};

/// Every setting, in the order of the template: plain keys first, then tables.
pub const SETTINGS: &[&Setting] = &[
    &LANG,
    &DATA,
    &Setting {
        key: "listen",
        kind: Kind::Address,
        fallback: Fallback::Is("127.0.0.1:8080"),
        secret: false,
        with_serve: true,
        doc: "Where the server listens. 127.0.0.1 is reachable from this machine only,\n\
              0.0.0.0 from everywhere.",
        example: "0.0.0.0:8080",
    },
    &DATABASE_URL,
    &Setting {
        key: "public_url",
        kind: Kind::Url(&["https://", "http://"]),
        fallback: Fallback::None,
        secret: false,
        with_serve: true,
        doc: "The address that people type, if a proxy stands in front of the server.",
        example: "https://coach.example.org",
    },
    &Setting {
        key: "trusted_proxies",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: false,
        with_serve: true,
        doc: "Proxies whose X-Forwarded headers are believed: IP addresses with commas.\n\
              One on this machine is believed anyway.",
        example: "172.18.0.2",
    },
    &Setting {
        key: "secret_key",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: true,
        with_serve: true,
        doc: "Random text that nobody else knows; protects what the server signs or\n\
              encrypts. Make one with `openssl rand -base64 32`.",
        example: "the output of openssl rand -base64 32",
    },
    &Setting {
        key: "accounts.sign_up",
        kind: Kind::Choice(SignUp::WORDS),
        fallback: Fallback::Is("closed"),
        secret: false,
        with_serve: true,
        doc: "Who may make an account: nobody but administrators (closed), who has a\n\
              link (invite), or everybody (open).",
        example: "invite",
    },
    &Setting {
        key: "flow.planner",
        kind: Kind::Choice(Planner::WORDS),
        fallback: Fallback::Is("rules"),
        secret: false,
        with_serve: false,
        doc: "Who plans a session from words and data, unless a request says so: the rules,\n\
              a language model, or the rules with notes of a model.",
        example: "hybrid",
    },
    &Setting {
        key: "flow.on_model_failure",
        kind: Kind::Choice(OnFailure::WORDS),
        fallback: Fallback::Is("fallback"),
        secret: false,
        with_serve: false,
        doc: "What is done when the model fails: the rules stand in, or the request fails.",
        example: "fail",
    },
    &Setting {
        key: "flow.repairs",
        kind: Kind::Number(0, 10),
        fallback: Fallback::Is("3"),
        secret: false,
        with_serve: false,
        doc: "How often an answer of the model that is not valid is sent back to it.",
        example: "1",
    },
    &Setting {
        key: "flow.transport_retries",
        kind: Kind::Number(0, 10),
        fallback: Fallback::Is("2"),
        secret: false,
        with_serve: false,
        doc: "How often a call is tried again when the line or the endpoint fails.",
        example: "0",
    },
    &Setting {
        key: "flow.total_deadline_s",
        kind: Kind::Number(1, 3600),
        fallback: Fallback::Is("240"),
        secret: false,
        with_serve: false,
        doc: "Seconds that the model has for one session, all calls together.",
        example: "120",
    },
    &Setting {
        key: "model.base_url",
        kind: Kind::Url(&["https://", "http://"]),
        fallback: Fallback::None,
        secret: false,
        with_serve: false,
        doc: "Endpoint of a language model that speaks the protocol of OpenAI, up to /v1.\n\
              Without it no model is ever asked.",
        example: "http://127.0.0.1:11434/v1",
    },
    &Setting {
        key: "model.api_key",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: true,
        with_serve: false,
        doc: "By which the endpoint knows you; most at home need none.",
        example: "a key of the endpoint",
    },
    &Setting {
        key: "model.allow_http",
        kind: Kind::Switch,
        fallback: Fallback::Is("false"),
        secret: false,
        with_serve: false,
        doc: "Whether the endpoint may be elsewhere without https. What is sent could be\n\
              read on the way.",
        example: "true",
    },
    &Setting {
        key: "model.response_format",
        kind: Kind::Choice(&["auto", "json_schema", "json_object", "none"]),
        fallback: Fallback::Is("auto"),
        secret: false,
        with_serve: false,
        doc: "How the form of an answer is asked for; auto finds out what is known there.",
        example: "json_object",
    },
    &Setting {
        key: "model.max_prompt_chars",
        kind: Kind::Number(1000, 10_000_000),
        fallback: Fallback::Is("120000"),
        secret: false,
        with_serve: false,
        doc: "The longest prompt, in characters.",
        example: "60000",
    },
    &Setting {
        key: "model.seed",
        kind: Kind::Number(0, 4_294_967_295),
        fallback: Fallback::Is("1"),
        secret: false,
        with_serve: false,
        doc: "Sent if the endpoint takes it.",
        example: "42",
    },
    &Setting {
        key: "model.concurrency",
        kind: Kind::Number(1, 64),
        fallback: Fallback::Is("4"),
        secret: false,
        with_serve: false,
        doc: "How many requests ask the model at once; others wait for 30 seconds.",
        example: "1",
    },
    &Setting {
        key: "model.analyzer.model",
        kind: Kind::Text,
        fallback: Fallback::Is("gpt-4o-mini"),
        secret: false,
        with_serve: false,
        doc: "The model that makes the plan of a session.",
        example: "qwen2.5:14b",
    },
    &Setting {
        key: "model.analyzer.temperature",
        kind: Kind::Decimal(2),
        fallback: Fallback::Is("0.1"),
        secret: false,
        with_serve: false,
        doc: "How freely it answers.",
        example: "0.2",
    },
    &Setting {
        key: "model.analyzer.timeout_s",
        kind: Kind::Number(1, 600),
        fallback: Fallback::Is("90"),
        secret: false,
        with_serve: false,
        doc: "Seconds that one call may take.",
        example: "300",
    },
    &Setting {
        key: "model.analyzer.max_tokens",
        kind: Kind::Number(256, 32_000),
        fallback: Fallback::Is("3000"),
        secret: false,
        with_serve: false,
        doc: "The longest answer.",
        example: "4000",
    },
    &Setting {
        key: "model.generator.model",
        kind: Kind::Text,
        fallback: Fallback::Is("gpt-4o-mini"),
        secret: false,
        with_serve: false,
        doc: "The model that spells a plan out.",
        example: "qwen2.5:14b",
    },
    &Setting {
        key: "model.generator.temperature",
        kind: Kind::Decimal(2),
        fallback: Fallback::Is("0.4"),
        secret: false,
        with_serve: false,
        doc: "How freely it answers.",
        example: "0.2",
    },
    &Setting {
        key: "model.generator.timeout_s",
        kind: Kind::Number(1, 600),
        fallback: Fallback::Is("60"),
        secret: false,
        with_serve: false,
        doc: "Seconds that one call may take.",
        example: "300",
    },
    &Setting {
        key: "model.generator.max_tokens",
        kind: Kind::Number(256, 32_000),
        fallback: Fallback::Is("6000"),
        secret: false,
        with_serve: false,
        doc: "The longest answer.",
        example: "8000",
    },
    &Setting {
        key: "model.generator.format",
        kind: Kind::Choice(WorkoutFormat::WORDS),
        fallback: Fallback::Is("yaml"),
        secret: false,
        with_serve: false,
        doc: "What it writes.",
        example: "json",
    },
    &Setting {
        key: "model.breaker.failures",
        kind: Kind::Number(1, 1000),
        fallback: Fallback::Is("5"),
        secret: false,
        with_serve: false,
        doc: "Failed requests after which the model is left alone.",
        example: "3",
    },
    &Setting {
        key: "model.breaker.window_s",
        kind: Kind::Number(1, 86_400),
        fallback: Fallback::Is("600"),
        secret: false,
        with_serve: false,
        doc: "The seconds within which they count.",
        example: "300",
    },
    &Setting {
        key: "model.breaker.open_s",
        kind: Kind::Number(1, 86_400),
        fallback: Fallback::Is("120"),
        secret: false,
        with_serve: false,
        doc: "The seconds for which it is left alone.",
        example: "60",
    },
    &Setting {
        key: "log.level",
        kind: Kind::Choice(&["error", "warn", "info", "debug", "trace"]),
        fallback: Fallback::Is("info"),
        secret: false,
        with_serve: true,
        doc: "How much to log.",
        example: "debug",
    },
    &Setting {
        key: "log.format",
        kind: Kind::Choice(&["text", "json"]),
        fallback: Fallback::Is("text"),
        secret: false,
        with_serve: true,
        doc: "Log lines for people (text) or for programs (json).",
        example: "json",
    },
    &Setting {
        key: "metrics.enabled",
        kind: Kind::Switch,
        fallback: Fallback::Is("false"),
        secret: false,
        with_serve: true,
        doc: "Whether /metrics serves figures for Prometheus.",
        example: "true",
    },
    &Setting {
        key: "metrics.token",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: true,
        with_serve: true,
        doc: "Bearer token for /metrics; needed unless the server listens on loopback\n\
              only.",
        example: "a long random text",
    },
    &Setting {
        key: "oidc.issuer",
        kind: Kind::Url(&["https://", "http://"]),
        fallback: Fallback::None,
        secret: false,
        with_serve: true,
        doc: "Identity provider where people may sign in: its address as it names itself.\n\
              http only on this machine itself.",
        example: "https://id.example.org/realms/home",
    },
    &Setting {
        key: "oidc.client_id",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: false,
        with_serve: true,
        doc: "What the identity provider calls this server.",
        example: "regimen",
    },
    &Setting {
        key: "oidc.client_secret",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: true,
        with_serve: true,
        doc: "By which the identity provider knows this server; a public client has none.",
        example: "a long random text",
    },
    &Setting {
        key: "oidc.scopes",
        kind: Kind::Text,
        fallback: Fallback::Is("openid profile"),
        secret: false,
        with_serve: true,
        doc: "What is asked of the identity provider, with spaces; `groups` may be needed\n\
              for groups.",
        example: "openid profile groups",
    },
    &Setting {
        key: "oidc.allowed_groups",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: false,
        with_serve: true,
        doc: "Groups whose members may sign in, with commas; else everybody whom the\n\
              identity provider knows.",
        example: "family, friends",
    },
    &Setting {
        key: "oidc.admin_group",
        kind: Kind::Text,
        fallback: Fallback::None,
        secret: false,
        with_serve: true,
        doc: "Group whose members administer; who leaves it does so no more.",
        example: "coach-admins",
    },
    &Setting {
        key: "oidc.create_accounts",
        kind: Kind::Switch,
        fallback: Fallback::Is("false"),
        secret: false,
        with_serve: true,
        doc: "Whether somebody who comes from the identity provider for the first time gets\n\
              an account.",
        example: "true",
    },
];

impl Setting {
    /// The environment variable that gives the value itself.
    pub fn variable(&self) -> String {
        format!("REGIMEN_{}", self.key.replace('.', "_").to_uppercase())
    }

    /// The environment variable that names a file with the value.
    pub fn file_variable(&self) -> String {
        format!("{}_FILE", self.variable())
    }

    /// The place of the setting in the file, as a JSON pointer.
    pub fn pointer(&self) -> String {
        format!("/{}", self.key.replace('.', "/"))
    }

    /// The default, unless it depends on the machine or there is none.
    pub fn default_value(&self) -> Option<Value> {
        self.kind.read(&Raw::Word(self.default_text()?.to_owned()))
    }

    /// The default as it would be written in the environment.
    pub fn default_text(&self) -> Option<&'static str> {
        match self.fallback {
            Fallback::Is(text) => Some(text),
            Fallback::None | Fallback::DataFolder => None,
        }
    }
}

impl Kind {
    /// The value, if `raw` is one of this kind.
    pub fn read(self, raw: &Raw) -> Option<Value> {
        match (self, raw) {
            (Self::Switch, Raw::Switch(on)) => Some(Value::Switch(*on)),
            (Self::Switch, Raw::Word(word)) => word.parse().ok().map(Value::Switch),
            (Self::Number(..) | Self::Decimal(_), Raw::Word(text) | Raw::Number(text)) => {
                self.read_text(text)
            }
            (Self::Number(..) | Self::Decimal(_), _) => None,
            (_, Raw::Word(text) | Raw::Text(text)) if !text.is_empty() => self.read_text(text),
            _ => None,
        }
    }

    fn read_text(self, text: &str) -> Option<Value> {
        let is_taken = match self {
            Self::Switch => false,
            Self::Path => return Some(Value::Path(text.into())),
            Self::Address => return text.parse().ok().map(Value::Address),
            Self::Choice(words) => words.contains(&text),
            Self::Url(starts) => {
                starts.iter().any(|start| text.starts_with(start) && start.len() < text.len())
            }
            Self::Text => true,
            Self::Number(low, high) => {
                let number = text.parse().ok().filter(|number| (low..=high).contains(number));
                return number.map(Value::Number);
            }
            Self::Decimal(high) => hundredths(text).is_some_and(|number| number <= 100 * high),
        };
        is_taken.then(|| Value::Text(text.to_owned()))
    }

    /// The words of a choice; other kinds have none.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Self::Choice(words) => words,
            _ => &[],
        }
    }

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Choice(_) => "choice",
            Self::Switch => "switch",
            Self::Path => "path",
            Self::Address => "address",
            Self::Url(_) => "url",
            Self::Text => "text",
            Self::Number(..) => "number",
            Self::Decimal(_) => "decimal",
        }
    }

    /// The words or beginnings that it takes; kinds that are not bound to any have none.
    pub const fn allowed(self) -> &'static [&'static str] {
        match self {
            Self::Choice(allowed) | Self::Url(allowed) => allowed,
            _ => &[],
        }
    }

    /// What a message says about the kind.
    pub fn facts(self) -> Facts {
        let (low, high) = match self {
            Self::Number(low, high) => (low, high),
            Self::Decimal(high) => (0, high),
            _ => (0, 0),
        };
        facts([
            ("kind", self.name().into()),
            ("allowed", self.allowed().to_vec().into()),
            ("low", low.into()),
            ("high", high.into()),
        ])
    }

    /// What the setting takes, as a phrase.
    pub fn phrase(self, lang: Locale) -> String {
        text(lang, "allowed", &self.facts())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Path(path) => write!(f, "{}", path.display()),
            Self::Address(address) => write!(f, "{address}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_default_and_example_is_a_value_the_setting_takes() {
        for setting in SETTINGS {
            for text in setting.default_text().iter().chain([&setting.example]) {
                let value = setting.kind.read(&Raw::Word((*text).to_owned()));
                assert!(value.is_some(), "{} = {text}", setting.key);
            }
        }
    }

    #[test]
    fn no_two_settings_share_an_environment_variable() {
        let names: BTreeSet<String> =
            SETTINGS.iter().flat_map(|setting| [setting.variable(), setting.file_variable()]).collect();
        assert_eq!(names.len(), 2 * SETTINGS.len());
        assert!(!names.contains(super::super::file::VARIABLE));
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        assert_eq!(Kind::Switch.read(&Raw::Text("true".to_owned())), None);
        assert_eq!(Kind::Text.read(&Raw::Switch(true)), None);
        assert_eq!(Kind::Text.read(&Raw::Word(String::new())), None);
        assert_eq!(Kind::Address.read(&Raw::Word("127.0.0.1:80800".to_owned())), None);
        assert_eq!(Kind::Url(&["postgres://"]).read(&Raw::Word("mysql://x".to_owned())), None);
    }
}

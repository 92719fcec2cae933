//! What a setting is: its name, the values it takes, and how they are read.

use std::{
    borrow::Cow,
    fmt,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use domain::vocabulary::nearest;
use ipnet::IpNet;
use serde::Serialize;

use super::place;
use crate::{
    llm::settings::hundredths,
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
    /// IP addresses and networks with commas between them.
    Networks,
    /// A URL with one of these beginnings.
    Url(&'static [&'static str]),
    /// The address of a database.
    Database,
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

    /// A value of it as it may be shown: a secret is masked, but for an address of a database that holds no password.
    pub fn shown<'a>(&self, value: &'a str) -> Cow<'a, str> {
        if !self.secret {
            return value.into();
        }
        match self.kind {
            Kind::Database => place::shown(value),
            _ => MASK.into(),
        }
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
            Self::Networks => networks(text).is_some(),
            Self::Choice(words) => words.contains(&text),
            Self::Url(starts) => {
                starts.iter().any(|start| text.starts_with(start) && start.len() < text.len())
            }
            Self::Database => place::database(text).is_some(),
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

    /// What was probably meant by a value that it does not take.
    pub fn nearest(self, text: &str) -> Option<&'static str> {
        match self {
            Self::Database => place::nearest(text),
            _ => nearest(text, self.words().iter().copied()),
        }
    }

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Choice(_) => "choice",
            Self::Switch => "switch",
            Self::Path => "path",
            Self::Address => "address",
            Self::Networks => "networks",
            Self::Url(_) | Self::Database => "url",
            Self::Text => "text",
            Self::Number(..) => "number",
            Self::Decimal(_) => "decimal",
        }
    }

    /// The words or beginnings that it takes; kinds that are not bound to any have none.
    pub const fn allowed(self) -> &'static [&'static str] {
        match self {
            Self::Choice(allowed) | Self::Url(allowed) => allowed,
            Self::Database => place::STARTS,
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

/// IP addresses and networks with commas between them; an address is a network of one.
pub fn networks(text: &str) -> Option<Vec<IpNet>> {
    let network = |text: &str| text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
    let all = text.split(',').map(str::trim).filter(|one| !one.is_empty());
    all.map(network).collect()
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
    use crate::config::SETTINGS;

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
        for networks in ["10.0.0.2, proxy", "10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.2-10.0.0.9"] {
            assert_eq!(Kind::Networks.read(&Raw::Word(networks.to_owned())), None, "{networks}");
        }
        assert_eq!(Kind::Url(&["postgres://"]).read(&Raw::Word("mysql://x".to_owned())), None);
    }

    #[test]
    fn networks_are_read_beside_addresses() {
        let read = |text: &str| networks(text).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            read("172.18.0.2, 172.16.0.0/12,fd00::2, fd00::/8,"),
            ["172.18.0.2/32", "172.16.0.0/12", "fd00::2/128", "fd00::/8"]
        );
    }
}

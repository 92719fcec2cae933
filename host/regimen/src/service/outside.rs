//! Whom the program may ask for what athletes keep elsewhere: Strava (L-37), and hosts of texts (L-38).

use super::strava::Strava;
use crate::{
    config::Config,
    problem::{Problem, STRAVA_OFF},
};

/// Whom the program may ask.
#[derive(Debug)]
pub struct Outside {
    /// Strava, or the settings that it lacks.
    pub strava: Result<Strava, Vec<&'static str>>,
    /// The hosts that texts are fetched from; nothing is fetched if absent.
    pub hosts: Option<Vec<String>>,
}

impl Default for Outside {
    fn default() -> Self {
        Self { strava: Err(Strava::NEEDED.to_vec()), hosts: None }
    }
}

impl Outside {
    /// Those that are configured.
    pub fn read(config: &Config) -> Result<Self, Problem> {
        let strava = Strava::read(config)?;
        let is_enabled = text(config, "flow.fetch.enabled").as_deref() == Some("true");
        let hosts = text(config, "flow.fetch.allow_hosts").unwrap_or_default();
        let hosts = hosts.split(',').map(str::trim).filter(|host| !host.is_empty()).map(str::to_owned);
        Ok(Self { strava, hosts: is_enabled.then(|| hosts.collect()) })
    }

    /// Strava, if it is set up here.
    pub fn strava(&self) -> Result<&Strava, Problem> {
        self.strava.as_ref().map_err(|missing| Problem::new(STRAVA_OFF).fact("missing", missing.clone()))
    }
}

/// The value of a setting, as text.
pub(super) fn text(config: &Config, key: &str) -> Option<String> {
    let entry = config.entries.iter().find(|entry| entry.setting.key == key);
    entry.and_then(|entry| entry.value.as_ref()).map(ToString::to_string)
}

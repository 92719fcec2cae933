//! L-28: where a model is, and how it is asked; read from the settings of the program.

use std::{path::Path, time::Duration};

use assistant::{
    input::request::Planner,
    model::{
        breaker::BreakerSettings,
        fallback::OnFailure,
        settings::{ModelSettings, StepSettings},
    },
};
use domain::law::Valid;

use super::capture::Capture;
use crate::{
    config::Config,
    problem::{Problem, SETTING_NEEDED},
    service::access::secret::Secret,
};

/// L-28: how long a request waits for its turn.
const QUEUE: Duration = Duration::from_secs(30);

/// Where a model is, and how it is asked.
#[derive(Debug)]
pub struct Settings {
    /// The address of the endpoint, up to `/v1`.
    pub base_url: String,
    /// By which the endpoint knows us; many at home need none.
    pub api_key: Option<Secret>,
    /// What the talk depends on.
    pub model: ModelSettings,
    /// When it is left alone.
    pub breaker: BreakerSettings,
    /// How many requests are at work at once.
    pub concurrency: usize,
    /// How long a request waits for its turn.
    pub queue: Duration,
}

impl Settings {
    /// A model at this address, asked as usual.
    pub fn at(base_url: &str) -> Self {
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            api_key: None,
            model: ModelSettings::default(),
            breaker: BreakerSettings::default(),
            concurrency: 4,
            queue: QUEUE,
        }
    }

    /// The key that is configured, whatever the address.
    pub fn key(config: &Config) -> Option<Secret> {
        text(config, "model.api_key").map(|key| Secret::given(&key))
    }

    /// The model that is configured, if one is.
    pub fn read(config: &Config) -> Result<Option<Self>, Problem> {
        let Some(base_url) = text(config, BASE_URL) else { return Ok(None) };
        let is_open = base_url.starts_with("http://") && !is_loopback(&base_url);
        if is_open && !is_on(config, "model.allow_http") {
            return Err(Problem::new(SETTING_NEEDED)
                .fact("key", BASE_URL)
                .fact("needed", "model.allow_http"));
        }
        let usual = ModelSettings::default();
        let model = ModelSettings {
            analyzer: step(config, "analyzer", &usual.analyzer),
            generator: step(config, "generator", &usual.generator),
            response_format: text(config, "model.response_format").and_then(|word| word.parse().ok()),
            workout_format: word(config, "model.generator.format", usual.workout_format),
            max_prompt_chars: number(config, "model.max_prompt_chars", usual.max_prompt_chars),
            seed: number(config, "model.seed", usual.seed),
            repairs: number(config, "flow.repairs", usual.repairs),
            transport_retries: number(config, "flow.transport_retries", usual.transport_retries),
            total_deadline_s: number(config, "flow.total_deadline_s", usual.total_deadline_s),
        };
        let breaker = BreakerSettings::default();
        let breaker = BreakerSettings {
            failures: number(config, "model.breaker.failures", breaker.failures),
            window_s: number(config, "model.breaker.window_s", breaker.window_s),
            open_s: number(config, "model.breaker.open_s", breaker.open_s),
        };
        Ok(Some(Self {
            api_key: Self::key(config),
            model: Valid::new(model)?.into_inner(),
            breaker,
            concurrency: number(config, "model.concurrency", 4),
            ..Self::at(&base_url)
        }))
    }
}

const BASE_URL: &str = "model.base_url";

/// Who plans unless a request says so.
pub fn planner(config: &Config) -> Planner {
    word(config, "flow.planner", Planner::Rules)
}

/// AI-1: whether a model is asked after a session.
pub fn suggestions(config: &Config) -> bool {
    is_on(config, "model.suggestions")
}

/// OU-9: whether a model is asked what came of a change when the rules are not sure.
pub fn outcomes(config: &Config) -> bool {
    is_on(config, "model.outcomes")
}

/// L-35: where prompts and answers are written down, and whether they are.
pub fn capture(config: &Config) -> Option<(Capture, bool)> {
    let folder = text(config, "data")?;
    Some((Capture::below(Path::new(&folder)), is_on(config, "flow.debug_capture")))
}

fn is_on(config: &Config, key: &str) -> bool {
    text(config, key).as_deref() == Some("true")
}

/// What is done about a model that fails (L-32).
pub fn on_failure(config: &Config) -> OnFailure {
    word(config, "flow.on_model_failure", OnFailure::Fallback)
}

fn text(config: &Config, key: &str) -> Option<String> {
    let entry = config.entries.iter().find(|entry| entry.setting.key == key);
    entry.and_then(|entry| entry.value.as_ref()).map(ToString::to_string)
}

fn number<T: std::str::FromStr>(config: &Config, key: &str, usual: T) -> T {
    text(config, key).and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn word<T: std::str::FromStr>(config: &Config, key: &str, usual: T) -> T {
    number(config, key, usual)
}

fn step(config: &Config, name: &str, usual: &StepSettings) -> StepSettings {
    let key = |field: &str| format!("model.{name}.{field}");
    let temperature = text(config, &key("temperature")).and_then(|text| hundredths(&text));
    StepSettings {
        model: text(config, &key("model")).unwrap_or_else(|| usual.model.clone()),
        temperature: temperature.unwrap_or(usual.temperature),
        timeout_s: number(config, &key("timeout_s"), usual.timeout_s),
        max_tokens: number(config, &key("max_tokens"), usual.max_tokens),
    }
}

/// A decimal with at most two places, in hundredths.
pub(crate) fn hundredths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) {
        return None;
    }
    let part = format!("{part:0<2}");
    Some(100 * whole.parse::<u32>().ok()? + part.parse::<u32>().ok()?)
}

/// Whether an address is on this machine, so that nobody else can listen in.
pub fn is_loopback(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or_default();
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_28_plain_http_is_for_this_machine() {
        for url in
            ["http://127.0.0.1:8000/v1", "http://localhost/v1", "http://[::1]:1/v1", "http://127.9.9.9"]
        {
            assert!(is_loopback(url), "{url}");
        }
        for url in
            ["http://10.0.0.1/v1", "http://localhost.example.org/v1", "http://127.0.0.1@example.org/v1"]
        {
            assert!(!is_loopback(url), "{url}");
        }
    }

    #[test]
    fn l_28_a_temperature_is_a_decimal() {
        assert_eq!(["0.1", "0.45", "2", "1.5"].map(hundredths), [Some(10), Some(45), Some(200), Some(150)]);
        assert_eq!(["", "0.123", "-1", "x"].map(hundredths), [None; 4]);
    }
}

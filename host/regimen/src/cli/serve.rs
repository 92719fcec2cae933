//! `regimen serve`: the web app and the API (AC-2, AC-3).

use std::{
    io::IsTerminal,
    net::{IpAddr, SocketAddr},
};

use serde_json::json;
use tracing::Level;
use tracing_subscriber::{
    filter::Targets,
    layer::{Layer, SubscriberExt},
    registry,
    util::SubscriberInitExt,
};

use super::{Ctx, words::Words};
#[cfg(not(feature = "sso"))]
use crate::problem::NOT_BUILT_IN;
use crate::{
    api::{
        Metrics, Options, Server,
        serve::{bind, run as serve, signal},
    },
    config::{Config, Value},
    problem::{BAD_SETTING, Problem},
    service::{
        access::link::{self, SignUp},
        app::{App, Place},
        flow::Planners,
        kpi::gate::IntentDefault,
        outside::Outside,
    },
};
#[cfg(feature = "sso")]
use crate::{
    problem::SETTING_NEEDED,
    service::access::{
        oidc::{Settings, provider::Provider},
        secret::Secret,
    },
};

const ISSUER: &str = "oidc.issuer";

const EXAMPLES: &str = "\
Examples:
  regimen serve                                  on http://127.0.0.1:8080
  regimen serve --listen 0.0.0.0:8080            reachable from elsewhere too
  regimen serve --database-url postgres://...    kept in PostgreSQL
  REGIMEN_PUBLIC_URL=https://coach.example regimen serve   behind a proxy

  On its first start it prints a link to set up with. Plain `regimen` does the
  same as `regimen serve`.";

/// Serve the web app and the API
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let config = ctx.sources.config(ctx.environment)?;
    let place = ctx.place()?;
    let listen = args.listen.unwrap_or_else(|| listen(&config));
    let options = options(&config, listen)?;
    let (planners, outside) = (Planners::read(&config)?, Outside::read(&config)?);
    let intent_default = IntentDefault::read(&config);
    let capture = planners.llm.as_ref().and_then(|llm| llm.capture.as_ref());
    let capture = capture.map(|capture| capture.file().display().to_string());
    log(&config);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Place::Sqlite(_) = place {
        // Requests wait for a thread of the database; a second worker would be woken in vain, at twice the cost of a page.
        runtime.worker_threads(1);
    }
    let runtime = runtime.enable_all().build();
    let runtime = runtime.map_err(|error| Problem::defect(&error))?;
    runtime.block_on(async {
        let stop = signal();
        let listener = bind(listen).await?;
        let address = listener.local_addr().unwrap_or(listen);
        let app = App::open(&place).await?.with_planners(planners).with_outside(outside);
        let app = app.with_intent_default(intent_default);
        let set_up = link::to_set_up(&app).await?;
        let url = options.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
        let set_up = set_up.map(|link| format!("{url}/setup?code={}", link.code));
        let facts = json!({ "url": url, "set_up": set_up, "debug_capture": capture });
        ctx.output.show(&facts, |lang| {
            let words = Words::new(lang);
            let mut at = words.text_with("serve-at", [("url", url.as_str().into())]);
            if let Some(file) = &capture {
                let told = words.text_with("serve-capture", [("file", file.as_str().into())]);
                at = format!("{at}\n{told}");
            }
            match &set_up {
                Some(link) => {
                    format!("{at}\n{}\n", words.text_with("serve-set-up", [("link", link.as_str().into())]))
                }
                None => format!("{at}\n"),
            }
        })?;
        if let Some(file) = &capture {
            tracing::warn!(file, "prompts and answers of the model are written down for a day");
        }
        tracing::info!(%address, version = env!("CARGO_PKG_VERSION"), "serving");
        let server = Server::new(app, options);
        serve(std::sync::Arc::clone(&server), listener, stop).await;
        Ok(())
    })
}

/// Where the settings say that the server listens.
pub(super) fn listen(config: &Config) -> SocketAddr {
    match value(config, "listen") {
        Some(Value::Address(address)) => address,
        _ => SocketAddr::from(([127, 0, 0, 1], 8080)),
    }
}

fn value(config: &Config, key: &str) -> Option<Value> {
    config.entries.iter().find(|entry| entry.setting.key == key).and_then(|entry| entry.value.clone())
}

fn text(config: &Config, key: &str) -> Option<String> {
    value(config, key).map(|value| value.to_string())
}

fn options(config: &Config, listen: SocketAddr) -> Result<Options, Problem> {
    let proxies = text(config, "trusted_proxies").unwrap_or_default();
    let proxies = proxies.split(',').map(str::trim).filter(|proxy| !proxy.is_empty());
    let read = |proxy: &str| {
        proxy.parse::<IpAddr>().map_err(|_| {
            Problem::new(BAD_SETTING)
                .fact("key", "trusted_proxies")
                .fact("value", proxy)
                .fact("from", "trusted_proxies")
                .fact("kind", "text")
                .fact("allowed", vec!["IP addresses with commas"])
        })
    };
    #[cfg(not(feature = "sso"))]
    without_oidc(config)?;
    let token = text(config, "metrics.token");
    let metrics = match (value(config, "metrics.enabled"), token) {
        (Some(Value::Switch(true)), Some(token)) => Metrics::Token(token),
        (Some(Value::Switch(true)), None) if listen.ip().is_loopback() => Metrics::Open,
        _ => Metrics::Off,
    };
    let sign_up = text(config, "accounts.sign_up").and_then(|word| word.parse().ok());
    Ok(Options {
        public_url: text(config, "public_url").map(|url| url.trim_end_matches('/').to_owned()),
        trusted_proxies: proxies.map(read).collect::<Result<_, _>>()?,
        sign_up: sign_up.unwrap_or(SignUp::Closed),
        metrics,
        small_metrics: value(config, "metrics.small") == Some(Value::Switch(true)),
        #[cfg(feature = "sso")]
        oidc: oidc(config)?.map(std::sync::Arc::new),
        ..Options::default()
    })
}

/// The identity provider, if there is one (AC-10).
#[cfg(feature = "sso")]
fn oidc(config: &Config) -> Result<Option<Provider>, Problem> {
    let Some(issuer) = text(config, ISSUER) else { return Ok(None) };
    let client_id = text(config, "oidc.client_id");
    let needed = || Problem::new(SETTING_NEEDED).fact("key", ISSUER).fact("needed", "oidc.client_id");
    let scopes = text(config, "oidc.scopes").unwrap_or_default();
    let groups = text(config, "oidc.allowed_groups").unwrap_or_default();
    let groups = groups.split(',').map(str::trim).filter(|group| !group.is_empty());
    let settings = Settings {
        issuer,
        client_id: client_id.ok_or_else(needed)?,
        client_secret: text(config, "oidc.client_secret").map(|secret| Secret::given(&secret)),
        // `openid` is asked for anyway.
        scopes: scopes.split_whitespace().filter(|scope| *scope != "openid").map(str::to_owned).collect(),
        allowed_groups: groups.map(str::to_owned).collect(),
        admin_group: text(config, "oidc.admin_group"),
        create_accounts: value(config, "oidc.create_accounts") == Some(Value::Switch(true)),
    };
    Provider::new(settings).map(Some)
}

/// A program that was built without it does not silently leave people outside.
#[cfg(not(feature = "sso"))]
fn without_oidc(config: &Config) -> Result<(), Problem> {
    match text(config, ISSUER) {
        Some(_) => Err(Problem::new(NOT_BUILT_IN).fact("key", ISSUER).fact("feature", "sso")),
        None => Ok(()),
    }
}

/// Log lines go to standard error, for people or for programs. What others would log about their work is left out but for
/// warnings: it could tell what was sent.
fn log(config: &Config) {
    let level = text(config, "log.level").and_then(|level| level.parse().ok()).unwrap_or(Level::INFO);
    let only = Targets::new().with_target(env!("CARGO_PKG_NAME"), level).with_default(Level::WARN);
    let lines = tracing_subscriber::fmt::layer().with_target(false).with_writer(std::io::stderr);
    // A second start in one process keeps the first log.
    let _ = if text(config, "log.format").as_deref() == Some("json") {
        registry().with(lines.json().flatten_event(true).with_filter(only)).try_init()
    } else {
        registry().with(lines.with_ansi(std::io::stderr().is_terminal()).with_filter(only)).try_init()
    };
}

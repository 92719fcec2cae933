//! `regimen serve`: the web app and the API (AC-2, AC-3).

use std::{io::IsTerminal, net::SocketAddr, sync::Arc};

use serde_json::json;
use tracing::Level;
use tracing_subscriber::{
    filter::Targets,
    layer::{Layer, SubscriberExt},
    registry,
    util::SubscriberInitExt,
};

use super::{Ctx, output::Output, words::Words};
#[cfg(not(feature = "sso"))]
use crate::problem::NOT_BUILT_IN;
use crate::{
    api::{
        Metrics, Options, Server,
        health::reachable,
        serve::{bind, run as serve, signal},
    },
    config::{Config, Value, setting::networks},
    problem::Problem,
    service::{
        access::link::{self, Link, SignUp},
        app::{App, Place},
        dialog::Talks,
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
  regimen serve --database-url sqlite:///srv/regimen.db    kept in this file
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
    let (intent_default, talks) = (IntentDefault::read(&config), Talks::read(&config)?);
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
        let app = app.with_intent_default(intent_default).with_talks(talks);
        let set_up = link::to_set_up(&app).await?;
        let url = options.public_url.clone().unwrap_or_else(|| format!("http://{}", reachable(address)));
        let set_up = set_up.map(|link| set_up_at(&url, &link));
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
        if set_up.is_some() {
            // The code is a secret, and logs travel.
            tracing::info!("there is no account yet; the link to set up with is on standard output");
        }
        let server = Server::new(app, options);
        let serving = serve(Arc::clone(&server), listener, stop);
        tokio::select! {
            () = serving => {}
            () = links_again(&server, &url, &mut ctx.output) => {}
        }
        Ok(())
    })
}

fn set_up_at(url: &str, link: &Link) -> String {
    format!("{url}/setup?code={}", link.code)
}

/// AC-2: prints a new link whenever the last account has gone, for as long as the server runs.
async fn links_again(server: &Server, url: &str, output: &mut Output<'_>) {
    loop {
        server.left_alone().await;
        if let Err(problem) = link_again(server, url, output).await {
            tracing::error!(code = problem.code.name, "there is no link to set up with; start anew");
        }
    }
}

async fn link_again(server: &Server, url: &str, output: &mut Output<'_>) -> Result<(), Problem> {
    let Some(link) = link::to_set_up(&server.app).await? else { return Ok(()) };
    let link = set_up_at(url, &link);
    tracing::info!("the last account is gone; a link to set up with is on standard output");
    output.show(&json!({ "url": url, "set_up": link }), |lang| {
        let told = Words::new(lang).text_with("serve-set-up", [("link", link.as_str().into())]);
        format!("{told}\n")
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
    #[cfg(not(feature = "sso"))]
    without_oidc(config)?;
    let token = text(config, "metrics.token");
    let metrics = match (value(config, "metrics.enabled"), token) {
        (Some(Value::Switch(true)), Some(token)) => Metrics::Token(token),
        (Some(Value::Switch(true)), None) if listen.ip().is_loopback() => Metrics::Open,
        _ => Metrics::Off,
    };
    let sign_up = text(config, "accounts.sign_up").and_then(|word| word.parse().ok());
    let proxies = text(config, "trusted_proxies");
    Ok(Options {
        public_url: text(config, "public_url").map(|url| url.trim_end_matches('/').to_owned()),
        trusted_proxies: proxies.and_then(|text| networks(&text)).unwrap_or_default(),
        sign_up: sign_up.unwrap_or(SignUp::Closed),
        metrics,
        small_metrics: value(config, "metrics.small") == Some(Value::Switch(true)),
        #[cfg(feature = "sso")]
        oidc: oidc(config)?.map(Arc::new),
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

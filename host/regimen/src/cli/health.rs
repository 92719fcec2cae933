//! `regimen health`: whether the server of this machine answers.

use std::net::SocketAddr;

use serde_json::json;

use super::{Ctx, serve, table::paragraph, words::Words};
use crate::{
    api::health::ask,
    problem::{Exit, Problem},
};

const EXAMPLES: &str = "\
Examples:
  regimen health                           does the server answer?
  regimen health --ready                   and its database?
  regimen health --listen 127.0.0.1:9000   one that listens elsewhere

  Leaves with 0 if it does and with 1 if not: a health check of a container.";

/// Ask the server whether it answers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Ask whether the database answers, too
    #[arg(long)]
    ready: bool,
    /// Where it listens [default: the setting `listen`]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let listen = match args.listen {
        Some(listen) => listen,
        None => serve::listen(&ctx.sources.config(ctx.environment)?),
    };
    let path = if args.ready { "/readyz" } else { "/healthz" };
    let asked = ask(listen, path);
    let (is_well, answer) = match &asked {
        Ok(status) => (*status == 200, status.to_string()),
        Err(error) => (false, error.to_string()),
    };
    let facts = json!({ "healthy": is_well, "listen": listen, "answer": answer });
    ctx.output.show(&facts, |lang| {
        let id = if is_well { "health-well" } else { "health-ill" };
        let at = format!("http://{listen}{path}");
        let facts = [("at", at.into()), ("answer", answer.as_str().into())];
        paragraph(&Words::new(lang).text_with(id, facts), 0)
    })?;
    Ok(if is_well { Exit::Done } else { Exit::Failure })
}

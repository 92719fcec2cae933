//! `regimen demo`: a made-up athlete with twelve weeks behind them, to look around.

use std::path::PathBuf;

use domain::time::LocalDate;
use serde_json::json;

use super::{Ctx, output::runtime, words::Words};
use crate::{
    config::place,
    problem::{DEMO_THERE, Exit, Problem},
    service::{
        app::{App, Place},
        demo::{self, LOGIN},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen demo --dir /tmp/demo
  regimen --data /tmp/demo today
  regimen --data /tmp/demo plan versions";

/// Make up an athlete with twelve weeks of training, to look around
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Folder to make it in; it must not hold a database yet
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The day on which it ends; today unless given
    #[arg(long, value_name = "DATE")]
    today: Option<LocalDate>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let file = args.dir.join(place::FILE);
    if file.exists() {
        return Err(Problem::new(DEMO_THERE).fact("file", file.display().to_string()));
    }
    let password = demo::password();
    let today = args.today.unwrap_or_else(|| jiff::Zoned::now().date());
    let output = &mut ctx.output;
    runtime()?.block_on(async {
        let app = App::open_scripted(&Place::Sqlite(file), demo::begins(today), 42).await?;
        let words = Words::new(output.lang);
        let lived = demo::live(&app, today, &password, |week, of| {
            output.progress(&words.text_with("demo-week", [("week", week.into()), ("of", of.into())]));
        })
        .await;
        app.close().await;
        output.progress("");
        lived
    })?;
    let folder = args.dir.display().to_string();
    ctx.output.show(&json!({ "data": folder, "login": LOGIN, "password": password }), |lang| {
        let facts = [
            ("folder", folder.as_str().into()),
            ("login", LOGIN.into()),
            ("password", password.as_str().into()),
        ];
        format!("{}\n", Words::new(lang).text_with("demo-done", facts))
    })?;
    Ok(Exit::Done)
}

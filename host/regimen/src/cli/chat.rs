//! `regimen chat`: talk to the coach (D-1).

use std::io::{self, BufRead, IsTerminal};

use domain::{id::Id, person::Athlete};

use super::{Ctx, on_store::Who, table::paragraph};
use crate::{
    problem::{Exit, Problem},
    service::{
        app::{App, Caller},
        dialog::{self, Channel, Incoming, Replies},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen chat                                  talk; an empty line ends it
  regimen chat --once \"pull-ups 4x7 rpe 6\"      say one thing
  echo \"what's today?\" | regimen chat           say what a file or a program says, a line each";

/// Talk to the coach: report, ask, correct and undo in plain words
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// Talk for the athlete with this id, who has allowed it
    #[arg(long, value_name = "ID")]
    athlete: Option<Id<Athlete>>,
    /// Say this and nothing else
    #[arg(long, value_name = "TEXT")]
    once: Option<String>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    if let Some(text) = &args.once {
        let replies = ctx
            .for_athlete(&args.who, async |app, caller| handle(app, &of(args, *caller), text, None).await)?;
        show(&replies, ctx)?;
        return Ok(exit(&replies));
    }
    let is_watched = io::stdin().is_terminal() && ctx.output.is_watched();
    let mut last: Option<Replies> = None;
    loop {
        if is_watched {
            ctx.output.progress("> ");
        }
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        let read = read.map_err(|error| super::output::write_failed("stdin", &error))?;
        let text = line.trim();
        if read == 0 || (is_watched && text.is_empty()) {
            break;
        }
        if text.is_empty() {
            continue;
        }
        let replies = ctx.for_athlete(&args.who, async |app, caller| {
            handle(app, &of(args, *caller), text, last.as_ref()).await
        })?;
        show(&replies, ctx)?;
        last = Some(replies);
    }
    Ok(last.as_ref().map_or(Exit::Done, exit))
}

/// For whom: the one who is named by id, else the one of the account.
fn of(args: &Args, caller: Caller) -> Caller {
    Caller { athlete: args.athlete.unwrap_or(caller.athlete), ..caller }
}

/// Says a line; a number presses the button that has it.
async fn handle(app: &App, caller: &Caller, text: &str, last: Option<&Replies>) -> Result<Replies, Problem> {
    let id = app.uuid().to_string();
    let buttons: Vec<_> = last.iter().flat_map(|last| &last.replies).flat_map(|one| &one.buttons).collect();
    let number: Option<usize> = text.parse().ok();
    let pressed = number.and_then(|number| buttons.get(number.checked_sub(1)?));
    let incoming = match pressed {
        Some(button) => Incoming::action(id, button.action.clone()),
        None => Incoming::text(id, text),
    };
    dialog::handle(app, caller, Channel::Cli, &incoming).await
}

/// D-1: numbered options instead of buttons.
fn show(replies: &Replies, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    ctx.output.show(replies, |_| {
        let mut out = String::new();
        let mut number = 0;
        for reply in &replies.replies {
            out.extend(reply.text.lines().map(|line| paragraph(line, 0)));
            for button in &reply.buttons {
                number += 1;
                out.extend(["  ", &number.to_string(), ") ", &button.label, "\n"]);
            }
            for attachment in &reply.attachments {
                out.extend(["  ", &attachment.title, ": ", &attachment.path, "\n"]);
            }
        }
        out
    })
}

/// D-1: 5 while a question is open, 1 if nothing could be done.
fn exit(replies: &Replies) -> Exit {
    match (&replies.question, &replies.refusal) {
        (_, Some(_)) => Exit::Failure,
        (Some(_), None) => Exit::OpenQuestion,
        (None, None) => Exit::Done,
    }
}

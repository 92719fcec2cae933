//! The conversation with the athlete: one service for all channels (D-1).
//!
//! Read in this order: [`message`] (what comes and goes), [`context`] (where a conversation stands), `limit`, `talk` (one
//! message at work), `hear` (what it is taken for), then what is done: `question`, `report`, `said` and `told` (reports), `marks` and
//! `safety` (how the athlete is), `correct`, `land` and `undo` (the plan by hand), `command` and `view` (the rest).
//!
//! A message is handled in one transaction: its effects, the conversation and the answer, which is kept under the id of the
//! message (D-3). The same message again gets the same answer, and nothing else happens.
//!
//! # What is not here
//!
//! * No reading of words: that is [`assistant::dialog`], which knows no store.
//! * No rule of planning: everything is done by the use cases that the app and the command line call.

pub(super) mod alias;
mod command;
pub mod context;
mod correct;
mod hear;
mod land;
mod limit;
mod marks;
pub mod message;
mod proposal;
pub mod question;
mod report;
mod safety;
mod said;
mod setting;
mod talk;
mod told;
mod undo;
mod view;

use std::{fs, path::Path};

use assistant::dialog::tuning::DialogTuning;
use domain::{law::Valid, person::ActorKind};
use serde::Deserialize;
use store::{Entry, MessageKey};

use self::talk::Talk;
pub use self::{
    context::{Context, DialogState, Turn, Who},
    message::{Attachment, Button, Channel, Incoming, Replies, Reply, Said, Waiting},
};
use super::{
    act::Act,
    app::{App, Caller, Scope, Work},
};
use crate::{
    config::Config,
    problem::{NOT_SAVED, Problem, document, strict::Strict},
};

/// How people are talked to, as the installation has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Talks {
    /// What is added where somebody needs help at once: local numbers (D-15).
    pub emergency_text: Option<String>,
    /// The numbers of the conversation (D-27).
    pub tuning: DialogTuning,
}

impl Talks {
    /// As it is configured.
    pub fn read(config: &Config) -> Result<Self, Problem> {
        let value = |key: &str| {
            let entry = config.entries.iter().find(|entry| entry.setting.key == key);
            let value = entry.and_then(|entry| entry.value.as_ref()).map(ToString::to_string);
            value.filter(|text| !text.is_empty())
        };
        let tuning = value("dialog.tuning").map(|file| read_tuning(Path::new(&file))).transpose()?;
        Ok(Self { emergency_text: value("dialog.emergency_text"), tuning: tuning.unwrap_or_default() })
    }
}

/// D-27: the numbers of a file; those that it does not name are the default ones.
fn read_tuning(file: &Path) -> Result<DialogTuning, Problem> {
    let text =
        fs::read_to_string(file).map_err(|error| Problem::unreadable(file, "dialog.tuning", &error))?;
    let name = file.display().to_string();
    let mut json = serde_json::Deserializer::from_str(&text);
    let read = DialogTuning::deserialize(Strict(&mut json)).and_then(|tuning| json.end().map(|()| tuning));
    let tuning = read.map_err(|error| document::refusal(&error, "dialog-tuning").fact("file", name))?;
    Ok(Valid::new(tuning)?.into_inner())
}

/// Handles a message (D-1). The same id on the same channel gives the first answer again and has no second effect (D-3).
pub async fn handle(
    app: &App,
    caller: &Caller,
    channel: Channel,
    incoming: &Incoming,
) -> Result<Replies, Problem> {
    limit::check_size(incoming)?;
    let mut work = app.write(caller, Act::Message).await?;
    let channel = of(&work, channel);
    let key =
        MessageKey { athlete: caller.athlete, channel: channel.as_str(), external_id: &incoming.external_id };
    if let Some(known) = work.tx.dialog_answer::<Replies>(key).await? {
        return Ok(known);
    }
    limit::check_rate(&mut work).await?;
    // What a message may do is much: on the heap it leaves room on the stack.
    let handled = Box::pin(respond(&mut work, caller, channel, incoming)).await;
    let replies = match handled {
        Ok(replies) => {
            work.commit().await.map_err(unsaved)?;
            replies
        }
        Err(problem) if problem.code.status >= 500 => return Err(unsaved(problem)),
        // D-23: nothing of it happened; what is kept is the sentence that says so.
        Err(problem) => {
            drop(work);
            let mut work = app.write(caller, Act::Message).await?;
            let replies = Box::pin(refuse(&mut work, caller, channel, incoming, &problem)).await?;
            work.commit().await.map_err(unsaved)?;
            replies
        }
    };
    app.counted.message(channel.as_str(), &replies.intent);
    Ok(replies)
}

/// A part of what was said on a channel, newest first (D-4): what was before an instant, at most so many turns.
pub async fn turns(app: &App, caller: &Caller, channel: Option<Channel>) -> Result<Vec<Turn>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let channel = channel.unwrap_or_else(|| of(&work, Channel::Web));
    let mut context = work.dialog(channel).await?.value;
    context.trim(work.now);
    Ok(context.turns.into_iter().rev().collect())
}

/// Where a conversation stands (D-4).
pub async fn standing(
    app: &App,
    caller: &Caller,
    channel: Channel,
) -> Result<(Context, DialogState), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let channel = of(&work, channel);
    let context = work.dialog(channel).await?.value;
    let flags = work.active_flags().await?;
    let state = context.state(flags.iter().any(safety::is_suspension));
    Ok((context, state))
}

/// D-1: a coach who writes is on a channel of their own.
fn of(work: &Work<'_>, channel: Channel) -> Channel {
    if work.actor.kind == ActorKind::Coach { Channel::Coach } else { channel }
}

/// D-23: the id of the message stays unused, so that it can be sent again.
fn unsaved(problem: Problem) -> Problem {
    if problem.code.status >= 500 {
        Problem { facts: problem.facts, ..Problem::new(NOT_SAVED) }
    } else {
        problem
    }
}

async fn respond(
    work: &mut Work<'_>,
    caller: &Caller,
    channel: Channel,
    incoming: &Incoming,
) -> Result<Replies, Problem> {
    let mut talk = Talk::new(work, *caller, channel, &incoming.external_id).await?;
    match &incoming.said {
        Said::Text(text) => talk.hear(text, incoming.device).await?,
        Said::Action(action) => talk.press(action, incoming.device).await?,
    }
    close(talk, incoming).await
}

/// D-23: the sentence of a refusal, with the code in small print.
async fn refuse(
    work: &mut Work<'_>,
    caller: &Caller,
    channel: Channel,
    incoming: &Incoming,
    problem: &Problem,
) -> Result<Replies, Problem> {
    let mut talk = Talk::new(work, *caller, channel, &incoming.external_id).await?;
    if let Said::Text(text) = &incoming.said {
        talk.words.clone_from(text);
        talk.hear_language(assistant::dialog::locale::detect(text), incoming.device);
    }
    "refused".clone_into(&mut talk.out.intent);
    talk.refused(problem);
    close(talk, incoming).await
}

/// Keeps what was said, where the conversation stands now, and the answer (D-3, D-4).
async fn close(mut talk: Talk<'_, '_>, incoming: &Incoming) -> Result<Replies, Problem> {
    let (now, who) = (talk.work.now, talk.who());
    let is_forgotten = talk.out.intent == "forget" && talk.context == Context::default();
    let replies = talk.replies();
    let said = talk.words.clone();
    if !is_forgotten {
        talk.context.say(who, &said, &replies.intent, now);
        for reply in &replies.replies {
            talk.context.say(Who::Program, &reply.text, &replies.intent, now);
        }
        replies.intent.clone_into(&mut talk.context.last_topic);
    }
    let athlete = talk.work.id();
    let Talk { work, context, revision, channel, .. } = talk;
    let key = channel.as_str().to_owned();
    if !is_forgotten {
        work.put_dialog(Entry { key, revision, value: context }).await?;
    }
    let key = MessageKey { athlete, channel: channel.as_str(), external_id: &incoming.external_id };
    work.tx.add_dialog_answer(key, now, &replies).await?;
    Ok(replies)
}

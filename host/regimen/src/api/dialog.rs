//! The conversation: messages and what was said (D-1, D-4).

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{
    answer::Shown,
    call::Call,
    endpoint::{Endpoint, Input, Needs, Nothing, get, post},
    part::{Limit, Page},
};
use crate::{
    problem::{Problem, document},
    service::{
        app::Scope,
        dialog::{self, Channel, Incoming, Replies, Said, Turn},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, log) = (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Log));
    vec![
        post("/dialog/messages", "D-1", log, "Say something, or press a button", say)
            .refused_with(&[429])
            .example(|| json!({ "client_id": "3f6c2f0e", "text": "bench 3x8 @ 80kg rir 2" })),
        get("/dialog/messages", "D-4", read, "What was said, newest first", turns),
    ]
}

/// A message: words, or the action of a button.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewMessage {
    /// The id that the client made, 1..64 characters: the same id again gives the same answer and does nothing.
    client_id: String,
    /// What was said, at most 4096 characters.
    #[serde(default)]
    text: Option<String>,
    /// The action of the button that was pressed.
    #[serde(default)]
    action: Option<String>,
}

async fn say(call: Call, input: Input<Nothing, Nothing, NewMessage>) -> Result<Shown<Replies>, Problem> {
    let NewMessage { client_id, text, action } = input.body;
    let said = match (text, action) {
        (Some(text), None) => Said::Text(text),
        (None, Some(action)) => Said::Action(action),
        _ => return Err(document::invalid("either text or action, not both").fact("document", "body")),
    };
    let incoming = Incoming { external_id: client_id, said, device: Some(call.lang) };
    Ok(Shown(dialog::handle(call.app(), &call.caller()?, Channel::Web, &incoming).await?))
}

/// Which turns.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Listing {
    /// What `next` of the part before says: older turns follow.
    before: Option<String>,
    /// At most so many; else 100.
    limit: Option<Limit>,
    /// Of which channel; else of the app, and of a coach's own.
    channel: Option<Channel>,
}

async fn turns(call: Call, input: Input<Nothing, Listing>) -> Result<Shown<Page<Turn>>, Problem> {
    let Listing { before, limit, channel } = input.query;
    let turns = dialog::turns(call.app(), &call.caller()?, channel).await?;
    Ok(Shown(Page::of(turns, before.as_deref(), limit, |turn| Reverse(turn.number))?))
}

//! What comes in and what goes out, on whichever channel (D-1).

use domain::{id::Id, proposal::ProposalId, voice::Locale, wellbeing::Flag};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::context::QuestionId;

domain::vocabulary::vocabulary! {
    /// By which way people speak; a channel only carries (D-1).
    pub enum Channel: "channel" {
        /// The chat page of the app.
        Web = "web",
        /// A terminal.
        Cli = "cli",
        /// A messenger.
        Telegram = "telegram",
        /// A coach who writes for an athlete.
        Coach = "coach",
    }
}

/// A message as it comes (D-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// The id that the channel gave it, 1..64 characters: the same id is the same message.
    pub external_id: String,
    /// What was said or pressed.
    pub said: Said,
    /// The language of the device, for words that have none (D-22).
    pub device: Option<Locale>,
}

/// What was said or pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Words.
    Text(String),
    /// The action of a button.
    Action(String),
}

impl Incoming {
    /// Words under an id.
    pub fn text(external_id: impl Into<String>, text: impl Into<String>) -> Self {
        Self { external_id: external_id.into(), said: Said::Text(text.into()), device: None }
    }

    /// A button under an id.
    pub fn action(external_id: impl Into<String>, action: impl Into<String>) -> Self {
        Self { external_id: external_id.into(), said: Said::Action(action.into()), device: None }
    }
}

/// What is answered to one message (D-1, D-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replies {
    /// The replies, in order.
    pub replies: Vec<Reply>,
    /// What was understood, in a word (D-16).
    pub intent: String,
    /// The language of the replies.
    pub locale: Locale,
    /// The question that waits after this message, if one does (D-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Waiting>,
    /// The code of the refusal, if nothing could be done (D-23).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

/// A question that waits; its options are the buttons of the last reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WaitingQuestion")]
pub struct Waiting {
    /// Its id.
    pub id: String,
    /// What it is about: a kind of D-11.
    pub kind: String,
    /// When it is too late for an answer.
    pub expires_at: domain::time::Instant,
}

/// One reply: a text, what can be pressed, and what hangs on it (D-1).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Lines for a person.
    pub text: String,
    /// What can be pressed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Button>,
    /// What hangs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
}

/// Something that can be pressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// What is sent back when it is pressed, at most 64 bytes: `v1:<action>:<id>`.
    pub action: String,
}

/// Something that hangs on a reply: a page of the app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// What it is called.
    pub title: String,
    /// Its path in the app.
    pub path: String,
}

/// What a button does (D-1): at most 64 bytes as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Action {
    /// Takes one of the options of a question, from 1.
    Answer(QuestionId, usize),
    /// Says yes to a proposal.
    Accept(ProposalId),
    /// Says no to it.
    Reject(ProposalId),
    /// Puts it off.
    Later(ProposalId),
    /// Takes back a version of the plan.
    Undo(u32),
    /// Dismisses a flag that words have set (D-14).
    Fine(Id<Flag>),
    /// Leaves a flag as it is.
    ClearLater(Id<Flag>),
    /// Shows what did not fit.
    More,
    /// The same as saying these words.
    Say(String),
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Answer(question, option) => write!(f, "v1:answer:{question}.{option}"),
            Self::Accept(id) => write!(f, "v1:accept:{id}"),
            Self::Reject(id) => write!(f, "v1:reject:{id}"),
            Self::Later(id) => write!(f, "v1:later:{id}"),
            Self::Undo(version) => write!(f, "v1:undo:{version}"),
            Self::Fine(id) => write!(f, "v1:fine:{id}"),
            Self::ClearLater(id) => write!(f, "v1:clear_later:{id}"),
            Self::More => f.write_str("v1:more:"),
            Self::Say(text) => write!(f, "v1:say:{text}"),
        }
    }
}

impl Action {
    /// The action of a button; [`None`] for what is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (verb, id) = text.strip_prefix("v1:")?.split_once(':')?;
        Some(match verb {
            "answer" => {
                let (question, option) = id.rsplit_once('.')?;
                Self::Answer(question.parse().ok()?, option.parse().ok()?)
            }
            "accept" => Self::Accept(id.parse().ok()?),
            "reject" => Self::Reject(id.parse().ok()?),
            "later" => Self::Later(id.parse().ok()?),
            "undo" => Self::Undo(id.parse().ok()?),
            "fine" => Self::Fine(id.parse().ok()?),
            "clear_later" => Self::ClearLater(id.parse().ok()?),
            "more" => Self::More,
            "say" => Self::Say(id.to_owned()),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_1_an_action_is_read_as_it_is_written_and_fits_into_64_bytes() {
        let id = Id::derive(&["a"]);
        let all = [
            Action::Answer(Id::derive(&["q"]), 12),
            Action::Accept(Id::derive(&["p"])),
            Action::Reject(Id::derive(&["p"])),
            Action::Later(Id::derive(&["p"])),
            Action::Undo(4_000_000_000),
            Action::Fine(id),
            Action::ClearLater(id),
            Action::More,
            Action::Say("/today".to_owned()),
        ];
        for action in all {
            let text = action.to_string();
            assert!(text.len() <= 64, "{text}");
            assert_eq!(Action::read(&text), Some(action), "{text}");
        }
        for broken in ["", "v1:", "v2:undo:1", "v1:undo:x", "v1:answer:1", "undo"] {
            assert_eq!(Action::read(broken), None, "{broken}");
        }
    }
}

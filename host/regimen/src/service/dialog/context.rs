//! Where a conversation stands: one row for each athlete and channel, written with the effects (P-32, D-4).

use assistant::dialog::question::{Question, QuestionKind};
use domain::{
    exercise::ExerciseKey,
    id::{Id, TraceId},
    plan::ItemId,
    proposal::ProposalId,
    session::{ExercisePerformance, SessionId},
    time::{Instant, Zone},
    voice::Locale,
    wellbeing::Flag,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entry, Shelf};

use super::{
    message::{Action, Button, Channel},
    question::About,
};
use crate::{problem::Problem, service::app::Work};

/// D-4: how many turns are kept.
const TURNS: usize = 20;
/// D-4: how many things that were told can be referred to.
const RECOMMENDATIONS: usize = 10;
/// D-24: so long turns are kept.
pub(in crate::service) const TURN_DAYS: i64 = 30;

/// The id of a question.
pub type QuestionId = Id<OpenQuestion>;

domain::vocabulary::vocabulary! {
    /// Where a conversation stands (D-4).
    pub enum DialogState: "state of a conversation" {
        Idle = "idle",
        /// A question about what was said waits.
        Asking = "asking",
        /// A change waits for a yes.
        Confirming = "confirming",
        /// Nothing is planned until a professional has cleared the athlete (D-15).
        Suspended = "suspended",
    }
}

/// Where a conversation stands (P-32, D-4).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Context {
    /// The question that waits, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_question: Option<OpenQuestion>,
    /// Questions that wait for their turn (D-11).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<OpenQuestion>,
    /// The last thing spoken of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<Focus>,
    /// What was told of late, newest first, so that "why" and "undo" refer to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last_recommendations: Vec<Recommendation>,
    /// What was said, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// When the oldest turn was, in milliseconds: by it old ones are found (D-24).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oldest_turn: Option<i64>,
    /// The language of the last replies (D-22).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<Locale>,
    /// The language of the last message (D-22).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard: Option<Locale>,
    /// Where the athlete lived then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// The intent of the last message.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub last_topic: String,
    /// Proposals that were shown last, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last_proposals: Vec<ProposalId>,
    /// Flags that were announced last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last_flags: Vec<Id<Flag>>,
    /// The trace of the last effects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_trace_id: Option<TraceId>,
    /// The report that was saved last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_report: Option<SavedReport>,
    /// Lines that did not fit into the last reply (D-16).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
    /// Questions that were answered of late, each with what was answered (D-3).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<(QuestionId, String)>,
    /// When it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Instant>,
}

/// A question that waits for an answer (D-11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenQuestion {
    /// Its id.
    pub id: QuestionId,
    /// What is asked, and what may be answered.
    pub asked: Question,
    /// The question in words.
    pub text: String,
    /// The options in words, in their order.
    pub labels: Vec<String>,
    /// What it is about, and so what an answer does.
    pub about: About,
    /// When it was asked.
    pub asked_at: Instant,
    /// When it is too late for an answer.
    pub expires_at: Instant,
    /// Whether it was asked again because something else was said (D-5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
}

impl OpenQuestion {
    /// Its options as buttons, in their order.
    pub fn buttons(&self) -> Vec<Button> {
        let button = |(number, label): (usize, &String)| Button {
            label: label.clone(),
            action: Action::Answer(self.id, number).to_string(),
        };
        (1..).zip(&self.labels).map(button).collect()
    }
}

/// The last thing spoken of (D-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Focus {
    /// The item of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
    /// The session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// The exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_key: Option<ExerciseKey>,
    /// When.
    pub at: Instant,
}

/// Something that was told and can be referred to (D-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recommendation {
    /// What it was.
    pub what: Told,
    /// The code of its text.
    pub code: String,
    /// When.
    pub at: Instant,
}

/// What a recommendation refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// A proposal that waits.
    Proposal(ProposalId),
    /// A version that landed.
    Version(u32),
    /// A report that was saved.
    Report(SessionId),
}

/// A report that was saved through the conversation (D-3, D-18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedReport {
    /// The session.
    pub session_id: SessionId,
    /// When.
    pub at: Instant,
    /// What it was about.
    pub items: Vec<ExerciseKey>,
    /// The day.
    pub date: domain::time::LocalDate,
    /// The version that its decisions made, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The exercises of the session before, so that the report can be taken back; none if it was made by the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<ExercisePerformance>>,
}

/// Something that was said (D-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DialogTurn")]
pub struct Turn {
    /// Counts the turns of a conversation.
    pub number: i64,
    /// Who.
    pub who: Who,
    /// What.
    pub text: String,
    /// When.
    pub at: Instant,
    /// What was understood, or the code of the reply.
    pub code: String,
}

domain::vocabulary::vocabulary! {
    /// Who spoke.
    pub enum Who: "speaker" {
        Athlete = "athlete",
        Coach = "coach",
        Program = "program",
    }
}

impl Context {
    /// Where it stands; a suspension is a flag, so it is told from outside (D-15).
    pub fn state(&self, is_suspended: bool) -> DialogState {
        match &self.open_question {
            _ if is_suspended => DialogState::Suspended,
            Some(question) if is_confirmation(question.asked.kind) => DialogState::Confirming,
            Some(_) => DialogState::Asking,
            None => DialogState::Idle,
        }
    }

    /// What was spoken of last, if that is not too long ago (D-4).
    pub(super) fn focus(&self, now: Instant, minutes: i64) -> Option<&Focus> {
        self.focus.as_ref().filter(|focus| now.seconds_since(focus.at) <= 60 * minutes)
    }

    /// The report that was saved, if that is not too long ago (D-17).
    pub(super) fn recent_report(&self, now: Instant, seconds: i64) -> Option<&SavedReport> {
        self.last_report.as_ref().filter(|report| now.seconds_since(report.at) <= seconds)
    }

    /// Keeps what was told.
    pub(super) fn recommend(&mut self, what: Told, code: &str, at: Instant) {
        self.last_recommendations.retain(|known| known.what != what);
        self.last_recommendations.insert(0, Recommendation { what, code: code.to_owned(), at });
        self.last_recommendations.truncate(RECOMMENDATIONS);
    }

    /// Keeps what was said.
    pub(super) fn say(&mut self, who: Who, text: &str, code: &str, at: Instant) {
        let number = self.turns.last().map_or(1, |last| last.number + 1);
        self.turns.push(Turn { number, who, text: text.to_owned(), at, code: code.to_owned() });
        self.trim(at);
    }

    /// Forgets turns that are too old or too many (D-24).
    pub(in crate::service) fn trim(&mut self, now: Instant) {
        let oldest = now.minus_seconds(TURN_DAYS * 86_400);
        self.turns.retain(|turn| turn.at > oldest);
        let over = self.turns.len().saturating_sub(TURNS);
        self.turns.drain(..over);
        self.oldest_turn = self.turns.first().map(|turn| turn.at.millis());
    }
}

const fn is_confirmation(kind: QuestionKind) -> bool {
    matches!(kind, QuestionKind::ConfirmEdit | QuestionKind::Proposal | QuestionKind::Conflict)
}

impl Work<'_> {
    /// Where the conversation on a channel stands, with the count of its changes.
    pub(in crate::service) async fn dialog(&mut self, channel: Channel) -> Result<Entry<Context>, Problem> {
        let key = channel.as_str();
        let known = self.tx.entry::<Context>(Shelf::DialogContext, self.id(), key).await?;
        let fresh = || Entry { key: key.to_owned(), revision: 0, value: Context::default() };
        Ok(known.unwrap_or_else(fresh))
    }

    /// Writes where a conversation stands; the athlete is locked, so no other change is lost.
    pub(super) async fn put_dialog(&mut self, mut entry: Entry<Context>) -> Result<(), Problem> {
        entry.revision += 1;
        entry.value.updated_at = Some(self.now);
        entry.value.zone = Some(self.zone().clone());
        entry.value.last_trace_id = Some(self.trace_id.clone());
        let athlete = self.id();
        Ok(self.tx.put_entries(Shelf::DialogContext, athlete, &[entry]).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn d_4_turns_are_at_most_twenty_and_thirty_days_old() {
        let mut context = Context::default();
        for minute in 0..30_i64 {
            let now = at("2026-03-02T07:00:00Z").plus_seconds(60 * minute);
            context.say(Who::Athlete, "hello", "unknown", now);
        }
        assert_eq!(context.turns.len(), 20);
        assert_eq!(context.turns[0].at, at("2026-03-02T07:10:00Z"));
        context.trim(at("2026-04-01T07:15:00Z"));
        assert_eq!(context.turns.len(), 14, "those after 07:15 on the day thirty days before");
        assert_eq!(context.oldest_turn, Some(at("2026-03-02T07:16:00Z").millis()));
        context.trim(at("2026-05-01T07:00:00Z"));
        assert_eq!((context.turns.len(), context.oldest_turn), (0, None));
    }

    #[test]
    fn d_4_a_focus_lasts_half_an_hour() {
        let now = at("2026-03-02T07:00:00Z");
        let focus = Focus { item_id: None, session_id: None, exercise_key: None, at: now };
        let context = Context { focus: Some(focus), ..Context::default() };
        assert!(context.focus(now.plus_seconds(1800), 30).is_some());
        assert!(context.focus(now.plus_seconds(1801), 30).is_none());
    }

    #[test]
    fn d_4_at_most_ten_recommendations_are_kept_and_each_once() {
        let mut context = Context::default();
        let now = at("2026-03-02T07:00:00Z");
        for version in 0..15 {
            context.recommend(Told::Version(version), "saved", now);
        }
        context.recommend(Told::Version(9), "saved", now);
        assert_eq!(context.last_recommendations.len(), 10);
        assert_eq!(context.last_recommendations[0].what, Told::Version(9));
    }
}

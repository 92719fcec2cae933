//! One message at work: what is known of the conversation, and the reply as it grows (D-16).

use std::borrow::Cow;

use assistant::dialog::tuning::DialogTuning;
use domain::{
    exercise::ExerciseKey,
    id::Id,
    person::ActorKind,
    plan::{PlanDomain, PlanItem},
    reason::{Fact, Facts},
    session::{SessionId, SessionStatus},
    voice::{Locale, Voice},
    wellbeing::{Flag, FlagKind},
};
use store::{SessionRow, Which};
use training::catalog::Catalog;

use super::{
    context::{Context, Focus, Who},
    message::{Action, Attachment, Button, Channel, Replies, Reply, Waiting},
};
use crate::{
    problem::Problem,
    reader::Reader,
    service::{
        app::{Caller, Work},
        profile::Language,
    },
};

/// D-16: so many lines a reply has; the rest is behind a button.
const LINES: usize = 12;

/// D-16: the parts of a reply, in the order in which they are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Notice,
    Safety,
    Saved,
    Decisions,
    Flags,
    Records,
    Proposals,
    Next,
    Plain,
}

/// A reply as it grows.
#[derive(Debug, Default)]
pub(super) struct Out {
    lines: Vec<(Part, String)>,
    pub(super) buttons: Vec<Button>,
    pub(super) attachments: Vec<Attachment>,
    /// What was understood, in a word.
    pub(super) intent: String,
    /// Whether the reply is only what stands there: a red flag is answered by nothing else (D-15).
    pub(super) is_alone: bool,
    pub(super) refusal: Option<String>,
}

/// One message at work.
pub(super) struct Talk<'w, 'a> {
    pub(super) work: &'w mut Work<'a>,
    pub(super) caller: Caller,
    pub(super) channel: Channel,
    pub(super) context: Context,
    pub(super) revision: i64,
    pub(super) catalog: Cow<'static, Catalog>,
    pub(super) voice: Voice,
    /// What was said, as it was said.
    pub(super) words: String,
    /// The id of the message: ids of what comes of it are made from it, so that it has one effect (D-3).
    pub(super) message_id: String,
    pub(super) out: Out,
}

impl<'w, 'a> Talk<'w, 'a> {
    pub(super) async fn new(
        work: &'w mut Work<'a>,
        caller: Caller,
        channel: Channel,
        message_id: &str,
    ) -> Result<Self, Problem> {
        let entry = work.dialog(channel).await?;
        let catalog = work.catalog().await?;
        let profile = work.profile();
        let locale = entry.value.locale.unwrap_or(Locale::En);
        let voice = Voice { locale, unit: profile.units, zone: profile.zone.clone() };
        Ok(Self {
            work,
            caller,
            channel,
            context: entry.value,
            revision: entry.revision,
            catalog,
            voice,
            words: String::new(),
            message_id: message_id.to_owned(),
            out: Out::default(),
        })
    }

    /// D-22: the language of the reply: as it is set, else as people write.
    pub(super) fn hear_language(&mut self, heard: Option<Locale>, device: Option<Locale>) {
        let auto = assistant::dialog::locale::settle(self.context.locale, self.context.heard, heard);
        let locale = match self.work.profile().locale {
            Language::En => Some(Locale::En),
            Language::Ru => Some(Locale::Ru),
            Language::Auto => auto,
        };
        self.context.heard = heard.or(self.context.heard);
        self.context.locale = locale.or(self.context.locale);
        self.voice.locale = self.context.locale.or(device).unwrap_or(Locale::En);
    }

    /// The numbers of the conversation (D-27).
    pub(super) fn tuning(&self) -> &DialogTuning {
        &self.work.app.talks.tuning
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader::with(self.voice.clone(), &self.catalog)
    }

    /// What an exercise is called.
    pub(super) fn name(&self, key: &ExerciseKey) -> String {
        self.reader().name(key).to_owned()
    }

    /// The text of this id with facts in it; exercises among them by their names.
    pub(super) fn text(&self, id: &str, facts: &Facts) -> String {
        let reader = self.reader();
        let named = facts.iter().map(|(name, fact)| {
            let shown = match fact {
                Fact::Text(text) => text
                    .parse::<ExerciseKey>()
                    .ok()
                    .and_then(|key| reader.exercise(&key))
                    .map(|exercise| Fact::from(reader.name_of(exercise))),
                _ => None,
            };
            (name.clone(), shown.unwrap_or_else(|| fact.clone()))
        });
        self.voice.text(id, &named.collect()).unwrap_or_else(|| id.to_owned())
    }

    pub(super) fn text_with<const N: usize>(&self, id: &str, facts: [(&'static str, Fact); N]) -> String {
        self.text(id, &crate::texts::facts(facts))
    }

    /// Adds a line to a part of the reply.
    pub(super) fn line(&mut self, part: Part, text: impl Into<String>) {
        self.out.lines.push((part, text.into()));
    }

    /// Adds the text of an id to a part of the reply.
    pub(super) fn tell<const N: usize>(&mut self, part: Part, id: &str, facts: [(&'static str, Fact); N]) {
        let text = self.text_with(id, facts);
        self.line(part, text);
    }

    /// Adds a button.
    pub(super) fn button(&mut self, label: &str, action: &Action) {
        let label = self.text_with(label, []);
        self.out.buttons.push(Button { label, action: action.to_string() });
    }

    /// Takes everything back that was to be said.
    pub(super) fn clear(&mut self) {
        let intent = std::mem::take(&mut self.out.intent);
        self.out = Out { intent, ..Out::default() };
    }

    /// Who speaks.
    pub(super) fn who(&self) -> Who {
        if self.work.actor.kind == ActorKind::Coach { Who::Coach } else { Who::Athlete }
    }

    /// An id that follows from the message: the same message makes the same thing (D-3).
    pub(super) fn derived<T>(&self, what: &str) -> Id<T> {
        let athlete = self.work.id().to_string();
        Id::derive(&["dialog", &athlete, self.channel.as_str(), &self.message_id, what])
    }

    /// The suspension that is in force on all exercises, if one is (D-15).
    pub(super) async fn suspension(&mut self) -> Result<Option<Flag>, Problem> {
        let flags = self.work.active_flags().await?;
        Ok(flags.into_iter().find(|flag| flag.kind == FlagKind::Suspension && flag.exercise_key.is_none()))
    }

    /// The sessions of a day.
    pub(super) async fn sessions_of(
        &mut self,
        date: domain::time::LocalDate,
    ) -> Result<Vec<SessionRow>, Problem> {
        let athlete = self.work.id();
        Ok(self.work.tx.sessions(athlete, Which::Between(date, date)).await?)
    }

    /// The session that runs, if one does.
    pub(super) async fn running(&mut self) -> Result<Option<SessionRow>, Problem> {
        let today = self.work.today();
        let mut rows = self.sessions_of(today).await?;
        rows.extend(self.sessions_of(domain::time::add_days(today, -1)).await?);
        Ok(rows.into_iter().find(|row| row.session.status == SessionStatus::Active))
    }

    /// The items of the plan in force.
    pub(super) async fn items(&mut self) -> Result<Vec<PlanItem>, Problem> {
        let Some(plan) = self.work.active_plan(PlanDomain::Training).await? else { return Ok(vec![]) };
        let athlete = self.work.id();
        Ok(self.work.tx.effective::<PlanItem>(athlete, plan.id).await?)
    }

    /// Says what is spoken of from now on.
    pub(super) fn focus_on(
        &mut self,
        exercise: Option<ExerciseKey>,
        item: Option<domain::plan::ItemId>,
        session: Option<SessionId>,
    ) {
        let at = self.work.now;
        self.context.focus = Some(Focus { item_id: item, session_id: session, exercise_key: exercise, at });
    }

    /// The reply, with the question that waits.
    pub(super) fn replies(&mut self) -> Replies {
        let mut lines = std::mem::take(&mut self.out.lines);
        lines.sort_by_key(|(part, _)| *part);
        let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        let question = self.context.open_question.clone().filter(|_| !self.out.is_alone);
        // What waits behind the open question is no answer: then that one is told again (D-11).
        let is_empty = lines.is_empty();
        let is_told = question.as_ref().is_some_and(|one| is_empty || one.asked_at == self.work.now);
        let room = LINES - usize::from(is_told) - usize::from(lines.len() > LINES);
        self.context.more = if lines.len() > room { lines.split_off(room) } else { Vec::new() };
        if !self.context.more.is_empty() {
            self.button("dialog-button-more", &Action::More);
        }
        let mut buttons = std::mem::take(&mut self.out.buttons);
        if let Some(question) = question.as_ref().filter(|_| is_told) {
            lines.push(question.text.clone());
            buttons.splice(0..0, question.buttons());
        }
        let text = lines.join("\n");
        let attachments = std::mem::take(&mut self.out.attachments);
        Replies {
            replies: vec![Reply { text, buttons, attachments }],
            intent: self.out.intent.clone(),
            locale: self.voice.locale,
            question: question.map(|question| Waiting {
                id: question.id.to_string(),
                kind: question.kind().to_owned(),
                expires_at: question.expires_at,
            }),
            refusal: self.out.refusal.take(),
        }
    }
}

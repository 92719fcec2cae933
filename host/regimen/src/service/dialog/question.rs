//! Questions: asked one at a time, kept over a restart, answered once (D-11, D-4, D-3).

use assistant::dialog::{
    self,
    act::{Edit, Rollback},
    question::{Choice, Does, Given, Label, Question, QuestionKind},
    result::{Report, SpokenMark},
};
use domain::{
    dispute::Conflict, exercise::ExerciseKey, id::Id, plan::ItemId, proposal::ProposalId, reason::Fact,
    session::SessionId, wellbeing::Flag,
};
use serde::{Deserialize, Serialize};

use super::{
    context::{OpenQuestion, QuestionId},
    correct::Pending,
    talk::{Part, Talk},
};
use crate::problem::Problem;

/// D-11: so many questions may wait behind the one that is asked.
const QUEUE: usize = 5;
/// How many answered questions are known, so that a button that is pressed again is told so (D-3).
const ANSWERED: usize = 10;

/// What a question is about, and so what its answer does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum About {
    /// A report that is not complete: the answer completes it.
    Draft(Box<Draft>),
    /// Whether a complete report is saved, and how.
    Save(Box<Draft>),
    /// Whether these flags are over (D-13).
    Flags(Vec<Id<Flag>>),
    /// Whether an edit of the plan is done (D-17).
    Edit(Box<Pending>),
    /// Whether what was logged is meant, or the plan (D-17).
    LogOrPlan {
        /// What was asked for.
        edit: Box<Edit>,
        /// In these words.
        words: String,
    },
    /// Whether a day or an exercise is rolled back (D-18).
    Rollback(Rollback),
    /// A proposal (PR-8).
    Proposal(ProposalId),
    /// A conflict, with its ways out (OV-4).
    Conflict(Id<Conflict>),
    /// Items of the plan that a report did not mention (D-10).
    Missing {
        /// The session.
        session: SessionId,
        /// Its items.
        items: Vec<(ItemId, ExerciseKey)>,
    },
    /// Whether a suspension is over (D-15).
    Resume,
    /// Whether the conversation is forgotten (D-24).
    Forget,
    /// Whether the session of today is left out by somebody who is ill (D-14).
    Illness(SessionId),
}

/// A report that waits for answers (D-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// What was read.
    pub report: Report,
    /// As it was said.
    pub words: String,
    /// Marks whose flags are set already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub applied: Vec<SpokenMark>,
    /// Whether it was said that the same is to be saved again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// What is done with sets of the same exercise and day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
}

/// What is done with sets of the same exercise and day (D-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// They give way.
    Replace,
    /// They stay, and these follow.
    Add,
}

impl OpenQuestion {
    /// The kind, as texts and clients know it.
    pub fn kind(&self) -> &'static str {
        match self.about {
            About::Missing { .. } => "missing_items",
            About::Resume => "resume",
            About::Forget => "forget",
            About::Illness(_) => "illness",
            About::Rollback(_) => "rollback",
            _ => self.asked.kind.as_str(),
        }
    }
}

/// A question that is answered by yes or no.
pub(super) fn yes_or_no(kind: QuestionKind) -> Question {
    Question::new(kind)
        .option(Choice::new(Label::Yes, Does::Nothing))
        .option(Choice::new(Label::No, Does::Nothing))
}

impl Talk<'_, '_> {
    /// Asks, or queues what has to be asked (D-11).
    pub(super) fn ask(&mut self, asked: Question, about: About) {
        if self.context.queue.len() >= QUEUE {
            self.tell(Part::Plain, "dialog-one_exercise_per_message", []);
            return;
        }
        let count = (self.context.queue.len() + self.context.answered.len()).to_string();
        let id: QuestionId = self.derived(&format!("question {count} {}", asked.kind));
        let now = self.work.now;
        let expires_at = now.plus_seconds(self.tuning().question_hours * 3600);
        let mut question = OpenQuestion {
            id,
            asked,
            text: String::new(),
            labels: vec![],
            about,
            asked_at: now,
            expires_at,
            repeated: false,
        };
        // "Did you mean …?" is about the first option.
        if let Some(Does::Exercise(key)) = question.asked.options.first().map(|choice| &choice.does) {
            let name = Fact::from(key.as_str());
            question.asked.facts.insert("name".into(), name);
        }
        question.text = self.text(&format!("dialog-question-{}", question.kind()), &question.asked.facts);
        let kind = question.kind();
        question.labels = question.asked.options.iter().map(|choice| self.label(kind, choice)).collect();
        match self.context.open_question.take() {
            None => self.context.open_question = Some(question),
            // Without an answer nothing is written for what was not mentioned (D-10): what comes of this message is
            // asked first, and that waits for its turn.
            Some(open) if matches!(open.about, About::Missing { .. }) => {
                self.context.queue.insert(0, open);
                self.context.open_question = Some(question);
            }
            Some(open) => {
                self.context.open_question = Some(open);
                self.context.queue.push(question);
            }
        }
    }

    /// D-10: takes away the question about what was not mentioned of a session, and gives what it was about.
    pub(super) fn stop_asking(&mut self, session: SessionId) -> Vec<(ItemId, ExerciseKey)> {
        let is_its = |question: &OpenQuestion| matches!(&question.about, About::Missing { session: asked, .. } if *asked == session);
        let open = self.context.open_question.take_if(|question| is_its(question));
        let (its, others) = std::mem::take(&mut self.context.queue).into_iter().partition(is_its);
        self.context.queue = others;
        let its: Vec<OpenQuestion> = its;
        self.next_question();
        let about = open.into_iter().chain(its).map(|question| question.about);
        about
            .flat_map(|about| match about {
                About::Missing { items, .. } => items,
                _ => vec![],
            })
            .collect()
    }

    /// What an option says; a kind may call it by another word.
    fn label(&self, kind: &str, choice: &Choice) -> String {
        if matches!(choice.does, Does::Say(_)) && choice.facts.is_empty() {
            let other = self.text(&format!("dialog-option-{}-other", choice.label), &choice.facts);
            if !other.starts_with("dialog-option-") {
                return other;
            }
        }
        let own = self.text(&format!("dialog-option-{kind}-{}", choice.label), &choice.facts);
        if !own.starts_with("dialog-option-") {
            return own;
        }
        let load = choice.facts.get("load").filter(|_| choice.label == Label::Sets);
        let load = load.map(|load| format!(", {}", self.reader().fact(load.clone())));
        self.text(&format!("dialog-option-{}", choice.label), &choice.facts) + &load.unwrap_or_default()
    }

    /// D-4: a question that nobody answered in time is gone, and that is said.
    pub(super) fn expire_question(&mut self) {
        let now = self.work.now;
        let is_over = |question: &OpenQuestion| question.expires_at <= now;
        if self.context.open_question.as_ref().is_some_and(is_over) {
            self.context.open_question = None;
            self.tell(Part::Notice, "dialog-question_expired", []);
        }
        self.context.queue.retain(|question| !is_over(question));
        self.next_question();
    }

    /// D-11: the next question takes its turn.
    pub(super) fn next_question(&mut self) {
        if self.context.open_question.is_none() && !self.context.queue.is_empty() {
            let mut next = self.context.queue.remove(0);
            next.asked_at = self.work.now;
            next.expires_at = self.work.now.plus_seconds(self.tuning().question_hours * 3600);
            self.context.open_question = Some(next);
        }
    }

    /// D-5: something else was said, so the question is asked once more.
    pub(super) fn repeat_question(&mut self) {
        let now = self.work.now;
        let open = self.context.open_question.as_mut();
        if let Some(question) = open.filter(|question| !question.repeated && question.asked_at != now) {
            question.repeated = true;
            question.asked_at = now;
        }
    }

    /// D-11: an option by its words, as they stand on the button.
    pub(super) fn labeled(&self, text: &str) -> Option<Given> {
        let question = self.context.open_question.as_ref()?;
        let said = text.trim().to_lowercase();
        let place = question.labels.iter().position(|label| label.to_lowercase() == said)?;
        Some(Given::Option(place))
    }

    /// The open question, taken out of its place.
    fn take_question(&mut self, said: &str) -> Option<OpenQuestion> {
        let question = self.context.open_question.take()?;
        self.context.answered.insert(0, (question.id, said.to_owned()));
        self.context.answered.truncate(ANSWERED);
        Some(question)
    }

    /// A button of a question was pressed (D-3).
    pub(super) async fn press_option(&mut self, id: QuestionId, number: usize) -> Result<(), Problem> {
        let open = self.context.open_question.as_ref().filter(|question| question.id == id);
        if let Some(question) = open {
            let label = question.labels.get(number.wrapping_sub(1)).cloned().unwrap_or_default();
            self.words = label;
            return self.answer(Given::Option(number.wrapping_sub(1))).await;
        }
        let known = self.context.answered.iter().find(|(known, _)| *known == id).cloned();
        match known {
            Some((_, said)) => self.tell(Part::Plain, "dialog-already_answered", [("state", said.into())]),
            None => self.tell(Part::Plain, "dialog-question_expired", []),
        }
        Ok(())
    }

    /// D-5 step 4: an answer to the open question.
    pub(super) async fn answer(&mut self, given: Given) -> Result<(), Problem> {
        let words = self.words.clone();
        let Some(question) = self.take_question(&words) else {
            self.tell(Part::Plain, "dialog-no_question", []);
            return Ok(());
        };
        if given == Given::Cancel {
            self.tell(Part::Plain, "dialog-canceled", []);
            self.next_question();
            return Ok(());
        }
        // "Later" is an answer where it is offered or an engine asks; else the question waits.
        let offered = question.asked.options.iter().position(|choice| choice.label == Label::Later);
        let given = match (given, offered) {
            (Given::Later, Some(place)) => Given::Option(place),
            (given, _) => given,
        };
        if given == Given::Later && !matches!(question.about, About::Proposal(_) | About::Conflict(_)) {
            self.context.answered.remove(0);
            self.context.open_question = Some(question);
            self.tell(Part::Plain, "dialog-question_waits", []);
            return Ok(());
        }
        let yes = is_yes(&question.asked, &given);
        match question.about {
            About::Draft(draft) => {
                let report = dialog::answer(draft.report.clone(), &question.asked, &given);
                self.learn(&question.asked, &given).await?;
                self.complete(Draft { report, ..*draft }).await?;
            }
            About::Save(draft) => self.save_as_said(*draft, &question.asked, &given).await?,
            About::Flags(flags) => self.clear_flags(&flags, yes).await?,
            About::Edit(pending) if yes => self.do_edit(&pending).await?,
            About::LogOrPlan { edit, words } => {
                let is_log = chosen(&question.asked, &given) == Some(Label::Log);
                self.words = words;
                if is_log { self.correct_log(&edit).await? } else { self.correct(&edit, true).await? }
            }
            About::Rollback(rollback) if yes => self.roll_back(&rollback).await?,
            About::Edit(_) | About::Rollback(_) => self.tell(Part::Plain, "dialog-canceled", []),
            About::Proposal(id) => self.answer_proposal(id, &given, yes).await?,
            About::Conflict(id) => self.answer_conflict(id, &given).await?,
            About::Missing { session, items } => self.answer_missing(session, &items, yes).await?,
            About::Resume => self.answer_resume(yes).await?,
            About::Forget => self.answer_forget(yes).await?,
            About::Illness(session) => self.answer_illness(session, &question.asked, &given).await?,
        }
        self.next_question();
        Ok(())
    }

    /// `/cancel`: the open question is closed with its draft.
    pub(super) fn cancel(&mut self) {
        let words = self.words.clone();
        let id = if self.take_question(&words).is_some() { "dialog-canceled" } else { "dialog-no_question" };
        self.tell(Part::Plain, id, []);
        self.next_question();
    }
}

/// Whether the answer is a yes: the word, or the first option.
pub(super) fn is_yes(question: &Question, given: &Given) -> bool {
    match given {
        Given::Yes | Given::Option(0) => true,
        Given::Option(place) => question.options.get(*place).is_some_and(|choice| choice.label == Label::Yes),
        _ => false,
    }
}

/// The option that was taken; yes takes the first, no the second.
pub(super) fn chosen(question: &Question, given: &Given) -> Option<Label> {
    let place = match given {
        Given::Yes => 0,
        Given::No => 1,
        Given::Option(place) => *place,
        _ => return None,
    };
    question.options.get(place).map(|choice| choice.label)
}

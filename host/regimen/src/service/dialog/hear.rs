//! What a message is taken for, in the order of D-5, and what is done about it.

use std::collections::BTreeMap;

use assistant::dialog::{
    self, Best, Message, Refused, Setting,
    act::{Act, Action as Offered, View},
    question::Given,
    result::Report,
};
use domain::{exercise::ExerciseKey, reason::Fact, session::SessionStatus, voice::Locale};
use store::Shelf;
use training::{suggestion::history::ExerciseHistory, tuning::Tuning};

use super::{
    limit,
    message::Action,
    question::{About, Draft},
    talk::{Part, Talk},
};
use crate::{
    problem::{FUTURE_DATE, Problem},
    service::{flow::Exercises, session::leave::Known},
};

impl Talk<'_, '_> {
    /// Words.
    pub(super) async fn hear(&mut self, text: &str, device: Option<Locale>) -> Result<(), Problem> {
        text.clone_into(&mut self.words);
        self.hear_language(dialog::locale::detect(text), device);
        self.expire_question();
        if let Some(given) = self.labeled(text) {
            "answer".clone_into(&mut self.out.intent);
            return Box::pin(self.answer(given)).await;
        }
        let message = self.read(text).await?;
        intent(&message.act).clone_into(&mut self.out.intent);
        if !message.red_flags.is_empty() {
            return Box::pin(self.red_flag(&message)).await;
        }
        let is_answer = matches!(message.act, Act::Answer(_));
        Box::pin(self.act(message)).await?;
        if !is_answer && self.context.open_question.is_some() {
            self.repeat_question();
        }
        Ok(())
    }

    /// A button.
    pub(super) async fn press(&mut self, action: &str, device: Option<Locale>) -> Result<(), Problem> {
        self.hear_language(None, device);
        action.clone_into(&mut self.words);
        "button".clone_into(&mut self.out.intent);
        let Some(action) = Action::read(action) else {
            self.tell(Part::Plain, "dialog-unknown_button", []);
            return Ok(());
        };
        match action {
            Action::Say(text) => return self.hear(&text, device).await,
            Action::More => {
                let more = std::mem::take(&mut self.context.more);
                for line in more {
                    self.line(Part::Plain, line);
                }
            }
            Action::Answer(question, number) => {
                "answer".clone_into(&mut self.out.intent);
                Box::pin(self.press_option(question, number)).await?;
            }
            Action::Accept(id) => self.answer_proposal(id, &Given::Yes, true).await?,
            Action::Reject(id) => self.answer_proposal(id, &Given::No, false).await?,
            Action::Later(id) => self.answer_proposal(id, &Given::Later, false).await?,
            Action::Undo(version) => self.undo_version(version).await?,
            Action::Fine(flag) => self.dismiss_flag(flag).await?,
            Action::ClearLater(_) => self.tell(Part::Plain, "dialog-cleared_later", []),
        }
        Ok(())
    }

    /// Reads a text in the light of what is known.
    pub(super) async fn read(&mut self, text: &str) -> Result<Message, Problem> {
        let items = self.items().await?;
        let plan: Vec<ExerciseKey> = items.iter().map(|item| item.exercise_key.clone()).collect();
        let session = self.exercises_of_today().await?;
        let own = self.own_names().await?;
        let bests = self.bests(&plan).await?;
        let exercises = Exercises::new(&self.catalog, &Tuning::default());
        let (now, tuning) = (self.work.now, self.tuning().clone());
        let question = self.context.open_question.as_ref().map(|question| &question.asked);
        let focus =
            self.context.focus(now, tuning.focus_minutes).and_then(|focus| focus.exercise_key.as_ref());
        let setting = Setting {
            today: self.work.today(),
            unit: self.work.profile().units,
            names: exercises.knowledge().names,
            own: &own,
            session: &session,
            plan: &plan,
            focus,
            question,
            bests: &bests,
            tuning: &tuning,
        };
        dialog::read(text, &setting).map_err(|refused| match refused {
            Refused::MessageTooLong => limit::too_long(),
            Refused::FutureDate => Problem::new(FUTURE_DATE).fact("today", setting.today),
        })
    }

    /// The exercises of the session of today that is not over.
    async fn exercises_of_today(&mut self) -> Result<Vec<ExerciseKey>, Problem> {
        let today = self.work.today();
        let rows = self.sessions_of(today).await?;
        let open = rows
            .into_iter()
            .map(|row| row.session)
            .filter(|session| matches!(session.status, SessionStatus::Planned | SessionStatus::Active));
        let mut keys: Vec<ExerciseKey> =
            open.flat_map(|session| session.exercises).map(|one| one.exercise_key).collect();
        if keys.is_empty() {
            let slots = crate::service::workout::slot_items(&self.items().await?, today, None);
            keys.extend(slots.into_iter().map(|item| item.exercise_key));
        }
        Ok(keys)
    }

    /// D-8: the best that is on record of the exercises of the plan.
    async fn bests(&mut self, plan: &[ExerciseKey]) -> Result<BTreeMap<ExerciseKey, Best>, Problem> {
        let keys: Vec<String> = plan.iter().map(ToString::to_string).collect();
        if keys.is_empty() {
            return Ok(BTreeMap::new());
        }
        let athlete = self.work.id();
        let known = self.work.tx.entries::<Known>(Shelf::ExerciseHistory, athlete).await?;
        let found = known.iter().filter_map(|entry| {
            Some((entry.key.parse::<ExerciseKey>().ok()?, best_of(&entry.value.history)))
        });
        Ok(found.collect())
    }

    /// D-5: does what was understood. Marks count whatever else is said.
    async fn act(&mut self, message: Message) -> Result<(), Problem> {
        let Message { act, report, .. } = message;
        let is_report = matches!(act, Act::Report) || (report.is_report() && report.questions.is_empty());
        let applied = self.apply_marks(&report.marks).await?;
        match act {
            Act::RedFlag => {}
            Act::Answer(given) => Box::pin(self.answer(given)).await?,
            Act::Command(command) => Box::pin(self.command(command, report, applied)).await?,
            Act::UnknownCommand { name, nearest } => self.unknown_command(&name, nearest.as_deref()),
            Act::Undo => self.undo(1).await?,
            Act::Rollback(rollback) => self.ask_rollback(&rollback).await?,
            Act::Edit(edit) => Box::pin(self.correct(&edit, false)).await?,
            Act::BodyWeight(grams) => self.weigh(grams).await?,
            Act::Why { exercise } => self.why(exercise.as_ref()).await?,
            Act::Report => {
                let draft = self.draft(report, applied);
                self.complete(draft).await?;
            }
            Act::Wellbeing => {
                if !report.questions.is_empty() || is_report {
                    let draft = self.draft(report, applied);
                    self.complete(draft).await?;
                }
            }
            Act::View(view) => Box::pin(self.view(view)).await?,
            Act::Unknown { nearest } => self.unknown(&report, &nearest),
        }
        Ok(())
    }

    /// What was read, with the words and the marks whose flags are set.
    pub(super) fn draft(&self, report: Report, applied: Vec<assistant::dialog::result::SpokenMark>) -> Draft {
        Draft { report, words: self.words.clone(), applied, again: false, how: None }
    }

    /// D-10, D-11: asks what has to be asked, or saves what is complete.
    pub(super) async fn complete(&mut self, mut draft: Draft) -> Result<(), Problem> {
        draft.applied = self.apply_new_marks(&draft).await?;
        if let Some(next) = draft.report.questions.first().cloned() {
            self.ask(next, About::Draft(Box::new(draft)));
            return Ok(());
        }
        if !draft.report.is_report() {
            return Ok(());
        }
        Box::pin(self.save(draft)).await
    }

    /// D-16: what was not understood, and three things that can be done.
    fn unknown(&mut self, report: &Report, nearest: &[Offered]) {
        let quoted = report.unparsed.join("; ");
        let text = if quoted.is_empty() { self.words.clone() } else { quoted };
        self.tell(Part::Plain, "dialog-unknown", [("text", Fact::from(text))]);
        for action in nearest {
            let say = match action {
                Offered::BodyWeight => "/weight".to_owned(),
                other => format!("/{other}"),
            };
            self.button(&format!("dialog-action-{action}"), &Action::Say(say));
        }
    }

    /// D-6: a command that there is not.
    fn unknown_command(&mut self, name: &str, nearest: Option<&str>) {
        self.out.refusal = Some("unknown_command".to_owned());
        match nearest {
            Some(nearest) => {
                let facts = [("name", Fact::from(name)), ("nearest", nearest.into())];
                self.tell(Part::Plain, "dialog-unknown_command-nearest", facts);
                let label = format!("/{nearest}");
                self.out.buttons.push(super::message::Button {
                    label: label.clone(),
                    action: Action::Say(label).to_string(),
                });
            }
            None => self.tell(Part::Plain, "dialog-unknown_command", [("name", Fact::from(name))]),
        }
    }

    /// D-23: a refusal as a sentence.
    pub(super) fn refused(&mut self, problem: &Problem) {
        self.clear();
        let message = crate::reader::capital(&problem.detail(self.voice.locale));
        let facts = [("message", Fact::from(message)), ("code", problem.code.name.into())];
        self.tell(Part::Plain, "dialog-refused", facts);
        self.out.refusal = Some(problem.code.name.to_owned());
    }

    async fn view(&mut self, view: View) -> Result<(), Problem> {
        match view {
            View::Today => self.today(None).await,
            View::Plan => self.plan(None).await,
            View::Review => self.review(false).await,
            View::Month => self.review(true).await,
            View::Meals => self.meals(None).await,
            View::Records => self.records(None).await,
            View::Help => {
                self.help();
                Ok(())
            }
        }
    }
}

/// The highest load and the most reps that the history of an exercise knows.
fn best_of(history: &ExerciseHistory) -> Best {
    let reps = history.best_reps.iter().map(|one| (one.load_g, one.reps));
    Best { load: history.best_load_g.map(|best| best.value), reps: reps.collect() }
}

/// D-16: what a message wants, in a word for figures and turns.
fn intent(act: &Act) -> &'static str {
    match act {
        Act::RedFlag => "red_flag",
        Act::Command(_) => "command",
        Act::UnknownCommand { .. } => "unknown_command",
        Act::Answer(_) => "answer",
        Act::Undo => "undo",
        Act::Rollback(_) => "rollback",
        Act::Edit(_) => "edit",
        Act::BodyWeight(_) => "body_weight",
        Act::Why { .. } => "why",
        Act::Report => "report",
        Act::Wellbeing => "wellbeing",
        Act::View(view) => view.as_str(),
        Act::Unknown { .. } => "unknown",
    }
}

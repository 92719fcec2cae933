//! Red flags: all training advice stops until a professional has cleared the athlete (D-15).

use assistant::dialog::{Message, question::QuestionKind, red_flag::RedFlag};
use domain::{
    id::Id,
    progress::{LevelDecision, ProgressionEvent, ProgressionEventType},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::{Flag, FlagKind, FlagSource},
};
use training::flag::{self, Sign};

use super::{
    message::{Action, Button},
    question::{About, yes_or_no},
    talk::{Part, Talk},
};
use crate::problem::Problem;

/// D-15: as severe as can be.
const SEVERITY: u8 = 3;

/// Whether a flag stops training as a whole.
pub(super) fn is_suspension(flag: &Flag) -> bool {
    flag.kind == FlagKind::Suspension && flag.exercise_key.is_none()
}

impl Talk<'_, '_> {
    /// D-15: stops everything, saves what was reported, and answers nothing else. What was said is not kept.
    pub(super) async fn red_flag(&mut self, message: &Message) -> Result<(), Problem> {
        "red_flag".clone_into(&mut self.out.intent);
        let signs = [Sign::suspension(None, SEVERITY)];
        let event = flag::Event::Signs { signs: &signs, source: FlagSource::Dialog };
        self.work.update_flags(&event).await?;
        self.note_red_flags(&message.red_flags).await?;
        let applied = self.apply_marks(&message.report.marks).await?;
        if message.report.is_report() && message.report.questions.is_empty() {
            let draft = self.draft(message.report.clone(), applied);
            self.save(draft).await?;
        }
        self.clear();
        self.out.is_alone = true;
        "…".clone_into(&mut self.words);
        let is_self_harm = message.red_flags.contains(&RedFlag::SelfHarm);
        let id = if is_self_harm { "dialog-self_harm" } else { "dialog-red_flag" };
        self.tell_stop(id);
        Ok(())
    }

    /// The reply of D-15.
    fn tell_stop(&mut self, id: &str) {
        self.tell(Part::Safety, id, []);
        if let Some(local) = self.work.app.talks.emergency_text.clone() {
            self.line(Part::Safety, local);
        }
        let label = self.text_with("dialog-button-resume", []);
        let action = Action::Say("/resume".to_owned()).to_string();
        self.out.buttons.push(Button { label, action });
    }

    /// While training is suspended, whoever asks for it gets the same reply; says whether it is.
    pub(super) async fn is_stopped(&mut self) -> Result<bool, Problem> {
        let is_stopped = self.suspension().await?.is_some();
        if is_stopped {
            self.tell_stop("dialog-red_flag");
        }
        Ok(is_stopped)
    }

    /// An event for each code, never the text (D-15, P-44).
    async fn note_red_flags(&mut self, codes: &[RedFlag]) -> Result<(), Problem> {
        let events: Vec<ProgressionEvent> = codes
            .iter()
            .map(|code| {
                let reason = Reason::new(ReasonCode::Suspended, SpecId::new("D-15"));
                ProgressionEvent {
                    id: Id::derive(&["red_flag", self.work.trace_id.as_str(), code.as_str()]),
                    athlete_id: self.work.id(),
                    event_type: ProgressionEventType::RedFlag,
                    exercise_key: None,
                    decision: LevelDecision::None,
                    source: "dialog".to_owned(),
                    context: vec![
                        reason
                            .fact("flag", Fact::word("flag", FlagKind::Suspension))
                            .fact("code", code.as_str()),
                    ],
                    trace_id: self.work.trace_id.clone(),
                    created_at: self.work.now,
                }
            })
            .collect();
        self.work.tx.add_events(&events).await?;
        self.work.app.counted.red_flag();
        Ok(())
    }

    /// `/resume`: asks for the confirmation.
    pub(super) async fn resume(&mut self) -> Result<(), Problem> {
        if self.suspension().await?.is_none() {
            self.tell(Part::Plain, "dialog-not_suspended", []);
            return Ok(());
        }
        self.ask(yes_or_no(QuestionKind::ConfirmEdit), About::Resume);
        Ok(())
    }

    /// The suspension ends only by the athlete's word; it is in the audit.
    pub(super) async fn answer_resume(&mut self, is_cleared: bool) -> Result<(), Problem> {
        let Some(flag) = self.suspension().await? else {
            self.tell(Part::Plain, "dialog-not_suspended", []);
            return Ok(());
        };
        if !is_cleared {
            self.tell_stop("dialog-red_flag");
            return Ok(());
        }
        self.work.end_flag(flag.id, "a professional has cleared me, or it was a misunderstanding").await?;
        self.tell(Part::Plain, "dialog-resumed", []);
        Ok(())
    }
}

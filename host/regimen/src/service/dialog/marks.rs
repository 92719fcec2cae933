//! What marks set: flags through the one service for them, announced and dismissed in one step (D-12, D-13, D-14).

use assistant::dialog::{
    question::{Choice, Does, Given, Label, Question, QuestionKind},
    result::{SpokenKind, SpokenMark},
};
use domain::{
    anatomy::BodyArea,
    id::Id,
    reason::Fact,
    session::{SessionId, SessionStatus},
    wellbeing::{CheckIn, CheckInSource, Flag, FlagKind, FlagSource},
};
use training::flag::{self, Sign};

use super::{
    message::{Action, Button},
    question::{About, Draft, chosen, yes_or_no},
    talk::{Part, Talk},
};
use crate::problem::Problem;

/// D-15: from this severity on a professional is named.
const SEVERE: u8 = 3;

impl Talk<'_, '_> {
    /// Sets what the marks of a message ask for, and says so; asks about flags that it denies. Gives the marks that were
    /// applied.
    pub(super) async fn apply_marks(&mut self, marks: &[SpokenMark]) -> Result<Vec<SpokenMark>, Problem> {
        if marks.is_empty() {
            return Ok(vec![]);
        }
        let before = self.work.active_flags().await?;
        let signs: Vec<Sign> = marks.iter().filter_map(sign).collect();
        if !signs.is_empty() {
            let event = flag::Event::Signs { signs: &signs, source: FlagSource::Dialog };
            self.work.update_flags(&event).await?;
        }
        let after = self.work.active_flags().await?;
        let changed: Vec<Flag> = after
            .iter()
            .filter(|flag| before.iter().all(|known| known.id != flag.id || known.severity != flag.severity))
            .cloned()
            .collect();
        for flag in &changed {
            self.announce(flag).await?;
        }
        self.context.last_flags = changed.iter().map(|flag| flag.id).collect();
        if marks.iter().any(|mark| mark.kind == SpokenKind::Soreness && mark.is_present()) {
            self.note_soreness().await?;
        }
        self.ask_if_over(marks, &before);
        if changed.iter().any(|flag| flag.kind == FlagKind::Illness) {
            self.ask_about_today().await?;
        }
        Ok(marks.to_vec())
    }

    /// D-14: marks that an answer brought, or to which it gave a place.
    pub(super) async fn apply_new_marks(&mut self, draft: &Draft) -> Result<Vec<SpokenMark>, Problem> {
        let new: Vec<SpokenMark> =
            draft.report.marks.iter().filter(|mark| !draft.applied.contains(mark)).cloned().collect();
        if new.is_empty() {
            return Ok(draft.applied.clone());
        }
        // The answer to "where?" takes the place of a flag that could be anywhere.
        let was_anywhere = draft.applied.iter().any(|mark| is_pain(mark) && is_anywhere(mark));
        if was_anywhere && new.iter().any(|mark| is_pain(mark) && !is_anywhere(mark)) {
            let flags = self.work.active_flags().await?;
            let other = flags.iter().filter(|flag| flag.area == Some(BodyArea::Other));
            let other: Vec<Id<Flag>> =
                other.filter(|flag| flag.source == FlagSource::Dialog).map(|flag| flag.id).collect();
            for id in other {
                self.work.end_flag(id, "placed").await?;
            }
        }
        self.apply_marks(&new).await?;
        let mut applied = draft.applied.clone();
        applied.extend(new);
        Ok(applied)
    }

    /// P-31: a flag that words have set is announced, and can be dismissed in one step.
    pub(super) async fn announce(&mut self, flag: &Flag) -> Result<(), Problem> {
        let effect = self.effect(flag).await?;
        let facts = [("flag", Fact::from(self.flag_name(flag))), ("effect", effect.into())];
        self.tell(Part::Flags, "dialog-flag_set", facts);
        if flag.kind == FlagKind::Pain && flag.severity >= SEVERE {
            self.tell(Part::Safety, "dialog-see_professional", []);
        }
        let name = self.flag_name(flag);
        let label = self.text_with("dialog-button-fine", [("flag", name.into())]);
        self.out.buttons.push(Button { label, action: Action::Fine(flag.id).to_string() });
        self.button("dialog-button-clear_later", &Action::ClearLater(flag.id));
        Ok(())
    }

    /// `pain (elbow, 1)`.
    pub(super) fn flag_name(&self, flag: &Flag) -> String {
        let reader = self.reader();
        let kind = reader.word("flag", flag.kind);
        let area = flag.area.map(|area| reader.word("area", area));
        let exercise = flag.exercise_key.as_ref().map(|key| reader.name(key).to_owned());
        match area.or(exercise) {
            Some(about) => format!("{kind} ({about}, {})", flag.severity),
            None => kind,
        }
    }

    /// What a flag does, in a sentence; items of the plan that load the place are named.
    async fn effect(&mut self, flag: &Flag) -> Result<String, Problem> {
        let mut names: Vec<Fact> = Vec::new();
        if let Some(area) = flag.area {
            for item in self.items().await? {
                let touched =
                    self.catalog.get(&item.exercise_key).is_some_and(|one| flag::touches(one, area));
                if touched && names.len() < 4 {
                    names.push(self.name(&item.exercise_key).into());
                }
            }
        }
        let id = match (flag.kind, names.is_empty()) {
            (FlagKind::Illness, _) if flag.severity >= 2 => "dialog-effect-paused".to_owned(),
            (FlagKind::Pain, false) => "dialog-effect-pain-items".to_owned(),
            (kind, _) => format!("dialog-effect-{kind}"),
        };
        Ok(self.text_with(&id, [("items", Fact::List(names))]))
    }

    /// D-14: ordinary soreness is no injury; it is noted.
    async fn note_soreness(&mut self) -> Result<(), Problem> {
        let check_in = CheckIn {
            id: self.derived("soreness"),
            athlete_id: self.work.id(),
            at: self.work.now,
            zone: self.work.zone().clone(),
            readiness: None,
            sleep_score: None,
            sleep_minutes: None,
            body_battery: None,
            morning_pulse: None,
            pain: vec![],
            fatigue: false,
            illness: None,
            note: self.text_with("dialog-note-soreness", []),
            source: CheckInSource::Dialog,
        };
        self.work.tx.add_check_in(&check_in).await?;
        self.tell(Part::Flags, "dialog-soreness", []);
        Ok(())
    }

    /// D-13: a mark that is denied sets nothing; if such a flag is active, it is asked about.
    fn ask_if_over(&mut self, marks: &[SpokenMark], flags: &[Flag]) {
        let denied: Vec<&Flag> =
            flags.iter().filter(|flag| marks.iter().any(|mark| mark.denies(flag))).collect();
        if denied.is_empty() {
            return;
        }
        let names: Vec<Fact> = denied.iter().map(|flag| self.flag_name(flag).into()).collect();
        let ids = denied.iter().map(|flag| flag.id).collect();
        let question = yes_or_no(QuestionKind::ClearFlag).fact("flag", Fact::List(names));
        self.ask(question, About::Flags(ids));
    }

    /// The answer to "is it over?".
    pub(super) async fn clear_flags(&mut self, flags: &[Id<Flag>], is_over: bool) -> Result<(), Problem> {
        if !is_over {
            self.tell(Part::Plain, "dialog-flag_stays", []);
            return Ok(());
        }
        let active = self.work.active_flags().await?;
        for flag in active.iter().filter(|flag| flags.contains(&flag.id)) {
            self.work.end_flag(flag.id, "said to be over").await?;
            let name = self.flag_name(flag);
            self.tell(Part::Flags, "dialog-flag_cleared", [("flag", name.into())]);
        }
        Ok(())
    }

    /// [it's fine]: a flag from words is dismissed in one step, audited (P-31, D-14).
    pub(super) async fn dismiss_flag(&mut self, id: Id<Flag>) -> Result<(), Problem> {
        let active = self.work.active_flags().await?;
        let Some(flag) = active.iter().find(|flag| flag.id == id) else {
            let state = self.text_with("dialog-flag_gone", []);
            self.tell(Part::Plain, "dialog-already_answered", [("state", state.into())]);
            return Ok(());
        };
        self.work.end_flag(id, "dismissed").await?;
        let name = self.flag_name(flag);
        self.tell(Part::Flags, "dialog-flag_cleared", [("flag", name.into())]);
        Ok(())
    }

    /// Everything of a kind is over: `/pain clear`, `/tired clear`.
    pub(super) async fn clear_kind(&mut self, kind: FlagKind, areas: &[BodyArea]) -> Result<(), Problem> {
        let active = self.work.active_flags().await?;
        let meant = |flag: &&Flag| {
            flag.kind == kind && (areas.is_empty() || flag.area.is_some_and(|area| areas.contains(&area)))
        };
        let ids: Vec<Id<Flag>> = active.iter().filter(meant).map(|flag| flag.id).collect();
        if ids.is_empty() {
            let kind = self.reader().word("flag", kind);
            self.tell(Part::Plain, "dialog-no_flag", [("flag", kind.into())]);
            return Ok(());
        }
        self.clear_flags(&ids, true).await
    }

    /// D-14: who is ill may leave out the session of today, or do less.
    async fn ask_about_today(&mut self) -> Result<(), Problem> {
        let today = self.work.today();
        let rows = self.sessions_of(today).await?;
        let open = rows.iter().find(|row| row.session.status == SessionStatus::Planned);
        if let Some(row) = open {
            let question = Question::new(QuestionKind::ConfirmEdit)
                .option(Choice::new(Label::Yes, Does::Nothing))
                .option(Choice::new(Label::Plan, Does::Nothing))
                .option(Choice::new(Label::No, Does::Nothing));
            self.ask(question, About::Illness(row.session.id));
        }
        Ok(())
    }

    /// Skip, easier, or as it is.
    pub(super) async fn answer_illness(
        &mut self,
        session: SessionId,
        question: &Question,
        given: &Given,
    ) -> Result<(), Problem> {
        let label = match given {
            Given::No => Some(Label::No),
            given => chosen(question, given),
        };
        match label {
            Some(Label::Yes) => {
                let date = self.work.session(session).await?.session.local_date;
                self.skip_session(date, "illness").await
            }
            Some(Label::Plan) => self.easier(None).await,
            _ => {
                self.tell(Part::Plain, "dialog-canceled", []);
                Ok(())
            }
        }
    }
}

/// The flag that a mark of now asks for (D-14).
fn sign(mark: &SpokenMark) -> Option<Sign> {
    let kind = mark.flag_kind().filter(|_| mark.is_present())?;
    let area = (kind == FlagKind::Pain).then(|| mark.area.unwrap_or(BodyArea::Other));
    let exercise = match kind {
        FlagKind::Technique => Some(mark.exercise_key.clone()?),
        _ => None,
    };
    Some(Sign { kind, area, exercise, severity: mark.severity.unwrap_or(1) })
}

fn is_pain(mark: &SpokenMark) -> bool {
    mark.kind == SpokenKind::Pain && mark.is_present()
}

fn is_anywhere(mark: &SpokenMark) -> bool {
    mark.area.is_none_or(|area| area == BodyArea::Other)
}

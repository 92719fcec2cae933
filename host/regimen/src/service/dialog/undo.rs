//! Taking back: the last report or change, a day or an exercise of the plan (D-18, RB-1..RB-3).

use assistant::dialog::{
    act::{Day, Rollback},
    question::{Choice, Does, Label, Question, QuestionKind},
};
use domain::{
    change::Change,
    error::ErrorCode,
    exercise::ExerciseKey,
    plan::{AuditAction, AuditLine, PlanItem},
    reason::Fact,
    session::SessionId,
};
use plan::{
    landing::Landing,
    rollback::{Slot, rollback},
    undo::undo,
};

use super::{
    context::Told,
    message::Action,
    question::About,
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        ledger::{Span, world},
    },
};

/// D-18: so long a report can be taken back.
const REPORT_SECONDS: i64 = 48 * 3600;
/// D-6: so many changes at once.
const MOST: u32 = 5;

impl Talk<'_, '_> {
    /// Takes back the newest of what was told: a report of the last two days, or a version.
    pub(super) async fn undo(&mut self, count: u32) -> Result<(), Problem> {
        "undo".clone_into(&mut self.out.intent);
        for _ in 0..count.clamp(1, MOST) {
            let now = self.work.now;
            let newest = self.context.last_recommendations.iter().find(|one| match one.what {
                Told::Version(_) => true,
                Told::Report(_) => now.seconds_since(one.at) <= REPORT_SECONDS,
                Told::Proposal(_) => false,
            });
            match newest.map(|one| one.what) {
                Some(Told::Version(version)) => self.undo_version(version).await?,
                Some(Told::Report(session)) => self.undo_report(session).await?,
                _ => {
                    self.tell(Part::Plain, "dialog-nothing_to_undo", []);
                    self.out.refusal = Some(ErrorCode::NothingToRollBack.as_str().to_owned());
                    break;
                }
            }
        }
        Ok(())
    }

    /// RB-3: a version is taken back; the reply lists old → new.
    pub(super) async fn undo_version(&mut self, version: u32) -> Result<(), Problem> {
        self.work.require(Scope::Plan)?;
        let chain = self.work.training_chain(None, Span::Whole).await?;
        let facts = self.work.training_facts(&chain).await?;
        let landing = undo(&chain, version, &self.work.moment(), world(&facts))?;
        self.work.land(&landing).await?;
        self.forget_told(Told::Version(version));
        let changes = self.landed(&landing);
        self.tell(Part::Plain, "dialog-undo_done", [("what", changes.into())]);
        Ok(())
    }

    /// D-18: a report is taken back: its decisions are reverted, its words stay in the audit.
    async fn undo_report(&mut self, session: SessionId) -> Result<(), Problem> {
        let last = self.context.last_report.clone().filter(|last| last.session_id == session);
        let before = last.as_ref().and_then(|last| last.before.clone());
        let finished = self.work.take_report_back(session, before).await?;
        let turns = self.context.turns.iter().rev();
        let said = turns.filter(|turn| turn.code == "report").find(|turn| turn.who == self.who());
        let said = said.map(|turn| turn.text.clone()).unwrap_or_default();
        let line = AuditLine {
            id: domain::id::Id::derive(&["audit", self.work.trace_id.as_str(), "report"]),
            plan_id: None,
            version: finished.told.version,
            actor: self.work.actor,
            action: AuditAction::Undo,
            target: session.to_string(),
            before: "reported".into(),
            after: "taken_back".into(),
            reason: said.chars().take(500).collect(),
            trace_id: self.work.trace_id.clone(),
            at: self.work.now,
        };
        let athlete = self.work.id();
        self.work.tx.add_audit(athlete, &[line]).await?;
        self.forget_told(Told::Report(session));
        self.stop_asking(session);
        // What the report brought into the plan went with it.
        if let Some(version) = last.as_ref().and_then(|last| last.version) {
            self.forget_told(Told::Version(version));
        }
        let names: Vec<Fact> =
            last.iter().flat_map(|last| &last.items).map(|key| self.name(key).into()).collect();
        let date = finished.row.session.local_date;
        self.context.last_report = None;
        let what = self.text_with("dialog-report_of", [("date", date.into()), ("items", Fact::List(names))]);
        self.tell(Part::Plain, "dialog-undo_done", [("what", what.into())]);
        Ok(())
    }

    /// D-17: the last sets of a report are taken off; it is a correction of it (P-4).
    pub(super) async fn shorten_report(
        &mut self,
        session: SessionId,
        key: &ExerciseKey,
        count: u32,
    ) -> Result<(), Problem> {
        let row = self.work.session(session).await?;
        let mut exercises = row.session.exercises.clone();
        let Some(one) = exercises.iter_mut().find(|one| one.exercise_key == *key) else { return Ok(()) };
        let left = one.sets.len().saturating_sub(usize::try_from(count).unwrap_or(1)).max(1);
        one.sets.truncate(left);
        let sets = one.sets.clone();
        let before = row.session.exercises;
        let finished = self.work.take_report_back(session, Some(exercises)).await?;
        if let Some(last) = self.context.last_report.as_mut() {
            last.before = Some(before);
        }
        let item = format!("{} {}", self.name(key), self.done_sets(&sets, key));
        let facts = [("date", Fact::from(finished.row.session.local_date)), ("items", item.into())];
        self.tell(Part::Saved, "dialog-saved", facts);
        self.tell_decisions(&finished);
        Ok(())
    }

    fn forget_told(&mut self, what: Told) {
        self.context.last_recommendations.retain(|one| one.what != what);
    }

    /// D-18: what a rollback would change, and whether to do it.
    pub(super) async fn ask_rollback(&mut self, wanted: &Rollback) -> Result<(), Problem> {
        "rollback".clone_into(&mut self.out.intent);
        let Some(slot) = self.slot(wanted) else { return Ok(()) };
        let chain = self.work.training_chain(None, Span::Whole).await?;
        let facts = self.work.training_facts(&chain).await?;
        let landing = rollback(&chain, &slot, None, &self.work.moment(), world(&facts))?;
        let question = Question::new(QuestionKind::ConfirmEdit)
            .fact("changes", self.landed(&landing))
            .option(Choice::new(Label::Yes, Does::Nothing))
            .option(Choice::new(Label::Cancel, Does::Cancel));
        self.ask(question, About::Rollback(wanted.clone()));
        Ok(())
    }

    /// RB-1, RB-2.
    pub(super) async fn roll_back(&mut self, wanted: &Rollback) -> Result<(), Problem> {
        self.work.require(Scope::Plan)?;
        let Some(slot) = self.slot(wanted) else { return Ok(()) };
        let chain = self.work.training_chain(None, Span::Whole).await?;
        let facts = self.work.training_facts(&chain).await?;
        let landing = rollback(&chain, &slot, None, &self.work.moment(), world(&facts))?;
        self.work.land(&landing).await?;
        let changes = self.landed(&landing);
        self.tell(Part::Plain, "dialog-rolled_back", [("changes", changes.into())]);
        if let Some(version) = landing.activated() {
            let now = self.work.now;
            self.button("dialog-button-undo", &Action::Undo(version));
            self.context.recommend(Told::Version(version), "rollback", now);
        }
        Ok(())
    }

    fn slot(&mut self, wanted: &Rollback) -> Option<Slot> {
        Some(match wanted {
            Rollback::Slot(Day::Weekday(day)) => Slot::Weekday(*day),
            Rollback::Slot(Day::Date(date)) => Slot::Date(*date),
            Rollback::Exercise(named) => Slot::Exercise(self.certain(named)?),
        })
    }

    /// The changes of a landing: `Pull-up: sets 5 → 4`.
    fn landed(&self, landing: &Landing<PlanItem>) -> String {
        let reader = self.reader();
        let rows = landing.versions.iter().flat_map(|entry| &entry.rows);
        let lines = rows.flat_map(|row| {
            let item = row.after.as_ref().or(row.before.as_ref());
            let name = item.map(|item| reader.name(&item.exercise_key).to_owned()).unwrap_or_default();
            let line = |change: &Change| format!("{name}: {}", reader.change(change));
            row.changes.iter().map(line).collect::<Vec<_>>()
        });
        crate::reader::once(lines).join("; ")
    }
}

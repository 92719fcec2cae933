//! Reports in words become reports of sessions, through the one service for them (D-10, P-4).

use assistant::dialog::{
    question::{Choice, Does, Given, Label, Question, QuestionKind},
    result::{Item, SpokenMark},
};
use domain::{
    exercise::ExerciseKey,
    plan::{ItemId, PlanDomain, PlanItem, SlotTime},
    reason::Fact,
    session::{ExercisePerformance, Session, SessionId, SessionOrigin, SessionStatus},
    time::LocalDate,
};
use store::SessionRow;
use training::progression::report::{ItemReport, Report as Told};

use super::{
    context::SavedReport,
    question::{About, Draft, How, chosen},
    said::{Said, corrected, ending, leave_out, performed, same_sets, unplanned},
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        session::{
            event,
            finish::{Ending, Finished},
        },
        workout,
    },
};

impl Talk<'_, '_> {
    /// Saves a complete report, or asks how (D-3, D-10).
    pub(super) async fn save(&mut self, mut draft: Draft) -> Result<(), Problem> {
        if draft.report.skipped && draft.report.items.is_empty() {
            return self.skip_session(draft.report.date, &draft.words).await;
        }
        self.add_new_exercises(&mut draft).await?;
        for item in draft.report.items.iter().filter(|item| item.exercise_key.is_none()) {
            self.tell(Part::Saved, "dialog-new_exercise", [("name", item.raw_name.as_str().into())]);
        }
        draft.report.items.retain(|item| item.exercise_key.is_some());
        if draft.report.items.is_empty() {
            return Ok(());
        }
        let known = self.same_day(&draft).await?;
        if let Some(minutes) = self.minutes_since_same(&draft, &known).filter(|_| !draft.again) {
            let question = Question::new(QuestionKind::DuplicateReport)
                .fact("minutes", minutes)
                .option(Choice::new(Label::Yes, Does::Nothing))
                .option(Choice::new(Label::No, Does::Nothing));
            self.ask(question, About::Save(Box::new(draft)));
            return Ok(());
        }
        if draft.how.is_none()
            && let Some((row, key)) = known.first()
        {
            let done = row.session.exercises.iter().find(|one| one.exercise_key == *key);
            let sets = done.map(|one| self.done_sets(&one.sets, key)).unwrap_or_default();
            let question = Question::new(QuestionKind::ReplaceOrAdd)
                .fact("exercise", key.as_str())
                .fact("sets", sets)
                .option(Choice::new(Label::Replace, Does::Nothing))
                .option(Choice::new(Label::Add, Does::Nothing))
                .option(Choice::new(Label::Cancel, Does::Nothing));
            self.ask(question, About::Save(Box::new(draft)));
            return Ok(());
        }
        self.keep(&draft, known.into_iter().next().map(|(row, _)| row)).await
    }

    /// D-9: exercises that the catalogue does not have become the athlete's own, like those they were said to be like.
    async fn add_new_exercises(&mut self, draft: &mut Draft) -> Result<(), Problem> {
        for (place, item) in draft.report.items.iter_mut().enumerate() {
            let Some(like) = item.like.take() else { continue };
            self.work.require(Scope::Plan)?;
            let key = self.work.add_exercise_like(&item.raw_name, &like).await?;
            self.catalog = self.work.catalog().await?;
            for mark in draft.report.marks.iter_mut().filter(|mark| mark.item == Some(place)) {
                (mark.item, mark.exercise_key) = (None, Some(key.clone()));
            }
            let facts = [("exercise", Fact::from(self.name(&key))), ("like", self.name(&like).into())];
            self.tell(Part::Notice, "dialog-added_exercise", facts);
            item.exercise_key = Some(key);
        }
        Ok(())
    }

    /// What was said to "save it again?" and "replace or add?".
    pub(super) async fn save_as_said(
        &mut self,
        draft: Draft,
        question: &Question,
        given: &Given,
    ) -> Result<(), Problem> {
        let draft = match chosen(question, given) {
            Some(Label::Yes) => Draft { again: true, how: draft.how.or(Some(How::Add)), ..draft },
            Some(Label::Replace) => Draft { again: true, how: Some(How::Replace), ..draft },
            Some(Label::Add) => Draft { again: true, how: Some(How::Add), ..draft },
            _ => {
                self.tell(Part::Plain, "dialog-canceled", []);
                return Ok(());
            }
        };
        self.save(draft).await
    }

    /// Sessions of the day in which an exercise of the report was done already, each with the first such exercise.
    async fn same_day(&mut self, draft: &Draft) -> Result<Vec<(SessionRow, ExerciseKey)>, Problem> {
        let rows = self.sessions_of(draft.report.date).await?;
        let keys: Vec<&ExerciseKey> =
            draft.report.items.iter().filter_map(|item| item.exercise_key.as_ref()).collect();
        let reported = rows
            .into_iter()
            .filter(|row| matches!(row.session.status, SessionStatus::Summary | SessionStatus::Done));
        let found = reported.filter_map(|row| {
            let done = row
                .session
                .exercises
                .iter()
                .find(|one| !one.sets.is_empty() && keys.contains(&&one.exercise_key))?;
            let key = done.exercise_key.clone();
            Some((row, key))
        });
        Ok(found.collect())
    }

    /// D-3: the minutes since the same was saved, if that is short ago.
    fn minutes_since_same(&self, draft: &Draft, known: &[(SessionRow, ExerciseKey)]) -> Option<i64> {
        let now = self.work.now;
        let most = 60 * self.tuning().duplicate_minutes;
        let is_same = |row: &SessionRow| {
            draft.report.items.iter().all(|item| {
                let Some(key) = &item.exercise_key else { return false };
                let done = row.session.exercises.iter().find(|one| one.exercise_key == *key);
                done.is_some_and(|one| same_sets(&one.sets, &item.sets))
            })
        };
        let (row, _) = known.iter().find(|(row, _)| is_same(row))?;
        let own = self.context.last_report.as_ref().filter(|last| last.session_id == row.session.id);
        let at = own.map(|last| last.at).max(row.session.finished_at)?;
        let seconds = now.seconds_since(at);
        (seconds <= most).then_some((seconds + 59) / 60)
    }

    /// Writes a report into its session, and tells what follows.
    async fn keep(&mut self, draft: &Draft, reported: Option<SessionRow>) -> Result<(), Problem> {
        let said = Self::said(draft);
        let date = draft.report.date;
        let mut row = match reported {
            Some(row) => row,
            None => self.target(date, draft.report.slot_time).await?,
        };
        let is_correction = matches!(row.session.status, SessionStatus::Summary | SessionStatus::Done);
        let items = self.items().await?;
        if is_correction {
            let before = row.session.exercises.clone();
            self.add_exercises(&mut row, &said, &items).await?;
            let exercises = corrected(&row.session, &said, draft.how);
            let finished = self.work.take_report_back(row.session.id, Some(exercises)).await?;
            self.tell_saved(draft, &finished).await?;
            self.remember(draft, &finished, Some(before));
            let mut missing = self.stop_asking(row.session.id);
            missing.retain(|(_, key)| said.iter().all(|one| one.key != *key));
            if !missing.is_empty() {
                self.ask_missing(row.session.id, missing);
            }
            return Ok(());
        }
        let missing = leave_out(&mut row.session, &said);
        self.add_exercises(&mut row, &said, &items).await?;
        if row.session.status == SessionStatus::Planned {
            self.begin_on(&mut row, date).await?;
        } else {
            self.work.put_session(&mut row).await?;
        }
        if !missing.is_empty() {
            let kind = domain::session::SessionEventKind::Edited;
            let left: Vec<Fact> = missing.iter().map(|(_, key)| key.as_str().into()).collect();
            let edited = event(self.work, row.session.id, kind, [("removed", Fact::List(left))]);
            self.work.tx.add_session_events(&[edited]).await?;
        }
        self.write_unplanned(&row, &said).await?;
        let ending = ending(&row.session, &said);
        let finished = self.work.finish(row.session.id, &ending).await?;
        self.tell_saved(draft, &finished).await?;
        self.remember(draft, &finished, None);
        if !missing.is_empty() {
            self.ask_missing(row.session.id, missing);
        }
        Ok(())
    }

    /// Starts a session at a time of its day: now, if that is today.
    async fn begin_on(&mut self, row: &mut SessionRow, date: LocalDate) -> Result<(), Problem> {
        let now = self.work.now;
        if row.revision == 0 {
            self.work.tx.put_session(row).await?;
        }
        if date != self.work.today() {
            let noon = self.work.zone().start_of(date).map(|start| start.plus_seconds(43_200));
            self.work.now = noon.unwrap_or(now);
        }
        let begun = self.work.begin(row).await;
        self.work.now = now;
        begun
    }

    /// D-10: the active or planned session of the day, else what the plan has for it, else a new one.
    async fn target(&mut self, date: LocalDate, time: Option<SlotTime>) -> Result<SessionRow, Problem> {
        let rows = self.sessions_of(date).await?;
        let fits = |row: &SessionRow| {
            time.is_none_or(|time| row.session.slot_time == SlotTime::None || row.session.slot_time == time)
        };
        for status in [SessionStatus::Active, SessionStatus::Planned] {
            let found = rows.iter().find(|row| row.session.status == status && fits(row));
            if let Some(found) = found {
                return Ok(found.clone());
            }
        }
        if let Some(row) = self.work.open_slot(date, time).await?
            && row.session.status == SessionStatus::Planned
        {
            return Ok(row);
        }
        Ok(SessionRow { revision: 0, session: self.ad_hoc(date, time).await? })
    }

    /// A session beside the plan, of which nothing is written yet.
    async fn ad_hoc(&mut self, date: LocalDate, time: Option<SlotTime>) -> Result<Session, Problem> {
        let plan = self.work.active_plan(PlanDomain::Training).await?;
        let plan_version = plan.as_ref().map(|plan| plan.active_version);
        let (id, athlete, zone) = (self.derived("session"), self.work.id(), self.work.zone().clone());
        Ok(Session {
            plan_id: plan.map(|plan| plan.id),
            plan_version,
            slot_time: time.unwrap_or(SlotTime::None),
            ..Session::planned(id, athlete, date, zone, SessionOrigin::AdHoc)
        })
    }

    /// Exercises that the session does not have yet: as the plan has them, or beside it.
    async fn add_exercises(
        &mut self,
        row: &mut SessionRow,
        said: &[Said<'_>],
        items: &[PlanItem],
    ) -> Result<(), Problem> {
        for one in said {
            let known = row.session.exercises.iter_mut().find(|known| known.exercise_key == one.key);
            if let Some(known) = known {
                if known.item_id.is_none() {
                    *known = ExercisePerformance { id: known.id, ..unplanned(row.session.id, one) };
                }
                continue;
            }
            let item = items.iter().find(|item| item.exercise_key == one.key);
            row.session.exercises.push(match item {
                Some(item) => workout::meant_performance(row.session.id, item),
                None => unplanned(row.session.id, one),
            });
        }
        if row.session.plan_id.is_none() {
            let new: Vec<&ExercisePerformance> =
                row.session.exercises.iter().filter(|one| one.item_id.is_none()).collect();
            let catalog = self.catalog.clone();
            let new: Vec<PlanItem> =
                new.into_iter().filter_map(|one| workout::unplanned(self.work, one, &catalog)).collect();
            if !new.is_empty() {
                let (plan, _) = self.work.enter(new, row.session.id).await?;
                row.session.plan_version = Some(plan.active_version);
                row.session.plan_id = Some(plan.id);
            }
        }
        Ok(())
    }

    /// The sets of exercises that no item of the plan stands for.
    async fn write_unplanned(&mut self, row: &SessionRow, said: &[Said<'_>]) -> Result<(), Problem> {
        let (athlete, now) = (self.work.id(), self.work.now);
        for one in row.session.exercises.iter().filter(|one| one.item_id.is_none()) {
            if let Some(said) = said.iter().find(|said| said.key == one.exercise_key) {
                let sets = performed(one, &said.item.sets, 0);
                self.work.tx.replace_sets(athlete, one.id, &sets, now).await?;
            }
        }
        Ok(())
    }

    /// What a report says of each exercise, with the marks that belong to it.
    fn said<'r>(draft: &'r Draft) -> Vec<Said<'r>> {
        let of = |item: &'r Item| {
            let key = item.exercise_key.clone()?;
            let is_its = |mark: &&SpokenMark| mark.exercise_key.as_ref() == Some(&key);
            let marks = draft.report.marks.iter().filter(is_its).filter_map(SpokenMark::on_performance);
            Some(Said { marks: marks.collect(), key: key.clone(), item })
        };
        draft.report.items.iter().filter_map(of).collect()
    }

    /// Keeps what was saved, so that it can be referred to and taken back (D-3, D-18).
    fn remember(&mut self, draft: &Draft, finished: &Finished, before: Option<Vec<ExercisePerformance>>) {
        let (now, session) = (self.work.now, &finished.row.session);
        let keys: Vec<ExerciseKey> =
            draft.report.items.iter().filter_map(|item| item.exercise_key.clone()).collect();
        let last = keys.last();
        let item = session.exercises.iter().find(|one| Some(&one.exercise_key) == last);
        let item_id = item.and_then(|one| one.item_id);
        self.focus_on(last.cloned(), item_id, Some(session.id));
        self.context.last_report = Some(SavedReport {
            session_id: session.id,
            at: now,
            items: keys,
            date: draft.report.date,
            version: finished.told.version,
            before,
        });
        self.context.recommend(super::context::Told::Report(session.id), "saved", now);
    }

    /// D-10: items of the session that were not mentioned.
    pub(super) fn ask_missing(&mut self, session: SessionId, items: Vec<(ItemId, ExerciseKey)>) {
        let names: Vec<Fact> = items.iter().map(|(_, key)| self.name(key).into()).collect();
        let question = Question::new(QuestionKind::ConfirmEdit)
            .fact("items", Fact::List(names))
            .option(Choice::new(Label::Yes, Does::Nothing))
            .option(Choice::new(Label::Later, Does::Nothing));
        self.ask(question, About::Missing { session, items });
    }

    /// D-10: what was not mentioned was left out; else nothing is written for it.
    pub(super) async fn answer_missing(
        &mut self,
        session: SessionId,
        items: &[(ItemId, ExerciseKey)],
        is_skipped: bool,
    ) -> Result<(), Problem> {
        if !is_skipped {
            self.tell(Part::Plain, "dialog-report_later", []);
            return Ok(());
        }
        let mut row = self.work.session(session).await?;
        let planned = self.items().await?;
        for (id, _) in items {
            let is_there = row.session.exercises.iter().any(|one| one.item_id == Some(*id));
            if let Some(item) = planned.iter().find(|item| item.item_id == *id).filter(|_| !is_there) {
                row.session.exercises.push(workout::meant_performance(session, item));
            }
        }
        self.work.put_session(&mut row).await?;
        let skipped = items.iter().map(|(item_id, _)| ItemReport {
            item_id: *item_id,
            skipped: true,
            sets: vec![],
            rpe: None,
            comfort: None,
            marks: vec![],
            notes: String::new(),
        });
        let ending = Ending { report: Some(Told { items: skipped.collect() }), session_rpe: None };
        let finished = self.work.finish(session, &ending).await?;
        let names: Vec<Fact> = items.iter().map(|(_, key)| self.name(key).into()).collect();
        self.tell(Part::Saved, "dialog-skipped_items", [("items", Fact::List(names))]);
        self.tell_decisions(&finished);
        Ok(())
    }

    /// P-16: the session of a day is left out.
    pub(super) async fn skip_session(&mut self, date: LocalDate, words: &str) -> Result<(), Problem> {
        let rows = self.sessions_of(date).await?;
        let open =
            |row: &&SessionRow| matches!(row.session.status, SessionStatus::Planned | SessionStatus::Active);
        let row = match rows.iter().find(open) {
            Some(row) => Some(row.clone()),
            None => self.work.open_slot(date, None).await?,
        };
        let Some(row) =
            row.filter(|row| matches!(row.session.status, SessionStatus::Planned | SessionStatus::Active))
        else {
            self.tell(Part::Plain, "dialog-nothing_to_skip", [("date", date.into())]);
            return Ok(());
        };
        let reason: String = words.chars().take(200).collect();
        let finished = self.work.skip(row.session.id, &reason).await?;
        self.tell(Part::Saved, "dialog-session_skipped", [("date", date.into())]);
        self.tell_decisions(&finished);
        Ok(())
    }
}

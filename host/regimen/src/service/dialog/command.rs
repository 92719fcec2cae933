//! Commands: each does what a use case of the app does (D-6).

use assistant::dialog::{
    command::{Command, MealsArgument},
    result::{Report, SpokenKind, SpokenMark},
};
use domain::{
    anatomy::BodyArea,
    change::{Direction, Field, Value},
    dispute::{Override, OverrideScope, OverrideStatus},
    error::ErrorCode,
    id::Id,
    law::{Check, Valid},
    plan::{AuditAction, AuditLine},
    quantity::Grams,
    reason::Fact,
    session::SessionStatus,
    time::add_days,
    wellbeing::{CheckIn, CheckInSource, FlagKind},
};
use plan::answer::{Answer, Reply};
use store::BodyWeight;
use training::flag;

use super::{
    message::Attachment,
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        eating,
        ledger::Span,
        session::finish::Ending,
        workout::{Saving, Wanted},
    },
};

/// OV-7: so many days, unless others are named.
const KEEP_DAYS: u32 = 7;

impl Talk<'_, '_> {
    /// D-6: does what a command says.
    pub(super) async fn command(
        &mut self,
        command: Command,
        report: Report,
        applied: Vec<SpokenMark>,
    ) -> Result<(), Problem> {
        match command {
            Command::Start(_) | Command::Link(_) | Command::Unlink => {
                self.tell(Part::Plain, "dialog-telegram_only", []);
            }
            Command::Help(_) => self.help(),
            Command::Today(date) => self.today(date).await?,
            Command::Plan(weekday) => self.plan(weekday).await?,
            Command::Session { minutes, intent, place } => {
                let intent = intent.map(|intent| intent.as_str().to_owned());
                let wanted =
                    Wanted { intent, session_minutes: minutes, location: place, ..Wanted::default() };
                self.plan_session(&wanted).await?;
            }
            Command::Report if report.is_report() || !report.questions.is_empty() => {
                let draft = self.draft(report, applied);
                self.complete(draft).await?;
            }
            Command::Report => self.guide().await?,
            Command::Done => self.done().await?,
            Command::Skip { exercise: None, reason } => {
                let today = self.work.today();
                self.skip_session(today, reason.as_deref().unwrap_or_default()).await?;
            }
            Command::Skip { exercise: Some(named), .. } => {
                if let Some(key) = self.certain(&named) {
                    let mut report = Report::new(self.work.today());
                    report.items.push(assistant::dialog::result::Item {
                        exercise_key: Some(key),
                        raw_name: named.raw_name,
                        skipped: true,
                        ..Default::default()
                    });
                    let draft = self.draft(report, vec![]);
                    self.complete(draft).await?;
                }
            }
            Command::Pain { areas, severity, exercise } => {
                let exercise_key = exercise.and_then(|named| named.certain().cloned());
                let areas = if areas.is_empty() { vec![BodyArea::Other] } else { areas };
                let mark = |area: BodyArea| SpokenMark {
                    kind: SpokenKind::Pain,
                    area: Some(area),
                    side: None,
                    severity: Some(severity.unwrap_or(1)),
                    exercise_key: exercise_key.clone(),
                    item: None,
                    negated: false,
                    past: false,
                };
                let marks: Vec<SpokenMark> = areas.into_iter().map(mark).collect();
                self.apply_marks(&marks).await?;
            }
            Command::PainClear(areas) => self.clear_kind(FlagKind::Pain, &areas).await?,
            Command::Tired(_) => {
                let mark = SpokenMark {
                    kind: SpokenKind::Fatigue,
                    area: None,
                    side: None,
                    severity: None,
                    exercise_key: None,
                    item: None,
                    negated: false,
                    past: false,
                };
                if applied.is_empty() {
                    self.apply_marks(&[mark]).await?;
                }
            }
            Command::TiredClear => self.clear_kind(FlagKind::Fatigue, &[]).await?,
            Command::Weight(None) => self.wants("weight"),
            Command::Rollback(None) => self.wants("rollback"),
            other => self.other_command(other).await?,
        }
        Ok(())
    }

    async fn other_command(&mut self, command: Command) -> Result<(), Problem> {
        match command {
            Command::Checkin { readiness, sleep, battery } => self.check_in(readiness, sleep, battery).await,
            Command::Weight(Some(grams)) => self.weigh(grams).await,
            Command::Meals(MealsArgument::Day(date)) => self.meals(date).await,
            Command::Meals(MealsArgument::Done(slot)) => {
                self.say_of_meal(&slot, eating::log::Said::Eaten(None)).await
            }
            Command::Meals(MealsArgument::Skip(slot)) => {
                self.say_of_meal(&slot, eating::log::Said::Skipped).await
            }
            Command::Meals(MealsArgument::Swap(_)) => {
                let title = self.text_with("dialog-link-meals", []);
                self.tell(Part::Plain, "dialog-in_the_app", [("what", title.clone().into())]);
                self.out.attachments.push(Attachment { title, path: "/meals".to_owned() });
                Ok(())
            }
            Command::Why(exercise) => self.why(exercise.as_ref()).await,
            Command::Proposals(said) => self.proposals(said).await,
            Command::Undo(count) => self.undo(count).await,
            Command::Rollback(Some(wanted)) => self.ask_rollback(&wanted).await,
            Command::Keep { exercise, days } => self.keep_as_is(exercise.as_ref(), days).await,
            Command::Review => self.review(false).await,
            Command::Month => self.review(true).await,
            Command::Records(exercise) => self.records(exercise.as_ref()).await,
            Command::Resume => self.resume().await,
            Command::Lang(wanted) => self.set_language(wanted).await,
            Command::Units(wanted) => self.set_units(wanted).await,
            Command::Quiet(wanted) => self.set_quiet(wanted).await,
            Command::Export(_) => {
                let title = self.text_with("dialog-link-export", []);
                self.tell(Part::Plain, "dialog-export", []);
                self.out.attachments.push(Attachment { title, path: "/settings".to_owned() });
                Ok(())
            }
            Command::Forget => {
                self.ask_forget();
                Ok(())
            }
            Command::Cancel => {
                self.cancel();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `/session`: the session that is due, or as it is asked for, is made and saved (EP-5).
    async fn plan_session(&mut self, wanted: &Wanted) -> Result<(), Problem> {
        if self.is_stopped().await? {
            return Ok(());
        }
        self.work.require(Scope::Plan)?;
        let proposed = self.work.generate(wanted).await?;
        let saving = Saving { id: Some(self.derived("session")), ..Saving::default() };
        let row = self.work.save(&proposed, &saving).await?;
        self.tell(Part::Plain, "dialog-session_planned", []);
        self.tell_session(&row.session);
        self.focus_on(None, None, Some(row.session.id));
        Ok(())
    }

    /// `/report` without a text: the items of today are asked for, one example with each.
    async fn guide(&mut self) -> Result<(), Problem> {
        let today = self.work.today();
        let rows = self.sessions_of(today).await?;
        let open = rows
            .iter()
            .find(|row| matches!(row.session.status, SessionStatus::Planned | SessionStatus::Active));
        self.tell(Part::Plain, "dialog-guide", []);
        if let Some(row) = open {
            self.tell_session(&row.session);
        }
        Ok(())
    }

    /// `/done`: the session of today is closed as it was logged; what was not mentioned is asked about.
    async fn done(&mut self) -> Result<(), Problem> {
        let Some(row) = self.running().await? else {
            self.tell(Part::Plain, "dialog-nothing_running", []);
            return Ok(());
        };
        let is_done = row.session.exercises.iter().any(|one| !one.sets.is_empty());
        if !is_done {
            self.tell(Part::Plain, "dialog-nothing_logged", []);
            return Ok(());
        }
        let mut row = row;
        let missing = super::said::leave_out(&mut row.session, &[]);
        if !missing.is_empty() {
            self.work.put_session(&mut row).await?;
        }
        let finished = self.work.finish(row.session.id, &Ending::default()).await?;
        let date = finished.row.session.local_date;
        self.tell(Part::Saved, "dialog-session_done", [("date", date.into())]);
        self.tell_decisions(&finished);
        if !missing.is_empty() {
            self.ask_missing(row.session.id, missing);
        }
        Ok(())
    }

    /// `/meals done`, `/meals skip`: what became of a slot of today (ML-4).
    async fn say_of_meal(&mut self, word: &str, said: eating::log::Said) -> Result<(), Problem> {
        let today = self.work.today();
        let slot = eating::view::find_slot(self.work.app, &self.caller, today, word).await?;
        let (log, _) = self.work.say_of_slot(slot, said).await?;
        let state = self.reader().word("slot_state", log.state);
        self.tell(Part::Plain, "dialog-meal_logged", [("slot", word.into()), ("state", state.into())]);
        Ok(())
    }

    async fn check_in(
        &mut self,
        readiness: Option<u8>,
        sleep: Option<u8>,
        battery: Option<u8>,
    ) -> Result<(), Problem> {
        if readiness.is_none() && sleep.is_none() && battery.is_none() {
            self.wants("checkin");
            return Ok(());
        }
        let check_in = CheckIn {
            id: self.derived("check-in"),
            athlete_id: self.work.id(),
            at: self.work.now,
            zone: self.work.zone().clone(),
            readiness,
            sleep_score: sleep,
            sleep_minutes: None,
            body_battery: battery,
            morning_pulse: None,
            pain: vec![],
            fatigue: false,
            illness: None,
            note: String::new(),
            source: CheckInSource::Dialog,
        };
        let check_in = Valid::new(check_in)?.into_inner();
        if self.work.tx.add_check_in(&check_in).await? {
            self.work.update_flags(&flag::Event::CheckIn(&check_in)).await?;
        }
        self.tell(Part::Plain, "dialog-checked_in", []);
        Ok(())
    }

    /// D-16: saved, mean of seven days, change in 28.
    pub(super) async fn weigh(&mut self, grams: Grams) -> Result<(), Problem> {
        "body_weight".clone_into(&mut self.out.intent);
        let mut check = Check::default();
        check.range(ErrorCode::OutOfRange, "grams", grams.0, 20_000, 400_000);
        check.finish()?;
        let (athlete, today) = (self.work.id(), self.work.today());
        let id = self.derived::<BodyWeight>("weight").uuid();
        let weight = BodyWeight { id, date: today, at: self.work.now, grams };
        self.work.tx.add_body_weights(athlete, &[weight]).await?;
        let all = self.work.tx.body_weights(athlete, add_days(today, -34), today).await?;
        let mean = |from: i64, to: i64| {
            let days = (add_days(today, from), add_days(today, to));
            let of: Vec<i64> = all
                .iter()
                .filter(|one| days.0 <= one.date && one.date <= days.1)
                .map(|one| one.grams.0)
                .collect();
            let count = i64::try_from(of.len()).unwrap_or(0);
            (count > 0).then(|| of.iter().sum::<i64>() / count)
        };
        self.tell(Part::Plain, "dialog-weight_saved", [("weight", Fact::load(grams))]);
        if let Some(week) = mean(-6, 0) {
            self.tell(Part::Plain, "dialog-weight_mean", [("weight", Fact::load(tenth(week)))]);
            if let Some(before) = mean(-34, -28) {
                let change = tenth(week - before);
                self.tell(Part::Plain, "dialog-weight_change", [("weight", Fact::load(change))]);
            }
        }
        Ok(())
    }

    /// OV-7: a value stays as it is for some days; what is proposed for it is answered so.
    pub(super) async fn keep_as_is(
        &mut self,
        exercise: Option<&assistant::dialog::act::Named>,
        days: Option<u32>,
    ) -> Result<(), Problem> {
        self.work.require(Scope::Plan)?;
        let now = self.work.now;
        let key = match exercise {
            Some(named) => match self.certain(named) {
                Some(key) => Some(key),
                None => return Ok(()),
            },
            None => self
                .context
                .focus(now, self.tuning().focus_minutes)
                .and_then(|focus| focus.exercise_key.clone()),
        };
        let items = self.items().await?;
        let item = key.as_ref().and_then(|key| items.iter().find(|item| item.exercise_key == *key)).cloned();
        let Some(item) = item else {
            self.tell(Part::Plain, "dialog-keep_what", []);
            return Ok(());
        };
        let days = days.unwrap_or(KEEP_DAYS);
        let mut check = Check::default();
        check.range(ErrorCode::InvalidOverride, "keep_days", days, 1, 60);
        check.finish()?;
        let chain = self.work.training_chain(None, Span::Recent("")).await?;
        let open = chain.proposals.iter().filter(|one| {
            one.state.is_open()
                && one.target.item_id == item.item_id
                && one.kind != domain::proposal::ProposalKind::Conflict
        });
        let answers: Vec<Answer> =
            open.map(|one| Answer { proposal: one.id, reply: Reply::Keep { days: Some(days) } }).collect();
        if answers.is_empty() {
            self.guard(&item, chain.plan.id, chain.plan.active_version, days).await?;
        } else {
            let (answered, _) = self.work.answer_proposals(&answers).await?;
            drop(answered);
        }
        let facts = [("exercise", Fact::from(self.name(&item.exercise_key))), ("count", days.into())];
        self.tell(Part::Plain, "dialog-kept", facts);
        Ok(())
    }

    /// OV-7: an override of the value in force, with an end.
    async fn guard(
        &mut self,
        item: &domain::plan::PlanItem,
        plan: domain::plan::PlanId,
        version: u32,
        days: u32,
    ) -> Result<(), Problem> {
        let now = self.work.now;
        let value = item.value(None, Field::SetCount).unwrap_or(Value::Nothing);
        let reason: String = self.words.chars().take(500).collect();
        let guard = Override {
            id: self.derived("keep"),
            athlete_id: self.work.id(),
            item_id: item.item_id,
            set_id: None,
            group: Field::SetCount.group(),
            field: Field::SetCount,
            value: value.clone(),
            previous: value.clone(),
            direction: Direction::Neutral,
            scope: OverrideScope::Plan,
            actor: self.work.actor,
            reason: reason.clone(),
            from: now,
            until: Some(now.plus_seconds(i64::from(days) * 86_400)),
            status: OverrideStatus::Active,
            version: Some(version),
        };
        let athlete = self.work.id();
        self.work.tx.put_overrides(athlete, plan, &[guard]).await?;
        let line = AuditLine {
            id: Id::derive(&["audit", self.work.trace_id.as_str(), "keep"]),
            plan_id: Some(plan),
            version: Some(version),
            actor: self.work.actor,
            action: AuditAction::Override,
            target: item.item_id.to_string(),
            before: value.clone(),
            after: value,
            reason,
            trace_id: self.work.trace_id.clone(),
            at: now,
        };
        Ok(self.work.tx.add_audit(athlete, &[line]).await?)
    }

    /// `/help`: commands and six examples.
    pub(super) fn help(&mut self) {
        for line in self.text_with("dialog-help", []).lines() {
            self.line(Part::Plain, line);
        }
    }
}

/// A weight is told to a tenth of a kilogram.
fn tenth(grams: i64) -> Grams {
    Grams((grams + grams.signum() * 50) / 100 * 100)
}

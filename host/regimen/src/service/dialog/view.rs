//! What is looked at in words: the day, the week, meals, reports, records, and why (D-16).

use assistant::dialog::act::Named;
use domain::{
    exercise::ExerciseKey,
    plan::PlanItem,
    reason::{Fact, Reason},
    session::{Session, SessionStatus},
    time::{DateSpan, LocalDate, add_days},
    voice::Locale,
};
use nutrition::export::PlanRow;
use store::Records;
use training::{progression::update::ProgressUpdate, records::Record};

use super::{
    message::{Action, Attachment},
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    reader::{capital, sets},
    service::{
        eating,
        report::{ReportKind, ReportPeriod},
        workout::slot_items,
    },
};

/// How many records are told at once.
const RECORDS: usize = 8;

impl Talk<'_, '_> {
    /// `/today`: sessions, targets, what is lighter and what is taken care of; meals around it.
    pub(super) async fn today(&mut self, date: Option<LocalDate>) -> Result<(), Problem> {
        if self.is_stopped().await? {
            return Ok(());
        }
        let date = date.unwrap_or_else(|| self.work.today());
        let rows = self.sessions_of(date).await?;
        self.tell(Part::Plain, "dialog-day", [("date", date.into())]);
        for row in &rows {
            self.tell_session(&row.session);
        }
        let plan = self.items().await?;
        let taken = |item: &PlanItem| {
            let mut all = rows.iter().flat_map(|row| &row.session.exercises);
            all.any(|one| one.item_id == Some(item.item_id))
        };
        let slots: Vec<PlanItem> =
            slot_items(&plan, date, None).into_iter().filter(|item| !taken(item)).collect();
        for item in &slots {
            let line = self.target_of(item);
            self.line(Part::Plain, format!("• {line}"));
        }
        if rows.is_empty() && slots.is_empty() {
            self.tell(Part::Plain, "dialog-free_day", []);
            let action = Action::Say("/session".to_owned());
            self.button("dialog-button-session", &action);
        }
        for flag in self.work.active_flags().await? {
            let name = self.flag_name(&flag);
            self.tell(Part::Plain, "dialog-flag_active", [("flag", name.into())]);
        }
        self.tell_modifiers().await?;
        self.tell_meals(date).await?;
        if let Some(row) = rows.first() {
            let (first, id) = (row.session.exercises.first(), row.session.id);
            let key = first.map(|one| one.exercise_key.clone()).filter(|_| row.session.exercises.len() == 1);
            self.focus_on(
                key,
                first.and_then(|one| one.item_id).filter(|_| row.session.exercises.len() == 1),
                Some(id),
            );
        }
        Ok(())
    }

    async fn tell_modifiers(&mut self) -> Result<(), Problem> {
        let (athlete, now) = (self.work.id(), self.work.now);
        for one in self.work.tx.modifiers(athlete, Some(now)).await? {
            let percent = u32::from(one.volume_pct.min(one.load_pct));
            let why = self.voice.reason(&one.reason);
            self.tell(Part::Plain, "dialog-lighter", [("percent", percent.into()), ("why", why.into())]);
        }
        Ok(())
    }

    /// A session with its targets, an exercise a line.
    pub(super) fn tell_session(&mut self, session: &Session) {
        let reader = self.reader();
        let about = session
            .intent
            .map_or_else(|| reader.text("store-session"), |intent| reader.word("intent", intent));
        let status = reader.word("session_status", session.status);
        let head = format!("{} ({status})", capital(&about));
        let is_over = !matches!(session.status, SessionStatus::Planned | SessionStatus::Active);
        let mut lines = vec![head];
        for one in &session.exercises {
            let name = reader.name(&one.exercise_key);
            let what = if is_over && !one.sets.is_empty() {
                self.done_sets(&one.sets, &one.exercise_key)
            } else if let Some(frozen) = &one.frozen {
                let working: Vec<_> = frozen.prescription.working_sets().collect();
                let amounts: Vec<u32> = working.iter().filter_map(|set| set.amount()).collect();
                let load = working.first().and_then(|set| set.load_g).filter(|load| load.0 != 0);
                let load = load
                    .map_or_else(String::new, |_| format!(", {}", reader.loads(&one.exercise_key, &working)));
                format!("{}{load}", sets(&amounts))
            } else {
                String::new()
            };
            lines.push(format!("• {name} {what}"));
        }
        for line in lines {
            self.line(Part::Plain, line);
        }
    }

    /// `/plan`: the slots of the week with their targets.
    pub(super) async fn plan(&mut self, weekday: Option<u8>) -> Result<(), Problem> {
        if self.is_stopped().await? {
            return Ok(());
        }
        let plan = self.items().await?;
        let today = self.work.today();
        let mut is_empty = true;
        for days in 0..7 {
            let date = add_days(today, days);
            let number = u8::try_from(date.weekday().to_monday_one_offset()).unwrap_or(1);
            if weekday.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let rows = self.sessions_of(date).await?;
            let mut names: Vec<String> = Vec::new();
            for row in rows.iter().filter(|row| row.session.status == SessionStatus::Planned) {
                let keys = row.session.exercises.iter().map(|one| self.name(&one.exercise_key));
                names.extend(keys);
            }
            if names.is_empty() {
                names.extend(slot_items(&plan, date, None).iter().map(|item| self.target_of(item)));
            }
            if !names.is_empty() {
                is_empty = false;
                let day = self.reader().word("weekday", number);
                self.line(Part::Plain, format!("{}: {}", capital(&day), names.join("; ")));
            }
        }
        if is_empty && plan.is_empty() {
            self.tell(Part::Plain, "dialog-no_plan", []);
        } else if is_empty {
            let all: Vec<String> = plan.iter().map(|item| self.target_of(item)).collect();
            self.tell(Part::Plain, "dialog-rolling_plan", []);
            for line in all {
                self.line(Part::Plain, format!("• {line}"));
            }
        }
        Ok(())
    }

    /// `/meals`: what is planned for a day.
    pub(super) async fn meals(&mut self, date: Option<LocalDate>) -> Result<(), Problem> {
        let date = date.unwrap_or_else(|| self.work.today());
        if !self.tell_meals(date).await? {
            self.tell(Part::Plain, "dialog-no_meals", [("date", date.into())]);
            let title = self.text_with("dialog-link-meals", []);
            self.out.attachments.push(Attachment { title, path: "/meals".to_owned() });
        }
        Ok(())
    }

    /// The planned meals of a day, if there are any.
    async fn tell_meals(&mut self, date: LocalDate) -> Result<bool, Problem> {
        if self.work.profile().nutrition.is_none()
            || self.work.require(crate::service::app::Scope::Read).is_err()
        {
            return Ok(false);
        }
        let dates = DateSpan { from: date, to: date };
        let days = eating::view::show(self.work.app, &self.caller, dates).await?;
        let mut is_any = false;
        for row in &days.plan {
            let line = self.meal(row);
            self.line(Part::Plain, line);
            is_any = true;
        }
        Ok(is_any)
    }

    /// `/review`, `/month`: the finding and the one change of the newest report.
    pub(super) async fn review(&mut self, is_month: bool) -> Result<(), Problem> {
        let kind = if is_month { ReportKind::Monthly } else { ReportKind::Weekly };
        let period: ReportPeriod = self.work.newest_period(kind)?;
        let told = self.work.report_of(period).await?;
        let today = self.work.today();
        let viewer = crate::viewer::Viewer::new(self.reader(), today);
        let title = crate::briefing::title(&told.report, &viewer);
        let sections = crate::briefing::sections(&told.report, &[], &viewer);
        let mut lines = vec![title.clone()];
        for section in sections {
            lines.extend(section.lines.iter().map(|line| format!("• {line}")));
        }
        for line in lines {
            self.line(Part::Plain, line);
        }
        self.out.attachments.push(Attachment { title, path: format!("/reports/{period}") });
        Ok(())
    }

    /// `/records`.
    pub(super) async fn records(&mut self, exercise: Option<&Named>) -> Result<(), Problem> {
        let key: Option<ExerciseKey> = match exercise {
            Some(named) => match self.certain(named) {
                Some(key) => Some(key),
                None => return Ok(()),
            },
            None => None,
        };
        let all = self.work.records(key.as_ref()).await?;
        let mut newest: Vec<&Record> = Vec::new();
        for record in all.iter().rev() {
            let is_known = newest.iter().any(|known| {
                (&known.exercise, known.kind, known.reps) == (&record.exercise, record.kind, record.reps)
            });
            if !is_known {
                newest.push(record);
            }
        }
        if newest.is_empty() {
            self.tell(Part::Plain, "dialog-no_records", []);
        }
        for record in newest.into_iter().take(RECORDS) {
            let reader = self.reader();
            let facts = [
                ("exercise", Fact::from(reader.keyed(&record.exercise))),
                ("kind", reader.record_kind(record).into()),
                ("value", reader.record(record.kind, record.value).into()),
            ];
            self.tell(Part::Records, "dialog-record", facts);
        }
        Ok(())
    }

    /// `/why`: the reasons of the last decisions, with their numbers and the rule (PR-4).
    pub(super) async fn why(&mut self, exercise: Option<&Named>) -> Result<(), Problem> {
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
        let today = self.work.today();
        let athlete = self.work.id();
        let span = Records::Between(add_days(today, -60), today, None);
        let mut rows = self.work.tx.progress(athlete, span).await?;
        rows.sort_by_key(|row| (row.record.created_at, row.record.id));
        let items = self.items().await?;
        let of_key = |row: &&store::ProgressRow| {
            let Some(key) = &key else { return true };
            let item = items.iter().find(|item| item.item_id == row.record.item_id);
            item.is_some_and(|item| item.exercise_key == *key) || row.record.exercise_key == key.as_str()
        };
        let newest = rows.iter().rev().find(of_key);
        let Some(newest) = newest else {
            self.tell(Part::Plain, "dialog-why-nothing", []);
            return Ok(());
        };
        let (session, item) = (newest.record.session_id, newest.record.item_id);
        let row = self.work.session(session).await?;
        let told = self.work.told_before(row).await?.told;
        let is_one = key.is_some();
        let updates = told.updates.iter().filter(|update| !is_one || update.item_id == item);
        let lines: Vec<String> = updates.map(|update| self.reason_line(update)).collect();
        for line in lines {
            self.line(Part::Plain, line);
        }
        Ok(())
    }

    /// `Pull-up: next level. 28 of 24 at RPE 6 (P-8)`.
    fn reason_line(&self, update: &ProgressUpdate) -> String {
        let reader = self.reader();
        let why = |why: &Reason| format!("{} ({})", reader.reason(why.code, why.spec, &why.facts), why.spec);
        let reasons: Vec<String> = update.reasons.iter().map(why).collect();
        let why =
            if reasons.is_empty() { self.text_with("dialog-why-no_rule", []) } else { reasons.join("; ") };
        let name = reader.keyed(&update.exercise);
        format!("{name}: {}. {}", reader.word("decision", update.decision), capital(&why))
    }

    /// `lunch 12:30: Oats`.
    fn meal(&self, row: &PlanRow) -> String {
        let name = match self.voice.locale {
            Locale::En => &row.name.en,
            Locale::Ru => row.name.ru.as_ref().unwrap_or(&row.name.en),
        };
        let state = self.reader().word("slot_state", row.state);
        format!("• {} {name} ({state})", row.item.meal_time)
    }
}

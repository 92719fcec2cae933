//! The plan by hand: fewer sets, other targets, another exercise or day, lighter, or as it is (D-17, OV-1, OV-8).

use assistant::dialog::{
    act::{Day, Edit, EditChange, EditScope, Named},
    question::{Choice, Does, Label, Question, QuestionKind},
    result::ReadSet,
};
use domain::{
    change::{Field, Target, Value},
    dispute::OverrideScope,
    exercise::ExerciseKey,
    plan::{ItemId, PlanItem},
    prescription::{SetId, SetPrescription, SetType},
    reason::{Fact, Reason, ReasonCode},
    session::{SessionId, SessionStatus},
    spec::SpecId,
    time::{LocalDate, add_days},
    wellbeing::ModifierScope,
};
use serde::{Deserialize, Serialize};
use training::freeze::{NEXT_SESSION, Origin};

use super::{
    question::About,
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    service::{app::Scope, workout::slot_items},
};

/// D-17: so long after a report it is asked whether the log or the plan is meant.
const REPORT_SECONDS: i64 = 30 * 60;
/// D-17: how far ahead the next session is looked for.
const DAYS_AHEAD: i64 = 14;
/// D-17: percent of the volume in a session that shall be easier.
const EASIER_PCT: u8 = 90;

/// An edit that waits for a yes (D-17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The new values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<Wished>,
    /// The sets that items shall have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<SetsWished>,
    /// For the plan, or for one session.
    pub scope: OverrideScope,
    /// The session that runs, if it is for that one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// In these words.
    pub words: String,
}

/// Items that get these sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetsWished {
    /// Which items.
    pub items: Vec<ItemId>,
    /// Their working sets.
    pub sets: Vec<ReadSet>,
}

/// A field that gets another value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wished {
    /// Of which item or set.
    pub target: Target,
    /// Which field.
    pub field: Field,
    /// The value it gets.
    pub new: Value,
}

/// Items that an edit is about, and where it holds.
struct Meant {
    items: Vec<PlanItem>,
    scope: OverrideScope,
    session: Option<SessionId>,
}

impl Talk<'_, '_> {
    /// D-17: a correction by hand. Shortly after a report it is asked first whether the log or the plan is meant.
    pub(super) async fn correct(&mut self, edit: &Edit, is_plan: bool) -> Result<(), Problem> {
        "edit".clone_into(&mut self.out.intent);
        let now = self.work.now;
        let is_of_sets = matches!(edit.change, EditChange::RemoveSets { .. } | EditChange::SetTarget { .. });
        if !is_plan
            && is_of_sets
            && edit.scope.is_none()
            && self.context.recent_report(now, REPORT_SECONDS).is_some()
        {
            let question = Question::new(QuestionKind::LogOrPlan)
                .option(Choice::new(Label::Plan, Does::Nothing))
                .option(Choice::new(Label::Log, Does::Nothing));
            let about = About::LogOrPlan { edit: Box::new(edit.clone()), words: self.words.clone() };
            self.ask(question, about);
            return Ok(());
        }
        match &edit.change {
            EditChange::RemoveSets { count, exercise } => {
                self.remove_sets(*count, exercise.as_ref(), edit.scope).await
            }
            EditChange::SetTarget { exercise, sets } => self.set_target(exercise, sets, edit.scope).await,
            EditChange::Swap { from, to } => self.swap(from, to).await,
            EditChange::Move { from, to } => self.move_session(*from, *to).await,
            EditChange::Easier { exercise } => self.easier(exercise.as_ref()).await,
            EditChange::Keep { exercise } => self.keep_as_is(exercise.as_ref(), None).await,
        }
    }

    /// The exercise that is named, if it can be told; else what was not understood is said.
    pub(super) fn certain(&mut self, named: &Named) -> Option<ExerciseKey> {
        let certain = named.certain().cloned();
        if certain.is_none() {
            let near = named.exercise_key.iter().chain(&named.candidates).next().cloned();
            let raw = Fact::from(named.raw_name.as_str());
            match near {
                Some(near) => {
                    let facts = [("raw", raw), ("near", self.name(&near).into())];
                    self.tell(Part::Plain, "dialog-which_exercise-near", facts);
                }
                None => self.tell(Part::Plain, "dialog-which_exercise", [("raw", raw)]),
            }
        }
        certain
    }

    /// D-17, OV-8: the items that are meant: the named one, the focus, those of the running or else the next session.
    async fn meant(
        &mut self,
        exercise: Option<&ExerciseKey>,
        scope: Option<EditScope>,
    ) -> Result<Option<Meant>, Problem> {
        let plan = self.items().await?;
        let running = self.running().await?.filter(|_| scope.is_none());
        let now = self.work.now;
        let focus = self.context.focus(now, self.tuning().focus_minutes).cloned();
        let of_session: Vec<ItemId> = match &running {
            Some(row) => row.session.exercises.iter().filter_map(|one| one.item_id).collect(),
            None => self.next_items(&plan).await?,
        };
        let items: Vec<PlanItem> = match (exercise, focus.and_then(|focus| focus.item_id)) {
            (Some(key), _) => {
                let named: Vec<PlanItem> =
                    plan.iter().filter(|item| item.exercise_key == *key).cloned().collect();
                let here: Vec<PlanItem> =
                    named.iter().filter(|item| of_session.contains(&item.item_id)).cloned().collect();
                if here.is_empty() { named } else { here }
            }
            (None, Some(focus)) if plan.iter().any(|item| item.item_id == focus) => {
                plan.iter().filter(|item| item.item_id == focus).cloned().collect()
            }
            _ => plan.iter().filter(|item| of_session.contains(&item.item_id)).cloned().collect(),
        };
        if items.is_empty() {
            self.tell(Part::Plain, "dialog-nothing_to_edit", []);
            return Ok(None);
        }
        let is_running = running.as_ref().is_some_and(|row| {
            items.iter().all(|item| row.session.exercises.iter().any(|one| one.item_id == Some(item.item_id)))
        });
        let scope = match scope {
            Some(EditScope::NextSession) => OverrideScope::Session,
            None if is_running => OverrideScope::Session,
            Some(EditScope::Plan) | None => OverrideScope::Plan,
        };
        let session = running.filter(|_| is_running).map(|row| row.session.id);
        Ok(Some(Meant { items, scope, session }))
    }

    /// The items of the next session that is planned, or that the plan has a slot for.
    async fn next_items(&mut self, plan: &[PlanItem]) -> Result<Vec<ItemId>, Problem> {
        let today = self.work.today();
        for days in 0..=DAYS_AHEAD {
            let date = add_days(today, days);
            let rows = self.sessions_of(date).await?;
            let planned = rows.iter().find(|row| row.session.status == SessionStatus::Planned);
            if let Some(row) = planned {
                return Ok(row.session.exercises.iter().filter_map(|one| one.item_id).collect());
            }
            let slots = slot_items(plan, date, None);
            let is_over = rows.iter().any(|row| {
                matches!(
                    row.session.status,
                    SessionStatus::Summary | SessionStatus::Done | SessionStatus::Skipped
                )
            });
            if !slots.is_empty() && !is_over {
                return Ok(slots.iter().map(|item| item.item_id).collect());
            }
        }
        Ok(vec![])
    }

    async fn remove_sets(
        &mut self,
        count: u32,
        exercise: Option<&Named>,
        scope: Option<EditScope>,
    ) -> Result<(), Problem> {
        let key = match exercise {
            Some(named) => match self.certain(named) {
                Some(key) => Some(key),
                None => return Ok(()),
            },
            None => None,
        };
        let Some(meant) = self.meant(key.as_ref(), scope).await? else { return Ok(()) };
        let mut wishes = Vec::new();
        for item in &meant.items {
            let standing = self.as_it_stands(item, meant.session).await?;
            let sets = i64::try_from(standing.prescription.working_sets().count()).unwrap_or(i64::MAX);
            let left = sets.saturating_sub(i64::from(count)).max(1);
            if left == sets {
                let name = self.name(&item.exercise_key);
                self.tell(Part::Plain, "dialog-one_set_stays", [("exercise", name.into())]);
                continue;
            }
            let target = Target::item(item.item_id);
            wishes.push(Wished { target, field: Field::SetCount, new: Value::Number(left) });
        }
        self.propose(Pending {
            wishes,
            sets: None,
            scope: meant.scope,
            session: meant.session,
            words: self.words.clone(),
        })
        .await
    }

    /// An item as the session that runs has it, else as the plan has it (OV-8).
    pub(super) async fn as_it_stands(
        &mut self,
        item: &PlanItem,
        session: Option<SessionId>,
    ) -> Result<PlanItem, Problem> {
        let Some(id) = session else { return Ok(item.clone()) };
        let row = self.work.session(id).await?;
        let one = row.session.exercises.into_iter().find(|one| one.item_id == Some(item.item_id));
        let frozen = one.and_then(|one| one.frozen);
        let prescription = frozen.map_or_else(|| item.prescription.clone(), |frozen| frozen.prescription);
        Ok(PlanItem { prescription, ..item.clone() })
    }

    async fn set_target(
        &mut self,
        exercise: &Named,
        sets: &[ReadSet],
        scope: Option<EditScope>,
    ) -> Result<(), Problem> {
        let Some(key) = self.certain(exercise) else { return Ok(()) };
        let Some(meant) = self.meant(Some(&key), scope).await? else { return Ok(()) };
        let sets: Vec<ReadSet> = sets.iter().filter(|set| set.kind == SetType::Working).copied().collect();
        if sets.is_empty() {
            return Ok(());
        }
        let items = meant.items.iter().map(|item| item.item_id).collect();
        self.propose(Pending {
            wishes: vec![],
            sets: Some(SetsWished { items, sets }),
            scope: meant.scope,
            session: meant.session,
            words: self.words.clone(),
        })
        .await
    }

    async fn swap(&mut self, from: &Named, to: &Named) -> Result<(), Problem> {
        let (Some(from), Some(to)) = (self.certain(from), self.certain(to)) else { return Ok(()) };
        let running = self.running().await?;
        let in_session = running.filter(|row| {
            row.session.exercises.iter().any(|one| one.exercise_key == from && one.sets.is_empty())
        });
        if let Some(row) = in_session {
            let reason: String = self.words.chars().take(200).collect();
            self.work.swap_exercise(row.session.id, &from, &to, &reason).await?;
            let facts = [("from", Fact::from(self.name(&from))), ("to", self.name(&to).into())];
            self.tell(Part::Plain, "dialog-swapped", facts);
            return Ok(());
        }
        let plan = self.items().await?;
        let items: Vec<PlanItem> = plan.into_iter().filter(|item| item.exercise_key == from).collect();
        if items.is_empty() {
            self.tell(Part::Plain, "dialog-not_in_plan", [("exercise", self.name(&from).into())]);
            return Ok(());
        }
        let wish = |item: &PlanItem| Wished {
            target: Target::item(item.item_id),
            field: Field::Exercise,
            new: Value::Word(to.to_string()),
        };
        let wishes = items.iter().map(wish).collect();
        self.propose(Pending {
            wishes,
            sets: None,
            scope: OverrideScope::Plan,
            session: None,
            words: self.words.clone(),
        })
        .await
    }

    async fn move_session(&mut self, from: Option<Day>, to: Day) -> Result<(), Problem> {
        let plan = self.items().await?;
        let today = self.work.today();
        let ids: Vec<ItemId> = match from {
            Some(Day::Weekday(day)) => {
                let slot = plan::rollback::Slot::Weekday(day);
                plan::rollback::slot_items(&plan, &slot, None, today)
            }
            Some(Day::Date(date)) => slot_items(&plan, date, None).iter().map(|item| item.item_id).collect(),
            None => self.next_items(&plan).await?,
        };
        let slotted = |item: &&PlanItem| {
            ids.contains(&item.item_id) && (item.slot_weekday.is_some() || item.slot_date.is_some())
        };
        let wishes: Vec<Wished> = plan.iter().filter(slotted).map(|item| moved(item, to, today)).collect();
        if wishes.is_empty() {
            self.tell(Part::Plain, "dialog-nothing_to_move", []);
            return Ok(());
        }
        self.propose(Pending {
            wishes,
            sets: None,
            scope: OverrideScope::Plan,
            session: None,
            words: self.words.clone(),
        })
        .await
    }

    /// D-17: 90 % of the volume in the next session, of one exercise or of all (AR-6).
    pub(super) async fn easier(&mut self, exercise: Option<&Named>) -> Result<(), Problem> {
        self.work.require(Scope::Plan)?;
        let key = match exercise {
            Some(named) => match self.certain(named) {
                Some(key) => Some(key),
                None => return Ok(()),
            },
            None => None,
        };
        let reason = Reason::new(ReasonCode::Manual, SpecId::new("D-17"))
            .fact("actor", Fact::word("actor", self.work.actor.kind));
        let trace = self.work.trace_id.clone();
        let origin = Origin { athlete_id: self.work.id(), trace_id: &trace, at: self.work.now };
        let (scope, target) = match &key {
            Some(key) => (ModifierScope::Exercise, key.to_string()),
            None => (ModifierScope::Session, NEXT_SESSION.to_owned()),
        };
        let modifier = origin.lighter(scope, target, EASIER_PCT, reason);
        self.work.tx.put_modifiers(&[modifier]).await?;
        let percent = ("percent", Fact::from(u32::from(EASIER_PCT)));
        match key {
            Some(key) => {
                let name = self.name(&key);
                self.tell(Part::Plain, "dialog-easier-one", [percent, ("exercise", name.into())]);
            }
            None => self.tell(Part::Plain, "dialog-easier", [percent]),
        }
        Ok(())
    }

    /// D-17: what was logged is changed, not the plan: the last sets of the last report are taken off.
    pub(super) async fn correct_log(&mut self, edit: &Edit) -> Result<(), Problem> {
        let EditChange::RemoveSets { count, exercise } = &edit.change else {
            self.tell(Part::Plain, "dialog-say_the_report_again", []);
            return Ok(());
        };
        let key = match exercise {
            Some(named) => self.certain(named),
            None => self.context.last_report.as_ref().and_then(|last| last.items.last().cloned()),
        };
        let last = self.context.last_report.clone();
        let (Some(key), Some(last)) = (key, last) else { return Ok(()) };
        self.shorten_report(last.session_id, &key, *count).await
    }
}

/// The item with these working sets in the place of its own (D-17).
pub(super) fn with_sets(item: &PlanItem, said: &[ReadSet]) -> PlanItem {
    let mut wanted = item.clone();
    let sets = &mut wanted.prescription.sets;
    let model = sets.iter().rfind(|set| set.kind == SetType::Working).cloned();
    let place = sets.iter().position(|set| set.kind == SetType::Working).unwrap_or(sets.len());
    let (mut own, mut all): (Vec<_>, Vec<_>) = sets.drain(..).partition(|set| set.kind == SetType::Working);
    own.truncate(said.len());
    for number in own.len()..said.len() {
        // Its id is only a place: what is added gets one by the change that adds it.
        let set_id = SetId::derive(&["said", &item.item_id.to_string(), &number.to_string()]);
        own.extend(model.clone().map(|model| SetPrescription { set_id, ..model }));
    }
    for (set, said) in own.iter_mut().zip(said) {
        if said.reps.or(said.seconds).or(said.meters).is_some() {
            (set.reps, set.seconds, set.meters) = (said.reps, said.seconds, said.meters);
        }
        set.load_g = said.load_g.or(set.load_g);
    }
    all.splice(place..place, own);
    for (index, set) in (0..).zip(&mut all) {
        set.index = index;
    }
    *sets = all;
    wanted
}

/// The day to which an item moves: a weekly one to another weekday, a dated one to the next such date.
fn moved(item: &PlanItem, to: Day, today: LocalDate) -> Wished {
    let target = Target::item(item.item_id);
    let weekday = |date: LocalDate| u8::try_from(date.weekday().to_monday_one_offset()).unwrap_or(1);
    match (to, item.slot_date.is_some()) {
        (Day::Weekday(day), true) => {
            let date = (0..7).map(|days| add_days(today, days)).find(|date| weekday(*date) == day);
            let date = date.unwrap_or(today);
            Wished { target, field: Field::SlotDate, new: Value::Word(date.to_string()) }
        }
        (Day::Date(date), true) => {
            Wished { target, field: Field::SlotDate, new: Value::Word(date.to_string()) }
        }
        (Day::Weekday(day), false) => {
            Wished { target, field: Field::SlotWeekday, new: Value::Number(day.into()) }
        }
        (Day::Date(date), false) => {
            Wished { target, field: Field::SlotWeekday, new: Value::Number(weekday(date).into()) }
        }
    }
}

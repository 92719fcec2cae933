//! An edit by hand lands: shown old → new, asked about where it matters, and with a way back (D-17, OV-1, OV-8, PV-11).

use assistant::dialog::question::{Choice, Does, Label, Question, QuestionKind};
use domain::{
    change::{Change, Direction, Field, Value},
    dispute::OverrideScope,
    exercise::LoadSemantics,
    law::Valid,
    plan::{ItemId, PlanItem},
    reason::Fact,
    session::{SessionEventKind, SessionId, SessionStatus},
};
use plan::{
    chain::Chain,
    edit::{Edit as PlanEdit, Wish, edit},
    landing::Refusal,
};
use store::SessionRow;

use super::{
    context::Told,
    correct::{Pending, Wished, with_sets},
    message::Action,
    question::About,
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        ledger::{Span, world},
        session::event,
    },
};

/// PV-11: the longest reason.
const REASON: usize = 500;

impl Talk<'_, '_> {
    /// D-17: shown old → new; it waits for a yes if more than one item changes or anything gets harder.
    pub(super) async fn propose(&mut self, pending: Pending) -> Result<(), Problem> {
        if pending.wishes.is_empty() && pending.sets.is_none() {
            return Ok(());
        }
        let changes = self.changes(&pending).await?;
        if changes.is_empty() {
            self.tell(Part::Plain, "dialog-no_difference", []);
            return Ok(());
        }
        let mut items: Vec<ItemId> = changes.iter().map(|(change, _)| change.target.item_id).collect();
        items.dedup();
        let is_harder = changes.iter().any(|(change, helps)| change.direction(*helps) == Direction::Harder);
        let is_structure = changes.iter().any(|(change, _)| {
            matches!(change.field, Field::Exercise | Field::SlotWeekday | Field::SlotDate)
        });
        if items.len() < 2 && !is_harder && !is_structure {
            return self.do_edit(&pending).await;
        }
        let shown = self.shown(&changes).await?;
        let question = Question::new(QuestionKind::ConfirmEdit)
            .fact("changes", shown)
            .option(Choice::new(Label::Yes, Does::Nothing))
            .option(Choice::new(Label::Cancel, Does::Cancel));
        self.ask(question, About::Edit(Box::new(pending)));
        Ok(())
    }

    /// The wishes as changes of what is in force, each with whether its load helps.
    async fn changes(&mut self, pending: &Pending) -> Result<Vec<(Change, bool)>, Problem> {
        let plan = self.items().await?;
        let trace = self.work.trace_id.clone();
        let mut changes = Vec::new();
        for item in &plan {
            let standing = self.as_it_stands(item, pending.session).await?;
            let own = pending.wishes.iter().filter(|one| one.target.item_id == item.item_id);
            let mut found: Vec<Change> = own
                .filter_map(|Wished { target, field, new }| {
                    let old = standing.value(target.set_id, *field).filter(|old| old != new)?;
                    Some(Change { target: *target, field: *field, old, new: new.clone() })
                })
                .collect();
            if let Some(wished) = pending.sets.as_ref().filter(|wished| wished.items.contains(&item.item_id))
            {
                found.extend(standing.changes_to(&with_sets(&standing, &wished.sets), &trace));
            }
            let helps = self
                .catalog
                .get(&item.exercise_key)
                .is_some_and(|one| one.load_semantics == LoadSemantics::Assistance);
            changes.extend(found.into_iter().map(|change| (change, helps)));
        }
        Ok(changes)
    }

    /// `Pull-up: sets 4 → 3`.
    async fn shown(&mut self, changes: &[(Change, bool)]) -> Result<String, Problem> {
        let plan = self.items().await?;
        let reader = self.reader();
        let line = |(change, _): &(Change, bool)| {
            let item = plan.iter().find(|item| item.item_id == change.target.item_id);
            let name = item.map(|item| reader.name(&item.exercise_key)).unwrap_or_default();
            format!("{name}: {}", self.changed(change))
        };
        Ok(crate::reader::once(changes.iter().map(line)).join("; "))
    }

    /// A change in words; a weekday by its name.
    fn changed(&self, change: &Change) -> String {
        let reader = self.reader();
        let day = |value: &Value| match value {
            Value::Number(day) => reader.word("weekday", day),
            other => other.to_string(),
        };
        match change.field {
            Field::SlotWeekday => {
                format!("{} {} → {}", reader.word("field", change.field), day(&change.old), day(&change.new))
            }
            _ => reader.change(change),
        }
    }

    /// OV-1, OV-8: the edit lands as manual, with the athlete's words as its reason (PV-11).
    pub(super) async fn do_edit(&mut self, pending: &Pending) -> Result<(), Problem> {
        let scope = if pending.scope == OverrideScope::Session { Scope::Log } else { Scope::Plan };
        self.work.require(scope)?;
        if let Some(session) = pending.session
            && self.work.session(session).await?.session.status != SessionStatus::Active
        {
            self.tell(Part::Plain, "dialog-session_over", []);
            return Ok(());
        }
        let changes = self.changes(pending).await?;
        if changes.is_empty() {
            self.tell(Part::Plain, "dialog-no_difference", []);
            return Ok(());
        }
        let shown = self.shown(&changes).await?;
        let wishes: Vec<Wish> = changes
            .iter()
            .map(|(one, _)| Wish { target: one.target, field: one.field, new: one.new.clone() })
            .collect();
        let reason: String = pending.words.chars().take(REASON).collect();
        let chain = self.work.training_chain(None, Span::Recent("")).await?;
        let wishes = if pending.session.is_some() { beside_the_plan(&chain, wishes) } else { wishes };
        let mut landed = None;
        if !wishes.is_empty() {
            let facts = self.work.training_facts(&chain).await?;
            let asked = PlanEdit { wishes, scope: pending.scope, reason };
            let landing = edit(&chain, &asked, &self.work.moment(), world(&facts))?;
            self.work.land(&landing).await?;
            landed = landing.activated();
        }
        if let Some(session) = pending.session {
            self.retarget(session, &changes).await?;
        }
        let only = changes.first().map(|(change, _)| change.target.item_id);
        let plan = self.items().await?;
        let item = plan.iter().find(|item| Some(item.item_id) == only);
        self.focus_on(item.map(|item| item.exercise_key.clone()), only, pending.session);
        let id = match pending.scope {
            OverrideScope::Session => "dialog-edited-session",
            OverrideScope::Plan => "dialog-edited",
        };
        self.tell(Part::Plain, id, [("changes", shown.into())]);
        if let Some(version) = landed {
            let now = self.work.now;
            self.button("dialog-button-undo", &Action::Undo(version));
            self.context.recommend(Told::Version(version), "edited", now);
        }
        Ok(())
    }

    /// OV-8: the targets of a session that runs are those of the edit.
    async fn retarget(&mut self, session: SessionId, changes: &[(Change, bool)]) -> Result<(), Problem> {
        let plan = self.items().await?;
        let mut row: SessionRow = self.work.session(session).await?;
        let trace = self.work.trace_id.clone();
        for one in &mut row.session.exercises {
            let item = plan.iter().find(|item| Some(item.item_id) == one.item_id);
            let (Some(item), Some(frozen)) = (item, one.frozen.as_mut()) else { continue };
            let of_item = changes.iter().filter(|(change, _)| change.target.item_id == item.item_id);
            let of_item: Vec<Change> = of_item.map(|(change, _)| change.clone()).collect();
            let prescription = frozen.prescription.clone();
            let mut standing = PlanItem { prescription, ..item.clone() };
            standing.apply(&of_item, &trace).map_err(Refusal::from)?;
            frozen.prescription = Valid::new(standing)?.into_inner().prescription;
        }
        self.work.put_session(&mut row).await?;
        let facts = [("field", Fact::from("targets"))];
        let edited = event(self.work, session, SessionEventKind::Edited, facts);
        Ok(self.work.tx.add_session_events(&[edited]).await?)
    }
}

/// OV-8: what a session shall have that the plan does not: only that is a person's word against the plan. Sets that the
/// session alone has are none of the plan.
fn beside_the_plan(chain: &Chain, wishes: Vec<Wish>) -> Vec<Wish> {
    let differs = |wish: &Wish| {
        let item = chain.item(wish.target.item_id);
        item.and_then(|item| item.value(wish.target.set_id, wish.field)).is_some_and(|old| old != wish.new)
    };
    wishes.into_iter().filter(differs).collect()
}

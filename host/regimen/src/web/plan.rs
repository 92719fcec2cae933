//! `/plan`: what is meant to be done, where the block stands, and what waits to be settled.

mod calendar;
mod item;
pub(super) mod versions;

use askama::Template;
use domain::{
    dispute::{Conflict, Override},
    plan::{ItemId, PlanItem},
    reason::ReasonCode,
    time::LocalDate,
};
use serde::Deserialize;

use self::{
    calendar::Calendar,
    item::{Group, groups},
};
use super::{Reply, html, shape::Card, visit::Visit};
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    reader::{Reader, once},
    service::{
        planning::{self, Standing},
        weeks,
    },
};

#[derive(Template)]
#[template(path = "plan.html")]
struct Page<'a> {
    at: &'a Visit,
    plan: Option<PlanView>,
    /// In which unit a load is given.
    unit: String,
    calendar: Calendar,
}

/// The plan in force, in words.
struct PlanView {
    id: String,
    title: String,
    version: String,
    groups: Vec<Group>,
    proposals: Vec<Card>,
    conflicts: Vec<Dispute>,
    /// Versions that wait: number and name.
    pending: Vec<(u32, String)>,
    guards: Vec<Guard>,
}

/// A conflict: what it is about, and what each side wants.
struct Dispute {
    id: String,
    date: String,
    names: String,
    yours: Vec<String>,
    program: Vec<String>,
    /// Whether there is something between the two (OV-5).
    has_halfway: bool,
}

/// A value set by hand.
struct Guard {
    id: String,
    name: String,
    text: String,
    reason: Option<String>,
}

/// Which week is looked at.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    week: Option<LocalDate>,
}

/// The plan.
pub(super) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let standing = planning::standing(at.app(), &at.caller).await?;
    let weeks = weeks::calendar(at.app(), &at.caller).await?;
    let plan = standing.map(|standing| PlanView::of(&standing, &at));
    let calendar = Calendar::of(&weeks, input.query.week, &at);
    let unit = at.viewer().mass().format.unit;
    html(&Page { at: &at, plan, unit, calendar })
}

impl PlanView {
    fn of(standing: &Standing, at: &Visit) -> Self {
        let reader = at.reader();
        let (plan, items) = (&standing.now.plan, &standing.now.items);
        let cards =
            Card::all(&standing.proposals, &reader, |proposal| name(items, proposal.target.item_id, &reader));
        let dispute =
            |planning::Dispute { conflict, wanted, alternatives, .. }: &planning::Dispute| Dispute {
                id: conflict.id.to_string(),
                date: at.viewer().day(conflict.date),
                names: once(conflict.items.iter().map(|one| name(items, one.item_id, &reader))).join(", "),
                yours: own_values(conflict, &standing.overrides, &reader),
                program: once(wanted.iter().map(|change| reader.change(change))),
                has_halfway: alternatives.iter().any(|one| one.label == "compromise"),
            };
        let guard = |guard: &Override| Guard {
            id: guard.id.to_string(),
            name: name(items, guard.item_id, &reader),
            text: guarded(guard, items, at),
            // A code stands where nobody gave a reason.
            reason: Some(guard.reason.clone()).filter(|reason| reason.parse::<ReasonCode>().is_err()),
        };
        let version = |number: u32| at.t1("web-plan-version", "number", number);
        let pending = standing.pending.iter().map(|entry| entry.version.number);
        Self {
            id: plan.id.to_string(),
            title: plan.title.clone(),
            version: version(plan.active_version),
            groups: groups(items, at),
            proposals: cards,
            conflicts: standing.conflicts.iter().map(dispute).collect(),
            pending: pending.map(|number| (number, version(number))).collect(),
            guards: standing.overrides.iter().map(guard).collect(),
        }
    }

    fn is_settled(&self) -> bool {
        self.proposals.is_empty() && self.conflicts.is_empty() && self.pending.is_empty()
    }
}

/// What the item of a plan is called.
fn name(items: &[PlanItem], id: ItemId, reader: &Reader<'_>) -> String {
    let item = items.iter().find(|item| item.item_id == id);
    item.map_or_else(|| reader.text("report-plan"), |item| reader.name(&item.exercise_key).to_owned())
}

fn own_values(conflict: &Conflict, overrides: &[Override], reader: &Reader<'_>) -> Vec<String> {
    let own = overrides.iter().filter(|guard| {
        let mut items = conflict.items.iter();
        items.any(|one| one.item_id == guard.item_id && one.group == guard.group)
    });
    once(own.map(|guard| field_value(guard, reader)))
}

/// What is guarded, and of which set.
fn guarded(guard: &Override, items: &[PlanItem], at: &Visit) -> String {
    let text = field_value(guard, &at.reader());
    let item = items.iter().find(|item| item.item_id == guard.item_id);
    let set = guard.set_id.and_then(|set| item?.set(set)).map(|set| set.index + 1);
    set.map_or_else(|| text.clone(), |set| format!("{text}, {}", at.t1("web-plan-set", "set", set)))
}

fn field_value(guard: &Override, reader: &Reader<'_>) -> String {
    format!("{} {}", reader.word("field", guard.field), reader.value(guard.field, &guard.value))
}

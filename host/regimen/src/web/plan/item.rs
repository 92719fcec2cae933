//! The items of a plan: by day where they have one, else by what they train, each with what it asks for.

use domain::{
    plan::{PlanItem, ProgressionMode, SlotTime},
    prescription::{Prescription, RepMode, SetPrescription},
    quantity::Grams,
    reason::Fact,
};
use serde_json::json;
use training::{muscles::Split, suggestion::display::plan_order};

use crate::{
    reader::{Reader, capital, sets},
    web::visit::Visit,
};

/// Items that are done together, or train the same.
pub(super) struct Group {
    pub(super) name: String,
    pub(super) items: Vec<Item>,
}

/// One exercise of a plan.
pub(super) struct Item {
    pub(super) id: String,
    pub(super) key: String,
    pub(super) name: String,
    /// What it asks for.
    pub(super) line: String,
    /// The level it stands on, or what makes it grow where that is not the load.
    pub(super) mode: Option<String>,
    /// What a form needs to know, as JSON.
    pub(super) form: String,
}

impl Item {
    /// The body of an edit that takes it out of the plan.
    pub(super) fn removal(&self) -> String {
        json!({ "changes": [{ "target": { "item_id": self.id }, "field": "exercise", "new": null }] })
            .to_string()
    }
}

/// The items in the order in which they are done, slot by slot.
pub(super) fn groups(items: &[PlanItem], at: &Visit) -> Vec<Group> {
    let reader = at.reader();
    let mut sorted: Vec<&PlanItem> = items.iter().collect();
    sorted.sort_by_key(|item| {
        let slot = plan_order(item);
        // Days first, then what has none.
        (slot.0.is_none() && slot.1.is_none(), slot.0, slot.1, slot.2, split(item, &reader), slot.3, slot.4)
    });
    let same = |a: &&PlanItem, b: &&PlanItem| {
        let slot = |item: &PlanItem| (item.slot_weekday, item.slot_date, item.slot_time);
        slot(a) == slot(b) && (has_slot(a) || split(a, &reader) == split(b, &reader))
    };
    let groups = sorted.chunk_by(same).map(|group| Group {
        name: group_name(group[0], at),
        items: group.iter().map(|item| view(item, at)).collect(),
    });
    groups.collect()
}

const fn has_slot(item: &PlanItem) -> bool {
    item.slot_weekday.is_some() || item.slot_date.is_some()
}

/// The third of a split that an item without a day belongs to, in their usual order.
fn split(item: &PlanItem, reader: &Reader<'_>) -> Option<u8> {
    let exercise = reader.exercise(&item.exercise_key).filter(|_| !has_slot(item))?;
    Some(Split::of(exercise.lead_muscle()) as u8)
}

fn group_name(item: &PlanItem, at: &Visit) -> String {
    let reader = at.reader();
    let name = match (item.slot_weekday, item.slot_date) {
        (Some(day), _) => capital(&reader.word("weekday", day)),
        (_, Some(date)) => at.viewer().day(date),
        _ => {
            let exercise = reader.exercise(&item.exercise_key);
            let word = exercise.map(|exercise| match Split::of(exercise.lead_muscle()) {
                Split::Push => "push",
                Split::Pull => "pull",
                Split::Legs => "legs",
            });
            return word.map_or_else(|| at.t("web-plan-own"), |word| at.t(&format!("web-plan-{word}")));
        }
    };
    match item.slot_time {
        SlotTime::None => name,
        time => format!("{name}, {}", at.t(&format!("web-plan-{time}"))),
    }
}

fn view(item: &PlanItem, at: &Visit) -> Item {
    let reader = &at.reader();
    let level = item.prescription.level_ref.as_ref();
    Item {
        id: item.item_id.to_string(),
        key: item.exercise_key.to_string(),
        name: reader.name(&item.exercise_key).to_owned(),
        line: line(item, reader),
        mode: match (level, item.progression_mode) {
            (Some(level), _) => Some(at.t1("web-plan-level", "level", level.ordinal)),
            (None, ProgressionMode::Load) => None,
            (None, mode) => Some(reader.word("mode", mode)),
        },
        form: form(item, at),
    }
}

/// `3 × 8 (8–12) · 60 kg · 90 s`.
fn line(item: &PlanItem, reader: &Reader<'_>) -> String {
    let plan = &item.prescription;
    let amounts: Vec<u32> = plan.working_sets().filter_map(SetPrescription::amount).collect();
    let mut amount = sets(&amounts).replace(" x ", " × ");
    match unit(plan) {
        "seconds" => amount = format!("{amount} {}", reader.text("web-unit-s")),
        "meters" => amount = format!("{amount} {}", reader.text("web-unit-m")),
        _ if plan.rep_policy.mode == RepMode::Range => {
            amount = format!("{amount} ({}–{})", plan.rep_policy.low, plan.rep_policy.high);
        }
        _ => {}
    }
    let load = plan.working_sets().filter_map(|set| set.load_g).max();
    let load = reader.exercise(&item.exercise_key).map(|exercise| reader.load_of(exercise, load));
    let rest = format!("{} {}", plan.rest_policy.seconds, reader.text("web-unit-s"));
    let effort =
        plan.effort_target.map(|effort| format!("RPE {}", reader.fact(Fact::tenths(effort.tenths()))));
    let parts = [Some(amount), load.filter(|load| load != "–"), Some(rest), effort];
    // A line breaks between its parts, not within them.
    let parts = parts.into_iter().flatten().map(|part| part.replace(' ', "\u{a0}"));
    parts.collect::<Vec<_>>().join(" · ")
}

/// The field that counts a set's amount.
fn unit(plan: &Prescription) -> &'static str {
    match plan.working_sets().next() {
        Some(set) if set.seconds.is_some() => "seconds",
        Some(set) if set.meters.is_some() => "meters",
        _ => "reps",
    }
}

/// What the form of an item starts from; what differs between sets stays open.
fn form(item: &PlanItem, at: &Visit) -> String {
    let reader = at.reader();
    let plan = &item.prescription;
    let working: Vec<&SetPrescription> = plan.working_sets().collect();
    let one_of = |values: Vec<Option<i64>>| {
        let first = values.first().copied().flatten();
        first.filter(|first| values.iter().all(|value| *value == Some(*first)))
    };
    let amount = one_of(working.iter().map(|set| set.amount().map(i64::from)).collect());
    let load = one_of(working.iter().map(|set| set.load_g.map(|load| load.0)).collect());
    let is_range = plan.rep_policy.mode == RepMode::Range && unit(plan) == "reps";
    json!({
        "item_id": item.item_id,
        "name": reader.name(&item.exercise_key),
        "unit": unit(plan),
        "set_ids": working.iter().map(|set| set.set_id.to_string()).collect::<Vec<_>>(),
        "sets": working.len(),
        "amount": amount,
        "takes_load": reader.exercise(&item.exercise_key).is_some_and(domain::exercise::Exercise::takes_load),
        "load": load.map(|load| reader.number(Grams(load).display(at.profile.units))),
        "rest": plan.rest_policy.seconds,
        "low": is_range.then_some(plan.rep_policy.low),
        "high": is_range.then_some(plan.rep_policy.high),
    })
    .to_string()
}

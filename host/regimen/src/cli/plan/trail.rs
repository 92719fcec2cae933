//! The audit of a plan as a page: when, who, what of which exercise, and why (PV-11).

use domain::{
    change::{Field, Value},
    plan::{AuditAction, AuditLine, ItemId, PlanItem},
    prescription::SetId,
    reason::ReasonCode,
};

use crate::{
    cli::{
        page::{Reader, once},
        table::{Column, Table},
    },
    service::planning::Named,
};

/// The lines; what is the same of several sets, or was said at once, is told once.
pub(super) fn page(lines: &[AuditLine], named: &Named, page: &Reader<'_>) -> String {
    let mut told: Vec<Told> = Vec::new();
    for line in lines {
        let (what, set) = what(line, named, page);
        let did = page.word("audit", line.action);
        let what = if what.is_empty() { did } else { format!("{did}: {what}") };
        let who = page.word("actor", line.actor.kind);
        let one = Told { when: page.fact(line.at), who, what, why: why(line, page), sets: vec![] };
        let same = told.iter().rposition(|other| other.is_like(&one));
        let place = same.unwrap_or_else(|| {
            told.push(one);
            told.len() - 1
        });
        told[place].sets.extend(set);
    }
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for Told { when, who, what, why, mut sets } in told {
        sets.sort_unstable();
        sets.dedup();
        let numbers = sets.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let facts = [("count", sets.len().into()), ("sets", numbers.into())];
        let sets = if sets.is_empty() {
            String::new()
        } else {
            format!(", {}", page.text_with("audit-sets", facts))
        };
        table.row([when, who, format!("{what}{sets}")]);
        table.note(2, why.unwrap_or_default());
    }
    table.to_string()
}

/// A line in words.
struct Told {
    when: String,
    who: String,
    what: String,
    why: Option<String>,
    /// The sets that it is about, counted from 1.
    sets: Vec<usize>,
}

impl Told {
    fn is_like(&self, other: &Self) -> bool {
        (&self.when, &self.who, &self.what, &self.why) == (&other.when, &other.who, &other.what, &other.why)
    }
}

/// What was done to what.
fn what(line: &AuditLine, named: &Named, page: &Reader<'_>) -> (String, Option<usize>) {
    let AuditLine { action, target, before, after, .. } = line;
    match action {
        AuditAction::ManualEdit | AuditAction::Override | AuditAction::OverrideWithdrawn => {
            of_item(line, named, page)
        }
        AuditAction::Decision => {
            let asked = named.proposals.iter().find(|one| one.id.to_string() == *target);
            let asked = asked.map(|one| {
                let changes = once(one.changes.iter().map(|change| page.change(change))).join(", ");
                format!("{}: {changes}: ", name(one.target.item_id, named, page))
            });
            let answer = page.word("proposal", after);
            (format!("{}{answer}", asked.unwrap_or_default()), None)
        }
        AuditAction::ConflictResolved => {
            let conflict = named.conflicts.iter().find(|one| one.id.to_string() == *target);
            let items = conflict.into_iter().flat_map(|one| &one.items);
            let names = once(items.map(|one| name(one.item_id, named, page))).join(", ");
            (format!("{names}: {}", page.word("resolution", after)), None)
        }
        AuditAction::FlagCleared => (String::new(), None),
        // Another plan came into force: the reason says it.
        AuditAction::SettingsChanged if line.plan_id.is_some() => (String::new(), None),
        AuditAction::SettingsChanged => (format!("{target}: {before} → {after}"), None),
        AuditAction::CoachActed => (page.word("act", target), None),
        _ => (of_version(target, page), None),
    }
}

/// `ITEM`, `ITEM field`, or `ITEM set SET field`.
fn of_item(line: &AuditLine, named: &Named, page: &Reader<'_>) -> (String, Option<usize>) {
    let mut words = line.target.split(' ');
    let item = words.next().and_then(|id| id.parse::<ItemId>().ok());
    let rest: Vec<&str> = words.collect();
    let (set, field) = match &rest[..] {
        ["set", set, field] => (set.parse::<SetId>().ok(), field.parse::<Field>().ok()),
        [field] => (None, field.parse().ok()),
        _ => (None, None),
    };
    let Some(item) = item else { return (line.target.clone(), None) };
    // What was let go or kept is named by its item alone; the value set by hand knows its field.
    let guard = || named.overrides.iter().find(|one| one.item_id == item && one.value == line.before);
    let field = field.or_else(|| guard().map(|one| one.field));
    let value = |value: &Value| field.map_or_else(|| value.to_string(), |field| page.value(field, value));
    let what = field.map_or_else(String::new, |field| format!("{} ", page.word("field", field)));
    let change = if line.before == line.after {
        format!("{what}{}", value(&line.after))
    } else {
        format!("{what}{} → {}", value(&line.before), value(&line.after))
    };
    let number = set.and_then(|set| {
        let mut docs = named.items.iter().filter(|one| one.item_id == item);
        docs.find_map(|one| one.prescription.sets.iter().position(|planned| planned.set_id == set))
    });
    (format!("{}: {change}", name(item, named, page)), number.map(|place| place + 1))
}

/// `version 7`, or what was rolled back: `weekday 1, version 9`.
fn of_version(target: &str, page: &Reader<'_>) -> String {
    let (slot, version) = target.rsplit_once(", ").map_or((None, target), |(slot, rest)| (Some(slot), rest));
    let version = match version.strip_prefix("version ").and_then(|number| number.parse::<u32>().ok()) {
        Some(number) => page.text_with("audit-version", [("number", number.into())]),
        None => version.to_owned(),
    };
    let slot = slot.map(|slot| match slot.strip_prefix("weekday ") {
        Some(day) => page.word("weekday", day),
        None => {
            slot.parse().map_or_else(|_| page.keyed(slot), |date: domain::time::LocalDate| page.fact(date))
        }
    });
    slot.map_or(version.clone(), |slot| format!("{slot}, {version}"))
}

fn name(id: ItemId, named: &Named, page: &Reader<'_>) -> String {
    let item: Option<&PlanItem> = named.items.iter().find(|item| item.item_id == id);
    item.map_or_else(|| page.text("audit-gone"), |item| page.name(&item.exercise_key).to_owned())
}

/// The reason: a code in words, or somebody's own words; nothing if it says what stands there already.
fn why(line: &AuditLine, page: &Reader<'_>) -> Option<String> {
    let reason = line.reason.as_str();
    if reason == "manual" || reason == line.action.as_str() || *reason == line.after.to_string() {
        return None;
    }
    let text = |id: String| crate::texts::find(page.locale(), &id, &crate::texts::Facts::new());
    let known = text(format!("audit-why-{}", reason.replace(' ', "_"))).or_else(|| {
        // A line of the audit has no facts; a text that wants some cannot be told.
        let code: ReasonCode = reason.parse().ok()?;
        text(format!("reason-{}", code.as_str())).filter(|told| !told.contains('{'))
    });
    Some(known.unwrap_or_else(|| page.text_with("audit-words", [("words", reason.into())])))
}

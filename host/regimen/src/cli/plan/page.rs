//! Stored plans as pages.

use domain::{
    change::{Change, Field, Value},
    dispute::{Override, Resolution},
    plan::{ChangeCode, ItemId, PlanItem, PlanStatus},
    reason::{Fact, Reason},
};
use plan::between::Difference;

use super::{stored::Shown, trail};
use crate::{
    cli::{
        page::{Reader, once},
        table::{Column, Table, paragraph},
    },
    service::planning::{Dispute, Explained},
};

/// What is shown, in words.
pub(super) fn page(shown: &Shown, items: &[PlanItem], page: &Reader<'_>) -> String {
    match shown {
        Shown::Plans(plans) => {
            let mut table = Table::new([Column::Left, Column::Rest, Column::Left, Column::Right]);
            table.row(page.texts(["", "store-column-title", "store-column-domain", "store-column-version"]));
            for plan in plans {
                let mark = if plan.status == PlanStatus::Active { "*" } else { "" };
                table.row([
                    mark.to_owned(),
                    plan.title.clone(),
                    page.word("domain", plan.domain),
                    plan.active_version.to_string(),
                ]);
                table.note(1, plan.id.to_string());
            }
            table.to_string()
        }
        Shown::Items(now) => {
            let facts =
                [("title", now.plan.title.as_str().into()), ("number", now.plan.active_version.into())];
            format!(
                "{}\n\n{}",
                page.text_with("store-plan", facts),
                crate::cli::today::items(&sorted(&now.items), page)
            )
        }
        Shown::Versions(versions) => versions.iter().rev().map(|told| version(told, page)).collect(),
        Shown::Diff(differences) if differences.is_empty() => {
            format!("{}\n", page.text("store-no-difference"))
        }
        Shown::Diff(differences) => differences.iter().map(|one| difference(one, page)).collect(),
        Shown::Landed(Some(version)) => {
            format!("{}\n", page.text_with("store-new-version", [("number", (*version).into())]))
        }
        Shown::Landed(None) => format!("{}\n", page.text("store-noted")),
        Shown::Overrides(overrides) if overrides.is_empty() => {
            format!("{}\n", page.text("store-no-overrides"))
        }
        Shown::Overrides(overrides) => {
            overrides.iter().map(|guard| override_of(guard, items, page)).collect()
        }
        Shown::Conflicts(_, disputes) if disputes.is_empty() => {
            format!("{}\n", page.text("store-no-conflicts"))
        }
        Shown::Conflicts(_, disputes) => disputes.iter().map(|one| dispute(one, items, page)).collect(),
        Shown::Audit(lines, named) => trail::page(lines, named, page),
        Shown::Trace(trace, named) => {
            let versions: Vec<_> = trace.versions.iter().map(|(_, number)| number.to_string()).collect();
            let head = page.text_with("store-trace", [("versions", versions.join(", ").into())]);
            format!("{head}\n") + &trail::page(&trace.audit, named, page)
        }
    }
}

fn sorted(items: &[PlanItem]) -> Vec<PlanItem> {
    let mut items = items.to_vec();
    items.sort_by_key(training::suggestion::display::plan_order);
    items
}

fn version(told: &Explained, page: &Reader<'_>) -> String {
    let version = &told.entry.version;
    let facts = [
        ("number", version.number.into()),
        ("when", Fact::from(version.local_date)),
        ("source", page.word("version_source", version.source).into()),
        ("actor", page.word("actor", version.actor.kind).into()),
        ("status", page.word("version_status", version.status).into()),
    ];
    let mut out = format!("{}\n", page.text_with("plan-version", facts));
    let rows: Vec<(String, String)> = told
        .entry
        .rows
        .iter()
        .zip(&told.reasons)
        .map(|(row, reasons)| {
            let shown = row.after.as_ref().or(row.before.as_ref());
            let name = shown.map_or_else(String::new, |item| page.name(&item.exercise_key).to_owned());
            let did = match (&row.before, &row.after) {
                (None, _) => page.word("did", ChangeCode::ExerciseAdded),
                (_, None) => page.word("did", ChangeCode::ExerciseRemoved),
                _ => changes(&row.changes, page),
            };
            (format!("{name}: {did}"), why(reasons, page))
        })
        .collect();
    // What several have in common is told once, under the last of them.
    for run in rows.chunk_by(|one, other| one.1 == other.1) {
        out.extend(run.iter().map(|(did, _)| paragraph(did, 2)));
        out.extend(run.first().map(|(_, why)| why.as_str()));
    }
    out
}

/// What changed, equal changes of several sets told once; an exercise that came or went in a word (PV-9).
fn changes(changes: &[Change], page: &Reader<'_>) -> String {
    let told = changes.iter().map(|change| match (change.field, &change.old, &change.new) {
        (Field::Exercise, Value::Nothing, _) => page.word("did", ChangeCode::ExerciseAdded),
        (Field::Exercise, _, Value::Nothing) => page.word("did", ChangeCode::ExerciseRemoved),
        _ => page.change(change),
    });
    once(told).join(", ")
}

fn why(reasons: &[Reason], page: &Reader<'_>) -> String {
    let told = once(reasons.iter().map(|why| page.reason(why.code, why.spec, &why.facts)));
    told.iter().map(|why| paragraph(why, 4)).collect()
}

fn difference(one: &Difference, page: &Reader<'_>) -> String {
    let did = format!("{}: {}", page.keyed(&one.exercise), changes(&one.changes, page));
    let version = page.text_with("store-in-version", [("number", one.version.into())]);
    paragraph(&did, 0) + &paragraph(&version, 4) + &why(&one.reasons, page)
}

fn override_of(guard: &Override, items: &[PlanItem], page: &Reader<'_>) -> String {
    let item = items.iter().find(|item| item.item_id == guard.item_id);
    let name = item.map_or_else(String::new, |item| page.name(&item.exercise_key).to_owned());
    let mut sets = item.into_iter().flat_map(|item| &item.prescription.sets);
    let number = guard.set_id.and_then(|set| sets.position(|one| one.set_id == set));
    let set = number.map_or_else(String::new, |place| {
        format!(", {}", page.text_with("suggest-set", [("number", (place + 1).into())]))
    });
    let value = page.value(guard.field, &guard.value);
    paragraph(&format!("{name}{set}: {} {value}", page.word("field", guard.field)), 0)
        + &paragraph(&format!("{} {}", guard.id, guard.reason), 4)
}

/// What a person set against what the program wants, and how that was settled or can be (CF-1, CF-6).
fn dispute(one: &Dispute, items: &[PlanItem], page: &Reader<'_>) -> String {
    let Dispute { conflict, edited_on, wanted, alternatives } = one;
    let item = |id: ItemId| items.iter().find(|item| item.item_id == id);
    let names = once(conflict.items.iter().map(|contested| {
        item(contested.item_id).map_or_else(String::new, |item| page.name(&item.exercise_key).to_owned())
    }));
    let place = |change: &Change| {
        let mut sets = item(change.target.item_id)?.prescription.sets.iter();
        let place = sets.position(|set| Some(set.set_id) == change.target.set_id)?;
        Some((place + 1).to_string())
    };
    let numbers = once(wanted.iter().filter_map(place));
    let sets = if numbers.is_empty() {
        String::new()
    } else {
        let facts = [("count", numbers.len().into()), ("numbers", numbers.join(", ").into())];
        format!(", {}", page.text_with("plan-conflict-sets", facts))
    };
    let changes = changes(wanted, page);
    let head = format!("{}  {}{sets}: {changes}", page.fact(conflict.date), names.join(", "));
    let sides = edited_on.filter(|_| !wanted.is_empty()).map_or_else(String::new, |date| {
        paragraph(&page.text_with("plan-conflict-sides", [("date", Fact::from(date))]), 4)
    });
    let state = conflict.resolution.map_or_else(
        || {
            // OV-4: the alternatives stand in this order.
            let ways = [Resolution::Manual, Resolution::Auto, Resolution::Compromise];
            let ways: Vec<_> = alternatives.iter().zip(ways).map(|(_, how)| how.as_str()).collect();
            let ways = ways.join("|");
            let how = [("id", conflict.id.to_string().into()), ("ways", ways.into())];
            paragraph(&page.text("resolution-open"), 4)
                + &paragraph(&page.text_with("plan-conflict-answer", how), 4)
        },
        |how| paragraph(&page.word("resolution", how), 4),
    );
    paragraph(head.trim_end_matches(": "), 0) + &sides + &state
}

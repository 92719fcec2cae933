//! Stored plans as pages.

use domain::{
    dispute::{Conflict, ConflictStatus, Override},
    plan::{AuditLine, PlanItem, PlanStatus},
    reason::Fact,
};
use plan::chain::Entry;

use super::stored::Shown;
use crate::{
    cli::{
        page::{Reader, once},
        table::{Column, Table, paragraph},
    },
    service::planning::Difference,
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
        Shown::Versions(versions) => versions.iter().rev().map(|entry| version(entry, page)).collect(),
        Shown::Diff(differences) if differences.is_empty() => {
            format!("{}\n", page.text("store-no-difference"))
        }
        Shown::Diff(differences) => {
            // The reasons are those of a version: told once under all that it changed.
            differences
                .chunk_by(|a, b| a.version == b.version)
                .map(|version| between(version, page))
                .collect()
        }
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
        Shown::Conflicts(conflicts) if conflicts.is_empty() => {
            format!("{}\n", page.text("store-no-conflicts"))
        }
        Shown::Conflicts(conflicts) => conflicts.iter().map(|one| conflict(one, items, page)).collect(),
        Shown::Audit(lines) => lines.iter().map(|line| audit(line, page)).collect(),
        Shown::Trace(trace) => {
            let versions: Vec<_> = trace.versions.iter().map(|(_, number)| number.to_string()).collect();
            let head = page.text_with("store-trace", [("versions", versions.join(", ").into())]);
            format!("{head}\n") + &trace.audit.iter().map(|line| audit(line, page)).collect::<String>()
        }
    }
}

fn sorted(items: &[PlanItem]) -> Vec<PlanItem> {
    let mut items = items.to_vec();
    items.sort_by_key(training::suggestion::display::plan_order);
    items
}

fn named(exercise: &str, page: &Reader<'_>) -> String {
    exercise.parse().map_or_else(|_| exercise.to_owned(), |key| page.name(&key).to_owned())
}

fn version(entry: &Entry, page: &Reader<'_>) -> String {
    let version = &entry.version;
    let facts = [
        ("number", version.number.into()),
        ("when", Fact::from(version.local_date)),
        ("source", page.word("version_source", version.source).into()),
        ("actor", page.word("actor", version.actor.kind).into()),
        ("status", page.word("version_status", version.status).into()),
    ];
    let mut out = format!("{}\n", page.text_with("plan-version", facts));
    for row in &entry.rows {
        let shown = row.after.as_ref().or(row.before.as_ref());
        let name = shown.map_or_else(String::new, |item| page.name(&item.exercise_key).to_owned());
        let changes = once(row.changes.iter().map(|change| page.change(change)));
        let changes = if changes.is_empty() { page.text("store-whole-item") } else { changes.join(", ") };
        out.push_str(&paragraph(&format!("{name}: {changes}"), 2));
    }
    for why in once(version.reasons.iter().map(|why| page.reason(why.code, why.spec, &why.facts))) {
        out.push_str(&paragraph(&why, 4));
    }
    out
}

fn between(version: &[Difference], page: &Reader<'_>) -> String {
    let line = |one: &Difference| {
        let changes = once(one.changes.iter().map(|change| page.change(change)));
        let changes = if changes.is_empty() { page.text("store-whole-item") } else { changes.join(", ") };
        paragraph(&format!("{}  {}: {changes}", one.version, named(&one.exercise, page)), 0)
    };
    let why = version.iter().flat_map(|one| &one.reasons);
    let why = once(why.map(|why| page.reason(why.code, why.spec, &why.facts)));
    version.iter().map(line).chain([paragraph(&why.join("; "), 4)]).collect()
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

fn conflict(one: &Conflict, items: &[PlanItem], page: &Reader<'_>) -> String {
    let names = one.items.iter().map(|contested| {
        let item = items.iter().find(|item| item.item_id == contested.item_id);
        item.map_or_else(String::new, |item| page.name(&item.exercise_key).to_owned())
    });
    let names: Vec<_> = names.collect();
    let state = match (one.status, one.resolution) {
        (ConflictStatus::Resolved, Some(how)) => page.word("resolution", how),
        _ => page.text("resolution-open"),
    };
    paragraph(&format!("{}  {}: {state}", page.fact(one.date), names.join(", ")), 0)
        + &paragraph(&one.id.to_string(), 4)
}

fn audit(line: &AuditLine, page: &Reader<'_>) -> String {
    let when = page.fact(line.at);
    let who = page.word("actor", line.actor.kind);
    paragraph(&format!("{when}  {who}: {} {}", page.word("audit", line.action), line.target), 0)
        + &paragraph(&format!("{} → {} ({})", line.before, line.after, line.reason), 4)
}

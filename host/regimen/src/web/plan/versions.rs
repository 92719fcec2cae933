//! `/plan/versions`: how the plan came to be, what each version changed and why, and the ways back (PV-2, RB-1..RB-4).

use std::collections::BTreeSet;

use askama::Template;
use domain::plan::{ItemRow, PlanItem, VersionSource, VersionStatus};
use plan::chain::Entry;
use serde::Deserialize;

use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    reader::{Reader, capital},
    service::planning::{self, PlanNow},
    web::{Reply, html, visit::Visit},
};

/// Versions on one page.
const PER_PAGE: u32 = 20;

#[derive(Template)]
#[template(path = "plan/versions.html")]
struct Page<'a> {
    at: &'a Visit,
    plan: Option<String>,
    versions: Vec<VersionView>,
    /// The number from which older ones follow.
    older: Option<u32>,
    /// Weekdays that the plan has items on: number and name.
    weekdays: Vec<(u8, String)>,
    /// Exercises of the plan: key and name.
    exercises: Vec<(String, String)>,
}

/// One version, in words.
struct VersionView {
    number: u32,
    name: String,
    date: String,
    status: String,
    is_active: bool,
    is_pending: bool,
    /// Whether it can be taken back.
    can_undo: bool,
    /// Whether it can be brought back.
    can_restore: bool,
    /// What made it, and who.
    source: String,
    /// What it did, in a line.
    summary: String,
    /// Why, and by which rule.
    reasons: Vec<(String, String)>,
    rows: Vec<RowView>,
}

/// What a version changed in one item: field, old and new value.
struct RowView {
    name: String,
    changes: Vec<(String, String, String)>,
    /// Said where the item came or went as a whole.
    whole: Option<String>,
}

/// Which part of the versions is looked at.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Asked {
    before: Option<u32>,
}

/// The versions, the newest first.
pub(in crate::web) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let found = planning::some_versions(at.app(), &at.caller, input.query.before, PER_PAGE).await?;
    let Some((now, shown)) = found else {
        let (versions, weekdays, exercises) = (Vec::new(), Vec::new(), Vec::new());
        return html(&Page { at: &at, plan: None, versions, older: None, weekdays, exercises });
    };
    let PlanNow { plan, items } = now;
    let reader = at.reader();
    let older = shown.last().map(|entry| entry.version.number).filter(|last| *last > 1);
    let weekdays: BTreeSet<u8> = items.iter().filter_map(|item| item.slot_weekday).collect();
    let weekdays = weekdays.into_iter().map(|day| (day, capital(&reader.word("weekday", day))));
    let mut exercises: Vec<(String, String)> = items
        .iter()
        .map(|item| (item.exercise_key.to_string(), reader.name(&item.exercise_key).to_owned()))
        .collect();
    exercises.sort_by(|one, other| (&one.1, &one.0).cmp(&(&other.1, &other.0)));
    exercises.dedup();
    html(&Page {
        at: &at,
        plan: Some(plan.id.to_string()),
        versions: shown.iter().map(|entry| view(entry, &at)).collect(),
        older,
        weekdays: weekdays.collect(),
        exercises,
    })
}

fn view(entry: &Entry, at: &Visit) -> VersionView {
    let (version, reader) = (&entry.version, at.reader());
    let status = version.status;
    let has_landed = entry.has_landed();
    let names = crate::reader::once(entry.rows.iter().map(|row| row_name(row, &reader)));
    let summary = match names.len() {
        0 => at.t("store-no-difference"),
        1..=3 => names.join(", "),
        count => {
            let facts = [("names", names[..2].join(", ").into()), ("count", (count - 2).into())];
            reader.text_with("web-plan-and-more", facts)
        }
    };
    let source = at.word("version_source", version.source);
    let mut reasons: Vec<(String, String)> = Vec::new();
    for why in &version.reasons {
        let told = (reader.reason(why.code, why.spec, &why.facts), why.spec.to_string());
        if !reasons.contains(&told) {
            reasons.push(told);
        }
    }
    VersionView {
        number: version.number,
        name: at.t1("web-plan-version", "number", version.number),
        date: at.viewer().day(version.local_date),
        status: at.word("version_status", status),
        is_active: status == VersionStatus::Active,
        is_pending: status == VersionStatus::PendingConfirmation,
        can_undo: has_landed && version.source != VersionSource::Initial,
        can_restore: has_landed && status == VersionStatus::Superseded,
        source: format!("{source}, {}", at.word("actor", version.actor.kind)),
        summary,
        reasons,
        rows: entry.rows.iter().map(|row| row_view(row, &reader)).collect(),
    }
}

fn row_name(row: &ItemRow<PlanItem>, reader: &Reader<'_>) -> String {
    let item = row.after.as_ref().or(row.before.as_ref());
    item.map_or_else(String::new, |item| reader.name(&item.exercise_key).to_owned())
}

fn row_view(row: &ItemRow<PlanItem>, reader: &Reader<'_>) -> RowView {
    let mut changes: Vec<(String, String, String)> = Vec::new();
    for change in &row.changes {
        let value = |value| reader.value(change.field, value);
        let told = (reader.word("field", change.field), value(&change.old), value(&change.new));
        // Equal changes of several sets are told once.
        if !changes.contains(&told) {
            changes.push(told);
        }
    }
    let whole = match (&row.before, &row.after) {
        _ if !changes.is_empty() => None,
        (None, Some(_)) => Some(reader.text("did-exercise_added")),
        (Some(_), None) => Some(reader.text("did-exercise_removed")),
        _ => None,
    };
    RowView { name: row_name(row, reader), changes, whole }
}

//! A replayed plan as a page: its versions with what changed and why, then what did not land and what is still open.

use domain::{
    change::Field,
    dispute::{ConflictStatus, OverrideStatus},
    plan::{ItemId, ItemRow, PlanItem, PlanVersion},
    reason::Fact,
    time::Instant,
};
use plan::{
    chain::{Chain, Entry},
    replay::{PlanHistory, Replayed},
};

use crate::{
    cli::{
        page::{Reader, section, sets},
        table::paragraph,
    },
    problem::Problem,
};

/// The page of a replayed plan.
pub(super) fn page(history: &PlanHistory, replayed: &Replayed, page: &Reader<'_>) -> String {
    let chain = &history.chain;
    let versions: String = chain.versions.iter().map(|entry| version(entry, page)).collect();
    [
        versions,
        section(&page.text("plan-not_applied"), &not_applied(history, page)),
        section(&page.text("plan-refused"), &refused(replayed, page)),
        section(&page.text("plan-open"), &open(chain, page)),
        section(&page.text("plan-conflicts"), &conflicts(chain, page)),
        section(&page.text("plan-overrides"), &overrides(chain, page)),
    ]
    .concat()
}

fn version(entry: &Entry, page: &Reader<'_>) -> String {
    let PlanVersion { number, source, status, actor, created_at, .. } = &entry.version;
    let head = page.text_with(
        "plan-version",
        [
            ("number", (*number).into()),
            ("when", (*created_at).into()),
            ("source", Fact::word("version_source", source)),
            ("status", Fact::word("version_status", status)),
            ("actor", Fact::word("actor", actor.kind)),
        ],
    );
    let rows = entry.rows.iter().zip(&entry.version.summary).map(|(row, line)| {
        let Some(shown) = row.after.as_ref().or(row.before.as_ref()) else { return String::new() };
        let name = page.name(&shown.exercise_key);
        if entry.version.parent.is_none() {
            return paragraph(&format!("{name}: {}", target(shown, page)), 4);
        }
        let reason = entry.version.reasons.iter().find(|reason| reason.code == line.reason);
        let why =
            reason.map_or_else(String::new, |r| format!(" ({})", page.reason(r.code, r.spec, &r.facts)));
        let did = paragraph(&format!("{name}: {}{why}", page.word("did", line.change)), 4);
        did + &differences(row, page)
    });
    format!("{head}\n{}", rows.collect::<String>())
}

/// Every field that changed; equal changes of several sets are told once.
fn differences(row: &ItemRow, page: &Reader<'_>) -> String {
    let mut told: Vec<String> = Vec::new();
    for change in &row.changes {
        let text = page.change(change);
        if !told.contains(&text) {
            told.push(text);
        }
    }
    if told.is_empty() { String::new() } else { paragraph(&told.join(", "), 6) }
}

/// `4 x 6, level 3` or `3 x 12, 60 kg`.
fn target(item: &PlanItem, page: &Reader<'_>) -> String {
    let working = || item.prescription.working_sets();
    let amounts: Vec<_> = working().map(|set| set.amount().unwrap_or_default()).collect();
    let mut parts = vec![sets(&amounts)];
    if let Some(level) = &item.prescription.level_ref {
        parts.push(format!("{} {}", page.word("field", Field::Level), level.ordinal));
    }
    let mut loads: Vec<_> = working().filter_map(|set| set.load_g).collect();
    loads.dedup();
    parts.extend(loads.into_iter().map(|load| page.load(load)));
    parts.join(", ")
}

fn name(chain: &Chain, id: ItemId, page: &Reader<'_>) -> String {
    let items = chain.versions.iter().rev().flat_map(|entry| &entry.version.effective);
    let mut named = items.filter(|item| item.item_id == id);
    named.next().map_or_else(|| id.to_string(), |item| page.name(&item.exercise_key).to_owned())
}

fn at(at: Instant, page: &Reader<'_>) -> String {
    page.fact(at)
}

fn not_applied(history: &PlanHistory, page: &Reader<'_>) -> String {
    let lines = history.events.iter().flat_map(|event| {
        event.dropped.iter().map(|dropped| {
            let reason = &dropped.reason;
            let why = page.reason(reason.code, reason.spec, &reason.facts);
            paragraph(&format!("{} {}: {why}", at(event.at, page), dropped.rule), 2)
        })
    });
    lines.collect()
}

fn refused(replayed: &Replayed, page: &Reader<'_>) -> String {
    let lines = replayed.steps.iter().filter_map(|step| {
        let refusal = step.result.as_ref().err()?;
        let detail = Problem::from(refusal.clone()).detail(page.locale());
        Some(paragraph(&format!("{}: {detail}", at(step.at, page)), 2))
    });
    lines.collect()
}

fn open(chain: &Chain, page: &Reader<'_>) -> String {
    let waiting = chain.proposals.iter().filter(|proposal| proposal.state.is_open());
    let lines = waiting.map(|proposal| {
        let reason = &proposal.reason;
        let why = page.reason(reason.code, reason.spec, &reason.facts);
        let state = page.word("proposal", proposal.state);
        let name = name(chain, proposal.target.item_id, page);
        paragraph(&format!("{name}: {why} ({state})"), 2)
    });
    lines.collect()
}

fn conflicts(chain: &Chain, page: &Reader<'_>) -> String {
    let lines = chain.conflicts.iter().map(|conflict| {
        let names: Vec<_> = conflict.items.iter().map(|item| name(chain, item.item_id, page)).collect();
        let settled = match (conflict.status, conflict.resolution) {
            (ConflictStatus::Resolved, Some(how)) => page.word("resolution", how),
            _ => page.text("resolution-open"),
        };
        paragraph(&format!("{} {}: {settled}", page.fact(conflict.date), names.join(", ")), 2)
    });
    lines.collect()
}

fn overrides(chain: &Chain, page: &Reader<'_>) -> String {
    let active = chain.overrides.iter().filter(|guard| guard.status == OverrideStatus::Active);
    let mut told: Vec<String> = Vec::new();
    for guard in active {
        let name = name(chain, guard.item_id, page);
        let field = page.word("field", guard.field);
        let line = paragraph(&format!("{name}: {field} {}", page.value(guard.field, &guard.value)), 2);
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told.concat()
}

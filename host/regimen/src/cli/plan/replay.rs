//! A replayed plan as a page: its versions with what changed and why, then what did not land and what is still open.

use domain::{
    change::{Change, Field, Value},
    dispute::{ConflictStatus, OverrideStatus},
    plan::{ItemId, ItemRow, PlanItem, PlanVersion},
    quantity::Grams,
    reason::Fact,
    time::Instant,
};
use plan::{
    chain::{Chain, Entry},
    replay::{PlanHistory, Replayed},
};

use crate::{
    cli::{
        page::{Page, section},
        table::paragraph,
    },
    problem::Problem,
};

/// The page of a replayed plan.
pub(super) fn page(history: &PlanHistory, replayed: &Replayed, page: &Page<'_>) -> String {
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

fn version(entry: &Entry, page: &Page<'_>) -> String {
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
            return paragraph(&format!("{name}: {}", sets(shown, page)), 4);
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
fn differences(row: &ItemRow, page: &Page<'_>) -> String {
    let mut told: Vec<String> = Vec::new();
    for change in &row.changes {
        let text = format!(
            "{} {} → {}",
            page.word("field", change.field),
            value(&change.old, change, page),
            value(&change.new, change, page)
        );
        if !told.contains(&text) {
            told.push(text);
        }
    }
    if told.is_empty() { String::new() } else { paragraph(&told.join(", "), 6) }
}

fn value(value: &Value, change: &Change, page: &Page<'_>) -> String {
    match (value, change.field) {
        (Value::Number(grams), Field::Load) => page.load(Grams(*grams)),
        (Value::Word(key), Field::Variation | Field::Exercise) => {
            key.parse().map_or_else(|_| key.clone(), |key| page.name(&key).to_owned())
        }
        (Value::Nothing, _) => "–".to_owned(),
        (other, _) => other.to_string(),
    }
}

/// `4 x 6, level 3` or `3 x 12, 60 kg`.
fn sets(item: &PlanItem, page: &Page<'_>) -> String {
    let amounts: Vec<_> =
        item.prescription.working_sets().map(|set| set.amount().unwrap_or_default().to_string()).collect();
    let even = amounts.iter().all(|amount| Some(amount) == amounts.first());
    let mut parts = vec![match amounts.first() {
        Some(amount) if even => format!("{} x {amount}", amounts.len()),
        _ => amounts.join(", "),
    }];
    if let Some(level) = &item.prescription.level_ref {
        parts.push(format!("{} {}", page.word("field", Field::Level), level.ordinal));
    }
    let mut loads: Vec<_> = item.prescription.working_sets().filter_map(|set| set.load_g).collect();
    loads.dedup();
    parts.extend(loads.into_iter().map(|load| page.load(load)));
    parts.join(", ")
}

fn name(chain: &Chain, id: ItemId, page: &Page<'_>) -> String {
    let items = chain.versions.iter().rev().flat_map(|entry| &entry.version.effective);
    let mut named = items.filter(|item| item.item_id == id);
    named.next().map_or_else(|| id.to_string(), |item| page.name(&item.exercise_key).to_owned())
}

fn at(at: Instant, page: &Page<'_>) -> String {
    page.fact(at)
}

fn not_applied(history: &PlanHistory, page: &Page<'_>) -> String {
    let lines = history.events.iter().flat_map(|event| {
        event.dropped.iter().map(|dropped| {
            let reason = &dropped.reason;
            let why = page.reason(reason.code, reason.spec, &reason.facts);
            paragraph(&format!("{} {}: {why}", at(event.at, page), dropped.rule), 2)
        })
    });
    lines.collect()
}

fn refused(replayed: &Replayed, page: &Page<'_>) -> String {
    let lines = replayed.steps.iter().filter_map(|step| {
        let refusal = step.result.as_ref().err()?;
        let detail = Problem::from(refusal.clone()).detail(page.locale());
        Some(paragraph(&format!("{}: {detail}", at(step.at, page)), 2))
    });
    lines.collect()
}

fn open(chain: &Chain, page: &Page<'_>) -> String {
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

fn conflicts(chain: &Chain, page: &Page<'_>) -> String {
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

fn overrides(chain: &Chain, page: &Page<'_>) -> String {
    let active = chain.overrides.iter().filter(|guard| guard.status == OverrideStatus::Active);
    let mut told: Vec<String> = Vec::new();
    for guard in active {
        let change = Change {
            target: domain::change::Target { item_id: guard.item_id, set_id: guard.set_id },
            field: guard.field,
            old: guard.previous.clone(),
            new: guard.value.clone(),
        };
        let name = name(chain, guard.item_id, page);
        let field = page.word("field", guard.field);
        let line = paragraph(&format!("{name}: {field} {}", value(&guard.value, &change, page)), 2);
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told.concat()
}

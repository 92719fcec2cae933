//! Scenarios that a coach can read: a plan, what happened over some days, and the versions that came of it.

use std::fmt::Write;

use domain::{
    change::Change,
    plan::PlanItem,
    proposal::ProposalState,
    reason::Facts,
    time::{Instant, Zone},
    voice::{Locale, Voice},
};
use plan::{
    chain::Entry,
    landing::Landing,
    replay::{Replayed, Step},
};

use crate::given::{breaches, play};

#[test]
fn scenarios() {
    testkit::check("tests/scenarios", |given| {
        let table: toml::Table = given.parse().unwrap_or_else(|error| panic!("{error}"));
        let text = |name: &str| table.get(name).and_then(toml::Value::as_str).unwrap_or_default();
        let replayed = play(text("items"), text("events"));
        // Every scenario ends with the independent checker (PV-14).
        let breaches: Vec<_> = breaches(&replayed).iter().map(ToString::to_string).collect();
        assert!(breaches.is_empty(), "{breaches:#?}\n{given}");
        show(&replayed)
    });
}

fn show(replayed: &Replayed) -> String {
    let mut out = String::new();
    for step in &replayed.steps {
        writeln!(out, "{}", heading(step)).unwrap();
        match &step.result {
            Ok(landing) => show_landing(&mut out, landing, replayed),
            Err(refusal) => writeln!(out, "    refused, {}: {refusal}", refusal.code()).unwrap(),
        }
    }
    out
}

fn heading(step: &Step) -> String {
    when(step.at)
}

fn when(at: Instant) -> String {
    let zone = Zone::new("Europe/Berlin").unwrap();
    at.local(&zone).strftime("%a %d %b %H:%M").to_string()
}

fn show_landing(out: &mut String, landing: &Landing, replayed: &Replayed) {
    let zone = Zone::new("Europe/Berlin").unwrap();
    let voice = Voice { zone, ..Voice::new(Locale::En) };
    let before = out.len();
    for entry in &landing.versions {
        show_version(out, entry, &voice);
    }
    for change in &landing.statuses {
        if change.superseded_by.is_none_or(|by| landing.versions.iter().all(|e| e.version.number != by)) {
            writeln!(out, "    version {} is {}", change.number, change.status).unwrap();
        }
    }
    for proposal in &landing.proposals {
        let open = matches!(proposal.state, ProposalState::Pending | ProposalState::Deferred);
        let ways: Vec<_> = proposal.alternatives.iter().map(|way| way.label.as_str()).collect();
        let ways = if ways.is_empty() { String::new() } else { format!(", {}", ways.join(" / ")) };
        if open || proposal.state != ProposalState::Accepted {
            let why = voice.reason(&proposal.reason);
            writeln!(
                out,
                "    {} {}: {why}{}",
                proposal.rule,
                proposal.state,
                if open { ways } else { String::new() }
            )
            .unwrap();
        }
    }
    for dropped in &landing.dropped {
        writeln!(out, "    {} not applied, {}", dropped.rule, voice.reason(&dropped.reason)).unwrap();
    }
    for conflict in &landing.conflicts {
        let how = conflict.resolution.map_or_else(|| "open".to_owned(), |how| format!("settled, {how}"));
        writeln!(out, "    conflict with version {}: {how}", conflict.manual_version).unwrap();
    }
    for guard in &landing.overrides {
        let item = replayed.chain.item(guard.item_id).map_or("?", |item| item.exercise_key.as_str());
        writeln!(out, "    override of {item} {} {}", guard.group, guard.status).unwrap();
    }
    if out.len() == before {
        writeln!(out, "    nothing changes").unwrap();
    }
}

fn show_version(out: &mut String, entry: &Entry, voice: &Voice) {
    let version = &entry.version;
    let parent = version.parent.map(|parent| format!(" after {parent}")).unwrap_or_default();
    writeln!(out, "    version {}{parent}, {}, {}", version.number, version.source, version.status).unwrap();
    for (row, line) in entry.rows.iter().zip(&version.summary) {
        if version.parent.is_none() {
            writeln!(out, "        {}: {}", line.exercise, sets(row.after.as_ref().unwrap())).unwrap();
            continue;
        }
        let reason = version.reasons.iter().find(|reason| reason.code == line.reason).unwrap();
        let did = voice.text(&format!("did-{}", line.change), &Facts::new()).unwrap();
        writeln!(out, "        {}: {did}, {}", line.exercise, voice.reason(reason)).unwrap();
        let (before, after) = (row.before.as_ref(), row.after.as_ref());
        if let (Some(before), Some(after)) = (before, after) {
            writeln!(out, "            {} -> {}{}", sets(before), sets(after), rest(&row.changes)).unwrap();
        }
    }
}

/// `4x6`, or `6, 6, 5` when the sets differ, with level and load.
fn sets(item: &PlanItem) -> String {
    let amounts: Vec<_> =
        item.prescription.working_sets().map(|set| set.amount().unwrap_or_default().to_string()).collect();
    let even = amounts.iter().all(|amount| *amount == amounts[0]);
    let shown = if even { format!("{}x{}", amounts.len(), amounts[0]) } else { amounts.join(" ") };
    let level = item.prescription.level_ref.as_ref().map(|level| format!(" level {}", level.ordinal));
    let mut loads: Vec<_> = item.prescription.working_sets().filter_map(|set| set.load_g).collect();
    loads.dedup();
    let voice = Voice::new(Locale::En);
    let loads: Vec<_> = loads.iter().map(|load| format!(" {}", voice.load(*load))).collect();
    format!("{shown}{}{}", level.unwrap_or_default(), loads.join(" /"))
}

/// Changes that the short form of the sets does not show.
fn rest(changes: &[Change]) -> String {
    use domain::change::Field::{Level, Load, Reps, Seconds, SetCount};
    let other =
        changes.iter().filter(|change| !matches!(change.field, Level | Load | Reps | Seconds | SetCount));
    other.fold(String::new(), |out, change| {
        format!("{out}, {} {} -> {}", change.field, change.old, change.new)
    })
}

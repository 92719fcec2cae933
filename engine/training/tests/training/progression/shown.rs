//! How a day of a story is shown.

use std::fmt::Write;

use domain::{
    change::Change,
    plan::ItemId,
    progress::ProgressRecord,
    proposal::{Proposal, ProposalKind},
    session::PerformanceStatus,
    voice::{Locale, Voice},
};
use training::progression::{Decided, update::ProgressUpdate};

use super::story::Tracked;

/// The decisions of one day, item by item.
pub(super) fn day(
    day: &str,
    items: &[Tracked],
    said: &[Option<String>],
    decided: &Decided,
    russian: bool,
) -> String {
    let mut text = String::new();
    for (tracked, _) in items.iter().zip(said).filter(|(_, said)| said.is_some()) {
        let id = tracked.item.item_id;
        let update = decided.update(id).unwrap();
        let record = decided.records.iter().find(|record| record.item_id == id).unwrap();
        let name = if items.len() > 1 { format!(" {}", update.exercise) } else { String::new() };
        let _ = writeln!(text, "{day}{name}, {}: {}", done(record), decision(update));
        let _ = writeln!(text, "    {}", if russian { &update.comments.ru } else { &update.comments.en });
        for proposal in proposals(decided, id) {
            if proposal.kind == ProposalKind::DifficultyChange {
                let reason = Voice::new(Locale::En).reason(&proposal.reason);
                let _ = writeln!(text, "    next time{}: {reason}", changes(&proposal.changes));
            }
            for way in &proposal.alternatives {
                let voice = Voice::new(Locale::En);
                let label = voice.text(&format!("way-{}", way.label), &domain::reason::Facts::new()).unwrap();
                let mark = if way.preselected { "*" } else { "-" };
                let _ = writeln!(text, "    {mark} {label}{}", changes(&way.changes));
            }
        }
        for offer in &update.offers {
            let level = offer.level.map_or(String::new(), |level| format!(" level {level},"));
            let sets = sets(&offer.sets);
            let _ = writeln!(text, "    offer {}: {}{level} {sets}", offer.kind, offer.exercise);
        }
        if let Some(percent) = update.modifier {
            let _ = writeln!(text, "    next session at {percent} %");
        }
    }
    text
}

fn proposals(decided: &Decided, id: ItemId) -> impl Iterator<Item = &Proposal> {
    decided.proposals.iter().filter(move |proposal| proposal.target.item_id == id)
}

fn done(record: &ProgressRecord) -> String {
    if record.status == PerformanceStatus::Skipped {
        return "skipped".to_owned();
    }
    let mut text = format!("{} of {}", record.volume_actual, record.volume_plan);
    if record.volume_target != record.volume_plan {
        let _ = write!(text, " ({} asked)", record.volume_target);
    }
    if let Some(rpe) = record.rpe {
        let _ = write!(text, " @{rpe}");
    }
    if let Some(comfort) = record.comfort {
        let _ = write!(text, ", comfort {comfort}");
    }
    text
}

fn decision(update: &ProgressUpdate) -> String {
    let codes: Vec<_> = update.reasons.iter().map(|reason| reason.code.as_str()).collect();
    let mut text = update.decision.to_string();
    if !codes.is_empty() {
        let _ = write!(text, "({})", codes.join(", "));
    }
    text += " ->";
    if let Some(level) = update.level_result {
        let _ = write!(text, " level {level},");
    }
    let _ = write!(text, " {} = {}", sets(&update.new_sets), update.new_volume);
    if update.streak_success > 0 {
        let _ = write!(text, ", streak {}", update.streak_success);
    }
    text
}

fn sets(amounts: &[u32]) -> String {
    match amounts {
        [first, rest @ ..] if rest.iter().all(|amount| amount == first) => {
            format!("{}x{first}", amounts.len())
        }
        _ => amounts.iter().map(u32::to_string).collect::<Vec<_>>().join("+"),
    }
}

fn changes(changes: &[Change]) -> String {
    let mut shown: Vec<String> = vec![];
    for change in changes {
        let line = format!("{} {} -> {}", change.field, change.old, change.new);
        if !shown.contains(&line) {
            shown.push(line);
        }
    }
    if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", ")) }
}

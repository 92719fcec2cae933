//! A run in words: what is proposed, deferred and dropped, old and new beside each other.

use std::fmt::Write;

use domain::{
    change::{Change, Field, Value},
    law::Valid,
    plan::PlanItem,
    proposal::{Consent, Proposal},
    quantity::Grams,
    reason::{Facts, Reason},
    voice::{Locale, Voice},
};
use training::suggestion::{Run, SuggestInput, display::cards};

pub(super) fn show(input: &SuggestInput, run: &Run, explain: &[String]) -> String {
    let voice = Voice { unit: input.unit, ..Voice::new(Locale::En) };
    let item = &input.items[0].item;
    let mut text = String::new();
    for card in cards(&run.proposals) {
        for (place, changes, consent) in lines(item, &voice, &card.proposals) {
            let _ = writeln!(text, "{place}: {changes}{consent}");
        }
        let rule = card.proposals[0].rule;
        for reason in &card.reasons {
            let _ = writeln!(text, "    {rule}: {}", said(&voice, reason));
        }
    }
    for deferred in &run.deferred {
        let (place, changes) = (place(item, &deferred.proposal), shown(&voice, &deferred.proposal.changes));
        let _ = writeln!(text, "later, {} {place}: {changes}", deferred.proposal.rule);
        let _ = writeln!(text, "    {}: {}", deferred.reason.spec, voice.reason(&deferred.reason));
    }
    for closed in &run.superseded {
        match (closed.state, closed.outcome) {
            (Some(state), _) => drop(writeln!(text, "an older proposal is {state}")),
            (_, Some(outcome)) => drop(writeln!(text, "an older change was {outcome}")),
            _ => {}
        }
    }
    for dropped in &run.dropped {
        let place =
            dropped.target.set_id.map_or_else(|| "all".to_owned(), |set| format!("set {}", index(item, set)));
        let changes = match shown(&voice, &dropped.changes) {
            changes if changes.is_empty() => changes,
            changes => format!(": {changes}"),
        };
        let _ = writeln!(text, "not {} {place}{changes}", dropped.rule);
        let _ = writeln!(text, "    {}: {}", dropped.reason.spec, voice.reason(&dropped.reason));
    }
    for rule in explain {
        for explained in run.explained.iter().filter(|explained| explained.rule.to_string() == *rule) {
            let why = explained.missed.as_ref().map_or("fired".to_owned(), |miss| miss.text(&voice));
            let _ = writeln!(text, "{rule}: {why}");
        }
    }
    if text.is_empty() { "nothing\n".to_owned() } else { text }
}

/// Sets that change alike are one line.
fn lines(item: &PlanItem, voice: &Voice, proposals: &[&Proposal]) -> Vec<(String, String, &'static str)> {
    let mut lines: Vec<(String, String, &'static str)> = vec![];
    for proposal in proposals {
        assert!(Valid::new((*proposal).clone()).is_ok(), "{proposal:?}");
        let changes = shown(voice, &proposal.changes);
        let consent = if proposal.consent == Consent::Auto { " (at once)" } else { "" };
        match lines.last_mut() {
            Some((places, same, _)) if *same == changes => {
                let _ = write!(places, ", {}", place(item, proposal).trim_start_matches("set "));
            }
            _ => lines.push((place(item, proposal), changes, consent)),
        }
    }
    lines
}

fn place(item: &PlanItem, proposal: &Proposal) -> String {
    proposal.target.set_id.map_or_else(|| "all".to_owned(), |set| format!("set {}", index(item, set)))
}

fn index(item: &PlanItem, set: domain::prescription::SetId) -> u32 {
    item.set(set).unwrap().index + 1
}

pub(super) fn said(voice: &Voice, reason: &Reason) -> String {
    let effect = reason.facts.get("effect").map(|effect| {
        let facts = Facts::from([("value".into(), effect.clone())]);
        voice.text("number-mode", &facts).unwrap()
    });
    effect.map_or_else(|| voice.reason(reason), |effect| format!("{}; {effect}", voice.reason(reason)))
}

fn shown(voice: &Voice, changes: &[Change]) -> String {
    let change = |change: &Change| {
        let field = voice.text(&format!("field-{}", change.field), &Facts::new()).unwrap();
        format!("{field} {} → {}", value(voice, change, &change.old), value(voice, change, &change.new))
    };
    changes.iter().map(change).collect::<Vec<_>>().join(", ")
}

fn value(voice: &Voice, change: &Change, value: &Value) -> String {
    match (change.field, value) {
        (Field::Load, Value::Number(grams)) => voice.load(Grams(*grams)),
        (Field::Rest | Field::RestAll, Value::Number(seconds)) => format!("{seconds} s"),
        _ => value.to_string(),
    }
}

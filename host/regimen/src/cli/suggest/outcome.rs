//! Outcomes as a page: for each suggestion what later sessions say, and what follows.

use domain::{
    change::{Change, Field, Value},
    proposal::Outcome,
    quantity::Grams,
    reason::Fact,
};
use training::outcome::input::{Evaluated, Judged, OutcomeInput};

use crate::cli::{page::Page, table::paragraph};

/// The page of an evaluation.
pub(super) fn page(input: &OutcomeInput, judged: &Evaluated, page: &Page<'_>) -> String {
    let shown = judged.proposals.iter().map(|judged| one(input, judged, page));
    shown.collect::<Vec<_>>().join("\n")
}

fn one(input: &OutcomeInput, judged: &Judged, page: &Page<'_>) -> String {
    let answered = input.proposals.iter().find(|answered| answered.proposal.id == judged.proposal_id);
    let name = answered.map_or("–", |answered| page.name(&answered.basis.exercise_key));
    let what = answered.and_then(|answered| answered.primary()).map(|change| change_of(change, page));
    let head = format!("{name}, {}: {}\n", what.unwrap_or_default(), page.word("outcome", judged.outcome));
    let evaluations = judged.evaluations.iter().map(|evaluation| {
        let reason = &evaluation.reason;
        let why = page.reason(reason.code, reason.spec, &reason.facts);
        let sure = page.text_with("outcome-sure", [("percent", u32::from(evaluation.confidence).into())]);
        paragraph(&format!("{}  {why} ({sure})", page.fact(evaluation.at)), 2)
    });
    let waits = match (judged.outcome, judged.needed) {
        (Outcome::Pending, Some(needed)) => {
            let have = judged.evaluations.len();
            let facts = [("have", have.into()), ("needed", needed.into())];
            paragraph(&page.text_with("outcome-waits", facts), 2)
        }
        _ => String::new(),
    };
    let barred = judged.barred.map_or_else(String::new, |bar| paragraph(&page.word("bar", bar), 2));
    head + &evaluations.collect::<String>() + &waits + &barred
}

fn change_of(change: &Change, page: &Page<'_>) -> String {
    let value = |value: &Value| match (value, change.field) {
        (Value::Number(grams), Field::Load) => page.fact(Fact::load(Grams(*grams))),
        (other, _) => other.to_string(),
    };
    format!("{} {} → {}", page.word("field", change.field), value(&change.old), value(&change.new))
}

//! Outcomes as a page: for each suggestion what later sessions say, and what follows.

use domain::proposal::Outcome;
use training::outcome::input::{Evaluated, Judged, OutcomeInput};

use crate::cli::{page::Reader, table::paragraph};

/// The page of an evaluation.
pub(super) fn page(input: &OutcomeInput, judged: &Evaluated, page: &Reader<'_>) -> String {
    let shown = judged.proposals.iter().map(|judged| one(input, judged, page));
    shown.collect::<Vec<_>>().join("\n")
}

fn one(input: &OutcomeInput, judged: &Judged, page: &Reader<'_>) -> String {
    let answered = input.proposals.iter().find(|answered| answered.proposal.id == judged.proposal_id);
    let name = answered.map_or("–", |answered| page.name(&answered.basis.exercise_key));
    let what = answered.and_then(|answered| answered.primary()).map(|change| page.change(change));
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

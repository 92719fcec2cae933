//! Point 9: at most one unresolved proposal per key (PR-7).
//!
//! Level decisions are limited otherwise (P-8, P-9), so that an accepted one does not count; but a new one takes the
//! place of an undecided one of its item. No session judges a lighter one (P-48), what a report proposed or a meal,
//! so that it waits for nothing once it is accepted.

use std::{cmp::Ordering, collections::BTreeMap};

use domain::{
    change::Field,
    digest::sha256,
    proposal::{EngineName, Outcome, Proposal, ProposalKind, ProposalState},
};

use super::{
    breach::{Place, Report, Subject},
    case::{Case, is_level, is_open, primary},
    kept::Kept,
};

pub(super) fn check<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    let mut keys = BTreeMap::new();
    let mut levels = BTreeMap::new();
    for proposal in &case.chain.proposals {
        let place = Place::of(Subject::Proposal(proposal.id)).item(proposal.target.item_id);
        let key = key(case, proposal);
        report.require(proposal.dedup_key == key, "PR-7", place, || {
            format!("key {}, expected {key} of its target, field and direction", proposal.dedup_key)
        });
        if is_unresolved(proposal)
            && let Some(first) = keys.insert(&proposal.dedup_key, proposal.id)
        {
            report.add("PR-7", place, format!("unresolved like {first}, which has the same key"));
        }
        if is_open(proposal)
            && is_level(proposal)
            && let Some(first) = levels.insert(proposal.target.item_id, proposal)
        {
            // Offers of one report stand side by side.
            report.require(first.trace_id == proposal.trace_id, "PR-7", place, || {
                format!("an undecided level decision beside {}, which it should supersede", first.id)
            });
        }
    }
}

fn is_unresolved(proposal: &Proposal) -> bool {
    let waits = proposal.state == ProposalState::Accepted && proposal.outcome == Outcome::Pending;
    let is_unjudged = proposal.kind == ProposalKind::MissPrediction
        || matches!(proposal.engine, EngineName::System | EngineName::MealPlanner);
    is_open(proposal) || (waits && !is_level(proposal) && !is_unjudged)
}

/// PR-7: the first 32 hex digits of the SHA-256 of `plan_id|item_id|set_id or -|primary field|direction`.
fn key<I: Kept>(case: &Case<'_, I>, proposal: &Proposal) -> String {
    let primary = primary(&proposal.changes);
    let field = primary.map_or(Field::Exercise, |change| change.field);
    let exercise = case.exercise_at(proposal.target.item_id, proposal.created_at);
    let direction = match primary.map_or(Ordering::Equal, |change| case.direction(change, exercise)) {
        Ordering::Greater => "harder",
        Ordering::Less => "easier",
        Ordering::Equal => "neutral",
    };
    let (plan, item) = (proposal.plan_id, proposal.target.item_id);
    let set = proposal.target.set_id.map_or_else(|| "-".to_owned(), |set| set.to_string());
    let digest = sha256(format!("{plan}|{item}|{set}|{field}|{direction}").as_bytes());
    digest.chars().take(32).collect()
}

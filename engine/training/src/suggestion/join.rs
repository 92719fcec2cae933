//! AI-6 after the fact: drafts of a model join what the rules have made of the same session and told already.
//!
//! A model answers when it can, and nobody waits for it. Its drafts go through the same deduplication and conflicts as if
//! they had come in time, with one difference: what the rules have told is not taken back. A draft that would push out
//! what stands gives way itself.

use std::collections::BTreeSet;

use domain::{
    plan::ProgressionMode,
    prescription::SetPrescription,
    proposal::Proposal,
    quantity::{Grams, Hundredths},
    reason::{Reason, ReasonCode},
    session::PerformanceStatus,
    spec::SpecId,
};

use super::{
    conflict, dedup,
    draft::{Bounds, Drafted, Subject, answer::Wish, draft},
    input::{ItemInput, PastPerformance, SuggestInput},
    load::Loads,
    run::{in_plan_order, iron, ledger, without_vetoed},
    settle::{Deferred, Dropped, Ledger, Settled},
};
use crate::{catalog::Catalog, load::Sense};

/// AI-1: how many items of a session a model is asked about.
const MOST_ITEMS: usize = 10;

/// The items that a model is asked about, in plan order, each with what was done of it in the session.
pub fn asked_about(input: &SuggestInput) -> Vec<(&ItemInput, &PastPerformance)> {
    let done = |item: &ItemInput| !item.switched_off && item.item.progression_mode != ProgressionMode::Fixed;
    let items = in_plan_order(input).into_iter().filter(|item| done(item));
    items.filter_map(|item| Some((item, current(item, input)?))).take(MOST_ITEMS).collect()
}

fn current<'a>(item: &'a ItemInput, input: &SuggestInput) -> Option<&'a PastPerformance> {
    let is_this = |past: &&PastPerformance| {
        past.session_id == input.session_id && past.performance.status == PerformanceStatus::Done
    };
    item.performances.iter().find(is_this)
}

/// Turns the wishes of a model about one item into proposals, within the bounds of its exercise (AI-5).
pub fn draft_item(wishes: &[Wish], item: &ItemInput, input: &SuggestInput, catalog: &Catalog) -> Drafted {
    let (Some(exercise), Some(plan_id), Some(past)) =
        (catalog.get(&item.item.exercise_key), input.plan_id, current(item, input))
    else {
        return Drafted::default();
    };
    let iron = iron(input);
    let loads = Loads::of(exercise, &iron, input.unit, item.own_step_g);
    let bounds = |set: &SetPrescription| Bounds {
        grid: iron.grid_for(exercise),
        increment: loads.as_ref().map_or(Hundredths(0), |loads| {
            loads.in_own_steps(loads.increment(set.load_g.unwrap_or(Grams::ZERO)))
        }),
        unit: input.unit,
    };
    let subject = Subject {
        item: &item.item,
        performance: &past.performance,
        assistance: Sense::of(exercise) == Sense::Assistance,
        bounds: &bounds,
    };
    draft(wishes, &subject, &input.occasion(plan_id))
}

/// What became of drafts that came after the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    /// Proposed.
    pub proposals: Vec<Proposal>,
    /// Kept for later, since a person has just edited the same.
    pub deferred: Vec<Deferred>,
    /// Neither.
    pub dropped: Vec<Dropped>,
}

/// Settles drafts beside `standing`: what the rules made of the same session, whatever became of it.
pub fn join(drafts: Vec<Proposal>, standing: &[Proposal], input: &SuggestInput, catalog: &Catalog) -> Joined {
    // The run that these drafts join has made its own way already.
    let ledger = Ledger { corrected: None, items: BTreeSet::new(), ..ledger(input, catalog) };
    let (drafts, vetoed) = without_vetoed(drafts, &ledger, input, catalog);
    let Settled { proposals, deferred, dropped, .. } = dedup::dedup(drafts, &ledger);
    let mut joined =
        Joined { deferred, dropped: vetoed.into_iter().chain(dropped).collect(), ..Joined::default() };
    for draft in proposals {
        let of_item = |one: &&Proposal| one.target.item_id == draft.target.item_id;
        let beside: Vec<_> = standing.iter().chain(&joined.proposals).filter(of_item).cloned().collect();
        match conflict_with(&beside, &draft, &ledger) {
            None => joined.proposals.push(draft),
            Some(reason) => joined.dropped.push(Dropped::new(draft, reason)),
        }
    }
    joined
}

/// Why a draft cannot stand beside these (SX).
fn conflict_with(beside: &[Proposal], draft: &Proposal, ledger: &Ledger<'_>) -> Option<Reason> {
    let mut settled = Settled::default();
    conflict::resolve(beside.iter().chain([draft]).cloned().collect(), ledger, &mut settled);
    let is_kept = |one: &Proposal| settled.proposals.iter().any(|kept| kept.id == one.id);
    if !is_kept(draft) {
        let own = settled.dropped.iter().find(|one| one.changes == draft.changes && one.rule == draft.rule);
        return own.map(|one| one.reason.clone());
    }
    let pushes_out = beside.iter().any(|one| !is_kept(one));
    pushes_out.then(|| Reason::new(ReasonCode::Strategy, SpecId::new("SX-1")))
}

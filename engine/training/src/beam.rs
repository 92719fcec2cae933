//! Beam search: looks further than the next pick, then repairs by swaps, and is kept only if it plans more of what
//! the session owes (SO-11). Off by default.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    allocate::volume_of,
    draft::Role,
    library::Place,
    output::OneDecimal,
    request::Request,
    select::{Pick, Selected, Selection, Step},
    session::{count, order},
    timebox::Planned,
    weights::Loads,
};

/// Candidates by which each state is expanded.
const EXPANSION: usize = 8;
/// Most swaps of the repair.
const MOST_SWAPS: usize = 20;
/// What a set above share + 1.0 costs in sets that are missing.
const OVERSHOOT_COST: i64 = 5;

/// What the greedy choice and the beam reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchReport {
    /// Objective of the greedy choice, in sets.
    pub greedy: OneDecimal,
    /// Objective of the beam after repair, in sets.
    pub beam: OneDecimal,
    /// Whether the beam's session was taken: only if it is strictly better.
    pub accepted: bool,
}

/// SO-11: sets that close something, less five times those that overshoot.
pub fn objective(request: &Request<'_>, session: &[Planned]) -> i64 {
    let volume = volume_of(request, session);
    let (plan, over_share) = (&request.volume, request.tuning().over_share);
    let worth = plan.driving.iter().map(|muscle| {
        let over = (volume[muscle] - plan.share[muscle] - over_share).max(0);
        volume[muscle].min(plan.share[muscle]) - OVERSHOOT_COST * over
    });
    worth.sum()
}

/// Searches wider than the greedy choice and keeps the better of both.
pub(crate) fn improve<'r, 'a>(
    request: &'r Request<'a>,
    greedy: Selected<'r, 'a>,
    loads: &Loads<'_, 'a>,
) -> (Selected<'r, 'a>, SearchReport) {
    let search = Beam { request, loads };
    let states = search.states();
    let worth = |picks: &[Pick]| search.worth(picks, &greedy);
    let before = worth(&greedy.picks);
    // The first of equals stands first by score.
    let mut best = None;
    for state in states {
        let worth = worth(&state.picks);
        if best.as_ref().is_none_or(|(top, _)| worth > *top) {
            best = Some((worth, state));
        }
    }
    let Some((_, state)) = best else {
        let objective = OneDecimal(before);
        return (greedy, SearchReport { greedy: objective, beam: objective, accepted: false });
    };
    let (after, state) = search.repair(state, &greedy);
    let accepted = after > before;
    let report = SearchReport { greedy: OneDecimal(before), beam: OneDecimal(after), accepted };
    let selected = Selected { draft: state.draft, picks: state.picks, ..greedy.clone() };
    (if accepted { selected } else { greedy }, report)
}

struct Beam<'l, 'r, 'a> {
    request: &'r Request<'a>,
    loads: &'l Loads<'l, 'a>,
}

impl<'r, 'a> Beam<'_, 'r, 'a> {
    /// The objective of a choice after time and allocation.
    fn worth(&self, picks: &[Pick], like: &Selected<'_, '_>) -> i64 {
        let counted = count(self.request, &order(self.request, picks, false), &like.clock, self.loads);
        objective(self.request, &counted.session)
    }

    /// The widest states at the end of the search, best first by the sum of their scores.
    fn states(&self) -> Vec<Selection<'r, 'a>> {
        let mut states = vec![Selection::with_pins_and_anchors(self.request, self.loads)];
        states = self.grow(states, Role::Main);
        states.iter_mut().for_each(Selection::coverage);
        self.grow(states, Role::Accessory)
    }

    /// Fills the slots of a role, keeping the best states of every step.
    fn grow(&self, mut states: Vec<Selection<'r, 'a>>, role: Role) -> Vec<Selection<'r, 'a>> {
        loop {
            let mut grown = vec![];
            let mut has_grown = false;
            for state in states {
                let candidates = state.top(role, EXPANSION);
                if candidates.is_empty() {
                    grown.push(state);
                    continue;
                }
                has_grown = true;
                for place in candidates {
                    let mut next = state.clone();
                    next.pick(place, role);
                    grown.push(next);
                }
            }
            grown.sort_by_cached_key(|state| self.rank(state));
            grown.dedup_by_key(|state| ids(state));
            grown.truncate(self.request.tuning().beam_width);
            states = grown;
            if !has_grown {
                return states;
            }
        }
    }

    /// Sum of scores, then less fatigue, then ids.
    fn rank(&self, state: &Selection<'_, '_>) -> (std::cmp::Reverse<i64>, i64, Vec<Place>) {
        let library = self.request.library;
        let score = state.picks.iter().map(|pick| pick.score.micro()).sum();
        let fatigue = state.picks.iter().map(|pick| i64::from(library.traits(pick.place).fatigue_cost)).sum();
        (std::cmp::Reverse(score), fatigue, ids(state))
    }

    /// Swaps one free accessory at a time for whatever raises the objective most.
    fn repair(&self, mut state: Selection<'r, 'a>, like: &Selected<'_, '_>) -> (i64, Selection<'r, 'a>) {
        let mut worth = self.worth(&state.picks, like);
        for _ in 0..MOST_SWAPS {
            let Some((better, swapped)) = self.best_swap(&state, worth, like) else { break };
            (worth, state) = (better, swapped);
        }
        (worth, state)
    }

    fn best_swap(
        &self,
        state: &Selection<'r, 'a>,
        worth: i64,
        like: &Selected<'_, '_>,
    ) -> Option<(i64, Selection<'r, 'a>)> {
        let mut best: Option<(i64, Selection<'r, 'a>)> = None;
        for index in 0..state.picks.len() {
            let gone = &state.picks[index];
            if gone.role != Role::Accessory || gone.step == Step::Pin || gone.is_coverage {
                continue;
            }
            let mut kept: Vec<Pick> = state.picks.clone();
            kept.remove(index);
            let without = state.replayed(&kept);
            for place in without.passing(Role::Accessory).filter(|&place| place != gone.place) {
                let mut next = without.clone();
                next.pick(place, Role::Accessory);
                let reached = self.worth(&next.picks, like);
                if reached > best.as_ref().map_or(worth, |(top, _)| *top) {
                    best = Some((reached, next));
                }
            }
        }
        best
    }
}

/// The chosen places, sorted: the same set in another order is the same state.
fn ids(state: &Selection<'_, '_>) -> Vec<Place> {
    let mut ids: Vec<Place> = state.picks.iter().map(|pick| pick.place).collect();
    ids.sort_unstable();
    ids
}

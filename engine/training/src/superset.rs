//! Supersets: which accessories may be paired, and which pairs are taken (SS-1, SS-2).

use domain::{anatomy::MovementPattern, equipment::Equipment, exercise::Exercise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    draft::{Role, is_ladder},
    library::Place,
    muscles::MuscleSet,
    request::Request,
    timebox::Planned,
};

/// When accessories are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SupersetPolicy {
    /// Never.
    None,
    /// When time is the limit.
    #[default]
    WhenTimeLimited,
    /// Whenever they may be.
    Preferred,
}

/// How well two exercises pair: antagonists better than strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairClass {
    /// Allowed.
    Allowed = 1,
    /// Antagonists by their dominant patterns.
    Antagonists = 2,
}

/// SS-1: whether two accessories may be paired, and how well.
pub fn pair_class(request: &Request<'_>, one: Place, other: Place) -> Option<PairClass> {
    let library = request.library;
    let (a, b) = (library.traits(one), library.traits(other));
    let (first, second) = (library.exercise(one), library.exercise(other));
    let heavy = first.axial_load || second.axial_load || a.fatigue_cost + b.fatigue_cost > 5;
    let strong = |place: Place| -> MuscleSet {
        let traits = library.traits(place);
        traits.hits.iter().filter(|&muscle| traits.contributions.of(muscle) >= 5).collect()
    };
    let shared_muscle =
        !strong(one).and(strong(other)).is_empty() || b.hits.has(a.lead) || a.hits.has(b.lead);
    let on_ladder = [one, other].into_iter().any(|place| is_ladder(request, place));
    if heavy || shared_muscle || on_ladder || share_a_station(request, first, second) {
        return None;
    }
    Some(if are_antagonists(a.dominant, b.dominant) { PairClass::Antagonists } else { PairClass::Allowed })
}

/// SS-1: the antagonists by dominant pattern, in either order.
fn are_antagonists(one: MovementPattern, other: MovementPattern) -> bool {
    use MovementPattern::{
        ElbowExtension, ElbowFlexion, HipAbduction, HipAdduction, HipExtension, HorizontalAbduction,
        HorizontalAdduction, HorizontalPull, HorizontalPush, KneeExtension, KneeFlexion, TrunkExtension,
        TrunkFlexion, VerticalPull, VerticalPush,
    };
    let table = |one, other| {
        matches!(
            (one, other),
            (HorizontalPush | HorizontalAdduction, HorizontalPull | HorizontalAbduction)
                | (VerticalPush, VerticalPull)
                | (ElbowFlexion, ElbowExtension)
                | (KneeFlexion, KneeExtension)
                | (HipAbduction, HipAdduction)
                | (TrunkFlexion, TrunkExtension | HipExtension)
        )
    };
    table(one, other) || table(other, one)
}

/// SS-1: the same machine or rack, or one cable for two.
fn share_a_station(request: &Request<'_>, one: &Exercise, other: &Exercise) -> bool {
    let (first, second) = (used(request, one), used(request, other));
    let is_station = |class: Equipment| (class.is_machine() && !class.is_cable()) || class == Equipment::Rack;
    if first.iter().any(|&class| is_station(class) && second.contains(&class)) {
        return true;
    }
    let cable = |classes: &[Equipment]| classes.iter().any(|class| class.is_cable());
    let both_stacks = |classes: &[Equipment]| classes.contains(&Equipment::CableDual);
    cable(first)
        && cable(second)
        && (!request.equipment.has(Equipment::CableDual) || both_stacks(first) || both_stacks(second))
}

/// What an exercise occupies: its first alternative that is at hand.
fn used<'e>(request: &Request<'_>, exercise: &'e Exercise) -> &'e [Equipment] {
    let at_hand = |needed: &&Vec<Equipment>| needed.iter().all(|&class| request.equipment.has(class));
    exercise.equipment.iter().find(at_hand).map_or(&[], Vec::as_slice)
}

/// A set of disjoint pairs of indexes into the session, with what SS-2 compares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Pairing {
    pairs: Vec<(usize, usize)>,
    class_sum: usize,
    distance: usize,
}

impl Pairing {
    fn add(&mut self, first: usize, second: usize, class: PairClass) {
        self.pairs.push((first, second));
        self.class_sum += class as usize;
        self.distance += second - first;
    }

    /// Takes back what was added last.
    fn remove(&mut self, first: usize, second: usize, class: PairClass) {
        self.pairs.pop();
        self.class_sum -= class as usize;
        self.distance -= second - first;
    }

    /// More pairs, then better classes, then nearer, then smaller indexes.
    fn is_better_than(&self, other: &Self) -> bool {
        let key = |pairing: &Self| {
            (std::cmp::Reverse(pairing.pairs.len()), std::cmp::Reverse(pairing.class_sum), pairing.distance)
        };
        key(self).cmp(&key(other)).then_with(|| self.pairs.cmp(&other.pairs)).is_lt()
    }
}

/// SS-2: the best disjoint pairs among the accessories of a session, as indexes in its order.
pub fn choose_pairs(request: &Request<'_>, session: &[Planned]) -> Vec<(usize, usize)> {
    let accessories = || (0..session.len()).filter(|&index| session[index].role == Role::Accessory);
    let pairs = accessories().flat_map(|first| {
        // Both have one set count, and neither is lifted to the floor of the other (AR-5).
        let alike = move |&second: &usize| first < second && session[first].sets == session[second].sets;
        let later = accessories().filter(alike);
        later.filter_map(move |second| {
            Some((first, second, pair_class(request, session[first].place, session[second].place)?))
        })
    });
    let pairs: Vec<_> = pairs.collect();
    let mut best = Pairing::default();
    search(&pairs, &mut Pairing::default(), &mut best);
    best.pairs
}

/// Tries every set of disjoint pairs, with `current` as its beginning. Sessions are short.
fn search(pairs: &[(usize, usize, PairClass)], current: &mut Pairing, best: &mut Pairing) {
    if current.is_better_than(best) {
        best.clone_from(current);
    }
    for (index, &(first, second, class)) in pairs.iter().enumerate() {
        let is_taken = |one: usize| current.pairs.iter().any(|&(a, b)| one == a || one == b);
        if is_taken(first) || is_taken(second) {
            continue;
        }
        current.add(first, second, class);
        search(&pairs[index + 1..], current, best);
        current.remove(first, second, class);
    }
}

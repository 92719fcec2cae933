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
        traits.hits.iter().filter(|&muscle| traits.contributions[muscle as usize] >= 5).collect()
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
    let used = |exercise: &Exercise| -> Vec<Equipment> {
        let at_hand = |needed: &&Vec<Equipment>| needed.iter().all(|&class| request.equipment.has(class));
        exercise.equipment.iter().find(at_hand).cloned().unwrap_or_default()
    };
    let (first, second) = (used(one), used(other));
    let both = |class: Equipment| first.contains(&class) && second.contains(&class);
    let machine = Equipment::ALL.iter().copied().filter(|class| class.is_machine() && !class.is_cable());
    if machine.chain([Equipment::Rack]).any(both) {
        return true;
    }
    let cable = |classes: &[Equipment]| classes.iter().any(|class| class.is_cable());
    let both_stacks = |classes: &[Equipment]| classes.contains(&Equipment::CableDual);
    cable(&first)
        && cable(&second)
        && (!request.equipment.has(Equipment::CableDual) || both_stacks(&first) || both_stacks(&second))
}

/// A set of disjoint pairs of indexes into the session, with what SS-2 compares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Pairing {
    pairs: Vec<(usize, usize)>,
    class_sum: usize,
    distance: usize,
}

impl Pairing {
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
    let accessories: Vec<usize> =
        (0..session.len()).filter(|&index| session[index].role == Role::Accessory).collect();
    let mut best = Pairing::default();
    search(request, session, &accessories, Pairing::default(), &mut best);
    best.pairs
}

/// Takes the first accessory alone or with each later one, and goes on with the rest. Sessions are short.
fn search(request: &Request<'_>, session: &[Planned], left: &[usize], current: Pairing, best: &mut Pairing) {
    let Some((&first, rest)) = left.split_first() else {
        if current.is_better_than(best) {
            *best = current;
        }
        return;
    };
    for (position, &second) in rest.iter().enumerate() {
        // Both have one set count, and neither is lifted to the floor of the other (AR-5).
        if session[first].sets != session[second].sets {
            continue;
        }
        let Some(class) = pair_class(request, session[first].place, session[second].place) else { continue };
        let mut next = current.clone();
        next.pairs.push((first, second));
        next.class_sum += class as usize;
        next.distance += second - first;
        let others: Vec<usize> = rest
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != position)
            .map(|(_, &index)| index)
            .collect();
        search(request, session, &others, next, best);
    }
    search(request, session, rest, current, best);
}

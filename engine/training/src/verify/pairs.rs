//! Supersets: whether each pair may be one (check 13).

use std::collections::BTreeSet;

use domain::{
    anatomy::Muscle,
    equipment::Equipment,
    exercise::{Exercise, ExerciseKey},
};

use super::{Case, Report, Shown};
use crate::superset::SupersetPolicy;

/// The other member of the pair that an exercise is in.
pub(super) fn partner<'a>(case: &Case<'a>, shown: Shown<'a>) -> Option<Shown<'a>> {
    let pairs = &case.selection().supersets;
    let other: &ExerciseKey = pairs.iter().find_map(|[one, other]| match shown.key() {
        key if key == one => Some(other),
        key if key == other => Some(one),
        _ => None,
    })?;
    case.session().find(|shown| shown.key() == other)
}

/// Check 13: pairs are two accessories next to each other that may be paired by SS-1.
pub(super) fn pairs(case: &Case<'_>, report: &mut Report) {
    let session: Vec<Shown<'_>> = case.session().collect();
    let pairs = &case.selection().supersets;
    let allowed = case.facts.input.superset_policy != SupersetPolicy::None && !case.facts.deload;
    report.require(pairs.is_empty() || allowed, "SS-2", None, || {
        format!("{} pairs, expected none in a deload or with the policy none", pairs.len())
    });
    let mut paired = BTreeSet::new();
    for [one, other] in pairs {
        for key in [one, other] {
            report.require(paired.insert(key), "SS-2", Some(key), || "in two pairs".to_owned());
        }
        let found = session.windows(2).find(|pair| pair[0].key() == one && pair[1].key() == other);
        match found {
            Some(pair) => pair_of(case, pair[0], pair[1], report),
            None => {
                report.add("SO-9", Some(one), format!("its partner {other} does not stand after it"));
            }
        }
    }
}

fn pair_of(case: &Case<'_>, one: Shown<'_>, other: Shown<'_>, report: &mut Report) {
    let facts = &case.facts;
    let (a, b) = (one.exercise, other.exercise);
    let strong = |exercise: &Exercise| -> BTreeSet<Muscle> {
        Muscle::ALL.iter().copied().filter(|&muscle| facts.contribution(exercise, muscle) >= 5).collect()
    };
    let hits = |exercise: &Exercise, muscle: Muscle| exercise.muscles.iter().any(|hit| hit == muscle);
    let rules = [
        (!one.is_main() && !other.is_main(), "SS-2", "one of them is a main"),
        (one.sets() == other.sets(), "SS-2", "their sets differ"),
        (!a.axial_load && !b.axial_load, "SS-1", "one of them loads the spine"),
        (a.fatigue_cost + b.fatigue_cost <= 5, "SS-1", "their fatigue costs sum to more than 5"),
        (strong(a).is_disjoint(&strong(b)), "SS-1", "they share a muscle"),
        (!hits(b, a.muscles.primary[0]), "SS-1", "the second hits the lead muscle of the first"),
        (!hits(a, b.muscles.primary[0]), "SS-1", "the first hits the lead muscle of the second"),
        (!facts.is_ladder(&a.id) && !facts.is_ladder(&b.id), "SS-1", "one of them climbs a ladder"),
        (can_stand_apart(&facts.equipment, a, b), "SS-1", "they share a station"),
    ];
    for (holds, spec, what) in rules {
        report.require(holds, spec, Some(&a.id), || format!("is paired with {}, but {what}", b.id));
    }
}

/// SS-1: there are alternatives at hand by which the two need no common station.
fn can_stand_apart(at_hand: &BTreeSet<Equipment>, one: &Exercise, other: &Exercise) -> bool {
    let usable = |exercise: &Exercise| -> Vec<Vec<Equipment>> {
        if exercise.equipment.is_empty() {
            return vec![vec![]];
        }
        let possible = |needed: &&Vec<Equipment>| needed.iter().all(|class| at_hand.contains(class));
        exercise.equipment.iter().filter(possible).cloned().collect()
    };
    let uses_cable = |classes: &[Equipment]| classes.iter().any(|class| class.is_cable());
    let both_stacks = |classes: &[Equipment]| classes.contains(&Equipment::CableDual);
    let clash = |first: &[Equipment], second: &[Equipment]| {
        let station =
            |class: &Equipment| *class == Equipment::Rack || (class.is_machine() && !class.is_cable());
        let shared = first.iter().filter(|class| station(class)).any(|class| second.contains(class));
        let one_cable = !at_hand.contains(&Equipment::CableDual) || both_stacks(first) || both_stacks(second);
        shared || (uses_cable(first) && uses_cable(second) && one_cable)
    };
    let (first, second) = (usable(one), usable(other));
    first.iter().any(|a| second.iter().any(|b| !clash(a, b)))
}

//! P-9, P-10, P-11: the next step of a ladder item.

use domain::{
    exercise::{Exercise, ExerciseKey, ProgressionType},
    prescription::spread,
};

use super::{
    bundle::{Goal, most_of},
    case::{Case, Rung},
    easier::Stand,
    target::rounded_percent_of,
};

/// What an advance leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Next {
    pub(super) goal: Goal,
    /// Whether it only leads back toward the level's own target.
    pub(super) restores: bool,
}

/// The next step, or [`None`] at the top of the ladder.
pub(super) fn next(case: &Case<'_>) -> Option<Next> {
    match case.rung {
        Some(rung) if case.targets.plan < rung.level.volume() => Some(restore(case, rung)),
        Some(rung) => Some(Next { goal: Goal::level(rung.next()?), restores: false }),
        None => Some(Next { goal: free_step(case)?, restores: false }),
    }
}

/// Back toward the level's own target: two per set for strength, a tenth for the others, at most that target.
fn restore(case: &Case<'_>, rung: Rung<'_>) -> Next {
    let more = match case.progression {
        ProgressionType::Strength => case.targets.plan + 2 * case.sets,
        ProgressionType::Endurance | ProgressionType::Mobility => a_tenth_more(case),
    };
    let goal =
        if more >= rung.level.volume() { Goal::level(rung) } else { Goal::on(rung, spread(more, case.sets)) };
    Next { goal, restores: true }
}

/// The step of a ladder without levels.
fn free_step(case: &Case<'_>) -> Option<Goal> {
    let (target, sets) = (case.targets.plan, case.sets);
    let amounts = match case.progression {
        // The set that is added is like the last one.
        ProgressionType::Strength if sets < case.tuning().max_sets => {
            spread(target + target / sets, sets + 1)
        }
        ProgressionType::Strength => spread(target + 2 * sets, sets),
        ProgressionType::Endurance => spread(a_tenth_more(case), sets),
        ProgressionType::Mobility => {
            let harder = neighbor(case, case.exercise.harder.as_ref())?;
            return Some(Goal::free(harder.id.clone(), case.measure, spread(target, sets)));
        }
    };
    let fits = amounts.iter().all(|&amount| amount <= most_of(case.measure));
    fits.then(|| Goal::free(case.item.exercise_key.clone(), case.measure, amounts))
}

fn a_tenth_more(case: &Case<'_>) -> u32 {
    let target = case.targets.plan;
    rounded_percent_of(target, case.tuning().endurance_step_pct).max(target + 1)
}

/// The exercise of this key, if it is climbed by the same rules and counted alike.
pub(super) fn neighbor<'a>(case: &Case<'a>, key: Option<&ExerciseKey>) -> Option<&'a Exercise> {
    Stand::of(case).neighbor(key)
}

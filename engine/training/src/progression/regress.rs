//! P-7: how far an item goes back.

use domain::{exercise::ProgressionType, prescription::spread};

use super::{
    bundle::Goal,
    case::{Case, Rung},
    step::neighbor,
    target::{percent_of, reaches},
};

/// Why an item goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    UnderVolume,
    MaxEffort,
    Discomfort,
    Pain,
}

/// Where an item goes back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Back {
    pub(super) goal: Goal,
    /// Whether it should have gone a level down and is on the lowest one.
    pub(super) is_at_bottom: bool,
}

/// The target after a regress.
pub(super) fn back(case: &Case<'_>, cause: Cause) -> Back {
    let (tuning, targets) = (case.tuning(), case.targets);
    let below = case.rung.and_then(Rung::previous);
    let volume = match cause {
        Cause::UnderVolume if !targets.fell_below(tuning.level_pct) => Some(targets.done),
        Cause::MaxEffort => Some(percent_of(targets.reduced(), 100 - cut(case))),
        Cause::UnderVolume | Cause::Discomfort | Cause::Pain => None,
    };
    let falls = volume.is_none() || case.progression == ProgressionType::Mobility;
    if let Some(below) = below.filter(|_| falls) {
        return Back { goal: Goal::level(below), is_at_bottom: false };
    }
    let volume = volume.unwrap_or_else(|| percent_of(targets.reduced(), tuning.level_pct)).max(case.sets);
    let Some(rung) = case.rung else {
        return Back { goal: free(case, volume, falls), is_at_bottom: false };
    };
    // So little of a level is better done as the level below.
    let too_little = !reaches(volume, tuning.floor_pct, rung.level.volume());
    let goal = match below.filter(|_| too_little) {
        Some(below) => Goal::level(below),
        None => Goal::on(rung, spread(volume, case.sets)),
    };
    Back { goal, is_at_bottom: falls }
}

/// Percent taken off after too much effort.
pub(super) fn cut(case: &Case<'_>) -> u32 {
    if case.concerns.fatigue { case.tuning().fatigue_cut_pct } else { case.tuning().cut_pct }
}

/// A ladder without levels: mobility takes the easier variation where there is one, the rest less of the same.
fn free(case: &Case<'_>, volume: u32, falls: bool) -> Goal {
    let mobility = falls && case.progression == ProgressionType::Mobility;
    match neighbor(case, case.exercise.easier.as_ref()).filter(|_| mobility) {
        Some(easier) => Goal::free(easier.id.clone(), case.measure, spread(case.targets.plan, case.sets)),
        None => Goal::free(case.item.exercise_key.clone(), case.measure, spread(volume, case.sets)),
    }
}

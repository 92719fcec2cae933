//! Cold start: what is known of a new athlete, and how freely the engine may choose (CS-1).

use domain::exercise::TrainingAge;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    history::History,
    input::{HistorySet, SelectionInput},
    library::Library,
};

/// The stage of a cold start and what it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stage {
    /// 0: starter sessions; 1: starter mains, free accessories; 2: free choice. Never below the stored one.
    pub reached: u8,
    /// Whether the protocol is on.
    pub enabled: bool,
    /// The stage in force: 2 when the protocol is off.
    pub effective: u8,
    /// Whether weighted baselines of an experienced athlete skipped stage 0.
    pub is_bypassed: bool,
}

impl Stage {
    /// CS-1.
    pub(crate) fn of(
        input: &SelectionInput,
        library: &Library<'_>,
        history: &History<'_>,
        age: TrainingAge,
    ) -> Self {
        let numbers = input.tuning.cold_start;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (completed, check_ins, stored, enabled) = match input.cold_start {
            Some(state) => (state.completed, state.check_ins, state.stored_stage, state.enabled),
            None => (count(history.sessions.len()), count(input.check_ins.len()), 0, true),
        };
        let settled = completed >= numbers.completed && check_ins >= numbers.check_ins;
        let stable = count(stable_mains(input, library, history)) >= numbers.baselines;
        let by_counts = match (settled, completed >= numbers.stage_2_completed && stable) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        };
        let experienced = age != TrainingAge::Beginner;
        let bypass = by_counts == 0
            && stored == 0
            && experienced
            && count(weighted_mains(input, library)) >= numbers.baselines;
        let reached = by_counts.max(stored).max(u8::from(bypass));
        Self { reached, enabled, effective: if enabled { reached } else { 2 }, is_bypassed: bypass }
    }
}

/// Main-eligible exercises with a baseline that holds a weight.
fn weighted_mains(input: &SelectionInput, library: &Library<'_>) -> usize {
    mains_with_baseline(input, library, |baseline| {
        baseline.working_weight_min.is_some() || baseline.top_set_weight.is_some()
    })
    .len()
}

/// A set that counts, with load and reps.
fn is_logged(set: &HistorySet) -> bool {
    set.is_performed() && set.load_g.is_some() && set.reps.is_some()
}

/// Main-eligible exercises with a baseline and at least two sessions with load and reps.
fn stable_mains(input: &SelectionInput, library: &Library<'_>, history: &History<'_>) -> usize {
    let mains = mains_with_baseline(input, library, |_| true);
    let logged = |place: usize| {
        let sessions = history.sessions.iter().filter(|past| {
            past.done.iter().any(|(done, exercise)| *done == place && exercise.sets.iter().any(is_logged))
        });
        sessions.count() >= 2
    };
    mains.into_iter().filter(|&place| logged(place)).count()
}

fn mains_with_baseline(
    input: &SelectionInput,
    library: &Library<'_>,
    counts: impl Fn(&crate::load::baseline::Baseline) -> bool,
) -> Vec<usize> {
    let places = input.baselines.iter().filter(|&baseline| counts(baseline));
    let mut places: Vec<usize> = places
        .filter_map(|baseline| library.find(baseline.exercise.as_str()))
        .filter(|&place| library.traits(place).is_main_eligible)
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}

//! Warm-up ramp: the lighter sets before a main lift (LD-8, L-15).

use domain::{
    exercise::{Exercise, LoadSemantics},
    grid::Grid,
    quantity::Grams,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One warm-up set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RampSet {
    /// The load.
    pub load: Grams,
    /// How often.
    pub reps: u32,
    /// Rest after it in seconds.
    pub rest_s: u32,
}

impl RampSet {
    /// Seconds that it takes with its rest, for an exercise whose sets take `work_s`.
    pub fn seconds(&self, work_s: u32) -> u32 {
        work_s.min(30) + self.rest_s
    }
}

/// How thoroughly a main is warmed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RampKind {
    /// The first main of a session.
    First,
    /// A later one with another dominant pattern.
    Further,
}

struct Step {
    percent: i64,
    reps: u32,
    rest_s: u32,
    /// The lightest working load that takes it.
    from: Grams,
}

const FIRST: &[Step] = &[
    Step { percent: 50, reps: 8, rest_s: 60, from: Grams::ZERO },
    Step { percent: 73, reps: 5, rest_s: 90, from: Grams::ZERO },
    Step { percent: 85, reps: 3, rest_s: 120, from: Grams(100_000) },
];

const FURTHER: &[Step] = &[Step { percent: 73, reps: 5, rest_s: 90, from: Grams::ZERO }];

/// Percent of the working load that every ramp set stays below.
const BELOW_PCT: i64 = 90;

/// The ramp to `load`, lightest first; empty for what is no weight in the hands, and where no step is left.
pub fn ramp(exercise: &Exercise, grid: &Grid, load: Option<Grams>, kind: RampKind) -> Vec<RampSet> {
    let weight = matches!(exercise.load_semantics, LoadSemantics::External | LoadSemantics::PerSide);
    let Some(load) = load.filter(|_| weight) else { return Vec::new() };
    let steps = match kind {
        RampKind::First => FIRST,
        RampKind::Further => FURTHER,
    };
    let shown = |load: Grams| load.display(grid.unit()).0;
    let mut ramp: Vec<RampSet> = Vec::new();
    // From the heaviest down, so that a step is compared with the next one that is left.
    for step in steps.iter().rev().filter(|step| step.from <= load) {
        let lighter = grid.floor(load.percent(step.percent));
        let is_below = match ramp.last() {
            Some(next) => lighter < next.load,
            None => shown(lighter) * 100 < shown(load) * BELOW_PCT,
        };
        if is_below {
            ramp.push(RampSet { load: lighter, reps: step.reps, rest_s: step.rest_s });
        }
    }
    ramp.reverse();
    ramp
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{
        iron::Iron,
        tests::{bench, exercise, kg},
    };
    use domain::quantity::{Hundredths, MassUnit};

    fn sets(unit: MassUnit, load: i64, kind: RampKind) -> Vec<(i64, u32, u32)> {
        let load = Grams::from_display(Hundredths(load), unit);
        let grid = Iron::standard(unit).grid_for(&bench()).unwrap();
        let ramp = ramp(&bench(), grid, Some(load), kind);
        ramp.iter().map(|set| (set.load.display(unit).0, set.reps, set.rest_s)).collect()
    }

    #[test]
    fn ld_8_the_first_main_is_ramped() {
        let first = |load| sets(MassUnit::Kg, load, RampKind::First);
        assert_eq!(first(10_250), [(5000, 8, 60), (7250, 5, 90), (8500, 3, 120)]);
        assert_eq!(first(6000), [(3000, 8, 60), (4250, 5, 90)]);
        assert_eq!(first(3000), [(2000, 5, 90)]);
        assert_eq!(first(2000), []);
        // The bar is 88.9 % of 22.5 kg, but 90.9 % of 22 kg.
        assert_eq!((first(2250), first(2200)), (vec![(2000, 5, 90)], vec![]));
    }

    #[test]
    fn ld_8_a_further_main_has_one_step() {
        assert_eq!(sets(MassUnit::Kg, 12_000, RampKind::Further), [(8750, 5, 90)]);
    }

    #[test]
    fn l_15_the_ramp_of_the_example() {
        assert_eq!(sets(MassUnit::Lb, 17_000, RampKind::First), [(8500, 8, 60), (12_000, 5, 90)]);
    }

    #[test]
    fn ld_8_without_a_number_there_is_no_ramp() {
        let grid = Iron::standard(MassUnit::Kg).grid_for(&bench()).unwrap();
        assert_eq!(ramp(&bench(), grid, None, RampKind::First), []);
        let assisted = exercise(|exercise| exercise.load_semantics = LoadSemantics::Assistance);
        assert_eq!(ramp(&assisted, grid, Some(kg(60)), RampKind::First), []);
    }

    #[test]
    fn ld_8_a_ramp_set_takes_at_most_half_a_minute() {
        let set = RampSet { load: kg(50), reps: 8, rest_s: 60 };
        assert_eq!((set.seconds(55), set.seconds(20)), (90, 80));
    }
}

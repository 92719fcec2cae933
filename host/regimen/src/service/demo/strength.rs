//! How strong the made-up athlete is: how far a set could go, which load suits it, and what is done of it.
//!
//! The maximum of an exercise is a multiple of what the catalogue's start hint (LD-5) says of an average athlete, so that
//! a leg press is heavier than a lateral raise, and one hand moves less than two. The reps to failure follow from it by
//! the formula of the estimated maximum (SG-6), read the other way.

use domain::{
    anatomy::MovementPattern,
    exercise::{Exercise, Implement, LoadSemantics, Measure, TrainingAge},
    grid::Grid,
    quantity::{Grams, Rpe},
};
use training::load::{
    Sense,
    hint::{self, Sex, start_hint},
};

/// What the athlete weighs on the first day.
pub(super) const WEIGHT: Grams = Grams(81_200);

/// Tenths of a percent of a limit that each set before costs.
const TIRED: i64 = 35;

/// The athlete on one day.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// What the body weighs.
    pub(super) weight: Grams,
    /// How strong it is, in thousandths of the first day.
    pub(super) strength: i64,
}

/// What is asked of a set, in reps, seconds or meters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    /// The bottom of the range.
    pub(super) least: u32,
    /// What the plan hopes for.
    pub(super) goal: u32,
    /// No more, however easy it is.
    pub(super) most: u32,
    /// The effort at which it is enough, in tenths.
    pub(super) effort: i64,
    /// Whether nothing is left for later.
    pub(super) all_out: bool,
}

impl Shape {
    /// Tenths of reps, seconds or meters to failure in set number `place` of an exercise.
    pub(super) fn limit(self, exercise: &Exercise, load: Option<Grams>, place: i64) -> i64 {
        let load = load.unwrap_or(Grams::ZERO);
        let body = self.weight.0;
        let fresh = match (exercise.measure, exercise.load_semantics) {
            (Measure::Seconds | Measure::Meters, _) => {
                let usual = 12 * i64::from(exercise.rep_max) * self.strength / 1000;
                match self.working_load(exercise).filter(|_| load > Grams::ZERO) {
                    Some(working) => usual * working.0 / load.0,
                    None => usual,
                }
            }
            (_, LoadSemantics::Bodyweight) => to_failure(self.moved_body(exercise), body + load.0),
            (_, LoadSemantics::Assistance) => {
                to_failure(self.moved_body(exercise), (body - load.0).max(body / 5))
            }
            _ => match self.maximum(exercise).filter(|_| load > Grams::ZERO) {
                Some(maximum) => to_failure(maximum.0, load.0),
                None => 10 * i64::from(exercise.rep_max + 3) * self.strength / 1000,
            },
        };
        (fresh * (1000 - TIRED * place) / 1000).max(0)
    }

    /// The load with which so many tenths of reps would be the last, with some caution for a first try.
    pub(super) fn first_load(self, exercise: &Exercise, grid: &Grid, reps: i64) -> Option<Grams> {
        const CAUTION: i64 = 93;
        let load = match (exercise.measure, exercise.load_semantics) {
            (Measure::Seconds | Measure::Meters, _) => self.working_load(exercise)?,
            (_, LoadSemantics::Bodyweight) => return None,
            (_, LoadSemantics::Assistance) => {
                let moved = self.moved_body(exercise) * 300 / (300 + reps) * CAUTION / 100;
                Grams((self.weight.0 - moved).max(0))
            }
            _ => Grams(self.maximum(exercise)?.0 * 300 / (300 + reps) * CAUTION / 100),
        };
        Some(Sense::of(exercise).fit(grid, load).load)
    }

    /// What is moved once, the load alone.
    fn maximum(self, exercise: &Exercise) -> Option<Grams> {
        use MovementPattern::{Hinge, HipExtension, Squat};
        let machine = matches!(exercise.implement, Implement::Machine | Implement::Sled);
        // A hint is careful, and most so where a machine or the hips carry most.
        let percent = match exercise.dominant_pattern() {
            Squat if machine => 280,
            HipExtension if exercise.is_compound => 210,
            Hinge => 180,
            _ => 160,
        };
        Some(Grams(self.working_load(exercise)?.0 * percent / 100))
    }

    /// What an athlete like this works with by LD-5, and how that is for this one, on this day.
    fn working_load(self, exercise: &Exercise) -> Option<Grams> {
        let body =
            hint::Body { weight: Some(WEIGHT), sex: Sex::Male, training_age: TrainingAge::Intermediate };
        let hint = start_hint(exercise, &[], &body)?;
        Some(Grams(hint.load.0 * talent(exercise) / 100 * self.strength / 1000))
    }

    /// What is moved once of the own body and what hangs on it.
    fn moved_body(self, exercise: &Exercise) -> i64 {
        use MovementPattern::{
            AnklePlantarflexion, Hinge, HipExtension, HorizontalPull, HorizontalPush, KneeFlexion, Lunge,
            Squat, TrunkFlexion, VerticalPull, VerticalPush,
        };
        let reps = match exercise.dominant_pattern() {
            HorizontalPush | TrunkFlexion | Hinge => 20,
            Squat | HipExtension | AnklePlantarflexion => 26,
            VerticalPush => 11,
            VerticalPull => 9,
            HorizontalPull => 13,
            Lunge => 18,
            KneeFlexion => 7,
            _ => 16,
        };
        let percent = match exercise.difficulty {
            TrainingAge::Beginner => 120,
            TrainingAge::Intermediate => 100,
            TrainingAge::Advanced => 55,
        };
        let tenths = reps * percent / 10 * talent(exercise) / 100;
        WEIGHT.0 * (300 + tenths) / 300 * self.strength / 1000
    }
}

/// SG-6 the other way: tenths of reps with `load` for somebody who moves `maximum` once.
fn to_failure(maximum: i64, load: i64) -> i64 {
    300 * maximum / load.max(1) - 300
}

/// Nobody is equally good at everything: percent of what is usual, by the name of the exercise.
fn talent(exercise: &Exercise) -> i64 {
    let sum: i64 = exercise.id.as_str().bytes().map(i64::from).sum();
    94 + sum % 13
}

/// What is done of a set that could go to `limit`, and how hard it is.
pub(super) fn done(exercise: &Exercise, limit: i64, asked: Asked) -> (u32, Option<Rpe>) {
    // What counts as one rep of effort where seconds or meters are counted.
    let unit = match exercise.measure {
        Measure::Reps => 1,
        Measure::Seconds | Measure::Meters => i64::from(exercise.rep_max / 12).max(1),
    };
    let with_left = |tenths: i64| (limit - tenths * unit) / 10;
    // Hard, but not to the limit, unless it is to be shown to somebody.
    let hard = with_left(if asked.all_out { 0 } else { 15 });
    let hoped = i64::from(asked.goal).max(i64::from(asked.least)).min(hard);
    let amount = with_left(100 - asked.effort).max(hoped).min(i64::from(asked.most)).max(1);
    let left = (limit - 10 * amount) / unit;
    let effort = (100 - left).clamp(50, 100) / 5 * 5;
    (u32::try_from(amount).unwrap_or(1), Rpe::new(effort).ok())
}

#[cfg(test)]
mod tests {
    use domain::{exercise::ExerciseKey, quantity::MassUnit};
    use training::{catalog::Catalog, load::iron::Iron};

    use super::*;

    const FIRST_DAY: Shape = Shape { weight: WEIGHT, strength: 1000 };

    fn exercise(key: &str) -> &'static Exercise {
        Catalog::embedded().get(&ExerciseKey::new(key).unwrap()).unwrap()
    }

    /// Kilograms of a first load for ten reps with two left.
    fn first(key: &str) -> i64 {
        let iron = Iron::standard(MassUnit::Kg);
        let grid = iron.grid_for(exercise(key)).unwrap();
        FIRST_DAY.first_load(exercise(key), grid, 120).unwrap().0 / 1000
    }

    #[test]
    fn first_loads_are_those_of_a_person() {
        for (key, least, most) in [
            ("bench_press", 45, 65),
            ("dumbbell_bench_press", 16, 26),
            ("leg_press", 80, 160),
            ("dumbbell_lateral_raise", 4, 9),
            ("back_squat", 55, 85),
            ("dumbbell_curl", 6, 12),
        ] {
            let load = first(key);
            assert!((least..=most).contains(&load), "{key}: {load} kg");
        }
    }

    #[test]
    fn a_heavier_load_a_later_set_and_a_weaker_day_leave_fewer_reps() {
        let bench = exercise("bench_press");
        let limit = |shape: Shape, kg: i64, place| shape.limit(bench, Some(Grams(kg * 1000)), place);
        let usual = limit(FIRST_DAY, 60, 0);
        assert!(limit(FIRST_DAY, 65, 0) < usual && limit(FIRST_DAY, 60, 2) < usual);
        assert!(limit(Shape { strength: 950, ..FIRST_DAY }, 60, 0) < usual);
    }

    #[test]
    fn the_effort_is_what_is_left_and_nobody_goes_to_the_limit_without_a_reason() {
        let bench = exercise("bench_press");
        let asked = Asked { least: 8, goal: 9, most: 12, effort: 80, all_out: false };
        let rpe = |tenths| Rpe::new(tenths).ok();
        assert_eq!(done(bench, 115, asked), (9, rpe(75)));
        assert_eq!(done(bench, 160, asked), (12, rpe(60)));
        assert_eq!(done(bench, 85, asked), (7, rpe(85)));
        let all_out = Asked { all_out: true, ..asked };
        assert_eq!(done(bench, 85, all_out), (8, rpe(95)));
        assert_eq!(done(bench, 62, all_out), (6, rpe(95)));
    }
}

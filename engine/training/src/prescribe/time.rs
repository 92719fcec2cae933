//! Seconds of a set: the work itself (TM-1) and the rest after it (RX-5).

use domain::exercise::{Exercise, ExerciseKind, Measure, ProgressionType};

use crate::load::estimate::Range;

/// Rest after each set in seconds (RX-5).
pub fn rest_s(exercise: &Exercise, is_main: bool, range: Range) -> u32 {
    // Work against one's own limits of time or reach needs no long rest; a loaded carry does.
    let timed = exercise.measure != Measure::Reps && !exercise.takes_load();
    let mobility =
        exercise.kind == ExerciseKind::Mobility || exercise.progression_type == ProgressionType::Mobility;
    let costly = exercise.fatigue_cost >= 4;
    match (timed || mobility, is_main, exercise.is_compound) {
        (true, _, _) => 60,
        (_, true, _) if range.low <= 5 => if_else(costly, 300, 240),
        (_, true, _) => if_else(costly, 180, 150),
        (_, _, true) => if_else(range.low <= 8, 150, 120),
        (_, _, false) => 90,
    }
}

const fn if_else(holds: bool, then: u32, otherwise: u32) -> u32 {
    if holds { then } else { otherwise }
}

/// Seconds of work of one set (TM-1).
pub fn work_s(exercise: &Exercise, range: Range) -> u32 {
    let known = exercise.time_per_set_s;
    match exercise.measure {
        Measure::Reps => known.unwrap_or((7 * range.high).div_ceil(2) + 10),
        // The catalogue's time covers both sides, the upper bound only one.
        Measure::Seconds => range.high.max(known.unwrap_or(0)),
        // A meter a second, where the catalogue does not know better.
        Measure::Meters => known.unwrap_or(range.high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::tests::{bench, exercise};
    use domain::exercise::LoadSemantics;

    fn rest(is_main: bool, low: u32, change: impl FnOnce(&mut Exercise)) -> u32 {
        rest_s(&exercise(change), is_main, Range::new(low, low + 4))
    }

    #[test]
    fn rx_5_rest_by_role_reps_and_cost() {
        let cheap = |exercise: &mut Exercise| exercise.fatigue_cost = 3;
        assert_eq!([rest(true, 5, |_| ()), rest(true, 5, cheap)], [300, 240]);
        assert_eq!([rest(true, 6, |_| ()), rest(true, 6, cheap)], [180, 150]);
        assert_eq!([rest(false, 8, |_| ()), rest(false, 10, |_| ())], [150, 120]);
        assert_eq!(rest(false, 10, |exercise| exercise.is_compound = false), 90);
    }

    #[test]
    fn rx_5_timed_work_and_mobility_rest_a_minute() {
        let hold = |exercise: &mut Exercise| {
            exercise.measure = Measure::Seconds;
            exercise.load_semantics = LoadSemantics::Timed;
        };
        assert_eq!(rest(false, 20, hold), 60);
        assert_eq!(rest(false, 5, |exercise| exercise.kind = ExerciseKind::Mobility), 60);
        // A carry is measured in meters, but loaded.
        assert_eq!(rest(false, 20, |exercise| exercise.measure = Measure::Meters), 120);
    }

    #[test]
    fn tm_1_work_is_known_or_follows_from_the_reps() {
        assert_eq!(work_s(&bench(), Range::new(6, 10)), 60);
        let unknown = exercise(|exercise| exercise.time_per_set_s = None);
        assert_eq!(work_s(&unknown, Range::new(6, 10)), 45);
        assert_eq!(work_s(&unknown, Range::new(6, 9)), 42);
        let hold = |known| {
            exercise(|exercise| {
                exercise.measure = Measure::Seconds;
                exercise.time_per_set_s = known;
            })
        };
        assert_eq!(work_s(&hold(None), Range::new(20, 45)), 45);
        assert_eq!(work_s(&hold(Some(30)), Range::new(20, 45)), 45);
        assert_eq!(work_s(&hold(Some(90)), Range::new(20, 45)), 90);
    }
}

//! Goals and what each asks for: rep ranges, effort, back-off (RX-2, RX-3).

use domain::{
    exercise::{Exercise, Measure, TrainingAge},
    vocabulary::vocabulary,
};

use crate::load::estimate::Range;

vocabulary! {
    /// What an athlete trains for, in the order of RX-2.
    pub enum Goal: "goal" {
        Hypertrophy = "hypertrophy",
        Strength = "strength",
        FatLoss = "fat_loss",
        Athleticism = "athleticism",
        GeneralHealth = "general_health",
    }
}

/// One row of RX-2.
struct Row {
    main: Range,
    accessory: Range,
    /// Tenths, by training age.
    rpe: [i64; 3],
    backoff_pct: i64,
}

impl Goal {
    const fn row(self) -> Row {
        const fn row(main: (u32, u32), accessory: (u32, u32), rpe: [i64; 3], backoff_pct: i64) -> Row {
            Row {
                main: Range::new(main.0, main.1),
                accessory: Range::new(accessory.0, accessory.1),
                rpe,
                backoff_pct,
            }
        }
        match self {
            Self::Hypertrophy => row((6, 10), (10, 15), [70, 80, 85], 88),
            Self::Strength => row((3, 6), (6, 10), [80; 3], 90),
            Self::FatLoss => row((8, 12), (12, 20), [70; 3], 85),
            Self::Athleticism => row((4, 8), (8, 12), [75; 3], 85),
            Self::GeneralHealth => row((8, 12), (10, 15), [70; 3], 85),
        }
    }

    /// Reps of a set, by the part that an exercise plays.
    pub const fn reps(self, is_main: bool) -> Range {
        if is_main { self.row().main } else { self.row().accessory }
    }

    /// Effort before any correction, in tenths of RPE.
    pub const fn base_rpe(self, age: TrainingAge) -> i64 {
        self.row().rpe[age as usize]
    }

    /// Percent of the top set that back-off sets have.
    pub const fn backoff_pct(self) -> i64 {
        self.row().backoff_pct
    }
}

/// Reps that an accessory's range spans at least.
const LEAST_SPAN: u32 = 2;

/// The range of a set: the goal's as far as the exercise allows, else the exercise's own (RX-3).
///
/// Seconds and meters are always the exercise's own.
pub fn set_range(exercise: &Exercise, is_main: bool, goal: Goal) -> Range {
    let own = Range::new(exercise.rep_min, exercise.rep_max);
    let wanted = goal.reps(is_main);
    if exercise.measure != Measure::Reps {
        return own;
    }
    let shared = Range::new(own.low.max(wanted.low), own.high.min(wanted.high));
    if shared.low > shared.high {
        return own;
    }
    if is_main || shared.high - shared.low >= LEAST_SPAN {
        return shared;
    }
    // Upward first: an accessory is better a rep lighter than a rep heavier.
    let high = own.high.min(shared.low + LEAST_SPAN);
    Range::new(own.low.max(high.saturating_sub(LEAST_SPAN)).min(shared.low), high)
}

/// Whether the exercise can be a main for this goal at all (SF-9).
pub fn fits_main_range(exercise: &Exercise, goal: Goal) -> bool {
    let wanted = goal.reps(true);
    exercise.rep_min <= wanted.high && wanted.low <= exercise.rep_max
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::tests::exercise;

    fn range(own: (u32, u32), is_main: bool, goal: Goal) -> (u32, u32) {
        let exercise = exercise(|exercise| (exercise.rep_min, exercise.rep_max) = own);
        let range = set_range(&exercise, is_main, goal);
        (range.low, range.high)
    }

    #[test]
    fn a_goal_is_one_word_everywhere() {
        for goal in Goal::ALL {
            assert_eq!(goal.to_string().parse(), Ok(*goal));
            assert_eq!(serde_json::to_string(goal).unwrap(), format!("\"{goal}\""));
        }
        assert_eq!(
            "fatloss".parse::<Goal>().unwrap_err().to_string(),
            "unknown goal `fatloss`; maybe `fat_loss`"
        );
    }

    #[test]
    fn rx_2_each_goal_has_its_row() {
        let age = TrainingAge::Advanced;
        let row =
            |goal: Goal| (goal.reps(true).low, goal.reps(false).high, goal.base_rpe(age), goal.backoff_pct());
        assert_eq!(row(Goal::Hypertrophy), (6, 15, 85, 88));
        assert_eq!(row(Goal::Strength), (3, 10, 80, 90));
        assert_eq!(row(Goal::FatLoss), (8, 20, 70, 85));
        assert_eq!(row(Goal::Athleticism), (4, 12, 75, 85));
        assert_eq!(row(Goal::GeneralHealth), (8, 15, 70, 85));
        assert_eq!(Goal::Hypertrophy.base_rpe(TrainingAge::Beginner), 70);
    }

    #[test]
    fn rx_3_the_range_is_shared_widened_or_the_exercises_own() {
        assert_eq!(range((3, 12), false, Goal::Hypertrophy), (10, 12));
        assert_eq!(range((6, 10), false, Goal::Hypertrophy), (8, 10));
        assert_eq!(range((20, 30), true, Goal::Hypertrophy), (20, 30));
        assert_eq!(range((3, 10), true, Goal::Hypertrophy), (6, 10));
        // Upward first, then downward, never beyond the exercise.
        assert_eq!(range((14, 20), false, Goal::Hypertrophy), (14, 16));
        assert_eq!(range((15, 16), false, Goal::Hypertrophy), (15, 16));
        assert_eq!(range((10, 20), false, Goal::Strength), (10, 12));
        // Mains are not widened.
        assert_eq!(range((10, 20), true, Goal::Hypertrophy), (10, 10));
    }

    #[test]
    fn rx_3_seconds_and_meters_are_the_exercises_own() {
        let plank = exercise(|exercise| {
            exercise.measure = Measure::Seconds;
            (exercise.rep_min, exercise.rep_max) = (20, 60);
        });
        assert_eq!(set_range(&plank, false, Goal::Strength), Range::new(20, 60));
    }

    #[test]
    fn sf_9_a_main_needs_reps_that_its_goal_asks_for() {
        let curl = exercise(|exercise| (exercise.rep_min, exercise.rep_max) = (8, 20));
        assert!(fits_main_range(&curl, Goal::Athleticism));
        assert!(!fits_main_range(&curl, Goal::Strength));
    }
}

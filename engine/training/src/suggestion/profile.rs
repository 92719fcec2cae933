//! Progression profiles: how fast an exercise of a kind progresses (TS-3), after what earlier steps taught (OU-10).

use domain::{
    anatomy::MovementPattern,
    exercise::{Exercise, Implement, LoadSemantics},
    prescription::{RepMode, RepPolicy},
    proposal::Outcome,
    vocabulary::vocabulary,
};

use super::{
    feedback::{Effect, Family, Recent},
    tuning::{OutOf, SuggestionTuning},
};

vocabulary! {
    /// The kind of an exercise, as far as progression goes (TS-3).
    pub enum Profile: "profile" {
        HeavyCompound = "heavy_compound",
        ControlledAccessory = "controlled_accessory",
        LargeJump = "large_jump",
        BodyweightAssisted = "bodyweight_assisted",
        Default = "default",
    }
}

impl Profile {
    /// The profile of an exercise.
    pub fn of(exercise: &Exercise) -> Self {
        use MovementPattern::{Hinge, HorizontalPush, Squat, VerticalPush};
        let is_big = matches!(exercise.dominant_pattern(), Squat | Hinge | HorizontalPush | VerticalPush);
        match (exercise.implement, exercise.load_semantics) {
            (_, LoadSemantics::Assistance) => Self::BodyweightAssisted,
            (_, LoadSemantics::Bodyweight) if exercise.loadable => Self::BodyweightAssisted,
            (Implement::Barbell, _) if exercise.is_main_lift_eligible && is_big => Self::HeavyCompound,
            (Implement::Machine | Implement::Cable, _) if !exercise.is_compound => Self::ControlledAccessory,
            (Implement::Dumbbell | Implement::Kettlebell, _) => Self::LargeJump,
            _ => Self::Default,
        }
    }
}

/// What the rules ask of an exercise now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pace {
    /// SR-1: percent of an increment.
    pub overshoot_pct: i64,
    /// SR-1: reps above the range, and above the target.
    overshoot: [u32; 2],
    /// SR-1: whether a wide range asks for a wider margin.
    wide_margin: bool,
    /// SR-1..SR-3: sessions at the top.
    pub sessions: usize,
    /// SR-2, SR-3: whether one of them may be one rep short.
    pub one_near: bool,
    /// SR-4: equal samples.
    pub samples: usize,
    /// SR-5: sessions below the range.
    pub below_range: OutOf,
    /// What the feedback does to an increase, and to SR-1 in particular.
    pub rise: Option<Effect>,
}

impl Pace {
    /// The pace of `exercise`: its profile if profiles are on, then the feedback.
    pub fn of(exercise: &Exercise, tuning: &SuggestionTuning, recent: &Recent) -> Self {
        let mut pace = Self {
            overshoot_pct: tuning.overshoot_pct,
            overshoot: [tuning.overshoot_range, tuning.overshoot_target],
            wide_margin: tuning.progression_profiles,
            sessions: tuning.sessions,
            one_near: false,
            samples: 2,
            below_range: tuning.below_range,
            rise: None,
        };
        if tuning.progression_profiles {
            pace.apply(Profile::of(exercise));
        }
        if recent.were(Family::LoadUp, Outcome::TooAggressive, 2) {
            pace.sessions = pace.sessions.max(tuning.feedback.sessions);
            pace.overshoot_pct = pace.overshoot_pct.min(100);
            pace.rise = Some(Effect::SmallerStep);
        } else if recent.were(Family::LoadUp, Outcome::TooAggressive, 1) {
            pace.overshoot_pct = pace.overshoot_pct.min(100);
            pace.rise = Some(Effect::SingleStep);
        } else if recent.were(Family::LoadUp, Outcome::TooEasy, 2) {
            pace.rise = Some(Effect::LargerStep);
        }
        if recent.were(Family::RepsUp, Outcome::TooAggressive, 2) {
            pace.samples = pace.samples.max(tuning.feedback.samples);
        }
        pace
    }

    fn apply(&mut self, profile: Profile) {
        const THREE_OF_FOUR: OutOf = OutOf { sessions: 3, of: 4 };
        match profile {
            Profile::HeavyCompound => {
                self.overshoot_pct = 125;
                self.below_range = THREE_OF_FOUR;
            }
            Profile::ControlledAccessory => {
                self.one_near = true;
                self.overshoot = self.overshoot.map(|reps| reps.saturating_sub(1));
            }
            Profile::LargeJump => self.overshoot_pct = 100,
            Profile::BodyweightAssisted => {
                self.overshoot_pct = 100;
                self.below_range = THREE_OF_FOUR;
            }
            Profile::Default => (),
        }
    }

    /// SR-1: the reps from which a policy is overshot by far.
    pub fn overshoot_from(&self, policy: &RepPolicy) -> Option<u32> {
        let [above_range, above_target] = self.overshoot;
        let (top, margin, wide) = match policy.mode {
            RepMode::Range => (policy.high, above_range, (policy.high - policy.low).div_ceil(2)),
            RepMode::Target => (policy.target, above_target, policy.target.div_ceil(5)),
            RepMode::NotSet | RepMode::UntilFailure => return None,
        };
        Some(top + if self.wide_margin { margin.max(wide) } else { margin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog::Catalog, suggestion::feedback::Feedback};
    use domain::time::Instant;

    fn profile(key: &str) -> Profile {
        Profile::of(Catalog::embedded().get(&key.parse().unwrap()).unwrap())
    }

    #[test]
    fn ts_3_the_profile_follows_from_the_exercise() {
        for (key, expected) in [
            ("back_squat", Profile::HeavyCompound),
            ("bench_press", Profile::HeavyCompound),
            ("barbell_row", Profile::Default),
            ("leg_extension", Profile::ControlledAccessory),
            ("cable_fly", Profile::ControlledAccessory),
            ("leg_press", Profile::Default),
            ("dumbbell_curl", Profile::LargeJump),
            ("kettlebell_swing", Profile::LargeJump),
            ("assisted_pull_up", Profile::BodyweightAssisted),
            ("dip", Profile::BodyweightAssisted),
            ("smith_squat", Profile::Default),
        ] {
            assert_eq!(profile(key), expected, "{key}");
        }
    }

    #[test]
    fn ts_3_a_wide_range_is_overshot_later_and_only_with_profiles() {
        let exercise = Catalog::embedded().get(&"barbell_row".parse().unwrap()).unwrap();
        let mut tuning = SuggestionTuning::default();
        let recent = Feedback::default().at(Instant::EPOCH, &tuning.feedback);
        let wide = RepPolicy::range(5, 20);
        let plain = Pace::of(exercise, &tuning, &recent);
        assert_eq!(plain.overshoot_from(&wide), Some(24));
        assert_eq!(plain.overshoot_from(&RepPolicy::target(5)), Some(10));
        tuning.progression_profiles = true;
        let pace = Pace::of(exercise, &tuning, &recent);
        assert_eq!(pace.overshoot_from(&wide), Some(28));
        assert_eq!(pace.overshoot_from(&RepPolicy::range(8, 12)), Some(16));
        assert_eq!(pace.overshoot_from(&RepPolicy::target(30)), Some(36));
    }
}

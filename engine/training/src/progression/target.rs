//! P-51: what an item is judged against, and what was done.

use domain::session::ExercisePerformance;

/// The volumes of one item in one session, in its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Targets {
    /// T: what the plan asked for when the session started, or a person for it alone. Growth is judged against it.
    pub plan: u32,
    /// What the plan asks for without a person's edit of the session (OV-8).
    pub usual: u32,
    /// T_f: what was left of it after modifiers and difficulty.
    pub frozen: u32,
    /// A: what was done in completed working sets; 0 when skipped.
    pub done: u32,
}

impl Targets {
    /// T_r: the smallest target. Shortfall is judged against it, so that neither a lightened session nor one that
    /// was edited upward is punished.
    pub fn reduced(self) -> u32 {
        self.plan.min(self.frozen).min(self.usual)
    }

    /// Whether at least `percent` of the plan's target was done.
    pub fn grew_to(self, percent: u32) -> bool {
        reaches(self.done, percent, self.plan)
    }

    /// Whether less than `percent` of the smaller target was done.
    pub fn fell_below(self, percent: u32) -> bool {
        !reaches(self.done, percent, self.reduced())
    }

    /// Percent of the smaller target that was done, rounded down.
    pub fn percent(self) -> u32 {
        let percent = 100 * u64::from(self.done) / u64::from(self.reduced().max(1));
        u32::try_from(percent).unwrap_or(u32::MAX)
    }
}

/// Whether `volume` is at least `percent` of `target`, exactly.
pub(super) fn reaches(volume: u32, percent: u32, target: u32) -> bool {
    100 * u64::from(volume) >= u64::from(percent) * u64::from(target)
}

/// `percent` of `volume`, rounded down.
pub(super) fn percent_of(volume: u32, percent: u32) -> u32 {
    u32::try_from(u64::from(volume) * u64::from(percent) / 100).unwrap_or(u32::MAX)
}

/// `percent` of `volume`, rounded half up.
pub(super) fn rounded_percent_of(volume: u32, percent: u32) -> u32 {
    u32::try_from((u64::from(volume) * u64::from(percent) + 50) / 100).unwrap_or(u32::MAX)
}

/// Completed working sets of a performance.
pub(super) fn completed_sets(performance: &ExercisePerformance) -> usize {
    let sets = performance.sets.iter();
    sets.filter(|set| set.completed && set.kind == domain::prescription::SetType::Working).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_51_growth_is_judged_against_the_plan_and_shortfall_against_the_smaller_target() {
        let lightened = |done| Targets { plan: 24, usual: 24, frozen: 16, done };
        assert!(!lightened(15).fell_below(90));
        assert!(lightened(14).fell_below(90));
        assert!(!lightened(17).grew_to(105));
        assert!(!lightened(25).grew_to(105));
        assert!(lightened(26).grew_to(105));
        let exact = Targets { plan: 20, usual: 20, frozen: 20, done: 21 };
        assert!(exact.grew_to(105));
    }

    #[test]
    fn p_10_a_tenth_more_is_rounded_half_up() {
        assert_eq!([180, 198, 165, 5].map(|volume| rounded_percent_of(volume, 110)), [198, 218, 182, 6]);
    }
}

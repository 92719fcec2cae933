//! The block: where in it a week stands, and what that does to sets and effort (RX-1, RX-6). It is the only source of
//! periodization.

use domain::{
    exercise::TrainingAge,
    quantity::{Rpe, div_half_up},
};

use super::goal::Goal;
use crate::{load::layer::Layers, tuning::Tuning};

/// A week of a block: so many accumulation weeks, then the deload week (VO-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockWeek {
    /// Weeks before this one, 0..length.
    pub week: u32,
    /// Accumulation weeks, 1..8.
    pub length: u32,
    /// Whether this week is a deload, by position or by choice (RX-7).
    pub deload: bool,
}

/// How far a block has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Up to a quarter.
    Early,
    /// Up to three quarters.
    Middle,
    /// Beyond.
    Late,
    /// The week after.
    Deload,
}

impl BlockWeek {
    /// How far accumulation has come as a fraction: w of L - 1, all of it in a block of one week.
    const fn progress(self) -> (i64, i64) {
        match self.length {
            0 | 1 => (1, 1),
            length => (self.week as i64, length as i64 - 1),
        }
    }

    /// The phase of the week.
    pub const fn phase(self) -> Phase {
        let (done, all) = self.progress();
        if self.deload {
            Phase::Deload
        } else if 4 * done <= all {
            Phase::Early
        } else if 4 * done <= 3 * all {
            Phase::Middle
        } else {
            Phase::Late
        }
    }

    /// Tenths of RPE more or less in this week.
    pub const fn rpe_offset(self, age: TrainingAge) -> i64 {
        match self.phase() {
            Phase::Deload => DELOAD_OFFSET,
            phase => OFFSETS[age as usize][phase as usize],
        }
    }

    /// `sets` by the set factor of the week (RX-6), which template mode uses.
    fn scale_sets(self, sets: i64, tuning: &Tuning) -> i64 {
        if self.deload {
            return div_half_up(sets * tuning.deload.sets_pct, 100);
        }
        let (done, all) = self.progress();
        div_half_up(sets * (10 * all + 3 * done), 10 * all)
    }
}

/// Tenths of RPE by training age and phase (RX-6).
const OFFSETS: [[i64; 3]; 3] = [[-5, 0, 5], [-10, -5, 5], [-15, -5, 10]];
const DELOAD_OFFSET: i64 = -20;

/// Readiness up to which a day is a tired one (RX-1, RX-4).
const TIRED: u8 = 2;

/// Working sets of an exercise in template mode (RX-1).
pub fn template_sets(
    is_main: bool,
    age: TrainingAge,
    readiness: u8,
    last_was_skipped: bool,
    block: BlockWeek,
    tuning: &Tuning,
) -> u32 {
    const FEWEST: i64 = 2;
    let base = if is_main { 4 } else { 3 };
    let by_age = div_half_up(base * [85, 100, 115][age as usize], 100).max(FEWEST);
    let fewer = i64::from(readiness <= TIRED || last_was_skipped);
    let sets = block.scale_sets((by_age - fewer).max(FEWEST), tuning).max(FEWEST);
    u32::try_from(sets).unwrap_or(0)
}

/// What the effort of an exercise depends on besides the exercise (RX-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffortContext {
    /// What is trained for.
    pub goal: Goal,
    /// The athlete's experience.
    pub training_age: TrainingAge,
    /// The week.
    pub block: BlockWeek,
    /// Whether it is a cold start's first stage (CS-1).
    pub is_first_stage: bool,
}

/// Effort of an isolation exercise above that of a compound one, for hypertrophy.
const ISOLATION_BONUS: i64 = 5;
/// Effort that is not exceeded in the first stage and with a guessed load.
const CAREFUL: i64 = 70;
const EASIEST: i64 = 50;
const HARDEST: i64 = 100;

impl EffortContext {
    /// The effort of a usual day outside the deload: what the load of the plan is meant for.
    pub fn usual_rpe(&self, is_isolation_accessory: bool) -> Rpe {
        let offset = if self.block.deload { 0 } else { self.block.rpe_offset(self.training_age) };
        let cap = if self.is_first_stage { CAREFUL } else { HARDEST };
        rpe((self.base(is_isolation_accessory) + offset).min(cap))
    }

    /// The effort of today (RX-4), with what the layer of readiness takes away (RX-8).
    pub fn rpe(
        &self,
        is_isolation_accessory: bool,
        is_estimated: bool,
        layers: &Layers,
        tuning: &Tuning,
    ) -> Rpe {
        let tired = if layers.readiness <= TIRED { -5 } else { 0 };
        let offset = self.block.rpe_offset(self.training_age);
        let planned = (self.base(is_isolation_accessory) + tired + offset).clamp(EASIEST, HARDEST);
        let cap = |applies: bool, cap: i64| if applies { cap } else { HARDEST };
        let capped = planned
            .min(cap(self.block.deload, tuning.deload.rpe_cap))
            .min(cap(self.is_first_stage || is_estimated, CAREFUL));
        rpe(capped + layers.rpe_delta(tuning))
    }

    fn base(&self, is_isolation_accessory: bool) -> i64 {
        let bonus = is_isolation_accessory && self.goal == Goal::Hypertrophy;
        self.goal.base_rpe(self.training_age) + if bonus { ISOLATION_BONUS } else { 0 }
    }
}

/// The effort of so many tenths, kept within what is ever asked for.
fn rpe(tenths: i64) -> Rpe {
    Rpe::new(tenths.clamp(EASIEST, HARDEST)).unwrap_or_else(|_| unreachable!("50..100 tenths are an effort"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Phase::{Deload, Early, Late, Middle};
    use TrainingAge::{Advanced, Beginner, Intermediate};

    fn week(week: u32, length: u32) -> BlockWeek {
        BlockWeek { week, length, deload: week == length }
    }

    fn template(age: TrainingAge, readiness: u8, skipped: bool, block: BlockWeek) -> (u32, u32) {
        let sets = |is_main| template_sets(is_main, age, readiness, skipped, block, &Tuning::default());
        (sets(true), sets(false))
    }

    #[test]
    fn rx_1_sets_by_age_and_week() {
        assert_eq!(
            [Beginner, Intermediate, Advanced].map(|age| template(age, 3, false, week(0, 3))),
            [(3, 3), (4, 3), (5, 3)]
        );
        assert_eq!(template(Intermediate, 3, false, week(2, 3)), (5, 4));
        assert_eq!(template(Intermediate, 3, false, week(3, 3)), (2, 2));
        assert_eq!(template(Intermediate, 3, false, week(0, 1)), (5, 4));
    }

    #[test]
    fn rx_1_a_tired_or_missed_day_takes_one_set_once() {
        assert_eq!(template(Intermediate, 2, false, week(0, 3)), (3, 2));
        assert_eq!(template(Intermediate, 3, true, week(0, 3)), (3, 2));
        assert_eq!(template(Intermediate, 1, true, week(0, 3)), (3, 2));
    }

    #[test]
    fn rx_6_phases_follow_the_block() {
        let phases = |length| (0..=length).map(|at| week(at, length).phase()).collect::<Vec<_>>();
        assert_eq!(phases(3), [Early, Middle, Late, Deload]);
        assert_eq!(phases(1), [Late, Deload]);
        assert_eq!(phases(5), [Early, Early, Middle, Middle, Late, Deload]);
    }

    #[test]
    fn rx_6_offsets_by_age() {
        let offsets = |age| [0, 1, 2, 3].map(|at| week(at, 3).rpe_offset(age));
        assert_eq!(offsets(Beginner), [-5, 0, 5, -20]);
        assert_eq!(offsets(Intermediate), [-10, -5, 5, -20]);
        assert_eq!(offsets(Advanced), [-15, -5, 10, -20]);
    }

    fn effort(at: u32, is_isolation: bool, change: impl FnOnce(&mut EffortContext, &mut Layers)) -> i64 {
        let mut context = EffortContext {
            goal: Goal::Hypertrophy,
            training_age: Intermediate,
            block: week(at, 3),
            is_first_stage: false,
        };
        let mut layers = Layers { deload: at == 3, ..Layers::default() };
        change(&mut context, &mut layers);
        context.rpe(is_isolation, false, &layers, &Tuning::default()).tenths()
    }

    #[test]
    fn rx_4_effort_of_the_examples() {
        assert_eq!(effort(0, false, |_, _| ()), 70);
        assert_eq!(effort(2, true, |_, _| ()), 90);
        assert_eq!(effort(3, false, |_, _| ()), 60);
        assert_eq!(effort(3, true, |_, _| ()), 60);
    }

    #[test]
    fn rx_4_tiredness_and_caps() {
        assert_eq!(effort(2, false, |_, layers| layers.readiness = 2), 80);
        // RX-8 takes another half point at readiness 1, but nothing more in a deload.
        assert_eq!(effort(2, false, |_, layers| layers.readiness = 1), 75);
        assert_eq!(effort(3, false, |_, layers| layers.readiness = 1), 55);
        assert_eq!(effort(2, true, |context, _| context.is_first_stage = true), 70);
        let context = EffortContext {
            goal: Goal::Strength,
            training_age: Advanced,
            block: week(2, 3),
            is_first_stage: false,
        };
        assert_eq!(context.rpe(false, true, &Layers::default(), &Tuning::default()).tenths(), 70);
        assert_eq!(context.rpe(false, false, &Layers::default(), &Tuning::default()).tenths(), 90);
        assert_eq!(context.usual_rpe(false).tenths(), 90);
    }
}

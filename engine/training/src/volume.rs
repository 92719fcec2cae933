//! Volume: how much each muscle should get this week, how much of it today, and where it must stop (VO-1..VO-8).
//!
//! All volumes are tenths of a set.

use domain::{anatomy::Muscle, quantity::div_half_up, session::Intent};

use crate::{
    muscles::{MuscleSet, Volumes},
    prescribe::block::BlockWeek,
    schedule::Position,
    tuning::{Landmarks, Tuning},
};

/// The volumes of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VolumePlan {
    /// Muscles with a least useful volume, and the targets of a body-part session (VO-1).
    pub hard: MuscleSet,
    /// Muscles that the session must serve (SO-1).
    pub critical: MuscleSet,
    /// Both: what drives selection and allocation.
    pub driving: MuscleSet,
    /// Done this week.
    pub done: Volumes,
    /// Wanted this week (VO-5).
    pub target: Volumes,
    /// Wanted from this session (VO-6).
    pub share: Volumes,
    /// What a full exposure would be (VO-6).
    pub full: Volumes,
    /// Never to be passed this week (VO-7).
    pub ceiling: Volumes,
    /// What this session must reach for every muscle to get its least useful volume (SA-2).
    pub first_pass: Volumes,
    /// Whether a later session of the week serves the muscle.
    pub later: MuscleSet,
}

/// VO-1: muscles with a least useful volume.
pub fn hard_muscles(tuning: &Tuning) -> MuscleSet {
    Muscle::ALL.iter().copied().filter(|&muscle| landmarks(tuning, muscle).mev > 0).collect()
}

/// The row of a muscle.
pub fn landmarks(tuning: &Tuning, muscle: Muscle) -> Landmarks {
    tuning.landmarks[muscle as usize]
}

/// What the plan is made from.
pub struct Given<'a> {
    /// The numbers.
    pub tuning: &'a Tuning,
    /// What the session is about.
    pub intent: Intent,
    /// Its muscles, for a body-part session.
    pub targets: MuscleSet,
    /// Where the block stands.
    pub block: BlockWeek,
    /// Done this week.
    pub done: Volumes,
    /// Counted earlier weeks, newest first (VO-7).
    pub counted_weeks: &'a [Volumes],
    /// Where the week stands.
    pub position: &'a Position,
}

impl VolumePlan {
    /// The volumes of a session.
    pub fn new(given: &Given<'_>) -> Self {
        let body_part = given.intent == Intent::BodyPart;
        let targets = if body_part { given.targets } else { MuscleSet::NONE };
        let general = hard_muscles(given.tuning);
        let hard = general.or(targets);
        let critical = crate::schedule::critical(given.intent, given.targets, general);
        let mut plan = Self {
            hard,
            critical,
            driving: hard.and(critical),
            done: given.done,
            target: Volumes::default(),
            share: Volumes::default(),
            full: Volumes::default(),
            ceiling: Volumes::default(),
            first_pass: Volumes::default(),
            later: MuscleSet::NONE,
        };
        for &muscle in Muscle::ALL {
            let row = landmarks(given.tuning, muscle);
            let is_hard = hard.has(muscle);
            let mut target = if is_hard { weekly_target(row, given.block) } else { 0 };
            if targets.has(muscle) {
                target = target.max(60);
            }
            let (all, open) = given.position.exposures(muscle);
            let remaining = (target - given.done[muscle]).max(0);
            plan.target[muscle] = target;
            plan.share[muscle] = div_up(remaining, open).max(remaining.min(20));
            plan.full[muscle] = div_up(target, all).max(10);
            plan.ceiling[muscle] = ceiling(given, muscle, row, general.has(muscle));
            let missing = div_up((row.mev * 10 - given.done[muscle]).max(0), open);
            plan.first_pass[muscle] = plan.share[muscle].min(missing);
            if given.position.is_served_later(muscle) {
                plan.later = plan.later.with(muscle);
            }
        }
        plan
    }

    /// Whether a session with so much for a muscle takes its week above the ceiling (VO-7).
    pub fn exceeds_ceiling(&self, muscle: Muscle, planned: i64) -> bool {
        self.done[muscle] + planned > self.ceiling[muscle]
    }
}

/// VO-5: from MEV in the first week to MAV in the last; half of MAV, at most MEV, in a deload.
pub fn weekly_target(row: Landmarks, block: BlockWeek) -> i64 {
    let (mev, mav) = (row.mev * 10, row.mav * 10);
    if block.deload {
        return mev.min(mav / 2);
    }
    match i64::from(block.length) {
        ..=1 => mav,
        length => {
            let week = i64::from(block.week).min(length - 1);
            mev + div_half_up((mav - mev) * week, length - 1)
        }
    }
}

/// VO-7: the most a week may hold: MRV, and no spike over what the athlete is used to.
fn ceiling(given: &Given<'_>, muscle: Muscle, row: Landmarks, is_hard: bool) -> i64 {
    let mrv = row.mrv * 10;
    let Some(newest) = given.counted_weeks.first() else { return mrv };
    let spike = given.tuning.spike;
    let best = given.counted_weeks.iter().map(|week| week[muscle]).max().unwrap_or(0);
    let (floor, step) = if is_hard {
        let weeks = i64::from(given.block.length).saturating_sub(1).max(1);
        (row.mev * 10, div_up((row.mav - row.mev) * 10, weeks))
    } else {
        (row.mav * 10, 0)
    };
    let grown = newest[muscle] + spike.add_tenths.max(step);
    mrv.min(div_up(best * spike.ratio_pct, 100).max(floor).max(grown))
}

/// Division rounded up, for non-negative numerators.
pub(crate) const fn div_up(numerator: i64, denominator: i64) -> i64 {
    (numerator + denominator - 1).div_euclid(denominator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Entry;
    use Muscle::{Chest, Forearms, FrontDelts, Lats, SideDelts};

    const fn week(week: u32, length: u32) -> BlockWeek {
        BlockWeek { week, length, deload: week == length }
    }

    fn plan(
        intent: Intent,
        sessions: usize,
        block: BlockWeek,
        change: impl FnOnce(&mut Given<'_>),
    ) -> VolumePlan {
        let tuning = Tuning::default();
        let hard = hard_muscles(&tuning);
        let targets = MuscleSet::NONE.with(Forearms);
        let entry = Entry::new(intent, targets, hard);
        let position = Position::new(&vec![entry; sessions], [], entry, 7);
        let mut given = Given {
            tuning: &tuning,
            intent,
            targets,
            block,
            done: Volumes::default(),
            counted_weeks: &[],
            position: &position,
        };
        change(&mut given);
        VolumePlan::new(&given)
    }

    fn volumes(muscle: Muscle, tenths: i64) -> Volumes {
        let mut volumes = Volumes::default();
        volumes[muscle] = tenths;
        volumes
    }

    #[test]
    fn vo_1_twelve_muscles_are_hard() {
        assert_eq!(hard_muscles(&Tuning::default()).len(), 12);
    }

    #[test]
    fn vo_5_targets_ramp_and_fall_in_the_deload() {
        let tuning = Tuning::default();
        let chest = |w| weekly_target(landmarks(&tuning, Chest), week(w, 3));
        assert_eq!([0, 1, 2, 3].map(chest), [100, 130, 160, 80]);
        assert_eq!(weekly_target(landmarks(&tuning, SideDelts), week(2, 4)), 153);
        assert_eq!(weekly_target(landmarks(&tuning, Lats), week(1, 4)), 127);
        assert_eq!(weekly_target(landmarks(&tuning, Chest), week(0, 1)), 160);
        assert_eq!(plan(Intent::BodyPart, 1, week(0, 3), |_| ()).target[Forearms], 60);
    }

    #[test]
    fn vo_6_one_session_closes_its_share_not_the_week() {
        let first = plan(Intent::Push, 2, week(1, 3), |_| ());
        assert_eq!((first.share[Chest], first.full[Chest]), (65, 65));
        let thirds = plan(Intent::Push, 3, week(0, 3), |_| ());
        assert_eq!(thirds.share[Chest], 34);
        // The second of two: 9.0 done, one exposure left.
        let tuning = Tuning::default();
        let entry = Entry::new(Intent::Push, MuscleSet::NONE, hard_muscles(&tuning));
        let position = Position::new(&[entry; 2], [Some(Intent::Push)], entry, 7);
        let given = Given {
            tuning: &tuning,
            intent: Intent::Push,
            targets: MuscleSet::NONE,
            block: week(1, 3),
            done: volumes(Chest, 90),
            counted_weeks: &[],
            position: &position,
        };
        let second = VolumePlan::new(&given);
        assert_eq!((second.share[Chest], second.full[Chest]), (40, 65));
    }

    #[test]
    fn vo_7_a_week_grows_by_the_ramp_or_a_fifth() {
        let ceiling = |muscle, weeks: &[i64]| {
            let weeks: Vec<_> = weeks.iter().map(|&tenths| volumes(muscle, tenths)).collect();
            plan(Intent::Push, 1, week(0, 3), |given| given.counted_weeks = weeks.leak()).ceiling[muscle]
        };
        assert_eq!(ceiling(Chest, &[90, 120]), 144);
        assert_eq!(ceiling(SideDelts, &[50]), 105);
        assert_eq!(ceiling(FrontDelts, &[50, 30]), 70);
        assert_eq!(ceiling(Chest, &[]), 220);
    }

    #[test]
    fn vo_7_a_week_may_reach_its_ceiling_and_not_pass_it() {
        let plan = plan(Intent::Push, 1, week(0, 3), |given| given.done = volumes(Chest, 215));
        assert!(!plan.exceeds_ceiling(Chest, 5));
        assert!(plan.exceeds_ceiling(Chest, 6));
    }
}

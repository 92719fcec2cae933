//! What the past says about a load: estimated 1RM (SG-6), history load (LD-4), recent best and reserve (L-14).

use domain::{
    exercise::{Exercise, LoadSemantics, Measure},
    quantity::{Grams, Rpe, div_half_up},
    time::Instant,
};

use super::Sense;

/// Fewest and most reps, seconds or meters of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// At least so many.
    pub low: u32,
    /// At most so many.
    pub high: u32,
}

impl Range {
    /// From `low` to `high`.
    pub const fn new(low: u32, high: u32) -> Self {
        Self { low, high }
    }

    /// Whether `amount` lies in it.
    pub const fn contains(self, amount: u32) -> bool {
        self.low <= amount && amount <= self.high
    }
}

/// A working set of a finished session, with the targets that were frozen for it (PV-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastSet {
    /// When its session ended: sets of one instant are one performance.
    pub at: Instant,
    /// Whether the session was a deload; such sets are no evidence.
    pub deload: bool,
    /// Reps, seconds or meters done, whichever the exercise counts.
    pub amount: u32,
    /// The load used.
    pub load: Option<Grams>,
    /// Its effort.
    pub rpe: Option<Rpe>,
    /// Fewest reps, seconds or meters that were asked for.
    pub low: Option<u32>,
    /// The effort that was asked for.
    pub rpe_target: Option<Rpe>,
    /// Whether it was ended by pain.
    pub stopped_for_pain: bool,
}

/// RPE tenths above the target that are still no failure (LD-3, LD-7).
const EFFORT_MARGIN: i64 = 10;

impl PastSet {
    /// Whether it was harder than asked: its effort more than one point above the target.
    pub(super) fn is_overexerted(&self) -> bool {
        let efforts = self.rpe.zip(self.rpe_target);
        efforts.is_some_and(|(rpe, target)| rpe.tenths() > target.tenths() + EFFORT_MARGIN)
    }

    /// Whether it failed (LD-7).
    pub fn is_failed(&self) -> bool {
        self.stopped_for_pain || self.is_overexerted() || self.low.is_some_and(|low| self.amount < low)
    }
}

/// The estimated 1RM of a set (SG-6), rounded half up.
///
/// Undefined without load or reps, for assistance, and for load added to a body of unknown weight.
pub fn e1rm(exercise: &Exercise, load: Grams, reps: u32, bodyweight: Option<Grams>) -> Option<Grams> {
    let total = load + moved_body(exercise, bodyweight)?;
    let defined = exercise.measure == Measure::Reps && load > Grams::ZERO && reps > 0;
    defined.then(|| Grams(div_half_up(total.0 * (30 + i64::from(reps)), 30)))
}

/// What the body itself adds to a load.
fn moved_body(exercise: &Exercise, bodyweight: Option<Grams>) -> Option<Grams> {
    match exercise.load_semantics {
        LoadSemantics::Assistance => None,
        LoadSemantics::Bodyweight => bodyweight,
        _ => Some(Grams::ZERO),
    }
}

/// What the last sessions say about an exercise and a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evidence {
    /// The best set of the window.
    pub best: Option<BestSet>,
    /// The heaviest load moved for the range's low, else the best set brought to its high (L-14).
    pub recent_best: Option<Grams>,
    /// The last performance that was no deload, however old.
    pub last: Option<LastTime>,
    /// The hardest load of the last such performance that had one: what a deload acts on (LD-6).
    pub last_load: Option<Grams>,
}

/// The set with the highest estimated 1RM; of equals the newest, then the heavier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestSet {
    /// Its estimated 1RM.
    pub e1rm: Grams,
    /// What was moved, the body included where it counts.
    pub total: Grams,
    /// How often.
    pub reps: u32,
    /// The part of the total that is the body.
    pub body: Grams,
}

/// The last performance of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastTime {
    /// The hardest load of its working sets.
    pub load: Option<Grams>,
    /// Whether one of them failed (LD-7).
    pub failed: bool,
}

/// Who lifted, and since when sets count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Sets after this instant are refused by the request.
    pub now: Instant,
    /// How many days back a set is evidence (`Tuning.e1rm_days`).
    pub days: i64,
    /// The athlete's weight, if it is known.
    pub bodyweight: Option<Grams>,
}

impl Window {
    fn holds(&self, at: Instant) -> bool {
        self.now.millis() - at.millis() <= self.days * 86_400_000
    }
}

impl Evidence {
    /// Reads the past of `exercise` in one pass; the order of the sets does not matter.
    pub fn of(
        exercise: &Exercise,
        range: Range,
        sets: impl IntoIterator<Item = PastSet>,
        window: &Window,
    ) -> Self {
        let sense = Sense::of(exercise);
        let mut best: Option<(BestSet, Instant)> = None;
        let mut heaviest: Option<Grams> = None;
        let mut last: Option<(LastTime, Instant)> = None;
        let mut last_loaded: Option<(LastTime, Instant)> = None;
        for set in sets.into_iter().filter(|set| !set.deload) {
            last = Some(later(sense, last, &set));
            if set.load.is_some() {
                last_loaded = Some(later(sense, last_loaded, &set));
            }
            let Some(load) = set.load.filter(|_| window.holds(set.at)) else { continue };
            if range.low <= set.amount {
                heaviest = Some(harder(sense, heaviest, load));
            }
            if let Some(found) = BestSet::of(exercise, load, set.amount, window.bodyweight) {
                let key = |best: &BestSet, at| (best.e1rm, at, best.total);
                if best.is_none_or(|(known, at)| key(&known, at) < key(&found, set.at)) {
                    best = Some((found, set.at));
                }
            }
        }
        let best = best.map(|(best, _)| best);
        let recent_best = heaviest.or_else(|| best.map(|best| best.load_for(range.high)));
        // A body without added load has shown nothing that a percentage could cap.
        let recent_best = recent_best.filter(|&load| sense == Sense::Assistance || load > Grams::ZERO);
        let last_load = last_loaded.and_then(|(last, _)| last.load);
        Self { best, recent_best, last: last.map(|(last, _)| last), last_load }
    }

    /// The load that the last performance forbids to exceed, if it failed (LD-7).
    pub fn hold(&self) -> Option<Grams> {
        self.last.filter(|last| last.failed)?.load
    }
}

fn harder(sense: Sense, known: Option<Grams>, load: Grams) -> Grams {
    known.filter(|&known| sense.is_harder(known, load)).unwrap_or(load)
}

/// The newest performance once `set` is known, too.
fn later(sense: Sense, known: Option<(LastTime, Instant)>, set: &PastSet) -> (LastTime, Instant) {
    let own = LastTime { load: set.load, failed: set.is_failed() };
    match known {
        Some((last, at)) if at > set.at => (last, at),
        Some((last, at)) if at == set.at => {
            let load = set.load.map(|load| harder(sense, last.load, load)).or(last.load);
            (LastTime { load, failed: last.failed || own.failed }, at)
        }
        _ => (own, set.at),
    }
}

impl BestSet {
    fn of(exercise: &Exercise, load: Grams, reps: u32, bodyweight: Option<Grams>) -> Option<Self> {
        let e1rm = e1rm(exercise, load, reps, bodyweight)?;
        let body = moved_body(exercise, bodyweight)?;
        Some(Self { e1rm, total: load + body, reps, body })
    }

    /// The estimated 1RM brought to so many reps.
    fn load_for(&self, reps: u32) -> Grams {
        self.without_body(self.e1rm.0 * 30 / (30 + i64::from(reps)))
    }

    /// The load for the middle of `range` with `reserve` reps left, before any cap (LD-4).
    pub fn history_load(&self, range: Range, reserve: i64) -> Grams {
        let divisor = Effort { range, reserve }.divisor();
        self.without_body(self.total.0 * (30 + i64::from(self.reps)) * 2 / divisor)
    }

    fn without_body(&self, total: i64) -> Grams {
        Grams((total - self.body.0).max(0))
    }
}

/// A range with so many reps left at its end: what a load is estimated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) range: Range,
    pub(super) reserve: i64,
}

impl Effort {
    /// Twice (30 + reps to failure) in the middle of the range, so that it is whole.
    pub(super) fn divisor(self) -> i64 {
        60 + i64::from(self.range.low) + i64::from(self.range.high) + 2 * self.reserve
    }
}

/// Most reps in reserve that are ever asked for.
const MOST_RESERVE: i64 = 4;

/// Reps in reserve that an effort means: 1..4 (L-14).
pub fn reserve(rpe: Rpe) -> i64 {
    ((100 - rpe.tenths() + 5) / 10).clamp(1, MOST_RESERVE)
}

/// The reserve with the shift of a fatigue policy (L-12, L-14).
pub fn shifted_reserve(reserve: i64, shift: i64) -> i64 {
    (reserve + shift).min(MOST_RESERVE)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::load::tests::{bench, exercise, kg};
    use domain::{exercise::Implement, grid::Grid, quantity::Hundredths, quantity::MassUnit};

    /// A set of a session that ended so many days before 2026-03-07T18:00Z.
    pub(crate) fn set(days_ago: i64, load: Grams, amount: u32) -> PastSet {
        PastSet {
            at: Instant::from_millis(now().millis() - days_ago * 86_400_000).unwrap(),
            deload: false,
            amount,
            load: Some(load),
            rpe: None,
            low: Some(6),
            rpe_target: None,
            stopped_for_pain: false,
        }
    }

    pub(crate) fn now() -> Instant {
        "2026-03-07T18:00:00Z".parse().unwrap()
    }

    fn window(bodyweight: Option<Grams>) -> Window {
        Window { now: now(), days: 90, bodyweight }
    }

    pub(crate) fn evidence(sets: &[PastSet]) -> Evidence {
        Evidence::of(&bench(), Range::new(6, 10), sets.iter().copied(), &window(None))
    }

    fn pounds(hundredths: i64) -> Grams {
        Grams::from_display(Hundredths(hundredths), MassUnit::Lb)
    }

    fn pull_up() -> Exercise {
        exercise(|exercise| {
            exercise.implement = Implement::Bodyweight;
            exercise.load_semantics = LoadSemantics::Bodyweight;
            exercise.loadable = true;
        })
    }

    fn assisted() -> Exercise {
        exercise(|exercise| exercise.load_semantics = LoadSemantics::Assistance)
    }

    #[test]
    fn sg_6_estimated_1rm_is_rounded_half_up() {
        assert_eq!(e1rm(&bench(), kg(100), 5, None), Some(Grams(116_667)));
        let pounds = e1rm(&bench(), Grams(61_235), 10, None).unwrap();
        assert_eq!((pounds, pounds.display(MassUnit::Lb)), (Grams(81_647), Hundredths::whole(180)));
    }

    #[test]
    fn sg_6_estimated_1rm_is_undefined_without_load_reps_or_body_weight() {
        assert_eq!(e1rm(&bench(), kg(0), 5, None), None);
        assert_eq!(e1rm(&bench(), kg(100), 0, None), None);
        assert_eq!(e1rm(&assisted(), kg(20), 8, Some(kg(80))), None);
        assert_eq!(e1rm(&pull_up(), kg(10), 6, None), None);
        assert_eq!(e1rm(&pull_up(), kg(10), 6, Some(kg(80))), Some(kg(108)));
        let carry = exercise(|exercise| exercise.measure = Measure::Meters);
        assert_eq!(e1rm(&carry, kg(40), 30, None), None);
    }

    #[test]
    fn ld_4_history_load_is_for_the_middle_of_the_range() {
        let best = evidence(&[set(3, kg(100), 8)]).best.unwrap();
        assert_eq!(best.history_load(Range::new(6, 10), 2), kg(95));
    }

    #[test]
    fn l_14_history_loads_of_the_examples() {
        let best = evidence(&[set(3, pounds(18_500), 8)]).best.unwrap();
        assert_eq!(best.history_load(Range::new(6, 10), 3), Grams(77_774));
        let best = evidence(&[set(3, pounds(3000), 10)]).best.unwrap();
        let load = best.history_load(Range::new(10, 15), 3);
        assert_eq!(load.display(MassUnit::Lb), Hundredths(2637));
        let dumbbells = Grid::new(MassUnit::Lb, (1..=10).map(|step| Hundredths::whole(5 * step))).unwrap();
        assert_eq!(dumbbells.floor(load), pounds(2500));
    }

    #[test]
    fn ld_4_the_best_set_is_the_newest_of_equals_within_ninety_days_and_no_deload() {
        let old = set(91, kg(200), 10);
        let edge = set(90, kg(100), 8);
        let deload = PastSet { deload: true, ..set(1, kg(150), 8) };
        assert_eq!(evidence(&[old, edge, deload]).best.unwrap().total, kg(100));
        // 90 kg x 10 and 100 kg x 6 are both 120 kg; the newest one is taken in any order.
        let (newer, older) = (set(2, kg(90), 10), set(5, kg(100), 6));
        assert_eq!(evidence(&[newer, older]).best.unwrap().reps, 10);
        assert_eq!(evidence(&[older, newer]).best.unwrap().reps, 10);
    }

    #[test]
    fn ld_4_added_load_is_estimated_with_the_body() {
        let past = [set(3, kg(10), 8)];
        let best = Evidence::of(&pull_up(), Range::new(6, 10), past, &window(Some(kg(80)))).best.unwrap();
        // 90 kg x 38 x 2 / 80 = 85.5 kg, of which 80 kg are the body.
        assert_eq!(best.history_load(Range::new(6, 10), 2), Grams(5500));
        assert_eq!(best.history_load(Range::new(12, 20), 4), kg(0));
    }

    #[test]
    fn l_14_recent_best_is_the_heaviest_for_the_range_else_the_1rm_brought_to_its_high() {
        assert_eq!(evidence(&[set(3, kg(100), 6), set(9, kg(110), 3)]).recent_best, Some(kg(100)));
        assert_eq!(evidence(&[set(3, kg(100), 5)]).recent_best, Some(Grams(116_667 * 30 / 40)));
        assert_eq!(evidence(&[]).recent_best, None);
        let light = [set(3, kg(20), 8), set(9, kg(15), 8), set(10, kg(10), 3)];
        let helped = Evidence::of(&assisted(), Range::new(6, 10), light, &window(None));
        assert_eq!((helped.recent_best, helped.best), (Some(kg(15)), None));
    }

    #[test]
    fn l_14_reserve_follows_from_effort_and_shift() {
        let of = |tenths| reserve(Rpe::new(tenths).unwrap());
        assert_eq!([75, 85, 60, 80, 100, 50].map(of), [3, 2, 4, 2, 1, 4]);
        assert_eq!(shifted_reserve(3, 2), 4);
        assert_eq!(shifted_reserve(2, 1), 3);
    }

    #[test]
    fn ld_7_a_set_fails_by_reps_effort_or_pain() {
        let effort = |rpe| PastSet {
            rpe: Some(Rpe::new(rpe).unwrap()),
            rpe_target: Some(Rpe::new(80).unwrap()),
            ..set(1, kg(100), 6)
        };
        assert!(set(1, kg(100), 5).is_failed());
        assert!(!set(1, kg(100), 6).is_failed());
        assert!(!effort(90).is_failed());
        assert!(effort(95).is_failed());
        assert!(PastSet { stopped_for_pain: true, ..set(1, kg(100), 6) }.is_failed());
        assert!(!PastSet { low: None, ..set(1, kg(100), 1) }.is_failed());
    }

    #[test]
    fn ld_7_the_last_performance_alone_holds_and_a_deload_is_none() {
        let failed = [set(3, kg(100), 6), set(3, kg(100), 5), set(3, kg(90), 6)];
        assert_eq!(evidence(&failed).hold(), Some(kg(100)));
        let deload = PastSet { deload: true, ..set(1, kg(75), 8) };
        assert_eq!(evidence(&[failed.as_slice(), &[deload]].concat()).hold(), Some(kg(100)));
        assert_eq!(evidence(&[failed.as_slice(), &[set(1, kg(95), 8)]].concat()).hold(), None);
        // Old failures count as well: the window is for strength, not for caution.
        assert_eq!(evidence(&[set(200, kg(100), 2)]).hold(), Some(kg(100)));
    }
}

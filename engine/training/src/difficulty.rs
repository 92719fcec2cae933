//! Adaptive difficulty (P-47): a plan that got easy asks for 5 or 10 % more volume before the level is passed.

use domain::{
    quantity::Rpe,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

/// The rule of this module.
pub const SPEC: SpecId = SpecId::new("P-47");

/// The plan as it stands.
const PLAIN: u32 = 100;
/// The most that is ever asked.
const MOST: u32 = 110;
/// How much it changes at once.
const STEP: u32 = 5;
/// Records of which a trend is made, and which alone are read.
pub const WINDOW: usize = 4;
/// The trend that counts as falling or, the other way, as rising.
const TREND: i64 = 30;
/// The largest rise between neighbors in a falling trend, in tenths of RPE.
const BUMP: i64 = 5;
/// The newest effort up to which more is asked, in tenths of RPE.
const MODERATE: i64 = 70;
/// All efforts up to this are easy, in tenths of RPE.
const EASY: i64 = 60;
/// The newest effort above which less is asked, in tenths of RPE.
const HARD: i64 = 80;

/// A record as far as the difficulty reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// A: volume done.
    pub actual: u32,
    /// T: volume of the plan, not raised by the difficulty.
    pub target: u32,
    /// Effort.
    pub rpe: Option<Rpe>,
}

/// The frozen volume at this difficulty: T_f = ⌈T·difficulty/100⌉.
pub fn frozen_volume(volume: u32, difficulty: u32) -> u32 {
    u32::try_from((u64::from(volume) * u64::from(difficulty)).div_ceil(100)).unwrap_or(u32::MAX)
}

/// The difficulty after a hold of step 7, if it changes, and why.
///
/// `window` are the records at the same T since the last change of target or difficulty, oldest first, the held one
/// last. A trend needs four of them; that the newest was hard, or short of its target, lowers at once. A flag that
/// forbids to get harder takes the difficulty back to 100.
pub fn next_difficulty(current: u32, window: &[Sample], flags_veto: bool) -> Option<(u32, Reason)> {
    if flags_veto {
        return (current > PLAIN).then(|| (PLAIN, Reason::new(ReasonCode::FlagVeto, SPEC)));
    }
    let newest = window.last()?;
    let four = window.len().checked_sub(WINDOW).and_then(|from| Four::of(&window[from..]));
    let is_hard = newest.rpe.is_some_and(|rpe| rpe.tenths() > HARD);
    if is_hard || newest.actual < newest.target || four.is_some_and(|four| four.trend() >= TREND) {
        let lower = current.saturating_sub(STEP).max(PLAIN);
        return (lower < current).then(|| (lower, reason(ReasonCode::RpeRising, window)));
    }
    let higher = (current + STEP).min(MOST);
    let raise = current < higher && four.is_some_and(Four::is_getting_easy);
    raise.then(|| (higher, reason(ReasonCode::RpeFalling, window)))
}

/// Four records that all have an effort.
#[derive(Debug, Clone, Copy)]
struct Four {
    /// In tenths, oldest first.
    efforts: [i64; WINDOW],
    /// Whether the plan was met each time.
    met: bool,
}

impl Four {
    fn of(window: &[Sample]) -> Option<Self> {
        let window: &[Sample; WINDOW] = window.try_into().ok()?;
        let mut efforts = [0; WINDOW];
        for (effort, sample) in efforts.iter_mut().zip(window) {
            *effort = sample.rpe?.tenths();
        }
        Some(Self { efforts, met: window.iter().all(|sample| sample.actual >= sample.target) })
    }

    /// D.
    fn trend(self) -> i64 {
        trend(&self.efforts)
    }

    fn is_getting_easy(self) -> bool {
        let [.., newest] = self.efforts;
        let is_falling = self.trend() <= -TREND
            && self.efforts.windows(2).all(|pair| pair[1] - pair[0] <= BUMP)
            && newest <= MODERATE;
        self.met && (is_falling || self.efforts.iter().all(|&rpe| rpe <= EASY))
    }
}

/// Ten times the least-squares slope per session, toward zero; of four values D = 3·(r3 − r0) + (r2 − r1).
fn trend(efforts: &[i64]) -> i64 {
    let count = i64::try_from(efforts.len()).unwrap_or(i64::MAX);
    let twice_middle = count - 1;
    // Positions are doubled, so that their distance from the middle is whole.
    let offsets = (0..count).map(|position| 2 * position - twice_middle);
    let sum: i64 = offsets.clone().zip(efforts).map(|(offset, rpe)| offset * rpe).sum();
    let squares: i64 = offsets.map(|offset| offset * offset).sum();
    if squares == 0 { 0 } else { 20 * sum / squares }
}

fn reason(code: ReasonCode, window: &[Sample]) -> Reason {
    let recent = window.iter().rev().take(WINDOW).rev();
    let efforts: Vec<i64> = recent.filter_map(|sample| sample.rpe).map(Rpe::tenths).collect();
    Reason::new(code, SPEC).fact("d", trend(&efforts))
}

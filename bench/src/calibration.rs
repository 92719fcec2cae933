//! The calibration loop of VF-7: work of a known size by which times of different machines are compared.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// VF-7: how often the loop runs; its median counts.
pub(crate) const RUNS: usize = 101;
/// VF-7: steps of one run.
const STEPS: usize = 1_000_000;
/// VF-7: where it starts.
const START: u64 = 88_172_645_463_325_252;

/// One run of the loop.
pub(crate) fn run() {
    black_box(xorshift64(black_box(START), STEPS));
}

/// How long one run takes: the median of [`RUNS`].
pub(crate) fn median() -> Duration {
    let time = |()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let mut times: Vec<_> = std::iter::repeat_n((), RUNS).map(time).collect();
    times.sort_unstable();
    times[RUNS / 2]
}

/// The state of xorshift64 after so many steps; each depends on the one before, so none can be left out.
fn xorshift64(start: u64, steps: usize) -> u64 {
    let mut state = start;
    for _ in 0..steps {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vf_7_the_loop_is_xorshift64_from_its_start() {
        assert_eq!(xorshift64(START, 1), 8_748_534_153_485_358_512);
        assert_eq!(xorshift64(START, 2), 3_040_900_993_826_735_515);
    }
}

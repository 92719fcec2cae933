//! What one call of a function costs, in time and memory, measured side by side with others.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::calibration;

/// The cost of one call, over many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Cost {
    /// Half of the calls take at most so long.
    pub(crate) median_us: f64,
    /// 99 of 100 calls take at most so long.
    pub(crate) p99_us: f64,
    /// All calls together, each counted alike.
    pub(crate) mean_us: f64,
    /// How often memory is asked for.
    pub(crate) allocations: u64,
    /// How much memory is asked for.
    pub(crate) bytes: u64,
    /// How much of it is not given back: the growth of the heap.
    pub(crate) kept_bytes: i64,
}

impl Cost {
    /// Calls in a second on one core.
    pub(crate) fn per_second(&self) -> f64 {
        1e6 / self.mean_us
    }
}

/// Something to measure.
pub(crate) type Work<'w> = Box<dyn Fn() + 'w>;

/// What the calibration loop takes, in microseconds, and the costs of all works.
///
/// Each round runs the loop once and calls every work some times, so that a busy moment of the machine counts for all
/// of them alike; the first round is a warm-up. The counting allocator is in place while time is taken, which adds a
/// few nanoseconds to every allocation.
pub(crate) fn measure(rounds: usize, calls: usize, works: &[Work<'_>]) -> (f64, Vec<Cost>) {
    let mut loops = vec![];
    let mut times = vec![vec![]; works.len()];
    for round in 0..=rounds {
        let took = time(&calibration::run);
        if round > 0 {
            loops.push(took);
        }
        for (work, times) in works.iter().zip(&mut times) {
            let took = (0..calls).map(|_| time(work));
            times.extend(took.filter(|_| round > 0));
        }
    }
    let costs = works.iter().zip(times).map(|(work, times)| cost(times, work));
    (micros(sorted(loops)[rounds / 2]), costs.collect())
}

fn time(work: &dyn Fn()) -> Duration {
    let begin = Instant::now();
    work();
    begin.elapsed()
}

/// The cost of a work whose calls took these times.
fn cost(times: Vec<Duration>, work: &Work<'_>) -> Cost {
    let memory = allocation_counter::measure(work);
    let times = sorted(times);
    #[expect(clippy::cast_precision_loss, reason = "calls are few")]
    let mean_us = micros(times.iter().sum()) / times.len() as f64;
    Cost {
        median_us: micros(times[times.len() / 2]),
        p99_us: micros(times[times.len() * 99 / 100]),
        mean_us,
        allocations: memory.count_total,
        bytes: memory.bytes_total,
        kept_bytes: memory.bytes_current,
    }
}

fn sorted(mut times: Vec<Duration>) -> Vec<Duration> {
    times.sort_unstable();
    times
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, hint::black_box};

    #[test]
    fn allocations_of_one_call_are_counted_and_what_is_given_back_is_not_kept() {
        let (_, costs) = measure(1, 1, &[Box::new(|| drop(black_box(vec![0_u64; 4])))]);
        assert_eq!((costs[0].allocations, costs[0].bytes, costs[0].kept_bytes), (1, 32, 0));
    }

    #[test]
    fn works_take_turns_and_the_first_round_is_not_counted() {
        let turns = Cell::new(String::new());
        let turn = |name: &'static str| -> Work<'_> { Box::new(|| turns.set(turns.take() + name)) };
        let (loop_us, costs) = measure(2, 2, &[turn("a"), turn("b")]);
        // Three rounds, and a call of each for its memory.
        assert_eq!(turns.take(), "aabbaabbaabbab");
        assert!(loop_us > 0.0 && costs[0].median_us <= costs[0].p99_us);
    }

    #[test]
    fn figures_are_those_of_the_sorted_times() {
        let cost = cost((0..200).rev().map(Duration::from_micros).collect(), &(Box::new(|| ()) as Work<'_>));
        assert_eq!((cost.median_us, cost.p99_us, cost.mean_us), (100.0, 198.0, 99.5));
        assert!((cost.per_second() - 1e6 / 99.5).abs() < 1e-9);
    }
}

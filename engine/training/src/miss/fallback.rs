//! Fallback: the risk of a miss while no model is active, shown in reports and never acted on (P-48).

use super::{attempt::Tally, count};

/// P-48: how many rows the common rate counts for beside an item's own.
const PRIOR_ROWS: f64 = 5.0;

/// p0: the rate of everybody, held near one tenth while rows are few.
pub fn common_rate(all: Tally) -> f64 {
    (count(all.misses) + 1.0) / (count(all.rows) + 10.0)
}

/// The risk of an item: its own rate, held near that of all.
pub fn risk(item: Tally, all: Tally) -> f64 {
    (count(item.misses) + PRIOR_ROWS * common_rate(all)) / (count(item.rows) + PRIOR_ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_48_nine_misses_of_ninety_are_a_tenth_and_two_of_five_a_quarter() {
        let all = Tally { rows: 90, misses: 9 };
        assert!((common_rate(all) - 0.10).abs() < 1e-12);
        assert!((risk(Tally { rows: 5, misses: 2 }, all) - 0.25).abs() < 1e-12);
        assert!((risk(Tally::default(), Tally::default()) - 0.10).abs() < 1e-12);
    }
}

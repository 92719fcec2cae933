//! Calibration: a logistic fit that turns what the trees say into a probability (P-48).

use serde::{Deserialize, Serialize};

use super::logistic::{loss, probability};

/// a + b·logit(p).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Shift.
    pub a: f64,
    /// Slope.
    pub b: f64,
}

/// How strongly the fit is held at "as the trees say", in rows: too little to see, but enough for an answer where the
/// trees say the same of all rows, or part them without fault.
const HOLD: f64 = 1e-3;
/// Steps at most; the loss is convex and a handful is enough.
const STEPS: usize = 50;
/// A shorter step is none.
const LEAST_STEP: f64 = 1e-10;

impl Calibration {
    /// As the trees say.
    pub const NONE: Self = Self { a: 0.0, b: 1.0 };

    /// The fit to rows of log-odds and label: Newton's method, with halved steps where a whole one goes too far.
    pub fn fit(rows: &[(f64, bool)]) -> Self {
        let mut fit = Self::NONE;
        for _ in 0..STEPS {
            let (a, b) = fit.step(rows);
            let before = fit.loss(rows);
            let mut share = 1.0;
            let mut next = Self { a: fit.a + a, b: fit.b + b };
            while before < next.loss(rows) && LEAST_STEP < share {
                share /= 2.0;
                next = Self { a: fit.a + share * a, b: fit.b + share * b };
            }
            if before <= next.loss(rows) || share * (libm::fabs(a) + libm::fabs(b)) < LEAST_STEP {
                break;
            }
            fit = next;
        }
        fit
    }

    /// The calibrated log-odds.
    pub fn log_odds(self, raw: f64) -> f64 {
        self.a + self.b * raw
    }

    fn loss(self, rows: &[(f64, bool)]) -> f64 {
        let held = HOLD / 2.0 * (self.a * self.a + (self.b - 1.0) * (self.b - 1.0));
        rows.iter().fold(held, |sum, (raw, miss)| sum + loss(self.log_odds(*raw), *miss))
    }

    /// Newton's step for (a, b).
    fn step(self, rows: &[(f64, bool)]) -> (f64, f64) {
        let (mut slope_a, mut slope_b) = (HOLD * self.a, HOLD * (self.b - 1.0));
        let (mut aa, mut ab, mut bb) = (HOLD, 0.0, HOLD);
        for (raw, miss) in rows {
            let p = probability(self.log_odds(*raw));
            let gap = if *miss { p - 1.0 } else { p };
            slope_a += gap;
            slope_b += gap * raw;
            let curvature = p * (1.0 - p);
            aa += curvature;
            ab += curvature * raw;
            bb += curvature * raw * raw;
        }
        let determinant = aa * bb - ab * ab;
        ((ab * slope_b - bb * slope_a) / determinant, (ab * slope_a - aa * slope_b) / determinant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::miss::logistic::log_odds;

    fn group(raw: f64, misses: usize, rows: usize) -> impl Iterator<Item = (f64, bool)> {
        (0..rows).map(move |index| (raw, index < misses))
    }

    #[test]
    fn p_48_two_groups_are_calibrated_to_their_own_rates() {
        // The trees say 0.5 and 0.73; the groups miss 1 in 10 and 4 in 10.
        let rows: Vec<_> = group(0.0, 100, 1000).chain(group(1.0, 400, 1000)).collect();
        let fit = Calibration::fit(&rows);
        assert!((probability(fit.log_odds(0.0)) - 0.1).abs() < 1e-4, "{fit:?}");
        assert!((probability(fit.log_odds(1.0)) - 0.4).abs() < 1e-4, "{fit:?}");
        assert!((fit.a - log_odds(0.1)).abs() < 1e-3);
    }

    #[test]
    fn p_48_calibrated_rows_stay_as_they_are() {
        let rows: Vec<_> = group(log_odds(0.2), 20, 100).chain(group(log_odds(0.8), 80, 100)).collect();
        let fit = Calibration::fit(&rows);
        assert!(fit.a.abs() < 1e-9 && (fit.b - 1.0).abs() < 1e-9, "{fit:?}");
    }

    #[test]
    fn p_48_rows_that_are_all_alike_or_parted_without_fault_have_an_answer() {
        let alike = Calibration::fit(&group(-2.0, 30, 100).collect::<Vec<_>>());
        assert!((probability(alike.log_odds(-2.0)) - 0.3).abs() < 1e-3, "{alike:?}");
        let parted = Calibration::fit(&group(-1.0, 0, 50).chain(group(1.0, 50, 50)).collect::<Vec<_>>());
        assert!(parted.a.is_finite() && parted.b.is_finite() && parted.b > 1.0, "{parted:?}");
    }
}

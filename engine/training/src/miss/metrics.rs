//! Metrics: how good the probabilities are on rows the model has not seen, and whether that is enough (P-48).

use domain::vocabulary::vocabulary;
use serde::{Deserialize, Serialize};

use super::{
    count,
    logistic::{log_odds, loss, probability},
};

/// P-48: by so much the Brier score must be better than that of the base rate.
const LEAST_SKILL: f64 = 0.05;
/// P-48: so far the mean probability may lie from the miss rate.
const MOST_GAP: f64 = 0.05;
/// P-48: so large the expected calibration error may be.
const MOST_CALIBRATION_ERROR: f64 = 0.08;
/// P-48: bins of equal count for the calibration error.
const CALIBRATION_BINS: usize = 10;

vocabulary! {
    /// What a model must pass to be used.
    pub enum Acceptance: "acceptance" {
        BrierSkill = "brier_skill",
        LogLoss = "log_loss",
        MeanGap = "mean_gap",
        CalibrationError = "calibration_error",
    }
}

/// How a model did on the test part, against the constant base rate of the train part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// Share of misses in the train part.
    pub base_rate: f64,
    /// Share of misses among the rows.
    pub miss_rate: f64,
    /// Mean probability given.
    pub mean_p: f64,
    /// Mean squared error of the model.
    pub brier: f64,
    /// That of the base rate.
    pub base_brier: f64,
    /// Mean log loss of the model.
    pub log_loss: f64,
    /// That of the base rate.
    pub base_log_loss: f64,
    /// Expected calibration error over ten bins of equal count.
    pub calibration_error: f64,
}

impl Metrics {
    /// Measures calibrated log-odds, oldest row first, against what happened; the base rate lies between 0 and 1.
    pub fn new(rows: &[(f64, bool)], base_rate: f64) -> Self {
        let mean = |value: &dyn Fn(f64, bool) -> f64| {
            rows.iter().map(|(log_odds, miss)| value(*log_odds, *miss)).sum::<f64>() / count(rows.len())
        };
        let base = log_odds(base_rate);
        Self {
            base_rate,
            miss_rate: mean(&|_, miss| label(miss)),
            mean_p: mean(&|log_odds, _| probability(log_odds)),
            brier: mean(&|log_odds, miss| square(probability(log_odds) - label(miss))),
            base_brier: mean(&|_, miss| square(base_rate - label(miss))),
            log_loss: mean(&loss),
            base_log_loss: mean(&|_, miss| loss(base, miss)),
            calibration_error: calibration_error(rows),
        }
    }

    /// 1 − B_model / B_base.
    pub fn brier_skill(&self) -> f64 {
        1.0 - self.brier / self.base_brier
    }

    /// |mean p − miss rate|.
    pub fn mean_gap(&self) -> f64 {
        libm::fabs(self.mean_p - self.miss_rate)
    }

    /// What the model did not pass; nothing means that it may be used.
    pub fn failed(&self) -> Vec<Acceptance> {
        let passed = |acceptance: Acceptance| match acceptance {
            Acceptance::BrierSkill => self.brier_skill() >= LEAST_SKILL,
            Acceptance::LogLoss => self.log_loss < self.base_log_loss,
            Acceptance::MeanGap => self.mean_gap() <= MOST_GAP,
            Acceptance::CalibrationError => self.calibration_error <= MOST_CALIBRATION_ERROR,
        };
        Acceptance::ALL.iter().copied().filter(|acceptance| !passed(*acceptance)).collect()
    }
}

/// The mean distance of probability and miss rate over bins of equal count, from the lowest to the highest probability.
fn calibration_error(rows: &[(f64, bool)]) -> f64 {
    let mut rows = rows.to_vec();
    // Trees give many rows the same probability: in whichever bins these fall, they stay in their order in time.
    rows.sort_by(|left, right| left.0.total_cmp(&right.0));
    let bound = |bin: usize| bin * rows.len() / CALIBRATION_BINS;
    let bins = (0..CALIBRATION_BINS).map(|bin| &rows[bound(bin)..bound(bin + 1)]);
    let gaps = bins.map(|bin| bin.iter().map(|(log_odds, miss)| probability(*log_odds) - label(*miss)).sum());
    gaps.map(|gap: f64| libm::fabs(gap)).sum::<f64>() / count(rows.len())
}

fn label(miss: bool) -> f64 {
    if miss { 1.0 } else { 0.0 }
}

fn square(value: f64) -> f64 {
    value * value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        libm::fabs(left - right) < 1e-9
    }

    fn accepted() -> Metrics {
        Metrics {
            base_rate: 0.1,
            miss_rate: 0.1,
            mean_p: 0.12,
            brier: 0.085,
            base_brier: 0.090,
            log_loss: 0.30,
            base_log_loss: 0.33,
            calibration_error: 0.05,
        }
    }

    #[test]
    fn p_48_a_brier_score_of_85_against_90_is_accepted_if_the_rest_holds() {
        assert!((accepted().brier_skill() - 0.056).abs() < 0.0005);
        assert_eq!(accepted().failed(), []);
    }

    #[test]
    fn p_48_each_bound_alone_makes_a_model_inactive() {
        let failed = |change: fn(&mut Metrics)| {
            let mut metrics = accepted();
            change(&mut metrics);
            metrics.failed()
        };
        assert_eq!(failed(|metrics| metrics.brier = 0.086), [Acceptance::BrierSkill]);
        assert_eq!(failed(|metrics| metrics.log_loss = 0.33), [Acceptance::LogLoss]);
        assert_eq!(failed(|metrics| metrics.mean_p = 0.151), [Acceptance::MeanGap]);
        assert_eq!(failed(|metrics| metrics.mean_p = 0.049), [Acceptance::MeanGap]);
        assert_eq!(failed(|metrics| metrics.calibration_error = 0.081), [Acceptance::CalibrationError]);
        assert_eq!(failed(|metrics| metrics.calibration_error = 0.08), []);
    }

    #[test]
    fn p_48_measures_are_those_of_the_text_books() {
        // Four rows at one half and four at one fifth; two and one of them are misses.
        let half = (0.0, [true, true, false, false]);
        let fifth = (log_odds(0.2), [true, false, false, false]);
        let rows: Vec<_> =
            [half, fifth].iter().flat_map(|(at, labels)| labels.map(|miss| (*at, miss))).collect();
        let metrics = Metrics::new(&rows, 0.25);
        assert!(close(metrics.miss_rate, 0.375) && close(metrics.mean_p, 0.35));
        assert!(close(metrics.brier, (4.0 * 0.25 + 0.64 + 3.0 * 0.04) / 8.0));
        assert!(close(metrics.base_brier, (3.0 * 0.5625 + 5.0 * 0.0625) / 8.0));
        let logs = 4.0 * libm::log(0.5) + libm::log(0.2) + 3.0 * libm::log(0.8);
        assert!(close(metrics.log_loss, -logs / 8.0));
        assert!(close(metrics.base_log_loss, -(3.0 * libm::log(0.25) + 5.0 * libm::log(0.75)) / 8.0));
    }

    #[test]
    fn p_48_the_calibration_error_takes_ten_bins_of_equal_count() {
        // Twenty rows: in the lower half nobody misses at 0.3, in the upper half everybody does at 0.9.
        let rows = (0..20).map(|row| if row < 10 { (log_odds(0.3), false) } else { (log_odds(0.9), true) });
        assert!(close(calibration_error(&rows.collect::<Vec<_>>()), 0.5 * 0.3 + 0.5 * 0.1));
        // A constant probability is as good as its rate: each bin of four has one miss.
        let constant: Vec<_> = (0..40).map(|row| (log_odds(0.25), row % 4 == 0)).collect();
        assert!(calibration_error(&constant) < 1e-9);
    }
}

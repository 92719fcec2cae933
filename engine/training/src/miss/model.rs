//! Model: trees, calibration and how they were judged; what is stored and asked (P-48).

use domain::time::Instant;
use serde::{Deserialize, Serialize};

use super::{
    RULE_VERSION,
    attempt::{Attempt, Tally},
    calibration::Calibration,
    feature::{Feature, Values, feature_hash},
    forest::Forest,
    learner::learn,
    logistic::probability,
    metrics::Metrics,
    split::{Parts, Row, Shortage, rows, tally},
};

/// P-48: so many new rows are worth another training.
const NEW_ROWS: usize = 20;
/// P-48: so many features are shown.
const SHOWN: usize = 3;

/// A trained model, whether it may be used or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Version of the rule that trained it.
    pub rule_version: String,
    /// Names the features it was trained on.
    pub feature_hash: String,
    /// Trees, with bin edges and ranges.
    pub forest: Forest,
    /// From what the trees say to a probability.
    pub calibration: Calibration,
    /// Rows and misses of each part.
    pub sizes: Sizes,
    /// How it did on the test part.
    pub metrics: Metrics,
    /// When the last session ended that it was trained or judged by.
    pub newest: Instant,
}

/// What a model was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Everything there was, dropped rows included.
    pub all: Tally,
    /// The rows that teach.
    pub train: Tally,
    /// The rows that calibrate.
    pub calibrate: Tally,
    /// The rows that judge.
    pub test: Tally,
}

/// How likely a miss is, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Risk {
    /// Probability of a miss.
    pub p: f64,
    /// The features that raise it most, at most three, highest first.
    pub contributions: Vec<Contribution>,
}

/// What a feature adds to the risk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// Which feature.
    pub feature: Feature,
    /// How much, in calibrated log-odds.
    pub log_odds: f64,
}

impl Model {
    /// Trains on the attempts of all who agreed to it, in any order, and judges the result; or says what is missing.
    pub fn train(attempts: &[Attempt]) -> Result<Self, Shortage> {
        let all = rows(attempts);
        let parts = Parts::new(&all)?;
        let forest = learn(parts.fit, parts.stop);
        let scored = |rows: &[Row], calibration: Calibration| -> Vec<_> {
            rows.iter().map(|row| (calibration.log_odds(forest.log_odds(&row.values)), row.miss)).collect()
        };
        let calibration = Calibration::fit(&scored(parts.calibrate, Calibration::NONE));
        let metrics = Metrics::new(&scored(parts.test, calibration), tally(parts.train).rate());
        Ok(Self {
            rule_version: RULE_VERSION.to_owned(),
            feature_hash: feature_hash(),
            forest,
            calibration,
            sizes: Sizes {
                all: tally(&all),
                train: tally(parts.train),
                calibrate: tally(parts.calibrate),
                test: tally(parts.test),
            },
            metrics,
            newest: newest(attempts),
        })
    }

    /// Whether it may make offers: it passed its test, and the rules and features are still those of its training.
    pub fn is_active(&self) -> bool {
        self.is_current() && self.metrics.failed().is_empty()
    }

    /// Whether the next training is worth it: enough rows are new to the model, or there is none of today's rules.
    pub fn is_due(model: Option<&Self>, attempts: &[Attempt]) -> bool {
        let newest = model.filter(|model| model.is_current()).map(|model| model.newest);
        let is_new = |attempt: &&Attempt| newest.is_none_or(|newest| newest < attempt.finished_at);
        let new: Tally = attempts.iter().filter(is_new).filter_map(Attempt::miss).collect();
        new.rows >= NEW_ROWS
    }

    /// The risk of a session with these features.
    pub fn risk(&self, values: &Values) -> Risk {
        let raw = self.forest.contributions(values);
        let contributions = Feature::ALL.iter().zip(raw);
        let mut contributions: Vec<_> = contributions
            .map(|(&feature, raw)| Contribution { feature, log_odds: self.calibration.b * raw })
            .filter(|contribution| contribution.log_odds > 0.0)
            .collect();
        contributions.sort_by(|left, right| {
            right.log_odds.total_cmp(&left.log_odds).then(left.feature.cmp(&right.feature))
        });
        contributions.truncate(SHOWN);
        Risk { p: probability(self.calibration.log_odds(self.forest.log_odds(values))), contributions }
    }

    fn is_current(&self) -> bool {
        is_current(&self.rule_version, &self.feature_hash)
    }
}

/// Whether a model that was trained by these rules on these features is one of today.
pub fn is_current(rule_version: &str, feature_hash: &str) -> bool {
    rule_version == RULE_VERSION && feature_hash == self::feature_hash()
}

fn newest(attempts: &[Attempt]) -> Instant {
    let rows = attempts.iter().filter(|attempt| attempt.miss().is_some());
    rows.map(|attempt| attempt.finished_at).max().unwrap_or(Instant::EPOCH)
}

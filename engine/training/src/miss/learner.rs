//! Learner: gradient boosting of regression trees on logistic loss (P-48).
//!
//! Each tree is grown on what the trees before it left unexplained. Gradients are rounded once to integers, so that
//! sums do not depend on the order of rows, and two splits that part the rows alike gain exactly alike.

use super::{
    bins::{Bins, QUANTILES},
    feature::{COUNT, Feature},
    forest::{Binned, Forest, Node, Split},
    logistic::{log_odds, loss, probability},
    split::{Row, tally},
};

/// P-48: questions from the root to a leaf.
const DEPTH: usize = 3;
/// P-48: trees at most.
const TREES: usize = 200;
/// P-48: how much of its step a tree makes.
const RATE: f64 = 0.05;
/// P-48: rows in a leaf at least.
const LEAF_ROWS: usize = 20;
/// P-48: trees without a better log loss, after which no more are grown.
const PATIENCE: usize = 20;
/// Added to the curvature of a node: the step of a leaf whose rows are all but certain stays finite.
const DAMPING: f64 = 1.0;
/// Parts of one in which gradients are counted: 2 to the 30th.
const UNIT: f64 = 1_073_741_824.0;
/// A split must gain more than what is left of rounding.
const LEAST_GAIN: f64 = 1e-6;

/// Learns from `fit` and stops when `stop` gets no better; the trees after the best one are dropped.
///
/// `fit` holds both misses and hits. Nothing but the number of trees depends on `stop`.
pub fn learn(fit: &[Row], stop: &[Row]) -> Forest {
    let rate = tally(fit).rate();
    let bins = (0..COUNT).map(|index| Bins::new(fit.iter().map(|row| row.values[index]))).collect();
    let mut forest = Forest { start: log_odds(rate), bins, trees: vec![] };
    let mut fit = Scored::new(fit, &forest);
    let mut stop = Scored::new(stop, &forest);
    let mut best = Best { loss: stop.loss(), trees: 0 };
    while forest.trees.len() < TREES && best.is_near(forest.trees.len()) {
        let tree = fit.grow(&forest.bins);
        if tree.split.is_none() {
            break;
        }
        fit.add(&tree);
        stop.add(&tree);
        forest.trees.push(tree);
        best.see(stop.loss(), forest.trees.len());
    }
    forest.trees.truncate(best.trees);
    forest
}

/// The lowest loss so far, and with how many trees.
struct Best {
    loss: f64,
    trees: usize,
}

impl Best {
    fn see(&mut self, loss: f64, trees: usize) {
        if loss < self.loss {
            *self = Self { loss, trees };
        }
    }

    /// Whether more trees may still do better.
    fn is_near(&self, trees: usize) -> bool {
        trees - self.trees < PATIENCE
    }
}

/// Rows in bins, with the log-odds that the trees so far give them.
struct Scored {
    rows: Vec<(Binned, bool)>,
    log_odds: Vec<f64>,
}

impl Scored {
    fn new(rows: &[Row], forest: &Forest) -> Self {
        let rows: Vec<_> = rows.iter().map(|row| (forest.binned(&row.values), row.miss)).collect();
        Self { log_odds: vec![forest.start; rows.len()], rows }
    }

    fn add(&mut self, tree: &Node) {
        for ((row, _), log_odds) in self.rows.iter().zip(&mut self.log_odds) {
            *log_odds += tree.leaf(row);
        }
    }

    fn loss(&self) -> f64 {
        self.rows.iter().zip(&self.log_odds).map(|((_, miss), log_odds)| loss(*log_odds, *miss)).sum()
    }

    fn grow(&self, bins: &[Bins]) -> Node {
        let slopes = self.rows.iter().zip(&self.log_odds);
        let slopes = slopes.map(|((row, miss), log_odds)| (row, Slope::new(*log_odds, *miss))).collect();
        grow(slopes, bins, DEPTH)
    }
}

/// Gradient and curvature of the loss over some rows, in parts of one.
#[derive(Clone, Copy, Default)]
struct Slope {
    rows: usize,
    gradient: i64,
    curvature: i64,
}

impl Slope {
    fn new(log_odds: f64, miss: bool) -> Self {
        let p = probability(log_odds);
        let label = if miss { 1.0 } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "both are at most one unit")]
        let parts = |share: f64| libm::round(share * UNIT) as i64;
        Self { rows: 1, gradient: parts(label - p), curvature: parts(p * (1.0 - p)) }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            gradient: self.gradient + other.gradient,
            curvature: self.curvature + other.curvature,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            rows: self.rows - other.rows,
            gradient: self.gradient - other.gradient,
            curvature: self.curvature - other.curvature,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "exact up to eight million rows")]
    fn parts(self) -> (f64, f64) {
        (self.gradient as f64 / UNIT, self.curvature as f64 / UNIT + DAMPING)
    }

    /// The step in log-odds that lowers the loss of these rows most.
    fn step(self) -> f64 {
        let (gradient, curvature) = self.parts();
        gradient / curvature
    }

    /// How much that step lowers it, twice.
    fn worth(self) -> f64 {
        let (gradient, curvature) = self.parts();
        gradient * gradient / curvature
    }
}

fn grow(rows: Vec<(&Binned, Slope)>, bins: &[Bins], depth: usize) -> Node {
    let total = rows.iter().fold(Slope::default(), |sum, (_, slope)| sum.plus(*slope));
    let value = RATE * total.step();
    let question = if depth == 0 { None } else { best_question(&rows, bins, total) };
    let split = question.map(|(feature, bin)| {
        let (below, above) = rows.into_iter().partition(|(row, _)| row[feature as usize] <= bin);
        let (below, above) = (grow(below, bins, depth - 1), grow(above, bins, depth - 1));
        Box::new(Split { feature, bin, below, above })
    });
    Node { value, split }
}

/// The split that gains most; of equals the first feature, then the lowest bin (P-48).
fn best_question(rows: &[(&Binned, Slope)], bins: &[Bins], total: Slope) -> Option<(Feature, usize)> {
    let mut best = (LEAST_GAIN, None);
    for (&feature, bins) in Feature::ALL.iter().zip(bins) {
        let mut sums = [Slope::default(); QUANTILES + 1];
        for (row, slope) in rows {
            let sum = &mut sums[row[feature as usize]];
            *sum = sum.plus(*slope);
        }
        let mut below = Slope::default();
        for (bin, sum) in sums.iter().enumerate().take(bins.last()) {
            below = below.plus(*sum);
            let above = total.minus(below);
            if below.rows < LEAF_ROWS || above.rows < LEAF_ROWS {
                continue;
            }
            let gain = below.worth() + above.worth() - total.worth();
            if gain > best.0 {
                best = (gain, Some((feature, bin)));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_48_twenty_trees_without_a_better_loss_are_the_end() {
        let mut best = Best { loss: 0.5, trees: 0 };
        best.see(0.5, 19);
        assert!(best.is_near(19) && !best.is_near(20));
        best.see(0.4, 20);
        assert!(best.is_near(39) && !best.is_near(40));
    }
}

//! Forest: the trees of a model, what they say about a session, and which feature said it (P-48).

use serde::{Deserialize, Serialize};

use super::{
    bins::Bins,
    feature::{COUNT, Feature, Values},
};

/// Trees whose values add up to the log-odds of a miss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forest {
    /// Log-odds before the first tree.
    pub start: f64,
    /// The bins of each feature, in the order of the features.
    pub bins: Vec<Bins>,
    /// In the order in which they were grown.
    pub trees: Vec<Node>,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// What the rows that come here add to the log-odds, if they go no further.
    pub value: f64,
    /// Where they go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<Box<Split>>,
}

/// A question about one feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// Which feature.
    pub feature: Feature,
    /// Rows up to this bin go below, the others above.
    pub bin: usize,
    /// Up to the bin.
    pub below: Node,
    /// Beyond the bin.
    pub above: Node,
}

/// A row as the trees see it: the bin of each feature.
pub(super) type Binned = [usize; COUNT];

impl Node {
    /// The next node for a row, and the feature that sent it there.
    pub(super) fn next(&self, row: &Binned) -> Option<(Feature, &Self)> {
        let split = self.split.as_deref()?;
        let is_below = row[split.feature as usize] <= split.bin;
        Some((split.feature, if is_below { &split.below } else { &split.above }))
    }

    /// The value of the leaf that a row comes to.
    pub(super) fn leaf(&self, row: &Binned) -> f64 {
        let mut node = self;
        while let Some((_, next)) = node.next(row) {
            node = next;
        }
        node.value
    }
}

impl Forest {
    /// The row in bins.
    pub(super) fn binned(&self, values: &Values) -> Binned {
        std::array::from_fn(|index| self.bins.get(index).map_or(0, |bins| bins.bin(values[index])))
    }

    /// The log-odds of a miss.
    pub fn log_odds(&self, values: &Values) -> f64 {
        let row = self.binned(values);
        self.trees.iter().fold(self.start, |sum, tree| sum + tree.leaf(&row))
    }

    /// What each feature adds to the log-odds: on the path through each tree, a step is owed to the feature that the
    /// node asked about.
    pub fn contributions(&self, values: &Values) -> [f64; COUNT] {
        let row = self.binned(values);
        let mut contributions = [0.0; COUNT];
        for tree in &self.trees {
            let mut node = tree;
            while let Some((feature, next)) = node.next(&row) {
                contributions[feature as usize] += next.value - node.value;
                node = next;
            }
        }
        contributions
    }
}

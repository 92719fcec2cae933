//! Bins: the values of a feature in at most 32 classes of about equal size, and one for what is missing (P-48).

use serde::{Deserialize, Serialize};

/// P-48: so many quantile bins at most, beside the bin of what is missing.
pub const QUANTILES: usize = 32;

/// The bins of one feature, as the rows that teach have them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bins {
    /// The highest value of each bin but the last, ascending.
    pub edges: Vec<f64>,
    /// Lowest and highest value seen, if there was any.
    pub range: Option<[f64; 2]>,
}

impl Bins {
    /// Bins for these values: one for each if they are few, else quantiles.
    pub fn new(values: impl IntoIterator<Item = Option<f64>>) -> Self {
        let mut values: Vec<f64> = values.into_iter().flatten().collect();
        values.sort_by(f64::total_cmp);
        let range = values.first().zip(values.last()).map(|(low, high)| [*low, *high]);
        let mut edges = values.clone();
        edges.dedup();
        if edges.len() > QUANTILES {
            let quantile = |k: usize| values[(k * values.len()).div_ceil(QUANTILES) - 1];
            edges = (1..=QUANTILES).map(quantile).collect();
            edges.dedup();
        }
        // The last bin holds the highest value and whatever lies above it.
        edges.pop();
        Self { edges, range }
    }

    /// The bin of a value: 0 for a missing one, then from 1 upward.
    pub fn bin(&self, value: Option<f64>) -> usize {
        value.map_or(0, |value| 1 + self.edges.partition_point(|edge| *edge < value))
    }

    /// The highest bin there is.
    pub fn last(&self) -> usize {
        self.edges.len() + usize::from(self.range.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_48_few_values_have_a_bin_each_and_missing_its_own() {
        let bins = Bins::new([Some(3.0), None, Some(1.0), Some(3.0), Some(2.0)]);
        assert_eq!(bins.edges, [1.0, 2.0]);
        assert_eq!(bins.range, Some([1.0, 3.0]));
        assert_eq!(
            [None, Some(0.5), Some(1.0), Some(1.5), Some(3.0), Some(9.0)].map(|v| bins.bin(v)),
            [0, 1, 1, 2, 3, 3]
        );
        assert_eq!(bins.last(), 3);
    }

    #[test]
    fn p_48_many_values_share_32_bins_of_equal_size() {
        let bins = Bins::new((0..320).map(|value| Some(f64::from(value))));
        let mut sizes = [0; QUANTILES + 1];
        for value in 0..320 {
            sizes[bins.bin(Some(f64::from(value)))] += 1;
        }
        assert_eq!(bins.last(), QUANTILES);
        assert!(sizes[0] == 0 && sizes[1..].iter().all(|&size| size == 10), "{sizes:?}");
    }

    #[test]
    fn p_48_a_feature_that_nobody_has_is_missing_only() {
        let bins = Bins::new([None, None]);
        assert_eq!((bins.last(), bins.range), (0, None));
    }
}

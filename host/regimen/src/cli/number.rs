//! Whole numbers as arguments: read within a range, so that a refusal names it (GL-4).

use std::{
    error::Error,
    fmt,
    ops::{Bound, RangeBounds},
    str::FromStr,
};

/// A value that is not a whole number of the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotInRange {
    /// The least.
    pub(super) low: i64,
    /// The greatest; without one every number is right that can be told.
    pub(super) high: Option<i64>,
}

impl Error for NotInRange {}

impl fmt::Display for NotInRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a whole number from {}", self.low)?;
        self.high.map_or(Ok(()), |high| write!(f, " to {high}"))
    }
}

/// Reads the whole numbers of a range.
pub(super) fn whole<N>(
    range: impl RangeBounds<N> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<N, NotInRange> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Copy + TryInto<i64>,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let bound = |bound: Bound<&N>| match bound {
            Bound::Included(bound) => (*bound).try_into().ok(),
            // A range leaves out its end alone.
            Bound::Excluded(end) => (*end).try_into().ok().map(|end: i64| end - 1),
            Bound::Unbounded => None,
        };
        number.ok_or_else(|| NotInRange {
            low: bound(range.start_bound()).unwrap_or_default(),
            high: bound(range.end_bound()),
        })
    }
}

//! Plates on a bar: which sums a side can have, and the fewest plates for one of them (LD-2).

use std::fmt;

use domain::quantity::Hundredths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A plate in thousandths of the unit printed on it, since the smallest weighs 0.625 kg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Plate(pub i64);

impl From<Hundredths> for Plate {
    fn from(mass: Hundredths) -> Self {
        Self(mass.0 * 10)
    }
}

/// Prints the exact mass without trailing zeros: `20`, `1.25`, `0.625`.
impl fmt::Display for Plate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 1000, self.0 % 1000);
        if part == 0 {
            return write!(f, "{whole}");
        }
        write!(f, "{whole}.{}", format!("{part:03}").trim_end_matches('0'))
    }
}

/// How a bar is loaded: which bar, and what goes on each of its sides, heaviest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Loading {
    /// The bar's own mass in hundredths of the printed unit.
    pub bar: Hundredths,
    /// The plates of one side.
    pub plates: Vec<Plate>,
}

/// No side carries more, in thousandths of either unit; it bounds the table of sums.
const HEAVIEST_SIDE: i64 = 500_000;

/// A sum that these plates cannot make.
const UNREACHABLE: u16 = u16::MAX;

/// The pairs of plates at hand, with every sum that one side can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlateSet {
    /// Different plates, heaviest first, each with its pairs.
    kinds: Vec<(Plate, u16)>,
    /// All sums are multiples of it.
    step: i64,
    /// Row `k` holds, for each multiple of the step, the fewest plates of the kinds from `k` on that make it.
    fewest: Vec<u16>,
    /// The length of a row.
    sums: usize,
}

impl PlateSet {
    /// The sums of these plates, found by dynamic programming over them.
    pub(super) fn new(pairs: impl IntoIterator<Item = (Plate, u32)>) -> Self {
        let mut kinds: Vec<(Plate, u16)> = Vec::new();
        for (plate, pairs) in pairs {
            let pairs = u16::try_from(pairs).unwrap_or(u16::MAX);
            match kinds.iter_mut().find(|(known, _)| *known == plate) {
                Some((_, known)) => *known = known.saturating_add(pairs),
                None => kinds.push((plate, pairs)),
            }
        }
        kinds.retain(|&(plate, pairs)| plate.0 > 0 && pairs > 0);
        kinds.sort_unstable_by(|one, other| other.cmp(one));

        let step = kinds.iter().fold(0, |step, (plate, _)| gcd(step, plate.0)).max(1);
        let total: i64 = kinds.iter().map(|&(plate, pairs)| plate.0 * i64::from(pairs)).sum();
        let sums = index(total.min(HEAVIEST_SIDE) / step) + 1;
        // The last row knows no plate at all, so that it makes nothing but zero.
        let mut fewest = vec![UNREACHABLE; (kinds.len() + 1) * sums];
        fewest[kinds.len() * sums] = 0;
        for (row, &(plate, pairs)) in kinds.iter().enumerate().rev() {
            let width = index(plate.0 / step);
            let (upper, lower) = fewest.split_at_mut((row + 1) * sums);
            fill(&mut upper[row * sums..], &lower[..sums], width, pairs);
        }
        Self { kinds, step, fewest, sums }
    }

    /// Every sum of one side in thousandths, lightest first; zero is one of them.
    pub(super) fn sums(&self) -> impl Iterator<Item = i64> {
        let multiples = (0..).step_by(index(self.step));
        self.fewest[..self.sums]
            .iter()
            .zip(multiples)
            .filter(|(count, _)| **count != UNREACHABLE)
            .map(|(_, sum)| sum)
    }

    /// How many plates a side needs for `sum` thousandths, if it can be made.
    pub(super) fn count(&self, sum: i64) -> Option<u16> {
        self.at(0, sum)
    }

    /// The plates for `sum` thousandths: as few as possible, and of those choices the heavier plates first.
    pub(super) fn take(&self, mut sum: i64) -> Option<Vec<Plate>> {
        let mut left = self.count(sum)?;
        let mut taken = Vec::with_capacity(usize::from(left));
        for (row, &(plate, pairs)) in self.kinds.iter().enumerate() {
            let fits = |&count: &u16| {
                self.at(row + 1, sum - plate.0 * i64::from(count)).is_some_and(|rest| rest + count == left)
            };
            let count = (0..=pairs.min(left)).rev().find(fits)?;
            taken.extend((0..count).map(|_| plate));
            sum -= plate.0 * i64::from(count);
            left -= count;
        }
        Some(taken)
    }

    fn at(&self, row: usize, sum: i64) -> Option<u16> {
        if sum < 0 || sum % self.step != 0 || index(sum / self.step) >= self.sums {
            return None;
        }
        let count = self.fewest[row * self.sums + index(sum / self.step)];
        (count != UNREACHABLE).then_some(count)
    }
}

/// One row of the table from the row of the lighter kinds: so many plates of this width, as few in all as possible.
fn fill(row: &mut [u16], lighter: &[u16], width: usize, pairs: u16) {
    row.copy_from_slice(lighter);
    for count in 1..=pairs {
        let taken = width * usize::from(count);
        if taken >= row.len() {
            break;
        }
        for (fewest, rest) in row[taken..].iter_mut().zip(lighter) {
            // An unreachable rest stays unreachable.
            *fewest = (*fewest).min(rest.saturating_add(count));
        }
    }
}

const fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// A sum as an index; sums are never negative and bounded by [`HEAVIEST_SIDE`].
fn index(sum: i64) -> usize {
    usize::try_from(sum).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(pairs: &[(i64, u32)]) -> PlateSet {
        PlateSet::new(pairs.iter().map(|&(plate, pairs)| (Plate(plate), pairs)))
    }

    #[test]
    fn ld_2_sums_are_exact_sub_multisets() {
        assert_eq!(set(&[(10_000, 2)]).sums().collect::<Vec<_>>(), [0, 10_000, 20_000]);
        assert_eq!(
            set(&[(5000, 1), (2500, 1), (5000, 1)]).sums().collect::<Vec<_>>(),
            [0, 2500, 5000, 7500, 10_000, 12_500]
        );
        assert_eq!(set(&[]).sums().collect::<Vec<_>>(), [0]);
        assert_eq!(set(&[(10_000, 0)]).sums().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn ld_2_fewest_plates_are_taken_heavier_first() {
        // 30 is 15 + 15 with two plates; the greedy 25 would need 2.5 twice.
        let plates = set(&[(25_000, 1), (15_000, 2), (2500, 2)]);
        assert_eq!(plates.take(30_000), Some(vec![Plate(15_000), Plate(15_000)]));
        // 25 + 5 and 20 + 10 both need two; the heavier plate comes first.
        let plates = set(&[(25_000, 1), (20_000, 1), (10_000, 1), (5000, 1)]);
        assert_eq!(plates.take(30_000), Some(vec![Plate(25_000), Plate(5000)]));
        assert_eq!(plates.take(2500), None);
        assert_eq!(plates.take(0), Some(vec![]));
    }

    #[test]
    fn l_9_micro_plates_are_exact() {
        let plates = set(&[(1250, 1), (625, 1)]);
        assert_eq!(plates.sums().collect::<Vec<_>>(), [0, 625, 1250, 1875]);
        let texts = [Plate(625), Plate(1250), Plate(20_000)].map(|plate| plate.to_string());
        assert_eq!(texts, ["0.625", "1.25", "20"]);
    }
}

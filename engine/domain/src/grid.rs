//! The achievable loads of an implement, and rounding to them without ever missing a plate (LD-2, L-10, SG-8).

use std::cmp::Ordering;

use crate::quantity::{Grams, Hundredths, MassUnit};

/// The loads that can be put together, in hundredths of the unit printed on the iron.
///
/// Rounding works on the display value, so that 100 lb, which is 45 359 g, stays 100 lb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    unit: MassUnit,
    steps: Vec<Hundredths>,
}

/// Which way a value exactly between two steps goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// To the lighter step.
    Down,
    /// To the heavier step.
    Up,
}

impl Grid {
    /// A grid of these loads in any order; `None` when there is none.
    pub fn new(unit: MassUnit, steps: impl IntoIterator<Item = Hundredths>) -> Option<Self> {
        let mut steps: Vec<_> = steps.into_iter().collect();
        steps.sort_unstable();
        steps.dedup();
        (!steps.is_empty()).then_some(Self { unit, steps })
    }

    /// The unit printed on the iron.
    pub fn unit(&self) -> MassUnit {
        self.unit
    }

    /// All achievable loads, lightest first; never empty.
    pub fn steps(&self) -> &[Hundredths] {
        &self.steps
    }

    /// Whether `load` can be put together.
    pub fn holds(&self, load: Grams) -> bool {
        self.steps.binary_search(&load.display(self.unit)).is_ok()
    }

    /// The heaviest achievable load not above `load`; the lightest if all are.
    pub fn floor(&self, load: Grams) -> Grams {
        let above = self.steps.partition_point(|&step| step <= load.display(self.unit));
        self.load(above.saturating_sub(1))
    }

    /// The lightest achievable load not below `load`; the heaviest if all are.
    pub fn ceil(&self, load: Grams) -> Grams {
        let index = self.steps.partition_point(|&step| step < load.display(self.unit));
        self.load(index.min(self.steps.len() - 1))
    }

    /// The achievable load nearest to `load`.
    pub fn nearest(&self, load: Grams, tie: Tie) -> Grams {
        let (below, above) = (self.floor(load), self.ceil(load));
        let value = load.display(self.unit).0;
        let down = (value - below.display(self.unit).0).abs();
        let up = (above.display(self.unit).0 - value).abs();
        match (down.cmp(&up), tie) {
            (Ordering::Less, _) | (Ordering::Equal, Tie::Down) => below,
            (Ordering::Greater, _) | (Ordering::Equal, Tie::Up) => above,
        }
    }

    /// The next heavier achievable load, if there is one.
    pub fn above(&self, load: Grams) -> Option<Grams> {
        let index = self.steps.partition_point(|&step| step <= load.display(self.unit));
        (index < self.steps.len()).then(|| self.load(index))
    }

    /// The next lighter achievable load, if there is one.
    pub fn below(&self, load: Grams) -> Option<Grams> {
        let index = self.steps.partition_point(|&step| step < load.display(self.unit));
        index.checked_sub(1).map(|index| self.load(index))
    }

    /// The lightest achievable load.
    pub fn lightest(&self) -> Grams {
        self.load(0)
    }

    /// The heaviest achievable load.
    pub fn heaviest(&self) -> Grams {
        self.load(self.steps.len() - 1)
    }

    fn load(&self, index: usize) -> Grams {
        Grams::from_display(self.steps[index], self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(unit: MassUnit, low: i64, step: i64, high: i64) -> Grid {
        Grid::new(unit, (0..=(high - low) / step).map(|n| Hundredths(low + n * step))).unwrap()
    }

    #[test]
    fn rounds_as_the_examples_of_ld_2_and_l_10_say() {
        let bar = grid(MassUnit::Kg, 2000, 250, 22_000);
        assert_eq!(bar.floor(Grams(61_300)), Grams(60_000));
        assert_eq!(bar.nearest(Grams(63_750), Tie::Up), Grams(65_000));
        assert_eq!(bar.nearest(Grams(61_250), Tie::Down), Grams(60_000));
        let dumbbells = grid(MassUnit::Kg, 250, 250, 5000);
        assert_eq!(dumbbells.floor(Grams(11_000)), Grams(10_000));
        let assistance = grid(MassUnit::Kg, 500, 500, 15_000);
        assert_eq!(assistance.ceil(Grams(18_000)), Grams(20_000));
        let pounds = grid(MassUnit::Lb, 4500, 500, 40_000);
        assert_eq!(pounds.floor(Grams(45_359)), Grams(45_359));
        assert_eq!(pounds.floor(Grams(77_774)), Grams(77_111));
        assert_eq!(pounds.floor(Grams(79_719)), Grams(79_379));
    }

    #[test]
    fn ends_of_the_grid_hold() {
        let bar = grid(MassUnit::Kg, 2000, 250, 3000);
        assert_eq!(bar.floor(Grams(100)), Grams(20_000));
        assert_eq!(bar.ceil(Grams(99_000)), Grams(30_000));
        assert_eq!(bar.above(Grams(30_000)), None);
        assert_eq!(bar.below(Grams(20_000)), None);
        assert_eq!(bar.above(Grams(20_000)), Some(Grams(22_500)));
        assert_eq!(bar.below(Grams(21_000)), Some(Grams(20_000)));
        assert_eq!(Grid::new(MassUnit::Kg, []), None);
    }
}

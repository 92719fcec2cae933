//! Ratio: an exact fraction, so that nothing is rounded before the end (NT-1, ND-6).

use std::{
    cmp::Ordering,
    ops::{Add, Div, Mul, Sub},
};

use domain::quantity::Amount;

/// A fraction in lowest terms with a positive denominator.
///
/// The inputs of this crate are bounded, and their products stay far below the range of `i128`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    pub(crate) const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// `numerator / denominator`; the denominator is positive.
    pub(crate) const fn new(numerator: i128, denominator: i128) -> Self {
        let mut divisor = numerator.unsigned_abs();
        let mut rest = denominator.unsigned_abs();
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        #[expect(clippy::cast_possible_wrap, reason = "a divisor of the denominator, which is positive")]
        let divisor = divisor as i128;
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// A fraction of a hundred.
    pub(crate) fn percent(percent: impl Into<i128>) -> Self {
        Self::new(percent.into(), 100)
    }

    /// The whole number nearest to it, half up; the nearest that can be written if it is beyond all of them.
    pub(crate) fn round(self) -> i64 {
        let rounded = (2 * self.numerator + self.denominator).div_euclid(2 * self.denominator);
        i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
    }

    /// The multiple of `step` nearest to it, half up.
    pub(crate) fn round_to(self, step: i64) -> i64 {
        (self / Self::from(step)).round() * step
    }

    /// The least multiple of `step` that is not below it.
    pub(crate) fn ceil_to(self, step: i64) -> i64 {
        let nearest = self.round_to(step);
        if Self::from(nearest) < self { nearest + step } else { nearest }
    }

    /// The same in millionths, half up.
    pub(crate) fn amount(self) -> Amount {
        Amount((self * Self::from(Amount::UNIT)).round())
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self { numerator: i128::from(whole), denominator: 1 }
    }
}

impl From<u32> for Ratio {
    fn from(whole: u32) -> Self {
        Self::from(i64::from(whole))
    }
}

impl From<Amount> for Ratio {
    fn from(Amount(millionths): Amount) -> Self {
        Self::new(i128::from(millionths), i128::from(Amount::UNIT))
    }
}

impl Add for Ratio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let numerator = self.numerator * other.denominator + other.numerator * self.denominator;
        Self::new(numerator, self.denominator * other.denominator)
    }
}

impl Sub for Ratio {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * Self::from(-1_i64)
    }
}

impl Mul for Ratio {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }
}

/// The divisor is positive.
impl Div for Ratio {
    type Output = Self;

    fn div(self, divisor: Self) -> Self {
        Self::new(self.numerator * divisor.denominator, self.denominator * divisor.numerator)
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_compare_by_value() {
        let (third, one, two) = (Ratio::new(1, 3), Ratio::from(1_u32), Ratio::from(2_u32));
        assert_eq!(third + third + third, one);
        assert_eq!(Ratio::new(2, 6), third);
        assert_eq!(one - third * two, third);
        assert_eq!(third / two, Ratio::new(1, 6));
        assert!(Ratio::new(-1, 2) < Ratio::ZERO && third < Ratio::new(1, 2));
        assert_eq!([third, Ratio::new(1, 6)].into_iter().sum::<Ratio>(), Ratio::new(1, 2));
        assert_eq!(Ratio::ZERO, Ratio::new(0, 7));
    }

    #[test]
    fn halves_are_rounded_up() {
        for (numerator, denominator, rounded) in [(5, 2, 3), (-5, 2, -2), (7, 3, 2), (-7, 3, -2), (0, 9, 0)] {
            assert_eq!(Ratio::new(numerator, denominator).round(), rounded);
        }
        assert_eq!(Ratio::from(2255_i64).round_to(10), 2260);
        assert_eq!(Ratio::from(1781_i64).ceil_to(10), 1790);
        assert_eq!(Ratio::from(1780_i64).ceil_to(10), 1780);
        assert_eq!(Ratio::new(2, 3).amount(), Amount(666_667));
        assert_eq!(Ratio::from(Amount(281_250_000)), Ratio::new(1125, 4));
        assert_eq!(Ratio::percent(135), Ratio::new(27, 20));
    }
}

//! Quantities: integers in one unit each, and how people see them (GL-2).
//!
//! A load is grams inside and kilograms or pounds outside. The two meet in integer hundredths of the display unit,
//! so that 135 lb is 61 235 g and comes back as 135 lb, never as 134.99.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::vocabulary::vocabulary;

/// `numerator / denominator`, rounded half up, for a positive denominator.
pub const fn div_half_up(numerator: i64, denominator: i64) -> i64 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

/// A mass in grams: loads and body weight. Signed, since assistance takes load away.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Grams(pub i64);

impl Grams {
    /// No load.
    pub const ZERO: Self = Self(0);

    /// Grams of a display value by LD-2's formula: h × 10 for kilograms, (h × 45359237 + 5000000) div 10000000 for
    /// pounds.
    pub const fn from_display(value: Hundredths, unit: MassUnit) -> Self {
        match unit {
            MassUnit::Kg => Self(value.0 * 10),
            MassUnit::Lb => Self((value.0 * 45_359_237 + 5_000_000).div_euclid(10_000_000)),
        }
    }

    /// What a person reads, rounded half up to hundredths of the unit.
    pub const fn display(self, unit: MassUnit) -> Hundredths {
        match unit {
            MassUnit::Kg => Hundredths(div_half_up(self.0, 10)),
            MassUnit::Lb => Hundredths(div_half_up(self.0 * 10_000_000, 45_359_237)),
        }
    }

    /// `percent` of this mass, rounded down.
    pub const fn percent(self, percent: i64) -> Self {
        Self((self.0 * percent).div_euclid(100))
    }
}

impl Add for Grams {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Grams {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Grams {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

vocabulary! {
    /// The unit in which an athlete thinks of loads.
    pub enum MassUnit: "unit" {
        Kg = "kg",
        Lb = "lb",
    }
}

/// Hundredths of a display unit: 6125 is 61.25 kg or 61.25 lb.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Hundredths(pub i64);

impl Hundredths {
    /// Whole units.
    pub const fn whole(units: i64) -> Self {
        Self(units * 100)
    }
}

/// Prints at most two decimals and no trailing zeros: `62.5`, `60`, `-20`.
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match (part, part % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", part / 10),
            _ => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// Tenths: of a set (volume), of RPE, of anything shown with one decimal.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Tenths(pub i64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10)
    }
}

/// Rating of perceived exertion in tenths, 10..100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "i64", into = "i64")]
#[schemars(extend("minimum" = 10, "maximum" = 100))]
pub struct Rpe(u8);

impl Rpe {
    /// The RPE of so many tenths.
    pub const fn new(tenths: i64) -> Result<Self, RpeOutOfRange> {
        match tenths {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the pattern bounds it"
            )]
            10..=100 => Ok(Self(tenths as u8)),
            _ => Err(RpeOutOfRange(tenths)),
        }
    }

    /// The RPE in tenths.
    pub const fn tenths(self) -> i64 {
        self.0 as i64
    }
}

/// An effort that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("rpe: {0} tenths, expected 10..100 (RPE 1.0 to 10.0)")]
pub struct RpeOutOfRange(i64);

impl TryFrom<i64> for Rpe {
    type Error = RpeOutOfRange;

    fn try_from(tenths: i64) -> Result<Self, RpeOutOfRange> {
        Self::new(tenths)
    }
}

impl From<Rpe> for i64 {
    fn from(rpe: Rpe) -> Self {
        rpe.tenths()
    }
}

/// Whole RPE without decimals, others with one: `8`, `8.5`.
impl fmt::Display for Rpe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            part => write!(f, "{}.{part}", self.0 / 10),
        }
    }
}

/// An amount of a nutrient in millionths of its unit (ND-1).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Amount(pub i64);

impl Amount {
    /// Millionths in one unit.
    pub const UNIT: i64 = 1_000_000;

    /// Reads a decimal exactly up to six fractional digits; the rest is rounded half up.
    pub fn parse(text: &str) -> Result<Self, NotAnAmount> {
        let error = || NotAnAmount(text.to_owned());
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
            return Err(error());
        }
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| error())? };
        let mut millionths = 0;
        for place in 0..6 {
            millionths =
                millionths * 10 + i64::from(fraction.as_bytes().get(place).map_or(0, |byte| byte - b'0'));
        }
        let round_up = fraction.as_bytes().get(6).is_some_and(|&digit| digit >= b'5');
        whole
            .checked_mul(Self::UNIT)
            .and_then(|amount| amount.checked_add(millionths + i64::from(round_up)))
            .map(Self)
            .ok_or_else(error)
    }

    /// Reads a number of a document exactly up to six fractional digits; the rest is rounded half up.
    pub fn of(number: &serde_json::Number) -> Result<Self, NotAnAmount> {
        if let Some(amount) = Self::at_once(number) {
            return Ok(amount);
        }
        // Rust prints the fewest digits that identify a float and, unlike JSON, never an exponent.
        match number.as_f64() {
            Some(float) if number.is_f64() => Self::parse(&float.to_string()),
            _ => Self::parse(&number.to_string()),
        }
    }

    /// A number of at most six fractional digits without a look at its text: below 10^15 millionths no other such number is
    /// the same float.
    fn at_once(number: &serde_json::Number) -> Option<Self> {
        if let Some(whole) = number.as_u64() {
            return i64::try_from(whole).ok()?.checked_mul(Self::UNIT).map(Self);
        }
        let float = number.as_f64().filter(|float| float.is_sign_positive())?;
        let millionths = (float * 1e6).round();
        let is_exact = millionths < 1e15 && (millionths / 1e6).to_bits() == float.to_bits();
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 10^15")]
        is_exact.then_some(Self(millionths as i64))
    }
}

/// A text that is no amount.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an amount, expected a decimal number of 0 or more, such as 0.9")]
pub struct NotAnAmount(pub String);

/// Prints the exact decimal without trailing zeros.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let unit = Self::UNIT.unsigned_abs();
        let (whole, part) = (self.0.unsigned_abs() / unit, self.0.unsigned_abs() % unit);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let decimals = format!("{part:06}");
        write!(f, "{sign}{whole}.{}", decimals.trim_end_matches('0'))
    }
}

/// A span of time in seconds as people read it: `45 s` is `0:45`, an hour and a half `1:30:00`.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Seconds(pub i64);

impl Seconds {
    /// Whole minutes that cover it.
    pub const fn minutes_up(self) -> i64 {
        (self.0 + 59).div_euclid(60)
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes, seconds) = (self.0 / 3600, self.0 / 60 % 60, self.0 % 60);
        match hours {
            0 => write!(f, "{minutes}:{seconds:02}"),
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_documents_are_read_by_their_digits() {
        use serde_json::{Number, from_str};
        let by_text = |number: &Number| match number.as_f64() {
            Some(float) if number.is_f64() => Amount::parse(&float.to_string()),
            _ => Amount::parse(&number.to_string()),
        };
        let few =
            ["0", "7", "281.25", "1e-6", "0.1", "0.0000005", "123.4567895", "-0.0", "-3", "-0.5", "1e300"];
        let many = ["999999999.999999", "1000000000.000001", "9223372036854775807", "18446744073709551615"];
        for text in few.into_iter().chain(many) {
            let number: Number = from_str(text).unwrap();
            assert_eq!(Amount::of(&number), by_text(&number), "{text}");
        }
        let dense = (0..2_000_000).step_by(37);
        for amount in dense.chain((1..1_000_000_000_000_000).step_by(99_999_999_967)).map(Amount) {
            let number: Number = from_str(&amount.to_string()).unwrap();
            assert_eq!(Amount::of(&number), Ok(amount));
        }
    }

    #[test]
    fn pounds_become_the_grams_of_the_chapters() {
        // LD-2, SG-8 and L-10 name these pairs.
        for (pounds, grams) in [
            (250, 1134),
            (500, 2268),
            (1000, 4536),
            (10_000, 45_359),
            (13_500, 61_235),
            (14_000, 63_503),
            (14_250, 64_637),
            (18_500, 83_915),
            (22_500, 102_058),
        ] {
            assert_eq!(Grams::from_display(Hundredths(pounds), MassUnit::Lb), Grams(grams));
            assert_eq!(Grams(grams).display(MassUnit::Lb), Hundredths(pounds));
        }
        assert_eq!(Grams(77_774).display(MassUnit::Lb), Hundredths(17_146));
    }

    #[test]
    fn display_values_have_no_trailing_zeros() {
        for (hundredths, text) in [(6250, "62.5"), (6000, "60"), (225, "2.25"), (-2000, "-20"), (5, "0.05")] {
            assert_eq!(Hundredths(hundredths).to_string(), text);
        }
    }

    #[test]
    fn amounts_are_read_exactly() {
        for (text, millionths) in
            [("0.9", 900_000), ("281.25", 281_250_000), ("3", 3_000_000), (".5", 500_000), ("0.0000005", 1)]
        {
            assert_eq!(Amount::parse(text), Ok(Amount(millionths)), "{text}");
        }
        for bad in ["", ".", "-1", "1,5", "1e3", "NaN", "99999999999999999999"] {
            assert!(Amount::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(Amount(900_000).to_string(), "0.9");
    }

    #[test]
    fn effort_is_between_one_and_ten() {
        assert_eq!(Rpe::new(75).unwrap().to_string(), "7.5");
        assert_eq!(Rpe::new(80).unwrap().to_string(), "8");
        assert_eq!(
            Rpe::new(105).unwrap_err().to_string(),
            "rpe: 105 tenths, expected 10..100 (RPE 1.0 to 10.0)"
        );
        assert!(serde_json::from_str::<Rpe>("9").is_err());
    }

    #[test]
    fn time_is_read_as_a_clock() {
        assert_eq!(Seconds(90).to_string(), "1:30");
        assert_eq!(Seconds(5400).to_string(), "1:30:00");
        assert_eq!(Seconds(3541).minutes_up(), 60);
    }
}

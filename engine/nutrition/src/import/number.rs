//! Numbers as foreign files hold them, read exactly into amounts of our units (MF-5).

use std::{borrow::Cow, fmt};

use domain::quantity::Amount;
use serde::{Deserialize, Deserializer, de};

/// By what a number of a file is multiplied to become one of our unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    times: i128,
    per: i128,
}

impl Scale {
    /// The units are the same.
    pub(super) const ONE: Self = Self::times(1);
    /// From kilojoules to kilocalories.
    pub(super) const KJ: Self = Self { times: 1000, per: 4184 };
    /// From micrograms of vitamin D to international units (ND-1).
    pub(super) const UG_TO_IU: Self = Self::times(40);
    /// From grams to milligrams.
    pub(super) const G_TO_MG: Self = Self::times(1000);
    /// From grams to micrograms.
    pub(super) const G_TO_UG: Self = Self::times(1_000_000);
    /// From grams of vitamin D to international units.
    pub(super) const G_TO_IU: Self = Self::times(40 * 1_000_000);
    /// From grams of salt to milligrams of sodium: 1000 / 2.5.
    pub(super) const SALT_TO_SODIUM: Self = Self::times(400);

    const fn times(times: i128) -> Self {
        Self { times, per: 1 }
    }
}

/// A text that is no number of 0 or more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotANumber;

/// What is expected where there is [`NotANumber`].
pub(super) const EXPECTED: &str = "a number of 0 or more";

/// Reads a decimal, maybe with an exponent, and rounds it half up to a millionth of our unit.
pub(super) fn amount(text: &str, scale: Scale) -> Result<Amount, NotANumber> {
    /// More places than these are below every millionth, whatever the scale.
    const MOST_PLACES: i32 = 20;
    let (digits, exponent) = text.trim().split_once(['e', 'E']).unwrap_or((text.trim(), "0"));
    let exponent: i32 = exponent.parse().map_err(|_| NotANumber)?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_number(whole) || !is_number(fraction) {
        return Err(NotANumber);
    }
    let (mut number, mut places) = (0_i128, exponent.checked_neg().ok_or(NotANumber)?);
    for (index, digit) in whole.bytes().chain(fraction.bytes()).enumerate() {
        let is_fraction = index >= whole.len();
        if is_fraction && (places >= MOST_PLACES || number >= MOST_READ) {
            break;
        }
        if number >= MOST_READ {
            return Err(NotANumber);
        }
        number = number * 10 + i128::from(digit - b'0');
        places += i32::from(is_fraction);
    }
    scaled(number, places, scale).ok_or(NotANumber)
}

/// Digits are read up to this number; it has more of them than any fact about food.
const MOST_READ: i128 = 10_i128.pow(17);

/// `number / 10^places` in millionths of the scaled unit; [`None`] if that is too much to be true.
fn scaled(number: i128, places: i32, scale: Scale) -> Option<Amount> {
    if number == 0 {
        return Some(Amount(0));
    }
    let power = 10_i128.checked_pow(places.unsigned_abs());
    let (above, below) = match (places >= 0, power) {
        (true, Some(power)) => (1, power),
        (true, None) => return Some(Amount(0)),
        (false, power) => (power?, 1),
    };
    let above = number.checked_mul(above)?.checked_mul(scale.times * i128::from(Amount::UNIT))?;
    let below = scale.per.checked_mul(below)?;
    let rounded = above.checked_mul(2)?.checked_add(below)? / below.checked_mul(2)?;
    i64::try_from(rounded).ok().map(Amount)
}

/// A value of a JSON file that should be a number or a text, as text; whatever else it is does not stop the reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cell<'a>(Option<Cow<'a, str>>);

impl Cell<'_> {
    /// The text; [`None`] if there is none.
    pub(super) fn text(&self) -> Option<&str> {
        self.0.as_deref().map(str::trim).filter(|text| !text.is_empty())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Cell<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CellVisitor)
    }
}

struct CellVisitor;

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self(Some(Cow::Owned(text)))
    }
}

impl<'de> de::Visitor<'de> for CellVisitor {
    type Value = Cell<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a text")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Cell(None))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(value.to_string().into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(value.to_string().into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(value.to_string().into())
    }

    // Rust prints the fewest digits that identify a float, which are those that were written.
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(value.to_string().into())
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(value.to_owned().into())
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Cell(Some(Cow::Borrowed(value))))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<de::IgnoredAny>()?.is_some() {}
        Ok(Cell(Some(Cow::Borrowed("a list"))))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<de::IgnoredAny, de::IgnoredAny>()?.is_some() {}
        Ok(Cell(Some(Cow::Borrowed("an object"))))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mf_5_numbers_are_read_exactly_in_our_units() {
        for (text, scale, millionths) in [
            ("0.9", Scale::ONE, 900_000),
            (" 105 ", Scale::ONE, 105_000_000),
            (".5", Scale::ONE, 500_000),
            ("5.", Scale::ONE, 5_000_000),
            ("0", Scale::ONE, 0),
            ("0.0000005", Scale::ONE, 1),
            ("0.00000049999999999999999999999", Scale::ONE, 0),
            ("3.3333333333333333333333333", Scale::ONE, 3_333_333),
            ("0.00000038", Scale::G_TO_UG, 380_000),
            ("3.8e-7", Scale::G_TO_UG, 380_000),
            ("1E2", Scale::ONE, 100_000_000),
            ("0e999", Scale::ONE, 0),
            ("1e-999", Scale::ONE, 0),
            ("0.00000125", Scale::G_TO_IU, 50_000_000),
            ("1.25", Scale::SALT_TO_SODIUM, 500_000_000),
            ("418.4", Scale::KJ, 100_000_000),
            ("1", Scale::KJ, 239_006),
        ] {
            assert_eq!(amount(text, scale), Ok(Amount(millionths)), "{text}");
        }
    }

    #[test]
    fn nd_8_what_is_no_number_or_negative_is_refused() {
        for text in
            ["", " ", ".", "-1", "-0", "+1", "1,5", "1e", "1e5x", "traces", "<0.5", "NaN", "inf", "1e400"]
        {
            assert_eq!(amount(text, Scale::ONE), Err(NotANumber), "{text}");
        }
        assert_eq!(amount("99999999999999999999", Scale::ONE), Err(NotANumber));
        assert_eq!(amount("1e-2147483648", Scale::ONE), Err(NotANumber));
    }

    #[test]
    fn mf_5_a_cell_is_read_whatever_stands_in_it() {
        let read = |json: &'static str| serde_json::from_str::<Cell<'_>>(json).unwrap();
        for (json, text) in [
            ("null", None),
            ("\" \"", None),
            ("\"3.5\"", Some("3.5")),
            ("3.50", Some("3.5")),
            ("1e-7", Some("0.0000001")),
            ("-4", Some("-4")),
            ("[1, {}]", Some("a list")),
            ("{\"a\": [1]}", Some("an object")),
            ("true", Some("true")),
        ] {
            assert_eq!(read(json).text(), text, "{json}");
        }
    }

    proptest! {
        #[test]
        fn mf_5_a_plain_decimal_is_the_amount_that_the_domain_reads(text in "[0-9]{1,9}(\\.[0-9]{0,9})?") {
            prop_assert_eq!(amount(&text, Scale::ONE).ok(), Amount::parse(&text).ok());
        }

        #[test]
        fn mf_5_no_text_makes_the_reader_fall(text in "[-+0-9.eE]{0,40}") {
            for scale in [Scale::ONE, Scale::G_TO_IU, Scale::KJ] {
                let _ = amount(&text, scale);
            }
        }
    }
}

//! Numbers of the documents: display units with at most two decimals, kept exactly (L-10).

use std::fmt;

use domain::quantity::{Grams, Hundredths, MassUnit};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A number with at most two decimals: a load in the athlete's unit, or a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "f64")]
pub struct Number(pub Hundredths);

impl Number {
    /// So many hundredths.
    pub const fn hundredths(value: i64) -> Self {
        Self(Hundredths(value))
    }

    /// A load as the document shows it.
    pub const fn of_load(load: Grams, unit: MassUnit) -> Self {
        Self(load.display(unit))
    }

    /// The load that the document means.
    pub const fn load(self, unit: MassUnit) -> Grams {
        Grams::from_display(self.0, unit)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Hundredths(value) = self.0;
        if value % 100 == 0 {
            return serializer.serialize_i64(value / 100);
        }
        #[expect(clippy::cast_precision_loss, reason = "documents hold numbers up to 1500")]
        serializer.serialize_f64(value as f64 / 100.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        let hundredths = (value * 100.0).round();
        if !value.is_finite() || value.abs() > 1e9 || (value * 100.0 - hundredths).abs() > 1e-6 {
            return Err(de::Error::custom(format_args!(
                "{value}, expected a number with at most two decimals"
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
        Ok(Self::hundredths(hundredths as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_10_numbers_have_at_most_two_decimals_and_no_trailing_zeros() {
        let json = |value| serde_json::to_string(&Number::hundredths(value)).unwrap();
        assert_eq!([json(17_000), json(6250), json(95), json(6125)], ["170", "62.5", "0.95", "61.25"]);
        assert_eq!(serde_json::from_str::<Number>("62.50").unwrap(), Number::hundredths(6250));
        assert_eq!(serde_json::from_str::<Number>("0.95").unwrap(), Number::hundredths(95));
        let error = serde_json::from_str::<Number>("61.125").unwrap_err();
        assert!(
            error.to_string().starts_with("61.125, expected a number with at most two decimals"),
            "{error}"
        );
    }

    #[test]
    fn l_10_loads_come_back_as_they_were_shown() {
        assert_eq!(Number::hundredths(18_500).load(MassUnit::Lb), Grams(83_915));
        assert_eq!(Number::of_load(Grams(77_774), MassUnit::Lb).to_string(), "171.46");
        assert_eq!(Number::of_load(Grams(79_719), MassUnit::Lb).to_string(), "175.75");
        assert_eq!(Number::of_load(Grams(45_359), MassUnit::Lb).to_string(), "100");
    }
}

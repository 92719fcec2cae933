//! Numbers of the result document: at most six decimals, the same bytes everywhere.

use std::borrow::Cow;

use domain::quantity::Amount;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// Millionths that may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signed(pub i64);

impl Serialize for Signed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % Amount::UNIT == 0 {
            return serializer.serialize_i64(self.0 / Amount::UNIT);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        let text = format!("{sign}{}", Amount(self.0.abs()));
        serializer.serialize_f64(text.parse().map_err(ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Signed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        let text = match number.as_f64() {
            Some(float) if number.is_f64() => float.to_string(),
            _ => number.to_string(),
        };
        let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |digits| (-1, digits));
        let amount = Amount::parse(digits).map_err(de::Error::custom)?;
        Ok(Self(sign * amount.0))
    }
}

impl JsonSchema for Signed {
    fn schema_name() -> Cow<'static, str> {
        "Signed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// Points of a score, shown with six decimals.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Points(pub f64);

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rounded = (self.0 * 1e6).round() / 1e6;
        serializer.serialize_f64(if rounded == 0.0 { 0.0 } else { rounded })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn mf_2_numbers_have_at_most_six_decimals() {
        let json = |value: Value| value.to_string();
        assert_eq!(json(json!(Signed(-1_500_000))), "-1.5");
        assert_eq!(json(json!(Signed(2_000_000))), "2");
        assert_eq!(json(json!(Signed(-1))), "-1e-6");
        assert_eq!(json(json!(Points(46.914_599_999_9))), "46.9146");
        assert_eq!(json(json!(Points(-0.000_000_01))), "0.0");
        assert_eq!(serde_json::from_str::<Signed>("-0.000001").unwrap(), Signed(-1));
    }
}

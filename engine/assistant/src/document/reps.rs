//! REP: what a set asks for, as the documents write it: `8`, `6-10`, `20-45s`, `10-15/leg` (L-18).

use std::{borrow::Cow, fmt, str::FromStr};

use domain::vocabulary::vocabulary;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use training::load::estimate::Range;

vocabulary! {
    /// What a count for one side at a time is shown by; all three mean a side.
    pub enum Side: "side" {
        Side = "side",
        Arm = "arm",
        Leg = "leg",
    }
}

/// Reps or seconds of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reps {
    /// The fewest.
    pub low: u32,
    /// The most.
    pub high: u32,
    /// What is counted, and for what.
    pub unit: RepUnit,
}

/// What a [`Reps`] counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepUnit {
    /// Reps of both sides together.
    Both,
    /// Reps of each side.
    Each(Side),
    /// Seconds.
    Seconds,
}

impl Reps {
    /// So many seconds.
    pub const fn seconds(seconds: u32) -> Self {
        Self { low: seconds, high: seconds, unit: RepUnit::Seconds }
    }

    /// So many reps.
    pub const fn count(reps: u32) -> Self {
        Self { low: reps, high: reps, unit: RepUnit::Both }
    }

    /// Whether it counts seconds.
    pub fn is_timed(&self) -> bool {
        self.unit == RepUnit::Seconds
    }

    /// The bounds alone.
    pub const fn range(&self) -> Range {
        Range::new(self.low, self.high)
    }
}

impl fmt::Display for Reps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.low)?;
        if self.low != self.high {
            write!(f, "-{}", self.high)?;
        }
        match self.unit {
            RepUnit::Both => Ok(()),
            RepUnit::Each(side) => write!(f, "/{side}"),
            RepUnit::Seconds => f.write_str("s"),
        }
    }
}

/// A text that is no REP.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no rep range, expected one like 8, 6-10, 20-45s or 10-15/leg")]
pub struct NotReps(String);

impl FromStr for Reps {
    type Err = NotReps;

    fn from_str(text: &str) -> Result<Self, NotReps> {
        read(text).ok_or_else(|| NotReps(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Reps> {
    let (numbers, unit) = if let Some((numbers, side)) = text.split_once('/') {
        (numbers, RepUnit::Each(side.parse().ok()?))
    } else if let Some(numbers) = text.strip_suffix('s') {
        (numbers, RepUnit::Seconds)
    } else {
        (text, RepUnit::Both)
    };
    let (low, high) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let number = |digits: &str| {
        let is_plain = matches!(digits.len(), 1..=4)
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0');
        is_plain.then(|| digits.parse().ok()).flatten()
    };
    Some(Reps { low: number(low)?, high: number(high)?, unit })
}

impl Serialize for Reps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Reps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Reps {
    fn schema_name() -> Cow<'static, str> {
        "Reps".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": super::pattern::REPS })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_18_rep_ranges_read_back_as_they_were_written() {
        for text in ["8", "6-10", "300s", "20-45s", "10-15/leg", "12/arm", "8-10/side"] {
            assert_eq!(text.parse::<Reps>().unwrap().to_string(), text);
        }
        for text in ["", "0", "08", "6-", "6–10", "10-15/foot", "10s/leg", "12345", "6-10 ", "+6"] {
            assert!(text.parse::<Reps>().is_err(), "{text}");
        }
    }
}

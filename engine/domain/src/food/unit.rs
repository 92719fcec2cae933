//! The units in which people take food, and what a portion of it weighs (ND-5).

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    id::{Key, Keyed, NotAKey},
    law::Check,
    vocabulary::vocabulary,
};

/// A mass of food.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Milligrams(pub i64);

impl Milligrams {
    /// Reports the field `mg` unless there is some mass.
    pub(crate) fn check_positive(self, check: &mut Check, code: ErrorCode) {
        check.require(self > Self(0), code, "mg", self.0, "more than 0");
    }
}

vocabulary! {
    /// A unit of mass in recipes (ND-5).
    pub enum KitchenMass: "unit of mass" {
        G = "g",
        Kg = "kg",
        Mg = "mg",
        Oz = "oz",
        Lb = "lb",
    }
}

vocabulary! {
    /// A unit of volume in recipes (ND-5).
    pub enum KitchenVolume: "unit of volume" {
        Ml = "ml",
        L = "l",
        Tsp = "tsp",
        Tbsp = "tbsp",
        FlOz = "fl_oz",
        Cup = "cup",
        Pint = "pint",
        Quart = "quart",
    }
}

/// A household measure that only a food's portions explain: piece, clove, can.
pub enum HouseholdMeasure {}

impl Keyed for HouseholdMeasure {
    const KIND: &'static str = "household measure";
    const LONGEST: usize = 30;
}

/// The unit of an ingredient or a portion, written as one word (ND-5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[a-z0-9_]{1,30}$"))]
pub enum Unit {
    /// Means the same mass of every food.
    Mass(KitchenMass),
    /// Needs the density of the food, or a portion.
    Volume(KitchenVolume),
    /// Needs a portion of the food.
    Household(Key<HouseholdMeasure>),
}

impl FromStr for Unit {
    type Err = NotAKey;

    fn from_str(word: &str) -> Result<Self, NotAKey> {
        match (word.parse(), word.parse()) {
            (Ok(mass), _) => Ok(Self::Mass(mass)),
            (_, Ok(volume)) => Ok(Self::Volume(volume)),
            _ => Key::new(word).map(Self::Household),
        }
    }
}

impl TryFrom<String> for Unit {
    type Error = NotAKey;

    fn try_from(word: String) -> Result<Self, NotAKey> {
        word.parse()
    }
}

impl From<Unit> for String {
    fn from(unit: Unit) -> Self {
        unit.to_string()
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mass(unit) => unit.fmt(f),
            Self::Volume(unit) => unit.fmt(f),
            Self::Household(unit) => unit.fmt(f),
        }
    }
}

/// What one measure of a food weighs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Portion {
    /// The measure.
    pub unit: Unit,
    /// Its mass.
    pub mg: Milligrams,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nd_5_a_unit_is_a_mass_a_volume_or_a_household_word() {
        assert_eq!("g".parse(), Ok(Unit::Mass(KitchenMass::G)));
        assert_eq!("fl_oz".parse(), Ok(Unit::Volume(KitchenVolume::FlOz)));
        assert_eq!("clove".parse(), Ok(Unit::Household(Key::new("clove").unwrap())));
        let error = "Big cup".parse::<Unit>().unwrap_err().to_string();
        assert!(error.starts_with("`Big cup` is not a key (household measure)"), "{error}");
    }
}

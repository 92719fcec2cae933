//! Nutrients and how much of each is in something, with what is not known left unknown (ND-1).

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::{
    error::ErrorCode,
    law::{Check, Law},
    quantity::Amount,
    vocabulary::vocabulary,
};

vocabulary! {
    /// What an amount of a nutrient is counted in.
    pub enum NutrientUnit: "nutrient unit" {
        Kcal = "kcal",
        Gram = "g",
        Milligram = "mg",
        Microgram = "ug",
        /// International units; 40 of them are 1 µg of vitamin D.
        Iu = "iu",
    }
}

vocabulary! {
    /// Everything that food is measured by (ND-1): the macros, the tracked nutrients in the order of every list
    /// and loop, then those that are known but not tracked by default.
    pub enum Nutrient: "nutrient" {
        Calories = "calories",
        Protein = "protein_g",
        Fat = "fat_g",
        Carbs = "carbs_g",
        /// Retinol activity equivalents.
        VitaminA = "vitamin_a_ug",
        VitaminC = "vitamin_c_mg",
        VitaminD = "vitamin_d_iu",
        /// Alpha-tocopherol.
        VitaminE = "vitamin_e_mg",
        VitaminK = "vitamin_k_ug",
        Thiamine = "b1_thiamine_mg",
        Riboflavin = "b2_riboflavin_mg",
        Niacin = "b3_niacin_mg",
        PantothenicAcid = "b5_pantothenic_acid_mg",
        Pyridoxine = "b6_pyridoxine_mg",
        Cobalamin = "b12_cobalamin_ug",
        /// Dietary folate equivalents.
        Folate = "folate_ug",
        Calcium = "calcium_mg",
        Copper = "copper_mg",
        Iron = "iron_mg",
        Magnesium = "magnesium_mg",
        Manganese = "manganese_mg",
        Phosphorus = "phosphorus_mg",
        Potassium = "potassium_mg",
        Selenium = "selenium_ug",
        Sodium = "sodium_mg",
        Zinc = "zinc_mg",
        Fiber = "fiber_g",
        /// ALA, EPA, DPA and DHA together.
        Omega3 = "omega_3_g",
        /// Linoleic acid.
        Omega6 = "omega_6_g",
        Retinol = "retinol_ug",
        FolicAcid = "folic_acid_ug",
        SaturatedFat = "saturated_fat_g",
        Sugar = "sugar_g",
        Cholesterol = "cholesterol_mg",
    }
}

impl Nutrient {
    /// Energy, protein, fat and carbs: known of every food.
    pub const MACROS: &'static [Self] = Self::ALL.split_at(4).0;
    /// The 25 tracked nutrients, in the order of every list and loop.
    pub const TRACKED: &'static [Self] = Self::ALL.split_at(4).1.split_at(25).0;

    /// The unit of its amounts, which is the end of its name.
    pub const fn unit(self) -> NutrientUnit {
        match self.as_str().as_bytes() {
            [.., b'_', b'g'] => NutrientUnit::Gram,
            [.., b'_', b'm', b'g'] => NutrientUnit::Milligram,
            [.., b'_', b'u', b'g'] => NutrientUnit::Microgram,
            [.., b'_', b'i', b'u'] => NutrientUnit::Iu,
            _ => NutrientUnit::Kcal,
        }
    }

    /// Whether it is one of the four macros.
    pub const fn is_macro(self) -> bool {
        (self as usize) < Self::MACROS.len()
    }

    /// Whether it is tracked by default.
    pub const fn is_tracked(self) -> bool {
        !self.is_macro() && (self as usize) < Self::MACROS.len() + Self::TRACKED.len()
    }
}

/// An [`Amount`] as documents write it: a plain number of its unit, 0 or more and below 1 000 000 000.
///
/// Numbers below that bound have at most 15 digits, and so many survive JSON's and TOML's floats exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(pub Amount);

impl Decimal {
    /// The first amount that documents cannot hold.
    const END: Amount = Amount(1_000_000_000 * Amount::UNIT);
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        match Amount::of(&number) {
            Ok(amount) if amount < Self::END => Ok(Self(amount)),
            Ok(amount) => {
                Err(de::Error::custom(format_args!("amount: {amount}, expected less than {}", Self::END)))
            }
            Err(error) => Err(de::Error::custom(error)),
        }
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Amount(millionths) = self.0;
        if millionths % Amount::UNIT == 0 {
            return serializer.serialize_i64(millionths / Amount::UNIT);
        }
        let float: f64 = self.0.to_string().parse().map_err(ser::Error::custom)?;
        serializer.serialize_f64(float)
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "exclusiveMaximum": 1_000_000_000 })
    }
}

/// How much of each nutrient is in something; what is not known is absent, never zero (ND-1, GL-2).
///
/// In documents a map of nutrient to number; `null` is read as unknown, and unknown is not written.
#[derive(Clone, PartialEq, Eq)]
pub struct Nutrients([Option<Amount>; Nutrient::ALL.len()]);

impl Nutrients {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self([None; Nutrient::ALL.len()]);

    /// How much there is, if it is known.
    pub const fn get(&self, nutrient: Nutrient) -> Option<Amount> {
        self.0[nutrient as usize]
    }

    /// Sets the amount; [`None`] makes it unknown.
    pub const fn set(&mut self, nutrient: Nutrient, amount: Option<Amount>) {
        self.0[nutrient as usize] = amount;
    }

    /// The known amounts, in the order of ND-1.
    pub fn known(&self) -> impl Iterator<Item = (Nutrient, Amount)> {
        Nutrient::ALL.iter().filter_map(|&nutrient| Some((nutrient, self.get(nutrient)?)))
    }
}

impl Default for Nutrients {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl FromIterator<(Nutrient, Amount)> for Nutrients {
    fn from_iter<I: IntoIterator<Item = (Nutrient, Amount)>>(amounts: I) -> Self {
        let mut nutrients = Self::UNKNOWN;
        for (nutrient, amount) in amounts {
            nutrients.set(nutrient, Some(amount));
        }
        nutrients
    }
}

/// No amount is negative (ND-8), and each can be written (ND-1).
impl Law for Nutrients {
    fn check(&self, check: &mut Check) {
        for (nutrient, amount) in self.known() {
            let holds = Amount(0) <= amount && amount < Decimal::END;
            let expected = format_args!("0 or more and less than {}", Decimal::END);
            check.require(holds, ErrorCode::BadValue, nutrient.as_str(), amount, expected);
        }
    }
}

/// The known amounts as a map.
impl fmt::Debug for Nutrients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.known().map(|(nutrient, amount)| (nutrient.as_str(), amount.to_string())))
            .finish()
    }
}

impl Serialize for Nutrients {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.known().map(|(nutrient, amount)| (nutrient, Decimal(amount))))
    }
}

impl<'de> Deserialize<'de> for Nutrients {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor)
    }
}

struct MapVisitor;

impl<'de> de::Visitor<'de> for MapVisitor {
    type Value = Nutrients;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of nutrient to amount or null")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Nutrients, A::Error> {
        let mut nutrients = Nutrients::UNKNOWN;
        let mut seen = [false; Nutrient::ALL.len()];
        while let Some((nutrient, amount)) = map.next_entry::<Nutrient, Option<Decimal>>()? {
            if std::mem::replace(&mut seen[nutrient as usize], true) {
                return Err(de::Error::custom(format_args!(
                    "{nutrient} is given twice, expected one amount"
                )));
            }
            nutrients.set(nutrient, amount.map(|Decimal(amount)| amount));
        }
        Ok(nutrients)
    }
}

impl JsonSchema for Nutrients {
    fn schema_name() -> Cow<'static, str> {
        "Nutrients".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": generator.subschema_for::<Nutrient>(),
            "additionalProperties": generator.subschema_for::<Option<Decimal>>(),
        })
    }
}

vocabulary! {
    /// For whom a reference intake holds (ND-11).
    pub enum Demographic: "demographic" {
        /// 19 to 50 years, as the next three.
        AdultMale = "adult_male",
        AdultFemale = "adult_female",
        Pregnancy = "pregnancy",
        Lactation = "lactation",
        /// 51 to 70 years.
        AdultMale51 = "adult_male_51",
        AdultFemale51 = "adult_female_51",
        /// 71 years and more.
        AdultMale71 = "adult_male_71",
        AdultFemale71 = "adult_female_71",
    }
}

vocabulary! {
    /// What counts against an upper limit (ND-12).
    pub enum UpperLimitScope: "upper limit scope" {
        /// All of the nutrient.
        All = "all",
        /// Only the form that has its own name, such as retinol.
        Form = "form",
        /// Only what is taken as a supplement; food is not limited.
        Supplement = "supplement",
    }
}

vocabulary! {
    /// What a target asks of a nutrient (MO-4).
    pub enum Direction as NutrientDirection: "direction" {
        Floor = "floor",
        Ceiling = "ceiling",
        Range = "range",
        /// Shown, never enforced.
        Info = "info",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::{IntoDeserializer, value::F64Deserializer};

    use super::*;
    use crate::law::Valid;

    fn read(json: &str) -> Result<Nutrients, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn nd_1_there_are_4_macros_25_tracked_nutrients_and_5_others() {
        assert_eq!(
            Nutrient::MACROS.iter().map(|nutrient| nutrient.as_str()).collect::<Vec<_>>(),
            ["calories", "protein_g", "fat_g", "carbs_g"]
        );
        assert_eq!(Nutrient::TRACKED.len(), 25);
        assert_eq!(Nutrient::TRACKED.first(), Some(&Nutrient::VitaminA));
        assert_eq!(Nutrient::TRACKED.last(), Some(&Nutrient::Omega6));
        let untracked: Vec<_> =
            Nutrient::ALL.iter().filter(|nutrient| !nutrient.is_macro() && !nutrient.is_tracked()).collect();
        assert_eq!(untracked.len(), 5);
        assert!(Nutrient::TRACKED.iter().all(|nutrient| nutrient.is_tracked()));
    }

    #[test]
    fn nd_1_the_unit_is_the_end_of_the_name() {
        for &nutrient in Nutrient::ALL {
            let unit = nutrient.unit();
            assert!(
                nutrient == Nutrient::Calories || nutrient.as_str().ends_with(&format!("_{unit}")),
                "{nutrient}"
            );
            assert_eq!(unit == NutrientUnit::Kcal, nutrient == Nutrient::Calories, "{nutrient}");
        }
    }

    #[test]
    fn nd_1_an_unknown_name_is_refused_with_the_nearest() {
        let error = read(r#"{"vitamin_c_mgs": 3}"#).unwrap_err();
        assert!(error.starts_with("unknown nutrient `vitamin_c_mgs`; maybe `vitamin_c_mg`"), "{error}");
    }

    #[test]
    fn nd_1_amounts_are_read_exactly_and_null_is_not_zero() {
        let nutrients =
            read(r#"{"copper_mg": 0.9, "carbs_g": 281.25, "fat_g": 0, "zinc_mg": null}"#).unwrap();
        assert_eq!(nutrients.get(Nutrient::Copper), Some(Amount(900_000)));
        assert_eq!(nutrients.get(Nutrient::Carbs), Some(Amount(281_250_000)));
        assert_eq!(nutrients.get(Nutrient::Fat), Some(Amount(0)));
        assert_eq!(nutrients.get(Nutrient::Zinc), None);
        assert_eq!(nutrients.get(Nutrient::Iron), None);
        let written = serde_json::to_string(&nutrients).unwrap();
        assert_eq!(written, r#"{"fat_g":0,"carbs_g":281.25,"copper_mg":0.9}"#);
    }

    #[test]
    fn nd_1_digits_past_the_sixth_are_rounded_half_up() {
        for (json, millionths) in [("0.0000005", 1), ("0.00000049", 0), ("5e-7", 1), ("2.4e1", 24_000_000)] {
            assert_eq!(serde_json::from_str::<Decimal>(json).unwrap(), Decimal(Amount(millionths)), "{json}");
        }
    }

    #[test]
    fn nd_1_bad_amounts_are_named() {
        for (json, message) in [
            (
                r#"{"fat_g": -0.5}"#,
                "`-0.5` is not an amount, expected a decimal number of 0 or more, such as 0.9",
            ),
            (r#"{"fat_g": 1000000000}"#, "amount: 1000000000, expected less than 1000000000"),
            (r#"{"fat_g": 1, "fat_g": 2}"#, "fat_g is given twice, expected one amount"),
            (r#"{"fat_g": "1"}"#, r#"invalid type: string "1", expected a JSON number"#),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn nd_8_a_negative_amount_breaks_the_law() {
        let nutrients: Nutrients = [(Nutrient::Iron, Amount(-1))].into_iter().collect();
        let invalid = Valid::new(nutrients).unwrap_err();
        assert_eq!(invalid.findings()[0].code, ErrorCode::BadValue);
        assert_eq!(invalid.to_string(), "iron_mg: -0.000001, expected 0 or more and less than 1000000000");
    }

    #[test]
    fn nd_11_demographics_of_older_people_end_in_their_first_year() {
        assert_eq!("adult_female_71".parse(), Ok(Demographic::AdultFemale71));
        assert_eq!(Demographic::ALL.len(), 8);
    }

    proptest! {
        #[test]
        fn nd_1_every_amount_survives_json_and_plain_floats(millionths in 0..Decimal::END.0) {
            let amount = Decimal(Amount(millionths));
            let json = serde_json::to_string(&amount).unwrap();
            prop_assert_eq!(serde_json::from_str::<Decimal>(&json).unwrap(), amount);
            let float: F64Deserializer<de::value::Error> =
                amount.0.to_string().parse::<f64>().unwrap().into_deserializer();
            prop_assert_eq!(Decimal::deserialize(float).unwrap(), amount);
        }
    }
}

//! Food: what is known about 100 g of something to eat (ND-2).

mod label;
mod unit;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    id::{Key, Keyed},
    law::{Check, Law},
    nutrient::{Nutrient, Nutrients},
    quantity::Amount,
    vocabulary::vocabulary,
};

pub use label::{Barcode, Currency, Money, NotABarcode, NotACurrency};
pub use unit::{HouseholdMeasure, KitchenMass, KitchenVolume, Milligrams, Portion, Unit};

/// The key of a food.
pub type FoodKey = Key<Food>;

impl Keyed for Food {
    const KIND: &'static str = "food";
    const LONGEST: usize = 60;
}

/// A name as people see it. The English one stands in where there is no Russian one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// In English.
    pub en: String,
    /// In Russian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ru: Option<String>,
}

impl Name {
    pub(crate) fn check(&self, check: &mut Check, code: ErrorCode) {
        check.within("name", |check| {
            check.length(code, "en", self.en.trim(), 1, 120);
            if let Some(ru) = &self.ru {
                check.length(code, "ru", ru.trim(), 1, 120);
            }
        });
    }
}

vocabulary! {
    /// What people may not tolerate (ND-10).
    pub enum AllergenClass: "allergen class" {
        Peanut = "peanut",
        TreeNut = "tree_nut",
        Milk = "milk",
        Egg = "egg",
        Gluten = "gluten",
        Wheat = "wheat",
        Soy = "soy",
        Fish = "fish",
        Crustacean = "crustacean",
        Mollusc = "mollusc",
        Sesame = "sesame",
        Mustard = "mustard",
        Celery = "celery",
        Lupin = "lupin",
        Sulphite = "sulphite",
    }
}

vocabulary! {
    /// A word that means several allergen classes, or another name of one (ND-10).
    pub enum AllergenGroup: "allergen group" {
        Nuts = "nuts",
        Dairy = "dairy",
        Lactose = "lactose",
        Seafood = "seafood",
        Shellfish = "shellfish",
    }
}

impl AllergenGroup {
    /// The classes that the word means.
    pub const fn classes(self) -> &'static [AllergenClass] {
        use AllergenClass::{Crustacean, Fish, Milk, Mollusc, Peanut, TreeNut};
        match self {
            Self::Nuts => &[Peanut, TreeNut],
            Self::Dairy | Self::Lactose => &[Milk],
            Self::Seafood => &[Fish, Crustacean, Mollusc],
            Self::Shellfish => &[Crustacean, Mollusc],
        }
    }
}

vocabulary! {
    /// Where the fat of a food comes from (MC-8).
    pub enum FatSource: "fat source" {
        BeefLamb = "beef_lamb",
        Pork = "pork",
        Poultry = "poultry",
        Fish = "fish",
        Egg = "egg",
        Dairy = "dairy",
        Olive = "olive",
        SeedOil = "seed_oil",
        NutsSeeds = "nuts_seeds",
        Other = "other",
        None = "none",
    }
}

vocabulary! {
    /// Where in a shop a food is found (ML-8), in the order of the shopping list.
    pub enum ShopSection: "shop section" {
        Produce = "produce",
        MeatFish = "meat_fish",
        DairyEggs = "dairy_eggs",
        Bakery = "bakery",
        GrainsPasta = "grains_pasta",
        Canned = "canned",
        Frozen = "frozen",
        SpicesOils = "spices_oils",
        NutsDried = "nuts_dried",
        Drinks = "drinks",
        Other = "other",
    }
}

vocabulary! {
    /// Who says what is in a food.
    pub enum FoodSourceKind: "food source" {
        /// USDA SR28, by NDB number.
        UsdaSr28 = "usda_sr28",
        /// USDA FoodData Central, by id.
        Fdc = "fdc",
        /// Open Food Facts, by barcode.
        Off = "off",
        User = "user",
    }
}

/// Where the facts of a food come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoodSource {
    /// Who says so.
    pub kind: FoodSourceKind,
    /// The number of the food there; a user's own food has none.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// Something to eat, with what is known about 100 g of it (ND-2). Everything that counts with it asks for
/// `Valid<Food>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Food {
    /// Unique, never reused.
    pub id: FoodKey,
    /// For display.
    pub name: Name,
    /// Other names found in recipes.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Amounts in 100 g; the four macros are always known.
    pub per_100g: Nutrients,
    /// Which of these amounts are estimates (ND-4).
    #[serde(default)]
    pub estimated: BTreeSet<Nutrient>,
    /// Household measures, each unit once.
    #[serde(default)]
    pub portions: Vec<Portion>,
    /// Turns volume into mass, 50..3000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density_mg_per_ml: Option<u32>,
    /// Empty: known to have none. Absent: unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allergens: Option<BTreeSet<AllergenClass>>,
    /// Where its fat comes from.
    pub fat_source: FatSource,
    /// Where a shop has it.
    pub shop_section: ShopSection,
    /// For scanning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barcode: Option<Barcode>,
    /// What a kilogram costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_per_kg: Option<Money>,
    /// How many days it keeps, at most ten years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps_days: Option<u32>,
    /// Where the facts come from.
    pub source: FoodSource,
}

const INVALID: ErrorCode = ErrorCode::InvalidFood;

/// The law of ND-2, with the composition of ND-8.
impl Law for Food {
    fn check(&self, check: &mut Check) {
        self.name.check(check, INVALID);
        check.each("aliases", &self.aliases, |check, _, alias| {
            check.length(INVALID, "", alias.trim(), 1, 120);
        });
        self.check_composition(check);
        check.each("portions", &self.portions, |check, index, Portion { unit, mg }| {
            let is_mass = matches!(unit, Unit::Mass(_));
            check.require(!is_mass, INVALID, "unit", unit, "a measure that is no unit of mass");
            let again = self.portions[..index].iter().any(|earlier| earlier.unit == *unit);
            check.require(!again, INVALID, "unit", format_args!("{unit} again"), "each unit once");
            mg.check_positive(check, INVALID);
        });
        check.optional_range(INVALID, "density_mg_per_ml", self.density_mg_per_ml, 50, 3000);
        if let Some(classes) = &self.allergens {
            // Whoever avoids gluten finds it in every wheat without knowing that one implies the other.
            let told = !classes.contains(&AllergenClass::Wheat) || classes.contains(&AllergenClass::Gluten);
            check.require(
                told,
                INVALID,
                "allergens",
                "wheat without gluten",
                "both, as wheat implies gluten",
            );
        }
        check.optional_range(INVALID, "keeps_days", self.keeps_days, 0, 3650);
        let reference = self.source.reference.as_deref().unwrap_or_default();
        let is_number = !reference.is_empty() && reference.bytes().all(|byte| byte.is_ascii_digit());
        let found = format_args!("`{reference}` in {}", self.source.kind);
        let holds = is_number || self.source.kind == FoodSourceKind::User;
        check.require(holds, INVALID, "source/ref", found, "the number of the food there");
    }
}

impl Food {
    fn check_composition(&self, check: &mut Check) {
        /// ND-8: protein, fat and carbs of 100 g, with room for rounding.
        const MOST: Amount = Amount(105 * Amount::UNIT);
        check.within("per_100g", |check| {
            self.per_100g.check(check);
            for &nutrient in Nutrient::MACROS {
                let known = self.per_100g.get(nutrient).is_some();
                check.require(known, INVALID, nutrient.as_str(), "unknown", "an amount, as of every macro");
            }
            let solids = [Nutrient::Protein, Nutrient::Fat, Nutrient::Carbs];
            let sum = Amount(
                solids.into_iter().filter_map(|solid| self.per_100g.get(solid)).map(|part| part.0).sum(),
            );
            let found = format_args!("{sum} g of protein, fat and carbs");
            check.require(sum <= MOST, ErrorCode::ImpossibleComposition, "", found, "at most 105 g in 100 g");
        });
        for &nutrient in &self.estimated {
            let known = self.per_100g.get(nutrient).is_some();
            let found = format_args!("{nutrient} of unknown amount");
            check.require(known, INVALID, "estimated", found, "nutrients with an amount");
        }
    }
}

/// A food as people write it.
pub const EXAMPLE: &str = include_str!("../examples/food.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn example() -> Food {
        serde_json::from_str(EXAMPLE).unwrap()
    }

    fn breach(change: impl FnOnce(&mut Food)) -> String {
        let mut food = example();
        change(&mut food);
        Valid::new(food).unwrap_err().to_string()
    }

    #[test]
    fn nd_2_the_example_is_valid_complete_and_written_as_it_was_read() {
        let food = Valid::new(example()).unwrap();
        assert!(Nutrient::ALL.iter().all(|&nutrient| food.per_100g.get(nutrient).is_some()));
        let json: serde_json::Value = serde_json::from_str(EXAMPLE).unwrap();
        assert_eq!(serde_json::to_value(&food).unwrap(), json);
        let schema = serde_json::to_value(schemars::schema_for!(Food)).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&json));
    }

    #[test]
    fn nd_2_each_constraint_names_its_field_and_value() {
        let portion = |unit: &str, mg| Portion { unit: unit.parse().unwrap(), mg: Milligrams(mg) };
        for (message, expected) in [
            (breach(|food| food.name.en = " ".into()), "name.en: 0 characters, expected 1..120 characters"),
            (
                breach(|food| food.aliases.push(String::new())),
                "aliases.3: 0 characters, expected 1..120 characters",
            ),
            (
                breach(|food| food.per_100g.set(Nutrient::Carbs, None)),
                "per_100g.carbs_g: unknown, expected an amount, as of every macro",
            ),
            (
                breach(|food| food.per_100g.set(Nutrient::Zinc, Some(Amount(-1)))),
                "per_100g.zinc_mg: -0.000001, expected 0 or more and less than 1000000000",
            ),
            (
                breach(|food| {
                    food.per_100g.set(Nutrient::Omega3, None);
                    food.estimated.insert(Nutrient::Omega3);
                }),
                "estimated: omega_3_g of unknown amount, expected nutrients with an amount",
            ),
            (
                breach(|food| food.portions.push(portion("clove", 0))),
                "portions.3.mg: 0, expected more than 0",
            ),
            (
                breach(|food| food.portions.push(portion("large", 1))),
                "portions.3.unit: large again, expected each unit once",
            ),
            (
                breach(|food| food.portions.push(portion("oz", 28_350))),
                "portions.3.unit: oz, expected a measure that is no unit of mass",
            ),
            (breach(|food| food.density_mg_per_ml = Some(49)), "density_mg_per_ml: 49, expected 50..3000"),
            (
                breach(|food| food.allergens = Some(BTreeSet::from([AllergenClass::Wheat]))),
                "allergens: wheat without gluten, expected both, as wheat implies gluten",
            ),
            (breach(|food| food.keeps_days = Some(3651)), "keeps_days: 3651, expected 0..3650"),
            (
                breach(|food| food.source.reference = None),
                "source.ref: `` in usda_sr28, expected the number of the food there",
            ),
        ] {
            assert_eq!(message, expected);
        }
    }

    #[test]
    fn nd_8_more_than_105_g_of_solids_in_100_g_are_impossible() {
        let food = Valid::new(example()).unwrap();
        let solids = |fat| food.with(|food| food.per_100g.set(Nutrient::Fat, Some(fat)));
        // The example has 12.56 g of protein and 0.72 g of carbs.
        assert!(solids(Amount(91_720_000)).is_ok());
        let invalid = solids(Amount(91_720_001)).unwrap_err();
        assert_eq!(invalid.findings()[0].code, ErrorCode::ImpossibleComposition);
        assert_eq!(
            invalid.to_string(),
            "per_100g: 105.000001 g of protein, fat and carbs, expected at most 105 g in 100 g"
        );
    }

    #[test]
    fn nd_10_group_terms_mean_their_classes() {
        assert_eq!(AllergenClass::ALL.len(), 15);
        assert_eq!(AllergenGroup::Nuts.classes(), [AllergenClass::Peanut, AllergenClass::TreeNut]);
        assert_eq!(AllergenGroup::Lactose.classes(), [AllergenClass::Milk]);
    }
}

//! What follows from the ingredients of a recipe for one serving of it (ND-7).

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::INVALID;
use crate::{
    food::{AllergenClass, FatSource, Milligrams},
    law::{Check, Law},
    nutrient::{Nutrient, Nutrients},
};

/// What the ingredients of a recipe say about one serving of it (ND-7).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Derived {
    /// The known part of each nutrient; unknown where no ingredient's is known.
    pub nutrition: Nutrients,
    /// The mass of one serving.
    pub mg: Milligrams,
    /// Texts of the ingredients without food or mass.
    #[serde(default)]
    pub unresolved: Vec<String>,
    /// Share of the mass in which a nutrient is known, in thousandths rounded down, where it is not all.
    #[serde(default)]
    pub known_share: BTreeMap<Nutrient, u16>,
    /// The classes that ingredients have.
    #[serde(default)]
    pub allergens: BTreeSet<AllergenClass>,
    /// Texts of the ingredients of which the classes are unknown.
    #[serde(default)]
    pub allergens_unknown: Vec<String>,
    /// Shares of the fat by source, in thousandths; empty when not known (MC-8).
    #[serde(default)]
    pub fat_sources: BTreeMap<FatSource, u16>,
}

impl Derived {
    /// Whether every ingredient has a food and a mass; others are not planned unless the athlete allows it.
    pub fn is_complete(&self) -> bool {
        self.unresolved.is_empty()
    }

    /// Share of the mass in which `nutrient` is known, in thousandths.
    pub fn known_share(&self, nutrient: Nutrient) -> u16 {
        match self.nutrition.get(nutrient) {
            Some(_) => self.known_share.get(&nutrient).copied().unwrap_or(1000),
            None => 0,
        }
    }
}

/// Shares agree with the amounts beside them.
impl Law for Derived {
    fn check(&self, check: &mut Check) {
        check.within("nutrition", |check| self.nutrition.check(check));
        check.require(self.mg >= Milligrams(0), INVALID, "mg", self.mg.0, "0 or more");
        check.within("known_share", |check| {
            for (&nutrient, &share) in &self.known_share {
                check.range(INVALID, nutrient.as_str(), share, 0, 999);
                let known = self.nutrition.get(nutrient).is_some();
                check.require(
                    known,
                    INVALID,
                    nutrient.as_str(),
                    "unknown in nutrition",
                    "shares of known amounts",
                );
            }
        });
        let sum: u32 = self.fat_sources.values().copied().map(u32::from).sum();
        check.require(sum <= 1000, INVALID, "fat_sources", format_args!("{sum} thousandths"), "at most 1000");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{law::Valid, quantity::Amount};

    #[test]
    fn nd_7_what_is_unknown_has_no_share_and_the_rest_all_of_it() {
        let nutrition = [(Nutrient::Calories, Amount(255_500_000)), (Nutrient::Iron, Amount(1))];
        let mut derived = Derived { nutrition: nutrition.into_iter().collect(), ..Derived::default() };
        derived.known_share.insert(Nutrient::Iron, 949);
        assert_eq!(derived.known_share(Nutrient::Calories), 1000);
        assert_eq!(derived.known_share(Nutrient::Iron), 949);
        assert_eq!(derived.known_share(Nutrient::Zinc), 0);
        assert!(derived.is_complete());
        derived.unresolved.push("mystery".into());
        assert!(!derived.is_complete());
        assert!(Valid::new(derived).is_ok());
    }

    #[test]
    fn nd_7_shares_agree_with_the_amounts_beside_them() {
        let derived = Derived {
            mg: Milligrams(-1),
            known_share: BTreeMap::from([(Nutrient::Zinc, 1000)]),
            fat_sources: BTreeMap::from([(FatSource::Egg, 600), (FatSource::Olive, 401)]),
            ..Derived::default()
        };
        assert_eq!(
            Valid::new(derived).unwrap_err().to_string(),
            "mg: -1, expected 0 or more; known_share.zinc_mg: 1000, expected 0..999; \
             known_share.zinc_mg: unknown in nutrition, expected shares of known amounts; \
             fat_sources: 1001 thousandths, expected at most 1000"
        );
    }
}

//! What is at home, and what has to be bought (ML-6, ML-8).

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check_serving;
use crate::{
    error::ErrorCode,
    food::{FoodKey, Milligrams, Name, ShopSection, Unit},
    law::{Check, Law},
    recipe::RecipeKey,
    time::{DateSpan, LocalDate},
};

const CODE: ErrorCode = ErrorCode::BadValue;

/// A food at home (ML-8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PantryEntry {
    /// What.
    pub food_id: FoodKey,
    /// How much is left, more than 0.
    pub mg: Milligrams,
    /// The last day on which it is good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<LocalDate>,
}

impl Law for PantryEntry {
    fn check(&self, check: &mut Check) {
        self.mg.check_positive(check, CODE);
    }
}

/// Cooked servings that wait to be eaten (ML-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leftover {
    /// What was cooked.
    pub recipe_id: RecipeKey,
    /// Which revision of it.
    pub recipe_revision: u32,
    /// How much is left: 100 is one serving.
    pub servings_pct: u32,
    /// The last day on which it is good.
    pub until: LocalDate,
}

impl Law for Leftover {
    fn check(&self, check: &mut Check) {
        check_serving(check, self.recipe_revision, self.servings_pct);
    }
}

/// So many of a food's portions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PortionCount {
    /// The measure.
    pub unit: Unit,
    /// How many whole ones, at least 1.
    pub count: u32,
}

/// How much to buy: rounded up to 5 g under 100 g and to 10 g above, or to whole portions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShoppingAmount {
    /// The mass, also that of the portions.
    pub mg: Milligrams,
    /// The portions that are shown instead of the mass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portions: Option<PortionCount>,
}

impl Law for ShoppingAmount {
    fn check(&self, check: &mut Check) {
        self.mg.check_positive(check, CODE);
        if let Some(PortionCount { count, .. }) = self.portions {
            check.require(count >= 1, CODE, "portions/count", count, "1 or more");
            return;
        }
        let step = if self.mg < Milligrams(100_000) { 5000 } else { 10_000 };
        let expected = format_args!("a multiple of {step}");
        check.require(self.mg.0 % step == 0, CODE, "mg", self.mg.0, expected);
    }
}

/// One line of a shopping list (ML-8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShoppingLine {
    /// Where in the shop.
    pub section: ShopSection,
    /// The food, or the text of an unresolved ingredient.
    pub name: Name,
    /// Absent for an unresolved ingredient.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub food_id: Option<FoodKey>,
    /// Absent for what is to taste or unresolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<ShoppingAmount>,
    /// Whether it lies in the cart.
    pub checked: bool,
    /// Whether checking it put it into the pantry, which counts it from then on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stocked: bool,
}

impl Law for ShoppingLine {
    fn check(&self, check: &mut Check) {
        let resolved = self.food_id.is_some();
        if resolved {
            self.name.check(check, CODE);
        } else {
            // ND-3: the text of an ingredient is longer than a name.
            check.length(CODE, "name/en", self.name.en.trim(), 1, 200);
        }
        let kept = self.checked && self.amount.is_some();
        check.require(
            kept || !self.stocked,
            CODE,
            "stocked",
            "true",
            "false, or a checked line with an amount",
        );
        let Some(amount) = &self.amount else { return };
        check.require(
            resolved,
            CODE,
            "amount",
            "an amount without a food",
            "none for an unresolved ingredient",
        );
        check.within("amount", |check| amount.check(check));
    }
}

/// What has to be bought for the meals of some days (ML-8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShoppingList {
    /// The days it is for; absent for a plan without dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dates: Option<DateSpan>,
    /// By section, then name; one line for each food.
    pub lines: Vec<ShoppingLine>,
    /// Planned recipes of which nothing is known, so that the list lacks their ingredients.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unknown_recipes: BTreeSet<String>,
}

impl Law for ShoppingList {
    fn check(&self, check: &mut Check) {
        if let Some(dates) = self.dates {
            check.within("dates", |check| dates.check(check));
        }
        let mut section = ShopSection::Produce;
        let mut foods = BTreeSet::new();
        check.each("lines", &self.lines, |check, _, line| {
            line.check(check);
            let expected = format_args!("{section} or a later section");
            check.require(section <= line.section, CODE, "section", line.section, expected);
            section = line.section;
            if let Some(food) = &line.food_id {
                let found = format_args!("{food} again");
                check.require(foods.insert(food.clone()), CODE, "food_id", found, "one line for each food");
            }
        });
    }
}

/// A shopping list as the API shows it.
pub const SHOPPING_LIST_EXAMPLE: &str = include_str!("../../examples/shopping-list.json");

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::law::Valid;

    fn broken<T: Law + std::fmt::Debug>(value: T) -> String {
        Valid::new(value).unwrap_err().to_string()
    }

    fn line(section: ShopSection, food: &str, amount: Option<ShoppingAmount>) -> ShoppingLine {
        let name = Name { en: food.into(), ru: None };
        let food_id = Some(food.parse().unwrap());
        ShoppingLine { section, name, food_id, amount, checked: false, stocked: false }
    }

    fn mass(mg: i64) -> ShoppingAmount {
        ShoppingAmount { mg: Milligrams(mg), portions: None }
    }

    fn portions(mg: i64, count: u32) -> ShoppingAmount {
        let unit = "piece".parse().unwrap();
        ShoppingAmount { mg: Milligrams(mg), portions: Some(PortionCount { unit, count }) }
    }

    #[test]
    fn ml_6_leftovers_are_some_servings_of_a_revision() {
        let leftover = |recipe_revision, servings_pct| {
            let until = date(2026, 3, 11);
            Leftover { recipe_id: "shakshuka".parse().unwrap(), recipe_revision, servings_pct, until }
        };
        assert!(Valid::new(leftover(1, 150)).is_ok());
        assert_eq!(
            broken(leftover(0, 5001)),
            "recipe_revision: 0, expected 1 or more; servings_pct: 5001, expected 1..5000"
        );
    }

    #[test]
    fn ml_8_the_pantry_holds_something_of_each_entry() {
        let entry = |mg| PantryEntry { food_id: "egg".parse().unwrap(), mg: Milligrams(mg), expires: None };
        assert!(Valid::new(entry(200_000)).is_ok());
        assert_eq!(broken(entry(0)), "mg: 0, expected more than 0");
    }

    #[test]
    fn ml_8_masses_are_rounded_to_5_g_under_100_g_and_10_g_above() {
        for mg in [5000, 45_000, 95_000, 100_000, 110_000] {
            assert!(Valid::new(mass(mg)).is_ok(), "{mg}");
        }
        assert_eq!(broken(mass(40_500)), "mg: 40500, expected a multiple of 5000");
        assert_eq!(broken(mass(105_000)), "mg: 105000, expected a multiple of 10000");
        assert_eq!(broken(mass(0)), "mg: 0, expected more than 0");
        assert!(Valid::new(portions(56_001, 1)).is_ok());
        assert_eq!(broken(portions(50_000, 0)), "portions.count: 0, expected 1 or more");
    }

    #[test]
    fn ml_8_an_unresolved_line_has_no_amount() {
        let unresolved =
            |amount| ShoppingLine { food_id: None, ..line(ShopSection::Other, "mystery", amount) };
        assert!(Valid::new(unresolved(None)).is_ok());
        assert_eq!(
            broken(unresolved(Some(mass(5000)))),
            "amount: an amount without a food, expected none for an unresolved ingredient"
        );
        let text = |length| Name { en: "x".repeat(length), ru: None };
        assert!(Valid::new(ShoppingLine { name: text(200), ..unresolved(None) }).is_ok());
        assert_eq!(
            broken(ShoppingLine { name: text(201), ..unresolved(None) }),
            "name.en: 201 characters, expected 1..200 characters"
        );
    }

    #[test]
    fn ml_8_only_a_checked_amount_went_into_the_pantry() {
        let eggs = line(ShopSection::DairyEggs, "egg", Some(portions(50_000, 1)));
        assert!(Valid::new(ShoppingLine { checked: true, stocked: true, ..eggs.clone() }).is_ok());
        for line in [
            ShoppingLine { stocked: true, ..eggs.clone() },
            ShoppingLine { stocked: true, checked: true, amount: None, ..eggs },
        ] {
            assert_eq!(broken(line), "stocked: true, expected false, or a checked line with an amount");
        }
    }

    #[test]
    fn ml_8_a_list_has_one_line_for_each_food_by_section() {
        let week = |to| Some(DateSpan { from: date(2026, 3, 9), to });
        let list = |lines| {
            let unknown_recipes = BTreeSet::new();
            ShoppingList { dates: week(date(2026, 3, 15)), lines, unknown_recipes }
        };
        let eggs = || line(ShopSection::DairyEggs, "egg", Some(portions(50_000, 1)));
        let onions = || line(ShopSection::Produce, "onion", Some(mass(220_000)));
        assert!(Valid::new(list(vec![onions(), eggs()])).is_ok());
        assert_eq!(
            broken(list(vec![eggs(), onions()])),
            "lines.1.section: produce, expected dairy_eggs or a later section"
        );
        assert_eq!(
            broken(list(vec![eggs(), eggs()])),
            "lines.1.food_id: egg again, expected one line for each food"
        );
        let backwards = ShoppingList { dates: week(date(2026, 3, 8)), ..list(vec![]) };
        assert_eq!(broken(backwards), "dates.to: 2026-03-08, expected 2026-03-09 or later");
        assert!(Valid::new(ShoppingList { dates: None, ..list(vec![]) }).is_ok());
    }
}

//! Recipe: what is cooked, from what and how fast (ND-3), and what follows for a serving of it (ND-7).

mod derived;
mod exclusion;

use std::{collections::BTreeSet, fmt, ops::RangeInclusive};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    food::{FoodKey, Name, Unit},
    id::{Key, Keyed},
    law::{Check, Law},
    nutrient::Decimal,
    quantity::Amount,
    vocabulary::vocabulary,
};

pub use derived::Derived;
pub use exclusion::{Exclusion, ExclusionMatch};

/// The key of a recipe. Keys are ordered by their bytes (MT-1).
pub type RecipeKey = Key<Recipe>;

impl Keyed for Recipe {
    const KIND: &'static str = "recipe";
    const LONGEST: usize = 60;
}

/// A property by which recipes are filtered, such as `vegan` or `freezable`.
pub enum Tag {}

/// The word of a tag.
pub type TagKey = Key<Tag>;

impl Keyed for Tag {
    const KIND: &'static str = "tag";
    const LONGEST: usize = 40;
}

vocabulary! {
    /// The meals that a recipe suits; a preference, never a constraint (MO-5).
    pub enum MealType: "meal type" {
        Breakfast = "breakfast",
        Lunch = "lunch",
        Dinner = "dinner",
        Snack = "snack",
        PreWorkout = "pre_workout",
        PostWorkout = "post_workout",
    }
}

/// How many units of an ingredient: a decimal with at most three digits after the point, kept in thousandths.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "Decimal", into = "Decimal")]
pub struct Quantity(u32);

impl Quantity {
    /// None: the quantity of what is added to taste.
    pub const ZERO: Self = Self(0);

    /// So many thousandths of a unit.
    pub const fn from_thousandths(thousandths: u32) -> Self {
        Self(thousandths)
    }

    /// The quantity in thousandths of a unit.
    pub const fn thousandths(self) -> u32 {
        self.0
    }

    const fn amount(self) -> Amount {
        Amount(self.0 as i64 * (Amount::UNIT / 1000))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.amount().fmt(f)
    }
}

/// A number that is no quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("quantity: {0}, expected 0..4000000 with at most three decimals")]
pub struct NotAQuantity(Amount);

impl TryFrom<Decimal> for Quantity {
    type Error = NotAQuantity;

    fn try_from(Decimal(amount): Decimal) -> Result<Self, NotAQuantity> {
        let step = Amount::UNIT / 1000;
        match u32::try_from(amount.0 / step) {
            Ok(thousandths @ 0..=4_000_000_000) if amount.0 % step == 0 => Ok(Self(thousandths)),
            _ => Err(NotAQuantity(amount)),
        }
    }
}

impl From<Quantity> for Decimal {
    fn from(quantity: Quantity) -> Self {
        Self(quantity.amount())
    }
}

/// One line of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ingredient {
    /// What it is, as written, without quantity and unit.
    pub text: String,
    /// How many units; 0 if and only if it is to taste.
    #[serde(default)]
    pub quantity: Quantity,
    /// Absent: pieces are counted (ND-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The food it is; absent while that is unresolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub food_id: Option<FoodKey>,
    /// As much as one likes: without nutrition, but avoided and shopped for like the others.
    #[serde(default)]
    pub to_taste: bool,
    /// May be left out.
    #[serde(default)]
    pub optional: bool,
}

/// What to do, one step after the other. A plain list of texts is read as English.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "WrittenSteps")]
pub struct Steps {
    /// In English.
    pub en: Vec<String>,
    /// In Russian; empty: the English ones stand in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ru: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields, expecting = "a list of steps, or such lists as {en, ru}")]
enum WrittenSteps {
    List(Vec<String>),
    Languages {
        en: Vec<String>,
        #[serde(default)]
        ru: Vec<String>,
    },
}

impl From<WrittenSteps> for Steps {
    fn from(written: WrittenSteps) -> Self {
        match written {
            WrittenSteps::List(en) => Self { en, ru: Vec::new() },
            WrittenSteps::Languages { en, ru } => Self { en, ru },
        }
    }
}

/// How a cooked serving is served later (MO-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reheats {
    /// What warming it takes.
    pub minutes: u32,
    /// How many days it keeps after cooking.
    pub keeps_days: u32,
}

vocabulary! {
    /// Where a recipe comes from.
    pub enum RecipeSourceKind: "recipe source" {
        Catalog = "catalog",
        User = "user",
        /// From a page, named by its address.
        Import = "import",
    }
}

/// Where a recipe comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecipeSource {
    /// What kind of place.
    pub kind: RecipeSourceKind,
    /// The address of an imported one.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

/// A dish and how to make it (ND-3). Everything that plans or counts with it asks for `Valid<Recipe>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Unique, never reused.
    pub id: RecipeKey,
    /// For display.
    pub name: Name,
    /// What to do.
    #[serde(default)]
    pub steps: Steps,
    /// 1..60 lines.
    pub ingredients: Vec<Ingredient>,
    /// How many servings it makes, 1..50; a slot eats one.
    pub servings: u32,
    /// Preparation and cooking, all of it, 0..1440.
    pub cooking_time_minutes: u32,
    /// Which meals it suits.
    #[serde(default)]
    pub meal_types: BTreeSet<MealType>,
    /// What it can be filtered by.
    #[serde(default)]
    pub tags: BTreeSet<TagKey>,
    /// Whether and how it keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reheats: Option<Reheats>,
    /// Where it comes from.
    pub source: RecipeSource,
}

const INVALID: ErrorCode = ErrorCode::InvalidRecipe;

/// The law of ND-3.
impl Recipe {
    /// ND-3: how many servings a recipe may make.
    pub const SERVINGS: RangeInclusive<u32> = 1..=50;
    /// ND-3: how many minutes it may take, all in all.
    pub const MINUTES: RangeInclusive<u32> = 0..=1440;
}

impl Law for Recipe {
    fn check(&self, check: &mut Check) {
        self.name.check(check, INVALID);
        check.within("steps", |check| {
            for (language, steps) in [("en", &self.steps.en), ("ru", &self.steps.ru)] {
                check.each(language, steps, |check, _, step| check.length(INVALID, "", step.trim(), 1, 2000));
            }
        });
        check.count(INVALID, "ingredients", &self.ingredients, 1, 60);
        check.each("ingredients", &self.ingredients, |check, _, ingredient| ingredient.check(check));
        check.inside(INVALID, "servings", self.servings, Self::SERVINGS);
        check.inside(INVALID, "cooking_time_minutes", self.cooking_time_minutes, Self::MINUTES);
        if let Some(Reheats { minutes, keeps_days }) = self.reheats {
            check.range(INVALID, "reheats/minutes", minutes, 0, 1440);
            check.range(INVALID, "reheats/keeps_days", keeps_days, 0, 3650);
        }
        let address = self.source.reference.as_deref().unwrap_or_default();
        let on_the_web = address.starts_with("https://") || address.starts_with("http://");
        let holds = on_the_web || self.source.kind != RecipeSourceKind::Import;
        check.require(
            holds,
            INVALID,
            "source/ref",
            format_args!("`{address}`"),
            "the http(s) address of the import",
        );
    }
}

/// Nothing has a quantity of zero but what is to taste: zero would count as known (ND-6, ND-7).
impl Law for Ingredient {
    fn check(&self, check: &mut Check) {
        check.length(INVALID, "text", self.text.trim(), 1, 200);
        let (quantity, is_zero) = (self.quantity, self.quantity == Quantity::ZERO);
        let expected = if self.to_taste { "0, as it is to taste" } else { "more than 0, or to_taste" };
        check.require(is_zero == self.to_taste, INVALID, "quantity", quantity, expected);
    }
}

/// A recipe as people write it.
pub const EXAMPLE: &str = include_str!("../examples/recipe.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn example() -> Recipe {
        serde_json::from_str(EXAMPLE).unwrap()
    }

    fn breach(change: impl FnOnce(&mut Recipe)) -> String {
        let mut recipe = example();
        change(&mut recipe);
        Valid::new(recipe).unwrap_err().to_string()
    }

    #[test]
    fn nd_3_the_example_is_valid_and_written_as_it_was_read() {
        let recipe = Valid::new(example()).unwrap();
        assert_eq!(recipe.ingredients[0].quantity, Quantity::from_thousandths(1500));
        let json: serde_json::Value = serde_json::from_str(EXAMPLE).unwrap();
        assert_eq!(serde_json::to_value(&recipe).unwrap(), json);
        let schema = serde_json::to_value(schemars::schema_for!(Recipe)).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&json));
    }

    #[test]
    fn nd_3_each_constraint_names_its_field_and_value() {
        let reheats = |minutes, keeps_days| Some(Reheats { minutes, keeps_days });
        for (message, expected) in [
            (breach(|recipe| recipe.name.en.clear()), "name.en: 0 characters, expected 1..120 characters"),
            (
                breach(|recipe| recipe.steps.ru[1].clear()),
                "steps.ru.1: 0 characters, expected 1..2000 characters",
            ),
            (breach(|recipe| recipe.ingredients.clear()), "ingredients: 0 entries, expected 1..60 entries"),
            (
                breach(|recipe| recipe.ingredients = vec![recipe.ingredients[0].clone(); 61]),
                "ingredients: 61 entries, expected 1..60 entries",
            ),
            (
                breach(|recipe| recipe.ingredients[1].text.clear()),
                "ingredients.1.text: 0 characters, expected 1..200 characters",
            ),
            (breach(|recipe| recipe.servings = 0), "servings: 0, expected 1..50"),
            (breach(|recipe| recipe.servings = 51), "servings: 51, expected 1..50"),
            (
                breach(|recipe| recipe.cooking_time_minutes = 1441),
                "cooking_time_minutes: 1441, expected 0..1440",
            ),
            (breach(|recipe| recipe.reheats = reheats(1441, 3)), "reheats.minutes: 1441, expected 0..1440"),
            (
                breach(|recipe| recipe.reheats = reheats(8, 3651)),
                "reheats.keeps_days: 3651, expected 0..3650",
            ),
            (
                breach(|recipe| recipe.source.kind = RecipeSourceKind::Import),
                "source.ref: ``, expected the http(s) address of the import",
            ),
        ] {
            assert_eq!(message, expected);
        }
    }

    #[test]
    fn nd_6_only_what_is_to_taste_has_no_quantity() {
        let first = |change: fn(&mut Ingredient)| breach(|recipe| change(&mut recipe.ingredients[0]));
        assert_eq!(
            first(|ingredient| ingredient.to_taste = true),
            "ingredients.0.quantity: 1.5, expected 0, as it is to taste"
        );
        assert_eq!(
            first(|ingredient| ingredient.quantity = Quantity::ZERO),
            "ingredients.0.quantity: 0, expected more than 0, or to_taste"
        );
    }

    #[test]
    fn nd_3_a_quantity_has_at_most_three_decimals() {
        let read = |json: &str| serde_json::from_str::<Quantity>(json).map_err(|error| error.to_string());
        assert_eq!(read("0.333"), Ok(Quantity::from_thousandths(333)));
        assert_eq!(serde_json::to_string(&Quantity::from_thousandths(3500)).unwrap(), "3.5");
        for bad in ["0.3333", "4000000.001"] {
            let error = read(bad).unwrap_err();
            assert_eq!(error, format!("quantity: {bad}, expected 0..4000000 with at most three decimals"));
        }
    }

    #[test]
    fn nd_3_steps_are_a_list_or_lists_by_language() {
        let steps: Steps = serde_json::from_str(r#"["Boil.", "Serve."]"#).unwrap();
        assert_eq!(serde_json::to_string(&steps).unwrap(), r#"{"en":["Boil.","Serve."]}"#);
        let error = serde_json::from_str::<Steps>(r#"{"de": []}"#).unwrap_err().to_string();
        assert_eq!(error, "a list of steps, or such lists as {en, ru}");
    }

    #[test]
    fn nd_3_an_unknown_meal_type_is_named_with_the_nearest() {
        let error = serde_json::from_str::<Recipe>(&EXAMPLE.replace("\"lunch\"", "\"lanch\""))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("unknown meal type `lanch`; maybe `lunch`"), "{error}");
    }
}

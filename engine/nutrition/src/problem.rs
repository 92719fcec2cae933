//! The problem file (MF-1): everything that a plan of meals depends on, as one JSON document.
//!
//! Words and numbers are taken as written and read by [`crate::request`], so that whatever is wrong is reported by its
//! own code, with its place, all at once.

use std::{borrow::Cow, collections::BTreeMap};

use domain::{
    food::Money,
    recipe::{Exclusion, Reheats},
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

/// A number as written.
pub type Written = Number;

/// What shall be planned, from which recipes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MealProblem")]
pub struct Problem {
    /// 1..7.
    pub days: u32,
    /// Assignments that the plain search may try.
    #[serde(default = "attempt_limit")]
    pub attempt_limit: u64,
    /// Budgets of the later stages (MX-3).
    #[serde(default)]
    pub budgets: Budgets,
    /// None, a demographic's, or a map taken literally; if absent, those of the profile's demographic.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub upper_limits: Option<UpperLimits>,
    /// Formulas of the score.
    #[serde(default)]
    pub policy: Policy,
    /// Who eats, how much and when.
    pub profile: Profile,
    /// Section 9 of the chapter; all off by default.
    #[serde(default)]
    pub options: Options,
    /// What can be eaten.
    pub recipes: Vec<RecipeFacts>,
}

/// MX-3: assignments that the plain search may try if nobody says otherwise.
pub const fn attempt_limit() -> u64 {
    50_000
}

/// MX-3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// Replacements that the repair may evaluate.
    pub repair: u64,
    /// Branch nodes over the best recipes.
    pub restricted_nodes: u64,
    /// Branch nodes over all recipes.
    pub full_nodes: u64,
    /// Simplex iterations.
    pub lp_iterations: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self { repair: 40_000_000, restricted_nodes: 20_000, full_nodes: 50_000, lp_iterations: 200_000 }
    }
}

/// Null is an answer too.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<UpperLimits>, D::Error> {
    UpperLimits::deserialize(deserializer).map(Some)
}

/// Where the daily upper limits come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum UpperLimits {
    /// There are none.
    Unlimited,
    /// Those of a demographic (ND-12).
    Demographic(String),
    /// These, of scope all.
    Literal(BTreeMap<String, Option<Written>>),
}

/// MC-1: which formulas the score uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The chapter's.
    #[default]
    Default,
    /// The literal formulas of the seed.
    Compat,
}

/// Who eats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EaterProfile")]
pub struct Profile {
    /// kcal a day.
    pub daily_calories: Written,
    /// Grams a day.
    pub daily_protein_g: Written,
    /// Fewest and most grams a day.
    pub daily_fat_g: [Written; 2],
    /// Grams a day; derived by NT-4 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_carbs_g: Option<Written>,
    /// Other targets on single days.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub day_targets: BTreeMap<String, DayTarget>,
    /// HC-5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_daily_calories: Option<Written>,
    /// One list of slots a day.
    pub schedule: Vec<Vec<SlotFacts>>,
    /// HC-1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded_ingredients: Vec<Exclusion>,
    /// MT-1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub liked_foods: Vec<String>,
    /// ND-12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demographic: Option<String>,
    /// ND-12.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub upper_limits_overrides: BTreeMap<String, Option<Written>>,
    /// HC-6.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pinned_assignments: Vec<Pin>,
    /// Daily floors by nutrient.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub micronutrient_targets: BTreeMap<String, Written>,
    /// One fraction for all floors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub micronutrient_weekly_min_fraction: Option<Written>,
    /// A workout on every day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity_schedule: Option<Activity>,
    /// Workouts of single days; wins over the former.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workouts: Option<Vec<Workout>>,
    /// Non-workout recipes of the day before (HC-8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub day_zero: Vec<String>,
}

/// Targets of one day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields of the profile")]
pub struct DayTarget {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_calories: Option<Written>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_protein_g: Option<Written>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_fat_g: Option<[Written; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_carbs_g: Option<Written>,
}

/// A meal of a day (MD-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlotFacts {
    /// HH:MM.
    pub time: String,
    /// 1..4.
    pub busyness_level: u32,
    /// A label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meal_type: Option<String>,
    /// Tags that a recipe must have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required_tags: Vec<String>,
    /// Tags that make a recipe better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preferred_tags: Vec<String>,
}

/// A meal that is fixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MealPin")]
pub struct Pin {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
    /// Which.
    pub recipe_id: String,
}

/// A workout at the same time on every day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DailyWorkout")]
pub struct Activity {
    /// HH:MM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workout_start: Option<String>,
    /// HH:MM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workout_end: Option<String>,
}

/// A workout of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DayWorkout")]
pub struct Workout {
    /// From 1.
    pub day: u32,
    /// HH:MM.
    pub start: String,
    /// HH:MM.
    pub end: String,
}

/// Section 9 of the chapter.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// MO-1: more or less than a serving.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portions: Option<Portions>,
    /// MO-2: what is cooked at once and eaten several times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub batches: Vec<BatchFacts>,
    /// MO-2: whether the exact stage may choose batches of recipes that reheat.
    #[serde(skip_serializing_if = "is_off")]
    pub auto_batches: bool,
    /// MO-3: `slack` leaves the window of carbs unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carbs: Option<String>,
    /// MO-4: what each target asks for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nutrients: BTreeMap<String, NutrientOption>,
    /// MO-5: the usual time of a meal counts as a preferred tag.
    #[serde(skip_serializing_if = "is_off")]
    pub prefer_meal_type: bool,
    /// MO-6: once in so many days outside workout slots, 2..7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variety_days: Option<u32>,
    /// MO-6: a recipe of the last three days scores less.
    #[serde(skip_serializing_if = "is_off")]
    pub variety_penalty: bool,
    /// MO-7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cost_per_day: Option<Money>,
    /// MO-7: `cost`, `deviation` or `variety`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polish: Option<String>,
    /// MO-8: further plans, at most 5.
    #[serde(skip_serializing_if = "is_zero")]
    pub alternatives: u32,
    /// MV-4: whether floors bind a single day too.
    #[serde(skip_serializing_if = "is_off")]
    pub strict_single_day: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_off(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// MO-1: percents of a serving, as a list or with the mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Portions {
    /// Only after the plain search failed.
    AfterFailure(Vec<u32>),
    /// With the mode said.
    Mode {
        /// Which.
        percents: Vec<u32>,
        /// `after_failure` or `always`.
        mode: String,
    },
}

/// MO-2: a batch that is fixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchFacts {
    /// What is cooked.
    pub recipe_id: String,
    /// How many servings, 1..12.
    pub servings: u32,
    /// Where it is cooked; it is eaten there too if `eat` says so.
    pub cook: Where,
    /// Where its servings are eaten.
    pub eat: Vec<Where>,
}

/// A slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
}

/// MO-4.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NutrientOption {
    /// `floor` (default), `ceiling`, `range` or `info`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// `horizon` (default) or `day`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<String>,
    /// 0..1000 of a floor that must be reached, default 1000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction_milli: Option<u32>,
    /// The most a day, for a ceiling or a range; a ceiling without it takes the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Written>,
    /// Whether a breach is only told.
    #[serde(skip_serializing_if = "is_off")]
    pub advisory: bool,
}

/// A recipe as facts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecipeFacts {
    /// Unique.
    pub id: String,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Preparation and cooking.
    pub cooking_time_minutes: u32,
    /// What is in it.
    #[serde(default)]
    pub ingredients: Vec<IngredientFacts>,
    /// Per serving.
    pub nutrition: NutritionFacts,
    /// Grams of a serving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grams: Option<Written>,
    /// Grams of fat by source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat_sources: Option<BTreeMap<String, Written>>,
    /// Its tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// When it is usually eaten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meal_types: Vec<String>,
    /// What a serving costs (MO-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// Percents of a serving that it can be eaten in, if fewer than the options allow (MO-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portions: Option<Vec<u32>>,
    /// How it is eaten again later (MO-2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reheats: Option<Reheats>,
}

/// An ingredient as facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IngredientFacts {
    /// As written.
    pub name: String,
    /// The food it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub food: Option<String>,
    /// Its allergen classes, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allergens: Option<Vec<String>>,
    /// Without amount and nutrition.
    #[serde(default)]
    pub to_taste: bool,
}

/// Nutrition of a serving.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NutritionFacts {
    /// kcal.
    pub calories: Written,
    /// Grams.
    pub protein_g: Written,
    /// Grams.
    pub fat_g: Written,
    /// Grams.
    pub carbs_g: Written,
    /// By nutrient; absent counts 0, null is unknown.
    #[serde(default)]
    pub micronutrients: BTreeMap<Cow<'static, str>, Option<Written>>,
}

/// A problem of one day.
pub const EXAMPLE: &str = include_str!("../examples/meal-problem.json");

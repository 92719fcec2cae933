//! The result document (MF-2): a plan with its reasons, or why there is none.
//!
//! Parts of a plan are here, the report of a failure in [`report`].

pub mod number;
pub mod report;

use std::collections::BTreeMap;

use domain::{
    food::Money,
    law,
    nutrient::{Decimal, Nutrient},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::{
    number::{Points, Signed},
    report::{Achievable, Constraint, Proof, Relaxation, Report},
};
use crate::{
    problem::{Options, Policy},
    warning::Warning,
};

/// What came of a problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MealResult {
    /// Whether there is a plan.
    pub status: Status,
    /// Which stage answered; `+polish` at the end if a plan was improved afterwards.
    pub stage: Option<String>,
    /// TC-1..TC-4.
    pub termination: Option<String>,
    /// FM-1..FM-5.
    pub failure_mode: Option<String>,
    /// Meals in decision order; empty without a plan.
    pub plan: Vec<Meal>,
    /// What each day holds.
    pub days: Vec<DayTotals>,
    /// What the horizon holds, by nutrient.
    pub totals: BTreeMap<Nutrient, Decimal>,
    /// Every floor and whether it is met.
    pub floors: Vec<FloorState>,
    /// Floors that a single day leaves open (MV-4).
    pub unmet_floors: Vec<FloorState>,
    /// Further plans (MO-8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<Choice>>,
    /// What a person should know.
    pub warnings: Vec<Warning>,
    /// How sure it is that there is no plan (MX-7).
    pub proof: Option<Proof>,
    /// Constraints that cannot hold together, none of which can be spared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflict: Vec<Constraint>,
    /// Small changes that would make a plan possible, least first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relaxations: Vec<Relaxation>,
    /// How much of the floors can be reached.
    pub achievable: Option<Achievable>,
    /// The facts of the failure mode.
    pub report: Option<Report>,
    /// Options in force.
    pub options: Options,
    /// Formulas of the score.
    pub policy: Policy,
    /// What was spent; no times.
    pub stats: Stats,
    /// What the independent check found, for a plan.
    pub verify: Option<Verified>,
    /// What is wrong with the problem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Finding>,
}

impl MealResult {
    /// The result of a problem that cannot be solved as it is written.
    pub fn refused(options: Options, policy: Policy, errors: Vec<Finding>) -> Self {
        Self {
            status: Status::Invalid,
            stage: None,
            termination: None,
            failure_mode: None,
            plan: vec![],
            days: vec![],
            totals: BTreeMap::new(),
            floors: vec![],
            unmet_floors: vec![],
            alternatives: vec![],
            warnings: vec![],
            proof: None,
            conflict: vec![],
            relaxations: vec![],
            achievable: None,
            report: None,
            options,
            policy,
            stats: Stats::default(),
            verify: None,
            errors,
        }
    }
}

/// Whether there is a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MealStatus")]
pub enum Status {
    /// There is, and here it is.
    Found,
    /// There is none, and that is proved.
    Infeasible,
    /// None was found within the budgets.
    Unknown,
    /// The problem cannot be read.
    Invalid,
}

/// A recipe in a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RecipeChoice")]
pub struct Choice {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
    /// What is eaten.
    pub recipe_id: String,
    /// How much of a serving.
    pub servings_pct: u32,
}

/// A planned meal and why it was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meal {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
    /// What is eaten.
    pub recipe_id: String,
    /// How much of a serving.
    pub servings_pct: u32,
    /// Where the batch was cooked from which it comes (MO-2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<crate::problem::Where>,
    /// MX-8.
    pub why: Why,
}

/// MX-8: why this meal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "WhyMeal")]
pub enum Why {
    /// The person fixed it.
    Pinned,
    /// It is a serving of a batch.
    Batch,
    /// The best candidate of the plain search.
    Ranked(Box<Ranked>),
    /// It came by repair or exact search.
    Repaired {
        /// Which constraints it repaired.
        repaired: Vec<Repaired>,
    },
}

/// Why the plain search took it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranked {
    /// Its score.
    pub score: Parts,
    /// Its place among the candidates; above 1 if better ones led nowhere.
    pub rank: u32,
    /// How many candidates there were.
    pub candidates: u32,
    /// The next best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
    /// Recipes that each rule removed, in filter order.
    pub removed: Vec<Removed>,
    /// Needed nutrients that it brings, as shares of the gap in thousandths.
    pub fills: BTreeMap<Nutrient, u32>,
    /// The rule of MT-1 that decided between equal scores, 1..4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_rule: Option<u32>,
}

/// The parts of a score (MC-1).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// The composite.
    pub total: Points,
    /// Nutrition match.
    #[serde(rename = "N")]
    pub nutrition: Points,
    /// Micronutrient match.
    #[serde(rename = "M")]
    pub micronutrients: Points,
    /// Satiety.
    #[serde(rename = "S")]
    pub satiety: Points,
    /// Balance.
    #[serde(rename = "B")]
    pub balance: Points,
    /// Schedule match.
    #[serde(rename = "C")]
    pub schedule: Points,
}

/// The next best candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunnerUp {
    /// Which.
    pub recipe_id: String,
    /// Its score.
    pub score: Parts,
}

/// Recipes that a rule removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Removed {
    /// The rule.
    pub constraint: String,
    /// How many.
    pub removed: u64,
}

/// A constraint that a later stage repaired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repaired {
    /// Which.
    pub constraint: Constraint,
    /// The total before, without this change.
    pub before: Decimal,
    /// The total with it.
    pub after: Decimal,
}

/// What a day holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the macros by their names")]
pub struct DayTotals {
    /// From 1.
    pub day: u32,
    pub calories: Decimal,
    pub protein_g: Decimal,
    pub fat_g: Decimal,
    pub carbs_g: Decimal,
    /// Those tracked or limited.
    pub micronutrients: BTreeMap<Nutrient, Decimal>,
    /// How far the macros are from their targets; fat from its range.
    pub deviations: Deviations,
    /// What it costs, if every meal has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

/// How far a day is from its targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the macros by their names")]
pub struct Deviations {
    pub calories: Signed,
    pub protein_g: Signed,
    pub fat_g: Signed,
    pub carbs_g: Signed,
}

/// A floor over the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorState {
    /// Of what.
    pub nutrient: Nutrient,
    /// What the plan holds.
    pub achieved: Decimal,
    /// What it needs.
    pub required: Decimal,
    /// Whether it is enough.
    pub met: bool,
}

/// What was spent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Assignments of the plain search.
    pub attempts: u64,
    /// Its returns to an earlier choice.
    pub backtracks: u64,
    /// Why, BT-1..BT-4.
    pub bt: BTreeMap<String, u64>,
    /// Candidates and states removed, FC-1..FC-6.
    pub pruned: BTreeMap<String, u64>,
    /// Replacements that the repair evaluated.
    pub repair_nodes: u64,
    /// Simplex iterations.
    pub lp_iterations: u64,
    /// Branch nodes.
    pub milp_nodes: u64,
}

/// The verdict of the independent check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verified {
    /// Whether nothing is broken.
    pub ok: bool,
    /// How many single checks were made.
    pub checks: u64,
}

/// Something wrong with the problem (GL-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// What.
    pub code: String,
    /// The rule.
    pub spec: String,
    /// A sentence.
    pub message: String,
    /// Where.
    pub pointer: String,
    /// Value and what would be valid.
    pub facts: BTreeMap<String, String>,
}

impl From<&law::Finding> for Finding {
    fn from(finding: &law::Finding) -> Self {
        let facts = [("found", &finding.found), ("expected", &finding.expected)];
        Self {
            code: finding.code.to_string(),
            spec: finding.spec.to_string(),
            message: finding.to_string(),
            pointer: finding.pointer.clone(),
            facts: facts.into_iter().map(|(name, fact)| (name.to_owned(), fact.clone())).collect(),
        }
    }
}

/// What comes of the example of a problem.
pub const EXAMPLE: &str = include_str!("../examples/meal-result.json");

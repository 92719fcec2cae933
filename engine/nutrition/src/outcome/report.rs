//! Why there is no plan: the failure modes with their facts (FM-1..FM-5), proof, conflict and remedies (MX-7).

use std::collections::BTreeMap;

use domain::nutrient::{Decimal, Nutrient};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Choice, Removed, number::Signed};

/// How sure it is that there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Proved, searched or unknown.
    pub status: ProofStatus,
    /// By what.
    pub method: Method,
}

/// How sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProofStatus {
    /// There is none.
    Proved,
    /// Repair and the restricted exact search found none.
    Searched,
    /// Nothing is known.
    Unknown,
}

/// By what it is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// A check before the search.
    Static,
    /// Every path of the plain search was tried.
    Exhaustive,
    /// Multipliers of a linear program, checked in integers.
    Lp,
    /// Exhausted branches of a mixed-integer program.
    Milp,
    /// By nothing.
    None,
}

/// A group of constraints: a rule, on a day or over the horizon, of a nutrient.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// The rule.
    pub spec: String,
    /// From 1; absent for the horizon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<u32>,
    /// What is bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nutrient: Option<Nutrient>,
    /// The least that it allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<Decimal>,
    /// The most that it allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<Decimal>,
}

/// A change that makes a plan possible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Relaxation {
    /// One change, or two that are needed together.
    pub changes: Vec<Change>,
}

/// One change of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "RelaxationChange")]
pub enum Change {
    /// Another range of fat.
    FatRange {
        /// Fewest grams.
        low: Decimal,
        /// Most grams.
        high: Decimal,
    },
    /// Wider windows of energy, protein and carbs.
    Tolerance {
        /// Percent instead of 10.
        percent: u32,
    },
    /// A smaller share of a floor, or of all of them.
    Fraction {
        /// Which; absent for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nutrient: Option<Nutrient>,
        /// Thousandths.
        fraction_milli: u32,
    },
    /// More time to cook.
    CookingTime {
        /// Which level of busyness is raised to 4; absent for all.
        level: u32,
    },
    /// The same meal on two days in a row.
    Repetition,
    /// Something disliked, but not an allergen.
    Exclusion {
        /// The entry.
        term: String,
    },
    /// A meal that is fixed.
    Pin {
        /// From 1.
        day: u32,
        /// From 0.
        slot: u32,
    },
    /// A higher ceiling of energy.
    Ceiling {
        /// kcal.
        calories: Decimal,
    },
}

/// How much of the floors can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Achievable {
    /// No plan reaches more than this share of all floors at once, in thousandths.
    pub bound_milli: u32,
    /// The best complete plan seen reaches this share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_milli: Option<u32>,
    /// Of each deficient nutrient alone, the most that any otherwise valid plan can hold.
    pub alone: BTreeMap<Nutrient, Decimal>,
}

/// The facts of the failure mode.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "FailureReport")]
pub struct Report {
    /// FM-1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unfillable_slots: Vec<UnfillableSlot>,
    /// FM-2.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed_days: Vec<FailedDay>,
    /// FM-2: the plan of least violation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closest_plan: Vec<Choice>,
    /// FM-3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned_conflicts: Vec<PinnedConflict>,
    /// FM-3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remaining_budget: Vec<RemainingBudget>,
    /// FM-4.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deficient: Vec<Deficient>,
    /// FM-5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<Exhausted>,
    /// The complete plan of least violation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best_plan: Vec<Choice>,
    /// What it breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best_plan_violations: Vec<Violation>,
}

/// FM-1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnfillableSlot {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
    /// Recipes that may stand there.
    pub eligible: u32,
    /// What removed the others, in filter order.
    pub blocking: Vec<Removed>,
}

/// FM-2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailedDay {
    /// From 1.
    pub day: u32,
    /// Windows that the closest day misses.
    pub macro_violations: Vec<Violation>,
    /// Limits that it exceeds.
    pub ul_violations: Vec<Violation>,
}

/// A bound that a total misses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Violation {
    /// The rule.
    pub spec: String,
    /// From 1; absent for the horizon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<u32>,
    /// Of what: a nutrient, or `cost`.
    pub name: String,
    /// What there is.
    pub value: Decimal,
    /// The least allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<Decimal>,
    /// The most allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<Decimal>,
    /// How far it is off.
    pub delta: Decimal,
}

/// FM-3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PinnedConflict {
    /// From 1.
    pub day: u32,
    /// From 0; absent if all pins of the day are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u32>,
    /// The fixed recipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_id: Option<String>,
    /// hc1, hc2, hc3, hc5, hc8, tags, joint_ceiling, ul, day_macros, budget or batch.
    pub violation: String,
    /// Whether the pins alone break it.
    pub direct: bool,
    /// The totals that break it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
}

/// What the pins of a day leave (FM-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the macros by their names")]
pub struct RemainingBudget {
    /// From 1.
    pub day: u32,
    pub calories: Signed,
    pub protein_g: Signed,
    pub fat_min_g: Signed,
    pub fat_max_g: Signed,
    pub carbs_g: Signed,
    pub open_slots: u32,
}

/// FM-4.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deficient {
    /// Of what.
    pub nutrient: Nutrient,
    /// What the best plan seen holds.
    pub achieved: Decimal,
    /// What the horizon needs.
    pub required: Decimal,
    /// The difference.
    pub deficit: Decimal,
    /// The most that any otherwise valid plan can hold.
    pub best_achievable: Decimal,
    /// Whether that is exact or a bound.
    pub bound: Bound,
    /// Structural if even that is too little.
    pub classification: Classification,
}

/// How a bound was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Some plan holds exactly so much.
    Exact,
    /// No plan holds more.
    Lp,
}

/// Whether a floor is out of reach by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Classification {
    /// No plan reaches it.
    Structural,
    /// It is out of reach only together with others.
    Marginal,
}

/// FM-5.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exhausted {
    /// Of the plain search.
    pub attempts: u64,
    /// Of the plain search.
    pub backtracks: u64,
    /// Always false.
    pub exhaustive: bool,
    /// No plan reaches more than this share of all floors at once, in thousandths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lp_limit: Option<u32>,
}

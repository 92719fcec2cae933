//! Warnings: what a person should know although nothing is refused, as a code with facts (MF-2).

use domain::{
    reason::{Fact, Facts},
    spec::SpecId,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// What is worth knowing. Closed: each has a text in English and Russian.
    pub enum WarningCode: "warning" {
        EnergyMismatch = "energy_mismatch",
        SupplementUl = "supplement_ul",
        GoalBounded = "goal_bounded",
        LowEnergy = "low_energy",
        NutrientAbsentInPool = "nutrient_absent_in_pool",
        ExclusionMatchesNothing = "exclusion_matches_nothing",
        AllergensByNameOnly = "allergens_by_name_only",
        DayZeroUnknown = "day_zero_unknown",
        LimitNotEnforced = "limit_not_enforced",
        CeilingUnverified = "ceiling_unverified",
        PriceUnknown = "price_unknown",
        SodiumHigh = "sodium_high",
        CeilingExceeded = "ceiling_exceeded",
        SoftDeficit = "soft_deficit",
        LeftoverExpired = "leftover_expired",
        LeftoverUnknown = "leftover_unknown",
        ServingsMissing = "servings_missing",
        LeftOut = "left_out",
        ColumnMissing = "column_missing",
        PublishedDiffers = "published_differs",
        TagContradicted = "tag_contradicted",
        DuplicateRecipeContent = "duplicate_recipe_content",
        UnknownFood = "unknown_food",
        AmbiguousFood = "ambiguous_food",
        NoConversion = "no_conversion",
        StoppedEarly = "stopped_early",
    }
}

impl WarningCode {
    /// The rule that asks for it.
    pub const fn spec(self) -> SpecId {
        match self {
            Self::EnergyMismatch | Self::ServingsMissing | Self::LeftOut => SpecId::new("ND-8"),
            Self::ColumnMissing => SpecId::new("MF-5"),
            Self::PublishedDiffers => SpecId::new("MF-4"),
            Self::TagContradicted => SpecId::new("ND-3"),
            Self::DuplicateRecipeContent => SpecId::new("ND-14"),
            Self::UnknownFood | Self::AmbiguousFood => SpecId::new("ND-6"),
            Self::NoConversion => SpecId::new("ND-5"),
            Self::NutrientAbsentInPool => SpecId::new("MV-1"),
            Self::ExclusionMatchesNothing | Self::AllergensByNameOnly => SpecId::new("HC-1"),
            Self::DayZeroUnknown => SpecId::new("HC-8"),
            Self::SupplementUl | Self::LimitNotEnforced => SpecId::new("ND-12"),
            Self::CeilingUnverified => SpecId::new("ND-7"),
            Self::PriceUnknown => SpecId::new("MO-7"),
            Self::SodiumHigh | Self::CeilingExceeded => SpecId::new("MV-5"),
            Self::SoftDeficit => SpecId::new("MO-4"),
            Self::GoalBounded | Self::LowEnergy => SpecId::new("NT-2"),
            Self::LeftoverExpired | Self::LeftoverUnknown => SpecId::new("ML-6"),
            Self::StoppedEarly => SpecId::new("MX-2"),
        }
    }
}

/// Something worth knowing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MealWarning")]
pub struct Warning {
    /// What.
    pub code: WarningCode,
    /// The numbers behind it.
    #[serde(default)]
    pub facts: Facts,
}

impl Warning {
    /// A warning without facts.
    pub const fn new(code: WarningCode) -> Self {
        Self { code, facts: Facts::new() }
    }

    /// The same with one fact more.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(name.into(), fact.into());
        self
    }
}

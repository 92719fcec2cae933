//! Steps: how targets were derived, one by one, with their numbers (MF-6).

use std::{borrow::Cow, collections::BTreeMap};

use domain::{
    nutrient::Decimal,
    quantity::Amount,
    reason::{Fact, Facts},
    spec::SpecId,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// What a step of the derivation does. Each has a text in English and Russian.
    pub enum StepName: "step" {
        BodyWeight = "body_weight",
        Bmr = "bmr",
        LifeActivity = "life_activity",
        Training = "training",
        Pregnancy = "pregnancy",
        Lactation = "lactation",
        Tdee = "tdee",
        Expenditure = "expenditure",
        Deficit = "deficit",
        DeficitLimit = "deficit_limit",
        EnergyFloor = "energy_floor",
        Surplus = "surplus",
        SurplusLimit = "surplus_limit",
        Calories = "calories",
        BroughtCalories = "brought_calories",
        Protein = "protein",
        BroughtProtein = "brought_protein",
        Fat = "fat",
        BroughtFat = "brought_fat",
        Carbs = "carbs",
        BroughtCarbs = "brought_carbs",
        Ceiling = "ceiling",
        BroughtCeiling = "brought_ceiling",
        DaySplit = "day_split",
    }
}

impl StepName {
    /// The rule of the step.
    pub const fn spec(self) -> SpecId {
        SpecId::new(match self {
            Self::BodyWeight
            | Self::Bmr
            | Self::LifeActivity
            | Self::Training
            | Self::Pregnancy
            | Self::Lactation
            | Self::Tdee
            | Self::BroughtCalories
            | Self::BroughtProtein
            | Self::BroughtFat
            | Self::BroughtCarbs
            | Self::BroughtCeiling => "NT-1",
            Self::Deficit
            | Self::DeficitLimit
            | Self::EnergyFloor
            | Self::Surplus
            | Self::SurplusLimit
            | Self::Calories
            | Self::Ceiling => "NT-2",
            Self::Protein => "NT-3",
            Self::Fat | Self::Carbs => "NT-4",
            Self::DaySplit => "NT-5",
            Self::Expenditure => "NT-7",
        })
    }
}

/// One step of the derivation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TargetStep")]
pub struct Step {
    /// What it does.
    pub step: StepName,
    /// By which rule.
    pub spec: SpecId,
    /// The numbers that go in and come out, rounded half up to hundredths.
    pub numbers: BTreeMap<Cow<'static, str>, Decimal>,
}

impl Step {
    /// The id of its text.
    pub fn text_id(&self) -> String {
        format!("target_step-{}", self.step)
    }

    /// The facts of its text.
    pub fn facts(&self) -> Facts {
        let fact = |amount: Amount| match amount.0 % Amount::UNIT {
            0 => Fact::Count(amount.0 / Amount::UNIT),
            _ => Fact::Text(amount.to_string()),
        };
        self.numbers.iter().map(|(name, Decimal(amount))| (name.clone(), fact(*amount))).collect()
    }
}

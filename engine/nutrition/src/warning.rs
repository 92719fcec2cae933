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
    }
}

impl WarningCode {
    /// The rule that asks for it.
    pub const fn spec(self) -> SpecId {
        match self {
            Self::EnergyMismatch => SpecId::new("ND-8"),
            Self::SupplementUl => SpecId::new("ND-12"),
            Self::GoalBounded | Self::LowEnergy => SpecId::new("NT-2"),
        }
    }
}

/// Something worth knowing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

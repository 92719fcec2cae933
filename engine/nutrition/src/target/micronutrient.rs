//! Micronutrient targets: the reference intakes of a demographic, and what an athlete chooses instead (NT-6, MO-4).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::{Check, Law},
    nutrient::{Decimal, Demographic, Direction, Nutrient},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reference::ReferenceIntakes;

vocabulary! {
    /// Over which time a target is counted (MO-4).
    pub enum Period: "period" {
        Day = "day",
        Horizon = "horizon",
    }
}

/// What an athlete wants of one nutrient; what is absent stays as the reference intakes say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NutrientChoice {
    /// The daily amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Decimal>,
    /// What is asked of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// Thousandths of the target that must be reached, 0..1000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction_milli: Option<u32>,
    /// Whether it is left out, such as vitamin D that comes from a supplement.
    pub off: bool,
}

impl Law for NutrientChoice {
    fn check(&self, check: &mut Check) {
        check.optional_range(ErrorCode::BadOption, "fraction_milli", self.fraction_milli, 0, 1000);
    }
}

/// What is asked of one nutrient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NutrientTarget {
    /// Which.
    pub nutrient: Nutrient,
    /// The daily amount.
    pub target: Decimal,
    /// What is asked of it.
    pub direction: Direction,
    /// Over which time.
    pub period: Period,
    /// Thousandths of the target that must be reached.
    pub fraction_milli: u32,
    /// Whether it only informs.
    pub advisory: bool,
}

/// The targets in the order of the nutrients: floors over the horizon, and of sodium an advisory ceiling each day.
///
/// They are those of maintenance and are not lowered in a deficit. Without a demographic only choices with an amount
/// are targets.
pub fn targets(
    intakes: &ReferenceIntakes,
    demographic: Option<Demographic>,
    choices: &BTreeMap<Nutrient, NutrientChoice>,
) -> Vec<NutrientTarget> {
    let mut targets = Vec::new();
    for &nutrient in Nutrient::ALL {
        let choice = choices.get(&nutrient).cloned().unwrap_or_default();
        let row = intakes.rows().iter().find(|row| row.nutrient == nutrient);
        let usual = row.map_or(Direction::Floor, |row| row.direction);
        let direction = choice.direction.unwrap_or(usual);
        let reference = row.zip(demographic).map(|(row, demographic)| match direction {
            Direction::Ceiling => row.advisory_ceiling.unwrap_or(row.amounts[demographic as usize]),
            _ => row.amounts[demographic as usize],
        });
        let Some(target) = choice.target.or(reference.map(Decimal)) else { continue };
        if choice.off {
            continue;
        }
        let is_ceiling = direction == Direction::Ceiling;
        targets.push(NutrientTarget {
            nutrient,
            target,
            direction,
            period: if is_ceiling { Period::Day } else { Period::Horizon },
            fraction_milli: choice.fraction_milli.unwrap_or(1000),
            advisory: is_ceiling,
        });
    }
    targets
}

//! Convert: what a quantity of a food weighs (ND-5).

use domain::{
    food::{Food, FoodKey, KitchenMass, KitchenVolume, Milligrams, Unit},
    recipe::{Ingredient, Quantity},
    vocabulary::vocabulary,
    voice::Locale,
};

use crate::ratio::Ratio;

vocabulary! {
    /// What a spoon and a cup hold (ND-5).
    pub enum Measure as MeasureSystem: "measure" {
        /// The measuring cups of the United States.
        Us = "us",
        /// 5, 15 and 250 ml.
        Metric = "metric",
    }
}

impl Measure {
    /// What people who read this language measure with.
    pub const fn of(locale: Locale) -> Self {
        match locale {
            Locale::En => Self::Us,
            Locale::Ru => Self::Metric,
        }
    }

    /// Microliters of a unit of volume.
    pub const fn microliters(self, unit: KitchenVolume) -> i64 {
        match (unit, self) {
            (KitchenVolume::Ml, _) => 1_000,
            (KitchenVolume::L, _) => 1_000_000,
            (KitchenVolume::Tsp, Self::Us) => 4_929,
            (KitchenVolume::Tsp, Self::Metric) => 5_000,
            (KitchenVolume::Tbsp, Self::Us) => 14_787,
            (KitchenVolume::Tbsp, Self::Metric) => 15_000,
            (KitchenVolume::FlOz, _) => 29_574,
            (KitchenVolume::Cup, Self::Us) => 236_588,
            (KitchenVolume::Cup, Self::Metric) => 250_000,
            (KitchenVolume::Pint, _) => 473_176,
            (KitchenVolume::Quart, _) => 946_353,
        }
    }
}

/// Milligrams of a unit of mass.
const fn milligrams(unit: KitchenMass) -> i64 {
    match unit {
        KitchenMass::G => 1_000,
        KitchenMass::Kg => 1_000_000,
        KitchenMass::Mg => 1,
        KitchenMass::Oz => 28_350,
        KitchenMass::Lb => 453_592,
    }
}

/// An ingredient in a unit of which nobody knows what it weighs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{ingredient}: the weight of one {unit} of {food} is not known, expected one of {}",
    join(known_units)
)]
pub struct NoConversion {
    /// The text of the ingredient.
    pub ingredient: String,
    /// The unit; `piece` where none is written.
    pub unit: String,
    /// The food.
    pub food: FoodKey,
    /// What would do: units of mass, the food's portions, and volumes if its density is known.
    pub known_units: Vec<Unit>,
}

fn join(units: &[Unit]) -> String {
    units.iter().map(Unit::to_string).collect::<Vec<_>>().join(", ")
}

/// What an ingredient weighs as this food, rounded half up to a milligram.
pub fn ingredient_mass(
    ingredient: &Ingredient,
    food: &Food,
    measure: Measure,
) -> Result<Milligrams, NoConversion> {
    let unit = ingredient.unit.as_ref();
    mass(ingredient.quantity, unit, food, measure).ok_or_else(|| NoConversion {
        ingredient: ingredient.text.clone(),
        unit: unit.map_or_else(|| "piece".to_owned(), Unit::to_string),
        food: food.id.clone(),
        known_units: known_units(food, measure),
    })
}

/// What so many units of a food weigh, rounded half up to a milligram. Without a unit, pieces are counted.
pub fn mass(quantity: Quantity, unit: Option<&Unit>, food: &Food, measure: Measure) -> Option<Milligrams> {
    let one = unit_mass(unit, food, measure)?;
    Some(Milligrams((one * Ratio::new(i128::from(quantity.thousandths()), 1000)).round()))
}

/// How many units a mass of a food is, rounded half up to a thousandth. [`None`] if there is no conversion, or
/// more than can be written.
pub fn quantity(mass: Milligrams, unit: Option<&Unit>, food: &Food, measure: Measure) -> Option<Quantity> {
    let one = unit_mass(unit, food, measure)?;
    let thousandths = (Ratio::from(mass.0) / one * Ratio::from(1000_u32)).round();
    u32::try_from(thousandths).ok().map(Quantity::from_thousandths)
}

/// Milligrams of one unit, in the order of ND-5.
fn unit_mass(unit: Option<&Unit>, food: &Food, measure: Measure) -> Option<Ratio> {
    let portion = |wanted: &str| {
        let found = food.portions.iter().find(|portion| portion.unit.to_string() == wanted);
        found.map(|portion| Ratio::from(portion.mg.0))
    };
    match unit {
        None => portion("piece").or_else(|| portion("medium")),
        Some(Unit::Mass(unit)) => Some(Ratio::from(milligrams(*unit))),
        Some(Unit::Household(key)) => portion(key.as_str()),
        Some(Unit::Volume(unit)) => portion(unit.as_str())
            .or_else(|| volume_mass(Ratio::from(measure.microliters(*unit)), food, measure)),
    }
}

/// Milligrams of a volume: by density, else by the portion of the largest volume, which was weighed best.
fn volume_mass(microliters: Ratio, food: &Food, measure: Measure) -> Option<Ratio> {
    if let Some(density) = food.density_mg_per_ml {
        return Some(microliters * Ratio::new(i128::from(density), 1000));
    }
    let measured = food.portions.iter().filter_map(|portion| match portion.unit {
        Unit::Volume(unit) => Some((measure.microliters(unit), portion.mg)),
        _ => None,
    });
    let (volume, mg) = measured.max()?;
    Some(microliters * Ratio::new(i128::from(mg.0), i128::from(volume)))
}

/// Units with which the food can be weighed.
fn known_units(food: &Food, measure: Measure) -> Vec<Unit> {
    let has_volume = volume_mass(Ratio::from(1_u32), food, measure).is_some();
    let volumes = KitchenVolume::ALL.iter().filter(|_| has_volume).copied().map(Unit::Volume);
    let masses = KitchenMass::ALL.iter().copied().map(Unit::Mass);
    let measures = food.portions.iter().map(|portion| portion.unit.clone());
    masses.chain(measures.filter(|unit| matches!(unit, Unit::Household(_)))).chain(volumes).collect()
}

//! Composition: whether the facts of a food agree with each other (ND-8).

use domain::{
    food::Food,
    nutrient::{Nutrient, Nutrients},
    quantity::{Amount, div_half_up},
};

use crate::warning::{Warning, WarningCode};

/// The energy of protein, fat and carbs, at 4, 9 and 4 kcal in a gram; unknown if one of them is.
pub fn macro_energy(nutrition: &Nutrients) -> Option<Amount> {
    let amount = |nutrient| nutrition.get(nutrient).map(|amount: Amount| amount.0);
    let (protein, fat, carbs) =
        (amount(Nutrient::Protein)?, amount(Nutrient::Fat)?, amount(Nutrient::Carbs)?);
    Some(Amount(4 * protein + 9 * fat + 4 * carbs))
}

/// Warns when the energy of a food is far from that of its protein, fat and carbs.
///
/// What makes a food impossible is refused by its law; this may also be alcohol, fiber or a typing error.
pub fn energy_mismatch(food: &Food) -> Option<Warning> {
    /// ND-8: kcal that may differ in any food.
    const LEAST: i64 = 20 * Amount::UNIT;
    let Amount(stated) = food.per_100g.get(Nutrient::Calories)?;
    let Amount(computed) = macro_energy(&food.per_100g)?;
    let difference = (stated - computed).abs();
    // 25 % of the stated energy, without dividing.
    if difference <= LEAST || 4 * difference <= stated {
        return None;
    }
    let whole = |millionths| div_half_up(millionths, Amount::UNIT);
    let warning = Warning::new(WarningCode::EnergyMismatch).fact("food", food.id.as_str());
    Some(warning.fact("stated", whole(stated)).fact("computed", whole(computed)))
}

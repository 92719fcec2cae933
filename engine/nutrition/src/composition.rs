//! Composition: whether the facts of a food agree with each other (ND-8).

use domain::{
    food::Food,
    nutrient::Nutrient,
    quantity::{Amount, div_half_up},
};

use crate::warning::{Warning, WarningCode};

/// Warns when the energy of a food is far from that of its protein, fat and carbs.
///
/// What makes a food impossible is refused by its law; this may also be alcohol, fiber or a typing error.
pub fn energy_mismatch(food: &Food) -> Option<Warning> {
    /// ND-8: kcal that may differ in any food.
    const LEAST: i64 = 20 * Amount::UNIT;
    let amount = |nutrient| food.per_100g.get(nutrient).map(|amount: Amount| amount.0);
    let stated = amount(Nutrient::Calories)?;
    let computed = 4 * amount(Nutrient::Protein)? + 9 * amount(Nutrient::Fat)? + 4 * amount(Nutrient::Carbs)?;
    let difference = (stated - computed).abs();
    // 25 % of the stated energy, without dividing.
    if difference <= LEAST || 4 * difference <= stated {
        return None;
    }
    let whole = |millionths| div_half_up(millionths, Amount::UNIT);
    let warning = Warning::new(WarningCode::EnergyMismatch).fact("food", food.id.as_str());
    Some(warning.fact("stated", whole(stated)).fact("computed", whole(computed)))
}

//! How much of a food is bought: whole portions where a shop sells them, else a round mass (ML-8).

use std::cmp::Reverse;

use domain::{
    food::{Food, Milligrams, Portion, Unit},
    meal_plan::{PortionCount, ShoppingAmount},
};

use crate::ratio::Ratio;

/// What is measured at home and never bought by the piece.
const HOME_MEASURES: [&str; 17] = [
    "cube", "dash", "dollop", "drop", "floret", "glass", "half", "handful", "leaf", "mug", "pat", "pinch",
    "scoop", "shot", "slice", "sprig", "square",
];

/// Words that say nothing about what is counted.
const GENERAL: [&str; 5] = ["piece", "small", "medium", "large", "extra_large"];

/// How much to buy so that `missing` milligrams are there; more than 0.
pub(super) fn to_buy(food: &Food, missing: Ratio) -> ShoppingAmount {
    let Some(Portion { unit, mg }) = best_portion(food, missing) else {
        return ShoppingAmount { mg: Milligrams(round_mass(missing)), portions: None };
    };
    let bought = missing.ceil_to(mg.0);
    let count = u32::try_from(bought / mg.0).unwrap_or(u32::MAX);
    let portions = Some(PortionCount { unit: unit.clone(), count });
    ShoppingAmount { mg: Milligrams(bought), portions }
}

/// The portion to show: pieces, else medium ones, else the heaviest, of which at least one whole is needed.
fn best_portion(food: &Food, missing: Ratio) -> Option<&Portion> {
    let is_sold = |portion: &&Portion| match &portion.unit {
        Unit::Household(measure) => !HOME_MEASURES.contains(&measure.as_str()),
        Unit::Mass(_) | Unit::Volume(_) => false,
    };
    let is_whole = |portion: &&Portion| Ratio::from(portion.mg.0) <= missing;
    let place = |unit: &Unit, words: &[&str]| words.iter().position(|word| unit.to_string() == *word);
    let rank = |unit: &Unit| place(unit, &["piece", "medium"]).unwrap_or(2);
    let portions = || food.portions.iter().filter(is_sold);
    let best = portions()
        .filter(is_whole)
        .min_by_key(|portion| (rank(&portion.unit), Reverse(portion.mg), &portion.unit))?;
    // A piece of garlic is a clove, and not what a shop would take for one.
    let has_own_word = |portion: &&Portion| portion.mg == best.mg && place(&portion.unit, &GENERAL).is_none();
    Some(portions().filter(has_own_word).min_by_key(|portion| &portion.unit).unwrap_or(best))
}

/// Rounds up to 5 g under 100 g, to 10 g above.
fn round_mass(mass: Ratio) -> i64 {
    let step = if mass < Ratio::from(100_000_i64) { 5_000 } else { 10_000 };
    mass.ceil_to(step)
}

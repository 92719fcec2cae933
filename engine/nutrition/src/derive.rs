//! Derive: what the ingredients of a recipe say about one serving of it, with explicit unknowns (ND-7).

use std::collections::BTreeMap;

use domain::{
    food::{FatSource, Food, FoodKey, Milligrams},
    nutrient::{Nutrient, Nutrients},
    quantity::Amount,
    recipe::{Derived, Ingredient, Recipe},
};

use crate::{
    allergen::AllergenTerms,
    convert::{Measure, NoConversion, ingredient_mass},
    foods::Foods,
    ratio::Ratio,
};

/// Why an ingredient cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// Nobody has said which food it is.
    #[error("{0}: no food is chosen for it, expected the key of one")]
    NoFood(String),
    /// Its food does not exist.
    #[error("{ingredient}: there is no food `{food}`, expected the key of one")]
    UnknownFood {
        /// The text of the ingredient.
        ingredient: String,
        /// The food it names.
        food: FoodKey,
    },
    /// Its unit cannot be weighed.
    #[error(transparent)]
    NoConversion(#[from] NoConversion),
}

/// An ingredient as a mass of a food.
#[derive(Debug, Clone, Copy)]
pub struct Weighed<'a> {
    /// The food.
    pub food: &'a Food,
    /// How much of it.
    pub mg: Milligrams,
}

/// Weighs an ingredient, or says why it cannot be weighed.
pub fn weigh<'a>(ingredient: &Ingredient, foods: &Foods<'a>, measure: Measure) -> Result<Weighed<'a>, Gap> {
    let text = &ingredient.text;
    let key = ingredient.food_id.as_ref().ok_or_else(|| Gap::NoFood(text.clone()))?;
    let unknown = || Gap::UnknownFood { ingredient: text.clone(), food: key.clone() };
    let food = foods.get(key).ok_or_else(unknown)?;
    Ok(Weighed { food, mg: ingredient_mass(ingredient, food, measure)? })
}

/// What follows from the ingredients for one serving.
///
/// The order of the ingredients changes only the order of the texts of those that are unresolved or unknown.
pub fn derive(recipe: &Recipe, foods: &Foods<'_>, terms: &AllergenTerms, measure: Measure) -> Derived {
    let mut derived = Derived::default();
    let mut parts = Vec::with_capacity(recipe.ingredients.len());
    for ingredient in &recipe.ingredients {
        let food = ingredient.food_id.as_ref().and_then(|key| foods.get(key));
        match terms.classes_of(&ingredient.text, food) {
            Some(classes) => derived.allergens.extend(classes),
            None => derived.allergens_unknown.push(ingredient.text.clone()),
        }
        if ingredient.to_taste {
            continue;
        }
        match weigh(ingredient, foods, measure) {
            Ok(part) => parts.push(part),
            Err(_) => derived.unresolved.push(ingredient.text.clone()),
        }
    }
    let total = parts.iter().map(|part| i128::from(part.mg.0)).sum();
    derived.mg = Milligrams(Ratio::new(total, i128::from(recipe.servings.max(1))).round());
    if total > 0 {
        (derived.nutrition, derived.known_share) = nutrition(&parts, total, recipe.servings);
    }
    if derived.is_complete() {
        derived.fat_sources = fat_sources(&parts);
    }
    derived
}

/// The known part of each nutrient in a serving, and the share of the mass in which it is known where it is not all.
fn nutrition(parts: &[Weighed<'_>], total: i128, servings: u32) -> (Nutrients, BTreeMap<Nutrient, u16>) {
    /// Amounts of foods are those of so many milligrams.
    const PER_MILLIGRAMS: i128 = 100_000;
    let mut nutrients = Nutrients::UNKNOWN;
    let mut shares = BTreeMap::new();
    for &nutrient in Nutrient::ALL {
        let known: Vec<(i128, i128)> =
            parts.iter().filter_map(|part| amount_and_mass(part, nutrient)).collect();
        if known.is_empty() {
            continue;
        }
        let sum = known.iter().map(|(amount, mass)| amount * mass).sum();
        let amount = Ratio::new(sum, PER_MILLIGRAMS * i128::from(servings.max(1))).round();
        nutrients.set(nutrient, Some(Amount(amount)));
        let known_mass: i128 = known.iter().map(|(_, mass)| mass).sum();
        if known_mass < total {
            // A thousandth more would call known what is not.
            shares.insert(nutrient, u16::try_from(1000 * known_mass / total).unwrap_or(0));
        }
    }
    (nutrients, shares)
}

/// Millionths of the nutrient in 100 g, and milligrams of the part, if the former is known.
fn amount_and_mass(part: &Weighed<'_>, nutrient: Nutrient) -> Option<(i128, i128)> {
    let Amount(amount) = part.food.per_100g.get(nutrient)?;
    Some((i128::from(amount), i128::from(part.mg.0)))
}

/// Shares of the fat by source in thousandths, rounded down; empty when there is no fat (MC-8).
fn fat_sources(parts: &[Weighed<'_>]) -> BTreeMap<FatSource, u16> {
    let mut fat: BTreeMap<FatSource, i128> = BTreeMap::new();
    for part in parts {
        if let Some((amount, mass)) = amount_and_mass(part, Nutrient::Fat) {
            *fat.entry(part.food.fat_source).or_default() += amount * mass;
        }
    }
    let total: i128 = fat.values().sum();
    if total == 0 {
        return BTreeMap::new();
    }
    let shares =
        fat.into_iter().map(|(source, part)| (source, u16::try_from(1000 * part / total).unwrap_or(0)));
    shares.filter(|(_, share)| *share > 0).collect()
}

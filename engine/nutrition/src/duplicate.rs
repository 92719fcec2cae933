//! Duplicate: recipes that are the same dish under two names (ND-14).

use domain::{
    food::FoodKey,
    recipe::{Ingredient, Recipe},
};

use crate::{convert::Measure, derive::weigh, foods::Foods};

/// What a recipe is made of and how long it takes, for comparison with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Foods with their milligrams, in this order. What is to taste has no mass and does not count.
    parts: Vec<(FoodKey, i64)>,
    servings: i64,
    minutes: u32,
}

impl Content {
    /// The content of a recipe; [`None`] while an ingredient cannot be weighed.
    pub fn of(recipe: &Recipe, foods: &Foods<'_>, measure: Measure) -> Option<Self> {
        let counted = recipe.ingredients.iter().filter(|ingredient| !ingredient.to_taste);
        let part = |ingredient: &Ingredient| {
            let weighed = weigh(ingredient, foods, measure).ok()?;
            Some((weighed.food.id.clone(), weighed.mg.0))
        };
        let mut parts = counted.map(part).collect::<Option<Vec<_>>>()?;
        parts.sort();
        let (servings, minutes) = (i64::from(recipe.servings), recipe.cooking_time_minutes);
        Some(Self { parts, servings, minutes })
    }

    /// The foods, in order.
    pub fn foods(&self) -> Vec<FoodKey> {
        self.parts.iter().map(|(food, _)| food.clone()).collect()
    }

    /// Whether both are the same foods, with masses of a serving within 5 % and minutes within 5.
    pub fn is_same(&self, other: &Self) -> bool {
        /// ND-14: minutes that may differ.
        const MINUTES: u32 = 5;
        let is_alike = |((food, mg), (other_food, other_mg)): (&(FoodKey, i64), &(FoodKey, i64))| {
            // Both as if for the product of the servings, so that nothing is rounded.
            food == other_food && is_near(mg * other.servings, other_mg * self.servings)
        };
        self.parts.len() == other.parts.len()
            && self.minutes.abs_diff(other.minutes) <= MINUTES
            && self.parts.iter().zip(&other.parts).all(is_alike)
    }
}

/// ND-14: whether two masses differ by at most 5 % of the larger.
pub(crate) fn is_near(one: i64, other: i64) -> bool {
    20 * (one - other).abs() <= one.max(other)
}

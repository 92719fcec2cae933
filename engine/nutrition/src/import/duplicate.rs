//! Duplicates: recipes that are the same dish under another name (ND-14).

use std::collections::BTreeMap;

use domain::{
    food::FoodKey,
    recipe::{Recipe, RecipeKey},
};

use crate::{convert::Measure, duplicate::Content, foods::Foods};

/// Recipes by what is in them.
#[derive(Debug, Clone, Default)]
pub struct Contents(BTreeMap<Vec<FoodKey>, Vec<(RecipeKey, Content)>>);

impl Contents {
    /// Adds a recipe. One that is not complete is like no other; what is to taste does not count.
    pub fn add(&mut self, recipe: &Recipe, foods: &Foods<'_>, measure: Measure) {
        if let Some(content) = Content::of(recipe, foods, measure) {
            self.0.entry(content.foods()).or_default().push((recipe.id.clone(), content));
        }
    }

    /// The first added recipe with the content of this one, itself not counted.
    pub fn find(&self, recipe: &Recipe, foods: &Foods<'_>, measure: Measure) -> Option<&RecipeKey> {
        let content = Content::of(recipe, foods, measure)?;
        let others = self.0.get(&content.foods())?.iter();
        let alike = others.filter(|(id, _)| *id != recipe.id).find(|(_, other)| other.is_same(&content));
        alike.map(|(id, _)| id)
    }
}

//! Kitchen: the recipes and foods that an athlete can use, as plans and logs name them, and what their spoons hold.

use std::collections::BTreeMap;

use domain::{
    food::{Barcode, Food},
    recipe::RecipeKey,
};

use crate::{
    catalog::{Catalog, CatalogRecipe},
    convert::Measure,
    foods::Foods,
};

/// The revision of every recipe of a catalogue.
pub const FIRST_REVISION: u32 = 1;

/// Recipes by key and revision (ND-14), foods by key and name.
#[derive(Debug, Clone)]
pub struct Kitchen<'a> {
    recipes: BTreeMap<(&'a RecipeKey, u32), &'a CatalogRecipe>,
    /// What things are made of.
    pub foods: Foods<'a>,
    /// What a spoon and a cup hold (ND-5).
    pub measure: Measure,
}

impl<'a> Kitchen<'a> {
    /// A kitchen with these foods and no recipe yet.
    pub const fn new(foods: Foods<'a>, measure: Measure) -> Self {
        Self { recipes: BTreeMap::new(), foods, measure }
    }

    /// The recipes and foods of a catalogue.
    pub fn of(catalog: &'a Catalog, measure: Measure) -> Self {
        let kitchen = Self::new(Foods::new(catalog.foods()), measure);
        catalog.recipes().iter().fold(kitchen, |kitchen, entry| kitchen.with_recipe(FIRST_REVISION, entry))
    }

    /// The same with a recipe more, in one of its revisions.
    pub fn with_recipe(mut self, revision: u32, entry: &'a CatalogRecipe) -> Self {
        self.recipes.insert((&entry.recipe.id, revision), entry);
        self
    }

    /// The recipe that a plan or a log means.
    pub fn recipe(&self, key: &RecipeKey, revision: u32) -> Option<&'a CatalogRecipe> {
        self.recipes.get(&(key, revision)).copied()
    }

    /// The food with this barcode (ML-2), of several the first by key.
    ///
    /// The 12 digits of a UPC are the same number as 13 with a zero before them.
    pub fn scanned(&self, barcode: &Barcode) -> Option<&'a Food> {
        let digits = |barcode: &Barcode| format!("{:0>13}", barcode.as_str());
        let wanted = digits(barcode);
        self.foods.iter().find(|food| food.barcode.as_ref().is_some_and(|own| digits(own) == wanted))
    }
}

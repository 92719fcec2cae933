//! The catalogue: foods, recipes, reference intakes, upper limits and the words of allergens, as one immutable value.
//!
//! It is read from files ([`Catalog::from_files`]); those of the product are compiled in ([`Catalog::embedded`]). A
//! catalogue that exists is consistent (MF-3): records keep their laws, names lead to one food, and every recipe is
//! complete. Whether it is also rich enough to plan with is asked by [`check`] (ND-13).
//!
//! Read in this order: `report`, then `table` (the form of the CSV files), `food`, `reference`, `allergen` and
//! `recipe` (one for each kind of file), [`check`].

mod allergen;
pub mod check;
mod embedded;
mod food;
mod recipe;
mod reference;
mod report;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    catalog::{CatalogErrors, Place, Rule},
    food::{Food, FoodKey},
    law::Valid,
    recipe::{Derived, Recipe, RecipeKey, TagKey},
};

use crate::{
    allergen::AllergenTerms,
    foods::Foods,
    reference::{ReferenceIntakes, UpperLimits},
};
use report::Report;

/// A recipe of the catalogue with what follows from its foods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogRecipe {
    /// The recipe as written.
    pub recipe: Valid<Recipe>,
    /// One serving of it (ND-7).
    pub derived: Derived,
    /// Its tags, with the diets that its foods prove (ND-3).
    pub tags: BTreeSet<TagKey>,
}

/// Everything that is known about food before an athlete adds their own. Equal contents are equal values, whatever
/// the order of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    foods: Vec<Valid<Food>>,
    recipes: Vec<CatalogRecipe>,
    intakes: ReferenceIntakes,
    limits: UpperLimits,
    allergens: AllergenTerms,
    places: Places,
}

/// Where the entries stand.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Places {
    foods: BTreeMap<FoodKey, Place>,
    recipes: BTreeMap<RecipeKey, Place>,
}

impl Catalog {
    /// Reads the files of a catalogue, given as (name below its folder, text). Everything that is wrong anywhere is
    /// reported at once.
    pub fn from_files(files: &[(&str, &str)]) -> Result<Self, CatalogErrors> {
        let mut report = Report::default();
        for (name, _) in files {
            let is_known = SINGLE_FILES.contains(name) || is_recipe_file(name);
            let expected = format_args!("{} or recipes/*.yaml", SINGLE_FILES.join(", "));
            report.require(is_known, &Place::file(name), RULE, ("", ""), "an unknown file", expected);
        }
        let mut text = |name: &str| {
            let found = files.iter().find(|(file, _)| *file == name).map(|(_, text)| *text);
            report.require(found.is_some(), &Place::file(name), RULE, ("", ""), "no such file", "the file");
            found.unwrap_or_default()
        };
        let [foods, portions, intakes, limits, allergens] = SINGLE_FILES.map(&mut text);
        let (food_places, foods) = split(food::read(foods, portions, &mut report));
        let intakes = reference::intakes(intakes, &mut report);
        let limits = reference::limits(limits, &mut report);
        let allergens = allergen::read(allergens, &mut report);
        let recipes = files.iter().filter(|(name, _)| is_recipe_file(name));
        let recipes = recipe::read(recipes, &Foods::new(&foods), &allergens, &mut report);
        let (recipe_places, recipes) = split(recipes);
        report.finish()?;
        let places = Places { foods: food_places, recipes: recipe_places };
        Ok(Self { foods, recipes, intakes, limits, allergens, places })
    }

    /// The catalogue of the product.
    pub fn embedded() -> &'static Self {
        &embedded::CATALOG
    }

    /// The words of allergens of the product, without the rest of its catalogue.
    pub fn allergen_terms() -> &'static AllergenTerms {
        &embedded::ALLERGENS
    }

    /// The reference intakes of the product.
    pub fn reference_intakes() -> &'static ReferenceIntakes {
        &embedded::INTAKES
    }

    /// The upper limits of the product.
    pub fn upper_limits() -> &'static UpperLimits {
        &embedded::LIMITS
    }

    /// The same with an athlete's own foods and recipes (ND-14); an own entry stands in for one with its key.
    #[must_use]
    pub fn with_own(&self, foods: &[Valid<Food>], recipes: &[CatalogRecipe]) -> Self {
        let mut with = self.clone();
        with.foods.retain(|known| foods.iter().all(|own| own.id != known.id));
        with.foods.extend_from_slice(foods);
        with.foods.sort_by(|one, other| one.id.cmp(&other.id));
        with.recipes.retain(|known| recipes.iter().all(|own| own.recipe.id != known.recipe.id));
        with.recipes.extend_from_slice(recipes);
        with.recipes.sort_by(|one, other| one.recipe.id.cmp(&other.recipe.id));
        with
    }

    /// All foods, by key.
    pub fn foods(&self) -> &[Valid<Food>] {
        &self.foods
    }

    /// The food of this key.
    pub fn food(&self, key: &FoodKey) -> Option<&Valid<Food>> {
        let position = self.foods.binary_search_by(|food| food.id.cmp(key)).ok()?;
        Some(&self.foods[position])
    }

    /// All recipes, by key.
    pub fn recipes(&self) -> &[CatalogRecipe] {
        &self.recipes
    }

    /// The recipe of this key.
    pub fn recipe(&self, key: &RecipeKey) -> Option<&CatalogRecipe> {
        let position = self.recipes.binary_search_by(|entry| entry.recipe.id.cmp(key)).ok()?;
        Some(&self.recipes[position])
    }

    /// What people need each day (ND-11).
    pub const fn intakes(&self) -> &ReferenceIntakes {
        &self.intakes
    }

    /// What is safe each day (ND-12).
    pub const fn limits(&self) -> &UpperLimits {
        &self.limits
    }

    /// By which words allergens are found (ND-10).
    pub const fn allergens(&self) -> &AllergenTerms {
        &self.allergens
    }
}

/// The rule that says which files there are and what is in them.
const RULE: Rule = Rule::catalog("MF-3");

const FOODS: &str = "foods.csv";
const PORTIONS: &str = "food_portions.csv";
const INTAKES: &str = "reference_intakes.csv";
const LIMITS: &str = "upper_limits.csv";
const ALLERGENS: &str = "allergens.yaml";
/// The folder of the recipe files.
const RECIPES: &str = "recipes";

/// The files that are there once, in the order in which they are read.
const SINGLE_FILES: [&str; 5] = [FOODS, PORTIONS, INTAKES, LIMITS, ALLERGENS];

/// The places by key, and the entries in the order of their keys.
fn split<K: Ord, T>(entries: BTreeMap<K, (Place, T)>) -> (BTreeMap<K, Place>, Vec<T>) {
    let (mut places, mut values) = (BTreeMap::new(), Vec::with_capacity(entries.len()));
    for (key, (place, value)) in entries {
        places.insert(key, place);
        values.push(value);
    }
    (places, values)
}

fn is_recipe_file(name: &str) -> bool {
    let stem = name.strip_prefix("recipes/").and_then(|name| name.strip_suffix(".yaml"));
    stem.is_some_and(|stem| !stem.is_empty())
}

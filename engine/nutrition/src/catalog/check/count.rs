//! How many recipes there are of each kind, and how many there must be (ND-13).

use std::fmt;

use domain::{catalog::Place, recipe::MealType};

use super::{
    super::{Catalog, CatalogRecipe, RECIPES, report::Report},
    ND_13,
};
use crate::diet::Diet;

/// A kind of recipe of which a catalogue needs some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every recipe.
    Any,
    /// For this meal.
    Meal(MealType),
    /// For this way of eating.
    Diet(Diet),
    /// Cooked within so many minutes.
    Within(u32),
}

impl Kind {
    fn has(self, entry: &CatalogRecipe) -> bool {
        match self {
            Self::Any => true,
            Self::Meal(meal) => entry.recipe.meal_types.contains(&meal),
            Self::Diet(diet) => entry.tags.iter().any(|tag| tag.as_str() == diet.as_str()),
            Self::Within(minutes) => entry.recipe.cooking_time_minutes <= minutes,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("recipes"),
            Self::Meal(meal) => write!(f, "recipes for {meal}"),
            Self::Diet(diet) => write!(f, "{diet} recipes"),
            Self::Within(minutes) => write!(f, "recipes within {minutes} minutes"),
        }
    }
}

/// How many recipes of a kind there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Of what kind.
    pub kind: Kind,
    /// How many.
    pub count: usize,
    /// How many there must be.
    pub least: usize,
}

const LEAST: &[(Kind, usize)] = &[
    (Kind::Any, 150),
    (Kind::Meal(MealType::Breakfast), 25),
    (Kind::Meal(MealType::Lunch), 25),
    (Kind::Meal(MealType::Dinner), 25),
    (Kind::Meal(MealType::Snack), 25),
    (Kind::Meal(MealType::PreWorkout), 10),
    (Kind::Meal(MealType::PostWorkout), 10),
    (Kind::Diet(Diet::Vegetarian), 60),
    (Kind::Diet(Diet::Vegan), 35),
    (Kind::Diet(Diet::GlutenFree), 60),
    (Kind::Diet(Diet::DairyFree), 60),
    (Kind::Within(5), 30),
    (Kind::Within(15), 70),
];

/// The recipes of each kind that ND-13 names, in its order.
pub fn counts(catalog: &Catalog) -> Vec<Count> {
    let count = |&(kind, least): &(Kind, usize)| {
        let count = catalog.recipes.iter().filter(|entry| kind.has(entry)).count();
        Count { kind, count, least }
    };
    LEAST.iter().map(count).collect()
}

/// There are enough recipes of each kind.
pub(super) fn recipes(catalog: &Catalog, report: &mut Report) {
    for Count { kind, count, least } in counts(catalog) {
        let (place, found) = (Place::file(RECIPES), format_args!("{count} {kind}"));
        report.require(count >= least, &place, ND_13, ("", ""), found, format_args!("{least} or more"));
    }
}

//! Recipes of the catalogue as the facts of a problem file (MF-1), and those that cannot be planned.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::{
    nutrient::{Decimal, Nutrient},
    quantity::Amount,
    recipe::{Ingredient, MealType, RecipeKey},
};
use serde_json::Number;

use crate::{
    allergen::Exclusions,
    catalog::{Catalog, CatalogRecipe},
    problem::{IngredientFacts, NutritionFacts, RecipeFacts, Written},
};

/// A recipe that is not planned, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Which.
    pub recipe: RecipeKey,
    /// Why.
    pub why: LeftOutWhy,
    /// The texts of the ingredients that are to blame.
    pub ingredients: Vec<String>,
}

/// Why a recipe is not planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOutWhy {
    /// ND-7: what some ingredients are or weigh is not known.
    Incomplete,
    /// HC-1: there is an allergy, and the classes of some ingredients are not known.
    AllergenUnknown,
}

/// The recipes as facts, and those that are left out, both in the order in which they are given.
pub(super) fn pool(
    recipes: &[CatalogRecipe],
    catalog: &Catalog,
    exclusions: &Exclusions,
    allow_incomplete: bool,
) -> (Vec<RecipeFacts>, Vec<LeftOut>) {
    let (mut facts, mut left_out) = (Vec::new(), Vec::new());
    for entry in recipes {
        let unresolved = &entry.derived.unresolved;
        let unknown = &entry.derived.allergens_unknown;
        let blame = if !unresolved.is_empty() && !allow_incomplete {
            Some((LeftOutWhy::Incomplete, unresolved))
        } else if !unknown.is_empty() && exclusions.has_classes() {
            Some((LeftOutWhy::AllergenUnknown, unknown))
        } else {
            None
        };
        match blame {
            Some((why, ingredients)) => {
                let (recipe, ingredients) = (entry.recipe.id.clone(), ingredients.clone());
                left_out.push(LeftOut { recipe, why, ingredients });
            }
            None => facts.push(recipe(entry, catalog)),
        }
    }
    (facts, left_out)
}

/// In the order in which a problem file lists them, which is that of their names.
static MICRONUTRIENTS: LazyLock<Vec<Nutrient>> = LazyLock::new(|| {
    let mut all: Vec<Nutrient> = Nutrient::ALL.iter().copied().filter(|one| !one.is_macro()).collect();
    all.sort_unstable_by_key(|one| one.as_str());
    all
});

fn recipe(entry: &CatalogRecipe, catalog: &Catalog) -> RecipeFacts {
    let CatalogRecipe { recipe, derived, tags } = entry;
    let known = |nutrient| derived.nutrition.get(nutrient);
    let amount = |nutrient| written(known(nutrient).unwrap_or_default());
    RecipeFacts {
        id: recipe.id.to_string(),
        name: Some(recipe.name.en.clone()),
        cooking_time_minutes: recipe.cooking_time_minutes,
        ingredients: recipe.ingredients.iter().map(|line| ingredient(line, catalog)).collect(),
        nutrition: NutritionFacts {
            calories: amount(Nutrient::Calories),
            protein_g: amount(Nutrient::Protein),
            fat_g: amount(Nutrient::Fat),
            carbs_g: amount(Nutrient::Carbs),
            micronutrients: MICRONUTRIENTS
                .iter()
                .map(|&nutrient| (nutrient.as_str().into(), known(nutrient).map(written)))
                .collect(),
        },
        // Millionths of a gram in a milligram.
        grams: Some(written(Amount(derived.mg.0 * 1000))),
        fat_sources: derived.is_complete().then(|| fat_sources(entry)),
        tags: tags
            .iter()
            .map(ToString::to_string)
            .chain(recipe.meal_types.iter().map(|&meal| meal_tag(meal)))
            .collect(),
        meal_types: recipe.meal_types.iter().map(ToString::to_string).collect(),
        price: None,
        portions: None,
        reheats: recipe.reheats,
    }
}

/// The tag of a recipe that is usually eaten as this meal.
pub(super) fn meal_tag(meal: MealType) -> String {
    format!("{MEAL_TAG}{meal}")
}

/// How the tags of meals begin.
pub(super) const MEAL_TAG: &str = "for_";

fn ingredient(line: &Ingredient, catalog: &Catalog) -> IngredientFacts {
    let food = line.food_id.as_ref().and_then(|key| catalog.food(key));
    let classes = food.and_then(|food| food.allergens.as_ref());
    IngredientFacts {
        name: line.text.clone(),
        food: line.food_id.as_ref().map(ToString::to_string),
        allergens: classes.map(|classes| classes.iter().map(ToString::to_string).collect()),
        to_taste: line.to_taste,
    }
}

/// Grams of fat by source (MC-8).
fn fat_sources(entry: &CatalogRecipe) -> BTreeMap<String, Written> {
    let Amount(fat) = entry.derived.nutrition.get(Nutrient::Fat).unwrap_or_default();
    let shares = entry.derived.fat_sources.iter();
    shares
        .map(|(source, share)| (source.to_string(), written(Amount(fat * i64::from(*share) / 1000))))
        .collect()
}

/// A number as a problem file writes it.
pub(super) fn written(amount: Amount) -> Written {
    let Amount(millionths) = amount;
    if millionths % Amount::UNIT == 0 {
        return Number::from(millionths / Amount::UNIT);
    }
    // A quotient of whole numbers is as near as a decimal can be; an amount has too few digits to be infinite.
    #[expect(clippy::cast_precision_loss, reason = "amounts of a recipe are far below 2^52 millionths")]
    let quotient = millionths as f64 / Amount::UNIT as f64;
    Number::from_f64(quotient).unwrap_or_else(|| Number::from(0))
}

/// A number of a document as a problem file writes it.
pub(super) fn decimal(Decimal(amount): Decimal) -> Written {
    written(amount)
}

#[cfg(test)]
mod tests {
    use domain::recipe::{Exclusion, ExclusionMatch};

    use super::*;

    /// What is left out of two recipes, of which the second is made worse.
    fn left_out(worsen: fn(&mut CatalogRecipe), allergies: &[&str], allow_incomplete: bool) -> Vec<LeftOut> {
        let catalog = Catalog::embedded();
        let mut recipes = catalog.recipes()[..2].to_vec();
        worsen(&mut recipes[1]);
        let class = |term: &&str| Exclusion { term: (*term).to_owned(), matching: ExclusionMatch::Class };
        let entries: Vec<Exclusion> = allergies.iter().map(class).collect();
        let exclusions = Exclusions::new(&entries, catalog.allergens());
        let (facts, left_out) = pool(&recipes, catalog, &exclusions, allow_incomplete);
        assert_eq!(facts.len() + left_out.len(), 2);
        left_out
    }

    #[test]
    fn nd_7_an_incomplete_recipe_is_left_out_and_named_unless_it_is_allowed() {
        let worsen = |entry: &mut CatalogRecipe| entry.derived.unresolved = vec!["mystery".to_owned()];
        let named = left_out(worsen, &[], false);
        assert_eq!(named[0].recipe, Catalog::embedded().recipes()[1].recipe.id);
        assert_eq!(
            (named[0].why, &named[0].ingredients[..]),
            (LeftOutWhy::Incomplete, &["mystery".to_owned()][..])
        );
        assert_eq!(left_out(worsen, &[], true), []);
    }

    #[test]
    fn hc_1_a_recipe_of_unknown_classes_is_left_out_where_there_is_an_allergy() {
        let worsen = |entry: &mut CatalogRecipe| entry.derived.allergens_unknown = vec!["mystery".to_owned()];
        assert_eq!(left_out(worsen, &["milk"], true)[0].why, LeftOutWhy::AllergenUnknown);
        assert_eq!(left_out(worsen, &[], true), []);
    }

    #[test]
    fn mf_1_numbers_are_written_exactly() {
        assert_eq!(written(Amount(281_250_000)).to_string(), "281.25");
        assert_eq!(written(Amount(2_000_000)).to_string(), "2");
        assert_eq!(written(Amount(1)).to_string(), "1e-6");
    }
}

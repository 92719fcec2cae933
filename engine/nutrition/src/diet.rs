//! Diet: the tags that follow from the foods of a recipe, and those that the foods contradict (ND-3).

use std::collections::BTreeSet;

use domain::{
    food::{AllergenClass, FatSource, Food},
    recipe::{Ingredient, Recipe, TagKey},
    vocabulary::vocabulary,
};

use crate::{
    allergen::{AllergenTerms, food_names},
    foods::Foods,
    text::Norm,
};

vocabulary! {
    /// A way of eating that is known from the foods (ND-3, NT-8). Its word is the tag of recipes that suit it.
    pub enum Diet: "diet" {
        Vegetarian = "vegetarian",
        Vegan = "vegan",
        /// Vegetarian but for fish and seafood.
        Pescatarian = "pescatarian",
        GlutenFree = "gluten_free",
        DairyFree = "dairy_free",
    }
}

/// A tag that an ingredient contradicts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the recipe is tagged {diet}, but {ingredient} is not; maybe take the tag away")]
pub struct TagContradicted {
    /// The tag.
    pub diet: Diet,
    /// The text of the ingredient.
    pub ingredient: String,
}

/// What the foods of a recipe say about its tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DietTags {
    /// The recipe's tags with the diets that its foods prove, and without those that they do not.
    pub tags: BTreeSet<TagKey>,
    /// Tags that it has and that a food contradicts.
    pub contradicted: Vec<TagContradicted>,
}

/// The tags of a recipe by its foods; a diet that is merely claimed does not count.
pub fn diet_tags(recipe: &Recipe, foods: &Foods<'_>, terms: &AllergenTerms) -> DietTags {
    let mut found = DietTags { tags: recipe.tags.clone(), contradicted: Vec::new() };
    let contents: Vec<Contents> =
        recipe.ingredients.iter().map(|ingredient| Contents::of(ingredient, foods, terms)).collect();
    for &diet in Diet::ALL {
        let Ok(tag) = TagKey::new(diet.as_str()) else { continue };
        let claimed = found.tags.remove(&tag);
        let verdicts = contents.iter().map(|contents| contents.suit(diet));
        let breaker = verdicts.clone().position(|verdict| verdict == Some(false));
        match breaker {
            Some(at) if claimed => {
                let ingredient = recipe.ingredients[at].text.clone();
                found.contradicted.push(TagContradicted { diet, ingredient });
            }
            None if verdicts.clone().all(|verdict| verdict == Some(true)) => drop(found.tags.insert(tag)),
            _ => {}
        }
    }
    found
}

/// What is known to be in an ingredient; [`None`] is unknown.
struct Contents {
    meat: Option<bool>,
    fish: Option<bool>,
    dairy: Option<bool>,
    egg: Option<bool>,
    gluten: Option<bool>,
    honey: bool,
}

impl Contents {
    fn of(ingredient: &Ingredient, foods: &Foods<'_>, terms: &AllergenTerms) -> Self {
        let food = ingredient.food_id.as_ref().and_then(|key| foods.get(key));
        let classes = terms.classes_of(&ingredient.text, food).unwrap_or_default();
        // A text may show what is in an ingredient, but only a food tells what is not.
        let is_told = food.is_some_and(|food| food.allergens.is_some());
        let source = food.map(|food| food.fat_source);
        let has = |wanted: &[AllergenClass], sources: &[FatSource]| {
            let by_source = source.is_some_and(|source| sources.contains(&source));
            let by_class = wanted.iter().any(|class| classes.contains(class));
            if by_source || by_class { Some(true) } else { is_told.then_some(false) }
        };
        let names = names(ingredient, food);
        let of_meat = match source {
            Some(FatSource::BeefLamb | FatSource::Pork | FatSource::Poultry) => true,
            // The egg of a chicken is no chicken, and the meat of a crab is none.
            Some(FatSource::Egg | FatSource::Fish) => false,
            _ => names.iter().any(is_meat),
        };
        Self {
            meat: if of_meat { Some(true) } else { food.map(|_| false) },
            fish: has(&SEAFOOD, &[FatSource::Fish]),
            dairy: has(&[AllergenClass::Milk], &[FatSource::Dairy]),
            egg: has(&[AllergenClass::Egg], &[FatSource::Egg]),
            gluten: has(&[AllergenClass::Gluten, AllergenClass::Wheat], &[]),
            honey: names.iter().any(|name| name.words().any(|word| HONEY.contains(&word))),
        }
    }

    /// Whether it suits a diet, if that is known.
    fn suit(&self, diet: Diet) -> Option<bool> {
        let Self { meat, fish, dairy, egg, gluten, honey } = *self;
        let avoided: &[Option<bool>] = match diet {
            Diet::Vegetarian => &[meat, fish],
            Diet::Vegan => &[meat, fish, dairy, egg, Some(honey)],
            Diet::Pescatarian => &[meat],
            Diet::GlutenFree => &[gluten],
            Diet::DairyFree => &[dairy],
        };
        if avoided.contains(&Some(true)) {
            return Some(false);
        }
        (!avoided.contains(&None)).then_some(true)
    }
}

/// What the ingredient and its food are called.
fn names(ingredient: &Ingredient, food: Option<&Food>) -> Vec<Norm> {
    let of_food = food.into_iter().flat_map(food_names);
    std::iter::once(ingredient.text.as_str()).chain(of_food).map(Norm::of).collect()
}

const SEAFOOD: [AllergenClass; 3] = [AllergenClass::Fish, AllergenClass::Crustacean, AllergenClass::Mollusc];

/// What bees make is no meat and not vegan.
const HONEY: [&str; 2] = ["honey", "мед"];

/// Whether a name is that of meat, as of lean or bought foods whose fat does not tell it.
fn is_meat(name: &Norm) -> bool {
    let other = || MEAT_FALSE_FRIENDS.iter().any(|friend| name.as_str().contains(friend));
    name.words().any(|word| MEAT.contains(&word)) && !other()
}

#[rustfmt::skip]
const MEAT: [&str; 29] = [
    "meat", "gelatin", "gelatine", "beef", "veal", "lamb", "mutton", "pork", "bacon", "ham", "chicken", "turkey",
    "duck", "sausage", "salami", "lard", "tallow", "желатин", "говядина", "телятина", "баранина", "свинина",
    "бекон", "ветчина", "курица", "индейка", "утка", "колбаса", "сало",
];

#[rustfmt::skip]
const MEAT_FALSE_FRIENDS: [&str; 6] =
    ["lamb lettuce", "beef tomato", "coconut meat", "vegan", "vegetarian", "plant based"];

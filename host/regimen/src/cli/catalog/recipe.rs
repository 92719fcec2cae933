//! Recipes of the catalogue: lists and cards.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use domain::{
    food::{Milligrams, Unit},
    nutrient::Nutrient,
    recipe::{Derived, Ingredient, MealType, Recipe, TagKey},
    voice::Locale,
};
use nutrition::{
    catalog::{Catalog, CatalogRecipe},
    convert::{Measure, ingredient_mass},
    diet::Diet,
};
use serde::Serialize;

use super::{
    super::{
        Ctx,
        page::{Reader, section},
        table::{Column, Table, paragraph},
    },
    facts, nutrients, shipped, title,
};
use crate::{
    cli::number::whole,
    meal_reader::called,
    problem::Problem,
    service::catalog::{self as service, WantedRecipes},
};

#[derive(Debug, clap::Args)]
pub(super) struct Filter {
    /// Meal that the recipe is for
    #[arg(long, value_parser = PossibleValuesParser::new(MealType::WORDS))]
    meal: Option<String>,
    /// Tags that it must have, such as vegan, with commas
    #[arg(long = "tag", value_name = "TAG,...", value_delimiter = ',')]
    tags: Vec<TagKey>,
    /// Minutes that there are to cook
    #[arg(long, value_parser = whole::<u32>(0..))]
    minutes: Option<u32>,
}

/// A recipe as JSON, with what follows from its foods.
#[derive(Serialize)]
pub(super) struct View<'a> {
    recipe: &'a Recipe,
    tags: &'a BTreeSet<TagKey>,
    derived: &'a Derived,
}

impl<'a> View<'a> {
    pub(super) fn of(entry: &'a CatalogRecipe) -> Self {
        Self { recipe: &entry.recipe, tags: &entry.tags, derived: &entry.derived }
    }
}

pub(super) fn list(args: &Filter, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    // clap has checked the word.
    let meal = args.meal.as_ref().and_then(|word| word.parse().ok());
    let recipes = service::recipes(&WantedRecipes { meal, tags: args.tags.clone(), minutes: args.minutes });
    let views: Vec<View<'_>> = recipes.iter().map(|entry| View::of(entry)).collect();
    ctx.output.show(&views, |lang| {
        let page = shipped(lang);
        let mut table = Table::new([Column::Left, Column::Rest, Column::Right, Column::Right, Column::Right]);
        table.row(page.texts([
            "catalog-column-key",
            "catalog-column-name",
            "catalog-column-minutes",
            "catalog-column-kcal",
            "catalog-column-protein",
        ]));
        for CatalogRecipe { recipe, derived, .. } in &recipes {
            let [energy, protein] = [Nutrient::Calories, Nutrient::Protein]
                .map(|nutrient| nutrients::whole(&derived.nutrition, nutrient));
            let minutes = recipe.cooking_time_minutes.to_string();
            table.row([recipe.id.to_string(), name(recipe, &page).to_owned(), minutes, energy, protein]);
        }
        let count = page.text_with("catalog-recipes", [("count", recipes.len().into())]);
        format!("{table}\n{count}\n")
    })
}

fn name<'r>(recipe: &'r Recipe, page: &Reader<'_>) -> &'r str {
    called(&recipe.name, page.locale())
}

/// Everything that a person wants to know before cooking.
pub(super) fn card(entry: &CatalogRecipe, page: &Reader<'_>) -> String {
    let CatalogRecipe { recipe, derived, .. } = entry;
    let steps = match page.locale() {
        Locale::Ru if !recipe.steps.ru.is_empty() => &recipe.steps.ru,
        _ => &recipe.steps.en,
    };
    let step = |(number, step): (u32, &String)| paragraph(&format!("{number}. {step}"), 2);
    let steps: String = (1..).zip(steps).map(step).collect();
    [
        title(name(recipe, page), recipe.id.as_str()),
        facts(rows(entry, page), page),
        section(&page.text("catalog-ingredients"), &ingredients(recipe, page)),
        section(&page.text("catalog-steps"), &steps),
        section(&page.text("catalog-nutrition-serving"), &nutrients::table(&derived.nutrition, page)),
    ]
    .concat()
}

fn rows(
    CatalogRecipe { recipe, derived, tags }: &CatalogRecipe,
    page: &Reader<'_>,
) -> [(&'static str, String); 6] {
    let keeps = recipe.reheats.map(|reheats| {
        let days = ("days", reheats.keeps_days.into());
        page.text_with("catalog-keeps-days", [days, ("minutes", reheats.minutes.into())])
    });
    let mass = ("mass", nutrients::grams(derived.mg, page).into());
    let servings = page.text_with("catalog-servings-of", [("count", recipe.servings.into()), mass]);
    let minutes = page.text_with("catalog-minutes", [("minutes", recipe.cooking_time_minutes.into())]);
    [
        ("catalog-meals", page.words("meal_type", &recipe.meal_types)),
        ("catalog-time", minutes),
        ("catalog-servings", servings),
        ("catalog-tags", page.words("tag", tags.iter().filter(|tag| !is_implied(tag, tags)))),
        ("catalog-allergens", nutrients::allergens(&derived.allergens, page)),
        ("catalog-keeps", keeps.unwrap_or_default()),
    ]
}

/// Whether another tag says as much: what is vegan is vegetarian too.
fn is_implied(tag: &TagKey, tags: &BTreeSet<TagKey>) -> bool {
    let has = |diet: Diet| tags.iter().any(|tag| tag.as_str() == diet.as_str());
    match tag.as_str().parse() {
        Ok(Diet::Vegetarian | Diet::DairyFree) => has(Diet::Vegan),
        Ok(Diet::Pescatarian) => has(Diet::Vegetarian),
        _ => false,
    }
}

/// Every ingredient with its grams for all servings; in Russian by the name of its food.
fn ingredients(recipe: &Recipe, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Right, Column::Rest]);
    for ingredient in &recipe.ingredients {
        let food = ingredient.food_id.as_ref().and_then(|key| Catalog::embedded().food(key));
        let russian = food.and_then(|food| food.name.ru.as_ref()).filter(|_| page.locale() == Locale::Ru);
        let mass = food.and_then(|food| ingredient_mass(ingredient, food, Measure::Us).ok());
        let text = russian.unwrap_or(&ingredient.text);
        table.row([String::new(), amount(ingredient, mass, page), text.clone()]);
    }
    table.to_string()
}

/// `150 g`, or `2 (100 g)` of what is counted or measured by the slice, clove or can.
fn amount(ingredient: &Ingredient, mass: Option<Milligrams>, page: &Reader<'_>) -> String {
    let Some(mass) = mass.filter(|_| !ingredient.to_taste) else {
        return page.text("catalog-to-taste");
    };
    let grams = nutrients::grams(mass, page);
    match ingredient.unit {
        Some(Unit::Mass(_) | Unit::Volume(_)) => grams,
        _ => format!("{} ({grams})", page.number(ingredient.quantity)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nd_13_every_recipe_makes_a_card_that_fits_a_terminal_in_words_of_the_reader() {
        for &locale in Locale::ALL {
            let page = shipped(locale);
            for entry in Catalog::embedded().recipes() {
                let card = card(entry, &page);
                assert!(card.lines().all(|line| line.chars().count() <= 80), "{card}");
                for raw in ["tag-", "allergen-", "meal_type-", "nutrient-", "unit-", "catalog-"] {
                    assert!(!card.contains(raw), "{raw} in {card}");
                }
            }
        }
    }
}

//! `/meals/recipes` and `/meals/recipes/{key}`: what can be cooked, with amounts for as many servings as are wanted, and
//! one step at a time for the kitchen (ND-3, ML-9).

use askama::Template;
use domain::{
    food::{FoodKey, Name},
    nutrient::Nutrient,
    quantity::{Amount, Hundredths},
    recipe::{MealType, Recipe, RecipeKey},
    voice::{Locale, Voice},
};
use nutrition::{
    catalog::Catalog,
    foods::Foods,
    scale::{ScaledIngredient, scaled},
};
use serde::Deserialize;

use super::plate::whole;
use crate::{
    api::endpoint::{ByKey, Input, Nothing},
    meal_reader::{amount, called},
    problem::Problem,
    reader::{Reader, capital},
    service::eating::{
        alias,
        larder::{self, Offered},
        sharing::{self, Named},
    },
    web::{Reply, html, visit::Visit},
};

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Asked {
    /// Words of the name or of an ingredient.
    q: String,
    /// A kind of meal.
    meal: String,
    /// From which place of the list on.
    after: usize,
}

#[derive(Template)]
#[template(path = "meals/recipes.html")]
struct ListPage<'a> {
    at: &'a Visit,
    q: String,
    meal: String,
    /// Word, text, and whether it is looked for.
    meals: Vec<(&'static str, String, bool)>,
    count: usize,
    found: Vec<Found>,
    /// Where the next page begins.
    next: Option<usize>,
}

struct Found {
    key: String,
    name: String,
    line: String,
    is_own: bool,
}

/// Recipes of one page.
const MOST: usize = 40;

/// The recipes that are looked for.
pub(super) async fn list(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let Asked { q, meal, after } = input.query;
    let reader = at.reader();
    let wanted: Option<MealType> = meal.parse().ok();
    let words: Vec<String> = q.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let all = larder::recipes(at.app(), &at.caller).await?;
    let mut fitting: Vec<&Offered<Recipe>> = all
        .iter()
        .filter(|one| !one.archived && wanted.is_none_or(|meal| one.entry.meal_types.contains(&meal)))
        .filter(|one| holds(&one.entry, &words))
        .collect();
    fitting.sort_by_cached_key(|one| called(&one.entry.name, at.lang()).to_lowercase());
    let found = fitting.iter().skip(after).take(MOST).map(|one| Found::of(one, &reader)).collect();
    let is_more = after + MOST < fitting.len();
    let meals = MealType::ALL
        .iter()
        .map(|&kind| (kind.as_str(), capital(&reader.word("meal_type", kind)), wanted == Some(kind)));
    html(&ListPage {
        next: is_more.then_some(after + MOST),
        meals: meals.collect(),
        count: fitting.len(),
        found,
        q,
        meal,
        at: &at,
    })
}

/// Whether all words are in its name or its ingredients.
fn holds(recipe: &Recipe, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let foods = recipe.ingredients.iter().filter_map(|line| Catalog::embedded().food(line.food_id.as_ref()?));
    let names = foods.map(|food| &food.name).chain([&recipe.name]);
    let texts = names.flat_map(|name| [Some(&name.en), name.ru.as_ref()]).flatten();
    let all = texts.map(|text| text.to_lowercase()).collect::<Vec<_>>().join(" ");
    words.iter().all(|word| all.contains(word.as_str()))
}

impl Found {
    fn of(one: &Offered<Recipe>, reader: &Reader<'_>) -> Self {
        let recipe = &one.entry;
        let minutes = reader.text_with("recipe-minutes", [("minutes", recipe.cooking_time_minutes.into())]);
        let held = Catalog::embedded().recipe(&recipe.id).map(|entry| &entry.derived.nutrition);
        let held = |nutrient: Nutrient, id: &str| {
            let amount = whole(held?.get(nutrient)?);
            Some(reader.text_with(id, [("amount", amount.into())]))
        };
        let parts = [
            Some(minutes),
            held(Nutrient::Calories, "unit-kcal"),
            held(Nutrient::Protein, "web-meals-protein"),
        ];
        Self {
            key: recipe.id.to_string(),
            name: called(&recipe.name, reader.locale()).to_owned(),
            line: parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            is_own: one.own,
        }
    }
}

/// For how many servings, such as `1.25`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Servings {
    servings: Option<String>,
}

#[derive(Template)]
#[template(path = "meals/recipe.html")]
struct Page<'a> {
    at: &'a Visit,
    key: String,
    name: String,
    is_own: bool,
    is_shared: bool,
    /// Whether an own one is offered to everybody; only its owner is asked (ND-14).
    offered: Option<bool>,
    minutes: u32,
    servings: String,
    ingredients: Vec<String>,
    steps: Vec<String>,
    macros: Vec<(String, String)>,
    /// Nutrient, amount in a serving, and its share of what a day needs.
    micros: Vec<(String, String)>,
    tags: Vec<String>,
    /// Days that it keeps.
    keeps: Option<u32>,
    /// What is not known of its ingredients (ND-7).
    is_incomplete: bool,
    /// Ingredients that are no food yet, each with what it may be (ND-6).
    open: Vec<(String, Vec<(String, String)>)>,
}

/// Hundredths of a serving that can be asked for.
const PORTIONS: std::ops::RangeInclusive<u32> = 25..=5000;

/// A recipe.
pub(super) async fn show(at: Visit, input: Input<ByKey<RecipeKey>, Servings>) -> Result<Reply, Problem> {
    let (shown, entry) = larder::recipe(at.app(), &at.caller, &input.path.key, None).await?;
    let reader = at.reader();
    let recipe = &shown.entry;
    let open = if shown.own && !entry.derived.unresolved.is_empty() {
        alias::open_lines(at.app(), &at.caller, recipe).await?
    } else {
        vec![]
    };
    let offered = if shown.own && !shown.archived && at.athlete().is_none() {
        let offers = sharing::list(at.app(), &at.caller).await?;
        Some(offers.iter().any(|one| one.entry.named() == Named::Recipe(recipe.id.clone())))
    } else {
        None
    };
    let near = |(key, name): (FoodKey, Name)| (key.to_string(), called(&name, at.lang()).to_owned());
    let open = open.into_iter().map(|line| (line.name, line.near.into_iter().map(near).collect())).collect();
    let asked = input.query.servings.and_then(|text| Amount::parse(&text.replace(',', ".")).ok());
    let percent = asked.and_then(|Amount(amount)| u32::try_from(amount * 100 / Amount::UNIT).ok());
    let percent = percent.filter(|percent| PORTIONS.contains(percent)).unwrap_or(100 * recipe.servings);
    let foods = Foods::embedded();
    let voice = Voice::new(at.lang());
    let line = |line: &ScaledIngredient| capital(&line.show(&voice));
    let steps = match at.lang() {
        Locale::Ru if !recipe.steps.ru.is_empty() => &recipe.steps.ru,
        _ => &recipe.steps.en,
    };
    let nutrition = &entry.derived.nutrition;
    let fact = |nutrient: Nutrient, held: Amount| {
        (capital(&reader.word("nutrient", nutrient)), amount(nutrient, held, &reader))
    };
    let (macros, micros): (Vec<_>, Vec<_>) = nutrition.known().partition(|(nutrient, _)| nutrient.is_macro());
    let diets = entry.tags.iter().map(|tag| format!("web-meals-diet-{tag}"));
    html(&Page {
        key: recipe.id.to_string(),
        name: called(&recipe.name, at.lang()).to_owned(),
        is_own: shown.own,
        is_shared: shown.shared,
        offered,
        minutes: recipe.cooking_time_minutes,
        servings: reader.number(Hundredths(percent.into())),
        ingredients: scaled(recipe, percent, &foods).iter().map(line).collect(),
        steps: steps.clone(),
        macros: macros
            .into_iter()
            .map(|(nutrient, Amount(held))| {
                let rounded = domain::quantity::div_half_up(held, Amount::UNIT) * Amount::UNIT;
                fact(nutrient, Amount(rounded))
            })
            .collect(),
        micros: micros.into_iter().map(|(nutrient, held)| fact(nutrient, held)).collect(),
        // A tag that is no diet has no word.
        tags: diets.map(|id| (at.t(&id), id)).filter(|(text, id)| text != id).map(|(text, _)| text).collect(),
        keeps: recipe.reheats.map(|reheats| reheats.keeps_days).filter(|days| *days > 0),
        is_incomplete: !entry.derived.unresolved.is_empty(),
        open,
        at: &at,
    })
}

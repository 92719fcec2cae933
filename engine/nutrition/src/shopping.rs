//! Shopping list: what has to be bought for planned meals, less what is at home (ML-8).
//!
//! [`list`] reads a diary and its dates, [`list_of_result`] a result without any store (MF-6). Masses are exact until
//! they are rounded for the shop; nothing that is planned is left out without being named.
//!
//! Read in this order: `pantry` (what is at home on which day), `amount` (how much of a food is bought), `check` (what
//! happens to checked lines).

mod amount;
mod check;
mod pantry;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    food::{Food, FoodKey, Name, ShopSection},
    meal_plan::{Batch, PantryEntry, ShoppingAmount, ShoppingLine, ShoppingList, SlotState},
    recipe::{Ingredient, Recipe, RecipeKey},
    time::{DateSpan, LocalDate, add_days},
};

use crate::{
    derive::weigh,
    diary::{Diary, SlotRecord},
    kitchen::{FIRST_REVISION, Kitchen},
    outcome::MealResult,
    problem::Where,
    ratio::Ratio,
};
use amount::to_buy;
use pantry::Shelf;

pub use check::{carry_over, stock};

/// What to buy for the slots of these days that are still planned.
///
/// A batch is bought once, for the day on which it is cooked, unless some of it was eaten, or what stood in the
/// slot of its cooking: then it is cooked already.
pub fn list(
    diary: &Diary<'_>,
    dates: DateSpan,
    kitchen: &Kitchen<'_>,
    pantry: &[PantryEntry],
) -> ShoppingList {
    let mut batches: BTreeMap<(Batch, &RecipeKey, u32), Vec<SlotState>> = BTreeMap::new();
    let mut cart = Cart::new(kitchen);
    for SlotRecord { item, state, .. } in diary.slots() {
        if let Some(batch) = item.batch {
            let pot = (batch, &item.recipe_id, item.recipe_revision);
            batches.entry(pot).or_default().push(state);
        } else if state == SlotState::Planned && dates.contains(item.date) {
            cart.cook(&item.recipe_id, item.recipe_revision, item.servings_pct, Some(item.date));
        }
    }
    for ((batch, recipe, revision), states) in batches {
        let cooking = diary.state((batch.cooked_on, batch.cooked_slot));
        let is_cooked = cooking == SlotState::Eaten || states.contains(&SlotState::Eaten);
        let is_open = states.contains(&SlotState::Planned) && !is_cooked;
        if is_open && dates.contains(batch.cooked_on) {
            cart.cook(recipe, revision, 100 * u32::from(batch.servings), Some(batch.cooked_on));
        }
    }
    cart.list(Some(dates), pantry)
}

/// What to buy for the plan of a result (MF-2). Without the date of its first day, only what never expires counts as
/// being at home.
pub fn list_of_result(
    result: &MealResult,
    first_day: Option<LocalDate>,
    kitchen: &Kitchen<'_>,
    pantry: &[PantryEntry],
) -> ShoppingList {
    let date = |day: u32| first_day.map(|first| add_days(first, i64::from(day) - 1));
    let mut batches: BTreeMap<(Where, &str), u32> = BTreeMap::new();
    let mut cart = Cart::new(kitchen);
    for meal in &result.plan {
        match meal.batch {
            Some(cooked) => *batches.entry((cooked, &meal.recipe_id)).or_default() += meal.servings_pct,
            None => cart.cook_named(&meal.recipe_id, meal.servings_pct, date(meal.day)),
        }
    }
    for ((cooked, recipe), eaten_pct) in batches {
        let wanted = result.options.batches.iter();
        let wanted = wanted.filter(|batch| batch.cook == cooked && batch.recipe_id == recipe);
        // A batch that the search chose itself has as many servings as are eaten of it.
        let servings_pct = wanted.map(|batch| 100 * batch.servings).max().unwrap_or(eaten_pct);
        cart.cook_named(recipe, servings_pct, date(cooked.day));
    }
    let last = result.plan.iter().map(|meal| meal.day).max();
    let dates = first_day.zip(last.and_then(date)).map(|(from, to)| DateSpan { from, to });
    cart.list(dates, pantry)
}

/// Everything that is cooked, by food.
struct Cart<'k, 'a> {
    kitchen: &'k Kitchen<'a>,
    needs: BTreeMap<&'a FoodKey, Need<'a>>,
    unresolved: BTreeSet<(ShopSection, String)>,
    unknown_recipes: BTreeSet<String>,
}

/// How much of a food is used when.
struct Need<'a> {
    food: &'a Food,
    uses: Vec<(Option<LocalDate>, Ratio)>,
    to_taste: BTreeSet<Option<LocalDate>>,
}

impl<'k, 'a> Cart<'k, 'a> {
    fn new(kitchen: &'k Kitchen<'a>) -> Self {
        let (needs, unresolved, unknown_recipes) = Default::default();
        Self { kitchen, needs, unresolved, unknown_recipes }
    }

    /// Adds a recipe by a name that may be none.
    fn cook_named(&mut self, recipe: &str, servings_pct: u32, on: Option<LocalDate>) {
        match recipe.parse() {
            Ok(key) => self.cook(&key, FIRST_REVISION, servings_pct, on),
            Err(_) => drop(self.unknown_recipes.insert(recipe.to_owned())),
        }
    }

    /// Adds so many percent of a serving, cooked on a day.
    fn cook(&mut self, key: &RecipeKey, revision: u32, servings_pct: u32, on: Option<LocalDate>) {
        let Some(entry) = self.kitchen.recipe(key, revision) else {
            self.unknown_recipes.insert(key.to_string());
            return;
        };
        let recipe: &Recipe = &entry.recipe;
        let share = Ratio::new(i128::from(servings_pct), 100 * i128::from(recipe.servings.max(1)));
        for ingredient in &recipe.ingredients {
            self.add(ingredient, share, on);
        }
    }

    fn add(&mut self, ingredient: &Ingredient, share: Ratio, on: Option<LocalDate>) {
        let foods = &self.kitchen.foods;
        let food = ingredient.food_id.as_ref().and_then(|key| foods.get(key));
        if ingredient.to_taste {
            match food {
                Some(food) => drop(self.need(food).to_taste.insert(on)),
                None => self.name(ingredient, None),
            }
            return;
        }
        match weigh(ingredient, foods, self.kitchen.measure) {
            Ok(weighed) => self.need(weighed.food).uses.push((on, Ratio::from(weighed.mg.0) * share)),
            Err(_) => self.name(ingredient, food),
        }
    }

    fn need(&mut self, food: &'a Food) -> &mut Need<'a> {
        let (uses, to_taste) = Default::default();
        self.needs.entry(&food.id).or_insert(Need { food, uses, to_taste })
    }

    /// Lists an ingredient by its text, as nobody knows how much of which food it is.
    fn name(&mut self, ingredient: &Ingredient, food: Option<&Food>) {
        let section = food.map_or(ShopSection::Other, |food| food.shop_section);
        self.unresolved.insert((section, ingredient.text.trim().to_owned()));
    }

    fn list(self, dates: Option<DateSpan>, pantry: &[PantryEntry]) -> ShoppingList {
        let resolved = self.needs.into_values().filter_map(|need| need.line(pantry));
        let unresolved = self.unresolved.into_iter().map(|(section, en)| ShoppingLine {
            section,
            name: Name { en, ru: None },
            food_id: None,
            amount: None,
            checked: false,
            stocked: false,
        });
        let mut lines: Vec<ShoppingLine> = resolved.chain(unresolved).collect();
        lines.sort_by_cached_key(|line| {
            (line.section, line.name.en.to_lowercase(), line.food_id.clone(), line.name.en.clone())
        });
        ShoppingList { dates, lines, unknown_recipes: self.unknown_recipes }
    }
}

impl Need<'_> {
    /// The line of the food, if there is not enough of it at home.
    fn line(mut self, pantry: &[PantryEntry]) -> Option<ShoppingLine> {
        let mut shelf = Shelf::of(&self.food.id, pantry);
        self.uses.sort_by_key(|&(on, _)| on);
        let missing: Ratio = self.uses.iter().map(|&(on, mass)| shelf.take(mass, on)).sum();
        let amount: Option<ShoppingAmount> = (Ratio::ZERO < missing).then(|| to_buy(self.food, missing));
        let is_seasoned = self.to_taste.iter().all(|&on| shelf.has_some(on));
        (amount.is_some() || !is_seasoned).then(|| ShoppingLine {
            section: self.food.shop_section,
            name: self.food.name.clone(),
            food_id: Some(self.food.id.clone()),
            amount,
            checked: false,
            stocked: false,
        })
    }
}

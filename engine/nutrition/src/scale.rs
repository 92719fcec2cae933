//! Scale: the amounts of a recipe for what is cooked in a slot, as a cook reads them (ML-9).

use domain::{
    food::{Name, Unit},
    meal_plan::MealItem,
    reason::{Fact, Facts},
    recipe::{Ingredient, Quantity, Recipe},
    voice::{Locale, Voice},
};

use crate::{foods::Foods, ratio::Ratio};

/// An ingredient in the amount that is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScaledIngredient {
    /// What it is: as the recipe has it, and its food in Russian.
    pub name: Name,
    /// How many units, with three digits; absent if it is to taste.
    pub quantity: Option<Quantity>,
    /// Absent: pieces are counted.
    pub unit: Option<Unit>,
    /// May be left out.
    pub optional: bool,
}

/// How much is cooked in a slot, in percent of a serving: all of a batch where it is cooked, nothing of it later.
pub fn cooked_pct(item: &MealItem) -> Option<u32> {
    match item.batch {
        None => Some(item.servings_pct),
        Some(batch) if (batch.cooked_on, batch.cooked_slot) == (item.date, item.slot) => {
            Some(100 * u32::from(batch.servings))
        }
        Some(_) => None,
    }
}

/// The ingredients for so many percent of a serving.
pub fn scaled(recipe: &Recipe, servings_pct: u32, foods: &Foods<'_>) -> Vec<ScaledIngredient> {
    let share = Ratio::new(i128::from(servings_pct), 100 * i128::from(recipe.servings.max(1)));
    let scale = |ingredient: &Ingredient| ScaledIngredient {
        name: name(ingredient, foods),
        quantity: (!ingredient.to_taste).then(|| rounded(ingredient.quantity, share)),
        unit: ingredient.unit.clone(),
        optional: ingredient.optional,
    };
    recipe.ingredients.iter().map(scale).collect()
}

fn name(ingredient: &Ingredient, foods: &Foods<'_>) -> Name {
    let is_cyrillic = ingredient.text.chars().any(|letter| ('а'..='я').contains(&letter));
    let food = ingredient.food_id.as_ref().and_then(|key| foods.get(key)).filter(|_| !is_cyrillic);
    Name { en: ingredient.text.clone(), ru: food.and_then(|food| food.name.ru.clone()) }
}

/// Three digits are what a kitchen can weigh; no amount becomes none.
fn rounded(quantity: Quantity, share: Ratio) -> Quantity {
    let thousandths = Ratio::from(quantity.thousandths()) * share;
    let step = match thousandths.round() {
        100_000.. => 1000,
        10_000.. => 100,
        _ => 10,
    };
    let rounded = thousandths.round_to(step).max(step);
    Quantity::from_thousandths(u32::try_from(rounded).unwrap_or(u32::MAX))
}

impl ScaledIngredient {
    /// The ingredient with its amount in the reader's language: `garlic, sliced: 1.5 × clove`.
    pub fn show(&self, voice: &Voice) -> String {
        let name = match (voice.locale, &self.name.ru) {
            (Locale::Ru, Some(name)) => name,
            _ => &self.name.en,
        };
        let amount = match self.quantity {
            Some(quantity) => show_amount(quantity, self.unit.as_ref(), voice),
            None => voice.text("amount-to_taste", &Facts::new()).unwrap_or_default(),
        };
        let shown = format!("{name}: {amount}");
        if self.optional {
            let facts = Facts::from([("ingredient".into(), Fact::from(shown.as_str()))]);
            return voice.text("ingredient-optional", &facts).unwrap_or(shown);
        }
        shown
    }
}

/// So many units in the reader's language: `150 g`, `2 ст. л.`, `3 × can`. Without a unit, pieces are counted.
pub fn show_amount(quantity: Quantity, unit: Option<&Unit>, voice: &Voice) -> String {
    let word = unit.map_or_else(|| "piece".to_owned(), Unit::to_string);
    let number = voice.decimal(quantity.to_string());
    // A whole number chooses its plural, a fraction has its own form.
    let is_whole = quantity.thousandths().is_multiple_of(1000);
    let fact = if is_whole { Fact::from(quantity.thousandths() / 1000) } else { Fact::from(number.as_str()) };
    let facts = Facts::from([("quantity".into(), fact)]);
    let own_word = || format!("{number} × {}", word.replace('_', " "));
    voice.text(&format!("amount-{word}"), &facts).unwrap_or_else(own_word)
}

//! Tally: amounts that add up, with the share of the energy that does not tell a nutrient (ND-7).
//!
//! Not everything that is eaten has a mass, but everything has its energy: the shares of unlike things are weighed by
//! that. Inside a recipe the share is that of its mass.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    food::{FoodKey, Milligrams},
    meal_plan::{Eaten, FoodMass, Intake},
    nutrient::{Decimal, Nutrient, Nutrients},
    quantity::Amount,
    recipe::RecipeKey,
};

use super::Measured;
use crate::{convert::mass, kitchen::Kitchen, ratio::Ratio};

/// How much of each nutrient several things hold together.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// How many things were counted.
    count: usize,
    amounts: Nutrients,
    /// Millionths of a kcal.
    energy: i128,
    /// The same times the thousandths in which each nutrient is known.
    known_energy: BTreeMap<Nutrient, i128>,
    uncounted: BTreeSet<String>,
}

impl Tally {
    /// Adds so many percent of a serving.
    pub(super) fn add_recipe(
        &mut self,
        key: &RecipeKey,
        revision: u32,
        servings_pct: u32,
        kitchen: &Kitchen<'_>,
    ) {
        let Some(entry) = kitchen.recipe(key, revision) else {
            self.uncounted.insert(key.to_string());
            return;
        };
        let derived = &entry.derived;
        self.uncounted.extend(derived.unresolved.iter().cloned());
        let share = |nutrient| derived.known_share(nutrient);
        self.add(&derived.nutrition, Ratio::percent(servings_pct), share);
    }

    /// Adds what was eaten in a slot.
    pub(super) fn add_eaten(&mut self, eaten: &Eaten, kitchen: &Kitchen<'_>) {
        match eaten {
            Eaten::Recipe { recipe_id, recipe_revision, servings_pct } => {
                self.add_recipe(recipe_id, *recipe_revision, *servings_pct, kitchen);
            }
            Eaten::Foods(foods) => {
                for FoodMass { food_id, mg } in foods {
                    self.add_food(food_id, Some(*mg), kitchen);
                }
            }
        }
    }

    /// Adds what was eaten outside all slots.
    pub(super) fn add_intake(&mut self, intake: &Intake, kitchen: &Kitchen<'_>) {
        match intake {
            Intake::Mass(FoodMass { food_id, mg }) => self.add_food(food_id, Some(*mg), kitchen),
            Intake::Portion { food_id, unit, quantity } => {
                let food = kitchen.foods.get(food_id);
                let mg = food.and_then(|food| mass(*quantity, Some(unit), food, kitchen.measure));
                self.add_food(food_id, mg, kitchen);
            }
            Intake::Facts(facts) => self.add(facts, Ratio::from(1_u32), known_or_not(facts)),
        }
    }

    fn add_food(&mut self, key: &FoodKey, mg: Option<Milligrams>, kitchen: &Kitchen<'_>) {
        let Some((food, Milligrams(mg))) = kitchen.foods.get(key).zip(mg) else {
            self.uncounted.insert(key.to_string());
            return;
        };
        // Amounts of foods are those of 100 g.
        self.add(&food.per_100g, Ratio::new(i128::from(mg), 100_000), known_or_not(&food.per_100g));
    }

    fn add(&mut self, nutrients: &Nutrients, times: Ratio, share: impl Fn(Nutrient) -> u16) {
        let scaled = |Amount(amount)| (Ratio::from(amount) * times).round();
        let energy = i128::from(nutrients.get(Nutrient::Calories).map_or(0, scaled));
        self.count += 1;
        self.energy += energy;
        for (nutrient, amount) in nutrients.known() {
            self.raise(nutrient, scaled(amount));
            *self.known_energy.entry(nutrient).or_default() += energy * i128::from(share(nutrient));
        }
    }

    /// Adds everything that another tally holds.
    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.energy += other.energy;
        for (&nutrient, more) in &other.known_energy {
            *self.known_energy.entry(nutrient).or_default() += more;
        }
        for (nutrient, amount) in other.amounts.known() {
            self.raise(nutrient, amount.0);
        }
        self.uncounted.extend(other.uncounted.iter().cloned());
    }

    fn raise(&mut self, nutrient: Nutrient, more: i64) {
        let before = self.amounts.get(nutrient).unwrap_or_default();
        self.amounts.set(nutrient, Some(Amount(before.0 + more)));
    }

    /// The sum of one nutrient. Of nothing there is nothing; of things that do not tell it, it is not known.
    pub(super) fn measured(&self, nutrient: Nutrient) -> Measured {
        let amount = self.amounts.get(nutrient).or((self.count == 0).then_some(Amount(0)));
        let unknown_milli = match amount {
            None => 1000,
            Some(_) if self.energy == 0 => 0,
            Some(_) => {
                let known = self.known_energy.get(&nutrient).map_or(0, |known| known / self.energy);
                1000 - u16::try_from(known).unwrap_or(0)
            }
        };
        Measured { amount: amount.map(Decimal), unknown_milli }
    }

    /// What could not be counted, by name.
    pub(super) fn at_least(&self) -> Vec<String> {
        self.uncounted.iter().cloned().collect()
    }
}

/// All of what is known, and nothing of the rest.
fn known_or_not(nutrients: &Nutrients) -> impl Fn(Nutrient) -> u16 {
    |nutrient| if nutrients.get(nutrient).is_some() { 1000 } else { 0 }
}

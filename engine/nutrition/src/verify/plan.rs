//! What a result holds: meals in the slots of the schedule, each once and in order (MX-1), and what they add up to.

use domain::{food::Currency, nutrient::Nutrient};

use super::{
    breach::{Breach, BreachCode, PLAN, Report},
    facts::{Facts, Slot, Unreadable, micronutrient, number},
    half_up,
};
use crate::{
    outcome::{Choice, Meal},
    problem::{NutritionFacts, RecipeFacts, Where, Written},
};

/// A plan, as far as its slots and recipes are known.
pub(super) struct Plan<'a> {
    /// Which part of the result it is.
    pub(super) part: String,
    pub(super) meals: Vec<Placed<'a>>,
    /// Whether every slot holds one known recipe, so that totals mean something.
    pub(super) is_complete: bool,
    /// Whether what the person fixed is not held against it: the best plan keeps pins even where they break a rule.
    pub(super) spares_fixed: bool,
    days: Vec<Total>,
}

/// A meal in its slot.
pub(super) struct Placed<'a> {
    pub(super) slot: &'a Slot<'a>,
    pub(super) recipe: &'a RecipeFacts,
    /// Of a serving.
    pub(super) percent: u32,
    /// Where the result says that its batch was cooked.
    pub(super) cooked: Option<Where>,
    /// Whether it is said to be a leftover from home (ML-6).
    pub(super) is_from_home: bool,
    amounts: Amounts,
}

impl Placed<'_> {
    pub(super) const fn place(&self) -> Where {
        self.slot.place
    }

    /// The price of what is eaten, in the smallest unit of its currency.
    fn cost(&self) -> Option<(i128, Currency)> {
        let price = self.recipe.price?;
        Some((half_up(i128::from(price.minor) * i128::from(self.percent), 100), price.currency))
    }
}

/// Amounts of all nutrients, in millionths.
type Amounts = [i128; Nutrient::ALL.len()];

/// What meals add up to.
#[derive(Clone)]
pub(super) struct Total {
    amounts: Amounts,
    /// What they cost, if all have a price in one currency.
    pub(super) cost: Option<(i128, Currency)>,
}

impl Total {
    fn of<'m, 'a: 'm>(meals: impl Iterator<Item = &'m Placed<'a>> + Clone) -> Self {
        let mut amounts = [0; Nutrient::ALL.len()];
        for meal in meals.clone() {
            for (sum, amount) in amounts.iter_mut().zip(meal.amounts) {
                *sum += amount;
            }
        }
        // What comes from home was paid for.
        let costs = meals.filter(|meal| !meal.is_from_home).map(Placed::cost);
        let add = |(sum, one): (i128, Currency), (cost, other)| (one == other).then_some((sum + cost, one));
        let cost = costs.reduce(|sum, cost| add(sum?, cost?)).flatten();
        Self { amounts, cost }
    }

    pub(super) const fn amount(&self, nutrient: Nutrient) -> i128 {
        self.amounts[nutrient as usize]
    }
}

/// A meal as documents say it.
struct Said<'r> {
    place: Where,
    recipe_id: &'r str,
    percent: u32,
    cooked: Option<Where>,
    is_from_home: bool,
}

impl<'a> Plan<'a> {
    /// The plan of a result.
    pub(super) fn of_meals(
        facts: &'a Facts<'a>,
        meals: &[Meal],
        report: &mut Report,
    ) -> Result<Self, Unreadable> {
        let said = meals.iter().map(|meal| Said {
            place: Where { day: meal.day, slot: meal.slot },
            recipe_id: &meal.recipe_id,
            percent: meal.servings_pct,
            cooked: meal.batch,
            is_from_home: false,
        });
        Self::read(facts, PLAN, &said.collect::<Vec<_>>(), report)
    }

    /// Another plan, and where leftovers from home are eaten in it.
    pub(super) fn of_choices(
        facts: &'a Facts<'a>,
        part: &str,
        choices: &[Choice],
        leftovers: &[Where],
        report: &mut Report,
    ) -> Result<Self, Unreadable> {
        let said = choices.iter().map(|choice| Said {
            place: Where { day: choice.day, slot: choice.slot },
            recipe_id: &choice.recipe_id,
            percent: choice.servings_pct,
            cooked: None,
            is_from_home: leftovers.contains(&Where { day: choice.day, slot: choice.slot }),
        });
        Self::read(facts, part, &said.collect::<Vec<_>>(), report)
    }

    fn read(
        facts: &'a Facts<'a>,
        part: &str,
        said: &[Said<'_>],
        report: &mut Report,
    ) -> Result<Self, Unreadable> {
        report.enter(part);
        let mut meals: Vec<Placed<'a>> = vec![];
        for Said { place, recipe_id, percent, cooked, is_from_home } in said {
            let (slot, recipe) = (facts.slot(*place), facts.recipe(recipe_id));
            let known = "a slot of the schedule";
            report.require(slot.is_some(), || {
                Breach::new("MX-1", BreachCode::Unknown, "no such slot", known).at(*place)
            });
            let known = "a recipe of the problem";
            report.require(recipe.is_some(), || {
                Breach::new("MX-1", BreachCode::Unknown, recipe_id, known).at(*place)
            });
            let is_free = meals.iter().all(|meal| meal.place() != *place);
            report.require(is_free, || {
                Breach::new("MX-1", BreachCode::Repeated, "a second meal", "one").at(*place).recipe(recipe_id)
            });
            if let (Some(slot), Some(recipe), true) = (slot, recipe, is_free) {
                let amounts = amounts(recipe, *percent)?;
                let (percent, cooked, is_from_home) = (*percent, *cooked, *is_from_home);
                meals.push(Placed { slot, recipe, percent, cooked, is_from_home, amounts });
            }
        }
        for slot in facts.slots() {
            let is_filled = said.iter().any(|said| said.place == slot.place);
            report.require(is_filled, || {
                Breach::new("MX-1", BreachCode::Missing, "no meal", "one").at(slot.place)
            });
        }
        let is_ordered = said.is_sorted_by_key(|said| said.place);
        report.require(is_ordered, || {
            Breach::new("MX-1", BreachCode::OutOfOrder, "meals in another order", "days, then slots")
        });
        let is_complete = meals.len() == said.len() && meals.len() == facts.slots().count();
        let of_day = |day: u32| meals.iter().filter(move |meal| meal.place().day == day);
        let days = facts.days.iter().map(|day| Total::of(of_day(day.number))).collect();
        Ok(Self { part: part.to_owned(), meals, is_complete, spares_fixed: false, days })
    }

    /// Whether a meal is the person's choice and spared.
    pub(super) const fn spares(&self, meal: &Placed<'_>) -> bool {
        self.spares_fixed && meal.slot.is_fixed()
    }

    /// What each day of the schedule holds.
    pub(super) fn days(&self) -> impl Iterator<Item = (u32, &Total)> {
        (1..).zip(&self.days)
    }

    /// What all days together hold; they have no cost together.
    pub(super) fn horizon(&self) -> Total {
        Total { cost: None, ..Total::of(self.meals.iter()) }
    }

    /// The recipe in a slot.
    pub(super) fn recipe_at(&self, place: Where) -> Option<&str> {
        let meal = self.meals.iter().find(|meal| meal.place() == place);
        meal.map(|meal| meal.recipe.id.as_str())
    }
}

/// Amounts of what is eaten: each x percent / 100, half up (MO-1). What is not known counts nothing (ND-7).
fn amounts(recipe: &RecipeFacts, percent: u32) -> Result<Amounts, Unreadable> {
    let NutritionFacts { calories, protein_g, fat_g, carbs_g, micronutrients } = &recipe.nutrition;
    let pointer = format!("recipes/{}/nutrition", recipe.id);
    let mut amounts = [0; Nutrient::ALL.len()];
    let mut set = |nutrient: Nutrient, written: &Written| -> Result<(), Unreadable> {
        amounts[nutrient as usize] = half_up(number(&pointer, written)? * i128::from(percent), 100);
        Ok(())
    };
    for (&nutrient, written) in Nutrient::MACROS.iter().zip([calories, protein_g, fat_g, carbs_g]) {
        set(nutrient, written)?;
    }
    for (name, written) in micronutrients {
        let nutrient = micronutrient(&pointer, name)?;
        if let Some(written) = written {
            set(nutrient, written)?;
        }
    }
    Ok(amounts)
}

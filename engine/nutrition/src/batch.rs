//! Where the leftovers of a plan come from: batches of the exact stage's own choice (MO-2), or what is at home (ML-6).

use crate::{
    pin::number,
    pool::{Dish, PoolRecipe},
    problem::Where,
    request::{AtHome, Request},
    search::Assignment,
};

/// The most that is cooked at once: 12 servings, in percent of one.
pub(crate) const MOST_PERCENT: u32 = 1_200;

/// Something cooked of which more may be eaten later.
struct Pot {
    /// The number of the meal at which it is cooked.
    meal: usize,
    at: Where,
    dish: Dish,
    /// The last day on which it keeps, from 0.
    until: usize,
    /// Percent of a serving.
    left: u32,
}

impl Pot {
    fn new(number_of_meal: usize, meal: &Assignment, recipe: &PoolRecipe) -> Option<Self> {
        let (_, keeps_days) = recipe.reheats?;
        Some(Self {
            meal: number_of_meal,
            at: Where { day: number(meal.day) + 1, slot: number(meal.slot) },
            dish: recipe.dish,
            until: meal.day + keeps_days as usize,
            left: MOST_PERCENT.saturating_sub(recipe.percent),
        })
    }

    fn serves(&self, meal: &Assignment, recipe: &PoolRecipe) -> bool {
        self.dish == recipe.dish && meal.day <= self.until && recipe.percent <= self.left
    }
}

/// Where the batch of each meal is cooked, for a plan in decision order: batches of the person as they are fixed, and for
/// leftovers the pot that has to be eaten first. What is cooked for itself alone has no batch, nor has what is at home.
///
/// Nothing if a leftover was not cooked before, or not enough of it.
pub fn pots(request: &Request, plan: &[Assignment]) -> Option<Vec<Option<Where>>> {
    let mut cooked: Vec<Pot> = vec![];
    let mut home = request.at_home.clone();
    let mut pots: Vec<Option<Where>> = vec![];
    for (index, meal) in plan.iter().enumerate() {
        let (slot, recipe) = (&request.days[meal.day][meal.slot], &request.recipes[meal.recipe]);
        if recipe.is_at_home {
            take(&mut home, meal.day, recipe)?;
            pots.push(None);
        } else if recipe.is_leftover {
            let pot = cooked.iter_mut().find(|pot| pot.serves(meal, recipe))?;
            pot.left -= recipe.percent;
            pots[pot.meal] = Some(pot.at);
            pots.push(Some(pot.at));
        } else {
            pots.push(slot.batch);
            if slot.batch.is_none() {
                cooked.extend(Pot::new(index, meal, recipe));
            }
        }
    }
    Some(pots)
}

/// What is at home when some meals have had their share.
pub fn left_at_home(request: &Request, meals: &[Assignment]) -> Vec<AtHome> {
    let mut home = request.at_home.clone();
    for meal in meals {
        let recipe = &request.recipes[meal.recipe];
        if recipe.is_at_home {
            take(&mut home, meal.day, recipe);
        }
    }
    home
}

/// Takes a serving from what is at home, first what must be eaten first; nothing if there is not enough that is good.
fn take(home: &mut [AtHome], day: usize, serving: &PoolRecipe) -> Option<()> {
    let mut wanted = serving.percent;
    for own in home.iter_mut().filter(|own| own.dish == serving.dish && day <= own.until) {
        let share = wanted.min(own.percent);
        own.percent -= share;
        wanted -= share;
    }
    (wanted == 0).then_some(())
}

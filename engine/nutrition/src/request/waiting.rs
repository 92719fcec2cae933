//! ML-6: a request that knows what is left at home, and what of it may be eaten where.

use std::{collections::BTreeMap, sync::Arc};

use super::{AtHome, Leftovers, Request, columns, find, is_plain, kinds};
use crate::{
    leftover::{REHEAT_MINUTES, Waiting, unknown},
    pool::{COST, Dish, Kind, Place, PoolRecipe, Refused},
};

impl Request {
    /// The same with what is left at home, for swaps and re-plans: the pool holds each of its recipes once more, as
    /// servings that are only warmed up. Its places are other ones than before.
    ///
    /// Leftovers of a recipe that is not in the pool are named in a warning and not offered: nothing is known of them.
    #[must_use]
    pub fn with_leftovers(&self, waiting: &[Waiting]) -> Self {
        let mut with = self.clone();
        for waiting in waiting {
            if let Some(place) = self.find(&waiting.recipe_id) {
                let until = (waiting.until as usize).checked_sub(1);
                let (dish, percent) = (self.recipes[place].dish, waiting.servings_pct);
                with.at_home.extend(until.map(|until| AtHome { dish, percent, until }));
            } else {
                with.warnings.push(unknown(&waiting.recipe_id));
            }
        }
        with.at_home.sort_unstable_by_key(|home| (home.until, home.dish, home.percent));
        if !with.at_home.is_empty() {
            with.warm_up();
            with.leftovers = Leftovers::Waiting;
        }
        with
    }

    /// Puts servings from home into the pool, each recipe's after its others.
    fn warm_up(&mut self) {
        let is_known = |dish: Dish| self.recipes.iter().any(|own| own.dish == dish && own.is_at_home);
        let is_new = |dish: Dish| self.at_home.iter().any(|home| home.dish == dish) && !is_known(dish);
        let old = self.recipes.iter().cloned().zip((0..).map(Some));
        let fresh = self.recipes.iter().filter(|recipe| !recipe.is_leftover && is_new(recipe.dish));
        let new = fresh.map(|cooked| (warmed(cooked), None));
        let mut pool: Vec<(PoolRecipe, Option<Place>)> = old.chain(new).collect();
        // Stable: portions keep their order.
        pool.sort_by_key(|(recipe, _)| (recipe.dish, recipe.is_at_home));
        let moved: BTreeMap<Place, Place> =
            pool.iter().enumerate().filter_map(|(place, (_, old))| Some(((*old)?, place))).collect();
        for slot in self.days.iter_mut().flatten() {
            slot.pinned = slot.pinned.and_then(|old| moved.get(&old).copied());
        }
        let recipes: Vec<PoolRecipe> = pool.into_iter().map(|(recipe, _)| recipe).collect();
        let always = !self.has_later_portions;
        self.kinds = kinds(&mut self.days, &recipes, |recipe| is_plain(recipe, always)).into();
        self.columns = Arc::new(columns(&recipes));
        self.recipes = recipes.into();
    }

    /// The place of a whole serving of a recipe from home.
    pub fn find_leftover(&self, id: &str) -> Option<Place> {
        let first = find(&self.recipes, id)?;
        let dish = self.recipes[first].dish;
        let own = self.recipes[first..].iter().zip(first..).take_while(|(own, _)| own.dish == dish);
        own.filter(|(own, _)| own.is_at_home).find(|(own, _)| own.percent == 100).map(|(_, place)| place)
    }

    /// Counts a fixed meal from home as eaten: what is at home is there beside it.
    pub fn restock(&mut self, day: usize, slot: usize) {
        let fixed = self.days[day][slot].pinned.map(|place| &self.recipes[place]);
        if let Some(&PoolRecipe { dish, percent, .. }) = fixed.filter(|recipe| recipe.is_at_home) {
            let ends = self.at_home.partition_point(|home| (home.until, home.dish) < (day, dish));
            self.at_home.insert(ends, AtHome { dish, percent, until: day });
        }
    }

    /// The servings that are warmed up in a kind of slot, by place.
    pub fn reheated<'r>(&'r self, kind: &'r Kind) -> impl Iterator<Item = Place> + 'r {
        let is_allowed = |place: &Place| match self.leftovers {
            Leftovers::None => false,
            Leftovers::Cooked | Leftovers::Stocked => true,
            Leftovers::Waiting => self.recipes[*place].is_at_home,
        };
        kind.reheated.iter().copied().filter(is_allowed)
    }

    /// What a change may put into a kind of slot, by place: servings that are cooked there, and those from home.
    pub fn servings(&self, kind: &Kind) -> Vec<Place> {
        let mut places = kind.eligible.clone();
        places.extend(kind.reheated.iter().filter(|place| self.recipes[**place].is_at_home));
        places.sort_unstable();
        places
    }

    /// The first end of what is at home of a recipe and still good on a day, from 0.
    pub fn good_until(&self, dish: Dish, day: usize) -> Option<usize> {
        let good = |home: &&AtHome| home.dish == dish && day <= home.until;
        self.at_home.iter().find(good).map(|home| home.until)
    }
}

/// A serving from home: it takes the minutes of warming up, five if the recipe does not say, and is paid for.
fn warmed(cooked: &PoolRecipe) -> PoolRecipe {
    let mut warmed = PoolRecipe {
        minutes: cooked.reheats.map_or(REHEAT_MINUTES, |(minutes, _)| minutes),
        is_leftover: true,
        is_at_home: true,
        ..cooked.clone()
    };
    (warmed.amounts[COST], warmed.units[COST]) = (0, 0.0);
    warmed.refused = warmed.refused.filter(|refused| *refused != Refused::NoPrice);
    warmed
}

//! Leftovers in the program: they come from what is cooked before, keeps till then, and is enough (MO-2); or from what is at
//! home, while it is good and as far as it goes (ML-6).

use std::collections::BTreeSet;

use super::{Column, Line, Model, float};
use crate::{
    batch::MOST_PERCENT,
    pool::{Dish, PoolRecipe},
};

/// What the program may do with one recipe that reheats: columns with their numbers, and fixed meals.
struct Servings<'m> {
    cooked: Vec<(usize, &'m Column)>,
    leftover: Vec<(usize, &'m Column)>,
    pinned: Vec<Pinned<'m>>,
    keeps_days: usize,
}

/// A fixed meal that may be cooked as a batch.
struct Pinned<'m> {
    day: usize,
    slot: usize,
    recipe: &'m PoolRecipe,
}

impl Model<'_> {
    /// Every leftover was cooked before, and no pot holds more than twelve servings.
    pub(super) fn leftover_lines(&mut self) {
        let mut lines = vec![];
        for dish in 0..self.request.dishes {
            if let Some(servings) = self.servings(dish) {
                lines.extend(self.cooked_before(&servings));
                lines.extend(self.enough(&servings));
            }
        }
        self.lines.extend(lines);
    }

    /// The servings of a recipe, if some of them can be leftovers.
    fn servings(&self, dish: Dish) -> Option<Servings<'_>> {
        let own = self.columns.iter().enumerate().filter(|(_, column)| self.recipe(column).dish == dish);
        let (leftover, cooked): (Vec<_>, Vec<_>) =
            own.partition(|(_, column)| self.recipe(column).is_leftover);
        let (_, keeps_days) = self.recipe(leftover.first()?.1).reheats?;
        let fixed = self.request.days.iter().flatten().filter(|slot| slot.batch.is_none());
        let pinned = fixed.filter_map(|slot| {
            let recipe = &self.request.recipes[slot.pinned?];
            (recipe.dish == dish).then_some(Pinned { day: slot.day, slot: slot.index, recipe })
        });
        Some(Servings { cooked, leftover, pinned: pinned.collect(), keeps_days: keeps_days as usize })
    }

    /// The columns of what is at home, with their numbers.
    pub(super) fn offered(&self) -> Vec<(usize, Column)> {
        let columns = self.columns.iter().copied().enumerate();
        columns.filter(|(_, column)| self.recipe(column).is_at_home).collect()
    }

    /// ML-6: what is eaten from a day on is no more than what is good then; fixed meals have their share first.
    ///
    /// Days on which nothing ends need no line of their own.
    pub(super) fn home_lines(&mut self) {
        let offered = self.offered();
        let ends = self.request.at_home.iter().map(|home| (home.dish, home.until + 1));
        let starts = offered.iter().map(|(_, column)| (self.recipe(column).dish, 0));
        let days: BTreeSet<(Dish, usize)> = ends.chain(starts).collect();
        let mut lines = vec![];
        for (dish, from) in days {
            let is_late = |column: &Column| self.recipe(column).dish == dish && from <= self.day(column);
            let late = offered.iter().filter(|(_, column)| is_late(column));
            let terms: Vec<(usize, f64)> =
                late.map(|(index, column)| (*index, part(self.recipe(column).percent))).collect();
            if !terms.is_empty() {
                let high = part(self.good_from(dish, from));
                lines.push(Line { terms, low: f64::NEG_INFINITY, high });
            }
        }
        self.lines.extend(lines);
    }

    /// How much of a recipe at home is good from a day on, beside the share of fixed meals, in percent of a serving.
    fn good_from(&self, dish: Dish, from: usize) -> u32 {
        let good = self.request.at_home.iter().filter(|home| home.dish == dish && from <= home.until);
        let fixed = self.request.days.iter().skip(from).flatten().filter_map(|slot| slot.pinned);
        let own = fixed.map(|place| &self.request.recipes[place]);
        let eaten = own.filter(|recipe| recipe.is_at_home && recipe.dish == dish);
        let taken: u32 = eaten.map(|recipe| recipe.percent).sum();
        good.map(|home| home.percent).sum::<u32>().saturating_sub(taken)
    }

    fn day(&self, column: &Column) -> usize {
        self.families[column.family].day
    }

    /// Leftovers of a family only if the recipe is cooked before it, or in it, where cooking takes one of its slots.
    fn cooked_before(&self, servings: &Servings<'_>) -> Vec<Line> {
        let mut lines = vec![];
        let mut families: Vec<usize> = servings.leftover.iter().map(|(_, column)| column.family).collect();
        families.dedup();
        for number in families {
            let family = &self.families[number];
            let since = family.day.saturating_sub(servings.keeps_days);
            let begins = (family.day, family.slots[0].index);
            if servings.pinned.iter().any(|pin| since <= pin.day && (pin.day, pin.slot) < begins) {
                continue;
            }
            let slots = float(family.slots.len());
            let eaten = servings.leftover.iter().filter(|(_, column)| column.family == number);
            let mut terms: Vec<(usize, f64)> = eaten.map(|(index, _)| (*index, 1.0)).collect();
            let cooked = servings.cooked.iter().filter(|(_, cooked)| cooked.family <= number);
            let kept = cooked.filter(|(_, cooked)| since <= self.day(cooked));
            let room = |cooked: &Column| if cooked.family == number { slots - 1.0 } else { slots };
            terms.extend(kept.map(|(index, cooked)| (*index, -room(cooked))));
            lines.push(Line { terms, low: f64::NEG_INFINITY, high: 0.0 });
        }
        lines
    }

    /// Leftovers that must come from what is cooked on certain days are no more than what that leaves.
    fn enough(&self, servings: &Servings<'_>) -> Vec<Line> {
        let Servings { cooked, leftover, pinned, keeps_days } = servings;
        let share = |percent: u32| f64::from(percent) / f64::from(MOST_PERCENT);
        let left = |recipe: &PoolRecipe| share(MOST_PERCENT.saturating_sub(recipe.percent));
        let pots =
            cooked.iter().map(|(_, column)| self.recipe(column)).chain(pinned.iter().map(|pin| pin.recipe));
        let least_left = pots.map(left).fold(f64::INFINITY, f64::min);
        let mut lines = vec![];
        for first in 0..self.request.days.len() {
            for last in first..self.request.days.len() {
                let must_come = |column: &Column| {
                    let day = self.day(column);
                    day <= last && first <= day.saturating_sub(*keeps_days)
                };
                let eaten = || leftover.iter().filter(|(_, column)| must_come(column));
                let part = |column: &Column| share(self.recipe(column).percent);
                let most: f64 = eaten().map(|(_, column)| f64::from(column.most) * part(column)).sum();
                if most <= least_left {
                    // One pot is enough for all of them.
                    continue;
                }
                let is_inside = |day: usize| (first..=last).contains(&day);
                let fresh = cooked.iter().filter(|(_, column)| is_inside(self.day(column)));
                let fixed = pinned.iter().filter(|pin| is_inside(pin.day));
                let mut terms: Vec<(usize, f64)> =
                    eaten().map(|(index, column)| (*index, part(column))).collect();
                terms.extend(fresh.map(|(index, column)| (*index, -left(self.recipe(column)))));
                let high = fixed.map(|pin| left(pin.recipe)).sum();
                lines.push(Line { terms, low: f64::NEG_INFINITY, high });
            }
        }
        lines
    }
}

/// Percent as a part.
fn part(percent: u32) -> f64 {
    f64::from(percent) / 100.0
}

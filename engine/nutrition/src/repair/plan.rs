//! A plan with its totals, kept as it changes.

use crate::{
    batch,
    pool::{Amounts, Dish, MEASURES, Place, add, subtract},
    request::{Request, Row},
    search::{Assignment, assignments},
};

/// Recipes by day and slot, with the totals of days and horizon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    chosen: Vec<Vec<Option<Place>>>,
    days: Vec<Amounts>,
    horizon: Amounts,
}

impl Plan {
    /// The pins of a request, and assignments that keep HC-1, HC-2, HC-3 and HC-8.
    pub fn new(request: &Request, assignments: &[Assignment]) -> Self {
        let mut horizon = [0; MEASURES];
        let days: Vec<Amounts> = (0..request.days.len()).map(|day| request.fixed(day)).collect();
        for day in &days {
            add(&mut horizon, day);
        }
        let chosen = request.days.iter().map(|day| day.iter().map(|slot| slot.pinned).collect()).collect();
        let mut plan = Self { chosen, days, horizon };
        for meal in assignments {
            if request.days[meal.day][meal.slot].is_open() {
                plan.put(request, meal.day, meal.slot, Some(meal.recipe));
            }
        }
        plan
    }

    /// What stands in a slot.
    pub fn at(&self, day: usize, slot: usize) -> Option<Place> {
        self.chosen[day][slot]
    }

    /// The totals of a day.
    pub fn day(&self, day: usize) -> &Amounts {
        &self.days[day]
    }

    /// The totals of all days.
    pub fn horizon(&self) -> &Amounts {
        &self.horizon
    }

    /// Puts a recipe into a slot, or empties it.
    pub fn put(&mut self, request: &Request, day: usize, slot: usize, place: Option<Place>) {
        if let Some(old) = self.chosen[day][slot] {
            subtract(&mut self.days[day], &request.recipes[old].amounts);
            subtract(&mut self.horizon, &request.recipes[old].amounts);
        }
        if let Some(new) = place {
            add(&mut self.days[day], &request.recipes[new].amounts);
            add(&mut self.horizon, &request.recipes[new].amounts);
        }
        self.chosen[day][slot] = place;
    }

    /// Recipes that the other slots keep from a slot (HC-2, HC-8, MO-6).
    pub fn blocked(&self, request: &Request, day: usize, slot: usize) -> Vec<Dish> {
        let mut blocked = vec![];
        let window = request.variety_days - 1;
        let free = request.days[day][slot].is_workout();
        for other in day.saturating_sub(window)..(day + window + 1).min(request.days.len()) {
            for (index, place) in self.chosen[other].iter().enumerate() {
                let there = &request.days[other][index];
                let counts = if other == day { index != slot } else { !free && !there.is_workout() };
                if let Some(place) = place.filter(|_| counts && there.is_counted()) {
                    let recipe = &request.recipes[place];
                    blocked.extend((!recipe.is_leftover).then_some(recipe.dish));
                }
            }
        }
        if !free && day < window {
            blocked.extend(&request.day_zero);
        }
        blocked
    }

    /// Whether a serving may be put into a slot from which the others keep these recipes: from home if enough is left
    /// there, which may repeat (ML-6).
    pub fn admits(
        &self,
        request: &Request,
        (day, slot): (usize, usize),
        place: Place,
        blocked: &[Dish],
    ) -> bool {
        let recipe = &request.recipes[place];
        if !recipe.is_at_home {
            return !blocked.contains(&recipe.dish);
        }
        let mut with = self.clone();
        with.put(request, day, slot, Some(place));
        with.is_served(request)
    }

    /// Whether every leftover was cooked before.
    pub fn is_served(&self, request: &Request) -> bool {
        batch::pots(request, &self.assignments()).is_some()
    }

    /// Every constraint on totals that the plan breaks, with its day.
    pub fn broken<'r>(&self, request: &'r Request) -> Vec<(Option<usize>, &'r Row, i64)> {
        let mut broken = vec![];
        for (day, rows) in request.day_rows.iter().enumerate() {
            let missed = rows.iter().map(|row| (Some(day), row, self.days[day][row.measure]));
            broken.extend(missed.filter(|(_, row, total)| !row.holds(*total)));
        }
        let missed = request.horizon_rows.iter().map(|row| (None, row, self.horizon[row.measure]));
        broken.extend(missed.filter(|(_, row, total)| !row.holds(*total)));
        broken
    }

    /// How many constraints the plan breaks on other days than this one.
    pub fn broken_elsewhere(&self, request: &Request, day: usize) -> usize {
        let others = request.day_rows.iter().zip(&self.days).enumerate().filter(|(other, _)| *other != day);
        others
            .map(|(_, (rows, totals))| rows.iter().filter(|row| !row.holds(totals[row.measure])).count())
            .sum()
    }

    /// How many constraints on a day and on the horizon the plan would break with so much more on that day.
    pub fn broken_with(&self, request: &Request, day: usize, more: &Amounts) -> usize {
        let broken = |rows: &[Row], totals: &Amounts| {
            rows.iter().filter(|row| !row.holds(totals[row.measure] + more[row.measure])).count()
        };
        broken(&request.day_rows[day], &self.days[day]) + broken(&request.horizon_rows, &self.horizon)
    }

    /// Whether every slot is filled, every total in its bounds, and every leftover cooked before.
    pub fn is_valid(&self, request: &Request) -> bool {
        let is_full = request.open_slots().all(|slot| self.chosen[slot.day][slot.index].is_some());
        is_full && self.broken(request).is_empty() && self.is_served(request)
    }

    /// The assignments in decision order.
    pub fn assignments(&self) -> Vec<Assignment> {
        assignments(&self.chosen)
    }
}

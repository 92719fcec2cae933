//! The program of a request: its columns, its rows, and how a solution becomes a plan.

mod leftover;

use super::{Aim, Question};
use crate::{
    pool::{Dish, MEASURES, Place, PoolRecipe, looser},
    request::{Leftovers, Request, Row},
    search::Assignment,
    slot::Slot,
};

/// A serving in a family of slots: how often it is eaten there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The family.
    pub family: usize,
    /// The serving.
    pub place: Place,
    /// How often at most: once, leftovers as often as there are slots (HC-2, MO-2).
    pub most: u32,
}

/// Slots of a day among which recipes are told apart by cooking time alone, or which are all alike.
#[derive(Debug, Clone)]
struct Family<'r> {
    day: usize,
    is_workout: bool,
    slots: Vec<&'r Slot>,
    /// What may be cooked in the loosest of them.
    places: Vec<Place>,
    /// Leftovers that may stand in any of them (MO-2).
    reheated: Vec<Place>,
}

/// A row: the sum of columns with coefficients, between two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Columns and coefficients.
    pub terms: Vec<(usize, f64)>,
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// The program of a question.
pub struct Model<'r> {
    request: &'r Request,
    families: Vec<Family<'r>>,
    /// In the order of day, class and recipe.
    pub columns: Vec<Column>,
    /// What each column costs; the least sum is wanted.
    pub costs: Vec<f64>,
    /// All rows.
    pub lines: Vec<Line>,
}

impl<'r> Model<'r> {
    pub(super) fn new(question: &Question<'r>) -> Self {
        let request = question.request;
        let families = families(request);
        let mut columns = vec![];
        for (number, family) in families.iter().enumerate() {
            let is_listed = |place: &Place| {
                let dish = request.recipes[*place].dish;
                question.dishes.is_none_or(|dishes| dishes.binary_search(&dish).is_ok())
            };
            let is_free = |place: &Place| !is_barred(request, family, request.recipes[*place].dish);
            let column = |most: usize| {
                let most = u32::try_from(most).unwrap_or(u32::MAX);
                move |&place: &Place| Column { family: number, place, most }
            };
            let cooked = family.places.iter().filter(|place| is_listed(place) && is_free(place));
            columns.extend(cooked.map(column(1)));
            let reheated = family.reheated.iter().filter(|place| is_listed(place));
            columns.extend(reheated.map(column(family.slots.len())));
        }
        let mut model = Self { request, families, costs: vec![0.0; columns.len()], columns, lines: vec![] };
        model.fill_lines(request);
        model.repetition_lines(request);
        match request.leftovers {
            Leftovers::Cooked => model.leftover_lines(),
            Leftovers::Waiting => model.home_lines(),
            Leftovers::None | Leftovers::Stocked => {}
        }
        model.total_lines(request, &question.aim);
        model.aim(request, &question.aim);
        model.apart_lines(request, question);
        model
    }

    /// Every family is filled, and slow recipes stand only where there is time (HC-3).
    fn fill_lines(&mut self, request: &Request) {
        for (number, family) in self.families.iter().enumerate() {
            let own = || self.columns.iter().enumerate().filter(move |(_, column)| column.family == number);
            let slots = float(family.slots.len());
            let all = own().map(|(index, _)| (index, 1.0)).collect();
            self.lines.push(Line { terms: all, low: slots, high: slots });
            let mut caps: Vec<u32> = family.slots.iter().filter_map(|slot| slot.cap).collect();
            caps.sort_unstable();
            caps.dedup();
            for cap in caps {
                let slower = own().filter(|(_, column)| request.recipes[column.place].minutes > cap);
                let terms: Vec<(usize, f64)> = slower.map(|(index, _)| (index, 1.0)).collect();
                let room = family.slots.iter().filter(|slot| slot.cap.is_none_or(|own| own > cap)).count();
                if room < terms.len() {
                    self.lines.push(Line { terms, low: f64::NEG_INFINITY, high: float(room) });
                }
            }
        }
    }

    fn recipe(&self, column: &Column) -> &'r PoolRecipe {
        &self.request.recipes[column.place]
    }

    /// HC-2 on each day, HC-8 in each window of days; leftovers are free of both (MO-2).
    fn repetition_lines(&mut self, request: &Request) {
        let days = request.days.len();
        let mut by_dish: Vec<Vec<usize>> = vec![vec![]; request.dishes];
        let cooked = self.columns.iter().enumerate().filter(|(_, column)| !self.recipe(column).is_leftover);
        for (index, column) in cooked {
            by_dish[self.recipe(column).dish].push(index);
        }
        let family = |index: usize| &self.families[self.columns[index].family];
        let mut lines = vec![];
        for indexes in by_dish {
            let mut once = |terms: Vec<(usize, f64)>| {
                if terms.len() > 1 {
                    lines.push(Line { terms, low: f64::NEG_INFINITY, high: 1.0 });
                }
            };
            for day in 0..days {
                let today = indexes.iter().filter(|&&index| family(index).day == day);
                once(today.map(|&index| (index, 1.0)).collect());
            }
            for first in 0..=days.saturating_sub(request.variety_days) {
                let window = first..first + request.variety_days;
                let near = |index: &&usize| {
                    let family = family(**index);
                    !family.is_workout && window.contains(&family.day)
                };
                once(indexes.iter().filter(near).map(|&index| (index, 1.0)).collect());
            }
        }
        self.lines.extend(lines);
    }

    /// Windows, limits and ceilings of each day; floors of the horizon unless one measure is to be the most.
    fn total_lines(&mut self, request: &Request, aim: &Aim) {
        let mut fixed = [0; MEASURES];
        for day in 0..request.days.len() {
            let of_day = request.fixed(day);
            crate::pool::add(&mut fixed, &of_day);
            for row in &request.day_rows[day] {
                let line = self.total_line(request, row, of_day[row.measure], Some(day));
                self.lines.push(line);
            }
        }
        if !matches!(aim, Aim::Most(_)) {
            for row in &request.horizon_rows {
                let line = self.total_line(request, row, fixed[row.measure], None);
                self.lines.push(line);
            }
        }
    }

    /// A row in parts of its own size, so that all coefficients are near 1.
    fn total_line(&self, request: &Request, row: &Row, fixed: i64, day: Option<usize>) -> Line {
        let size = amount(row.low.unwrap_or(0).max(row.high.unwrap_or(0)).max(1));
        let columns = self.columns.iter().enumerate();
        let of_day =
            columns.filter(|(_, column)| day.is_none_or(|day| self.families[column.family].day == day));
        let terms = of_day.filter_map(|(index, column)| {
            let amount = amount(request.recipes[column.place].amounts[row.measure]) / size;
            (amount != 0.0).then_some((index, amount))
        });
        Line {
            terms: terms.collect(),
            low: row.low.map_or(f64::NEG_INFINITY, |low| amount(low - fixed) / size),
            high: row.high.map_or(f64::INFINITY, |high| amount(high - fixed) / size),
        }
    }

    fn aim(&mut self, request: &Request, aim: &Aim) {
        match aim {
            Aim::Any => {}
            Aim::Most(measure) => {
                let of = |column: &Column| amount(request.recipes[column.place].amounts[*measure]);
                let size = self.columns.iter().map(of).fold(1.0, f64::max);
                self.costs = self.columns.iter().map(|column| -of(column) / size).collect();
            }
            Aim::Near(plan) => {
                for index in self.equal(request, plan, |one, other| one == other) {
                    self.costs[index] = -1.0;
                }
                // All leftovers together weigh less than one change.
                let share = 0.5 / float(request.open_slots().count().max(1));
                for (index, _) in self.offered() {
                    self.costs[index] -= share;
                }
            }
        }
    }

    /// MO-8: not too many meals of an earlier plan on the same days.
    fn apart_lines(&mut self, request: &Request, question: &Question<'_>) {
        for plan in &question.apart.plans {
            // Another portion of the same recipe is no other meal.
            let same = |one: Place, other: Place| request.recipes[one].dish == request.recipes[other].dish;
            let terms = self.equal(request, plan, same).into_iter().map(|index| (index, 1.0)).collect();
            let high = float(question.apart.most_equal);
            self.lines.push(Line { terms, low: f64::NEG_INFINITY, high });
        }
    }

    /// The columns of what a plan uses on the same days, or in the same slots where each is told apart.
    fn equal(
        &self,
        request: &Request,
        plan: &[Assignment],
        same: impl Fn(Place, Place) -> bool,
    ) -> Vec<usize> {
        let is_single = request.leftovers == Leftovers::Waiting;
        let used = |column: &Column| {
            let family = &self.families[column.family];
            plan.iter().any(|meal| {
                meal.day == family.day
                    && request.days[meal.day][meal.slot].is_workout() == family.is_workout
                    && (!is_single || meal.slot == family.slots[0].index)
                    && same(meal.recipe, column.place)
            })
        };
        self.columns.iter().enumerate().filter(|(_, column)| used(column)).map(|(index, _)| index).collect()
    }

    /// The plan of a solution: quick recipes to the slots with little time, then in the order of time and id; leftovers
    /// after what is cooked.
    pub(super) fn decode(&self, values: &[f64]) -> Option<Vec<Assignment>> {
        let mut plan: Vec<Assignment> = vec![];
        for (number, family) in self.families.iter().enumerate() {
            let own = self.columns.iter().zip(values).filter(|(column, _)| column.family == number);
            let times = |column: &Column, value: f64| {
                let times = (1..=column.most).take_while(|&times| f64::from(times) - 0.5 < value);
                times.map(|_| column.place).collect::<Vec<_>>()
            };
            let mut eaten: Vec<Place> = own.flat_map(|(column, &value)| times(column, value)).collect();
            let order = |recipe: &PoolRecipe| (recipe.is_leftover, recipe.minutes);
            eaten.sort_by_key(|&place| (order(&self.request.recipes[place]), place));
            let mut slots = family.slots.clone();
            slots.sort_by_key(|slot| (slot.cap.unwrap_or(u32::MAX), slot.time));
            if eaten.len() != slots.len() {
                return None;
            }
            let meals = slots.iter().zip(eaten);
            plan.extend(meals.map(|(slot, recipe)| Assignment { day: slot.day, slot: slot.index, recipe }));
        }
        let pinned =
            self.request.days.iter().flatten().filter_map(|slot| {
                Some(Assignment { day: slot.day, slot: slot.index, recipe: slot.pinned? })
            });
        plan.extend(pinned);
        plan.sort_by_key(|meal| (meal.day, meal.slot));
        Some(plan)
    }
}

/// The families of a request: by day and workout; by kind too if slots ask for tags. With batches to be chosen the order
/// of slots matters, so only neighbors that are alike stay together; with what is at home each slot stands alone, so that
/// a meal that moves within its day counts as changed (ML-4, ML-6).
fn families(request: &Request) -> Vec<Family<'_>> {
    let has_tags = request.kinds.iter().any(|kind| !kind.tags.is_empty());
    let mut families: Vec<Family<'_>> = vec![];
    for slot in request.open_slots() {
        let follows = |last: &Slot| match request.leftovers {
            Leftovers::None => true,
            Leftovers::Cooked | Leftovers::Stocked => last.index + 1 == slot.index && last.kind == slot.kind,
            Leftovers::Waiting => false,
        };
        let is_same = |family: &&mut Family<'_>| {
            family.day == slot.day
                && family.is_workout == slot.is_workout()
                && (!has_tags || family.slots[0].kind == slot.kind)
                && family.slots.last().is_some_and(|last| follows(last))
        };
        match families.iter_mut().find(is_same) {
            Some(family) => family.slots.push(slot),
            None => families.push(Family {
                day: slot.day,
                is_workout: slot.is_workout(),
                slots: vec![slot],
                places: vec![],
                reheated: vec![],
            }),
        }
    }
    for family in &mut families {
        let cap = family.slots.iter().map(|slot| slot.cap).reduce(looser).flatten();
        let loosest = family.slots.iter().find(|slot| slot.cap == cap);
        let Some(kind) = loosest.map(|slot| &request.kinds[slot.kind]) else { continue };
        family.places.clone_from(&kind.eligible);
        family.reheated = request.reheated(kind).collect();
    }
    families
}

/// Whether fixed meals keep a recipe from a family (HC-2, HC-8).
fn is_barred(request: &Request, family: &Family<'_>, dish: Dish) -> bool {
    let window = request.variety_days - 1;
    let pinned = |day: usize| {
        let counted = request.days[day].iter().filter(|slot| slot.is_counted());
        let fixed = counted.filter_map(|slot| Some((slot, slot.pinned?)));
        fixed
            .filter(|(_, place)| !request.recipes[*place].is_at_home)
            .map(|(slot, place)| (slot, request.recipes[place].dish))
    };
    let near = family.day.saturating_sub(window)..(family.day + window + 1).min(request.days.len());
    let repeated = near.into_iter().any(|day| {
        let bars = |slot: &Slot| day == family.day || (!family.is_workout && !slot.is_workout());
        pinned(day).any(|(slot, fixed)| fixed == dish && bars(slot))
    });
    let before = !family.is_workout && family.day < window && request.day_zero.contains(&dish);
    repeated || before
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
const fn amount(millionths: i64) -> f64 {
    millionths as f64
}

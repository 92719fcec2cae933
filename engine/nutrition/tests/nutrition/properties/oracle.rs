//! The oracle: every plan of a small problem, found by trying everything. It is written from the chapter (HC, MV, MO) and
//! reads no part of the engine.

use super::instance::{AMOUNTS, Batch, DAILY, FIRST, Instance, PARTS, Slot, Target};

/// Amounts in millionths, with the cost in the last place.
pub(super) type Total = [i64; AMOUNTS + 1];

const COST: usize = AMOUNTS;
const MILLION: i64 = 1_000_000;

/// The valid ways to fill a day that differ in what other days see of them.
#[derive(Debug, Clone)]
pub(super) struct Fill {
    /// Recipes outside of workout slots, as bits; servings of batches do not count (HC-8, MO-2).
    repeats: u32,
    pub(super) total: Total,
}

/// A row: the least and the most of an amount.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    measure: usize,
    least: i64,
    most: i64,
}

impl Bound {
    pub(super) fn holds(&self, total: &Total) -> bool {
        (self.least..=self.most).contains(&total[self.measure])
    }
}

/// What may stand in a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) recipe: usize,
    pub(super) amounts: Total,
}

fn millionths(parts: i64) -> i64 {
    parts * (MILLION / PARTS)
}

/// HC-3: minutes by level.
pub(super) fn cap(level: u32) -> u32 {
    [0, 5, 15, 30, u32::MAX][level as usize]
}

impl Instance {
    /// Whether there is a plan at all.
    pub(super) fn has_plan(&self) -> bool {
        let mut found = false;
        self.each_plan(&mut |_| {
            found = true;
            false
        });
        found
    }

    /// Shows the total of each plan until `visit` has seen enough.
    pub(super) fn each_plan(&self, visit: &mut dyn FnMut(&Total) -> bool) {
        let bounds = self.horizon_bounds();
        self.each_sequence(&mut |total| {
            if bounds.iter().all(|bound| bound.holds(total)) { visit(total) } else { true }
        });
    }

    /// Shows the total of each sequence of valid days, whatever the horizon asks.
    pub(super) fn each_sequence(&self, visit: &mut dyn FnMut(&Total) -> bool) {
        let days: Vec<Vec<Fill>> = (0..self.days.len()).map(|day| self.fills(day)).collect();
        if days.iter().all(|fills| !fills.is_empty()) {
            let before = self.day_zero.iter().fold(0, |mask, recipe| mask | 1 << recipe);
            self.walk(&days, &mut vec![before], &[0; AMOUNTS + 1], visit);
        }
    }

    /// How many sequences of days there are at most.
    pub(super) fn size(&self) -> usize {
        (0..self.days.len()).map(|day| self.fills(day).len()).product()
    }

    fn walk(
        &self,
        days: &[Vec<Fill>],
        before: &mut Vec<u32>,
        total: &Total,
        visit: &mut dyn FnMut(&Total) -> bool,
    ) -> bool {
        let Some((today, later)) = days.split_first() else { return visit(total) };
        let window = self.options.variety_days.unwrap_or(2) - 1;
        let recent = before.iter().rev().take(window).fold(0, |mask, day| mask | day);
        for fill in today.iter().filter(|fill| fill.repeats & recent == 0) {
            before.push(fill.repeats);
            let go_on = self.walk(later, before, &sum(total, &fill.total), visit);
            before.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// The valid fills of a day.
    pub(super) fn fills(&self, day: usize) -> Vec<Fill> {
        let slots = &self.days[day].slots;
        let options: Vec<Vec<Choice>> = (0..slots.len()).map(|slot| self.options_of(day, slot)).collect();
        let bounds = self.day_bounds();
        let mut fills = vec![];
        self.fill_slot(day, &options, &mut vec![], &[0; AMOUNTS + 1], &mut |eaten, total| {
            if bounds.iter().all(|bound| bound.holds(total)) {
                let counted = slots.iter().enumerate().zip(eaten).filter(|((slot, at), _)| {
                    !self.is_workout(day, at) && self.batch_at(day, *slot).is_none()
                });
                let repeats = counted.fold(0, |mask, (_, recipe)| mask | 1 << recipe);
                fills.push(Fill { repeats, total: *total });
            }
        });
        fills.sort_by_key(|fill| (fill.repeats, fill.total));
        fills.dedup_by_key(|fill| (fill.repeats, fill.total));
        fills
    }

    /// HC-2: one slot after another, no recipe twice.
    fn fill_slot(
        &self,
        day: usize,
        options: &[Vec<Choice>],
        eaten: &mut Vec<usize>,
        total: &Total,
        visit: &mut dyn FnMut(&[usize], &Total),
    ) {
        let slot = eaten.len();
        let Some(here) = options.get(slot) else { return visit(eaten, total) };
        let is_batch = self.batch_at(day, slot).is_some();
        for option in here {
            let repeats = |(other, &recipe): (usize, &usize)| {
                recipe == option.recipe && self.batch_at(day, other).is_none()
            };
            if is_batch || !eaten.iter().enumerate().any(repeats) {
                eaten.push(option.recipe);
                self.fill_slot(day, options, eaten, &sum(total, &option.amounts), visit);
                eaten.pop();
            }
        }
    }

    /// HC-1, HC-3, HC-6, MO-1, MO-2, MO-5, MO-7: what may stand in a slot.
    pub(super) fn options_of(&self, day: usize, number: usize) -> Vec<Choice> {
        let slot = &self.days[day].slots[number];
        let pinned = self.pins.iter().find(|pin| (pin.day, pin.slot) == (day, number)).map(|pin| pin.recipe);
        let batch = self.batch_at(day, number);
        let fixed = batch.map(|batch| batch.recipe).or(pinned);
        let is_reheated = batch.is_some_and(|batch| batch.eaten[0] != (day, number));
        let mut options = vec![];
        for (recipe, facts) in self.recipes.iter().enumerate() {
            let minutes = if is_reheated { 3 } else { facts.minutes };
            let allowed = fixed.is_none_or(|fixed| fixed == recipe)
                && !facts.is_excluded
                && minutes <= cap(slot.level)
                && (facts.has_tag || !slot.needs_tag)
                && (facts.coins.is_some() || self.options.max_coins.is_none());
            let whole = vec![100];
            let percents = match &self.options.portions {
                Some((percents, _)) if fixed.is_none() => percents,
                _ => &whole,
            };
            if allowed {
                options.extend(
                    percents.iter().map(|&percent| Choice { recipe, amounts: self.portion(recipe, percent) }),
                );
            }
        }
        options
    }

    /// MO-1: amounts times the percent, half up.
    pub(super) fn portion(&self, recipe: usize, percent: u32) -> Total {
        let facts = &self.recipes[recipe];
        let share = |amount: i64| (amount * i64::from(percent) + 50).div_euclid(100);
        let mut total = [0; AMOUNTS + 1];
        for (total, &parts) in total.iter_mut().zip(&facts.amounts) {
            *total = share(millionths(parts));
        }
        total[COST] = share(i64::from(facts.coins.unwrap_or(0)));
        total
    }

    fn batch_at(&self, day: usize, slot: usize) -> Option<&Batch> {
        self.batches.iter().find(|batch| batch.eaten.contains(&(day, slot)))
    }

    /// MD-3: from 120 minutes before 17:00, from 18:00 for less than 180 minutes.
    pub(crate) fn is_workout(&self, day: usize, slot: &Slot) -> bool {
        self.days[day].has_workout && ((900..1020).contains(&slot.time) || (1080..1260).contains(&slot.time))
    }

    /// MV-3, HC-4, HC-5, MO-3, MO-4, MO-7.
    pub(super) fn day_bounds(&self) -> Vec<Bound> {
        let (calories, protein, _, carbs) = DAILY;
        let [fat_min, fat_max] = self.fat;
        let most = |measure: usize, most: i64| Bound { measure, least: i64::MIN, most };
        let window = |measure: usize, target: i64| {
            let percent = target * MILLION / 100;
            Bound { measure, least: (100 - self.tolerance) * percent, most: (100 + self.tolerance) * percent }
        };
        let mut bounds = vec![
            window(0, calories),
            window(1, protein),
            Bound { measure: 2, least: fat_min * MILLION, most: fat_max * MILLION },
        ];
        if !self.options.has_slack_carbs {
            bounds.push(window(3, carbs));
        }
        bounds.extend(self.ceiling.map(|ceiling| most(0, ceiling * MILLION)));
        bounds.extend(self.limits.iter().map(|&(nutrient, parts)| most(FIRST + nutrient, millionths(parts))));
        bounds.extend(self.options.max_coins.map(|coins| most(COST, i64::from(coins))));
        bounds.extend(self.targets.iter().filter(|target| target.is_daily).map(|target| bound(target, 1)));
        bounds
    }

    /// MV-4, MO-4.
    pub(super) fn horizon_bounds(&self) -> Vec<Bound> {
        let days = i64::try_from(self.days.len()).unwrap();
        let is_single = days == 1 && !self.options.is_strict;
        let bound = |target: &Target| {
            let whole = bound(target, days);
            // A floor of a single day is told, not kept.
            if is_single { Bound { least: i64::MIN, ..whole } } else { whole }
        };
        self.targets.iter().filter(|target| !target.is_daily).map(bound).collect()
    }

    /// The floors of the horizon: measure, and what it needs.
    pub(super) fn floors(&self) -> Vec<(usize, i64)> {
        let floors = self.horizon_bounds().into_iter().filter(|bound| bound.least > 0);
        floors.map(|bound| (bound.measure, bound.least)).collect()
    }
}

/// What a target asks of so many days.
fn bound(target: &Target, days: i64) -> Bound {
    let needed = target.fraction_milli * millionths(target.amount) * days;
    let least = -(-needed).div_euclid(1000);
    let (least, most) = match target.direction {
        _ if target.is_advisory => (i64::MIN, i64::MAX),
        "floor" => (least, i64::MAX),
        "ceiling" => (i64::MIN, millionths(target.amount) * days),
        "range" => (least, millionths(target.max) * days),
        _ => (i64::MIN, i64::MAX),
    };
    Bound { measure: FIRST + target.nutrient, least, most }
}

pub(super) fn sum(one: &Total, other: &Total) -> Total {
    let mut total = *one;
    for (total, amount) in total.iter_mut().zip(other) {
        *total += amount;
    }
    total
}

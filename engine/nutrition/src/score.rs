//! Score: how well a recipe fits its place (MC-1..MC-9), and how ties are broken (MT-1).

use std::cmp::{Ordering, Reverse};

use domain::nutrient::Nutrient;

use crate::{
    pool::{Place, PoolRecipe},
    problem::Policy,
    request::{DayTargets, Request},
    slot::Slot,
};

const CALORIES: usize = Nutrient::Calories as usize;
const PROTEIN: usize = Nutrient::Protein as usize;
const FAT: usize = Nutrient::Fat as usize;
const CARBS: usize = Nutrient::Carbs as usize;
const FIBER: usize = Nutrient::Fiber as usize;

/// The parts of a score, each 0..100, and what preferences add.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the parts of MC-1 by their names")]
pub struct Score {
    pub nutrition: f64,
    pub micronutrients: f64,
    pub satiety: f64,
    pub balance: f64,
    pub schedule: f64,
    pub preferred: f64,
}

impl Score {
    /// MC-1: the weighted sum; there is no other total.
    pub fn total(&self) -> f64 {
        (40.0 * self.nutrition
            + 30.0 * self.micronutrients
            + 15.0 * self.satiety
            + 15.0 * self.balance
            + 10.0 * self.schedule)
            / 110.0
            + self.preferred
    }
}

/// A floor as it stands on the day that is being filled.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Need {
    nutrient: usize,
    target: f64,
    adjusted: f64,
    consumed: f64,
    gap: f64,
    carryover: f64,
}

/// What all candidates of one place share.
pub struct Outlook<'r> {
    request: &'r Request,
    slot: &'r Slot,
    /// MD-5: the ideal of this meal.
    ideal: Ideal,
    /// Trajectory: what is left, spread evenly.
    even: Ideal,
    needs: Vec<Need>,
    /// Whether the day holds anything yet, pins included.
    is_begun: bool,
    /// Fat of the day by source, if every part of it is known.
    fat_sources: Vec<(String, f64)>,
}

/// Amounts that a meal should have.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ideal {
    calories: f64,
    protein: f64,
    carbs: f64,
    fat_min: f64,
    fat_max: f64,
}

/// What is known when a place is filled.
pub struct Situation<'s> {
    /// Consumed on the day so far, pins of the day included.
    pub consumed: &'s [i64],
    /// Totals of the completed days.
    pub completed: &'s [i64],
    /// How many days are completed.
    pub completed_days: usize,
    /// Unassigned slots of the day, this one included.
    pub slots_left: usize,
    /// Recipes of the day so far, pins included.
    pub eaten: &'s [Place],
}

fn units(millionths: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
    let units = millionths as f64 / 1e6;
    units
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

impl<'r> Outlook<'r> {
    /// The outlook of a place.
    pub fn new(request: &'r Request, slot: &'r Slot, situation: &Situation<'_>) -> Self {
        let targets = &request.targets[slot.day];
        let even = even(targets, situation);
        let days = request.days.len();
        let needs = request.floors.iter().filter(|floor| floor.target > 0).map(|floor| {
            let nutrient = floor.nutrient as usize;
            let done = i64::try_from(situation.completed_days).unwrap_or(0);
            let carryover = (floor.target * done - situation.completed[nutrient]).max(0);
            let (target, carryover) = (units(floor.target), units(carryover));
            let adjusted = target + carryover / count(days - situation.completed_days);
            let consumed = units(situation.consumed[nutrient]);
            Need { nutrient, target, adjusted, consumed, gap: adjusted - consumed, carryover }
        });
        Self {
            request,
            slot,
            ideal: even.for_slot(slot),
            even,
            needs: needs.collect(),
            is_begun: !situation.eaten.is_empty(),
            fat_sources: fat_of_day(request, situation.eaten),
        }
    }

    /// The score of a recipe here.
    pub fn score(&self, recipe: &PoolRecipe) -> Score {
        Score {
            nutrition: self.nutrition(recipe),
            micronutrients: self.micronutrients(recipe),
            satiety: self.satiety(recipe),
            balance: self.balance(recipe),
            schedule: self.schedule(recipe),
            preferred: self.preferred(recipe),
        }
    }

    fn is_compat(&self) -> bool {
        self.request.policy == Policy::Compat
    }

    /// MC-2: how near a value is to its target; a tenth away is nothing.
    fn sub(&self, value: f64, target: f64, deviation_factor: f64) -> f64 {
        if target > 0.0 {
            let deviation = (value - target).abs() * deviation_factor;
            return (100.0 * (1.0 - deviation / (0.10 * target))).clamp(0.0, 100.0);
        }
        if self.is_compat() || value == 0.0 { 100.0 } else { 0.0 }
    }

    /// MC-3.
    fn nutrition(&self, recipe: &PoolRecipe) -> f64 {
        let of = |nutrient: usize| units(recipe.amounts[nutrient]);
        let calories = self.sub(of(CALORIES), self.ideal.calories, 1.0);
        let protein = self.sub(of(PROTEIN), self.ideal.protein, 1.0);
        let heavy = !self.is_compat() && self.slot.is_sedentary() && of(CARBS) > self.ideal.carbs;
        let factor = if heavy { 1.1 } else { 1.0 };
        let carbs = self.sub(of(CARBS), self.ideal.carbs, factor) * self.timing(recipe);
        (calories + protein + carbs + self.fat(of(FAT))) / 4.0
    }

    fn fat(&self, fat: f64) -> f64 {
        let middle = f64::midpoint(self.ideal.fat_min, self.ideal.fat_max);
        let half = (self.ideal.fat_max - self.ideal.fat_min) / 2.0;
        if half > 0.0 {
            100.0 * (1.0 - ((fat - middle).abs() / half).min(1.0))
        } else if self.is_compat() {
            100.0
        } else {
            self.sub(fat, middle, 1.0)
        }
    }

    /// MC-3: light before a workout, slow before a long gap.
    fn timing(&self, recipe: &PoolRecipe) -> f64 {
        if self.is_compat() {
            return 1.0;
        }
        let of = |nutrient: usize| units(recipe.amounts[nutrient]);
        let mut timing = 1.0;
        if self.slot.pre_workout {
            timing *= 1.0 - 0.15 * (of(FIBER) / 10.0).min(1.0) - 0.15 * (of(FAT) / 20.0).min(1.0);
        }
        if self.slot.overnight_fast_ahead && of(CARBS) > 0.0 {
            timing *= 0.85 + 0.15 * (of(FIBER) / (0.1 * of(CARBS))).min(1.0);
        }
        timing
    }

    /// MC-4: how much of what is needed it fills, weighed by how much is missing.
    fn micronutrients(&self, recipe: &PoolRecipe) -> f64 {
        let (mut filled, mut weights) = (0.0, 0.0);
        for need in self.needs.iter().filter(|need| need.gap > 0.0) {
            let amount = units(recipe.amounts[need.nutrient]);
            let weight = if self.is_compat() {
                if amount <= 0.0 {
                    continue;
                }
                need.gap + need.carryover
            } else {
                (need.gap + need.carryover) / need.target
            };
            filled += weight * (amount / need.gap).min(1.0);
            weights += weight;
        }
        if weights > 0.0 { 100.0 * filled / weights } else { 50.0 }
    }

    /// MC-5.
    fn satiety(&self, recipe: &PoolRecipe) -> f64 {
        let of = |nutrient: usize| units(recipe.amounts[nutrient]);
        if !self.slot.is_high_satiety {
            return (70.0 - 0.5 * (of(PROTEIN) - 25.0).abs()).clamp(0.0, 100.0);
        }
        let parts =
            (6.0 * of(FIBER)).min(100.0) + (2.5 * of(PROTEIN)).min(100.0) + (of(CALORIES) / 6.0).min(100.0);
        match recipe.milligrams {
            Some(milligrams) if !self.is_compat() && milligrams > 0 => {
                let density = of(CALORIES) / (units(milligrams) * 1000.0);
                (parts + (100.0 * (3.0 - density) / 2.0).clamp(0.0, 100.0)) / 4.0
            }
            _ => parts / 3.0,
        }
    }

    /// MC-6.
    fn balance(&self, recipe: &PoolRecipe) -> f64 {
        if !self.is_begun {
            return 50.0;
        }
        let (mut sum, mut parts) = (self.diversity(recipe), 1.0);
        if let Some(fat) = self.fat_diversity(recipe) {
            sum += fat;
            parts += 1.0;
        }
        (sum + self.trajectory(recipe)) / (parts + 1.0)
    }

    fn trajectory(&self, recipe: &PoolRecipe) -> f64 {
        let of = |nutrient: usize| units(recipe.amounts[nutrient]);
        let middle = f64::midpoint(self.even.fat_min, self.even.fat_max);
        let part = |value: f64, need: f64, is_energy: bool| {
            let unclear = if is_energy { need <= 0.0 } else { need == 0.0 };
            if self.is_compat() && unclear { 50.0 } else { self.sub(value, need, 1.0) }
        };
        let sum = part(of(CALORIES), self.even.calories, true)
            + part(of(PROTEIN), self.even.protein, false)
            + part(of(FAT), middle, false)
            + part(of(CARBS), self.even.carbs, true);
        sum / 4.0
    }

    /// MC-7: how many of the nutrients that lag today it brings.
    fn diversity(&self, recipe: &PoolRecipe) -> f64 {
        if self.is_compat() {
            if self.needs.is_empty() {
                return 50.0;
            }
            let new =
                self.needs.iter().filter(|need| recipe.amounts[need.nutrient] > 0 && need.consumed < 1.0);
            return (10.0 * count(new.count())).min(100.0);
        }
        let lagging = || self.needs.iter().filter(|need| need.consumed < 0.5 * need.adjusted);
        let brought = lagging().filter(|need| units(recipe.amounts[need.nutrient]) >= 0.05 * need.target);
        match lagging().count() {
            0 => 50.0,
            all => 100.0 * count(brought.count()) / count(all),
        }
    }

    /// MC-8: how different its fat is from that of the day.
    fn fat_diversity(&self, recipe: &PoolRecipe) -> Option<f64> {
        if self.is_compat() {
            return None;
        }
        let own = recipe.fat_sources.as_ref()?;
        let fat: f64 = own.iter().map(|(_, grams)| units(*grams)).sum();
        let day: f64 = self.fat_sources.iter().map(|(_, grams)| grams).sum();
        if fat < 5.0 || day < 5.0 {
            return Some(50.0);
        }
        let shared: f64 = own
            .iter()
            .map(|(source, grams)| {
                let eaten =
                    self.fat_sources.iter().find(|(name, _)| name == source).map_or(0.0, |(_, grams)| *grams);
                (units(*grams) / fat).min(eaten / day)
            })
            .sum();
        Some(100.0 * (1.0 - shared))
    }

    /// MC-9: time to spare.
    fn schedule(&self, recipe: &PoolRecipe) -> f64 {
        let minutes = f64::from(recipe.minutes);
        match self.slot.cap {
            Some(cap) => 100.0 * (1.0 - minutes / f64::from(cap)),
            None => (100.0 - 2.0 * (minutes - 30.0).abs()).max(0.0),
        }
    }

    /// MO-5: preferred tags, and the usual time of the meal if asked.
    fn preferred(&self, recipe: &PoolRecipe) -> f64 {
        let tags = self.slot.preferred_tags.iter().filter(|tag| recipe.tags.contains(tag)).count();
        let usual = self.request.prefers_meal_type && recipe.meal_types.contains(&self.slot.meal_type);
        count(tags + usize::from(usual))
    }

    /// MT-1: what decides between equal scores.
    pub fn tie(&self, recipe: &PoolRecipe) -> Tie {
        let needed = || self.needs.iter().filter(|need| need.gap > 0.0);
        let amount = |need: &Need| units(recipe.amounts[need.nutrient]);
        Tie {
            supplied: needed().filter(|need| amount(need) > 0.0).count(),
            filled: needed().map(|need| (amount(need) / need.gap).min(1.0)).sum(),
            liked: recipe.liked,
        }
    }
}

/// MT-1: rules 1 to 3; the last is the id.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tie {
    supplied: usize,
    filled: f64,
    liked: usize,
}

impl Tie {
    /// The better one is less.
    pub fn compare(&self, other: &Self) -> Ordering {
        Reverse(self.supplied)
            .cmp(&Reverse(other.supplied))
            .then(other.filled.total_cmp(&self.filled))
            .then(Reverse(self.liked).cmp(&Reverse(other.liked)))
    }
}

fn even(targets: &DayTargets, situation: &Situation<'_>) -> Ideal {
    let slots = count(situation.slots_left);
    let left = |target: i64, nutrient: usize| units(target - situation.consumed[nutrient]) / slots;
    Ideal {
        calories: left(targets.calories, CALORIES),
        protein: left(targets.protein, PROTEIN),
        carbs: left(targets.carbs, CARBS),
        fat_min: left(targets.fat_min, FAT),
        fat_max: left(targets.fat_max, FAT),
    }
}

impl Ideal {
    /// MD-5: the factors of the slot, in their order.
    fn for_slot(mut self, slot: &Slot) -> Self {
        if slot.pre_workout {
            self.protein *= 0.8;
            self.carbs *= 1.1;
        }
        if slot.post_workout {
            self.calories *= 1.1;
            self.protein *= 1.2;
            self.carbs *= 1.1;
        }
        if slot.is_high_satiety {
            self.calories *= 1.1;
            self.protein *= 1.1;
            self.fat_min *= 1.1;
            self.fat_max *= 1.1;
        }
        self
    }
}

fn fat_of_day(request: &Request, eaten: &[Place]) -> Vec<(String, f64)> {
    let mut sources: Vec<(String, f64)> = vec![];
    for (source, grams) in
        eaten.iter().filter_map(|&place| request.recipes[place].fat_sources.as_ref()).flatten()
    {
        match sources.iter_mut().find(|(name, _)| name == source) {
            Some((_, total)) => *total += units(*grams),
            None => sources.push((source.clone(), units(*grams))),
        }
    }
    sources
}

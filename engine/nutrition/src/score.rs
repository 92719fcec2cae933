//! Score: how well a recipe fits its place (MC-1..MC-9), and how ties are broken (MT-1).

use std::cmp::{Ordering, Reverse};

use domain::{food::FatSource, nutrient::Nutrient};

use crate::{
    pool::{Amounts, Dish, Place, PoolRecipe, units},
    problem::Policy,
    request::{DayTargets, Request},
    slot::Slot,
    tuning::{Factors, ScoreTuning, Weights},
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

domain::vocabulary::vocabulary! {
    /// The parts of a score, by their letters (MC-1), and what preferences add.
    pub enum Part: "part of a score" {
        Nutrition = "N",
        Micronutrients = "M",
        Satiety = "S",
        Balance = "B",
        Schedule = "C",
        Preferred = "P",
    }
}

impl Score {
    /// What each part adds to the total.
    pub fn shares(&self, weights: &Weights) -> [(Part, f64); 6] {
        let Weights { nutrition, micronutrients, satiety, balance, schedule } = *weights;
        let sum = f64::from(nutrition + micronutrients + satiety + balance + schedule);
        let share = |weight: u32, part: f64| f64::from(weight) * part / sum;
        [
            (Part::Nutrition, share(nutrition, self.nutrition)),
            (Part::Micronutrients, share(micronutrients, self.micronutrients)),
            (Part::Satiety, share(satiety, self.satiety)),
            (Part::Balance, share(balance, self.balance)),
            (Part::Schedule, share(schedule, self.schedule)),
            (Part::Preferred, self.preferred),
        ]
    }

    /// MC-1: the weighted mean and what preferences add; there is no other total.
    pub fn total(&self, weights: &Weights) -> f64 {
        let Weights { nutrition, micronutrients, satiety, balance, schedule } = *weights;
        let sum = nutrition + micronutrients + satiety + balance + schedule;
        (f64::from(nutrition) * self.nutrition
            + f64::from(micronutrients) * self.micronutrients
            + f64::from(satiety) * self.satiety
            + f64::from(balance) * self.balance
            + f64::from(schedule) * self.schedule)
            / f64::from(sum)
            + self.preferred
    }
}

/// What all candidates of one place share.
pub struct Outlook<'r> {
    request: &'r Request,
    slot: &'r Slot,
    /// MD-5: the ideal of this meal.
    ideal: Ideal,
    /// Trajectory: what is left, spread evenly.
    even: Ideal,
    /// MC-4: floors that are not yet reached today, and the sum of their weights.
    needs: Vec<Need>,
    weights: f64,
    /// MC-7: nutrients that lag today, with the least amount that counts.
    lagging: Vec<(usize, f64)>,
    has_floors: bool,
    /// Whether the day holds anything yet, pins included.
    is_begun: bool,
    /// Fat of the day by source, as far as it is known.
    fat_sources: [f64; FatSource::ALL.len()],
    /// Recipes of the last three days, if they score less (MO-6).
    recent: &'r [Dish],
}

/// A floor that today has not reached (MC-4).
#[derive(Debug, Clone, Copy, PartialEq)]
struct Need {
    nutrient: usize,
    gap: f64,
    weight: f64,
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
pub struct Situation<'s, 'r> {
    /// Consumed on the day so far, pins of the day included.
    pub consumed: &'s Amounts,
    /// Totals of the completed days.
    pub completed: &'s Amounts,
    /// How many days are completed.
    pub completed_days: usize,
    /// Unassigned slots of the day, this one included.
    pub slots_left: usize,
    /// Recipes of the day so far, pins included.
    pub eaten: &'s [Place],
    /// Recipes of the last three days; empty unless they score less (MO-6).
    pub recent: &'r [Dish],
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

impl<'r> Outlook<'r> {
    /// The outlook of a place.
    pub fn new(request: &'r Request, slot: &'r Slot, situation: &Situation<'_, 'r>) -> Self {
        let even = even(&request.targets[slot.day], situation);
        let is_compat = request.policy == Policy::Compat;
        let (mut needs, mut lagging, mut weights) = (vec![], vec![], 0.0);
        for floor in request.floors.iter().filter(|floor| floor.target > 0) {
            let nutrient = floor.nutrient as usize;
            let done = i64::try_from(situation.completed_days).unwrap_or(0);
            let carryover = (floor.target * done - situation.completed[nutrient]).max(0);
            let (target, carryover) = (units(floor.target), units(carryover));
            // MD-6: what is missing is spread over the days that remain.
            let adjusted = target + carryover / count(request.days.len() - situation.completed_days);
            let consumed = units(situation.consumed[nutrient]);
            let gap = adjusted - consumed;
            if gap > 0.0 {
                let weight = if is_compat { gap + carryover } else { (gap + carryover) / target };
                weights += weight;
                needs.push(Need { nutrient, gap, weight });
            }
            if is_compat {
                if consumed < 1.0 {
                    lagging.push((nutrient, f64::MIN_POSITIVE));
                }
            } else if consumed < 0.5 * adjusted {
                lagging.push((nutrient, 0.05 * target));
            }
        }
        Self {
            request,
            slot,
            ideal: even.for_slot(slot, &request.tuning.score),
            even,
            needs,
            weights,
            lagging,
            has_floors: request.floors.iter().any(|floor| floor.target > 0),
            is_begun: !situation.eaten.is_empty(),
            fat_sources: fat_of_day(request, situation.eaten),
            recent: situation.recent,
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
        let of = &recipe.units;
        let calories = self.sub(of[CALORIES], self.ideal.calories, 1.0);
        let protein = self.sub(of[PROTEIN], self.ideal.protein, 1.0);
        let heavy = !self.is_compat() && self.slot.is_sedentary() && of[CARBS] > self.ideal.carbs;
        let factor = if heavy { 1.1 } else { 1.0 };
        let carbs = self.sub(of[CARBS], self.ideal.carbs, factor) * self.timing(recipe);
        (calories + protein + carbs + self.fat(of[FAT])) / 4.0
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
        let of = &recipe.units;
        let mut timing = 1.0;
        if self.slot.pre_workout {
            timing *= 1.0 - 0.15 * (of[FIBER] / 10.0).min(1.0) - 0.15 * (of[FAT] / 20.0).min(1.0);
        }
        if self.slot.overnight_fast_ahead && of[CARBS] > 0.0 {
            timing *= 0.85 + 0.15 * (of[FIBER] / (0.1 * of[CARBS])).min(1.0);
        }
        timing
    }

    /// MC-4: how much of what is needed it fills, weighed by how much is missing.
    fn micronutrients(&self, recipe: &PoolRecipe) -> f64 {
        let mut filled = 0.0;
        if self.is_compat() {
            // The literal form weighs only what the recipe supplies.
            let mut weights = 0.0;
            for need in self.needs.iter().filter(|need| recipe.units[need.nutrient] > 0.0) {
                filled += need.weight * (recipe.units[need.nutrient] / need.gap).min(1.0);
                weights += need.weight;
            }
            return if weights > 0.0 { 100.0 * filled / weights } else { 50.0 };
        }
        for need in &self.needs {
            filled += need.weight * (recipe.units[need.nutrient] / need.gap).min(1.0);
        }
        if self.weights > 0.0 { 100.0 * filled / self.weights } else { 50.0 }
    }

    /// MC-5.
    fn satiety(&self, recipe: &PoolRecipe) -> f64 {
        let of = &recipe.units;
        if !self.slot.is_high_satiety {
            return (70.0 - 0.5 * (of[PROTEIN] - 25.0).abs()).clamp(0.0, 100.0);
        }
        let parts =
            (6.0 * of[FIBER]).min(100.0) + (2.5 * of[PROTEIN]).min(100.0) + (of[CALORIES] / 6.0).min(100.0);
        match recipe.grams {
            Some(grams) if !self.is_compat() => {
                let density = of[CALORIES] / grams;
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
        let of = &recipe.units;
        let middle = f64::midpoint(self.even.fat_min, self.even.fat_max);
        let part = |value: f64, need: f64, is_energy: bool| {
            let unclear = if is_energy { need <= 0.0 } else { need == 0.0 };
            if self.is_compat() && unclear { 50.0 } else { self.sub(value, need, 1.0) }
        };
        let sum = part(of[CALORIES], self.even.calories, true)
            + part(of[PROTEIN], self.even.protein, false)
            + part(of[FAT], middle, false)
            + part(of[CARBS], self.even.carbs, true);
        sum / 4.0
    }

    /// MC-7: how many of the nutrients that lag today it brings.
    fn diversity(&self, recipe: &PoolRecipe) -> f64 {
        let brought =
            self.lagging.iter().filter(|(nutrient, least)| recipe.units[*nutrient] >= *least).count();
        if self.is_compat() {
            return if self.has_floors { (10.0 * count(brought)).min(100.0) } else { 50.0 };
        }
        match self.lagging.len() {
            0 => 50.0,
            all => 100.0 * count(brought) / count(all),
        }
    }

    /// MC-8: how different its fat is from that of the day.
    fn fat_diversity(&self, recipe: &PoolRecipe) -> Option<f64> {
        if self.is_compat() {
            return None;
        }
        let own = recipe.fat_sources.as_ref()?;
        let (fat, day): (f64, f64) = (own.iter().sum(), self.fat_sources.iter().sum());
        if fat < 5.0 || day < 5.0 {
            return Some(50.0);
        }
        let shared: f64 =
            own.iter().zip(&self.fat_sources).map(|(own, eaten)| (own / fat).min(eaten / day)).sum();
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

    /// MO-5, MO-6: preferred tags, the usual time of the meal if asked, and what was eaten lately.
    fn preferred(&self, recipe: &PoolRecipe) -> f64 {
        let tuning = &self.request.tuning.score;
        let tags = self.slot.preferred_tags.iter().filter(|tag| recipe.tags.contains(tag)).count();
        let usual = self.request.prefers_meal_type && recipe.meal_types.contains(&self.slot.meal_type);
        let preferred = count(tags + usize::from(usual)) * (f64::from(tuning.preferred_tag_tenths) / 10.0);
        if self.recent.contains(&recipe.dish) {
            preferred - f64::from(tuning.variety_penalty_tenths) / 10.0
        } else {
            preferred
        }
    }

    /// MT-1: what decides between equal scores.
    pub fn tie(&self, recipe: &PoolRecipe) -> Tie {
        let amount = |need: &Need| recipe.units[need.nutrient];
        Tie {
            supplied: self.needs.iter().filter(|need| amount(need) > 0.0).count(),
            filled: self.needs.iter().map(|need| (amount(need) / need.gap).min(1.0)).sum(),
            liked: recipe.liked,
        }
    }

    /// MX-8: the needed nutrients that a recipe brings, as shares of their gaps.
    pub fn fills(&self, recipe: &PoolRecipe) -> Vec<(Nutrient, f64)> {
        let share = |need: &Need| (recipe.units[need.nutrient] / need.gap).min(1.0);
        let brought = self.needs.iter().map(|need| (Nutrient::ALL[need.nutrient], share(need)));
        brought.filter(|(_, share)| *share > 0.0).collect()
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

    /// The rule of MT-1 that tells them apart; the fourth is the id.
    pub fn rule(&self, other: &Self) -> u32 {
        if self.supplied != other.supplied {
            1
        } else if self.filled.total_cmp(&other.filled).is_ne() {
            2
        } else if self.liked != other.liked {
            3
        } else {
            4
        }
    }
}

fn even(targets: &DayTargets, situation: &Situation<'_, '_>) -> Ideal {
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
    fn for_slot(mut self, slot: &Slot, tuning: &ScoreTuning) -> Self {
        let contexts = [
            (slot.pre_workout, &tuning.pre_workout_pct),
            (slot.post_workout, &tuning.post_workout_pct),
            (slot.is_high_satiety, &tuning.high_satiety_pct),
        ];
        for (_, factors) in contexts.into_iter().filter(|(applies, _)| *applies) {
            let Factors { calories, protein, carbs, fat } = factors;
            let factor = |percent: &u32| f64::from(*percent) / 100.0;
            self.calories *= factor(calories);
            self.protein *= factor(protein);
            self.carbs *= factor(carbs);
            self.fat_min *= factor(fat);
            self.fat_max *= factor(fat);
        }
        self
    }
}

fn fat_of_day(request: &Request, eaten: &[Place]) -> [f64; FatSource::ALL.len()] {
    let mut sources = [0.0; FatSource::ALL.len()];
    for own in eaten.iter().filter_map(|&place| request.recipes[place].fat_sources.as_ref()) {
        for (total, grams) in sources.iter_mut().zip(own) {
            *total += grams;
        }
    }
    sources
}

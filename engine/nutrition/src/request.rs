//! Request: a problem read and checked as a whole (MV-1), with slots derived, the pool in its compact form, and every
//! constraint on totals as a row.
//!
//! The parts: `reader` (numbers and recipes), `schedule` (slots, pins, batches, workouts), `demand` (targets, floors
//! and limits as rows), `variant` (requests that differ a little), `waiting` (leftovers at home).

mod demand;
mod reader;
mod schedule;
mod variant;
mod waiting;

use std::sync::{Arc, OnceLock};

use domain::{error::ErrorCode, law::Invalid, nutrient::Nutrient};

pub(crate) use self::demand::required;
use self::reader::Reader;
use crate::{
    pool::{Amounts, Bounds, COST, Dish, Kind, MEASURES, NUTRIENTS, Place, PoolRecipe, add},
    problem::{Budgets, Policy, Problem},
    slot::{Slot, derive},
    tuning::MealTuning,
    warning::Warning,
};

/// What a day should hold, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayTargets {
    /// kcal.
    pub calories: i64,
    /// Grams.
    pub protein: i64,
    /// Grams.
    pub carbs: i64,
    /// Fewest grams.
    pub fat_min: i64,
    /// Most grams.
    pub fat_max: i64,
}

/// A nutrient of which the horizon, or each day, needs at least so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Floor {
    /// Which.
    pub nutrient: Nutrient,
    /// A day, in millionths.
    pub target: i64,
    /// Thousandths of it that must be reached (MO-4).
    pub fraction_milli: i64,
    /// Whether each day needs it, not the horizon.
    pub is_daily: bool,
    /// Whether a plan without it is none.
    pub is_binding: bool,
}

/// A most that is told, not kept (MV-5, MO-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdvisoryCeiling {
    /// Which.
    pub nutrient: Nutrient,
    /// A day, in millionths.
    pub most: i64,
    /// Whether each day is told, not the horizon.
    pub is_daily: bool,
}

/// A constraint on the total of a day or of the horizon, in whole millionths: both ends pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// What is summed.
    pub measure: usize,
    /// The least.
    pub low: Option<i64>,
    /// The most.
    pub high: Option<i64>,
    /// The rule.
    pub rule: &'static str,
}

impl Row {
    /// How far a total is outside, in millionths.
    pub fn miss(&self, total: i64) -> i64 {
        let below = self.low.map_or(0, |low| low - total);
        let above = self.high.map_or(0, |high| total - high);
        below.max(above).max(0)
    }

    /// Whether a total passes.
    pub fn holds(&self, total: i64) -> bool {
        self.miss(total) == 0
    }

    /// What is summed, by name.
    pub fn name(&self) -> &'static str {
        if self.measure == COST { "cost" } else { Nutrient::ALL[self.measure].as_str() }
    }

    /// The nutrient that is summed, if it is not money.
    pub fn nutrient(&self) -> Option<Nutrient> {
        (self.measure < NUTRIENTS).then(|| Nutrient::ALL[self.measure])
    }
}

/// MO-2, ML-6: which servings need not be cooked where they are eaten, beside batches that the person fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leftovers {
    /// None.
    None,
    /// Servings of what is cooked at an earlier slot of the request.
    Cooked,
    /// Servings of anything, because it may have been cooked on a day before those that are looked at.
    Stocked,
    /// Servings of what waits at home since before the first day, and nothing else.
    Waiting,
}

/// ML-6: something at home that was cooked before the first day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtHome {
    /// What.
    pub dish: Dish,
    /// How much of a serving is left.
    pub percent: u32,
    /// The last day on which it is good, from 0.
    pub until: usize,
}

/// What was eaten before the horizon and counts in its floors (ML-4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Before {
    /// How many days.
    pub days: usize,
    /// Their total.
    pub amounts: Amounts,
}

/// A checked problem.
#[derive(Debug, Clone)]
pub struct Request {
    /// Slots by day, derived.
    pub days: Vec<Vec<Slot>>,
    /// Targets by day.
    pub targets: Vec<DayTargets>,
    /// HC-5.
    pub ceiling: Option<i64>,
    /// Floors in the order of the nutrients.
    pub floors: Vec<Floor>,
    /// Ceilings that are told.
    pub advisory: Vec<AdvisoryCeiling>,
    /// Nutrients that are told without being asked for (MO-4).
    pub info: Vec<Nutrient>,
    /// Constraints on each day, by day: energy, macros, limits, others.
    pub day_rows: Vec<Vec<Row>>,
    /// Constraints on the horizon.
    pub horizon_rows: Vec<Row>,
    /// Servings by recipe id and portion.
    pub recipes: Arc<[PoolRecipe]>,
    /// Their amounts by measure, as floats for the stages that choose by floats.
    pub columns: Arc<Vec<Vec<f64>>>,
    /// How many recipes there are.
    pub dishes: usize,
    /// Kinds of slots.
    pub kinds: Arc<[Kind]>,
    /// What slots can still add, once a search has asked: [`Request::bounds`].
    pub bounds: Arc<OnceLock<Bounds>>,
    /// Non-workout recipes of the day before.
    pub day_zero: Vec<Dish>,
    /// Eaten on a day beside its slots (ML-2, ML-7), by day.
    pub brought: Vec<Amounts>,
    /// Eaten before.
    pub before: Before,
    /// HC-8, MO-6: once in so many days.
    pub variety_days: usize,
    /// MO-6: whether recent recipes score less.
    pub has_variety_penalty: bool,
    /// MO-5.
    pub prefers_meal_type: bool,
    /// MO-1: whether there are portions that the plain search may not use.
    pub has_later_portions: bool,
    /// MO-2: batches that the exact stage may choose; ML-6: or what it may take from home.
    pub leftovers: Leftovers,
    /// ML-6: what is at home, that which must be eaten first first.
    pub at_home: Vec<AtHome>,
    /// MC-1.
    pub policy: Policy,
    /// Stage A.
    pub attempt_limit: u64,
    /// The later stages.
    pub budgets: Budgets,
    /// Weights and factors.
    pub tuning: MealTuning,
    /// What a person should know about the request.
    pub warnings: Vec<Warning>,
}

impl Request {
    /// Reads and checks a problem; everything that is wrong is reported at once.
    pub fn new(problem: &Problem) -> Result<Self, Invalid> {
        Self::tuned(problem, &MealTuning::default())
    }

    /// The same with other tuning.
    pub fn tuned(problem: &Problem, tuning: &MealTuning) -> Result<Self, Invalid> {
        let mut reader = Reader::default();
        reader.options(problem);
        let recipes = reader.recipes(problem);
        let dishes = recipes.last().map_or(0, |recipe| recipe.dish + 1);
        let mut days = reader.days(problem);
        reader.pins(problem, &mut days, &recipes);
        reader.batches(problem, &mut days, &recipes);
        let workouts = reader.workouts(problem);
        let targets = reader.targets(problem);
        let demand = reader.demand(problem, &targets);
        let day_zero = reader.day_zero(problem, &recipes);
        reader.check.range(ErrorCode::BadHorizon, "days", problem.days, 1, 7);
        let (always, later) = portions(problem);
        reader.exclusions(problem);
        reader.check.finish()?;
        derive(&mut days, &workouts);
        let is_plain = |recipe: &PoolRecipe| is_plain(recipe, always);
        let kinds = kinds(&mut days, &recipes, is_plain);
        Ok(Self {
            bounds: Arc::default(),
            brought: vec![[0; MEASURES]; days.len()],
            before: Before { days: 0, amounts: [0; MEASURES] },
            days,
            targets,
            ceiling: demand.ceiling,
            floors: demand.floors,
            advisory: demand.advisory,
            info: demand.info,
            day_rows: demand.day_rows,
            horizon_rows: demand.horizon_rows,
            columns: Arc::new(columns(&recipes)),
            recipes: recipes.into(),
            dishes,
            kinds: kinds.into(),
            day_zero,
            variety_days: problem.options.variety_days.map_or(2, |days| days as usize),
            has_variety_penalty: problem.options.variety_penalty,
            prefers_meal_type: problem.options.prefer_meal_type,
            has_later_portions: later,
            leftovers: if problem.options.auto_batches { Leftovers::Cooked } else { Leftovers::None },
            at_home: vec![],
            policy: problem.policy,
            attempt_limit: problem.attempt_limit,
            budgets: problem.budgets,
            tuning: tuning.clone(),
            warnings: reader.warnings,
        })
    }

    /// What slots can still add.
    pub fn bounds(&self) -> &Bounds {
        let always = !self.has_later_portions;
        self.bounds.get_or_init(|| Bounds::new(&self.recipes, |recipe| is_plain(recipe, always)))
    }

    /// The place of a whole serving of a recipe.
    pub fn find(&self, id: &str) -> Option<Place> {
        find(&self.recipes, id)
    }

    /// What a day holds before any choice: its pins, batches, and what was brought.
    pub fn fixed(&self, day: usize) -> Amounts {
        let mut sum = self.brought[day];
        for place in self.days[day].iter().filter_map(|slot| slot.pinned) {
            add(&mut sum, &self.recipes[place].amounts);
        }
        sum
    }

    /// Whether later stages have choices that the plain search has not: its failure then proves nothing (MO-1, MO-2).
    pub fn has_later_choices(&self) -> bool {
        self.has_later_portions || self.leftovers != Leftovers::None
    }

    /// The slots to be filled, in decision order.
    pub fn open_slots(&self) -> impl Iterator<Item = &Slot> {
        self.days.iter().flatten().filter(|slot| slot.is_open())
    }
}

/// MO-1: whether portions belong to the plain search, and whether some come only after it.
fn portions(problem: &Problem) -> (bool, bool) {
    use crate::problem::Portions;
    match &problem.options.portions {
        None => (false, false),
        Some(Portions::AfterFailure(percents)) => (false, percents.len() > 1),
        Some(Portions::Mode { percents, mode }) => {
            let always = mode == "always";
            (always, !always && percents.len() > 1)
        }
    }
}

/// Whether the plain search may use a serving: a fresh one, and a whole one unless portions are always allowed.
const fn is_plain(recipe: &PoolRecipe, always: bool) -> bool {
    !recipe.is_leftover && (always || recipe.percent == 100)
}

#[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
fn columns(recipes: &[PoolRecipe]) -> Vec<Vec<f64>> {
    let column = |measure: usize| recipes.iter().map(|recipe| recipe.amounts[measure] as f64).collect();
    (0..MEASURES).map(column).collect()
}

/// Gives equal slots the same kind.
fn kinds(
    days: &mut [Vec<Slot>],
    recipes: &[PoolRecipe],
    is_plain: impl Fn(&PoolRecipe) -> bool + Copy,
) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = vec![];
    for slot in days.iter_mut().flatten() {
        let known = kinds.iter().position(|kind| kind.cap == slot.cap && kind.tags == slot.required_tags);
        slot.kind = known.unwrap_or_else(|| {
            kinds.push(Kind::new(slot.cap, slot.required_tags.clone(), recipes, is_plain));
            kinds.len() - 1
        });
    }
    kinds
}

fn find(recipes: &[PoolRecipe], id: &str) -> Option<Place> {
    let first = recipes.partition_point(|recipe| recipe.id.as_bytes() < id.as_bytes());
    (recipes.get(first)?.id == id).then_some(first)
}

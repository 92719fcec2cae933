//! Summary of nutrition: what was planned, eaten and needed, where the weight goes, how the plan was kept (ML-10).
//!
//! Read in this order: [`goal`] (what a day needs), `tally` (amounts with what is unknown in them).
//!
//! # What is not here
//!
//! * No judgment: a row has its share and its goal, and the reader draws the line.
//! * Supplements are a column of their own, apart from food (ML-7).

pub mod goal;
mod tally;

use std::collections::BTreeMap;

use domain::{
    meal_plan::{MealItem, SlotState, Supplement},
    nutrient::{Decimal, Nutrient, Nutrients},
    quantity::{Amount, div_half_up},
    time::{DateSpan, Instant, LocalDate, Zone, days_between},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    diary::Diary,
    kitchen::Kitchen,
    outcome::number::Signed,
    supplement::taken,
    target::{
        adaptive::{daily_weights, slope},
        input::WeighIn,
        tuning::AdaptiveTuning,
    },
};
use goal::{Goal, Goals};
use tally::Tally;

/// What a summary is made from.
#[derive(Debug, Clone, Copy)]
pub struct SummaryInput<'a> {
    /// The days, such as a week.
    pub dates: DateSpan,
    /// The plan and what was logged.
    pub diary: &'a Diary<'a>,
    /// The recipes and foods that they name.
    pub kitchen: &'a Kitchen<'a>,
    /// What each day needs; a day may be absent.
    pub goals: &'a BTreeMap<LocalDate, Goals>,
    /// What is taken besides food.
    pub supplements: &'a [Supplement],
    /// Logged weights, in any order.
    pub weigh_ins: &'a [WeighIn],
    /// Over which time the weight is looked at (NT-7).
    pub tuning: &'a AdaptiveTuning,
    /// When it is made.
    pub now: Instant,
    /// Where the athlete lives.
    pub zone: &'a Zone,
}

/// What some days of eating amount to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EatingSummary")]
pub struct Summary {
    /// Each day, in order.
    pub days: Vec<DaySummary>,
    /// All days together.
    pub total: Totals,
    /// Where the weight goes; absent with fewer than two days of weigh-ins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<WeightTrend>,
    /// How the plan was kept.
    pub adherence: Adherence,
}

/// One day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DaySummary {
    /// Which.
    pub date: LocalDate,
    /// What it amounts to.
    pub totals: Totals,
}

/// Sums by nutrient.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// In the order of the nutrients.
    pub rows: Vec<Row>,
    /// What could not be counted in the plan, which therefore holds at least the amounts (ND-7).
    pub planned_at_least: Vec<String>,
    /// What was eaten but could not be counted.
    pub eaten_at_least: Vec<String>,
}

/// One nutrient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Which.
    pub nutrient: Nutrient,
    /// What the plan holds.
    pub planned: Measured,
    /// What was eaten, in slots and outside of them.
    pub eaten: Measured,
    /// What was taken besides food.
    pub supplements: Decimal,
    /// What is needed; absent where nothing is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// Percent of the target that food and supplements made, rounded half up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_pct: Option<i64>,
}

/// A sum with what is unknown in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The known part; absent if nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Decimal>,
    /// Thousandths of the energy that come from what does not tell this nutrient, rounded up.
    pub unknown_milli: u16,
}

/// The weight over the window of NT-7 that ends with the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeightTrend {
    /// Days with a weigh-in.
    pub weigh_ins: usize,
    /// Days from the first of them to the last.
    pub days: i64,
    /// The least-squares slope (NT-7).
    pub grams_per_day: Signed,
}

/// How many of the past planned slots were eaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Adherence {
    /// Eaten as planned.
    pub eaten: u32,
    /// Planned up to now.
    pub past: u32,
    /// Their share, rounded half up; absent before the first meal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pct: Option<u32>,
}

/// Sums up some days.
pub fn summarize(input: &SummaryInput<'_>) -> Summary {
    let mut total = Day::default();
    let mut goals: Vec<Option<&Goals>> = Vec::new();
    let mut days = Vec::new();
    for date in input.dates.days() {
        let day = Day::of(input, date);
        let needed = input.goals.get(&date);
        days.push(DaySummary { date, totals: day.totals(needed) });
        total.add(&day);
        goals.push(needed);
    }
    let total = total.totals(goal::sum(&goals).as_ref());
    Summary { days, total, weight: weight_trend(input), adherence: adherence(input) }
}

/// The sums of a day, or of several.
#[derive(Default)]
struct Day {
    planned: Tally,
    eaten: Tally,
    supplements: Nutrients,
}

impl Day {
    fn of(input: &SummaryInput<'_>, date: LocalDate) -> Self {
        let (diary, kitchen) = (input.diary, input.kitchen);
        let mut day = Self { supplements: taken(input.supplements, date), ..Self::default() };
        for MealItem { recipe_id, recipe_revision, servings_pct, .. } in
            diary.slots().map(|record| record.item).filter(|item| item.date == date)
        {
            day.planned.add_recipe(recipe_id, *recipe_revision, *servings_pct, kitchen);
        }
        for eaten in diary.eaten(date) {
            day.eaten.add_eaten(eaten, kitchen);
        }
        for entry in diary.entries(date) {
            day.eaten.add_intake(&entry.intake, kitchen);
        }
        day
    }

    fn add(&mut self, other: &Self) {
        self.planned.merge(&other.planned);
        self.eaten.merge(&other.eaten);
        for (nutrient, amount) in other.supplements.known() {
            let before = self.supplements.get(nutrient).unwrap_or_default();
            self.supplements.set(nutrient, Some(Amount(before.0 + amount.0)));
        }
    }

    fn totals(&self, goals: Option<&Goals>) -> Totals {
        let row = |&nutrient: &Nutrient| {
            let (planned, eaten) = (self.planned.measured(nutrient), self.eaten.measured(nutrient));
            let supplements = self.supplements.get(nutrient).unwrap_or_default();
            let goal = goals.and_then(|goals| goals.get(&nutrient)).copied();
            let reached = eaten.amount.map_or(0, |Decimal(Amount(eaten))| eaten) + supplements.0;
            let target = goal.map(|goal| goal.target.0.0).filter(|target| *target > 0);
            let share_pct = target.map(|target| div_half_up(100 * reached, target));
            Row { nutrient, planned, eaten, supplements: Decimal(supplements), goal, share_pct }
        };
        Totals {
            rows: Nutrient::ALL.iter().map(row).collect(),
            planned_at_least: self.planned.at_least(),
            eaten_at_least: self.eaten.at_least(),
        }
    }
}

fn weight_trend(input: &SummaryInput<'_>) -> Option<WeightTrend> {
    let last = input.dates.to.min(input.now.local_date(input.zone));
    let window = 0..=i64::from(input.tuning.window_days);
    let counts = |weigh_in: &&WeighIn| window.contains(&days_between(weigh_in.date, last));
    let weights = daily_weights(input.weigh_ins.iter().filter(counts));
    let (first, last) = (*weights.keys().next()?, *weights.keys().next_back()?);
    (first < last).then(|| WeightTrend {
        weigh_ins: weights.len(),
        days: days_between(first, last),
        grams_per_day: Signed(slope(&weights).amount().0),
    })
}

fn adherence(input: &SummaryInput<'_>) -> Adherence {
    let clock = input.now.local(input.zone);
    let minute = u16::try_from(60 * i16::from(clock.hour()) + i16::from(clock.minute())).unwrap_or(0);
    let is_past = |item: &MealItem| (item.date, item.meal_time.minutes()) <= (clock.date(), minute);
    let (mut eaten, mut past) = (0_u32, 0_u32);
    for record in input.diary.slots() {
        if input.dates.contains(record.item.date) && is_past(record.item) {
            past += 1;
            eaten += u32::from(record.state == SlotState::Eaten);
        }
    }
    let pct = (past > 0).then(|| (200 * eaten + past) / (2 * past.max(1)));
    Adherence { eaten, past, pct }
}

//! Macros: protein (NT-3), fat and carbs (NT-4), and how days of training and rest differ (NT-5).

use std::collections::{BTreeMap, BTreeSet};

use domain::nutrient::Decimal;

use super::{
    Sheet,
    energy::deficit_ceiling,
    input::{TargetsInput, TrainingKind, WeightGoal},
    step::StepName,
};
use crate::ratio::Ratio;

/// What a usual day needs.
pub(super) struct Macros {
    pub(super) calories: Ratio,
    pub(super) protein: Ratio,
    pub(super) fat_min: Ratio,
    pub(super) fat_max: Ratio,
    pub(super) carbs: Ratio,
}

/// What one day needs instead.
pub(super) struct Day {
    pub(super) calories: Ratio,
    pub(super) carbs: Ratio,
    pub(super) ceiling: Option<Ratio>,
}

impl Macros {
    pub(super) fn of(input: &TargetsInput, calories: Ratio, sheet: &mut Sheet) -> Self {
        let protein = protein(input, sheet);
        let (fat_min, fat_max) = fat(input, calories, sheet);
        let carbs = carbs(input, calories, protein, fat_min + fat_max, sheet);
        Self { calories, protein, fat_min, fat_max, carbs }
    }
}

fn given(number: Option<Decimal>) -> Option<Ratio> {
    number.map(|Decimal(amount)| Ratio::from(amount))
}

/// NT-3: the weight that counts: that of a body mass index of 25 at most.
fn counted_kg(input: &TargetsInput) -> Ratio {
    let meters = Ratio::new(i128::from(input.height_mm), 1000);
    let kg = input.weight().map_or(Ratio::ZERO, |(kg, _)| kg);
    kg.min(Ratio::from(25_u32) * meters * meters)
}

/// NT-3: grams by goal and strength work, rounded to 1 g.
fn protein(input: &TargetsInput, sheet: &mut Sheet) -> Ratio {
    if let Some(grams) = given(input.brought.daily_protein_g) {
        sheet.step(StepName::BroughtProtein, [("grams", grams)]);
        return grams;
    }
    let tuning = &input.tuning.protein_tenths_per_kg;
    let is_strength = |kind| matches!(kind, TrainingKind::Strength | TrainingKind::Calisthenics);
    let mut tenths = match input.goal {
        _ if !input.sessions.iter().any(|session| is_strength(session.kind)) => tuning.without_strength,
        WeightGoal::Lose => tuning.lose,
        WeightGoal::Maintain => tuning.maintain,
        WeightGoal::Gain => tuning.gain,
    };
    if input.feeds_a_child() {
        tenths = tenths.max(tuning.pregnancy);
    }
    let (per_kg, kg) = (Ratio::new(i128::from(tenths), 10), counted_kg(input));
    let grams = Ratio::from((per_kg * kg).round());
    sheet.step(StepName::Protein, [("per_kg", per_kg), ("kg", kg), ("grams", grams)]);
    grams
}

/// NT-4: the fewest and the most grams, rounded to 1 g.
fn fat(input: &TargetsInput, calories: Ratio, sheet: &mut Sheet) -> (Ratio, Ratio) {
    if let Some([Decimal(min), Decimal(max)]) = input.brought.daily_fat_g {
        let (min, max) = (Ratio::from(min), Ratio::from(max));
        sheet.step(StepName::BroughtFat, [("min", min), ("max", max)]);
        return (min, max);
    }
    let grams = |percent: u32| calories * Ratio::percent(percent) / Ratio::from(9_u32);
    let min = grams(20).max(Ratio::new(6, 10) * counted_kg(input));
    let max = grams(35).max(min + Ratio::from(15_u32));
    let (min, max) = (Ratio::from(min.round()), Ratio::from(max.round()));
    sheet.step(StepName::Fat, [("min", min), ("max", max)]);
    (min, max)
}

/// NT-4: what protein and the middle of the fat range leave, exactly; may be negative.
fn carbs(
    input: &TargetsInput,
    calories: Ratio,
    protein: Ratio,
    fat_twice: Ratio,
    sheet: &mut Sheet,
) -> Ratio {
    if let Some(grams) = given(input.brought.daily_carbs_g) {
        sheet.step(StepName::BroughtCarbs, [("grams", grams)]);
        return grams;
    }
    let (of_protein, of_fat) = (Ratio::from(4_u32) * protein, Ratio::new(9, 2) * fat_twice);
    let grams = (calories - of_protein - of_fat) / Ratio::from(4_u32);
    let kcal = [("kcal", calories), ("protein_kcal", of_protein), ("fat_kcal", of_fat)];
    let [kcal, protein, fat] = kcal;
    sheet.step(StepName::Carbs, [kcal, protein, fat, ("grams", grams)]);
    grams
}

/// NT-5: the days of a split week; empty when nothing is split. Only carbs change.
pub(super) fn day_targets(input: &TargetsInput, macros: &Macros, sheet: &mut Sheet) -> BTreeMap<u8, Day> {
    let training: BTreeSet<u8> = input.sessions.iter().map(|session| session.day).collect();
    let trained = u32::try_from(training.len()).unwrap_or(0);
    let rested = 7_u32.saturating_sub(trained);
    if input.day_split == 0 || trained == 0 || rested == 0 {
        return BTreeMap::new();
    }
    let share = |days: u32| Ratio::percent(u32::from(input.day_split)) * Ratio::new(i128::from(days), 7);
    let one = Ratio::from(1_u32);
    let on_training = Ratio::from((macros.calories * (one + share(rested))).round());
    let on_rest = Ratio::from((macros.calories * (one - share(trained))).round());
    sheet.step(
        StepName::DaySplit,
        [
            ("percent", Ratio::from(u32::from(input.day_split))),
            ("training_days", Ratio::from(trained)),
            ("training_kcal", on_training),
            ("rest_kcal", on_rest),
        ],
    );
    let day = |day: u8| {
        let calories = if training.contains(&day) { on_training } else { on_rest };
        let carbs = macros.carbs + (calories - macros.calories) / Ratio::from(4_u32);
        let ceiling = input.brought.max_daily_calories.is_none().then(|| deficit_ceiling(input, calories));
        (day, Day { calories, carbs, ceiling: ceiling.flatten() })
    };
    (1..=7).map(day).collect()
}

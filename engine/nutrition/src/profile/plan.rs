//! From a profile to a problem: targets, slots, workouts, exclusions and the recipes of the catalogue.

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::{Check, Invalid, Law, Valid},
    meal_plan::Supplement,
    nutrient::{Decimal, Direction},
    recipe::MealType,
    time::{LocalDate, add_days, days_between},
};

use super::{
    NutritionProfile,
    exclusion::{entries, in_texts, liked},
    pool::{LeftOut, MEAL_TAG, decimal, meal_tag, pool, written},
    week::{MOST_MINUTES, PlannedWorkout},
};
use crate::{
    allergen::Exclusions,
    catalog::Catalog,
    problem::{
        Budgets, DayTarget, NutrientOption, Policy, Problem, Profile, SlotFacts, Workout, Written,
        attempt_limit,
    },
    supplement::{limits_left, lowered},
    target::{Targets, input::PlannedSession, micronutrient::NutrientTarget, targets},
};

/// A problem with what it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Planning {
    /// What the solver reads.
    pub problem: Problem,
    /// What the athlete needs, and how that was derived.
    pub targets: Targets,
    /// Recipes that cannot be planned, by key.
    pub left_out: Vec<LeftOut>,
}

/// NT-1: the days whose training counts as energy.
const WEEK: i64 = 7;

/// The problem of an athlete: `days` days from `start` on, with the targets of `today`.
///
/// `workouts` are the sessions of the training plan; those of the seven days from `start` on count as energy (NT-1),
/// those of the horizon make meals before and after training (MD-2). Everything that is wrong is reported at once.
pub fn plan_problem(
    profile: &NutritionProfile,
    catalog: &Catalog,
    today: LocalDate,
    start: LocalDate,
    days: u32,
    workouts: &[PlannedWorkout],
) -> Result<Planning, Invalid> {
    let input = profile.targets_input(today, sessions(workouts, start));
    let mut check = Check::default();
    profile.check(&mut check);
    input.check(&mut check);
    check.range(ErrorCode::BadHorizon, "days", days, 1, 7);
    check.finish()?;
    let targets = targets(&Valid::new(input)?)?;
    let entries = entries(profile);
    let exclusions = Exclusions::new(&entries, catalog.allergens());
    let (recipes, left_out) = pool(catalog.recipes(), catalog, &exclusions, profile.allow_incomplete);
    let dates: Vec<LocalDate> = (0..days).map(|day| add_days(start, i64::from(day))).collect();
    let of_food = lowered(&targets.micronutrients, &profile.supplements, &dates);
    let mut options = profile.options.of_problem();
    options.nutrients = targets.micronutrients.iter().filter_map(nutrient_option).collect();
    let problem = Problem {
        days,
        attempt_limit: attempt_limit(),
        budgets: Budgets::default(),
        upper_limits: None,
        policy: Policy::Default,
        profile: Profile {
            daily_calories: decimal(targets.daily_calories),
            daily_protein_g: decimal(targets.daily_protein_g),
            daily_fat_g: targets.daily_fat_g.map(decimal),
            daily_carbs_g: Some(decimal(targets.daily_carbs_g)),
            day_targets: day_targets(&targets, days),
            max_daily_calories: ceiling(&targets, days).map(decimal),
            schedule: dates.iter().map(|&date| schedule(profile, date)).collect(),
            excluded_ingredients: in_texts(&entries, catalog),
            liked_foods: liked(&profile.liked_foods, catalog),
            demographic: targets.demographic.map(|demographic| demographic.to_string()),
            upper_limits_overrides: overrides(&targets, &profile.supplements, &dates),
            pinned_assignments: vec![],
            micronutrient_targets: of_food
                .iter()
                .map(|target| (target.nutrient.to_string(), decimal(target.target)))
                .collect(),
            micronutrient_weekly_min_fraction: None,
            activity_schedule: None,
            workouts: Some(intervals(profile, workouts, start, days)),
            day_zero: vec![],
        },
        options,
        recipes,
    };
    Ok(Planning { problem, targets, left_out })
}

/// What an athlete needs in the week from `today` on, without a problem to solve.
pub fn plan_targets(
    profile: &NutritionProfile,
    today: LocalDate,
    workouts: &[PlannedWorkout],
) -> Result<Targets, Invalid> {
    let mut check = Check::default();
    profile.check(&mut check);
    check.finish()?;
    targets(&Valid::new(profile.targets_input(today, sessions(workouts, today)))?)
}

/// NT-1: the training of a week from `start` on, whose first day is 1.
fn sessions(workouts: &[PlannedWorkout], start: LocalDate) -> Vec<PlannedSession> {
    let session = |workout: &PlannedWorkout| {
        let day = days_between(start, workout.date);
        let day = u8::try_from(day + 1).ok().filter(|_| day < WEEK)?;
        // The law of the week speaks of minutes that are none.
        let minutes = workout.minutes.clamp(1, MOST_MINUTES);
        (day > 0).then_some(PlannedSession { day, kind: workout.kind, minutes })
    };
    workouts.iter().filter_map(session).collect()
}

/// MD-2: the workouts of the horizon, by day and time.
fn intervals(
    profile: &NutritionProfile,
    workouts: &[PlannedWorkout],
    start: LocalDate,
    days: u32,
) -> Vec<Workout> {
    let mut intervals: Vec<_> = workouts
        .iter()
        .filter_map(|workout| {
            let day = u32::try_from(days_between(start, workout.date) + 1).ok()?;
            let (from, to) = workout.times(profile.usual_start);
            (1..=days).contains(&day).then_some((day, from, to))
        })
        .collect();
    intervals.sort_unstable();
    let workout =
        |(day, start, end): (u32, _, _)| Workout { day, start: String::from(start), end: String::from(end) };
    intervals.into_iter().map(workout).collect()
}

/// The slots of a date, of which each asks for the diets (NT-8).
fn schedule(profile: &NutritionProfile, date: LocalDate) -> Vec<SlotFacts> {
    let slots = profile.slots(date).0.into_iter();
    let facts = slots.map(|slot| {
        let mut required = slot.required_tags;
        required.extend(profile.diet.tags());
        let mut required: Vec<String> = required.iter().map(ToString::to_string).collect();
        // A breakfast is wanted for breakfast, not only preferred there.
        let meal = slot.meal_type.as_ref().and_then(|meal| meal.parse::<MealType>().ok());
        required.extend(meal.filter(|_| profile.options.prefer_meal_type).map(meal_tag));
        SlotFacts {
            time: slot.time.to_string(),
            busyness_level: slot.busyness_level.into(),
            meal_type: slot.meal_type,
            required_tags: required,
            preferred_tags: slot.preferred_tags.iter().map(ToString::to_string).collect(),
        }
    });
    facts.collect()
}

/// The same problem when any recipe may stand at any time of the day: what is left when no plan keeps the meals apart.
#[must_use]
pub fn at_any_time(problem: &Problem) -> Problem {
    let mut free = problem.clone();
    for slot in free.profile.schedule.iter_mut().flatten() {
        slot.required_tags.retain(|tag| !tag.starts_with(MEAL_TAG));
    }
    free
}

/// NT-5: what days of training and rest need instead.
fn day_targets(targets: &Targets, days: u32) -> BTreeMap<String, DayTarget> {
    let of_horizon = targets.day_targets.iter().filter(|(day, _)| u32::from(**day) <= days);
    let target = |(day, target): (&u8, &crate::target::DayTarget)| {
        let own = DayTarget {
            daily_calories: Some(decimal(target.daily_calories)),
            daily_protein_g: None,
            daily_fat_g: None,
            daily_carbs_g: Some(decimal(target.daily_carbs_g)),
        };
        (day.to_string(), own)
    };
    of_horizon.map(target).collect()
}

/// HC-5: the most of a day. A problem has one ceiling; where days have their own, the highest holds for all.
fn ceiling(targets: &Targets, days: u32) -> Option<Decimal> {
    let of_horizon = targets.day_targets.iter().filter(|(day, _)| u32::from(**day) <= days);
    let own = of_horizon.filter_map(|(_, target)| target.max_daily_calories).max();
    own.or(targets.max_daily_calories)
}

/// MO-4: what a target asks for, unless it is the whole of a floor.
fn nutrient_option(target: &NutrientTarget) -> Option<(String, NutrientOption)> {
    let is_usual = target.direction == Direction::Floor && target.fraction_milli == 1000;
    let option = NutrientOption {
        direction: Some(target.direction.to_string()),
        period: Some(target.period.to_string()),
        fraction_milli: Some(target.fraction_milli).filter(|fraction| *fraction != 1000),
        max: None,
        advisory: target.advisory,
    };
    (!is_usual).then(|| (target.nutrient.to_string(), option))
}

/// ML-7, ND-12: the limits of the demographic that supplements narrow: what their worst day leaves.
fn overrides(
    targets: &Targets,
    supplements: &[Supplement],
    dates: &[LocalDate],
) -> BTreeMap<String, Option<Written>> {
    let Some(demographic) = targets.demographic else { return BTreeMap::new() };
    let limits = Catalog::upper_limits().of(demographic);
    let left: Vec<_> = dates.iter().map(|&date| limits_left(&limits, supplements, date).food).collect();
    let narrowed = limits.of_food().filter_map(|(nutrient, most)| {
        let least = left.iter().filter_map(|day| day.get(&nutrient).copied()).min()?;
        (least < most).then(|| (nutrient.to_string(), Some(written(least))))
    });
    narrowed.collect()
}

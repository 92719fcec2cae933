//! Menu: a plan as people read it: what is eaten when, how long it takes, and what each day holds of what it should.
//!
//! It reads the documents of problem and result and nothing of the solver, so it shows any plan: a found one, the
//! closest one, or one that a person changed.

use std::collections::BTreeMap;

use domain::{
    meal_plan::ClockTime,
    quantity::{Amount, div_half_up},
};

use crate::{
    outcome::{Choice, Meal},
    problem::{Problem, RecipeFacts, SlotFacts, Where, Written},
};

/// Energy and what brings it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the macros by their names")]
pub struct Macros {
    pub calories: Amount,
    pub protein: Amount,
    pub fat: Amount,
    pub carbs: Amount,
}

/// What a day should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DayGoal {
    /// kcal.
    pub calories: Amount,
    /// Grams.
    pub protein: Amount,
    /// Fewest and most grams.
    pub fat: [Amount; 2],
    /// Grams.
    pub carbs: Amount,
}

/// A meal of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuMeal<'p> {
    /// From 0.
    pub slot: u32,
    /// When and what kind of meal, if the problem has the slot.
    pub facts: Option<&'p SlotFacts>,
    /// What is eaten.
    pub recipe_id: String,
    /// How much of a serving.
    pub servings_pct: u32,
    /// Where the pot was cooked from which it comes, if not here.
    pub batch: Option<Where>,
    /// Of cooking, or of warming what was cooked before.
    pub minutes: u32,
    /// What it holds.
    pub macros: Macros,
}

/// A day of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuDay<'p> {
    /// From 1.
    pub day: u32,
    /// In the order of the slots.
    pub meals: Vec<MenuMeal<'p>>,
    /// Start and end of each workout.
    pub workouts: Vec<(String, String)>,
    /// What the meals hold.
    pub holds: Macros,
    /// What they should hold.
    pub goal: DayGoal,
}

/// A recipe in a slot, with the pot it comes from.
pub type Served = (Choice, Option<Where>);

impl From<&Meal> for Choice {
    fn from(meal: &Meal) -> Self {
        let Meal { day, slot, servings_pct, .. } = *meal;
        Self { day, slot, recipe_id: meal.recipe_id.clone(), servings_pct }
    }
}

/// The days of a plan; those without a meal are left out.
pub fn menu<'p>(problem: &'p Problem, plan: impl IntoIterator<Item = Served>) -> Vec<MenuDay<'p>> {
    let recipes: BTreeMap<&str, &RecipeFacts> =
        problem.recipes.iter().map(|recipe| (recipe.id.as_str(), recipe)).collect();
    let mut days: BTreeMap<u32, Vec<MenuMeal<'p>>> = BTreeMap::new();
    for (choice, batch) in plan {
        let recipe = recipes.get(choice.recipe_id.as_str()).copied();
        days.entry(choice.day).or_default().push(meal(problem, choice, batch, recipe));
    }
    let day = |(day, mut meals): (u32, Vec<MenuMeal<'p>>)| {
        meals.sort_by_key(|meal| meal.slot);
        let holds = meals.iter().fold(Macros::default(), |sum, meal| sum.plus(meal.macros));
        MenuDay { day, meals, workouts: workouts(problem, day), holds, goal: goal(problem, day) }
    };
    days.into_iter().map(day).collect()
}

fn meal<'p>(
    problem: &'p Problem,
    choice: Choice,
    batch: Option<Where>,
    recipe: Option<&RecipeFacts>,
) -> MenuMeal<'p> {
    let Choice { day, slot, recipe_id, servings_pct } = choice;
    let batch = batch.filter(|pot| (pot.day, pot.slot) != (day, slot));
    let reheats = recipe.and_then(|recipe| recipe.reheats).filter(|_| batch.is_some());
    let cooking = recipe.map_or(0, |recipe| recipe.cooking_time_minutes);
    MenuMeal {
        slot,
        facts: slot_of(problem, day, slot),
        recipe_id,
        servings_pct,
        batch,
        minutes: reheats.map_or(cooking, |reheats| reheats.minutes),
        macros: recipe.map_or_else(Macros::default, |recipe| Macros::of(recipe, servings_pct)),
    }
}

/// The slot of a day from 1 and an index from 0.
pub fn slot_of(problem: &Problem, day: u32, slot: u32) -> Option<&SlotFacts> {
    let day = usize::try_from(day.checked_sub(1)?).ok()?;
    problem.profile.schedule.get(day)?.get(usize::try_from(slot).ok()?)
}

/// MD-2: the workouts of a day; of one that every day has, an end that is not given is an hour away.
fn workouts(problem: &Problem, day: u32) -> Vec<(String, String)> {
    const HOUR: i32 = 60;
    let Problem { profile, .. } = problem;
    if let Some(workouts) = &profile.workouts {
        let of_day = workouts.iter().filter(|workout| workout.day == day);
        return of_day.map(|workout| (workout.start.clone(), workout.end.clone())).collect();
    }
    let Some(activity) = &profile.activity_schedule else { return vec![] };
    let away = |time: &str, minutes: i32| {
        let time: ClockTime = time.parse().ok()?;
        let minutes = u16::try_from(i32::from(time.minutes()) + minutes).ok()?;
        ClockTime::from_minutes(minutes).map(String::from)
    };
    let interval = match (activity.workout_start.clone(), activity.workout_end.clone()) {
        (Some(start), Some(end)) => Some((start, end)),
        (Some(start), None) => away(&start, HOUR).map(|end| (start, end)),
        (None, Some(end)) => away(&end, -HOUR).map(|start| (start, end)),
        (None, None) => None,
    };
    interval.into_iter().collect()
}

impl Macros {
    /// MO-1: so many percent of a serving, half up.
    fn of(recipe: &RecipeFacts, percent: u32) -> Self {
        let part = |number: &Written| Amount(div_half_up(amount(number).0 * i64::from(percent), 100));
        let facts = &recipe.nutrition;
        Self {
            calories: part(&facts.calories),
            protein: part(&facts.protein_g),
            fat: part(&facts.fat_g),
            carbs: part(&facts.carbs_g),
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            calories: Amount(self.calories.0 + other.calories.0),
            protein: Amount(self.protein.0 + other.protein.0),
            fat: Amount(self.fat.0 + other.fat.0),
            carbs: Amount(self.carbs.0 + other.carbs.0),
        }
    }
}

/// The targets of a day: its own, else those of every day; carbs that are not given follow by NT-4.
fn goal(problem: &Problem, day: u32) -> DayGoal {
    let profile = &problem.profile;
    let own = profile.day_targets.get(&day.to_string());
    let calories = own.and_then(|own| own.daily_calories.as_ref()).unwrap_or(&profile.daily_calories);
    let protein = own.and_then(|own| own.daily_protein_g.as_ref()).unwrap_or(&profile.daily_protein_g);
    let fat = own.and_then(|own| own.daily_fat_g.as_ref()).unwrap_or(&profile.daily_fat_g);
    let carbs = own.and_then(|own| own.daily_carbs_g.as_ref()).or(profile.daily_carbs_g.as_ref());
    let (calories, protein) = (amount(calories), amount(protein));
    let fat = [amount(&fat[0]), amount(&fat[1])];
    let left = || Amount((2 * calories.0 - 8 * protein.0 - 9 * (fat[0].0 + fat[1].0)).div_euclid(8));
    DayGoal { calories, protein, fat, carbs: carbs.map_or_else(left, amount) }
}

/// A number of a problem that was solved, and so is one.
fn amount(number: &Written) -> Amount {
    let text = match number.as_f64() {
        Some(float) if number.is_f64() => float.to_string(),
        _ => number.to_string(),
    };
    Amount::parse(&text).unwrap_or_default()
}

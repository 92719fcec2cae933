//! Whether a plan solves an instance, recomputed in 1/64 from the generated recipes.
//!
//! It shares nothing with the engine, nor with the documents that solvers read, and so judges all of them alike.

use domain::nutrient::Nutrient;
use serde::Deserialize;
use thiserror::Error;

use super::{
    generator::{Recipe, UNIT, nutrients},
    instance::{FAT, Instance, KCAL, PROTEIN, SLOTS, id},
};

/// A meal of a plan, as MF-2 writes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Placed {
    /// From 1.
    pub(crate) day: u32,
    /// From 0.
    pub(crate) slot: u32,
    pub(crate) recipe_id: String,
}

/// The first rule that a plan breaks.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum Breach {
    #[error("it has {found} meals instead of {expected}")]
    Meals { found: usize, expected: usize },
    #[error("day {day}, slot {slot} is not in the schedule or filled twice")]
    Place { day: u32, slot: u32 },
    #[error("the recipe {0} is not in the pool")]
    UnknownRecipe(String),
    #[error("day {day}: {recipe} stands there twice (HC-2)")]
    TwiceADay { day: usize, recipe: String },
    #[error("day {day}, slot {slot}: {minutes} minutes are too many (HC-3)")]
    TooSlow { day: usize, slot: usize, minutes: u32 },
    #[error("day {day}: {recipe} stands on the day before, too (HC-8)")]
    TwoDaysRunning { day: usize, recipe: String },
    #[error("day {day}: {nutrient} is outside its window (MV-3)")]
    Window { day: usize, nutrient: Nutrient },
    #[error("{nutrient} stays below its floor (MV-4)")]
    Floor { nutrient: Nutrient },
}

/// Numbers of recipes by day and slot.
type Grid = Vec<[usize; SLOTS.len()]>;

/// Checks every rule that an instance has.
pub(crate) fn check(instance: &Instance, plan: &[Placed]) -> Result<(), Breach> {
    let grid = grid(instance, plan)?;
    for (day, numbers) in grid.iter().enumerate() {
        check_meals(instance, day, numbers)?;
        check_windows(instance, day, numbers)?;
    }
    for (day, pair) in grid.windows(2).enumerate() {
        check_repetition(instance, day + 2, &pair[0], &pair[1])?;
    }
    check_floors(instance, &grid)
}

/// The plan by day and slot: each filled exactly once, with a recipe of the pool.
fn grid(instance: &Instance, plan: &[Placed]) -> Result<Grid, Breach> {
    let days = instance.days as usize;
    let expected = days * SLOTS.len();
    if plan.len() != expected {
        return Err(Breach::Meals { found: plan.len(), expected });
    }
    let mut grid = vec![[None; SLOTS.len()]; days];
    for Placed { day, slot, recipe_id } in plan {
        let row = (*day as usize).checked_sub(1).and_then(|day| grid.get_mut(day));
        let place = row.and_then(|row| row.get_mut(*slot as usize));
        let place = place.filter(|place| place.is_none()).ok_or(Breach::Place { day: *day, slot: *slot })?;
        let number = recipe_id.get(1..).and_then(|digits| digits.parse::<usize>().ok());
        let number = number.filter(|&number| number < instance.pool.len() && id(number) == *recipe_id);
        *place = Some(number.ok_or_else(|| Breach::UnknownRecipe(recipe_id.clone()))?);
    }
    // As many meals as places, none of which was filled twice: none is left empty.
    Ok(grid.into_iter().map(|row| row.map(Option::unwrap_or_default)).collect())
}

/// HC-2 and HC-3.
fn check_meals(instance: &Instance, day: usize, numbers: &[usize]) -> Result<(), Breach> {
    for (slot, &number) in numbers.iter().enumerate() {
        if numbers[..slot].contains(&number) {
            return Err(Breach::TwiceADay { day: day + 1, recipe: id(number) });
        }
        let minutes = instance.pool[number].minutes;
        if SLOTS[slot].most_minutes.is_some_and(|most| minutes > most) {
            return Err(Breach::TooSlow { day: day + 1, slot, minutes });
        }
    }
    Ok(())
}

/// HC-8: only meals away from a workout restrict and are restricted.
fn check_repetition(
    instance: &Instance,
    day: usize,
    before: &[usize],
    numbers: &[usize],
) -> Result<(), Breach> {
    let counts = |slot: usize| !(instance.has_workouts && SLOTS[slot].is_near_workout);
    for (slot, number) in numbers.iter().enumerate() {
        let is_repeated = (0..before.len()).any(|earlier| counts(earlier) && before[earlier] == *number);
        if counts(slot) && is_repeated {
            return Err(Breach::TwoDaysRunning { day, recipe: id(*number) });
        }
    }
    Ok(())
}

/// MV-3: energy, protein and carbs within a tenth of their targets, fat in its range.
fn check_windows(instance: &Instance, day: usize, numbers: &[usize]) -> Result<(), Breach> {
    let total = |amount: fn(&Recipe) -> i64| -> i64 {
        numbers.iter().map(|&number| amount(&instance.pool[number])).sum()
    };
    // NT-4: carbs are what protein and the middle of the fat range leave.
    let carbs = (2 * KCAL - 8 * PROTEIN - 9 * (FAT[0] + FAT[1])) * UNIT / 8;
    let near = |total: i64, target: i64| (10 * (total - target)).abs() <= target;
    let fat = total(|recipe| recipe.fat);
    let windows = [
        (Nutrient::Calories, near(total(|recipe| recipe.kcal), KCAL * UNIT)),
        (Nutrient::Protein, near(total(|recipe| recipe.protein), PROTEIN * UNIT)),
        (Nutrient::Fat, (FAT[0] * UNIT..=FAT[1] * UNIT).contains(&fat)),
        (Nutrient::Carbs, near(total(|recipe| recipe.carbs), carbs)),
    ];
    match windows.iter().find(|(_, is_kept)| !is_kept) {
        Some(&(nutrient, _)) => Err(Breach::Window { day: day + 1, nutrient }),
        None => Ok(()),
    }
}

/// MV-4: every floor over the horizon.
fn check_floors(instance: &Instance, grid: &Grid) -> Result<(), Breach> {
    for (place, (nutrient, floor)) in nutrients().zip(&instance.floors).enumerate() {
        let total: i64 =
            grid.iter().flatten().map(|&number| instance.pool[number].micronutrients[place]).sum();
        if total < floor * i64::from(instance.days) {
            return Err(Breach::Floor { nutrient });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A recipe that, four times a day, fits every window exactly.
    fn fitting(minutes: u32) -> Recipe {
        Recipe {
            kcal: 600 * UNIT,
            protein: 2400,
            fat: 1200,
            carbs: 4500,
            micronutrients: [UNIT; 25],
            minutes,
            ingredients: [0; 6],
        }
    }

    /// Two days with eight recipes of 15 minutes, one of 16 and one without vitamin A.
    fn instance() -> Instance {
        let mut pool = vec![fitting(15); 8];
        pool.push(fitting(16));
        pool.push(fitting(15));
        pool[9].micronutrients[0] = 0;
        Instance { days: 2, has_workouts: false, pool, floors: vec![4 * UNIT; 25] }
    }

    fn plan(numbers: [usize; 8]) -> Vec<Placed> {
        let placed = |(place, number): (usize, usize)| {
            let (day, slot) = (u32::try_from(place / 4).unwrap() + 1, u32::try_from(place % 4).unwrap());
            Placed { day, slot, recipe_id: id(number) }
        };
        numbers.into_iter().enumerate().map(placed).collect()
    }

    #[test]
    fn a_plan_is_judged_by_every_rule() {
        let judge = |numbers| check(&instance(), &plan(numbers));
        assert_eq!(judge([0, 1, 2, 3, 4, 5, 6, 7]), Ok(()));
        let twice = Breach::TwiceADay { day: 1, recipe: id(1) };
        assert_eq!(judge([0, 1, 2, 1, 4, 5, 6, 7]), Err(twice));
        let slow = Breach::TooSlow { day: 2, slot: 2, minutes: 16 };
        assert_eq!(judge([0, 1, 2, 3, 4, 5, 8, 7]), Err(slow));
        assert_eq!(judge([0, 8, 2, 3, 4, 5, 6, 7]), Ok(()));
        assert_eq!(judge([0, 1, 2, 3, 4, 5, 6, 8]), Ok(()));
        let running = Breach::TwoDaysRunning { day: 2, recipe: id(2) };
        assert_eq!(judge([0, 1, 2, 3, 4, 5, 6, 2]), Err(running));
        let floor = Breach::Floor { nutrient: Nutrient::VitaminA };
        assert_eq!(judge([0, 1, 2, 3, 4, 5, 6, 9]), Err(floor));
    }

    #[test]
    fn every_place_is_filled_once_from_the_pool() {
        let judge = |change: fn(&mut Vec<Placed>)| {
            let mut plan = plan([0, 1, 2, 3, 4, 5, 6, 7]);
            change(&mut plan);
            check(&instance(), &plan)
        };
        let short = |plan: &mut Vec<Placed>| drop(plan.pop());
        assert_eq!(judge(short), Err(Breach::Meals { found: 7, expected: 8 }));
        assert_eq!(judge(|plan| plan[7].slot = 2), Err(Breach::Place { day: 2, slot: 2 }));
        assert_eq!(judge(|plan| plan[0].day = 0), Err(Breach::Place { day: 0, slot: 0 }));
        assert_eq!(judge(|plan| plan[7].slot = 4), Err(Breach::Place { day: 2, slot: 4 }));
        for stranger in ["r00010", "r3", "x00003", "ы", ""] {
            let mut plan = plan([0, 1, 2, 3, 4, 5, 6, 7]);
            stranger.clone_into(&mut plan[3].recipe_id);
            assert_eq!(check(&instance(), &plan), Err(Breach::UnknownRecipe(stranger.to_owned())));
        }
    }

    #[test]
    fn meals_near_a_workout_may_repeat() {
        let instance = Instance { has_workouts: true, ..instance() };
        let judge = |numbers| check(&instance, &plan(numbers));
        assert_eq!(judge([0, 1, 2, 3, 4, 5, 3, 2]), Ok(()));
        assert_eq!(judge([0, 1, 2, 3, 4, 2, 6, 7]), Ok(()));
        let running = Breach::TwoDaysRunning { day: 2, recipe: id(0) };
        assert_eq!(judge([0, 1, 2, 3, 4, 0, 6, 7]), Err(running));
    }

    #[test]
    fn a_window_holds_its_ends() {
        let judge = |change: fn(&mut Recipe)| {
            let mut instance = instance();
            change(&mut instance.pool[0]);
            check(&instance, &plan([0, 1, 2, 3, 4, 5, 6, 7]))
        };
        let outside = |nutrient| Err(Breach::Window { day: 1, nutrient });
        assert_eq!(judge(|recipe| recipe.kcal += 240 * UNIT), Ok(()));
        assert_eq!(judge(|recipe| recipe.kcal += 240 * UNIT + 1), outside(Nutrient::Calories));
        assert_eq!(judge(|recipe| recipe.protein -= 15 * UNIT), Ok(()));
        assert_eq!(judge(|recipe| recipe.protein -= 15 * UNIT + 1), outside(Nutrient::Protein));
        assert_eq!(judge(|recipe| recipe.carbs += 1800), Ok(()));
        assert_eq!(judge(|recipe| recipe.carbs += 1801), outside(Nutrient::Carbs));
        assert_eq!(judge(|recipe| recipe.fat += 15 * UNIT), Ok(()));
        assert_eq!(judge(|recipe| recipe.fat += 15 * UNIT + 1), outside(Nutrient::Fat));
    }
}

//! MO-2 on random problems: batches that the exact stage chooses, against trying everything.

use nutrition::{
    outcome::{Meal, Status},
    problem::{Budgets, Problem},
    solve::{Patient, Stages, solve},
    verify::verify,
};
use proptest::{prelude::*, strategy::ValueTree};

use serde_json::json;

use super::{
    config,
    instance::{AMOUNTS, Instance, Options},
    instances::{of_size, optional_instances},
    oracle::{Bound, Choice, Total, cap, sum},
    status, verified,
};
use crate::solve::{STD, meal, problem};

/// What the documents of these problems say of every recipe.
const REHEATING: u32 = 3;
const KEEPS_DAYS: usize = 2;

/// Few recipes for many slots: much is possible only with leftovers.
fn scarce_instances() -> impl Strategy<Value = Instance> {
    let sizes = prop_oneof![Just((2usize, 3usize)), Just((3, 2)), Just((2, 2)), Just((2, 1)), Just((3, 1))];
    let scarce = sizes.prop_flat_map(|(slots, days)| of_size(slots, days, 2..=5));
    (scarce, proptest::option::weighted(0.3, 2usize..=3)).prop_map(|(mut instance, variety_days)| {
        for (day, slots) in instance.days.iter_mut().enumerate() {
            slots.slots.truncate(if day == 0 { 3 } else { 2 });
        }
        let slots: Vec<usize> = instance.days.iter().map(|day| day.slots.len()).collect();
        instance.pins.retain(|pin| pin.slot < slots[pin.day]);
        instance.options = Options { variety_days, has_auto_batches: true, ..Options::default() };
        instance
    })
}

/// A meal of the oracle's plan.
#[derive(Clone, Copy)]
struct Eaten {
    day: usize,
    recipe: usize,
    is_leftover: bool,
    is_workout: bool,
}

/// Tries everything, slot after slot. Twelve servings are never reached by so few slots.
struct Oracle<'i> {
    instance: &'i Instance,
    slots: Vec<(usize, usize)>,
    day_bounds: Vec<Bound>,
    horizon_bounds: Vec<Bound>,
}

impl Oracle<'_> {
    fn new(instance: &Instance) -> Oracle<'_> {
        let days = instance.days.iter().enumerate();
        Oracle {
            instance,
            slots: days
                .flat_map(|(day, slots)| (0..slots.slots.len()).map(move |slot| (day, slot)))
                .collect(),
            day_bounds: instance.day_bounds(),
            horizon_bounds: instance.horizon_bounds(),
        }
    }

    fn has_plan(&self) -> bool {
        self.can_go_on(&mut vec![], &[0; AMOUNTS + 1], &[0; AMOUNTS + 1])
    }

    fn can_go_on(&self, eaten: &mut Vec<Eaten>, today: &Total, total: &Total) -> bool {
        let Some(&(day, slot)) = self.slots.get(eaten.len()) else {
            return holds(&self.day_bounds, today) && holds(&self.horizon_bounds, total);
        };
        let begins = slot == 0 && day > 0;
        if begins && !holds(&self.day_bounds, today) {
            return false;
        }
        let today = if begins { [0; AMOUNTS + 1] } else { *today };
        let is_workout = self.instance.is_workout(day, &self.instance.days[day].slots[slot]);
        let fresh = self.instance.options_of(day, slot).into_iter().map(|choice| (choice, false));
        let reheated = self.leftovers(eaten, day, slot).into_iter().map(|choice| (choice, true));
        for (choice, is_leftover) in fresh.chain(reheated) {
            let meal = Eaten { day, recipe: choice.recipe, is_leftover, is_workout };
            if is_leftover || !self.repeats(eaten, meal) {
                eaten.push(meal);
                let go_on =
                    self.can_go_on(eaten, &sum(&today, &choice.amounts), &sum(total, &choice.amounts));
                eaten.pop();
                if go_on {
                    return true;
                }
            }
        }
        false
    }

    /// HC-2, HC-8, MO-6 between meals that are cooked where they are eaten.
    fn repeats(&self, eaten: &[Eaten], meal: Eaten) -> bool {
        let window = self.instance.options.variety_days.unwrap_or(2);
        let before =
            self.instance.day_zero.contains(&meal.recipe) && !meal.is_workout && meal.day + 1 < window;
        let repeats = |other: &Eaten| {
            let is_near = meal.day - other.day < window && !meal.is_workout && !other.is_workout;
            other.recipe == meal.recipe && !other.is_leftover && (other.day == meal.day || is_near)
        };
        before || eaten.iter().any(repeats)
    }

    /// What was cooked at an earlier meal, keeps till this one and may be eaten in an open slot.
    fn leftovers(&self, eaten: &[Eaten], day: usize, slot: usize) -> Vec<Choice> {
        let instance = self.instance;
        let facts = &instance.days[day].slots[slot];
        if instance.is_fixed(day, slot) || REHEATING > cap(facts.level) {
            return vec![];
        }
        let is_cooked = |recipe: usize| {
            let cooked = |meal: &Eaten| meal.recipe == recipe && !meal.is_leftover;
            eaten.iter().any(|meal| cooked(meal) && day - meal.day <= KEEPS_DAYS)
        };
        let may_be_eaten = |recipe: usize| {
            let recipe = &instance.recipes[recipe];
            !recipe.is_excluded && (recipe.has_tag || !facts.needs_tag)
        };
        let recipes = (0..instance.recipes.len()).filter(|&recipe| is_cooked(recipe) && may_be_eaten(recipe));
        recipes.map(|recipe| Choice { recipe, amounts: instance.portion(recipe, 100) }).collect()
    }
}

fn holds(bounds: &[Bound], total: &Total) -> bool {
    bounds.iter().all(|bound| bound.holds(total))
}

fn is_leftover(meal: &Meal) -> bool {
    meal.batch.is_some_and(|pot| (pot.day, pot.slot) != (meal.day, meal.slot))
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn mo_2_batches_are_chosen_exactly_where_they_help(instance in scarce_instances()) {
        let problem = instance.problem();
        let has_plan = Oracle::new(&instance).has_plan();
        let expected = if has_plan { Status::Found } else { Status::Infeasible };
        prop_assert_eq!(status(&problem, Stages::Abc), expected);
        prop_assert_eq!(status(&problem, Stages::Full), expected);
        // Fresh meals alone prove nothing about batches.
        for stages in [Stages::Plain, Stages::A, Stages::Ab] {
            prop_assert!(!has_plan || status(&problem, stages) != Status::Infeasible, "{:?}", stages);
        }
        if has_plan {
            verified(&problem, Stages::Abc);
        }
    }

    #[test]
    fn mo_2_every_plan_with_chosen_batches_is_verified(
        mut instance in optional_instances(),
        fewer in 2usize..=6,
    ) {
        instance.recipes.truncate(fewer);
        let count = instance.recipes.len();
        instance.pins.retain(|pin| pin.recipe < count);
        instance.batches.retain(|batch| batch.recipe < count);
        instance.day_zero.retain(|&recipe| recipe < count);
        instance.options.has_auto_batches = true;
        let problem = instance.problem();
        let result = solve(&problem, Stages::Abc, &mut Patient);
        prop_assert_eq!(&result.errors, &vec![]);
        prop_assert_eq!(verify(&problem, &result).breaches, vec![]);
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn mo_2_a_spent_budget_is_said(instance in scarce_instances()) {
        let budgets = Budgets { repair: 0, restricted_nodes: 0, full_nodes: 0, ..Budgets::default() };
        let problem = Problem { budgets, ..instance.problem() };
        let result = solve(&problem, Stages::Abc, &mut Patient);
        let has_plan = Oracle::new(&instance).has_plan();
        match result.status {
            Status::Found => prop_assert!(has_plan && !result.plan.iter().any(is_leftover)),
            Status::Infeasible => prop_assert!(!has_plan),
            _ => {
                let ending = (result.termination.as_deref(), result.failure_mode.as_deref());
                prop_assert_eq!(ending, (Some("TC-3"), Some("FM-5")));
            }
        }
    }
}

#[test]
fn mo_2_no_pot_holds_more_than_twelve_servings() {
    let mut stew = meal("stew", STD, json!({}));
    stew["cooking_time_minutes"] = 40.into();
    stew["reheats"] = json!({ "minutes": 3, "keeps_days": 6 });
    // There is time to cook in the first slot of these days alone.
    let week = |cooking_days: &[u32]| {
        let slot = |time: &str, level: u32| json!({ "time": time, "busyness_level": level });
        let level = |day: u32| if cooking_days.contains(&day) { 4 } else { 1 };
        let schedule = (1..=7).map(|day| json!([slot("08:00", level(day)), slot("18:00", 1)])).collect();
        problem(schedule, vec![stew.clone()], json!({ "options": { "auto_batches": true } }))
    };
    assert_eq!(status(&week(&[1]), Stages::Abc), Status::Infeasible);
    let result = verified(&week(&[1, 7]), Stages::Abc);
    let pots: Vec<_> = result.plan.iter().map(|meal| meal.batch.map(|pot| pot.day)).collect();
    assert_eq!(pots, [[Some(1); 12].as_slice(), &[Some(7); 2]].concat());
}

#[test]
fn mo_2_leftovers_are_of_use_in_these_problems() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1));
    let strategy = scarce_instances();
    let problems = (0..60).map(|_| strategy.new_tree(&mut runner).unwrap().current().problem());
    let found = problems.filter(|problem| status(problem, Stages::Abc) == Status::Found);
    let with_leftovers = found.filter(|problem| verified(problem, Stages::Abc).plan.iter().any(is_leftover));
    assert!(with_leftovers.count() >= 5);
}

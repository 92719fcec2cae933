//! What must not change a plan: names, order in the file, recipes that nobody may eat, units, and a larger budget.

use nutrition::{
    outcome::Status,
    problem::Problem,
    search::Ending,
    solve::{Patient, Stages, solve},
};
use proptest::{prelude::*, sample::Index};

use super::{
    Meals, config,
    instance::{FIBER, FIRST, Instance},
    instances::{instances, optional_instances},
    plain, plan, status, verified,
};

/// The plan with the numbers of the recipes instead of their ids.
fn by_number(instance: &Instance, plan: Option<Meals>) -> Option<Vec<(u32, u32, usize, u32)>> {
    let number = |id: &str| instance.recipes.iter().position(|recipe| recipe.id == id).unwrap();
    plan.map(|meals| {
        meals.iter().map(|(day, slot, id, percent)| (*day, *slot, number(id), *percent)).collect()
    })
}

/// The instance with a recipe more that nobody may eat, in the middle of the pool.
fn with_barred(instance: &Instance, like: Index, change: impl Fn(&mut super::instance::Recipe)) -> Instance {
    let mut more = instance.clone();
    let mut barred = instance.recipes[like.index(instance.recipes.len())].clone();
    barred.id = format!("{}x", barred.id);
    change(&mut barred);
    // The recipes that are fixed keep their names, not their numbers.
    let at = like.index(instance.recipes.len()) + 1;
    let moved = |number: &mut usize| *number += usize::from(*number >= at);
    more.recipes.insert(at, barred);
    more.pins.iter_mut().for_each(|pin| moved(&mut pin.recipe));
    more.batches.iter_mut().for_each(|batch| moved(&mut batch.recipe));
    more.day_zero.iter_mut().for_each(moved);
    more
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn mb_5_other_ids_in_the_same_order_give_the_same_plan(instance in optional_instances()) {
        let mut renamed = instance.clone();
        for (number, recipe) in renamed.recipes.iter_mut().enumerate() {
            recipe.id = format!("{}{number:03}-dish", ["a", "k", "x"][number / 4]);
        }
        let (one, other) = (plan(&instance, Stages::Abc), plan(&renamed, Stages::Abc));
        prop_assert_eq!(by_number(&instance, one), by_number(&renamed, other));
    }

    #[test]
    fn mb_5_the_order_of_recipes_in_the_file_does_not_matter(
        instance in optional_instances(),
        turn in any::<Index>(),
    ) {
        let mut document = instance.document();
        let recipes = document["recipes"].as_array_mut().unwrap();
        let count = recipes.len();
        recipes.rotate_left(turn.index(count));
        recipes[..count / 2].reverse();
        let permuted: Problem = serde_json::from_value(document).unwrap();
        if status(&permuted, Stages::Abc) == Status::Found {
            let one = verified(&instance.problem(), Stages::Abc);
            prop_assert_eq!(one, verified(&permuted, Stages::Abc));
        } else {
            prop_assert_ne!(status(&instance.problem(), Stages::Abc), Status::Found);
        }
    }

    #[test]
    fn mb_5_a_recipe_that_nobody_may_eat_changes_nothing(instance in instances(), like in any::<Index>()) {
        let before = plan(&instance, Stages::Abc);
        let excluded = with_barred(&instance, like, |recipe| recipe.is_excluded = true);
        prop_assert_eq!(&before, &plan(&excluded, Stages::Abc));
        // Where every slot has little time, a slow recipe is of no use either; where all ask for a tag, one without.
        let mut busy = instance;
        busy.days.iter_mut().flat_map(|day| &mut day.slots).for_each(|slot| slot.level = slot.level.min(3));
        let slow = with_barred(&busy, like, |recipe| recipe.minutes = 31);
        prop_assert_eq!(plan(&busy, Stages::Abc), plan(&slow, Stages::Abc));
        let mut strict = busy;
        strict.days.iter_mut().flat_map(|day| &mut day.slots).for_each(|slot| slot.needs_tag = true);
        let untagged = with_barred(&strict, like, |recipe| recipe.has_tag = false);
        prop_assert_eq!(plan(&strict, Stages::A), plan(&untagged, Stages::A));
    }

    #[test]
    fn mb_5_a_nutrient_in_half_units_gives_the_same_plan(
        instance in optional_instances(),
        nutrient in 0..FIBER - FIRST,
    ) {
        let mut doubled = instance.clone();
        for recipe in &mut doubled.recipes {
            recipe.amounts[FIRST + nutrient] *= 2;
        }
        for target in doubled.targets.iter_mut().filter(|target| target.nutrient == nutrient) {
            (target.amount, target.max) = (2 * target.amount, 2 * target.max);
        }
        for (_, most) in doubled.limits.iter_mut().filter(|limit| limit.0 == nutrient) {
            *most *= 2;
        }
        prop_assert_eq!(plan(&instance, Stages::A), plan(&doubled, Stages::A));
    }

    #[test]
    fn mb_5_more_attempts_never_change_a_plan_of_the_plain_search(instance in optional_instances()) {
        let problem = instance.problem();
        let usual = plain(&problem, problem.attempt_limit);
        if let Ending::Found(_) = usual.ending {
            let spent = usual.stats.attempts;
            for limit in [spent, spent + 1, 10 * spent + 1, u64::MAX] {
                prop_assert_eq!(&usual.ending, &plain(&problem, limit.max(1)).ending);
            }
            if spent > 1 {
                prop_assert_eq!(plain(&problem, spent - 1).ending, Ending::BudgetSpent);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(5))]

    #[test]
    fn mx_2_equal_requests_give_equal_bytes(instance in optional_instances()) {
        let written = |problem: &Problem| {
            serde_json::to_string(&solve(problem, Stages::Abc, &mut Patient)).unwrap()
        };
        prop_assert_eq!(written(&instance.problem()), written(&instance.problem()));
    }
}

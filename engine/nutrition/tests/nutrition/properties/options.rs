//! Section 9 of the chapter on random problems.

use nutrition::{
    outcome::{Choice, MealResult, Status},
    solve::Stages,
};
use proptest::prelude::*;

use super::{
    config,
    instance::{DAILY, Instance, Options},
    instances::{instances, optional_instances},
    meals, plan, status, verified,
};

fn with_portions(instance: &Instance, percents: &[u32], is_always: bool) -> Instance {
    let portions = Some((percents.to_vec(), is_always));
    Instance { options: Options { portions, ..instance.options.clone() }, ..instance.clone() }
}

proptest! {
    #![proptest_config(config(30))]

    #[test]
    fn mo_1_portions_come_after_a_failure_and_only_then(instance in instances()) {
        let later = with_portions(&instance, &[75, 100, 125], false);
        if let Some(whole) = plan(&instance, Stages::A) {
            prop_assert_eq!(Some(whole), plan(&later, Stages::Abc));
        } else {
            let has_plan = later.has_plan();
            prop_assert_eq!(status(&later.problem(), Stages::Abc) == Status::Found, has_plan);
            // Whole servings alone prove nothing about portions.
            for stages in [Stages::Plain, Stages::A, Stages::Ab] {
                let is_refused = status(&later.problem(), stages) == Status::Infeasible;
                prop_assert!(!(is_refused && has_plan), "{:?} says that there is none", stages);
            }
        }
        let always = with_portions(&instance, &[75, 100, 125], true);
        prop_assert_eq!(status(&always.problem(), Stages::Abc) == Status::Found, always.has_plan());
    }

    #[test]
    fn mo_7_polish_keeps_every_rule_and_never_makes_its_aim_worse(
        instance in optional_instances(),
        aim in proptest::sample::select(vec!["cost", "deviation", "variety"]),
    ) {
        let with = |polish| Instance {
            options: Options { polish, alternatives: 0, ..instance.options.clone() },
            ..instance.clone()
        };
        if status(&with(None).problem(), Stages::Abc) == Status::Found {
            let (before, after) =
                (verified(&with(None).problem(), Stages::Abc), verified(&with(Some(aim)).problem(), Stages::Abc));
            prop_assert!(after.stage.as_ref().is_some_and(|stage| stage.ends_with("+polish")));
            let (before, after) = (objective(&instance, aim, &before), objective(&instance, aim, &after));
            prop_assert!(after <= before + 1e-3, "{aim}: {before} becomes {after}");
        }
    }

    #[test]
    fn mo_8_alternatives_differ_in_three_tenths_of_the_open_slots(instance in optional_instances()) {
        let problem = Instance {
            options: Options { alternatives: 3, ..instance.options.clone() },
            ..instance.clone()
        }.problem();
        if status(&problem, Stages::Abc) != Status::Found {
            return Ok(());
        }
        let result = verified(&problem, Stages::Abc);
        let mut plans: Vec<Vec<(u32, u32, String)>> =
            vec![meals(&result).into_iter().map(|(day, slot, id, _)| (day, slot, id)).collect()];
        let choice = |choice: &Choice| (choice.day, choice.slot, choice.recipe_id.clone());
        plans.extend(result.alternatives.iter().map(|plan| plan.iter().map(choice).collect()));
        let is_open = |day: u32, slot: u32| !instance.is_fixed(day as usize - 1, slot as usize);
        let open = plans[0].iter().filter(|(day, slot, _)| is_open(*day, *slot)).count();
        for (index, plan) in plans.iter().enumerate() {
            for other in &plans[..index] {
                let same = plan.iter().filter(|meal| is_open(meal.0, meal.1) && other.contains(meal)).count();
                prop_assert!(10 * (open - same) >= 3 * open, "{same} of {open} are the same");
            }
        }
    }
}

/// What a polished plan should have less of.
fn objective(instance: &Instance, aim: &str, result: &MealResult) -> f64 {
    let price = |id: &str| {
        let recipe = instance.recipes.iter().find(|recipe| recipe.id == id).unwrap();
        f64::from(recipe.coins.unwrap_or(0))
    };
    match aim {
        "cost" => result
            .plan
            .iter()
            .map(|meal| (price(&meal.recipe_id) * f64::from(meal.servings_pct) / 100.0).round())
            .sum(),
        "variety" => {
            let mut ids: Vec<&str> = result.plan.iter().map(|meal| meal.recipe_id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            f64::from(u32::try_from(result.plan.len() - ids.len()).unwrap())
        }
        _ => deviation(instance, result),
    }
}

/// Relative distances from the middle of each window, over all days.
fn deviation(instance: &Instance, result: &MealResult) -> f64 {
    let number = |value: domain::nutrient::Decimal| serde_json::to_value(value).unwrap().as_f64().unwrap();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let middles =
        [DAILY.0, DAILY.1, i64::midpoint(DAILY.2[0], DAILY.2[1]), DAILY.3].map(|middle| middle as f64);
    let windows = if instance.options.has_slack_carbs { 3 } else { 4 };
    let of_day = |day: &nutrition::outcome::DayTotals| -> f64 {
        let values = [day.calories, day.protein_g, day.fat_g, day.carbs_g].map(number);
        values.iter().zip(middles).take(windows).map(|(value, middle)| (value - middle).abs() / middle).sum()
    };
    result.days.iter().map(of_day).sum()
}
